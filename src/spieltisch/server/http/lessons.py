"""HTTP: lessons: beginning one, and what it says at a table."""

from litestar import Controller, get, post

from spieltisch import games
from spieltisch.server import lessons, opening
from spieltisch.server import messages as ms
from spieltisch.server.http.given import Asking, TableId, TheHall
from spieltisch.server.refusals import spoken
from spieltisch.server.ruling import refuse


class LessonsController(Controller):
    """Guided first games."""

    path = "/api/lessons/{game:str}"
    tags = ("lessons",)

    @get("/", sync_to_thread=False)
    def places(self, game: str) -> list[ms.LessonPlace]:
        """List what a game's lessons teach: where to begin for which section of the rules."""
        if game not in games.names():
            raise refuse("no_lesson")
        return lessons.places(games.get(game))

    @post("/")
    async def begin(self, game: str, data: ms.LessonWish, person: Asking, hall: TheHall) -> ms.TableInfo:
        """Open a table for a chapter of a lesson, with bots that do what the lesson lets them do."""
        if game not in games.names():
            raise refuse("no_lesson")
        loaded = await opening.begin_lesson(hall, person, game, data)
        await hall.saw(loaded.id, person.id)
        return loaded.sitting.info()


class TableLessonController(Controller):
    """The lesson of a table."""

    path = "/api/tables/{table_id:str}/lesson"
    tags = ("lessons",)

    @get("/")
    async def talk(
        self, table_id: TableId, person: Asking, hall: TheHall, language: ms.Language = "en"
    ) -> ms.LessonTalk:
        """Tell what a table's lesson has to say, and a move with which it goes on."""
        spoken(language)
        sitting = await hall.stored(table_id)
        if person.id not in sitting.persons():
            raise refuse("no_spectators")
        talk = lessons.talk(sitting, language)
        if talk is None:
            raise refuse("no_lesson")
        return talk
