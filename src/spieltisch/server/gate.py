"""The gate in front of everything: who may come in how often, from where, and with what headers things go out."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType

from spieltisch.server.limits import Buckets, Places
from spieltisch.server.ruling import Refused, refuse

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

    from spieltisch.server.settings import Settings

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
COSTLY = ("/api/me", "/api/session", "/api/account", "/api/account/passphrase")
"""Making people and checking passphrases has a limit of its own."""

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
        self.people = Buckets(settings.guests_per_minute / 60, settings.guests_per_minute)
        self.sockets = Places(settings.sockets_per_address, settings.sockets)

    def address(self, scope: Any) -> str:
        """Where a request comes from; behind a trusted proxy, what the proxy says."""
        if self.settings.trust_proxy:
            for name, value in scope["headers"]:
                if name == b"x-forwarded-for":
                    return str(value.decode("latin-1").split(",")[-1].strip())
        client = scope.get("client")
        return client[0] if client else "local"

    def check(self, scope: Any) -> None:
        """Refuse what comes too often, or from another site."""
        address, now = self.address(scope), time.monotonic()
        wait = self.requests.wait(address, now)
        if not wait and scope["method"] == "POST" and scope["path"] in COSTLY:
            wait = self.people.wait(address, now)
        if wait:
            raise refuse("too_fast", seconds=round(wait, 1))
        if scope["method"] not in SAFE_METHODS:
            check_origin(scope)


def check_origin(scope: Any) -> None:
    """A browser says from which site a request comes; another site may not act in a person's name."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        raise refuse("origin")
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != headers.get("host"):
        raise refuse("origin")


def with_gate(app: ASGIApp) -> ASGIApp:
    """Put the gate before the application."""

    async def pass_through(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        state = scope["app"].state
        try:
            state.gate.check(scope)
        except Refused as reason:
            await refuse_at_gate(reason, send_with_headers)
            state.hall.metrics.count("refused_total", reason=reason.key.rpartition(".")[2])
            return
        await app(scope, receive, send_with_headers)

    return pass_through


async def refuse_at_gate(reason: Refused, send: Any) -> None:
    """Answer without troubling anybody behind the gate."""
    status = 403 if reason.key.endswith("origin") else 429
    body = msgspec.json.encode({"status": status, "key": reason.key, "facts": reason.facts, "text": str(reason)})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
