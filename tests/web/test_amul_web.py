"""The table of Amul in a real browser: whole games by mouse with eight seats and by keyboard, choices, score sheet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.web.playing import AmulPlayer, play_to_the_end, primary, sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Visit = Callable[..., Page]


def test_a_whole_game_with_eight_seats_with_the_mouse(visit: Visit) -> None:
    page = visit(360, 740)
    sit_down(page, "amul", 7)
    player = AmulPlayer(page)
    decisions = play_to_the_end(page, player.by_click)
    assert decisions >= 27, "nine offers, picks and plays at least"
    assert any("into your area" in label for label in player.labels), "effects were used"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The sheet adds up, and each cell tells its reasons.
    totals = page.locator(".sheet tfoot button")
    assert totals.count() == 8
    page.locator(".sheet .why li").first.wait_for()
    rows = page.locator(".sheet tbody tr")
    points = [number(rows.nth(row).locator("button").first.inner_text()) for row in range(rows.count())]
    assert sum(points) == number(totals.first.inner_text())
    rows.nth(0).locator("button").nth(3).click()
    assert page.locator(".sheet .why h3").inner_text() == "Points of Red"


def number(text: str) -> int:
    """Read points, which are written with a real minus sign."""
    return int(re.sub(r"[^\d-]", "", text.replace("\u2212", "-")))


def test_a_whole_game_with_the_keyboard(visit: Visit) -> None:
    page = visit(1280, 800)
    sit_down(page, "amul", 2)
    play_to_the_end(page, AmulPlayer(page).by_keys)
    assert page.locator(".sheet").count() == 1


def test_arrow_keys_walk_through_the_hand_and_enter_twice_offers(visit: Visit) -> None:
    page = visit(1280, 800)
    sit_down(page, "amul", 2)
    hand = page.get_by_role("list", name="Your hand")
    first = hand.locator("[data-card]").first
    first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    third = hand.locator("[data-card]").nth(2)
    assert third.evaluate("card => card === document.activeElement")
    page.keyboard.press("Enter")
    assert third.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")
    page.locator(".steps [aria-current]", has_text="Pick").wait_for()


def test_a_card_tells_its_whole_sentence_on_focus(visit: Visit) -> None:
    page = visit(360, 740)
    sit_down(page, "amul", 3)
    card = page.get_by_role("list", name="Your hand").locator("[data-card]").first
    card.focus()
    described = card.get_attribute("aria-describedby")
    sentence = page.locator(f"#{described}").text_content()
    assert page.locator(".detail .sentence").inner_text() == sentence


def test_the_button_names_its_effect_and_palace_and_bazaar_unfold(visit: Visit) -> None:
    page = visit(360, 740)
    sit_down(page, "amul", 3)
    assert primary(page).inner_text() == "Choose a card to offer"
    assert not primary(page).is_enabled()
    page.get_by_role("list", name="Your hand").locator("[data-card]").first.click()
    assert primary(page).inner_text().startswith("Offer ")
    palace = page.locator("details", has_text="Palace")
    palace.locator("summary").click()
    assert palace.locator("[data-card]").count() == 8
    bazaar = page.locator("details", has_text="Bazaar")
    bazaar.locator("summary").click()
    assert bazaar.locator("[data-card]").count() == 4


def test_a_choice_can_be_changed_until_everybody_has_chosen(visit: Visit) -> None:
    ada, ben = visit(360, 740), visit(360, 740, name="Ben")
    seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "bot", "level": "random"}]
    table = ada.request.post("/api/tables", data={"game": "amul", "seats": seats}).json()["id"]
    ben.request.post(f"/api/tables/{table}/join", data={})
    ada.goto(f"/table/{table}")
    ben.goto(f"/table/{table}")
    hand = ada.get_by_role("list", name="Your hand").locator("[data-card]")
    hand.first.click()
    primary(ada).click()
    ada.locator(".detail", has_text="Waiting for Ben").wait_for()
    assert ben.locator(".chip", has_text="has chosen").count() >= 1
    last = hand.last
    wanted = last.get_attribute("data-card")
    last.click()
    assert primary(ada).is_enabled()
    primary(ada).click()
    ada.locator(".detail", has_text="Waiting for Ben").wait_for()
    ben.get_by_role("list", name="Your hand").locator("[data-card]").first.click()
    primary(ben).click()
    ada.locator(".steps [aria-current]", has_text="Pick").wait_for()
    offered = ada.get_by_role("list", name="Market").locator("[data-card]", has_text="offered by Ada")
    assert offered.get_attribute("data-card") == wanted


def test_areas_of_all_players_are_one_tap_away_with_neighbours_first(visit: Visit) -> None:
    page = visit(360, 740)
    sit_down(page, "amul", 4)
    tabs = page.get_by_role("group", name="Play areas").get_by_role("button")
    assert [tab.inner_text().split()[-2] for tab in tabs.all()[1:3]] == ["◂", "▸"]
    tabs.nth(1).click()
    assert page.get_by_role("region", name="Area of Purple").is_visible()
    assert page.get_by_role("region", name="Area of Ada").is_hidden()
