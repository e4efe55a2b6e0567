"""Nothing leaks over the wire, on the bytes themselves.

A game is played at a real server, and so is its twin: another deal and other hidden choices that one viewer cannot tell
apart (see twins.py). Everything that this viewer receives over the socket and can fetch over HTTP must be the same,
byte for byte, once the names that every table has anew are replaced.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import msgspec
import pytest

from spieltisch.games import SPECTATOR
from spieltisch.server import acting
from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server.hall import Hall
from spieltisch.server.settings import Settings
from spieltisch.server.thinking import Thought
from spieltisch.store import EventRow, Person, Store, TableChange, open_store
from spieltisch.store.store import new_id
from tests.server.harness import Company, Guest, Player, ServerProcess
from tests.server.twins import Kind, Played, differences, random_game, twin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from spieltisch.games import View
    from tests.server.nursery import Nursery

SALT = "5a" * 16
WAMPUM = Kind("wampum", 2, {})
TRADE = Kind("wampum", 4, {"removal": "french"})
WIGWAM = Kind("wigwam", 2, {"setup": "hidden"})
AMUL = Kind("amul", 3, {"tea": True})


class Case(NamedTuple):
    """Who watches what, up to which part of the game, and how much must be different without being noticed."""

    kind: Kind
    viewer: int
    part: float
    cards: int
    choices: int


CASES = [
    Case(WAMPUM, SPECTATOR, 1.0, 5, 1),
    Case(WAMPUM, 0, 0.5, 15, 0),
    Case(WAMPUM, 1, 1.0, 2, 0),
    Case(TRADE, SPECTATOR, 1.0, 10, 0),
    Case(TRADE, 3, 1.0, 8, 0),
    Case(WIGWAM, SPECTATOR, 0.0, 0, 1),
    Case(WIGWAM, 1, 0.0, 0, 1),
    Case(AMUL, SPECTATOR, 1.0, 10, 1),
    Case(AMUL, 0, 0.5, 15, 0),
    Case(AMUL, 2, 1.0, 5, 1),
]
EVENTFUL = [
    Case(WAMPUM, SPECTATOR, 0.1, 40, 0),
    Case(TRADE, 0, 0.1, 35, 0),
    Case(AMUL, 1, 0.0, 30, 1),
]
"""Short games, and everything that can happen around them."""
AFTER_THE_END = {"imported"}
"""News of tables on which everything lies face up."""


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server into whose database the tests lay their own deals."""
    folder: Path = tmp_path_factory.mktemp("wire")
    running = ServerProcess(
        f"sqlite:///{folder}/wire.db",
        folder / "log",
        nursery=nursery,
        SPIELTISCH_REVIEW_SECONDS="0.01",
        SPIELTISCH_KEEP_OPEN_DAYS="1000000",  # the tables laid out here seem to be very old
    )
    running.start()
    yield running
    assert running.stop() == 0
    assert "trace" not in running.log.read_text(), running.log.read_text()


# --- laying out a table ------------------------------------------------------------------------------------


async def lay_out(store: Store, kind: Kind, owners: list[Guest], deal: dict[str, Any]) -> str:
    """Write a table with a deal of our own into the database, with people who sat down and stood up again."""
    table = new_id()
    host, *others = dict.fromkeys(owners)
    specs = [
        ev.SeatSpec(kind="person", person=owner.id, name=owner.name) if owner is host else ev.SeatSpec(kind="friend")
        for owner in owners
    ]
    created = ev.Created(
        game=kind.game,
        options=kind.options,
        settings=ms.TableSettings(memory=True, forced_moves=False),
        host=host.id,
        seats=specs,
    )
    await store.create(
        EventRow(table, 1, 100.0, ev.encode(created)),
        game=kind.game,
        status="open",
        listed=False,
        host=host.id,
        persons=[host.id],
    )
    happened: list[ev.AnyEvent] = []
    for guest in others:
        seat = owners.index(guest)
        sat = ev.Sat(seat=seat, person=guest.id, name=guest.name)
        happened += [sat, ev.Stood(seat=seat, person=guest.id), sat]
    happened.append(ev.Started(deal=deal, salt=SALT))
    for number, event in enumerate(happened, start=2):
        change = TableChange(joined=event.person) if isinstance(event, ev.Sat) else None
        if isinstance(event, ev.Started):
            change = TableChange(status="playing")
        assert await store.append(EventRow(table, number, 100.0 + number, ev.encode(event)), change)
    return table


