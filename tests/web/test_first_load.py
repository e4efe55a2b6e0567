"""What a first visit costs, and what a browser needs to install the client."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.web.hands import Person

if TYPE_CHECKING:
    from playwright.sync_api import Response

    from tests.web.people import Visitors

START_PAGE = 60_000
FIRST_MOVE = 120_000
"""So many bytes of our own files may travel, compressed: pages, scripts and styles."""


def test_the_first_visit_and_the_way_to_the_first_move_are_light(visitors: Visitors) -> None:
    answers: list[Response] = []
    page = visitors.arrive()
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/")
    page.wait_for_selector(".game .picture svg")
    page.wait_for_load_state("networkidle")
    assert 0 < weight(answers) < START_PAGE
    page.click("[data-play=wampum]")
    Person(page).wait()
    assert weight(answers) < FIRST_MOVE
    scripts = [answer for answer in answers if answer.url.endswith(".js")]
    assert all(answer.headers.get("content-encoding") == "gzip" for answer in scripts)


def test_what_the_first_page_needs_comes_at_once(visitors: Visitors) -> None:
    """One script, one style sheet, and the games beside them; a page of many small parts waits for each."""
    page = visitors.arrive("")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("//")[2].partition("/")[2]))
    page.goto("/")
    page.wait_for_selector("[data-play]")
    needed = asked[: asked.index("api/texts/en/server")]
    assert sorted(name.partition(".")[2] or name for name in needed if name.startswith("assets/")) == ["css", "js"]
    assert asked.count("api/games") == 1
    assert "api/games" in needed


def test_whoever_comes_for_the_first_time_is_refused_nothing(visitors: Visitors) -> None:
    answers: list[Response] = []
    page = visitors.arrive("")
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/")
    page.click("[data-play=wigwam]")
    Person(page).wait()
    assert [f"{answer.status} {answer.url}" for answer in answers if answer.status >= 400] == []


def weight(answers: list[Response]) -> int:
    """What has travelled so far of the client itself."""
    ours = [answer for answer in answers if "/api/" not in answer.url]
    return sum(answer.request.sizes()["responseBodySize"] for answer in ours)


def test_the_client_can_be_installed(visitors: Visitors) -> None:
    page = visitors.open()
    found = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.request.get(found or "")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    told = json.loads(manifest.text())
    assert told["name"]
    assert told["start_url"]
    assert told["display"] in ("standalone", "minimal-ui")
    assert {"192x192", "512x512"} <= {size for icon in told["icons"] for size in icon["sizes"].split()}
    for icon in told["icons"]:
        assert page.request.get(icon["src"]).ok
    worker = page.request.get("/sw.js")
    assert worker.ok
    assert worker.headers["cache-control"] == "no-cache", "a new version of the shell is noticed at once"
