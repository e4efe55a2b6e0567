"""The board of Wigwam drawn with letters, for a person."""

import numpy as np

from spieltisch.games.wigwam import rules
from spieltisch.games.wigwam.board import ROW_LENGTHS, ROWS
from spieltisch.games.wigwam.notation import SIDES, names_of
from spieltisch.games.wigwam.position import in_rows, symbol_of, symbols
from spieltisch.games.wigwam.state import OVER, REASONS, SETTING_UP
from spieltisch.texts import say


def draw(book: np.record, s: np.record, language: str) -> str:
    """Draw the board with its points named at both ends of each row."""
    lines = [f"Wigwam · {headline(book, s, language)}", ""]
    for letter, row in zip(ROWS, in_rows(symbols(book, s)), strict=True):
        indent = " " * 2 * (max(ROW_LENGTHS) - len(row))
        lines.append(f"{indent}{letter}1  {'   '.join(row)}  {letter}{len(row)}")
    if s.stage != SETTING_UP and s.liable:
        lines += ["", say("wigwam.board.liable", language, pieces=", ".join(names_of(s.liable)))]
    elif s.huffed:
        lines += ["", say("wigwam.board.huffed", language)]
    return "\n".join(lines)


def headline(book: np.record, s: np.record, language: str) -> str:
    """Say whose turn it is, or how the game has ended."""
    if s.stage == OVER:
        light, dark = (int(points) for points in s.points)
        key = "drawn" if light == dark else f"{SIDES[dark > light]}_wins"
        reason = say(f"wigwam.reason.{REASONS[s.reason]}", language)
        return say(f"wigwam.board.{key}", language, light=light, dark=dark, reason=reason)
    waiting = [seat for seat in range(2) if rules.waiting_for(book, s) >> seat & 1]
    sides = [
        f"{say(f'wigwam.board.{SIDES[seat]}', language)} ({' '.join(symbol_of(seat, kind) for kind in range(3))})"
        for seat in waiting
    ]
    key = "setting_up" if s.stage == SETTING_UP else "moving"
    return say(f"wigwam.board.{key}", language, sides=say("wigwam.board.and", language).join(sides))