# --- a game with everything around it --------------------------------------------------------------------------


class Round:
    """One game at the server, with a viewer whose bytes are kept."""

    def __init__(self, case: Case, table: str, players: list[Player], viewer: Player, server: ServerProcess) -> None:
        self.case = case
        self.table = table
        self.players = players
        self.viewer = viewer
        self.server = server
        self.bodies: list[bytes] = []
        self.number = 0

    async def connect(self) -> None:
        """Everybody comes, the viewer last, so that who is here is always told in the same order."""
        for player in dict.fromkeys([*self.players, self.viewer]):
            if player is not self.viewer:
                await player.connect()
                await player.watch()
        await self.viewer.connect()
        await self.viewer.watch()

    async def do(self, player: Player, kind: str, **fields: Any) -> None:
        """Something happens; everybody hears of it before anything else does."""
        self.number += 1
        ref = f"n{self.number}"
        await player.say(kind, ref=ref, **fields)
        answer = await player.hear_until("answer", ref)
        assert answer["ok"], answer
        for other in dict.fromkeys([*self.players, self.viewer]):
            while other.seq < answer["seq"]:
                await other.hear()

    async def play(self, seat: int, move: str) -> None:
        player = self.players[seat]
        if player is self.viewer and self.case.kind.game != "amul":
            await player.say("ask", ref="a", seat=seat, build=move.split()[-1])
            await player.hear_until("build", "a")
        await self.do(player, "play", seat=seat, move=move, seq=player.seq, id=f"{seat}-{self.number}")

    async def talk(self, last: tuple[int, str] | None) -> None:
        """What else happens at a table."""
        asker = next(player for player in self.players if player is not self.viewer)
        seat = self.players.index(asker)
        people = [player for player in dict.fromkeys(self.players) if player is not asker]
        await self.do(asker, "chat", text="good evening")
        await self.do(asker, "pause", seat=seat)
        for other in people:
            await self.do(other, "consent", agree=True)
        await self.do(asker, "resume")
        idle = [number for number in range(len(self.players)) if number not in asker.turn["waiting"]]
        if idle and not asker.turn["decided"]:
            await self.do(self.players[idle[0]], "hand", seat=idle[0], level="random")
            await self.do(self.players[idle[0]], "reclaim", seat=idle[0])
        if last is not None:
            await self.change_mind(*last)

    async def change_mind(self, seat: int, move: str) -> None:
        """The last move is taken back, or the choice is changed and withdrawn, and made again."""
        player = self.players[seat]
        if seat in player.turn["decided"]:
            await self.do(player, "play", seat=seat, move=move, seq=player.seq)
            await self.do(player, "undo", seat=seat, seq=player.seq)
        else:
            others = [other for other in dict.fromkeys(self.players) if other is not player]
            if others:
                await self.do(player, "undo", seat=seat, seq=player.seq)
                await self.do(others[0], "consent", agree=False)
            await self.do(player, "undo", seat=seat, seq=player.seq)
            for other in others:
                await self.do(other, "consent", agree=True)
        await self.play(seat, move)

    async def look_around(self) -> None:
        """Fetch whatever the API gives this viewer, and try what it must not give."""
        viewer, http = self.viewer, self.viewer.guest.http
        await viewer.socket.send('{"type": "ping", "ref": "p"}')
        await viewer.hear_until("pong", "p")
        stranger = next(seat for seat, player in enumerate(self.players) if player is not viewer)
        paths = (await http.get("/docs/openapi.json")).json()["paths"]
        asked = 0
        for path, methods in sorted(paths.items()):
            if "{table_id}" not in path:
                continue
            where = path.replace("{table_id}", self.table)
            if "get" in methods and path.endswith("/stream"):
                await self.look_at_stream(where)
            elif "get" in methods:
                for query in ("", "?language=de", "?since=3", "?seat=all", f"?seat={stranger}"):
                    self.keep(where, await http.get(where + query))
                    asked += 1
            if "post" in methods and not path.endswith("/chat"):
                body = {"seat": stranger, "move": "go 1", "seq": viewer.seq, "build": "C", "moves": 1, "agree": True}
                answer = await http.post(where, json=body)
                assert answer.status_code >= 400, (path, answer.text)
                self.keep(where, answer)
                asked += 1
        assert asked >= 20
        mine = (await http.get("/api/tables/mine")).json()
        self.bodies += [msgspec.json.encode(entry) for entry in mine if entry["table"]["id"] == self.table]

    def keep(self, where: str, answer: Any) -> None:
        self.bodies.append(f"{where} {answer.status_code} ".encode() + answer.content)

    async def look_at_stream(self, where: str) -> None:
        """The first lines of the event stream, up to the last event there is."""
        async with self.viewer.guest.http.stream("GET", f"{where}?since=1") as stream:
            async for line in stream.aiter_lines():
                self.bodies.append(line.encode())
                if f'"seq":{self.viewer.seq},' in line and '"type":"event"' in line:
                    break

    async def come_back(self) -> None:
        """The viewer loses the connection and gets what was missed."""
        other = next(player for player in self.players if player is not self.viewer)
        await self.viewer.close()
        while self.viewer.guest.id in (await other.hear_until("here"))["here"]:
            pass
        self.viewer.seq = max(1, self.viewer.seq - 6)
        await self.viewer.connect()
        await self.viewer.watch()

    async def give_up(self) -> None:
        """Somebody else resigns. With two players that is the end: a review and a rematch follow.

        Whoever plays alone closes the table instead of going on.
        """
        seat = next(
            number
            for number, player in enumerate(self.players)
            if player is not self.viewer and (len(self.players) == 2 or number not in player.turn["waiting"])
        )
        loser = self.players[seat]
        if len(set(self.players)) == 1:
            await self.do(loser, "close")
            return
        await self.do(loser, "resign", seat=seat)
        if len(self.players) > 2 or self.viewer.turn["moves"] > 5:
            return  # reviewing a long game takes long
        path = f"/api/tables/{self.table}"
        total = (await loser.guest.post(f"{path}/review"))["total"]
        while (await self.viewer.hear_until("review"))["done"] < total:
            pass
        await loser.guest.post(f"{path}/rematch")
        await self.viewer.hear_until("event")

    def captured(self) -> list[bytes]:
        """All bytes that the viewer has received, with what every table has anew replaced."""
        return [normal(body, self.table) for body in (*self.viewer.frames, *self.bodies)]


