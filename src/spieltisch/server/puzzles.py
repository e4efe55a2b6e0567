"""Puzzles for visitors: which one comes next, whether a move is right, and what that does to their rating.

Nothing is worked out here: the solution stands in the puzzle, the rules show the table. The daily puzzle is the same
for everybody on a day of the server's calendar (UTC).
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from babel.numbers import format_decimal

from spieltisch import games
from spieltisch.games.happenings import reason, word
from spieltisch.match import puzzles as match
from spieltisch.match.proof import SALT_BYTES
from spieltisch.match.puzzles import BEST, OWN, Puzzle, led_to, table_of
from spieltisch.match.rating import Rating
from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server.moments import as_good, moment
from spieltisch.server.opening import room_for_another
from spieltisch.server.ruling import refuse
from spieltisch.store import solving
from spieltisch.store.solving import Solving
from spieltisch.texts import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from spieltisch.games import Table, View
    from spieltisch.server.hall import Hall
    from spieltisch.server.loaded import LoadedTable
    from spieltisch.store import Person

DEVIATION = 80.0
"""How sure a puzzle's own rating is."""
NEAREST = 8
"""The next puzzle is one of so many whose rating is nearest to the visitor's."""
PLAYED_BY = "expert"


def today() -> date:
    """The day by the server's calendar, the same in every time zone."""
    return datetime.now(UTC).date()


# --- which one ------------------------------------------------------------------------------------------------


def all_of(hall: Hall, game: str) -> dict[str, Puzzle]:
    """Give a game's puzzles, once it is prepared."""
    found = match.shipped(game) if game in games.names() else {}
    if not found:
        raise refuse("no_puzzle")
    hall.preparing.check(game)
    return found


async def find(hall: Hall, person: Person, game: str, puzzle_id: str) -> Puzzle:
    """Find a puzzle: one of the game's, or a moment of somebody's own."""
    found = all_of(hall, game).get(puzzle_id) or await moment(hall, person, game, puzzle_id)
    if found is None:
        raise refuse("no_puzzle")
    return found


@cache
def calendar(game: str) -> list[str]:
    """Put a game's puzzles into the order in which their days come: none comes again before all have been there."""
    return sorted(match.shipped(game), key=lambda name: hashlib.sha256(name.encode()).digest())


def of_day(game: str, day: date) -> Puzzle:
    """Give the puzzle of a day."""
    order = calendar(game)
    return match.shipped(game)[order[day.toordinal() % len(order)]]


def daily(hall: Hall, game: str) -> Puzzle:
    """Give today's puzzle of a game that is prepared."""
    all_of(hall, game)
    return of_day(game, today())


async def todays(hall: Hall, person: Person | None, language: str) -> list[ms.TodaysPuzzle]:
    """Say what today's puzzles ask for, game by game, and which of them somebody has solved."""
    found = []
    for game in filter(match.shipped, games.names()):
        stands = await solving.of(hall.store, person.id, game) if person else Solving()
        standing = standing_of(game, stands)
        asked = asked_by(game, of_day(game, today()), language)
        found.append(ms.TodaysPuzzle(game=game, task=asked, solved=standing.today, streak=standing.streak))
    return found


def following(hall: Hall, game: str, stands: Solving) -> Puzzle:
    """Give a puzzle that was not tried yet and is about as hard as the visitor is strong."""
    found = list(all_of(hall, game).values())
    new = [puzzle for puzzle in found if puzzle.id not in stands.tried]
    new = new or [puzzle for puzzle in found if not stands.tried[puzzle.id]] or found
    nearest = sorted(new, key=lambda puzzle: abs(puzzle.rating - stands.rating.value))
    return secrets.choice(nearest[:NEAREST])


# --- what is shown --------------------------------------------------------------------------------------------


def standing_of(game: str, stands: Solving) -> ms.PuzzleStanding:
    """Say how somebody stands."""
    return ms.PuzzleStanding(
        rating=round(stands.rating.value),
        deviation=round(stands.rating.deviation),
        streak=stands.streak_on(today()),
        longest=stands.longest,
        today=stands.day == str(today()),
        tried=len(stands.tried),
        solved=sum(stands.tried.values()),
        count=len(match.shipped(game)),
    )


def asked_by(game: str, puzzle: Puzzle, language: str) -> str:
    """Say what a puzzle asks for."""
    if puzzle.theme == OWN:
        return say("server.puzzle.own", language)
    return say(f"{game}.task.{puzzle.theme}", language, count=puzzle.own_moves, gain=puzzle.gain)


