"""Why a move of Wampum may lose much, in one sentence: what the bid would bring, and what it would leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.games.refusals import Caution
from spieltisch.games.wampum.face import build, choices

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.games.table import View

FEW = 1
"""With so few cards left there is hardly anything to bid with in the next round."""


def caution(view: View, move: str, better: str) -> Caution | None:
    """Give one reason against a move that does not hold in the same measure for a better one."""
    measures = {reason.key: measure for reason, measure in against(view, better)}
    for reason, measure in against(view, move):
        if reason.key not in measures or measure > measures[reason.key]:
            return reason
    return None


def against(view: View, move: str) -> Iterator[tuple[Caution, int]]:
    """Give what speaks against a move, the gravest first, and in which measure."""
    verb, *rest = move.split()
    hand = choices(view).hand
    if verb == "discard":
        yield from against_discarding(hand, rest[0])
        return
    places = choices(view).places if verb == "go" else build(view, rest[1]).places
    place = next((place for place in places if place.move == move), None)
    if place is None:  # written in another way
        return
    cards = len(rest[1]) if verb == "bid" else view.read("bid_size")[view.seat]
    if place.effect == "wampum" and not place.count:
        yield Caution("wampum.coach.nothing"), 0
    elif place.effect == "goods" and place.count < cards:
        yield Caution("wampum.coach.dear", count=place.count, given=cards), cards - place.count
    elif place.effect == "wampum" and cards > 2 * place.count + 1:
        yield Caution("wampum.coach.little", count=place.count, given=cards), cards - 2 * place.count
    if verb == "bid" and place.effect == "wampum" and len(hand) - cards <= FEW:
        yield Caution("wampum.coach.empty", count=len(hand) - cards), cards
    if verb == "bid" and place.effect == "goods" and cards > 1 and place.displaces is None:
        yield Caution("wampum.coach.one"), 0


def against_discarding(hand: str, cards: str) -> Iterator[tuple[Caution, int]]:
    """Variety is worth more than a card of which there are others."""
    last = sum(cards.count(kind) == hand.count(kind) for kind in set(cards))
    several = any(hand.count(kind) - cards.count(kind) > 1 for kind in set(hand))
    if last and several:
        yield Caution("wampum.coach.last"), last
