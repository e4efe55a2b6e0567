"""What is said to a client over its WebSocket: never waited for, in order, and no more than may wait for it.

An application's `send` waits while a client does not read, and whoever tells many clients must not wait for any of
them. So each client has a list of what it has not been sent, and one courier for all goes to those who can take it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Protocol

from litestar.connection.base import empty_receive, empty_send
from litestar.exceptions import WebSocketException

if TYPE_CHECKING:
    from litestar import WebSocket
    from litestar.types import Send

    from spieltisch.server.door import Door

log = logging.getLogger("spieltisch.wire")

GOODBYE_SECONDS = 10.0
"""So long somebody may take to read what was sent before the connection was closed."""
SHORT_GOODBYE_SECONDS = 1.0
"""Whoever is shown out has so long to take note of it."""
POLICY = 1008
GONE = -1


class Taker(Protocol):
    """The one who talks with a client."""

    async def take(self, body: str | bytes) -> None:
        """Answer a message; the next one comes when this is done."""

    def weigh(self, size: int) -> bool:
        """Say whether so many more bytes may come now, whatever they are."""


class Courier:
    """Brings everybody what they have not been sent yet."""

    def __init__(self) -> None:
        self.ready: list[Wire] = []
        self.bell = asyncio.Event()

    def call(self, wire: Wire) -> None:
        """There is something for a client."""
        self.ready.append(wire)
        self.bell.set()

    async def work(self) -> None:
        """Go round whenever there is something; nobody here has to be waited for."""
        while True:
            await self.bell.wait()
            self.bell.clear()
            ready, self.ready = self.ready, []
            for wire in ready:
                try:
                    await wire.flush()
                except (OSError, RuntimeError, WebSocketException):
                    wire.forget()  # the client has left, or was told goodbye, a moment ago
                except Exception:
                    log.exception("a message could not be sent")
                    wire.forget()


class Wire:
    """One connection, as those see it who have something to say."""

    __slots__ = ("called", "closing", "courier", "door", "send", "size", "unsent")

    def __init__(self, send: Send, door: Door, courier: Courier) -> None:
        self.send = send
        self.door = door
        self.courier = courier
        self.unsent: list[bytes] | None = None
        self.size = 0
        self.called = False
        self.closing = 0
        """The code with which the connection is closed, once that is settled; `GONE` when there is nobody to tell."""

    def tell(self, body: bytes, most: int) -> bool:
        """Send a message; false if the client is so slow that more than `most` bytes wait for it."""
        if self.closing:
            return True
        # What has only just been said is on its way; what the client does not take counts.
        if self.door.waiting() + (self.size if self.door.full else 0) > most:
            return False
        if self.unsent is None:
            self.unsent = []
        self.unsent.append(body)
        self.size += len(body)
        self.call()
        return True

    def call(self) -> None:
        """Have the courier come, unless the client cannot take anything now; the door tells when it can."""
        if not self.called and not self.door.full:
            self.called = True
            self.courier.call(self)

    async def flush(self) -> None:
        """Send what waits, as far as the client takes it."""
        self.called = False
        while self.unsent and not self.door.full:
            body = self.unsent.pop(0)
            self.size -= len(body)
            await self.send({"type": "websocket.send", "text": body.decode(), "bytes": None})
        if not self.unsent:
            self.unsent = None
            if self.closing > 0 and not self.door.full:
                await self.send({"type": "websocket.close", "code": self.closing, "reason": ""})

    def hang_up(self, code: int) -> None:
        """Close in order, after what was said: the client is told why, and has some time to say goodbye."""
        if not self.closing:
            self.closing = code
            self.call()
            self.door.close_within(GOODBYE_SECONDS)

    def show_out(self, code: int) -> None:
        """Close, and do not listen to whatever else comes: there may be no end to it."""
        self.hang_up(code)
        self.door.deafen()
        self.door.close_within(SHORT_GOODBYE_SECONDS)

    def drop(self) -> None:
        """Close at once, whatever still waits to be sent."""
        self.forget()
        self.door.close_within(0.0)

    def forget(self) -> None:
        """There is nobody left to tell anything."""
        self.unsent, self.size, self.closing = None, 0, GONE


async def listen(socket: WebSocket[Any, Any, Any], taker: Taker, wire: Wire) -> None:
    """Have messages answered one after the other, until the connection ends."""
    wire.door.hand_over(wire, taker.weigh)
    try:
        while True:
            event = await socket.receive()
            if event["type"] != "websocket.receive":
                return
            if not wire.closing:
                await taker.take(event.get("text") or event.get("bytes") or "")
    finally:
        wire.forget()
        wire.door.let_go()
        # These refer to the socket itself, and nobody looks often for what is only held by itself (see commands.py).
        socket.receive, socket.send = empty_receive, empty_send
