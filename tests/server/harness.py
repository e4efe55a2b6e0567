"""A real server process, and players without any knowledge of the rules: they choose among what they are offered."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import random
import signal
import socket
import ssl
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import websockets

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.nursery import Child, Nursery

GENEROUS = {
    "SPIELTISCH_REQUESTS_PER_SECOND": "100000",
    "SPIELTISCH_REQUESTS_AT_ONCE": "100000",
    "SPIELTISCH_GUESTS_PER_MINUTE": "1000000",
    "SPIELTISCH_SOCKETS_PER_ADDRESS": "100000",
    "SPIELTISCH_IMPORTS_PER_MINUTE": "100000",
    "SPIELTISCH_CHAT_PER_SECOND": "100000",
    "SPIELTISCH_CHAT_AT_ONCE": "100000",
    "SPIELTISCH_MESSAGES_PER_SECOND": "100000",
    "SPIELTISCH_MESSAGES_AT_ONCE": "100000",
    "SPIELTISCH_TABLES_PER_PERSON": "100000",
    "SPIELTISCH_WARM_UP": "false",
}
START = """
import sys
from spieltisch.server.commands import serve
serve(port=int(sys.argv[1]), database=sys.argv[2], log_level="WARNING")
"""


LONG = 120.0
"""Seconds after which nothing comes any more, on a busy machine either."""
NO_TLS = ssl.create_default_context()
"""Never used, but making one for each client takes longer than anything else here."""
NOT_LENT = range(10_000, 32_000)
"""Ports that no system lends to a client: what is free among them stays free until it is opened."""


def free_port() -> int:
    while True:
        port = random.SystemRandom().choice(NOT_LENT)
        with socket.socket() as found, contextlib.suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port


async def open_socket(url: str, headers: dict[str, str], **more: Any) -> Any:
    """Open a server's WebSocket, however long that takes."""
    url = url.replace("http", "ws")
    return await websockets.connect(
        f"{url}/api/play", additional_headers=headers, open_timeout=LONG, ping_interval=None, **more
    )


