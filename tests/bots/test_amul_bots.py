"""Amul's bots: they play by the rules, see no more than their seat, and the levels rise."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from spieltisch import bots, games
from spieltisch.bots import Budget
from spieltisch.bots.amul import guide, weights
from spieltisch.bots.amul.fit import CHOICES, fit, list_choices
from spieltisch.bots.amul.looking import SHAPE, STAGE_OF, look_at_areas, return_to_start, step, take_to_heart
from spieltisch.bots.amul.policy import logit_of, quick_move, take_back_choices
from spieltisch.games import Table, chance
from spieltisch.games.amul.cards import house, house_text
from spieltisch.games.amul.choosing import VERB
from spieltisch.games.amul.state import NOTHING, TAKE
from spieltisch.games.records import blank
from tests.bots.amul_greedy import GreedyBot
from tests.bots.duels import SOME, decide, play_out, share

if TYPE_CHECKING:
    from pathlib import Path

GAME = games.get("amul")
LEVELS = bots.levels_of("amul")
SEARCHING = ("skilled", "expert", "master")
DRAWS = 4000


def later(players: int, deal: int, moves: int) -> Table:
    """A table after some random moves."""
    table = GAME.deal(players, seed=deal)
    for _ in range(moves):
        seat = table.waiting_for[0]
        table.play(seat, table.random_move(seat))
    return table


# --- by the rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [3, 5, 8])
def test_every_level_makes_only_legal_moves(level: str, players: int) -> None:
    bot = bots.get("amul", level)
    for deal in range(2 if players < 8 else 1):
        play_out(GAME.deal(players, seed=deal), [bot] * players, deal)  # Table.play refuses what is illegal


def test_mixed_levels_trade_tea() -> None:
    seated = [bots.get("amul", level) for level in LEVELS]
    for deal in range(2):
        play_out(GAME.deal(5, seed=deal, options={"tea": True}), seated, deal)


def test_all_levels_play_with_cards_that_they_have_never_seen() -> None:
    other = house_text().replace("table = [0, 3, 7, 12, 17, 22, 27]", "table = [0, -3, 1, -9, 40, 2]")
    other = other.replace("places = [8, 5, 3]", "places = [-4, 9]")
    options = {"cards": other}
    assert GAME.empty_table(3, options).book[0].set != GAME.empty_table(3).book[0].set
    for players in (3, 4):
        seated = [bots.get("amul", level) for level in LEVELS][-players:]
        play_out(GAME.deal(players, seed=1, options=options), seated)


@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_bot_explains_its_choice_best_first(level: str) -> None:
    table = later(3, 5, 14)
    seat = table.waiting_for[0]
    bot = bots.get("amul", level)
    move = decide(bot, table, seat)
    explained = bot.explain()
    assert explained[0].move == move
    assert all(table.is_legal(seat, candidate.move) for candidate in explained)
    assert all(0 <= candidate.value <= 1 for candidate in explained)
    assert all(one.visits >= other.visits for one, other in pairwise(explained))


@pytest.mark.parametrize("level", SEARCHING)
def test_a_search_explains_every_legal_move(level: str) -> None:
    table = GAME.deal(4, seed=2)
    bot = bots.get("amul", level)
    decide(bot, table, 1)
    assert sorted(candidate.move for candidate in bot.explain()) == table.legal_moves(1)


# --- reproducible, and stopped when told ---------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_nodes_and_seed_reproduce_a_choice(level: str) -> None:
    for deal in range(4):
        table = later(4, deal, 17 * deal)
        seat = table.waiting_for[0]
        first, second = bots.get("amul", level), bots.get("amul", level)
        assert decide(first, table, seat, deal, 300) == decide(second, table, seat, deal, 300)
        assert first.explain() == second.explain()


@pytest.mark.parametrize("level", SEARCHING)
def test_a_search_cancelled_before_it_starts_still_gives_a_legal_move(level: str) -> None:
    table = GAME.deal(5, seed=3)
    budget = Budget(seconds=600)
    budget.cancel()
    assert table.is_legal(2, bots.get("amul", level).choose(table.view(2), 2, budget))


def test_a_search_by_time_ends_and_gives_a_legal_move() -> None:
    table = GAME.deal(3, seed=3)
    bot = bots.get("amul", "expert")
    assert table.is_legal(0, bot.choose(table.view(0), 0, Budget(seconds=0.2)))
    assert bot.explain()[0].visits > 0


def test_the_search_spends_no_more_playouts_than_allowed() -> None:
    table = GAME.deal(3, seed=3)
    bot = bots.get("amul", "expert")
    for nodes in (0, 1, 100, 500):
        decide(bot, table, 0, 1, nodes)
        assert bot.spent <= nodes
    assert bot.spent > 400


def test_two_bots_at_one_table_do_not_disturb_each_other() -> None:
    table, other_table = GAME.deal(3, seed=1), later(8, 2, 30)
    other_seat = other_table.waiting_for[0]
    alone = [decide(bots.get("amul", "expert"), table, 0, number, 200) for number in range(4)]
    one, other = bots.get("amul", "expert"), bots.get("amul", "expert")
    beside = []
    for number in range(4):
        beside.append(decide(one, table, 0, number, 200))
        decide(other, other_table, other_seat, number, 200)
    assert beside == alone


def test_one_bot_at_two_tables_keeps_them_apart() -> None:
    table, other_table = GAME.deal(3, seed=1), GAME.deal(8, seed=2, options={"tea": True})
    bot = bots.get("amul", "expert")
    before = decide(bot, table, 0, 1, 200)
    decide(bot, other_table, 0, 1, 200)
    assert decide(bot, table, 0, 1, 200) == before


# --- no peeking ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", bots.levels_of("amul"))
@pytest.mark.parametrize("players", [3, 8])
def test_changing_what_a_seat_cannot_see_never_changes_its_choice(level: str, players: int) -> None:
    bot = bots.get("amul", level)
    table = GAME.deal(players, seed=players)
    for number in range(30):
        seat = table.waiting_for[-1]
        view = table.view(seat)
        other = view.imagine(number)  # the same for this seat, different for everybody else
        assert other.view(seat).state.tobytes() == view.state.tobytes()
        before = view.state.tobytes()
        move = bot.choose(view, seat, Budget(nodes=SOME, seed=number))
        assert view.state.tobytes() == before
        assert decide(bot, other, seat, number) == move
        table.play(seat, move)


def test_choices_that_lie_face_down_are_taken_back_into_the_imagined_hands() -> None:
    for players in (3, 8):
        table = GAME.deal(players, seed=players)
        for seat in range(1, players):
            table.play(seat, table.random_move(seat))
        imagined = table.view(0).imagine(1)
        before = imagined.state.copy()[0]
        s = imagined.state[0]
        take_back_choices(s, players, 0)
        assert s.decided == 0
        for seat in range(1, players):
            assert sorted([*before.hand[seat][:5], before.chosen[seat]]) == s.hand[seat].tolist()
            assert s.held[seat] == 6


# --- the levels rise -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 5, 8])
def test_a_beginner_beats_random_play_clearly(players: int) -> None:
    assert share(bots.get("amul", "beginner"), bots.get("amul", "random"), players, 2) > 2 / players


@pytest.mark.parametrize("players", [3, 5])
def test_a_casual_player_beats_beginners(players: int) -> None:
    assert share(bots.get("amul", "casual"), bots.get("amul", "beginner"), players, 5) > 1.2 / players


def test_a_short_search_beats_the_greedy_player() -> None:
    assert share(bots.get("amul", "expert"), GreedyBot(), 3, 4, nodes=300) > 0.4


# --- parts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.seats)
def test_there_are_weights_for_every_player_count(players: int) -> None:
    assert weights.fitted(players).shape == SHAPE


def test_what_has_been_worked_out_is_kept_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    book = GAME.empty_table(3).book.tobytes()
    first = guide.studied.__wrapped__(book)
    [file] = tmp_path.iterdir()
    assert file.read_bytes() == first
    monkeypatch.setattr(guide, "work_out", None)  # nobody works it out again
    assert guide.studied.__wrapped__(book) == first


def test_a_damaged_file_is_worked_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    book = GAME.empty_table(3).book.tobytes()
    first = guide.studied.__wrapped__(book)
    [file] = tmp_path.iterdir()
    file.write_bytes(first[:100])
    assert guide.studied.__wrapped__(book) == first


def test_the_guide_knows_what_belongs_together() -> None:
    kinds = [kind.id for kind in house().kinds]
    mind = guide.mind_for(GAME.empty_table(3).book)[0]
    lamp, oil, camel, thief = (kinds.index(name) for name in ("lamp", "oil", "camel", "thief"))
    assert mind.pair[lamp, oil] > 1
    assert mind.pair[oil, lamp] == mind.pair[lamp, oil]
    assert mind.pair[camel, camel] > 0.5
    assert abs(mind.pair[camel, thief]) < 0.1
    assert 3 < mind.usual[camel] < 6


FOLLOWED = ("area", "beside", "members", "faces", "reach", "swing")


@pytest.mark.parametrize("players", [3, 5, 8])
def test_hands_and_areas_are_followed_through_a_game(players: int) -> None:
    table = GAME.deal(players, seed=4)
    followed, fresh = guide.mind_for(table.book)[0], guide.mind_for(table.book)[0]
    book, s, luck = table.book[0], table.state[0], chance.seeded(1)
    take_to_heart(book, followed, weights.fitted(players))
    return_to_start(book, s, followed)
    while not table.over:
        seat = table.waiting_for[0]
        before = int(s.phase)
        step(book, s, seat, quick_move(book, s, seat, followed, luck), followed)
        if table.over:
            break
        look_at_areas(book, s, fresh)
        return_to_start(book, s, fresh)
        for what in FOLLOWED:
            assert np.allclose(followed[what][:players], fresh[what][:players], atol=1e-3), what
        if s.phase != before and s.phase != TAKE:  # rivals are looked at when a phase of plays or a round ends
            for what in ("most", "second"):
                assert np.allclose(followed[what], fresh[what], atol=1e-3), what


@pytest.mark.parametrize("players", [3, 8])
def test_a_choice_weighs_as_much_as_all_its_features_together(players: int) -> None:
    """The policy folds what never changes and follows the rest; fitting looks at every feature by itself."""
    table = GAME.deal(players, seed=9, options={"tea": True})
    mind, choices = guide.mind_for(table.book)[0], blank(CHOICES)[0]
    book, s, luck = table.book[0], table.state[0], chance.seeded(2)
    how = weights.fitted(players)
    take_to_heart(book, mind, how)
    return_to_start(book, s, mind)
    compared = 0
    while not table.over:
        seat, phase, turn = table.waiting_for[0], int(s.phase), int(s.round_number)
        list_choices(book, s, seat, mind, choices)
        for row in range(choices.count):
            face = int(choices.move[row]) % VERB
            if face != NOTHING:
                summed = how[phase, STAGE_OF[turn], choices.group[row]] @ choices.feature[row]
                assert logit_of(book, s, seat, mind, phase, turn, face) == pytest.approx(summed, abs=2e-3)
                compared += 1
        step(book, s, seat, quick_move(book, s, seat, mind, luck), mind)
    assert compared > 300


def test_moves_are_drawn_by_weight() -> None:
    """Six cards in the hand; each is offered as often as its logit says."""
    table = GAME.deal(4, seed=6)
    mind = guide.mind_for(table.book)[0]
    book, s = table.book[0], table.state[0]
    mind.sharpness = 0.5
    take_to_heart(book, mind, weights.fitted(4))
    return_to_start(book, s, mind)
    moves = np.array([GAME.read_move(book, move) for move in table.legal_moves(0)])
    logits = np.array([logit_of(book, s, 0, mind, 0, 1, move % VERB) for move in moves])
    expected = np.exp(logits) / np.exp(logits).sum()
    drawn = np.array([quick_move(book, s, 0, mind, chance.seeded("draw", number)) for number in range(DRAWS)])
    found = (drawn[:, None] == moves).mean(axis=0)
    assert found.sum() == pytest.approx(1)
    assert np.abs(found - expected).max() < 4 * 0.5 / np.sqrt(DRAWS)


def test_fitting_is_reproducible_and_its_file_can_be_read() -> None:
    one, two = fit(3, 200, seed=7, batch=50), fit(3, 200, seed=7, batch=50)
    assert np.array_equal(one, two)
    assert f"[{', '.join(f'{weight:.3f}' for weight in one[0, 0, 0])}]" in weights.write({3: one}, 200, 7)
