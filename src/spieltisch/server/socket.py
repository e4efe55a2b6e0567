"""The WebSocket: one connection per client, many tables on it if need be.

Sending never waits, so a slow client slows nobody else; if too much waits for it, it is disconnected and comes back
with its last number. wire.py sees to it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import WebSocket, websocket

from spieltisch import __version__
from spieltisch.games import Refusal
from spieltisch.server import messages as ms
from spieltisch.server.acting import act
from spieltisch.server.limits import Bucket
from spieltisch.server.loaded import Follower, encode
from spieltisch.server.people import person_of
from spieltisch.server.refusals import language_of, refused
from spieltisch.server.ruling import refuse
from spieltisch.server.wire import Wire, listen

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from spieltisch.server.gate import Gate
    from spieltisch.server.hall import Hall
    from spieltisch.server.loaded import LoadedTable
    from spieltisch.store import Person

log = logging.getLogger("spieltisch.socket")

TRY_LATER, TOO_BIG, POLICY = 1013, 1009, 1008

BYTES_A_MESSAGE = 1_000
"""Messages are small; this times the messages that somebody may send is what they may send of anything."""
MOST_BESIDE = 32
"""So much somebody may have done beside other messages, and waiting for each other."""
REFUSALS = 50
"""So many refusals somebody may collect, and one more each second, before the connection is closed."""
HASTE = 5
"""What comes too fast counts for so many of them."""
WATCHING = ms.Ping | ms.Watch | ms.Unwatch
"""All that a token that may only watch can say."""

said_decoder = msgspec.json.Decoder(ms.AnySaid)


class Client:
    """One connection."""

    __slots__ = (
        "acting", "beside", "bucket", "bytes", "follower", "following", "gate", "hall", "language", "patience",
        "person", "visit", "wire",
    )  # fmt: skip

    def __init__(  # all that the door knows
        self,
        wire: Wire,
        hall: Hall,
        gate: Gate,
        person: Person,
        address: str,
        language: str,
    ) -> None:
        self.wire = wire
        self.hall = hall
        self.gate = gate
        self.person = person
        self.language = language
        self.follower = Follower(person.id, self.send, address)
        self.following: dict[str, LoadedTable] = {}
        self.acting: dict[str, asyncio.Task[None]] = {}
        """By table: what is being done there beside other messages, the last of it."""
        self.beside = 0
        self.visit = hall.visits.enter(person, self.show_out, waits=False)
        settings, now = hall.settings, time.monotonic()
        self.bucket = Bucket(settings.messages_per_second, settings.messages_at_once, now)
        self.bytes = Bucket(
            settings.messages_per_second * BYTES_A_MESSAGE, settings.messages_at_once * BYTES_A_MESSAGE, now
        )
        self.patience = Bucket(1.0, REFUSALS, now)

    # --- sending -----------------------------------------------------------------------------------------------

    def send(self, body: bytes) -> None:
        """Send a message. Who does not read what was sent long ago is disconnected, and comes back."""
        if not self.wire.tell(body, self.hall.settings.send_bytes):
            self.wire.drop()

    def tell(self, message: msgspec.Struct) -> None:
        """Send one message."""
        self.send(encode(message))

    def hang_up(self, code: int) -> None:
        """Close the connection after what was sent."""
        self.wire.hang_up(code)

    def show_out(self) -> None:
        """The session or token with which this client came has ended."""
        self.hang_up(POLICY)

    # --- receiving ---------------------------------------------------------------------------------------------

    def weigh(self, size: int) -> bool:
        """Whether somebody may send so many bytes now."""
        return not self.bytes.wait(time.monotonic(), size)

    async def take(self, body: str | bytes) -> None:
        """Answer one message."""
        try:
            self.check(body)
            said = self.read_message(body)
        except Refusal as reason:
            self.refuse("", reason)
        else:
            await self.reply(said.ref, self.answer(said))

    async def reply(self, ref: str, answering: Awaitable[object]) -> None:
        """Answer, or say why not."""
        try:
            await answering
        except Refusal as reason:
            self.refuse(ref, reason)
        except Exception:
            log.exception("a message could not be answered")
            self.hall.metrics.count("errors_total")
            self.refuse(ref, refuse("broken"))

    def check(self, body: str | bytes) -> None:
        """Refuse what is too large or comes too fast."""
        limit = self.hall.settings.message_bytes
        if len(body) > limit:
            self.refuse("", refuse("too_large", limit=limit))
            self.hang_up(TOO_BIG)
            raise refuse("too_large", limit=limit)
        now = time.monotonic()
        self.slow_down(self.bucket.wait(now) or self.gate.messages.wait(self.follower.address, now))

    def slow_down(self, wait: float) -> None:
        """Refuse what comes too fast."""
        if wait:
            raise refuse("too_fast", seconds=round(wait, 1))

    def read_message(self, body: str | bytes) -> ms.AnySaid:
        """Decode a message."""
        try:
            said: ms.AnySaid = said_decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise refuse("bad_message", reason=str(error)[:200]) from None
        return said

    def refuse(self, ref: str, reason: Refusal) -> None:
        """Say why not."""
        key = reason.key.rpartition(".")[2]
        self.hall.metrics.count("refused_total", reason=key)
        self.tell(ms.Answer(ref=ref, ok=False, refused=refused(reason, self.language)))
        if self.patience.wait(time.monotonic(), HASTE if key == "too_fast" else 1):
            self.wire.show_out(POLICY)

    async def answer(self, said: ms.AnySaid) -> None:
        """Do what a message asks for."""
        if self.visit.worthless:
            raise refuse("sign_in")
        if self.person.scope == "read" and not isinstance(said, WATCHING):
            raise refuse("read_only")
        match said:
            case ms.Ping():
                self.tell(ms.Pong(ref=said.ref, at=self.hall.clock.now()))
            case ms.Watch():
                await self.watch(said)
            case ms.Unwatch():
                await self.unwatch(said)
            case ms.Hint():
                self.hall.spawn(self.reply(said.ref, self.act(said)))
            case _ if said.table in self.acting or self.takes_a_while(said):
                self.act_beside(said)
            case _:
                await self.act(said)

    def takes_a_while(self, said: ms.AnyAction) -> bool:
        """Whether a move is judged before it is made. Of a table that has to be read first nobody knows."""
        if not isinstance(said, ms.Play) or said.sure:
            return False
        loaded = self.hall.tables.get(said.table)
        return loaded is None or not loaded.sitting.seq or loaded.sitting.created.settings.coach

    def act_beside(self, said: ms.AnyAction) -> None:
        """Do something while other messages are answered; whatever concerns the same table waits for it."""
        if self.beside >= MOST_BESIDE:
            raise refuse("busy")
        task = self.hall.spawn(self.act_after(self.acting.get(said.table), said))
        self.acting[said.table] = task
        self.beside += 1
        task.add_done_callback(partial(self.acted, said.table))

    def acted(self, table: str, task: asyncio.Task[None]) -> None:
        """Something is done that was done beside other messages."""
        self.beside -= 1
        if self.acting.get(table) is task:
            del self.acting[table]

    async def act_after(self, before: asyncio.Task[None] | None, said: ms.AnyAction) -> None:
        """Do something at a table after what was asked for there before."""
        if before is not None:
            await asyncio.wait([before])
        await self.reply(said.ref, self.act(said))

    async def act(self, action: ms.AnyAction) -> None:
        """Do something at a table."""
        match await act(self.hall, self.person, action):
            case ms.Done() as done:
                self.tell(ms.Answer(ref=action.ref, ok=True, seq=done.seq, again=done.again))
            case ms.TableInfo() as table:
                self.tell(ms.Answer(ref=action.ref, ok=True, table=table.id))
            case answer:
                self.tell(answer)

    async def watch(self, said: ms.Watch) -> None:
        """Follow a table. Following it again is coming back to it: what was missed is sent."""
        # Reading a table costs the same over a socket as otherwise, and a house may have many sockets.
        self.slow_down(self.gate.requests.wait(self.follower.address, time.monotonic()))
        limit = self.hall.settings.tables_per_socket
        if said.table not in self.following and len(self.following) >= limit:
            raise refuse("too_many_tables", limit=limit)
        if loaded := self.following.pop(said.table, None):
            await self.hall.unfollow(loaded, self.follower)
        loaded, seq = await self.hall.follow(said.table, self.follower, said.since)
        self.following[said.table] = loaded
        self.tell(ms.Answer(ref=said.ref, ok=True, seq=seq))

    async def unwatch(self, said: ms.Unwatch) -> None:
        """Follow a table no longer."""
        loaded = self.following.pop(said.table, None)
        if loaded is None:
            raise refuse("not_watching")
        await self.hall.unfollow(loaded, self.follower)
        self.tell(ms.Answer(ref=said.ref, ok=True))

    def lost(self) -> None:
        """The connection is closed."""
        self.hall.visits.leave(self.visit)
        self.gate.sockets.give_back(self.follower.address)
        if self.following and not self.hall.closing:
            self.hall.spawn(self.leave())

    async def leave(self) -> None:
        """Follow nothing any longer."""
        while self.following:
            await self.hall.unfollow(self.following.popitem()[1], self.follower)


@websocket("/api/play")
async def play(socket: WebSocket[Any, Any, Any]) -> None:
    """A client has come: see who it is, and talk with it until it leaves."""
    client = await let_in(socket)
    if client is not None:
        try:
            await listen(socket, client, client.wire)
        finally:
            client.lost()


async def let_in(socket: WebSocket[Any, Any, Any]) -> Client | None:
    """See who has come, and open the door; nobody if it stays closed."""
    state = socket.app.state
    gate: Gate = state.gate
    hall: Hall = state.hall
    address = gate.address(socket.scope)
    door = gate.door_of(socket.scope)
    if door is None or not gate.sockets.take(address):
        hall.metrics.count("refused_total", reason="too_many_sockets")
        await socket.close(code=TRY_LATER)
        return None

    inside = False
    try:
        person = await person_of(socket, hall.store)
        await socket.accept()
        wire = Wire(socket.send, door, state.courier)
        client = Client(wire, hall, gate, person, address, language_of(socket))
        inside = True
    except Refusal:
        await socket.close(code=POLICY)
        return None
    finally:
        if not inside:
            gate.sockets.give_back(address)
    hall.greet(person)
    client.tell(ms.Hello(person=person.id, name=person.name, at=hall.clock.now(), version=__version__))
    return client
