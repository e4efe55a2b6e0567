"""Reading a card file of Amul: every mistake is found in one go, with its line and its remedy.

`parse(text)` gives a CardSet or raises BadCards. Line numbers are found by looking for the entry in the text,
because the TOML reader does not keep them.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
import tomllib
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch.games.amul import book
from spieltisch.games.amul.cards import (
    COLOURS,
    HOUSE,
    MARKET_CARDS,
    PLAYERS,
    SYMBOLS,
    CardSet,
    Category,
    Group,
    Kind,
    Rule,
    house,
    house_text,
)
from spieltisch.games.amul.state import NAME
from spieltisch.games.game import BadOption
from spieltisch.texts import LANGUAGES, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

COLUMNS = len(PLAYERS)
LARGEST = 999
"""No number in a card file is larger, so that no score leaves the numbers of the rules."""
MOST_SYMBOLS = 7
MOST_CHARACTERS = 150_000
"""Almost three times the house's file. Whatever is read here costs no more than such a file can."""
MOST_IN_LINE = 1_000
"""The TOML reader keeps every beginning of a key with dots: a line of 200,000 characters would cost it gigabytes."""
MOST_ENTRIES = 250
MOST_PROBLEMS = 50
"""Whoever has made so many mistakes mends these first."""
ID = re.compile(r"[a-z][a-z0-9_]*")
LETTER = re.compile(r"[A-Z]")
HEADER = re.compile(r"\s*\[\[?\s*([\w.]+)\s*\]\]?\s*(#.*)?$")
SYNTAX_LINE = re.compile(r"\(at line (\d+)")

CARD_FIELDS = (
    "id", "name", "text", "deck", "market", "palace", "category", "colour", "position",
    "arab", "mongol", "strength", "letters", "effect", "score",
)  # fmt: skip
TRADER_FIELDS = ("id", "name", "text", "from", "tea", "score")
LIMITS = ("min", "max")
RULE_FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    # rule: the fields that it must have, and those that it may have
    "flat": (("points",), LIMITS),
    "per": (("of",), ("scope", "points", "table", *LIMITS)),
    "kinds": (("of",), ("scope", "by", "points", "table", *LIMITS)),
    "falling": (("of", "points"), ("scope", "step", *LIMITS)),
    "if": (("of", "then", "else"), ("scope", "at_least", "at_most", *LIMITS)),
    "set": ((), ("points", "table", *LIMITS)),
    "bundle": (("of",), ("scope", "points", "table", *LIMITS)),
    "rank": (("of", "scope", "places"), LIMITS),
    "order": (("of",), ("scope", "points", "table", *LIMITS)),
}
CHOICES = {
    "deck": ("market", "palace", "bazaar", "tea"),
    "position": ("table", "hand", "both"),
    "effect": book.EFFECTS,
    "scope": book.SCOPES,
    "by": ("name", "category"),
}
RANK_SCOPES = ("own_neighbours", "everyone")


class Problem(msgspec.Struct, frozen=True):
    """One mistake in a card file."""

    line: int
    key: str
    facts: dict[str, str | int]

    def what(self, language: str = "en") -> str:
        """Say what is wrong."""
        return say(f"amul.cards.wrong.{self.key}", language, **self.words(language))

    def remedy(self, language: str = "en") -> str:
        """Say what to do about it."""
        return say(f"amul.cards.remedy.{self.key}", language, **self.words(language))

    def told(self, language: str = "en") -> str:
        """Say both, with the line."""
        return say(
            "amul.cards.problem",
            language,
            line=self.line,
            what=self.what(language),
            remedy=self.remedy(language),
        )

    def words(self, language: str) -> dict[str, str | int]:
        """Put the facts that are words of ours into the language."""
        return {
            key: say(f"amul.cards.form.{fact}", language) if key == "form" else fact for key, fact in self.facts.items()
        }


