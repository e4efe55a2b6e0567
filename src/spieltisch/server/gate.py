"""The gate in front of everything: who may come in how often, from where, and with what headers things go out."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import msgspec
from litestar.enums import HttpMethod, ScopeType

from spieltisch.server.limits import HEAD_BYTES, Buckets, Places
from spieltisch.server.refusals import first_spoken, status_of
from spieltisch.server.ruling import Refused, refuse

if TYPE_CHECKING:
    from litestar import Litestar
    from litestar.types import Message, Receive, Scope, Send

    from spieltisch.server.door import Door
    from spieltisch.server.settings import Settings

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
COSTLY = ("/api/me", "/api/session", "/api/account", "/api/account/passphrase", "/api/me/delete")
"""Making people and checking passphrases has a limit of its own."""
IMPORTS = re.compile("/api/(records|workshop/[^/]+)")
"""Here people leave something that is long and stays."""
CROWD = 10
"""So many sockets of one house may talk as fast as they may; more have to share."""
LONGEST_ADDRESS = 2_000
NOTHING = "\x00"
INTERRUPT_SECONDS = 2.0
INTERRUPT_BYTES = 1 << 16
"""A body that is longer than one of these is answered before its end, if the answer does not depend on it."""

POLICY = (
    "default-src 'self'",
    "img-src 'self' data:",
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self' ws: wss:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", "; ".join(POLICY).encode()),
]


class Gate:
    """Counts by address."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.requests = Buckets(settings.requests_per_second, settings.requests_at_once)
        self.messages = Buckets(CROWD * settings.messages_per_second, CROWD * settings.messages_at_once)
        self.people = Buckets(settings.guests_per_minute / 60, settings.guests_per_minute)
        self.imports = Buckets(settings.imports_per_minute / 60, settings.imports_per_minute)
        self.sockets = Places(settings.sockets_per_address, settings.sockets)
        # Behind a proxy all connections come from one address, and the proxy counts them.
        each = settings.sockets_per_address + settings.connections_per_address
        self.connections = Places(NO_LIMIT if settings.hops else each, NO_LIMIT)
        self.bytes = Buckets(settings.bytes_per_second, settings.bytes_at_once)
        self.doors: dict[tuple[str, int], Door] = {}
        self.shown_out = 0
        self.public = urlsplit(settings.public_url).netloc

    # --- connections ---------------------------------------------------------------------------------------------

    def enter(self, door: Door) -> bool:
        """Somebody connects; false if their house has no place left."""
        if door.name is None:
            return True
        if not self.connections.take(household(door.name[0]) or door.name[0]):
            self.shown_out += 1
            return False
        self.doors[door.name] = door
        return True

    def leave(self, door: Door) -> None:
        """A connection has ended, as a request or as a WebSocket."""
        door.rest()
        if door.name is not None and door.inside:
            self.connections.give_back(household(door.name[0]) or door.name[0])
            if self.doors.get(door.name) is door:
                del self.doors[door.name]
        door.inside = False

    def door_of(self, scope: Any) -> Door | None:
        """Through which door somebody has come."""
        client = scope.get("client")
        return self.doors.get((client[0], client[1])) if client else None

    def wait_for_more(self, door: Door, cost: int) -> float:
        """Something has come; say for how many seconds its house should be silent. A proxy speaks for many houses."""
        if door.name is None or self.settings.hops:
            return 0.0
        return self.bytes.owe(household(door.name[0]) or door.name[0], time.monotonic(), cost)

    def close(self) -> None:
        """Wait no longer for what people were about to say."""
        for door in list(self.doors.values()):
            if door.half:
                door.show_out("the server stops")

    # --- requests ------------------------------------------------------------------------------------------------

    def address(self, scope: Any) -> str:
        """Where a request comes from. Behind proxies: what the outermost one that is trusted has seen.

        Each proxy adds at the right the address from which it was called. What stands further to the left than the
        trusted ones have written was written by anybody.
        """
        client = scope.get("client")
        peer = client[0] if client else "local"
        hops = self.settings.hops
        if hops:
            lines = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
            named = b",".join(lines).split(b",")
            if len(named) >= hops and (found := household(named[-hops].decode("latin-1").strip())):
                return found
        return household(peer) or peer

    def check(self, scope: Any) -> None:
        """Refuse what comes too often, is too long, or is from another site."""
        address, now = self.address(scope), time.monotonic()
        wait = self.requests.wait(address, now)
        method = scope.get("method", "GET")
        if not wait and method == "POST":
            wait = self.wait_for_costly(scope["path"], address, now)
        if wait:
            raise refuse("too_fast", seconds=round(wait, 1))
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            raise refuse("long_address", limit=LONGEST_ADDRESS)
        if NOTHING in scope["path"]:  # no address of ours has it, and not every database can be asked for it
            raise refuse("not_found")
        if sum(len(name) + len(value) for name, value in scope["headers"]) > HEAD_BYTES:
            raise refuse("long_head", limit=HEAD_BYTES)
        if method not in SAFE_METHODS or scope["type"] == ScopeType.WEBSOCKET:
            self.check_origin(scope)

    def wait_for_costly(self, path: str, address: str, now: float) -> float:
        """What costs more than others has a limit of its own, with however many slashes it is asked for."""
        path = "/" + "/".join(filter(None, path.split("/")))
        if path in COSTLY:
            return self.people.wait(address, now)
        return self.imports.wait(address, now) if IMPORTS.fullmatch(path) else 0.0

    def check_brought(self, address: str) -> None:
        """A table that keeps a whole set of somebody's counts like the set itself."""
        if wait := self.imports.wait(address, time.monotonic()):
            raise refuse("too_fast", seconds=round(wait, 1))

    def check_origin(self, scope: Any) -> None:
        """A browser says from which site a request comes; another site may not act in a person's name."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        site = headers.get(b"sec-fetch-site")
        if site is not None and site not in ("same-origin", "none"):
            raise refuse("origin")
        origin = headers.get(b"origin")
        if origin is None:
            return
        try:
            named = urlsplit(origin).netloc
        except ValueError:
            raise refuse("origin") from None
        if not named or named not in (headers.get(b"host"), self.public):
            raise refuse("origin")


NO_LIMIT = 1 << 30


@lru_cache(maxsize=4096)
def household(address: str) -> str | None:
    """Name the house that an address belongs to; none if it is no address. With IPv6 each house has 2**64 of them."""
    try:
        found = ip_address(address)
    except ValueError:
        return None
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"


class Entrance:
    """The application behind its gate: what is refused here troubles nobody further inside."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        self.state = app.state
        self.gate: Gate = app.state.gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket in, and close the door behind it."""
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self.app(scope, receive, send)
            return
        door = self.gate.door_of(scope)
        if door is not None:
            door.begin()
        if scope["type"] == ScopeType.WEBSOCKET:
            await self.open_socket(scope, receive, send)
            return
        try:
            await self.answer(scope, receive, send, door)
        finally:
            if door is not None:
                door.end()

    async def answer(self, scope: Scope, receive: Receive, send: Send, door: Door | None) -> None:
        """Answer a request."""
        body = Body(receive, self.gate.settings.body_seconds, door) if has_body(scope) else None

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                if body is not None:
                    await body.hear_out()
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        try:
            self.gate.check(scope)
        except Refused as reason:
            await refuse_at_gate(reason, scope, send_with_headers)
            self.count(reason)
            return
        if scope.get("method") == HttpMethod.HEAD:  # uvicorn leaves the body out
            scope, receive = cast("Scope", {**scope, "method": "GET"}), nothing_more
        elif body is not None:
            receive = cast("Receive", body.take)
        await self.app(scope, receive, send_with_headers)

    async def open_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let somebody in who wants to stay."""
        try:
            self.gate.check(scope)
        except Refused as reason:
            await receive()
            await send({"type": "websocket.close", "code": TRY_LATER, "reason": ""})
            self.count(reason)
            return
        await self.app(scope, receive, send)

    def count(self, reason: Refused) -> None:
        """Note a refusal."""
        self.state.hall.metrics.count("refused_total", reason=reason.key.rpartition(".")[2])


