"""Who sees what: nothing hidden reaches a view, and imagined tables fit everything that is known."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from spieltisch import games
from spieltisch.games import SPECTATOR
from spieltisch.games.wampum.state import KINDS, UNKNOWN
from tests.tables import few, same_bytes, walk

if TYPE_CHECKING:
    from spieltisch.games import Table

WAMPUM = games.get("wampum")


def deal_hidden_cards_anew(table: Table, seat: int, dice: random.Random) -> None:
    """Exchange, at random, all cards whose place the seat does not see."""
    s = table.state[0]
    places = [s.hand, s.bid, s.discarded]
    hidden: list[int] = [int(kind) for kind in s.deck[s.top :]]
    others = [other for other in range(table.players) if other != seat]
    for place in places:
        for other in others:
            hidden += [kind for kind in range(len(KINDS)) for _ in range(place[other, kind])]
    if table.book[0].removed_unseen:
        hidden += [kind for kind in range(len(KINDS)) for _ in range(s.removed[kind])]
    dice.shuffle(hidden)
    for place, sizes in zip(places, (s.hand_size, s.bid_size, s.discard_size), strict=True):
        for other in others:
            place[other] = 0
            for _ in range(sizes[other]):
                place[other, hidden.pop()] += 1
    if table.book[0].removed_unseen:
        s.removed[:] = 0
        for _ in range(2):
            s.removed[hidden.pop()] += 1
    s.deck[s.top :] = hidden


@pytest.mark.parametrize("removal", ["german", "french"])
@pytest.mark.parametrize("players", WAMPUM.seats)
def test_dealing_anew_what_a_seat_cannot_see_changes_no_byte_of_its_view(players: int, removal: str) -> None:
    dice = random.Random(players)
    changed = 0
    for seed in range(few(25, 1)):
        table = WAMPUM.deal(players, seed, {"removal": removal})
        for _ in walk(table, seed):
            for seat in (SPECTATOR, *range(players)):
                other = table.copy()
                deal_hidden_cards_anew(other, seat, dice)
                assert same_bytes(other.view(seat).state, table.view(seat).state)
                changed += not same_bytes(other.state, table.state)
    assert changed > few(100, 20)


@pytest.mark.parametrize("removal", ["german", "french"])
@pytest.mark.parametrize("players", WAMPUM.seats)
def test_imagined_tables_fit_the_view_hold_certain_cards_and_vary(players: int, removal: str) -> None:
    for seed in range(few(5, 1)):
        table = WAMPUM.deal(players, seed, {"removal": removal})
        for number, _ in enumerate(walk(table, seed)):
            for seat in (SPECTATOR, *range(players)):
                view = table.view(seat)
                imagined = [view.imagine((seed, number, i)) for i in range(3)]
                for one in imagined:
                    s = one.state[0]
                    assert same_bytes(one.view(seat).state, view.state)
                    assert (s.hand >= 0).all()
                    assert np.array_equal(s.hand.sum(axis=1), s.hand_size)
                    assert np.array_equal(s.bid.sum(axis=1), s.bid_size)
                    assert (s.hand + s.bid >= s.certain).all()
                    one.game.position(one.position, players, one.options)  # checks that 18 of each kind are there
                hidden = int(len(s.deck) - s.top) + players
                if hidden > 20:
                    assert len({one.state.tobytes() for one in imagined}) > 1


def test_a_seat_sees_its_own_cards_and_everything_public() -> None:
    table = WAMPUM.deal(4, seed=5, options={"removal": "french"})
    view = table.view(1)
    s, v = table.state[0], view.state[0]
    assert np.array_equal(v.hand[1], s.hand[1])
    assert np.array_equal(v.village, s.village)
    assert np.array_equal(v.hand_size, s.hand_size)
    assert (v.hand[[0, 2, 3]] == UNKNOWN).all()
    assert (v.deck == UNKNOWN).all()
    assert (v.removed == UNKNOWN).all()


def test_taken_goods_are_certain_to_be_in_hand() -> None:
    """Seat 0 takes C T from village 1, so everybody knows that it holds them."""
    table = WAMPUM.position("canoe=0 villages=CT/FF/WW hands=CCCTT/FFFWW removed=CFTWS", 2)
    table.play(0, "bid 1 T")
    table.play(1, "bid 2 FWW")
    assert table.state[0].certain[0].tolist() == [1, 0, 1, 0, 0]
    assert table.state[0].certain[1].tolist() == [0, 2, 0, 0, 0]  # it has taken F F


def test_a_hidden_discard_makes_every_certain_card_doubtful() -> None:
    table = WAMPUM.position(
        "villages=CT/FF/WW hands=CCCTTTSSS/FFFWWW bids=1:T/2:F surplus=2/- certain=CCCT/F removed=CFTWS", 2
    )
    table.play(0, "discard SS")
    s = table.state[0]
    assert s.discarded[0].tolist() == [0, 0, 0, 0, 2]
    # Three corn were certain; two unknown cards have gone, so one is still certain, and the village's goods join.
    assert s.certain[0].tolist() == [1 + 1, 0, 1, 0, 0]


def test_others_see_the_size_of_a_bid_but_not_its_cards() -> None:
    table = WAMPUM.position("villages=CT/FF/WW hands=CCCTT/FFFWW removed=CFTWS", 2)
    assert table.show_move(0, "bid 1 CCT", viewer=0) == "bid 1 CCT"
    assert table.show_move(0, "bid 1 CCT", viewer=1) == "bid 1 ?3"
    assert table.show_move(0, "discard CT", viewer=SPECTATOR) == "discard ?2"
    assert table.show_move(0, "go 2", viewer=1) == "go 2"