class BadCards(BadOption):
    """A card file with mistakes; `problems` lists them by line."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = sorted(problems, key=lambda problem: problem.line)
        super().__init__("amul.cards.bad", count=len(self.problems), problems=self.listed("en"))

    def listed(self, language: str) -> str:
        """List the problems, one a line."""
        return "\n".join(problem.told(language) for problem in self.problems)

    def told(self, language: str) -> str:
        """Tell everything in a language."""
        return say(self.key, language, count=len(self.problems), problems=self.listed(language))


def parse(text: str) -> CardSet:
    """Read and validate a card file; BadCards lists everything that is wrong with it."""
    check_lengths(text)
    try:
        reader = Reader(text, tomllib.loads(text))
    except RecursionError:
        raise BadCards([Problem(1, "deep", {})]) from None
    except ValueError as error:  # also a number with thousands of digits
        found = SYNTAX_LINE.search(str(error))
        line = int(found[1]) if found else max(1, text.count("\n") + 1)
        detail = str(error).split(" (at ")[0]
        raise BadCards([Problem(line, "syntax", {"detail": detail})]) from None
    return reader.read()


def check_lengths(text: str) -> None:
    """Refuse what no card file needs before anybody tries to understand it."""
    if len(text) > MOST_CHARACTERS:
        raise BadCards([Problem(1, "file_long", {"limit": MOST_CHARACTERS})])
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_IN_LINE:
            raise BadCards([Problem(number, "line_long", {"limit": MOST_IN_LINE})])


class Lines:
    """Where entries and fields stand in the text."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.starts: list[tuple[str, int]] = []
        for number, line in enumerate(self.lines, 1):
            if found := HEADER.match(line):
                self.starts.append((found[1], number))

    def of(self, table: str, at: int = 0, field: str = "", rule: int | None = None) -> int:
        """Find the line of the at-th entry of a table, of a field in it, or of one of its scoring rules."""
        numbers = [number for name, number in self.starts if name == table]
        if at >= len(numbers):
            return self.field(1, len(self.lines) + 1, table) or 1
        start = numbers[at]
        later = [number for _, number in self.starts if number > start]
        stop = later[0] if later else len(self.lines) + 1
        line = self.field(start, stop, field) if field else None
        if line is None:
            return start
        return line if rule is None else self.rule(line, stop, rule)

    def field(self, start: int, stop: int, field: str) -> int | None:
        """Find a field between two lines; for `name.de` the table `name` will do."""
        for name in (field, field.partition(".")[0]):
            form = re.compile(rf"\s*{re.escape(name)}\s*[=.]")
            for number in range(start, stop):
                if form.match(self.lines[number - 1]):
                    return number
        return None

    def rule(self, start: int, stop: int, rule: int) -> int:
        """Find the line with the opening brace of a scoring rule."""
        opened = -1
        for number in range(start, stop):
            opened += self.lines[number - 1].count("{")
            if opened >= rule:
                return number
        return start

    def first(self, field: str) -> int:
        """Find a field outside all tables."""
        stop = self.starts[0][1] if self.starts else len(self.lines) + 1
        return self.field(1, stop, field) or 1


