"""A client that costs next to nothing, for measuring a server on the same machine: requests and sockets by hand.

Only what load.py and attack.py beside it need: short JSON requests one after the other on a kept connection, and text
frames. Frames of a client have to be masked; a mask of zeros is allowed and changes nothing.
"""

from __future__ import annotations

import asyncio
import base64
import os
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
NO_MASK = bytes(4)


def frame(opcode: int, body: bytes) -> bytes:
    """Write a frame of a client."""
    size = len(body)
    if size < 126:
        head = bytes((0x80 | opcode, 0x80 | size))
    elif size < 65_536:
        head = bytes((0x80 | opcode, 0x80 | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((0x80 | opcode, 0x80 | 127)) + size.to_bytes(8, "big")
    return head + NO_MASK + body


class Http:
    """One kept connection for requests."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port = port
        self.address = address
        """Where we come from: the whole of 127.0.0.0/8 is this machine."""
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def open(self) -> Http:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        return self

    async def post(self, path: str, body: Any, cookie: str = "", method: str = "POST") -> tuple[Any, str]:
        """Send JSON; gives the answer and the session's cookie if one was set."""
        data = b"" if body is None else msgspec.json.encode(body)
        request = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
            f"Cookie: {cookie}\r\nContent-Length: {len(data)}\r\n\r\n"
        ).encode() + data
        head = (await self.send(request)).decode().split("\r\n")
        status = int(head[0].split(" ")[1])
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        answer = await self.reader.readexactly(int(fields.get("content-length", "0")))
        if status >= 300:
            raise RuntimeError(f"{path}: {status} {answer.decode()[:300]}")
        return msgspec.json.decode(answer) if answer else None, fields.get("set-cookie", "").partition(";")[0]

    async def send(self, request: bytes) -> bytes:
        """Send a request and give the head of its answer."""
        try:
            self.writer.write(request)
            return await self.reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            if getattr(error, "partial", b""):
                raise
        # Servers close connections that have been idle for a while, some at the moment when we begin to speak.
        self.writer.close()
        await self.open()
        self.writer.write(request)
        return await self.reader.readuntil(b"\r\n\r\n")

    async def close(self) -> None:
        """Hang up."""
        self.writer.close()


class Socket(asyncio.Protocol):
    """One socket: `heard` is called with the body of each text frame, `lost` when the connection ends."""

    def __init__(self, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self.heard = heard
        self.lost = lost
        self.transport: asyncio.Transport
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.left = b""

    @classmethod
    async def connect(
        cls,
        port: int,
        cookie: str,
        heard: Callable[[bytes], None],
        lost: Callable[[], None],
        address: str = "127.0.0.1",
    ) -> Socket:
        """Open a socket."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(heard, lost), "127.0.0.1", port, local_addr=(address, 0))
        key = base64.b64encode(os.urandom(16)).decode()
        socket.transport.write(
            f"GET /api/play HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        await socket.ready
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way back."""
        self.transport = transport  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """The server is gone."""
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionResetError("the server closed the connection"))
        self.lost()

    def data_received(self, data: bytes) -> None:
        """Take frames out of what came."""
        if self.left:
            data = self.left + data
        if not self.ready.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self.left = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError(head.decode()[:200]))
                return
            self.ready.set_result(None)
        start, end = 0, len(data)
        while end - start >= 2:
            size, body = data[start + 1], start + 2
            if size == 126:
                size, body = int.from_bytes(data[body : body + 2], "big"), body + 2
            elif size == 127:
                size, body = int.from_bytes(data[body : body + 8], "big"), body + 8
            if body + size > end:
                break
            self.take(data[start] & 0x0F, data[body : body + size])
            start = body + size
        self.left = data[start:]

    def take(self, opcode: int, body: bytes) -> None:
        """Answer one frame."""
        if opcode == TEXT:
            self.heard(body)
        elif opcode == PING:
            self.transport.write(frame(PONG, body))
        elif opcode == CLOSE:
            self.transport.close()

    def say(self, body: bytes) -> None:
        """Send a text frame."""
        self.transport.write(frame(TEXT, body))

    def close(self) -> None:
        """Hang up in order."""
        self.transport.write(frame(CLOSE, (1000).to_bytes(2, "big")))
