"""People who play: they see what the page shows (eyes.js) and use mouse, thumb or keyboard, knowing no rule."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError as TooLate

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    Touch = Callable[[Page, str], None]

PRIMARY = "[data-testid=primary]"
RESULT = "[data-testid=result]"
MOST_TOUCHES = 2000
"""More than any game needs."""
MOST_SECONDS = 300.0
"""So long nobody may find anything to do: bots think after everybody else, and on a busy machine that takes a while."""
PATIENCE = 4000
"""Milliseconds for something to become touchable; then one looks again."""
MOST_MISSES = 10
KINDS = {"W": "warrior", "C": "chief", "T": "tent"}
MOST_KEYS = 150
"""More than the way to anything on a page needs."""


def by_click(page: Page, selector: str) -> None:
    page.locator(selector).first.click(timeout=PATIENCE)


def by_tap(page: Page, selector: str) -> None:
    page.locator(selector).first.tap(timeout=PATIENCE)


def by_keys(page: Page, selector: str) -> None:
    """Go there with Tab and the arrow keys, and press Enter."""
    go_to(page, selector)
    page.keyboard.press("Enter")


def go_to(page: Page, selector: str) -> None:
    """Lead the keyboard's focus to something."""
    for _ in range(MOST_KEYS):
        key: str | None = page.evaluate("selector => eyes.key(selector)", selector)
        if key is None:
            raise TooLate(f"{selector} is gone")
        if not key:
            return
        page.keyboard.press(key)
    raise AssertionError(f"the keyboard does not lead to {selector}")


class Person:
    """Somebody at a table."""

    def __init__(self, page: Page, touch: Touch = by_click, seed: int = 1) -> None:
        self.page = page
        self.touch = touch
        self.luck = random.Random(seed)
        self.misses = 0
        self.pressed: list[str] = []
        """What the primary button said whenever it was pressed."""

    def look(self) -> dict[str, Any] | None:
        """See what there is to do; None while there is nothing."""
        sight: dict[str, Any] | None = self.page.evaluate("luck => eyes.look(luck)", self.luck.random())
        return sight

    def wait(self) -> dict[str, Any]:
        """Wait until there is something to do, or the game is over."""
        handle = self.page.wait_for_function("luck => eyes.look(luck)", arg=self.luck.random())
        sight: dict[str, Any] = handle.json_value()
        return sight

    def act(self, sight: dict[str, Any]) -> None:
        """Touch what the eye fell on, unless the table has moved on meanwhile: it makes a forced move by itself."""
        try:
            if sight["touch"] == PRIMARY:
                self.pressed.append(self.page.locator(PRIMARY).inner_text(timeout=PATIENCE))
            self.touch(self.page, sight["touch"])
        except TooLate:
            self.misses += 1
            if self.misses == MOST_MISSES:
                raise
        else:
            self.misses = 0

    def play(self) -> None:
        """Play to the end."""
        for _ in range(MOST_TOUCHES):
            sight = self.wait()
            if "over" in sight:
                return
            self.act(sight)
        raise AssertionError("the game does not end")

    def decide(self) -> None:
        """Make the next decision, and wait until the table has taken it."""
        sight = self.wait()
        moves = number_of_moves(self.page)
        for _ in range(MOST_TOUCHES):
            if "over" in sight:
                return
            self.act(sight)
            self.page.wait_for_function("() => !eyes.asking()")
            if number_of_moves(self.page) != moves:
                return
            sight = self.wait()
        raise AssertionError("nothing can be decided")


def play_together(people: list[Person]) -> None:
    """Several people at one table, each at their own screen, until everybody sees the end."""
    page = people[0].page
    touches, acted = 0, time.monotonic()
    while touches < MOST_TOUCHES and time.monotonic() - acted < MOST_SECONDS:
        sights = [person.look() for person in people]
        if all(sight and "over" in sight for sight in sights):
            return
        active = [(person, sight) for person, sight in zip(people, sights, strict=True) if sight and "touch" in sight]
        for person, sight in active:
            person.act(sight)
        touches += len(active)
        if active:
            acted = time.monotonic()
        else:
            page.wait_for_timeout(10)
    raise AssertionError(f"the game does not end: {[person.page.inner_text('main') for person in people]}")


def number_of_moves(page: Page) -> int:
    """How many moves have been made, as the page knows it."""
    return int(page.locator("main[data-moves]").get_attribute("data-moves") or 0)


def primary(page: Page) -> Locator:
    return page.locator(PRIMARY)


# --- moves that are known beforehand, as lessons and puzzles want them -----------------------------------------------


def ways_of(game: str, move: str) -> list[str]:
    """What has to be touched for a move."""
    if game == "wigwam":
        if "@" in move:
            return [f"[data-kind={KINDS[move[0]]}]", f"[data-point={move[2:]}]"]
        points = move.replace("-", " ").replace("x", " x").split()
        return [f"[data-point={point}]" for point in points if not point.startswith("x")]
    verb, _, rest = move.partition(" ")
    if game == "amul":
        card = "[data-decline]" if rest == "nothing" else f"[data-card='{rest}'].choosable"
        return [card, f"{PRIMARY}:enabled"]
    place, _, cards = rest.rpartition(" ") if verb != "go" else (rest, "", "")
    kinds = [f".hand .kind[data-kind={letter}]" for letter in cards]
    village = [f".village[data-village='{place}']"] if place else []
    return [*kinds, *village, f"{PRIMARY}:enabled"]


def make(page: Page, game: str, move: str, touch: Callable[[str], None]) -> None:
    """Make a move with what lies on the table."""
    before = number_of_moves(page)
    for selector in ways_of(game, move):
        touch(selector)
    if game == "wigwam" and "x" in move:
        # Whoever could jump on says that it is enough.
        page.wait_for_function(
            "([moves, primary]) => document.querySelector('main[data-moves]').dataset.moves != moves"
            " || document.querySelector('[data-answered=true]')"
            " || document.querySelector(primary)?.disabled === false",
            arg=[str(before), PRIMARY],
        )
        if page.locator(f"{PRIMARY}:enabled").count():
            touch(PRIMARY)
