"""Scoring a table of Amul: the nine rules of the card file, the majorities and the winners.

Everything is read from the areas alone, so a table can be scored at any time, also in the middle of a game.
"""

from typing import TYPE_CHECKING

import numpy as np

from spieltisch.games.amul.state import (
    ARAB,
    ARAB_LINE,
    BUNDLE,
    FALLING,
    FIRST_ENTRY,
    FIRST_VALUE,
    FLAT,
    HIGH,
    IF,
    KINDS,
    LAST_ENTRY,
    LAST_VALUE,
    LEAST,
    LINES,
    LOW,
    MONGOL,
    MONGOL_LINE,
    MOST,
    NEED,
    OP,
    ORDER,
    OWN,
    POINTS,
    RANK,
    SCOPE,
    SET,
    STEP,
    STRENGTH,
    SYMBOLS,
    UNBOUNDED,
    WORDS,
    Number,
)
from spieltisch.games.bits import count_bits, lowest_bit
from spieltisch.games.compiled import compiled, inlined

if TYPE_CHECKING:
    import numpy.typing as npt


@compiled
def copies(book: np.record, s: np.record, seat: Number, kind: Number) -> Number:
    """Count the cards of a kind in an area."""
    found = np.int64(0)
    for word in range(WORDS):
        found += count_bits(s.area[seat, word] & book.kind_mask[kind, word])
    return found


@inlined
def things_of(book: np.record, s: np.record, seat: Number, entry: Number) -> Number:
    """Count the things of one entry in one area."""
    found = np.int64(0)
    for word in range(WORDS):
        found += count_bits(s.area[seat, word] & book.mask[entry, word])
    wanted = np.int64(book.entry[entry, SYMBOLS])
    if wanted:
        for symbol in range(3):
            if wanted >> symbol & 1:
                found += np.int64(s.symbols[seat, symbol])
    return found


@compiled
def things(book: np.record, s: np.record, seat: Number, scope: Number, entry: Number) -> Number:
    """Count the things of one entry in all areas in scope."""
    if scope == OWN:
        return things_of(book, s, seat, entry)
    found = np.int64(0)
    for at in range(np.int64(book.scope_size[scope])):
        found += things_of(book, s, np.int64(book.in_scope[scope, seat, at]), entry)
    return found


@compiled
def place(book: np.record, s: np.record, seat: Number, scope: Number, entry: Number) -> Number:
    """Give a seat's place among the players in scope, 0 if it has none of the things.

    Tied players take the lowest of the places they share: as many places as players have at least as many.
    """
    own = things_of(book, s, seat, entry)
    at_least = np.int64(0)
    if own:
        for at in range(np.int64(book.scope_size[scope])):
            at_least += things_of(book, s, np.int64(book.in_scope[scope, seat, at]), entry) >= own
    return at_least


