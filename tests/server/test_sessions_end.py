"""A connection ends with its key: sockets, streams, waiting requests, on every server. What a token may not do."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
import websockets

from spieltisch.server.visits import Visits
from spieltisch.store import Person
from tests.server.harness import LONG, NO_TLS, Company, Guest, ServerProcess, open_socket, open_table

SOON = 20.0
"""It is to be a second; the machine may be busy. A waiting request would last 25 s, a stream for ever."""


class Connections:
    """One of each kind, all with the same key."""

    def __init__(self, url: str, headers: dict[str, str], table: str) -> None:
        self.url = url
        self.headers = headers
        self.table = table
        self.open: dict[str, asyncio.Task[Any]] = {}

    async def __aenter__(self) -> Connections:
        ready = {kind: asyncio.Event() for kind in ("socket", "stream", "wait")}
        for kind, work in (("socket", self.socket), ("stream", self.stream), ("wait", self.wait)):
            self.open[kind] = asyncio.create_task(work(ready[kind]))
        for event in ready.values():
            await asyncio.wait_for(event.wait(), LONG)
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self.open.values():
            task.cancel()
        await asyncio.gather(*self.open.values(), return_exceptions=True)

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.url, headers=self.headers, timeout=120, verify=NO_TLS)

    async def socket(self, ready: asyncio.Event) -> int | None:
        async with await open_socket(self.url, self.headers) as socket:
            await socket.recv()
            ready.set()
            with contextlib.suppress(websockets.ConnectionClosed):
                while True:
                    await socket.recv()
            code: int | None = socket.close_code
            return code

    async def stream(self, ready: asyncio.Event) -> str:
        async with self.client() as http, http.stream("GET", f"/api/tables/{self.table}/stream") as answer:
            assert answer.status_code == 200
            async for _ in answer.aiter_lines():
                ready.set()
        return "ended"

    async def wait(self, ready: asyncio.Event) -> int:
        async with self.client() as http:
            seq = (await http.get(f"/api/tables/{self.table}")).json()["seq"]
            asyncio.get_running_loop().call_later(0.3, ready.set)
            return (await http.get(f"/api/tables/{self.table}/events?since={seq}&wait=25")).status_code

    async def end(self) -> dict[str, Any]:
        done, _ = await asyncio.wait(self.open.values(), timeout=SOON)
        return {kind: task.result() if task in done else "still open" for kind, task in self.open.items()}

    @property
    def all_open(self) -> bool:
        return not any(task.done() for task in self.open.values())


ENDED = {"socket": 1008, "stream": "ended", "wait": 401}


async def bearer(guest: Guest, **wish: str) -> tuple[str, dict[str, str]]:
    token = await guest.post("/api/tokens", {"label": "program", **wish})
    return token["id"], {"Authorization": f"Bearer {token['token']}"}


async def on_all(stack: AsyncExitStack, urls: list[str], headers: dict[str, str], table: str) -> list[Connections]:
    return [await stack.enter_async_context(Connections(url, headers, table)) for url in urls]


async def a_withdrawn_token(urls: list[str]) -> None:
    async with Company(urls[0]) as company, AsyncExitStack() as stack:
        (guest,) = await company.invite()
        table = await open_table([guest], "wampum", bots=1)
        token, headers = await bearer(guest)
        _, others = await bearer(guest)
        with_token = await on_all(stack, urls, headers, table)
        with_other = await on_all(stack, urls[:1], others, table)
        with_session = await on_all(stack, urls[:1], {"Cookie": guest.cookie}, table)
        (await guest.http.delete(f"/api/tokens/{token}")).raise_for_status()
        for connections in with_token:
            assert await connections.end() == ENDED
        assert all(connections.all_open for connections in (*with_other, *with_session))


def test_withdrawing_a_token_ends_its_connections_and_no_others(server: ServerProcess) -> None:
    asyncio.run(a_withdrawn_token([server.url]))


def test_withdrawing_a_token_ends_its_connections_on_the_other_server_too(servers: list[ServerProcess]) -> None:
    asyncio.run(a_withdrawn_token([server.url for server in servers]))


async def signed_in_twice(company: Company) -> tuple[Guest, Guest]:
    """Somebody with an account, on two devices."""
    first, second = await company.invite(2)
    account = {"account": f"ada-{first.id}", "passphrase": "correct horse"}
    await first.post("/api/account", account)
    second.http.cookies.clear()
    await second.post("/api/session", account)
    assert (await second.get("/api/me"))["id"] == first.id
    return first, second


def test_signing_out_ends_this_session_alone(server: ServerProcess) -> None:
    async def scene() -> None:
        async with Company(server.url) as company, AsyncExitStack() as stack:
            first, second = await signed_in_twice(company)
            table = await open_table([first], "wampum", bots=1)
            (here,) = await on_all(stack, [server.url], {"Cookie": first.cookie}, table)
            (there,) = await on_all(stack, [server.url], {"Cookie": second.cookie}, table)
            await first.http.delete("/api/session")
            assert await here.end() == ENDED
            assert there.all_open

    asyncio.run(scene())


def test_a_new_passphrase_ends_all_other_sessions(server: ServerProcess) -> None:
    async def scene() -> None:
        async with Company(server.url) as company, AsyncExitStack() as stack:
            first, second = await signed_in_twice(company)
            table = await open_table([first], "wampum", bots=1)
            (here,) = await on_all(stack, [server.url], {"Cookie": first.cookie}, table)
            (there,) = await on_all(stack, [server.url], {"Cookie": second.cookie}, table)
            change = {"passphrase": "wrong horse", "new": "battery staple"}
            await first.post("/api/account/passphrase", change, status=401)
            assert there.all_open
            await first.post("/api/account/passphrase", change | {"passphrase": "correct horse"})
            assert await there.end() == ENDED
            assert here.all_open
            account = (await first.get("/api/me"))["account"]
            await second.post("/api/session", {"account": account, "passphrase": "correct horse"}, status=401)
            await second.post("/api/session", {"account": account, "passphrase": "battery staple"})

    asyncio.run(scene())


def test_sessions_are_listed_and_ended_one_by_one(server: ServerProcess) -> None:
    async def scene() -> None:
        async with Company(server.url) as company, AsyncExitStack() as stack:
            first, second = await signed_in_twice(company)
            table = await open_table([first], "wampum", bots=1)
            (there,) = await on_all(stack, [server.url], {"Cookie": second.cookie}, table)
            listed = await first.get("/api/sessions")
            assert sorted(session["current"] for session in listed) == [False, True]
            other = next(session["id"] for session in listed if not session["current"])
            (await first.http.delete(f"/api/sessions/{other}")).raise_for_status()
            assert await there.end() == ENDED
            assert len(await first.get("/api/sessions")) == 1
            assert (await first.http.delete(f"/api/sessions/{other}")).status_code == 404
            (stranger,) = await company.invite()
            mine = (await first.get("/api/sessions"))[0]["id"]
            assert (await stranger.http.delete(f"/api/sessions/{mine}")).status_code == 404

    asyncio.run(scene())


FORBIDDEN = (
    ("POST", "/api/tokens", {"label": "child"}),
    ("GET", "/api/tokens", None),
    ("DELETE", "/api/tokens/any", None),
    ("POST", "/api/account", {"account": "stolen", "passphrase": "correct horse"}),
    ("POST", "/api/account/passphrase", {"passphrase": "correct horse", "new": "battery staple"}),
    ("PATCH", "/api/me", {"name": "Mallory"}),
    ("POST", "/api/me", {"name": "Mallory"}),
    ("DELETE", "/api/session", None),
    ("GET", "/api/sessions", None),
    ("DELETE", "/api/sessions/others", None),
)


@pytest.mark.parametrize("scope", ["play", "read"])
def test_no_token_decides_about_the_person_whose_it_is(server: ServerProcess, scope: str) -> None:
    async def scene() -> None:
        async with Company(server.url) as company:
            (guest,) = await company.invite()
            _, headers = await bearer(guest, scope=scope)
            async with httpx.AsyncClient(base_url=server.url, headers=headers, verify=NO_TLS, timeout=LONG) as program:
                for method, path, body in FORBIDDEN:
                    answer = await program.request(method, path, json=body)
                    assert answer.status_code == 403, (method, path, answer.text)
                    assert answer.json()["key"].endswith(("session_only", "read_only")), path
            assert (await guest.get("/api/me"))["name"] == guest.name
            assert len(await guest.get("/api/tokens")) == 1

    asyncio.run(scene())


def test_a_token_that_may_only_watch_watches_and_does_nothing_else(server: ServerProcess) -> None:
    async def scene() -> None:
        async with Company(server.url) as company:
            (guest,) = await company.invite()
            table = await open_table([guest], "wampum", bots=1)
            _, headers = await bearer(guest, scope="read")
            async with httpx.AsyncClient(base_url=server.url, headers=headers, verify=NO_TLS, timeout=LONG) as program:
                assert (await program.get(f"/api/tables/{table}")).status_code == 200
                for path in ("resign", "chat", "hint", "moves", "leave", "join", "review"):
                    answer = await program.post(f"/api/tables/{table}/{path}", json={})
                    assert (answer.status_code, answer.json()["key"]) == (403, "server.refuse.read_only"), path
                assert (await program.post("/api/tables", json={})).status_code == 403
            player = company.sit(guest, table)
            guest.http.cookies.clear()
            await program_connects(player, headers)
            await player.watch()
            for kind, fields in (("resign", {"seat": 0}), ("chat", {"text": "hello"}), ("hint", {"seat": 0})):
                await player.say(kind, ref=kind, **fields)
                answer = await player.hear_until("answer", kind)
                assert answer["refused"]["key"] == "server.refuse.read_only"

    async def program_connects(player: Any, headers: dict[str, str]) -> None:
        player.socket = await open_socket(server.url, headers)

    asyncio.run(scene())


def test_who_was_let_in_while_the_key_was_ended_is_shown_out_again() -> None:
    """The key was looked up before it ended, and the connection is noted after that."""
    visits, shown_out = Visits(), []
    visits.end(["k"])
    late = visits.enter(Person("p", "Ada", key="k"), lambda: shown_out.append("late"))
    other = visits.enter(Person("p", "Ada", key="another"), lambda: shown_out.append("other"))
    assert (late.worthless, other.worthless, shown_out) == (True, False, ["late"])
    visits.leave(late)
    visits.leave(other)
    assert not visits.by_key
