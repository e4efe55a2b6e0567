"""HTTP: what is left when a game is over: its record, replay and review, and tables made from it."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK

from spieltisch.match import Record
from spieltisch.server import messages as ms
from spieltisch.server import opening, replaying
from spieltisch.server.http.given import Address, Asking, TableId, TheHall, TheReviews
from spieltisch.server.ruling import refuse

REPLAY = ResponseSpec(ms.Replay, generate_examples=False, description="The game, step by step")
RECORD = ResponseSpec(Record, generate_examples=False, description="The record, to be saved")

Eyes = Annotated[str, Parameter(pattern="^(-1|[0-7]|all)$")]


class FinishedController(Controller):
    """Games that are over."""

    path = "/api/tables"
    tags = ("tables",)

    @get("/{table_id:str}/record", responses={HTTP_200_OK: RECORD})
    async def record(self, table_id: TableId, person: Asking, hall: TheHall) -> Response[bytes]:
        """Download the record of a finished game."""
        sitting = await replaying.finished(hall, person, table_id)
        name = f"spieltisch-{sitting.created.game}-{table_id}.json"
        return Response(
            msgspec.json.encode(sitting.record()),
            media_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    @get("/{table_id:str}/replay", responses={HTTP_200_OK: REPLAY})
    async def replay(
        self, table_id: TableId, person: Asking, hall: TheHall, reviews: TheReviews, seat: Eyes = "-1"
    ) -> Response[bytes]:
        """Step through a finished game, as a seat saw it, as a spectator (-1), or with everything face up (all)."""
        sitting = await replaying.finished(hall, person, table_id)
        if seat.isdigit() and int(seat) >= sitting.players:
            raise refuse("not_seated", seat=seat)
        review = await reviews.find(table_id)
        body = await hall.clerk.do(replaying.replayed, sitting.info(), sitting.record(), seat, review)
        return Response(body, media_type="application/json")

    @post("/{table_id:str}/branch")
    async def branch(
        self,
        request: Request[Any, Any, Any],
        table_id: TableId,
        data: ms.Branching,
        person: Asking,
        hall: TheHall,
        address: Address,
    ) -> ms.TableInfo:
        """Play on from a point of a finished game, against bots or with oneself."""
        if (await replaying.finished(hall, person, table_id)).created.set:
            request.app.state.gate.check_brought(address)
        return (await opening.branch(hall, person, table_id, data)).sitting.info()

    @post("/{table_id:str}/review", status_code=HTTP_200_OK)
    async def begin_review(self, table_id: TableId, person: Asking, hall: TheHall, reviews: TheReviews) -> ms.Review:
        """Have the game reviewed in the background."""
        return await reviews.begin(await replaying.finished(hall, person, table_id), person.id)

    @get("/{table_id:str}/review")
    async def review(self, table_id: TableId, person: Asking, hall: TheHall, reviews: TheReviews) -> ms.Review:
        """Give the review, as far as it is."""
        await replaying.finished(hall, person, table_id)
        found = await reviews.find(table_id)
        if found is None:
            raise refuse("no_review")
        return found


class RecordsController(Controller):
    """Records."""

    path = "/api/records"
    tags = ("records",)

    @post("/")
    async def import_record(self, data: Record, person: Asking, hall: TheHall) -> ms.TableInfo:
        """Make a table from a record, to replay it."""
        return (await opening.import_record(hall, person, data)).sitting.info()
