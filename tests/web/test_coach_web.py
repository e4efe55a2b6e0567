"""A first game with a coach in a real browser: chosen on the start page, advice at first meetings, warnings that can be
overruled, by click, thumb and keyboard, and all of it switched off for good."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from spieltisch import games
from tests.web.hands import by_click, by_keys, by_tap, make, number_of_moves
from tests.web.people import DESKTOP, PHONE, ROOT, violations
from tests.web.seating import SHOWN

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.web.hands import Touch
    from tests.web.people import Visitors

TAUGHT = [name for name in games.names() if games.get(name).lessons]
LANGUAGES = ["de", "en", "fr"]
ADVICE, WARNING = "[data-testid=advice]", "[data-testid=warning]"


def advice_for(game: str, language: str) -> dict[str, str]:
    file = ROOT / "web" / "src" / "games" / game / "coach" / f"{language}.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


def sit_down(page: Page, game: str, touch: Touch = by_click) -> None:
    """From the start page to a table with a coach."""
    page.goto("/")
    card = f"[data-game={game}]"
    row = f"{card} .levels" if page.viewport_size and page.viewport_size["width"] > 640 else ".common"
    page.wait_for_selector(row)
    if touch is by_keys:
        page.locator(f"{row} input[value=coach]").focus()
        page.keyboard.press("Space")
    else:
        page.locator(f"{row} label:has(input[value=coach])").click()
    touch(page, f"[data-play={game}]")
    page.wait_for_url("**/table/*")
    page.wait_for_selector(SHOWN)


def state_of(page: Page) -> Any:
    return page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()


def poor_bid(page: Page, touch: Touch = by_click, *, warned: bool = True) -> None:
    """Lay the whole hand where fewest goods lie, as soon as one may."""
    page.wait_for_function("() => document.querySelector('.hand .kind:not([aria-disabled])')")
    board = state_of(page)["views"][0]["board"]
    hand = board["seats"][0]["hand"]
    free = [village for village in board["villages"] if (village["bid"] or {"count": 0})["count"] < len(hand)]
    village = min(free, key=lambda one: len(one["goods"]))["number"]

    def touch_it(selector: str) -> None:
        page.wait_for_selector(selector)
        touch(page, selector)

    make(page, "wampum", f"bid {village} {hand}", touch_it)
    if warned:
        page.wait_for_selector(WARNING)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TAUGHT)
def test_advice_comes_where_a_part_of_the_game_is_met_first(visitors: Visitors, game: str, language: str) -> None:
    page = visitors.arrive(size=PHONE, touch=True, kept={"language": language})
    sit_down(page, game, by_tap)
    told = advice_for(game, language)
    expect(page.locator(ADVICE)).to_be_visible()
    said = page.locator(f"{ADVICE} p").inner_text()
    assert said in told.values()
    expect(page.get_by_test_id("coach-advises")).to_have_text(said)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "nothing scrolls"
    page.reload()
    expect(page.locator(f"{ADVICE} p")).to_have_text(said)
    page.get_by_test_id("advice-close").tap()
    expect(page.locator(ADVICE)).to_have_count(0)
    page.reload()
    page.wait_for_selector(SHOWN)
    page.wait_for_timeout(300)
    expect(page.locator(ADVICE)).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_warning_gives_a_reason_and_fits_on_a_phone(visitors: Visitors, language: str) -> None:
    page = visitors.arrive(size=PHONE, touch=True, kept={"language": language})
    sit_down(page, "wampum", by_tap)
    page.get_by_test_id("advice-close").tap()
    before = number_of_moves(page)
    poor_bid(page, by_tap)
    texts = json.loads((ROOT / "web/src/app/coach/texts" / f"{language}.json").read_text("utf-8"))
    expect(page.locator(WARNING)).to_contain_text(texts["title"])
    expect(page.locator(f"{WARNING} .reason")).not_to_be_empty()
    box = page.locator(WARNING).bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= PHONE[1]
    assert page.evaluate(
        f"() => {{ const w = document.querySelector('{WARNING}'); return w.scrollHeight <= w.clientHeight }}"
    )
    assert violations(page) == []
    page.get_by_test_id("warning-again").tap()
    expect(page.locator(WARNING)).to_have_count(0)
    assert number_of_moves(page) == before, "it was not played"
    poor_bid(page, by_tap)
    page.get_by_test_id("warning-anyway").tap()
    page.wait_for_function(f"() => Number(document.querySelector('main[data-moves]').dataset.moves) > {before}")


def test_a_warning_by_keyboard_alone(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP, kept={"language": "en"})
    sit_down(page, "wampum", by_keys)
    before = number_of_moves(page)
    poor_bid(page, by_keys)
    page.wait_for_selector("[data-testid=warning-again]:focus")
    page.keyboard.press("Escape")
    expect(page.locator(WARNING)).to_have_count(0)
    assert number_of_moves(page) == before
    poor_bid(page, by_keys)
    page.keyboard.press("Tab")
    page.wait_for_selector("[data-testid=warning-anyway]:focus")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => Number(document.querySelector('main[data-moves]').dataset.moves) > {before}")


def test_the_coach_is_switched_off_for_good(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP, kept={"language": "en"})
    sit_down(page, "wampum")
    before = number_of_moves(page)
    poor_bid(page)
    page.get_by_test_id("coach-off").click()
    page.wait_for_function(f"() => Number(document.querySelector('main[data-moves]').dataset.moves) > {before}")
    expect(page.locator(ADVICE)).to_have_count(0)
    sit_down(page, "wampum")
    expect(page.locator(ADVICE)).to_have_count(0)
    page.goto("/settings")
    page.get_by_label("Coach").check()
    sit_down(page, "wampum")
    poor_bid(page)


def test_a_first_game_of_wigwam_begins_with_the_pieces_on_the_board(visitors: Visitors) -> None:
    page = visitors.arrive()
    sit_down(page, "wigwam")
    table = state_of(page)["table"]
    assert table["options"]["setup"] == "standard"
    assert [seat["level"] for seat in table["seats"]] == [None, "beginner"]
    assert table["settings"]["coach"]
    page.goto("/")
    expect(page.locator("[data-game=wigwam] .levels input[value=coach]")).to_be_checked()
    expect(page.locator("[data-game=amul] .levels input[value=casual]")).to_be_checked()


def test_where_nobody_could_ask_back_a_move_is_made_at_once(visitors: Visitors) -> None:
    """What asks back is loaded when it is needed; where that fails, no move may be refused for good."""
    page = visitors.arrive(size=DESKTOP, kept={"language": "en"})
    page.route("**/assets/Adviser-*.js", lambda route: route.abort())
    sit_down(page, "wampum")
    before = number_of_moves(page)
    poor_bid(page, warned=False)
    page.wait_for_function(f"() => Number(document.querySelector('main[data-moves]').dataset.moves) > {before}")
    expect(page.locator(WARNING)).to_have_count(0)
    visitors.troubles.clear()  # the part that did not come is complained about


def test_a_coach_is_offered_where_there_are_bots_to_begin_with(visitors: Visitors) -> None:
    def without(route: Route) -> None:
        known = route.fetch().json()
        for game in known:
            if game["name"] == "amul":
                game["levels"] = ["random", "expert"]
        route.fulfill(json=known)

    page = visitors.arrive(size=DESKTOP, kept={"language": "en", "coached": {"amul": True}})
    page.route("**/api/games", without)
    page.goto("/")
    expect(page.locator("[data-game=wampum] .levels input[value=coach]")).to_have_count(1)
    expect(page.locator("[data-game=amul] .levels input[value=expert]")).to_have_count(1)
    expect(page.locator("[data-game=amul] .levels input[value=coach]")).to_have_count(0)


def test_the_rules_can_be_read_without_the_lessons(visitors: Visitors) -> None:
    """Offline, and after a change of the game while the places of another one were still on their way."""
    page = visitors.arrive(size=DESKTOP, kept={"language": "en"})
    waiting: list[Route] = []
    page.route("**/api/lessons/wampum", lambda route: waiting.append(route))
    page.route("**/api/lessons/amul", lambda route: route.abort())
    page.goto("/rules/wampum")
    page.wait_for_selector("article[data-game=wampum] section")
    page.evaluate("history.pushState({}, '', '/rules/amul'); dispatchEvent(new PopStateEvent('popstate'))")
    page.wait_for_selector("article[data-game=amul] section")
    waiting[0].continue_()
    page.wait_for_timeout(300)
    assert page.locator("[data-practise]").count() == 0
    page.unroute("**/api/lessons/wampum")
