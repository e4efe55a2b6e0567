"""The table of Amul in a real browser: choices and changes of mind, cards in words, areas, the score sheet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.hands import Person, primary
from tests.web.people import DESKTOP, PHONE
from tests.web.seating import FRIEND, ME, bots, join, sit_down, sit_down_at

if TYPE_CHECKING:
    from tests.web.people import Visitors


def test_each_cell_of_the_sheet_tells_its_reasons(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE)
    sit_down_at(page, "amul", 8, last=True)
    Person(page).play()
    page.locator(".sheet .why li").first.wait_for()
    page.locator(".sheet tbody tr").first.locator("button").nth(3).click()
    expect(page.locator(".sheet .why h3")).to_have_text(re.compile("^Points of "))


def test_arrow_keys_walk_through_the_hand_and_enter_twice_offers(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP)
    sit_down(page, "amul", [ME, *bots(2)])
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


def test_a_card_tells_its_whole_sentence_on_focus(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE)
    sit_down(page, "amul", [ME, *bots(3)])
    card = page.get_by_role("list", name="Your hand").locator("[data-card]").first
    card.focus()
    described = card.get_attribute("aria-describedby")
    sentence = page.locator(f"#{described}").text_content()
    assert page.locator(".detail .sentence").inner_text() == sentence


def test_the_button_names_its_effect_and_palace_and_bazaar_unfold(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE)
    sit_down(page, "amul", [ME, *bots(3)])
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


def test_a_choice_can_be_changed_until_everybody_has_chosen(visitors: Visitors) -> None:
    ada, ben = visitors.arrive("Ada", size=PHONE), visitors.arrive("Ben", size=PHONE)
    join(ben, sit_down(ada, "amul", [ME, FRIEND, *bots(1)]))
    hand = ada.get_by_role("list", name="Your hand").locator("[data-card]")
    hand.first.click()
    primary(ada).click()
    ada.locator(".detail", has_text="Waiting for Ben").wait_for()
    expect(ben.locator(".chip", has_text="has chosen").first).to_be_visible()
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


def test_areas_of_all_players_are_one_tap_away_with_neighbours_first(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE)
    sit_down(page, "amul", [ME, *bots(4)])
    tabs = page.get_by_role("group", name="Play areas").get_by_role("button")
    assert [tab.inner_text().split()[-2] for tab in tabs.all()[1:3]] == ["◂", "▸"]
    tabs.nth(1).click()
    expect(page.get_by_label("Area of Purple")).to_be_visible()
    expect(page.get_by_label("Area of Ada")).to_be_hidden()
