"""Wigwam's table as a place: the board is the hero, nothing moves but pieces, and what is shown follows the motion."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.tables import SOAK
from tests.web.hands import Person, primary
from tests.web.people import DESKTOP, LARGE, LYING, PHONE, SIZES, TABLET, resize
from tests.web.seating import ME, bots, sit_down, sit_down_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors

LEAST_SHARE = 0.86
"""Of the height that header and action bar leave."""

BOX = "found => { const { x, y, width, height } = found.getBoundingClientRect(); return [x, y, width, height]; }"


def box(page: Page, selector: str) -> list[float]:
    found: list[float] = page.locator(selector).first.evaluate(BOX)
    return found


def begin(page: Page, **options: str) -> Person:
    """Sit down against a bot and wait for one's turn."""
    sit_down(page, "wigwam", [ME, *bots(1)], options=options)
    person = Person(page)
    person.wait()
    return person


# --- setting up ------------------------------------------------------------------------------------------------


def test_a_kind_that_is_chosen_twice_is_still_the_one_that_is_placed(visitors: Visitors) -> None:
    page = visitors.arrive()
    begin(page, setup="alternate")
    page.locator("[data-kind=tent]").click()
    page.locator("[data-kind=tent]").click()
    page.locator("[data-point=d1]").click()
    page.locator("[data-point=d1][data-piece]").wait_for()
    assert page.locator("[data-point=d1]").get_attribute("data-piece") == "0 tent"


def test_the_shelf_shows_which_piece_comes_next(visitors: Visitors) -> None:
    page = visitors.arrive()
    person = begin(page, setup="alternate")
    expect(page.locator("[data-kind=warrior]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-kind=chief]").click()
    person.decide()
    person.wait()
    assert page.locator("[data-piece='0 chief']").count() == 1
    expect(page.locator("[data-kind=warrior]")).to_have_attribute("aria-pressed", "true")


# --- nothing but pieces moves ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_hint_lies_on_the_board_and_moves_nothing(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.arrive(size=size)
    begin(page, setup="standard")
    before = box(page, "[data-point=d1]")
    page.locator(".quick button").first.click()
    page.wait_for_selector("[data-testid=hints] li")
    assert box(page, "[data-point=d1]") == pytest.approx(before, abs=1)
    expect(page.locator(".ways .pill").first).to_contain_text("%")
    said = page.locator("[data-testid=hints] .chance [aria-hidden]").all_inner_texts()
    chances = [int(chance.removesuffix(" %")) for chance in said]
    assert chances == sorted(chances, reverse=True)
    expect(page.locator("[data-testid=hints] li small").first).to_contain_text("threatened")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".ways .pill")).to_have_count(0)
    assert box(page, "[data-point=d1]") == pytest.approx(before, abs=1)


OPTIONS = [
    {"setup": "alternate"},
    {"setup": "hidden"},
    {"setup": "standard", "continuation": "compulsory"},
    {"setup": "standard", "forced_capture": "huff"},
]
"""Every way to set up and to capture."""
# Each at another size; `make soak` takes all of them at all sizes.
WATCHED = list(product(SIZES, OPTIONS) if SOAK else zip((DESKTOP, PHONE, TABLET, LYING), OPTIONS, strict=True))

PARTS = [".board", "[data-point=a1]", "[data-point=d1]", "[data-seat='0']", "[data-seat='1']", ".bar"]


@pytest.mark.parametrize(("size", "options"), WATCHED)
def test_board_players_and_buttons_stay_where_they_are_through_a_whole_game(
    visitors: Visitors, size: tuple[int, int], options: dict[str, str]
) -> None:
    page = visitors.arrive(size=size)
    person = begin(page, **options)
    before = {part: box(page, part) for part in PARTS}
    button = box(page, "[data-testid=primary]")
    sight = person.wait()
    while "over" not in sight:
        person.act(sight)
        for part in PARTS:
            assert box(page, part) == pytest.approx(before[part], abs=1), part
        if size == DESKTOP and primary(page).count():
            assert box(page, "[data-testid=primary]") == pytest.approx(button, abs=1)
        sight = person.wait()
    for part in PARTS:
        assert box(page, part) == pytest.approx(before[part], abs=1), f"{part} at the end"


