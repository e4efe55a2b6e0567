"""Sets of one's own at a server: kept by person, chosen for a table, seen by those who sit there, and in the record."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from spieltisch.games.amul import house, parse
from spieltisch.games.amul.cards import house_text
from spieltisch.server.ruling import Refused
from spieltisch.server.settings import Settings
from spieltisch.server.trials import Trials
from tests.amul.card_mistakes import made
from tests.server.harness import Company, Guest, ServerProcess, open_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.nursery import Nursery

Scene = Callable[[Company], Awaitable[None]]
SHOP = "/api/workshop/amul"


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server whose hosts offer three sets, one of them with a mistake, one that is no text."""
    folder = tmp_path_factory.mktemp("workshop")
    (folder / "sets" / "amul").mkdir(parents=True)
    (folder / "sets" / "amul" / "evening.toml").write_text(named("Evening"), "utf-8")
    (folder / "sets" / "amul" / "broken.toml").write_text(
        named("Broken").replace("points = 7", "points = 7000"), "utf-8"
    )
    (folder / "sets" / "amul" / "signs.toml").write_bytes(b"\xff\xfe")
    running = ServerProcess(
        f"sqlite:///{folder}/test.db",
        folder / "log",
        nursery=nursery,
        SPIELTISCH_SETS=str(folder / "sets"),
        SPIELTISCH_SETS_PER_PERSON="3",
        SPIELTISCH_TRIAL_GAMES="20",
    )
    running.start()
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log.read_text(), running.log.read_text()


@pytest.fixture
def at(workshop: ServerProcess) -> Callable[[Scene], None]:
    """Play a scene at the server."""

    def run(scene: Scene) -> None:
        async def play() -> None:
            async with Company(workshop.url) as company:
                await asyncio.wait_for(scene(company), 600)

        asyncio.run(play())

    return run


def named(name: str) -> str:
    """The set of the house under another name, with dearer gold."""
    return made('"gold"\n', "points = 5", "points = 7").replace('set = "house"', f'set = "{name}"')


async def draft_of(guest: Guest, text: str) -> dict[str, Any]:
    """A file as a form has it."""
    opened: dict[str, Any] = await guest.post(f"{SHOP}/read", {"text": text})
    draft: dict[str, Any] = opened["draft"]
    return draft


async def kept(guest: Guest, name: str) -> str:
    """Keep a set; gives its id."""
    return str((await guest.post(SHOP, {"draft": await draft_of(guest, named(name))}))["id"])


def test_sets_are_listed_read_changed_and_deleted_by_their_owner(at: Any) -> None:
    async def scene(company: Company) -> None:
        one, two = await company.invite(2)
        mine = await kept(one, "Mine")
        listed = await one.get(SHOP)
        assert [(entry["kind"], entry["name"], entry["good"]) for entry in listed] == [
            ("house", "", True),
            ("hosts", "Evening", True),
            ("own", "Mine", True),
            ("empty", "", True),
        ]
        assert "own" not in [entry["kind"] for entry in await two.get(SHOP)]
        opened = await one.get(f"{SHOP}/{mine}")
        assert (opened["name"], opened["mistakes"]) == ("Mine", [])
        opened["draft"]["set"] = "Mine, \u00bb2\u00ab"
        opened["draft"]["card"][0]["position"] = "floor"
        answer = await one.http.put(f"{SHOP}/{mine}", json={"draft": opened["draft"]})
        assert (answer.json()["name"], answer.json()["good"]) == ("Mine, \u00bb2\u00ab", False)
        (mistake,) = (await one.get(f"{SHOP}/{mine}?language=de"))["mistakes"]
        assert mistake["place"] == ["card", 0, "position"]
        assert "floor" in mistake["what"]
        file = await one.http.get(f"{SHOP}/{mine}/file")
        assert file.headers["content-type"].startswith("application/toml")
        assert "floor" in file.text
        # Whoever was given its link reads it, and changes nothing.
        assert (await two.get(f"{SHOP}/{mine}"))["name"] == "Mine, \u00bb2\u00ab"
        assert (await two.http.get(f"{SHOP}/{mine}/file")).text == file.text
        assert (await two.http.put(f"{SHOP}/{mine}", json={"draft": opened["draft"]})).status_code == 404
        assert (await two.http.delete(f"{SHOP}/{mine}")).status_code == 404
        assert "own" not in [entry["kind"] for entry in await two.get(SHOP)]
        assert (await one.http.delete(f"{SHOP}/{mine}")).status_code == 204
        await one.get(f"{SHOP}/{mine}", status=404)

    at(scene)


