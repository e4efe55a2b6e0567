"""A walk through every page of the client and every phase of Wampum: for critics, cameras and translators alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.web.wampum_hands import DECISION, KINDS, decide, play_to_the_end, wait_for_decision

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

GAMES = ("wampum", "wigwam", "amul")
OPEN_TABLE = """async (body) => {
  const headers = {"Content-Type": "application/json"};
  const send = (path, body) => fetch(path, {method: "POST", headers, body: JSON.stringify(body)});
  if (!(await fetch("/api/me")).ok) await send("/api/me", {name: "Ada"});
  const answer = await send("/api/tables", body);
  return (await answer.json()).id;
}"""


def open_table(page: Page, seats: list[dict[str, str]], game: str = "wampum") -> str:
    """Open a table over the API and go there."""
    body = {"game": game, "seats": seats, "settings": {"pace": "instant"}, "start": True}
    table: str = page.evaluate(OPEN_TABLE, body)
    page.goto(f"/table/{table}")
    return table


def bots(count: int) -> list[dict[str, str]]:
    """Seats for me and some bots."""
    return [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * count]


def settle(page: Page) -> None:
    """Wait until the page is at rest."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(120)


def still_pages(page: Page) -> Iterator[str]:
    """Pages without a game; yields the name of what is shown."""
    page.goto("/")
    page.wait_for_selector(".game")
    settle(page)
    yield "start"
    for game in GAMES:
        page.goto(f"/new/{game}")
        page.wait_for_selector("form")
        settle(page)
        yield f"new-{game}"
    for game in GAMES:
        page.goto(f"/rules/{game}")
        page.wait_for_selector("section")
        settle(page)
        yield f"rules-{game}"
    page.goto("/settings")
    page.wait_for_selector("form")
    settle(page)
    yield "settings"
    page.goto("/nowhere")
    page.wait_for_selector("h1")
    yield "nowhere"


def wampum_pages(page: Page) -> Iterator[str]:
    """The table of Wampum in every phase, its windows, the end and the replay."""
    page.goto("/")
    open_table(page, [{"kind": "me"}, {"kind": "friend"}, {"kind": "bot", "level": "casual"}])
    page.wait_for_selector(".qr")
    settle(page)
    yield "invitation"
    open_table(page, [{"kind": "me"}, {"kind": "device", "name": "Ben"}])
    page.wait_for_selector(".pass")
    yield "pass-the-device"
    table = open_table(page, bots(4))
    assert wait_for_decision(page)
    settle(page)
    yield "wampum-turn"
    page.locator(KINDS).first.click()
    page.wait_for_timeout(150)
    yield "wampum-cards-chosen"
    page.locator(".village").first.click()
    page.wait_for_timeout(150)
    yield "wampum-aimed"
    page.locator(".quick button").last.click()
    page.wait_for_selector("dialog[open]")
    yield "menu"
    page.keyboard.press("Escape")
    if page.locator("aside").count() == 0:
        page.locator(".quick button").last.click()
        page.locator("dialog[open] .items button").first.click()
        page.wait_for_selector("dialog[open] .log")
        yield "log"
        page.keyboard.press("Escape")
    page.locator(".chip").nth(1).click()
    page.wait_for_selector("dialog[open] ul")
    yield "seat"
    page.keyboard.press("Escape")
    yield from wampum_phases(page)
    play_to_the_end(page)
    page.wait_for_timeout(200)
    yield "wampum-result"
    page.goto(f"/replay/{table}#step=7")
    page.wait_for_selector(".village")
    settle(page)
    yield "replay"
    page.goto("/")
    page.wait_for_selector(".tables a")
    yield "start-with-tables"


def wampum_phases(page: Page) -> Iterator[str]:
    """Play on until displacement and discards have been seen, or for a while."""
    missing = {"go": "wampum-displaced", "discard": "wampum-discard"}
    for _ in range(14):
        if not missing or not wait_for_decision(page):
            return
        verb = page.locator("[data-verb]").get_attribute("data-verb") or ""
        if verb in missing:
            yield missing.pop(verb)
        decide(page)
        if page.locator(DECISION).count() == 0:
            page.wait_for_timeout(50)
