"""Bots that know nothing but the rules: any game is playable at once. Our own games are the test bed.

Wampum and Amul hide things, so moves race over imagined tables; in Wigwam all lies open, so a tree grows.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from scipy.stats import binomtest

from spieltisch import games
from spieltisch._cache import rooms_together
from spieltisch.bots import LEVELS, Budget, generic
from spieltisch.bots.generic.racing import race_in
from spieltisch.games.compiled import sources_of
from tests.bots.duels import decide, play_out
from tests.bots.generic_choices import choices
from tests.bots.wigwam_endings import CHIEF_IN_DANGER, FORCED_WINS, WIN_IN_ONE, nobody_wins_after
from tests.tables import INTERPRETED

if TYPE_CHECKING:
    from spieltisch.games import Table

KINDS = [("wampum", 2), ("wampum", 5), ("amul", 8), ("wigwam", 2)]
every_kind = pytest.mark.parametrize(("name", "players"), KINDS)
THINKING = LEVELS[1:]


def later(name: str, players: int, deal: int, moves: int = 0) -> Table:
    """A table after some random moves."""
    table = games.get(name).deal(players, seed=deal)
    for _ in range(moves):
        seat = table.waiting_for[0]
        table.play(seat, table.random_move(seat))
    return table


def ending(text: str) -> Table:
    return games.get("wigwam").position(text, options={"setup": "standard"})


# --- which way to think ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "lies_open"),
    [
        ("wampum", {}, False),
        ("amul", {}, False),
        ("wigwam", {}, True),
        ("wigwam", {"setup": "standard", "forced_capture": "huff"}, True),
        ("wigwam", {"setup": "hidden"}, False),
    ],
)
def test_a_game_lies_open_when_nothing_is_ever_concealed(name: str, options: dict[str, str], lies_open: bool) -> None:
    game = games.get(name)
    assert generic.is_open(game, game.seats[-1], options) == lies_open


def test_all_levels_have_a_budget_and_it_grows() -> None:
    assert tuple(generic.LEVELS) == THINKING
    playouts = [generic.LEVELS[level].playouts for level in THINKING]
    assert playouts == sorted(set(playouts))


# --- by the rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@every_kind
def test_every_level_makes_only_legal_moves(level: str, name: str, players: int) -> None:
    bot = generic.GenericBots(name).bot(level)
    play_out(games.get(name).deal(players, seed=4), [bot] * players, nodes=40)  # Table.play refuses what is illegal


def test_a_hidden_set_up_with_more_moves_than_can_race_is_arranged() -> None:
    table = games.get("wigwam").deal(2, options={"setup": "hidden"})
    bot = generic.GenericBots("wigwam").bot("expert")
    move = decide(bot, table, 0, nodes=2000)
    assert table.is_legal(0, move)
    assert len({candidate.move for candidate in bot.explain()}) == len(bot.explain()) == 64


@pytest.mark.parametrize("level", THINKING)
@every_kind
def test_a_bot_explains_its_choice_with_values(level: str, name: str, players: int) -> None:
    table = later(name, players, 5, 3)
    seat = table.waiting_for[0]
    bot = generic.GenericBots(name).bot(level)
    move = decide(bot, table, seat, nodes=300)
    explained = bot.explain()
    assert explained[0].move == move
    assert len({candidate.move for candidate in explained}) == len(explained) > 1
    assert all(table.is_legal(seat, candidate.move) for candidate in explained)
    assert all(0 <= candidate.value <= 1 for candidate in explained)
    assert explained[0].visits == max(candidate.visits for candidate in explained) > 0


def test_a_long_budget_explains_every_move_of_a_short_list() -> None:
    table = later("amul", 4, 2)
    bot = generic.GenericBots("amul").bot("expert")
    decide(bot, table, 1, nodes=500)
    assert sorted(candidate.move for candidate in bot.explain()) == table.legal_moves(1)


def test_the_line_behind_a_move_can_be_played() -> None:
    table = games.get("wigwam").deal(2, options={"setup": "standard"})
    bot = generic.GenericBots("wigwam").bot("expert")
    decide(bot, table, 0, nodes=3000)
    best = bot.explain()[0]
    assert best.line
    for move in (best.move, *best.line):
        table.play(table.waiting_for[0], move)


# --- reproducible, and stopped when told ---------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@every_kind
def test_nodes_and_seed_reproduce_a_choice(level: str, name: str, players: int) -> None:
    table, other = later(name, players, 1, 6), later(name, players, 2)
    seat = table.waiting_for[0]
    first, second = generic.GenericBots(name).bot(level), generic.GenericBots(name).bot(level)
    decide(second, other, other.waiting_for[0], 9, 200)  # what it did before plays no part
    assert decide(first, table, seat, 7, 200) == decide(second, table, seat, 7, 200)
    assert first.explain() == second.explain()


@every_kind
def test_no_more_games_are_played_out_than_allowed(name: str, players: int) -> None:
    table = later(name, players, 3)
    seat = table.waiting_for[0]
    bot = generic.GenericBots(name).bot("expert")
    for nodes in (0, 1, 7, 100, 500):
        assert table.is_legal(seat, decide(bot, table, seat, 1, nodes))
        assert bot.spent <= nodes
    assert bot.spent > 400


@every_kind
def test_a_search_cancelled_before_it_starts_still_gives_a_legal_move(name: str, players: int) -> None:
    table = later(name, players, 3)
    seat = table.waiting_for[0]
    budget = Budget(seconds=600)
    budget.cancel()
    assert table.is_legal(seat, generic.GenericBots(name).bot("expert").choose(table.view(seat), seat, budget))


@every_kind
def test_a_search_without_end_ends_when_it_is_cancelled(name: str, players: int) -> None:
    table = later(name, players, 3)
    seat = table.waiting_for[0]
    budget = Budget(seconds=600)
    threading.Timer(0.05, budget.cancel).start()
    assert table.is_legal(seat, generic.GenericBots(name).bot("expert").choose(table.view(seat), seat, budget))


@pytest.mark.skipif(INTERPRETED, reason="compares compiled bots with interpreted ones")
@pytest.mark.parametrize(("name", "players", "nodes"), [("wampum", 3, 60), ("wigwam", 2, 20)])
def test_interpreted_and_compiled_bots_consider_the_same(name: str, players: int, nodes: int) -> None:
    script = Path(__file__).with_name("generic_choices.py")
    interpreted = subprocess.run(
        [sys.executable, str(script), name, str(players), str(nodes)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert interpreted == choices(name, players, nodes)


def test_what_is_bound_to_a_game_is_kept_by_the_sources_of_both() -> None:
    rooms = rooms_together(sources_of(race_in(games.get("wampum"))))
    assert rooms == ("games", "games/wampum", "bots", "bots/generic")


# --- no peeking ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), KINDS[:-1])
def test_changing_what_a_seat_cannot_see_never_changes_its_choice(name: str, players: int) -> None:
    bot = generic.GenericBots(name).bot("skilled")
    table = later(name, players, players)
    for number in range(12):
        seat = table.waiting_for[-1]
        view = table.view(seat)
        other = view.imagine(number)  # the same for this seat, different for everybody else
        before = view.state.tobytes()
        move = bot.choose(view, seat, Budget(nodes=100, seed=number))
        assert view.state.tobytes() == before
        assert decide(bot, other, seat, number, 100) == move
        table.play(seat, move)


# --- strength --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", THINKING[1:])
def test_a_win_in_one_is_found(level: str) -> None:
    table = ending(WIN_IN_ONE)
    bot = generic.GenericBots("wigwam").bot(level)
    for seed in range(5):
        assert decide(bot, table, 0, seed, 300) == "d3xd4-d5"
        assert bot.explain()[0].value == 1


def test_a_chief_in_danger_is_saved() -> None:
    table = ending(CHIEF_IN_DANGER)
    bot = generic.GenericBots("wigwam").bot("expert")
    for seed in range(3):
        assert nobody_wins_after(table, decide(bot, table, 0, seed, 20_000))


@pytest.mark.parametrize(("text", "move"), FORCED_WINS)
def test_a_forced_win_is_proved_and_carried_out(text: str, move: str) -> None:
    table = ending(text)
    seat = table.waiting_for[0]
    expert = generic.GenericBots("wigwam").bot("expert")
    assert decide(expert, table, seat, nodes=100_000) == move
    assert expert.explain()[0].value == 1
    assert expert.spent < 100_000  # it knows when it has seen enough
    table.play(seat, move)
    outcome = play_out(table, [expert, expert], nodes=50_000).outcome
    assert outcome is not None
    assert outcome.winners == [seat]


def test_the_other_one_is_seen_to_win_whatever_is_done() -> None:
    # Light's chief is attacked from d4 and shut in.
    table = ending("tW../...../.w.CWT/c.w..TT/tt..../w.w.W/...W l")
    table.play(0, "d3-c3")
    bot = generic.GenericBots("wigwam").bot("expert")
    decide(bot, table, 1, nodes=50_000)
    assert {candidate.value for candidate in bot.explain()} == {0}


@pytest.mark.parametrize(
    ("name", "players", "level", "deals"), [("wampum", 2, "casual", 10), ("wampum", 4, "skilled", 6)]
)
def test_imagining_beats_random_play(name: str, players: int, level: str, deals: int) -> None:
    wins = 0
    bot, others = generic.GenericBots(name).bot(level), generic.GenericBots(name).bot("random")
    for deal in range(deals):
        for seat in range(players):
            seated = [bot if other == seat else others for other in range(players)]
            outcome = play_out(games.get(name).deal(players, seed=deal), seated, deal + 1, 400).outcome
            assert outcome is not None
            wins += outcome.winners == [seat]
    assert binomtest(wins, deals * players, 1 / players, alternative="greater").pvalue < 0.001
