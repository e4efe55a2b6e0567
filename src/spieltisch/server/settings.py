"""What whoever runs the server may decide. Every value has a default that suits one machine at home.

Each can be set in the environment: SPIELTISCH_SOCKETS_PER_ADDRESS=500.
"""

from __future__ import annotations

import difflib
import math
import os
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PREFIX = "SPIELTISCH_"
OTHERS = frozenset({"SPIELTISCH_CHROMIUM", "SPIELTISCH_SOAK", "SPIELTISCH_URL"})
"""Not settings of the server: for the tests, and for the examples."""
WORDS_FOR = {int: "a whole number", float: "a number", bool: "true or false"}
RANGES: dict[str, tuple[float, float]] = {
    "port": (0, 65_535),
    "workers": (1, 256),
    "messages_per_second": (0.1, math.inf),
    "messages_at_once": (1, math.inf),
    "requests_per_second": (0.1, math.inf),
    "requests_at_once": (1, math.inf),
    "guests_per_minute": (0.1, math.inf),
    "bytes_per_second": (1_000, math.inf),
}
"""Where not every number from 0 on makes sense."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Limits, patience and retention."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    """Empty: the SQLite file in the user's data folder."""
    workers: int = 1
    warm_up: bool = True
    """Compile all rules and bots, or load them from the cache, before a game can be opened; otherwise when needed."""

    thinkers: int = 0
    """Long thoughts of bots at a time; 0: one less than there are processors, at least one. One more process is for
    levels that decide at a glance."""
    bot_delay: float = 0.8
    """Seconds that a bot takes at least before it moves at a table of natural pace."""
    bot_seconds: float = 2.0
    hint_seconds: float = 2.0
    coach_seconds: float = 0.5
    """Longer no move waits for the coach."""
    review_seconds: float = 0.3
    reviews_per_person: int = 2
    """Reviews that one person may have under way."""
    absent_after: float = 90.0
    """Seconds after which an absent player's seat may be handed to a bot."""

    message_bytes: int = 8_192
    body_bytes: int = 262_144
    messages_per_second: float = 20.0
    messages_at_once: float = 60.0
    requests_per_second: float = 30.0
    requests_at_once: float = 150.0
    bytes_per_second: float = 500_000.0
    """What one address may send in the long run; more is read more slowly. Behind a proxy nobody counts."""
    bytes_at_once: float = 2_000_000.0
    guests_per_minute: float = 60.0
    """New guests and sign-ins from one address."""
    sockets_per_address: int = 50
    """WebSockets, streams and requests that wait for news."""
    connections_per_address: int = 100
    """All other connections, also those that have not said anything yet. Behind a proxy it is the proxy that counts."""
    head_seconds: float = 10.0
    """So long a connection may take to say what it wants."""
    body_seconds: float = 30.0
    """So long the rest of a request may take."""
    sockets: int = 20_000
    tables_per_person: int = 30
    listed_per_person: int = 3
    """Tables of one person that wait for players in the lobby."""
    tables_per_socket: int = 8
    imports_per_minute: float = 20.0
    """Records from one address, and sets, and tables that are played with a set of somebody's own."""
    imports_per_person: int = 50
    """Games that somebody has brought as records and that are kept."""
    chat_per_second: float = 1.0
    """Lines of chat of one person, in the long run."""
    chat_at_once: float = 10.0
    chat_lines_per_table: int = 2_000
    chat_bytes_per_table: int = 200_000
    events_per_table: int = 10_000
    """After so many a game can only be played to its end."""
    sets: str = ""
    """A folder with sets for everybody: <folder>/<game>/<name>.toml."""
    sets_per_person: int = 20
    """Sets that somebody has made and that are kept."""
    set_bytes: int = 200_000
    """So long a set may be, as a file."""
    trial_games: int = 1_000
    """Games among bots in which a set is tried out."""
    trials_per_person: int = 1
    """Trials that one person may have under way."""
    import_seconds: float = 5.0
    """Longer nobody's record is checked."""
    send_bytes: int = 1_048_576
    """So much may wait for a slow client before it is disconnected."""
    send_queue: int = 400
    """Besides, so many messages for somebody who follows by server-sent events."""
    open_tables: int = 5_000
    """Tables kept in memory; the ones longest unused are dropped, their log stays."""

    keep_open_days: float = 30.0
    """Tables that never finished are deleted after so many days without change."""
    keep_over_days: float = 365.0
    keep_guests_days: float = 60.0

    public_url: str = ""
    """Where people find the server, if a proxy stands before it: https://play.example.org"""
    trusted_hops: int = 0
    """How many proxies stand before the server: so many addresses of X-Forwarded-For, from the right, are believed."""
    trust_proxy: bool = False
    """The same as one trusted hop."""
    secure_cookie: bool = False
    """Send the cookie over HTTPS only; so it is with a public address that begins with https."""
    metrics_token: str = ""
    """Who shows it as a bearer token may read /metrics; without one, only this machine may."""

    @property
    def hops(self) -> int:
        """How many proxies are trusted."""
        return self.trusted_hops or int(self.trust_proxy)

    @property
    def https(self) -> bool:
        """Whether people come over HTTPS."""
        return self.secure_cookie or self.public_url.startswith("https://")


def from_environment(environment: Mapping[str, str] = os.environ, **given: object) -> Settings:
    """Read settings from the environment; what is given here wins. A mistake is named with what to do about it."""
    fields = {PREFIX + field.name.upper(): field for field in msgspec.structs.fields(Settings)}
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in fields and name not in OTHERS:
            raise ValueError(f"There is no setting {name}; {advice(name, fields)}")
    values: dict[str, object] = {}
    for name, field in fields.items():
        if text := environment.get(name):
            values[field.name] = read_setting(name, text, field.type)
    return Settings(**{**values, **{key: value for key, value in given.items() if value is not None}})  # type: ignore[arg-type]


def advice(name: str, known: Iterable[str]) -> str:
    """Suggest what somebody may have meant."""
    bare = {setting.removeprefix(PREFIX): setting for setting in known}
    found = difflib.get_close_matches(name.removeprefix(PREFIX), bare, 1, cutoff=0.5)
    return f"do you mean {bare[found[0]]}?" if found else "take it out of the environment."


def read_setting(name: str, text: str, kind: Any) -> object:
    """Read one value; numbers are neither negative nor endless."""
    try:
        value: object = msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError:
        wanted = WORDS_FOR.get(kind, "something else")
        raise ValueError(f'{name} is "{text}", but has to be {wanted}.') from None
    if isinstance(value, int | float):
        least, most = RANGES.get(name.removeprefix(PREFIX).lower(), (0, math.inf))
        if not least <= value <= most or math.isinf(value):
            limits = f"from {least} to {most}" if math.isfinite(most) else f"{least} or more"
            raise ValueError(f"{name} is {text}, but has to be {limits}.")
    return value
