"""Wampum's bots: they play by the rules, see no more than their seat, and the levels rise."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from spieltisch import bots, games
from spieltisch.bots import LEVELS, Budget
from spieltisch.bots.determinized import RACE
from spieltisch.bots.wampum import weights
from spieltisch.bots.wampum.fit import fit
from spieltisch.bots.wampum.looking import BID_FEATURES, DISCARD_FEATURES, MIND, STAGES
from spieltisch.bots.wampum.packs import as_goods, as_pack, cards_in, one_of_each
from spieltisch.bots.wampum.policy import guess_bids
from spieltisch.bots.wampum.search import line_up
from spieltisch.games import Table, chance
from spieltisch.games.records import blank
from tests.bots.duels import decide, play_out, share
from tests.bots.wampum_greedy import GreedyBot

GAME = games.get("wampum")
PLAYERS = pytest.mark.parametrize("players", GAME.seats)


# --- by the rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@PLAYERS
def test_every_level_makes_only_legal_moves(level: str, players: int) -> None:
    bot = bots.get("wampum", level)
    for deal in range(3):
        play_out(GAME.deal(players, seed=deal), [bot] * players, deal)  # Table.play refuses what is illegal


def test_mixed_levels_play_under_the_french_rule() -> None:
    seated = [bots.get("wampum", level) for level in LEVELS[1:]]
    for deal in range(5):
        play_out(GAME.deal(4, seed=deal, options={"removal": "french"}), seated, deal)


@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_bot_explains_its_choice_best_first(level: str) -> None:
    table = GAME.deal(3, seed=5)
    seat = table.waiting_for[0]
    bot = bots.get("wampum", level)
    move = decide(bot, table, seat)
    explained = bot.explain()
    assert explained[0].move == move
    assert all(table.is_legal(seat, candidate.move) for candidate in explained)
    assert all(0 <= candidate.value <= 1 for candidate in explained)
    assert all(one.visits >= other.visits for one, other in pairwise(explained))


# --- reproducible, and stopped when told ---------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_nodes_and_seed_reproduce_a_choice(level: str) -> None:
    for deal in range(5):
        table = GAME.deal(4, seed=deal)
        seat = table.waiting_for[0]
        first, second = bots.get("wampum", level), bots.get("wampum", level)
        assert decide(first, table, seat, deal, 400) == decide(second, table, seat, deal, 400)
        assert first.explain() == second.explain()


@pytest.mark.parametrize("level", ["skilled", "expert"])
def test_a_search_cancelled_before_it_starts_still_gives_a_legal_move(level: str) -> None:
    table = GAME.deal(5, seed=3)
    seat = table.waiting_for[0]
    budget = Budget(seconds=600)
    budget.cancel()
    assert table.is_legal(seat, bots.get("wampum", level).choose(table.view(seat), seat, budget))


def test_a_search_by_time_ends_and_gives_a_legal_move() -> None:
    table = GAME.deal(2, seed=3)
    seat = table.waiting_for[0]
    bot = bots.get("wampum", "expert")
    assert table.is_legal(seat, bot.choose(table.view(seat), seat, Budget(seconds=0.05)))
    assert bot.explain()[0].visits > 0


def test_the_search_spends_no_more_playouts_than_allowed() -> None:
    table = GAME.deal(3, seed=3)
    seat = table.waiting_for[0]
    bot = bots.get("wampum", "expert")
    for nodes in (0, 1, 100, 500):
        decide(bot, table, seat, 1, nodes)
        assert bot.spent <= nodes
    assert bot.spent > 400


def test_two_bots_at_one_table_do_not_disturb_each_other() -> None:
    table, other_table = GAME.deal(2, seed=1), GAME.deal(5, seed=2)
    seat, other_seat = table.waiting_for[0], other_table.waiting_for[0]
    alone = [decide(bots.get("wampum", "expert"), table, seat, step, 200) for step in range(4)]
    one, other = bots.get("wampum", "expert"), bots.get("wampum", "expert")
    beside = []
    for step in range(4):
        beside.append(decide(one, table, seat, step, 200))
        decide(other, other_table, other_seat, step, 200)
    assert beside == alone


# --- no peeking ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@PLAYERS
def test_changing_what_a_seat_cannot_see_never_changes_its_choice(level: str, players: int) -> None:
    bot = bots.get("wampum", level)
    table = GAME.deal(players, seed=players)
    step = 0
    while not table.over and step < 24:
        seat = table.waiting_for[0]
        view = table.view(seat)
        other = view.imagine(step)  # the same for this seat, different for everybody else
        assert other.view(seat).state.tobytes() == view.state.tobytes()
        assert decide(bot, other, seat, step) == decide(bot, table, seat, step)
        table.play(seat, decide(bot, table, seat, step))
        step += 1


def test_guessed_bids_keep_the_cards_of_the_imagined_table() -> None:
    mind = blank(MIND)
    mind[0].sharpness = 1.0
    mind[0].weights[:] = weights.fitted(5)
    for seed in range(20):
        table = GAME.deal(5, seed=seed)
        for _ in range(4):
            seat = table.waiting_for[0]
            table.play(seat, table.random_move(seat))
        seat = table.waiting_for[0]
        imagined = table.view(seat).imagine(seed)
        before = imagined.state.copy()
        luck = chance.seeded(seed)
        guess_bids(imagined.book[0], imagined.state[0], seat, mind[0], luck)
        s, was = imagined.state[0], before[0]
        assert np.array_equal(s.hand + s.bid, was.hand + was.bid)
        assert np.array_equal(s.bid.sum(axis=1), s.bid_size)
        assert imagined.view(seat).state.tobytes() == table.view(seat).state.tobytes()


# --- the last round is looked at whole -------------------------------------------------------------------


def test_the_last_bidder_of_the_last_round_ends_with_the_most_that_any_bid_gives() -> None:
    bot = bots.get("wampum", "expert")
    seated = [bots.get("wampum", "casual")] * 3
    looked = 0
    for deal in range(12):
        table = GAME.deal(3, seed=deal)
        while not (table.state[0].last_round and table.state[0].bids_made == 2 and table.state[0].phase == 0):
            seat = table.waiting_for[0]
            table.play(seat, decide(seated[seat], table, seat, deal))
        seat = table.waiting_for[0]
        found = line_up_moves(table, seat)
        ends = {move: end_of(table, seat, move) for move in table.legal_moves(seat)}
        assert max(ends[move] for move in found) == max(ends.values())
        assert decide(bot, table, seat, deal, 1000) in ends
        looked += 1
    assert looked == 12


def line_up_moves(table: Table, seat: int) -> list[str]:
    mind, run = blank(MIND), blank(RACE)
    mind[0].weights[:] = weights.fitted(table.players)
    line_up(table.book[0], table.view(seat).state[0], seat, run[0], mind[0], chance.seeded(1), 40)
    return [GAME.write_move(table.book[0], int(move)) for move in run[0].move[: run[0].count]]


def end_of(table: Table, seat: int, move: str) -> int:
    """Play a last bid; where somebody still decides afterwards, only what is sure counts."""
    after = table.copy()
    after.play(seat, move)
    while not after.over:
        waiting = after.waiting_for[0]
        after.play(waiting, after.legal_moves(waiting)[0])
    outcome = after.outcome
    assert outcome is not None
    return outcome.scores[seat]


# --- the levels rise -------------------------------------------------------------------------------------


def test_a_beginner_beats_random_play_clearly() -> None:
    for players in GAME.seats:
        even = 1 / players
        assert share(bots.get("wampum", "beginner"), bots.get("wampum", "random"), players, 15) > 2 * even * 0.85


def test_a_casual_player_beats_beginners() -> None:
    for players, least in ((2, 0.65), (4, 0.35)):
        assert share(bots.get("wampum", "casual"), bots.get("wampum", "beginner"), players, 15) > least


def test_a_short_search_beats_the_greedy_player() -> None:
    for players, least in ((2, 0.6), (4, 0.45)):
        assert share(bots.get("wampum", "expert"), GreedyBot(), players, 8, nodes=150) > least


# --- parts ---------------------------------------------------------------------------------------------------


def test_cards_packed_into_one_integer() -> None:
    move = GAME.read_move(GAME.empty_table(2).book[0], "bid 1 CCCCFTTSS")
    pack = as_pack(move)
    assert as_goods(pack) | 0 == move
    assert cards_in(pack) == 9
    assert cards_in(one_of_each(pack)) == 4


@PLAYERS
def test_the_weights_are_there_for_every_stage(players: int) -> None:
    assert weights.fitted(players).shape == (len(STAGES), len(BID_FEATURES) + len(DISCARD_FEATURES))


def test_fitting_is_reproducible_and_its_file_can_be_read() -> None:
    one, two = fit(3, 400, seed=7, batch=100), fit(3, 400, seed=7, batch=100)
    assert np.array_equal(one, two)
    assert f"[{', '.join(f'{weight:.3f}' for weight in one[0])}]" in weights.write({3: one}, 400, 7)
