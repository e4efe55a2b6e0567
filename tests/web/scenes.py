"""A walk through every phase of Wigwam and Amul: for critics, cameras and translators alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.web.playing import AmulPlayer, WigwamPlayer, by_click, sit_down

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

MANY = 600


def wigwam_pages(page: Page) -> Iterator[str]:
    """Both set-ups, a piece in hand, a capture that is owed, and the end; yields the name of what is shown."""
    page.goto("/")
    sit_down(page, "wigwam", 1, setup="alternate")
    page.locator("[data-kind=chief]").click()
    yield "wigwam-placing"
    sit_down(page, "wigwam", 1, setup="hidden")
    yield "wigwam-arranging"
    page.locator(".presets button").first.click()
    page.locator("[data-testid=primary]:not([disabled])").wait_for()
    yield "wigwam-arranged"
    sit_down(page, "wigwam", 1, setup="standard")
    page.locator("[data-point=d3]").click()
    page.locator(".tools button").nth(1).click()
    yield "wigwam-moving"
    page.locator("[data-point=d3]").click()
    player = WigwamPlayer(page, by_click)
    owed = False
    for _ in range(MANY):
        if page.locator(".ending").count():
            break
        if not owed and player.marked("[data-piece^='0 ']:has(.glow)") and page.locator(".line.alert").count():
            page.locator("[data-piece^='0 ']:has(.glow)").first.click()
            owed = True
            yield "wigwam-capture"
        if page.locator(".line").count():
            player.decide()
        page.wait_for_timeout(30)
    page.wait_for_timeout(300)
    yield "wigwam-result"


def amul_pages(page: Page) -> Iterator[str]:
    """The steps of a round with eight seats, palace and bazaar, the sheet so far, and the end."""
    page.goto("/")
    sit_down(page, "amul", 7)
    stocks = page.locator(".stocks summary")
    stocks.nth(0).click()
    stocks.nth(1).click()
    yield "amul-stocks"
    stocks.nth(0).click()
    stocks.nth(1).click()
    player = AmulPlayer(page)
    seen: set[str] = set()
    for _ in range(MANY):
        if page.locator(".end .sheet").count():
            break
        step = page.locator(".steps [aria-current]").get_attribute("data-step") or ""
        # Who has chosen already could change the choice until the others have chosen too, but does not.
        cards = player.choosable()
        if not cards or not page.locator("[data-testid=status].mine").count():
            page.wait_for_timeout(30)
            continue
        page.locator(f"[data-card='{player.favourite(cards)}'].choosable").first.click()
        if step not in seen:
            seen.add(step)
            page.wait_for_timeout(350)
            yield f"amul-{step}"
            if step == "take":
                page.locator("details summary").last.click()
                page.locator(".sheet .why li").first.wait_for()
                yield "amul-sheet"
        player.commit()
    page.locator(".sheet .why li").first.wait_for()
    page.wait_for_timeout(300)
    yield "amul-result"
