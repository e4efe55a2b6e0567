"""Amul as a client sees it, from a view: market, stocks, areas with their points now, and every legal move."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakKeyDictionary

import msgspec
import numpy as np

from spieltisch.games.amul import cards, notation, worked
from spieltisch.games.amul.cards import LINE_NAMES
from spieltisch.games.amul.choosing import VERB
from spieltisch.games.amul.showing import COLUMNS, SURE, count_up, weigh_cards
from spieltisch.games.amul.state import (
    BLANK,
    DECK,
    LINES,
    NO_LETTER,
    NOTHING,
    OVER,
    PICK,
    ROUNDS,
    TAKE,
)
from spieltisch.games.amul.worked import AmulBuild
from spieltisch.games.face import Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spieltisch.games import View
    from spieltisch.games.amul.cards import CardSet, Kind
    from spieltisch.games.plain import Plain

Names = tuple[str, ...]
Worth = dict[str, list[int]]
PHASES: tuple[Literal["offer", "pick", "play", "take", "over"], ...] = ("offer", "pick", "play", "take", "over")


# --- what goes out --------------------------------------------------------------------------------------


class AmulMarketCard(Shape, frozen=True, kw_only=True):
    """A card in the market; `offered_by` if it is this round's offer of a seat."""

    card: str
    offered_by: int | None = None


class AmulPile(Shape, frozen=True, kw_only=True):
    """Cards of one kind in an area, and their line of the score sheet. Points card by card: GET …/sheet."""

    kind: str
    cards: list[str]
    line: str


class AmulSeat(Shape, frozen=True, kw_only=True):
    """What is known of one seat; `hand` and `chosen` only for its owner (or after the game, in a replay)."""

    seat: int
    hand_size: int
    hand: list[str] | None
    has_chosen: bool
    chosen: str | None
    played: str | None
    """The card played this round, once revealed."""
    offered: str | None
    area: list[AmulPile]
    arab: int
    mongol: int
    strength: int
    letter: str | None
    """Earliest letter in the area: it breaks ties of strength."""
    lines: list[int]
    """Points now: yellow, blue, purple, red, green, orange, bazaar, arab, mongol."""
    points: int
    certain: list[str] | None
    """Cards that everybody knows this seat to hold; only if the table's memory aid is on."""


class AmulBoard(Shape, frozen=True, kw_only=True, tag_field="game", tag="amul"):
    """The table of Amul. Card data with names and texts: GET /api/games/amul/cards/{set}."""

    round: int
    rounds: int
    phase: Literal["offer", "pick", "play", "take", "over"]
    first_pick: int
    by_strength: bool
    """Whether the order goes by strength in this round."""
    queue: list[int]
    """The order of the picks or effects of this phase."""
    turn: int
    """Place in the queue of the seat to decide."""
    deck: int
    removed: int
    market: list[AmulMarketCard]
    palace: list[str]
    bazaar: list[str]
    seats: list[AmulSeat]
    hand_points: int | None
    """What the viewer's hand adds at the end, as things stand, majorities apart."""
    held: Worth
    """What each card of the viewer's hand adds to the points that would be scored if the game ended now."""
    in_sight: Worth
    """The same for each card of the market, if it lay in the viewer's area; while effects are carried out for those of
    palace and bazaar too (at other times ask for "stocks"). The numbers: points that are sure as things stand; then
    what is open, by the Arab and the Mongol majority and by ranks; what other cards of the viewer's gain by it, a part
    of the first; how many of its kind there are then; what those scored before; and for each of its first two rules
    the number that it looks at and what it gives."""


class AmulMove(Shape, frozen=True, kw_only=True):
    """A legal move. `card` is null for declining; `worth` is the first number of what the card adds, see the board."""

    move: str
    card: str | None
    worth: int | None = None


class AmulChoices(Shape, frozen=True, kw_only=True, tag_field="game", tag="amul"):
    """All legal moves of the phase. Why a card is worth what it is: ask for "hand gold" or "sight gold"."""

    verb: Literal["offer", "pick", "play", "take"]
    moves: list[AmulMove]


