"""What happened at a table of Wampum, as typed happenings for log, animation and screen reader.

They are told from one viewer's views before and after a move, so nothing hidden can slip into them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.games.happenings import Ended, Goods, Happening, Number, Seat
from spieltisch.games.wampum import state
from spieltisch.games.wampum.notation import count_goods, write_goods
from spieltisch.games.wampum.rules import INCOME

if TYPE_CHECKING:
    from spieltisch.games.table import View

# Views are read as plain numbers here, and these compare faster with their like than with NumPy's.
RELOCATE, DISCARD, OVER = int(state.RELOCATE), int(state.DISCARD), int(state.OVER)
NOBODY, UNKNOWN = int(state.NOBODY), int(state.UNKNOWN)


class Bid(Happening, frozen=True, tag="bid"):
    """A seat has laid down a bid; `goods` only for its owner."""

    seat: Seat
    village: Number
    count: Number
    goods: Goods | None = None


class Displaced(Happening, frozen=True, tag="displaced"):
    """A larger bid drives a smaller one away."""

    seat: Seat
    village: Number
    by: Seat


class Relocated(Happening, frozen=True, tag="relocated"):
    """A displaced bid has found another village."""

    seat: Seat
    village: Number
    count: Number


class Canoe(Happening, frozen=True, tag="canoe"):
    """The largest bid takes or keeps the canoe."""

    seat: Seat
    count: Number


class Income(Happening, frozen=True, tag="income"):
    """A seat draws cards; `goods` only for itself."""

    seat: Seat
    count: Number
    goods: Goods | None = None


class Restocked(Happening, frozen=True, tag="restocked"):
    """With two players the village without a bid gets new goods."""

    village: Number
    goods: Goods


class MustDiscard(Happening, frozen=True, tag="must_discard"):
    """A seat holds more cards than the limit allows."""

    seat: Seat
    count: Number


class Discarded(Happening, frozen=True, tag="discarded"):
    """A seat has discarded; `goods` only for itself."""

    seat: Seat
    count: Number
    goods: Goods | None = None


class GoodsTaken(Happening, frozen=True, tag="goods_taken"):
    """A matching bid takes the goods of its village."""

    seat: Seat
    village: Number
    bid: Goods
    taken: Goods


class WampumEarned(Happening, frozen=True, tag="wampum_earned"):
    """A bid without a match earns wampum."""

    seat: Seat
    village: Number
    bid: Goods
    count: Number


class LastHand(Happening, frozen=True, tag="last_hand"):
    """At the end one card of each kind in hand becomes wampum: `goods`."""

    seat: Seat
    count: Number
    goods: Goods


class RoundBegins(Happening, frozen=True, tag="round"):
    """A new round."""

    round: Number


class LastRoundBegins(Happening, frozen=True, tag="last_round"):
    """The last round: the pile is empty."""

    round: Number


def tell(before: View, after: View, seat: int, move: str) -> list[Happening]:
    """Tell what one move has brought about."""
    new = after.plain
    phase = before.read("phase")
    story: list[Happening] = [the_move(before, seat, move)]
    if new.displaced != NOBODY:
        story.append(Displaced(new.displaced, before.read("bid_at")[new.displaced] + 1, seat))
    traded = new.round_number != before.read("round_number") or new.phase == OVER
    if phase != DISCARD and (traded or new.phase == DISCARD):
        story += after_bids(before, after, seat, move, traded=traded)
    if traded:
        story += the_trade(before, after)
    return story


def the_move(before: View, seat: int, move: str) -> Happening:
    """Tell the move itself, as far as the viewer may see it."""
    verb, *rest = move.split()
    if verb == "bid":
        goods = None if "?" in rest[1] else rest[1]
        return Bid(seat, int(rest[0]), len(goods) if goods else int(rest[1][1:]), goods)
    if verb == "go":
        return Relocated(seat, int(rest[0]), before.read("bid_size")[seat])
    goods = None if "?" in rest[0] else rest[0]
    return Discarded(seat, before.read("surplus")[seat], goods)


def after_bids(before: View, after: View, seat: int, move: str, *, traded: bool) -> list[Happening]:
    """Tell canoe, income, restocking and who has to discard."""
    new = after.plain
    players = after.players
    largest = bid_sizes(before, move, seat)[new.canoe]
    story: list[Happening] = [Canoe(new.canoe, largest)]
    if new.top > before.read("top"):
        for step in range(players):
            drawer = (new.canoe + step) % players
            goods = own_income(before, after, drawer, seat, move, traded=traded)
            story.append(Income(drawer, INCOME, goods))
        story += restocked(before, after)
    story += [MustDiscard(i, new.surplus[i]) for i in range(players) if new.surplus[i]]
    return story


def bid_sizes(before: View, move: str, seat: int) -> list[int]:
    """Give all bid sizes at the end of the bids: those seen before, and the one of this move."""
    sizes: list[int] = before.read("bid_size")
    if before.read("phase") != RELOCATE:
        goods = move.split()[2]
        sizes[seat] = int(goods[1:]) if goods.startswith("?") else len(goods)
    return sizes


def own_income(before: View, after: View, drawer: int, seat: int, move: str, *, traded: bool) -> str | None:
    """Give the cards that the viewer has drawn: what came to the hand and was not bid or traded."""
    new = after.plain
    if new.hand[drawer][0] == UNKNOWN:
        return None
    goods = gained(new.hand[drawer], before.read("hand")[drawer])
    if drawer == seat and move.startswith("bid"):
        goods = [count + laid for count, laid in zip(goods, count_goods(move.split()[2]), strict=True)]
    if traded and new.took_goods[drawer]:
        goods = gained(goods, before.read("village")[new.shown_at[drawer]])
    return write_goods(goods)


def gained(now: list[int], then: list[int]) -> list[int]:
    """Say how many more of each kind there are."""
    return [count - had for count, had in zip(now, then, strict=True)]


def restocked(before: View, after: View) -> list[Happening]:
    """Tell which goods came to the village that nobody bid at."""
    new = after.plain
    taken_places = {*new.bid_at, *new.shown_at}
    for village, (now, then) in enumerate(zip(new.village, before.read("village"), strict=True)):
        if village not in taken_places and now != then:
            return [Restocked(village + 1, write_goods(gained(now, then)))]
    return []


def earned(before: View, after: View, seat: int) -> list[int]:
    """Count by kind the wampum of a bid without a match: all its cards but those that stayed at the village."""
    new = after.plain
    village = new.shown_at[seat]
    return gained(new.shown[seat], gained(new.village[village], before.read("village")[village]))


def the_trade(before: View, after: View) -> list[Happening]:
    """Tell the trade village by village, then what comes next."""
    new, villages = after.plain, before.read("village")
    story: list[Happening] = []
    for seat in sorted(range(after.players), key=lambda seat: int(new.shown_at[seat])):
        village = new.shown_at[seat]
        bid = write_goods(new.shown[seat])
        if new.took_goods[seat]:
            story.append(GoodsTaken(seat, village + 1, bid, write_goods(villages[village])))
        else:
            story.append(WampumEarned(seat, village + 1, bid, sum(earned(before, after, seat))))
    if new.phase != OVER:
        begins = LastRoundBegins if new.last_round else RoundBegins
        return [*story, begins(new.round_number)]
    chests = before.read("chest")
    for seat in range(after.players):
        came = gained(new.chest[seat], chests[seat])
        last = came if new.took_goods[seat] else gained(came, earned(before, after, seat))
        story.append(LastHand(seat, sum(last), write_goods(last)))
    outcome = after.outcome
    assert outcome is not None
    return [*story, Ended(outcome.scores, outcome.winners)]


HAPPENINGS = (
    Bid,
    Displaced,
    Relocated,
    Canoe,
    Income,
    Restocked,
    MustDiscard,
    Discarded,
    GoodsTaken,
    WampumEarned,
    LastHand,
    RoundBegins,
    LastRoundBegins,
    Ended,
)
