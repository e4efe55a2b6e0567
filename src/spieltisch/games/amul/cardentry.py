"""One entry of a card file of Amul, read field by field; every mistake is noted with its line and its remedy.

Line numbers are found by looking for the entry in the text, because the TOML reader does not keep them.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch.games.amul.cards import PLAYERS
from spieltisch.games.amul.state import NAME
from spieltisch.games.refusals import BadOption
from spieltisch.texts import LANGUAGES, STAND_IN, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spieltisch.games.amul.cardfile import Reader

COLUMNS = len(PLAYERS)
LARGEST = 999
"""No number in a card file is larger, so that no score leaves the numbers of the rules."""
MOST_PROBLEMS = 50
"""Whoever has made so many mistakes mends these first."""
LONGEST = {"name": 48, "text": 600, "set": 48}
"""Characters of what people read; more has no room on any card."""
UNWANTED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
MARKUP = frozenset("<>")
ID = re.compile(r"[a-z][a-z0-9_]*")
LETTER = re.compile(r"[A-Z]")
HEADER = re.compile(r"\s*\[\[?\s*([\w.]+)\s*\]\]?\s*(#.*)?$")


class Problem(msgspec.Struct, frozen=True):
    """One mistake in a card file."""

    line: int
    key: str
    facts: dict[str, str | int]
    place: tuple[str | int, ...] = ()
    """Where it is: the table, which of its entries, the field; of a rule: score, which one, its field."""

    def what(self, language: str = "en") -> str:
        """Say what is wrong."""
        return say(f"amul.cards.wrong.{self.key}", language, **self.words(language))

    def remedy(self, language: str = "en") -> str:
        """Say what to do about it."""
        return say(f"amul.cards.remedy.{self.key}", language, **self.words(language))

    def told(self, language: str = "en") -> str:
        """Say both, with the line."""
        return say(
            "amul.cards.problem",
            language,
            line=self.line,
            what=self.what(language),
            remedy=self.remedy(language),
        )

    def words(self, language: str) -> dict[str, str | int]:
        """Put the facts that are words of ours into the language."""
        return {
            key: say(f"amul.cards.form.{fact}", language) if key == "form" else fact for key, fact in self.facts.items()
        }


class BadCards(BadOption):
    """A card file with mistakes; `problems` lists them by line."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = sorted(problems, key=lambda problem: problem.line)
        super().__init__("amul.cards.bad", count=len(self.problems), problems=self.listed("en"))

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes with all problems."""
        return type(self), (self.problems,)

    def listed(self, language: str) -> str:
        """List the problems, one a line."""
        return "\n".join(problem.told(language) for problem in self.problems)

    def told(self, language: str) -> str:
        """Tell everything in a language."""
        return say(self.key, language, count=len(self.problems), problems=self.listed(language))


class Lines:
    """Where entries and fields stand in the text."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.starts: list[tuple[str, int]] = []
        for number, line in enumerate(self.lines, 1):
            if found := HEADER.match(line):
                self.starts.append((found[1], number))

    def of(self, table: str, at: int = 0, field: str = "", rule: int | None = None) -> int:
        """Find the line of the at-th entry of a table, of a field in it, or of one of its scoring rules."""
        numbers = [number for name, number in self.starts if name == table]
        if at >= len(numbers):
            return self.field(1, len(self.lines) + 1, table) or 1
        start = numbers[at]
        later = [number for _, number in self.starts if number > start]
        stop = later[0] if later else len(self.lines) + 1
        line = self.field(start, stop, field) if field else None
        if line is None:
            return start
        return line if rule is None else self.rule(line, stop, rule)

    def field(self, start: int, stop: int, field: str) -> int | None:
        """Find a field between two lines; for `name.de` the table `name` will do."""
        for name in (field, field.partition(".")[0]):
            form = re.compile(rf"\s*{re.escape(name)}\s*[=.]")
            for number in range(start, stop):
                if form.match(self.lines[number - 1]):
                    return number
        return None

    def rule(self, start: int, stop: int, rule: int) -> int:
        """Find the line with the opening brace of a scoring rule."""
        opened = -1
        for number in range(start, stop):
            opened += self.lines[number - 1].count("{")
            if opened >= rule:
                return number
        return start

    def first(self, field: str) -> int:
        """Find a field outside all tables."""
        stop = self.starts[0][1] if self.starts else len(self.lines) + 1
        return self.field(1, stop, field) or 1