board_type, choices_type, build_type = AmulBoard, AmulChoices, AmulBuild


# --- how it is made -------------------------------------------------------------------------------------


def board(view: View, *, memory: bool) -> AmulBoard:
    """Show the table."""
    s, names = view.plain, names_of(view)
    lines = np.empty((view.players, LINES), np.int64)
    first_pick, by_strength = count_up(*view.bare, lines)
    hand_points, held, in_sight = worth_now(view)
    return AmulBoard(
        round=s.round_number,
        rounds=ROUNDS,
        phase=PHASES[s.phase],
        first_pick=first_pick,
        by_strength=by_strength,
        queue=[seat for seat in s.queue if seat != BLANK] if s.phase in (PICK, TAKE) else [],
        turn=s.turn,
        deck=DECK - s.top,
        removed=s.removed,
        market=market(s, names, view.players),
        palace=[names[face] for face in s.palace if face != BLANK],
        bazaar=[names[face] for face in s.bazaar if face != BLANK],
        seats=[seat_of(view, s, seat, lines[seat].tolist(), memory=memory) for seat in range(view.players)],
        hand_points=hand_points,
        held=held,
        in_sight=in_sight,
    )


def market(s: Plain, names: Names, players: int) -> list[AmulMarketCard]:
    """Show the market, and whose offer each card is."""
    offers: dict[int, list[int]] = {}
    if s.phase == PICK:
        for seat, face in enumerate(s.offered[:players]):
            offers.setdefault(face, []).append(seat)
    found = []
    for face in s.market:
        if face != BLANK:
            by = offers.get(face)
            found.append(AmulMarketCard(card=names[face], offered_by=by.pop(0) if by else None))
    return found


def seat_of(view: View, s: Plain, seat: int, lines: list[int], *, memory: bool) -> AmulSeat:
    """Show what is known of one seat."""
    names = names_of(view)

    def card(face: int) -> str | None:
        return None if face == BLANK else names[face]

    hand = s.hand[seat][: s.held[seat]]
    arab, mongol, strength = s.symbols[seat]
    letter = s.letter[seat]
    return AmulSeat(
        seat=seat,
        hand_size=s.held[seat],
        hand=None if BLANK in hand else [names[face] for face in hand],
        has_chosen=bool(s.decided >> seat & 1),
        chosen=card(s.chosen[seat]),
        played=card(s.played[seat]),
        offered=card(s.offered[seat]),
        area=area(view, s, seat),
        arab=arab,
        mongol=mongol,
        strength=strength,
        letter=None if letter == NO_LETTER else chr(ord("A") + letter),
        lines=lines,
        points=sum(lines),
        certain=[names[face] for face in s.certain[seat] if face != BLANK] if memory else None,
    )


def area(view: View, s: Plain, seat: int) -> list[AmulPile]:
    """Show an area kind by kind."""
    printed = print_of(view)
    line_of = view.printed("line")
    piles: dict[int, list[str]] = {}
    for number, word in enumerate(s.area[seat]):
        rest = word
        while rest:
            lowest = rest & -rest
            kind, name = printed[64 * number + lowest.bit_length() - 1]
            piles.setdefault(kind, []).append(name)
            rest ^= lowest
    return [
        AmulPile(
            kind=listed[0].partition(".")[0],
            cards=listed,
            line=LINE_NAMES[line_of[kind]],
        )
        for kind, listed in piles.items()
    ]


PRINTED: dict[int, dict[int, tuple[int, str]]] = {}
"""By card set: kind and text of the card behind each bit of an area."""


def print_of(view: View) -> dict[int, tuple[int, str]]:
    """Give kind and text of the card behind each bit of an area."""
    known = view.printed("set")
    if known not in PRINTED:
        notation.make_room(PRINTED)
        book, names = view.book[0], names_of(view)
        PRINTED[known] = {
            bit: (int(book.kind_of[face]), name)
            for face, name in enumerate(names)
            for bit in range(int(book.first_bit[face]), int(book.last_bit[face]))
        }
    return PRINTED[known]


