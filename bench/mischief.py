"""What strangers do to a server: each attack is a small function that lasts a few seconds, and may never end by itself.

bench/attack.py lets several strangers loose at every moment, in a process of its own with low priority: on one machine
the strangers' own work must not be what the players feel.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
import uvloop

from bench.strangers import ATTACKS, PAUSE, Stranger, attack, rage, read_to_end, say
from bench.wire import PING, TEXT, frame
from spieltisch import games
from spieltisch.match.match import Match

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection


def a_game(name: str, players: int, seed: int) -> dict[str, Any]:
    """The record of a random game."""
    match = Match.deal(games.get(name), players, seed)
    luck = random.Random(seed)
    while not match.table.over:
        seat = luck.choice(match.table.waiting_for)
        match.play(seat, luck.choice(match.table.legal_moves(seat)))
    record: dict[str, Any] = msgspec.to_builtins(match.record())
    return record


GOODBYE = b"\x88\x02\x03\xf0"
"""A frame that closes with 1008."""
RECORDS: list[dict[str, Any]] = []
"""Some finished games; made once, before the attack begins."""


# --- bodies --------------------------------------------------------------------------------------------------------


def monsters() -> Iterator[tuple[str, bytes]]:
    """Bodies that are small to send and large to read."""
    encode = msgspec.json.encode
    record = RECORDS[-1]
    yield "/api/records", encode({**record, "options": {"cards": ".".join("a" * 100_000) + "=1"}})
    yield "/api/records", encode({**record, "options": {"cards": "[" + ".".join("a" * 100_000) + "]\n"}})
    yield "/api/records", encode({**record, "options": {f"k{number}": number for number in range(15_000)}})
    yield "/api/records", encode({**record, **{f"k{number}": number for number in range(15_000)}})
    yield "/api/records", encode({**record, "deal": {f"k{number}": [number] for number in range(12_000)}})
    yield "/api/records", encode({**record, "moves": (record["moves"] * 5_000)[:5_000]})
    yield "/api/records", encode({**record, "seats": ["x" * 50] * 4_000})
    yield "/api/records", encode({**record, "players": 10**9})
    yield "/api/records", b'{"game": "wigwam", "moves": ' + b"[" * 200_000
    yield "/api/records", b'{"options": ' * 20_000
    yield "/api/records", b'{"players": ' + b"9" * 5_000 + b"}"
    yield "/api/records", b'{"game": "amul", "players": 1e400, "moves": [NaN]}'
    yield "/api/tables", encode({"game": "amul", "seats": [{"kind": "me"}] * 20_000})
    yield "/api/tables", encode({"game": "amul", "seats": [], "options": {"cards": "a." * 100_000 + "a=1"}})
    yield "/api/tables", b'{"options": ' + b"[" * 100_000
    yield "/api/me", encode({"name": "\u202e\u0000" * 60_000})
    yield "/api/account", encode({"account": "a" * 100_000, "passphrase": "p" * 100_000})


@attack
async def bodies(stranger: Stranger) -> None:
    """Bodies that used to take seconds or gigabytes to read."""
    await stranger.arrive()
    shapes = list(monsters())
    while True:
        path, body = stranger.luck.choice(shapes)
        await stranger.ask("POST", path, body)
        await asyncio.sleep(PAUSE)


@attack
async def long_salts(stranger: Stranger) -> None:
    """Fill the disk with records that carry much beside the game."""
    await stranger.arrive()
    while True:
        record = dict(stranger.luck.choice(RECORDS))
        record["proof"] = {**record["proof"], "salt": "s" * stranger.luck.choice((10, 1_000, 200_000))}
        record["notes"] = "n" * stranger.luck.choice((1, 30_000))
        await stranger.ask("POST", "/api/records", record)
        await asyncio.sleep(PAUSE)


# --- connections ---------------------------------------------------------------------------------------------------


@attack
async def silence(stranger: Stranger) -> None:
    """Open many connections and say nothing."""
    await hold(stranger, [b""] * 80)


@attack
async def half_requests(stranger: Stranger) -> None:
    """Begin many requests and never finish one."""
    beginnings = [
        b"G",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n{",
        b"POST /api/records HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n[",
        b"GET /api/play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n",
    ]
    await hold(stranger, beginnings * 16)


async def hold(stranger: Stranger, beginnings: list[bytes]) -> None:
    """Open connections, say how each begins, drip a little, and wait for the end."""

    async def one(beginning: bytes) -> None:
        async with stranger.connection() as (reader, writer):
            writer.write(beginning)
            await read_to_end(stranger, reader)

    await together(one(beginning) for beginning in beginnings)


async def together(work: Any) -> None:
    """Do many things at once; a connection that ends is no reason to stop."""
    await asyncio.gather(*work, return_exceptions=True)


@attack
async def reconnect_storm(stranger: Stranger) -> None:
    """Open and close sockets as fast as it goes."""
    await stranger.arrive()
    while True:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            async with stranger.socket():
                pass
        await asyncio.sleep(PAUSE)


@attack
async def long_polls(stranger: Stranger) -> None:
    """Wait for events at many tables many times at once, and follow streams."""
    await stranger.arrive()
    if not (table := await stranger.open_table("random")):
        return
    ways = [f"/api/tables/{table}/events?since=2000000000&wait=25", f"/api/tables/{table}/stream"]

    async def follow(path: str) -> None:
        async with stranger.connection() as (reader, writer):
            writer.write(stranger.head("GET", path, 0))
            await stranger.answer(reader)
            await read_to_end(stranger, reader)

    await together(follow(ways[number % 2]) for number in range(120))


@attack
async def slow_readers(stranger: Stranger) -> None:
    """Ask for much and read nothing."""
    await stranger.arrive()
    if not (table := await stranger.open_table("casual")):
        return
    watch = say(type="watch", table=table, since=0)
    async with contextlib.AsyncExitStack() as stack:
        writers = []
        for _ in range(5):
            _, writer = await stack.enter_async_context(stranger.socket())
            writer.transport.pause_reading()
            writers.append(writer)
        _, pages = await stack.enter_async_context(stranger.connection())
        pages.transport.pause_reading()
        pages.write(stranger.head("GET", "/docs/openapi.json", 0) * 100)
        while True:
            for writer in writers:
                writer.write(watch)
            await asyncio.sleep(0.06)


@attack
async def endless(stranger: Stranger) -> None:
    """Requests whose head, trailers or number never end."""
    host = f"Host: 127.0.0.1:{stranger.port}\r\n".encode()
    shapes = [
        (b"GET /", b"a" * 60_000),
        (b"GET / HTTP/1.1\r\n" + host + b"X: ", b"y" * 60_000),
        (b"GET / HTTP/1.1\r\n" + host, b"X: y\r\n" * 10_000),
        (b"POST /api/me HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X: y\r\n" * 10_000),
        (b"POST /api/me HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n" * 10_000),
        (b"", (b"GET /health HTTP/1.1\r\n" + host + b"\r\n") * 1_000),
    ]
    while True:
        beginning, more = stranger.luck.choice(shapes)
        async with stranger.connection() as (_, writer):
            writer.write(beginning)
            with contextlib.suppress(ConnectionError, TimeoutError, RuntimeError):
                async with asyncio.timeout(3):
                    for _ in range(300):
                        writer.write(more)
                        await writer.drain()
                        await asyncio.sleep(PAUSE / 2)
            stranger.count("cut off" if writer.is_closing() else "went on")


# --- sockets -------------------------------------------------------------------------------------------------------


@attack
async def flood(stranger: Stranger) -> None:
    """Send messages much faster than anybody may."""
    await stranger.arrive()
    message = say(type="ping", ref="x") * 200
    while True:
        async with stranger.socket() as (reader, writer):
            listening = asyncio.create_task(read_to_end(stranger, reader))
            try:
                while not listening.done() and not writer.is_closing():
                    writer.write(message)
                    await writer.drain()
                    await asyncio.sleep(PAUSE)
            finally:
                listening.cancel()
        await asyncio.sleep(PAUSE)


@attack
async def crowd(stranger: Stranger) -> None:
    """Many sockets, each within its limits, all asking for the same long story."""
    await stranger.arrive()
    table = await stranger.ask("POST", "/api/records", RECORDS[-1])
    if not table:
        stranger.cookie = ""
        return
    watch = say(type="watch", table=table["id"], since=0)

    async def one() -> None:
        async with stranger.socket() as (reader, writer):
            listening = asyncio.create_task(read_to_end(stranger, reader))
            try:
                while not listening.done():
                    writer.write(watch)
                    await asyncio.sleep(0.06)
            finally:
                listening.cancel()

    await together(one() for _ in range(40))


@attack
async def restless(stranger: Stranger) -> None:
    """Make a log longer and longer without playing: pause, go on, hand over, come back."""
    await stranger.arrive()
    if not (table := await stranger.open_table("random")):
        return
    here = f"/api/tables/{table}"
    while True:
        for wish in ("pause", "resume", "hand", "take-back"):
            body = {"seat": 0, "level": "random"} if wish == "hand" else {"seat": 0}
            await stranger.ask("POST", f"{here}/{wish}", None if wish == "resume" else body)
        await stranger.ask("GET", f"{here}/events?since=0")
        await asyncio.sleep(PAUSE)


@attack
async def bad_frames(stranger: Stranger) -> None:
    """Frames that are too large, unfinished, or no frames."""
    await stranger.arrive()
    shapes = [
        frame(TEXT, b"x" * 1_000_000),
        bytes((0x81, 0xFF)) + (2**62).to_bytes(8, "big") + bytes(4),
        bytes((0x81, 0x05)) + b"plain",
        bytes((0xF1, 0x80)) + bytes(4),
        bytes((0x8B, 0x80)) + bytes(4),
        bytes((0x80, 0x80)) + bytes(4),
        frame(TEXT, b"\xff\xfe\xfd"),
        frame(PING, b"p" * 120) * 500,
        (bytes((0x01, 0x81)) + bytes(4) + b"[") + (bytes((0x00, 0x81)) + bytes(4) + b"[") * 10_000,
        say(type="nothing"),
        frame(TEXT, b"[" * 8_000),
        frame(TEXT, b'{"type":"watch","table":"T","since":' + b"9" * 5_000 + b"}"),
        b"\x00" * 5_000,
    ]
    while True:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, TimeoutError):
            async with stranger.socket() as (reader, writer), asyncio.timeout(1):
                writer.write(stranger.luck.choice(shapes))
                await read_to_end(stranger, reader)
        await asyncio.sleep(PAUSE)


@attack
async def chat(stranger: Stranger) -> None:
    """Talk without end, over the socket and over HTTP."""
    await stranger.arrive()
    if not (table := await stranger.open_table("random")):
        return
    async with stranger.socket() as (reader, writer):
        listening = asyncio.create_task(read_to_end(stranger, reader))
        writer.write(say(type="watch", table=table, since=0))
        try:
            while True:
                if not listening.done():
                    writer.write(say(type="chat", table=table, text="\U0001f3b2" * 500))
                await stranger.ask("POST", f"/api/tables/{table}/chat", {"text": "x" * 500})
                await asyncio.sleep(PAUSE)
        finally:
            listening.cancel()


@attack
async def revoked_tokens(stranger: Stranger) -> None:
    """Go on listening with a token that is worthless by now."""
    await stranger.arrive()
    while True:
        token = await stranger.ask("POST", "/api/tokens", {"label": "program"})
        if not token:
            await asyncio.sleep(1)
            continue
        program = Stranger(stranger.port, stranger.address, stranger.tally, stranger.luck)
        program.doing = stranger.doing
        async with program.socket(f"Authorization: Bearer {token['token']}") as (reader, _):
            if await stranger.ask("DELETE", f"/api/tokens/{token['id']}") is None:
                continue
            began = time.monotonic()
            try:
                async with asyncio.timeout(4):
                    while GOODBYE not in await reader.read(1 << 16):
                        pass
                stranger.count(f"ended within {int(time.monotonic() - began) + 1} s")
            except TimeoutError:
                stranger.count("still open after 4 s")


# --- thinking ------------------------------------------------------------------------------------------------------


@attack
async def reviews(stranger: Stranger) -> None:
    """Have many games reviewed."""
    await stranger.arrive()
    while True:
        table = await stranger.ask("POST", "/api/records", stranger.luck.choice(RECORDS))
        if table:
            await stranger.ask("POST", f"/api/tables/{table['id']}/review")
        mine = await stranger.ask("GET", "/api/tables/mine")
        for one in mine or ():
            await stranger.ask("POST", f"/api/tables/{one['table']['id']}/review")
        await asyncio.sleep(PAUSE)


@attack
async def hints(stranger: Stranger) -> None:
    """Ask for hints at many tables at once."""
    await stranger.arrive()
    tables = [await stranger.open_table("random") for _ in range(8)]
    while True:
        await together(stranger.ask("POST", f"/api/tables/{table}/hint", {"seat": 0}) for table in tables if table)
        await asyncio.sleep(PAUSE)


@attack
async def expert_tables(stranger: Stranger) -> None:
    """Let the strongest bots play each other at many tables."""
    await stranger.arrive()
    while True:
        table = await stranger.open_table("expert", "expert", "expert")
        if table:
            await stranger.ask("POST", f"/api/tables/{table}/hand", {"seat": 0, "level": "expert"})
        await asyncio.sleep(0.2)


# --- requests ------------------------------------------------------------------------------------------------------


@attack
async def lobby(stranger: Stranger) -> None:
    """Fill the lobby, and look at it."""
    await stranger.arrive()
    while True:
        body = {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
        await stranger.ask("POST", "/api/tables", body)
        await stranger.ask("GET", "/api/tables")
        await asyncio.sleep(PAUSE)


@attack
async def guests(stranger: Stranger) -> None:
    """Arrive again and again, try passphrases, come with wrong cookies."""
    wrong = [
        "",
        "spieltisch=",
        "spieltisch=" + "x" * 6_000,
        "spieltisch=%00; " * 200,
        "spieltisch=\xff",
        "a=b; " * 1_000,
    ]
    while True:
        stranger.cookie = stranger.luck.choice(wrong)
        await stranger.ask("POST", "/api/me", {"name": "\u202e" + "n" * 20})
        await stranger.ask("POST", "/api/session", {"account": "nobody", "passphrase": "p" * 100})
        await stranger.ask("GET", "/api/me")
        await asyncio.sleep(PAUSE)


@attack
async def dear_reading(stranger: Stranger) -> None:
    """Ask again and again for whatever takes longest to write."""
    await stranger.arrive()
    table = await stranger.ask("POST", "/api/records", RECORDS[-1]) or {"id": "none"}
    here = f"/api/tables/{table['id']}"
    paths = [
        f"{here}/replay?seat=all",
        f"{here}/log?language=de",
        f"{here}/sheet",
        f"{here}/events?since=0",
        f"{here}/record",
        here,
        "/api/tables/mine",
        "/api/me/statistics",
        "/docs/openapi.json",
        "/docs",
        "/api/messages",
        "/api/texts/fr",
        "/api/games/amul/cards/house",
        "/health",
    ]
    while True:
        await together(stranger.ask("GET", stranger.luck.choice(paths)) for _ in range(4))
        await asyncio.sleep(PAUSE)


@attack
async def odd_requests(stranger: Stranger) -> None:
    """Methods, paths, headers and framings that no browser sends."""
    host = f"Host: 127.0.0.1:{stranger.port}\r\n".encode()
    get, post = b"GET /api/me HTTP/1.1\r\n" + host, b"POST /api/me HTTP/1.1\r\n" + host
    shapes = [
        b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /" + b"a/" * 4_000 + b" HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /..%2f..%2f..%2fetc/passwd HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /assets/%00.js HTTP/1.1\r\n" + host + b"\r\n",
        b"GET //evil.example/%ff%fe HTTP/1.1\r\n" + host + b"\r\n",
        b"GET http://[ HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /api/tables/%F0%9F%8E%B2 HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /api/tables/x/events?since=1e9&wait=nan HTTP/1.1\r\n" + host + b"\r\n",
        b"BREW /api/me HTTP/1.1\r\n" + host + b"\r\n",
        b"TRACE / HTTP/1.1\r\n" + host + b"\r\n",
        b"OPTIONS * HTTP/1.1\r\n" + host + b"\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /\r\n\r\n",
        get + b"Origin: http://[\r\n\r\n",
        post + b"Origin: http://[::1\r\nContent-Length: 2\r\n\r\n{}",
        post + b"Origin: \xff\xfe\r\nContent-Length: 2\r\n\r\n{}",
        post + b"Sec-Fetch-Site: cross-site\r\nContent-Length: 2\r\n\r\n{}",
        post + b"Content-Length: -5\r\n\r\n",
        post + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}",
        post + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        post + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        post + b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00",
        get + b"X: " + b"y" * 200_000 + b"\r\n\r\n",
        get + b"X: y\r\n" * 3_000 + b"\r\n",
        get + b"Cookie: " + b"a=b; " * 3_000 + b"\r\n\r\n",
        get + b"Accept-Language: " + b"de," * 10_000 + b"\r\n\r\n",
        get + b"Authorization: Bearer " + b"x" * 8_000 + b"\r\n\r\n",
        get + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        os.urandom(3_000),
    ]
    while True:
        with contextlib.suppress(TimeoutError, ValueError, asyncio.LimitOverrunError):
            async with asyncio.timeout(3):
                await stranger.send(stranger.luck.choice(shapes))
        await asyncio.sleep(PAUSE)


# --- letting them loose -----------------------------------------------------------------------------------------------


async def all_at_once(port: int, seconds: float, count: int, names: list[str], reports: Connection) -> None:
    """Let several strangers rage, and report now and then what became of it."""
    tally: Counter[str] = Counter()
    until = time.monotonic() + seconds
    strangers = [Stranger(port, f"127.0.2.{number + 1}", tally, random.Random(number)) for number in range(count)]
    raging = [asyncio.create_task(rage(stranger, list(names), until)) for stranger in strangers]
    while not all(task.done() for task in raging):
        await asyncio.sleep(1)
        reports.send(dict(tally))
        for task in raging:
            if task.done():
                task.result()
    reports.send(dict(tally))


def besiege(port: int, seconds: float, count: int, only: str, reports: Connection) -> None:
    """The strangers' process: prepare what they send, then begin."""
    os.nice(10)
    names = [name for name in only.split(",") if name] or list(ATTACKS)
    RECORDS.extend(a_game("wampum", 3, seed) for seed in range(3))
    RECORDS.append(a_game("amul", 6, 1))
    reports.send({})  # ready
    uvloop.run(all_at_once(port, seconds, count, names, reports))
