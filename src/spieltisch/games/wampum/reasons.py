"""Why a move of Wampum may be good or bad: what the rules would make of it as things lie, told in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.games.happenings import Goods, Happening, Number, Seat
from spieltisch.games.wampum.face import NOBODY, spell, trade_at
from spieltisch.games.wampum.moves import KIND_COUNT, MOVE_DISCARD, MOVE_GO, goods_of, verb_of, village_of
from spieltisch.games.wampum.notation import read_move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.games.table import View


class Takes(Happening, frozen=True, tag="takes"):
    """The bid takes the goods of its village."""

    goods: Goods


class Earns(Happening, frozen=True, tag="earns"):
    """The bid earns wampum."""

    count: Number


class Displaces(Happening, frozen=True, tag="displaces"):
    """The bid drives another away."""

    seat: Seat


class Largest(Happening, frozen=True, tag="largest"):
    """The bid is larger than all others, which brings the canoe."""

    count: Number


class Keeps(Happening, frozen=True, tag="keeps"):
    """What stays in the hand."""

    goods: Goods


REASONS = (Takes, Earns, Displaces, Largest, Keeps)


def why(view: View, seat: int, move: str) -> list[Happening]:
    """Say what speaks for a move, or against it."""
    number, s = read_move(move), view.plain
    goods = [int(goods_of(number, kind)) for kind in range(KIND_COUNT)]
    if verb_of(number) == MOVE_DISCARD:
        return [Keeps(spell([have - gone for have, gone in zip(s.hand[seat], goods, strict=True)]))]
    bid = s.bid[seat] if verb_of(number) == MOVE_GO else goods
    return list(bidding(view, seat, bid, int(village_of(number))))


def bidding(view: View, seat: int, bid: list[int], village: int) -> Iterator[Happening]:
    """Say what a bid would bring at the trade, and to whom it gives way or not."""
    s = view.plain
    takes, goods, count = trade_at(view, bid, village)
    yield Takes(goods) if takes else Earns(count)
    if (owner := s.trader[village]) not in (NOBODY, seat):
        yield Displaces(owner)
    if sum(bid) > max(size for other, size in enumerate(s.bid_size) if other != seat):
        yield Largest(sum(bid))