def choices(view: View) -> AmulChoices:
    """List the legal moves, with what each card adds to the own points."""
    names = names_of(view)
    verb = notation.VERBS[view.plain.phase]
    _, held, in_sight = worth_now(view)
    known = held if verb in {"offer", "play"} else in_sight
    found = [
        AmulMove(move=f"{verb} nothing", card=None)
        if face == NOTHING
        else AmulMove(move=f"{verb} {names[face]}", card=names[face], worth=known[names[face]][SURE])
        for face in (view.move_numbers(view.seat) % VERB).tolist()
    ]
    return AmulChoices(verb=verb, moves=found)  # type: ignore[arg-type]


Known = tuple[int | None, Worth, Worth]
WEIGHED: WeakKeyDictionary[View, Known] = WeakKeyDictionary()
"""What board and choices of one view both tell is counted once."""


def worth_now(view: View) -> Known:
    """What the viewer's hand, and each card that can be had now, adds to the viewer's points."""
    if (known := WEIGHED.get(view)) is not None:
        return known
    s = view.plain
    if view.seat < 0 or s.phase == OVER:
        found: Known = (None, {}, {})
    else:
        stocks = (*s.palace, *s.bazaar) if s.phase == TAKE else ()
        found = weighed(view, (*s.hand[view.seat], s.chosen[view.seat]), (*s.market, *stocks))
    WEIGHED[view] = found
    return found


def weighed(view: View, hand: Sequence[int], others: Sequence[int]) -> Known:
    """What the hand adds at the end, what each of its cards does, and what others would."""
    names = names_of(view)
    own = [face for face in dict.fromkeys(hand) if face != BLANK]
    seen = [face for face in dict.fromkeys(others) if face != BLANK]
    faces = np.array([*own, *seen], np.int64)
    rows = np.zeros((len(faces) + 1, COLUMNS), np.int64)
    books, states = view.bare
    hand_points = weigh_cards(books, states.repeat(3), view.seat, faces, len(own), rows)
    listed = rows.tolist()
    return (
        hand_points,
        {names[face]: row for face, row in zip(own, listed, strict=False)},
        {names[face]: row for face, row in zip(seen, listed[len(own) :], strict=False)},
    )


def names_of(view: View) -> Names:
    """The texts of all faces."""
    known = notation.KNOWN.get(view.printed("set"))
    return (known or notation.words(view.book[0])).faces


def build(view: View, text: str) -> AmulBuild | None:
    """Weigh the cards of palace and bazaar (`stocks`), or work out what one card adds, in a language.

    That is `hand gold de` for a card of the hand, `sight gold de` for any other.
    """
    if text != "stocks":
        return worked.build(view, text)
    s = view.plain
    return AmulBuild(build=text, worth=weighed(view, (), (*s.palace, *s.bazaar))[2])


@cache
def house_cards() -> dict[str, Any]:
    """All cards of the house's set with names, texts and symbols in all languages."""
    return described(cards.house())


def described(found: CardSet) -> dict[str, Any]:
    """A set as clients know it."""
    return {
        "set": found.name,
        "hash": found.hash,
        "categories": [
            {"id": category.id, "colour": category.colour, "name": category.name} for category in found.categories
        ],
        "groups": [{"id": group.id, "name": group.name} for group in found.groups],
        "cards": [described_card(found, kind) for kind in found.kinds],
    }


def described_card(found: CardSet, kind: Kind) -> dict[str, Any]:
    """A card as clients know it."""
    return {
        "id": kind.id,
        "name": kind.name,
        "text": kind.text,
        "category": kind.category,
        "line": LINE_NAMES[found.line_of(kind)],
        "position": kind.position,
        "arab": kind.arab,
        "mongol": kind.mongol,
        "strength": kind.strength,
        "letters": list(kind.letters),
        "effect": kind.effect,
        "score": [msgspec.to_builtins(rule) for rule in kind.score],
    }