TRY_LATER = 1013


async def nothing_more() -> Any:
    """Who wants to know the head of an answer waits for no news."""
    return {"type": "http.disconnect"}


def has_body(scope: Any) -> bool:
    """Whether more is to come than the head."""
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
        for name, value in scope["headers"]
    )


class Body:
    """What comes after the head of a request, for so long and no longer."""

    def __init__(self, receive: Receive, seconds: float, door: Door | None) -> None:
        self.receive = receive
        self.seconds = seconds
        self.until = asyncio.get_running_loop().time() + seconds
        self.whole = False
        self.door = door
        if door is not None:
            door.half = True

    async def take(self) -> Any:
        """Take the next part; a body that does not come to its end in time is given up."""
        if self.whole:
            return await self.receive()
        try:
            async with asyncio.timeout_at(self.until):
                message: Any = await self.receive()
        except TimeoutError:
            raise refuse("too_slow", seconds=self.seconds) from None
        self.whole = not message.get("more_body")
        if self.whole and self.door is not None:
            self.door.half = False
        return message

    async def hear_out(self) -> None:
        """Let a small one come to its end before it is answered: a proxy hangs up when it is interrupted."""
        heard = 0
        with contextlib.suppress(TimeoutError, Refused):
            async with asyncio.timeout(INTERRUPT_SECONDS):
                while not self.whole and heard < INTERRUPT_BYTES:
                    heard += len((await self.take()).get("body", b""))


async def refuse_at_gate(reason: Refused, scope: Any, send: Any) -> None:
    """Answer without troubling anybody behind the gate."""
    status = status_of(reason)
    spoken = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    text = reason.told(first_spoken(spoken.decode("latin-1")))
    body = msgspec.json.encode({"status": status, "key": reason.key, "facts": reason.facts, "text": text})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
