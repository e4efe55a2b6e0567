"""Training: it learns, it can be stopped and taken up again, and what it leaves can be played without PyTorch.

These run where the extras gpu and train are installed: `pytest -m gpu`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest

from spieltisch import games
from spieltisch.bots import Budget
from spieltisch.lab.training.plan import SHEET, Plan, Sheet

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings(
        "ignore::numba.core.errors.NumbaPerformanceWarning",
        "ignore::DeprecationWarning",  # of numba-cuda, with the newest NumPy
    ),
]
PLAN = Plan("wampum", 2, tables=512, steps=32, width=32)


def train(folder: Path, plan: Plan = PLAN, minutes: float = 0.02) -> Sheet:
    from spieltisch.lab.training.run import train as learn

    learn(plan, folder, minutes, "cuda", lambda _seconds, _notes: None)
    return msgspec.json.decode((folder / SHEET).read_bytes(), type=Sheet)


def test_a_network_soon_beats_players_who_choose_at_random(tmp_path: Path) -> None:
    assert train(tmp_path, Plan("wampum", 3), minutes=0.4).figures[-1]["share"] > 1.5


def test_a_training_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    first = train(tmp_path)
    second = train(tmp_path)
    assert second.rounds > first.rounds
    assert second.choices == second.rounds * PLAN.tables * PLAN.steps
    assert second.figures[: len(first.figures)] == first.figures


def test_a_folder_with_another_plan_is_left_alone(tmp_path: Path) -> None:
    from spieltisch.lab.training.run import OtherPlan

    before = train(tmp_path)
    with pytest.raises(OtherPlan):
        train(tmp_path, msgspec.structs.replace(PLAN, seed=2))
    assert msgspec.json.decode((tmp_path / SHEET).read_bytes(), type=Sheet) == before


def test_numpy_thinks_what_pytorch_thinks_and_plays_whole_games(tmp_path: Path) -> None:
    import torch

    from spieltisch.lab.training.player import NetworkBot
    from spieltisch.lab.training.results import found_in

    train(tmp_path)
    bot = NetworkBot(tmp_path)
    found = found_in(tmp_path, "cuda")
    assert found is not None
    learner = found[0]
    tables = learner.tables
    wide = learner.here(tables.spread(tables.observe()))
    everything = torch.ones((tables.size, tables.choices), dtype=torch.bool, device="cuda")
    with torch.no_grad():
        chances, values = learner.network(wide, everything)
    for row in range(8):
        likings, share = bot.think(wide[row].cpu().numpy())
        expected = chances[row].cpu().numpy()
        assert np.allclose(likings - likings.max(), expected - expected.max(), atol=0.05)
        assert share == pytest.approx(values[row].item(), abs=0.05)
    table = games.get(PLAN.game).deal(PLAN.players, seed=1)
    while not table.over:
        seat = table.waiting_for[0]
        move = bot.choose(table.view(seat), seat, Budget(seed=3))
        assert move == bot.choose(table.view(seat), seat, Budget(seed=3))
        table.play(seat, move)
