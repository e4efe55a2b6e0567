"""Why a move of Amul may be good or bad: what everybody at the table can see of it, as facts that are told in words.

All of it is counted on the areas as they lie now; nothing is guessed. Points of one's own are counted as if the game
ended now, with one's hand laid out; of others only the areas are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.games.amul import notation
from spieltisch.games.amul.cards import SYMBOLS
from spieltisch.games.amul.scoring import seat_points
from spieltisch.games.amul.state import BLANK, NO_EFFECT, OFFER, PICK, PLAY, STRENGTH, TAKE
from spieltisch.games.amul.story import PLACES
from spieltisch.games.amul.worked import beside, laid_out
from spieltisch.games.happenings import Card, Happening, Number, Place, Seat, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.games.table import Board, View


class Brings(Happening, frozen=True, tag="brings"):
    """Points that the card scores for its owner as things stand; fewer than none if it costs some."""

    count: Number


class CountsAnyway(Happening, frozen=True, tag="counts_anyway"):
    """Points that a played card scores, and would have scored in the hand at the end too."""

    count: Number


class Wasted(Happening, frozen=True, tag="wasted"):
    """A card that counts in the hand only is lost when it is played, and with it these points."""

    count: Number


class GivesUp(Happening, frozen=True, tag="gives_up"):
    """An offered card would score these points for oneself."""

    count: Number


class Tempts(Happening, frozen=True, tag="tempts"):
    """Whom an offered card would bring most."""

    seat: Seat
    count: Number


class UsefulToNobody(Happening, frozen=True, tag="useful_to_nobody"):
    """An offered card brings nobody else points as things stand."""


class KeepsFrom(Happening, frozen=True, tag="keeps_from"):
    """Whom a picked card would have brought most of those who pick later."""

    seat: Seat
    count: Number


class Leads(Happening, frozen=True, tag="leads"):
    """A played card gives the lead in Arab or Mongol symbols; `seat` had it alone before."""

    symbol: Text
    seat: Seat | None = None


class DrawsLevel(Happening, frozen=True, tag="draws_level"):
    """A played card takes from somebody that they alone lead in Arab or Mongol symbols."""

    symbol: Text
    seat: Seat


class MovesUp(Happening, frozen=True, tag="moves_up"):
    """A played card improves the place in the order by strength."""

    count: Number


class Opens(Happening, frozen=True, tag="opens"):
    """A played card lets its owner take another; the one that scores most."""

    place: Place
    card: Card
    count: Number


REASONS = (Brings, CountsAnyway, Wasted, GivesUp, Tempts, UsefulToNobody, KeepsFrom, Leads, DrawsLevel, MovesUp, Opens)


def why(view: View, seat: int, move: str) -> list[Happening]:
    """Say what speaks for a move, or against it."""
    card = move.split()[1]
    face = notation.words(view.book[0]).number.get(card)
    if face is None:  # nothing is taken
        return []
    tell = {OFFER: offering, PICK: picking, PLAY: playing, TAKE: taking}[int(view.state[0].phase)]
    return list(tell(view, seat, face))


def offering(view: View, seat: int, face: int) -> Iterator[Happening]:
    """Say what is given away, and to whose gain."""
    if (own := added(view, seat, face, held=True)) > 0:
        yield GivesUp(own)
    other, points = most_for(view, face, [other for other in range(view.players) if other != seat])
    yield Tempts(other, points) if points > 0 else UsefulToNobody()


def picking(view: View, seat: int, face: int) -> Iterator[Happening]:
    """Say what the card is worth, and who goes without it."""
    s = view.state[0]
    yield Brings(added(view, seat, face, held=False))
    other, points = most_for(view, face, [int(other) for other in s.queue[s.turn + 1 :] if other != BLANK])
    if points > 0:
        yield KeepsFrom(other, points)


def playing(view: View, seat: int, face: int) -> Iterator[Happening]:
    """Say what comes of a card that is laid down."""
    book = view.book[0]
    points = added(view, seat, face, held=True)
    if not book.table_icon[face]:
        yield Wasted(max(0, points))
        return
    yield CountsAnyway(points) if book.hand_icon[face] else Brings(points)
    yield from standing(view, seat, face)
    if book.effect[face] != NO_EFFECT:
        yield from opening(view, seat, face)


def taking(view: View, seat: int, face: int) -> Iterator[Happening]:
    """Say what comes of a card that is taken into the area."""
    yield Brings(added(view, seat, face, held=False))
    yield from standing(view, seat, face)


def standing(view: View, seat: int, face: int) -> Iterator[Happening]:
    """Say where a card puts its owner beside the others: in the symbols, and in the order by strength."""
    after = beside(view, seat, face)
    for number, symbol in enumerate(SYMBOLS[:STRENGTH]):
        was, now = leader(view, number), leader(after, number)
        if now == seat != was:
            yield Leads(symbol, was)
        elif was is not None and now is None:
            yield DrawsLevel(symbol, was)
    place = place_by_strength(after, seat)
    if view.book[0].symbols[face, STRENGTH] and place < place_by_strength(view, seat):
        yield MovesUp(place)


def opening(view: View, seat: int, face: int) -> Iterator[Happening]:
    """Name the best card that palace or bazaar offer as they lie now; what the market leaves nobody knows yet."""
    s, place = view.state[0], PLACES[int(view.book[0].effect[face])]
    stock = {"palace": s.palace, "bazaar": s.bazaar}.get(place, ())
    gains = {int(other): added(beside(view, seat, face), seat, int(other), held=False) for other in stock if other >= 0}
    if gains:
        best = max(gains, key=lambda other: gains[other])
        yield Opens(place, notation.names(view.book[0], [best])[0], gains[best])


# --- counting -------------------------------------------------------------------------------------------


def added(view: Board, seat: int, face: int, *, held: bool) -> int:
    """Count what a card adds to the points of a seat whose hand is known; `held`: it is one of that hand."""
    before = laid_out(view, seat, face if held else BLANK)
    return points_of(beside(before, seat, face), seat) - points_of(before, seat)


def points_of(table: Board, seat: int) -> int:
    """Count a seat's points."""
    return int(seat_points(table.book[0], table.state[0], seat))


def most_for(view: View, face: int, seats: list[int]) -> tuple[int, int]:
    """Say which of these seats gains most from a card in its area, and how much."""
    gains = {other: points_of(beside(view, other, face), other) - points_of(view, other) for other in seats}
    return max(gains.items(), key=lambda gain: gain[1], default=(-1, 0))


def leader(table: Board, symbol: int) -> int | None:
    """Say who alone has the most symbols of a kind."""
    counts = [int(table.state[0].symbols[seat, symbol]) for seat in range(table.players)]
    return counts.index(max(counts)) if max(counts) and counts.count(max(counts)) == 1 else None


def place_by_strength(table: Board, seat: int) -> int:
    """Give a seat's place in the order by strength, ties by letter; the last if it has none."""
    s = table.state[0]
    merits = [(-int(s.symbols[other, STRENGTH]), int(s.letter[other])) for other in range(table.players)]
    return 1 + sum(merit < merits[seat] for merit in merits) if merits[seat][0] else table.players
