"""Work on a real Ray cluster of two machines: the same bytes as one process, also when somebody is killed there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
import numba
import numpy as np
import psutil
import pytest
from ray.cluster_utils import Cluster as Machines
from typer.testing import CliRunner

from spieltisch import games, lab
from spieltisch.cli import app
from spieltisch.lab import cluster as rays
from spieltisch.lab import ladder, puzzles, simulate, tournament
from spieltisch.lab.tournament.plan import Entrant
from spieltisch.lab.tournament.plan import Plan as Cup
from tests.tables import SOAK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from spieltisch.lab.jobs import Crew, Jobs
    from spieltisch.lab.tournament import Result

GAME = games.names()[1]
PROVED = next(name for name in games.names() if not hasattr(puzzles.finder_for(name), "game"))
"""The game whose puzzles are found in a moment."""
SEATS = ("casual", *["beginner"] * (games.get(GAME).seats[0] - 1))
NODES = 60
COMMAND = (sys.executable, "-m", "spieltisch")
PAUSE_SECONDS = 3.0
KILLS = 6


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    """Two machines with a core each, as Ray sees it."""
    both = Machines(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    both.add_node(num_cpus=1)
    yield both
    end: Callable[[], None] = both.shutdown
    end()


@pytest.fixture(scope="module")
def crew(machines: Machines) -> Iterator[Crew]:
    """Everybody there."""
    with rays.cluster(machines.address, GAME) as found:
        assert found.size == 2
        yield found


class Struck:
    """A crew of which one is killed with SIGKILL, just before he would have handed in his first piece of work."""

    def __init__(self, crew: Crew, folder: Path) -> None:
        self.crew = crew
        self.size = crew.size
        self.mark = folder / "struck"
        self.handed: list[Any] = []
        self.lost: list[Any] = []

    def submit(self, work: Callable[[Any], Any], item: Any) -> Future[Any]:
        mark, strikes = self.mark, not self.handed
        self.handed.append(item)

        def struck(item: Any) -> Any:
            result = work(item)
            if strikes and not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        def note(done: Future[Any]) -> None:
            if isinstance(done.exception(), BrokenExecutor):
                self.lost.append(item)

        future = self.crew.submit(struck if strikes else work, item)
        future.add_done_callback(note)
        return future

    def stop(self) -> None:
        self.crew.stop()


# --- the same bytes -----------------------------------------------------------------------------------------------


def simulated(jobs: Jobs, folder: Path) -> bytes:  # noqa: ARG001 - as all
    plan = simulate.Plan(GAME, len(SEATS), 3, seats=SEATS, nodes=NODES)
    return b"".join(part.lines for part in simulate.run(plan, 16, jobs, records=True))


def laddered(jobs: Jobs, folder: Path) -> bytes:
    work = ladder.tasks(GAME, len(SEATS), [("casual", "beginner")], 12, nodes=NODES)
    list(ladder.run(work, jobs, folder / "kept.jsonl"))
    return (folder / "kept.jsonl").read_bytes()


def without_clocks(result: Result) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(result, seconds=[]))


def met(jobs: Jobs, folder: Path) -> bytes:
    entrants = tuple(Entrant(name, name, NODES, None) for name in ("casual", "beginner", "random"))
    plan = Cup("A cup", GAME, len(SEATS), 1, {}, entrants, None, 12, None)
    with tournament.journal_in(folder, plan) as journal:
        return b"\n".join(map(without_clocks, tournament.run(plan, journal, jobs)))


def found(jobs: Jobs, folder: Path) -> bytes:
    made = puzzles.make(PROVED, 7, 1, jobs, folder / "kept.jsonl", lambda _: None)
    return msgspec.json.encode(made) + (folder / "kept.jsonl").read_bytes()


@pytest.mark.parametrize("work", [simulated, laddered, met, found])
def test_who_is_killed_in_the_middle_changes_no_byte(
    work: Callable[[Jobs, Path], bytes], crew: Crew, tmp_path: Path
) -> None:
    """What was lost with him is handed out a second time, and nothing else is."""
    for folder in (tmp_path / "one", tmp_path / "many"):
        folder.mkdir()
    alone = work(1, tmp_path / "one")
    struck = Struck(crew, tmp_path)
    assert work(struck, tmp_path / "many") == alone
    assert struck.lost
    assert [item for item in struck.handed if struck.handed.count(item) > 1] == [struck.lost[0]] * 2


# --- what goes wrong ----------------------------------------------------------------------------------------------


def test_a_mistake_there_is_told_as_it_happened(crew: Crew) -> None:
    with pytest.raises(ZeroDivisionError) as wrong:
        crew.submit((1).__truediv__, 0).result()
    assert "ray::do" in str(wrong.value.__cause__)


def test_who_has_other_sources_does_not_work_with_us(crew: Crew) -> None:
    elsewhere = rays.Briefing(GAME, "others", ".")
    with pytest.raises(rays.NoCluster, match="Another Spieltisch"):
        rays.settle_in(elsewhere)
    assert crew.submit(abs, -3).result() == 3


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small Spieltisch of one source and one set of weights, whose cluster compares sources."""
    for floor in rays.FLOORS:
        (tmp_path / floor).mkdir()
    (tmp_path / "games" / "rules.py").write_text("rules = 1")
    (tmp_path / "bots" / "weights.toml").write_text("courage = 1")
    monkeypatch.setattr(rays, "__file__", str(tmp_path / "lab" / "cluster.py"))
    return tmp_path


