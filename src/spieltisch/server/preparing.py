"""The server is open at once; its games are prepared meanwhile, one after the other, and opened as they are ready.

Children compile, see compiling.py; what they have left in the cache is loaded here, beside the event loop. A game that
cannot be prepared is tried again, and everybody can see how far it is. Bots above the levels of all games come last of
all: nobody waits for them but who wants to play against them.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from typing import TYPE_CHECKING

from spieltisch import bots, compiling, games
from spieltisch.levels import LEVELS
from spieltisch.server import messages as ms
from spieltisch.server.ruling import refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

log = logging.getLogger("spieltisch.preparing")

FIRST_PAUSE = 2.0
LONGEST_PAUSE = 60.0
FRESH_SECONDS = 0.4
"""Progress is counted in the cache at most so often, however many ask."""


class Preparing:
    """Which games are ready; all of them, unless they have to be prepared first."""

    def __init__(self) -> None:
        self.waiting: list[str] = []
        self.lacking: list[str] = []
        """Games whose levels above those of all games are not compiled yet."""
        self.failed: set[str] = set()
        self.compilers: compiling.Compilers | None = None
        self.counted: list[ms.Preparation] = []
        self.counted_at = float("-inf")

    def begin(self) -> None:
        """No game is ready yet."""
        self.waiting = compiling.quickest_first()
        self.lacking = list(self.waiting)

    def is_ready(self, game: str) -> bool:
        """Whether a game can be played now."""
        return game not in self.waiting

    def ready(self) -> list[str]:
        """List the games that can be played now."""
        return [name for name in games.names() if name not in self.waiting]

    def check(self, game: str) -> None:
        """Refuse a game that is not ready."""
        if game in self.waiting:
            raise refuse("preparing", game=games.get(game).title, seconds=FIRST_PAUSE)

    def has(self, game: str, level: str) -> bool:
        """Whether a bot of a level can play at once."""
        return level in LEVELS or game not in self.lacking

    def check_level(self, game: str, level: str) -> None:
        """Refuse a level that a game does not have, or not yet."""
        bots.check_level(game, level)
        if not self.has(game, level):
            raise refuse("preparing_level", game=games.get(game).title, seconds=FIRST_PAUSE)

    async def until_it_has(self, game: str, level: str) -> None:
        """Wait until a bot of a level can play: it may sit at a table of yesterday."""
        while not self.has(game, level):
            await asyncio.sleep(FRESH_SECONDS)

    async def run(self) -> None:
        """Prepare all games that have to be; the first ones first."""
        if not self.waiting:
            return
        self.compilers = compiling.Compilers()
        await asyncio.gather(*(self.prepare(name) for name in tuple(self.waiting)))
        # What is loaded by now stays for ever: looking for garbage in it would only make everybody wait.
        gc.freeze()
        compilers = compiling.Compilers(1)
        await asyncio.gather(*(self.add_more(name, compilers) for name in tuple(self.lacking)))

    async def prepare(self, game: str) -> None:
        """Prepare one game, as often as it takes: it is open as soon as it can be played."""
        assert self.compilers is not None
        pause = FIRST_PAUSE
        while True:
            try:
                await self.compilers.begin(game)
                await asyncio.to_thread(games.get(game).warm_up)
                self.open(game)
                await self.compilers.finish(game)
            except Exception as error:
                log.exception("a game could not be prepared", extra={"game": game, "again_in": pause})
                self.failed.add(game)
                self.compilers = compiling.Compilers(1)  # several at once may have been too much for this machine
                if not getattr(error, "killed", False):
                    await asyncio.to_thread(compiling.forget, game)
            else:
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def add_more(self, game: str, compilers: compiling.Compilers) -> None:
        """Prepare the levels that a game has above those of all games, as often as it takes."""
        pause = FIRST_PAUSE
        while game in self.lacking:
            try:
                await compilers.add_more(game)
            except Exception:
                log.exception("the strongest bots of a game could not be prepared", extra={"game": game})
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                self.lacking.remove(game)
                self.counted_at = float("-inf")

    def open(self, game: str) -> None:
        """A game can be played from now on. A bot that searches may still have to wait for what it needs."""
        self.failed.discard(game)
        if game in self.waiting:
            self.waiting.remove(game)
            self.counted_at = float("-inf")
            log.info("a game is ready", extra={"game": game})

    async def report(self) -> list[ms.Preparation]:
        """Say of every game how far it is."""
        if time.monotonic() - self.counted_at > FRESH_SECONDS:
            self.counted_at = time.monotonic()
            waiting, lacking = tuple(self.waiting), tuple(self.lacking)
            far = await asyncio.to_thread(lambda: {game: compiling.progress(game) for game in waiting})
            more = await asyncio.to_thread(lambda: {game: bots.more_levels_of(game) for game in lacking})
            self.counted = [self.describe(game, far.get(game), more.get(game, ())) for game in games.names()]
        return self.counted

    def describe(self, game: str, far: compiling.Progress | None, lacks: Sequence[str]) -> ms.Preparation:
        """Describe how far a game is."""
        if far is None or self.is_ready(game):
            return ms.Preparation(game=game, ready=True, levels=list(lacks) if game in self.lacking else [])
        return ms.Preparation(
            game=game, ready=False, failed=game in self.failed, done=min(far.done, far.total - 1), total=far.total
        )
