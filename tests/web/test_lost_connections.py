"""The connection breaks in the middle of a move: nothing is lost, nothing is played twice, nothing is loaded anew."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.hands import PRIMARY, Person
from tests.web.people import PHONE
from tests.web.seating import FRIEND, ME, bots, join, sit_down, sit_down_at

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

    from tests.web.people import Visitors


class Wires:
    """All sockets of a page go through these wires, which can be cut."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lines: list[WebSocketRoute] = []
        page.context.route_web_socket(re.compile("/api/play"), self.carry)

    def carry(self, line: WebSocketRoute) -> None:
        line.connect_to_server()
        self.lines.append(line)

    def cut(self) -> None:
        """Cut the wire; the page notices, and comes back by itself without being loaded anew."""
        self.page.evaluate("window.stillHere = true")
        status = self.page.get_by_test_id("status")
        before = status.inner_text()
        self.lines[-1].close(code=1011)
        expect(status).to_have_text("Connection lost. Trying to reach the table again …")
        expect(status).to_have_text(before)
        assert self.page.evaluate("window.stillHere") is True
        assert len(self.lines) == 2


def test_a_half_built_bid_stays(visitors: Visitors) -> None:
    page = visitors.arrive()
    wires = Wires(page)
    sit_down(page, "wampum", [ME, *bots(2)])
    person = Person(page)
    person.wait()
    page.locator(".hand .kind:not([aria-disabled])").first.click()
    page.locator(".village").first.click()
    laid = page.locator(".laid").all_inner_texts()
    wires.cut()
    assert page.locator(".laid").all_inner_texts() == laid
    expect(page.locator(".village").first).to_have_attribute("aria-pressed", "true")
    person.decide()


def test_a_capture_in_mid_jump_stays(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE)
    wires = Wires(page)
    sit_down_at(page, "wigwam", 2, "jumps", "standard")
    person = Person(page)
    person.wait()
    page.locator("[data-piece^='0 ']:has(.glow)").first.click()
    targets = page.locator("[data-mark=target]").evaluate_all("found => found.map(point => point.dataset.point)")
    assert targets
    wires.cut()
    left = page.locator("[data-mark=target]").evaluate_all("found => found.map(point => point.dataset.point)")
    assert left == targets
    person.decide()


def test_a_hidden_arrangement_stays(visitors: Visitors) -> None:
    page = visitors.arrive()
    wires = Wires(page)
    table = sit_down(page, "wigwam", [ME, FRIEND], options={"setup": "hidden"})
    join(visitors.arrive("Ben"), table)
    page.locator(".presets button").nth(1).click()
    page.locator("[data-point=d1]").click()
    page.locator("[data-point=c1]").click()
    standing = pieces(page)
    assert len(standing) == 11
    wires.cut()
    assert pieces(page) == standing
    page.locator(PRIMARY).click()
    expect(page.get_by_test_id("status")).to_have_text("Waiting for Ben")


def pieces(page: Page) -> dict[str, str]:
    """What stands where."""
    found: dict[str, str] = page.locator("[data-piece]").evaluate_all(
        "found => Object.fromEntries(found.map(point => [point.dataset.point, point.dataset.piece]))"
    )
    return found


def test_a_chosen_card_stays(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE)
    wires = Wires(page)
    sit_down(page, "amul", [ME, *bots(2)])
    person = Person(page)
    person.act(person.wait())
    said = page.locator(PRIMARY).inner_text()
    assert said.startswith("Offer ")
    wires.cut()
    expect(page.locator(PRIMARY)).to_have_text(said, use_inner_text=True)
    person.decide()


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

    page = visitors.arrive()
    page.context.route_web_socket(re.compile("/api/play"), carry)
    sit_down(page, "wampum", [ME, *bots(2)])
    person = Person(page)
    person.decide()
    assert len(sent) == 2
    assert sent[0] == sent[1]
    person.wait()
    assert page.locator("[role=alert]").count() == 0


def test_a_page_loaded_anew_finds_the_half_built_bid_again(visitors: Visitors) -> None:
    page = visitors.arrive()
    sit_down(page, "wampum", [ME, *bots(2)])
    person = Person(page)
    person.wait()
    page.locator(".hand .kind:not([aria-disabled])").first.click()
    laid = page.locator(".laid").all_inner_texts()
    page.reload()
    expect(page.locator(".laid")).to_have_count(len(laid))
    assert page.locator(".laid").all_inner_texts() == laid
    person.decide()
