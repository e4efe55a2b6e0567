"""Card sets of Amul as data: what a set is, the set of the house, and how to list one.

`cardfile.parse` reads and validates a file; `book.compile_set` turns a set into the arrays of the rules.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from spieltisch.texts import LANGUAGES, say

COLOURS = ("yellow", "blue", "purple", "red", "green", "orange")
LINE_NAMES = (*COLOURS, "bazaar", "arab", "mongol")
SYMBOLS = ("arab", "mongol", "strength")
PLAYERS = range(3, 9)
MARKET_CARDS = {3: 1, 4: 2, 5: 3, 6: 3, 7: 3, 8: 3}
"""Cards turned up as the market in each round."""

HOUSE = "house"


class Rule(msgspec.Struct, frozen=True):
    """One scoring rule of a card; fields that its kind of rule does not use keep their defaults."""

    rule: str
    of: tuple[str, ...] = ()
    scope: str = "own"
    points: int = 0
    table: tuple[int, ...] = ()
    step: int = 1
    places: tuple[int, ...] = ()
    by: str = "name"
    at_least: int | None = None
    at_most: int | None = None
    then: int = 0
    otherwise: int = 0
    min: int | None = None
    max: int | None = None


class Kind(msgspec.Struct, frozen=True):
    """One entry of a card file. The columns count the copies that join at 3, 4, 5, 6, 7 and 8 players."""

    id: str
    name: dict[str, str]
    text: dict[str, str]
    category: str
    position: str
    market: tuple[int, ...]
    palace: tuple[int, ...]
    bazaar: tuple[int, ...]
    tea: bool
    arab: int
    mongol: int
    strength: int
    letters: tuple[str, ...]
    effect: str
    score: tuple[Rule, ...]

    @property
    def copies(self) -> int:
        """All copies in the box."""
        return sum(self.market) + sum(self.palace) + sum(self.bazaar)


class Category(msgspec.Struct, frozen=True):
    """A category and its colour, which is its line on the score sheet."""

    id: str
    colour: str
    name: dict[str, str]


class Group(msgspec.Struct, frozen=True):
    """A named list of kinds that rules can speak of."""

    id: str
    cards: tuple[str, ...]
    name: dict[str, str]


class CardSet(msgspec.Struct, frozen=True):
    """A validated card set."""

    name: str
    hash: str
    majority_symbols: tuple[str, ...]
    majority_places: tuple[int, ...]
    categories: tuple[Category, ...]
    groups: tuple[Group, ...]
    kinds: tuple[Kind, ...]
    bazaar_card: Kind | None
    """What the file says of traders in general; no such card is in the game."""

    def line_of(self, kind: Kind) -> int:
        """Find the line of the score sheet on which a kind scores."""
        for category in self.categories:
            if category.id == kind.category:
                return LINE_NAMES.index(category.colour)
        return LINE_NAMES.index("bazaar")

    def name_of(self, card: str, language: str) -> str:
        """Name a card in a language; lettered cards keep their letter."""
        kind, _, letter = card.partition(".")
        name = self.names(language).get(kind, kind)
        return f"{name} {letter}" if letter else name

    def names(self, language: str) -> dict[str, str]:
        """Give the name of every kind in a language."""
        return {kind.id: kind.name[language] for kind in self.kinds}

    def members(self, thing: str) -> tuple[str, ...]:
        """List the ids of the kinds that a thing of a rule stands for; symbols stand for no cards."""
        what, _, which = thing.rpartition(":")
        if what == "symbol":
            return ()
        if what == "group":
            return next(group.cards for group in self.groups if group.id == which)
        return tuple(
            kind.id
            for kind in self.kinds
            if (kind.category if what == "category" else kind.id) == which or thing == "any"
        )


@cache
def house_text() -> str:
    """Read the card file of the house."""
    return files(__package__).joinpath("cards.toml").read_text("utf-8")


@cache
def house() -> CardSet:
    """Give the set of the house."""
    return get(HOUSE)


@lru_cache(maxsize=128)
def get(cards: str) -> CardSet:
    """Give the set that the option `cards` stands for: the house's, or the text of a card file."""
    from spieltisch.games.amul.cardfile import parse

    return parse(house_text() if cards == HOUSE else cards)


