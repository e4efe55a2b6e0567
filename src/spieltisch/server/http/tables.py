"""HTTP: tables: the lobby, opening one, and how one stands. What can be done at a table stands in actions.py."""

from typing import Any, cast

from litestar import Controller, Request, get, post

from spieltisch.games import Refusal
from spieltisch.server import messages as ms
from spieltisch.server import opening, outgoing, ruling
from spieltisch.server.faces import AnySheet
from spieltisch.server.hall import Hall
from spieltisch.server.http.given import Address, Asking, TableId, TheHall
from spieltisch.server.refusals import spoken
from spieltisch.server.ruling import refuse
from spieltisch.server.workshop import HOUSE
from spieltisch.store import Person

LISTED = 50
LISTED_OF_ONE_HOST = 2


class TablesController(Controller):
    """Tables."""

    path = "/api/tables"
    tags = ("tables",)

    @get("/")
    async def lobby(self, person: Asking, hall: TheHall) -> list[ms.ListedTable]:
        """List the open tables of the lobby."""
        return await self.list_tables(hall, person, await hall.store.listed(LISTED, LISTED_OF_ONE_HOST))

    @get("/mine")
    async def mine(self, person: Asking, hall: TheHall) -> list[ms.ListedTable]:
        """List my tables, those under way first."""
        return await self.list_tables(hall, person, await hall.store.tables_of(person.id, LISTED))

    async def list_tables(self, hall: Hall, person: Person, ids: list[str]) -> list[ms.ListedTable]:
        """Describe tables; one that has just been deleted is left out."""
        found = []
        for table_id in ids:
            try:
                found.append(outgoing.listed(await hall.stored(table_id), person.id))
            except Refusal:
                continue
        return found

    @post("/")
    async def open_table(
        self, request: Request[Any, Any, Any], data: ms.NewTable, person: Asking, hall: TheHall, address: Address
    ) -> ms.TableInfo:
        """Open a table."""
        if data.set not in ("", HOUSE):
            request.app.state.gate.check_brought(address)
        loaded = await opening.open_table(hall, person, data)
        await hall.saw(loaded.id, person.id)
        return loaded.sitting.info()

    @get("/{table_id:str}")
    async def table(self, table_id: TableId, person: Asking, hall: TheHall, address: Address) -> ms.TableState:
        """Show a table as I may see it."""
        async with hall.turns.take(address), hall.at_rest(table_id) as loaded:
            return await hall.look(loaded, person.id)

    @get("/{table_id:str}/invitation")
    async def invitation(self, table_id: TableId, person: Asking, hall: TheHall) -> ms.Invitation:
        """What friends need besides the link to take a seat that is kept for them, for those who sit here."""
        return ms.Invitation(invite=ruling.invitation(await hall.stored(table_id), person.id))

    @get("/{table_id:str}/sheet")
    async def sheet(
        self, table_id: TableId, person: Asking, hall: TheHall, language: ms.Language = "en"
    ) -> list[AnySheet]:
        """Give the score sheets of all seats as they stand, line by line with reasons, in games that have them."""
        spoken(language)
        sitting = await hall.stored(table_id)
        if not outgoing.may_watch(sitting, person.id):
            raise refuse("no_spectators")
        if sitting.match is None:
            raise refuse("not_started")
        view = sitting.table.view()
        sheets = [sitting.game.score_sheet(view, seat, language) for seat in range(sitting.players)]
        if None in sheets:
            raise refuse("not_found")
        return cast("list[AnySheet]", sheets)
