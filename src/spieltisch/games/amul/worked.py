"""Why a card is worth what it is worth to somebody now: a sum, line by line, with the areas that matter in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from spieltisch.games.amul import cards, notation, scoring
from spieltisch.games.amul.book import SCOPES
from spieltisch.games.amul.rules import lay_down
from spieltisch.games.amul.sheet import explain, majority, thing_name
from spieltisch.games.amul.showing import lay_out_hand
from spieltisch.games.amul.state import BLANK, FIRST_ENTRY, LAST_ENTRY
from spieltisch.games.face import Shape
from spieltisch.games.records import copied
from spieltisch.games.table import Board
from spieltisch.texts import LANGUAGES, STAND_IN, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.games import View
    from spieltisch.games.amul.cards import CardSet, Kind, Rule

POINTS = re.compile(r"\s?: -?\d+$")


class AmulSumLine(Shape, frozen=True, kw_only=True):
    """One line of a sum. `seat`: whose area is looked at, `kind`: which cards gain; `points` null: only to be seen."""

    text: str
    points: int | None = None
    seat: int | None = None
    kind: str | None = None
    open: bool = False
    """It hangs on a majority or a rank, and stands apart from the sum."""


class AmulBuild(Shape, frozen=True, kw_only=True, tag_field="game", tag="amul"):
    """What a card adds to the asker's points, worked out; the lines that are not open add up to `points`.

    Or, for the question `stocks`, what each card of palace and bazaar adds, by the numbers that the board explains.
    """

    build: str
    card: str | None = None
    points: int = 0
    lines: list[AmulSumLine] = msgspec.field(default_factory=list)
    worth: dict[str, list[int]] = msgspec.field(default_factory=dict)


def build(view: View, text: str) -> AmulBuild | None:
    """Work out what a card adds: `hand gold de` for one of the hand, `sight gold de` for any other, in a language."""
    place, _, rest = text.partition(" ")
    card, _, language = rest.partition(" ")
    face = notation.words(view.book[0]).number.get(card)
    if face is None or place not in {"hand", "sight"} or view.seat < 0:
        return None
    before = laid_out(view, view.seat, BLANK if place == "sight" else face)
    after = beside(before, view.seat, face)
    spoken = language if language in LANGUAGES else STAND_IN
    cardset = cards.get(view.options.cards)
    lines = list(sum_of(cardset, before, after, view.seat, card.partition(".")[0], spoken))
    total = sum(line.points or 0 for line in lines if not line.open)
    return AmulBuild(build=text, card=card, points=total, lines=lines)


def laid_out(view: Board, seat: int, without: int) -> Board:
    """The table as it would be scored if the game ended now, one card of a hand that is known left out."""
    table = Board(view.game, view.players, view.options, view.book, copied(view.state))
    lay_out_hand(table.book[0], table.state[0], seat, without)
    return table


def beside(table: Board, seat: int, face: int) -> Board:
    """The same with one more card in an area."""
    more = Board(table.game, table.players, table.options, table.book, copied(table.state))
    lay_down(more.book[0], more.state[0], seat, face)
    return more


def sum_of(cardset: CardSet, before: Board, after: Board, seat: int, card: str, language: str) -> Iterator[AmulSumLine]:
    """The card's own rules, what its kind scored before, what other cards gain, and what is open."""
    for number, kind in enumerate(cardset.kinds):
        if kind.id == card:
            yield from own_lines(before, after, seat, cardset, number, language)
    for number, kind in enumerate(cardset.kinds):
        if kind.id != card:
            yield from gains(before, after, seat, number, kind, language)
    for symbol in cardset.majority_symbols:
        was, now = (majority(table, seat, symbol, language) for table in (before, after))
        if was != now:
            name = say(
                "amul.sum.majority", language, reason=without_points(now.text), points=now.points, was=was.points
            )
            yield AmulSumLine(text=name, points=now.points - was.points, open=True)


