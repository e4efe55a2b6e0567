"""What the rules allow to prove, checked over random and adversarial play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch import games
from spieltisch.games.wampum import rules
from spieltisch.games.wampum.state import ALL_CARDS, BID, COPIES, KINDS, NOBODY, RELOCATE
from tests.tables import few, play_out
from tests.wampum.policies import POLICIES

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from spieltisch.games import Table

WAMPUM = games.get("wampum")
ROUNDS = {2: 12, 3: 12, 4: 8, 5: 6}

anyone = pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
any_number = pytest.mark.parametrize("players", WAMPUM.seats)


def deals(players: int, count: int) -> list[Table]:
    return [WAMPUM.deal(players, seed, {"removal": ("german", "french")[seed % 2]}) for seed in range(few(count, 2))]


@anyone
@any_number
def test_every_kind_has_18_cards_at_all_times(policy: Callable[..., str], players: int) -> None:
    for start in deals(players, 40):
        for table in play_out(start, policy):
            s = table.state[0]
            pile = s.deck[s.top :]
            for kind in range(len(KINDS)):
                places = (s.hand, s.bid, s.village, s.chest, s.discarded)
                total = sum(int(place[:, kind].sum()) for place in places)
                assert total + int(s.removed[kind]) + int((pile == kind).sum()) == COPIES


@anyone
@any_number
def test_sizes_are_those_of_the_cards(policy: Callable[..., str], players: int) -> None:
    for start in deals(players, 20):
        for table in play_out(start, policy):
            s = table.state[0]
            assert np.array_equal(s.hand.sum(axis=1), s.hand_size)
            assert np.array_equal(s.bid.sum(axis=1), s.bid_size)
            assert np.array_equal(s.discarded.sum(axis=1), s.discard_size)
            assert (s.certain <= s.hand + s.bid).all()
            for village, owner in enumerate(s.trader[: int(table.book[0].villages)]):
                assert owner == NOBODY or s.bid_at[owner] == village


@anyone
@any_number
def test_every_bidder_holds_two_cards_and_has_a_village(policy: Callable[..., str], players: int) -> None:
    for start in deals(players, 40):
        for table in play_out(start, policy):
            for seat in table.waiting_for:
                assert table.count_moves(seat) > 0
                if table.state[0].phase == BID:
                    assert table.state[0].hand_size[seat] >= 2


@anyone
@any_number
def test_villages_are_never_empty_and_the_pile_comes_out_exactly(policy: Callable[..., str], players: int) -> None:
    for start in deals(players, 40):
        for table in play_out(start, policy):
            s = table.state[0]
            assert s.village[: int(table.book[0].villages)].sum(axis=1).min() > 0
        assert s.top == ALL_CARDS
        assert s.round_number == ROUNDS[players]


@anyone
@any_number
def test_nobody_returns_to_a_village_he_was_displaced_from(policy: Callable[..., str], players: int) -> None:
    """So a round has at most n(n-1)/2 relocations."""
    for start in deals(players, 40):
        left: set[tuple[int, int]] = set()
        relocations = 0
        round_number = 1
        table = start
        while not table.over:
            s = table.state[0]
            if s.round_number != round_number:
                round_number, left, relocations = int(s.round_number), set(), 0
            places = [int(village) for village in s.bid_at]
            seat = table.waiting_for[0]
            if s.phase == RELOCATE:
                relocations += 1
                assert not {f"go {village + 1}" for who, village in left if who == seat} & set(table.legal_moves(seat))
                assert relocations <= players * (players - 1) // 2
            table.play(seat, policy(table, seat))
            if table.state[0].displaced != NOBODY:
                displaced = int(table.state[0].displaced)
                left.add((displaced, places[displaced]))


@given(st.integers(0, 2**32), st.sampled_from(list(WAMPUM.seats)), st.randoms(use_true_random=False))
def test_the_order_in_which_villages_trade_does_not_matter(seed: int, players: int, dice: random.Random) -> None:
    table = WAMPUM.deal(players, seed)
    s = table.state[0]
    for village, seat in enumerate(range(players)):  # everybody bids half the hand, each at a village
        goods = s.hand[seat] // 2
        goods[int(np.argmax(s.hand[seat]))] = 1
        s.hand[seat] -= goods
        s.hand_size[seat] -= goods.sum()
        s.bid[seat], s.bid_size[seat], s.bid_at[seat] = goods, goods.sum(), village
    results = set()
    for _ in range(4):
        order = list(range(players))
        dice.shuffle(order)
        copy = table.copy()
        for seat in order:
            rules.reveal(copy.state[0], seat)
            if copy.state[0].took_goods[seat]:
                rules.swap_goods(copy.state[0], seat)
            else:
                rules.earn_wampum(copy.state[0], seat)
        results.add(copy.state.tobytes())
    assert len(results) == 1


@any_number
def test_no_game_is_longer_than_promised(players: int) -> None:
    """A round has n bids, at most n(n-1)/2 relocations and n discards."""
    most = ROUNDS[players] * (2 * players + players * (players - 1) // 2)
    assert most <= WAMPUM.longest
