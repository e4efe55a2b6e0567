"""Trying out a set: many games among bots, a few at a time, and what became of each card.

A clerk of their own plays them: the other one is asked for things for which somebody waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from spieltisch import bots, games
from spieltisch.games.workshop import Tally
from spieltisch.server import messages as ms
from spieltisch.server.clerk import Clerk
from spieltisch.server.ruling import refuse
from spieltisch.server.workshop import workshop_of

if TYPE_CHECKING:
    from spieltisch.bots import Bot
    from spieltisch.server.hall import Hall

log = logging.getLogger("spieltisch.trials")

LEVEL = "casual"
"""It decides at a glance, and not badly."""
AT_A_TIME = 10
"""Games after which is told how far it is."""
KEPT = 50
MOST_WAITING = 20
"""They are played one after the other; whoever comes later would wait for very long."""


@cache
def player(game: str) -> Bot:
    """The bot that plays all seats."""
    return bots.get(game, LEVEL)


def play_some(game: str, text: str, first: int, count: int) -> list[Tally]:
    """Play some games with a set; gives what became of its cards."""
    rules, workshop, bot = games.get(game), workshop_of(game), player(game)
    tallies: dict[str, Tally] = {}
    for seed in range(first, first + count):
        table = rules.deal(workshop.players, seed, {workshop.option: text})
        budget = bots.Budget(nodes=1, seed=seed)
        while not table.over:
            for seat in table.waiting_for:
                table.play(seat, bot.choose(table.view(seat), seat, budget))
        workshop.tally(table, tallies)
    return list(tallies.values())


class Trials:
    """Trials under way on this server, and the last ones that are finished."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.clerk = Clerk()
        self.one_after_the_other = asyncio.Lock()
        self.known: OrderedDict[str, ms.Trial] = OrderedDict()
        self.asked_by: dict[str, str] = {}
        """By trial under way: at whose expense."""

    def find(self, trial: str) -> ms.Trial:
        """Give a trial, finished or as far as it is."""
        if trial not in self.known:
            raise refuse("no_trial")
        return self.known[trial]

    def begin(self, game: str, text: str, person: str) -> ms.Trial:
        """Try out a good set, unless that is done or being done; nobody has more than a few under way."""
        trial = sha256(f"{game} {text}".encode()).hexdigest()[:32]
        if trial in self.known:
            return self.known[trial]
        limit = self.hall.settings.trials_per_person
        if list(self.asked_by.values()).count(person) >= limit:
            raise refuse("trial_limit", count=limit)
        if len(self.asked_by) >= MOST_WAITING:
            raise refuse("trials_full", count=MOST_WAITING)
        self.forget_some()
        self.asked_by[trial] = person
        self.tell(trial, game, {}, 0)
        self.hall.spawn(self.work(trial, game, text))
        return self.known[trial]

    def forget_some(self) -> None:
        """Keep only the last trials; those under way stay."""
        finished = [trial for trial in self.known if trial not in self.asked_by]
        for trial in finished[: max(0, len(self.known) - KEPT + 1)]:
            del self.known[trial]

    async def work(self, trial: str, game: str, text: str) -> None:
        """Play all games, a few at a time."""
        tallies: dict[str, Tally] = {}
        total = self.hall.settings.trial_games
        try:
            async with self.one_after_the_other:
                for first in range(0, total, AT_A_TIME):
                    count = min(AT_A_TIME, total - first)
                    for more in await self.clerk.do_later(play_some, game, text, first, count):
                        add(tallies.setdefault(more.id, Tally(id=more.id)), more)
                    self.tell(trial, game, tallies, first + count)
        except BaseException:
            self.known.pop(trial, None)
            raise
        finally:
            self.asked_by.pop(trial, None)
            if not self.asked_by:
                await self.clerk.close()

    async def close(self) -> None:
        """The server stops: nobody waits for any figures."""
        await self.clerk.close()

    def tell(self, trial: str, game: str, tallies: dict[str, Tally], done: int) -> None:
        """Note how far a trial is."""
        players = workshop_of(game).players
        self.known[trial] = ms.Trial(
            id=trial,
            done=done,
            total=self.hall.settings.trial_games,
            players=players,
            even=round(1 / players, 4),
            cards=[tried(tally) for tally in tallies.values()],
        )


def add(sum_of: Tally, more: Tally) -> None:
    """Add what further games have told."""
    for field in ("copies", "points", "owners", "wins"):
        setattr(sum_of, field, getattr(sum_of, field) + getattr(more, field))


def tried(tally: Tally) -> ms.TriedCard:
    """Show what became of a card."""
    return ms.TriedCard(
        id=tally.id,
        owners=tally.owners,
        points=round(tally.points / tally.copies, 3) if tally.copies else None,
        win_share=round(tally.wins / tally.owners, 4) if tally.owners else None,
    )
