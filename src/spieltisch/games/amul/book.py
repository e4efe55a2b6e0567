"""A card set as arrays: everything that the compiled rules need to know about cards, for one player count.

Each scoring rule becomes a row of numbers that points to *entries*, each a number of things to count: cards
under a mask over the bits of an area, and symbols.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from spieltisch.games.amul import cards
from spieltisch.games.amul.state import (
    BLANK,
    BOOK,
    BUNDLE,
    DECK,
    ENTRIES,
    FACES,
    NO_LETTER,
    ORDER,
    RULES,
    UNBOUNDED,
    VALUES,
    WORDS,
)
from spieltisch.games.records import blank

if TYPE_CHECKING:
    import numpy as np

    from spieltisch.games.amul.cards import CardSet, Kind, Rule

OPS = ("flat", "per", "kinds", "falling", "if", "set", "bundle", "rank", "order")
SCOPES = ("own", "neighbours", "own_neighbours", "everyone")
EFFECTS = ("none", "palace", "bazaar", "market")
WORD_MASK = (1 << 64) - 1

Entry = tuple[int, int, int]
"""How many are needed, the symbols that are counted as bits, and the mask of the cards that are counted."""


class TooLarge(ValueError):
    """A set with more than the arrays hold."""

    def __init__(self, what: str, limit: int) -> None:
        self.what = what
        self.limit = limit
        super().__init__(what)


@lru_cache(maxsize=128)
def compile_set(name: str, players: int, tea: bool) -> np.recarray[Any, Any]:
    """Give the finished book for the option `cards`, a player count and the tea variant."""
    return write(cards.get(name), players, tea=tea)


def write(cardset: CardSet, players: int, *, tea: bool) -> np.recarray[Any, Any]:
    """Turn a set into a book."""
    box = Box(cardset)
    records = blank(BOOK)
    book = records[0]
    write_faces(book, box)
    write_piles(book, box, players, tea=tea)
    RuleWriter(book, box).write()
    return records


class Box:
    """All cards of a set: its faces and the bits that they occupy in an area."""

    def __init__(self, cardset: CardSet) -> None:
        self.cardset = cardset
        self.faces: list[tuple[Kind, str]] = []
        self.bit_range: list[tuple[int, int]] = []
        self.kind_mask: dict[str, int] = {}
        bit = 0
        for kind in cardset.kinds:
            start = bit
            for letter in kind.letters or ("",):
                size = 1 if letter else kind.copies
                self.faces.append((kind, letter))
                self.bit_range.append((bit, bit + size))
                bit += size
            self.kind_mask[kind.id] = (1 << bit) - (1 << start)
        if len(self.faces) > FACES:
            raise TooLarge("faces", FACES)

    def mask(self, ids: Any) -> int:
        """Join the bits of several kinds."""
        joined = 0
        for name in ids:
            joined |= self.kind_mask[name]
        return joined

    def lowest_bit(self, kind: Kind) -> int:
        """Give the bit of a kind's first copy."""
        mask = self.kind_mask[kind.id]
        return mask & -mask

    def entry(self, need: int, things: Any) -> Entry:
        """Say how to count some things. They do not overlap, so one mask holds all cards."""
        symbols = mask = 0
        for thing in things:
            if thing.startswith("symbol:"):
                symbols |= 1 << cards.SYMBOLS.index(thing.partition(":")[2])
            mask |= self.mask(self.cardset.members(thing))
        return need, symbols, mask

    def piles(self, players: int, *, tea: bool) -> tuple[list[int], list[int], list[int]]:
        """List the faces in the market deck, the palace and the bazaar for a player count."""
        market: list[int] = []
        palace: list[int] = []
        bazaar: list[int] = []
        face = 0
        for kind in self.cardset.kinds:
            letters = iter(range(face, face + len(kind.letters)))
            for column in range(players - 2):
                for pile, added in ((market, kind.market), (palace, kind.palace), (bazaar, kind.bazaar)):
                    if kind.tea and not tea:
                        continue
                    # Letters are listed in the order in which the copies join.
                    pile += [next(letters) if kind.letters else face for _ in range(added[column])]
            face += len(kind.letters) or 1
        return market, palace, bazaar


def words(mask: int) -> list[int]:
    """Split a mask into 64-bit words."""
    return [mask >> (64 * word) & WORD_MASK for word in range(WORDS)]


def write_faces(book: np.record, box: Box) -> None:
    """Note what is printed on the cards."""
    cardset = box.cardset
    numbers = {kind.id: at for at, kind in enumerate(cardset.kinds)}
    book.set = int(cardset.hash[:16], 16)
    book.faces = len(box.faces)
    book.kinds = len(cardset.kinds)
    for face, (kind, letter) in enumerate(box.faces):
        book.kind_of[face] = numbers[kind.id]
        book.letter[face] = ord(letter) - ord("A") if letter else NO_LETTER
        book.symbols[face] = kind.arab, kind.mongol, kind.strength
        book.table_icon[face] = kind.position != "hand"
        book.hand_icon[face] = kind.position != "table"
        book.effect[face] = EFFECTS.index(kind.effect)
        book.first_bit[face], book.last_bit[face] = box.bit_range[face]
    for number, kind in enumerate(cardset.kinds):
        name = kind.id.encode()
        book.name[number, : len(name)] = list(name)
        book.line[number] = cardset.line_of(kind)
        mask = box.kind_mask[kind.id]
        book.kind_mask[number] = words(mask)
        book.kind_end[number] = mask.bit_length()
        for bit in range(mask.bit_length()):
            if mask >> bit & 1:
                book.kind_at[bit] = number
    book.contested[:] = [symbol in cardset.majority_symbols for symbol in cards.SYMBOLS[:2]]
    book.majority[: len(cardset.majority_places)] = cardset.majority_places


