"""What the browser holds in memory: only what its seat may know. All objects of the page are searched."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.hands import PRIMARY, Person
from tests.web.seating import FRIEND, ME, bots, finished_game, join, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors

HIDDEN = ("hand", "bid", "discarded", "chosen", "certain", "goods")
"""Fields of a seat or of a lying bid that only their owner may see, unless the table's memory aid is on."""

COLLECT = """function() {
  const plain = this.filter((o) => Object.getPrototypeOf(o) === Object.prototype);
  const games = ["wampum", "wigwam", "amul"];
  const boards = plain.filter((o) => games.includes(o.game) && (o.villages || o.pieces || o.market));
  const seats = plain.filter((o) => typeof o.seat === "number" && ("hand_size" in o || "count" in o && "goods" in o));
  const views = plain.filter((o) => typeof o.seat === "number" && "board" in o && "choices" in o);
  return JSON.stringify({boards, seats, views});
}"""


def memory(page: Page) -> dict[str, list[dict[str, Any]]]:
    """All boards, seats and views that the page's scripts can reach or have not yet forgotten."""
    devtools = page.context.new_cdp_session(page)
    origin = devtools.send("Runtime.evaluate", {"expression": "Object.prototype"})["result"]["objectId"]
    found = devtools.send("Runtime.queryObjects", {"prototypeObjectId": origin})["objects"]["objectId"]
    told = devtools.send(
        "Runtime.callFunctionOn", {"functionDeclaration": COLLECT, "objectId": found, "returnByValue": True}
    )
    devtools.detach()

    held: dict[str, list[dict[str, Any]]] = json.loads(told["result"]["value"])
    return held


def secrets_of_others(held: dict[str, list[dict[str, Any]]], own: int) -> list[dict[str, Any]]:
    """Seats and bids of others of which more is known than may be."""
    return [seat for seat in held["seats"] if seat["seat"] != own and any(seat.get(name) for name in HIDDEN)]


@pytest.mark.parametrize(("game", "others"), [("wampum", 0), ("amul", 1)])
def test_nobody_holds_the_cards_of_others(visitors: Visitors, game: str, others: int) -> None:
    ada, ben, eve = visitors.arrive("Ada"), visitors.arrive("Ben"), visitors.arrive("Eve")
    table = sit_down(ada, game, [ME, FRIEND, *bots(others)])
    join(ben, table)
    eve.goto(f"/table/{table}")
    people = [Person(ada), Person(ben, seed=2)]
    eve.wait_for_selector(".village, [data-card]")
    for _ in range(3):
        for person in people:
            if person.look():
                person.decide()
        for seat, page in ((0, ada), (1, ben), (-1, eve)):
            held = memory(page)
            assert held["boards"], "the search finds what is there"
            assert [one for one in held["seats"] if one["seat"] == seat and one.get("hand")] or seat == -1
            assert not secrets_of_others(held, seat)
            assert {view["seat"] for view in held["views"]} <= {seat}


def test_nobody_holds_the_arrangement_of_the_other(visitors: Visitors) -> None:
    ada, ben = visitors.arrive("Ada"), visitors.arrive("Ben")
    join(ben, sit_down(ada, "wigwam", [ME, FRIEND], options={"setup": "hidden"}))
    ben.wait_for_selector(".presets")
    ben.locator(".presets button").first.click()
    ben.wait_for_selector(f"{PRIMARY}:enabled")
    ben.locator(PRIMARY).click()
    ada.wait_for_selector(".chip:not(.mine) .note")
    held = memory(ada)
    assert held["boards"]
    assert any(1 in board["ready"] for board in held["boards"]), "it is known that Ben has chosen"
    assert not [piece for board in held["boards"] for piece in board["pieces"]]
    assert not [view for view in held["views"] if view["seat"] != 0]


def test_the_search_finds_a_secret_when_there_is_one(visitors: Visitors) -> None:
    """In a replay with all cards face up everybody's cards are in memory, and the search sees them."""
    page = visitors.arrive()
    page.goto(f"/replay/{finished_game(page, 'wampum', 3)}#step=9")
    page.wait_for_selector(".village")
    assert secrets_of_others(memory(page), 0)
