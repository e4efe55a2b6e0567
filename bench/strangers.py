"""Strangers who mean no good: guests like everybody else, each from an address of their own, who count what they get.

What they do is in bench/mischief.py. Everything is written by hand, byte for byte: no client library would send it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any

import msgspec

from bench.wire import TEXT, frame

if TYPE_CHECKING:
    import random
    from collections import Counter
    from collections.abc import Awaitable, Callable

    Attack = Callable[["Stranger"], Awaitable[None]]

BOUT_SECONDS = 12.0
PAUSE = 0.02
"""Seconds between two attempts: a little faster than anybody may."""
ATTACKS: dict[str, Attack] = {}


def attack(work: Attack) -> Attack:
    """Enter an attack in the list."""
    ATTACKS[work.__name__.replace("_", "-")] = work
    return work


class Stranger:
    """Somebody from an address of their own, who counts what becomes of each attempt."""

    def __init__(self, port: int, address: str, tally: Counter[str], luck: random.Random) -> None:
        self.port = port
        self.address = address
        self.tally = tally
        self.luck = luck
        self.doing = ""
        self.cookie = ""
        self.id = ""

    def count(self, outcome: str) -> None:
        """Note what became of an attempt."""
        self.tally[f"{self.doing} {outcome}"] += 1

    @contextlib.asynccontextmanager
    async def connection(self) -> Any:
        """A connection of one's own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    def head(self, method: str, path: str, size: int, *more: str) -> bytes:
        """Begin a request."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *more]
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        if size:
            lines += ["Content-Type: application/json", f"Content-Length: {size}"]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    async def ask(self, method: str, path: str, body: Any = None, *more: str) -> Any:
        """Send a request; gives the answer if it was granted, otherwise nothing."""
        data = b"" if body is None else body if isinstance(body, bytes) else msgspec.json.encode(body)
        async with self.connection() as (reader, writer):
            writer.write(self.head(method, path, len(data), *more) + data)
            return await self.answer(reader)

    async def send(self, data: bytes) -> None:
        """Send something that may be no request at all, and see what comes back."""
        async with self.connection() as (reader, writer):
            writer.write(data)
            await self.answer(reader)

    async def answer(self, reader: asyncio.StreamReader) -> Any:
        """Read an answer and count it."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            self.count("cut off")
            return None
        status = int(head[0].split(" ")[1])
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        body = await reader.readexactly(int(fields.get("content-length", "0")))
        if status >= 400:
            self.count(f"{status} {reason_of(body)}".strip())
            if status == 429:
                await asyncio.sleep(self.luck.uniform(0.2, 0.6))
            return None
        self.count(str(status))
        if fields.get("set-cookie", "").startswith("spieltisch="):
            self.cookie = fields["set-cookie"].partition(";")[0]
        if fields.get("content-type", "").startswith("application/json") and body:
            return msgspec.json.decode(body)
        return body or {}

    async def arrive(self) -> None:
        """Be a guest; who is one already stays it for a while."""
        while not self.cookie:
            me = await self.ask("POST", "/api/me", {"name": "stranger"})
            self.id = me["id"] if me else ""
            await asyncio.sleep(PAUSE)

    async def open_table(self, *bots: str, **wish: Any) -> str:
        """Open a table with bots; empty if it is refused."""
        seats = [{"kind": "me"}, *({"kind": "bot", "level": level} for level in bots)]
        body = {"game": "wampum", "seats": seats, "settings": {"pace": "instant"}, "start": True, **wish}
        table = await self.ask("POST", "/api/tables", body)
        if not table:  # who may not have more is somebody else next time
            self.cookie = ""
        return str(table["id"]) if table else ""

    @contextlib.asynccontextmanager
    async def socket(self, *more: str) -> Any:
        """An open socket, as a pair of streams."""
        async with self.connection() as (reader, writer):
            upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
            writer.write(self.head("GET", "/api/play", 0, *upgrade, "Sec-WebSocket-Key: " + "A" * 22 + "==", *more))
            head = await reader.readuntil(b"\r\n\r\n")
            self.count("socket " + head.split(b" ", 2)[1].decode())
            if b" 101 " not in head:
                raise ConnectionError
            yield reader, writer


def reason_of(body: bytes) -> str:
    """The last part of a refusal's key."""
    try:
        return str(msgspec.json.decode(body)["key"]).rpartition(".")[2]
    except (msgspec.DecodeError, KeyError, TypeError):
        return body[:30].decode("latin-1").strip()


def say(**message: Any) -> bytes:
    """A frame with a message."""
    return frame(TEXT, msgspec.json.encode(message))


async def read_to_end(stranger: Stranger, reader: asyncio.StreamReader) -> None:
    """Read until the server hangs up."""
    with contextlib.suppress(ConnectionError):
        while await reader.read(1 << 16):
            pass
    stranger.count("hung up")


# --- letting them loose --------------------------------------------------------------------------------------------


async def rage(stranger: Stranger, names: list[str], until: float) -> None:
    """Go through the attacks in ever new orders, a few seconds each."""
    while True:
        stranger.luck.shuffle(names)
        for name in names:
            stranger.doing = name
            if stranger.luck.random() < 0.3:
                stranger.cookie = ""
            left = until - time.monotonic()
            if left <= 0:
                return
            try:
                async with asyncio.timeout(min(BOUT_SECONDS, left)):
                    await ATTACKS[name](stranger)
            except TimeoutError:
                pass
            except (OSError, EOFError, ValueError, RuntimeError):  # the last: uvloop, when a connection is closed
                stranger.count("cut off")
                await asyncio.sleep(0.2)