def task(person: Person, puzzle: Puzzle, game: str, stands: Solving, language: str) -> ms.PuzzleTask:
    """Show a puzzle."""
    table = table_of(game, puzzle)
    return ms.PuzzleTask(
        id=puzzle.id,
        game=game,
        task=asked_by(game, puzzle, language),
        theme=puzzle.theme,
        seat=puzzle.seat,
        own_moves=puzzle.own_moves,
        rating=puzzle.rating,
        daily=puzzle == of_day(game, today()),
        proved=puzzle.theme not in (BEST, OWN),
        tables=puzzle.tables,
        tried=puzzle.id in stands.tried or puzzle.theme == OWN,
        legal=table.count_moves(puzzle.seat),
        table=info_of(person, puzzle, table),
        turn=turn_of(puzzle, table, 0),
        view=seen(puzzle, table),
        standing=standing_of(game, stands),
    )


def info_of(person: Person, puzzle: Puzzle, table: Table) -> ms.TableInfo:
    """Describe the table that the client shows, as if it were one of the hall's."""
    seats = [ms.SeatInfo(seat=seat, kind="bot", level=PLAYED_BY) for seat in range(puzzle.players)]
    seats[puzzle.seat] = ms.SeatInfo(seat=puzzle.seat, kind="person", name=person.name, person=person.id)
    return ms.TableInfo(
        id=puzzle.id,
        game=table.game.name,
        players=puzzle.players,
        options=table.game.options_record(table.options),
        settings=ms.TableSettings(),
        status="playing",
        listed=False,
        host=person.id,
        seats=seats,
        created=0.0,
        seq=0,
    )


def turn_of(puzzle: Puzzle, table: Table, made: int) -> ms.Turn:
    """Say that whoever solves the puzzle is to move. Its end is not that of a game: no points are counted.

    `made`: moves since the moment that the puzzle shows.
    """
    waiting = [puzzle.seat] if puzzle.seat in table.waiting_for else []
    return ms.Turn(waiting=waiting, moves=puzzle.made + made)


def seen(puzzle: Puzzle, table: Table, told: Sequence[Any] = ()) -> ms.SeatView:
    """Show the table with the solver's eyes, and what can be done."""
    view = table.view(puzzle.seat)
    decides = puzzle.seat in table.waiting_for
    return ms.SeatView(
        seat=puzzle.seat,
        board=table.game.face.board(view, memory=True),
        happenings=list(told),
        choices=table.game.face.choices(view) if decides else None,
    )


async def build(hall: Hall, person: Person, game: str, puzzle_id: str, question: ms.PuzzleQuestion) -> ms.PuzzleBuild:
    """Say what something half laid out would do."""
    puzzle = await find(hall, person, game, puzzle_id)
    found = right_so_far(puzzle, question.moves)
    if found < len(question.moves):
        await counted(hall, person, game, puzzle, solved=False)  # whoever asks on from a move has tried it
        raise refuse("no_choice", seat=puzzle.seat)
    table = table_of(game, puzzle, 2 * found)
    if table.game.face.build_type is None or puzzle.seat not in table.waiting_for:
        raise refuse("no_build")
    answer = table.game.face.build(table.view(puzzle.seat), question.build)
    if answer is None:
        raise refuse("no_build")
    return ms.PuzzleBuild(build=answer)


# --- judging --------------------------------------------------------------------------------------------------


def right_so_far(puzzle: Puzzle, moves: Sequence[str]) -> int:
    """Count the own moves that follow the solution from its beginning."""
    right = 0
    while right < len(moves) and moves[right : right + 1] == puzzle.line[2 * right : 2 * right + 1]:
        right += 1
    return right


async def judge(hall: Hall, person: Person, game: str, puzzle_id: str, moves: list[str]) -> ms.PuzzleVerdict:
    """Judge a move; the first try of a puzzle counts."""
    puzzle = await find(hall, person, game, puzzle_id)
    found = right_so_far(puzzle, moves)
    if found < len(moves) - 1:
        await counted(hall, person, game, puzzle, solved=False)  # the answer says that an earlier move was wrong
        raise refuse("puzzle_order")
    table = table_of(game, puzzle, 2 * (len(moves) - 1))
    before = table.view(puzzle.seat)
    right, done, answer = found == len(moves), 2 * found > len(puzzle.line), None
    view, answered = played(puzzle, table, puzzle.seat, moves[-1]), None
    if not right and puzzle.theme == OWN:
        right = done = await as_good(hall, person, puzzle, before, moves[-1])
    if right and not done:
        answer = puzzle.line[2 * found - 1]
        answered = played(puzzle, table, table.waiting_for[0], answer)
    change, stands = None, None
    if done or not right:
        change, stands = await counted(hall, person, game, puzzle, solved=right)
    made = 2 * len(moves) - (answer is None)
    return ms.PuzzleVerdict(
        right=right,
        done=done,
        answer=answer,
        turn=turn_of(puzzle, table, made),
        view=view,
        answered=answered,
        change=change,
        standing=standing_of(game, stands or await solving.of(hall.store, person.id, game)),
    )


def played(puzzle: Puzzle, table: Table, mover: int, move: str) -> ms.SeatView:
    """Make a move; gives what the solver sees of it."""
    before, shown = table.view(puzzle.seat), table.show_move(mover, move, puzzle.seat)
    table.play(mover, move)
    return seen(puzzle, table, table.game.tell(before, table.view(puzzle.seat), mover, shown))


