"""What a table does by itself: bots move, forced moves are played, clocks run out, absent players are replaced.

Of several servers one looks after a table: the one that has claimed it. If it dies, another takes over.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING

from spieltisch.games import Refusal
from spieltisch.server import coach, lessons, ruling
from spieltisch.server.messages import NoClock
from spieltisch.server.ruling import may_be_absent, openly_forced
from spieltisch.server.thinking import Pointless
from spieltisch.store.store import CLAIM_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.server import events as ev
    from spieltisch.server.hall import Hall
    from spieltisch.server.loaded import LoadedTable
    from spieltisch.server.sitting import Sitting

log = logging.getLogger("spieltisch.autoplay")

GRACE_SECONDS = 10.0
"""After a server has taken over a table no clock runs out for so long: people have to reconnect first."""
LONGEST_SLEEP = 3600.0
AT_ONCE = 200


def needs_autoplay(sitting: Sitting) -> bool:
    """Whether a server has to look after a table: somebody's clock runs, or a bot plays."""
    if sitting.status != "playing":
        return False
    if not isinstance(sitting.created.settings.clock, NoClock):
        return True
    return goes_to_a_bot(sitting) or any(seat.bot for seat in sitting.seats)


def goes_to_a_bot(sitting: Sitting) -> bool:
    """Whether a bot takes an absent player's seat by itself."""
    return sitting.created.settings.absent == "bot" and may_be_absent(sitting)


def still_to_move(sitting: Sitting, seat: int, fresh_from: int) -> bool:
    """Whether a bot still has to decide what it was asked. A table that has to be read again gets the benefit."""
    if sitting.seq == 0:
        return True
    waits = sitting.status == "playing" and not sitting.paused and seat in sitting.waiting
    return waits and sitting.fresh_from == fresh_from and sitting.seats[seat].bot is not None


