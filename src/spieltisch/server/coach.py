"""The coach at a table: before a move that seems to lose much, whoever plays is warned, and makes it only if sure.

Nothing of this is stored: the table's settings say that there is a coach, and a move that was warned of is not made. A
bot judges in the processes for thinking, by what the seat sees; if it takes too long, nothing is said.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from spieltisch.bots.coach import MUCH
from spieltisch.server import ruling
from spieltisch.server.ruling import refuse
from spieltisch.server.thinking import LONG, Pointless

if TYPE_CHECKING:
    from spieltisch.games import Refusal
    from spieltisch.server import messages as ms
    from spieltisch.server.hall import Hall
    from spieltisch.server.sitting import Sitting
    from spieltisch.store import Person


async def get_ready(hall: Hall, sitting: Sitting) -> None:
    """Have a process load what judging needs while somebody thinks about the first move; what it says is for nobody."""
    seat = sitting.waiting[0]
    view = sitting.table.view(seat)
    with suppress(Pointless):
        await hall.thinkers.choose(view, LONG, 1.0, person=sitting.created.host, weighed=view.legal_moves(seat)[0])


async def objection(hall: Hall, person: Person, action: ms.Play) -> Refusal | None:
    """Say why a move should be thought over; nothing if it is good enough, or not to be made for other reasons."""
    sitting = await hall.stored(action.table)
    with suppress(ruling.Again):
        event = ruling.play(sitting, person.id, action.seat, action.move, action.seq, action.id)
        move = event.move or ""
        view = ruling.deciding(sitting, action.seat)
        thought = await hall.thinkers.judge(view, move, hall.settings.coach_seconds, person.id)
        values = dict(thought.candidates) if thought else {}
        if thought is None or move not in values:
            return None
        loss = values[thought.move] - values[move]
        if loss > MUCH:
            percent = round(100 * loss)
            # What reasons need is loaded when the first of them is asked for, which others should not wait for.
            reason = await asyncio.to_thread(sitting.game.caution, view, move, thought.move)
            return refuse("coach_why", percent=percent, reason=reason) if reason else refuse("coach", percent=percent)
    return None
