"""Tables that teach: which step a lesson has come to, which moves go on, and what the bots answer.

A lesson's table is an ordinary one. Which chapter it teaches stands in its first event, and how far that has come
follows from the number of moves made; so nothing else has to be stored. A chapter that is gone teaches nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from spieltisch.games.lessons import read_line
from spieltisch.server import messages as ms

if TYPE_CHECKING:
    from spieltisch.games import Game
    from spieltisch.games.lessons import Chapter, Lesson, Said, Step
    from spieltisch.server.sitting import Sitting


def taught(sitting: Sitting) -> tuple[Lesson, Chapter] | None:
    """Give the lesson and chapter of a table; none at others, or if they are gone."""
    point = sitting.created.lesson
    lesson = sitting.game.lessons.get(point.name) if point else None
    if point is None or lesson is None or point.chapter >= len(lesson.chapter):
        return None
    return lesson, lesson.chapter[point.chapter]


def place(sitting: Sitting) -> tuple[Lesson, Step | None, int] | None:
    """Say where a lesson is: its step (none after the last), and how many moves of it are made."""
    found = taught(sitting)
    if found is None:
        return None
    lesson, chapter = found
    begins, made = chapter.begins(), len(sitting.table_moves)
    at = bisect_right(begins, made) - 1
    return lesson, chapter.step[at] if at < len(chapter.step) else None, made - begins[at]


def objection(sitting: Sitting, move: str) -> str | None:
    """Say why a legal move is not played: the lesson is over, or does not go on with it."""
    found = place(sitting)
    if found is None:
        return None
    _, step, made = found
    if step is None:
        return "lesson_over"
    return None if not made and step.goes_on(move) else "lesson"


def rests(sitting: Sitting, seat: int) -> bool:
    """Whether a bot waits: for the learner, for another bot, or because the chapter is over."""
    found = place(sitting)
    return found is not None and seat != found[0].seat and answer(sitting, seat) is None


def answer(sitting: Sitting, seat: int) -> str | None:
    """Give the move that the lesson lets a bot make now."""
    found = place(sitting)
    if found is None or found[1] is None or not 0 < found[2] <= len(found[1].answers):
        return None
    who, move = read_line(found[1].answers[found[2] - 1])
    return move if who == seat else None


def places(game: Game) -> list[ms.LessonPlace]:
    """List the steps of a game's lessons that teach something of the rules page."""
    return [
        ms.LessonPlace(name=name, chapter=number, step=at, rules=step.rules)
        for name, lesson in game.lessons.items()
        for number, chapter in enumerate(lesson.chapter)
        for at, step in enumerate(chapter.step)
        if step.rules
    ]


# --- telling -----------------------------------------------------------------------------------------------


def talk(sitting: Sitting, language: str) -> ms.LessonTalk | None:
    """Tell what the lesson of a table has to say."""
    found, point = taught(sitting), sitting.created.lesson
    if found is None or point is None:
        return None
    lesson, chapter = found
    begins = chapter.begins()

    def words(said: Said) -> str:
        return said.get(language) or said["en"]

    steps = [
        ms.LessonStep(at=at, say=words(step.say), task=words(step.task), other=words(step.other), look=step.look)
        for at, step in zip(begins, chapter.step, strict=False)
    ]
    return ms.LessonTalk(
        name=point.name,
        title=words(lesson.title),
        chapter=point.chapter,
        steps=steps,
        before=sum(len(one.step) for one in lesson.chapter[: point.chapter]),
        total=sum(len(one.step) for one in lesson.chapter),
        ends_at=begins[-1],
        end=words(chapter.end),
        more=point.chapter + 1 < len(lesson.chapter),
        shown=shown(sitting),
    )


def shown(sitting: Sitting) -> ms.HintMove | None:
    """Find a move that goes on now."""
    lesson, step, made = place(sitting) or (None, None, 0)
    if lesson is None or step is None or made or sitting.over:
        return None
    legal = sitting.table.legal_moves(lesson.seat)
    move = next((move for move in legal if step.goes_on(move)), None)
    if move is None:
        return None
    view = sitting.table.view(lesson.seat)
    return ms.HintMove(move=move, value=1.0, told=sitting.game.foretell(view, lesson.seat, move))
