"""Moments of one's own games as puzzles: where the review of a finished game says that another move was better.

They have an id of their own, the table's and the number of the move, and change no rating.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from spieltisch.match.puzzles import OWN, Puzzle, Weighed
from spieltisch.server import messages as ms
from spieltisch.server.replaying import finished
from spieltisch.server.review import judge_of
from spieltisch.server.ruling import refuse
from spieltisch.server.thinking import Purpose

if TYPE_CHECKING:
    from spieltisch.games import View
    from spieltisch.server.hall import Hall
    from spieltisch.store import Person

AS_GOOD = 0.02
"""A move that costs less than this is as good as the bot's: the review says so too."""
MOMENT = re.compile(r"([A-Za-z0-9]+)-([0-9]{1,5})")


async def moment(hall: Hall, person: Person, game: str, name: str) -> Puzzle | None:
    """Find a moment by its id; none if this is not the id of one."""
    if not (found := MOMENT.fullmatch(name)):
        return None
    table, number = found[1], int(found[2])
    sitting = await finished(hall, person, table)
    body = await hall.store.review(table)
    moves = msgspec.json.decode(body, type=ms.Review).moves if body else []
    judged = next((one for one in moves if one.number == number), None)
    if judged is None or sitting.created.game != game or judged.seat not in sitting.seats_of(person.id):
        raise refuse("no_puzzle")
    record = msgspec.structs.replace(sitting.record(), moves=sitting.table_moves[: number - 1], result=None)
    loss = judged.loss or 0.0
    played = Weighed(judged.move, max(0.0, judged.value - loss), loss)
    return Puzzle(
        id=name,
        theme=OWN,
        seat=judged.seat,
        own_moves=1,
        rating=0,
        players=sitting.players,
        seed=0,
        moves="",
        line=[judged.best],
        weighed=[Weighed(judged.best, judged.value), *([played] if judged.loss else [])],
        record=record,
    )


async def as_good(hall: Hall, person: Person, puzzle: Puzzle, view: View, move: str) -> bool:
    """Whether a bot thinks that a move of one's own is as good as the one that it would have made."""
    if move in (one.move for one in puzzle.weighed[1:]):
        return False
    seconds = hall.settings.review_seconds
    level = judge_of(hall, view.game.name)
    thought = await hall.thinkers.choose(view, level, seconds, person=person.id, purpose=Purpose.HINT)
    values = dict(thought.candidates)
    return move == thought.move or (move in values and values[thought.move] - values[move] < AS_GOOD)
