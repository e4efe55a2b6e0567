"""People at the tables of Wigwam and Amul: they see what the page shows, and click or press keys."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

MANY = 5000
"""More looks at the page than any game needs."""

OPEN = """async ([game, seats, options]) => {
  const send = (path, body) => fetch(path, {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)
  });
  if (!(await fetch('/api/me')).ok) await send('/api/me', {name: 'Ada'});
  const answer = await send('/api/tables', {game, seats, options, settings: {pace: 'instant'}, start: true});
  return await answer.json();
}"""


def sit_down(page: Page, game: str, bots: int, **options: Any) -> str:
    """Open a table against bots that play at random, and wait until it is shown."""
    page.goto("/")
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * bots]
    table: str = page.evaluate(OPEN, [game, seats, options])["id"]
    page.goto(f"/table/{table}")
    page.locator("[data-point], [data-card]").first.wait_for()
    page.wait_for_timeout(300)
    return table


def status(page: Page) -> str:
    return page.get_by_test_id("status").inner_text()


def play_to_the_end(page: Page, decide: Callable[[], None]) -> int:
    """Decide whenever it is one's turn; gives the number of decisions."""
    decisions = 0
    for _ in range(MANY):
        now = status(page)
        if now == "The game is over":
            return decisions
        if now == "Your turn":
            decide()
            decisions += 1
        page.wait_for_timeout(20)
    raise AssertionError("the game does not end")


SETTLED = """() => !document.querySelector('[data-testid=status].mine')
  || (document.querySelector('[data-testid=primary]:disabled') && !document.querySelector('[data-busy=true]'))"""
"""The last choice has been answered, and the next one has not begun."""


def primary(page: Page) -> Locator:
    return page.get_by_test_id("primary")


# --- ways to choose something: with the mouse, or with keys only ---------------------------------------------


def by_click(page: Page, selector: str) -> None:
    page.locator(selector).first.click()


def focused(page: Page, attribute: str) -> str | None:
    found: str | None = page.evaluate(
        f"() => document.activeElement?.closest('[{attribute}]')?.getAttribute('{attribute}') ?? null"
    )
    return found


def tab_to(page: Page, selector: str, most: int = 80) -> None:
    """Press the tab key until something is focused."""
    for _ in range(most):
        if page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not lead to {selector}")


TOWARDS = """selector => {
  const box = element => {
    const {left, top, width, height} = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = box(document.activeElement), [u, v] = box(document.querySelector(selector));
  const [dx, dy] = [u - x, v - y];
  if (document.activeElement.matches(selector)) return null;
  return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : (dy > 0 ? 'ArrowDown' : 'ArrowUp');
}"""


def by_keys(page: Page, selector: str) -> None:
    """Walk to a point with the arrow keys and choose it."""
    tab_to(page, "[data-point]")
    for _ in range(40):
        key = page.evaluate(TOWARDS, selector)
        if key is None:
            page.keyboard.press("Enter")
            return
        page.keyboard.press(key)
    raise AssertionError(f"the arrow keys do not lead to {selector}")


# --- Wigwam ------------------------------------------------------------------------------------------------


class WigwamPlayer:
    """Places and moves pieces by what the board marks."""

    def __init__(self, page: Page, choose: Callable[[Page, str], None], seed: int = 1) -> None:
        self.page = page
        self.choose = choose
        self.luck = random.Random(seed)

    def marked(self, selector: str) -> list[str]:
        points: list[str] = self.page.eval_on_selector_all(selector, "found => found.map(p => p.dataset.point)")
        return points

    def decide(self) -> None:
        """Make one decision: place a piece, or move one; captures first, because they are owed."""
        if free := self.marked("[data-mark=place]"):
            self.choose(self.page, f"[data-point={self.luck.choice(free)}]")
            self.settle(free)
            return
        if self.marked("[data-mark=target]"):
            self.go_on()
            return
        glowing = self.marked("[data-piece^='0 ']:has(.glow)")
        own = self.marked("[data-piece^='0 ']")
        for point in glowing or self.luck.sample(own, len(own)):
            self.choose(self.page, f"[data-point={point}]")
            if self.marked("[data-mark=target]"):
                self.go_on()
                return

    def go_on(self) -> None:
        """Choose a target, and finish with the button where a capture could go on."""
        before = self.marked("[data-mark=target]")
        self.choose(self.page, f"[data-point={self.luck.choice(before)}]")
        self.settle(before)
        if primary(self.page).count() and primary(self.page).is_enabled():
            primary(self.page).click()

    def settle(self, before: list[str]) -> None:
        """Wait until the page shows what the choice has brought about."""
        for _ in range(50):
            if status(self.page) != "Your turn" or self.marked("[data-mark]") != before:
                return
            self.page.wait_for_timeout(20)


# --- Amul ----------------------------------------------------------------------------------------------------


class AmulPlayer:
    """Chooses among the cards that can be chosen; likes cards with an effect."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.luck = random.Random(seed)
        self.labels: list[str] = []

    def choosable(self) -> list[str]:
        cards: list[str] = self.page.eval_on_selector_all(
            "[data-card].choosable", "found => found.map(c => c.dataset.card)"
        )
        return cards

    def favourite(self, cards: list[str]) -> str:
        useful = [card for card in cards if "merchant" in card or card == "contract" or "looter" in card]
        return self.luck.choice(useful or cards)

    def by_click(self) -> None:
        """Choose a card with the mouse and press the button that names what will happen."""
        if cards := self.choosable():
            self.page.locator(f"[data-card='{self.favourite(cards)}'].choosable").first.click()
            self.commit()

    def commit(self) -> None:
        """Press the button, unless the table has moved on meanwhile."""
        button = primary(self.page)
        if button.count() and button.is_enabled():
            self.labels.append(button.inner_text())
            button.click()
            self.page.wait_for_function(SETTLED)

    def by_keys(self) -> None:
        """Choose the first card with the key 1; the button is focused then, and Enter presses it."""
        if self.choosable():
            self.page.keyboard.press("1")
            self.page.keyboard.press("Enter")
            self.page.wait_for_function(SETTLED)
