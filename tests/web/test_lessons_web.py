"""Lessons in a real browser: each to its end in three languages, by click, thumb and keyboard.

With the thumb a wrong move is tried at every step: it is answered, and nothing is played. `make soak` goes both ways in
every language.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from spieltisch import games
from spieltisch.games.lessons import read_line
from tests.tables import SOAK
from tests.web.hands import by_click, by_keys, by_tap, make, number_of_moves
from tests.web.people import DESKTOP, PHONE, ROOT, violations
from tests.web.seating import sit_down_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from spieltisch.games import Table
    from spieltisch.games.lessons import Chapter, Lesson, Step
    from tests.web.hands import Touch
    from tests.web.people import Visitors

TAUGHT = [name for name in games.names() if games.get(name).lessons]
FIRST = "first"
MOST_CLICKS = {"wampum": 40}
"""From the start page to the end of the lesson."""
COACH = "[data-testid=coach]"
STORY = "[data-testid=show-all]"


class Learner:
    """Somebody who does what the coach says, and counts how often something is touched."""

    def __init__(self, page: Page, game: str, language: str, touch: Touch, *, stubborn: bool = False) -> None:
        self.page = page
        self.game = game
        self.language = language
        self.how = touch
        self.stubborn = stubborn
        self.touches = 0
        self.moves = 0
        """How many moves are made at the table."""

    @property
    def lesson(self) -> Lesson:
        return games.get(self.game).lessons[FIRST]

    def touch(self, selector: str) -> None:
        self.page.wait_for_selector(selector)
        self.how(self.page, selector)
        self.touches += 1

    def make(self, move: str) -> None:
        """Make a move with what lies on the table."""
        make(self.page, self.game, move, self.touch)

    def learn(self) -> None:
        """Go through the whole lesson, which has been begun."""
        number = 1
        for place, chapter in enumerate(self.lesson.chapter):
            table = laid_out(self.game, self.lesson, chapter)
            self.moves = len(chapter.moves)
            for step in chapter.step:
                self.come_to(str(number))
                self.take(step, table)
                number += 1
            self.come_to("end")
            expect(self.page.locator(COACH)).to_contain_text(chapter.end[self.language])
            if place + 1 < len(self.lesson.chapter):
                self.touch("[data-testid=coach-next]")

    def come_to(self, step: str) -> None:
        """Wait for a step; what is told meanwhile is told at once."""
        asked = f"{COACH}[data-step='{step}']" + ("" if step == "end" else "[data-asked=true]")
        while True:
            self.page.wait_for_selector(f"{asked}, {STORY}")
            if not self.page.locator(STORY).count():
                return
            self.touch(STORY)
            self.page.wait_for_selector(STORY, state="detached")

    def take(self, step: Step, table: Table) -> None:
        """Do what a step asks for; if one is stubborn, something else first."""
        seat = self.lesson.seat
        coach = self.page.locator(COACH)
        expect(coach).to_contain_text(step.say[self.language])
        expect(self.page.get_by_test_id("coach-says")).to_contain_text(step.task[self.language])
        assert self.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "nothing scrolls"
        for look in step.look:
            name, _, value = look.partition("=")
            assert self.page.locator(f"[data-{name}='{value}']").count(), look
        legal = table.legal_moves(seat)
        other = [move for move in legal if not step.goes_on(move)]
        if self.stubborn and other:
            # The words may lie over what nobody should touch now.
            self.touch("[data-testid=coach-fold]")
            self.make(other[-1])
            self.page.wait_for_selector(f"{COACH}[data-answered=true]")
            expect(coach).to_contain_text(step.other[self.language])
            assert violations(self.page) == [], step.task["en"]
            assert number_of_moves(self.page) == self.moves, "it is not played"
        move = next(move for move in legal if step.goes_on(move))
        self.make(move)
        table.play(seat, move)
        for line in step.answers:
            table.play(*read_line(line))
        self.moves += 1 + len(step.answers)


def laid_out(game: str, lesson: Lesson, chapter: Chapter) -> Table:
    """The table of a chapter as it begins."""
    table: Table = games.get(game).table(lesson.players, chapter.deal, chapter.options)
    for line in chapter.moves:
        table.play(*read_line(line))
    return table


def begin(page: Page, game: str, touch: Touch) -> None:
    """From the start page into the lesson."""
    page.goto("/")
    page.wait_for_selector(f"[data-learn={game}]")
    touch(page, f"[data-learn={game}]")
    page.wait_for_selector(COACH)


def test_this_house_teaches_its_games() -> None:
    assert TAUGHT


@pytest.mark.parametrize("language", ["de", "en", "fr"] if SOAK else ["de"])
@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_with_a_wrong_move_at_every_step(visitors: Visitors, game: str, language: str) -> None:
    page = visitors.arrive(size=PHONE, touch=True, kept={"language": language})
    begin(page, game, by_tap)
    assert violations(page) == []
    learner = Learner(page, game, language, by_tap, stubborn=True)
    learner.learn()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "nothing scrolls"
    page.get_by_test_id("coach-done").tap()
    expect(page.locator(f"[data-play={game}].primary")).to_be_visible()
    expect(page.locator(f"[data-learn={game}]")).to_have_count(0)


@pytest.mark.parametrize("language", ["de", "en", "fr"] if SOAK else ["fr"])
@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_along_its_script_takes_few_clicks(visitors: Visitors, game: str, language: str) -> None:
    page = visitors.arrive(size=DESKTOP, kept={"language": language})
    begin(page, game, by_click)
    learner = Learner(page, game, language, by_click)
    learner.learn()
    print(f"{game}: {learner.touches + 1} clicks from the start page to the end")
    assert learner.touches + 1 <= MOST_CLICKS.get(game, 60)
    page.get_by_test_id("coach-play").click()
    page.wait_for_url("**/table/*")
    table = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()["table"]
    assert table["settings"]["coach"], "the first real game has a coach"


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_by_keyboard_alone_survives_a_reload(visitors: Visitors, game: str) -> None:
    page = visitors.arrive(size=DESKTOP, kept={"language": "en"})
    begin(page, game, by_keys)
    page.reload()
    page.wait_for_selector(f"{COACH}[data-step='1']")
    Learner(page, game, "en", by_keys).learn()
    page.wait_for_selector("[data-testid=coach-play]:focus")


def test_whoever_asks_is_shown_a_move(visitors: Visitors) -> None:
    page = visitors.arrive(kept={"language": "en"})
    begin(page, TAUGHT[0], by_click)
    page.get_by_test_id("coach-show").click()
    expect(page.locator(f"{COACH} .shown")).not_to_be_empty()


# --- who is offered a lesson -----------------------------------------------------------------------------------------


def test_one_tap_skips_the_lesson_for_good(visitors: Visitors) -> None:
    page = visitors.arrive()
    page.goto("/")
    page.click("[data-play=wampum]")
    page.wait_for_url("**/table/*")
    page.goto("/")
    page.wait_for_selector("[data-play=wampum]")
    expect(page.locator("[data-learn=wampum]")).to_have_count(0)


def test_whoever_has_finished_a_game_is_offered_no_lesson(visitors: Visitors) -> None:
    page = visitors.arrive()
    page.goto("/")
    expect(page.locator("[data-learn=wampum]")).to_be_visible()
    sit_down_at(page, "wampum", 3, "", last=True)
    assert page.request.post(f"/api/tables/{page.url.rpartition('/')[2]}/resign", data={"seat": 0}).ok
    page.goto("/")
    expect(page.locator("[data-learn=wampum]")).to_have_count(0)


def test_the_rules_lead_to_the_lesson(visitors: Visitors) -> None:
    page = visitors.arrive(kept={"language": "en"})
    page.goto("/rules/wampum")
    page.locator("[data-learn]").click()
    page.wait_for_selector(COACH)
    expect(page.get_by_test_id("coach-says")).to_contain_text("village")


# --- the rules lead to the lessons -----------------------------------------------------------------------------------


def sections_of(game: str, language: str) -> list[str]:
    file = ROOT / "web" / "src" / "games" / game / "rules" / f"{language}.json"
    return [section["id"] for section in json.loads(file.read_text("utf-8"))["sections"]]


@pytest.mark.parametrize("language", ["de", "en", "fr"])
@pytest.mark.parametrize("game", TAUGHT)
def test_every_step_teaches_sections_that_there_are_and_every_chapter_some(game: str, language: str) -> None:
    sections = sections_of(game, language)
    for lesson in games.get(game).lessons.values():
        taught = [{rule for step in chapter.step for rule in step.rules} for chapter in lesson.chapter]
        assert all(taught), "no chapter is without a way to it"
        assert set.union(*taught) <= set(sections)
        assert sum(map(len, taught)) == len(set.union(*taught)), "a section leads to one place"


@pytest.mark.parametrize("game", TAUGHT)
def test_a_section_of_the_rules_leads_to_its_step(visitors: Visitors, game: str) -> None:
    page = visitors.arrive(kept={"language": "en"})
    number = 1
    for chapter in games.get(game).lessons[FIRST].chapter:
        for step in chapter.step:
            for section in step.rules[:1]:
                page.goto(f"/rules/{game}")
                page.locator(f"[data-practise={section}]").click()
                page.wait_for_selector(f"{COACH}[data-step='{number}'][data-asked=true]")
                expect(page.get_by_test_id("coach-says")).to_contain_text(step.task["en"])
            number += 1
    page.goto(f"/rules/{game}")
    page.wait_for_selector("[data-practise]")
    assert violations(page) == []
    linked = {
        rule for chapter in games.get(game).lessons[FIRST].chapter for step in chapter.step for rule in step.rules
    }
    assert page.locator("[data-practise]").count() == len(linked)
