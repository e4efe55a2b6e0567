"""HTTP: taking one's data along, and being forgotten."""

from collections.abc import AsyncIterator

import msgspec
from litestar import Controller, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server import moderation, outgoing, people
from spieltisch.server.hall import Hall
from spieltisch.server.ruling import refuse
from spieltisch.server.settings import Settings
from spieltisch.server.sitting import Sitting, read_log
from spieltisch.store import EventRow, Person, persons

EXPORT = ResponseSpec(ms.Export, generate_examples=False, description="A file, to be saved")

exporting: set[str] = set()
"""Persons whose data is being gathered: one at a time each."""


class AccountController(Controller):
    """What a person may ask for about everything that is stored of them."""

    path = "/api/me"
    tags = ("people",)

    @get("/export", responses={HTTP_200_OK: EXPORT})
    async def export(self, owner: Person, hall: Hall) -> Stream:
        """Download everything that is stored about me: keys without secrets, ratings, results, and all my tables with
        what I said there; of finished games the record, of others my own moves."""
        if owner.id in exporting:
            raise refuse("busy")
        headers = {"Content-Disposition": 'attachment; filename="spieltisch-data.json"', "Cache-Control": "no-store"}
        return Stream(written(hall, owner.id), media_type="application/json", headers=headers)

    @post("/delete", status_code=HTTP_204_NO_CONTENT)
    async def delete(self, data: ms.Deletion, owner: Person, hall: Hall, settings: Settings) -> Response[None]:
        """Delete me with my data, for good. An account shows its passphrase, a guest says that it is meant."""
        if owner.account is not None:
            found = await hall.store.account(owner.account)
            if not await people.check_passphrase(found[1] if found else None, data.passphrase):
                raise refuse("credentials")
        elif not data.sure:
            raise refuse("not_sure")
        await moderation.delete(hall, owner.id)
        return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=[people.cookie("", settings, age=0)])


async def written(hall: Hall, person: str) -> AsyncIterator[bytes]:
    """Write the export table by table: nobody's memory has to hold all of somebody's games."""
    exporting.add(person)
    try:
        yield msgspec.json.encode(await persons.all_about(hall.store, person))[:-1] + b',"tables":['
        first = True
        for table_id in await moderation.tables_naming(hall, person):
            rows = await hall.store.events(table_id)
            if rows:
                yield (b"" if first else b",") + await hall.clerk.do(one_table, table_id, rows, person)
                first = False
        yield b"]}"
    finally:
        exporting.discard(person)


def one_table(table_id: str, rows: list[EventRow], person: str) -> bytes:
    """One table as far as it is about a person: nothing that the others keep to themselves."""
    sitting = read_log(table_id, rows)
    known = sitting.over and sitting.match is not None and outgoing.may_watch(sitting, person)
    told = ms.ExportedTable(
        id=table_id,
        game=sitting.created.game,
        status=sitting.status,
        created=sitting.created_at,
        seats=sitting.seats_of(person),
        said=own_words(rows, person),
        moves=own_moves(sitting, person),
        record=sitting.record() if known else None,
    )
    return msgspec.json.encode(told)


def own_words(rows: list[EventRow], person: str) -> list[ms.SaidLine]:
    """What a person has said, and when."""
    told = ((row.at, ev.decode(row.body)) for row in rows)
    return [
        ms.SaidLine(at=at, text=event.text)
        for at, event in told
        if isinstance(event, ev.Chatted) and event.person == person
    ]


def own_moves(sitting: Sitting, person: str) -> list[tuple[int, str]]:
    """The moves of a person's seats."""
    mine = sitting.seats_of(person)
    return [(seat, move) for seat, move in (sitting.match.moves if sitting.match else []) if seat in mine]