# --- what could be taken -----------------------------------------------------------------------------------------


def test_where_the_piece_in_hand_could_be_taken_is_marked_and_said(visitors: Visitors) -> None:
    page = visitors.arrive()
    begin(page, setup="standard")
    page.locator("[data-point=d3]").click()
    expect(page.get_by_test_id("danger")).to_have_text("On d4 you could be taken, on c3 and e3 you could not.")
    expect(page.locator(".point:has(.threat)")).to_have_count(1)
    expect(page.locator("[data-point=d4] .threat")).to_have_count(2)
    page.get_by_role("button", name="Show what is threatened").click()
    expect(page.locator(".threat")).to_have_count(0)
    expect(page.get_by_test_id("danger")).to_have_count(0)


def test_in_a_capture_every_point_where_it_may_end_is_judged(visitors: Visitors) -> None:
    page = visitors.arrive()
    sit_down_at(page, "wigwam", 2, "jumps", "standard")
    Person(page).wait()
    page.locator("[data-piece^='0 ']:has(.glow)").first.click()
    page.locator("[data-mark=target]").first.click()
    primary(page).wait_for()
    said = page.get_by_test_id("danger").inner_text()
    reached = page.locator(".point.selected").get_attribute("data-point") or ""
    targets = [str(found.get_attribute("data-point")) for found in page.locator("[data-mark=target]").all()]
    assert targets
    assert all(point in said for point in [reached, *targets]), "where it stands, and where it could jump on to"


# --- the board is the hero ---------------------------------------------------------------------------------------

