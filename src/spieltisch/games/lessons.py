"""Lessons: a deal, and steps through it. Everything in a lesson is data; what may be done is decided by the rules.

A file `lessons/<name>.toml` in a game's package has chapters, each a deal of its own with the moves made before it. A
step says something, names the moves with which it goes on, and what the others answer. `check` plays all of it.
"""

from __future__ import annotations

import re
import tomllib
from fnmatch import fnmatchcase
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from spieltisch.games.refusals import Refusal
from spieltisch.texts import LANGUAGES, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.games.game import Game
    from spieltisch.games.table import Table

MOST_WAYS = 3000
"""In so many different ways a chapter may stand before a step; each of them is tried."""
SYNTAX_LINE = re.compile(r"\(at line (\d+)")
PLACE = re.compile(r"\$((?:\.\w+|\[(?:\d+|\.\.\.)\])*)`$")
LOOK = re.compile(r"[a-z]+=[\w.-]+")
Path = tuple[str | int, ...]
Said = dict[str, str]
"""A sentence, by language."""


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One decision of the learner, and what follows it."""

    say: Said
    """What there is to learn here."""
    task: Said
    """The one thing to do."""
    other: Said
    """What is said to any other legal move; it is not played."""
    moves: list[str]
    """The moves that go on, or patterns of them: "bid 3 *W*" is every bid at the third village with a W in it."""
    answers: list[str] = []
    """What the others do then, in order: "1 go 2" is a move of seat 1."""
    look: list[str] = []
    """What to look at: "village=3" is whatever the table marks with `data-village="3"`."""
    rules: list[str] = []
    """The sections of the rules page that it teaches: they lead here."""

    def goes_on(self, move: str) -> bool:
        """Whether a move is what the step asks for."""
        return any(fnmatchcase(move, pattern) for pattern in self.moves)


class Chapter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of its own: its deal, what has happened before, the steps, and what is said at its end."""

    deal: dict[str, Any] = {}
    options: dict[str, Any] = {}
    moves: list[str] = []
    step: list[Step]
    end: Said

    def begins(self) -> list[int]:
        """How many moves are made when each step begins; the last number is the end."""
        counts = [len(self.moves)]
        for step in self.step:
            counts.append(counts[-1] + 1 + len(step.answers))
        return counts


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guided first game for one seat."""

    title: Said
    players: int
    seat: int
    chapter: list[Chapter]


class Mistake(NamedTuple):
    """Something wrong with a lesson: its line, and what to do about it."""

    line: int
    key: str
    facts: dict[str, Any]

    def told(self, language: str = "en") -> str:
        """Tell it in a language."""
        facts = {key: fact.told(language) if isinstance(fact, Refusal) else fact for key, fact in self.facts.items()}
        return say(f"lessons.{self.key}", language, **facts)


class BadLesson(ValueError):
    """A lesson that cannot be read."""

    def __init__(self, mistake: Mistake) -> None:
        self.mistake = mistake
        super().__init__(f"line {mistake.line}: {mistake.told()}")


def brought_by(package: str) -> dict[str, Lesson]:
    """Read the lessons of a game's package, by their files' names."""
    folder = files(package).joinpath("lessons")
    found = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
    return {
        file.name.removesuffix(".toml"): parse(file.read_text("utf-8")) for file in found if file.name.endswith(".toml")
    }


def parse(text: str) -> Lesson:
    """Read a lesson; whether it can be played is another question."""
    try:
        return msgspec.convert(tomllib.loads(text), Lesson)
    except tomllib.TOMLDecodeError as error:
        found = SYNTAX_LINE.search(str(error))
        line = int(found[1]) if found else max(1, text.count("\n"))
        raise BadLesson(Mistake(line, "syntax", {"detail": str(error)})) from None
    except msgspec.ValidationError as error:
        what, _, _ = str(error).partition(" - at ")
        raise BadLesson(Mistake(line_of(text, place_of(str(error))), "form", {"detail": what})) from None


def place_of(error: str) -> Path:
    """Where something was that could not be read: `$.chapter[0].step[1].say`."""
    found = PLACE.search(error)
    parts = re.findall(r"\w+", found[1]) if found else []
    return tuple(int(part) if part.isdigit() else part for part in parts)


def line_of(text: str, path: Path, entry: str = "") -> int:
    """In which line something stands, as nearly as it can be told; `entry` is a text in a list there."""
    lines = text.splitlines()
    table, at = "", 0
    rest = list(path)
    while len(rest) > 1 and isinstance(rest[1], int) and rest[0] in ("chapter", "step"):
        table = f"{table}.{rest[0]}" if table else str(rest[0])
        headers = [number for number, line in enumerate(lines) if number >= at and line.strip() == f"[[{table}]]"]
        if rest[1] >= len(headers):
            break
        at = headers[rest[1]]
        rest = rest[2:]
    for names in (rest, rest[:1]):
        key = re.compile(r"\s*" + r"\s*\.\s*".join(str(name) for name in names) + r"\s*[=.]")
        found = next((number for number in range(at, len(lines)) if names and key.match(lines[number])), None)
        if found is not None:
            return 1 + next((n for n in range(found, len(lines)) if entry and f'"{entry}"' in lines[n]), found)
    return at + 1


class Checker:
    """Plays a lesson in every way in which it can go."""

    def __init__(self, game: Game[Any], text: str) -> None:
        self.game = game
        self.text = text
        self.lesson = parse(text)
        self.mistakes: list[Mistake] = []

    def note(self, path: Path, key: str, entry: str = "", **facts: Any) -> None:
        """Note a mistake at its line."""
        self.mistakes.append(Mistake(line_of(self.text, path, entry), key, facts))

    def check(self) -> list[Mistake]:
        """Find the mistakes, first in the words, then at the table."""
        lesson = self.lesson
        self.check_words(("title",), lesson.title)
        for number, chapter in enumerate(lesson.chapter):
            place: Path = ("chapter", number)
            self.check_words((*place, "end"), chapter.end)
            for at, step in enumerate(chapter.step):
                self.check_step((*place, "step", at), step)
        if lesson.players not in self.game.seats:
            self.note(("players",), "players", low=self.game.seats[0], high=self.game.seats[-1])
        elif lesson.seat not in range(lesson.players):
            self.note(("seat",), "seat", last=lesson.players - 1)
        else:
            for number, chapter in enumerate(lesson.chapter):
                self.play_chapter(("chapter", number), chapter)
        return sorted(self.mistakes, key=lambda mistake: mistake.line)

    def check_words(self, path: Path, said: Said) -> None:
        """Every sentence is there in every language of the house, and in no other."""
        for language in LANGUAGES:
            if not said.get(language, "").strip():
                self.note(path, "language", code=language, field=path[-1])
        for language in said.keys() - set(LANGUAGES):
            self.note((*path, language), "language_unknown", code=language, allowed=", ".join(LANGUAGES))

    def check_step(self, path: Path, step: Step) -> None:
        """A step says all that it has to say, and points at something that can be marked."""
        for field in ("say", "task", "other"):
            self.check_words((*path, field), getattr(step, field))
        for look in step.look:
            if not LOOK.fullmatch(look):
                self.note((*path, "look"), "look", look, look=look)

    # --- at the table --------------------------------------------------------------------------------------------

    def play_chapter(self, path: Path, chapter: Chapter) -> None:
        """Play a chapter from its deal to its end, in every way that its steps allow."""
        table = self.lay_out(path, chapter)
        tables = [] if table is None else [table]
        for at, step in enumerate(chapter.step):
            place: Path = (*path, "step", at)
            before = len(self.mistakes)
            self.check_patterns(place, step, tables)
            following: dict[bytes, Table[Any]] = {}
            for reached in tables:
                for after in self.play_step(place, step, reached):
                    following[after.state.tobytes()] = after
            if len(following) > MOST_WAYS:
                self.note((*place, "moves"), "ways", limit=MOST_WAYS)
            if len(self.mistakes) > before:
                return
            tables = list(following.values())

    def lay_out(self, path: Path, chapter: Chapter) -> Table[Any] | None:
        """Lay out the table as a chapter begins."""
        try:
            table = self.game.table(self.lesson.players, chapter.deal, chapter.options)
        except Refusal as reason:
            field = "options" if reason.key.startswith("common.option") else "deal"
            named = (fact for fact in reason.facts.values() if isinstance(fact, str) and f'"{fact}"' in self.text)
            self.note((*path, field), "deal", next(named, ""), reason=reason)
            return None
        for line in chapter.moves:
            if not self.play_line((*path, "moves"), table, line):
                return None
        return table

    def play_line(self, path: Path, table: Table[Any], line: str) -> bool:
        """Make a move that the lesson tells; says whether it could be made."""
        try:
            table.play(*read_line(line))
        except Refusal as reason:
            self.note(path, "move", line, move=line, reason=reason)
        except ValueError:
            self.note(path, "line", line, move=line)
        else:
            return True
        return False

    def check_patterns(self, path: Path, step: Step, tables: list[Table[Any]]) -> None:
        """Each of the moves that go on can be made in one way at least that leads here."""
        seat = self.lesson.seat
        legal = {move for table in tables for move in table.legal_moves(seat)}
        for pattern in step.moves if legal else ():
            if not any(fnmatchcase(move, pattern) for move in legal):
                self.refuse_pattern((*path, "moves"), tables[0], pattern)
        if not step.moves:
            self.note((*path, "moves"), "no_moves")

    def refuse_pattern(self, path: Path, table: Table[Any], pattern: str) -> None:
        """Say why a move that should go on cannot be made; the rules know best, if it is one move."""
        legal = ", ".join(table.legal_moves(self.lesson.seat)[:8])
        try:
            table.check(self.lesson.seat, pattern)
        except Refusal as reason:
            if not set("*?[").intersection(pattern):
                self.note(path, "move", pattern, move=pattern, reason=reason)
                return
        self.note(path, "pattern", pattern, move=pattern, legal=legal)

    def play_step(self, path: Path, step: Step, table: Table[Any]) -> Iterator[Table[Any]]:
        """Play a step on one table: every move that goes on, and the answers to it."""
        seat = self.lesson.seat
        if self.mistakes:
            return
        if seat not in table.waiting_for:
            waiting = ", ".join(map(str, table.waiting_for))
            self.note(path, "unreachable" if waiting else "after_the_end", seat=seat, waiting=waiting)
            return
        going = [move for move in table.legal_moves(seat) if step.goes_on(move)]
        if not going:
            self.note((*path, "moves"), "stuck", legal=", ".join(table.legal_moves(seat)[:8]))
        for move in going:
            after = table.copy()
            after.play(seat, move)
            if not all(self.play_line((*path, "answers"), after, line) for line in step.answers):
                return
            yield after


def moves_before(game: Game[Any], lesson: Lesson, chapter: Chapter, upto: int) -> list[tuple[int, str]]:
    """Go through a chapter up to a step along its script: who has made which move by then."""
    made = [read_line(line) for line in chapter.moves]
    table = game.table(lesson.players, chapter.deal, chapter.options)
    for line in made:
        table.play(*line)
    for step in chapter.step[:upto]:
        move = next(move for move in table.legal_moves(lesson.seat) if step.goes_on(move))
        for line in ((lesson.seat, move), *map(read_line, step.answers)):
            table.play(*line)
            made.append(line)
    return made


def read_line(line: str) -> tuple[int, str]:
    """Read "1 go 2" as a move of seat 1."""
    seat, blank, move = line.partition(" ")
    if not blank or not seat.isdecimal():
        raise ValueError(line)
    return int(seat), move


def check(game: Game[Any], text: str) -> list[Mistake]:
    """Find the mistakes in a lesson's text."""
    try:
        return Checker(game, text).check()
    except BadLesson as bad:
        return [bad.mistake]