def test_games_without_a_workshop_have_none(at: Any) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        await guest.get("/api/workshop/wampum", status=404)
        await guest.get("/api/workshop/nosuch", status=404)
        await guest.post("/api/workshop/wampum/check", {"draft": {}}, status=404)
        seats = [{"kind": "me"}, {"kind": "bot"}]
        await guest.post("/api/tables", {"game": "wampum", "seats": seats, "set": "evening"}, status=404)
        assert [game["workshop"] for game in await guest.get("/api/games")] == [True, False, False]

    at(scene)


def test_nobody_keeps_sets_without_end(at: Any) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        for number in range(3):
            await kept(guest, f"Set {number}")
        answer = await guest.post(SHOP, {"draft": await draft_of(guest, named("Fourth"))}, status=409)
        assert answer["key"] == "server.refuse.set_limit"
        draft = await draft_of(guest, named("x"))
        nameless = await guest.post(SHOP, {"draft": {**draft, "set": "\u200b"}}, status=400)
        assert nameless["key"] == "server.refuse.name"

    at(scene)


def test_a_table_is_played_with_a_set_and_the_record_replays_elsewhere(at: Any, tmp_path: Path) -> None:
    async def scene(company: Company) -> None:
        one, two = await company.invite(2)
        mine = await kept(one, "Our box")
        table = await open_table([one, two], "amul", bots=1, set=mine)
        info = (await two.get(f"/api/tables/{table}"))["table"]
        assert (info["set"], info["options"]) == ("Our box", {"tea": False})
        # What is changed later changes nothing here, nor does deleting it.
        await one.http.put(f"{SHOP}/{mine}", json={"draft": await draft_of(one, house_text())})
        await one.http.delete(f"{SHOP}/{mine}")
        shown = await two.get(f"/api/tables/{table}/set")
        assert shown["name"] == "Our box"
        assert parse(shown["text"]).hash == parse(named("Our box")).hash
        gold = next(card for card in shown["described"]["cards"] if card["id"] == "gold")
        assert gold["score"][0]["points"] == 7
        copy = await two.post(SHOP, {"draft": await draft_of(two, shown["text"])})
        assert copy["name"] == "Our box"
        players = [await company.join(guest, table) for guest in (one, two)]
        await asyncio.gather(*(player.play() for player in players))
        record = await one.get(f"/api/tables/{table}/record")
        assert record["cards"] == {"set": "Our box", "hash": parse(named("Our box")).hash}
        replayed = await two.get(f"/api/tables/{table}/replay?seat=all")
        assert replayed["table"]["set"] == "Our box"
        again = await two.post("/api/records", record)
        assert (again["imported"], again["set"], again["options"]) == (True, "Our box", {"tea": False})
        assert len((await two.get(f"/api/tables/{again['id']}/replay"))["steps"]) == len(record["moves"]) + 1
        assert (await two.get(f"/api/tables/{again['id']}/set"))["text"] == shown["text"]
        onwards = await two.post(f"/api/tables/{table}/branch", {"moves": 5, "seat": 0})
        assert onwards["set"] == "Our box"
        following = await one.post(f"/api/tables/{table}/rematch")
        assert following["set"] == "Our box"
        (tmp_path / "record.json").write_text(json.dumps(record), "utf-8")

    at(scene)
    command = [sys.executable, "-m", "spieltisch", "replay", str(tmp_path / "record.json")]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


