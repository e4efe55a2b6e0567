"""Playing Wampum with mouse, thumb or keyboard, without knowing its rules: whatever the page allows is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

DECISION = "[data-testid=primary]"
RESULT = "[data-testid=result]"
KINDS = ".hand .kind:not([aria-disabled])"
ALLOWED = ".village.allowed"
MOST_DECISIONS = 120


def wait_for_decision(page: Page) -> bool:
    """Wait until something is to be decided; False when the game is over."""
    page.wait_for_selector(f"{DECISION}, {RESULT}")
    return page.locator(RESULT).count() == 0


def lay_out(page: Page) -> None:
    """Build a bid or a discard card by card until the page offers to play it."""
    for _ in range(30):
        page.wait_for_timeout(40)
        if page.locator(f"{DECISION}:enabled").count():
            return
        if page.locator(ALLOWED).count():
            page.locator(ALLOWED).first.click()
        elif page.locator(KINDS).count():
            page.locator(KINDS).first.click()
        if page.locator(DECISION).count() == 0:
            return
    raise AssertionError(page.inner_text("main"))


def decide(page: Page, lay: Callable[[Page], None] = lay_out) -> None:
    """Make one decision and wait until the table has taken it."""
    lay(page)
    button = page.locator(f"{DECISION}:enabled")
    if button.count() == 0:
        return
    moves = number_of_moves(page)
    button.click()
    page.wait_for_function(
        "moves => Number(document.querySelector('main[data-moves]').dataset.moves) !== moves", arg=moves
    )


def number_of_moves(page: Page) -> int:
    """How many moves have been made, as the page knows it."""
    return int(page.locator("main[data-moves]").get_attribute("data-moves") or 0)


def play_to_the_end(page: Page, lay: Callable[[Page], None] = lay_out) -> int:
    """Play until the result is shown; says how many decisions it took."""
    for count in range(MOST_DECISIONS):
        if not wait_for_decision(page):
            return count
        decide(page, lay)
    raise AssertionError("the game does not end")
