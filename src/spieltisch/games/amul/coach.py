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
    """Give one reason against a move, beside a better one."""
    phase = view.read("phase")
    card, other = move.split()[1], better.split()[1]
    if phase == PLAY:
        return against_playing(view, card, other)
    _, held, in_sight = worth_now(view)
    rows = held if phase == OFFER else in_sight
    # Of what is given away less is better, of what is taken more.
    count = (points(rows, card) - points(rows, other)) * (1 if phase == OFFER else -1)
    if count <= 0:
        return None
    return (
        Caution("amul.coach.given", count=points(rows, card))
        if phase == OFFER
        else Caution("amul.coach.less", count=count)
    )


def against_playing(view: View, card: str, other: str) -> Caution | None:
    """A card of the hand alone is lost; one that counts from the hand too can wait."""
    number, book = notation.words(view.book[0]).number, view.book[0]
    face, instead = number[card], number[other]
    if not book.table_icon[face]:
        return Caution("amul.coach.lost")
    worth = points(worth_now(view)[1], card)
    if worth < 0:
        return Caution("amul.coach.costs", count=-worth)
    if book.hand_icon[face] and not book.hand_icon[instead]:
        return Caution("amul.coach.waits")
    return None


def points(rows: dict[str, list[int]], card: str) -> int:
    """What a card would add now; nothing if nothing is taken."""
    return sum(rows[card][:OTHERS]) if card in rows else 0
