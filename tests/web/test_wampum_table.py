"""Around the table of Wampum: undo by consent, chat, hints, pause, spectators, replay and branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.wampum_hands import DECISION, decide, play_to_the_end, wait_for_decision

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors


def two_people(visitors: Visitors) -> tuple[Page, Page]:
    """Ada and Ben at one table for two; gives first whoever begins."""
    ada = visitors.open("/new/wampum")
    ada.get_by_label("Your name at the table").fill("Ada")
    ada.get_by_label("Players", exact=True).select_option("2")
    ada.get_by_role("button", name="Open the table").click()
    ada.wait_for_url("**/table/*")
    ben = visitors.open(ada.url)
    ben.get_by_label("Your name at the table").fill("Ben")
    ben.get_by_role("button", name="Sit down Seat 2").click()
    for page in (ada, ben):
        page.wait_for_selector(".village")
    return (ada, ben) if ada.locator(DECISION).count() else (ben, ada)


def test_a_known_move_is_taken_back_by_consent(visitors: Visitors) -> None:
    first, second = two_people(visitors)
    decide(first)
    expect(second.locator(DECISION)).to_be_visible()
    first.get_by_role("button", name="Ask to undo").click()
    second.get_by_role("button", name="Agree").click()
    expect(first.locator(DECISION)).to_be_visible()
    expect(first.locator("main")).to_have_attribute("data-moves", "0")


def test_people_talk_and_markup_stays_text(visitors: Visitors) -> None:
    first, second = two_people(visitors)
    first.get_by_label("Say something").fill("<img src=x onerror=alert(1)> hello")
    first.get_by_role("button", name="Send").click()
    expect(second.locator(".said")).to_contain_text("<img src=x onerror=alert(1)> hello")
    assert second.locator(".said img").count() == 0


def test_a_pause_needs_consent(visitors: Visitors) -> None:
    first, second = two_people(visitors)
    first.get_by_role("button", name="Menu").click()
    first.get_by_role("button", name="Ask for a pause").click()
    second.get_by_role("button", name="Agree").click()
    expect(first.get_by_test_id("status")).to_have_text("The game is paused")
    second.get_by_role("button", name="Resume the game").click()
    expect(first.locator(DECISION)).to_be_visible()


def test_a_spectator_sees_the_table_but_no_hand(visitors: Visitors) -> None:
    first, _ = two_people(visitors)
    watcher = visitors.open(first.url)
    watcher.wait_for_selector(".village")
    assert watcher.locator(".hand").count() == 0
    decide(first)
    expect(watcher.locator(".village .lying")).to_have_count(1)


def test_a_hint_can_be_asked_for_and_played(visitors: Visitors) -> None:
    page = visitors.open()
    page.click("[data-play=wampum]")
    assert wait_for_decision(page)
    page.get_by_role("button", name="Hint").first.click()
    page.locator(".request code").first.click()
    expect(page.locator(".strip .chip").first).not_to_have_class("active")


def test_confirming_each_move_takes_a_second_press(visitors: Visitors) -> None:
    page = visitors.open(kept={"confirm": True, "language": "en"})
    page.click("[data-play=wampum]")
    assert wait_for_decision(page)
    page.locator(".hand .kind:not([aria-disabled])").first.click()
    page.locator(".village.allowed").first.click()
    page.locator(f"{DECISION}:enabled").click()
    expect(page.locator(DECISION)).to_contain_text("Press again")
    page.locator(DECISION).click()
    expect(page.locator("main")).not_to_have_attribute("data-moves", "0")


def test_a_finished_game_is_replayed_and_played_on(visitors: Visitors) -> None:
    page = visitors.open()
    page.click("[data-play=wampum]")
    play_to_the_end(page)
    page.get_by_role("link", name="Replay").first.click()
    step = page.get_by_test_id("step")
    expect(step).to_contain_text("Step 0 of")
    page.get_by_role("button", name="One step forward").click()
    expect(step).to_contain_text("Step 1 of")
    page.get_by_role("button", name="To the end").click()
    page.get_by_label("Seen by").select_option("1")
    page.get_by_role("button", name="To the beginning").click()
    expect(step).to_contain_text("Step 0 of")
    page.get_by_role("slider").fill("5")
    expect(step).to_contain_text("Step 5 of")
    assert page.locator(".hand").count() == 1
    page.get_by_role("button", name="Play", exact=True).click()
    expect(step).to_contain_text("Step 6 of")
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/table/*")
    assert wait_for_decision(page)


def test_the_trade_is_played_village_by_village(visitors: Visitors) -> None:
    page = visitors.open(motion="no-preference")
    page.click("[data-play=wampum]")
    for _ in range(3):
        assert wait_for_decision(page)
        decide(page)
        if page.get_by_role("button", name="Skip").count():
            break
        page.wait_for_timeout(1500)
    page.get_by_role("button", name="Skip").click()
    assert wait_for_decision(page)
