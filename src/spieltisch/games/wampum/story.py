"""What happened at a table of Wampum, as typed happenings for log, animation and screen reader.

They are told from one viewer's views before and after a move, so nothing hidden can slip into them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from spieltisch.games.wampum.notation import count_goods, write_goods
from spieltisch.games.wampum.rules import wampum_of
from spieltisch.games.wampum.state import DISCARD, NOBODY, RELOCATE, UNKNOWN

if TYPE_CHECKING:
    import numpy as np

    from spieltisch.games.game import View


class Happening(msgspec.Struct, frozen=True, tag_field="what", omit_defaults=True):
    """Something that everybody at the table notices."""


class Bid(Happening, frozen=True, tag="bid"):
    """A seat has laid down a bid; `goods` only for its owner."""

    seat: int
    village: int
    count: int
    goods: str | None = None


class Displaced(Happening, frozen=True, tag="displaced"):
    """A larger bid drives a smaller one away."""

    seat: int
    village: int
    by: int


class Relocated(Happening, frozen=True, tag="relocated"):
    """A displaced bid has found another village."""

    seat: int
    village: int
    count: int


class Canoe(Happening, frozen=True, tag="canoe"):
    """The largest bid takes or keeps the canoe."""

    seat: int
    count: int


class Income(Happening, frozen=True, tag="income"):
    """A seat draws cards; `goods` only for itself."""

    seat: int
    count: int
    goods: str | None = None


class Restocked(Happening, frozen=True, tag="restocked"):
    """With two players the village without a bid gets new goods."""

    village: int
    goods: str


class MustDiscard(Happening, frozen=True, tag="must_discard"):
    """A seat holds more cards than the limit allows."""

    seat: int
    count: int


class Discarded(Happening, frozen=True, tag="discarded"):
    """A seat has discarded; `goods` only for itself."""

    seat: int
    count: int
    goods: str | None = None


class GoodsTaken(Happening, frozen=True, tag="goods_taken"):
    """A matching bid takes the goods of its village."""

    seat: int
    village: int
    bid: str
    taken: str


class WampumEarned(Happening, frozen=True, tag="wampum_earned"):
    """A bid without a match earns wampum."""

    seat: int
    village: int
    bid: str
    count: int


class LastHand(Happening, frozen=True, tag="last_hand"):
    """At the end one card of each kind in hand becomes wampum."""

    seat: int
    count: int


class RoundBegins(Happening, frozen=True, tag="round"):
    """A new round."""

    round: int


class LastRoundBegins(Happening, frozen=True, tag="last_round"):
    """The last round: the pile is empty."""

    round: int


class Ended(Happening, frozen=True, tag="ended"):
    """The game is over."""

    scores: list[int]
    winners: list[int]


def tell(before: View, after: View, seat: int, move: str) -> list[Happening]:
    """Tell what one move has brought about."""
    old, new = before.state[0], after.state[0]
    story: list[Happening] = [the_move(old, seat, move)]
    if new.displaced != NOBODY:
        displaced = int(new.displaced)
        story.append(Displaced(displaced, int(old.bid_at[displaced]) + 1, seat))
    traded = bool(new.round_number != old.round_number or after.over)
    if old.phase != DISCARD and (traded or new.phase == DISCARD):
        story += after_bids(before, after, seat, move, traded=traded)
    if traded:
        story += the_trade(before, after)
    return story


def the_move(old: np.record, seat: int, move: str) -> Happening:
    """Tell the move itself, as far as the viewer may see it."""
    verb, *rest = move.split()
    if verb == "bid":
        goods = None if "?" in rest[1] else rest[1]
        return Bid(seat, int(rest[0]), len(goods) if goods else int(rest[1][1:]), goods)
    if verb == "go":
        return Relocated(seat, int(rest[0]), int(old.bid_size[seat]))
    goods = None if "?" in rest[0] else rest[0]
    return Discarded(seat, int(old.surplus[seat]), goods)


def after_bids(before: View, after: View, seat: int, move: str, *, traded: bool) -> list[Happening]:
    """Tell canoe, income, restocking and who has to discard."""
    old, new = before.state[0], after.state[0]
    players = after.players
    canoe = int(new.canoe)
    largest = bid_sizes(before, move, seat)[canoe]
    story: list[Happening] = [Canoe(canoe, largest)]
    if new.top > old.top:
        for step in range(players):
            drawer = (canoe + step) % players
            goods = own_income(old, new, drawer, seat, move, traded=traded)
            story.append(Income(drawer, 2, goods))
        if players == 2:
            story += restocked(before, after)
    story += [MustDiscard(i, int(new.surplus[i])) for i in range(players) if new.surplus[i]]
    return story


def bid_sizes(before: View, move: str, seat: int) -> list[int]:
    """Give all bid sizes at the end of the bids: those seen before, and the one of this move."""
    sizes = [int(size) for size in before.state[0].bid_size]
    if before.state[0].phase != RELOCATE:
        goods = move.split()[2]
        sizes[seat] = int(goods[1:]) if goods.startswith("?") else len(goods)
    return sizes


def own_income(old: np.record, new: np.record, drawer: int, seat: int, move: str, *, traded: bool) -> str | None:
    """Give the cards that the viewer has drawn: what came to the hand and was not bid or traded."""
    if new.hand[drawer, 0] == UNKNOWN:
        return None
    goods = [int(count) for count in new.hand[drawer] - old.hand[drawer]]
    if drawer == seat and move.startswith("bid"):
        goods = [count + laid for count, laid in zip(goods, count_goods(move.split()[2]), strict=True)]
    if traded and new.took_goods[drawer]:
        taken = old.village[new.shown_at[drawer]]
        goods = [count - int(gain) for count, gain in zip(goods, taken, strict=True)]
    return write_goods(goods)


def restocked(before: View, after: View) -> list[Happening]:
    """Tell which goods came to the village that nobody bid at."""
    old, new = before.state[0], after.state[0]
    taken_places = {int(place) for place in [*new.bid_at, *new.shown_at]}
    for village in range(int(after.book[0].villages)):
        gain = new.village[village] - old.village[village]
        if village not in taken_places and gain.any():
            return [Restocked(village + 1, write_goods(gain))]
    return []


def the_trade(before: View, after: View) -> list[Happening]:
    """Tell the trade village by village, then what comes next."""
    old, new = before.state[0], after.state[0]
    story: list[Happening] = []
    for seat in sorted(range(after.players), key=lambda seat: int(new.shown_at[seat])):
        village = int(new.shown_at[seat])
        bid = write_goods(new.shown[seat])
        if new.took_goods[seat]:
            story.append(GoodsTaken(seat, village + 1, bid, write_goods(old.village[village])))
        else:
            story.append(WampumEarned(seat, village + 1, bid, len(bid) - len(set(bid))))
    if not after.over:
        begins = LastRoundBegins if new.last_round else RoundBegins
        return [*story, begins(int(new.round_number))]
    for seat in range(after.players):
        earned = 0 if new.took_goods[seat] else int((new.shown[seat].clip(1) - 1).sum())
        story.append(LastHand(seat, int(wampum_of(new, seat) - wampum_of(old, seat)) - earned))
    outcome = after.outcome
    assert outcome is not None
    return [*story, Ended(outcome.scores, outcome.winners)]
