"""The plain table: a game that the client does not know is played with the server's words, by mouse, thumb and keys.

Amul plays the unknown game: on its way to the browser it gets another name, and board and choices a plain face.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.hands import PRIMARY, Person, by_tap
from tests.web.people import DESKTOP, PHONE, criticise, untranslated
from tests.web.seating import ME, bots, finished_game, sit_down, sit_down_at
from tests.web.test_no_rules import bewitch

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page, Route

    from tests.web.people import Visitors

STRANGE = "riddles"
SEARCH = "[role=combobox]"
OPTION = "[role=option]"


def disguise(told: Any) -> None:
    """Give a message of Amul's the look of a game that nobody has drawn a table for."""
    if told.get("table"):
        told["table"]["game"] = STRANGE
    for view in told.get("views", ()):
        view["board"] = plain_board(view["board"])
        for name in ("choices", "revised"):
            if view.get(name):
                view[name] = plain_choices(view[name])


def plain_board(board: Any) -> Any:
    """The board as sections of text: a line of facts, a list, a drawing in columns."""
    head = {"label": "", "lines": [f"Riddles · round {board['round']} of {board['rounds']} · {board['phase']}"]}
    market = {"label": "Market", "lines": [entry["card"] for entry in board["market"]]}
    seats = [f"Seat {seat['seat']} · points {seat['points']} · cards {seat['hand_size']}" for seat in board["seats"]]
    drawn = {"label": "Drawing", "lines": ["  a  b  c", "1 .  x  .", "2 o  .  o"]}
    return {"game": STRANGE, "kind": "plain", "text": {"en": [head, market, {"label": "", "lines": seats}, drawn]}}


def plain_choices(choices: Any) -> Any:
    moves = [{"move": one["move"], "label": one["move"].capitalize()} for one in choices["moves"]]
    return {"game": STRANGE, "kind": "plain", "moves": moves, "count": len(moves)}


def strangers(visitors: Visitors, spell: Callable[[Any], None] = disguise, **wishes: Any) -> Page:
    """Somebody who will meet the unknown game."""
    return enchant(visitors.arrive(**wishes), spell)


def enchant(page: Page, spell: Callable[[Any], None]) -> Page:
    """Whatever comes to this page from now on is of the unknown game."""
    bewitch(page, spell)

    def list_games(route: Route) -> None:
        found = route.fetch().json()
        strange = next(one for one in found if one["name"] == "amul") | {"name": STRANGE, "title": "Riddles"}
        route.fulfill(json=[*found, strange])

    page.route("**/api/games", list_games)
    page.route(
        f"**/api/games/{STRANGE}/**", lambda route: route.continue_(url=route.request.url.replace(STRANGE, "amul"))
    )
    return page


def meet(visitors: Visitors, spell: Callable[[Any], None] = disguise, **wishes: Any) -> Page:
    """Sit down at the unknown game, and wait for the first decision."""
    page = strangers(visitors, spell, **wishes)
    sit_down(page, "amul", [ME, *bots(2)])
    page.wait_for_selector(OPTION)
    return page


def options(page: Page) -> Locator:
    return page.locator(OPTION)


def test_the_board_is_told_in_the_servers_words(visitors: Visitors) -> None:
    page = meet(visitors)
    expect(page.locator("h1")).to_contain_text("Riddles")
    board = page.locator(".board")
    expect(board).to_contain_text("round 1 of")
    expect(board.get_by_role("heading", name="Market")).to_be_visible()
    expect(board.locator("pre")).to_have_text("  a  b  c\n1 .  x  .\n2 o  .  o")
    expect(page.locator(".strip [data-seat='0']")).to_contain_text("Seat 0")


def test_the_moves_are_searched_and_played_by_keyboard_alone(visitors: Visitors) -> None:
    page = meet(visitors)
    labels = options(page).all_inner_texts()
    wanted = labels[-1]
    page.focus(SEARCH)
    page.keyboard.type(wanted.upper())
    expect(options(page).first).to_have_text(wanted)
    page.keyboard.press("ArrowDown")
    at = page.locator(SEARCH).get_attribute("aria-activedescendant")
    expect(page.locator(f"[id='{at}']")).to_have_text(wanted)
    page.keyboard.press("Enter")
    expect(page.locator(PRIMARY)).to_have_text(f"Play: {wanted}")
    expect(page.locator(f"{OPTION}[aria-selected=true]")).to_have_text(wanted)
    expect(page.locator(PRIMARY), "what will happen is said before it happens").to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator(PRIMARY)).not_to_have_text(f"Play: {wanted}")
    expect(page.locator(SEARCH)).to_have_value("")


def test_a_text_that_no_move_contains_says_what_to_do(visitors: Visitors) -> None:
    page = meet(visitors)
    page.fill(SEARCH, "nothing like this")
    expect(options(page)).to_have_count(0)
    expect(page.locator(".moves [role=status]")).to_have_text("No move contains this. Delete some letters.")
    page.press(SEARCH, "Escape")
    expect(page.locator(SEARCH)).to_have_value("")
    assert options(page).count() > 0


