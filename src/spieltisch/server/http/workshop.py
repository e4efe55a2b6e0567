"""HTTP: the workshop of games that are played with sets of one's own, and the set of a table."""

import asyncio
from typing import Annotated

from litestar import Controller, Response, delete, get, post, put
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK

from spieltisch.server import messages as ms
from spieltisch.server import outgoing, workshop
from spieltisch.server.http.given import Asking, TableId, TheHall, TheTrials
from spieltisch.server.refusals import spoken
from spieltisch.server.ruling import refuse
from spieltisch.store import sets

SetId = Annotated[str, Parameter(max_length=32, pattern="^[A-Za-z0-9_-]+$")]


class WorkshopController(Controller):
    """Sets of one's own."""

    path = "/api/workshop/{game:str}"
    tags = ("workshop",)

    @get("/")
    async def listed(self, game: str, person: Asking, hall: TheHall) -> list[ms.SetInfo]:
        """List the sets that I can begin with or play: the house's, the hosts', mine, and an empty one to fill."""
        return await workshop.listed(hall, person, game)

    @post("/")
    async def keep(self, game: str, data: ms.SetDraft, person: Asking, hall: TheHall) -> ms.SetInfo:
        """Keep a new set of mine. One with mistakes is kept too, but cannot be played."""
        workshop.workshop_of(game)
        return await workshop.keep(hall, person, game, data)

    @post("/check", status_code=HTTP_200_OK)
    async def check(self, game: str, data: ms.SetDraft, person: Asking, hall: TheHall) -> ms.CheckedSet:
        """Look at a draft: its mistakes with place and remedy, and what I work at as it would be."""
        workshop.workshop_of(game)
        async with workshop.one_at_a_time(person):
            found = await workshop.looked_at(
                hall, workshop.check_draft, game, data.draft, data.about, spoken(data.language)
            )
        text = found.text if data.file else None
        return ms.CheckedSet(name=found.name, mistakes=found.mistakes, preview=found.preview, text=text)

    @post("/read", status_code=HTTP_200_OK)
    async def read(self, game: str, data: ms.SetFile, person: Asking, hall: TheHall) -> ms.OpenedSet:
        """Turn a file into a draft for a form, with its mistakes."""
        workshop.check_size(hall, game, data.text)
        async with workshop.one_at_a_time(person):
            found = await workshop.looked_at(hall, workshop.open_set, game, data.text, spoken(data.language))
        return ms.OpenedSet(name=found.name, mistakes=found.mistakes, draft=found.draft)

    @post("/trials", status_code=HTTP_200_OK)
    async def try_out(self, game: str, data: ms.SetDraft, person: Asking, hall: TheHall, trials: TheTrials) -> ms.Trial:
        """Have a good set tried out by bots in the background; ask for the trial again to see how far it is."""
        workshop.workshop_of(game)
        hall.preparing.check(game)
        async with workshop.one_at_a_time(person):
            found = await workshop.looked_at(hall, workshop.check_draft, game, data.draft, "", "en")
            await workshop.looked_at(hall, workshop.name_of, game, found.text)
        return trials.begin(game, found.text, person.id)

    @get("/trials/{trial:str}")
    async def trial(
        self,
        game: str,
        trial: Annotated[str, Parameter(max_length=32, pattern="^[0-9a-f]+$")],
        person: Asking,  # noqa: ARG002 - for those who are here
        trials: TheTrials,
    ) -> ms.Trial:
        """Give a trial, as far as it is."""
        workshop.workshop_of(game)
        return trials.find(trial)

    @get("/{set_id:str}")
    async def one(
        self, game: str, set_id: SetId, person: Asking, hall: TheHall, language: ms.Language = "en"
    ) -> ms.OpenedSet:
        """Give a set as a draft, with its mistakes: to its owner, and to whoever was given its link."""
        spoken(language)
        workshop.workshop_of(game)
        text = await workshop.text_of(hall, game, set_id)
        async with workshop.one_at_a_time(person):
            found = await workshop.looked_at(hall, workshop.open_set, game, text, language)
        return ms.OpenedSet(name=found.name, mistakes=found.mistakes, draft=found.draft)

    @get("/{set_id:str}/file", media_type="application/toml")
    async def file(
        self,
        game: str,
        set_id: SetId,
        person: Asking,  # noqa: ARG002 - for those who are here
        hall: TheHall,
    ) -> Response[str]:
        """Download a set as the file that the command line uses."""
        workshop.workshop_of(game)
        text = await workshop.text_of(hall, game, set_id)
        headers = {"Content-Disposition": f'attachment; filename="{game}-{set_id}.toml"'}
        return Response(text, media_type="application/toml", headers=headers)

    @put("/{set_id:str}")
    async def change(self, game: str, set_id: SetId, data: ms.SetDraft, person: Asking, hall: TheHall) -> ms.SetInfo:
        """Keep a set of mine as it is now. Tables that were opened with it go on with what it was then."""
        workshop.workshop_of(game)
        return await workshop.keep(hall, person, game, data, set_id)

    @delete("/{set_id:str}")
    async def delete(self, game: str, set_id: SetId, person: Asking, hall: TheHall) -> None:
        """Delete a set of mine. Tables that were opened with it go on."""
        workshop.workshop_of(game)
        if not await sets.delete(hall.store, person.id, game, set_id):
            raise refuse("no_set")


class TableSetController(Controller):
    """What a table is played with."""

    path = "/api/tables"
    tags = ("tables",)

    @get("/{table_id:str}/set")
    async def table_set(self, table_id: TableId, person: Asking, hall: TheHall) -> ms.TableSet:
        """Give the set with which a table is played, to everybody who may see the table; nobody else's set is lost by
        keeping a copy."""
        sitting = await hall.stored(table_id)
        if not outgoing.may_watch(sitting, person.id):
            raise refuse("no_spectators")
        found, created = sitting.game.workshop, sitting.created
        if found is None or found.option not in created.options:
            raise refuse("no_set")
        text = created.options[found.option]
        described = await asyncio.to_thread(found.describe, text)
        return ms.TableSet(name=created.set, text=text, described=described)
