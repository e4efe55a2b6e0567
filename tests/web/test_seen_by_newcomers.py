"""What somebody who has never played relies on: drawings like the table, cards that grow under a thumb, whole names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.hands import RESULT, Person, primary
from tests.web.people import DESKTOP, LYING, PHONE
from tests.web.seating import ME, bots, sit_down, sit_down_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors

LONG_NAME = "Maximiliane von K."


def middle(page: Page, words: str) -> tuple[float, float]:
    """Where some words stand in the first drawing."""
    box = page.locator(".drawing").first.locator("text").filter(has_text=words).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_rules_draw_the_board_as_it_lies_on_the_table(visitors: Visitors) -> None:
    """One's own corner points downwards, letters go from left to right."""
    page = visitors.arrive()
    page.goto("/rules/wigwam")
    page.locator(".drawing text").filter(has_text="d4").wait_for()
    (a, _), (d, low), (g, _), (_, high) = (middle(page, point) for point in ("a1", "d1", "g1", "d7"))
    assert a < d < g
    assert high < low


def test_the_rules_show_the_cards_of_the_table(visitors: Visitors) -> None:
    page = visitors.arrive(kept={"language": "en"})
    page.goto("/rules/amul")
    card = page.locator("#card .drawing .face")
    expect(card).to_contain_text("Mongol Guard")
    numbers = page.locator("#card .drawing b").all_inner_texts()
    told = [line.split(":")[0] for line in page.locator("#card .points li").all_inner_texts()]
    assert numbers == told == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize("size", [PHONE, LYING])
def test_a_second_tap_shows_a_chosen_card_large_and_it_can_be_taken_there(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    page = visitors.arrive(size=size, touch=True)
    sit_down_at(page, "amul", 8, "pick")
    card = page.locator(Person(page).wait()["touch"]).first
    name = card.get_attribute("data-card")
    card.tap()
    expect(card.locator(".lens")).to_be_visible()
    card.tap()
    large = page.locator(".detail-window")
    expect(large.locator(".big")).to_be_visible()
    expect(large.locator(".choose")).to_have_text(primary(page).locator("span").inner_text())
    large.locator(".choose").tap()
    expect(large).to_have_count(0)
    expect(page.locator(f".stalls [data-card='{name}'].choosable")).to_have_count(0)


def test_the_podium_rises_with_the_points_whatever_people_are_called(visitors: Visitors) -> None:
    page = visitors.arrive()
    sit_down_at(page, "amul", 8, "play", last=True)
    Person(page).play()
    page.locator(".podium b").last.wait_for()
    page.locator(".podium .called").last.evaluate(f"name => {{ name.textContent = {LONG_NAME!r}; }}")
    heights: list[float] = page.locator(".podium li").evaluate_all(
        "plinths => plinths.map((plinth) => plinth.getBoundingClientRect().height)"
    )
    assert heights == sorted(heights, reverse=True)


def test_a_long_name_stands_whole_on_its_plate(visitors: Visitors) -> None:
    page = visitors.arrive(LONG_NAME, size=PHONE)
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "alternate"})
    Person(page).wait()
    name = page.locator(".plate.mine .name")
    expect(name).to_have_text(LONG_NAME)
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth")


def test_the_end_says_why_in_a_sentence(visitors: Visitors) -> None:
    page = visitors.arrive(kept={"language": "en"}, size=DESKTOP)
    sit_down_at(page, "wigwam", 2, "", "standard", last=True)
    Person(page).play()
    why = page.locator(f"{RESULT} .ending").first.inner_text()
    assert why[0].isupper()
    assert why.endswith(".")


def test_on_a_phone_the_only_one_opposite_tells_what_they_do(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE, kept={"language": "en"})
    sit_down_at(page, "wampum", 2, "bid", last=True)
    Person(page).wait()
    opposite = page.locator(".seats .chip")
    if page.locator(".village [data-canoe='1']").count():
        expect(opposite.locator(".doing")).to_contain_text("at village")
    expect(opposite.locator(".doing")).to_be_visible()
