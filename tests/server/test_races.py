"""Races: many people do everything at once at one table, through two halls that share a database.

Whatever happens, the log stays a legal game that both halls read the same way, and nobody is told a number twice.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from spieltisch.games import Refusal
from spieltisch.match import replay
from spieltisch.server import acting, opening, ruling
from spieltisch.server import messages as ms
from spieltisch.server.hall import Hall
from spieltisch.server.loaded import Follower
from spieltisch.server.settings import Settings
from spieltisch.server.sitting import read_log
from spieltisch.store import EventRow, Person, Store, TableChange, open_store

PEOPLE = 8
GAMES = {"wampum": 5, "wigwam": 2, "amul": 8}


class Watcher:
    """A client that checks that its numbers have no gaps."""

    def __init__(self, hall: Hall, person: Person, table: str) -> None:
        self.hall = hall
        self.person = person
        self.table = table
        self.seq = 0
        self.follower = Follower(person.id, self.take)
        self.loaded: Any = None
        self.lock = asyncio.Lock()

    def take(self, body: bytes) -> None:
        message = msgspec.json.decode(body)
        if message["type"] == "table":
            self.seq = message["seq"]
        elif message["type"] == "event":
            assert message["seq"] == self.seq + 1
            self.seq = message["seq"]

    async def connect(self, hall: Hall) -> None:
        async with self.lock:
            await self.leave()
            self.hall = hall
            self.loaded, _ = await hall.follow(self.table, self.follower, self.seq)

    async def leave(self) -> None:
        if self.loaded is not None:
            await self.hall.unfollow(self.loaded, self.follower)
            self.loaded = None


class World:
    """Two halls on one database, one table, eight people."""

    def __init__(self, game: str, seed: int) -> None:
        self.luck = random.Random(seed)
        self.folder = tempfile.TemporaryDirectory()
        self.loop = asyncio.new_event_loop()
        self.game = game
        self.loop.run_until_complete(self.open())

    async def open(self) -> None:
        url = f"sqlite:///{Path(self.folder.name) / 'race.db'}"
        self.stores: list[Store] = [await open_store(url, f"process{number}") for number in range(2)]
        for store in self.stores:
            self.delay_now_and_then(store)
        self.halls = [Hall(store, Settings(bot_delay=0.0, tables_per_person=1000)) for store in self.stores]
        self.people = [await self.stores[0].new_guest(f"p{n}", f"s{n}", 1.0) for n in range(PEOPLE)]
        players = GAMES[self.game]
        seats: list[ms.SeatWish] = [ms.SeatMe(), *(ms.SeatFriend() for _ in range(players - 1))]
        loaded = await opening.open_table(self.halls[0], self.people[0], ms.NewTable(game=self.game, seats=seats))
        self.table = loaded.id
        self.watchers = [Watcher(self.halls[n % 2], person, self.table) for n, person in enumerate(self.people)]
        for number, watcher in enumerate(self.watchers):
            await watcher.connect(self.halls[number % 2])
        for person in self.people[1:players]:
            sit = partial(ruling.sit, person=person.id, name=person.name, wish=None)
            await self.halls[0].act(self.table, sit)
        await self.come_to_rest()

    def delay_now_and_then(self, store: Store) -> None:
        """Let a database sometimes take its time, and sometimes only its answer."""
        append = store.append
        pauses = (0.0, 0.0, 0.0, 0.002, 0.005)

        async def late(row: EventRow, change: TableChange | None = None) -> bool:
            await asyncio.sleep(self.luck.choice(pauses))
            stored = await append(row, change)
            await asyncio.sleep(self.luck.choice(pauses))
            return stored

        store.append = late  # type: ignore[method-assign]

    async def come_to_rest(self) -> None:
        """Let the halls finish what they do by themselves: beginning the game, playing forced moves.

        SQLite does not carry news between processes, so the halls are told to look; and what they see may give them
        something to do again.
        """
        busy = True
        while busy:
            for hall in self.halls:
                await hall.neighbours.hear_of(await hall.table(self.table), sys.maxsize)
            busy = any(hall.tasks for hall in self.halls)
            for hall in self.halls:
                await asyncio.gather(*hall.tasks)

    async def one_thing(self, number: int) -> None:
        """Somebody does something at random, with what this person knows or a little less."""
        person, luck = self.people[number], self.luck
        watcher = self.watchers[number]
        hall = watcher.hall
        loaded = await hall.table(self.table)
        sitting = loaded.sitting
        seat = luck.choice(sitting.seats_of(person.id) or [luck.randrange(sitting.players)])
        seq = max(0, watcher.seq - luck.choice((0, 0, 0, 0, 1, 5)))
        what = luck.random()
        said: ms.AnySaid
        if what < 0.55:
            move = self.some_move(sitting, seat)
            said = ms.Play(table=self.table, seat=seat, move=move, seq=seq, id=f"{luck.randrange(400)}")
        elif what < 0.67:
            said = ms.Undo(table=self.table, seat=seat, seq=seq)
        elif what < 0.80:
            said = ms.Consent(table=self.table, agree=luck.random() < 0.7)
        elif what < 0.86:
            said = ms.Chat(table=self.table, text="hello")
        elif what < 0.89:
            said = ms.Pause(table=self.table, seat=seat)
        elif what < 0.93:
            said = ms.Resume(table=self.table)
        else:
            await watcher.connect(luck.choice(self.halls))
            return
        try:
            await acting.act(hall, person, said)
        except Refusal as refusal:
            assert refusal.key.startswith(("server.refuse.", "common.", self.game))  # noqa: PT017

    def some_move(self, sitting: Any, seat: int) -> str:
        table = sitting.without_choice(seat) if seat in sitting.hidden else sitting.table
        if seat in table.waiting_for and self.luck.random() < 0.9:
            return str(table.random_move(seat))
        return self.luck.choice(("bid 1 C", "go 1", "pick gold", "d3-d4", "nonsense"))

    def at_once(self, numbers: list[int]) -> None:
        async def all_of_them() -> None:
            await asyncio.gather(*(self.one_thing(number) for number in numbers))
            await self.come_to_rest()

        self.loop.run_until_complete(all_of_them())

    def somebody(self) -> int:
        """Often one of those whose turn it is."""
        sitting = self.halls[0].tables[self.table].sitting
        if sitting.waiting and self.luck.random() < 0.5:
            person = sitting.seats[self.luck.choice(sitting.waiting)].person
            return next(number for number, one in enumerate(self.people) if one.id == person)
        return self.luck.randrange(PEOPLE)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.halls[0].tables[self.table].sitting.over

    def check(self) -> None:
        """The log is a legal game, and everybody has read the same."""

        async def compare() -> None:
            rows = await self.stores[0].events(self.table)
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            fresh = read_log(self.table, rows)
            replayed = replay(fresh.record())
            assert replayed.state.tobytes() == fresh.table.state.tobytes()
            for hall in self.halls:
                loaded = await hall.table(self.table)
                assert loaded.sitting.seq == fresh.seq
                assert loaded.sitting.table.state.tobytes() == fresh.table.state.tobytes()
                assert loaded.sitting.table_moves == fresh.table_moves
                assert loaded.sitting.turn() == fresh.turn()
                assert loaded.sitting.hidden == fresh.hidden
            for watcher in self.watchers:
                assert watcher.seq == fresh.seq

        self.loop.run_until_complete(compare())

    def close(self) -> None:
        async def end() -> None:
            for hall in self.halls:
                await hall.close()
            for store in self.stores:
                await store.close()

        self.loop.run_until_complete(end())
        self.loop.close()
        self.folder.cleanup()


class Races(RuleBasedStateMachine):
    """Bursts of actions; after each burst everything must fit together."""

    world: World | None = None

    @initialize(game=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 2**32))
    def sit_down(self, game: str, seed: int) -> None:
        self.world = World(game, seed)

    @rule(numbers=st.lists(st.integers(0, PEOPLE - 1), min_size=1, max_size=24))
    def everybody_at_once(self, numbers: list[int]) -> None:
        assert self.world is not None
        self.world.at_once(numbers)

    @invariant()
    def the_log_is_a_legal_game(self) -> None:
        if self.world is not None:
            self.world.check()

    def teardown(self) -> None:
        if self.world is not None:
            self.world.close()


Races.TestCase.settings = settings(
    max_examples=4,
    stateful_step_count=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestRaces = Races.TestCase


def run_for(game: str, steps: int, seed: int) -> int:
    """Let eight people do so many things at once at tables of a game; when one is over, the next begins."""
    events = 0
    while steps > 0:
        world = World(game, seed)
        try:
            while steps > 0 and not world.over:
                world.at_once([world.somebody() for _ in range(16)])
                steps -= 16
                world.check()
            events += world.watchers[0].seq
        finally:
            world.close()
        seed += 1
    return events


def test_thousands_of_steps() -> None:
    """The same as above, in long runs with thousands of steps."""
    for game, steps, least in (("wampum", 1600, 150), ("wigwam", 1600, 120), ("amul", 320, 60)):
        assert run_for(game, steps, seed=5) > least
