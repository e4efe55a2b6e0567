"""Why a move of Wigwam may lose much, in one sentence: what the other side could capture next, or what is missed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.games.refusals import Caution
from spieltisch.games.wigwam.story import Captured, the_move

if TYPE_CHECKING:
    from spieltisch.games.table import Board, View

CHIEF = "chief"


def caution(view: View, move: str, better: str) -> Caution | None:
    """Give one reason against a move that does not hold in the same measure for a better one."""
    missed, made = taken(view, view.seat, better), taken(view, view.seat, move)
    if CHIEF in missed and CHIEF not in made:
        return Caution("wigwam.coach.wins")
    lost, instead = answers(view, move), answers(view, better)
    if any(CHIEF in pieces for pieces in lost) and not any(CHIEF in pieces for pieces in instead):
        return Caution("wigwam.coach.chief")
    count = most(lost)
    if count > max(len(made), most(instead)):
        return Caution("wigwam.coach.lost", count=count)
    return Caution("wigwam.coach.missed", count=len(missed)) if len(missed) > len(made) else None


def answers(view: View, move: str) -> list[list[str]]:
    """Which pieces the other side could take with each of its answers to a move."""
    table, other = view.imagine(0), 1 - view.seat
    table.play(view.seat, move)
    return [taken(table, other, answer) for answer in table.legal_moves(other)]


def most(lost: list[list[str]]) -> int:
    """How many pieces the best of these answers takes."""
    return max(map(len, lost), default=0)


def taken(board: Board, seat: int, move: str) -> list[str]:
    """Which pieces a move captures."""
    told = the_move(board.state[0], seat, move)
    return told.taken if isinstance(told, Captured) else []
