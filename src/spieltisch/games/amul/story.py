"""What happened at a table of Amul, as typed happenings for log, animation and screen reader.

They are told from one viewer's views before and after a move, so nothing hidden can slip into them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

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
from spieltisch.games.happenings import Card, Cards, Ended, Happening, Number, Place, Seat, Seats, Step

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from spieltisch.games.table import View

PLACES = {FROM_PALACE: "palace", FROM_BAZAAR: "bazaar", FROM_MARKET: "market"}


class Chose(Happening, frozen=True, tag="chose"):
    """A seat has laid a card face down to offer or play it; `card` only for its owner."""

    seat: Seat
    step: Step
    card: Card | None = None


class Offers(Happening, frozen=True, tag="offers"):
    """All offers are turned up and join the market; `cards` by seat."""

    cards: Cards


class PickOrder(Happening, frozen=True, tag="pick_order"):
    """The order in which the seats pick."""

    seats: Seats


class Picked(Happening, frozen=True, tag="picked"):
    """A seat takes a market card into its hand."""

    seat: Seat
    card: Card


class Plays(Happening, frozen=True, tag="plays"):
    """All played cards are turned up; `cards` by seat."""

    cards: Cards


class Lost(Happening, frozen=True, tag="lost"):
    """A played card without the table icon leaves the game."""

    seat: Seat
    card: Card


class Took(Happening, frozen=True, tag="took"):
    """A seat takes a card into its area."""

    seat: Seat
    card: Card
    place: Place


class Declined(Happening, frozen=True, tag="declined"):
    """A seat takes nothing."""

    seat: Seat


class Lapsed(Happening, frozen=True, tag="lapsed"):
    """An effect finds nothing to take."""

    seat: Seat
    card: Card


class Cleared(Happening, frozen=True, tag="cleared"):
    """What is left in the market leaves the game."""

    cards: Cards


class RoundBegins(Happening, frozen=True, tag="round"):
    """Everybody has drawn a card and the market is turned up; `drawn` only for the viewer."""

    round: Number
    market: Cards
    drawn: Card | None = None


class LaidOut(Happening, frozen=True, tag="laid_out"):
    """At the end a seat lays out its hand cards with the hand icon."""

    seat: Seat
    cards: Cards


def tell(before: View, after: View, seat: int, move: str) -> list[Happening]:
    """Tell what one move has brought about."""
    old, new = before.state[0], after.state[0]
    story = [the_move(before, seat, move)]
    if old.phase == TAKE:
        return after_effects(before, after, [int(other) for other in old.queue[old.turn + 1 :]], story)
    if old.phase == OFFER and new.phase == PICK:
        story.append(Offers(shown(after, new.offered)))
        story.append(PickOrder([int(other) for other in new.queue if other != BLANK]))
    if old.phase == PLAY and new.phase != PLAY:
        cards = shown(after, new.played)
        story.append(Plays(cards))
        icon = after.book[0].table_icon
        story += [Lost(who, cards[who]) for who in range(after.players) if not icon[new.played[who]]]
        queue = [int(other) for other in new.queue if other != BLANK] or list(range(after.players))
        return after_effects(before, after, queue, story)
    return story


def the_move(before: View, seat: int, move: str) -> Happening:
    """Tell the move itself, as far as the viewer may see it."""
    verb, card = move.split()
    phase = before.state[0].phase
    if phase == PICK:
        return Picked(seat, card)
    if phase == TAKE:
        return the_take(before, seat, card)
    return Chose(seat, verb, None if card == "?" else card)


def shown(view: View, faces: npt.NDArray[np.int8]) -> list[str]:
    """Write the cards that lie before the seats."""
    return notation.names(view.book[0], faces[: view.players])


def the_take(before: View, seat: int, card: str) -> Happening:
    """Tell what a seat has made of its effect."""
    if card == "nothing":
        return Declined(seat)
    book, old = before.book[0], before.state[0]
    return Took(seat, card, PLACES[int(book.effect[old.played[seat]])])


def after_effects(before: View, after: View, queue: list[int], story: list[Happening]) -> list[Happening]:
    """Go on with the story: which effects of the seats still queued have lapsed, then how the round ends."""
    new, book = after.state[0], after.book[0]
    closed = new.phase != TAKE
    for seat in queue:
        if seat == BLANK or (not closed and seat == new.queue[new.turn]):
            break
        if book.effect[new.played[seat]] != NO_EFFECT:
            story.append(Lapsed(seat, notation.words(book).faces[new.played[seat]]))
    if not closed:
        return story
    left = notation.names(book, before.state[0].market)
    for told in story:
        if isinstance(told, Took) and told.place == PLACES[FROM_MARKET]:
            left.remove(told.card)
    story.append(Cleared(left))
    return story + (the_end(before, after, story) if after.over else [next_round(before, after)])


def next_round(before: View, after: View) -> Happening:
    """Tell the refill; the viewer sees the card that came to the own hand."""
    old, new, book = before.state[0], after.state[0], after.book[0]
    drawn = None
    if after.seat >= 0:
        came = Counter(map(int, new.hand[after.seat])) - Counter(map(int, old.hand[after.seat]))
        # If nothing is new, the viewer has just drawn another copy of the card played from the hand.
        drawn = notation.names(book, [*came, new.played[after.seat]])[0]
    return RoundBegins(int(new.round_number), notation.names(book, new.market), drawn)


def the_end(before: View, after: View, story: list[Happening]) -> list[Happening]:
    """Tell what the hands add to the areas, and the result."""
    book = after.book[0]
    laid_out: list[Happening] = []
    for seat in range(after.players):
        gained = Counter(notation.area_of(book, after.state[0], seat))
        gained.subtract(notation.area_of(book, before.state[0], seat))
        cards = notation.names(book, sorted((+gained).elements()))
        for card in laid_down(story, seat):
            cards.remove(card)
        laid_out.append(LaidOut(seat, cards))
    outcome = after.game.outcome(book, after.state[0])
    return [*laid_out, Ended(outcome.scores, outcome.winners)]


def laid_down(story: list[Happening], seat: int) -> list[str]:
    """List the cards that the story has brought to an area already."""
    lost = any(isinstance(told, Lost) and told.seat == seat for told in story)
    played = [told.cards[seat] for told in story if isinstance(told, Plays) and not lost]
    return played + [told.card for told in story if isinstance(told, Took) and told.seat == seat]


HAPPENINGS = (
    Chose,
    Offers,
    PickOrder,
    Picked,
    Plays,
    Lost,
    Took,
    Declined,
    Lapsed,
    Cleared,
    RoundBegins,
    LaidOut,
    Ended,
)
