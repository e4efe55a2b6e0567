"""Why a move of Amul is good or bad: facts that everybody at the table could count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.games.amul import notation, rules
from spieltisch.games.amul.reasons import (
    Brings,
    CountsAnyway,
    DrawsLevel,
    GivesUp,
    KeepsFrom,
    Leads,
    MovesUp,
    Opens,
    Tempts,
    UsefulToNobody,
    Wasted,
)
from spieltisch.games.amul.state import BLANK, OFFER, PICK, PLAY, TAKE
from tests.amul.amul_tables import AMUL, lines_of, with_areas
from tests.tables import walk

if TYPE_CHECKING:
    import msgspec

NOTHING: list[str] = []


def reasons(phase: int, move: str, hand: list[str], *areas: list[str]) -> list[msgspec.Struct]:
    """What speaks for a move of seat 0 with this hand, the areas lying so."""
    table = with_areas(list(areas))
    s, number = table.state[0], notation.words(table.book[0]).number
    s.phase = phase
    s.hand[0, : len(hand)] = sorted(number[card] for card in hand)
    s.held[0] = len(hand)
    s.queue[: len(areas)] = range(len(areas))
    s.palace[:] = BLANK
    s.palace[:2] = [number["tent"], number["lamp"]]
    return list(AMUL.why(table.view(0), 0, move))


def test_a_card_that_counts_only_in_the_hand_is_lost_when_played() -> None:
    assert reasons(PLAY, "play gold", ["gold"], NOTHING, NOTHING, NOTHING) == [Wasted(5)]


def test_a_card_that_counts_either_way_need_not_be_played_for_its_points() -> None:
    (told,) = reasons(PLAY, "play silver", ["silver"], NOTHING, NOTHING, NOTHING)
    assert isinstance(told, CountsAnyway)


def test_whoever_takes_the_lead_in_symbols_takes_it_from_somebody() -> None:
    ahead = ["arab_guard.F"]
    told = reasons(TAKE, "take arab_prince", NOTHING, NOTHING, ahead, NOTHING)
    assert Leads("arab", 1) in told
    told = reasons(PLAY, "play arab_guard.I", ["arab_guard.I"], NOTHING, ahead, NOTHING)
    assert DrawsLevel("arab", 1) in told
    assert not [one for one in told if isinstance(one, Leads)], "as many are no lead"
    told = reasons(PLAY, "play arab_guard.I", ["arab_guard.I"], NOTHING, NOTHING, NOTHING)
    assert Leads("arab") in told
    assert MovesUp(1) in told


def test_a_merchant_opens_the_palace_and_the_best_of_it_is_named() -> None:
    told = reasons(PLAY, "play arab_merchant", ["arab_merchant"], NOTHING, NOTHING, NOTHING)
    assert Opens("palace", "lamp", 1) in told, (
        "a tent adds no more: the lead is won by then, and the neighbours have nothing"
    )


def test_an_offer_may_be_of_use_to_somebody_else() -> None:
    told = reasons(OFFER, "offer spices", ["spices"], NOTHING, ["spices"], NOTHING)
    assert GivesUp in map(type, told)
    assert [one.seat for one in told if isinstance(one, Tempts)] == [1]
    assert reasons(OFFER, "offer contract", ["contract"], NOTHING, NOTHING, NOTHING) == [UsefulToNobody()]


def test_a_pick_keeps_a_card_from_those_who_pick_later() -> None:
    told = reasons(PICK, "pick spices", NOTHING, NOTHING, ["spices", "spices"], NOTHING)
    assert [type(one) for one in told] == [Brings, KeepsFrom]
    assert [one.seat for one in told if isinstance(one, KeepsFrom)] == [1]


def test_who_takes_nothing_needs_no_reason() -> None:
    assert reasons(TAKE, "take nothing", NOTHING, NOTHING, NOTHING, NOTHING) == []


def test_what_a_played_card_brings_is_the_difference_of_two_scorings() -> None:
    """Cards without the hand icon count the moment they lie there; nothing else changes before the others play."""
    checked = 0
    for seed in range(12):
        table = AMUL.deal(4, seed)
        icon = table.book[0].hand_icon
        for seat, move in walk(table, seed):
            s, number = table.state[0], notation.words(table.book[0]).number
            if s.phase != PLAY or any(icon[face] for face in s.hand[seat] if face >= 0):
                continue
            brought = next((one.count for one in AMUL.why(table.view(seat), seat, move) if isinstance(one, Brings)), 0)
            after = table.copy()
            rules.lay_down(after.book[0], after.state[0], seat, number[move.split()[1]])
            assert brought == sum(lines_of(after)[seat]) - sum(lines_of(table)[seat])
            checked += 1
    assert checked > 5
