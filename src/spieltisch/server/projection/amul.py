"""Amul as a client sees it, from a view: market, stocks, areas with their points now, and every legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np

from spieltisch.games.amul import cards, notation, rules, scoring
from spieltisch.games.amul.cards import LINE_NAMES
from spieltisch.games.amul.state import (
    BLANK,
    DECK,
    LINES,
    NO_LETTER,
    NOTHING,
    PICK,
    ROUNDS,
    TAKE,
)
from spieltisch.games.game import copied
from spieltisch.server.projection import boards

if TYPE_CHECKING:
    from spieltisch.games import View
    from spieltisch.games.plain import Plain

Names = tuple[str, ...]
PHASES: tuple[Literal["offer", "pick", "play", "take", "over"], ...] = ("offer", "pick", "play", "take", "over")


def board(view: View, *, memory: bool) -> boards.AmulBoard:
    """Show the table."""
    book, record, s = view.book[0], view.state[0], view.plain
    names = notation.words(book).faces
    lines = np.zeros((view.players, LINES), np.int64)
    scoring.score_lines(book, record, lines)
    return boards.AmulBoard(
        round=s.round_number,
        rounds=ROUNDS,
        phase=PHASES[s.phase],
        first_pick=int(rules.holder(book, record)),
        by_strength=s.round_number > view.players,
        queue=[seat for seat in s.queue if seat != BLANK] if s.phase in (PICK, TAKE) else [],
        turn=s.turn,
        deck=DECK - s.top,
        removed=s.removed,
        market=market(s, names, view.players),
        palace=[names[face] for face in s.palace if face != BLANK],
        bazaar=[names[face] for face in s.bazaar if face != BLANK],
        seats=[seat_of(view, s, seat, lines[seat].tolist(), memory=memory) for seat in range(view.players)],
    )


def market(s: Plain, names: Names, players: int) -> list[boards.AmulMarketCard]:
    """Show the market, and whose offer each card is."""
    offers: dict[int, list[int]] = {}
    if s.phase == PICK:
        for seat, face in enumerate(s.offered[:players]):
            offers.setdefault(face, []).append(seat)
    found = []
    for face in s.market:
        if face != BLANK:
            by = offers.get(face)
            found.append(boards.AmulMarketCard(card=names[face], offered_by=by.pop(0) if by else None))
    return found


def seat_of(view: View, s: Plain, seat: int, lines: list[int], *, memory: bool) -> boards.AmulSeat:
    """Show what is known of one seat."""
    names = notation.words(view.book[0]).faces

    def card(face: int) -> str | None:
        return None if face == BLANK else names[face]

    hand = s.hand[seat][: s.held[seat]]
    arab, mongol, strength = s.symbols[seat]
    letter = s.letter[seat]
    return boards.AmulSeat(
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


def area(view: View, s: Plain, seat: int) -> list[boards.AmulPile]:
    """Show an area kind by kind."""
    printed = print_of(view)
    line_of = view.book[0].line
    piles: dict[int, list[str]] = {}
    for number, word in enumerate(s.area[seat]):
        rest = word
        while rest:
            lowest = rest & -rest
            kind, name = printed[64 * number + lowest.bit_length() - 1]
            piles.setdefault(kind, []).append(name)
            rest ^= lowest
    return [
        boards.AmulPile(
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
    book = view.book[0]
    known = int(book.set)
    if known not in PRINTED:
        names = notation.words(book).faces
        PRINTED[known] = {
            bit: (int(book.kind_of[face]), name)
            for face, name in enumerate(names)
            for bit in range(int(book.first_bit[face]), int(book.last_bit[face]))
        }
    return PRINTED[known]


def choices(view: View) -> boards.AmulChoices:
    """List the legal moves, with what each card would be worth in the own area now."""
    book, s = view.book[0], view.state[0]
    verb = notation.VERBS[int(s.phase)]
    found = []
    for number in view.move_numbers(view.seat).tolist():
        face = number % rules.VERB
        if face == NOTHING:
            found.append(boards.AmulMove(move=f"{verb} nothing", card=None))
            continue
        card = notation.words(book).faces[face]
        found.append(boards.AmulMove(move=f"{verb} {card}", card=card, worth=worth_now(view, face)))
    return boards.AmulChoices(verb=verb, moves=found)  # type: ignore[arg-type]


def worth_now(view: View, face: int) -> int:
    """What the viewer's points would change by if the card lay in the own area."""
    copy: Any = copied(view.state)
    book, s = view.book[0], copy[0]
    before = int(scoring.seat_points(book, s, view.seat))
    rules.lay_down(book, s, view.seat, face)
    return int(scoring.seat_points(book, s, view.seat)) - before


def build(view: View, text: str) -> boards.AmulBuild:  # noqa: ARG001 - one signature for all games
    """Amul lists all moves, so there is nothing to build."""
    return boards.AmulBuild(build=text)


def card_set(name: str) -> dict[str, Any] | None:
    """All cards of a set with names, texts and symbols in all languages."""
    if name != cards.HOUSE:
        return None
    found = cards.house()
    return {
        "set": found.name,
        "hash": found.hash,
        "categories": [
            {"id": category.id, "colour": category.colour, "name": category.name} for category in found.categories
        ],
        "cards": [
            {
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
            for kind in found.kinds
        ],
    }
