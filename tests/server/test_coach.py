"""The coach at a server: warns before a move that loses much, lets whoever is sure play it, and is nowhere else."""

from __future__ import annotations

import asyncio
import time
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import pytest

from spieltisch.games import Refusal, get
from spieltisch.games.wampum import coach as wampum_coach
from spieltisch.server import acting, opening
from spieltisch.server import messages as ms
from spieltisch.server.thinking import Thought, at_random
from tests.server.harness import Company, Guest, Player, ServerProcess
from tests.server.test_fair_seats import a_hall, play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from spieltisch.games import View
    from spieltisch.server.hall import Hall
    from spieltisch.store import Person
    from tests.server.nursery import Nursery

ME = {"kind": "me"}
BEGINNER = {"kind": "bot", "level": "beginner"}
WARNED = "server.refuse.coach_why"


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server whose coach is waited for, however busy the machine is."""
    folder: Path = tmp_path_factory.mktemp("coach")
    server = ServerProcess(
        f"sqlite:///{folder}/coach.db", folder / "log", nursery=nursery, SPIELTISCH_COACH_SECONDS="100"
    )
    server.start()
    yield server
    server.stop()


async def open_table(guest: Guest, game: str = "wampum", bots: int = 2, status: int | None = None, **more: Any) -> Any:
    settings = {"coach": True, "pace": "instant", **more.pop("settings", {})}
    body = {"game": game, "seats": [ME, *[BEGINNER] * bots], "settings": settings, "start": True, **more}
    return await guest.post("/api/tables", body, status)


async def my_turn(guest: Guest, table: str, seat: int = 0) -> Any:
    """Wait until the own seat has to decide."""
    while True:
        state = await guest.get(f"/api/tables/{table}")
        if seat in state["turn"]["waiting"] or state["turn"]["over"]:
            return state
        await asyncio.sleep(0.02)


def poor_move(state: Any, seat: int = 0) -> dict[str, Any]:
    """The whole hand at the village with the fewest goods, which the rules allow."""
    board = state["views"][0]["board"]
    hand = board["seats"][seat]["hand"]
    free = [village for village in board["villages"] if (village["bid"] or {"count": 0})["count"] < len(hand)]
    village = min(free, key=lambda one: len(one["goods"]))["number"]
    return {"seat": seat, "move": f"bid {village} {hand}"}


async def poor_bid(guest: Guest, table: str, language: str = "en", seat: int = 0) -> tuple[dict[str, Any], Any]:
    """Make a poor bid; gives it and the refusal."""
    state = await my_turn(guest, table, seat)
    wish = poor_move(state, seat) | {"seq": state["seq"], "id": "poor"}
    answer = await guest.http.post(
        f"/api/tables/{table}/moves", json=wish, headers={"Accept-Language": language}, timeout=None
    )
    return wish, answer


def run(server: ServerProcess, scene: Any) -> None:
    async def together() -> None:
        async with Company(server.url) as company:
            await asyncio.wait_for(scene(*await company.invite(2)), 300)

    asyncio.run(together())


def test_a_poor_move_is_warned_of_and_played_by_whoever_is_sure(patient: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        wish, answer = await poor_bid(ada, table)
        assert answer.status_code == 409, answer.text
        refused = answer.json()
        assert refused["key"] == WARNED
        assert refused["facts"]["percent"] > 10
        assert refused["facts"]["reason"] in refused["text"]
        before = await ada.get(f"/api/tables/{table}")
        assert before["seq"] == wish["seq"], "nothing has happened"
        _, in_german = await poor_bid(ada, table, "de")
        assert in_german.json()["text"].startswith("Der Coach rät ab: Du ")
        done = await ada.post(f"/api/tables/{table}/moves", wish | {"sure": True})
        assert done == {"seq": wish["seq"] + 1, "again": False}
        again = await ada.post(f"/api/tables/{table}/moves", wish)
        assert again == {"seq": wish["seq"] + 1, "again": True}, "the same move, sent again, is not judged again"

    run(patient, scene)


def test_the_socket_says_the_same(patient: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        wish, _ = await poor_bid(ada, table)
        player = Player(ada, table)
        await player.connect()
        await player.watch()
        await player.say("play", ref="p", **wish)
        answer = await player.hear_until("answer", "p")
        assert answer["refused"]["key"] == WARNED
        await player.say("play", ref="q", **wish, sure=True)
        answer = await player.hear_until("answer", "q")
        assert answer["ok"]
        await player.socket.close()

    run(patient, scene)


def test_the_rules_come_before_the_coach(patient: ServerProcess) -> None:
    async def scene(ada: Guest, ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        state = await my_turn(ada, table)
        refused = await ada.post(f"/api/tables/{table}/moves", {"seat": 0, "move": "go 1", "seq": state["seq"]}, 409)
        assert refused["key"] == "wampum.refuse.phase_bid"
        refused = await ben.post(f"/api/tables/{table}/moves", {"seat": 0, "move": "go 1", "seq": state["seq"]}, 403)
        assert refused["key"] == "server.refuse.not_seated"

    run(patient, scene)


def test_elsewhere_nobody_is_warned(patient: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada, settings={"coach": False}))["id"]
        assert not (await ada.get(f"/api/tables/{table}"))["table"]["settings"]["coach"]
        _, answer = await poor_bid(ada, table)
        assert answer.is_success, answer.text

    run(patient, scene)


def test_a_coach_is_for_whoever_plays_alone_against_bots(patient: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        for other in ({"kind": "friend"}, {"kind": "open"}, {"kind": "device", "name": "Eve"}):
            refused = await open_table(ada, bots=1, status=409, seats=[ME, other, BEGINNER])
            assert refused["key"] == "server.refuse.coach_alone"

    run(patient, scene)


def test_a_first_game_begins_as_the_game_says(patient: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        first = await open_table(ada, "wigwam", 1)
        assert first["options"]["setup"] == "standard"
        wished = await open_table(ada, "wigwam", 1, options={"setup": "hidden"})
        assert wished["options"]["setup"] == "hidden"
        other = await open_table(ada, "wigwam", 1, settings={"coach": False})
        assert other["options"]["setup"] == "alternate"

    run(patient, scene)


def test_a_move_waits_for_no_coach_that_does_not_answer(tmp_path: Path, nursery: Nursery) -> None:
    hasty = ServerProcess(f"sqlite:///{tmp_path}/a.db", tmp_path / "log", nursery=nursery, SPIELTISCH_COACH_SECONDS="0")
    hasty.start()

    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        _, answer = await poor_bid(ada, table)
        assert answer.is_success, answer.text

    run(hasty, scene)
    hasty.stop()


def test_a_coach_survives_a_kill(tmp_path: Path, nursery: Nursery) -> None:
    server = ServerProcess(
        f"sqlite:///{tmp_path}/a.db", tmp_path / "log", nursery=nursery, SPIELTISCH_COACH_SECONDS="100"
    )
    server.start()

    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        await poor_bid(ada, table)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        _, answer = await poor_bid(ada, table)
        assert answer.json()["key"] == WARNED

    run(server, scene)
    server.stop()


# --- what else may happen while a move is judged ---------------------------------------------------------------------


def test_the_same_move_sent_twice_is_judged_once(patient: ServerProcess) -> None:
    """A client whose connection is lost sends its move again, with the same id."""

    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        wish = await poor_wish(ada, table)
        answers = await asyncio.gather(*[ada.http.post(f"/api/tables/{table}/moves", json=wish) for _ in range(2)])
        assert [answer.json().get("key") for answer in answers] == [WARNED, WARNED]
        assert (await ada.get(f"/api/tables/{table}"))["seq"] == wish["seq"], "nothing has happened"

    run(patient, scene)


def test_nobody_is_warned_of_a_move_that_is_made_already(patient: ServerProcess) -> None:
    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        wish = await poor_wish(ada, table)
        asked = asyncio.create_task(ada.http.post(f"/api/tables/{table}/moves", json=wish, timeout=None))
        await asyncio.sleep(0.01)
        await ada.post(f"/api/tables/{table}/moves", wish | {"sure": True})
        assert (await asked).json()["seq"] == wish["seq"] + 1

    run(patient, scene)


def test_others_are_answered_while_a_move_is_judged(patient: ServerProcess) -> None:
    """A socket goes on hearing; what concerns the same table keeps its order."""

    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        wish = await poor_wish(ada, table)
        player = Player(ada, table)
        await player.connect()
        await player.watch()
        await player.say("play", ref="play", **wish)
        await player.say("ask", ref="ask", seat=0, build="")
        await player.socket.send('{"type":"ping","ref":"ping"}')
        heard: list[str] = []
        while len(heard) < 3:
            message = await player.hear()
            heard += [message["ref"]] if message.get("ref") in {"play", "ask", "ping"} else []
        assert heard == ["ping", "play", "ask"]
        await player.socket.close()

    run(patient, scene)


def test_moves_that_are_judged_do_not_pile_up(patient: ServerProcess) -> None:
    """Whoever sends them faster than they can be judged is told to wait; nobody's memory fills with them."""

    async def scene(ada: Guest, _ben: Guest) -> None:
        table = (await open_table(ada))["id"]
        wish = await poor_wish(ada, table)
        player = Player(ada, table)
        await player.connect()
        for number in range(40):
            await player.say("play", ref=str(number), **(wish | {"id": str(number)}))
        keys: list[str] = []
        while len(keys) < 40:
            answer = await player.hear_until("answer")
            keys.append("" if answer["ok"] else answer["refused"]["key"])
        assert keys.count("server.refuse.busy") == 8
        await player.socket.close()

    run(patient, scene)