@inlined
def number(book: np.record, s: np.record, seat: Number, rule: Number, owned: Number) -> Number:
    """Find the number that a rule looks at; `owned` are the copies of its card in the seat's area."""
    op = np.int64(book.rule[rule, OP])
    if op in (FLAT, SET):
        return owned
    scope = np.int64(book.rule[rule, SCOPE])
    start = np.int64(book.rule[rule, FIRST_ENTRY])
    if op == RANK:
        return place(book, s, seat, scope, start)
    joins = op in (KINDS, ORDER)
    found = np.int64(0) if joins else np.int64(UNBOUNDED)
    for entry in range(start, np.int64(book.rule[rule, LAST_ENTRY])):
        count = things(book, s, seat, scope, entry)
        need = np.int64(book.entry[entry, NEED])
        if joins:
            found += min(count, need)
        elif op == BUNDLE:
            found = min(found, count // need)
        else:
            found = count
    return found


@compiled
def worth(book: np.record, rule: Number, n: Number) -> Number:
    """Turn a rule's number into points: for one copy, or jointly for all."""
    op = np.int64(book.rule[rule, OP])
    points = np.int64(book.rule[rule, POINTS])
    start = np.int64(book.rule[rule, FIRST_VALUE])
    values = np.int64(book.rule[rule, LAST_VALUE]) - start
    if op == FLAT:
        result = points
    elif op == FALLING:
        result = points - np.int64(book.rule[rule, STEP]) * n
    elif op == IF:
        met = np.int64(book.rule[rule, LEAST]) <= n and n <= np.int64(book.rule[rule, MOST])
        result = np.int64(book.value[start if met else start + 1])
    elif op == RANK:
        result = np.int64(book.value[start + n - 1]) if 1 <= n <= values else np.int64(0)
    elif values:
        result = np.int64(book.value[start + min(n, values - 1)])
    else:
        result = points * n
    return min(max(result, np.int64(book.rule[rule, LOW])), np.int64(book.rule[rule, HIGH]))


@compiled
def rule_points(book: np.record, s: np.record, seat: Number, rule: Number, owned: Number) -> Number:
    """Score one rule of a card of which the seat owns some copies."""
    result = worth(book, rule, number(book, s, seat, rule, owned))
    return result if book.rule[rule, OP] >= SET else result * owned


@compiled
def kind_points(book: np.record, s: np.record, seat: Number, kind: Number) -> Number:
    """Score all cards of one kind in an area."""
    owned = copies(book, s, seat, kind)
    total = np.int64(0)
    for rule in range(np.int64(book.first_rule[kind]), np.int64(book.first_rule[kind + 1])):
        total += rule_points(book, s, seat, rule, owned)
    return total


@compiled
def majority_points(book: np.record, s: np.record, seat: Number, symbol: Number) -> Number:
    """Score the majority of Arab or Mongol symbols; places and ties as in the rule `rank`."""
    own = np.int64(s.symbols[seat, symbol])
    if own == 0 or not book.contested[symbol]:
        return np.int64(0)
    ahead = np.int64(0)
    for other in range(np.int64(book.players)):
        ahead += np.int64(s.symbols[other, symbol]) >= own
    return np.int64(book.majority[ahead - 1])


@compiled
def next_kind(book: np.record, s: np.record, seat: Number, kind: Number) -> Number:
    """Find the first kind after this one of which a seat has a card; -1 after the last."""
    bit = np.int64(book.kind_end[kind]) if kind >= 0 else np.int64(0)
    word = bit // 64
    while word < WORDS:
        rest = s.area[seat, word] >> np.uint64(bit % 64)
        if rest:
            return np.int64(book.kind_at[bit + lowest_bit(rest)])
        word += 1
        bit = word * 64
    return np.int64(-1)


@compiled
def seat_points(book: np.record, s: np.record, seat: Number) -> Number:
    """Add up everything that a seat scores."""
    total = majority_points(book, s, seat, ARAB) + majority_points(book, s, seat, MONGOL)
    kind = next_kind(book, s, seat, np.int64(-1))
    while kind >= 0:
        total += kind_points(book, s, seat, kind)
        kind = next_kind(book, s, seat, kind)
    return total


@compiled
def score_lines(book: np.record, s: np.record, lines: "npt.NDArray[np.int64]") -> None:
    """Fill the score sheet: lines[seat, line] for every seat."""
    for seat in range(np.int64(book.players)):
        for line in range(LINES):
            lines[seat, line] = 0
        lines[seat, ARAB_LINE] = majority_points(book, s, seat, ARAB)
        lines[seat, MONGOL_LINE] = majority_points(book, s, seat, MONGOL)
        kind = next_kind(book, s, seat, np.int64(-1))
        while kind >= 0:
            lines[seat, book.line[kind]] += kind_points(book, s, seat, kind)
            kind = next_kind(book, s, seat, kind)


@compiled
def scores(book: np.record, s: np.record, buffer: "npt.NDArray[np.int64]") -> Number:
    """Fill in every seat's total and give the winners: most points, then greatest strength, else shared."""
    winners = np.int64(0)
    best = np.int64(0)
    for seat in range(np.int64(book.players)):
        total = seat_points(book, s, seat)
        buffer[seat] = total
        # Strength is below 2**15, so one number compares both.
        merit = total * (1 << 15) + np.int64(s.symbols[seat, STRENGTH])
        if winners == 0 or merit > best:
            best = merit
            winners = np.int64(1) << seat
        elif merit == best:
            winners |= np.int64(1) << seat
    return winners
