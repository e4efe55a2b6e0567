"""What can happen at a table besides moves: sitting down, undo, pause, clocks, absence, hints, review, records."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from spieltisch.match import read_line, verify
from spieltisch.server import messages as ms
from spieltisch.server.clocks import Clocks
from tests.server.harness import Company, Player, ServerProcess, open_table

Scene = Callable[[Company], Awaitable[None]]


@pytest.fixture
def at(server: ServerProcess) -> Callable[[Scene], None]:
    """Play a scene at the server."""

    def run(scene: Scene) -> None:
        async def play() -> None:
            async with Company(server.url) as company:
                await asyncio.wait_for(scene(company), 600)

        asyncio.run(play())

    return run


async def pair(company: Company, game: str = "wampum", **fields: Any) -> tuple[Player, Player]:
    """Two people at a table of their own; the first is to move."""
    guests = await company.invite(2)
    settings = {"forced_moves": False, **fields.pop("settings", {})}
    table = await open_table(guests, game, settings=settings, **fields)
    players = [await company.join(guest, table) for guest in guests]
    while players[0].turn.get("waiting") is None or not players[0].views:
        await players[0].hear()
    while not players[1].views:
        await players[1].hear()
    mover = next(player for player in players if player.turn["waiting"][0] in player.mine)
    return mover, players[0] if mover is players[1] else players[1]


async def move(player: Player) -> Any:
    """Make any move and give the answer."""
    seat = player.to_decide()[0]
    text = await player.choose(seat)
    player.moves_sent += 1
    ref = f"m{player.moves_sent}"
    await player.say("play", ref=ref, seat=seat, move=text, seq=player.seq, id=ref)
    answer = await player.hear_until("answer", ref)
    while answer["ok"] and player.seq < answer["seq"]:
        await player.hear()
    return answer


async def catch_up(player: Player, seq: int) -> None:
    while player.seq < seq:
        await player.hear()


async def refused(player: Player, kind: str, **fields: Any) -> str:
    await player.say(kind, ref="r", **fields)
    answer = await player.hear_until("answer", "r")
    assert not answer["ok"], answer
    return str(answer["refused"]["key"]).removeprefix("server.refuse.")


async def done(player: Player, kind: str, **fields: Any) -> int:
    await player.say(kind, ref="d", **fields)
    answer = await player.hear_until("answer", "d")
    assert answer["ok"], answer
    await catch_up(player, answer["seq"])
    return int(answer["seq"])


# --- sitting down ------------------------------------------------------------------------------------------


def test_a_guest_needs_a_name_and_nothing_else(at: Any, server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        assert (await guest.get("/api/me"))["name"] == "guest 0"
        cookie = (await guest.http.post("/api/me", json={"name": "x"})).headers.get("set-cookie")
        assert cookie is None
        (other,) = await company.invite()
        header = (await other.http.request("DELETE", "/api/session")).headers["set-cookie"]
        assert "HttpOnly" in header
        assert "SameSite=lax" in header
        await other.get("/api/me", status=401)

    at(scene)
    assert server.process is not None


def test_an_account_moves_between_devices_and_a_closed_session_is_worthless(at: Any) -> None:
    async def scene(company: Company) -> None:
        first, second = await company.invite(2)
        name = f"ada-{first.id[:8]}"
        words = {"account": name, "passphrase": "correct horse battery"}
        assert (await first.post("/api/account", words))["account"] == name
        assert "taken" in (await second.post("/api/account", words, status=409))["key"]
        wrong = {**words, "passphrase": "wrong horse battery"}
        assert "credentials" in (await second.post("/api/session", wrong, status=401))["key"]
        assert (await second.post("/api/session", words))["id"] == first.id
        old = dict(second.http.cookies)
        await second.http.delete("/api/session")
        second.http.cookies.clear()
        second.http.cookies.set("spieltisch", old["spieltisch"])
        await second.get("/api/me", status=401)

    at(scene)


def test_tokens_let_programs_play_and_can_be_withdrawn(at: Any) -> None:
    async def scene(company: Company) -> None:
        guest, stranger = await company.invite(2)
        token = await guest.post("/api/tokens", {"label": "my bot"})
        stranger.http.cookies.clear()
        stranger.http.headers["Authorization"] = f"Bearer {token['token']}"
        assert (await stranger.get("/api/me"))["id"] == guest.id
        assert [entry["token"] for entry in await guest.get("/api/tokens")] == [None]
        await guest.http.delete(f"/api/tokens/{token['id']}")
        await stranger.get("/api/me", status=401)

    at(scene)


def test_seats_are_taken_left_and_started(at: Any) -> None:
    async def scene(company: Company) -> None:
        host, friend, third = await company.invite(3)
        body = {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "friend"}, {"kind": "open"}], "listed": True}
        table = (await host.post("/api/tables", body))["id"]
        assert table in [entry["table"]["id"] for entry in await friend.get("/api/tables")]
        path = f"/api/tables/{table}"
        assert "empty_seats" in (await host.post(f"{path}/start", status=409))["key"]
        await friend.post(f"{path}/join", {"seat": 2})
        assert "taken" in (await third.post(f"{path}/join", {"seat": 2}, status=409))["key"]
        assert "seated" in (await friend.post(f"{path}/join", {}, status=409))["key"]
        await friend.post(f"{path}/leave")
        await third.post(f"{path}/join", {"seat": 2})
        assert "host_only" in (await third.post(f"{path}/start", status=403))["key"]
        await friend.post(f"{path}/join", await host.get(f"{path}/invitation"))
        for _ in range(100):
            if (await host.get(path))["table"]["status"] == "playing":
                break
            await asyncio.sleep(0.05)
        assert "started" in (await third.post(f"{path}/leave", status=409))["key"]
        assert [entry["table"]["id"] for entry in await third.get("/api/tables/mine")] == [table]

    at(scene)


def test_a_friends_seat_at_a_listed_table_needs_the_invitation(at: Any) -> None:
    async def scene(company: Company) -> None:
        host, friend, stranger = await company.invite(3)
        body = {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "friend"}, {"kind": "open"}], "listed": True}
        path = f"/api/tables/{(await host.post('/api/tables', body))['id']}"
        for attempt in ({"seat": 1}, {"seat": 1, "invite": "guessed"}):
            assert "invited_only" in (await stranger.post(f"{path}/join", attempt, status=403))["key"]
        assert "not_here" in (await stranger.get(f"{path}/invitation", status=403))["key"]
        await stranger.post(f"{path}/join", {})  # gets the open seat
        shown = await stranger.get(path)
        assert shown["mine"] == [2]
        invite = (await host.get(f"{path}/invitation"))["invite"]
        assert invite not in str(shown)
        assert "invited_only" in (await friend.post(f"{path}/join", {}, status=403))["key"]
        await friend.post(f"{path}/join", {"invite": invite})
        assert (await friend.get(path))["mine"] == [1]

    at(scene)


def test_at_a_private_table_the_link_is_the_invitation(at: Any) -> None:
    async def scene(company: Company) -> None:
        host, friend = await company.invite(2)
        body = {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "friend"}, {"kind": "open"}]}
        table = (await host.post("/api/tables", body))["id"]
        assert await host.get(f"/api/tables/{table}/invitation") == {"invite": None}
        await friend.post(f"/api/tables/{table}/join", {})
        assert (await friend.get(f"/api/tables/{table}"))["mine"] == [1]
        assert table not in [entry["table"]["id"] for entry in await friend.get("/api/tables")]

    at(scene)


def test_tables_are_played_with_the_house_cards(at: Any) -> None:
    async def scene(company: Company) -> None:
        (host,) = await company.invite()
        seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
        body = {"game": "amul", "seats": seats, "options": {"cards": "/etc/passwd"}}
        answer = await host.post("/api/tables", body, status=400)
        assert answer["key"] == "server.refuse.own_cards"
        assert answer["text"].startswith("Tables here are played with the house card set or with one from the workshop")

    at(scene)


def test_several_people_on_one_device_see_through_all_their_eyes(at: Any) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        seats = [{"kind": "me"}, {"kind": "device", "name": "Bea"}, {"kind": "bot", "level": "random"}]
        body = {"game": "wampum", "seats": seats, "start": True, "settings": {"pace": "instant"}}
        table = (await guest.post("/api/tables", body))["id"]
        player = await company.join(guest, table)
        assert player.mine == [0, 1]
        for seat in (0, 1):
            hands = [entry["hand"] for entry in player.views[seat]["board"]["seats"]]
            assert [hand is not None for hand in hands] == [seat == 0, seat == 1, False]
        await player.play()
        assert player.over

    at(scene)


def test_spectators_see_only_what_everybody_sees_and_can_be_shut_out(at: Any) -> None:
    async def scene(company: Company) -> None:
        first, _ = await pair(company)
        (stranger,) = await company.invite()
        watcher = await company.join(stranger, first.table)
        assert watcher.mine == []
        board = watcher.views[-1]["board"]
        assert [seat["hand"] for seat in board["seats"]] == [None, None]
        assert await refused(watcher, "play", seat=0, move="bid 1 C", seq=9) == "not_seated"
        assert await refused(watcher, "chat", text="hello") == "not_here"
        closed, _ = await pair(company, settings={"spectators": False})
        await stranger.get(f"/api/tables/{closed.table}", status=403)

    at(scene)


# --- moves -------------------------------------------------------------------------------------------------


def test_a_move_sent_twice_is_answered_and_played_once(at: Any) -> None:
    async def scene(company: Company) -> None:
        player, _ = await pair(company)
        seat = player.to_decide()[0]
        text = await player.choose(seat)
        seq = player.seq
        first = await done(player, "play", seat=seat, move=text, seq=seq, id="once")
        await player.say("play", ref="again", seat=seat, move=text, seq=seq, id="once")
        answer = await player.hear_until("answer", "again")
        assert (answer["ok"], answer["again"], answer["seq"]) == (True, True, first)

    at(scene)


def test_a_move_made_in_ignorance_of_another_is_refused(at: Any) -> None:
    async def scene(company: Company) -> None:
        player, other = await pair(company)
        old = player.seq
        answer = await move(player)
        await catch_up(other, answer["seq"])
        assert await refused(other, "play", seat=other.mine[0], move="bid 1 C", seq=old) == "stale"
        await done(player, "chat", text="no hurry")
        seat = other.to_decide()[0]
        text = await other.choose(seat)
        await done(other, "play", seat=seat, move=text, seq=answer["seq"])  # chat does not make it stale

    at(scene)


def test_illegal_moves_are_refused_with_a_sentence_in_the_readers_language(at: Any) -> None:
    async def scene(company: Company) -> None:
        player, _ = await pair(company)
        path = f"/api/tables/{player.table}/moves"
        body = {"seat": player.mine[0], "move": "bid 9 CCCCCCCCCCCC", "seq": player.seq}
        answer = await player.guest.http.post(path, json=body, headers={"Accept-Language": "de"})
        assert answer.status_code == 409
        assert answer.json()["key"].startswith("wampum.refuse.")
        assert "ist kein Zug" in answer.json()["text"]

    at(scene)


def test_a_simultaneous_choice_can_be_changed_and_withdrawn_until_the_last_is_in(at: Any) -> None:
    async def scene(company: Company) -> None:
        guests = await company.invite(3)
        table = await open_table(guests, "amul")
        players = [await company.join(guest, table) for guest in guests]
        for player in players:
            while not player.views:
                await player.hear()
        first, second, third = players
        seat = first.mine[0]
        cards = [entry["move"] for entry in first.views[seat]["choices"]["moves"]]
        seq = await done(first, "play", seat=seat, move=cards[0], seq=first.seq)
        assert first.turn["decided"] == [seat]
        assert first.views[seat]["chosen"] == cards[0]
        assert [entry["move"] for entry in first.views[seat]["revised"]["moves"]] == cards
        await catch_up(second, seq)
        assert cards[0].split()[1] not in str(second.events[-1]["views"][0]["happenings"])
        await done(first, "play", seat=seat, move=cards[-1], seq=first.seq)
        assert first.views[seat]["chosen"] == cards[-1]
        await done(first, "undo", seat=seat, seq=first.seq)
        assert first.turn["decided"] == []
        assert seat in first.turn["waiting"]
        seq = await done(first, "play", seat=seat, move=cards[0], seq=first.seq)
        for player in (second, third):
            await catch_up(player, first.seq)
            own = player.mine[0]
            seq = await done(
                player, "play", seat=own, move=player.views[own]["choices"]["moves"][0]["move"], seq=player.seq
            )
        await catch_up(first, seq)
        assert first.views[seat]["board"]["phase"] == "pick"
        assert first.views[seat]["board"]["seats"][seat]["offered"] == cards[0].split()[1]

    at(scene)


# --- undo, pause -------------------------------------------------------------------------------------------


def test_undo_needs_the_consent_of_people_who_know(at: Any) -> None:
    async def scene(company: Company) -> None:
        player, other = await pair(company)
        seat = player.mine[0]
        assert player.views[seat]["undo"] == "none"
        before = player.views[seat]["board"]
        seq = (await move(player))["seq"]
        await catch_up(other, seq)
        assert player.views[seat]["undo"] == "ask"
        seq = await done(player, "undo", seat=seat, seq=player.seq)
        await catch_up(other, seq)
        assert other.turn["asked"]["missing"] == [other.guest.id]
        assert await refused(player, "consent", agree=True) == "own_request"
        seq = await done(other, "consent", agree=False)
        await catch_up(player, seq)
        assert player.turn["moves"] == 1
        await done(player, "undo", seat=seat, seq=player.seq)
        await catch_up(other, player.seq)
        seq = await done(other, "consent", agree=True)
        await catch_up(player, seq)
        assert player.turn["moves"] == 0
        assert player.views[seat]["board"] == before
        assert player.events[-1]["news"] == {
            "what": "answered",
            "name": other.guest.name,
            "agrees": True,
            "granted": True,
            "asked": "undo",
            "seat": seat,
        }

    at(scene)


def test_against_bots_undo_is_free(at: Any) -> None:
    async def scene(company: Company) -> None:
        guests = await company.invite(1)
        table = await open_table(guests, "wampum", bots=1, settings={"forced_moves": False})
        player = await company.join(guests[0], table)
        while not player.to_decide():
            await player.hear()
        hand = player.views[0]["board"]["seats"][0]["hand"]
        moves = player.turn["moves"]
        await move(player)
        while not player.to_decide():
            await player.hear()
        assert player.views[0]["undo"] == "free"
        await done(player, "undo", seat=0, seq=player.seq)
        assert player.turn["moves"] == moves
        assert player.views[0]["board"]["seats"][0]["hand"] == hand
        await player.play()
        verify(read_line((await guests[0].http.get(f"/api/tables/{table}/record")).content))

    at(scene)


def test_a_pause_needs_consent_and_stops_everything(at: Any) -> None:
    async def scene(company: Company) -> None:
        player, other = await pair(company, settings={"clock": {"kind": "total", "seconds": 60}})
        seat = player.mine[0]
        await done(player, "pause", seat=seat)
        await catch_up(other, player.seq)
        await done(other, "consent", agree=True)
        await catch_up(player, other.seq)
        assert player.turn["paused"]
        assert await refused(player, "play", seat=seat, move="bid 1 C", seq=player.seq) == "paused"
        await done(other, "resume")
        await catch_up(player, other.seq)
        assert (await move(player))["ok"]

    at(scene)


# --- clocks, absence ---------------------------------------------------------------------------------------


def test_when_time_is_up_a_bot_takes_the_seat_and_gives_it_back(at: Any) -> None:
    async def scene(company: Company) -> None:
        player, other = await pair(company, settings={"clock": {"kind": "move", "seconds": 5}})
        seat = player.mine[0]
        assert all(4.0 < left <= 5.0 for left in player.turn["clocks"])
        while not any(event["news"]["what"] == "handed" for event in other.events):
            await other.hear()
        assert other.events[-1]["news"] == {"what": "handed", "seat": seat, "level": "casual", "reason": "timeout"}
        while not any(event["news"].get("by") == "bot" for event in other.events):
            await other.hear()
        await catch_up(player, other.seq)
        assert await refused(player, "play", seat=seat, move="bid 1 C", seq=player.seq) == "bot_plays"
        await done(player, "reclaim", seat=seat)
        assert player.info["seats"][seat]["level"] is None

    at(scene)


def test_with_days_for_a_move_every_move_begins_with_all_of_them(at: Any) -> None:
    async def scene(company: Company) -> None:
        player, other = await pair(company, settings={"clock": {"kind": "days", "days": 3}})
        full = 3 * 86_400.0
        assert all(full - 60 < left <= full for left in player.turn["clocks"])
        await catch_up(other, (await move(player))["seq"])
        assert player.turn["clocks"][player.mine[0]] == full
        assert full - 60 < other.turn["clocks"][other.mine[0]] <= full

    at(scene)


def test_days_run_only_for_those_who_have_to_decide() -> None:
    clocks = Clocks(ms.DaysClock(days=2), 2)
    clocks.advance(1000.0)
    clocks.run(frozenset({0}))
    clocks.advance(1000.0 + 86_400.0)
    assert clocks.show(1000.0 + 86_400.0) == [86_400.0, 2 * 86_400.0]
    assert clocks.deadline() == (1000.0 + 2 * 86_400.0, 0)
    clocks.moved(0)
    clocks.run(frozenset({1}))
    assert clocks.deadline() == (1000.0 + 3 * 86_400.0, 1)
    clocks.run(frozenset())  # a pause
    clocks.advance(1000.0 + 30 * 86_400.0)
    assert clocks.deadline() is None
    assert clocks.show(clocks.read_at) == [2 * 86_400.0, 2 * 86_400.0]


def test_when_time_is_up_the_seat_may_forfeit_the_game(at: Any) -> None:
    async def scene(company: Company) -> None:
        settings = {"clock": {"kind": "total", "seconds": 5}, "on_timeout": "forfeit"}
        player, other = await pair(company, "wigwam", options={"setup": "standard"}, settings=settings)
        while not other.over:
            await other.hear()
        assert other.info["result"] == {"scores": [0, 1], "winners": [1], "reason": "forfeit"}
        assert player.mine == [0]

    at(scene)


def test_resigning_ends_a_game_of_two(at: Any) -> None:
    async def scene(company: Company) -> None:
        player, other = await pair(company, "wigwam", options={"setup": "standard"})
        await done(player, "resign", seat=player.mine[0])
        await catch_up(other, player.seq)
        assert other.info["result"]["winners"] == other.mine
        assert (await other.guest.get("/api/me"))["won"] == 1
        assert (await player.guest.get("/api/me"))["played"] == 1

    at(scene)


def test_an_absent_players_seat_can_be_handed_to_a_bot_and_taken_back(at: Any) -> None:
    async def scene(company: Company) -> None:
        player, other = await pair(company)
        seat = player.mine[0]
        assert await refused(other, "hand", seat=seat) == "not_absent"
        await player.close()
        while player.guest.id in (await other.hear_until("here"))["here"]:
            pass
        await asyncio.sleep(0.7)  # the test server's patience is half a second
        await done(other, "hand", seat=seat, level="random")
        while not other.to_decide():
            await other.hear()
        await player.connect()
        await player.watch()
        await done(player, "reclaim", seat=seat)

    at(scene)


def test_an_absent_players_seat_goes_to_a_bot_by_itself_if_the_table_says_so(at: Any) -> None:
    async def scene(company: Company) -> None:
        player, other = await pair(company, settings={"absent": "bot"})
        seat = player.mine[0]
        await player.close()
        while not any(event["news"]["what"] == "handed" for event in other.events):
            await other.hear()
        assert other.events[-1]["news"] == {"what": "handed", "seat": seat, "level": "casual", "reason": "absent"}
        await player.connect()
        await player.watch()
        await done(player, "reclaim", seat=seat)
        assert player.info["seats"][seat]["level"] is None

    at(scene)


def test_a_rematch_moves_everybody_one_seat_further(at: Any) -> None:
    async def scene(company: Company) -> None:
        guests = await company.invite(3)
        table = await open_table(guests, "wampum")
        players = [await company.join(guest, table) for guest in guests]
        while not players[0].views:
            await players[0].hear()
        assert "not_over" in (await guests[1].post(f"/api/tables/{table}/rematch", status=409))["key"]
        for player in players[:2]:
            await done(player, "resign", seat=player.mine[0])
        following = await guests[1].post(f"/api/tables/{table}/rematch")
        assert [seat["person"] for seat in following["seats"]] == [guests[1].id, guests[2].id, guests[0].id]
        assert (following["rematch_of"], following["host"], following["listed"]) == (table, guests[1].id, False)
        assert (await guests[2].post(f"/api/tables/{table}/rematch"))["id"] == following["id"]
        await catch_up(players[2], players[1].seq + 1)
        assert players[2].events[-1]["news"] == {"what": "rematch", "table": following["id"]}
        await company.join(guests[0], following["id"])
        await guests[1].post(f"/api/tables/{following['id']}/start")
        assert (await guests[0].get(f"/api/tables/{following['id']}"))["mine"] == [2]

    at(scene)


# --- hints, review, records ----------------------------------------------------------------------------------


def test_a_hint_names_a_legal_move_if_the_table_allows_hints(at: Any) -> None:
    async def scene(company: Company) -> None:
        player, other = await pair(company, "wigwam", options={"setup": "standard"})
        seat = player.mine[0]
        await player.say("hint", ref="h", seat=seat)
        hint = await player.hear_until("hint", "h")
        assert hint["moves"][0]["move"] in [entry["move"] for entry in player.views[seat]["choices"]["moves"]]
        assert await refused(other, "hint", seat=other.mine[0]) == "no_choice"
        strict, _ = await pair(company, settings={"hints": False})
        assert await refused(strict, "hint", seat=strict.mine[0]) == "no_hints"

    at(scene)


def test_after_the_game_record_replay_branch_rematch_and_import(at: Any) -> None:
    async def scene(company: Company) -> None:
        guests = await company.invite(1)
        table = await open_table(guests, "wampum", bots=1)
        path = f"/api/tables/{table}"
        assert "not_over" in (await guests[0].get(f"{path}/record", status=409))["key"]
        player = await company.join(guests[0], table)
        await player.play()
        record = (await guests[0].http.get(f"{path}/record")).json()
        steps = (await guests[0].get(f"{path}/replay?seat=all"))["steps"]
        assert len(steps) == len(record["moves"]) + 1
        assert all(seat["hand"] is not None for seat in steps[3]["board"]["seats"])
        hidden = (await guests[0].get(f"{path}/replay?seat=-1"))["steps"]
        assert all(seat["hand"] is None for seat in hidden[3]["board"]["seats"])
        imported = await guests[0].post("/api/records", record)
        assert imported["status"] == "over"
        assert imported["result"] == (await guests[0].get(path))["table"]["result"]
        record["moves"][0][1] = "bid 3 SSSS"
        assert "record" in (await guests[0].post("/api/records", record, status=400))["key"]
        branch = await guests[0].post(f"{path}/branch", {"moves": 4, "seat": 0, "level": "random"})
        assert (await guests[0].get(f"/api/tables/{branch['id']}"))["turn"]["moves"] >= 4
        assert branch["branch_of"] == {"table": table, "moves": 4}
        alone = await guests[0].post(f"{path}/branch", {"moves": 4, "seat": 1, "others": "me"})
        assert [(seat["kind"], seat["person"]) for seat in alone["seats"]] == [("person", guests[0].id)] * 2
        assert [seat["name"] for seat in alone["seats"]] == [None, guests[0].name]
        again = await guests[0].post(f"{path}/rematch")
        assert (await guests[0].post(f"{path}/rematch"))["id"] == again["id"]
        assert [seat["kind"] for seat in again["seats"]] == ["bot", "person"]
        sentences = await guests[0].get(f"{path}/log?language=fr")
        assert any("commence" in line["text"] for line in sentences)

    at(scene)


def test_chat_is_cleaned_and_limited(at: Any) -> None:
    async def scene(company: Company) -> None:
        player, other = await pair(company)
        await done(player, "chat", text="<b>hi</b>\u202e\x00 there", id="c1")
        await catch_up(other, player.seq)
        assert other.events[-1]["news"]["text"] == "<b>hi</b> there"
        assert await refused(player, "chat", text="\u200b") == "bad_message"
        await player.say("chat", ref="", text="x" * 501)
        answer = await player.hear_until("answer", "")
        assert answer["refused"]["key"] == "server.refuse.bad_message"

    at(scene)


def test_a_finished_game_is_reviewed_in_the_background(at: Any) -> None:
    async def scene(company: Company) -> None:
        player, other = await pair(company, "wigwam", options={"setup": "standard"})
        for mover, waiter in ((player, other), (other, player)):
            await catch_up(waiter, (await move(mover))["seq"])
        path = f"/api/tables/{player.table}/review"
        assert "not_over" in (await player.guest.post(path, status=409))["key"]
        await done(player, "resign", seat=player.mine[0])
        assert "no_review" in (await other.guest.get(path, status=404))["key"]
        assert (await other.guest.post(path))["total"] == 2
        while (await player.hear_until("review"))["done"] < 2:
            pass
        review = await other.guest.get(path)
        while len(review["moves"]) < 2:
            review = await other.guest.get(path)
        assert [entry["number"] for entry in review["moves"]] == [1, 2]
        for entry in review["moves"]:
            assert entry["loss"] is None or 0 <= entry["loss"] <= 1

    at(scene)