def normal(body: bytes, table: str) -> bytes:
    """Replace names, times and the commitment, which is a hash with a secret salt."""
    text = body.decode().replace(table, "TABLE")
    text = re.sub(r'"(at|created)":[0-9.e+]+', r'"\1":0', text)
    text = re.sub(r'"commitment":"[0-9a-f]{64}"', '"commitment":"HASH"', text)
    return re.sub(r'"(rematch|table)":"[A-Za-z0-9]{16,}"', r'"\1":"NEXT"', text).encode()


async def play_round(
    case: Case, played: Played, company: Company, owners: list[Guest], watcher: Guest, server: ServerProcess
) -> list[bytes]:
    """Play a game at the server and give all that the viewer has received."""
    store = await open_store(server.database, "test")
    try:
        table = await lay_out(store, case.kind, owners, played.deal)
    finally:
        await store.close()
    seats = {guest.id: company.sit(guest, table) for guest in dict.fromkeys(owners)}
    players = [seats[guest.id] for guest in owners]
    viewer = company.sit(watcher, table) if case.viewer == SPECTATOR else players[case.viewer]
    here = Round(case, table, players, viewer, server)
    await here.connect()
    talk_after = len(played.moves) - 1 if case.kind is AMUL else len(played.moves) // 2
    for number, (seat, move) in enumerate(played.moves):
        await here.play(seat, move)
        if number == talk_after:
            await here.talk((seat, move))
            await here.look_around()
    await here.look_around()
    await here.come_back()
    await here.give_up()
    captured = here.captured()
    for player in dict.fromkeys([*players, viewer]):
        await player.close()
    return captured


