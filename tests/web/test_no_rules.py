"""No rule in the client: what may be done, and what it brings, is whatever the server says, however strange.

The server's messages are changed on their way. A client that worked out legality or yields by itself would contradict
them. (In all tests of this folder a move that the server has not offered counts as an error, see eyes.js.)
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.hands import PRIMARY, Person
from tests.web.seating import ME, bots, sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, WebSocketRoute

    from tests.web.people import Visitors

GAMES = Path(__file__).resolve().parents[2] / "web" / "src" / "games"
SOURCES = sorted(file for file in GAMES.rglob("*") if file.suffix in {".svelte", ".ts"} and "rules" not in file.parts)
"""The tables; what the pages of the rules draw are examples."""


def bewitch(page: Page, spell: Callable[[Any], None]) -> None:
    """Let everything that the server tells go through a function that may change it."""

    def carry(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            told = json.loads(message)
            spell(told)
            line.send(json.dumps(told))

        server.on_message(pass_on)

    page.context.route_web_socket(re.compile("/api/play"), carry)


def test_a_bid_may_be_laid_where_the_server_says_and_brings_what_it_says(visitors: Visitors) -> None:
    def spell(told: Any) -> None:
        if told["type"] == "build":
            for place in told["build"]["places"]:
                place["allowed"] = place["village"] == 2
                place |= {"effect": "goods", "count": 77, "displaces": 1, "smallest": 66}

    page = visitors.arrive()
    bewitch(page, spell)
    sit_down(page, "wampum", [ME, *bots(2)])
    Person(page).wait()
    page.locator(".hand .kind:not([aria-disabled])").first.click()
    expect(page.locator(".village.allowed")).to_have_count(1)
    expect(page.locator(".village[data-village='2']")).to_contain_text("77")
    expect(page.locator(".village[data-village='1']")).to_contain_text("66")
    page.locator(".village[data-village='1']").click()
    expect(page.locator(PRIMARY)).to_be_disabled()
    page.locator(".village[data-village='2']").click()
    expect(page.locator(PRIMARY)).to_be_enabled()
    expect(page.locator(PRIMARY)).to_contain_text("77")


def test_pieces_go_where_the_server_says(visitors: Visitors) -> None:
    move: dict[str, Any] = {
        "move": "d3-a4",
        "verb": "step",
        "point": "d3",
        "target": "a4",
        "kind": None,
        "victims": [],
        "landings": [],
    }
    leap: dict[str, Any] = {"move": "d2xd7-g1", "verb": "capture", "point": "d2", "target": "g1", "kind": None}
    leap |= {"victims": ["d7"], "landings": ["g1"]}

    def spell(told: Any) -> None:
        for view in told.get("views", ()):
            if view.get("choices"):
                view["choices"]["moves"] = [move, leap]

    page = visitors.arrive()
    bewitch(page, spell)
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "standard"})
    page.locator("[data-point=d3]").click()
    assert marked(page, "target") == ["a4"]
    page.locator("[data-point=c2]").click()
    assert marked(page, "target") == [], "a piece without a move in the list cannot go"
    page.locator("[data-point=d2]").click()
    assert marked(page, "target") == ["g1"]
    assert marked(page, "victim") == ["d7"]


def marked(page: Page, mark: str) -> list[str]:
    found: list[str] = page.locator(f"[data-mark={mark}]").evaluate_all(
        "found => found.map(point => point.dataset.point)"
    )
    return found


def test_cards_are_worth_what_the_server_says(visitors: Visitors) -> None:
    def spell(told: Any) -> None:
        for view in told.get("views", ()):
            if view.get("choices"):
                view["choices"]["verb"] = "play"
                view["choices"]["moves"] = [only := view["choices"]["moves"][0]]
                view["board"]["held"][only["card"]][0] = 88

    page = visitors.arrive()
    bewitch(page, spell)
    sit_down(page, "amul", [ME, *bots(2)])
    [only] = cards(page, ".choosable")
    page.locator("[data-card].choosable").first.click()
    page.locator("[data-card].choosable").first.press("i")
    expect(page.locator(".detail-window")).to_contain_text("+88")
    page.keyboard.press("Escape")
    page.locator(".hand [data-card]:not(.choosable)").first.click()
    page.keyboard.press("Escape")
    assert cards(page, "[aria-pressed=true]") == {only}


def cards(page: Page, sort: str) -> set[str]:
    """Name the cards of one sort; the hand may hold two of a kind."""
    found: list[str] = page.locator(f"[data-card]{sort}").evaluate_all("found => found.map(card => card.dataset.card)")
    return set(found)


RULES_IN_DISGUISE = {
    r"\bplay(?:\?\.)?\(\s*[`\"']": "moves come from the server, ready to be sent",
    r"\bmove: ?`": "moves come from the server, ready to be sent",
    r"\bis_?[Ll]egal\b|\blegal_?[Mm]oves\b|\bneighbou?rs?Of\b|\badjacent\b": "legality is the server's",
    r"(?:[<>]=?|[=!]==) ?(?:[3-9]|[1-9]\d+)\b(?![.\w]|\s*/\*)": "limits and counts are the server's",
    r"\.repeat\(\d": "sizes are the server's",
    r"\b(?:yield|score|points|value)s?\w* ?[-+*]= ": "points and yields are the server's",
}
ONLY_LAYOUT = ("values.length > 3", "index < 10", "n < 3", "* dy < 4", "drag.y) < 8", "word.length)) > 11")
"""Numbers of signs, keys, columns and pixels that have nothing to do with a rule."""


def script_of(file: Path) -> str:
    """The program in a file, without its markup and style."""
    text = file.read_text("utf-8")
    if file.suffix == ".svelte":
        text = re.sub(r"<style.*?</style>", "", text, flags=re.DOTALL)
    for allowed in ONLY_LAYOUT:
        text = text.replace(allowed, "")
    return text


@pytest.mark.parametrize("pattern", RULES_IN_DISGUISE)
def test_nothing_in_the_tables_looks_like_a_rule(pattern: str) -> None:
    for file in SOURCES:
        found = re.search(f".*(?:{pattern}).*", script_of(file))
        assert found is None, f"{file.name}: {found and found.group().strip()}: {RULES_IN_DISGUISE[pattern]}"