def test_the_own_choice_is_shown_and_can_be_changed_while_others_are_choosing(visitors: Visitors) -> None:
    page = strangers(visitors)
    sit_down(page, "amul", [ME, {"kind": "device", "name": "Ben"}, *bots(1)])
    page.locator(".pass button").click()
    first, second = options(page).all_inner_texts()[:2]
    page.get_by_role("option", name=first, exact=True).first.click()
    page.locator(PRIMARY).click()
    # The device goes to Ben; back with Ada her choice still lies there.
    page.locator(".pass button").wait_for()
    assert second not in page.locator("main").inner_text(), "hands are covered while the device is passed on"


def test_a_choice_that_lies_on_the_table_is_marked_and_named(visitors: Visitors) -> None:
    def spell(told: Any) -> None:
        disguise(told)
        for view in told.get("views", ()):
            if view.get("choices"):
                view["chosen"], view["revised"] = view["choices"]["moves"][0]["move"], view["choices"]
                view["choices"] = None

    page = meet(visitors, spell)
    first, second = options(page).first, options(page).nth(1)
    expect(first).to_have_attribute("aria-selected", "true")
    expect(page.locator(PRIMARY)).to_contain_text("You may still change it.")
    expect(page.locator(PRIMARY)).to_be_disabled()
    second.click()
    expect(page.locator(PRIMARY)).to_contain_text("Choose instead")
    expect(page.locator(PRIMARY)).to_be_enabled()


def test_of_very_many_moves_the_server_finds_those_that_are_not_listed(visitors: Visitors) -> None:
    def spell(told: Any) -> None:
        disguise(told)
        for view in told.get("views", ()):
            if view.get("choices"):
                view["choices"]["count"] = 5000
        if told["type"] == "answer" and told["refused"]:  # Amul lists every move; the unknown game can be asked
            found = {"move": "far xyz", "label": "Far xyz"}
            build = {"game": STRANGE, "kind": "plain", "build": "xyz", "moves": [found], "count": 1}
            ref = told["ref"]
            told.clear()
            told |= {"type": "build", "ref": ref, "build": build}

    page = meet(visitors, spell)
    expect(page.locator(".moves [role=status]")).to_contain_text("of 5000 moves")
    page.fill(SEARCH, "xyz")
    expect(options(page)).to_have_text(["Far xyz"])


def test_a_whole_game_is_played_with_a_thumb(visitors: Visitors) -> None:
    page = meet(visitors, size=PHONE, touch=True)
    Person(page, by_tap).play()
    expect(winner(page, "first place")).to_be_visible()


def test_of_two_one_wins_and_nobody_is_told_a_place(visitors: Visitors) -> None:
    page = visitors.arrive()
    sit_down_at(page, "wampum", 2, last=True)
    Person(page).play()

    def strange(told: Any) -> None:
        if told.get("table"):
            told["table"]["game"] = STRANGE
        for view in told.get("views", ()):
            view["board"] = {"game": STRANGE, "kind": "plain", "text": {"en": [{"label": "", "lines": ["The end"]}]}}

    enchant(page, strange)
    page.reload()
    expect(winner(page, "wins")).to_be_visible()
    expect(winner(page, "first place")).to_have_count(0)


def winner(page: Page, words: str) -> Locator:
    """The first who is marked as a winner with these words."""
    return page.get_by_test_id("result").get_by_role("img", name=words, exact=True).first


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_nothing_is_inaccessible_misplaced_or_too_small(visitors: Visitors, size: tuple[int, int]) -> None:
    page = meet(visitors, size=size)
    faults = criticise(page, "to decide")
    options(page).first.click()
    faults += criticise(page, "chosen")
    assert not faults, "\n".join(faults)


def test_our_own_words_around_it_are_translated(visitors: Visitors) -> None:
    page = meet(visitors, kept={"language": "xx"})
    assert untranslated(page) == []


def test_it_can_be_replayed(visitors: Visitors) -> None:
    page = strangers(visitors)
    table = finished_game(page, "amul", 3)

    def replay(route: Route) -> None:
        found = json.loads(route.fetch().text())
        found["table"]["game"] = STRANGE
        for step in found["steps"]:
            step["board"] = plain_board(step["board"])
        route.fulfill(json=found)

    page.route(re.compile("/replay[?]seat="), replay)
    page.goto(f"/replay/{table}")
    expect(page.locator("h1")).to_contain_text("Riddles")
    expect(page.locator(".board .head")).to_contain_text("round 1 of")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".board .head")).to_contain_text("over")
    expect(options(page)).to_have_count(0)


def test_it_stands_on_the_start_page_with_a_picture_and_without_a_page_of_rules(visitors: Visitors) -> None:
    page = strangers(visitors)
    page.goto("/")
    card = page.locator(f".game[data-game={STRANGE}]")
    expect(card.get_by_role("heading")).to_have_text("Riddles")
    expect(card.locator(".picture svg")).to_be_visible()
    expect(card.get_by_role("link", name="Friends")).to_be_visible()
    expect(card.get_by_role("link", name="Rules")).to_have_count(0)
