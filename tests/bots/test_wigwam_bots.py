"""Wigwam's bots: they play by the rules, see what is to be seen, find what wins, and the levels rise."""

from __future__ import annotations

import threading
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest

from spieltisch import bots, games
from spieltisch.bots import LEVELS, Budget
from spieltisch.bots.wigwam import fit as fitting
from spieltisch.bots.wigwam import setups, weights
from spieltisch.bots.wigwam.evaluation import ZONE, ZONES, evaluate, set_weights, winning_chance
from spieltisch.bots.wigwam.mind import MIND
from spieltisch.games.records import blank
from spieltisch.games.wigwam.board import CELLS
from tests.bots.duels import decide, play_out, share
from tests.bots.wigwam_endings import CHIEF_IN_DANGER, FORCED_WINS, WIN_IN_ONE, nobody_wins_after
from tests.bots.wigwam_two_ply import TwoPlyBot

if TYPE_CHECKING:
    from spieltisch.games import Table

GAME = games.get("wigwam")
SETUPS = ("alternate", "hidden", "standard")
CONTINUATIONS = ("optional", "compulsory")
FORCES = ("enforce", "huff")
SEARCHING = ("casual", "skilled", "expert")
SOME = 300
"""Nodes enough to look a few moves ahead."""


def position(text: str, **options: str) -> Table:
    return GAME.position(text, options={"setup": "standard", **options})


# --- by the rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("setup", "continuation", "forced_capture"), list(product(SETUPS, CONTINUATIONS, FORCES)))
def test_every_level_makes_only_legal_moves(level: str, setup: str, continuation: str, forced_capture: str) -> None:
    options = {"setup": setup, "continuation": continuation, "forced_capture": forced_capture}
    bot = bots.get("wigwam", level)
    play_out(GAME.deal(2, options=options), [bot, bot], 7, SOME)  # Table.play refuses what is illegal


@pytest.mark.parametrize("level", LEVELS[1:])
@pytest.mark.parametrize("setup", SETUPS)
def test_a_bot_explains_its_choice(level: str, setup: str) -> None:
    table = GAME.deal(2, options={"setup": setup})
    bot = bots.get("wigwam", level)
    move = decide(bot, table, 0, nodes=SOME)
    explained = bot.explain()
    assert explained[0].move == move
    assert len({candidate.move for candidate in explained}) == len(explained)
    assert all(table.is_legal(0, candidate.move) for candidate in explained)
    assert all(0 <= candidate.value <= 1 for candidate in explained)


def test_the_line_behind_the_chosen_move_can_be_played() -> None:
    table = GAME.deal(2, options={"setup": "standard"})
    bot = bots.get("wigwam", "expert")
    decide(bot, table, 0, nodes=20_000)
    best = bot.explain()[0]
    assert len(best.line) >= 3
    for move in (best.move, *best.line):
        table.play(table.waiting_for[0], move)


def test_in_huff_mode_a_line_holds_the_huff_and_the_move_after_it() -> None:
    # Dark has failed to capture with the warrior on d4.
    table = position("..../...../w...../c.w.W../....../...../...C l h=d5", forced_capture="huff")
    bot = bots.get("wigwam", "expert")
    move = decide(bot, table, 0, nodes=5000)
    assert move == "huff d5"
    assert bot.explain()[0].value > 0.9


# --- reproducible, and stopped when told ---------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("setup", SETUPS)
def test_nodes_and_seed_reproduce_a_choice(level: str, setup: str) -> None:
    first, second = bots.get("wigwam", level), bots.get("wigwam", level)
    decide(second, GAME.deal(2, options={"setup": "standard"}), 0, nodes=SOME)  # what it did before plays no part
    table = GAME.deal(2, options={"setup": setup})
    for step in range(8):
        seat = table.waiting_for[0]
        move = decide(first, table, seat, step, 3000)
        assert decide(second, table, seat, step, 3000) == move
        assert first.explain() == second.explain()
        table.play(seat, move)


