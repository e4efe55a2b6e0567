"""The protocol is declared once: actions, their addresses and rulings, events and what everybody may know of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pytest

from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server import news
from spieltisch.server.acting import ruling_for
from spieltisch.server.applying import CHANGES
from spieltisch.server.http.actions import HANDLERS
from tests.server.harness import Company, open_table

if TYPE_CHECKING:
    from tests.server.harness import ServerProcess

ACTIONS = get_args(ms.AnyAction)
EVENTS = get_args(ev.AnyEvent)
QUESTIONS = (ms.Ask, ms.Hint)
WITHOUT_ONE_EVENT = (*QUESTIONS, ms.Start, ms.Rematch)
"""Starting looks up accounts before, and a rematch opens a table."""
SECRETS = {"deal", "salt", "move", "id", "invite", "options", "settings", "host", "seats", "ends", "agree"}
"""Fields of events that nobody is told as they are."""


def example(action: type[ms.AnyAction]) -> ms.AnyAction:
    """Some action of a kind."""
    values: dict[str, Any] = {
        "table": "T",
        "seat": 0,
        "move": "x",
        "seq": 1,
        "build": "",
        "agree": True,
        "text": "Hello.",
    }
    fields = [field.name for field in msgspec.structs.fields(action) if field.required]
    return action(**{name: values[name] for name in fields})


def test_every_action_has_an_address_of_its_own_and_its_body_is_the_rest_of_it() -> None:
    addresses = [path for handler in HANDLERS for path in handler.paths]
    assert len(addresses) == len(set(addresses)) == len(ACTIONS)
    for action in ACTIONS:
        body = ms.BODIES[action]
        assert set(action.__struct_fields__) - {"table", "ref"} == set(body.__struct_fields__ if body else ())


def test_every_action_that_changes_something_has_a_ruling() -> None:
    nobody: Any = None
    for action in ACTIONS:
        if action not in WITHOUT_ONE_EVENT:
            assert callable(ruling_for(nobody, nobody, example(action)))


def test_every_event_is_applied_by_a_function_of_its_own() -> None:
    assert set(CHANGES) == set(EVENTS)
    assert len(set(CHANGES.values())) == len(EVENTS)


def test_a_field_of_an_event_is_secret_unless_it_is_declared_public() -> None:
    class Whispered(ev.Event, frozen=True, kw_only=True, tag="whispered"):
        """Somebody whispers."""

        seat: ev.Public[int]
        words: str

    (kind,) = news.derived(Whispered).values()
    assert kind.__struct_fields__ == ("seat",)


def test_what_events_keep_to_themselves_is_in_no_news() -> None:
    for event in EVENTS:
        for kind in news.NEWS[event].values():
            assert not SECRETS & set(kind.__struct_fields__), kind
    assert set(ev.Moved.__struct_fields__) - set(news.KEPT[ev.Moved]) == {"move", "person", "id"}


def test_news_of_different_events_can_be_told_apart() -> None:
    tags = [kind.__struct_config__.tag for kind in get_args(ms.AnyNews)]
    assert len(tags) == len(set(tags))


@pytest.mark.parametrize("way", ["socket", "http"])
def test_socket_and_http_do_the_same(server: ServerProcess, way: str) -> None:
    """Sit down, start, move, say something, resign, and play again: either way."""

    async def play() -> list[str]:
        async with Company(server.url) as company:
            ada, ben = await company.invite(2)
            seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]
            table = (await ada.post("/api/tables", {"game": "amul", "seats": seats}))["id"]
            players = {guest: await company.join(guest, table) for guest in (ada, ben)}

            async def act(guest: Any, kind: str, address: str, status: int = 200, **fields: Any) -> Any:
                if way == "http":
                    return await guest.post(f"/api/tables/{table}/{address}", fields, status)
                await players[guest].say(kind, ref=kind, **fields)
                return await players[guest].hear_until("answer", kind)

            await act(ben, "sit", "join", seat=1)
            await act(ben, "stand", "leave")
            await act(ben, "sit", "join", seat=2)
            await act(ada, "chat", "chat", text="Hello.")
            refused = await act(ada, "start", "start", 409)
            assert (refused.get("refused") or refused)["key"] == "server.refuse.empty_seats"
            await act(ada, "close", "close")
            state = await ada.get(f"/api/tables/{table}")
            return [entry["news"]["what"] for entry in state["log"]]

    assert asyncio.run(play()) == ["created", "sat", "stood", "sat", "chat", "closed"]


def test_a_rematch_asked_for_over_the_socket_is_answered_with_its_table(server: ServerProcess) -> None:
    async def play() -> None:
        async with Company(server.url) as company:
            (ada,) = await company.invite()
            table = await open_table([ada], "wigwam", bots=1)
            player = await company.join(ada, table)
            await player.say("resign", ref="r", seat=player.mine[0])
            assert (await player.hear_until("answer", "r"))["ok"]
            await player.say("rematch", ref="again")
            answer = await player.hear_until("answer", "again")
            following = await ada.get(f"/api/tables/{answer['table']}")
            assert following["table"]["rematch_of"] == table
            assert following["table"]["status"] == "playing"

    asyncio.run(play())
