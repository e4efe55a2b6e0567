"""Keeping order in a hall: tables that nobody looks after are taken over, unused ones forgotten, old ones deleted."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from spieltisch.games import Refusal
from spieltisch.server.clocks import DAY
from spieltisch.server.loaded import LoadedTable
from spieltisch.server.orders import look_at_orders
from spieltisch.store import cleaning

if TYPE_CHECKING:
    from spieltisch.server.hall import Hall

log = logging.getLogger("spieltisch.hall")

IDLE_SECONDS = 300.0
SWEEP_SECONDS = 2.0
CLEAN_ROUND, CLEAN_EVERY = 30, 1800
"""Rounds of sweeping: a minute after the start, when clocks that ran out meanwhile were seen to, then hourly."""


class Sweeper:
    """Sweeps a hall every few seconds."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def sweep(self) -> None:
        """Every few seconds: take over tables that nobody looks after, forget tables that nobody uses."""
        rounds = 0
        while True:
            try:
                await self.hall.autoplay.take_over()
                await look_at_orders(self.hall)
                if self.hall.bus is not None and rounds % 5 == 0:
                    await self.hall.neighbours.look()
                for table_id in self.hall.attendance.fall_silent():
                    if loaded := self.hall.tables.get(table_id):
                        await self.hall.tell_presence(loaded)
                if rounds % 10 == 0:
                    self.drop_unused()
                if rounds % CLEAN_EVERY == CLEAN_ROUND:
                    await self.clean_up()
            except Exception:  # a database that is away for a moment must not end this
                log.exception("sweeping failed")
            rounds += 1
            await asyncio.sleep(SWEEP_SECONDS)

    def drop_unused(self) -> None:
        """Forget tables that nobody follows; of too many, those longest unused."""
        now = time.monotonic()
        free = [
            loaded
            for loaded in self.hall.tables.values()
            if not loaded.followers and not loaded.autoplay and not loaded.lock.locked()
        ]
        free.sort(key=lambda loaded: loaded.used)
        surplus = len(self.hall.tables) - self.hall.settings.open_tables
        for number, loaded in enumerate(free):
            if now - loaded.used > IDLE_SECONDS or number < surplus:
                del self.hall.tables[loaded.id]

    async def clean_up(self) -> None:
        """Delete what is older than the server keeps, but nothing under anybody's feet."""
        now, settings = self.hall.clock.now(), self.hall.settings
        tables = 0
        for over, days in ((False, settings.keep_open_days), (True, settings.keep_over_days)):
            before = now - days * DAY
            for table_id in await cleaning.old_tables(self.hall.store, before, over=over):
                tables += await self.let_go(table_id, before)
        guests = await cleaning.forget_guests(self.hall.store, now - settings.keep_guests_days * DAY)
        if tables or guests:
            log.info("cleaned up", extra={"tables": tables, "guests": guests})

    async def let_go(self, table_id: str, before: float) -> bool:
        """Delete an old table unless somebody is there, a clock runs in its game, or something happens meanwhile."""
        loaded = self.hall.tables.setdefault(table_id, LoadedTable(table_id))
        if loaded.lock.locked():
            return False
        gone = False
        async with loaded.lock:  # whoever comes now waits, and then finds it or not
            try:
                sitting = loaded.sitting if loaded.sitting.seq else await self.hall.read(table_id)
                if (
                    not loaded.followers
                    and not self.hall.attendance.here(table_id)
                    and sitting.clocks.deadline() is None
                ):
                    gone = await cleaning.delete_table(self.hall.store, table_id, before)
            except Refusal:
                log.debug("its game is not ready yet", extra={"table": table_id})
            except Exception:  # one log that cannot be read must not keep all others
                log.exception("a table could not be deleted", extra={"table": table_id})
            if gone or loaded.sitting.seq == 0:
                self.hall.tables.pop(table_id, None)
        return gone