async def poor_wish(guest: Guest, table: str) -> dict[str, Any]:
    """The poor bid, not sent yet."""
    state = await my_turn(guest, table)
    return poor_move(state) | {"seq": state["seq"], "id": "poor"}


@pytest.mark.parametrize("game", ["wigwam", "amul"])
def test_every_game_has_moves_that_are_warned_of(patient: ServerProcess, game: str) -> None:
    """Somebody tries poor moves first, through whole games, until one is warned of; a game may have none."""

    async def scene(ada: Guest, _ben: Guest) -> None:
        for _ in range(4):
            table = (await open_table(ada, game, 1 if game == "wigwam" else 2))["id"]
            if refused := await first_warning(ada, table, game):
                break
        assert refused, "four whole games without a warning"
        assert refused["key"] in {WARNED, "server.refuse.coach"}
        assert refused["facts"]["percent"] > 10

    run(patient, scene)


async def first_warning(guest: Guest, table: str, game: str) -> Any:
    """Play until a move is warned of; there may be none in a whole game."""
    while not (state := await my_turn(guest, table))["turn"]["over"]:
        if not state["views"][0]["choices"]:  # the only move there is, which the table makes
            await asyncio.sleep(0.02)
            continue
        for move in worst_first(state, game)[:12]:
            wish = {"seat": 0, "move": move, "seq": state["seq"], "id": f"{state['seq']} {move}"}
            answer = await guest.http.post(f"/api/tables/{table}/moves", json=wish, timeout=None)
            if answer.is_success:
                break
            refused = answer.json()
            if refused["key"].startswith("server.refuse.coach"):
                return refused
    return None


