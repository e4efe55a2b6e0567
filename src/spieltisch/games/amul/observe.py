"""What a seat of Amul observes, as a row of small numbers: from its view, the own seat first, then clockwise."""

from typing import TYPE_CHECKING

import numpy as np

from spieltisch.games.amul.book import Box
from spieltisch.games.amul.cards import house
from spieltisch.games.amul.rules import clockwise, holder
from spieltisch.games.amul.state import (
    BAZAAR,
    BLANK,
    DECK,
    FACES,
    HAND,
    MARKET,
    NO_LETTER,
    OVER,
    PALACE,
    ROUNDS,
    SEATS,
    WORDS,
    Number,
)
from spieltisch.games.compiled import compiled, inlined
from spieltisch.games.layout import BITS, CARDS, CHOICE, FLAG, NUMBER, Field, Layout

if TYPE_CHECKING:
    import numpy.typing as npt

    Row = npt.NDArray[np.int8]

WORD_BYTES = 8
AREA_BYTES = WORDS * WORD_BYTES
HIGH = 127

LAYOUT = Layout(
    [
        Field(
            "area", (SEATS, AREA_BYTES), BITS, 1, "cards laid out by seat: copies of a face fill its bits from below"
        ),
        Field("players", (1,), NUMBER, SEATS, "how many play"),
        Field("tea", (1,), FLAG, 1, "whether tea is in the game"),
        Field("phase", (1,), CHOICE, OVER + 1, "offer, pick, play, take, over"),
        Field("round", (1,), NUMBER, ROUNDS, "from 1"),
        Field("first_pick", (1,), CHOICE, SEATS, "who holds the first-pick card; 0 is the own seat"),
        Field("turn", (1,), NUMBER, SEATS, "place in the queue of the seat to pick or take"),
        Field("deck_size", (1,), NUMBER, HIGH, "cards left in the deck, at most 127"),
        Field("removed", (1,), NUMBER, HIGH, "cards out of the game, at most 127"),
        Field("hand", (HAND,), CARDS, FACES, "the own hand"),
        Field("chosen", (1,), CARDS, FACES, "the own card that lies face down"),
        Field("market", (MARKET,), CARDS, FACES, "face-up cards of the round"),
        Field("palace", (PALACE,), CARDS, FACES, "what is left of it"),
        Field("bazaar", (BAZAAR,), CARDS, FACES, "what is left of it"),
        Field("queue", (SEATS,), CHOICE, SEATS, "the seats in the order of picks or effects, or -1"),
        Field("held", (SEATS,), NUMBER, HAND, "cards in hand by seat"),
        Field("decided", (SEATS,), FLAG, 1, "by seat: a simultaneous choice is in"),
        Field("offered", (SEATS, 1), CARDS, FACES, "by seat, as last revealed"),
        Field("played", (SEATS, 1), CARDS, FACES, "by seat, as last revealed"),
        Field("certain", (SEATS, HAND), CARDS, FACES, "cards that everybody knows each seat to hold"),
        Field("letter", (SEATS,), NUMBER, NO_LETTER, "earliest letter in each area, A is 0; 31 if none"),
        Field("symbols", (SEATS, 3), NUMBER, HIGH, "Arab, Mongol and strength symbols in each area"),
    ]
)

PERFECT_LAYOUT = Layout(
    [
        Field("hands", (SEATS, HAND), CARDS, FACES, "all hands"),
        Field("all_chosen", (SEATS, 1), CARDS, FACES, "all cards that lie face down"),
        Field("deck", (DECK, 1), CARDS, FACES, "the deck in the order of drawing, then -1"),
    ]
)


def legend() -> dict[str, list[str]]:
    """Name the cards of the house's set, and say which bits of an area each fills."""
    box = Box(house())
    names = [f"{kind.id}.{letter}" if letter else kind.id for kind, letter in box.faces]
    bits = [f"{first}" if last == first + 1 else f"{first}-{last - 1}" for first, last in box.bit_range]
    return {
        "cards of the house's set": names,
        "bits of an area": [f"{at}: {name}" for at, name in zip(bits, names, strict=True)],
    }


