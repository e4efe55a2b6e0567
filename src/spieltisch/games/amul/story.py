"""What happened at a table of Amul, as typed happenings for log, animation and screen reader.

They are told from one viewer's views before and after a move, so nothing hidden can slip into them.
`sentence` puts a happening into words, with the cards named by their set.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch.games.amul import notation
from spieltisch.games.amul.state import (
    BLANK,
    FROM_BAZAAR,
    FROM_MARKET,
    FROM_PALACE,
    NO_EFFECT,
    OFFER,
    PICK,
    PLAY,
    TAKE,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from spieltisch.games.amul.cards import CardSet
    from spieltisch.games.game import View

PLACES = {FROM_PALACE: "palace", FROM_BAZAAR: "bazaar", FROM_MARKET: "market"}


class Happening(msgspec.Struct, frozen=True, tag_field="what", omit_defaults=True):
    """Something that everybody at the table notices."""


class Chose(Happening, frozen=True, tag="chose"):
    """A seat has laid a card face down to offer or play it; `card` only for its owner."""

    seat: int
    step: str
    card: str | None = None


class Offers(Happening, frozen=True, tag="offers"):
    """All offers are turned up and join the market; `cards` by seat."""

    cards: list[str]


class PickOrder(Happening, frozen=True, tag="pick_order"):
    """The order in which the seats pick."""

    seats: list[int]


class Picked(Happening, frozen=True, tag="picked"):
    """A seat takes a market card into its hand."""

    seat: int
    card: str


class Plays(Happening, frozen=True, tag="plays"):
    """All played cards are turned up; `cards` by seat."""

    cards: list[str]


class Lost(Happening, frozen=True, tag="lost"):
    """A played card without the table icon leaves the game."""

    seat: int
    card: str


class Took(Happening, frozen=True, tag="took"):
    """A seat takes a card into its area."""

    seat: int
    card: str
    place: str


class Declined(Happening, frozen=True, tag="declined"):
    """A seat takes nothing."""

    seat: int


class Lapsed(Happening, frozen=True, tag="lapsed"):
    """An effect finds nothing to take."""

    seat: int
    card: str


class Cleared(Happening, frozen=True, tag="cleared"):
    """What is left in the market leaves the game."""

    cards: list[str]


class RoundBegins(Happening, frozen=True, tag="round"):
    """Everybody has drawn a card and the market is turned up; `drawn` only for the viewer."""

    round: int
    market: list[str]
    drawn: str | None = None


class LaidOut(Happening, frozen=True, tag="laid_out"):
    """At the end a seat lays out its hand cards with the hand icon."""

    seat: int
    cards: list[str]


class Ended(Happening, frozen=True, tag="ended"):
    """The game is over."""

    scores: list[int]
    winners: list[int]


def tell(before: View, after: View, seat: int, move: str) -> list[Happening]:
    """Tell what one move has brought about."""
    old, new = before.state[0], after.state[0]
    verb, card = move.split()
    if old.phase == PICK:
        return [Picked(seat, card)]
    if old.phase == TAKE:
        story: list[Happening] = [the_take(before, seat, card)]
        return story + after_effects(before, after, [int(other) for other in old.queue[old.turn + 1 :]], card)
    story = [Chose(seat, verb, None if card == "?" else card)]
    if old.phase == OFFER and new.phase == PICK:
        story.append(Offers(shown(after, new.offered)))
        story.append(PickOrder([int(other) for other in new.queue if other != BLANK]))
    if old.phase == PLAY and new.phase != PLAY:
        cards = shown(after, new.played)
        story.append(Plays(cards))
        icon = after.book[0].table_icon
        story += [Lost(who, cards[who]) for who in range(after.players) if not icon[new.played[who]]]
        queue = [int(other) for other in new.queue if other != BLANK] or list(range(after.players))
        story += after_effects(before, after, queue, "nothing")
    return story


def shown(view: View, faces: npt.NDArray[np.int8]) -> list[str]:
    """Write the cards that lie before the seats."""
    return notation.names(view.book[0], faces[: view.players])


def the_take(before: View, seat: int, card: str) -> Happening:
    """Tell what a seat has made of its effect."""
    if card == "nothing":
        return Declined(seat)
    book, old = before.book[0], before.state[0]
    return Took(seat, card, PLACES[int(book.effect[old.played[seat]])])


def after_effects(before: View, after: View, queue: list[int], taken: str) -> list[Happening]:
    """Tell which effects of the seats still queued have lapsed, then how the round ends."""
    old, new, book = before.state[0], after.state[0], after.book[0]
    closed = new.phase != TAKE
    story: list[Happening] = []
    for seat in queue:
        if seat == BLANK or (not closed and seat == new.queue[new.turn]):
            break
        if book.effect[new.played[seat]] != NO_EFFECT:
            story.append(Lapsed(seat, notation.words(book).faces[new.played[seat]]))
    if not closed:
        return story
    left = notation.names(book, old.market)
    if old.phase == TAKE and taken in left and book.effect[old.played[old.queue[old.turn]]] == FROM_MARKET:
        left.remove(taken)
    story.append(Cleared(left))
    return story + (the_end(before, after) if after.over else [next_round(before, after)])


def next_round(before: View, after: View) -> Happening:
    """Tell the refill; the viewer sees the card that came to the own hand."""
    old, new, book = before.state[0], after.state[0], after.book[0]
    drawn = None
    if after.seat >= 0:
        came = Counter(map(int, new.hand[after.seat])) - Counter(map(int, old.hand[after.seat]))
        # If nothing is new, the viewer has just drawn another copy of the card played from the hand.
        drawn = notation.names(book, [*came, new.played[after.seat]])[0]
    return RoundBegins(int(new.round_number), notation.names(book, new.market), drawn)


def the_end(before: View, after: View) -> list[Happening]:
    """Tell what the hands add to the areas, and the result."""
    book = after.book[0]
    story: list[Happening] = []
    for seat in range(after.players):
        gained = Counter(notation.area_of(book, after.state[0], seat))
        gained.subtract(notation.area_of(book, before.state[0], seat))
        face = int(after.state[0].played[seat])
        if before.state[0].phase == PLAY and book.table_icon[face]:
            gained[face] -= 1
        story.append(LaidOut(seat, notation.names(book, sorted((+gained).elements()))))
    outcome = after.game.outcome(book, after.state[0])
    return [*story, Ended(outcome.scores, outcome.winners)]


def facts(happening: Happening, cardset: CardSet, language: str) -> tuple[str, dict[str, Any]]:
    """Give the key of a happening's sentence and its values, cards by their names."""
    values = msgspec.structs.asdict(happening)
    for field, value in values.items():
        if field in ("card", "drawn"):
            values[field] = cardset.name_of(value, language) if value else ""
        elif field in ("cards", "market"):
            values[field] = ", ".join(cardset.name_of(card, language) for card in value) or "-"
    if "scores" in values:
        values["scores"] = ", ".join(map(str, values["scores"]))
    key = str(happening.__struct_config__.tag)
    if isinstance(happening, Chose):
        key = f"chose_{happening.step}" + ("_own" if happening.card else "")
    elif isinstance(happening, Took):
        key = f"took_{happening.place}"
    elif isinstance(happening, RoundBegins) and happening.drawn:
        key = "round_own"
    return key, values
