"""The table of Amul in a real browser: choices and changes of mind, cards in words, areas, the score sheet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.hands import Person, primary
from tests.web.people import DESKTOP, PHONE
from tests.web.seating import FRIEND, ME, bots, join, sit_down, sit_down_at

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.people import Visitors


def hand_of(page: Page) -> Locator:
    return page.get_by_role("list", name="Your hand").locator("[data-card]")


def test_each_number_of_the_sheet_tells_its_reasons_and_the_table_stays_in_reach(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE)
    sit_down_at(page, "amul", 8, last=True)
    Person(page).play()
    page.locator(".sheet tbody tr").first.locator("button").nth(3).click()
    expect(page.locator(".sheet .why h3")).to_have_text(re.compile("^Points of "))
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator(".result")).to_have_count(0)
    expect(page.get_by_role("tab", name="Area", exact=True)).to_be_visible()


def test_the_end_says_in_words_what_decided(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP)
    sit_down_at(page, "amul", 3, last=True)
    Person(page).play()
    expect(page.locator("[data-tie]")).to_contain_text(re.compile("most points|military strength|shared"))


def test_arrow_keys_walk_through_the_hand_and_enter_twice_offers(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP)
    sit_down(page, "amul", [ME, *bots(2)])
    hand_of(page).first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    third = hand_of(page).nth(2)
    assert third.evaluate("card => card === document.activeElement")
    page.keyboard.press("Enter")
    assert third.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")
    page.locator(".steps [aria-current]", has_text="Pick").wait_for()


def test_a_card_is_shown_large_with_its_sentence_and_a_sum(visitors: Visitors) -> None:
    """By the key i, and away with Escape: the focus comes back to the card."""
    page = visitors.arrive(size=PHONE)
    sit_down(page, "amul", [ME, *bots(3)])
    Person(page).wait()
    card = hand_of(page).first
    card.press("i")
    described = card.get_attribute("aria-describedby")
    sentence = page.locator(f"#{described}").text_content()
    assert page.locator(".detail .rule").inner_text() == sentence
    expect(page.locator(".detail .sum .total").last).to_have_text(re.compile(r"^[+\u2212]?\d+$"))
    page.keyboard.press("Escape")
    expect(page.locator(".detail")).to_have_count(0)
    assert card.evaluate("card => card === document.activeElement")


def test_a_long_press_shows_a_card_and_chooses_nothing(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE, touch=True)
    sit_down(page, "amul", [ME, *bots(3)])
    Person(page).wait()
    card = hand_of(page).first
    card.dispatch_event("pointerdown", {"pointerType": "touch"})
    page.locator(".detail .rule").wait_for()
    assert card.get_attribute("aria-pressed") == "false"


def test_the_button_names_its_effect_and_palace_and_bazaar_open(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE)
    sit_down(page, "amul", [ME, *bots(3)])
    assert primary(page).inner_text() == "Choose a card to offer"
    assert not primary(page).is_enabled()
    hand_of(page).first.click()
    assert re.match(r"Offer .*\s*You give away \d+ points", primary(page).inner_text())
    page.get_by_role("tab", name="Palace & bazaar").click()
    page.locator(".palace-deck").click()
    assert page.get_by_role("list", name="Palace").locator("[data-card]").count() == 8
    page.keyboard.press("Escape")
    page.locator(".bazaar-deck").click()
    traders = page.get_by_role("list", name="Bazaar").locator("[data-card]")
    assert traders.count() == 4
    expect(traders.first).to_contain_text("Card")


def test_playing_what_counts_only_in_the_hand_says_that_it_is_lost(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP)
    sit_down_at(page, "amul", 3, "play gold")
    Person(page).wait()
    gold = hand_of(page).and_(page.locator("[data-card=gold]")).first
    expect(gold).to_contain_text("is lost")
    gold.click()
    expect(primary(page)).to_contain_text("It is lost: \u2212")
    expect(primary(page)).to_have_class(re.compile("bad"))


def test_a_choice_can_be_changed_until_everybody_has_chosen(visitors: Visitors) -> None:
    ada, ben = visitors.arrive("Ada", size=PHONE), visitors.arrive("Ben", size=PHONE)
    join(ben, sit_down(ada, "amul", [ME, FRIEND, *bots(1)]))
    hand = hand_of(ada)
    hand.first.click()
    primary(ada).click()
    ada.locator(".say", has_text="Waiting for Ben").wait_for()
    expect(ben.locator(".queue .chip", has_text="has chosen").first).to_be_visible()
    last = hand.last
    wanted = last.get_attribute("data-card")
    last.click()
    assert primary(ada).is_enabled()
    primary(ada).click()
    expect(ada.locator(".hand [aria-pressed=true]")).to_have_attribute("data-card", wanted or "")
    ada.locator(".say", has_text="Waiting for Ben").wait_for()
    hand_of(ben).first.click()
    primary(ben).click()
    ada.locator(".steps [aria-current]", has_text="Pick").wait_for()
    # It lies in its stall, or the bot was faster and the stall says what was taken.
    stall = ada.locator("[data-stall='seat 0']")
    expect(stall.locator(f"[data-card='{wanted}'], [data-gone='{wanted}']")).to_be_visible()


def test_areas_of_all_players_are_one_tap_away_with_neighbours_first(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE)
    sit_down(page, "amul", [ME, *bots(4)])
    tabs = page.get_by_role("tab")
    assert [("\u25c2" in tab.inner_text(), "\u25b8" in tab.inner_text()) for tab in tabs.all()[2:4]] == [
        (True, False),
        (False, True),
    ]
    tabs.nth(2).click()
    expect(page.locator(".panel [data-area='1']")).to_be_visible()
    page.locator(".queue [data-seat='2']").click()
    expect(page.locator(".area-window [data-area='2']")).to_be_visible()


def test_neighbours_are_always_in_sight_on_a_desktop(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP)
    sit_down(page, "amul", [ME, *bots(4)])
    for area in (0, 1, 4):
        expect(page.locator(f".rugs [data-area='{area}']")).to_be_in_viewport(ratio=1)