class Entry:
    """One table of the file with the means to complain about it."""

    def __init__(self, reader: Reader, data: Any, table: str, at: int, rule: int | None = None) -> None:
        self.reader = reader
        self.table = table
        self.at = at
        self.rule = rule
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}
        self.id = str(self.data.get("id", table))
        if not isinstance(data, dict):
            self.complain("form", "", field=table if rule is None else "score", form="table")

    def complain(self, key: str, at_field: str, **facts: str | int) -> None:
        """Note a problem at the line of a field."""
        field = at_field if self.rule is None else "score"
        line = self.reader.lines.of(self.table, self.at, field, self.rule)
        self.reader.note(Problem(line, key, {"id": self.id, **facts} if "id" not in facts else facts))

    def allow(self, required: Iterable[str], optional: Iterable[str] = ()) -> None:
        """Complain about fields that are missing or not known."""
        required, allowed = list(required), [*required, *optional]
        for field in self.data:
            if field not in allowed:
                hint = nearest(field, allowed)
                self.complain("field_unknown", field, field=field, hint=hint, allowed=", ".join(allowed))
        for field in required:
            if field not in self.data:
                self.complain("field_missing", "", field=field)

    def text(self, field: str, choices: Sequence[str] = ()) -> str:
        """Read a text, one of some choices if these are given."""
        value = self.data.get(field)
        if field not in self.data:
            return choices[0] if choices else ""
        if not isinstance(value, str) or not value:
            self.complain("form", field, field=field, form="text")
        elif choices and value not in choices:
            hint = nearest(value, choices)
            self.complain("choice", field, field=field, value=value, hint=hint, allowed=", ".join(choices))
        else:
            return value
        return choices[0] if choices else ""

    def number(self, field: str, default: int = 0, low: int = -LARGEST, high: int = LARGEST) -> int:
        """Read a whole number within bounds."""
        value = self.data.get(field, default)
        if not is_number(value):
            self.complain("form", field, field=field, form="number")
        elif not low <= value <= high:
            self.complain("range", field, field=field, value=value, low=low, high=high)
        else:
            return int(value)
        return default

    def bound(self, field: str) -> int | None:
        """Read a whole number that may be left out."""
        return self.number(field) if field in self.data else None

    def numbers(self, field: str, low: int = -LARGEST) -> tuple[int, ...]:
        """Read a list of whole numbers that is not empty."""
        values = self.data.get(field)
        if field not in self.data:
            return ()
        if not isinstance(values, list) or not values or not all(map(is_number, values)):
            self.complain("form", field, field=field, form="numbers")
            return ()
        for value in values:
            if not low <= value <= LARGEST:
                self.complain("range", field, field=field, value=value, low=low, high=LARGEST)
                return ()
        return tuple(values)

    def columns(self, field: str) -> tuple[int, ...]:
        """Read the copies that join at 3, 4, 5, 6, 7 and 8 players."""
        if field not in self.data:
            return (0,) * COLUMNS
        values = self.numbers(field, low=0)
        if values and len(values) != COLUMNS:
            self.complain("columns", field, field=field, found=len(values))
        return values if len(values) == COLUMNS else (0,) * COLUMNS

    def texts(self, field: str) -> tuple[str, ...]:
        """Read a list of texts, which may be empty."""
        values = self.data.get(field, [])
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            self.complain("form", field, field=field, form="texts")
            return ()
        return tuple(values)

    def languages(self, field: str) -> dict[str, str]:
        """Read a text in all languages."""
        values = self.data.get(field, {})
        if not isinstance(values, dict):
            self.complain("form", field, field=field, form="languages")
            values = dict.fromkeys(LANGUAGES, "-")
        read = {}
        for language in LANGUAGES:
            value = values.get(language, "")
            if not isinstance(value, str) or not value.strip():
                if field in self.data:
                    self.complain("language", f"{field}.{language}", field=field, code=language)
                value = "-"
            read[language] = value
        for language in values:
            if language not in LANGUAGES:
                allowed = ", ".join(LANGUAGES)
                self.complain("language_unknown", f"{field}.{language}", field=f"{field}.{language}", allowed=allowed)
        return read

    def name(self, seen: dict[str, int]) -> str:
        """Read an id that is well formed and new."""
        value = self.text("id")
        if value and (not ID.fullmatch(value) or len(value) > NAME or value == "nothing"):
            self.complain("id_form", "id", value=value, length=NAME)
        elif value in seen:
            self.complain("id_twice", "id", value=value, other=seen[value])
        seen.setdefault(value, self.reader.lines.of(self.table, self.at, "id"))
        return value


