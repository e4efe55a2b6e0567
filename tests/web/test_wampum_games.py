"""Whole games of Wampum in the browser: by thumb, by keyboard alone, between two people, through a lost connection."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.people import PHONE
from tests.web.wampum_hands import DECISION, KINDS, RESULT, decide, play_to_the_end, wait_for_decision

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

    from tests.web.people import Visitors


def test_a_whole_game_against_bots_with_the_thumb(visitors: Visitors) -> None:
    page = visitors.open(size=PHONE, touch=True)
    page.tap("[data-play=wampum]")
    assert play_to_the_end(page) >= 12
    assert page.locator(f"{RESULT} li").count() == 3
    page.get_by_role("button", name="Play again").tap()
    expect(page.locator(RESULT)).to_have_count(0)
    assert wait_for_decision(page)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def lay_out_by_keyboard(page: Page) -> None:
    """Walk through hand and villages with the arrow keys."""
    for step in range(40):
        page.wait_for_timeout(30)
        if page.locator(f"{DECISION}:enabled").count() or page.locator(DECISION).count() == 0:
            return
        if page.locator(".village.allowed").count():
            tab_to(page, ".village")
            while not page.evaluate("document.activeElement.classList.contains('allowed')"):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        elif page.locator(KINDS).count():
            tab_to(page, ".hand .kind")
            while page.evaluate("document.activeElement.getAttribute('aria-disabled') === 'true'"):
                page.keyboard.press("ArrowRight" if step % 2 else "ArrowLeft")
            page.keyboard.press("Enter")


def test_a_whole_game_by_keyboard_alone(visitors: Visitors) -> None:
    page = visitors.open()
    tab_to(page, "[data-play=wampum]")
    page.keyboard.press("Enter")
    decisions = 0
    while wait_for_decision(page):
        lay_out_by_keyboard(page)
        if page.locator(f"{DECISION}:enabled").count():
            moves = page.locator("main").get_attribute("data-moves")
            tab_to(page, DECISION)
            page.keyboard.press("Enter")
            expect(page.locator("main")).not_to_have_attribute("data-moves", moves or "")
            decisions += 1
    assert decisions >= 12
    assert page.locator("[data-testid=live]").inner_text()


def test_a_game_between_two_people_by_invitation(visitors: Visitors) -> None:
    host = visitors.open("/new/wampum")
    host.get_by_label("Your name at the table").fill("Ada")
    host.get_by_label("Players", exact=True).select_option("2")
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_role("img", name="QR code with the link to this table")).to_be_visible()
    link = host.get_by_label("Link to this table", exact=True).input_value()
    friend = visitors.open(link, size=PHONE)
    friend.get_by_label("Your name at the table").fill("Ben <b>&")
    friend.get_by_role("button", name="Sit down Seat 2").click()
    people = (host, friend)
    for _ in range(120):
        for page in people:
            page.wait_for_selector("main[data-moves]")
        host.wait_for_function(
            "() => document.querySelector('[data-testid=primary], [data-testid=result]') || "
            "/Waiting/.test(document.querySelector('[data-testid=status]').textContent)"
        )
        if host.locator(RESULT).count():
            break
        for page in people:
            if page.locator(DECISION).count():
                decide(page)
    expect(friend.locator(RESULT)).to_be_visible()
    expect(host.locator(".chip .name").nth(1)).to_have_text("Ben <b>&")
    assert friend.locator(RESULT).inner_text() == host.locator(RESULT).inner_text() or "win" in host.inner_text(RESULT)


def test_what_the_other_holds_is_never_in_the_page(visitors: Visitors) -> None:
    heard: list[str] = []
    host = visitors.open("/new/wampum")
    host.get_by_label("Players", exact=True).select_option("2")
    host.get_by_role("button", name="Open the table").click()
    friend = visitors.open("/")
    friend.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    friend.goto(host.url)
    friend.get_by_role("button", name="Sit down Seat 2").click()
    for page in (host, friend):
        page.wait_for_selector(".village")
    told = [frame for frame in heard if '"board"' in frame]
    assert told
    for frame in told:
        assert re.search(r'"seat":0,"hand_size":\d+,"hand":null', frame)


def test_an_unfinished_bid_outlives_a_lost_connection(visitors: Visitors) -> None:
    lines: list[WebSocketRoute] = []

    def carry(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page = visitors.open()
    page.context.route_web_socket(re.compile("/api/play"), carry)
    page.click("[data-play=wampum]")
    assert wait_for_decision(page)
    page.evaluate("window.stillHere = true")
    page.locator(KINDS).first.click()
    page.locator(".village.allowed, .village").first.click()
    laid = page.locator(".laid").inner_text()
    lines[-1].close(code=1011)
    expect(page.get_by_test_id("status")).to_have_text("Connection lost. Trying to reach the table again …")
    expect(page.get_by_test_id("status")).to_have_text("Your turn")
    assert page.locator(".laid").inner_text() == laid
    assert page.evaluate("window.stillHere") is True
    decide(page)
    assert len(lines) == 2


def test_a_bid_sent_into_a_dead_connection_is_played_once(visitors: Visitors) -> None:
    lines: list[WebSocketRoute] = []
    sent: list[str] = []

    def carry(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        first = not lines
        lines.append(line)

        def say(message: str | bytes) -> None:
            text = str(message)
            if '"play"' in text:
                sent.append(text)
                server.send(message)
                if first:  # The move arrives, but its answer never does.
                    line.close(code=1011)
                    server.close()
            else:
                server.send(message)

        line.on_message(say)
        if first:
            server.on_message(lambda message: None if sent else line.send(message))

    page = visitors.open()
    page.context.route_web_socket(re.compile("/api/play"), carry)
    page.click("[data-play=wampum]")
    assert wait_for_decision(page)
    decide(page)
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert wait_for_decision(page)
    assert page.locator("[role=alert]").count() == 0


def test_the_language_changes_in_the_middle_of_a_game(visitors: Visitors) -> None:
    page = visitors.open()
    page.click("[data-play=wampum]")
    assert wait_for_decision(page)
    page.evaluate("window.stillHere = true")
    page.locator(KINDS).first.click()
    laid = page.locator(".laid [translate=no]").inner_text()
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Menü")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Dein Gebot:")).to_be_visible()
    expect(page.locator(".log")).to_contain_text("Das Spiel beginnt")
    assert page.locator(".laid [translate=no]").inner_text() == laid
    assert page.locator("html").get_attribute("lang") == "de"
    page.get_by_role("button", name="Menü").click()
    page.get_by_label("Sprache").select_option("fr")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("status")).to_have_text("À vous de jouer")
    assert page.evaluate("window.stillHere") is True
    decide(page)


def test_a_move_can_be_typed_and_a_wrong_one_is_explained(visitors: Visitors) -> None:
    page = visitors.open()
    page.click("[data-play=wampum]")
    assert wait_for_decision(page)
    line = page.get_by_label("Move as text")
    line.fill("bid 9 CC")
    line.press("Enter")
    expect(page.locator("form .error")).to_contain_text("bid 9 CC")
    letter = page.locator(KINDS).first.get_attribute("data-kind")
    moves = page.locator("main").get_attribute("data-moves") or ""
    for village in (1, 2, 3):
        line.fill(f"bid {village} {letter}")
        line.press("Enter")
        page.wait_for_timeout(200)
        if page.locator("main").get_attribute("data-moves") != moves:
            return
    raise AssertionError(page.inner_text("form"))


def test_two_people_on_one_device_never_see_each_other_s_hand(visitors: Visitors) -> None:
    page = visitors.open("/new/wampum")
    page.get_by_label("Your name at the table").fill("Ada")
    page.get_by_label("Players", exact=True).select_option("2")
    page.get_by_label("Seat 2", exact=True).select_option("device")
    page.get_by_label("Name for seat 2").fill("Ben")
    page.get_by_role("button", name="Open the table").click()
    seen: list[str] = []
    while len(seen) < 3:
        page.wait_for_selector(f".pass, {DECISION}")
        if page.locator(".pass").count():
            assert page.locator(".hand").count() == 0
            name = page.locator(".pass h2").inner_text().removeprefix("Pass the device to ")
            seen.append(name)
            page.get_by_role("button", name=f"I am {name}").click()
            expect(page.get_by_test_id("status")).to_have_text(f"{name}, it is your turn")
        decide(page)
    assert {"Ada", "Ben"} == set(seen)
