"""HTTP: tables, everything that can be done at one, and what is left when a game is over."""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import Parameter
from litestar.response import ServerSentEvent, ServerSentEventMessage
from litestar.status_codes import HTTP_200_OK

from spieltisch.games import Refusal
from spieltisch.games.amul.sheet import Sheet, score_breakdown
from spieltisch.match import Record
from spieltisch.server import doing, ruling, telling
from spieltisch.server import messages as ms
from spieltisch.server.hall import EVENTS_A_PAGE, LOG_ENTRIES, Hall
from spieltisch.server.live import Follower
from spieltisch.server.projection.boards import AnyBuild
from spieltisch.server.reading import Breath
from spieltisch.server.review import Reviews
from spieltisch.server.ruling import refuse
from spieltisch.store import Person

if TYPE_CHECKING:
    from spieltisch.server.gate import Gate

LISTED = 50
LISTED_OF_ONE_HOST = 2
LONGEST_WAIT = 25.0

STREAMED: Any = ms.Streamed  # a union is no class, though the framework reads it as one
STREAM = ResponseSpec(STREAMED, False, "Messages as they come", "text/event-stream")
RECORD = ResponseSpec(Record, generate_examples=False, description="The record, to be saved")

Id = Annotated[str, Parameter(max_length=32, pattern="^[A-Za-z0-9]+$")]
Since = Annotated[int, Parameter(ge=0, le=2**31 - 1)]
Entries = Annotated[int, Parameter(ge=1, le=LOG_ENTRIES)]
Wait = Annotated[float, Parameter(ge=0, le=LONGEST_WAIT)]
Eyes = Annotated[str, Parameter(pattern="^(-1|[0-7]|all)$")]
House = NamedDependency[str]