class Reader:
    """Reads the whole file and collects the problems."""

    def __init__(self, text: str, data: dict[str, Any]) -> None:
        self.data = data
        self.lines = Lines(text)
        self.problems: list[Problem] = []
        self.is_house = text == house_text()
        canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
        self.hash = hashlib.sha256(canonical.encode()).hexdigest()

    def note(self, problem: Problem) -> None:
        """Remember a problem; so many at once are enough."""
        self.problems.append(problem)
        if len(self.problems) >= MOST_PROBLEMS:
            raise BadCards(self.problems)

    def read(self) -> CardSet:
        """Read everything, then check what only the whole set can tell."""
        top = Entry(self, self.data, "", 0)
        self.read_top(top)
        majority = Entry(self, self.data.get("majority", {}), "majority", 0)
        majority.allow(("symbols", "places"))
        symbols = self.read_symbols(majority)
        places = majority.numbers("places")
        if len(places) > PLAYERS[-1]:
            majority.complain("too_long", "places", field="places", limit=PLAYERS[-1])
        seen: dict[str, int] = {}
        categories = self.read_categories()
        cards = [self.read_card(entry, categories, seen) for entry in self.entries("card")]
        self.bazaar_cards = [kind for kind, entry in cards if entry.data.get("deck") == "bazaar"]
        traders = [self.read_trader(entry, seen) for entry in self.entries("trader")]
        self.kinds = [pair for pair in cards if pair[1].data.get("deck") != "bazaar"] + traders
        groups = self.read_groups()
        self.categories, self.groups = categories, groups
        for kind, entry in self.kinds:
            self.check_rules(kind, entry)
        self.check_letters()
        self.check_counts()
        cardset = CardSet(
            name=str(self.data.get("set", "")),
            hash=self.hash,
            majority_symbols=symbols,
            majority_places=places,
            categories=categories,
            groups=groups,
            kinds=tuple(kind for kind, _ in self.kinds),
            bazaar_card=self.bazaar_cards[0] if self.bazaar_cards else None,
        )
        if not self.problems:
            self.check_size(cardset)
        if self.problems:
            raise BadCards(self.problems)
        return cardset

    def entries(self, table: str) -> list[Entry]:
        """List the entries of a table."""
        values = self.data.get(table, [])
        if not isinstance(values, list):
            self.note(Problem(self.lines.of(table), "form", {"id": table, "field": table, "form": "tables"}))
            return []
        if len(values) > MOST_ENTRIES:
            facts: dict[str, str | int] = {"id": table, "field": table, "limit": MOST_ENTRIES}
            self.note(Problem(self.lines.of(table, MOST_ENTRIES), "too_long", facts))
        return [Entry(self, value, table, at) for at, value in enumerate(values[:MOST_ENTRIES])]

    def read_top(self, top: Entry) -> None:
        """Check what stands outside all entries."""
        known = ("format", "set", "majority", "category", "group", "card", "trader")
        for field in self.data:
            if field not in known:
                hint = nearest(field, known)
                facts: dict[str, str | int] = {
                    "id": "-",
                    "field": field,
                    "hint": hint,
                    "allowed": ", ".join(known),
                }
                line = max(self.lines.first(field), self.lines.of(field))
                self.note(Problem(line, "field_unknown", facts))
        if self.data.get("format") != 1:
            self.note(Problem(self.lines.first("format"), "format", {"value": str(self.data.get("format"))}))
        if not isinstance(self.data.get("set"), str) or not self.data["set"].strip():
            self.note(Problem(self.lines.first("set"), "form", {"id": "-", "field": "set", "form": "text"}))
        for table in ("majority", "category", "card", "trader"):
            if table not in self.data:
                self.note(Problem(1, "field_missing", {"id": top.id or "-", "field": table}))

    def read_symbols(self, majority: Entry) -> tuple[str, ...]:
        """Read for which symbols there are majorities."""
        symbols = majority.texts("symbols")
        allowed = SYMBOLS[:2]
        for symbol in symbols:
            if symbol not in allowed:
                majority.complain(
                    "choice", "symbols", field="symbols", value=symbol,
                    hint=nearest(symbol, allowed), allowed=", ".join(allowed),
                )  # fmt: skip
        return symbols

    def read_categories(self) -> tuple[Category, ...]:
        """Read the categories; each has a colour of its own."""
        seen: dict[str, int] = {"bazaar": 0}
        colours: dict[str, str] = {}
        categories = []
        for entry in self.entries("category"):
            entry.allow(("id", "colour", "name"))
            colour = entry.text("colour", COLOURS)
            name = entry.name(seen)
            if colours.setdefault(colour, name) != name:
                entry.complain("colour_twice", "colour", colour=colour, other=colours[colour])
            categories.append(Category(name, colour, entry.languages("name")))
        return tuple(categories)

    def read_groups(self) -> tuple[Group, ...]:
        """Read the groups, which name kinds that exist."""
        seen: dict[str, int] = {}
        ids = [kind.id for kind, _ in self.kinds]
        groups = []
        for entry in self.entries("group"):
            entry.allow(("id", "cards", "name"))
            cards = entry.texts("cards")
            for name, count in Counter(cards).items():
                if name not in ids:
                    entry.complain("id_unknown", "cards", value=name, hint=nearest(name, ids))
                elif count > 1:
                    entry.complain("listed_twice", "cards", value=name)
            groups.append(Group(entry.name(seen), cards, entry.languages("name")))
        return tuple(groups)

    def read_card(self, entry: Entry, categories: tuple[Category, ...], seen: dict[str, int]) -> tuple[Kind, Entry]:
        """Read a card of the market deck, the palace or the tea variant."""
        in_bazaar = entry.data.get("deck") == "bazaar"
        entry.allow(CARD_FIELDS, ("bazaar",) if in_bazaar else ())
        deck = entry.text("deck", CHOICES["deck"])
        ids = [category.id for category in categories]
        category = entry.text("category", ["bazaar"] if in_bazaar else ids)
        self.check_colour(entry, category, categories)
        market, palace = entry.columns("market"), entry.columns("palace")
        for field, added, decks in (
            ("market", market, ("market", "tea")),
            ("palace", palace, ("market", "palace")),
        ):
            if deck not in decks and any(added):
                entry.complain("wrong_deck", field, field=field, deck=deck)
        kind = Kind(
            id=entry.name(seen),
            name=entry.languages("name"),
            text=entry.languages("text"),
            category=category,
            position=entry.text("position", CHOICES["position"]),
            market=market,
            palace=palace,
            bazaar=entry.columns("bazaar"),
            tea=deck == "tea",
            arab=entry.number("arab", low=0, high=MOST_SYMBOLS),
            mongol=entry.number("mongol", low=0, high=MOST_SYMBOLS),
            strength=entry.number("strength", low=0, high=MOST_SYMBOLS),
            letters=entry.texts("letters"),
            effect=entry.text("effect", CHOICES["effect"]),
            score=self.read_rules(entry),
        )
        return kind, entry

    def check_colour(self, entry: Entry, category: str, categories: tuple[Category, ...]) -> None:
        """A card has the colour of its category."""
        expected = next((known.colour for known in categories if known.id == category), "none")
        colour = entry.data.get("colour", expected)
        if colour != expected:
            entry.complain("colour", "colour", value=str(colour), category=category, expected=expected)

    def read_trader(self, entry: Entry, seen: dict[str, int]) -> tuple[Kind, Entry]:
        """Read a trader of the bazaar."""
        entry.allow(TRADER_FIELDS)
        joins = entry.number("from", PLAYERS[0], PLAYERS[0], PLAYERS[-1])
        tea = entry.data.get("tea", False)
        if not isinstance(tea, bool):
            entry.complain("form", "tea", field="tea", form="truth")
        kind = Kind(
            id=entry.name(seen),
            name=entry.languages("name"),
            text=entry.languages("text"),
            category="bazaar",
            position="table",
            market=(0,) * COLUMNS,
            palace=(0,) * COLUMNS,
            bazaar=tuple(int(players == joins) for players in PLAYERS),
            tea=bool(tea),
            arab=0,
            mongol=0,
            strength=0,
            letters=(),
            effect="none",
            score=self.read_rules(entry),
        )
        return kind, entry

    def read_rules(self, entry: Entry) -> tuple[Rule, ...]:
        """Read the scoring rules of a card."""
        values = entry.data.get("score", [])
        if not isinstance(values, list):
            entry.complain("form", "score", field="score", form="rules")
            return ()
        rules = []
        for at, value in enumerate(values):
            row = Entry(self, value, entry.table, entry.at, at)
            row.id = entry.id
            if rule := read_rule(row):
                rules.append(rule)
        return tuple(rules)

    def check_rules(self, kind: Kind, entry: Entry) -> None:
        """Check that everything that the rules count exists and is counted once."""
        for at, rule in enumerate(kind.score):
            row = Entry(self, {}, entry.table, entry.at, at)
            row.id = kind.id
            members: dict[str, str] = {}
            for thing in dict.fromkeys(rule.of):
                self.check_thing(row, rule, thing)
                for name in self.things(thing):
                    other = members.setdefault(name, thing)
                    if other != thing:
                        row.complain("overlap", "", value=name, one=other, two=thing)
                        break
            if rule.rule not in {"bundle", "order"}:
                for thing, count in Counter(rule.of).items():
                    if count > 1:
                        row.complain("listed_twice", "", value=thing)

    def check_thing(self, row: Entry, rule: Rule, thing: str) -> None:
        """Check that a thing exists; an order speaks of goods."""
        what, colon, which = thing.rpartition(":")
        known: dict[str, list[str]] = {
            "": [kind.id for kind, _ in self.kinds],
            "category": [category.id for category in self.categories],
            "group": [group.id for group in self.groups],
            "symbol": list(SYMBOLS),
        }
        if thing == "any":
            return
        if (colon and not what) or what not in known:
            row.complain("thing_form", "", value=thing)
        elif which not in known[what]:
            key = "good_unknown" if rule.rule == "order" and not what else "thing_unknown"
            hint = nearest(which, known[what])
            row.complain(key, "", value=thing, hint=f"{what}{colon}{hint}" if hint != "-" else hint)
        elif what == "symbol" and rule.rule == "kinds":
            row.complain("kinds_symbol", "", value=thing)

    def things(self, thing: str) -> list[str]:
        """List what a thing counts, as ids of kinds or the symbol itself."""
        what, _, which = thing.rpartition(":")
        if what == "symbol":
            return [thing]
        if what == "group":
            return [name for group in self.groups if group.id == which for name in group.cards]
        return [
            kind.id
            for kind, _ in self.kinds
            if thing == "any" or which == (kind.category if what == "category" else kind.id)
        ]

    def check_letters(self) -> None:
        """Strength needs letters, one for each copy, and no letter twice: they decide ties."""
        owner: dict[str, str] = {}
        for kind, entry in self.kinds:
            for letter in kind.letters:
                if not LETTER.fullmatch(letter):
                    entry.complain("letter_form", "letters", value=letter)
                elif letter in owner:
                    entry.complain("letter_twice", "letters", value=letter, other=owner[letter])
                owner.setdefault(letter, kind.id)
            if (kind.letters or kind.strength) and len(kind.letters) != kind.copies:
                entry.complain("letters", "letters", found=len(kind.letters), copies=kind.copies)

    def check_counts(self) -> None:
        """The piles have the sizes that nine rounds need, for every player count."""
        market = [kind for kind, _ in self.kinds if not kind.tea]
        for at, players in enumerate(PLAYERS):
            needed = 14 * players + 9 * MARKET_CARDS[players]
            self.check_column("market", at, market, needed, "market")
            self.check_column("palace", at, market, 2 * players, "palace")
            self.check_column("bazaar", at, market, players, "bazaar")
            contracts = [kind for kind in market if kind.effect == "bazaar"]
            self.check_column("contracts", at, contracts, players, "market")
            tea = [kind for kind, _ in self.kinds if kind.tea]
            self.check_column("tea", at, tea, players, "market")
            if self.bazaar_cards:
                traders = sum(kind.bazaar[at] for kind in market)
                if self.bazaar_cards[0].bazaar[at] != traders:
                    self.note(self.wrong_traders(players, traders))
        tea_traders = [(kind, entry) for kind, entry in self.kinds if kind.tea and any(kind.bazaar)]
        if len(tea_traders) != 1 or not tea_traders[0][0].bazaar[0]:
            line = tea_traders[-1][1] if tea_traders else None
            number = self.lines.of("trader", line.at if line else 0, "tea")
            self.note(Problem(number, "tea_trader", {"found": len(tea_traders)}))

    def wrong_traders(self, players: int, traders: int) -> Problem:
        """The general card of the bazaar says how many traders join; the traders themselves must agree."""
        ids = [entry.data.get("deck") for entry in self.entries("card")]
        line = self.lines.of("card", ids.index("bazaar"), "bazaar")
        found = self.bazaar_cards[0].bazaar[players - PLAYERS[0]]
        return Problem(line, "traders", {"players": players, "found": found, "needed": traders})

    def check_column(self, pile: str, at: int, kinds: list[Kind], needed: int, field: str) -> None:
        """Compare the cards of a pile with the number needed; one wrong column is reported once."""
        added = [sum(getattr(kind, field)[column] for kind in kinds) for column in range(at + 1)]
        found = sum(added)
        before = self.needed_before(pile, at)
        if added[at] == needed - before:
            return
        facts = {
            "players": PLAYERS[at], "found": added[at], "needed": needed - before,
            "column": at + 1, "total": needed, "sum": found,
        }  # fmt: skip
        self.note(Problem(self.suspect(kinds, at, field), f"count_{pile}", facts))

    def needed_before(self, pile: str, at: int) -> int:
        """Give the size that the pile must have with one player less; none below three."""
        if at == 0:
            return 0
        players = PLAYERS[at - 1]
        return {"market": 14 * players + 9 * MARKET_CARDS[players], "palace": 2 * players}.get(pile, players)

    def suspect(self, kinds: list[Kind], at: int, field: str) -> int:
        """Find the line that most likely holds a wrong count: where the column differs from the house's."""
        chosen = {kind.id for kind in kinds}
        entries = [(kind, entry) for kind, entry in self.kinds if kind.id in chosen]
        usual = {} if self.is_house else {(kind.id, kind.tea): getattr(kind, field)[at] for kind in house().kinds}
        for kind, entry in entries:
            if usual.get((kind.id, kind.tea), 0) != getattr(kind, field)[at]:
                return self.lines.of(entry.table, entry.at, "from" if field == "bazaar" else field)
        table = "trader" if field == "bazaar" else "card"
        return self.lines.of(table, entries[0][1].at if entries and entries[0][1].table == table else 0)

    def check_size(self, cardset: CardSet) -> None:
        """The set fits into the arrays of the rules."""
        try:
            book.write(cardset, PLAYERS[-1], tea=True)
        except book.TooLarge as error:
            facts: dict[str, str | int] = {"form": error.what, "limit": error.limit}
            self.note(Problem(self.lines.of("card"), "too_large", facts))


