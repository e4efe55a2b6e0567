"""What people are told about a table before and during the game, and closing it with nothing but the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.hands import Person
from tests.web.seating import FRIEND, ME, bots, join, post, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors


def press(page: Page, name: str) -> None:
    """Reach a button and press it without a mouse."""
    button = page.get_by_role("button", name=name, exact=True)
    button.focus()
    button.press("Enter")


def test_a_host_closes_a_table_that_waits_and_whoever_looks_at_it_is_told(visitors: Visitors) -> None:
    host, friend = visitors.arrive("Ada"), visitors.arrive("Ben")
    table = sit_down(host, "wampum", [ME, FRIEND, FRIEND])
    join(friend, table)
    assert friend.get_by_role("button", name="Close the table").count() == 0
    press(host, "Close the table")
    press(host, "Really close the table")
    for page in (host, friend):
        expect(page.get_by_role("heading", level=1)).to_have_text("Table closed")
    host.goto("/")
    expect(host.locator("#mine")).to_have_text("How it goes")  # where no table is, it says how one comes to a game


def test_a_game_against_bots_is_closed_from_the_menu(visitors: Visitors) -> None:
    page = visitors.arrive("Ada")
    sit_down(page, "wigwam", [ME, *bots(1)])
    Person(page).wait()
    press(page, "Menu")
    press(page, "Close the table")
    press(page, "Really close the table")
    expect(page.get_by_role("heading", level=1)).to_have_text("Table closed")


def test_hints_and_rating_are_said_in_words_before_and_during_the_game(visitors: Visitors) -> None:
    host, friend = visitors.arrive("Ada"), visitors.arrive("Ben")
    for number, page in enumerate((host, friend)):
        me = page.request.get("/api/me").json()["id"]
        post(page, "/api/account", {"account": f"w{number}-{me}", "passphrase": "correct horse battery"})
    table = sit_down(host, "wampum", [ME, FRIEND], settings={"clock": {"kind": "days", "days": 2}})
    friend.goto(f"/table/{table}")
    for page in (host, friend):
        expect(page.get_by_test_id("fairness")).to_contain_text("Hints are on")
        expect(page.get_by_test_id("fairness")).to_contain_text("the game is rated")
    join(friend, table)
    for page in (host, friend):
        expect(page.get_by_test_id("rated")).to_have_text("Rated")
        assert page.get_by_role("button", name="Hint").count() == 0
        press(page, "Menu")
        expect(page.get_by_role("dialog")).to_contain_text("This game is rated")
        assert page.get_by_role("button", name="Let a bot play for me").count() == 0
        assert page.get_by_role("button", name="Close the table").count() == 0


def test_whoever_joins_reads_that_hints_are_off(visitors: Visitors) -> None:
    host, friend = visitors.arrive("Ada"), visitors.arrive("Ben")
    table = sit_down(host, "wampum", [ME, FRIEND], settings={"hints": False, "rated": False})
    friend.goto(f"/table/{table}")
    expect(friend.get_by_test_id("fairness")).to_contain_text("Hints are off. This game is not rated.")
