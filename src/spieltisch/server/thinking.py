"""Where the server's bots think: in the processes of bots/workers.py, so that no table waits for another one's bot.

Here is what a server needs besides: processes start when they are first needed, one that has died is replaced, and
moves at random, which need no thinking, are drawn on the spot.
"""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import BrokenExecutor
from importlib.util import find_spec
from typing import TYPE_CHECKING

import msgspec

from spieltisch.bots.randomly import RandomBot
from spieltisch.bots.workers import Workers

if TYPE_CHECKING:
    from spieltisch.games import View

log = logging.getLogger("spieltisch.thinking")

WAITING = 500
"""So many questions may be under way at once; the others wait their turn."""


class Thought(msgspec.Struct, frozen=True):
    """A bot's answer: its move, and what it has considered, best first."""

    move: str
    candidates: list[tuple[str, float]]


class Thinkers:
    """A few processes that answer questions."""

    def __init__(self, count: int = 0) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self.workers: Workers | None = None
        self.room = asyncio.Semaphore(WAITING)

    async def choose(self, view: View, level: str, seconds: float) -> Thought:
        """Let a bot choose for the seat whose view this is."""
        if level == "random" or not has_bots(view.game.name):
            return at_random(view)
        async with self.room:
            if self.workers is None:
                self.workers = Workers(self.count)
            workers = self.workers
            try:
                choice = await workers.choose(view, level, seconds)
            except BrokenExecutor:
                log.exception("a thinking process has died")
                if self.workers is workers:
                    self.workers = None
                return at_random(view)
        return Thought(choice.move, [(candidate.move, candidate.value) for candidate in choice.candidates])

    async def close(self) -> None:
        """Stop thinking."""
        if self.workers is not None:
            await asyncio.to_thread(self.workers.close)
            self.workers = None


def has_bots(game: str) -> bool:
    """Whether a game has bots of its own."""
    return find_spec(f"spieltisch.bots.{game}") is not None


def at_random(view: View) -> Thought:
    """Draw a move at random."""
    bot = RandomBot(view.game.name, "random")
    move = bot.choose(view, view.seat)
    return Thought(move, [(candidate.move, candidate.value) for candidate in bot.explain()])
