"""Amul's moves as numbers: for each of the verbs offer, pick, play and take the faces, then "take nothing".

There are few enough for a mask, so one choice is a whole move.
"""

from typing import TYPE_CHECKING

import numpy as np

from spieltisch.games.amul.choosing import VERB, card_of, is_choice, is_legal, size_of, source
from spieltisch.games.amul.state import FACES, NOTHING, TAKE, Number
from spieltisch.games.coding import Span
from spieltisch.games.compiled import compiled

if TYPE_CHECKING:
    import numpy.typing as npt

VERBS = 4
MOVES = CHOICES = VERBS * FACES + 1
DECLINE = VERBS * FACES
MOST_CHOICES = 1

MOVE_SPANS = CHOICE_SPANS = (
    *(Span(FACES, f"{verb} this card") for verb in ("offer", "pick", "play", "take")),
    Span(1, "take nothing"),
)


@compiled
def number_of(book: np.record, seat: Number, move: Number) -> Number:  # noqa: ARG001 - one signature for all games
    """Number a move."""
    face = move % VERB
    return np.int64(DECLINE) if face == NOTHING else move // VERB * FACES + face


@compiled
def move_of(book: np.record, seat: Number, number: Number) -> Number:  # noqa: ARG001 - one signature for all games
    """Give the move of a number."""
    if number == DECLINE:
        return np.int64(TAKE) * VERB + NOTHING
    return np.int64(number) // FACES * VERB + np.int64(number) % FACES


@compiled
def allows(book: np.record, s: np.record, seat: Number, part: Number, choice: Number) -> bool:  # noqa: ARG001
    """Whatever is legal can be chosen."""
    return bool(0 <= choice < CHOICES and is_legal(book, s, seat, move_of(book, seat, choice)))


@compiled
def mask(book: np.record, s: np.record, seat: Number, part: Number, buffer: "npt.NDArray[np.int8]") -> None:  # noqa: ARG001
    """Mark all legal moves."""
    for choice in range(CHOICES):
        buffer[choice] = 0
    first = np.int64(s.phase) * FACES
    place = source(book, s, seat)
    for at in range(size_of(s, seat, place)):
        if is_choice(book, s, seat, place, at):
            buffer[first + card_of(s, seat, place, at)] = 1
    if s.phase == TAKE:
        buffer[DECLINE] = 1


@compiled
def extend(book: np.record, s: np.record, seat: Number, part: Number, choice: Number) -> Number:  # noqa: ARG001
    """The first choice completes the move."""
    return ~move_of(book, seat, np.int64(choice))


@compiled
def choice_towards(book: np.record, s: np.record, seat: Number, part: Number, move: Number) -> Number:  # noqa: ARG001
    """The choice is the move."""
    return number_of(book, seat, np.int64(move))
