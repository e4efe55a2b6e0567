"""The door of each connection: whoever comes in says what they want within some time, and leaves when it is done.

uvicorn closes a connection only between two requests. This stands between the network and uvicorn's own protocols, with
nothing but what asyncio's protocols and transports say to each other: it counts connections by address, and closes
those that send no whole head of a request in time, send no end of one, or do not read their answers. It stays there
when a connection becomes a WebSocket, and weighs what comes before anybody looks at it. Whoever sends more
than anybody has to say is heard more slowly: reading it costs time that belongs to those who play.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from spieltisch.server.limits import HEAD_BYTES
from spieltisch.server.wire import POLICY

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.server.gate import Gate
    from spieltisch.server.wire import Wire

log = logging.getLogger("spieltisch.door")

REQUESTS_AT_ONCE = 32
"""Nobody sends so many requests without waiting for a single answer."""
LINE_COST = 32
"""Many short lines take longer to read than one long one: each counts as so many bytes more."""
READ_SECONDS = 60.0
"""So long a client may take nothing of an answer that waits for it."""
TOO_MANY = (
    b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\nretry-after: 10\r\n"
    b"content-type: text/plain; charset=utf-8\r\n\r\nToo many connections from your address.\n"
)
UNREADABLE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
SLICE = 1024
"""So many bytes of a WebSocket are understood at a time: a flood of small messages must not keep everybody waiting."""
FAREWELL_SECONDS = 1.0
"""What waits for the client of a WebSocket when it is closed may still be read for so long."""

NOBODY = asyncio.Protocol()
"""To whom a connection belongs that has ended."""


def only_goodbye(size: int) -> bool:
    """What somebody may say who is not spoken with any longer."""
    return size < SLICE


class Inside(asyncio.Transport):
    """The connection as uvicorn sees it: the real one, with the door between the two."""

    __slots__ = ("door", "transport")

    def __init__(self, door: Door, transport: asyncio.Transport) -> None:
        self.door = door
        self.transport = transport

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """The request becomes a WebSocket; it stays the same connection."""
        self.door.switch(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Say who answers."""
        inner: asyncio.Protocol = self.door.inner
        return inner

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Say something about the connection."""
        return self.transport.get_extra_info(name, default)

    def is_closing(self) -> bool:
        """Say whether it is being closed."""
        return self.transport.is_closing()

    def close(self) -> None:
        """Close it when everything is sent."""
        self.door.close()

    def abort(self) -> None:
        """Close it at once."""
        self.transport.abort()

    def is_reading(self) -> bool:
        """Say whether anything more may come."""
        return not self.door.holding

    def pause_reading(self) -> None:
        """Let nothing more come for now."""
        self.door.hold()

    def resume_reading(self) -> None:
        """Let more come."""
        self.door.go_on()

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        """Send something."""
        self.transport.write(data)

    def get_write_buffer_size(self) -> int:
        """Say how much has not been taken yet."""
        return self.transport.get_write_buffer_size()


class Door(asyncio.Protocol):
    """One connection until it ends."""

    __slots__ = (
        "busy", "deaf", "full", "gate", "half", "held", "holding", "inner", "inside", "loop", "name", "stuck", "timer",
        "transport", "unread", "unseen", "weigh", "wire",
    )  # fmt: skip

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
        self.half = False
        """Whether the rest of a request is still to come."""
        self.unread = 0
        """Bytes that have come since the last head was whole."""
        self.held = b""
        """What has come too fast, and is passed on a little later."""
        self.timer: asyncio.TimerHandle | None = None
        self.stuck: asyncio.TimerHandle | None = None
        self.full = False
        """Whether the client does not take what is sent."""
        self.holding = False
        """Whether nobody wants to read more now."""
        # what there is besides, once it is a WebSocket
        self.wire: Wire | None = None
        self.weigh: Callable[[int], bool] | None = None
        self.unseen = b""
        """What has come and waits to be read."""
        self.deaf = False
        """Whoever is shown out is not listened to any more."""

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
        self.inner.connection_made(Inside(self, self.transport))
        self.hurry()

    def data_received(self, data: bytes) -> None:
        """Pass on what comes, unless it is more than anybody has to say."""
        if not self.inside or self.deaf or self.transport.is_closing():
            return
        if self.weigh is not None:
            self.take(data, self.weigh)
            return
        # A body may follow before anybody has had time to look at the head.
        most = HEAD_BYTES + self.gate.settings.body_bytes
        if (self.unread > most and not self.busy) or data.count(b" HTTP/1.") > REQUESTS_AT_ONCE:
            self.show_out("too much")
            return
        self.unread += len(data)
        if not self.busy and self.timer is None:
            self.hurry()
        wait = self.gate.wait_for_more(self, len(data) + LINE_COST * data.count(b"\n"))
        if not wait and not self.held:
            self.inner.data_received(data)
            return
        if not self.held:
            self.transport.pause_reading()
            self.loop.call_later(wait, self.pass_on)
        self.held += data

    def pass_on(self) -> None:
        """Pass on what has come too fast. Reading goes on first: uvicorn may want to stop it again."""
        held, self.held = self.held, b""
        if held and self.inside and not self.transport.is_closing():
            if not self.holding:
                self.transport.resume_reading()
            self.inner.data_received(held)

    def eof_received(self) -> bool | None:
        """Nothing more will come."""
        self.pass_on()
        if self.inside:
            self.inner.eof_received()
        return None

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone, or was shown out."""
        if self.stuck is not None:
            self.stuck.cancel()
        if self.inside:
            self.gate.leave(self)
            inner, self.inner = self.inner, NOBODY
            inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """The client does not read; it may think about that for a while."""
        self.full = True
        self.stuck = self.loop.call_later(READ_SECONDS, self.show_out, "does not read")
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        """The client reads again."""
        if self.stuck is not None:
            self.stuck.cancel()
            self.stuck = None
        self.full = False
        self.inner.resume_writing()
        if self.wire is not None:
            self.wire.call()

    # --- what uvicorn says -----------------------------------------------------------------------------------------

    def hold(self) -> None:
        """Let nothing more come for now. Of a WebSocket something may come: mostly nothing does before it goes on."""
        self.holding = True
        if self.weigh is None:
            self.transport.pause_reading()

    def go_on(self) -> None:
        """Let more come: first what has come already."""
        self.holding = False
        self.read_on()
        if not self.holding:
            self.transport.resume_reading()

    def close(self) -> None:
        """Close when everything is sent. Who reads nothing of it does not keep the connection."""
        self.transport.close()
        if self.weigh is not None:
            self.close_within(FAREWELL_SECONDS)

    def switch(self, protocol: asyncio.BaseProtocol) -> None:
        """Become a WebSocket. Who has not been let in is not listened to yet."""
        self.inner = protocol
        if not self.transport.is_closing():
            self.hold()
            self.loop.call_soon(self.check_begun)

    def check_begun(self) -> None:
        """A head that is no WebSocket's troubles nobody further inside, who could answer it."""
        if not self.busy and not self.transport.is_closing():
            self.transport.write(UNREADABLE)
            self.transport.close()

    # --- a WebSocket -----------------------------------------------------------------------------------------------

    def hand_over(self, wire: Wire, weigh: Callable[[int], bool]) -> None:
        """From now on this one speaks with the client, and what comes is weighed."""
        self.wire, self.weigh = wire, weigh
        self.go_on()

    def let_go(self) -> None:
        """Nobody speaks with the client any longer; it may say goodbye."""
        self.wire, self.weigh = None, only_goodbye

    def take(self, data: bytes, weigh: Callable[[int], bool]) -> None:
        """Take what has come, little by little. Empty frames and pings are weighed like everything else."""
        if not weigh(len(data)):
            if self.wire is not None:
                self.wire.show_out(POLICY)
            self.deafen()
        elif self.unseen or self.holding or len(data) > SLICE:
            self.unseen += data
            self.read_on()
            if self.holding and not self.transport.is_closing():
                self.transport.pause_reading()
        else:
            self.inner.data_received(data)

    def read_on(self) -> None:
        """Have understood what has come, until there is enough to answer."""
        while self.unseen and not self.holding:
            part, self.unseen = self.unseen[:SLICE], self.unseen[SLICE:]
            self.inner.data_received(part)

    def waiting(self) -> int:
        """So many bytes wait for the client."""
        return self.transport.get_write_buffer_size()

    def deafen(self) -> None:
        """Listen to nothing more."""
        self.deaf, self.unseen = True, b""

    def close_within(self, seconds: float) -> None:
        """Close after a while at the latest."""
        self.loop.call_later(seconds, self.transport.abort)

    # --- what the gate says --------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The head of a request is there; from now on others look at the clock."""
        self.busy = True
        self.unread = 0
        self.rest()

    def end(self) -> None:
        """It is answered. What has come meanwhile is the beginning of the next one, or the rest of a body."""
        self.busy = self.half = False
        if self.unread and self.timer is None and self.weigh is None:
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