# Compiled code takes these for constants.
(
    AREA,
    PLAYERS,
    TEA,
    PHASE,
    ROUND,
    FIRST_PICK,
    TURN,
    DECK_SIZE,
    REMOVED,
    OWN_HAND,
    CHOSEN,
    MARKET_AT,
    PALACE_AT,
    BAZAAR_AT,
    QUEUE,
    HELD,
    DECIDED,
    OFFERED,
    PLAYED,
    CERTAIN,
    LETTER,
    SYMBOLS,
) = LAYOUT.starts.values()
HANDS, ALL_CHOSEN, DECK_AT = PERFECT_LAYOUT.starts.values()


@compiled
def from_seat(book: np.record, seat: Number, other: Number) -> Number:
    """Give how many steps clockwise another seat sits; a blank stays blank."""
    if other < 0:
        return np.int64(BLANK)
    steps = other - seat
    return steps + np.int64(book.players) if steps < 0 else steps


@compiled
def observe(book: np.record, view: np.record, seat: Number, part: Number, row: "Row") -> None:  # noqa: ARG001
    """Fill a row of zeros from a view."""
    row[PLAYERS] = book.players
    row[TEA] = book.tea
    row[PHASE] = view.phase
    row[ROUND] = view.round_number
    row[FIRST_PICK] = from_seat(book, seat, holder(book, view))
    row[TURN] = view.turn
    row[DECK_SIZE] = min(np.int64(HIGH), DECK - np.int64(view.top))
    row[REMOVED] = min(np.int64(HIGH), np.int64(view.removed))
    for at in range(HAND):
        row[OWN_HAND + at] = view.hand[seat, at]
    row[CHOSEN] = view.chosen[seat]
    for at in range(MARKET):
        row[MARKET_AT + at] = view.market[at]
    for at in range(PALACE):
        row[PALACE_AT + at] = view.palace[at]
    for at in range(BAZAAR):
        row[BAZAAR_AT + at] = view.bazaar[at]
    for at in range(SEATS):
        row[QUEUE + at] = from_seat(book, seat, np.int64(view.queue[at]))
    for step in range(np.int64(book.players)):
        observe_seat(view, clockwise(book, seat, step), step, row)
    for step in range(np.int64(book.players), SEATS):
        leave_empty(step, row)


@inlined
def observe_seat(view: np.record, other: Number, step: Number, row: "Row") -> None:
    """What everybody sees of a seat."""
    row[HELD + step] = view.held[other]
    row[DECIDED + step] = np.int64(view.decided) >> other & 1
    row[OFFERED + step] = view.offered[other]
    row[PLAYED + step] = view.played[other]
    row[LETTER + step] = view.letter[other]
    for symbol in range(3):
        row[SYMBOLS + 3 * step + symbol] = min(np.int64(HIGH), np.int64(view.symbols[other, symbol]))
    for at in range(HAND):
        row[CERTAIN + HAND * step + at] = view.certain[other, at]
    for word in range(WORDS):
        bits = np.int64(view.area[other, word])
        start = AREA + AREA_BYTES * step + WORD_BYTES * word
        for byte in range(WORD_BYTES):
            row[start + byte] = np.int8(bits >> (8 * byte) & 255)


@inlined
def leave_empty(step: Number, row: "Row") -> None:
    """Nobody sits here, so no card lies here."""
    row[OFFERED + step] = BLANK
    row[PLAYED + step] = BLANK
    row[LETTER + step] = NO_LETTER
    for at in range(HAND):
        row[CERTAIN + HAND * step + at] = BLANK


@compiled
def perfect(book: np.record, s: np.record, seat: Number, row: "Row") -> None:
    """Fill in everything that is hidden from somebody."""
    for step in range(SEATS):
        sits = step < book.players
        other = clockwise(book, seat, step) if sits else np.int64(0)
        row[ALL_CHOSEN + step] = np.int64(s.chosen[other]) if sits else np.int64(BLANK)
        for at in range(HAND):
            row[HANDS + HAND * step + at] = np.int64(s.hand[other, at]) if sits else np.int64(BLANK)
    top = np.int64(s.top)
    for at in range(DECK):
        row[DECK_AT + at] = np.int64(s.deck[top + at]) if top + at < DECK else np.int64(BLANK)
