"""Reading a card file of Amul: every mistake is found in one go, with its line and its remedy.

`parse(text)` gives a CardSet or raises BadCards.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections import Counter
from typing import Any

from spieltisch.games.amul import book
from spieltisch.games.amul.cardentry import (
    COLUMNS,
    LETTER,
    LONGEST,
    MOST_PROBLEMS,
    BadCards,
    Entry,
    Lines,
    Problem,
    nearest,
    strange_signs,
)
from spieltisch.games.amul.cardrule import CHOICES, read_rule
from spieltisch.games.amul.cards import (
    COLOURS,
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

MOST_SYMBOLS = 7
MOST_CHARACTERS = 150_000
"""Almost three times the house's file. Whatever is read here costs no more than such a file can."""
MOST_IN_LINE = 1_000
"""The TOML reader keeps every beginning of a key with dots: a line of 200,000 characters would cost it gigabytes."""
MOST_ENTRIES = 250
SYNTAX_LINE = re.compile(r"\(at line (\d+)")

CARD_FIELDS = (
    "id", "name", "text", "deck", "market", "palace", "category", "colour", "position",
    "arab", "mongol", "strength", "letters", "effect", "score",
)  # fmt: skip
TRADER_FIELDS = ("id", "name", "text", "from", "tea", "score")


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


class Reader:
    """Reads the whole file and collects the problems."""

    def __init__(self, text: str, data: dict[str, Any]) -> None:
        self.data = data
        self.lines = Lines(text)
        self.problems: list[Problem] = []
        self.kinds: list[tuple[Kind, Entry]] = []
        self.rows: dict[tuple[str, int], list[int]] = {}
        """By entry: where in its list each rule stands that could be read."""
        self.found: CardSet | None = None
        """The set as far as it could be read, mistakes or not."""
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
        cardset = self.found = CardSet(
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
            self.note(Problem(self.lines.of(table), "form", {"id": table, "field": table, "form": "tables"}, (table,)))
            return []
        if len(values) > MOST_ENTRIES:
            facts: dict[str, str | int] = {"id": table, "field": table, "limit": MOST_ENTRIES}
            self.note(Problem(self.lines.of(table, MOST_ENTRIES), "too_long", facts, (table,)))
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
                self.note(Problem(line, "field_unknown", facts, (field,)))
        if self.data.get("format") != 1:
            value = str(self.data.get("format"))[:20]
            self.note(Problem(self.lines.first("format"), "format", {"value": value}, ("format",)))
        self.read_name(self.data.get("set"))
        for table in ("majority", "category", "card", "trader"):
            if table not in self.data:
                self.note(Problem(1, "field_missing", {"id": top.id or "-", "field": table}, (table,)))

    def read_name(self, name: object) -> None:
        """A set has a name that can be shown."""
        facts: dict[str, str | int] = {"id": "-", "field": "set"}
        if not isinstance(name, str) or not name.strip():
            key, facts = "form", {**facts, "form": "text"}
        elif len(name) > LONGEST["set"]:
            key, facts = "words_long", {**facts, "limit": LONGEST["set"]}
        elif strange_signs(name):
            key = "signs"
        else:
            return
        self.note(Problem(self.lines.first("set"), key, facts, ("set",)))

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
        rows = self.rows.setdefault((entry.table, entry.at), [])
        for at, value in enumerate(values):
            row = Entry(self, value, entry.table, entry.at, at)
            row.id = entry.id
            if rule := read_rule(row):
                rules.append(rule)
                rows.append(at)
        return tuple(rules)

    def check_rules(self, kind: Kind, entry: Entry) -> None:
        """Check that everything that the rules count exists and is counted once."""
        for at, rule in zip(self.rows.get((entry.table, entry.at), ()), kind.score, strict=True):
            row = Entry(self, {}, entry.table, entry.at, at)
            row.id = kind.id
            members: dict[str, str] = {}
            for thing in dict.fromkeys(rule.of):
                self.check_thing(row, rule, thing)
                for name in self.things(thing):
                    other = members.setdefault(name, thing)
                    if other != thing:
                        row.complain("overlap", "of", value=name, one=other, two=thing)
                        break
            if rule.rule not in {"bundle", "order"}:
                for thing, count in Counter(rule.of).items():
                    if count > 1:
                        row.complain("listed_twice", "of", value=thing)

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
            row.complain("thing_form", "of", value=thing)
        elif which not in known[what]:
            key = "good_unknown" if rule.rule == "order" and not what else "thing_unknown"
            hint = nearest(which, known[what])
            row.complain(key, "of", value=thing, hint=f"{what}{colon}{hint}" if hint != "-" else hint)
        elif what == "symbol" and rule.rule == "kinds":
            row.complain("kinds_symbol", "of", value=thing)

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
            place = line.place("tea") if line else ("trader",)
            self.note(Problem(number, "tea_trader", {"found": len(tea_traders)}, place))

    def wrong_traders(self, players: int, traders: int) -> Problem:
        """The general card of the bazaar says how many traders join; the traders themselves must agree."""
        ids = [entry.data.get("deck") for entry in self.entries("card")]
        at = ids.index("bazaar")
        found = self.bazaar_cards[0].bazaar[players - PLAYERS[0]]
        facts: dict[str, str | int] = {"players": players, "found": found, "needed": traders}
        return Problem(self.lines.of("card", at, "bazaar"), "traders", facts, ("card", at, "bazaar"))

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
        line, place = self.suspect(kinds, at, field)
        self.note(Problem(line, f"count_{pile}", facts, place))

    def needed_before(self, pile: str, at: int) -> int:
        """Give the size that the pile must have with one player less; none below three."""
        if at == 0:
            return 0
        players = PLAYERS[at - 1]
        return {"market": 14 * players + 9 * MARKET_CARDS[players], "palace": 2 * players}.get(pile, players)

    def suspect(self, kinds: list[Kind], at: int, field: str) -> tuple[int, tuple[str | int, ...]]:
        """Find the entry that most likely holds a wrong count: where the column differs from the house's."""
        chosen = {kind.id for kind in kinds}
        entries = [(kind, entry) for kind, entry in self.kinds if kind.id in chosen]
        usual = {} if self.is_house else {(kind.id, kind.tea): getattr(kind, field)[at] for kind in house().kinds}
        for kind, entry in entries:
            if usual.get((kind.id, kind.tea), 0) != getattr(kind, field)[at]:
                named = "from" if field == "bazaar" else field
                return self.lines.of(entry.table, entry.at, named), entry.place(named)
        table = "trader" if field == "bazaar" else "card"
        return self.lines.of(table, entries[0][1].at if entries and entries[0][1].table == table else 0), (table,)

    def check_size(self, cardset: CardSet) -> None:
        """The set fits into the arrays of the rules."""
        try:
            book.write(cardset, PLAYERS[-1], tea=True)
        except book.TooLarge as error:
            facts: dict[str, str | int] = {"form": error.what, "limit": error.limit}
            self.note(Problem(self.lines.of("card"), "too_large", facts))
