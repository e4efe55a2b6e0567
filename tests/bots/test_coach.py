"""The coach: warns before moves that lose much, says nothing to others, and sees no more than the seat does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench import coach as bench
from spieltisch import bots, games
from spieltisch.bots import Budget
from spieltisch.bots.coach import judge
from spieltisch.bots.racing import FEW_TABLES, RacingBot
from tests.tables import INTERPRETED, few, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spieltisch.bots.coach import Judgement
    from spieltisch.bots.racing import Flag
    from spieltisch.games import Table, View

KINDS = [("wampum", 3), ("wigwam", 2), ("amul", 3)]
ALL = [*KINDS, ("goofspiel", 3)] if "goofspiel" in games.names() else KINDS
NODES = few(3_000, 400)


def judged(table: Table, seat: int, move: str, nodes: int | None = None, seed: int = 1) -> Judgement:
    return judge(bots.get(table.game.name, "expert"), table.view(seat), move, Budget(nodes=nodes, seed=seed))


def test_whoever_gives_the_whole_hand_for_two_cards_is_warned() -> None:
    table = games.get("wampum").deal(3, seed=0)
    seat = table.waiting_for[0]
    hand = table.game.face.choices(table.view(seat)).hand  # type: ignore[attr-defined]
    said = judged(table, seat, f"bid 1 {hand}", few(0, 60) or None)
    assert said.warns or INTERPRETED
    assert not judged(table, seat, said.best.move, few(0, 60) or None).warns or INTERPRETED


def test_whoever_leaves_the_chief_to_be_captured_is_warned() -> None:
    # The dark chief on d7 may go to two points where he can be jumped over.
    table = games.get("wigwam").position("W.../w...W/tt...T/t...cTC/.W..../...WT/..W. d", 2)
    for careless in ("d7-c5", "d7-e5"):
        said = judged(table, 1, careless, NODES)
        assert said.warns
        assert not judged(table, 1, said.best.move, NODES).warns
        told = table.game.caution(table.view(1), careless, said.best.move)
        assert told is not None
        assert told.key == "wigwam.coach.chief"


@pytest.mark.parametrize(("name", "players"), ALL)
def test_every_move_can_be_judged(name: str, players: int) -> None:
    table = games.get(name).deal(players, 3, games.get(name).first_options)
    for number, (seat, move) in enumerate(walk(table, 3)):
        if number % 5 == 0:
            said = judged(table, seat, move, few(200, 20))
            assert table.is_legal(seat, said.best.move)
            assert said.made.move == move
            assert 0 <= said.made.value <= said.best.value <= 1


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_nodes_and_seed_reproduce_a_judgement(name: str, players: int) -> None:
    table = games.get(name).deal(players, 5, games.get(name).first_options)
    for number, (seat, move) in enumerate(walk(table, 5)):
        if number % 7 == 0:
            assert judged(table, seat, move, few(500, 20)) == judged(table, seat, move, few(500, 20))


@pytest.mark.parametrize(("name", "players"), [("wampum", 3), ("amul", 3)])
def test_what_a_seat_cannot_see_changes_no_judgement(name: str, players: int) -> None:
    table = games.get(name).deal(players, 8)
    for number, (seat, move) in enumerate(walk(table, 8)):
        if number % 9 == 0:
            view = table.view(seat)
            other = view.imagine(number)
            assert other.view(seat).state.tobytes() == view.state.tobytes()
            assert judged(other, seat, move, few(300, 20)) == judged(table, seat, move, few(300, 20))


@pytest.mark.skipif(INTERPRETED, reason="searches for minutes")
def test_a_small_sample_of_what_the_bench_measures_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "EXPERT_NODES", {"wampum": 12_000, "wigwam": 400_000, "amul": 12_000})
    rows = [
        row for name, players in KINDS for number in range(6) for row in bench.rows_of(name, players, number, 99, 4)
    ]
    found = bench.Sum.of(rows)
    assert found.costly >= 5
    assert found.holds, found.told()


# --- whoever is stopped, or asked about something else ------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [kind for kind in ALL if kind[0] != "wigwam"])
def test_a_judgement_that_nobody_waits_for_any_longer_ends(name: str, players: int) -> None:
    table, bot = games.get(name).deal(players, 3), bots.get(name, "expert")
    assert isinstance(bot, RacingBot)
    seat = table.waiting_for[0]
    budget = Budget(nodes=few(4_000, 200), seed=1)
    budget.cancel()
    said = judge(bot, table.view(seat), table.legal_moves(seat)[-1], budget)
    assert int(bot.run[0].playouts) == 0
    assert not said.warns, "nothing was seen"


def test_a_judgement_that_is_stopped_half_way_counts_the_tables_that_there_were() -> None:
    """Between two tables somebody sets the flag: the values are means all the same."""
    table, bot = games.get("wampum").deal(3, 3), bots.get("wampum", "expert")
    seat = table.waiting_for[0]
    assert isinstance(bot, RacingBot)
    compare = bot.compare

    def stopped(view: View, seat: int, moves: Sequence[int], _tables: int, seed: int, *_stop: Flag) -> None:
        compare(view, seat, moves, FEW_TABLES, seed)

    bot.compare = stopped  # type: ignore[method-assign, assignment]
    said = judge(bot, table.view(seat), table.legal_moves(seat)[-1], Budget(nodes=few(2_000, 200), seed=1))
    assert said.best.visits == FEW_TABLES
    assert said.best.value > 0.05


def test_a_move_that_was_not_considered_is_not_warned_of() -> None:
    table = games.get("wigwam").position("W.../w...W/tt...T/t...cTC/.W..../...WT/..W. d", 2)
    said = judged(table, 1, "a1-a3", few(2_000, 200))
    assert not said.warns
