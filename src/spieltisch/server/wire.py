"""The WebSocket below the application: after the handshake, frames go straight to the one who talks with the client.

An ASGI application keeps a task, its queues and the whole request alive for each connection, which costs more memory
than the table does. Here the application only opens the door: it accepts the handshake, calls `hand_over`, and returns.
From then on a message is answered in a task that lasts as long as the answer takes.
"""

from __future__ import annotations

import logging
from collections import deque
from typing import TYPE_CHECKING, Any, Protocol, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

if TYPE_CHECKING:
    import asyncio

    from websockets.http11 import Request

    from spieltisch.server.door import Door
    from spieltisch.server.gate import Entrance

log = logging.getLogger("spieltisch.wire")

EXTENSION = "spieltisch.wire"
"""Where the application finds the connection in its scope."""
MOST_WAITING = 16
"""So many messages may wait for their answers before the client has to wait."""

SLICE = 1024
"""So many bytes are understood at a time: a flood of small messages must not keep everybody else waiting."""
GOODBYE_SECONDS = 1.0
"""Whoever is shown out has so long to take note of it."""

INVALID_TEXT, POLICY = 1007, 1008
UNREADABLE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Taker(Protocol):
    """The one who talks with a client."""

    async def take(self, body: str | bytes) -> None:
        """Answer a message; the next one comes when this is done."""

    def weigh(self, size: int) -> bool:
        """Say whether so many more bytes may come now, whatever they are."""

    def lost(self) -> None:
        """The connection is closed."""


class Nothing:
    """Stands in for what only an ASGI application needs: its queue, and the event that lets it write on."""

    __slots__ = ()

    def put_nowait(self, _item: object) -> None:
        """Nobody waits for it."""

    def set(self) -> None:
        """Nobody waits for it."""

    def clear(self) -> None:
        """Nobody waits for it."""


NOTHING: Any = Nothing()


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    taker: Taker | None = None
    waiting: deque[str | bytes] | tuple[()] = ()
    answering: asyncio.Task[None] | None = None
    unsent: list[bytes] | None = None
    unread: bytes = b""
    door: Door | None = None
    """Through which it came in."""
    deaf = False
    """Whoever is shown out is not listened to any more."""

    # --- opening -----------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """What was a request becomes a WebSocket; it stays the same connection."""
        super().connection_made(transport)
        if self.client is not None:
            self.door = cast("Entrance", self.config.app).gate.doors.get(self.client)

    def handle_connect(self, event: Request) -> None:
        """Let the application know on which wire it speaks."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"] = {EXTENSION: cast("Any", self)}

    async def run_asgi(self) -> None:
        """Let the application open the door."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            log.debug("gone before the door was open")
        except BaseException:
            log.exception("a connection failed")
            self.send_500_response()
        if self.taker is None and self.close_timer is None:
            self.transport.close()

    def hand_over(self, taker: Taker) -> None:
        """From now on this one talks with the client; what the application needed is forgotten."""
        self.taker = taker
        early, self.queue, self.writable = self.queue, NOTHING, NOTHING
        self.scope = self.request = self.response = NOTHING
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        while not early.empty():
            event = early.get_nowait()
            if event["type"] == "websocket.receive":
                self.pass_on(taker, event.get("text") or event.get("bytes") or "")
        if self.disconnected:
            taker.lost()

    # --- receiving ---------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take what has come, little by little. Empty frames and pings are weighed like everything else."""
        if self.taker is None:
            super().data_received(data)
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self.transport.write(UNREADABLE)
                self.transport.close()
        elif self.deaf:
            pass
        elif not self.taker.weigh(len(data)):
            self.show_out(POLICY)
        elif self.unread or len(data) > SLICE:
            self.unread += data
            self.read_on()
        else:
            super().data_received(data)

    def read_on(self) -> None:
        """Understand what has come, until there is enough to answer."""
        while self.unread and not self.read_paused and not self.deaf:
            part, self.unread = self.unread[:SLICE], self.unread[SLICE:]
            super().data_received(part)

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        if self.taker is None:
            super().send_receive_event_to_app()
            return
        body: bytes = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        try:
            message = body.decode() if self.curr_msg_data_type == "text" else bytes(body)
        except UnicodeDecodeError:
            self.hang_up(INVALID_TEXT)
            return
        self.pass_on(self.taker, message)

    def pass_on(self, taker: Taker, message: str | bytes) -> None:
        """Have a message answered, after those that came before it."""
        if self.answering is None:
            self.answering = self.loop.create_task(self.answer(taker, message))
            self.tasks.add(self.answering)
            self.answering.add_done_callback(self.on_task_complete)
            return
        if not isinstance(self.waiting, deque):
            self.waiting = deque()
        self.waiting.append(message)
        if len(self.waiting) >= MOST_WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def answer(self, taker: Taker, message: str | bytes) -> None:
        """Have messages answered one after the other, until none is left."""
        try:
            await taker.take(message)
            while self.waiting and not self.disconnected and not self.close_sent:
                message = self.waiting.popleft()
                await taker.take(message)
                if self.read_paused and len(self.waiting) < MOST_WAITING:
                    self.listen_again()
        finally:
            self.answering = None
            self.waiting = ()

    def listen_again(self) -> None:
        """There is room for more messages: first those that have come already."""
        self.read_paused = False
        self.read_on()
        if not self.read_paused:
            self.transport.resume_reading()

    def keepalive_timeout(self) -> None:
        """A client that has answered no ping for long will not read what still waits for it either."""
        super().keepalive_timeout()
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        super().connection_lost(exc)
        if self.door is not None:
            self.door.gate.leave(self.door)
        if self.taker is not None:
            self.taker.lost()

    # --- sending -----------------------------------------------------------------------------------------------

    def tell(self, body: bytes, most: int) -> bool:
        """Send a message; false if the client is so slow that more than `most` bytes wait for it."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return True
        if self.unsent is None:
            if self.transport.get_write_buffer_size() > most:
                return False
            self.unsent = []
            self.loop.call_soon(self.flush)
        self.unsent += (header(len(body)), body)
        return True

    def flush(self) -> None:
        """Send what was told in one go: an event and the answer to the move that made it share a packet."""
        told, self.unsent = self.unsent, None
        if told and self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join(told))

    def hang_up(self, code: int) -> None:
        """Close in order: the client is told why, and has some time to say goodbye."""
        if self.close_sent or self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        self.flush()
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    def show_out(self, code: int) -> None:
        """Close, and do not listen to whatever else comes: there may be no end to it."""
        self.hang_up(code)
        self.deaf = True
        self.unread = b""
        self.waiting = ()
        self.loop.call_later(GOODBYE_SECONDS, self.drop)

    def drop(self) -> None:
        """Close at once, whatever still waits to be sent."""
        self.transport.abort()


def header(size: int) -> bytes:
    """Begin a text frame of a server."""
    if size < 126:
        return bytes((0x81, size))
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
