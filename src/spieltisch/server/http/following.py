"""HTTP: following a table without a socket: events after a number, a stream of them, and the log in words."""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated, Any

from litestar import Controller, Request, get
from litestar.openapi import ResponseSpec
from litestar.params import Parameter
from litestar.response import ServerSentEvent, ServerSentEventMessage
from litestar.status_codes import HTTP_200_OK

from spieltisch.server import messages as ms
from spieltisch.server import outgoing
from spieltisch.server.hall import EVENTS_A_PAGE, LOG_ENTRIES
from spieltisch.server.http.given import Address, Asking, Since, TableId, TheHall
from spieltisch.server.loaded import Follower
from spieltisch.server.reading import Breath
from spieltisch.server.refusals import spoken
from spieltisch.server.ruling import refuse

if TYPE_CHECKING:
    from spieltisch.server.gate import Gate

LONGEST_WAIT = 25.0

STREAMED: Any = ms.Streamed  # a union is no class, though the framework reads it as one
STREAM = ResponseSpec(STREAMED, False, "Messages as they come", "text/event-stream")

Entries = Annotated[int, Parameter(ge=1, le=LOG_ENTRIES)]
Wait = Annotated[float, Parameter(ge=0, le=LONGEST_WAIT)]


class Lane:
    """Messages on their way to somebody who may read slowly; when too much waits, it ends, and nobody else notices."""

    def __init__(self, most: int, longest: int) -> None:
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(most)
        self.longest = longest
        self.size = 0
        """Bytes that wait. A single message may be longer than what several may be together."""
        self.ended = False

    def send(self, body: bytes) -> None:
        """Put a message into the lane."""
        too_much = self.queue.full() or (self.size > 0 and self.size + len(body) > self.longest)
        self.ended = self.ended or too_much
        if not self.ended:
            self.queue.put_nowait(body)
            self.size += len(body)

    def end(self) -> None:
        """Nothing more comes; whoever waits for it is told so by an empty message."""
        if not self.ended and not self.queue.full():
            self.queue.put_nowait(b"")
        self.ended = True

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Give the messages in order; after a gap, or at the end, there are none any more."""
        while not (self.ended and self.queue.empty()):
            if body := await self.queue.get():
                self.size -= len(body)
                yield body


class FollowingController(Controller):
    """Following a table."""

    path = "/api/tables"
    tags = ("tables",)

    @get("/{table_id:str}/events")
    async def events(
        self,
        request: Request[Any, Any, Any],
        table_id: TableId,
        person: Asking,
        hall: TheHall,
        address: Address,
        since: Since = 0,
        wait: Wait = 0.0,
    ) -> ms.EventList:
        """Give the events after a number; if there are none, wait for the first. Waiting counts as a connection."""
        loaded = await hall.table(table_id)
        if wait and loaded.sitting.seq <= since and outgoing.may_watch(loaded.sitting, person.id):
            gate: Gate = request.app.state.gate
            if not gate.sockets.take(address):
                raise refuse("too_many_sockets")
            lane = Lane(hall.settings.send_queue, hall.settings.send_bytes)
            follower = Follower(person.id, lane.send)
            visit = hall.visits.enter(person, lane.end)
            loaded.followers.add(follower)
            try:
                async with asyncio.timeout(wait):
                    async for _ in lane:
                        if loaded.sitting.seq > since:
                            break
            except TimeoutError:
                pass
            finally:
                gate.sockets.give_back(address)
                loaded.followers.discard(follower)
                hall.visits.leave(visit)
            if visit.worthless:
                raise refuse("sign_in")
            await hall.saw(table_id, person.id)
        async with hall.turns.take(address), hall.at_rest(table_id) as loaded:
            if not outgoing.may_watch(loaded.sitting, person.id):
                raise refuse("no_spectators")
            viewer, breath = outgoing.viewer_of(loaded.sitting, person.id), Breath()
            told = []
            for step in await hall.steps(loaded, since, EVENTS_A_PAGE):
                told.append(outgoing.event_message(loaded.sitting, step, viewer))
                await breath.take()
            seq = loaded.sitting.seq
            return ms.EventList(events=told, seq=seq, more=bool(told) and told[-1].seq < seq)

    @get("/{table_id:str}/stream", responses={HTTP_200_OK: STREAM})
    async def stream(
        self, request: Request[Any, Any, Any], table_id: TableId, person: Asking, hall: TheHall, since: Since = 0
    ) -> ServerSentEvent:
        """Follow a table as server-sent events: the same messages as over the socket. Counts as a connection."""
        gate: Gate = request.app.state.gate
        address = gate.address(request.scope)
        if not gate.sockets.take(address):
            raise refuse("too_many_sockets")
        gate.sockets.give_back(address)
        if not outgoing.may_watch(await hall.stored(table_id), person.id):
            raise refuse("no_spectators")

        async def messages() -> AsyncIterator[ServerSentEventMessage]:
            # Everything is taken here: for a client that has gone before the first message this never begins.
            if not gate.sockets.take(address):
                return
            lane = Lane(hall.settings.send_queue, hall.settings.send_bytes)
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
                loaded = hall.tables.get(table_id)
                if loaded is not None and follower in loaded.followers:
                    await hall.unfollow(loaded, follower)

        return ServerSentEvent(messages())

    @get("/{table_id:str}/log")
    async def log(
        self,
        table_id: TableId,
        person: Asking,
        hall: TheHall,
        address: Address,
        language: ms.Language = "en",
        before: Since = 0,
        limit: Entries = LOG_ENTRIES,
    ) -> list[ms.LogSentence]:
        """Tell the log in words: its latest entries, or the latest before a number."""
        spoken(language)
        async with hall.turns.take(address), hall.at_rest(table_id) as loaded:
            if not outgoing.may_watch(loaded.sitting, person.id):
                raise refuse("no_spectators")
            viewer, breath = outgoing.viewer_of(loaded.sitting, person.id), Breath()
            told: list[ms.LogSentence] = []
            for step in await hall.steps(loaded, 0, limit, before=before, latest=True):
                told += outgoing.sentences(loaded.sitting, [step], viewer, language)
                await breath.take()
            return told