def test_the_house_and_the_hosts_sets_can_be_chosen_by_everybody(at: Any) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        table = await open_table([guest], "amul", bots=2, set="house")
        assert (await guest.get(f"/api/tables/{table}"))["table"]["set"] is None
        await guest.get(f"/api/tables/{table}/set", status=404)
        table = await open_table([guest], "amul", bots=2, set="hosts-evening")
        assert (await guest.get(f"/api/tables/{table}"))["table"]["set"] == "Evening"
        for wrong in ("hosts-broken", "hosts-../../etc/passwd", "nosuch"):
            seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
            answer = await guest.http.post("/api/tables", json={"game": "amul", "seats": seats, "set": wrong})
            assert answer.status_code in (400, 404), answer.text

    at(scene)


def test_a_set_with_mistakes_is_not_played_and_says_why(at: Any) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        bad = named("Bad").replace("points = 7", "points = 7000")
        wrong = await guest.post(SHOP, {"draft": await draft_of(guest, bad)})
        assert not wrong["good"]
        seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
        answer = await guest.post("/api/tables", {"game": "amul", "seats": seats, "set": wrong["id"]}, status=400)
        assert answer["key"] == "amul.cards.bad"
        assert "7000" in answer["text"]
        answer = await guest.post(f"{SHOP}/trials", {"draft": await draft_of(guest, bad)}, status=400)
        assert answer["key"] == "amul.cards.bad"

    at(scene)


def test_who_may_not_watch_sees_no_set(at: Any) -> None:
    async def scene(company: Company) -> None:
        one, two = await company.invite(2)
        mine = await kept(one, "Secret")
        table = await open_table([one], "amul", bots=2, set=mine, settings={"spectators": False})
        await one.get(f"/api/tables/{table}/set")
        await two.get(f"/api/tables/{table}/set", status=403)

    at(scene)


def test_drafts_are_checked_with_a_preview(at: Any) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        draft = (await guest.get(f"{SHOP}/house"))["draft"]
        at_gold = next(at for at, card in enumerate(draft["card"]) if card["id"] == "gold")
        del draft["card"][at_gold]["text"]
        body = {"draft": draft, "about": json.dumps({"table": "card", "at": at_gold}), "language": "de"}
        checked = await guest.post(f"{SHOP}/check", body)
        assert (checked["mistakes"], checked["text"]) == ([], None)
        assert checked["preview"]["sentences"]["de"].startswith("Jede Karte zählt 5 Punkte")
        assert checked["preview"]["example"]["points"] == 4
        whole = await guest.post(f"{SHOP}/check", {"draft": draft, "file": True})
        assert len(parse(whole["text"]).kinds) == len(house().kinds)
        await guest.post(f"{SHOP}/check", {**body, "about": "nonsense"}, status=400)
        await guest.post(f"{SHOP}/check", {**body, "language": "tlh"}, status=404)

    at(scene)


