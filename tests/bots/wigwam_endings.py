"""Endings of Wigwam that a bot has to understand, whichever way it searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spieltisch.games import Table

WIN_IN_ONE = "..../...../....../c.wC..W/..W.../W..../w... l"
"""d3 may take the warrior on e3 or the chief on d4; two warriors are no match for a chief."""
CHIEF_IN_DANGER = "..../...../w...../..cW.../....../w..../...C l"
"""The dark warrior on d4 threatens d3: d4xd3-d2."""
FORCED_WINS = [
    # The chief has to take on c3 and then on c2, next to the other chief.
    ("tW../...../.w.CWT/c.w..TT/tt..../w.w.W/...W l", "d3-c3"),
    ("..../w...C/t.w.WT/.tw.WT./t.c..T/...../.W.W d", "d5-e4"),
]


def nobody_wins_after(table: Table, move: str) -> bool:
    """Tell whether dark has no answer that ends the game at once."""
    after = table.copy()
    after.play(0, move)
    for reply in after.legal_moves(1):
        then = after.copy()
        then.play(1, reply)
        if then.over:
            return False
    return True
