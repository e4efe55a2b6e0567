"""Why a move of Amul may lose much, in one sentence: what is printed on the cards, and what they would count now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.games.amul import notation
from spieltisch.games.amul.face import worth_now
from spieltisch.games.amul.showing import OTHERS
from spieltisch.games.amul.state import OFFER, PLAY
from spieltisch.games.refusals import Caution

if TYPE_CHECKING:
    from spieltisch.games.table import View


def caution(view: View, move: str, better: str) -> Caution | None:
    """Give one reason against a move that does not hold in the same measure for a better one."""
    phase = view.read("phase")
    card, other = move.split()[1], better.split()[1]
    if phase == PLAY:
        return against_playing(view, card, other)
    _, held, in_sight = worth_now(view)
    if phase == OFFER:
        given = points(held, card)
        return Caution("amul.coach.given", count=given) if given > max(0, points(held, other)) else None
    more = points(in_sight, other) - points(in_sight, card)
    return Caution("amul.coach.less", count=more) if more > 0 and other in in_sight else None


def against_playing(view: View, card: str, other: str) -> Caution | None:
    """A card of the hand alone is lost; one that counts from the hand too can wait."""
    number, book = notation.words(view.book[0]).number, view.book[0]
    face, instead = number[card], number[other]
    held = worth_now(view)[1]
    worth, other_worth = points(held, card), points(held, other)
    if not book.table_icon[face]:
        less = book.table_icon[instead] or other_worth < worth
        return Caution("amul.coach.lost") if less else None
    if worth < min(0, other_worth):
        return Caution("amul.coach.costs", count=-worth)
    if book.hand_icon[face] and not book.hand_icon[instead]:
        return Caution("amul.coach.waits")
    return None


def points(rows: dict[str, list[int]], card: str) -> int:
    """What a card would add now; nothing if nothing is taken."""
    return sum(rows[card][:OTHERS]) if card in rows else 0
