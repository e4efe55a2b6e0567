"""Why a move of Wampum may lose much, in one sentence: what the bid would bring, and what it would leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.games.refusals import Caution
from spieltisch.games.wampum.face import build, choices

if TYPE_CHECKING:
    from spieltisch.games.table import View

FEW = 1
"""With so few cards left there is hardly anything to bid with in the next round."""


def caution(view: View, move: str) -> Caution | None:
    """Give one reason against a move."""
    verb, *rest = move.split()
    hand = choices(view).hand
    if verb == "discard":
        return against_discarding(hand, rest[0])
    places = choices(view).places if verb == "go" else build(view, rest[1]).places
    place = next(place for place in places if place.move == move)
    cards = len(rest[1]) if verb == "bid" else view.read("bid_size")[view.seat]
    if place.effect == "wampum" and not place.count:
        return Caution("wampum.coach.nothing")
    if place.effect == "goods" and place.count < cards:
        return Caution("wampum.coach.dear", count=place.count, given=cards)
    if place.effect == "wampum" and cards > 2 * place.count + 1:
        return Caution("wampum.coach.little", count=place.count, given=cards)
    if verb == "bid" and place.effect == "wampum" and len(hand) - cards <= FEW:
        return Caution("wampum.coach.empty", count=len(hand) - cards)
    if verb == "bid" and place.effect == "goods" and cards > 1 and place.displaces is None:
        return Caution("wampum.coach.one")
    return None


def against_discarding(hand: str, cards: str) -> Caution | None:
    """Variety is worth more than a card of which there are others."""
    last = any(cards.count(kind) == hand.count(kind) for kind in set(cards))
    several = any(hand.count(kind) - cards.count(kind) > 1 for kind in set(hand))
    return Caution("wampum.coach.last") if last and several else None