class ServerProcess:
    """A server in a process of its own; with a nursery it is forked and there at once."""

    def __init__(
        self, database: str, log: Path, port: int | None = None, nursery: Nursery | None = None, **environment: str
    ) -> None:
        self.database = database
        self.port = port or free_port()
        self.log = log
        self.environment = {**os.environ, **GENEROUS, **environment}
        self.nursery = nursery
        self.process: subprocess.Popen[bytes] | Child | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        if self.nursery is not None:
            self.process = self.nursery.bear(self.port, self.database, self.environment, self.log)
        else:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [sys.executable, "-c", START, str(self.port), self.database],
                    env=self.environment,
                    stdout=log,
                    stderr=log,
                )
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        until = time.monotonic() + LONG
        while time.monotonic() < until:
            assert self.process is not None
            if self.process.poll() is not None:
                raise RuntimeError(self.log.read_text())
            if self.prepared():
                return
            time.sleep(0.02)
        raise RuntimeError("the server does not answer: " + self.log.read_text())

    def healthy(self) -> bool:
        return self.fetch("/health") is not None

    def prepared(self) -> bool:
        """Whether every game can be played."""
        return all(game["ready"] for game in msgspec.json.decode(self.fetch("/api/preparing") or b'[{"ready":false}]'))

    def fetch(self, path: str) -> bytes | None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.read() if answer.status == 200 else None
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def get(self, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        """Ask for something once, without a session."""
        return httpx.get(f"{self.url}{path}", headers=headers, timeout=LONG, verify=NO_TLS)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(LONG)


class Guest:
    """Somebody with a session, over HTTP."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.name = name
        self.http = httpx.AsyncClient(base_url=url, timeout=LONG, verify=NO_TLS)
        self.id = ""

    async def arrive(self) -> Guest:
        answer = await self.http.post("/api/me", json={"name": self.name})
        answer.raise_for_status()
        self.id = answer.json()["id"]
        return self

    @property
    def cookie(self) -> str:
        return f"spieltisch={self.http.cookies['spieltisch']}"

    async def post(self, path: str, body: Any = None, status: int | None = None) -> Any:
        answer = await self.http.post(path, json=body) if body is not None else await self.http.post(path)
        if status is not None:
            assert answer.status_code == status, answer.text
        else:
            assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    async def leave(self) -> None:
        await self.http.aclose()


class Player:
    """A client at one table. Reconnects by itself, keeps only what it was told, and plays what it is offered."""

    def __init__(self, guest: Guest, table: str, seed: int = 0, urls: list[str] | None = None) -> None:
        self.guest = guest
        self.table = table
        self.urls = urls or [guest.url]
        self.luck = random.Random(seed)
        self.seq = 0
        self.views: dict[int, Any] = {}
        self.turn: dict[str, Any] = {}
        self.mine: list[int] = []
        self.info: dict[str, Any] = {}
        self.frames: list[bytes] = []
        self.events: list[dict[str, Any]] = []
        self.acknowledged: list[tuple[int, str]] = []
        self.moves_sent = 0
        self.reconnects = 0
        self.refused: list[str] = []
        self.answers: asyncio.Queue[Any] = asyncio.Queue()
        self.socket: Any = None
        self.thinking = 0.0

    async def connect(self) -> None:
        url = self.urls[self.reconnects % len(self.urls)]
        self.socket = await open_socket(url, {"Cookie": self.guest.cookie}, compression=None, max_size=None)

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(msgspec.json.encode({"type": kind, "table": self.table, **fields}).decode())

    async def hear(self) -> Any:
        frame = await self.socket.recv()
        self.frames.append(frame.encode() if isinstance(frame, str) else frame)
        message = msgspec.json.decode(frame)
        self.take(message)
        return message

    def take(self, message: Any) -> None:
        if message["type"] == "table":
            self.info, self.seq, self.turn = message["table"], message["seq"], message["turn"]
            self.mine = message["mine"]
            self.views = {view["seat"]: view for view in message["views"]}
        elif message["type"] == "event":
            assert message["seq"] == self.seq + 1, (message["seq"], self.seq)
            self.seq, self.turn = message["seq"], message["turn"]
            self.events.append(message)
            self.views = {view["seat"]: view for view in message["views"]} or self.views
            if message["table"]:
                self.info = message["table"]
                self.mine = [s["seat"] for s in self.info["seats"] if s["person"] == self.guest.id]

    async def hear_until(self, kind: str, ref: str | None = None) -> Any:
        while True:
            message = await self.hear()
            if message["type"] == kind and (ref is None or message.get("ref") == ref):
                return message
            if message["type"] == "answer" and not message["ok"] and ref == message["ref"]:
                return message

    async def watch(self) -> None:
        await self.say("watch", ref="w", since=self.seq)
        answer = await self.hear_until("answer", "w")
        assert answer["ok"], answer

    @property
    def over(self) -> bool:
        return bool(self.turn.get("over"))

    def to_decide(self) -> list[int]:
        return [
            seat
            for seat in self.mine
            if seat in self.turn.get("waiting", []) and self.views.get(seat, {}).get("choices")
        ]

    async def choose(self, seat: int) -> str | None:
        """Choose a move among what the server offers."""
        choices = self.views[seat]["choices"]
        if choices["game"] == "wampum":
            return await self.choose_in_wampum(seat, choices)
        if choices.get("verb") == "setup":
            return str(self.luck.choice(choices["presets"])["move"])
        return str(self.luck.choice(choices["moves"])["move"])

    async def choose_in_wampum(self, seat: int, choices: Any) -> str | None:
        if choices["verb"] == "go":
            return str(self.luck.choice([p for p in choices["places"] if p["allowed"]])["move"])
        hand = choices["hand"]
        while True:
            count = choices["count"] or self.luck.randint(1, len(hand))
            cards = "".join(self.luck.sample(hand, count))
            await self.say("ask", ref="ask", seat=seat, build=cards)
            built = await self.hear_until("build", "ask")
            if built["type"] == "answer":
                return None
            if choices["verb"] == "discard":
                return str(built["build"]["move"]) if built["build"]["move"] else None
            allowed = [place for place in built["build"]["places"] if place["allowed"]]
            if allowed:
                return str(self.luck.choice(allowed)["move"])

    async def play(self) -> None:
        """Play until the game is over, reconnecting whenever the connection breaks."""
        pending: tuple[str, int, str, int] | None = None
        while not self.over:
            try:
                if self.socket is None:
                    await self.connect()
                    await self.watch()
                if pending is not None:
                    await self.send_move(*pending)
                    pending = None
                    continue
                seats = self.to_decide()
                if not seats:
                    if not self.over:
                        await self.hear()
                    continue
                seat, seq = self.luck.choice(seats), self.seq
                move = await self.choose(seat)
                if self.thinking:
                    await asyncio.sleep(self.luck.random() * self.thinking)
                if move is not None and self.seq == seq:
                    self.moves_sent += 1
                    pending = (move, seat, f"{self.guest.name}-{self.moves_sent}", seq)
            except (OSError, websockets.WebSocketException):
                self.socket = None
                self.reconnects += 1
                await asyncio.sleep(self.luck.uniform(0.05, 0.4))

    async def send_move(self, move: str, seat: int, move_id: str, seq: int) -> None:
        """Send a move and wait for its answer; it may be sent again after a lost connection."""
        await self.say("play", ref=move_id, seat=seat, move=move, seq=seq, id=move_id)
        answer = await self.hear_until("answer", move_id)
        if answer["ok"]:
            self.acknowledged.append((answer["seq"], move))
            while self.seq < answer["seq"]:
                await self.hear()
        else:
            self.refused.append(answer["refused"]["key"])

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None


async def open_table(guests: list[Guest], game: str, bots: int = 0, level: str = "random", **fields: Any) -> str:
    """Open a table for guests and bots, and let everybody sit down."""
    seats = [{"kind": "me"}] + [{"kind": "friend"}] * (len(guests) - 1)
    seats += [{"kind": "bot", "level": level}] * bots
    settings = {"pace": "instant", **fields.pop("settings", {})}
    body = {"game": game, "seats": seats, "settings": settings, "start": True, **fields}
    table = str((await guests[0].post("/api/tables", body))["id"])
    for guest in guests[1:]:
        await guest.post(f"/api/tables/{table}/join", {})
    return table


class Company:
    """Guests and players who all go home at the end, whatever happens."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.guests: list[Guest] = []
        self.players: list[Player] = []

    async def __aenter__(self) -> Company:
        return self

    async def __aexit__(self, *_: object) -> None:
        for player in self.players:
            await player.close()
        for guest in self.guests:
            await guest.leave()

    async def invite(self, count: int = 1, url: str | None = None) -> list[Guest]:
        came = []
        for _ in range(count):
            guest = Guest(url or self.url, f"guest {len(self.guests)}")
            self.guests.append(guest)
            came.append(await guest.arrive())
        return came

    def sit(self, guest: Guest, table: str, urls: list[str] | None = None) -> Player:
        player = Player(guest, table, len(self.players), urls)
        self.players.append(player)
        return player

    async def join(self, guest: Guest, table: str) -> Player:
        """Sit down and follow the table."""
        player = self.sit(guest, table)
        await player.connect()
        await player.watch()
        return player
