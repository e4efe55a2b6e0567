"""What a first visit costs, and what a browser needs to install the client."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.web.hands import Person

if TYPE_CHECKING:
    from playwright.sync_api import Response

    from tests.web.people import Visitors

MOST_BYTES = 200_000


def test_the_way_to_the_first_move_needs_less_than_200_kilobytes_of_scripts(visitors: Visitors) -> None:
    answers: list[Response] = []
    page = visitors.arrive()
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/")
    page.wait_for_selector(".game")
    page.wait_for_load_state("networkidle")
    page.click("[data-play=wampum]")
    Person(page).wait()
    scripts = [answer for answer in answers if answer.url.endswith(".js")]
    assert all(answer.headers.get("content-encoding") == "gzip" for answer in scripts)
    assert 0 < sum(answer.request.sizes()["responseBodySize"] for answer in scripts) < MOST_BYTES


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