def worst_first(state: Any, game: str) -> list[str]:
    """All moves that are offered, those first that look poor."""
    choices = state["views"][0]["choices"]
    if game == "amul":
        poor = 1 if choices["verb"] in {"offer", "play"} else -1
        return [one["move"] for one in sorted(choices["moves"], key=lambda one: -poor * (one["worth"] or 0))]
    return [str(one["move"]) for one in choices["moves"]][::-1]


# --- at a hall, with bots that say what they are told to -----------------------------------------------------------


class Told:
    """Stands in for the thinkers: notes what is judged, and gives, or raises, what it is told to."""

    def __init__(self, hall: Hall, answer: Callable[[View, str], Thought] | None = None) -> None:
        self.judged: list[str] = []
        self.answer = answer
        hall.thinkers.choose = self.choose  # type: ignore[method-assign, assignment]

    async def choose(self, view: View, _level: str, _seconds: float, *, weighed: str = "", **_more: Any) -> Thought:
        if weighed:
            self.judged.append(weighed)
            if self.answer is not None:
                return self.answer(view, weighed)
        return at_random(view)


async def coached(hall: Hall, *, start: bool = True, game: str = "wampum") -> tuple[str, Person]:
    """Somebody's table with a coach."""
    person = await hall.store.new_guest("Ada", token_hex(8), 1.0)
    wish = ms.NewTable(
        game=game,
        seats=[ms.SeatMe(), *[ms.SeatBot(level="beginner")] * (get(game).seats[1] - 1)],
        settings=ms.SettingsWish(coach=True, pace="instant"),
        start=start,
    )
    return (await opening.open_table(hall, person, wish)).id, person


