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
from spieltisch.server import ruling
from spieltisch.server.messages import NoClock
from spieltisch.server.ruling import may_be_absent, openly_forced
from spieltisch.server.thinking import Pointless
from spieltisch.store.store import CLAIM_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.server import events as ev
    from spieltisch.server.hall import Hall
    from spieltisch.server.live import Live
    from spieltisch.server.sitting import Sitting

log = logging.getLogger("spieltisch.steward")

GRACE_SECONDS = 10.0
"""After a server has taken over a table no clock runs out for so long: people have to reconnect first."""
LONGEST_SLEEP = 3600.0
AT_ONCE = 200


def needs_steward(sitting: Sitting) -> bool:
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


class Steward:
    """Looks after the tables of a hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.renewed = 0.0

    async def start(self, live: Live) -> None:
        """A table that has become full begins by itself."""
        try:
            await self.hall.start(live.id, None)
        except Refusal:
            log.debug("somebody has left again", extra={"table": live.id})

    def arrange(self, live: Live) -> None:
        """After every event: see to what has to happen next."""
        if self.hall.closing:
            return
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        sitting = live.sitting
        live.steward = live.steward and needs_steward(sitting)
        if sitting.filled and sitting.status == "open":
            # Whoever reads this in the log sees to it: the server where the last seat was taken may be gone.
            self.hall.spawn(self.start(live))
        if sitting.status != "playing" or sitting.paused:
            return
        for seat in sitting.waiting:
            self.see_to(live, seat)
        if live.steward:
            self.set_timer(live)

    def see_to(self, live: Live, seat: int) -> None:
        """Let a bot think about its move, or make a move that has no alternative; unless that is under way."""
        sitting = live.sitting
        key = (seat, sitting.fresh_from)
        if key in live.thinking:
            return
        if sitting.seats[seat].bot is not None:
            if live.steward:
                live.thinking.add(key)
                self.hall.spawn(self.move_bot(live, seat, key))
        elif sitting.created.settings.forced_moves and openly_forced(sitting.table, seat):
            live.thinking.add(key)
            self.hall.spawn(self.move_forced(live, seat, key))

    # --- moves ---------------------------------------------------------------------------------------------------

    def delay(self, sitting: Sitting) -> float:
        """How long a bot takes at least: not always the same."""
        if sitting.created.settings.pace == "instant":
            return 0.0
        return self.hall.settings.bot_delay * (0.75 + secrets.randbelow(1000) / 2000)

    async def move_bot(self, live: Live, seat: int, key: tuple[int, int]) -> None:
        """Let a bot think and move."""
        began = time.monotonic()
        try:
            sitting = live.sitting
            level = sitting.seats[seat].bot or "random"
            view = sitting.table.view(seat)
            thought = await self.hall.thinkers.choose(
                view,
                level,
                self.hall.settings.bot_seconds,
                person=sitting.created.host,
                wanted=lambda: still_to_move(live.sitting, seat, key[1]),
            )
            await asyncio.sleep(max(0.0, self.delay(sitting) - (time.monotonic() - began)))
            await self.play(live, seat, thought.move, key[1], "bot")
        except Pointless:
            self.hall.spawn(self.look_again(live))
        finally:
            live.thinking.discard(key)

    async def look_again(self, live: Live) -> None:
        """A bot was not asked in the end; what it would have been asked may have come back meanwhile."""
        if not self.hall.thinkers.closing:
            self.arrange(live)

    async def move_forced(self, live: Live, seat: int, key: tuple[int, int]) -> None:
        """Play the only move there is."""
        try:
            sitting = live.sitting
            move = sitting.table.legal_moves(seat)[0]
            await asyncio.sleep(self.delay(sitting) / 2)
            await self.play(live, seat, move, key[1], "forced")
        finally:
            live.thinking.discard(key)

    async def play(self, live: Live, seat: int, move: str, seq: int, by: ev.By) -> None:
        """Make a move for a seat, unless the table has changed meanwhile."""
        try:
            await self.hall.act(live.id, lambda sitting: ruling.play_for(sitting, seat, move, seq, by))
        except Refusal as reason:
            log.debug("a move has become pointless", extra={"table": live.id, "reason": str(reason)})

    # --- clocks and absence ----------------------------------------------------------------------------------------

    def set_timer(self, live: Live) -> None:
        """Wake up when the next clock runs out, or when an absent player has been away for too long."""
        sitting = live.sitting
        moments = []
        deadline = sitting.clocks.deadline()
        if deadline is not None:
            moments.append(max(deadline[0] - self.hall.clock.now(), live.not_before - time.monotonic()))
        if goes_to_a_bot(sitting) and self.people_to_move(sitting):
            moments.append(self.hall.settings.absent_after / 4)
        if moments:
            delay = min(max(0.01, min(moments)), LONGEST_SLEEP)
            live.timer = asyncio.get_running_loop().call_later(delay, self.wake, live)

    def people_to_move(self, sitting: Sitting) -> list[int]:
        """Seats that have to decide and have a person."""
        return [seat for seat in sitting.waiting if sitting.seats[seat].bot is None]

    def wake(self, live: Live) -> None:
        """Time has passed."""
        live.timer = None
        if not self.hall.closing:
            self.hall.spawn(self.look_at_clocks(live))

    async def look_at_clocks(self, live: Live) -> None:
        """Carry out what a clock or an absence demands; otherwise sleep on."""
        if live.sitting.seq == 0:  # has to be read again
            await self.hall.table(live.id)
        now = self.hall.clock.now()
        if time.monotonic() >= live.not_before and ruling.time_out(live.sitting, now) is not None:
            await self.decree(live, lambda sitting: ruling.time_out(sitting, now))
        elif goes_to_a_bot(live.sitting):
            for seat in self.people_to_move(live.sitting):
                away = self.hall.away_for(live.sitting, seat)
                if away is not None and away >= self.hall.settings.absent_after:
                    await self.decree(live, partial(ruling.replace_absent, seat=seat))
        if live.timer is None:
            self.arrange(live)

    async def decree(self, live: Live, decide: Callable[[Sitting], ev.AnyEvent | None]) -> None:
        """Do something that nobody has asked for, if it still has to be done."""

        def insist(sitting: Sitting) -> ev.AnyEvent:
            event = decide(sitting)
            if event is None:
                raise ruling.refuse("conflict")
            return event

        try:
            await self.hall.act(live.id, insist)
        except Refusal as reason:
            log.debug("no longer needed", extra={"table": live.id, "reason": str(reason)})

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
                live = await self.hall.table(table_id)
                if not live.steward:
                    live.steward = True
                    live.not_before = time.monotonic() + GRACE_SECONDS
                    self.arrange(live)
