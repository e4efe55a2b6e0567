"""What is counted for a client at once: compiled loops over a table's arrays, which Python calls quickly."""

from typing import TYPE_CHECKING

import numpy as np

from spieltisch.games.amul.rules import goes_by_strength, holder, lay_down
from spieltisch.games.amul.scoring import (
    copies,
    kind_points,
    majority_points,
    next_kind,
    number,
    rule_points,
    score_lines,
    worth,
)
from spieltisch.games.amul.state import ARAB, BLANK, MONGOL, OP, RANK, Number
from spieltisch.games.compiled import compiled, int64

if TYPE_CHECKING:
    import numpy.typing as npt

SURE, OPEN_ARAB, OPEN_MONGOL, OPEN_RANK, OTHERS, COPIES, BEFORE, RULES_FROM = range(8)
"""The columns of what a card adds: points on the own lines; what hangs on a majority or a rank, and is still open; the
share that other cards gain by it; its kind's copies then, and points before; then for each of its rules the number that
it looks at and what it gives."""
TOLD_RULES = 2
"""So many rules of a card are told by their numbers; the worked sum has them all."""
COLUMNS = RULES_FROM + 2 * TOLD_RULES


@compiled
def count_up(
    books: "npt.NDArray[np.void]", states: "npt.NDArray[np.void]", lines: "npt.NDArray[np.int64]"
) -> tuple[int, bool]:
    """Fill the score sheet; say who picks first, and whether strength counts."""
    book, s = books[0], states[0]
    score_lines(book, s, lines)
    return int64(holder(book, s)), goes_by_strength(book, s)


@compiled
def tally(book: np.record, s: np.record, seat: Number, row: "npt.NDArray[np.int64]", sign: Number) -> None:
    """Add what a seat scores to a row, or take it off: what is sure apart from majorities and ranks."""
    row[OPEN_ARAB] += sign * majority_points(book, s, seat, ARAB)
    row[OPEN_MONGOL] += sign * majority_points(book, s, seat, MONGOL)
    kind = next_kind(book, s, seat, np.int64(-1))
    while kind >= 0:
        owned = copies(book, s, seat, kind)
        for rule in range(np.int64(book.first_rule[kind]), np.int64(book.first_rule[kind + 1])):
            column = OPEN_RANK if book.rule[rule, OP] == RANK else SURE
            row[column] += sign * rule_points(book, s, seat, rule, owned)
        kind = next_kind(book, s, seat, kind)


@compiled
def sure_points(book: np.record, s: np.record, seat: Number, kind: Number) -> Number:
    """Score the cards of one kind without what hangs on ranks."""
    owned = copies(book, s, seat, kind)
    total = kind_points(book, s, seat, kind)
    for rule in range(np.int64(book.first_rule[kind]), np.int64(book.first_rule[kind + 1])):
        if book.rule[rule, OP] == RANK:
            total -= rule_points(book, s, seat, rule, owned)
    return total


@compiled
def lay_out_hand(book: np.record, s: np.record, seat: Number, without: Number) -> None:
    """Lay out what the seat would lay out if the game ended now, but for one card of this face."""
    left_out: Number = np.int64(without)
    for at in range(np.int64(s.held[seat]) + 1):
        # A card that lies face down already can still be taken back.
        face = np.int64(s.hand[seat, at]) if at < s.held[seat] else np.int64(s.chosen[seat])
        if face == left_out:
            left_out = BLANK
        elif face != BLANK and book.hand_icon[face]:
            lay_down(book, s, seat, face)


@compiled
def weigh_cards(
    books: "npt.NDArray[np.void]",
    tables: "npt.NDArray[np.void]",
    seat: int,
    faces: "npt.NDArray[np.int64]",
    held: int,
    rows: "npt.NDArray[np.int64]",
) -> int:
    """Say what each of these cards adds to a seat's points, laid out beside all that would count if the game ended now.

    The first `held` faces are cards of its hand. Gives what its hand adds at the end, majorities apart, as things are.
    The other tables are there to try things out, the third as everything would lie at the end; the rows begin with
    nothing, and one more than there are cards is for the hand.
    """
    book = books[0]
    tables[2] = tables[0]
    lay_out_hand(book, tables[2], seat, int64(BLANK))
    at_end = rows[len(faces)]
    tally(book, tables[2], seat, at_end, int64(1))
    for at in range(len(faces)):
        face = np.int64(faces[at])
        row = rows[at]
        if at < held:
            tables[1] = tables[0]
            lay_out_hand(book, tables[1], seat, face)
            tally(book, tables[1], seat, row, int64(-1))
        else:
            tables[1] = tables[2]
            for column in range(OTHERS):
                row[column] = -at_end[column]
        s = tables[1]
        kind = np.int64(book.kind_of[face])
        row[BEFORE] = sure_points(book, s, seat, kind)
        lay_down(book, s, seat, face)
        tally(book, s, seat, row, int64(1))
        row[OTHERS] = row[SURE] - (sure_points(book, s, seat, kind) - row[BEFORE])
        row[COPIES] = copies(book, s, seat, kind)
        first = np.int64(book.first_rule[kind])
        rules: Number = np.int64(book.first_rule[kind + 1]) - first
        for nth in range(min(rules, TOLD_RULES)):
            n = number(book, s, seat, first + nth, row[COPIES])
            row[RULES_FROM + 2 * nth] = n
            row[RULES_FROM + 2 * nth + 1] = worth(book, first + nth, n)
    tally(book, tables[0], seat, at_end, int64(-1))
    return int64(at_end[SURE] + at_end[OPEN_RANK])
