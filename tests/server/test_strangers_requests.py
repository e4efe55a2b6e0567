"""Strangers at the gate: addresses that are made up, odd requests, and who is told how the server feels."""

from __future__ import annotations

import asyncio
import contextlib
import socket as network
import sqlite3
import time
import unicodedata
from contextlib import closing
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import websockets

from spieltisch.server.gate import Gate, household
from spieltisch.server.http import site
from spieltisch.server.people import clean_name
from spieltisch.server.readiness import Readiness
from spieltisch.server.ruling import Refused
from spieltisch.server.settings import Settings, from_environment
from tests.server.harness import LONG, Company, ServerProcess
from tests.server.test_strangers_connections import all_of, call

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.nursery import Nursery


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server with its ordinary limits."""
    folder: Path = tmp_path_factory.mktemp("plain")
    running = ServerProcess(f"sqlite:///{folder}/plain.db", folder / "log", nursery=nursery)
    running.start()
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log.read_text(), running.log.read_text()


# --- addresses ---------------------------------------------------------------------------------------------


def request(client: str = "10.0.0.1", method: str = "GET", path: str = "/", **headers: str) -> dict[str, Any]:
    """A request as it comes to the gate; a header that comes twice is parted by a bar."""
    lines = [
        (name.replace("_", "-").encode(), value.encode("latin-1"))
        for name, values in headers.items()
        for value in values.split("|")
    ]
    return {
        "type": "http", "client": (client, 5), "method": method, "path": path, "raw_path": path.encode(),
        "query_string": b"", "headers": lines,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("hops", "forwarded", "address"),
    [
        (0, "1.1.1.1", "10.0.0.1"),
        (1, "1.1.1.1", "1.1.1.1"),
        (1, "9.9.9.9, 1.1.1.1", "1.1.1.1"),
        (1, "9.9.9.9|1.1.1.1", "1.1.1.1"),
        (1, "1.1.1.1|9.9.9.9, 2.2.2.2", "2.2.2.2"),
        (2, "9.9.9.9, 1.1.1.1, 7.7.7.7", "1.1.1.1"),
        (2, "9.9.9.9|1.1.1.1|7.7.7.7", "1.1.1.1"),
        (2, "1.1.1.1", "10.0.0.1"),
        (1, "nonsense", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, "x" * 5_000, "10.0.0.1"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (1, "::ffff:1.1.1.1", "1.1.1.1"),
    ],
)
def test_behind_proxies_the_trusted_ones_say_where_somebody_comes_from(hops: int, forwarded: str, address: str) -> None:
    gate = Gate(Settings(trusted_hops=hops))
    assert gate.address(request(x_forwarded_for=forwarded)) == address


def test_a_house_with_ipv6_counts_once() -> None:
    gate = Gate(Settings(requests_at_once=3, requests_per_second=0.001))
    for last in range(3):
        gate.check(request(f"2001:db8::{last}"))
    with pytest.raises(Refused):
        gate.check(request("2001:db8::77"))
    gate.check(request("2001:db8:0:1::1"))
    assert household("::1") == "::/64"


def test_trust_proxy_is_one_hop_and_a_public_address_with_https_makes_cookies_secure() -> None:
    assert from_environment({"SPIELTISCH_TRUST_PROXY": "true"}).hops == 1
    assert from_environment({"SPIELTISCH_TRUSTED_HOPS": "2"}).hops == 2
    assert from_environment({}).hops == 0
    assert from_environment({"SPIELTISCH_PUBLIC_URL": "https://play.example.org"}).https
    assert not from_environment({"SPIELTISCH_PUBLIC_URL": "http://table.local"}).https


def test_a_proxy_may_rewrite_the_host_if_the_public_address_is_known() -> None:
    gate = Gate(Settings(public_url="https://play.example.org"))
    asked = {"method": "POST", "host": "127.0.0.1:8000"}
    gate.check(request(**asked, origin="https://play.example.org"))
    gate.check(request(**asked, origin="http://127.0.0.1:8000"))
    for origin in ("https://evil.example", "https://play.example.org.evil.example", "null", "http://[", "http://[::1"):
        with pytest.raises(Refused):
            gate.check(request(**asked, origin=origin))
    with pytest.raises(Refused):
        Gate(Settings()).check(request(**asked, origin="https://play.example.org"))


def test_a_slash_more_does_not_avoid_a_limit() -> None:
    gate = Gate(Settings(guests_per_minute=2, imports_per_minute=2))
    for path in ("/api/me", "/api/records"):
        for _ in range(2):
            gate.check(request(method="POST", path=path))
        for other in (path, f"{path}/", f"/{path}", f"{path}//", path.replace("/api/", "/api//")):
            with pytest.raises(Refused):
                gate.check(request(method="POST", path=other))


# --- alive and ready ---------------------------------------------------------------------------------------


def test_readiness_is_not_liveness(tmp_path: Path, nursery: Nursery) -> None:
    """A database that others hold so long that nothing can be written: alive, but not ready."""
    file = tmp_path / "held.db"
    server = ServerProcess(f"sqlite:///{file}", tmp_path / "log", nursery=nursery)
    server.start()
    try:
        assert server.get("/ready").json()["ok"] is True
        holder = sqlite3.connect(file, isolation_level=None, timeout=LONG)
        holder.execute("BEGIN EXCLUSIVE")
        time.sleep(1.1)  # so long an answer counts as fresh
        answer = server.get("/ready")
        assert answer.status_code == 503
        assert answer.json()["trouble"]
        assert server.get("/health").status_code == 200
        holder.execute("ROLLBACK")
        holder.close()
        until = time.monotonic() + LONG
        while server.get("/ready").status_code != 200:
            assert time.monotonic() < until
            time.sleep(0.2)
    finally:
        server.stop()


class Broken:
    """A store that cannot write."""

    def __init__(self) -> None:
        self.asked = 0

    async def try_to_write(self) -> None:
        self.asked += 1
        raise sqlite3.OperationalError("attempt to write a readonly database")


def test_readiness_says_what_fails_and_asks_once_for_many() -> None:
    async def look() -> None:
        store = Broken()
        readiness = Readiness(store)  # type: ignore[arg-type]
        told = await asyncio.gather(*(readiness.look() for _ in range(20)))
        assert set(told) == {"OperationalError: attempt to write a readonly database"}
        assert store.asked == 1

    asyncio.run(look())


# --- figures -----------------------------------------------------------------------------------------------


SIGHT = "let-me-see"


def test_figures_are_for_whoever_has_the_token(tmp_path: Path, nursery: Nursery) -> None:
    server = ServerProcess(
        f"sqlite:///{tmp_path}/m.db", tmp_path / "log", nursery=nursery, SPIELTISCH_METRICS_TOKEN=SIGHT
    )
    server.start()
    try:
        path = "/metrics"
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": SIGHT}):
            assert server.get(path, headers=headers).status_code == 404
        assert "spieltisch_" in server.get(path, headers={"Authorization": f"Bearer {SIGHT}"}).text
    finally:
        server.stop()


def test_without_a_token_figures_are_for_this_machine_alone(plain: ServerProcess) -> None:
    assert plain.get("/metrics").status_code == 200
    assert plain.get("/metrics", headers={"X-Forwarded-For": "1.1.1.1"}).status_code == 404


# --- odd requests ------------------------------------------------------------------------------------------

ODD = [
    ("GET", "/" + "a" * 300, {}, b""),
    ("GET", "/" + "a/" * 900, {}, b""),
    ("GET", "/%00", {}, b""),
    ("GET", "/%ff%fe.js", {}, b""),
    ("GET", "/a%0ab.js", {}, b""),
    ("GET", "/..%5c..%5cwin.ini", {}, b""),
    ("GET", "/C:%5cx.txt", {}, b""),
    ("GET", "/" + "a" * 5_000, {}, b""),
    ("GET", "/api/me?" + "a=b&" * 5_000, {}, b""),
    ("GET", "/api/texts/" + "%F0%9F%98%80" * 20, {}, b""),
    ("GET", "/api/tables/x%00y", {}, b""),
    ("GET", "/api/tables/x/log?language=%00", {}, b""),
    ("GET", "/api/me", {"Cookie": "spieltisch=\x80\xff; =; ;;"}, b""),
    ("GET", "/api/me", {"Cookie": "a=b; " * 2_000}, b""),
    ("GET", "/api/me", {"Authorization": "Bearer \xff\xfe"}, b""),
    ("GET", "/api/me", {"Accept-Language": "xx," * 10_000}, b""),
    ("GET", "/api/me", {f"X-{number}": "a" for number in range(5_000)}, b""),
    ("POST", "/api/me", {"Origin": "http://["}, b'{"name": "a"}'),
    ("POST", "/api/me", {"Origin": "\xff"}, b'{"name": "a"}'),
    ("POST", "/api/me", {}, b"[" * 100_000),
    ("POST", "/api/me", {}, b'{"name":' * 5_000),
    ("POST", "/api/me", {}, b'{"name": ' + b"[" * 3_000 + b"]" * 3_000 + b"}"),
    ("POST", "/api/me", {}, b'{"name": "a", "more": 1}'),
    ("POST", "/api/me", {}, b'{"name": "\xff"}'),
    ("POST", "/api/me", {}, b'{"name": "\\ud800"}'),
    ("POST", "/api/me", {}, b'{"name": "\\u0000"}'),
    ("POST", "/api/me", {}, b'{"name": 1' + b"0" * 10_000 + b"}"),
    ("POST", "/api/me", {"Content-Type": "text/plain; charset=\xff"}, b'{"name": 5}'),
    ("POST", "/api/me", {"Content-Type": "multipart/form-data"}, b"x"),
    ("POST", "/api/session", {}, b'{"account": "bob\\n", "passphrase": "12345678"}'),
    ("POST", "/nowhere", {}, b"{}"),
    ("PATCH", "/", {}, b"{}"),
    ("BREW", "/", {}, b""),
]


PAGES = ("/" + "a/" * 900,)
"""Addresses of the client's pages may be anything short."""


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: f"{odd[0]} {odd[1][:24]} {str(odd[2])[:24]} {odd[3][:16]!r}")
def test_an_odd_request_gets_a_sentence(plain: ServerProcess, odd: tuple[str, str, dict[str, str], bytes]) -> None:
    method, path, headers, body = odd
    given = {
        "Host": f"127.0.0.1:{plain.port}",
        "Connection": "close",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        **headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
    with closing(call(plain)) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1") + body)
        heard = all_of(line)
    status = int(heard[9:12])
    assert 400 <= status < 500 or (status == 200 and path in PAGES), heard[:300]
    if status >= 400 and not heard.endswith(b"Invalid HTTP request received."):
        assert msgspec.json.decode(heard.partition(b"\r\n\r\n")[2])["text"]


@pytest.mark.parametrize("path", ["/" + "\U0001f600" * 60, "/assets/" + "\u00e9" * 130 + ".js"])
def test_no_file_is_looked_for_whose_name_is_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """A name counts in bytes, and a file system that is asked for a longer one fails."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("the client")
    monkeypatch.setattr(site, "WEB", tmp_path)

    async def ask() -> None:
        await site.client.fn(SimpleNamespace(headers={}), path)

    with pytest.raises(Refused) as refused:
        asyncio.run(ask())
    assert refused.value.key == "server.refuse.not_found"


def test_nothing_that_a_database_cannot_read_reaches_it(servers: list[ServerProcess]) -> None:
    """PostgreSQL has no place for a NUL in a text; to be asked for one is an error."""

    async def ask() -> None:
        async with Company(servers[0].url) as company:
            (guest,) = await company.invite()
            for path in (
                "/api/tables/%00",
                "/api/puzzles/%00/daily",
                "/api/puzzles/%00/next",
                "/api/workshop/amul/%00",
            ):
                answer = await guest.http.get(path)
                assert answer.status_code in (400, 404), (path, answer.text)
            bots = [{"kind": "bot", "level": "random"}] * 2
            await guest.post("/api/tables", {"game": "amul", "seats": [{"kind": "me"}, *bots], "set": "\x00"}, 400)

    asyncio.run(ask())


def test_an_odd_way_to_the_socket_is_closed(plain: ServerProcess) -> None:
    async def knock(path: str, **headers: str) -> None:
        with pytest.raises((websockets.InvalidStatus, websockets.InvalidMessage)):
            await websockets.connect(
                f"ws://127.0.0.1:{plain.port}{path}", additional_headers=headers, open_timeout=LONG
            )

    async def attack() -> None:
        await knock("/api/play", Origin="http://[")
        await knock("/api/nothing")
        await knock("/api/play?" + "a" * 3_000)
        await knock("/api/play", Cookie="a" * 40_000)

    asyncio.run(attack())


UNSEEN = [
    "\u3164",
    "\u2800 \u2800",
    "\u115f\u200b",
    "\uffa0",
    "\ufe0f\u034f",
    "\u180b",
    "\U000e0101",
    "\u0301 \u0301",
    "\u17b4",
]


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_leaves_something_to_see(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert refused.value.key == "server.refuse.name"
    assert clean_name(f"{name} Ada {name}") == "Ada"


def test_nobody_grows_over_the_lines_around_them() -> None:
    assert clean_name("Z" + "\u0336" * 20 + "a") == "Z" + "\u0336" * 4 + "a"
    assert clean_name("Vi\u1ec7t") == clean_name("Vie\u0323\u0302t") == "Vi\u1ec7t"
    hebrew, thai, picture = (
        "\u05e9\u05bc\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",
        "\u0e17\u0e35\u0e48\u0e23\u0e31\u0e01",
        "\u2764\ufe0f",
    )
    for name in (hebrew, thai, picture):
        assert clean_name(name) == unicodedata.normalize("NFC", name)


def test_requests_that_are_none_leave_nothing_in_the_log(plain: ServerProcess) -> None:
    """Who sends them is told so; a line each would fill the disk as fast as the network goes."""
    before = plain.log.read_text()
    for _ in range(3):
        with network.create_connection(("127.0.0.1", plain.port), timeout=60) as line:
            line.sendall(b"\x16\x03\x01 what is this\r\n\r\n")
            assert b"400" in line.recv(4096)
    assert plain.log.read_text() == before