def cut(case: Case) -> Played:
    """The first part of a game, up to the last move before its end; at least one move."""
    whole = random_game(case.kind, seed=11)
    if case.kind is WIGWAM:  # once both armies stand, nothing is hidden any more
        return Played({}, [move for move in whole.moves[:2] if move[0] == 0])
    last = max(1, round(case.part * (len(whole.moves) - 1)))
    if case.kind is AMUL:  # end while somebody else's choice lies face down
        table = case.kind.table(whole.deal)
        hidden = []
        for number, (seat, move) in enumerate(whole.moves, start=1):
            if len(table.waiting_for) == AMUL.players and seat != case.viewer:
                hidden.append(number)
            table.play(seat, move)
        last = min(hidden, key=lambda number: abs(number - last))
    return Played(whole.deal, whole.moves[:last])


def compared(case: Case, server: ServerProcess, *, one_person: bool = False) -> list[bytes]:
    """Play a game and its twin, compare all bytes, and give them."""
    played = cut(case)
    other = twin(case.kind, played, case.viewer, seed=5)
    cards, choices = differences(played, other)
    assert cards >= case.cards
    assert choices >= case.choices

    async def compare() -> list[bytes]:
        async with Company(server.url) as company:
            *owners, watcher = await company.invite(case.kind.players + 1)
            if one_person:
                owners = [owners[0]] * len(owners)
            one = await play_round(case, played, company, owners, watcher, server)
            two = await play_round(case, other, company, owners, watcher, server)
            for real, changed in zip(one, two, strict=True):
                assert changed == real
            return one

    return asyncio.run(compare())


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case.kind.game}{case.kind.players}-{case.viewer}-{case.part}"
)
def test_a_viewer_receives_the_same_bytes_whatever_lies_face_down(case: Case, plain: ServerProcess) -> None:
    assert len(compared(case, plain)) > 60


def test_every_type_of_message_and_news_is_among_those_compared(
    plain: ServerProcess, tmp_path: Path, nursery: Nursery
) -> None:
    """Whoever adds a type of message or of news has to let it happen here."""
    received = [body for case in EVENTFUL for body in compared(case, plain)]
    received += compared(Case(WAMPUM, SPECTATOR, 0.3, 20, 0), plain, one_person=True)
    received.append(goodbye(tmp_path, nursery))
    received += asyncio.run(hints(WAMPUM, tmp_path))
    types, news = set(), set()
    for body in received:
        if body.startswith(b'{"type"'):
            message = msgspec.json.decode(body)
            types.add(message["type"])
            for entry in message.get("log", [message] if message["type"] == "event" else []):
                news.add(entry["news"]["what"])
    assert {tag_of(kind) for kind in get_args(ms.AnyTold)} - types == set()
    assert {tag_of(kind) for kind in get_args(ms.AnyNews)} - news == AFTER_THE_END
    assert [kind.__struct_fields__ for kind in get_args(ms.AnyNews) if tag_of(kind) in AFTER_THE_END] == [()]


