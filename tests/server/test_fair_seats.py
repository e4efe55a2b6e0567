"""Who is there, who may be replaced by a bot, and what is different when a game is rated."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any

import pytest

from spieltisch.games import Refusal
from spieltisch.server import acting, opening, presence, ruling
from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server.hall import Hall
from spieltisch.server.presence import Attendance
from spieltisch.server.settings import Settings
from spieltisch.store import open_store
from spieltisch.store.ratings import ratings_of, results_of
from tests.server.harness import Company, Guest, open_table
from tests.server.test_table_life import at, pair, refused  # noqa: F401 - a fixture

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from spieltisch.store import Person

WORDS = "correct horse battery"


@contextlib.asynccontextmanager
async def a_hall(folder: Path, **settings: Any) -> AsyncIterator[Hall]:
    """A server without its network; nobody is patient at it unless told so."""
    store = await open_store(f"sqlite:///{folder}/hall.db", "process0")
    hall = Hall(store, Settings(bot_delay=0.0, **{"absent_after": 0.0, **settings}))
    try:
        yield hall
    finally:
        await hall.close()
        await store.close()


async def two_people(hall: Hall, *, accounts: bool = False, **settings: Any) -> tuple[str, list[Person], int]:
    """Two people at a table, and the seat that is to move."""
    people = []
    for name in ("Ada", "Bea"):
        person = await hall.store.new_guest(name, name, 1.0)
        if accounts:
            await hall.store.set_account(person.id, f"account-{name}", "hash")
        people.append(person)
    wish = ms.NewTable(
        game="wigwam",
        options={"setup": "standard"},
        seats=[ms.SeatMe(), ms.SeatFriend()],
        settings=ms.SettingsWish(**settings),
    )
    loaded = await opening.open_table(hall, people[0], wish)
    await hall.act(loaded.id, lambda s: ruling.sit(s, people[1].id, people[1].name, None))
    while (await hall.stored(loaded.id)).match is None:
        await asyncio.sleep(0.01)
    return loaded.id, people, loaded.sitting.waiting[0]


async def key_of(acting: Any) -> str:
    """Why something is refused."""
    with pytest.raises(Refusal) as reason:
        await acting
    return reason.value.key.rpartition(".")[2]


def play(scene: Any) -> None:
    asyncio.run(asyncio.wait_for(scene, 300))


# --- signs of life -----------------------------------------------------------------------------------------


def test_whoever_has_just_joined_over_http_is_there(at: Any) -> None:  # noqa: F811
    """The server has been running for long, and nobody has a socket."""

    async def scene(company: Company) -> None:
        guests = await company.invite(2)
        table = await open_table(guests, "wigwam", options={"setup": "standard"})
        path = f"/api/tables/{table}"
        shown = await guests[0].get(path)
        assert sorted(shown["here"]) == sorted(guest.id for guest in guests)
        mover = shown["turn"]["waiting"][0]
        body = {"seat": mover, "level": "random"}
        assert "not_absent" in (await guests[1 - mover].post(f"{path}/hand", body, status=409))["key"]

    at(scene)


def test_whoever_waits_for_events_is_there_until_long_after(at: Any) -> None:  # noqa: F811
    async def scene(company: Company) -> None:
        player, other = await pair(company, "wigwam", options={"setup": "standard"})
        await player.close()
        while player.guest.id in (await other.hear_until("here"))["here"]:
            pass
        path = f"/api/tables/{player.table}"
        await player.guest.get(f"{path}/events?since={player.seq}&wait=1")
        assert player.guest.id in (await other.guest.get(path))["here"]
        assert await refused(other, "hand", seat=player.mine[0]) == "not_absent"

    at(scene)


class Hands:
    """A clock that the test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 5000.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


def test_a_request_counts_for_a_while_and_absence_is_measured_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = Hands(monkeypatch)
    attendance = Attendance("one")
    hands.now += 1000
    assert attendance.away_for("T", "p") == 1000
    assert attendance.sign("T", "p")
    assert not attendance.sign("T", "p")
    assert attendance.here("T") == ["p"]
    hands.now += presence.SIGN_SECONDS + 1
    assert attendance.fall_silent() == ["T"]
    assert attendance.here("T") == []
    assert attendance.away_for("T", "p") == presence.SIGN_SECONDS + 1


