"""Tables on a GPU: the same bytes as on the CPU. Without a GPU, in Numba's simulator; with one, `pytest -m gpu`."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from spieltisch.lab import batch
from spieltisch.lab.batches import names
from tests.lab import alike
from tests.lab.kinds import EVERY_KIND, Kind, title

every_kind = pytest.mark.parametrize("kind", EVERY_KIND, ids=title)
few_tables_are_fine = pytest.mark.filterwarnings(
    "ignore::numba.core.errors.NumbaPerformanceWarning",
    "ignore::DeprecationWarning",  # of numba-cuda, with the newest NumPy
)


def test_kernels_play_in_the_simulator_as_the_cpu_does() -> None:
    simulated = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-m", "tests.lab.alike"], env=simulated, check=True)


def test_the_simulated_games_are_all_games_of_the_lab() -> None:
    assert {kind[0] for kind in alike.SMALL} == set(names())


def test_who_asks_for_no_gpu_imports_nothing_of_it() -> None:
    script = """
import sys
from spieltisch.lab import batch
batch("wampum")
assert not {"numba.cuda.kernels", "spieltisch.lab.cuda"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_where_there_is_no_gpu_one_is_told_so() -> None:
    from spieltisch.lab.cuda import NoGpu
    from spieltisch.lab.cuda.toolkit import cuda

    if cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(NoGpu, match="leave out device"):
        batch("wampum", device="cuda")


@pytest.mark.gpu
@few_tables_are_fine
@every_kind
def test_ten_thousand_games_end_alike(kind: Kind) -> None:
    assert not alike.played_out_differently(kind, 10_000)


@pytest.mark.gpu
@few_tables_are_fine
@pytest.mark.parametrize("eager", [False, True])
@every_kind
def test_every_step_is_alike(kind: Kind, eager: bool) -> None:
    assert not alike.stepped_differently(kind, 500, 300, eager, "margin" if eager else "share")


@pytest.mark.gpu
@few_tables_are_fine
@every_kind
def test_what_the_mask_forbids_is_refused_alike(kind: Kind) -> None:
    assert not alike.refused_differently(kind)


@pytest.mark.gpu
@few_tables_are_fine
@pytest.mark.parametrize("name", names())
def test_pytorch_takes_arrays_without_a_copy_and_gives_choices(name: str) -> None:
    torch = pytest.importorskip("torch")
    tables = batch(name, size=64, device="cuda")
    seen = torch.as_tensor(tables.observe(), device="cuda")
    assert seen.data_ptr() == tables.observe().__cuda_array_interface__["data"][0]
    assert seen.cpu().numpy().tobytes() == tables.observe().copy_to_host().tobytes()
    tables.step(torch.as_tensor(tables.mask(), device="cuda").float().multinomial(1)[:, 0])
