"""The house around the tables: the start page, joining, windows over a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.hands import Person
from tests.web.people import DESKTOP
from tests.web.seating import FRIEND, ME, bots, join, sit_down, sit_down_at

if TYPE_CHECKING:
    from tests.web.people import Visitors

ENGLISH = {"language": "en"}


# --- the start page ----------------------------------------------------------------------------------------------


def test_my_tables_have_a_day_and_a_result(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    sit_down_at(page, "wigwam", 2, "", "standard", last=True)
    Person(page).play()
    page.goto("/")
    row = page.locator("#mine + ul li").first
    expect(row).to_contain_text("today, ")
    assert re.search(r"\d : \d", row.inner_text()), "both scores"
    assert row.locator(".pill").inner_text() in ("Won", "Lost", "Draw")


def test_the_level_that_is_chosen_is_played_and_remembered(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    page.goto("/")
    card = page.locator(".game[data-game=wigwam]")
    card.get_by_text("skilled").click()
    card.locator("[data-play]").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".chip", has_text="Cedar")).to_be_visible()
    page.goto("/")
    expect(page.locator(".game[data-game=wigwam] :checked")).to_have_value("skilled")


def test_the_start_page_needs_no_scrolling_for_its_games(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP)
    page.goto("/")
    for game in page.locator(".game").all():
        box = game.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= DESKTOP[1]


def test_where_nothing_is_yet_there_is_something_to_do(visitors: Visitors) -> None:
    page = visitors.open(size=DESKTOP)
    expect(page.locator("section:has(#mine) li")).to_have_count(3)
    offers = page.locator("section:has(#open) a")
    expect(offers).to_have_count(3)
    offers.first.click()
    page.locator("form .create").click()
    page.wait_for_selector(".qr")
    friend = visitors.arrive("Ben")
    friend.add_init_script("localStorage.setItem('spieltisch.visited', '1')")
    friend.goto("/")
    expect(friend.locator("section:has(#open) a.line")).to_have_count(1)
    page.goto("/")
    expect(page.locator("section:has(#mine) a.line")).to_have_count(1)


OVER = """() => {
  const button = document.querySelector(".create").getBoundingClientRect();
  const around = document.querySelector(".fields").getBoundingClientRect();
  return [...document.querySelectorAll("form :is(label, select, input, a)")].filter((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const low = Math.min(bottom, Math.max(around.bottom, top));
    return top < button.bottom && low > button.top && left < button.right && right > button.left && top < around.bottom;
  }).map((one) => one.textContent.trim());
}"""


@pytest.mark.parametrize("height", [600, 720, 800])
def test_on_a_desktop_the_button_that_opens_the_table_lies_over_no_wish(visitors: Visitors, height: int) -> None:
    page = visitors.arrive(size=(1280, height))
    page.goto("/new/amul")
    page.wait_for_selector("form")
    assert page.evaluate(OVER) == []


# --- sitting down ------------------------------------------------------------------------------------------------


def test_after_a_game_nobody_is_called_away_before_they_could_have_come(visitors: Visitors) -> None:
    ada, ben = visitors.arrive("Ada", kept=ENGLISH), visitors.arrive("Ben", kept=ENGLISH)
    join(ben, sit_down(ada, "wigwam", [ME, FRIEND]))
    ada.wait_for_selector("[data-point]")
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("button", name="Give up").click()
    ada.get_by_role("button", name="Really give up").click()
    ada.get_by_role("button", name="Play again").click()
    expect(ada.locator(".seats")).to_contain_text("not here yet")
    expect(ada.locator("main")).to_contain_text("Waiting for Ben")
    assert "away" not in ada.locator("main").inner_text()
    assert "Everybody is here" not in ada.locator("main").inner_text()
    ben.get_by_role("link", name="To the next game").click()
    expect(ada.locator("main")).to_contain_text("Everybody is here")


def test_a_clock_is_chosen_by_its_name_and_can_be_set_otherwise(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    page.goto("/new/wigwam")
    page.get_by_role("radio", name="Calm").check(force=True)
    expect(page.get_by_label("Seconds a move")).to_have_value("120")
    page.get_by_role("radio", name="Evening").check(force=True)
    page.get_by_label("Minutes each").fill("20")
    page.get_by_label("Seat 2", exact=True).select_option("bot")
    page.get_by_role("radio", name="hidden").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    table = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert table["table"]["settings"]["clock"] == {"kind": "total", "seconds": 1200, "increment": 10}
    assert table["table"]["options"]["setup"] == "hidden"


# --- a window over the page ----------------------------------------------------------------------------------------


def test_a_window_darkens_the_gutter_of_the_scroll_bar_too_and_moves_nothing(visitors: Visitors) -> None:
    page = visitors.arrive(size=(1280, 500), kept=ENGLISH)
    page.goto("/")
    page.wait_for_selector(".game")
    where = "document.querySelector('.game').getBoundingClientRect().left"
    before = page.evaluate(where)
    page.get_by_role("button", name="Replay a record").click()
    page.wait_for_selector("dialog[open]")
    assert page.evaluate(where) == before
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(colour) != page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert page.evaluate("getComputedStyle(document.documentElement).overflowY") == "hidden"


# --- who has won -----------------------------------------------------------------------------------------------------


def test_a_move_without_an_alternative_is_said_to_be_one(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    for _ in range(4):  # a single game may have none
        sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "standard"})
        person = Person(page)
        sight = person.wait()
        while "over" not in sight:
            person.act(sight)
            sight = person.wait()
            if page.locator(".log", has_text="Only move, played by the table.").count():
                return
    raise AssertionError("no move of four whole games was without an alternative")