@pytest.mark.parametrize("file", ["games/rules.py", "bots/weights.toml", "levels.py"])
def test_whatever_decides_about_results_is_compared(file: str, house: Path) -> None:
    before = rays.sources.__wrapped__()
    (house / file).write_text("something = 2")
    assert rays.sources.__wrapped__() != before


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("library", [numba, np])
def test_whoever_computes_differently_is_another_one(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rays.sources.__wrapped__()
    monkeypatch.setattr(library, "__version__", "0.0.1")
    assert rays.sources.__wrapped__() != before


def test_what_python_has_compiled_is_not_compared(house: Path) -> None:
    before = rays.sources.__wrapped__()
    (house / "games" / "__pycache__").mkdir()
    (house / "games" / "__pycache__" / "rules.cpython-311.pyc").write_bytes(b"compiled")
    assert rays.sources.__wrapped__() == before


def spieltisch(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *words], capture_output=True, check=False)


def test_the_command_line_joins_a_cluster_and_is_as_quiet_as_ever(machines: Machines) -> None:
    words = ("simulate", GAME, "-k", "30", "--records")
    alone = spieltisch(*words, "-")
    joined = spieltisch(*words, "-", "--ray", machines.address)
    assert joined.returncode == 0
    assert joined.stdout == alone.stdout
    assert joined.stderr == alone.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--ray=somewhere",), '"somewhere" is no address of a Ray cluster; write HOST:PORT or auto.'),
        (("--ray", "127.0.0.1:1", "--jobs", "2"), "--jobs is for this machine"),
        (("--ray", "127.0.0.1:1"), "Nobody answers at 127.0.0.1:1: Connection refused."),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    done = CliRunner().invoke(app, ["simulate", GAME, *words])
    assert done.exit_code == 2
    assert sentence in done.stderr


def test_without_ray_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "spieltisch.lab.cluster")
    done = CliRunner().invoke(app, ["simulate", "--ray", GAME])
    assert done.exit_code == 2
    assert done.stderr == "ray is not installed; pip install 'spieltisch[ray]'.\n"


ONE_GAME = """
import sys
from spieltisch.cli import app
app(sys.argv[1:], standalone_mode=False)
print("ray" in sys.modules)
"""


def test_nobody_loads_ray_who_does_not_ask_for_it() -> None:
    words = ("simulate", GAME, "-k", "1", "--jobs", "1")
    done = subprocess.run([sys.executable, "-c", ONE_GAME, *words], capture_output=True, check=True)
    assert done.stdout.splitlines()[-1] == b"False"


# --- for a long time, with everything killed ----------------------------------------------------------------------


def at_work() -> list[psutil.Process]:
    """The processes of our machines that do a piece of work at this moment; Ray names them so."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if process.cmdline()[:1] == ["ray::do"]:
                found.append(process)
    return found


def under_fire(machines: Machines, *words: str) -> tuple[subprocess.CompletedProcess[bytes], list[str]]:
    """Give a command, and meanwhile kill by turns somebody who works and a whole machine; another one comes."""
    killed: list[str] = []
    last = machines.add_node(num_cpus=1)
    with subprocess.Popen([*COMMAND, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
        while running.poll() is None:
            time.sleep(PAUSE_SECONDS)
            busy = at_work() if len(killed) < KILLS else []
            if busy and killed.count("process") <= killed.count("machine"):
                busy[0].send_signal(signal.SIGKILL)
                killed.append("process")
            elif busy:
                machines.remove_node(last, allow_graceful=False)
                killed.append("machine")
                last = machines.add_node(num_cpus=1)
        assert running.stderr is not None
        told = running.stderr.read()
    machines.remove_node(last)
    return subprocess.CompletedProcess(words, running.returncode, b"", told), killed


CUP = f"""
game = "{GAME}"
stop.games = 1500
player = [{{ plays = "casual" }}, {{ plays = "skilled" }}, {{ plays = "random" }}]
"""


@pytest.mark.skipif(not SOAK, reason="takes minutes; make soak")
@pytest.mark.parametrize("command", ["simulate", "ladder", "tournament", "puzzles"])
def test_commands_give_the_same_files_while_processes_and_machines_are_killed(
    command: str, machines: Machines, tmp_path: Path
) -> None:
    """Each command in a process of its own, as somebody types it; a tournament's clocks are its only difference."""
    cup = tmp_path / "cup.toml"
    cup.write_text(CUP, "utf-8")
    words = {
        "simulate": f"simulate {GAME} --seats {','.join(SEATS)} --nodes 2000 -k 4000 --records {{0}}/r --parquet {{0}}",
        "ladder": f"ladder {GAME} --bots casual,beginner --nodes 2000 -k 1500 --results {{0}}/kept --json {{0}}/table",
        "tournament": f"tournament {cup} --into {{0}}",
        "puzzles": f"lab puzzles {PROVED} --seed 3 --count 30 --into {{0}}/puzzles --kept {{0}}/kept",
    }[command]
    places = tmp_path / "one", tmp_path / "many"
    for place in places:
        place.mkdir()
    alone = spieltisch(*words.format(places[0]).split(), "--jobs", "1")
    together, killed = under_fire(machines, *words.format(places[1]).split(), "--ray", machines.address)
    assert {alone.returncode, together.returncode} == {0}, together.stderr.decode()
    assert {"process", "machine"} <= set(killed)
    if command == "tournament":
        played = [lab.read(place, "games").drop("seconds").to_dicts() for place in places]
        assert len(played[0]) >= 1500
        assert played[0] == played[1]
    else:
        made = [{file.name: file.read_bytes() for file in place.iterdir()} for place in places]
        assert made[0] == made[1]
