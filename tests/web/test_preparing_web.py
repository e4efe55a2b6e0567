"""The start page while games are still being prepared: each card says how far it is, and opens without a reload."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.people import criticise

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.web.people import Visitors

NAMES = ("wampum", "wigwam", "amul")


class Told:
    """What the server says about its games, as the test wishes."""

    def __init__(self, page: Page) -> None:
        self.games: dict[str, dict[str, Any]] = {name: state(name) for name in NAMES}
        page.route("**/api/preparing", self.answer)

    def answer(self, route: Route) -> None:
        route.fulfill(content_type="application/json", body=json.dumps(list(self.games.values())))


def state(game: str, **told: Any) -> dict[str, Any]:
    return {"game": game, "ready": True, "failed": False, "done": 0, "total": 0, "levels": [], **told}


def test_a_card_shows_its_progress_until_its_game_is_ready_and_then_opens_without_a_reload(visitors: Visitors) -> None:
    page = visitors.arrive("Ada")
    told = Told(page)
    for name in NAMES:
        told.games[name] = state(name, ready=False, done=10, total=100)
    page.goto("/")
    bar = page.get_by_role("progressbar")
    expect(bar).to_have_count(3)
    expect(page.locator("[data-play]")).to_have_count(0)
    expect(page.locator("a[href^='/new/']")).to_have_count(0)
    expect(page.locator("a[href^='/rules/']")).to_have_count(3)
    wampum = page.locator("#preparing-wampum")
    expect(wampum).to_have_attribute("value", "10")
    told.games["wampum"] = state("wampum", ready=False, done=60, total=100)
    expect(wampum).to_have_attribute("value", "60")
    told.games["wampum"] = state("wampum")
    expect(page.locator("[data-play]")).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("Wampum is ready.")
    told.games["amul"] = state("amul", ready=False, failed=True, done=60, total=100)
    expect(page.locator("[data-preparing=amul]")).to_contain_text("trying again")
    page.locator("[data-play=wampum]").click()
    page.wait_for_url("**/table/*")


def test_a_level_above_the_others_is_offered_where_there_is_one_and_chosen_when_it_is_ready(visitors: Visitors) -> None:
    page = visitors.arrive("Ada")
    told = Told(page)
    told.games["amul"] = state("amul", levels=["master"])
    page.goto("/new/amul")
    level = page.get_by_label("Level of the bot in seat 3")
    master = level.locator("option[value=master]")
    expect(master).to_have_text("master (being prepared)")
    expect(master).to_be_disabled()
    told.games["amul"] = state("amul")
    expect(master).to_have_text("master")
    expect(master).to_be_enabled()
    page.get_by_label("Seat 2", exact=True).select_option("bot")
    level.select_option("master")
    with page.expect_response("**/api/tables") as made:
        page.get_by_role("button", name="Open the table").click()
    assert [seat["level"] for seat in made.value.json()["seats"]][:3] == [None, "casual", "master"]
    page.goto("/new/wampum")
    expect(page.locator("option[value=expert]").first).to_be_attached()
    expect(page.locator("option[value=master]")).to_have_count(0)


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR"])
def test_nothing_is_wrong_with_a_page_of_games_that_are_being_prepared(visitors: Visitors, language: str) -> None:
    page = visitors.arrive("Ada", language=language)
    told = Told(page)
    for name in NAMES:
        told.games[name] = state(name, ready=False, done=10, total=100)
    page.goto("/")
    expect(page.get_by_role("progressbar")).to_have_count(3)
    assert criticise(page, language) == []


def test_a_table_whose_game_is_being_prepared_says_so_and_appears_by_itself(visitors: Visitors) -> None:
    """The server refuses to show the table twice, then shows it."""
    page = visitors.arrive("Ada")
    body = {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "bot", "level": "casual"}], "start": True}
    table = page.request.post("/api/tables", data=body).json()["id"]
    refused = {"key": "server.refuse.preparing", "facts": {"game": "Wampum"}, "text": "not yet"}
    left = [2]

    def between(socket: Any) -> None:
        server = socket.connect_to_server()

        def say(message: str) -> None:
            said = json.loads(message)
            if said["type"] == "watch" and left[0]:
                left[0] -= 1
                answer = {"type": "answer", "ref": said["ref"], "ok": False, "seq": None, "again": False}
                socket.send(json.dumps({**answer, "refused": refused}))
            else:
                server.send(message)

        socket.on_message(say)

    page.route_web_socket("**/api/play*", between)
    page.goto(f"/table/{table}")
    expect(page.get_by_role("status").filter(has_text="Wampum is still being prepared")).to_be_visible()
    expect(page.get_by_test_id("status")).to_be_visible()