def read_rule(row: Entry) -> Rule | None:
    """Read one scoring rule."""
    name = row.text("rule")
    if name not in RULE_FIELDS:
        hint = nearest(name, RULE_FIELDS)
        row.complain("rule_unknown", "", value=name or "-", hint=hint, allowed=", ".join(RULE_FIELDS))
        return None
    required, optional = RULE_FIELDS[name]
    row.allow(("rule", *required), optional)
    if "table" in optional and ("table" in row.data) == ("points" in row.data):
        row.complain("points_or_table", "", rule=name)
    of = row.data.get("of", [])
    things = row.texts("of") if not isinstance(of, str) else (of,)
    if "of" in row.data and isinstance(of, list) and not of:
        row.complain("form", "", field="of", form="things")
    scope = row.text("scope", RANK_SCOPES if name == "rank" else CHOICES["scope"])
    least, most, low, high = (row.bound(field) for field in ("at_least", "at_most", *LIMITS))
    if name == "if" and least is None and most is None:
        row.complain("bounds_missing", "")
    for one, two, bottom, top in (("at_least", "at_most", least, most), ("min", "max", low, high)):
        if bottom is not None and top is not None and bottom > top:
            row.complain("bounds_crossed", "", one=one, two=two)
    return Rule(
        rule=name,
        of=things,
        scope=scope,
        points=row.number("points"),
        table=row.numbers("table"),
        step=row.number("step", 1),
        places=row.numbers("places"),
        by=row.text("by", CHOICES["by"]),
        at_least=least,
        at_most=most,
        then=row.number("then"),
        otherwise=row.number("else"),
        min=low,
        max=high,
    )


def is_number(value: object) -> bool:
    """Tell whole numbers from everything else."""
    return isinstance(value, int) and not isinstance(value, bool)


def nearest(word: str, known: Iterable[str]) -> str:
    """Guess what was meant."""
    found = difflib.get_close_matches(word, list(known), 1, 0.5)
    return found[0] if found else "-"


__all__ = ["HOUSE", "BadCards", "Problem", "parse"]
