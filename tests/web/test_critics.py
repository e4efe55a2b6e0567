"""The critics themselves: each notices what it is there for, and is silent otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.people import PHONE, misplaced, small_targets, small_text, untranslated, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors

GOOD = """<!doctype html><html lang="en"><title>Good</title><meta name="viewport" content="width=device-width">
<body><main><h1>⟦Good⟧</h1><p>⟦Two lines of text that stand below each other.⟧</p>
<button style="min-width: 60px; min-height: 60px">⟦Go⟧</button></main>"""
WIDE = "<p style='width: 500px'>⟦wide⟧</p>"
CUT = "<p style='width: 40px; overflow: hidden; white-space: nowrap'>⟦a long line that is cut⟧</p>"
LOW = "<p style='height: 10px; overflow: hidden; line-height: 1.5'>⟦one⟧<br>⟦two⟧<br>⟦three⟧</p>"
OVER = "<p style='margin-top: -2.2em'>⟦over the other⟧</p>"
COVERED = "<div style='position: fixed; inset: 0; background: white'></div>"
COMPLAINT = "<p role=alert>⟦It went wrong⟧</p>"


def page_with(visitors: Visitors, fault: str) -> Page:
    """A page without faults but for one."""
    page = visitors.arrive(size=PHONE)
    page.set_content(GOOD.replace("<button", f"{fault}<button"))
    return page


def test_a_page_without_faults_is_left_in_peace(visitors: Visitors) -> None:
    page = page_with(visitors, "")
    assert misplaced(page) + small_targets(page) + small_text(page) + untranslated(page) + violations(page) == []


@pytest.mark.parametrize(
    ("fault", "noticed"),
    [
        (WIDE, "scrolls sideways"),
        (WIDE, "sticks out"),
        (CUT, "cut off"),
        (LOW, "cut off"),
        (OVER, "overlap"),
        (COVERED, "covered"),
        (COMPLAINT, "an error is shown"),
    ],
)
def test_what_is_misplaced_is_noticed(visitors: Visitors, fault: str, noticed: str) -> None:
    assert any(noticed in found for found in misplaced(page_with(visitors, fault)))


def test_small_targets_are_noticed(visitors: Visitors) -> None:
    assert small_targets(page_with(visitors, "<button style='width: 30px; height: 30px'>⟦x⟧</button>"))


def test_small_letters_are_noticed(visitors: Visitors) -> None:
    assert small_text(page_with(visitors, "<p style='font-size: 12px'>⟦x⟧</p>"))


@pytest.mark.parametrize("fault", ["<p>forgotten</p>", "<p>⟦not⟧ forgotten</p>", "<p title='forgotten'>⟦text⟧</p>"])
def test_forgotten_texts_are_noticed(visitors: Visitors, fault: str) -> None:
    assert untranslated(page_with(visitors, fault))


def test_axe_core_notices_what_nobody_can_read(visitors: Visitors) -> None:
    page = page_with(visitors, "<p style='color: #ccc; background: #fff'>⟦pale⟧</p><img src='data:,'>")
    assert {fault.split(":")[0] for fault in violations(page)} >= {"color-contrast", "image-alt"}
    assert {fault.split(":")[0] for fault in violations(page, "colours")} == {"color-contrast"}


def test_a_move_that_was_not_offered_is_noticed(visitors: Visitors) -> None:
    page = visitors.arrive()
    page.goto("/")
    page.evaluate(
        """() => new Promise((done) => {
          const line = new WebSocket(location.origin.replace("http", "ws") + "/api/play");
          line.onerror = line.onclose = done;
          line.onopen = () => { line.send(JSON.stringify({type: "play", move: "d3-d9"})); done(); };
        })"""
    )
    assert visitors.troubles == ["console: the client made up a move: d3-d9"]
    visitors.troubles.clear()