def tag_of(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def goodbye(folder: Path, nursery: Nursery) -> bytes:
    """The last message of a server that stops, the same for twins."""
    server = ServerProcess(f"sqlite:///{folder}/bye.db", folder / "log", nursery=nursery)
    case = Case(WAMPUM, SPECTATOR, 0.1, 20, 0)
    played = cut(case)

    async def last_of(deal: dict[str, Any], moves: list[tuple[int, str]]) -> bytes:
        await asyncio.to_thread(server.start)
        async with Company(server.url) as company:
            *owners, watcher = await company.invite(3)
            store = await open_store(server.database, "test")
            table = await lay_out(store, WAMPUM, owners, deal)
            await store.close()
            seated = [company.sit(guest, table) for guest in owners]
            here = Round(case, table, seated, company.sit(watcher, table), server)
            await here.connect()
            for move in moves:
                await here.play(*move)
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            await here.viewer.hear_until("closing")
            assert await stopping == 0
            return here.viewer.frames[-1]

    one = asyncio.run(last_of(*played))
    assert asyncio.run(last_of(*twin(WAMPUM, played, SPECTATOR, seed=4))) == one
    return one


class Listening:
    """Thinks nothing, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []

    async def hint(self, view: View, seconds: float, person: str, wanted: Callable[[], bool]) -> Thought:
        assert wanted()
        self.asked.append(view.state.tobytes() + f"{seconds} {view.seat} {person}".encode())
        return Thought(view.legal_moves(view.seat)[0], [(view.legal_moves(view.seat)[0], 0.5)])

    async def close(self) -> None:
        pass


@pytest.mark.parametrize("kind", [WAMPUM, TRADE, AMUL, WIGWAM], ids=lambda kind: f"{kind.game}{kind.players}")
def test_a_bot_that_gives_a_hint_is_asked_with_the_seats_own_view(kind: Kind, tmp_path: Path) -> None:
    """What a bot says depends on chance; what it is asked must not depend on what the seat cannot know."""
    assert asyncio.run(hints(kind, tmp_path))


async def hints(kind: Kind, folder: Path) -> list[bytes]:
    """Ask for hints in a game and in its twins, compare what the bot is asked, and give what is answered."""
    whole = random_game(kind, 11)
    ends = {1} if kind is WIGWAM else {1, len(whole.moves) // 3, len(whole.moves) - 1}
    answers = []
    for upto in sorted(ends):
        played = Played(whole.deal, whole.moves[:upto])
        table = kind.table(played.deal)
        for move in played.moves:
            table.play(*move)
        for seat in table.waiting_for:
            other = twin(kind, played, seat, seed=3, tries=60)
            assert sum(differences(played, other)) > 0
            one = await hint(kind, played, seat, folder)
            assert await hint(kind, other, seat, folder) == one
            answers.append(one[1])
    return answers


async def hint(kind: Kind, played: Played, seat: int, folder: Path) -> tuple[list[bytes], bytes]:
    """Play at a hall of our own and ask for a hint; gives what the bot was asked, and the answer."""
    store = await open_store(f"sqlite:///{folder}/{new_id()}.db", "one")
    hall = Hall(store, Settings(bot_delay=0.0))
    listening = Listening()
    hall.thinkers = listening  # type: ignore[assignment]
    guests = [Guest("http://nowhere", f"g{number}") for number in range(kind.players)]
    for number, guest in enumerate(guests):
        guest.id = f"p{number}"
    try:
        table = await lay_out(store, kind, guests, played.deal)
        for mover, move in played.moves:
            loaded = await hall.table(table)
            said = ms.Play(table=table, seat=mover, move=move, seq=loaded.sitting.seq)
            await acting.act(hall, Person(f"p{mover}", ""), said)
        hint = await acting.hint(hall, Person(f"p{seat}", ""), ms.Hint(table=table, seat=seat))
        return listening.asked, msgspec.json.encode(hint)
    finally:
        for guest in guests:
            await guest.leave()
        await hall.close()
        await store.close()
