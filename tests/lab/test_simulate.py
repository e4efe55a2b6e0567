"""Many games by anybody, on any number of cores: the same games, the same sums, the same bytes."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from spieltisch import games
from spieltisch.cli import app
from spieltisch.games import chance
from spieltisch.lab import seating, simulate, verifying
from spieltisch.lab.simulate import Plan, run
from spieltisch.lab.sums import Summary, mean_and_margin
from spieltisch.lab.verifying import LINES, check, verify
from spieltisch.match import BadRecord, read_line, write_line
from spieltisch.match import verify as check_slowly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spieltisch.lab.simulate import Simulated

every_name = pytest.mark.parametrize("name", games.names())
FEW = 60


def summed(plan: Plan, count: int, jobs: int = 1, *, records: bool = False) -> tuple[Summary, bytes]:
    """Play and put the parts together."""
    summary, lines = Summary(plan.players), b""
    for part in run(plan, count, jobs, records=records):
        summary.join(part.summary)
        lines += part.lines
    return summary, lines


def assert_same(one: Summary, other: Summary) -> None:
    for field in one.sums.dtype.names or ():
        if field not in ("points", "reasons"):
            assert np.array_equal(one.sums[field], other.sums[field]), field
    assert one.reasons == other.reasons
    assert one.faults == other.faults


# --- sums ---------------------------------------------------------------------------------------------------------


@every_name
def test_compiled_sums_are_what_the_games_one_by_one_come_to(name: str) -> None:
    for players in {games.get(name).seats[0], games.get(name).seats[-1]}:
        summary, _ = summed(Plan(name, players, 3), FEW)
        played = list(simulate.simulate(games.get(name), players, FEW, 3))
        ends = [one.table.outcome for one in played]
        assert summary.games == FEW
        assert summary.reasons == Counter(end.reason for end in ends if end)
        assert summary.moves == pytest.approx(mean_and_margin([len(one.moves) for one in played]))
        assert summary.ties == pytest.approx(mean_and_margin([float(len(end.winners) > 1) for end in ends if end]))
        for seat in range(players):
            assert summary.score(seat) == pytest.approx(mean_and_margin([end.scores[seat] for end in ends if end]))
            shares = [(seat in end.winners) / len(end.winners) for end in ends if end]
            assert summary.win_share(seat) == pytest.approx(mean_and_margin(shares))
        assert summary.rounds == rounds_of(played)


def rounds_of(played: list[Simulated]) -> tuple[int, int] | None:
    """The fewest and the most rounds, from the tables."""
    if "round_number" not in (played[0].table.game.state_dtype.names or ()):
        return None
    found = [one.table.read("round_number") for one in played]
    return min(found), max(found)


def test_every_way_to_end_is_counted_by_its_name() -> None:
    """Bots without foresight end games in more ways than one; the sums ask the game for the names."""
    found = {name: summed(Plan(name, games.get(name).seats[0], 1), 5000)[0].reasons for name in games.names()}
    assert max(map(len, found.values())) >= 2
    assert {sum(reasons.values()) for reasons in found.values()} == {5000}


def test_games_are_seeded_as_deals_are() -> None:
    plan = Plan(games.names()[0], 4, 11)
    one_by_one = [chance.seeded(plan.game, 4, 11, number) for number in range(90, 110)]
    assert np.array_equal(simulate.chances_for(plan, range(90, 110)), np.stack(one_by_one))


# --- any number of cores ------------------------------------------------------------------------------------------


@every_name
def test_the_number_of_jobs_changes_no_sum(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "TALLIED", 16)
    plan = Plan(name, games.get(name).seats[0], 5)
    assert_same(summed(plan, 100, jobs=1)[0], summed(plan, 100, jobs=3)[0])


def test_the_number_of_jobs_changes_no_byte() -> None:
    """Records of players who think, in one process and in two; and as one game after the other writes them."""
    name = games.names()[0]
    players = games.get(name).seats[0]
    plan = Plan(name, players, 5, seats=("casual", *["beginner"] * (players - 1)), nodes=8)
    alone, together = summed(plan, 5, 1, records=True), summed(plan, 5, 2, records=True)
    assert alone[1] == together[1]
    assert_same(alone[0], together[0])
    assert alone[1].startswith(summed(plan, 3, 1, records=True)[1])


@every_name
def test_records_are_those_of_one_game_after_the_other_and_verify(name: str) -> None:
    players = games.get(name).seats[-1]
    _, lines = summed(Plan(name, players, 9), 20, records=True)
    played = simulate.simulate(games.get(name), players, 20, 9)
    assert lines == b"".join(write_line(one.record()) for one in played)
    assert [(part.good, part.mistakes) for part in verify(lines.splitlines(), 1, "en")] == [(20, [])]


def test_interrupted_it_says_how_far_it_was_and_leaves_whole_lines_and_no_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = simulate.run

    def cut_off(*given: Any, **settings: Any) -> Iterator[simulate.Done]:
        yield from islice(whole(*given, **settings), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "BATCH", 3)
    monkeypatch.setattr(simulate, "run", cut_off)
    name, file, folder = games.names()[0], tmp_path / "games.jsonl", tmp_path / "columns"
    words = ["simulate", name, "-k", "60", "-j", "1", "--records", str(file), "--parquet", str(folder)]
    ended = CliRunner().invoke(app, words)
    assert (ended.exit_code, ended.stderr) == (130, "Interrupted after 6 of 60 games.\n")
    assert "games 6" in ended.stdout
    assert [part.good for part in verify(file.read_bytes().splitlines(), 1, "en")] == [6]
    assert not list(folder.iterdir())


# --- any players --------------------------------------------------------------------------------------------------


def test_players_that_think_beat_those_that_do_not() -> None:
    for name in games.names():
        players = games.get(name).seats[0]
        summary, _ = summed(Plan(name, players, 2, seats=("casual", *["random"] * (players - 1)), nodes=50), 6)
        assert summary.win_share(0)[0] > 1.5 / players


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("expert", "1 names for 2 seats; name one for each seat."),
        ("expert,strong", 'There is no player "strong"; choose from: random, beginner, casual, skilled, expert'),
        ("expert,master", 'There is no player "master"; choose from: random, beginner, casual, skilled, expert'),
        ("expert,engine:", 'there is no program ""'),
        ("expert,engine:no-such-program -x", 'there is no program "no-such-program"; write engine:COMMAND.'),
        ("expert,engine:a 'b", "is not a command: No closing quotation."),
    ],
)
def test_seats_that_nobody_can_take_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(seating.BadSeats, match=sentence.replace("(", r"\(")):
        seating.read(text, "wampum", 2)


def test_a_level_that_a_game_has_above_the_others_may_take_a_seat() -> None:
    assert seating.read("master,expert,random", "amul", 3) == ["master", "expert", "random"]


def test_commands_with_commas_stand_in_quotes() -> None:
    names = seating.read(f'random, "engine:{sys.executable} -c a,b"', "wampum", None)
    assert names == ["random", f"engine:{sys.executable} -c a,b"]


ENGINE = Path(__file__).parents[2] / "examples" / "engine.py"


def test_programs_play_and_a_fault_costs_the_game_and_not_the_simulation(tmp_path: Path) -> None:
    """One program plays, one names a move that nobody knows."""
    name = games.names()[0]
    players = games.get(name).seats[0]
    bad = tmp_path / "bad.py"
    bad.write_text(
        "import sys\nfor line in sys.stdin:\n    print('ready' if line[:2] in ('he', 'ga') else 'move x', flush=True)\n"
    )
    for file, faults in ((ENGINE, 0), (bad, 2)):
        seats = (f"engine:{sys.executable} {file}", *["random"] * (players - 1))
        summary, lines = summed(Plan(name, players, 4, seats=seats), 2, records=True)
        assert summary.games == 2
        assert summary.faults == (Counter({(0, "illegal"): 2}) if faults else Counter())
        for line in lines.splitlines():
            record = read_line(line)
            check_slowly(record)
            assert record.forfeited == ([0] if faults else [])
        if faults:
            assert summary.win_share(0)[0] == 0
            assert fmean(summary.win_share(seat)[0] for seat in range(1, players)) == pytest.approx(1 / (players - 1))


# --- verifying ----------------------------------------------------------------------------------------------------


def swap_moves(raw: dict[str, list[object]]) -> None:
    raw["moves"][0], raw["moves"][-1] = raw["moves"][-1], raw["moves"][0]


def respell(raw: dict[str, list[list[str]]]) -> None:
    raw["moves"][0][1] = f" {raw['moves'][0][1]}"


def stop_early(raw: dict[str, list[object]]) -> None:
    raw["moves"].pop()


def go_on(raw: dict[str, list[object]]) -> None:
    raw["moves"].append(raw["moves"][-1])


def lie(raw: dict[str, dict[str, list[int]]]) -> None:
    raw["result"]["scores"][0] += 1


def claim(raw: dict[str, dict[str, str]]) -> None:
    raw["proof"]["salt"] = "0" * 32


def spoil_deal(raw: dict[str, dict[str, object]]) -> None:
    raw["deal"]["sun"] = 1


def crowd(raw: dict[str, int]) -> None:
    raw["players"] = 63


def foreign_seat(raw: dict[str, list[list[int]]]) -> None:
    raw["moves"][0][0] = 63


@every_name
@pytest.mark.parametrize("spoil", [swap_moves, respell, stop_early, go_on, lie, claim, spoil_deal, crowd, foreign_seat])
def test_many_at_once_find_the_mistakes_that_one_finds(name: str, spoil: Callable[[object], None]) -> None:
    _, lines = summed(Plan(name, games.get(name).seats[-1], 9), 1, records=True)
    raw = msgspec.json.decode(lines)
    spoil(raw)
    record = read_line(msgspec.json.encode(raw))
    with pytest.raises(BadRecord) as slow:
        check_slowly(record)
    with pytest.raises(BadRecord) as quick:
        check(record)
    assert str(quick.value) == str(slow.value)


def test_records_of_several_kinds_with_mistakes_between_them_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves of one kind are played together; a bad deal, or a bad move, harms no neighbour."""
    monkeypatch.setattr(verifying, "TOGETHER", 7)
    lines, expected = [], []
    for number in range(3):
        for name in games.names():
            for players in {games.get(name).seats[0], games.get(name).seats[-1]}:
                _, written = summed(Plan(name, players, number), 2, records=True)
                raw = msgspec.json.decode(written.splitlines()[1])
                (swap_moves, stop_early, spoil_deal)[number](raw)
                lines += [*written.splitlines(), msgspec.json.encode(raw)]
    for number, line in enumerate(lines, start=1):
        with suppress(BadRecord):
            check_slowly(read_line(line))
            continue
        expected.append(number)
    told = list(verify(lines, 1, "en"))
    assert [mistake.partition(":")[0].partition(",")[0] for part in told for mistake in part.mistakes] == [
        f"line {number}" for number in expected
    ]
    assert len(expected) == len(lines) // 3
    assert sum(part.good for part in told) == len(lines) - len(expected)


@every_name
def test_results_of_many_are_those_of_each(name: str) -> None:
    for players in games.get(name).seats:
        batch = simulate.Batch(Plan(name, players, 4), range(FEW))
        game, book = batch.empty.game, batch.empty.book[0]
        assert game.outcomes(book, batch.states) == [one.table.outcome for one in batch.games()]


def test_mistakes_are_told_with_their_lines_however_many_lie_before_them() -> None:
    _, lines = summed(Plan(games.names()[0], games.get(games.names()[0]).seats[0], 1), 1, records=True)
    good = lines.splitlines()[0]
    told = list(verify([*[good] * LINES, b"", b"{}", good], 1, "en"))
    assert [part.good for part in told] == [LINES, 1]
    assert [mistake.partition(":")[0] for part in told for mistake in part.mistakes] == [f"line {LINES + 2}"]