@pytest.mark.parametrize("level", SEARCHING)
def test_a_search_cancelled_before_it_starts_still_gives_a_legal_move(level: str) -> None:
    table = GAME.deal(2, options={"setup": "standard"})
    budget = Budget(seconds=600)
    budget.cancel()
    assert table.is_legal(0, bots.get("wigwam", level).choose(table.view(0), 0, budget))


def test_a_search_without_limits_ends_when_it_is_cancelled() -> None:
    table = GAME.deal(2, options={"setup": "standard"})
    budget = Budget(seconds=600)
    threading.Timer(0.05, budget.cancel).start()
    assert table.is_legal(0, bots.get("wigwam", "expert").choose(table.view(0), 0, budget))


def test_a_search_by_time_ends_and_gives_a_legal_move() -> None:
    table = GAME.deal(2, options={"setup": "standard"})
    bot = bots.get("wigwam", "expert")
    assert table.is_legal(0, bot.choose(table.view(0), 0, Budget(seconds=0.05)))


def test_two_bots_at_one_table_do_not_disturb_each_other() -> None:
    alone = play_out(GAME.deal(2), [bots.get("wigwam", "expert")] * 2, nodes=SOME).position
    beside = play_out(GAME.deal(2), [bots.get("wigwam", "expert"), bots.get("wigwam", "expert")], nodes=SOME).position
    assert alone == beside


def test_a_search_leaves_the_view_as_it_was() -> None:
    view = GAME.deal(2, options={"setup": "standard"}).view(0)
    before = view.state.tobytes()
    bots.get("wigwam", "expert").choose(view, 0, Budget(nodes=2000))
    assert view.state.tobytes() == before


# --- tactics -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS[1:])
@pytest.mark.parametrize("forced_capture", FORCES)
def test_every_level_takes_the_chief_when_it_can(level: str, forced_capture: str) -> None:
    table = position(WIN_IN_ONE, forced_capture=forced_capture)
    bot = bots.get("wigwam", level)
    assert {decide(bot, table, 0, seed, SOME) for seed in range(5)} == {"d3xd4-d5"}
    assert bot.explain()[0].value > 0.99


@pytest.mark.parametrize("level", SEARCHING)
def test_whoever_looks_ahead_saves_the_chief(level: str) -> None:
    table = position(CHIEF_IN_DANGER)
    bot = bots.get("wigwam", level)
    for seed in range(5):
        assert nobody_wins_after(table, decide(bot, table, 0, seed, 3000))


@pytest.mark.parametrize(("text", "move"), FORCED_WINS)
def test_a_sacrifice_that_drags_the_chief_into_the_open_is_found(text: str, move: str) -> None:
    table = position(text)
    seat = table.waiting_for[0]
    expert = bots.get("wigwam", "expert")
    assert decide(expert, table, seat, nodes=20_000) == move
    assert expert.explain()[0].value > 0.99
    table.play(seat, move)
    outcome = play_out(table, [expert, expert], nodes=20_000).outcome
    assert outcome is not None
    assert outcome.winners == [seat]
    assert outcome.reason == "chief"


def test_a_winner_does_not_repeat_himself() -> None:
    """Ahead by far, the expert finishes the game, whatever the loser does."""
    for seed in range(2):
        table = position("..../...../w.w.../cww..../..w.../...T./..CW l")
        outcome = play_out(table, [bots.get("wigwam", "expert"), bots.get("wigwam", "skilled")], seed, 40_000).outcome
        assert outcome is not None
        assert outcome.winners == [0]


def test_a_loser_takes_the_draw_by_repetition() -> None:
    # Light is hopelessly behind; its chief has been to a1 twice.
    table = position("...w/c..../....../......./....../W..../WWWC l")
    moves = ["b1-a1", "g4-f4", "a1-a2", "f4-g4", "a2-a1", "g4-f4", "a1-a2", "f4-g4"]
    for number, move in enumerate(moves):
        table.play(number % 2, move)
    bot = bots.get("wigwam", "expert")
    assert decide(bot, table, 0, nodes=5000) == "a2-a1"
    assert 0.3 < bot.explain()[0].value < 0.5  # it would have liked to win
    table.play(0, "a2-a1")
    assert table.outcome is not None
    assert table.outcome.reason == "repetition"


