"""The score sheet of Amul in words: points by line and by card, each with its reason.

A sheet can be made at any time; in the middle of a game it says what the areas are worth now.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from spieltisch.games.amul import cards, scoring
from spieltisch.games.amul.cards import LINE_NAMES, SYMBOLS
from spieltisch.games.amul.state import STRENGTH
from spieltisch.texts import say

if TYPE_CHECKING:
    from spieltisch.games.amul.cards import CardSet, Kind, Rule
    from spieltisch.games.table import Board


class Reason(msgspec.Struct, frozen=True):
    """Why some points are scored."""

    points: int
    text: str


class CardScore(msgspec.Struct, frozen=True):
    """What all cards of one kind score."""

    id: str
    name: str
    copies: int
    points: int
    reasons: list[Reason]


class SheetLine(msgspec.Struct, frozen=True):
    """One line of the sheet. Colours and bazaar list their cards, the majorities give one reason and the place."""

    id: str
    name: str
    points: int
    cards: list[CardScore]
    reasons: list[Reason]
    place: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """The whole sheet of one seat."""

    seat: int
    total: int
    strength: int
    lines: list[SheetLine]


def score_breakdown(table: Board, seat: int, language: str = "en") -> Sheet:
    """Say what a seat scores, card by card and line by line."""
    cardset = cards.get(table.options.cards)
    found: list[list[CardScore]] = [[] for _ in LINE_NAMES]
    for number, kind in enumerate(cardset.kinds):
        if scored := score_card(table, cardset, seat, number, kind, language):
            found[cardset.line_of(kind)].append(scored)
    lines = []
    for line, listed in zip(LINE_NAMES, found, strict=True):
        reasons = [majority(table, seat, line, language)] if line in cardset.majority_symbols else []
        points = sum(card.points for card in listed) + sum(reason.points for reason in reasons)
        place = place_in_words(table, seat, line, language) if reasons else ""
        lines.append(SheetLine(line, line_name(cardset, line, language), points, listed, reasons, place))
    total = sum(line.points for line in lines)
    return Sheet(seat, total, int(table.state[0].symbols[seat, STRENGTH]), lines)


def line_name(cardset: CardSet, line: str, language: str) -> str:
    """Name a line: by its category, or by what it is."""
    for category in cardset.categories:
        if category.colour == line:
            return category.name[language]
    return say(f"amul.line.{line}", language)


def score_card(table: Board, cardset: CardSet, seat: int, number: int, kind: Kind, language: str) -> CardScore | None:
    """Say what all cards of one kind in an area score."""
    book, s = table.book[0], table.state[0]
    owned = int(scoring.copies(book, s, seat, number))
    if not owned:
        return None
    reasons = []
    for row, rule in enumerate(kind.score, int(book.first_rule[number])):
        n = int(scoring.number(book, s, seat, row, owned))
        points = int(scoring.rule_points(book, s, seat, row, owned))
        each = int(scoring.worth(book, row, n))
        reasons.append(Reason(points, explain(cardset, kind, rule, owned, n, each, points, language)))
    total = sum(reason.points for reason in reasons)
    return CardScore(kind.id, kind.name[language], owned, total, reasons)


def explain(cardset: CardSet, kind: Kind, rule: Rule, owned: int, n: int, each: int, points: int, language: str) -> str:
    """Put one rule's result into words."""
    key = "kinds_category" if rule.by == "category" else rule.rule
    if rule.rule == "rank" and n == 0:
        key = "unranked"
    return say(
        f"amul.reason.{key}",
        language,
        count=owned,
        name=kind.name[language],
        n=n,
        each=each,
        points=points,
        goods=len(rule.of),
        things=", ".join(
            thing_name(cardset, thing, language) + (f" ({count})" if count > 1 else "")
            for thing, count in Counter(rule.of).items()
        ),
        scope=say(f"amul.scope.{rule.scope}", language),
    )


def thing_name(cardset: CardSet, thing: str, language: str) -> str:
    """Name what a rule counts."""
    what, _, which = thing.rpartition(":")
    if what == "symbol":
        return say(f"amul.cards.symbol.{which}", language)
    if what == "category":
        return next(category.name[language] for category in cardset.categories if category.id == which)
    if what == "group":
        return next(group.name[language] for group in cardset.groups if group.id == which)
    return say("amul.reason.any", language) if thing == "any" else cardset.name_of(thing, language)


def majority(table: Board, seat: int, symbol: str, language: str) -> Reason:
    """Say what a seat scores for its Arab or Mongol symbols."""
    book, s = table.book[0], table.state[0]
    mine, place, _ = standing(table, seat, symbol)
    points = int(scoring.majority_points(book, s, seat, SYMBOLS.index(symbol)))
    text = say(
        f"amul.reason.{'majority' if mine else 'no_majority'}",
        language,
        n=mine,
        things=say(f"amul.cards.symbol.{symbol}", language),
        place=place,
        points=points,
    )
    return Reason(points, text)


def standing(table: Board, seat: int, symbol: str) -> tuple[int, int, int]:
    """Give how many of a symbol a seat has, its place by that, and how many seats share it."""
    counts = [int(count) for count in table.state[0].symbols[: table.players, SYMBOLS.index(symbol)]]
    mine = counts[seat]
    return mine, sum(count >= mine for count in counts), counts.count(mine)


def place_in_words(table: Board, seat: int, symbol: str, language: str) -> str:
    """Say which place a seat has in a majority; none without a symbol."""
    mine, place, sharing = standing(table, seat, symbol)
    if not mine:
        return say("amul.reason.place_none", language)
    words = say(f"amul.reason.place_{place}", language)
    return say("amul.reason.place_shared", language, place=words) if sharing > 1 else words
