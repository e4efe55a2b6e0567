"""The hall with all tables of this server: opening them, doing something at one, hearing of what others did.

Doing something: a ruling makes the event, the event is applied and stored, and only then is it told and answered. If
another server has stored an event under the same number first, the table is read again and the ruling asked anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch.games import Refusal
from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server import ruling, telling
from spieltisch.server.clocks import DAY, HouseClock
from spieltisch.server.limits import Buckets, Turns
from spieltisch.server.live import Follower, Live, encode
from spieltisch.server.metrics import Metrics
from spieltisch.server.orders import look_at_orders
from spieltisch.server.preparing import Preparing
from spieltisch.server.presence import Attendance
from spieltisch.server.quotas import check_room
from spieltisch.server.reading import Breath, read_aside, rows_of, steps_of
from spieltisch.server.results import finish_of
from spieltisch.server.ruling import refuse
from spieltisch.server.steward import Steward, needs_steward
from spieltisch.server.thinking import Thinkers, thinkers_for
from spieltisch.server.visits import Visits
from spieltisch.store import EventRow, Store, TableChange
from spieltisch.store.bus import Bus
from spieltisch.store.persons import banned_among
from spieltisch.store.store import new_id

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from spieltisch.server.settings import Settings
    from spieltisch.server.sitting import Sitting, Step
    from spieltisch.store import Key, Person

    Decide = Callable[[Sitting], ev.AnyEvent]

log = logging.getLogger("spieltisch.hall")

TRIES = 20
"""So often another server may be faster before somebody is asked to try again."""
LOG_ENTRIES = 1_000
"""So many entries of a log are told at once: all of any ordinary game."""
EVENTS_A_PAGE = 200
"""Whoever has missed more events is told how the table stands instead."""
READERS = 4
"""So many may read long logs again at the same time; the others wait."""
IDLE_SECONDS = 300.0
SWEEP_SECONDS = 2.0
CLEAN_ROUND, CLEAN_EVERY = 30, 1800
"""Rounds of sweeping: a minute after the start, when clocks that ran out meanwhile were seen to, then hourly."""


class Hall:
    """All tables of one server process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.clock = HouseClock()
        self.tables: dict[str, Live] = {}
        self.turns = Turns()
        """For reading logs: taken before a table is held, so that nobody at that table waits for strangers."""
        self.metrics = Metrics()
        self.preparing = Preparing()
        self.thinkers = Thinkers(settings.thinkers or thinkers_for(settings.workers), self.metrics)
        self.attendance = Attendance(store.process)
        self.visits = Visits()
        self.steward = Steward(self)
        self.reading = asyncio.Semaphore(READERS)
        self.chatting = Buckets(settings.chat_per_second, settings.chat_at_once)
        self.tasks: set[asyncio.Task[Any]] = set()
        self.bus: Bus | None = None
        self.closing = False
        self.today = 0
        self.seen_today: set[str] = set()
        self.metrics.gauges |= {
            "tables_in_memory": lambda: float(len(self.tables)),
            "followers": lambda: float(sum(len(live.followers) for live in self.tables.values())),
            "commits": lambda: float(store.ledger.commits),
        }

    # --- opening and closing -----------------------------------------------------------------------------------

    async def open(self) -> None:
        """Begin: listen to other servers, and look after the tables that wait for a bot or a clock."""
        if self.store.is_postgresql:
            self.bus = Bus(self.store.url, self.heard, self.missed_something)
            await self.bus.ready.wait()
        else:
            await self.store.release_claims()
        self.spawn(self.preparing.run())
        self.spawn(self.sweep())

    async def close(self) -> None:
        """Stop: no more bots and clocks; whatever is being stored is finished by the store."""
        self.closing = True
        for live in self.tables.values():
            if live.timer is not None:
                live.timer.cancel()
        for task in tuple(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.thinkers.close()
        if self.bus is not None:
            await self.bus.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something beside everything else; failures are logged."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.finished)
        return task

    def finished(self, task: asyncio.Task[Any]) -> None:
        """Note that a task has ended, and why if it should not have."""
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.metrics.count("errors_total")
            log.error("a task failed", exc_info=error)

    # --- finding tables ------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> Live:
        """Give a table, from memory or from its log."""
        live = self.tables.get(table_id)
        if live is None:
            live = self.tables[table_id] = Live(table_id)
        if live.sitting.seq == 0:
            async with live.lock:
                await self.catch_up(live)
        if live.sitting.seq == 0:
            self.tables.pop(table_id, None)
            raise refuse("no_table")
        live.used = time.monotonic()
        return live

    @contextlib.asynccontextmanager
    async def at_rest(self, table_id: str) -> AsyncIterator[Live]:
        """Hold a table as its log has it: nothing else happens at it meanwhile, and all that has happened is stored."""
        while True:
            live = await self.table(table_id)
            async with live.lock:
                if self.tables.get(table_id) is live and live.sitting.seq > 0:
                    yield live
                    return
            # It was dropped while we waited, or storing failed: it has to be read again.

    async def stored(self, table_id: str) -> Sitting:
        """Give the state of a table as its log has it; what is being stored right now is waited for."""
        async with self.at_rest(table_id) as live:
            return live.sitting

    async def catch_up(self, live: Live) -> None:
        """Read what the log has more than we know, and tell what nobody was told yet. The table's lock is held."""
        known = live.sitting.seq
        if known == 0:
            live.take(*await read_aside(self.store, live, self.must_be_ready))
        if known > 0 or live.followers:
            async for row in rows_of(self.store, live.id, live.sitting.seq):
                for step in live.read([row]):
                    if step.seq > live.told:
                        live.tell(step)
        if live.sitting.seq > known:
            self.steward.arrange(live)

    def must_be_ready(self, row: EventRow) -> None:
        """A table is read once its game is compiled."""
        if isinstance(created := ev.decode(row.body), ev.Created):
            self.preparing.check(created.game)

    async def steps(
        self, live: Live, after: int, most: int = LOG_ENTRIES, *, before: int = 0, latest: bool = False
    ) -> list[Step]:
        """Give the first or latest events after a number; those that are not at hand are read from the log again."""
        upto = min(live.sitting.seq, before - 1) if before else live.sitting.seq
        if live.tail and live.tail[0].seq <= after + 1:
            found = [step for step in live.tail if after < step.seq <= upto]
            return found[-most:] if latest else found[:most]
        if after >= upto:
            return []
        async with self.reading:
            return await steps_of(self.store, live.id, after, upto, most, latest=latest)

    # --- doing something -----------------------------------------------------------------------------------------

    async def act(self, table_id: str, decide: Decide) -> int:
        """Do something at a table; gives the number of the event. It is stored when this returns."""
        began = time.monotonic()
        async with self.at_rest(table_id) as live:
            step = await self.settle(live, decide)
        self.metrics.move_took(time.monotonic() - began)
        return step.seq

    async def settle(self, live: Live, decide: Decide) -> Step:
        """Find the event, store it, tell it. The table's lock is held."""
        for _ in range(TRIES):
            sitting = live.sitting
            event = decide(sitting)
            check_room(self.settings, sitting, event)
            was = (sitting.status, needs_steward(sitting))
            row = EventRow(live.id, sitting.seq + 1, self.now(sitting), ev.encode(event))
            step = live.read([row])[0]
            try:
                stored = await self.store.append(row, self.change(live, event, was))
            except asyncio.CancelledError:
                # The server stops, or the one who asked was given up on. Memory and log must agree all the same.
                live.forget()
                if not self.closing:
                    self.spawn(self.recover(live))
                raise
            except Exception as error:
                # Whether it was stored cannot be known, so the log is read before anything else happens; if that
                # cannot be done either, then by whoever comes next.
                live.forget()
                log.warning("storing failed", extra={"table": live.id, "reason": str(error)})
                with contextlib.suppress(Exception):
                    await self.catch_up(live)
                raise refuse("storage") from error
            if stored:
                self.metrics.count("events_total", what=str(event.__struct_config__.tag))
                self.after(live, step)
                return step
            self.metrics.count("conflicts_total")
            live.forget()  # another server was faster, or the table is gone
            await self.catch_up(live)
            if live.sitting.seq == 0:
                raise refuse("no_table")
        raise refuse("conflict")

    async def start(self, table_id: str, person: str | None) -> int:
        """Begin the game. Who has an account decides whether it is rated, so that is looked up before."""
        async with self.at_rest(table_id) as live:
            for _ in range(TRIES):
                persons = frozenset(live.sitting.persons())
                accounts = await self.store.with_accounts(persons)

                def decide(
                    sitting: Sitting, known: frozenset[str] = persons, accounts: set[str] = accounts
                ) -> ev.Started:
                    if not known.issuperset(sitting.persons()):  # on another server somebody has sat down
                        raise ruling.Meanwhile
                    return ruling.start(sitting, person, accounts, self.attendance.here(table_id))

                with contextlib.suppress(ruling.Meanwhile):
                    return (await self.settle(live, decide)).seq
        raise refuse("conflict")

    async def recover(self, live: Live) -> None:
        """Nobody waits any longer for an event that was being stored: see what became of it, and tell it."""
        await self.store.ledger.run()  # whatever waited to be written has been by then
        async with live.lock:
            await self.catch_up(live)

    def now(self, sitting: Sitting) -> float:
        """The time of an event; a table's log never runs backwards, even if a clock does."""
        return max(self.clock.now(), sitting.at)

    def after(self, live: Live, step: Step) -> None:
        """Tell an event, and see to what has to follow it."""
        live.tell(step)
        self.steward.arrange(live)

    def change(self, live: Live, event: ev.AnyEvent, was: tuple[str, bool]) -> TableChange | None:
        """Say what an event changes in the list of tables. The event is already applied."""
        sitting = live.sitting
        fields: dict[str, Any] = {}
        if sitting.status != was[0]:
            fields["status"] = sitting.status
            if sitting.status == "over":
                fields["finish"] = finish_of(sitting)
        needs = needs_steward(sitting)
        if needs != was[1]:
            fields["due"] = sitting.at if needs else None
            live.steward = needs
        if isinstance(event, ev.Sat):
            fields["joined"] = event.person
        if isinstance(event, ev.Stood) and not sitting.seats_of(event.person):
            fields["left"] = event.person
        if isinstance(event, ev.Forfeited) and sitting.seats[event.seat].person == sitting.created.host:
            # Others play on; the table no longer counts as one that its host has to finish.
            fields["abandoned"] = not any(
                seat.person == sitting.created.host and not seat.forfeited for seat in sitting.seats
            )
        return TableChange(**fields) if fields else None

    async def create(self, created: ev.Created, started: ev.Started | None = None) -> Live:
        """Open a new table; a branch or an imported record starts at once."""
        self.preparing.check(created.game)
        table_id = new_id()
        live = self.tables[table_id] = Live(table_id)
        async with live.lock:
            row = EventRow(table_id, 1, self.clock.now(), ev.encode(created))
            live.read([row])
            persons = [seat.person for seat in created.seats if seat.person]
            await self.store.create(
                row,
                game=created.game,
                status="open",
                listed=created.listed,
                host=created.host,
                persons=persons,
            )
            live.told = 1
        self.metrics.count("tables_total", game=created.game)
        if started is not None:
            await self.act(table_id, lambda _sitting: started)
        return live

    # --- following -----------------------------------------------------------------------------------------------

    async def follow(self, table_id: str, follower: Follower, since: int) -> tuple[Live, int]:
        """Let somebody follow a table, beginning with what they have missed."""
        async with self.turns.take(follower.house), self.at_rest(table_id) as live:
            if not telling.may_watch(live.sitting, follower.person):
                raise refuse("no_spectators")
            if live.sitting.seq - EVENTS_A_PAGE <= since <= live.sitting.seq and since > 0:
                viewer, breath = telling.viewer_of(live.sitting, follower.person), Breath()
                for step in await self.steps(live, since):
                    follower.send(encode(telling.event_message(live.sitting, step, viewer)))
                    await breath.take()
            else:
                state = await self.look(live, follower.person)
                follower.send(encode(ms.TableMessage(**msgspec.structs.asdict(state))))
            live.followers.add(follower)
        self.attendance.come(table_id, follower.person)
        await self.tell_presence(live)
        return live, live.sitting.seq

    async def unfollow(self, live: Live, follower: Follower) -> None:
        """Somebody follows no longer."""
        live.followers.discard(follower)
        self.attendance.go(live.id, follower.person)
        await self.tell_presence(live)

    async def look(self, live: Live, person: str) -> ms.TableState:
        """Everything about a table for one person. The table's lock is held."""
        if not telling.may_watch(live.sitting, person):
            raise refuse("no_spectators")
        viewer, breath = telling.viewer_of(live.sitting, person), Breath()
        entries: list[ms.LogEntry] = []
        for step in await self.steps(live, 0, latest=True):
            entries += telling.log_entries(live.sitting, [step], viewer)
            await breath.take()
        here = self.attendance.here(live.id)
        state = telling.table_state(live.sitting, [], viewer, here, self.clock.now())
        return msgspec.structs.replace(state, log=entries)

    # --- who is there --------------------------------------------------------------------------------------------

    async def saw(self, table_id: str, person: str) -> None:
        """Whoever asks for something at a table where they sit is there, connected or not."""
        with contextlib.suppress(Refusal):
            live = self.tables.get(table_id) or await self.table(table_id)
            if live.sitting.seats_of(person) and self.attendance.sign(table_id, person):
                await self.tell_presence(live)

    def away_for(self, sitting: Sitting, seat: int) -> float | None:
        """For how long somebody who is expected at a seat has been away; none if here."""
        person = sitting.seats[seat].person
        away = self.attendance.away_for(sitting.id, person) if person else None
        return None if away is None else min(away, max(0.0, self.clock.now() - sitting.seats[seat].since))

    async def tell_presence(self, live: Live) -> None:
        """Tell everybody at a table who is connected, other servers too."""
        live.tell_all(ms.Presence(id=live.id, here=self.attendance.here(live.id)))
        if self.bus is not None:
            await self.bus.say(self.attendance.notice(live.id))

    # --- keys ----------------------------------------------------------------------------------------------------

    def greet(self, person: Person) -> None:
        """Once a day it is noted that somebody is still there, whichever way they come."""
        today = int(time.time() // DAY)
        if today != self.today:
            self.today, self.seen_today = today, set()
        if person.key not in self.seen_today and not self.closing:
            self.seen_today.add(person.key)
            self.spawn(self.store.touch(person.id, person.key, round(time.time(), 3)))

    async def end_keys(self, person: str, which: Callable[[Key], bool] = lambda _key: True) -> list[Key]:
        """End sessions and tokens of somebody, and the connections that came with them, on every server."""
        ended = [key for key in await self.store.keys_of(person) if which(key)]
        ids = [key.id for key in ended]
        await self.store.end_keys(person, ids)
        self.visits.end(ids)
        return ended

    async def look_at_keys(self) -> None:
        """Another server's notice that a key has ended may have been missed."""
        used = set(self.visits.by_key)
        self.visits.end(used - await self.store.living(used))
        for person in await banned_among(self.store, self.visits.persons(), time.time()):
            self.visits.show_out(person)

    async def show_out(self, person: str) -> None:
        """Close all connections of somebody who is no longer welcome, on every server; the keys stay."""
        self.visits.show_out(person)
        if self.bus is not None:
            await self.bus.say(f"shown {self.store.process} {person}")

    # --- tables that are rewritten or gone -------------------------------------------------------------------------

    async def read_again(self, live: Live) -> None:
        """The log of a table was rewritten: forget what we know, on every server. The table's lock is held."""
        live.forget()
        await self.catch_up(live)
        if self.bus is not None:
            await self.bus.say(f"again {self.store.process} {live.id}")

    async def hear_again(self, live: Live) -> None:
        """Another server has rewritten the log of a table."""
        async with live.lock:
            live.forget()
            await self.catch_up(live)

    def drop(self, live: Live) -> None:
        """A table is gone."""
        if live.timer is not None:
            live.timer.cancel()
        self.tables.pop(live.id, None)

    # --- other servers -------------------------------------------------------------------------------------------

    def heard(self, kind: str, words: list[str]) -> None:
        """Another server has told something."""
        if not words or words[0] == self.store.process:
            return
        if kind == "event":
            self.hear_of_events(words[1:])
        elif kind == "out":
            self.visits.end(words[1:])
        elif kind == "shown":
            self.visits.show_out(words[-1])
        elif kind == "again" and (live := self.tables.get(words[-1])):
            self.spawn(self.hear_again(live))
        elif kind == "here":
            self.attendance.hear(words[0], words[1:])
            for table_id in self.attendance.tables_in(words[1:]):
                if live := self.tables.get(table_id):
                    live.tell_all(ms.Presence(id=table_id, here=self.attendance.here(table_id)))

    def hear_of_events(self, words: list[str]) -> None:
        """Other servers have stored events."""
        for word in words:
            table_id, _, seq = word.partition(":")
            live = self.tables.get(table_id)
            # A table that is being read right now may have been read before this event: look after that.
            if live is not None and live.sitting.seq < int(seq):
                self.spawn(self.hear_of(live, int(seq)))

    async def hear_of(self, live: Live, seq: int) -> None:
        """Another server has stored an event of a table that is in use here."""
        async with live.lock:
            if live.sitting.seq < seq:
                await self.catch_up(live)

    def missed_something(self) -> None:
        """The connection to the other servers was broken for a while."""
        for live in self.tables.values():
            self.spawn(self.hear_of(live, live.sitting.seq + 1))
        self.spawn(self.look_at_keys())

    # --- keeping order -------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Every few seconds: take over tables that nobody looks after, forget tables that nobody uses."""
        rounds = 0
        while True:
            try:
                await self.steward.take_over()
                await look_at_orders(self)
                if self.bus is not None and rounds % 5 == 0:
                    await self.look_at_heads()
                    await self.look_at_keys()
                    for notice in self.attendance.all_notices():
                        await self.bus.say(notice)
                for table_id in self.attendance.fall_silent():
                    if live := self.tables.get(table_id):
                        await self.tell_presence(live)
                if rounds % 10 == 0:
                    self.drop_unused()
                if rounds % CLEAN_EVERY == CLEAN_ROUND:
                    await self.clean_up()
            except Exception:  # a database that is away for a moment must not end this
                log.exception("sweeping failed")
            rounds += 1
            await asyncio.sleep(SWEEP_SECONDS)

    async def look_at_heads(self) -> None:
        """Notices may get lost; now and then the logs of all tables in use are looked at."""
        used = [live.id for live in self.tables.values() if live.followers or live.steward]
        for table_id, seq in (await self.store.heads(used)).items():
            live = self.tables.get(table_id)
            if live is not None and live.sitting.seq < seq:
                await self.hear_of(live, seq)

    def drop_unused(self) -> None:
        """Forget tables that nobody follows; of too many, those longest unused."""
        now = time.monotonic()
        free = [
            live for live in self.tables.values() if not live.followers and not live.steward and not live.lock.locked()
        ]
        free.sort(key=lambda live: live.used)
        surplus = len(self.tables) - self.settings.open_tables
        for number, live in enumerate(free):
            if now - live.used > IDLE_SECONDS or number < surplus:
                del self.tables[live.id]

    async def clean_up(self) -> None:
        """Delete what is older than the server keeps, but nothing under anybody's feet."""
        now, settings = self.clock.now(), self.settings
        tables = 0
        for over, days in ((False, settings.keep_open_days), (True, settings.keep_over_days)):
            before = now - days * DAY
            for table_id in await self.store.old_tables(before, over=over):
                tables += await self.let_go(table_id, before)
        guests = await self.store.forget_guests(now - settings.keep_guests_days * DAY)
        if tables or guests:
            log.info("cleaned up", extra={"tables": tables, "guests": guests})

    async def let_go(self, table_id: str, before: float) -> bool:
        """Delete an old table unless somebody is there, a clock runs in its game, or something happens meanwhile."""
        live = self.tables.setdefault(table_id, Live(table_id))
        if live.lock.locked():
            return False
        gone = False
        async with live.lock:  # whoever comes now waits, and then finds it or not
            try:
                sitting = live.sitting if live.sitting.seq else await self.read(table_id)
                if not live.followers and not self.attendance.here(table_id) and sitting.clocks.deadline() is None:
                    gone = await self.store.delete_table(table_id, before)
            except Refusal:
                log.debug("its game is not ready yet", extra={"table": table_id})
            except Exception:  # one log that cannot be read must not keep all others
                log.exception("a table could not be deleted", extra={"table": table_id})
            if gone or live.sitting.seq == 0:
                self.tables.pop(table_id, None)
        return gone

    async def read(self, table_id: str) -> Sitting:
        """Work out a table from its log, without keeping it or seeing to anything."""
        return (await read_aside(self.store, Live(table_id), self.must_be_ready))[0]

    async def say_goodbye(self) -> None:
        """Tell everybody that the server stops."""
        followers = {follower.send: follower for live in self.tables.values() for follower in live.followers}
        body = encode(ms.Closing(retry=1.0))
        for send in followers:
            with contextlib.suppress(Exception):
                send(body)
        self.visits.close()
        self.thinkers.stop()
