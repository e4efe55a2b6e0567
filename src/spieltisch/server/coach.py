"""The coach at a table: before a move that seems to lose much, whoever plays is warned, and makes it only if sure.

Nothing of this is stored: the table's settings say that there is a coach, and a move that was warned of is not made. A
bot judges in the processes for thinking, by what the seat sees; if it takes too long, or fails, nothing is said.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from spieltisch.levels import EXPERT
from spieltisch.server import ruling
from spieltisch.server.ruling import refuse
from spieltisch.server.thinking import Pointless

if TYPE_CHECKING:
    from spieltisch.games import Game, Refusal, View
    from spieltisch.server import messages as ms
    from spieltisch.server.hall import Hall
    from spieltisch.server.sitting import Sitting
    from spieltisch.store import Person

log = logging.getLogger("spieltisch.coach")


async def get_ready(hall: Hall, sitting: Sitting) -> None:
    """Have a process load what judging needs while somebody thinks about the first move; what it says is for nobody."""
    seat = sitting.waiting[0]
    view = sitting.table.view(seat)
    with suppress(Pointless):
        await hall.thinkers.choose(view, EXPERT, 1.0, person=sitting.created.host, weighed=view.legal_moves(seat)[0])


async def objection(hall: Hall, person: Person, action: ms.Play) -> Refusal | None:
    """Say why a move should be thought over; nothing if it is good enough, or not to be made for other reasons."""
    with suppress(ruling.Again):
        warning = await judged(hall, await hall.stored(action.table), person, action)
        if warning is not None:
            # Meanwhile it may have been sent again by somebody who is sure: nobody is warned of what is done.
            ruling_on(await hall.stored(action.table), person, action)
        return warning
    return None


def ruling_on(sitting: Sitting, person: Person, action: ms.Play) -> str:
    """Give the move in its canonical text, if it may be made; the rules come before the coach."""
    return ruling.play(sitting, person.id, action.seat, action.move, action.seq, action.id).move or ""


async def judged(hall: Hall, sitting: Sitting, person: Person, action: ms.Play) -> Refusal | None:
    """Have a move judged; one that is sent again meanwhile waits for the same judgement."""
    move = ruling_on(sitting, person, action)
    key = (person.id, sitting.id, sitting.seq, action.seat, move)
    task = hall.judging.get(key)
    if task is None:
        view = ruling.deciding(sitting, action.seat)
        task = hall.judging[key] = hall.spawn(warning_of(hall, sitting.game, view, move, person))
        task.add_done_callback(lambda _: hall.judging.pop(key))
    return await asyncio.shield(task)


async def warning_of(hall: Hall, game: Game, view: View, move: str, person: Person) -> Refusal | None:
    """Say what a move would lose, and why. Whatever fails here, the move can be made all the same."""
    try:
        said = await hall.thinkers.judge(view, move, hall.settings.coach_seconds, person.id)
        if said is None or not said.warns:
            return None
        # What reasons need is loaded when the first of them is asked for, which others should not wait for.
        reason = await asyncio.to_thread(game.caution, view, move, said.best.move)
    except Exception:
        log.exception("a move could not be judged")
        hall.metrics.count("errors_total")
        return None
    percent = round(100 * said.loss)
    return refuse("coach_why", percent=percent, reason=reason) if reason else refuse("coach", percent=percent)