class CardRow(NamedTuple):
    """One line of a listed set; every value is ready to print."""

    name: str
    id: str
    category: str
    position: str
    market: str
    palace: str
    symbols: str
    letters: str
    effect: str
    text: str


def cards_heading(language: str) -> CardRow:
    """Name the columns of a listed set."""
    return CardRow(*(say(f"amul.cards.column.{field}", language) for field in CardRow._fields))


def cards_table(cardset: CardSet, language: str) -> list[CardRow]:
    """List a set as rows of text, in the order of its file. Copies are written by column: 4·3·2·1·2·2."""
    categories = {category.id: category.name[language] for category in cardset.categories}
    return [
        CardRow(
            name=kind.name[language],
            id=kind.id,
            category=categories.get(kind.category) or say("amul.line.bazaar", language),
            position=say(f"amul.cards.position.{kind.position}", language),
            market=columns(kind.bazaar if any(kind.bazaar) else kind.market),
            palace=columns(kind.palace),
            symbols=", ".join(
                f"{count} {say(f'amul.cards.symbol.{symbol}', language)}"
                for symbol in SYMBOLS
                if (count := getattr(kind, symbol))
            ),
            letters=" ".join(kind.letters),
            effect="" if kind.effect == "none" else say(f"amul.cards.effect.{kind.effect}", language),
            text=kind.text[language],
        )
        for kind in cardset.kinds
    ]


def columns(added: tuple[int, ...]) -> str:
    """Write the copies that join at 3 to 8 players."""
    return "·".join(map(str, added)) if any(added) else ""


# --- numbers in the explanations ------------------------------------------------------------------------

MINUS = "\N{MINUS SIGN}"
NUMBER = re.compile(rf"[-{MINUS}]?\d+")


def numbers_in(sentence: str) -> Counter[int]:
    """Collect the numbers that a sentence names."""
    return Counter(int(found.replace(MINUS, "-")) for found in NUMBER.findall(sentence))


def numbers_of(kind: Kind) -> tuple[Counter[int], Counter[int]]:
    """Give the numbers that a card's explanation must name, and those that it may name besides."""
    must: Counter[int] = Counter()
    may: Counter[int] = Counter([kind.arab, kind.mongol, kind.strength])
    for rule in kind.score:
        if rule.rule in {"flat", "falling"} or (not rule.table and rule.rule not in {"rank", "if"}):
            must[rule.points] += 1
        if rule.rule == "falling":
            must[rule.step] += 1
        if rule.rule == "if":
            must.update([rule.then, rule.otherwise])
        if rule.rule == "bundle":
            may.update(Counter(rule.of).values())
        must.update(place for place in rule.places if place)
        must.update(bound for bound in (rule.at_least, rule.at_most, rule.min, rule.max) if bound is not None)
        named = [n for n, value in enumerate(rule.table) if value]
        must.update(rule.table[n] for n in named)
        # "The only one" needs no figure.
        must.update(n for n in named if n > 1)
        may.update(n for n in named if n <= 1)
    if kind.effect != "none":
        must[1] += 1
    return must, may


class Doubt(NamedTuple):
    """An explanation that seems not to say what its rules do."""

    id: str
    language: str
    missing: list[int]
    strange: list[int]

    def told(self, language: str) -> str:
        """Tell the doubt in a language."""
        return say(
            "amul.cards.doubt",
            language,
            id=self.id,
            text=f"text.{self.language}",
            missing=", ".join(map(str, self.missing)) or "-",
            strange=", ".join(map(str, self.strange)) or "-",
        )


def doubts(cardset: CardSet) -> list[Doubt]:
    """Compare the numbers of every explanation with the numbers of its rules; a hint, not an error."""
    found = []
    for kind in cardset.kinds:
        must, may = numbers_of(kind)
        for language in LANGUAGES:
            named = numbers_in(kind.text[language])
            missing, strange = must - named, named - must - may
            if missing or strange:
                found.append(Doubt(kind.id, language, sorted(missing), sorted(strange)))
    return found
