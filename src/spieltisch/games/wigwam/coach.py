"""Why a move of Wigwam may lose much, in one sentence: what the other side could capture next, or what is missed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.games.refusals import Caution
from spieltisch.games.wigwam.story import Captured, the_move

if TYPE_CHECKING:
    from spieltisch.games.table import Board, View

CHIEF = "chief"


def caution(view: View, move: str, better: str) -> Caution | None:
    """Give one reason against a move, beside a better one."""
    missed, made = taken(view, view.seat, better), taken(view, view.seat, move)
    if CHIEF in missed and CHIEF not in made:
        return Caution("wigwam.coach.wins")
    table = view.imagine(0)
    table.play(view.seat, move)
    other = 1 - view.seat
    answers = [taken(table, other, answer) for answer in table.legal_moves(other)]
    if any(CHIEF in lost for lost in answers):
        return Caution("wigwam.coach.chief")
    count = max(map(len, answers), default=0)
    if count > len(made):
        return Caution("wigwam.coach.lost", count=count)
    return Caution("wigwam.coach.missed", count=len(missed)) if len(missed) > len(made) else None


def taken(board: Board, seat: int, move: str) -> list[str]:
    """Which pieces a move captures."""
    told = the_move(board.state[0], seat, move)
    return told.taken if isinstance(told, Captured) else []
