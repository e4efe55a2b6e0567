"""HTTP: puzzles: one to solve, a try, the solution, and a table that begins there."""

from typing import Annotated, Any

from litestar import Controller, Request, get, post
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK

from spieltisch.server import messages as ms
from spieltisch.server import puzzles
from spieltisch.server.http.given import Asking, TheHall
from spieltisch.server.people import known_person
from spieltisch.server.refusals import spoken
from spieltisch.store import solving

PuzzleId = Annotated[str, Parameter(max_length=40, pattern="^[0-9A-Za-z-]+$")]


@get("/api/puzzles", tags=["puzzles"])
async def todays_puzzles(
    request: Request[Any, Any, Any], hall: TheHall, language: ms.Language = "en"
) -> list[ms.TodaysPuzzle]:
    """Say what today's puzzles ask for, and which of them I have solved, if it is known who I am."""
    return await puzzles.todays(hall, await known_person(request, hall.store), spoken(language))


class PuzzlesController(Controller):
    """Puzzles."""

    path = "/api/puzzles/{game:str}"
    tags = ("puzzles",)

    @get("/daily")
    async def daily(self, game: str, person: Asking, hall: TheHall, language: ms.Language = "en") -> ms.PuzzleTask:
        """Give today's puzzle, the same for everybody."""
        stands = await solving.of(hall.store, person.id, game)
        puzzle = puzzles.daily(hall, game)
        return puzzles.task(person, puzzle, game, stands, spoken(language))

    @get("/next")
    async def following(self, game: str, person: Asking, hall: TheHall, language: ms.Language = "en") -> ms.PuzzleTask:
        """Give a puzzle that I have not tried and that is about as hard as I am strong."""
        stands = await solving.of(hall.store, person.id, game)
        puzzle = puzzles.following(hall, game, stands)
        return puzzles.task(person, puzzle, game, stands, spoken(language))

    @get("/{puzzle_id:str}")
    async def one(
        self, game: str, puzzle_id: PuzzleId, person: Asking, hall: TheHall, language: ms.Language = "en"
    ) -> ms.PuzzleTask:
        """Give a puzzle."""
        puzzle = await puzzles.find(hall, person, game, puzzle_id)
        stands = await solving.of(hall.store, person.id, game)
        return puzzles.task(person, puzzle, game, stands, spoken(language))

    @post("/{puzzle_id:str}/try", status_code=HTTP_200_OK)
    async def attempt(
        self, game: str, puzzle_id: PuzzleId, data: ms.PuzzleTry, person: Asking, hall: TheHall
    ) -> ms.PuzzleVerdict:
        """Try a move. The first try of a puzzle changes my rating."""
        return await puzzles.judge(hall, person, game, puzzle_id, data.moves)

    @post("/{puzzle_id:str}/ask", status_code=HTTP_200_OK)
    async def ask(
        self,
        game: str,
        puzzle_id: PuzzleId,
        data: ms.PuzzleQuestion,
        person: Asking,
        hall: TheHall,
    ) -> ms.PuzzleBuild:
        """Ask what something half laid out would do."""
        return await puzzles.build(hall, person, game, puzzle_id, data)

    @post("/{puzzle_id:str}/solution", status_code=HTTP_200_OK)
    async def solution(
        self, game: str, puzzle_id: PuzzleId, person: Asking, hall: TheHall, language: ms.Language = "en"
    ) -> ms.PuzzleSolution:
        """Look at the solution. Whoever has not tried the puzzle has not solved it."""
        return await puzzles.solution(hall, person, game, puzzle_id, spoken(language))

    @post("/{puzzle_id:str}/table")
    async def play_on(
        self, game: str, puzzle_id: PuzzleId, data: ms.PuzzleTable, person: Asking, hall: TheHall
    ) -> ms.TableInfo:
        """Open a table that begins where the puzzle does, against bots. Whoever has not tried it has not solved it."""
        loaded = await puzzles.play_on(hall, person, game, puzzle_id, data.level)
        await hall.saw(loaded.id, person.id)
        return loaded.sitting.info()