class Lane:
    """Messages on their way to somebody who may read slowly; when too many wait, it ends, and nobody else notices."""

    def __init__(self, most: int) -> None:
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(most)
        self.ended = False

    def send(self, body: bytes) -> None:
        """Put a message into the lane."""
        self.ended = self.ended or self.queue.full()
        if not self.ended:
            self.queue.put_nowait(body)

    def end(self) -> None:
        """Nothing more comes; whoever waits for it is told so by an empty message."""
        if not self.ended and not self.queue.full():
            self.queue.put_nowait(b"")
        self.ended = True

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Give the messages in order; after a gap, or at the end, there are none any more."""
        while not (self.ended and self.queue.empty()):
            if body := await self.queue.get():
                yield body


class TablesController(Controller):
    """Tables."""

    path = "/api/tables"
    tags = ("tables",)

    @get("/")
    async def lobby(self, person: Person, hall: Hall) -> list[ms.ListedTable]:
        """List the open tables of the lobby."""
        return await self.list_tables(hall, person, await hall.store.listed(LISTED, LISTED_OF_ONE_HOST))

    @get("/mine")
    async def mine(self, person: Person, hall: Hall) -> list[ms.ListedTable]:
        """List my tables, those under way first."""
        return await self.list_tables(hall, person, await hall.store.tables_of(person.id, LISTED))

    async def list_tables(self, hall: Hall, person: Person, ids: list[str]) -> list[ms.ListedTable]:
        """Describe tables; one that has just been deleted is left out."""
        found = []
        for table_id in ids:
            try:
                found.append(doing.listed(await hall.stored(table_id), person.id))
            except Refusal:
                continue
        return found

    @post("/")
    async def open_table(self, data: ms.NewTable, person: Person, hall: Hall) -> ms.TableInfo:
        """Open a table."""
        live = await doing.open_table(hall, person, data)
        await hall.saw(live.id, person.id)
        return live.sitting.info()

    @get("/{table_id:str}")
    async def table(self, table_id: Id, person: Person, hall: Hall, house: House) -> ms.TableState:
        """Show a table as I may see it."""
        async with hall.turns.take(house), hall.at_rest(table_id) as live:
            return await hall.look(live, person.id)

    @post("/{table_id:str}/join", status_code=HTTP_200_OK)
    async def join(self, table_id: Id, data: ms.Joining, person: Person, hall: Hall) -> ms.Done:
        """Take a seat."""
        seq = await hall.act(table_id, lambda s: ruling.sit(s, person.id, person.name, data.seat, data.invite))
        await hall.saw(table_id, person.id)
        return ms.Done(seq=seq)

    @get("/{table_id:str}/invitation")
    async def invitation(self, table_id: Id, person: Person, hall: Hall) -> ms.Invitation:
        """What friends need besides the link to take a seat that is kept for them, for those who sit here."""
        return ms.Invitation(invite=ruling.invitation(await hall.stored(table_id), person.id))

    @post("/{table_id:str}/leave", status_code=HTTP_200_OK)
    async def leave(self, table_id: Id, person: Person, hall: Hall) -> ms.Done:
        """Leave before the game begins."""
        return ms.Done(seq=await hall.act(table_id, lambda s: ruling.stand(s, person.id)))

    @post("/{table_id:str}/start", status_code=HTTP_200_OK)
    async def start(self, table_id: Id, person: Person, hall: Hall) -> ms.Done:
        """Begin the game."""
        return ms.Done(seq=await hall.start(table_id, person.id))

    @post("/{table_id:str}/rematch", status_code=HTTP_200_OK)
    async def rematch(self, table_id: Id, person: Person, hall: Hall) -> ms.TableInfo:
        """Play again with the same people, everybody one seat further."""
        live = await doing.rematch(hall, person, table_id)
        await hall.saw(live.id, person.id)
        if live.sitting.match is None and not any(seat.empty for seat in live.sitting.seats):
            others = [other for other in live.sitting.persons() if other != person.id]
            if not others:
                await hall.start(live.id, person.id)
        return live.sitting.info()

    # --- at the table ------------------------------------------------------------------------------------------

    @post("/{table_id:str}/moves", status_code=HTTP_200_OK)
    async def move(self, table_id: Id, data: ms.MoveBody, person: Person, hall: Hall) -> ms.Done:
        """Make a move."""
        said = ms.Play(table=table_id, seat=data.seat, move=data.move, seq=data.seq, id=data.id)
        return await doing.do(hall, person, said)

    @post("/{table_id:str}/undo", status_code=HTTP_200_OK)
    async def undo(self, table_id: Id, data: ms.UndoBody, person: Person, hall: Hall) -> ms.Done:
        """Take back a move, or ask the others for it."""
        return await doing.do(hall, person, ms.Undo(table=table_id, seat=data.seat, seq=data.seq, id=data.id))

    @post("/{table_id:str}/pause", status_code=HTTP_200_OK)
    async def pause(self, table_id: Id, data: ms.SeatBody, person: Person, hall: Hall) -> ms.Done:
        """Ask for a pause."""
        return await doing.do(hall, person, ms.Pause(table=table_id, seat=data.seat))

    @post("/{table_id:str}/consent", status_code=HTTP_200_OK)
    async def consent(self, table_id: Id, data: ms.ConsentBody, person: Person, hall: Hall) -> ms.Done:
        """Answer somebody's request."""
        return await doing.do(hall, person, ms.Consent(table=table_id, agree=data.agree))

    @post("/{table_id:str}/resume", status_code=HTTP_200_OK)
    async def resume(self, table_id: Id, person: Person, hall: Hall) -> ms.Done:
        """End a pause."""
        return await doing.do(hall, person, ms.Resume(table=table_id))

    @post("/{table_id:str}/chat", status_code=HTTP_200_OK)
    async def chat(self, table_id: Id, data: ms.ChatBody, person: Person, hall: Hall) -> ms.Done:
        """Say something."""
        return await doing.do(hall, person, ms.Chat(table=table_id, text=data.text, id=data.id))

    @post("/{table_id:str}/hand", status_code=HTTP_200_OK)
    async def hand(self, table_id: Id, data: ms.HandBody, person: Person, hall: Hall) -> ms.Done:
        """Let a bot play for a seat."""
        return await doing.do(hall, person, ms.Hand(table=table_id, seat=data.seat, level=data.level))

    @post("/{table_id:str}/take-back", status_code=HTTP_200_OK)
    async def take_back(self, table_id: Id, data: ms.SeatBody, person: Person, hall: Hall) -> ms.Done:
        """Play my own seat again."""
        return await doing.do(hall, person, ms.TakeBack(table=table_id, seat=data.seat))

    @post("/{table_id:str}/resign", status_code=HTTP_200_OK)
    async def resign(self, table_id: Id, data: ms.SeatBody, person: Person, hall: Hall) -> ms.Done:
        """Give up."""
        return await doing.do(hall, person, ms.Resign(table=table_id, seat=data.seat))

    @post("/{table_id:str}/close", status_code=HTTP_200_OK)
    async def close(self, table_id: Id, person: Person, hall: Hall) -> ms.Done:
        """Close a table that I have opened: before the game, or while nobody else plays."""
        return await doing.do(hall, person, ms.Close(table=table_id))

    @post("/{table_id:str}/ask", status_code=HTTP_200_OK)
    async def ask(self, table_id: Id, data: ms.AskBody, person: Person, hall: Hall) -> AnyBuild:
        """Ask what something under construction would do."""
        return await doing.build(hall, person, table_id, data.seat, data.build)

    @post("/{table_id:str}/hint", status_code=HTTP_200_OK)
    async def hint(self, table_id: Id, data: ms.SeatBody, person: Person, hall: Hall) -> ms.HintMessage:
        """Ask a bot what it would do."""
        seq, moves = await doing.hint(hall, person, table_id, data.seat)
        return ms.HintMessage(ref="", seat=data.seat, seq=seq, moves=moves)

    # --- following ---------------------------------------------------------------------------------------------

    @get("/{table_id:str}/events")
    async def events(
        self,
        request: Request[Any, Any, Any],
        table_id: Id,
        person: Person,
        hall: Hall,
        house: House,
        since: Since = 0,
        wait: Wait = 0.0,
    ) -> ms.EventList:
        """Give the events after a number; if there are none, wait for the first. Waiting counts as a connection."""
        live = await hall.table(table_id)
        if wait and live.sitting.seq <= since:
            gate: Gate = request.app.state.gate
            if not gate.sockets.take(house):
                raise refuse("too_many_sockets")
            lane = Lane(hall.settings.send_queue)
            follower = Follower(person.id, lane.send)
            visit = hall.visits.enter(person, lane.end)
            live.followers.add(follower)
            try:
                async with asyncio.timeout(wait):
                    async for _ in lane:
                        if live.sitting.seq > since:
                            break
            except TimeoutError:
                pass
            finally:
                gate.sockets.give_back(house)
                live.followers.discard(follower)
                hall.visits.leave(visit)
            if visit.worthless:
                raise refuse("sign_in")
            await hall.saw(table_id, person.id)
        async with hall.turns.take(house), hall.at_rest(table_id) as live:
            if not telling.may_watch(live.sitting, person.id):
                raise refuse("no_spectators")
            viewer, breath = telling.viewer_of(live.sitting, person.id), Breath()
            told = []
            for step in await hall.steps(live, since, EVENTS_A_PAGE):
                told.append(telling.event_message(live.sitting, step, viewer))
                await breath.take()
            seq = live.sitting.seq
            return ms.EventList(events=told, seq=seq, more=bool(told) and told[-1].seq < seq)

    @get("/{table_id:str}/stream", responses={HTTP_200_OK: STREAM})
    async def stream(
        self, request: Request[Any, Any, Any], table_id: Id, person: Person, hall: Hall, since: Since = 0
    ) -> ServerSentEvent:
        """Follow a table as server-sent events: the same messages as over the socket. Counts as a connection."""
        gate: Gate = request.app.state.gate
        address = gate.address(request.scope)
        if not gate.sockets.take(address):
            raise refuse("too_many_sockets")
        gate.sockets.give_back(address)
        if not telling.may_watch(await hall.stored(table_id), person.id):
            raise refuse("no_spectators")

        async def messages() -> AsyncIterator[ServerSentEventMessage]:
            # Everything is taken here: for a client that has gone before the first message this never begins.
            if not gate.sockets.take(address):
                return
            lane = Lane(hall.settings.send_queue)
            follower = Follower(person.id, lane.send, address)
            visit = hall.visits.enter(person, lane.end)
            try:
                await hall.follow(table_id, follower, since)
                async for body in lane:
                    if visit.worthless:
                        break
                    yield ServerSentEventMessage(data=body.decode())
            finally:
                hall.visits.leave(visit)
                gate.sockets.give_back(address)
                live = hall.tables.get(table_id)
                if live is not None and follower in live.followers:
                    await hall.unfollow(live, follower)

        return ServerSentEvent(messages())

    @get("/{table_id:str}/log")
    async def log(
        self,
        table_id: Id,
        person: Person,
        hall: Hall,
        house: House,
        language: ms.Language = "en",
        before: Since = 0,
        limit: Entries = LOG_ENTRIES,
    ) -> list[ms.LogSentence]:
        """Tell the log in words: its latest entries, or the latest before a number."""
        async with hall.turns.take(house), hall.at_rest(table_id) as live:
            if not telling.may_watch(live.sitting, person.id):
                raise refuse("no_spectators")
            viewer, breath = telling.viewer_of(live.sitting, person.id), Breath()
            told: list[ms.LogSentence] = []
            for step in await hall.steps(live, 0, limit, before=before, latest=True):
                told += telling.sentences(live.sitting, [step], viewer, language)
                await breath.take()
            return told

    @get("/{table_id:str}/sheet")
    async def sheet(self, table_id: Id, person: Person, hall: Hall, language: ms.Language = "en") -> list[Sheet]:
        """Amul: the score sheets of all seats as they stand, card by card with reasons. Areas are public."""
        sitting = await hall.stored(table_id)
        if not telling.may_watch(sitting, person.id):
            raise refuse("no_spectators")
        if sitting.match is None:
            raise refuse("not_started")
        if sitting.created.game != "amul":
            raise refuse("not_found")
        view = sitting.table.view()
        return [score_breakdown(view, seat, language) for seat in range(sitting.players)]

    # --- after the game ----------------------------------------------------------------------------------------

    @get("/{table_id:str}/record", responses={HTTP_200_OK: RECORD})
    async def record(self, table_id: Id, person: Person, hall: Hall) -> Response[bytes]:
        """Download the record of a finished game."""
        sitting = await doing.finished(hall, person, table_id)
        name = f"spieltisch-{sitting.created.game}-{table_id}.json"
        return Response(
            msgspec.json.encode(sitting.record()),
            media_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    @get("/{table_id:str}/replay")
    async def replay(self, table_id: Id, person: Person, hall: Hall, seat: Eyes = "-1") -> ms.Replay:
        """Step through a finished game, as a seat saw it, as a spectator (-1), or with everything face up (all)."""
        sitting = await doing.finished(hall, person, table_id)
        if seat.isdigit() and int(seat) >= sitting.players:
            raise refuse("not_seated", seat=seat)
        async with doing.aside:
            steps = await asyncio.to_thread(doing.replayed, sitting, seat)
        return ms.Replay(table=sitting.info(), steps=steps)

    @post("/{table_id:str}/branch")
    async def branch(self, table_id: Id, data: ms.Branching, person: Person, hall: Hall) -> ms.TableInfo:
        """Play on from a point of a finished game against bots."""
        return (await doing.branch(hall, person, table_id, data)).sitting.info()

    @post("/{table_id:str}/review", status_code=HTTP_200_OK)
    async def begin_review(self, table_id: Id, person: Person, hall: Hall, reviews: Reviews) -> ms.Review:
        """Have the game reviewed in the background."""
        return await reviews.begin(await doing.finished(hall, person, table_id), person.id)

    @get("/{table_id:str}/review")
    async def review(self, table_id: Id, person: Person, hall: Hall, reviews: Reviews) -> ms.Review:
        """Give the review, as far as it is."""
        await doing.finished(hall, person, table_id)
        found = await reviews.find(table_id)
        if found is None:
            raise refuse("no_review")
        return found


class RecordsController(Controller):
    """Records."""

    path = "/api/records"
    tags = ("records",)

    @post("/")
    async def import_record(self, data: Record, person: Person, hall: Hall) -> ms.TableInfo:
        """Make a table from a record, to replay it."""
        return (await doing.import_record(hall, person, data)).sitting.info()