class Autoplay:
    """Looks after the tables of a hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.renewed = 0.0

    async def start(self, loaded: LoadedTable) -> None:
        """A table that has become full begins by itself."""
        try:
            await self.hall.start(loaded.id, None)
        except Refusal:
            log.debug("somebody has left again", extra={"table": loaded.id})

    def arrange(self, loaded: LoadedTable) -> None:
        """After every event: see to what has to happen next."""
        if self.hall.closing:
            return
        if loaded.timer is not None:
            loaded.timer.cancel()
            loaded.timer = None
        sitting = loaded.sitting
        loaded.autoplay = loaded.autoplay and needs_autoplay(sitting)
        if sitting.filled and sitting.status == "open":
            # Whoever reads this in the log sees to it: the server where the last seat was taken may be gone.
            self.hall.spawn(self.start(loaded))
        if sitting.status != "playing" or sitting.paused:
            return
        if sitting.created.settings.coach and not loaded.coach_ready:
            loaded.coach_ready = True
            self.hall.spawn(coach.get_ready(self.hall, sitting))
        for seat in sitting.waiting:
            self.see_to(loaded, seat)
        if loaded.autoplay:
            self.set_timer(loaded)

    def see_to(self, loaded: LoadedTable, seat: int) -> None:
        """Let a bot think about its move, or make a move that has no alternative; unless that is under way."""
        sitting = loaded.sitting
        key = (seat, sitting.fresh_from)
        if key in loaded.thinking or lessons.rests(sitting, seat):
            return
        if sitting.seats[seat].bot is not None:
            if loaded.autoplay:
                loaded.thinking.add(key)
                self.hall.spawn(self.move_bot(loaded, seat, key))
        elif sitting.created.settings.forced_moves and openly_forced(sitting.table, seat):
            loaded.thinking.add(key)
            self.hall.spawn(self.move_forced(loaded, seat, key))

    # --- moves ---------------------------------------------------------------------------------------------------

    def delay(self, sitting: Sitting) -> float:
        """How long a bot takes at least: not always the same."""
        if sitting.created.settings.pace == "instant":
            return 0.0
        return self.hall.settings.bot_delay * (0.75 + secrets.randbelow(1000) / 2000)

    async def move_bot(self, loaded: LoadedTable, seat: int, key: tuple[int, int]) -> None:
        """Let a bot think and move."""
        began = time.monotonic()
        try:
            sitting = loaded.sitting
            level = sitting.seats[seat].bot or "random"
            if told := lessons.answer(sitting, seat):
                await asyncio.sleep(self.delay(sitting))
                await self.play(loaded, seat, told, key[1], "bot")
                return
            view = sitting.table.view(seat)
            await self.hall.preparing.until_it_has(sitting.created.game, level)
            thought = await self.hall.thinkers.choose(
                view,
                level,
                self.hall.settings.bot_seconds,
                person=sitting.created.host,
                wanted=lambda: still_to_move(loaded.sitting, seat, key[1]),
            )
            await asyncio.sleep(max(0.0, self.delay(sitting) - (time.monotonic() - began)))
            await self.play(loaded, seat, thought.move, key[1], "bot")
        except Pointless:
            self.hall.spawn(self.look_again(loaded))
        finally:
            loaded.thinking.discard(key)

    async def look_again(self, loaded: LoadedTable) -> None:
        """A bot was not asked in the end; what it would have been asked may have come back meanwhile."""
        if not self.hall.thinkers.closing:
            self.arrange(loaded)

    async def move_forced(self, loaded: LoadedTable, seat: int, key: tuple[int, int]) -> None:
        """Play the only move there is."""
        try:
            sitting = loaded.sitting
            move = sitting.table.legal_moves(seat)[0]
            await asyncio.sleep(self.delay(sitting) / 2)
            await self.play(loaded, seat, move, key[1], "forced")
        finally:
            loaded.thinking.discard(key)

    async def play(self, loaded: LoadedTable, seat: int, move: str, seq: int, by: ev.By) -> None:
        """Make a move for a seat, unless the table has changed meanwhile."""
        try:
            await self.hall.act(loaded.id, lambda sitting: ruling.play_for(sitting, seat, move, seq, by))
        except Refusal as reason:
            log.debug("a move has become pointless", extra={"table": loaded.id, "reason": str(reason)})

    # --- clocks and absence ----------------------------------------------------------------------------------------

    def set_timer(self, loaded: LoadedTable) -> None:
        """Wake up when the next clock runs out, or when an absent player has been away for too long."""
        sitting = loaded.sitting
        moments = []
        deadline = sitting.clocks.deadline()
        if deadline is not None:
            moments.append(max(deadline[0] - self.hall.clock.now(), loaded.not_before - time.monotonic()))
        if goes_to_a_bot(sitting) and self.people_to_move(sitting):
            moments.append(self.hall.settings.absent_after / 4)
        if moments:
            delay = min(max(0.01, min(moments)), LONGEST_SLEEP)
            loaded.timer = asyncio.get_running_loop().call_later(delay, self.wake, loaded)

    def people_to_move(self, sitting: Sitting) -> list[int]:
        """Seats that have to decide and have a person."""
        return [seat for seat in sitting.waiting if sitting.seats[seat].bot is None]

    def wake(self, loaded: LoadedTable) -> None:
        """Time has passed."""
        loaded.timer = None
        if not self.hall.closing:
            self.hall.spawn(self.look_at_clocks(loaded))

    async def look_at_clocks(self, loaded: LoadedTable) -> None:
        """Carry out what a clock or an absence demands; otherwise sleep on."""
        if loaded.sitting.seq == 0:  # has to be read again
            await self.hall.table(loaded.id)
        now = self.hall.clock.now()
        if time.monotonic() >= loaded.not_before and ruling.time_out(loaded.sitting, now) is not None:
            await self.decree(loaded, lambda sitting: ruling.time_out(sitting, now))
        elif goes_to_a_bot(loaded.sitting):
            for seat in self.people_to_move(loaded.sitting):
                away = self.hall.away_for(loaded.sitting, seat)
                if away is not None and away >= self.hall.settings.absent_after:
                    await self.decree(loaded, partial(ruling.replace_absent, seat=seat))
        if loaded.timer is None:
            self.arrange(loaded)

    async def decree(self, loaded: LoadedTable, decide: Callable[[Sitting], ev.AnyEvent | None]) -> None:
        """Do something that nobody has asked for, if it still has to be done."""

        def insist(sitting: Sitting) -> ev.AnyEvent:
            event = decide(sitting)
            if event is None:
                raise ruling.refuse("conflict")
            return event

        try:
            await self.hall.act(loaded.id, insist)
        except Refusal as reason:
            log.debug("no longer needed", extra={"table": loaded.id, "reason": str(reason)})

    # --- taking over -----------------------------------------------------------------------------------------------

    async def claim_due(self, now: float) -> list[str]:
        """Claim tables that nobody looks after; those of games that are still being prepared have to wait."""
        store = self.hall.store
        return await store.claim_due(now, store.claimed_until(now), AT_ONCE, self.hall.preparing.ready())

    async def take_over(self) -> None:
        """Renew our claims, and claim tables that nobody looks after."""
        now = time.time()
        if self.hall.store.is_postgresql:
            await self.hall.store.renew_claims(now + CLAIM_SECONDS)
        while claimed := await self.claim_due(now):
            for table_id in claimed:
                loaded = await self.hall.table(table_id)
                if not loaded.autoplay:
                    loaded.autoplay = True
                    loaded.not_before = time.monotonic() + GRACE_SECONDS
                    self.arrange(loaded)
