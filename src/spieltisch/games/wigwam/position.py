"""Positions of Wigwam as one line of text, both ways."""

import numpy as np

from spieltisch.games.bits import count_bits
from spieltisch.games.refusals import BadDeal
from spieltisch.games.wigwam import rules
from spieltisch.games.wigwam.board import (
    ARMY,
    BASE,
    BASE_POINTS,
    BASE_SET,
    BIT,
    CELL_OF,
    CELLS,
    DARK_TO_MOVE,
    LETTERS,
    ROW_LENGTHS,
)
from spieltisch.games.wigwam.notation import SIDES, names_of
from spieltisch.games.wigwam.points import hunted, pieces_of, toggle
from spieltisch.games.wigwam.state import ALTERNATE, HIDDEN, SETTING_UP

EMPTY = "."
CONCEALED = "?"


def symbols(book: np.record, s: np.record) -> list[str]:
    """Give one character a point, in index order."""
    sets = {CONCEALED: 0}
    for seat in range(2):
        for kind, points in enumerate((s.warriors, s.chiefs, s.tents)):
            sets[symbol_of(seat, kind)] = int(points[seat])
        if is_concealed(book, s, seat):
            sets[CONCEALED] = int(BASE_SET[seat])
    return [next((symbol for symbol, points in sets.items() if points >> cell & 1), EMPTY) for cell in CELLS]


def symbol_of(seat: int, kind: int) -> str:
    """Light's pieces are small letters, dark's capitals."""
    return LETTERS[kind] if seat else LETTERS[kind].lower()


def is_concealed(book: np.record, s: np.record, seat: int) -> bool:
    """Tell whether a seat's arrangement is in but cannot be seen."""
    hidden = s.stage == SETTING_UP and book.setup == HIDDEN and s.ready >> seat & 1
    return bool(hidden and not pieces_of(s, seat))


def in_rows(found: list[str]) -> list[list[str]]:
    """Cut 37 things into the rows of the board."""
    rest = iter(found)
    return [[next(rest) for _ in range(length)] for length in ROW_LENGTHS]


def player_to_move(s: np.record) -> int:
    """Give the player to move; a hidden set-up names light first."""
    return 1 if s.stage == SETTING_UP and s.ready == 1 else int(s.to_move)


def write_position(book: np.record, s: np.record) -> str:
    """Describe the table in one line."""
    fields = ["/".join("".join(row) for row in in_rows(symbols(book, s))), "ld"[player_to_move(s)]]
    if s.stage == SETTING_UP:
        fields.append("s")
    elif s.huffed:
        fields.append("h!")
    elif s.liable:
        fields.append("h=" + ",".join(names_of(s.liable)))
    return " ".join(fields)


def read_position(book: np.record, s: np.record, text: str) -> None:
    """Lay out a position; the count of plies and the history of positions start anew."""
    fields = text.split()
    if len(fields) not in (2, 3) or fields[1] not in ("l", "d"):
        raise BadDeal("wigwam.position.form", text=text)
    extra = fields[2] if len(fields) == 3 else ""
    found = read_board(fields[0])
    check_concealed(book, found, extra)
    lay_out(s, found)
    s.to_move = "ld".index(fields[1])
    if extra == "s":
        read_set_up(book, s, found)
        return
    if not s.chiefs.any():
        raise BadDeal("wigwam.position.no_chiefs")
    if extra:
        read_huff(book, s, extra)
    if s.to_move:
        s.hash ^= DARK_TO_MOVE
    rules.begin(s)


def read_board(text: str) -> list[str]:
    """Split the rows into 37 characters and count the pieces."""
    rows = text.split("/")
    lengths = tuple(len(row) for row in rows)
    if lengths != ROW_LENGTHS:
        found = ", ".join(map(str, lengths))
        raise BadDeal("wigwam.position.rows", found=found, expected=", ".join(map(str, ROW_LENGTHS)))
    symbols = list("".join(rows))
    allowed = EMPTY + LETTERS.lower() + LETTERS + CONCEALED
    for symbol in symbols:
        if symbol not in allowed:
            raise BadDeal("wigwam.position.symbol", symbol=symbol, allowed=" ".join(allowed))
    for seat in range(2):
        for kind, most in enumerate(ARMY):
            count = symbols.count(symbol_of(seat, kind))
            if count > most:
                symbol = symbol_of(seat, kind)
                raise BadDeal("wigwam.position.too_many", symbol=symbol, found=count, most=int(most))
    return symbols


def check_concealed(book: np.record, found: list[str], extra: str) -> None:
    """Unknown pieces belong to a hidden set-up only."""
    if CONCEALED in found and not (extra == "s" and book.setup == HIDDEN):
        raise BadDeal("wigwam.position.concealed")


def lay_out(s: np.record, found: list[str]) -> None:
    """Put the pieces on an empty board."""
    for cell, symbol in zip(CELLS, found, strict=True):
        if symbol.upper() in LETTERS:
            toggle(s, int(symbol.isupper()), LETTERS.index(symbol.upper()), cell)


def read_set_up(book: np.record, s: np.record, found: list[str]) -> None:
    """Check what lies on the board before the play begins."""
    by_cell = dict(zip(CELLS, found, strict=True))
    on_base = [[by_cell[int(cell)] for cell in base] for base in BASE]
    counts = [int(count_bits(pieces_of(s, seat))) for seat in range(2)]
    outside = [pieces_of(s, seat) & ~BASE_SET[seat] for seat in range(2)]
    if any(outside):
        raise BadDeal("wigwam.position.outside", points=", ".join(names_of(outside[0] | outside[1])))
    if book.setup == ALTERNATE:
        if counts[0] != counts[1] + int(s.to_move) or counts[1] == BASE_POINTS:
            raise BadDeal("wigwam.position.turns", light=counts[0], dark=counts[1])
        if s.to_move:
            s.hash ^= DARK_TO_MOVE
        return
    if book.setup != HIDDEN:
        raise BadDeal("wigwam.position.no_set_up")
    to_move, s.to_move = int(s.to_move), 0
    for seat in range(2):
        unknown = on_base[seat].count(CONCEALED)
        if max(counts[seat], unknown) not in (0, BASE_POINTS):
            raise BadDeal("wigwam.position.half_arranged", side=SIDES[seat])
        if counts[seat] or unknown:
            s.ready |= 1 << seat
    if s.ready == 3 or to_move != (s.ready == 1):
        raise BadDeal("wigwam.position.arranged")


def read_huff(book: np.record, s: np.record, extra: str) -> None:
    """Read rights to huff."""
    if not book.huffing:
        raise BadDeal("wigwam.position.no_huffing", field=extra)
    if extra == "h!":
        s.huffed = 1
        return
    enemy = hunted(s, 1 - int(s.to_move))
    if not extra.startswith("h="):
        raise BadDeal("wigwam.position.field", field=extra)
    for name in extra[2:].split(","):
        if name not in CELL_OF or not enemy & BIT[CELL_OF[name]]:
            raise BadDeal("wigwam.position.liable", point=name)
        s.liable |= BIT[CELL_OF[name]]