# --- no peeking ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_hidden_arrangement_never_changes_the_choice(level: str) -> None:
    bot = bots.get("wigwam", level)
    arrangements = GAME.deal(2, options={"setup": "hidden"}).legal_moves(0)
    choices = set()
    for seen in arrangements[::190]:
        table = GAME.deal(2, options={"setup": "hidden"})
        table.play(0, seen)
        choices.add(decide(bot, table, 1, 5, SOME))
    assert len(choices) == 1


# --- set-ups -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_hidden_set_ups_cannot_be_predicted_and_are_good(seat: int) -> None:
    bot = bots.get("wigwam", "expert")
    table = GAME.deal(2, options={"setup": "hidden"})
    drawn = [decide(bot, table, seat, seed, SOME) for seed in range(60)]
    assert len(set(drawn)) > 6
    worth = {move: setups.worths(seat)[number] for number, move in enumerate(in_table_order(table, seat))}
    assert np.mean([worth[move] for move in drawn]) > np.quantile(list(worth.values()), 0.9)


def in_table_order(table: Table, seat: int) -> list[str]:
    return [GAME.write_move(table.book[0], int(move)) for move in table.move_numbers(seat)]


def test_a_set_up_that_somebody_else_began_is_finished() -> None:
    table = GAME.deal(2)
    for seat, move in ((0, "T@d3"), (1, "C@b4"), (0, "C@f2"), (1, "T@d7")):
        table.play(seat, move)
    play_out(table, [bots.get("wigwam", "skilled"), bots.get("wigwam", "expert")], nodes=SOME)


def test_mirrored_arrangements_are_worth_the_same() -> None:
    kinds = setups.KINDS
    mirror = [fitting.mirrored(place) for place in range(11)]
    table = weights.arrangements()
    assert np.allclose(setups.worth_of(kinds, table), setups.worth_of(kinds[:, mirror], table))
    assert np.allclose(setups.worths(0), setups.worth_of(kinds, table))


# --- what a position is worth ----------------------------------------------------------------------------


def test_both_sides_of_the_board_are_valued_alike() -> None:
    mind = blank(MIND)
    set_weights(mind[0], weights.evaluation())
    table = GAME.deal(2, options={"setup": "standard"})
    bot = bots.get("wigwam", "skilled")
    for step in range(20):
        text = table.position
        board, mover = text.split()[:2]
        turned = board[::-1].swapcase() + (" d" if mover == "l" else " l")
        flipped = "/".join(reversed(board.split("/"))) + f" {mover}"
        if not table.state[0].capturers:
            values = {int(evaluate(position(same).state[0], mind[0])) for same in (text, turned, flipped)}
            assert len(values) == 1
        seat = table.waiting_for[0]
        table.play(seat, decide(bot, table, seat, step, SOME))
        if table.over:
            break


def test_zones_cover_the_board_for_both_seats() -> None:
    for seat in range(2):
        assert sorted({int(ZONE[seat, cell]) for cell in CELLS}) == list(range(ZONES))
    assert winning_chance(0) == 0.5


def test_fitting_is_reproducible_and_its_file_can_be_read() -> None:
    first, second = (fitting.fit(12, seed=3, rounds=2, nodes=50) for _ in range(2))
    for one, other in zip(first, second, strict=True):
        assert np.array_equal(one, other)
    text = weights.write(weights.evaluation(), weights.arrangements(), "the command")
    assert text.splitlines()[4:] == weights.FILE.read_text().splitlines()[4:]


# --- strength ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("better", "worse"), [("beginner", "random"), ("casual", "beginner"), ("skilled", "casual")])
def test_the_levels_rise(better: str, worse: str) -> None:
    assert share(bots.get("wigwam", better), bots.get("wigwam", worse), 2, 10, 60_000) > 0.6


def test_the_expert_beats_a_player_who_looks_two_plies_ahead() -> None:
    assert share(bots.get("wigwam", "expert"), TwoPlyBot(), 2, 2, 30_000) >= 0.75
