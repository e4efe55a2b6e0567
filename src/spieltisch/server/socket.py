"""The WebSocket: one connection per client, many tables on it if need be.

Sending never waits, so a slow client slows nobody else; if too much waits for it, it is disconnected and comes back
with its last number. wire.py carries the frames.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, cast

import msgspec
from litestar import WebSocket, websocket

from spieltisch import __version__
from spieltisch.games import Refusal
from spieltisch.server import doing
from spieltisch.server import messages as ms
from spieltisch.server.limits import Bucket
from spieltisch.server.live import Follower, encode
from spieltisch.server.people import person_of
from spieltisch.server.refusals import language_of
from spieltisch.server.ruling import refuse
from spieltisch.server.wire import EXTENSION

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.server.gate import Gate
    from spieltisch.server.hall import Hall
    from spieltisch.server.live import Live
    from spieltisch.server.wire import Wire
    from spieltisch.store import Person

log = logging.getLogger("spieltisch.socket")

TRY_LATER, TOO_BIG, POLICY = 1013, 1009, 1008

BYTES_A_MESSAGE = 1_000
"""Messages are small; this times the messages that somebody may send is what they may send of anything."""
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
        "bucket", "bytes", "follower", "following", "gate", "hall", "language", "leave_word", "patience", "person",
        "visit", "wire",
    )  # fmt: skip

    def __init__(  # all that the door knows
        self,
        wire: Wire,
        hall: Hall,
        gate: Gate,
        person: Person,
        house: str,
        language: str,
        leave_word: Callable[[], None],
    ) -> None:
        self.wire = wire
        self.hall = hall
        self.gate = gate
        self.person = person
        self.language = language
        self.leave_word = leave_word
        """Called when the connection is closed."""
        self.follower = Follower(person.id, self.send, house)
        self.following: dict[str, Live] = {}
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
        ref = ""
        try:
            self.check(body)
            said = self.read_message(body)
            ref = said.ref
            await self.answer(said)
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
        self.slow_down(self.bucket.wait(now) or self.gate.messages.wait(self.follower.house, now))

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
        self.tell(ms.Answer(ref=ref, ok=False, refused=doing.refused(reason, self.language)))
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
            case ms.Ask():
                built = await doing.build(self.hall, self.person, said.table, said.seat, said.build)
                self.tell(ms.BuildMessage(ref=said.ref, seat=said.seat, build=built))
            case ms.Hint():
                self.hall.spawn(self.hint(said))
            case _:
                done = await doing.do(self.hall, self.person, said)
                self.tell(ms.Answer(ref=said.ref, ok=True, seq=done.seq, again=done.again))

    async def watch(self, said: ms.Watch) -> None:
        """Follow a table. Following it again is coming back to it: what was missed is sent."""
        # Reading a table costs the same over a socket as otherwise, and a house may have many sockets.
        self.slow_down(self.gate.requests.wait(self.follower.house, time.monotonic()))
        limit = self.hall.settings.tables_per_socket
        if said.table not in self.following and len(self.following) >= limit:
            raise refuse("too_many_tables", limit=limit)
        if live := self.following.pop(said.table, None):
            await self.hall.unfollow(live, self.follower)
        live, seq = await self.hall.follow(said.table, self.follower, said.since)
        self.following[said.table] = live
        self.tell(ms.Answer(ref=said.ref, ok=True, seq=seq))
        if self.wire.disconnected:  # meanwhile
            await self.leave()

    async def unwatch(self, said: ms.Unwatch) -> None:
        """Follow a table no longer."""
        live = self.following.pop(said.table, None)
        if live is None:
            raise refuse("not_watching")
        await self.hall.unfollow(live, self.follower)
        self.tell(ms.Answer(ref=said.ref, ok=True))

    async def hint(self, said: ms.Hint) -> None:
        """Think about a hint while other messages are answered."""
        try:
            seq, moves = await doing.hint(self.hall, self.person, said.table, said.seat)
            self.tell(ms.HintMessage(ref=said.ref, seat=said.seat, seq=seq, moves=moves))
        except Refusal as reason:
            self.refuse(said.ref, reason)

    def lost(self) -> None:
        """The connection is closed."""
        self.hall.visits.leave(self.visit)
        self.leave_word()
        if self.following and not self.hall.closing:
            self.hall.spawn(self.leave())

    async def leave(self) -> None:
        """Follow nothing any longer."""
        while self.following:
            await self.hall.unfollow(self.following.popitem()[1], self.follower)


@websocket("/api/play")
async def play(socket: WebSocket[Any, Any, Any]) -> None:
    """A client has come: see who it is, open the door, and let it talk."""
    state = socket.app.state
    gate: Gate = state.gate
    hall: Hall = state.hall
    address = gate.address(socket.scope)
    if not gate.sockets.take(address):
        hall.metrics.count("refused_total", reason="too_many_sockets")
        await socket.close(code=TRY_LATER)
        return

    inside = False
    try:
        person = await person_of(socket, hall.store)
        await socket.accept()
        wire = cast("Wire", (socket.scope["extensions"] or {})[EXTENSION])
        client = Client(wire, hall, gate, person, address, language_of(socket), lambda: gate.sockets.give_back(address))
        inside = True
    except Refusal:
        await socket.close(code=POLICY)
        return
    finally:
        if not inside:
            gate.sockets.give_back(address)
    hall.greet(person)
    client.tell(ms.Hello(person=person.id, name=person.name, at=hall.clock.now(), version=__version__))
    wire.hand_over(client)