SHARE = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  return box("[data-testid=rim]").height / (box(".bar").top - box("header").bottom);
}"""
SCROLLS = "document.documentElement.scrollHeight > innerHeight"


def share_of(page: Page) -> float:
    """How much of the height between header and action bar the board takes; nothing may have to be scrolled for it."""
    assert not page.evaluate(SCROLLS)
    share: float = page.evaluate(SHARE)
    return share


@pytest.mark.parametrize("size", [DESKTOP, LARGE])
def test_the_board_takes_what_height_there_is_in_every_phase(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.arrive(size=size)
    shares: dict[str, float] = {}
    for setup in ("alternate", "hidden", "standard"):
        begin(page, setup=setup)
        shares[setup] = share_of(page)
    sit_down_at(page, "wigwam", 2, "jumps", "standard")
    Person(page).wait()
    page.locator("[data-piece^='0 ']:has(.glow)").first.click()
    page.locator("[data-mark=target]").first.click()
    shares["capture"] = share_of(page)
    sit_down_at(page, "wigwam", 2, "", "standard", last=True)
    Person(page).play()
    shares["end"] = share_of(page)
    assert min(shares.values()) >= LEAST_SHARE, shares


def test_the_result_leaves_the_last_position_in_sight(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP)
    sit_down_at(page, "wigwam", 2, "", "standard", last=True)
    Person(page).play()
    page.wait_for_selector("[data-testid=result]")
    for size in (DESKTOP, PHONE):
        resize(page, size)
        page.evaluate("scrollTo(0, 0)")
        result = box(page, "[data-testid=result]")
        for point in ("d1", "d7", "a1", "g4"):
            x, y, _, height = box(page, f"[data-point={point}]")
            assert 0 <= y <= y + height <= size[1], f"{point} has left the screen of {size}"
            assert x >= result[0] + result[2] or y >= result[1] + result[3] or y + height <= result[1], point


# --- what is shown follows the motion ------------------------------------------------------------------------------

WATCH = """() => {
  // Noted with every frame in which the page has changed: that is what people see.
  window.seen = [];
  const look = () => {
    const primary = document.querySelector("[data-testid=primary]")?.textContent ?? "";
    seen.push({
      shown: primary === "The move is being shown",
      moves: document.querySelectorAll(".moves li span").length,
      off: document.querySelectorAll("[data-row] svg:not(.pale)").length,
      mine: document.querySelector("[data-testid=status]").matches(".mine"),
      log: document.querySelectorAll(".log li").length,
    });
  };
  look();
  const changes = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(() => requestAnimationFrame(look)).observe(document.body, changes);
}"""


def test_counts_header_and_log_wait_until_a_capture_has_been_seen(visitors: Visitors) -> None:
    page = visitors.arrive(motion="no-preference")
    sit_down_at(page, "wigwam", 2, "jumps", "standard")
    Person(page).wait()
    page.evaluate(WATCH)
    page.locator("[data-piece^='0 ']:has(.glow)").first.click()
    page.locator("[data-mark=target]").first.click()
    if primary(page).is_enabled():
        primary(page).click()
    # The own move and the answer to it, perhaps more: a forced move is made at once.
    page.wait_for_function("() => !seen.at(-1).shown && seen.at(-1).mine && seen.at(-1).moves >= seen[0].moves + 2")
    seen: list[dict[str, Any]] = page.evaluate("seen")
    assert any(one["shown"] for one in seen), "the moves were shown"
    assert not any(one["shown"] and one["mine"] for one in seen), "nobody decides before the other's move has been seen"
    told: dict[int, set[tuple[int, int]]] = {}
    for one in seen:
        told.setdefault(one["moves"], set()).add((one["off"], one["log"]))
    assert all(len(counts) == 1 for counts in told.values()), f"rows and log go with the list of moves: {told}"
    shown = next(one for one in seen if one["shown"])
    assert shown["moves"] == seen[0]["moves"], "what is being shown is not listed yet"


@pytest.mark.parametrize("options", OPTIONS)
def test_rows_and_turn_follow_the_motion_through_a_whole_game(visitors: Visitors, options: dict[str, str]) -> None:
    page = visitors.arrive(motion="no-preference", kept={"pace": "fast"})
    person = begin(page, **options)
    page.evaluate(WATCH)
    person.play()
    seen: list[dict[str, Any]] = page.evaluate("seen")
    assert any(one["shown"] for one in seen), "moves were shown"
    assert not any(one["shown"] and one["mine"] for one in seen), "nobody decides before the other's move has been seen"
    rows: dict[int, set[int]] = {}
    arranged = next(number for number, one in enumerate(seen) if not one["off"])
    for one in seen[arranged:]:  # while one arranges the own pieces, their row follows the hand
        rows.setdefault(one["moves"], set()).add(one["off"])
    assert len(rows) > 3, "some moves follow the set-up"
    assert all(len(counts) == 1 for counts in rows.values()), f"rows go with the list of moves: {rows}"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_last_move_can_be_seen_again(visitors: Visitors, motion: Any) -> None:
    page = visitors.arrive(motion=motion)
    person = begin(page, setup="standard")
    person.decide()
    person.wait()
    standing = page.locator("[data-piece]").evaluate_all(
        "found => found.map(one => one.dataset.point + one.dataset.piece)"
    )
    page.evaluate(WATCH)
    page.get_by_role("button", name="Last move again").click()
    page.wait_for_function("() => seen.some((one) => one.shown) && !seen.at(-1).shown")
    expect(primary(page)).to_have_text("Choose a piece")
    again = page.locator("[data-piece]").evaluate_all(
        "found => found.map(one => one.dataset.point + one.dataset.piece)"
    )
    assert again == standing


LONGEST_NAME = "Wilhelmina Mondscheinfee"
CUT = "name => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2"


@pytest.mark.parametrize("size", [LYING, PHONE, DESKTOP])
def test_the_longest_name_is_whole(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.arrive(LONGEST_NAME, size=size)
    begin(page, setup="standard")
    assert len(LONGEST_NAME) == 24
    name = page.locator(".own .name")
    expect(name).to_have_text(LONGEST_NAME)
    assert not name.evaluate(CUT)


def test_what_can_be_done_after_the_end_is_said_in_words_at_every_size(visitors: Visitors) -> None:
    page = visitors.arrive()
    begin(page, setup="standard")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up").click()
    page.get_by_role("button", name="Play again").wait_for()
    for size in SIZES:
        resize(page, size)
        said = page.locator(".bar .row > *").all_inner_texts()
        assert len(said) >= 4
        assert all(word.strip() for word in said), size


def test_giving_up_ends_the_game_with_the_position_in_sight(visitors: Visitors) -> None:
    page = visitors.arrive()
    begin(page, setup="standard")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up").click()
    expect(page.get_by_test_id("status")).to_have_text("The game is over")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    assert page.locator("[data-piece]").count() == 22
    assert not page.evaluate(SCROLLS)
