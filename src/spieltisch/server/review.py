"""Going through a finished game in the background: what would the bot have done, and what did it cost not to?

A review is kept when it is finished. One that a stop of the server has cut short begins anew when it is asked for.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import msgspec

from spieltisch import bots
from spieltisch.levels import EXPERT
from spieltisch.match.record import set_up
from spieltisch.server import messages as ms
from spieltisch.server.ruling import refuse
from spieltisch.server.thinking import Pointless, Purpose

if TYPE_CHECKING:
    from spieltisch.games import View
    from spieltisch.server.hall import Hall
    from spieltisch.server.sitting import Sitting

log = logging.getLogger("spieltisch.review")

ENOUGH = 0.2
"""Seconds for a decision with which the strongest level of a game judges better than the expert does."""


def judge_of(hall: Hall, game: str) -> ms.Level:
    """Say who judges: the strongest level that the game has, if it is given time and can play yet."""
    best = bots.levels_of(game)[-1]
    return best if hall.settings.review_seconds >= ENOUGH and hall.preparing.has(game, best) else EXPERT


class Reviews:
    """Reviews under way on this server."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.running: dict[str, ms.Review] = {}
        self.asked_by: dict[str, str] = {}
        """By table: at whose expense it is being reviewed."""

    async def find(self, table_id: str) -> ms.Review | None:
        """Give a review, finished or as far as it is."""
        if table_id in self.running:
            return self.running[table_id]
        body = await self.hall.store.review(table_id)
        return msgspec.json.decode(body, type=ms.Review) if body else None

    async def begin(self, sitting: Sitting, person: str) -> ms.Review:
        """Start a review unless there is one; nobody has more than a few under way."""
        found = await self.find(sitting.id) or self.running.get(sitting.id)
        if found is None:
            limit = self.hall.settings.reviews_per_person
            if list(self.asked_by.values()).count(person) >= limit:
                raise refuse("review_limit", count=limit)
            found = self.running[sitting.id] = ms.Review(
                done=0, total=len(sitting.table_moves), moves=[], level=judge_of(self.hall, sitting.created.game)
            )
            self.asked_by[sitting.id] = person
            self.hall.spawn(self.work(sitting, person))
        return found

    async def work(self, sitting: Sitting, person: str) -> None:
        """Go through the game move by move."""
        try:
            review = self.running[sitting.id]
            record = sitting.record()
            table = set_up(record)
            await self.keep(sitting.id, review)
            for number, (seat, move) in enumerate(record.moves, start=1):
                moves = list(review.moves)
                if table.count_moves(seat) > 1:
                    moves.append(await self.judge(number, seat, move, table.view(seat), person, review.level))
                table.play(seat, move)
                review = msgspec.structs.replace(review, done=number, moves=moves)
                await self.keep(sitting.id, review)
                self.running[sitting.id] = review
                loaded = self.hall.tables.get(sitting.id)
                if loaded is not None:
                    loaded.tell_all(ms.ReviewMessage(id=sitting.id, done=number, total=len(record.moves)))
        except Pointless:
            log.info("the server stops before a review is finished", extra={"table": sitting.id})
        finally:
            del self.running[sitting.id], self.asked_by[sitting.id]

    async def keep(self, table_id: str, review: ms.Review) -> None:
        """Keep a review that is finished, before anybody hears that it is."""
        if review.done == review.total:
            await self.hall.store.save_review(table_id, msgspec.json.encode(review))

    async def judge(
        self, number: int, seat: int, move: str, view: View, person: str, level: ms.Level
    ) -> ms.ReviewedMove:
        """Compare one decision with the bot's."""
        seconds = self.hall.settings.review_seconds
        thought = await self.hall.thinkers.choose(view, level, seconds, person=person, purpose=Purpose.REVIEW)
        values = dict(thought.candidates)
        best = values.get(thought.move, 0.0)
        loss = round(max(0.0, best - values[move]), 4) if move in values else None
        return ms.ReviewedMove(
            number=number,
            seat=seat,
            move=move,
            best=thought.move,
            value=round(best, 4),
            loss=loss,
            told=view.game.foretell(view, seat, move),
            best_told=view.game.foretell(view, seat, thought.move),
            why=list(view.game.why(view, seat, thought.move)),
        )
