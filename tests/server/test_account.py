"""What belongs to a person: everything stored can be taken along, and deleted with the person."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from spieltisch.match import Record, verify
from spieltisch.server import messages as ms
from tests.server.harness import Company, Guest, open_table

if TYPE_CHECKING:
    from tests.server.harness import ServerProcess

FIRST, SECOND = (" ".join(words) for words in (("the", "first", "phrase"), ("another", "one", "now")))


async def play_out(company: Company, guests: list[Guest]) -> str:
    """A finished game."""
    table = await open_table(guests, "wampum")
    await guests[0].post(f"/api/tables/{table}/chat", {"text": "good luck from me"})
    players = [company.sit(guest, table) for guest in guests]
    await asyncio.wait_for(asyncio.gather(*(player.play() for player in players)), 300)
    return table


async def exported(guest: Guest) -> Any:
    """What somebody takes along, checked against its description."""
    answer = await guest.http.get("/api/me/export")
    assert answer.status_code == 200, answer.text
    assert "attachment" in answer.headers["content-disposition"]
    described = msgspec.json.decode(answer.content, type=ms.Export)
    assert set(answer.json()) == set(described.__struct_fields__)
    return answer.json()


def test_the_export_has_everything_about_me_and_nothing_that_others_hide(server: ServerProcess) -> None:
    async def play() -> None:
        async with Company(server.url) as company:
            guests = await company.invite(2)
            await guests[0].post("/api/account", {"account": f"e-{guests[0].id}", "passphrase": FIRST})
            secret = (await guests[0].post("/api/tokens", {"label": "my program", "scope": "read"}))["token"]
            over = await play_out(company, guests)
            begun = await open_table(guests, "wampum")
            await guests[1].post(f"/api/tables/{begun}/chat", {"text": "said by the other"})
            answer = await exported(guests[0])
            assert answer["person"]["id"] == guests[0].id
            assert answer["person"]["account"] == f"e-{guests[0].id}"
            assert sorted(str(key["label"]) for key in answer["keys"]) == ["None", "my program"]
            assert [result["table_id"] for result in answer["results"]] == [over]
            tables = {table["id"]: table for table in answer["tables"]}
            assert set(tables) == {over, begun}
            assert [line["text"] for line in tables[over]["said"]] == ["good luck from me"]
            verify(msgspec.convert(tables[over]["record"], Record))
            assert tables[begun]["record"] is None
            text = msgspec.json.encode(answer).decode()
            hidden = (secret, guests[0].cookie.partition("=")[2], "argon2", "said by the other", '"hash"')
            assert not [word for word in hidden if word in text]

    asyncio.run(play())


def test_whoever_left_before_a_game_takes_nothing_of_it_along(server: ServerProcess) -> None:
    """At a table without spectators a game belongs to those who have played it."""

    async def play() -> None:
        async with Company(server.url) as company:
            host, friend, third, curious = await company.invite(4)
            seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]
            wish = {"game": "wampum", "seats": seats, "settings": {"spectators": False}}
            table = (await host.post("/api/tables", wish))["id"]
            await curious.post(f"/api/tables/{table}/join", {})
            await curious.post(f"/api/tables/{table}/leave")
            player = await company.join(host, table)
            for guest in (friend, third):
                await guest.post(f"/api/tables/{table}/join", {})
            while not player.turn.get("waiting"):
                await player.hear()
            for seat, guest in enumerate((host, friend)):
                await guest.post(f"/api/tables/{table}/resign", {"seat": seat})
            await curious.get(f"/api/tables/{table}/record", status=403)
            for guest, knows in ((curious, False), (friend, True)):
                (told,) = (await exported(guest))["tables"]
                assert (told["id"], told["record"] is not None) == (table, knows)

    asyncio.run(play())


def test_a_token_neither_takes_data_along_nor_deletes_its_owner(server: ServerProcess) -> None:
    async def play() -> None:
        async with Company(server.url) as company:
            (guest,) = await company.invite()
            token = (await guest.post("/api/tokens", {"label": "program"}))["token"]
            guest.http.cookies.clear()
            guest.http.headers["Authorization"] = f"Bearer {token}"
            refused = await guest.get("/api/me/export", status=403)
            assert refused["key"] == "server.refuse.session_only"
            await guest.post("/api/me/delete", {"sure": True}, status=403)
            await guest.get("/api/me")

    asyncio.run(play())


def test_whoever_deletes_themselves_has_to_mean_it_and_is_gone(server: ServerProcess) -> None:
    async def play() -> None:
        async with Company(server.url) as company:
            guests = await company.invite(2)
            account = f"d-{guests[0].id}"
            await guests[0].post("/api/account", {"account": account, "passphrase": FIRST})
            table = await play_out(company, guests)
            wrong = await guests[0].post("/api/me/delete", {"passphrase": SECOND, "sure": True}, status=401)
            assert wrong["key"] == "server.refuse.credentials"
            await guests[0].post("/api/me/delete", {"passphrase": FIRST}, status=204)
            await guests[0].get("/api/me", status=401)
            credentials = {"account": account, "passphrase": FIRST}
            await guests[0].post("/api/session", credentials, status=401)
            # The game stays for the other one, with the result, and without the name and the words.
            state = msgspec.json.encode(await guests[1].get(f"/api/tables/{table}")).decode()
            assert guests[0].name not in state
            assert "good luck" not in state
            verify(msgspec.convert(await guests[1].get(f"/api/tables/{table}/record"), Record))
            assert (await guests[1].get("/api/me/statistics"))["played"] == 1
            # The name of the account is free again.
            await guests[1].post("/api/account", credentials)

    asyncio.run(play())


def test_a_guest_says_that_it_is_meant(server: ServerProcess) -> None:
    async def play() -> None:
        async with Company(server.url) as company:
            (guest,) = await company.invite()
            alone = await open_table([guest], "wampum", bots=1)
            refused = await guest.post("/api/me/delete", {}, status=400)
            assert refused["key"] == "server.refuse.not_sure"
            await guest.post("/api/me/delete", {"sure": True}, status=204)
            (other,) = await company.invite()
            await other.get(f"/api/tables/{alone}", status=404)

    asyncio.run(play())


@pytest.mark.parametrize("path", ["/api/me/export", "/api/sessions", "/api/tokens"])
def test_nobody_in_particular_gets_nothing(server: ServerProcess, path: str) -> None:
    async def ask() -> None:
        async with Company(server.url) as company:
            nobody = Guest(company.url, "nobody")
            company.guests.append(nobody)
            await nobody.get(path, status=401)

    asyncio.run(ask())