def own_lines(
    before: Board, after: Board, seat: int, cardset: CardSet, number: int, language: str
) -> Iterator[AmulSumLine]:
    """What the card's own rules give now, whose areas they look at, and what its kind scored without it."""
    kind = cardset.kinds[number]
    was = 0
    for row, rule in enumerate(kind.score, int(after.book[0].first_rule[number])):
        owned, n, each, points = counted(after, seat, number, row)
        text = without_points(explain(cardset, kind, rule, owned, n, each, points, language))
        had = counted(before, seat, number, row)[3] if owned > 1 else 0
        if rule.rule == "rank":
            yield AmulSumLine(text=text, points=points - had, open=True)
        elif rule.rule == "falling" and owned == 1:
            yield from falling(after, seat, cardset, row, rule, points, language)
            continue
        else:
            yield AmulSumLine(text=text, points=points)
            was += had
        if rule.scope != "own":
            yield from looked_at(after, seat, cardset, row, rule, language)
    if was:
        before_it = say("amul.sum.before", language, name=kind.name[language])
        yield AmulSumLine(text=before_it, points=-was)
    if not kind.score and kind.effect == "none":
        yield AmulSumLine(text=say("amul.sum.nothing", language), points=0)


def without_points(reason: str) -> str:
    """A reason without the points at its end: they have a column of their own."""
    return POINTS.sub("", reason)


def counted(table: Board, seat: int, number: int, row: int) -> tuple[int, int, int, int]:
    """Copies of a kind, the number that one of its rules looks at, what that gives, and the points for all copies."""
    book, s = table.book[0], table.state[0]
    owned = int(scoring.copies(book, s, seat, number))
    n = int(scoring.number(book, s, seat, row, owned))
    return owned, n, int(scoring.worth(book, row, n)), int(scoring.rule_points(book, s, seat, row, owned))


def falling(
    table: Board, seat: int, cardset: CardSet, row: int, rule: Rule, points: int, language: str
) -> Iterator[AmulSumLine]:
    """Begin with the full value and take off for what lies in each area, as far as it goes."""
    yield AmulSumLine(text=say("amul.sum.full", language), points=rule.points)
    left = points - rule.points
    for line in looked_at(table, seat, cardset, row, rule, language):
        taken = -rule.step * things_in(table, line.seat, row)
        left -= taken
        yield AmulSumLine(text=line.text, points=taken, seat=line.seat)
    if left:
        yield AmulSumLine(text=say("amul.sum.bound", language, points=points), points=left)


def looked_at(table: Board, seat: int, cardset: CardSet, row: int, rule: Rule, language: str) -> Iterator[AmulSumLine]:
    """Whose areas a rule looks at, and how many of its things lie there."""
    scope = SCOPES.index(rule.scope)
    book = table.book[0]
    things = ", ".join(dict.fromkeys(thing_name(cardset, thing, language) for thing in rule.of))
    for at in range(int(book.scope_size[scope])):
        other = int(book.in_scope[scope, seat, at])
        found = things_in(table, other, row)
        if other != seat or rule.rule == "falling":
            key = "area" if found else "area_none"
            yield AmulSumLine(text=say(f"amul.sum.{key}", language, count=found, things=things), seat=other)


def things_in(table: Board, seat: int | None, row: int) -> int:
    """Count what a rule looks for in one area."""
    book, s = table.book[0], table.state[0]
    entries = range(int(book.rule[row, FIRST_ENTRY]), int(book.rule[row, LAST_ENTRY]))
    return sum(int(scoring.things_of(book, s, seat, entry)) for entry in entries)


def gains(before: Board, after: Board, seat: int, number: int, kind: Kind, language: str) -> Iterator[AmulSumLine]:
    """What other cards of the seat score more, or less, because of it."""
    if not scoring.copies(after.book[0], after.state[0], seat, number):
        return
    for row, rule in enumerate(kind.score, int(after.book[0].first_rule[number])):
        more = counted(after, seat, number, row)[3] - counted(before, seat, number, row)[3]
        if more:
            text = say("amul.sum.other", language, name=kind.name[language])
            yield AmulSumLine(text=text, points=more, kind=kind.id, open=rule.rule == "rank")
