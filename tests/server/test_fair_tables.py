"""Closing tables, the lobby, records of games that somebody gave up, ids, and moves that the table makes by itself."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from typer.testing import CliRunner

from spieltisch import games
from spieltisch.match import BadRecord, Record, read_line, verify
from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server import outgoing, ruling
from spieltisch.server.sitting import Sitting
from spieltisch.store import EventRow
from tests.server.harness import LONG, Company, Guest, Player, ServerProcess, open_table
from tests.server.test_table_life import at, catch_up, done, move, pair, refused  # noqa: F401 - a fixture

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from spieltisch.server.steps import Step

OPEN = {"game": "wigwam", "seats": [{"kind": "me"}, {"kind": "open"}]}
BOTS = [{"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]


async def listed(guest: Guest, which: str = "") -> list[str]:
    return [line["table"]["id"] for line in await guest.get(f"/api/tables{which}")]


# --- closing -----------------------------------------------------------------------------------------------


def test_a_host_closes_a_table_before_the_game_and_everybody_is_told(at: Any) -> None:  # noqa: F811
    async def scene(company: Company) -> None:
        host, friend, stranger = await company.invite(3)
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        wish = {"game": "wampum", "seats": seats, "listed": True, "settings": {"spectators": False}}
        table = (await host.post("/api/tables", wish))["id"]
        path = f"/api/tables/{table}"
        await friend.post(f"{path}/join", {})
        watchers = [await company.join(guest, table) for guest in (friend, stranger)]
        assert "host_only" in (await friend.post(f"{path}/close", status=403))["key"]
        seq = (await host.post(f"{path}/close"))["seq"]
        for watcher in watchers:
            await catch_up(watcher, seq)
            assert watcher.events[-1]["news"] == {"what": "closed"}
            assert watcher.info["status"] == "closed"
        assert table not in await listed(stranger)
        assert table not in await listed(friend, "/mine")
        for act, body in (("join", {}), ("start", None), ("leave", None), ("close", None), ("chat", {"text": "?"})):
            by = stranger if act == "join" else friend if act in ("leave", "chat") else host
            assert (await by.post(f"{path}/{act}", body, status=409))["key"] == "server.refuse.closed", act
        assert any("closed" in line["text"] for line in await friend.get(f"{path}/log"))

    at(scene)


def test_a_game_against_bots_can_be_closed_and_one_with_other_people_cannot(at: Any) -> None:  # noqa: F811
    async def scene(company: Company) -> None:
        (host,) = await company.invite()
        wish = {"game": "wampum", "seats": BOTS, "start": True, "settings": {"pace": "instant"}}
        table = (await host.post("/api/tables", wish))["id"]
        player = await company.join(host, table)
        await asyncio.wait_for(done(player, "close"), LONG)
        assert (player.info["status"], player.turn["waiting"], player.info["result"]) == ("closed", [], None)
        assert player.info["salt"] is None
        path = f"/api/tables/{table}"
        assert "closed" in (await host.post(f"{path}/resign", {"seat": 0}, status=409))["key"]
        assert "not_over" in (await host.get(f"{path}/record", status=409))["key"]
        seq = (await host.get(path))["seq"]
        await asyncio.sleep(0.3)  # a bot that was thinking finds nothing to do
        assert (await host.get(path))["seq"] == seq
        assert (await host.get("/api/me"))["played"] == 0
        first, second = await pair(company, "wigwam", options={"setup": "standard"})
        owner = first if first.info["host"] == first.guest.id else second
        assert await refused(owner, "close") == "others_play"

    at(scene)


def test_what_is_closed_given_up_or_finished_makes_room_for_another_table(nursery: Any, tmp_path: Path) -> None:
    """The refusal says what helps, and it does."""
    from tests.server.harness import ServerProcess

    server = ServerProcess(
        f"sqlite:///{tmp_path}/limit.db", tmp_path / "log", nursery=nursery, SPIELTISCH_TABLES_PER_PERSON="3"
    )

    async def scene() -> None:
        async with Company(server.url) as company:
            host, friend, third = await company.invite(3)
            wish = {"game": "wampum", "seats": BOTS, "start": True, "settings": {"pace": "instant"}}
            alone = (await host.post("/api/tables", wish))["id"]
            waiting = (await host.post("/api/tables", OPEN))["id"]
            shared = await open_table([host, friend, third], "wampum")
            answer = await host.post("/api/tables", OPEN, status=409)
            assert answer["key"] == "server.refuse.table_limit"
            assert "leave" not in answer["text"]
            for act in (f"{alone}/close", f"{waiting}/close"):
                await host.post(f"/api/tables/{act}")
                table = (await host.post("/api/tables", OPEN))["id"]
                await host.post("/api/tables", OPEN, status=409)
            await host.post(f"/api/tables/{shared}/resign", {"seat": 0})
            assert (await friend.get(f"/api/tables/{shared}"))["table"]["status"] == "playing"
            await host.post("/api/tables", OPEN)
            await host.post("/api/tables", OPEN, status=409)
            assert table

    server.start()
    try:
        asyncio.run(asyncio.wait_for(scene(), 300))
    finally:
        server.stop()


def test_when_the_last_person_gives_up_bots_do_not_play_on_among_themselves(at: Any) -> None:  # noqa: F811
    async def scene(company: Company) -> None:
        (host,) = await company.invite()
        wish = {"game": "wampum", "seats": BOTS, "start": True, "settings": {"pace": "instant"}}
        table = (await host.post("/api/tables", wish))["id"]
        await host.post(f"/api/tables/{table}/resign", {"seat": 0})
        shown = (await host.get(f"/api/tables/{table}"))["table"]
        assert (shown["status"], shown["result"]["winners"]) == ("over", [1, 2])
        verify(read_line((await host.http.get(f"/api/tables/{table}/record")).content))

    at(scene)


# --- the lobby ---------------------------------------------------------------------------------------------


def test_nobody_fills_the_lobby(at: Any) -> None:  # noqa: F811
    async def scene(company: Company) -> None:
        greedy, modest = await company.invite(2)
        wish = {**OPEN, "listed": True}
        modest_table = (await modest.post("/api/tables", wish))["id"]
        own = [(await greedy.post("/api/tables", wish))["id"] for _ in range(3)]
        answer = await greedy.post("/api/tables", wish, status=409)
        assert answer["key"] == "server.refuse.listed_limit"
        lobby = await listed(modest)
        assert modest_table in lobby
        assert [table for table in lobby if table in own] == [own[2], own[1]]
        await greedy.post("/api/tables", OPEN)  # for friends there is room
        await greedy.post(f"/api/tables/{own[2]}/close")
        again = (await greedy.post("/api/tables", wish))["id"]
        assert [table for table in await listed(modest) if table in (*own, again)] == [again, own[1]]

    at(scene)


def test_limits_hold_for_wishes_that_come_at_the_same_moment(nursery: Any, tmp_path: Path) -> None:
    server = ServerProcess(
        f"sqlite:///{tmp_path}/limits.db",
        tmp_path / "log",
        nursery=nursery,
        SPIELTISCH_TABLES_PER_PERSON="5",
        SPIELTISCH_IMPORTS_PER_PERSON="2",
    )
    server.start()

    async def scene() -> None:
        async with Company(server.url) as company:
            greedy, other = await company.invite(2)
            game = (await other.post("/api/tables", {"game": "wigwam", "seats": BOTS[:2], "start": True}))["id"]
            await other.post(f"/api/tables/{game}/resign", {"seat": 0})
            record = await other.get(f"/api/tables/{game}/record")
            wishes: list[tuple[str, Any, int]] = [
                ("/api/tables", {**OPEN, "listed": True}, 3),
                ("/api/lessons/wigwam", {"name": next(iter(games.get("wigwam").lessons))}, 2),
                (f"/api/tables/{game}/branch", {"moves": 0, "seat": 0}, 0),
                ("/api/records", record, 2),
                ("/api/tokens", {"label": "x"}, 20),
            ]
            for path, body, room in wishes:
                answers = await asyncio.gather(*(greedy.http.post(path, json=body) for _ in range(30)))
                found = [answer.status_code for answer in answers]
                assert (found.count(201), found.count(409)) == (room, 30 - room), path

    asyncio.run(scene())
    assert server.stop() == 0


# --- records of games that somebody gave up ----------------------------------------------------------------


def test_the_record_of_a_resigned_game_has_its_result_and_can_be_imported(
    at: Any,  # noqa: F811
    tmp_path: Path,
) -> None:
    async def scene(company: Company) -> None:
        player, other = await pair(company, "wigwam", options={"setup": "standard"})
        await catch_up(other, (await move(player))["seq"])
        await done(other, "resign", seat=other.mine[0])
        path = f"/api/tables/{player.table}"
        line = (await player.guest.http.get(f"{path}/record")).content
        record = read_line(line)
        loser = other.mine[0]
        assert record.result == games.Outcome([int(seat != loser) for seat in (0, 1)], player.mine, "forfeit")
        assert msgspec.json.decode(line)["forfeited"] == [loser]
        verify(record)
        imported = await player.guest.post("/api/records", msgspec.json.decode(line))
        assert imported["status"] == "over"
        assert imported["result"] == (await player.guest.get(path))["table"]["result"]
        again = (await player.guest.http.get(f"/api/tables/{imported['id']}/record")).content
        assert read_line(again).result == record.result
        assert len((await player.guest.get(f"/api/tables/{imported['id']}/replay?seat=all"))["steps"]) == 2
        (tmp_path / "resigned.jsonl").write_bytes(line + b"\n")

    at(scene)
    from spieltisch.cli import app

    told = CliRunner().invoke(app, ["replay", str(tmp_path / "resigned.jsonl"), "--verify"])
    assert (told.exit_code, told.output.strip()) == (0, "1 good, 0 bad")
    told = CliRunner().invoke(app, ["replay", str(tmp_path / "resigned.jsonl")])
    assert "forfeit" in told.output


def test_who_gave_up_does_not_win_by_the_record_either(at: Any) -> None:  # noqa: F811
    """In a larger round the game goes on; record and table agree on the winners."""

    async def scene(company: Company) -> None:
        guests = await company.invite(2)
        table = await open_table(guests, "wampum", bots=1)
        players = [await company.join(guest, table) for guest in guests]
        while not players[0].views:
            await players[0].hear()
        await done(players[0], "resign", seat=players[0].mine[0])
        await players[1].play()
        record = read_line((await guests[1].http.get(f"/api/tables/{table}/record")).content)
        assert record.forfeited == players[0].mine
        assert record.result is not None
        shown = (await guests[1].get(f"/api/tables/{table}"))["table"]["result"]
        assert (shown["winners"], shown["scores"]) == (record.result.winners, record.result.scores)
        assert players[0].mine[0] not in record.result.winners
        verify(record)

    at(scene)


def a_short_record(forfeited: list[int], seats: list[str], result: games.Outcome | None) -> Record:
    """Wampum for three that stops after its first move."""
    from spieltisch.match import Match

    match = Match.deal(games.get("wampum"), players=3, seed=1, seats=seats)
    seat = match.table.waiting_for[0]
    match.play(seat, match.table.legal_moves(seat)[0])
    return msgspec.structs.replace(match.record(), forfeited=forfeited, result=result)


LAST_WINS = games.Outcome([0, 0, 1], [2], "forfeit")


@pytest.mark.parametrize(
    ("forfeited", "seats", "result", "mistake"),
    [
        ([0, 1], ["guest"] * 3, LAST_WINS, None),
        ([0], ["guest", "bot:casual", "bot:casual"], games.Outcome([0, 1, 1], [1, 2], "forfeit"), None),
        ([0], ["guest"] * 3, LAST_WINS, "short"),
        ([], ["guest"] * 3, LAST_WINS, "short"),
        ([1, 0], ["guest"] * 3, LAST_WINS, "forfeited"),
        ([0, 1, 2], ["guest"] * 3, LAST_WINS, "forfeited"),
        ([0, 7], ["guest"] * 3, LAST_WINS, "forfeited"),
        ([0, 1], ["guest"] * 3, games.Outcome([1, 0, 0], [0], "forfeit"), "result"),
        ([0, 1], ["guest"] * 3, None, "no_result"),
    ],
)
def test_a_record_that_names_who_gave_up_is_checked_as_far_as_it_can_be(
    forfeited: list[int], seats: list[str], result: games.Outcome | None, mistake: str | None
) -> None:
    record = a_short_record(forfeited, seats, result)
    if mistake is None:
        verify(record)
        return
    with pytest.raises(BadRecord) as found:
        verify(record)
    assert found.value.key == mistake


# --- ids ---------------------------------------------------------------------------------------------------


def test_an_id_is_remembered_for_one_kind_of_action(at: Any) -> None:  # noqa: F811
    """What was said under an id does not swallow the move that has the same, nor the wish to take it back."""

    async def scene(company: Company) -> None:
        player, _ = await pair(company)
        said = await done(player, "chat", text="hello", id="1")
        seat = player.to_decide()[0]
        text = await player.choose(seat)
        seq = player.seq
        moved = await done(player, "play", seat=seat, move=text, seq=seq, id="1")
        assert player.events[-1]["news"]["what"] == "moved"
        asked = await done(player, "undo", seat=seat, seq=player.seq, id="1")
        assert said < moved < asked
        for kind, fields, first in (
            ("chat", {"text": "hello"}, said),
            ("play", {"seat": seat, "move": text, "seq": seq}, moved),
            ("undo", {"seat": seat, "seq": seq}, asked),
        ):
            await player.say(kind, ref=kind, id="1", **fields)
            answer = await player.hear_until("answer", kind)
            assert (answer["ok"], answer["again"], answer["seq"]) == (True, True, first)

    at(scene)


# --- forced moves ------------------------------------------------------------------------------------------


def whole_game(game: str, players: int, options: dict[str, Any], seed: int) -> Iterator[tuple[Sitting, Step]]:
    """Play at random and give the table after each event."""
    found = games.get(game)
    sitting = Sitting("T")
    seats = [ev.SeatSpec(kind="person", person=f"p{seat}", name=f"n{seat}") for seat in range(players)]
    record = found.options_record(found.read_options(options))
    luck = random.Random(seed)
    deal = found.deal(players, seed=seed, options=options).dealt
    events: list[ev.AnyEvent] = [
        ev.Created(game=game, options=record, settings=ms.TableSettings(), host="p0", seats=seats),
        ev.Started(deal=deal, salt="00"),
    ]
    while not sitting.over:
        if not events:
            seat = luck.choice(sitting.waiting)
            events = [ev.Moved(seat=seat, move=sitting.table.random_move(seat), person=f"p{seat}")]
        step = sitting.apply(EventRow("T", sitting.seq + 1, 100.0 + sitting.seq, ev.encode(events.pop(0))))
        if sitting.match is not None:
            yield sitting, step


@pytest.mark.parametrize(
    ("game", "players", "options"), [("wampum", 3, {}), ("wigwam", 2, {"setup": "standard"}), ("amul", 3, {})]
)
def test_choices_never_come_for_a_move_that_the_table_is_about_to_make(
    game: str, players: int, options: dict[str, Any]
) -> None:
    forced = 0
    for sitting, step in whole_game(game, players, options, seed=4):
        for seat in sitting.waiting:
            openly = ruling.openly_forced(sitting.table, seat)
            forced += openly
            (view,) = outgoing.event_message(sitting, step, (seat,)).views
            shown = outgoing.table_state(sitting, [], (seat,), [], 0.0).views[0]
            only = sitting.table.legal_moves(seat)[0] if openly else None
            assert (view.choices is None, shown.choices is None) == (openly, openly)
            assert (view.forced, shown.forced) == (only, only)
        for viewer in (-1, *(seat for seat in range(players) if seat not in sitting.waiting)):
            assert outgoing.event_message(sitting, step, (viewer,)).views[0].forced is None
    assert forced or game != "wampum"


def test_whoever_has_a_bot_in_the_seat_gets_no_choices_until_back(at: Any) -> None:  # noqa: F811
    async def scene(company: Company) -> None:
        (host,) = await company.invite()
        settings = {"forced_moves": False, "pace": "natural"}
        table = await open_table([host], "wigwam", bots=1, settings=settings, options={"setup": "standard"})
        player: Player = await company.join(host, table)
        while not player.to_decide():
            await player.hear()
        seat = player.mine[0]
        await done(player, "hand", seat=seat, level="random")
        assert player.views[seat]["choices"] is None

    at(scene)
