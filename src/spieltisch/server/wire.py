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

log = logging.getLogger("spieltisch.wire")

EXTENSION = "spieltisch.wire"
"""Where the application finds the connection in its scope."""
MOST_WAITING = 16
"""So many messages may wait for their answers before the client has to wait."""

INVALID_TEXT = 1007


class Taker(Protocol):
    """The one who talks with a client."""

    async def take(self, body: str | bytes) -> None:
        """Answer a message; the next one comes when this is done."""

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

    # --- opening -----------------------------------------------------------------------------------------------

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
                    self.read_paused = False
                    self.transport.resume_reading()
        finally:
            self.answering = None
            self.waiting = ()

    def keepalive_timeout(self) -> None:
        """A client that has answered no ping for long will not read what still waits for it either."""
        super().keepalive_timeout()
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        super().connection_lost(exc)
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