def test_whoever_was_at_another_server_has_been_away_since_leaving_that(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = Hands(monkeypatch)
    here, there = Attendance("one"), Attendance("two")
    hands.now += 1000
    there.come("T", "p")
    _, process, *words = there.notice("T").split(" ")
    here.hear(process, words)
    assert here.away_for("T", "p") is None
    there.go("T", "p")
    _, process, *words = there.notice("T").split(" ")
    here.hear(process, words)
    hands.now += 7
    assert here.away_for("T", "p") == 7


def test_a_request_at_one_server_is_told_to_the_others() -> None:
    here, there = Attendance("one"), Attendance("two")
    there.sign("T", "p")
    for notice in there.all_notices():
        _, process, *words = notice.split(" ")
        here.hear(process, words)
    assert here.here("T") == ["p"]


# --- who may be replaced -----------------------------------------------------------------------------------


def test_the_grace_begins_with_the_game_however_long_the_server_has_been_running(tmp_path: Path) -> None:
    async def scene() -> None:
        async with a_hall(tmp_path, absent_after=60.0) as hall:
            hall.attendance.began -= 10_000
            table, people, seat = await two_people(hall)
            said = ms.Hand(table=table, seat=seat)
            assert await key_of(acting.act(hall, people[1 - seat], said)) == "not_absent"

    play(scene())


def test_who_replaces_somebody_else_does_not_choose_the_level_of_the_bot(tmp_path: Path) -> None:
    async def scene() -> None:
        async with a_hall(tmp_path) as hall:
            table, people, seat = await two_people(hall)
            await acting.act(hall, people[1 - seat], ms.Hand(table=table, seat=seat, level="random"))
            assert (await hall.stored(table)).seats[seat].stand_in == "casual"
            await acting.act(hall, people[1 - seat], ms.Hand(table=table, seat=1 - seat, level="random"))
            assert (await hall.stored(table)).seats[1 - seat].stand_in == "random"

    play(scene())


@pytest.mark.parametrize(("settings", "reason"), [({}, "no_choice"), ({"clock": ms.DaysClock(days=2)}, "must_wait")])
def test_nobody_is_replaced_out_of_turn_or_where_there_are_days_for_a_move(
    settings: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with a_hall(tmp_path) as hall:
            table, people, seat = await two_people(hall, **settings)
            hand = ms.Hand(table=table, seat=1 - seat if reason == "no_choice" else seat)
            assert await key_of(acting.act(hall, people[1 - hand.seat], hand)) == reason

    play(scene())


def test_in_a_rated_game_nobody_but_the_clock_puts_a_bot_into_a_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with a_hall(tmp_path) as hall:
            table, people, seat = await two_people(hall, accounts=True, absent="bot", clock=ms.MoveClock(seconds=5))
            for number in range(2):
                for level in ("casual", "expert"):
                    hand = ms.Hand(table=table, seat=seat, level=level)
                    assert await key_of(acting.act(hall, people[number], hand)) == "rated_bots"
            sitting = await hall.stored(table)
            assert ruling.replace_absent(sitting, seat) is None
            late = ruling.time_out(sitting, sitting.at + 6)
            assert late == ev.Handed(seat=seat, level="casual", reason="timeout")

    play(scene())


def test_in_a_rated_game_whoever_is_replaced_is_still_asked_before_something_is_taken_back(tmp_path: Path) -> None:
    """Otherwise one could take back one's own moves, and the other's, as soon as a bot plays for the other."""

    async def scene() -> None:
        async with a_hall(tmp_path) as hall:
            table, people, seat = await two_people(hall, accounts=True, clock=ms.MoveClock(seconds=600))
            sitting = await hall.stored(table)
            await acting.act(
                hall,
                people[seat],
                ms.Play(table=table, seat=seat, move=sitting.table.random_move(seat), seq=sitting.seq),
            )
            await hall.act(table, lambda _: ev.Handed(seat=1 - seat, level="casual", reason="timeout"))
            sitting = await hall.stored(table)
            assert ruling.undo_kind(sitting, seat) == "ask"
            assert isinstance(ruling.pause(sitting, people[seat].id, seat), ev.Requested)

    play(scene())


# --- rated games -------------------------------------------------------------------------------------------


async def with_account(guest: Guest) -> None:
    await guest.post("/api/account", {"account": f"f-{guest.id}", "passphrase": WORDS})


async def rated_games(guest: Guest) -> int:
    return int(sum(game["rated"] for game in (await guest.get("/api/me/statistics"))["games"]))


def test_a_rated_game_says_so_from_its_start_and_has_no_hints(at: Any) -> None:  # noqa: F811
    async def scene(company: Company) -> None:
        guests = await company.invite(2)
        for guest in guests:
            await with_account(guest)
        table = await open_table(guests, "wigwam", options={"setup": "standard"})
        path = f"/api/tables/{table}"
        shown = await guests[0].get(path)
        assert shown["table"]["rated"] is True
        mover = shown["turn"]["waiting"][0]
        answer = await guests[mover].post(f"{path}/hint", {"seat": mover}, status=409)
        assert answer["key"] == "server.refuse.rated_hints"
        await guests[0].post(f"{path}/resign", {"seat": 0})
        assert [await rated_games(guest) for guest in guests] == [1, 1]

    at(scene)


def test_accounts_may_agree_not_to_be_rated_and_then_have_hints(at: Any) -> None:  # noqa: F811
    async def scene(company: Company) -> None:
        guests = await company.invite(2)
        for guest in guests:
            await with_account(guest)
        table = await open_table(guests, "wigwam", options={"setup": "standard"}, settings={"rated": False})
        path = f"/api/tables/{table}"
        shown = await guests[0].get(path)
        assert (shown["table"]["rated"], shown["table"]["settings"]["rated"]) == (False, False)
        mover = shown["turn"]["waiting"][0]
        assert (await guests[mover].post(f"{path}/hint", {"seat": mover}))["moves"]
        await guests[0].post(f"{path}/resign", {"seat": 0})
        assert [await rated_games(guest) for guest in guests] == [0, 0]

    at(scene)


def test_an_account_made_during_a_game_does_not_turn_it_into_a_rated_one(at: Any) -> None:  # noqa: F811
    """Whoever is winning could otherwise decide so, after hints were used."""

    async def scene(company: Company) -> None:
        guests = await company.invite(2)
        await with_account(guests[0])
        table = await open_table(guests, "wigwam", options={"setup": "standard"})
        await with_account(guests[1])
        await guests[0].post(f"/api/tables/{table}/resign", {"seat": 0})
        assert [await rated_games(guest) for guest in guests] == [0, 0]

    at(scene)


def test_a_game_from_before_this_was_noted_is_rated_as_it_was_then(tmp_path: Path) -> None:
    """The log of an older server says nothing about it: hints as the table allows, and the end decides."""

    async def scene() -> None:
        async with a_hall(tmp_path, hint_seconds=0.05) as hall:
            people = [await hall.store.new_guest(name, name, 1.0) for name in ("Ada", "Bea")]
            for person in people:
                await hall.store.set_account(person.id, f"account-{person.name}", "hash")
            seats = [ev.SeatSpec(kind="person", person=person.id, name=person.name) for person in people]
            options = {"setup": "standard", "continuation": "optional", "forced_capture": "enforce"}
            created = ev.Created(
                game="wigwam", options=options, settings=ms.TableSettings(), host=people[0].id, seats=seats
            )
            loaded = await hall.create(created, ev.Started(deal={}, salt="00"))
            assert loaded.sitting.info().rated is False
            seat = loaded.sitting.waiting[0]
            moves = (await acting.hint(hall, people[seat], ms.Hint(table=loaded.id, seat=seat))).moves
            assert moves
            await acting.act(hall, people[0], ms.Resign(table=loaded.id, seat=0))
            assert (await results_of(hall.store, people[1].id)) == (1, 1)

            assert list(await ratings_of(hall.store, people[1].id)) == ["wigwam"]

    play(scene())