def write_piles(book: np.record, box: Box, players: int, *, tea: bool) -> None:
    """Note which cards take part with this player count."""
    market, palace, bazaar = box.piles(players, tea=tea)
    book.players = players
    for seat in range(players):
        left, right = (seat + 1) % players, (seat - 1) % players
        scopes = ([seat], [left, right], [seat, left, right], list(range(players)))
        for scope, seats in enumerate(scopes):
            book.scope_size[scope] = len(seats)
            book.in_scope[scope, seat, : len(seats)] = seats
    book.tea = tea
    book.market_cards = cards.MARKET_CARDS[players]
    book.deck_size, book.palace_size, book.bazaar_size = len(market), len(palace), len(bazaar)
    book.deck[:] = BLANK
    book.deck[DECK - len(market) :] = market
    book.palace[:] = BLANK
    book.palace[: len(palace)] = sorted(palace)
    book.bazaar[:] = BLANK
    book.bazaar[: len(bazaar)] = sorted(bazaar)
    for face, count in Counter(market + palace + bazaar).items():
        book.total[face] = count


class RuleWriter:
    """Writes the scoring rules of all kinds; equal lists of entries and tables are written once."""

    def __init__(self, book: np.record, box: Box) -> None:
        self.book = book
        self.box = box
        self.entry_lists: dict[tuple[Entry, ...], tuple[int, int]] = {}
        self.tables: dict[tuple[int, ...], tuple[int, int]] = {}
        self.rules = self.entries = self.values = 0

    def write(self) -> None:
        """Write everything."""
        for number, kind in enumerate(self.box.cardset.kinds):
            self.book.first_rule[number] = self.rules
            for rule in kind.score:
                self.write_rule(rule)
            self.book.first_rule[number + 1] = self.rules

    def write_rule(self, rule: Rule) -> None:
        """Write one row."""
        table = (rule.then, rule.otherwise) if rule.rule == "if" else rule.places or rule.table
        self.book.rule[self.room("rules", 1, RULES)] = [
            OPS.index(rule.rule),
            SCOPES.index(rule.scope),
            *self.place_entries(self.entries_of(rule)),
            rule.points,
            rule.step,
            *self.place_table(table),
            bounded(rule.at_least, -UNBOUNDED),
            bounded(rule.at_most, UNBOUNDED),
            bounded(rule.min, -UNBOUNDED),
            bounded(rule.max, UNBOUNDED),
        ]

    def entries_of(self, rule: Rule) -> tuple[Entry, ...]:
        """Say what a rule counts."""
        box = self.box
        op = OPS.index(rule.rule)
        if op in (BUNDLE, ORDER):
            return tuple(box.entry(need, [thing]) for thing, need in Counter(rule.of).items())
        if rule.rule == "kinds":
            return self.names_among(rule)
        return (box.entry(1, rule.of),) if rule.of else ()

    def names_among(self, rule: Rule) -> tuple[Entry, ...]:
        """Count each name, or each category, among the things of a rule once."""
        box = self.box
        ids = {name for thing in rule.of for name in box.cardset.members(thing)}
        if rule.by == "category":
            sets = [
                [kind.id for kind in box.cardset.kinds if kind.category == category.id and kind.id in ids]
                for category in box.cardset.categories
            ]
            return tuple((1, 0, box.mask(found)) for found in sets if found)
        names = [kind for kind in box.cardset.kinds if kind.id in ids]
        if rule.scope != "own":
            return tuple((1, 0, box.kind_mask[kind.id]) for kind in names)
        # In one area the first copy of a kind has its lowest bit, so counting lowest bits counts names at
        # once; lettered copies have bits of their own.
        plain = sum(box.lowest_bit(kind) for kind in names if len(kind.letters) < 2)
        lettered = [(1, 0, box.kind_mask[kind.id]) for kind in names if len(kind.letters) > 1]
        return ((UNBOUNDED, 0, plain), *lettered)

    def place_entries(self, entries: tuple[Entry, ...]) -> tuple[int, int]:
        """Write a list of entries, or find it where it already stands."""
        if entries not in self.entry_lists:
            start = self.room("entries", len(entries), ENTRIES)
            for row, (need, symbols, mask) in enumerate(entries, start):
                self.book.entry[row] = need, symbols
                self.book.mask[row] = words(mask)
            self.entry_lists[entries] = start, start + len(entries)
        return self.entry_lists[entries]

    def place_table(self, table: tuple[int, ...]) -> tuple[int, int]:
        """Write a table of points, or find it where it already stands."""
        if table not in self.tables:
            start = self.room("values", len(table), VALUES)
            self.book.value[start : start + len(table)] = table
            self.tables[table] = start, start + len(table)
        return self.tables[table]

    def room(self, what: str, count: int, limit: int) -> int:
        """Reserve rows of an array."""
        start: int = getattr(self, what)
        if start + count > limit:
            raise TooLarge(what, limit)
        setattr(self, what, start + count)
        return start


def bounded(value: int | None, default: int) -> int:
    """Give a bound, or one that never binds."""
    return default if value is None else value
