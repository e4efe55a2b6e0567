"""Lessons: those of the house can be played in every way they allow; a mistake is refused with line and remedy."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from spieltisch import games
from spieltisch.cli import app
from spieltisch.games.lessons import Checker, Mistake, check, moves_before
from spieltisch.texts import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

WITH_LESSONS = [(name, lesson) for name in games.names() for lesson in games.get(name).lessons]
WAMPUM = files("spieltisch.games.wampum").joinpath("lessons", "first.toml").read_text("utf-8")


def text_of(game: str, lesson: str) -> str:
    return files(type(games.get(game)).__module__).joinpath("lessons", f"{lesson}.toml").read_text("utf-8")


@pytest.mark.parametrize(("game", "lesson"), WITH_LESSONS)
def test_every_lesson_of_the_house_can_be_played(game: str, lesson: str) -> None:
    mistakes = check(games.get(game), text_of(game, lesson))
    assert [f"{mistake.line}: {mistake.told()}" for mistake in mistakes] == []


@pytest.mark.parametrize(("game", "lesson"), WITH_LESSONS)
def test_nobody_shouts_in_a_lesson_and_every_sentence_is_short(game: str, lesson: str) -> None:
    for chapter in games.get(game).lessons[lesson].chapter:
        said = [chapter.end, *(one for step in chapter.step for one in (step.say, step.task, step.other))]
        for sentence in (one[language] for one in said for language in LANGUAGES):
            assert "!" not in sentence
            assert len(sentence) <= 230, sentence


def test_a_pattern_stands_for_many_moves() -> None:
    step = games.get("wampum").lessons["first"].chapter[0].step[0]
    asked = type(step)(say={}, task={}, other={}, moves=["bid 3 *W*", "go 1"])
    assert asked.goes_on("bid 3 CWW")
    assert asked.goes_on("go 1")
    assert not asked.goes_on("bid 2 W")


# --- a file with a mistake is refused ------------------------------------------------------------------------------


def spoiled(old: str, new: str, text: str = WAMPUM) -> list[Mistake]:
    """Find the mistakes of Wampum's lesson with something else in one place."""
    assert old in text
    return check(games.get("wampum"), text.replace(old, new, 1))


def line_with(text: str, part: str) -> int:
    return 1 + next(number for number, line in enumerate(text.splitlines()) if part in line)


SPOILED = {
    "an illegal move": ('"bid 2 W"', '"bid 2 S"', "move", '"bid 2 S"', "you do not hold"),
    "a move that is none": ('"go 3"', '"fly 3"', "move", '"fly 3"', "for example"),
    "a pattern that fits nothing": ('"go 3"', '"go 9*"', "pattern", '"go 9*"', "Legal are"),
    "an illegal answer": ('"2 bid 1 T"', '"2 bid 1 W"', "move", '"2 bid 1 W"', "you do not hold"),
    "an answer of nobody": ('"2 bid 1 T"', '"bid 1 T"', "line", '"bid 1 T"', "Write the seat"),
    "an unknown card": ('"corn", "weapons", "furs"', '"corn", "wepons", "furs"', "deal", "wepons", "wepons"),
    "a missing language": ("task.fr = ", "# task.fr = ", "language", "task.de", "Add task.fr"),
    "a language of nobody": ("task.fr = ", "task.xy = 'hm'\ntask.fr = ", "language_unknown", "task.xy", "xy"),
    "an unreachable step": ('answers = ["2 bid 1 T"]', "answers = []", "unreachable", "", "seat 2 has to decide"),
    "no moves": ('moves = ["go 3"]', "moves = []", "no_moves", "moves = []", "Name at least one"),
    "an unknown field": ("players = 3", "players = 3\nplaces = 3", "form", "", "unknown field"),
    "a wrong form": ("players = 3", 'players = "3"', "form", "players", "Expected `int`"),
    "too many players": ("players = 3", "players = 9", "players", "players", "between 2 and 5"),
    "a seat that is not there": ("seat = 0", "seat = 4", "seat", "seat = 4", "between 0 and 2"),
    "nothing to look at": ('"village=2", ', '"the village", ', "look", "the village", "village=3"),
    "no TOML": ("players = 3", "players = ", "syntax", "players", "Mend the line"),
}  # fmt: skip


@pytest.mark.parametrize("what", SPOILED)
def test_a_mistake_is_found_with_its_line_and_a_remedy(what: str) -> None:
    old, new, key, place, told = SPOILED[what]
    first = spoiled(old, new)[0]
    assert first.key == key
    assert told in first.told()
    if place:
        assert first.line == line_with(WAMPUM.replace(old, new, 1), place)
    for language in LANGUAGES:
        assert first.told(language)


def test_a_step_after_the_end_of_the_game_is_unreachable() -> None:
    game = games.get("wampum")
    found = Checker(game, WAMPUM)
    table = game.deal(3, seed=1)
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, table.random_move(seat))
    assert list(found.play_step(("chapter", 0, "step", 0), found.lesson.chapter[0].step[0], table)) == []
    assert [mistake.key for mistake in found.mistakes] == ["after_the_end"]


def test_a_step_that_goes_on_after_some_moves_only_is_noticed() -> None:
    wider = WAMPUM.replace('"bid 2 F", "bid 2 T"', '"bid 2 ?"').replace('"discard WW", "discard WS"', '"discard WW"')
    assert check(games.get("wampum"), wider) == []
    narrower = wider.replace('"discard WW"', '"discard FF"')
    assert [mistake.key for mistake in check(games.get("wampum"), narrower)] == ["stuck"]


def test_a_step_that_leads_to_too_many_tables_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spieltisch.games.lessons.MOST_WAYS", 1)
    found = check(games.get("wampum"), WAMPUM)[0]
    assert found.key == "ways"
    assert found.line == line_with(WAMPUM, '"bid 2 F", "bid 2 T"')
    assert "More than 1 different tables" in found.told()


@pytest.mark.parametrize(("game", "lesson"), WITH_LESSONS)
def test_a_chapter_can_be_begun_at_each_of_its_steps(game: str, lesson: str) -> None:
    rules, found = games.get(game), games.get(game).lessons[lesson]
    for chapter in found.chapter:
        for at, begins in enumerate(chapter.begins()[:-1]):
            made = moves_before(rules, found, chapter, at)
            assert len(made) == begins
            table = rules.table(found.players, chapter.deal, chapter.options)
            for seat, move in made:
                table.play(seat, move)
            assert any(chapter.step[at].goes_on(move) for move in table.legal_moves(found.seat))


# --- at the command line -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "what", ["an illegal move", "an unknown card", "a missing language", "an unreachable step", "no TOML"]
)
def test_the_command_names_file_line_and_remedy(tmp_path: Path, what: str) -> None:
    old, new, _, place, told = SPOILED[what]
    text = WAMPUM.replace(old, new, 1)
    file = tmp_path / "wampum" / "lessons" / "mine.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    result = CliRunner().invoke(app, ["lessons", "check", str(file)])
    assert result.exit_code == 1
    line = line_with(text, place) if place else check(games.get("wampum"), text)[0].line
    first = next(row for row in result.output.splitlines() if row.startswith(f"{file}:"))
    assert first.startswith(f"{file}:{line}: ")
    assert told in first


def test_the_command_checks_all_that_there_are() -> None:
    result = CliRunner().invoke(app, ["lessons", "check"])
    assert result.exit_code == 0
    assert result.output.count(": good.") == len(WITH_LESSONS)