class Entry:
    """One table of the file with the means to complain about it."""

    def __init__(self, reader: Reader, data: Any, table: str, at: int, rule: int | None = None) -> None:
        self.reader = reader
        self.table = table
        self.at = at
        self.rule = rule
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}
        self.id = str(self.data.get("id", table))
        if not isinstance(data, dict):
            self.complain("form", "", field=table if rule is None else "score", form="table")

    def complain(self, key: str, at_field: str, **facts: str | int) -> None:
        """Note a problem at the line of a field."""
        field = at_field if self.rule is None else "score"
        line = self.reader.lines.of(self.table, self.at, field, self.rule)
        told = {"id": self.id, **facts} if "id" not in facts else facts
        self.reader.note(Problem(line, key, told, self.place(at_field or str(facts.get("field", "")))))

    def place(self, field: str) -> tuple[str | int, ...]:
        """Say where a field stands; the majority is one table, all others have many entries."""
        entry: tuple[str | int, ...] = (self.table,) if self.table == "majority" else (self.table, self.at)
        row = () if self.rule is None else ("score", self.rule)
        return (*entry, *row, *filter(None, field.split(".")))

    def allow(self, required: Iterable[str], optional: Iterable[str] = ()) -> None:
        """Complain about fields that are missing or not known."""
        required, allowed = list(required), [*required, *optional]
        for field in self.data:
            if field not in allowed:
                hint = nearest(field, allowed)
                self.complain("field_unknown", field, field=field, hint=hint, allowed=", ".join(allowed))
        for field in required:
            if field not in self.data:
                self.complain("field_missing", "", field=field)

    def text(self, field: str, choices: Sequence[str] = ()) -> str:
        """Read a text, one of some choices if these are given."""
        value = self.data.get(field)
        if field not in self.data:
            return choices[0] if choices else ""
        if not isinstance(value, str) or not value:
            self.complain("form", field, field=field, form="text")
        elif choices and value not in choices:
            hint = nearest(value, choices)
            self.complain("choice", field, field=field, value=value, hint=hint, allowed=", ".join(choices))
        else:
            return value
        return choices[0] if choices else ""

    def number(self, field: str, default: int = 0, low: int = -LARGEST, high: int = LARGEST) -> int:
        """Read a whole number within bounds."""
        value = self.data.get(field, default)
        if not is_number(value):
            self.complain("form", field, field=field, form="number")
        elif not low <= value <= high:
            self.complain("range", field, field=field, value=value, low=low, high=high)
        else:
            return int(value)
        return default

    def bound(self, field: str) -> int | None:
        """Read a whole number that may be left out."""
        return self.number(field) if field in self.data else None

    def numbers(self, field: str, low: int = -LARGEST) -> tuple[int, ...]:
        """Read a list of whole numbers that is not empty."""
        values = self.data.get(field)
        if field not in self.data:
            return ()
        if not isinstance(values, list) or not values or not all(map(is_number, values)):
            self.complain("form", field, field=field, form="numbers")
            return ()
        for value in values:
            if not low <= value <= LARGEST:
                self.complain("range", field, field=field, value=value, low=low, high=LARGEST)
                return ()
        return tuple(values)

    def columns(self, field: str) -> tuple[int, ...]:
        """Read the copies that join at 3, 4, 5, 6, 7 and 8 players."""
        if field not in self.data:
            return (0,) * COLUMNS
        values = self.numbers(field, low=0)
        if values and len(values) != COLUMNS:
            self.complain("columns", field, field=field, found=len(values))
        return values if len(values) == COLUMNS else (0,) * COLUMNS

    def texts(self, field: str) -> tuple[str, ...]:
        """Read a list of texts, which may be empty."""
        values = self.data.get(field, [])
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            self.complain("form", field, field=field, form="texts")
            return ()
        return tuple(values)

    def languages(self, field: str) -> dict[str, str]:
        """Read a text in several languages; English stands in for those that the file does not have."""
        values = self.data.get(field, {})
        if not isinstance(values, dict):
            self.complain("form", field, field=field, form="languages")
            values = {STAND_IN: "-"}
        read: dict[str, str] = {}
        for language in LANGUAGES:
            value = values.get(language, read.get(STAND_IN, ""))
            if not isinstance(value, str) or not value.strip():
                if field in self.data:
                    self.complain("language", f"{field}.{language}", field=field, code=language)
                value = "-"
            elif language in values:
                self.check_words(f"{field}.{language}", value, LONGEST[field])
            read[language] = value
        for language in values:
            if language not in LANGUAGES:
                allowed = ", ".join(LANGUAGES)
                self.complain("language_unknown", f"{field}.{language}", field=f"{field}.{language}", allowed=allowed)
        return read

    def check_words(self, field: str, words: str, limit: int) -> None:
        """What people read has an end, and nothing in it that is not seen or that a page could take for its own."""
        if len(words) > limit:
            self.complain("words_long", field, field=field, limit=limit)
        elif strange_signs(words):
            self.complain("signs", field, field=field)

    def name(self, seen: dict[str, int]) -> str:
        """Read an id that is well formed and new."""
        value = self.text("id")
        if value and (not ID.fullmatch(value) or len(value) > NAME or value == "nothing"):
            self.complain("id_form", "id", value=value, length=NAME)
        elif value in seen:
            self.complain("id_twice", "id", value=value, other=seen[value])
        seen.setdefault(value, self.reader.lines.of(self.table, self.at, "id"))
        return value


def is_number(value: object) -> bool:
    """Tell whole numbers from everything else."""
    return isinstance(value, int) and not isinstance(value, bool)


def strange_signs(words: str) -> bool:
    """Whether a text has signs that nobody sees, or markup."""
    return any(sign in MARKUP or unicodedata.category(sign) in UNWANTED for sign in words)


def nearest(word: str, known: Iterable[str]) -> str:
    """Guess what was meant."""
    found = difflib.get_close_matches(word, list(known), 1, 0.5)
    return found[0] if found else "-"
