"""Whole games in a real browser: against bots by mouse, thumb and keyboard alone, and between two people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.tables import SOAK
from tests.web.hands import RESULT, Person, by_click, by_keys, by_tap, go_to, play_together
from tests.web.people import DESKTOP, PHONE, TABLET
from tests.web.seating import FRIEND, ME, bots, join, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors


def the_result_is_shown(page: Page, seats: int) -> None:
    expect(page.locator(f"{RESULT} li")).to_have_count(seats)
    expect(page.get_by_test_id("status")).to_have_text("The game is over")


# --- against bots, by mouse or thumb ---------------------------------------------------------------------------


def test_wampum_with_the_thumb_from_the_start_page_and_once_more(visitors: Visitors) -> None:
    page = visitors.open(size=PHONE, touch=True)
    page.tap("[data-play=wampum]")
    person = Person(page, by_tap)
    person.play()
    the_result_is_shown(page, 3)
    assert len(person.pressed) >= 12
    assert all(re.match("Bid|Take your bid|Discard", said) for said in person.pressed), person.pressed
    page.get_by_role("button", name="Play again").tap()
    expect(page.locator(RESULT)).to_have_count(0)
    assert "touch" in person.wait()


@pytest.mark.parametrize("setup", ["alternate", "hidden"])
def test_wigwam_with_the_mouse(visitors: Visitors, setup: str) -> None:
    page = visitors.arrive(size=TABLET)
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": setup})
    Person(page, by_click, seed=3).play()
    the_result_is_shown(page, 2)
    expect(page.locator(".ending")).to_contain_text(re.compile("chief|side|warriors|position|plies"))
    assert page.locator(".moves li").count() > 1


def test_amul_with_eight_seats_with_the_thumb(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE, touch=True)
    sit_down(page, "amul", [ME, *bots(7)])
    person = Person(page, by_tap)
    person.play()
    the_result_is_shown(page, 8)
    assert len(person.pressed) >= 27, "nine offers, picks and plays at least"
    assert any("into your area" in said for said in person.pressed), "effects were used"
    # The sheet adds up.
    totals = page.locator(".sheet tfoot button")
    expect(totals).to_have_count(8)
    rows = page.locator(".sheet tbody tr")
    points = [number(row.locator("button .number").first.inner_text()) for row in rows.all()]
    assert sum(points) == number(totals.first.inner_text())


def number(text: str) -> int:
    """Read points, which are written with a real minus sign."""
    return int(re.sub(r"[^\d-]", "", text.replace("\u2212", "-")))


# --- by keyboard alone -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["wampum", "wigwam", "amul"])
def test_by_keyboard_alone_from_the_start_page(visitors: Visitors, game: str) -> None:
    page = visitors.open(size=DESKTOP)
    page.wait_for_selector(f"[data-play={game}]")
    go_to(page, f"[data-play={game}]")
    page.keyboard.press("Enter")
    Person(page, by_keys, seed=5).play()
    expect(page.locator(RESULT)).to_be_visible()
    assert page.get_by_test_id("live").text_content(), "happenings are told to screen readers"


# --- between two people ----------------------------------------------------------------------------------------


def test_wampum_between_two_people_by_invitation(visitors: Visitors) -> None:
    host = visitors.open("/new/wampum")
    host.get_by_label("Your name at the table").fill("Ada")
    host.get_by_label("Players", exact=True).select_option("2")
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_role("img", name="QR code with the link to this table")).to_be_visible()
    link = host.get_by_label("Link to this table", exact=True).input_value()
    friend = visitors.open(link, size=PHONE, touch=True)
    friend.get_by_label("Your name at the table").fill("Ben <b>&")
    friend.get_by_role("button", name="Sit down Seat 2").click()
    play_together([Person(host, by_click), Person(friend, by_tap, seed=2)])
    for page in (host, friend):
        the_result_is_shown(page, 2)
    expect(host.locator(".chip[data-seat='1'] .name")).to_have_text("Ben <b>&")
    assert len(results(host)) == 2
    assert results(host) == results(friend)


TOLD = re.compile(r"^(\d+\.).*?(Ada|Ben <b>&).*?(\d+ wampum)", re.DOTALL)


def results(page: Page) -> list[tuple[str, ...]]:
    """Place, name and wampum of everybody; how much is told besides depends on the screen and on who looks."""
    told = page.locator(f"{RESULT} li").all_inner_texts()
    return [found.groups() for text in told if (found := TOLD.search(text))]


@pytest.mark.parametrize("setup", ["alternate", "hidden"] if SOAK else ["hidden"])
def test_wigwam_between_two_people(visitors: Visitors, setup: str) -> None:
    ada, ben = visitors.arrive("Ada"), visitors.arrive("Ben", size=PHONE, touch=True)
    join(ben, sit_down(ada, "wigwam", [ME, FRIEND], options={"setup": setup}))
    play_together([Person(ada, by_click), Person(ben, by_tap, seed=2)])
    for page in (ada, ben):
        the_result_is_shown(page, 2)
    assert ada.locator(".moves li").all_inner_texts() == ben.locator(".moves li").all_inner_texts()


def test_amul_between_two_people_and_bots(visitors: Visitors) -> None:
    beside = bots(3 if SOAK else 1)
    ada, ben = visitors.arrive("Ada"), visitors.arrive("Ben", size=PHONE, touch=True)
    join(ben, sit_down(ada, "amul", [ME, *beside, FRIEND, *beside]))
    play_together([Person(ada, by_click), Person(ben, by_tap, seed=2)])
    for page in (ada, ben):
        the_result_is_shown(page, 2 + 2 * len(beside))
    totals = [page.locator(".sheet tfoot button").all_inner_texts() for page in (ada, ben)]
    assert sorted(totals[0]) == sorted(totals[1])