def test_hostile_sets_are_refused_with_a_sentence(at: Any) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        draft = await draft_of(guest, house_text())
        long = await guest.post(f"{SHOP}/read", {"text": "# words\n" * 20_000}, status=413)
        assert long["key"] == "server.refuse.set_long"
        for text in ("x = [", "a = " + "[" * 900, "a." * 30_000 + "a = 1", "\x00"):
            answer = await guest.post(f"{SHOP}/read", {"text": text}, status=400)
            assert answer["text"].startswith("The card file has 1 problem")
        deep = b'{"draft":{"size":' + b"[" * 3_000 + b"]" * 3_000 + b"}}"
        answer = await guest.http.post(f"{SHOP}/check", content=deep, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400, answer.text
        big = await guest.http.post(f"{SHOP}/check", json={"draft": {**draft, "size": "y" * 400_000}})
        assert big.status_code == 413
        strange: list[dict[str, Any]] = [
            {"set": "<b>x</b>"},
            {"size": 10**18},
            {"card": [[]] * 300},
            {"majority": {"places": ["\u202e"]}},
        ]
        for change in strange:
            checked = await guest.post(f"{SHOP}/check", {"draft": {**draft, **change}})
            assert checked["mistakes"]
        record = {"format": "spieltisch/1", "game": "amul", "players": 3, "deal": {}, "moves": [], "result": None}
        for cards in ("x" * 150_001, "x = [", named("<i>")):
            answer = await guest.http.post("/api/records", json={**record, "options": {"cards": cards}})
            assert answer.status_code in (400, 413), answer.text
            assert answer.json()["text"]
        # The server is none the worse for it.
        assert (await guest.post(f"{SHOP}/check", {"draft": draft}))["mistakes"] == []

    at(scene)


def test_bots_try_out_a_set(at: Any) -> None:
    async def scene(company: Company) -> None:
        one, two = await company.invite(2)
        body = {"draft": await draft_of(one, named("Tried"))}
        trial = await one.post(f"{SHOP}/trials", body)
        assert (trial["total"], trial["players"], trial["even"]) == (20, 4, 0.25)
        other = {"draft": await draft_of(one, named("Other"))}
        answer = await one.http.post(f"{SHOP}/trials", json=other)
        assert answer.status_code in (200, 429)  # one at a time, unless the first is finished already
        while trial["done"] < trial["total"]:
            await asyncio.sleep(0.2)
            trial = await two.get(f"{SHOP}/trials/{trial['id']}")
        assert {card["id"] for card in trial["cards"]} == {kind.id for kind in house().kinds}
        gold = next(card for card in trial["cards"] if card["id"] == "gold")
        assert gold["owners"] > 0
        assert gold["points"] > 2
        assert 0 <= gold["win_share"] <= 1
        again = await two.post(f"{SHOP}/trials", body)
        assert again["done"] == 20  # the same set is not tried out twice
        await one.get(f"{SHOP}/trials/{'0' * 32}", status=404)

    at(scene)


def test_a_house_fills_up_with_sets_no_faster_than_with_records(tmp_path: Path, nursery: Nursery) -> None:
    """A table keeps the set with which it is played; opening and closing tables must not fill the disk."""
    server = ServerProcess(
        f"sqlite:///{tmp_path}/sets.db", tmp_path / "log", nursery=nursery, SPIELTISCH_IMPORTS_PER_MINUTE="3"
    )
    server.start()

    async def scene() -> None:
        async with Company(server.url) as company:
            one, other = await company.invite(2)
            own = await kept(one, "Mine")
            body = {"game": "amul", "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * 2]}
            table = (await one.post("/api/tables", body | {"set": own, "start": True}))["id"]
            await one.post(f"/api/tables/{table}/resign", {"seat": 0})
            await one.post(f"/api/tables/{table}/branch", {"moves": 0, "seat": 0})
            for path, wish in (
                ("/api/tables", body | {"set": own}),
                (f"/api/tables/{table}/branch", {"moves": 0, "seat": 0}),
                (SHOP, {"draft": {}}),
            ):
                refused = await other.post(path, wish, 429)
                assert refused["key"] == "server.refuse.too_fast", path
            await other.post("/api/tables", body)
            await other.post("/api/tables", body | {"set": "house"})

    asyncio.run(scene())
    assert server.stop() == 0


def test_no_more_trials_wait_than_anybody_would_wait_for() -> None:
    """Guests are quickly made: what each of them wants tried out must not pile up."""

    def later(work: Any) -> None:
        work.close()

    async def scene() -> None:
        hall: Any = SimpleNamespace(settings=Settings(), spawn=later)
        trials = Trials(hall)
        for number in range(20):
            trials.begin("amul", f"set {number}", f"guest {number}")
        with pytest.raises(Refused) as refused:
            trials.begin("amul", "one more", "somebody else")
        assert refused.value.key == "server.refuse.trials_full"
        assert trials.begin("amul", "set 3", "somebody else").done == 0  # of one that waits anybody may hear

    asyncio.run(scene())


def test_sets_go_with_their_owner(at: Any) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        await kept(guest, "Mine")
        exported = await guest.get("/api/me/export")
        assert [entry["name"] for entry in exported["sets"]] == ["Mine"]
        await guest.post("/api/me/delete", {"passphrase": "", "sure": True})

    at(scene)
