"""A finished game is studied: steps and links to them, hands face up, the review on the table, what if."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.hands import Person
from tests.web.people import DESKTOP, LARGE, LYING, PHONE, TABLET, settle
from tests.web.seating import finished_game

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.people import Visitors

ENGLISH = {"language": "en"}
TRADES = {"goods_taken", "wampum_earned"}


def steps_of(page: Page, table: str, eyes: str = "all") -> list[dict[str, Any]]:
    """The game as the server shows it."""
    found: list[dict[str, Any]] = page.request.get(f"/api/tables/{table}/replay?seat={eyes}").json()["steps"]
    return found


def at_step(page: Page) -> Locator:
    return page.get_by_test_id("step")


def study(page: Page, game: str, players: int, place: str = "") -> str:
    """Open a finished game at a place of it."""
    table = finished_game(page, game, players)
    page.goto(f"/replay/{table}{place}")
    at_step(page).wait_for()
    return table


def reviewed(page: Page, game: str, players: int) -> str:
    """Open a finished game when a bot has gone through all of it."""
    table = study(page, game, players, "#review")
    page.wait_for_selector("[data-testid=mistakes] li")
    page.locator(".review progress").wait_for(state="detached")
    return table


def middle_in(outer: Locator, inner: Locator) -> bool:
    """Whether something lies in the part of a list that can be seen."""
    frame, place = outer.bounding_box(), inner.bounding_box()
    assert frame
    assert place
    return frame["y"] <= place["y"] + place["height"] / 2 <= frame["y"] + frame["height"]


# --- getting about -----------------------------------------------------------------------------------------------


def test_keys_and_list_lead_through_the_game_and_the_current_move_is_in_sight(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    table = study(page, "wigwam", 2)
    last = len(steps_of(page, table)) - 1
    expect(at_step(page)).to_contain_text("Step 0 of")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(at_step(page)).to_contain_text("Step 2 of")
    page.keyboard.press("ArrowLeft")
    expect(at_step(page)).to_contain_text("Step 1 of")
    page.keyboard.press("End")
    expect(at_step(page)).to_contain_text(f"Step {last} of {last}")
    rows = page.locator(".list [data-step]")
    assert rows.count() == last, "every move of the game is listed, also at its last step"
    current = page.locator(".list [aria-current=step]")
    expect(current).to_have_attribute("data-step", str(last))
    settle(page)
    assert middle_in(page.locator(".list"), current)
    rows.nth(4).click()
    expect(at_step(page)).to_contain_text("Step 5 of")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".list [data-step='6']")).to_be_focused()
    page.keyboard.press("Home")
    expect(at_step(page)).to_contain_text("Step 0 of")


def test_it_goes_on_by_itself_to_the_end(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    table = study(page, "wampum", 3)
    last = len(steps_of(page, table)) - 1
    page.locator(f".list [data-step='{last - 2}']").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(at_step(page)).to_contain_text(f"Step {last} of")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_every_step_has_a_link_that_survives_reloading_and_the_way_back(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    study(page, "wampum", 3, "#step=7&eyes=1")
    expect(at_step(page)).to_contain_text("Step 7 of")
    expect(page.get_by_label("Seen by")).to_have_value("1")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("#step=8&eyes=1$"))
    page.locator(".list [data-step='20']").click()
    page.wait_for_url(re.compile("#step=20&eyes=1$"))
    page.reload()
    expect(at_step(page)).to_contain_text("Step 20 of")
    page.go_back()
    expect(at_step(page)).to_contain_text("Step 8 of")
    page.go_forward()
    expect(at_step(page)).to_contain_text("Step 20 of")


def test_one_step_forward_is_seen_happening_and_a_jump_is_not(visitors: Visitors) -> None:
    page = visitors.arrive(kept={"language": "en", "pace": "slow"}, motion="no-preference")
    table = study(page, "wampum", 3)
    told = [{one["what"] for one in step["happenings"]} for step in steps_of(page, table)]
    trade = next(number for number, whats in enumerate(told) if whats & TRADES)
    page.locator(f".list [data-step='{trade}']").click()
    expect(page.locator(".list [aria-current=step]")).to_have_attribute("data-step", str(trade))
    assert page.locator(".village.now").count() == 0
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".village.now")
    page.keyboard.press("End")
    page.locator(".village.now").wait_for(state="detached")


# --- where everything lies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["wampum", "wigwam", "amul"])
def test_nothing_lies_over_the_table_and_the_buttons_are_always_in_sight(visitors: Visitors, game: str) -> None:
    page = visitors.arrive(kept=ENGLISH)
    study(page, game, {"wigwam": 2}.get(game, 5), "#step=9")
    for width, height in (DESKTOP, LARGE, TABLET, PHONE, LYING):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        table, buttons = (page.locator(what).bounding_box() for what in ("#main", "nav"))
        assert table
        assert buttons
        apart = (
            buttons["y"] >= table["y"] + table["height"]
            or buttons["y"] + buttons["height"] <= table["y"]
            or buttons["x"] >= table["x"] + table["width"]
        )
        assert apart, (width, height)
        assert buttons["y"] >= 0, (width, height)
        assert buttons["y"] + buttons["height"] <= height, (width, height)
        assert table["width"] * table["height"] > width * height / 2, f"the table is the hero at {width} x {height}"


@pytest.mark.parametrize("size", [PHONE, LYING])
def test_on_a_phone_moves_and_graph_lie_below_the_table_and_nothing_below_them(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    page = visitors.arrive(kept=ENGLISH, size=size)
    study(page, "wigwam", 2, "#step=9")
    page.locator(".study > .body").evaluate("body => body.scrollTo(0, body.scrollHeight)")
    settle(page)
    body, panel = (page.locator(what).bounding_box() for what in (".study > .body", ".study > .body > .panel"))
    assert body
    assert panel
    assert abs(panel["y"] + panel["height"] - body["y"] - body["height"]) <= 1
    expect(page.locator(".list [aria-current=step]")).to_be_in_viewport()
    page.locator("[data-tab=graph]").click()
    expect(page.locator(".study section .graph, .study section .ask").first).to_be_in_viewport()


# --- with whose eyes ---------------------------------------------------------------------------------------------


def test_with_everybody_s_eyes_hands_and_bids_lie_face_up(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    table = study(page, "wampum", 3)
    steps = steps_of(page, table)
    step = next(one for one in steps if any(village["bid"] for village in one["board"]["villages"]))
    page.locator(f".list [data-step='{step['number']}']").click()
    expect(page.locator(".hands li")).to_have_count(3)
    kinds = [len(set(seat["hand"])) for seat in step["board"]["seats"]]
    for seat, count in enumerate(kinds):
        expect(page.locator(".hands li").nth(seat).locator(".pile")).to_have_count(count)
    page.get_by_label("Seen by").select_option("-1")
    expect(page.locator(".hands .good:not([data-kind=back])")).to_have_count(0)
    expect(page.locator(".hands li")).to_have_count(3)
    page.get_by_label("Seen by").select_option("1")
    page.wait_for_selector(".hand")


@pytest.mark.parametrize(("size", "players"), [(DESKTOP, 3), (PHONE, 5), (LARGE, 8)])
def test_with_everybody_s_eyes_every_card_of_every_hand_has_its_name(
    visitors: Visitors, size: tuple[int, int], players: int
) -> None:
    page = visitors.arrive(kept=ENGLISH, size=size)
    table = study(page, "amul", players, "#step=4")
    page.wait_for_selector(".queue")
    if page.locator("#amul-tab-hands").count():
        page.locator("#amul-tab-hands").click()
    for seat in steps_of(page, table)[4]["board"]["seats"]:
        cards = page.locator(f".hands [data-hand='{seat['seat']}'] .mini")
        expect(cards).to_have_count(len(seat["hand"]))
        assert all(name.strip() for name in cards.all_inner_texts())


def test_a_hidden_bid_is_told_by_its_number_of_cards(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    study(page, "wampum", 3, "#eyes=-1")
    moves = page.locator(".list")
    expect(moves).to_contain_text(re.compile(r"Bid \d cards at village \d"))  # moves are there before their words
    expect(moves).not_to_contain_text("nothing")


# --- the review --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_link_to_the_review_leads_to_the_review(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.arrive(kept=ENGLISH, size=size)
    study(page, "wigwam", 2, "#review")
    expect(page.locator("[data-tab=review]")).to_have_attribute("aria-selected", "true")
    page.wait_for_function(
        """() => {
          const { top } = document.querySelector("section.review").getBoundingClientRect();
          return top >= 0 && top < innerHeight - 120;
        }"""
    )


def test_before_somebody_s_first_decision_their_chance_is_unknown_and_not_nothing(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    study(page, "wampum", 3, "#review")
    expect(at_step(page)).to_contain_text("Step 0 of")
    expect(page.locator(".graph li b", has_text="%")).to_have_count(1)
    chances = page.locator(".graph li b").all_inner_texts()
    assert sorted(chances)[-2:] == ["\u2013"] * 2, "two have not decided yet"
    assert "0 %" not in chances
    page.keyboard.press("End")
    expect(page.locator(".graph li b").first).to_have_text(re.compile("^(0|33|50|100) %$"))


def test_of_two_what_one_wins_the_other_loses(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    reviewed(page, "wigwam", 2)
    for key in ("Home", "ArrowRight", "End"):
        page.keyboard.press(key)
        chances = [int(chance.removesuffix(" %")) for chance in page.locator(".graph li b").all_inner_texts()]
        assert sum(chances) == pytest.approx(100, abs=1)


def test_mistakes_are_marked_in_list_and_graph_with_what_they_cost(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    table = reviewed(page, "wigwam", 2)
    moves = page.request.get(f"/api/tables/{table}/review").json()["moves"]
    worse = {one["number"]: one["loss"] for one in moves if one["move"] != one["best"] and (one["loss"] or 0) >= 0.02}
    assert worse, "nobody plays as a bot by chance alone"
    page.locator("[data-tab=moves]").click()
    for number, loss in worse.items():
        row = page.locator(f".list [data-step='{number}']")
        expect(row.locator(".cost")).to_have_text(f"\u2212{round(loss * 100)} %")
        expect(page.locator(f".graph [data-mistake='{number}']")).to_be_visible()
    slider = page.get_by_role("slider")
    slider.fill(str(min(worse)))
    expect(at_step(page)).to_contain_text(f"Step {min(worse)} of")
    assert re.search(r"Step \d+ of \d+: .+ \d+ %", slider.get_attribute("aria-valuetext") or "")
    page.reload()
    expect(page.locator(f".list [data-step='{max(worse)}'] .cost")).to_be_attached()


@pytest.mark.parametrize(
    ("game", "players", "shown"),
    [("wigwam", 2, "[data-hint]"), ("wampum", 3, ".village.hinted"), ("amul", 3, ".ringed, .chance")],
)
def test_the_better_move_is_shown_on_the_table_before_the_move(
    visitors: Visitors, game: str, players: int, shown: str
) -> None:
    page = visitors.arrive(kept=ENGLISH)
    table = reviewed(page, game, players)
    moves = page.request.get(f"/api/tables/{table}/review").json()["moves"]
    verbs = {"placed", "moved", "captured", "bid", "chose", "picked"}
    number = next(
        one["number"]
        for one in moves
        if one["move"] != one["best"] and (one["loss"] or 0) >= 0.02 and one["best_told"]["what"] in verbs
    )
    page.locator("[data-tab=moves]").click()
    page.locator(f".list [data-step='{number}']").click()
    expect(page.locator(f"#main :is({shown})")).to_have_count(0)
    page.get_by_role("button", name="Show the better move").click()
    page.locator(f"#main :is({shown})").first.wait_for()
    page.wait_for_url(re.compile(f"#step={number}&best$"))
    page.get_by_role("button", name="Back to the move").click()
    expect(page.locator(f"#main :is({shown})")).to_have_count(0)


# --- what if -----------------------------------------------------------------------------------------------------


def test_another_move_is_tried_with_all_seats_by_oneself_and_the_way_leads_back(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    table = study(page, "wampum", 3, "#step=5")
    mover = steps_of(page, table)[5]["seat"]
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("radio", name="before step 5").check()
    expect(page.get_by_label("You play")).to_have_value(str(mover))
    page.get_by_role("radio", name="I play them too").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    person = Person(page)
    for _ in range(3):
        person.decide()
    assert page.locator(".pass").count() == 0, "whoever plays everybody has nobody to look away from"
    page.get_by_role("link", name="Back to the replay").click()
    page.wait_for_url(re.compile(f"/replay/{table}#step=4$"))
    expect(at_step(page)).to_contain_text("Step 4 of")


def test_one_can_play_on_against_bots_and_the_browser_leads_back_too(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    table = study(page, "wigwam", 2, "#step=3")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("radio", name="after step 3").check()
    page.get_by_role("radio", name="Bots play them").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    Person(page).decide()
    page.go_back()
    page.wait_for_url(re.compile(f"/replay/{table}#step=3$"))
    expect(at_step(page)).to_contain_text("Step 3 of")


# --- on a phone ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_the_curve_is_on_the_first_screen(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.arrive(size=size, kept=ENGLISH)
    study(page, "wampum", 5, "#step=9")
    curve = page.locator(".strip .plot")
    settle(page)
    box = curve.bounding_box()
    assert box
    assert box["y"] + box["height"] <= size[1]
    curve.locator("input").focus()
    page.keyboard.press("ArrowRight")
    expect(at_step(page)).to_contain_text("Step 10 of")
