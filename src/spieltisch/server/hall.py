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
from spieltisch.server import outgoing, ruling
from spieltisch.server.autoplay import Autoplay, needs_autoplay
from spieltisch.server.clerk import Clerk
from spieltisch.server.clocks import DAY, HouseClock
from spieltisch.server.limits import Buckets, OneByOne, Turns
from spieltisch.server.loaded import Follower, LoadedTable, encode
from spieltisch.server.metrics import Metrics
from spieltisch.server.neighbours import Neighbours
from spieltisch.server.preparing import Preparing
from spieltisch.server.presence import Attendance
from spieltisch.server.quotas import check_room
from spieltisch.server.reading import Breath, read_aside, rows_of, steps_of
from spieltisch.server.results import finish_of
from spieltisch.server.ruling import refuse
from spieltisch.server.sweeping import Sweeper
from spieltisch.server.thinking import Thinkers, thinkers_for
from spieltisch.server.visits import Visits
from spieltisch.server.workshop import get_to_know
from spieltisch.store import EventRow, Store, TableChange
from spieltisch.store.bus import Bus
from spieltisch.store.store import new_id

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from spieltisch.server.settings import Settings
    from spieltisch.server.sitting import Sitting
    from spieltisch.server.steps import Step
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


class Hall:
    """All tables of one server process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.clock = HouseClock()
        self.tables: dict[str, LoadedTable] = {}
        self.turns = Turns()
        """For reading logs: taken before a table is held, so that nobody at that table waits for strangers."""
        self.one_by_one = OneByOne()
        """By person: for whatever nobody has more of than so many."""
        self.metrics = Metrics()
        self.preparing = Preparing()
        self.thinkers = Thinkers(settings.thinkers or thinkers_for(settings.workers), self.metrics)
        self.clerk = Clerk()
        self.attendance = Attendance(store.process)
        self.visits = Visits()
        self.autoplay = Autoplay(self)
        self.neighbours = Neighbours(self)
        self.sweeper = Sweeper(self)
        self.reading = asyncio.Semaphore(READERS)
        self.chatting = Buckets(settings.chat_per_second, settings.chat_at_once)
        self.tasks: set[asyncio.Task[Any]] = set()
        self.judging: dict[tuple[str, str, int, int, str], asyncio.Task[Refusal | None]] = {}
        """Moves that a coach looks at: who wants to make which at which table, and since when it has stood so."""
        self.bus: Bus | None = None
        self.closing = False
        self.today = 0
        self.seen_today: set[str] = set()
        self.metrics.read_off(
            {
                "tables_in_memory": lambda: float(len(self.tables)),
                "followers": lambda: float(sum(len(loaded.followers) for loaded in self.tables.values())),
                "commits": lambda: float(store.ledger.commits),
            }
        )

    # --- opening and closing -----------------------------------------------------------------------------------

    async def open(self) -> None:
        """Begin: listen to other servers, and look after the tables that wait for a bot or a clock."""
        if self.store.is_postgresql:
            self.bus = Bus(self.store.url, self.neighbours.heard, self.neighbours.missed_something)
            await self.bus.ready.wait()
        else:
            await self.store.release_claims()
        if self.preparing.waiting:
            self.thinkers.get_ready()  # while the first game is compiled there is time for it
        self.spawn(self.preparing.run())
        self.spawn(self.sweeper.sweep())

    async def close(self) -> None:
        """Stop: no more bots and clocks; whatever is being stored is finished by the store."""
        self.closing = True
        for loaded in self.tables.values():
            if loaded.timer is not None:
                loaded.timer.cancel()
        for task in tuple(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.thinkers.close()
        await self.clerk.close()
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

    async def table(self, table_id: str) -> LoadedTable:
        """Give a table, from memory or from its log."""
        loaded = self.tables.get(table_id)
        if loaded is None:
            loaded = self.tables[table_id] = LoadedTable(table_id)
        if loaded.sitting.seq == 0:
            async with loaded.lock:
                await self.catch_up(loaded)
        if loaded.sitting.seq == 0:
            self.tables.pop(table_id, None)
            raise refuse("no_table")
        loaded.used = time.monotonic()
        return loaded

    @contextlib.asynccontextmanager
    async def at_rest(self, table_id: str) -> AsyncIterator[LoadedTable]:
        """Hold a table as its log has it: nothing else happens at it meanwhile, and all that has happened is stored."""
        while True:
            loaded = await self.table(table_id)
            async with loaded.lock:
                if self.tables.get(table_id) is loaded and loaded.sitting.seq > 0:
                    yield loaded
                    return
            # It was dropped while we waited, or storing failed: it has to be read again.

    async def stored(self, table_id: str) -> Sitting:
        """Give the state of a table as its log has it; what is being stored right now is waited for."""
        async with self.at_rest(table_id) as loaded:
            return loaded.sitting

    async def catch_up(self, loaded: LoadedTable) -> None:
        """Read what the log has more than we know, and tell what nobody was told yet. The table's lock is held."""
        known = loaded.sitting.seq
        if known == 0:
            loaded.take(*await read_aside(self.store, loaded, self.must_be_ready))
        if known > 0 or loaded.followers:
            async for row in rows_of(self.store, loaded.id, loaded.sitting.seq):
                for step in loaded.read([row]):
                    if step.seq > loaded.told:
                        loaded.tell(step)
        if loaded.sitting.seq > known:
            self.autoplay.arrange(loaded)

    async def must_be_ready(self, row: EventRow) -> None:
        """A table is read once its game is compiled, and the set with which it is played is known."""
        if isinstance(created := ev.decode(row.body), ev.Created):
            self.preparing.check(created.game)
            await get_to_know(created.game, created.options)

    async def steps(
        self, loaded: LoadedTable, after: int, most: int = LOG_ENTRIES, *, before: int = 0, latest: bool = False
    ) -> list[Step]:
        """Give the first or latest events after a number; those that are not at hand are read from the log again."""
        upto = min(loaded.sitting.seq, before - 1) if before else loaded.sitting.seq
        if loaded.tail and loaded.tail[0].seq <= after + 1:
            found = [step for step in loaded.tail if after < step.seq <= upto]
            return found[-most:] if latest else found[:most]
        if after >= upto:
            return []
        async with self.reading:
            return await steps_of(self.store, loaded.id, after, upto, most, latest=latest)

    # --- doing something -----------------------------------------------------------------------------------------

    async def act(self, table_id: str, decide: Decide) -> int:
        """Do something at a table; gives the number of the event. It is stored when this returns."""
        began = time.monotonic()
        async with self.at_rest(table_id) as loaded:
            step = await self.settle(loaded, decide)
        self.metrics.move_took(time.monotonic() - began)
        return step.seq

    async def settle(self, loaded: LoadedTable, decide: Decide) -> Step:
        """Find the event, store it, tell it. The table's lock is held."""
        for _ in range(TRIES):
            sitting = loaded.sitting
            event = decide(sitting)
            check_room(self.settings, sitting, event)
            was = (sitting.status, needs_autoplay(sitting))
            row = EventRow(loaded.id, sitting.seq + 1, self.now(sitting), ev.encode(event))
            step = loaded.read([row])[0]
            try:
                stored = await self.store.append(row, self.change(loaded, event, was))
            except asyncio.CancelledError:
                # The server stops, or the one who asked was given up on. Memory and log must agree all the same.
                loaded.forget()
                if not self.closing:
                    self.spawn(self.recover(loaded))
                raise
            except Exception as error:
                # Whether it was stored cannot be known, so the log is read before anything else happens; if that
                # cannot be done either, then by whoever comes next.
                loaded.forget()
                log.warning("storing failed", extra={"table": loaded.id, "reason": str(error)})
                with contextlib.suppress(Exception):
                    await self.catch_up(loaded)
                raise refuse("storage") from error
            if stored:
                self.metrics.count("events_total", what=str(event.__struct_config__.tag))
                self.after(loaded, step)
                return step
            self.metrics.count("conflicts_total")
            loaded.forget()  # another server was faster, or the table is gone
            await self.catch_up(loaded)
            if loaded.sitting.seq == 0:
                raise refuse("no_table")
        raise refuse("conflict")

    async def start(self, table_id: str, person: str | None) -> int:
        """Begin the game. Who has an account decides whether it is rated, so that is looked up before."""
        async with self.at_rest(table_id) as loaded:
            for _ in range(TRIES):
                persons = frozenset(loaded.sitting.persons())
                accounts = await self.store.with_accounts(persons)

                def decide(
                    sitting: Sitting, known: frozenset[str] = persons, accounts: set[str] = accounts
                ) -> ev.Started:
                    if not known.issuperset(sitting.persons()):  # on another server somebody has sat down
                        raise ruling.Meanwhile
                    return ruling.start(sitting, person, accounts, self.attendance.here(table_id))

                with contextlib.suppress(ruling.Meanwhile):
                    return (await self.settle(loaded, decide)).seq
        raise refuse("conflict")

    async def recover(self, loaded: LoadedTable) -> None:
        """Nobody waits any longer for an event that was being stored: see what became of it, and tell it."""
        await self.store.ledger.run()  # whatever waited to be written has been by then
        async with loaded.lock:
            await self.catch_up(loaded)

    def now(self, sitting: Sitting) -> float:
        """The time of an event; a table's log never runs backwards, even if a clock does."""
        return max(self.clock.now(), sitting.at)

    def after(self, loaded: LoadedTable, step: Step) -> None:
        """Tell an event, and see to what has to follow it."""
        loaded.tell(step)
        self.autoplay.arrange(loaded)

    def change(self, loaded: LoadedTable, event: ev.AnyEvent, was: tuple[str, bool]) -> TableChange | None:
        """Say what an event changes in the list of tables. The event is already applied."""
        sitting = loaded.sitting
        fields: dict[str, Any] = {}
        if sitting.status != was[0]:
            fields["status"] = sitting.status
            if sitting.status == "over":
                fields["finish"] = finish_of(sitting)
        needs = needs_autoplay(sitting)
        if needs != was[1]:
            fields["due"] = sitting.at if needs else None
            loaded.autoplay = needs
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

    async def create(self, created: ev.Created, started: ev.Started | None = None) -> LoadedTable:
        """Open a new table; a branch or an imported record starts at once."""
        self.preparing.check(created.game)
        await get_to_know(created.game, created.options)
        table_id = new_id()
        loaded = self.tables[table_id] = LoadedTable(table_id)
        async with loaded.lock:
            row = EventRow(table_id, 1, self.clock.now(), ev.encode(created))
            loaded.read([row])
            persons = [seat.person for seat in created.seats if seat.person]
            await self.store.create(
                row,
                game=created.game,
                status="open",
                listed=created.listed,
                host=created.host,
                persons=persons,
            )
            loaded.told = 1
        self.metrics.count("tables_total", game=created.game)
        if started is not None:
            await self.act(table_id, lambda _sitting: started)
        return loaded

    # --- following -----------------------------------------------------------------------------------------------

    async def follow(self, table_id: str, follower: Follower, since: int) -> tuple[LoadedTable, int]:
        """Let somebody follow a table, beginning with what they have missed."""
        async with self.turns.take(follower.address), self.at_rest(table_id) as loaded:
            if not outgoing.may_watch(loaded.sitting, follower.person):
                raise refuse("no_spectators")
            if loaded.sitting.seq - EVENTS_A_PAGE <= since <= loaded.sitting.seq and since > 0:
                viewer, breath = outgoing.viewer_of(loaded.sitting, follower.person), Breath()
                for step in await self.steps(loaded, since):
                    follower.send(encode(outgoing.event_message(loaded.sitting, step, viewer)))
                    await breath.take()
            else:
                state = await self.look(loaded, follower.person)
                follower.send(encode(ms.TableMessage(**msgspec.structs.asdict(state))))
            loaded.followers.add(follower)
        self.attendance.come(table_id, follower.person)
        await self.tell_presence(loaded)
        return loaded, loaded.sitting.seq

    async def unfollow(self, loaded: LoadedTable, follower: Follower) -> None:
        """Somebody follows no longer."""
        loaded.followers.discard(follower)
        self.attendance.go(loaded.id, follower.person)
        await self.tell_presence(loaded)

    async def look(self, loaded: LoadedTable, person: str) -> ms.TableState:
        """Everything about a table for one person. The table's lock is held."""
        if not outgoing.may_watch(loaded.sitting, person):
            raise refuse("no_spectators")
        viewer, breath = outgoing.viewer_of(loaded.sitting, person), Breath()
        entries: list[ms.LogEntry] = []
        for step in await self.steps(loaded, 0, latest=True):
            entries += outgoing.log_entries(loaded.sitting, [step], viewer)
            await breath.take()
        here = self.attendance.here(loaded.id)
        state = outgoing.table_state(loaded.sitting, [], viewer, here, self.clock.now())
        return msgspec.structs.replace(state, log=entries)

    # --- who is there --------------------------------------------------------------------------------------------

    async def saw(self, table_id: str, person: str) -> None:
        """Whoever asks for something at a table where they sit is there, connected or not."""
        with contextlib.suppress(Refusal):
            loaded = self.tables.get(table_id) or await self.table(table_id)
            if loaded.sitting.seats_of(person) and self.attendance.sign(table_id, person):
                await self.tell_presence(loaded)

    def away_for(self, sitting: Sitting, seat: int) -> float | None:
        """For how long somebody who is expected at a seat has been away; none if here."""
        person = sitting.seats[seat].person
        away = self.attendance.away_for(sitting.id, person) if person else None
        return None if away is None else min(away, max(0.0, self.clock.now() - sitting.seats[seat].since))

    async def tell_presence(self, loaded: LoadedTable) -> None:
        """Tell everybody at a table who is connected, other servers too."""
        loaded.tell_all(ms.Presence(id=loaded.id, here=self.attendance.here(loaded.id)))
        if self.bus is not None:
            await self.bus.say(self.attendance.notice(loaded.id))

    # --- keys ----------------------------------------------------------------------------------------------------

    def greet(self, person: Person) -> None:
        """Once a day it is noted that somebody is still there, whichever way they come."""
        today = int(time.time() // DAY)
        if today != self.today:
            self.today, self.seen_today = today, set()
        if person.key not in self.seen_today and not self.closing:
            self.seen_today.add(person.key)
            self.spawn(self.store.note_visit(person.id, person.key, round(time.time(), 3)))

    async def end_keys(self, person: str, which: Callable[[Key], bool] = lambda _key: True) -> list[Key]:
        """End sessions and tokens of somebody, and the connections that came with them, on every server."""
        ended = [key for key in await self.store.keys_of(person) if which(key)]
        ids = [key.id for key in ended]
        await self.store.end_keys(person, ids)
        self.visits.end(ids)
        return ended

    async def show_out(self, person: str) -> None:
        """Close all connections of somebody who is no longer welcome, on every server; the keys stay."""
        self.visits.show_out(person)
        if self.bus is not None:
            await self.bus.say(f"shown {self.store.process} {person}")

    # --- tables that are rewritten or gone -------------------------------------------------------------------------

    async def read_again(self, loaded: LoadedTable) -> None:
        """The log of a table was rewritten: forget what we know, on every server. The table's lock is held."""
        loaded.forget()
        await self.catch_up(loaded)
        if self.bus is not None:
            await self.bus.say(f"again {self.store.process} {loaded.id}")

    def drop(self, loaded: LoadedTable) -> None:
        """A table is gone."""
        if loaded.timer is not None:
            loaded.timer.cancel()
        self.tables.pop(loaded.id, None)

    async def read(self, table_id: str) -> Sitting:
        """Work out a table from its log, without keeping it or seeing to anything."""
        return (await read_aside(self.store, LoadedTable(table_id), self.must_be_ready))[0]

    async def say_goodbye(self) -> None:
        """Tell everybody that the server stops."""
        followers = {follower.send: follower for loaded in self.tables.values() for follower in loaded.followers}
        body = encode(ms.Closing(retry=1.0))
        for send in followers:
            with contextlib.suppress(Exception):
                send(body)
        self.visits.close()
        self.thinkers.stop()