async def counted(hall: Hall, person: Person, game: str, puzzle: Puzzle, *, solved: bool) -> tuple[int | None, Solving]:
    """Count a try; gives by how much the rating has changed, if it has."""
    if puzzle.theme == OWN:
        return None, await solving.of(hall.store, person.id, game)
    day = today()
    own = day if puzzle == of_day(game, day) else None
    strength = Rating(float(puzzle.rating), DEVIATION)
    before, after = await solving.change(
        hall.store, person.id, game, lambda stands: stands.after(puzzle.id, strength, solved, own)
    )
    first = puzzle.id not in before.tried
    return round(after.rating.value) - round(before.rating.value) if first else None, after


async def solution(hall: Hall, person: Person, game: str, puzzle_id: str, language: str) -> ms.PuzzleSolution:
    """Show how it goes. Whoever looks before trying has not solved it."""
    puzzle = await find(hall, person, game, puzzle_id)
    change, stands = await counted(hall, person, game, puzzle, solved=False)
    table = table_of(game, puzzle)
    view = table.view(puzzle.seat)
    hint = ms.HintMove(
        move=puzzle.line[0],
        value=puzzle.weighed[0].value if puzzle.weighed else 1.0,
        told=table.game.foretell(view, puzzle.seat, puzzle.line[0]),
    )
    return ms.PuzzleSolution(
        steps=steps_of(game, puzzle),
        hint=hint,
        legal=table.count_moves(puzzle.seat),
        tables=puzzle.tables,
        weighed=[weighed(view, puzzle.seat, one, language) for one in puzzle.weighed],
        change=change,
        standing=standing_of(game, stands),
    )


def steps_of(game: str, puzzle: Puzzle) -> list[ms.ReplayStep]:
    """Show the solution step by step, with the solver's eyes."""
    table = table_of(game, puzzle)
    face, seat = table.game.face, puzzle.seat
    board = face.board(table.view(seat), memory=True)
    steps = [ms.ReplayStep(number=0, seat=None, move=None, happenings=[], board=board)]
    for number, move in enumerate(puzzle.line):
        before, mover = table.view(seat), table.waiting_for[0] if number % 2 else seat
        shown = table.show_move(mover, move, seat)
        table.play(mover, move)
        after = table.view(seat)
        told = list(table.game.tell(before, after, mover, shown))
        board = face.board(after, memory=True)
        steps.append(ms.ReplayStep(number=number + 1, seat=mover, move=shown, happenings=told, board=board))
    return steps


def weighed(view: View, seat: int, one: match.Weighed, language: str) -> ms.WeighedMove:
    """Put what speaks for and against a move into words: what lies on the table, and what it has led to."""
    game = view.game
    names = [say(f"server.bot.{PLAYED_BY}.{other}", language) for other in range(view.players)]
    return ms.WeighedMove(
        move=one.move,
        value=one.value,
        behind=one.behind,
        margin=one.margin,
        told=game.foretell(view, seat, one.move),
        reasons=[
            *(reason(view, why, language, names) for why in game.why(view, seat, one.move)),
            *(fact_in_words(view, fact, language, names) for fact in one.facts),
        ],
    )


def fact_in_words(view: View, fact: match.Fact, language: str, names: Sequence[str]) -> str:
    """Put what a move has led to on imagined tables into words."""
    return say(
        f"{view.game.name}.puzzle.{fact.what}",
        language,
        share=fact.share,
        count=format_decimal(fact.count, locale=language),
        signed=format_decimal(fact.count, format="+0.0;-0.0", locale=language),
        line=word(view, "line", fact.line, language) if fact.line else "",
        seat=names[fact.seat] if fact.seat is not None else "",
    )


# --- playing on -----------------------------------------------------------------------------------------------


async def play_on(hall: Hall, person: Person, game: str, puzzle_id: str, level: str) -> LoadedTable:
    """Open a table that begins where the puzzle does, against bots. Whoever has not tried it yet gives it up: at a
    table there are hints."""
    puzzle = await find(hall, person, game, puzzle_id)
    hall.preparing.check_level(game, level)
    table, moves = led_to(game, puzzle)
    seats = [ev.SeatSpec(kind="bot", level=level)] * puzzle.players
    seats[puzzle.seat] = ev.SeatSpec(kind="person", person=person.id, name=person.name)
    created = ev.Created(
        game=game,
        options=table.game.options_record(table.options),
        settings=ms.TableSettings(),
        host=person.id,
        seats=seats,
    )
    started = ev.Started(deal=table.dealt, salt=secrets.token_hex(SALT_BYTES), moves=moves, rated=False)
    async with room_for_another(hall, person):
        await counted(hall, person, game, puzzle, solved=False)
        return await hall.create(created, started)
