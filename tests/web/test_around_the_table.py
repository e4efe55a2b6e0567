"""Around the table: undo, pause, chat, hints, spectators, language, one device for two, replay, playing on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.hands import PRIMARY, Person
from tests.web.people import PHONE
from tests.web.seating import FRIEND, ME, bots, finished_game, join, sit_down, sit_down_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors


def two_people(visitors: Visitors) -> tuple[Page, Page]:
    """Ada and Ben at one table for two; gives first whoever begins."""
    ada, ben = visitors.arrive("Ada"), visitors.arrive("Ben")
    join(ben, sit_down(ada, "wampum", [ME, FRIEND]))
    ada.wait_for_selector(".village")
    return (ada, ben) if ada.locator(PRIMARY).count() else (ben, ada)


def test_a_known_move_is_taken_back_by_consent(visitors: Visitors) -> None:
    first, second = two_people(visitors)
    Person(first).decide()
    expect(second.locator(PRIMARY)).to_be_visible()
    first.get_by_role("button", name="Ask to undo").click()
    second.get_by_role("button", name="Agree").click()
    expect(first.locator(PRIMARY)).to_be_visible()
    expect(first.locator("main")).to_have_attribute("data-moves", "0")


def test_people_talk_and_markup_stays_text(visitors: Visitors) -> None:
    first, second = two_people(visitors)
    first.locator("[data-tab=chat]:visible").click()
    first.get_by_label("Say something").fill("<img src=x onerror=alert(1)> hello")
    first.get_by_role("button", name="Send").click()
    expect(second.locator(".said")).to_contain_text("<img src=x onerror=alert(1)> hello")
    assert second.locator(".said img").count() == 0


def test_what_was_not_read_yet_is_counted_on_the_menu_and_on_the_chat(visitors: Visitors) -> None:
    ada, ben = visitors.arrive("Ada"), visitors.arrive("Ben", size=PHONE)
    join(ben, sit_down(ada, "wigwam", [ME, FRIEND]))
    for page in (ada, ben):
        page.wait_for_selector("[data-point]")
    ada.locator("[data-tab=chat]:visible").click()
    for text in ("Hello", "Are you there?"):
        ada.get_by_label("Say something").fill(text)
        ada.get_by_role("button", name="Send").click()
    expect(ben.locator(".quick .unread")).to_contain_text("2")
    ben.get_by_role("button", name="Menu").click()
    chat = ben.get_by_role("button", name="Chat")
    expect(chat.locator(".unread")).to_contain_text("2 new messages")
    chat.click()
    expect(ben.locator(".said")).to_contain_text("Are you there?")
    ben.keyboard.press("Escape")
    expect(ben.locator(".quick .unread")).to_have_count(0)
    expect(ada.locator(".unread")).to_have_count(0)


def test_the_drawer_lies_over_the_table_and_moves_nothing(visitors: Visitors) -> None:
    page = visitors.arrive(size=(1024, 768))
    sit_down(page, "wigwam", [ME, *bots(1)])
    Person(page).wait()
    where = "found => JSON.stringify(found.map(one => one.getBoundingClientRect()))"
    before = page.locator("[data-point], .bar, .chip").evaluate_all(where)
    assert not page.locator(".drawer").is_visible()
    page.locator(".edge [data-tab=log]").click()
    expect(page.locator(".drawer .log")).to_be_visible()
    expect(page.get_by_label("Move as text")).to_be_visible()
    assert page.locator("[data-point], .bar, .chip").evaluate_all(where) == before
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_be_hidden()
    expect(page.locator(".edge [data-tab=log]")).to_be_focused()


def test_bots_have_names_and_everybody_finds_themselves_in_the_log(visitors: Visitors) -> None:
    page = visitors.arrive("Otter")
    sit_down(page, "wigwam", [ME, {"kind": "bot", "level": "casual"}], options={"setup": "standard"})
    Person(page).decide()
    names = [name.strip() for name in page.locator(".chip .name").all_inner_texts()]
    assert "Badger" in names, "a bot has a name of its level"
    expect(page.locator(".log")).to_contain_text("Otter (you) moves")


def test_what_is_no_move_is_told_without_the_sign_of_whoever_moved_last(visitors: Visitors) -> None:
    first, second = two_people(visitors)
    Person(first).decide()
    toast = second.get_by_test_id("toast")
    expect(toast.locator("svg")).to_have_count(1)
    first.get_by_role("button", name="Ask to undo").click()
    second.get_by_role("button", name="Decline").click()
    expect(toast).to_contain_text("does not agree")
    expect(toast.locator("svg")).to_have_count(0)


def test_a_pause_needs_consent(visitors: Visitors) -> None:
    first, second = two_people(visitors)
    first.get_by_role("button", name="Menu").click()
    first.get_by_role("button", name="Ask for a pause").click()
    second.get_by_role("button", name="Agree").click()
    expect(first.get_by_test_id("status")).to_have_text("The game is paused")
    second.get_by_role("button", name="Resume the game").click()
    expect(first.locator(PRIMARY)).to_be_visible()


def test_a_spectator_sees_the_table_but_no_hand(visitors: Visitors) -> None:
    first, _ = two_people(visitors)
    watcher = visitors.open(first.url)
    watcher.wait_for_selector(".village")
    assert watcher.locator(".hand").count() == 0
    Person(first).decide()
    expect(watcher.locator(".village .lying")).to_have_count(1)


@pytest.mark.parametrize(("game", "others"), [("wampum", 2), ("wigwam", 1), ("amul", 2)])
def test_a_hint_can_be_asked_for_and_played(visitors: Visitors, game: str, others: int) -> None:
    page = visitors.arrive()
    sit_down(page, game, [ME, *bots(others)])
    Person(page).wait()
    page.get_by_role("button", name="Hint").first.click()
    page.locator("[data-testid=hints] li button").first.click()
    expect(page.locator("main[data-moves='0']")).to_have_count(0)


@pytest.mark.parametrize(("game", "others"), [("wampum", 2), ("wigwam", 1)])
def test_confirming_each_move_takes_a_second_press(visitors: Visitors, game: str, others: int) -> None:
    page = visitors.arrive(kept={"confirm": True, "language": "en"})
    sit_down(page, game, [ME, *bots(others)])
    person = Person(page)
    for _ in range(4):
        person.act(person.wait())
        if page.locator(f"{PRIMARY}:enabled").count():
            break
        page.wait_for_function("() => !eyes.asking()")
    before = page.locator("main").get_attribute("data-moves")
    expect(page.locator(f"{PRIMARY}:enabled")).to_be_visible()
    if game == "wampum":
        page.locator(PRIMARY).click()
        expect(page.locator(PRIMARY)).to_contain_text("Press again")
    assert page.locator("main").get_attribute("data-moves") == before, "nothing is played yet"
    page.locator(PRIMARY).click()
    expect(page.locator("main")).not_to_have_attribute("data-moves", before or "")


def test_a_finished_game_is_replayed_and_played_on(visitors: Visitors) -> None:
    page = visitors.arrive()
    sit_down_at(page, "wampum", 3, last=True)
    Person(page).play()
    page.get_by_role("link", name="Replay", exact=True).first.click()
    step = page.get_by_test_id("step")
    expect(step).to_contain_text("Step 0 of")
    page.get_by_role("button", name="One step forward").click()
    expect(step).to_contain_text("Step 1 of")
    page.get_by_role("button", name="To the end").click()
    page.get_by_label("Seen by").select_option("1")
    page.get_by_role("button", name="To the beginning").click()
    expect(step).to_contain_text("Step 0 of")
    page.locator(".list [data-step='5']").click()
    expect(step).to_contain_text("Step 5 of")
    expect(page.locator(".hand")).to_have_count(1)
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    Person(page).wait()


@pytest.mark.parametrize(("game", "players"), [("wigwam", 2), ("amul", 8)])
def test_any_finished_game_can_be_stepped_through(visitors: Visitors, game: str, players: int) -> None:
    page = visitors.arrive(size=PHONE)
    page.goto(f"/replay/{finished_game(page, game, players)}")
    step = page.get_by_test_id("step")
    expect(step).to_contain_text("Step 0 of")
    page.get_by_role("button", name="To the end").click()
    expect(step).not_to_contain_text("Step 0 of")


@pytest.mark.parametrize(("game", "others"), [("wampum", 2), ("wigwam", 1), ("amul", 2)])
def test_the_language_changes_in_the_middle_of_a_game(visitors: Visitors, game: str, others: int) -> None:
    page = visitors.arrive()
    sit_down(page, game, [ME, *bots(others)])
    person = Person(page)
    person.decide()
    person.act(person.wait())
    page.wait_for_function("() => !eyes.asking()")
    person.wait()  # a move may have been made, and answered
    page.evaluate("window.stillHere = true")
    chosen = page.locator("[aria-pressed=true]").count()
    english = page.locator(PRIMARY).inner_text()
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Menü")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".log")).to_contain_text("Das Spiel beginnt")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.locator(PRIMARY).inner_text() != english
    page.get_by_role("button", name="Menü").click()
    page.get_by_label("Sprache").select_option("fr")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("status")).to_have_text("À vous de jouer")
    assert page.evaluate("window.stillHere") is True
    assert page.locator("[aria-pressed=true]").count() == chosen, "what was chosen stays chosen"
    person.decide()


def test_a_move_can_be_typed_and_a_wrong_one_is_explained(visitors: Visitors) -> None:
    page = visitors.arrive()
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "standard"})
    Person(page).wait()
    line = page.get_by_label("Move as text")
    line.fill("d3-d7")
    line.press("Enter")
    expect(page.locator("form .error")).to_contain_text("d3")
    line.fill("d3-d4")
    line.press("Enter")
    page.locator(".moves li span", has_text="d3-d4").wait_for()


def test_two_people_on_one_device_never_see_each_other_s_hand(visitors: Visitors) -> None:
    page = visitors.open("/new/wampum")
    page.get_by_label("Your name at the table").fill("Ada")
    page.get_by_label("Players", exact=True).select_option("2")
    page.get_by_label("Seat 2", exact=True).select_option("device")
    page.get_by_label("Name for seat 2").fill("Ben")
    page.get_by_role("button", name="Open the table").click()
    person = Person(page)
    seen: list[str] = []
    while len(seen) < 3:
        page.wait_for_selector(f".pass, {PRIMARY}")
        if page.locator(".pass").count():
            assert page.locator(".hand").count() == 0
            name = page.locator(".pass h2").inner_text().removeprefix("Pass the device to ")
            seen.append(name)
            page.get_by_role("button", name=f"I am {name}").click()
            expect(page.get_by_test_id("status")).to_have_text(f"{name}, it is your turn")
        person.decide()
    assert {"Ada", "Ben"} == set(seen)