async def to_move(hall: Hall, table: str) -> tuple[str, int]:
    """Wait for the person's turn; gives a legal move and the last number."""
    while 0 not in (sitting := await hall.stored(table)).waiting:
        await asyncio.sleep(0.01)
    return sitting.table.legal_moves(0)[-1], sitting.seq


def fails(_view: View, _move: str) -> Thought:
    raise RuntimeError("the bot has lost its head")


def warns(view: View, move: str) -> Thought:
    best = next(one for one in view.legal_moves(view.seat) if one != move)
    return Thought(best, [(best, 0.9), (move, 0.1)])


def broken(*_: Any) -> None:
    raise KeyError("no such card")


@pytest.mark.parametrize("what", ["judging", "its reason"])
def test_a_coach_that_fails_keeps_nobody_from_playing(
    tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with a_hall(tmp_path) as hall:
            Told(hall, fails if what == "judging" else warns)
            monkeypatch.setattr(wampum_coach, "caution", broken)
            table, person = await coached(hall)
            move, seq = await to_move(hall, table)
            done = await acting.act(hall, person, ms.Play(table=table, seat=0, move=move, seq=seq, id="a"))
            assert done == ms.Done(seq=seq + 1)
            assert "spieltisch_errors_total 0.0\n" not in hall.metrics.show()
            with pytest.raises(Refusal):  # the rules still say what they have to say
                await acting.act(hall, person, ms.Play(table=table, seat=0, move=move, seq=seq, id="b"))

    play(scene())
    assert "could not be judged" in caplog.text


def test_the_coach_gets_ready_wherever_a_game_begins(tmp_path: Path) -> None:
    """At once, at a later start, at a rematch, and where a server takes up a game that another had begun."""

    async def scene() -> None:
        async with a_hall(tmp_path) as hall:
            told = Told(hall)

            async def ready() -> int:
                for _ in range(100):
                    await asyncio.sleep(0)
                await asyncio.gather(*hall.tasks, return_exceptions=True)
                return len(told.judged)

            await coached(hall)
            assert await ready() == 1
            table, person = await coached(hall, start=False)
            assert await ready() == 1
            await acting.act(hall, person, ms.Start(table=table))
            assert await ready() == 2
            await acting.act(hall, person, ms.Resign(table=table, seat=0))
            following = await acting.act(hall, person, ms.Rematch(table=table))
            assert isinstance(following, ms.TableInfo)
            assert await ready() == 3
        async with a_hall(tmp_path) as hall:
            told = Told(hall)
            await hall.table(following.id)
            assert await ready() == 1
            await hall.stored(following.id)
            assert await ready() == 1, "once is enough"

    play(scene())


def test_at_a_rematch_too_the_coach_answers_within_its_time(tmp_path: Path, nursery: Nursery) -> None:
    """With the time that it has by default; where the machine is too busy for it, another rematch is tried."""
    server = ServerProcess(f"sqlite:///{tmp_path}/a.db", tmp_path / "log", nursery=nursery)
    server.start()

    async def scene(ada: Guest, _ben: Guest) -> None:
        table, seat = (await open_table(ada))["id"], 0
        until = time.monotonic() + 200
        while time.monotonic() < until:
            await ada.post(f"/api/tables/{table}/resign", {"seat": seat})
            table = (await ada.post(f"/api/tables/{table}/rematch"))["id"]
            seats = (await ada.get(f"/api/tables/{table}"))["table"]["seats"]
            seat = next(number for number, one in enumerate(seats) if one["person"])
            await asyncio.sleep(2.0)  # somebody looks at the table
            _, answer = await poor_bid(ada, table, seat=seat)
            if not answer.is_success:
                assert answer.json()["key"] == WARNED
                return
        raise AssertionError("nobody was warned in time")

    run(server, scene)
    server.stop()
