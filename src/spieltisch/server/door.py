"""The door of each connection: whoever comes in says what they want within some time, and leaves when it is done.

uvicorn closes a connection only between two requests. This stands between the network and uvicorn's own protocol, with
nothing but what asyncio passes to any protocol: it counts connections by address, and closes those that send no whole
head of a request in time, send no end of one, or do not read their answers.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

if TYPE_CHECKING:
    from spieltisch.server.gate import Gate

log = logging.getLogger("spieltisch.door")

HEAD_BYTES = 65_536
"""No head of a request is longer."""
REQUESTS_AT_ONCE = 32
"""Nobody sends so many requests without waiting for a single answer."""
READ_SECONDS = 60.0
"""So long a client may take nothing of an answer that waits for it."""
TOO_MANY = (
    b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\nretry-after: 10\r\n"
    b"content-type: text/plain; charset=utf-8\r\n\r\nToo many connections from your address.\n"
)


class Door(asyncio.Protocol):
    """One connection, until it ends or becomes a WebSocket."""

    def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
        self.gate: Gate = config.app.gate
        self.loop: asyncio.AbstractEventLoop = _loop or asyncio.get_running_loop()
        uvicorns: Any = AutoHTTPProtocol
        self.inner: Any = uvicorns(config=config, server_state=server_state, app_state=app_state, _loop=_loop)
        self.transport: asyncio.Transport
        self.name: tuple[str, int] | None = None
        self.inside = False
        self.busy = False
        """Whether a request is being answered."""
        self.unread = 0
        """Bytes that have come since the last head was whole."""
        self.timer: asyncio.TimerHandle | None = None
        self.stuck: asyncio.TimerHandle | None = None

    # --- what the network says -----------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has come: there may be no place, and whoever gets one does not stand there in silence."""
        self.transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        self.name = (str(peer[0]), int(peer[1])) if isinstance(peer, tuple) else None
        self.inside = self.gate.enter(self)
        if not self.inside:
            self.transport.write(TOO_MANY)
            self.transport.close()
            return
        self.inner.connection_made(self.transport)
        self.hurry()

    def data_received(self, data: bytes) -> None:
        """Pass on what comes, unless it is more than anybody has to say."""
        if not self.inside or self.transport.is_closing():
            return
        # A body may follow before anybody has had time to look at the head.
        most = HEAD_BYTES + self.gate.settings.body_bytes
        if (self.unread > most and not self.busy) or data.count(b" HTTP/1.") > REQUESTS_AT_ONCE:
            self.show_out("too much")
            return
        self.unread += len(data)
        if not self.busy and self.timer is None:
            self.hurry()
        self.inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Nothing more will come."""
        if self.inside:
            self.inner.eof_received()
        return None

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone, or was shown out."""
        if self.stuck is not None:
            self.stuck.cancel()
        if self.inside:
            self.gate.leave(self)
            self.inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """The client does not read; it may think about that for a while."""
        self.stuck = self.loop.call_later(READ_SECONDS, self.show_out, "does not read")
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        """The client reads again."""
        if self.stuck is not None:
            self.stuck.cancel()
            self.stuck = None
        self.inner.resume_writing()

    # --- what the gate says --------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The head of a request is there; from now on others look at the clock."""
        self.busy = True
        self.unread = 0
        self.rest()

    def end(self) -> None:
        """It is answered. What has come meanwhile is the beginning of the next one, or the rest of a body."""
        self.busy = False
        if self.unread and self.timer is None:
            self.hurry()

    # --- the clock -----------------------------------------------------------------------------------------------

    def hurry(self) -> None:
        """A whole head has to come within some time."""
        self.timer = self.loop.call_later(self.gate.settings.head_seconds, self.show_out, "no request in time")

    def rest(self) -> None:
        """Nobody waits for anything."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def show_out(self, reason: str) -> None:
        """Close the connection at once."""
        log.debug("connection closed", extra={"client": self.name, "reason": reason})
        self.gate.shown_out += 1
        self.transport.abort()
