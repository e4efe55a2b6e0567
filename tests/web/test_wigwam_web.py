"""The table of Wigwam in a real browser: set-ups by mouse and keyboard, dragging, captures jump by jump."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from spieltisch import games
from tests.tables import walk
from tests.web.hands import PRIMARY, by_keys, go_to, primary
from tests.web.people import DESKTOP, PHONE, TABLET
from tests.web.seating import ME, bots, device, post, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors


def pieces(page: Page, side: str) -> int:
    return page.locator(f"[data-piece^='{side} ']").count()


def test_hidden_set_up_with_presets_and_mirror(visitors: Visitors) -> None:
    page = visitors.arrive(size=TABLET)
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "hidden"})
    assert not primary(page).is_enabled()
    assert pieces(page, "0") == 0
    page.get_by_role("button", name="Tents apart").click()
    assert pieces(page, "0") == 11
    assert pieces(page, "1") == 0, "nobody sees the other arrangement"
    # Exchange the chief with the warrior beside him: choose one, then the other.
    page.locator("[data-point=d1]").click()
    page.locator("[data-point=c1]").click()
    assert page.locator("[data-point=c1]").get_attribute("data-piece") == "0 chief"
    page.get_by_role("button", name="Mirror").click()
    page.locator("[data-point=e1][data-piece='0 chief']").wait_for()
    primary(page).click()
    page.locator("[data-piece^='1 ']").first.wait_for()
    assert pieces(page, "1") == 11
    assert page.locator("[data-point=e1]").get_attribute("data-piece") == "0 chief"


def test_hidden_set_up_by_keyboard(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP)
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "hidden"})
    base = ["d1", "c1", "d2", "e1", "b1", "b2", "c2", "d3", "e2", "f1", "f2"]
    go_to(page, "[data-point][tabindex='0']")
    for number, point in enumerate(base):
        page.keyboard.press("2" if number == 0 else "3" if number < 4 else "1")
        by_keys(page, f"[data-point={point}]")
    assert pieces(page, "0") == 11
    page.wait_for_selector(f"{PRIMARY}:enabled")
    by_keys(page, PRIMARY)
    page.locator("[data-piece^='1 ']").first.wait_for()


def test_pieces_can_be_dragged_from_the_tray_and_on_the_board(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP)
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "alternate"})
    page.locator("[data-kind=chief]").drag_to(page.locator("[data-point=d1]"))
    page.locator("[data-point=d1][data-piece='0 chief']").wait_for()
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "standard"})
    page.locator("[data-point=d3]").drag_to(page.locator("[data-point=e3]"))
    page.locator(".moves li span", has_text="d3-e3").wait_for()


def test_legal_targets_are_shown_and_a_piece_can_be_put_down(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE)
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "standard"})
    page.locator("[data-point=d3]").click()
    targets = page.locator("[data-mark=target]")
    assert sorted(str(found.get_attribute("data-point")) for found in targets.all()) == ["c3", "d4", "e3"]
    page.get_by_role("button", name="Put down").click()
    assert targets.count() == 0
    page.locator("[data-point=d2]").click()
    assert targets.count() == 0, "a tent behind warriors cannot move"


HEIGHT = "point => document.querySelector(`[data-point=${point}]`).getBoundingClientRect().top"


def height_of(page: Page, point: str) -> float:
    """How far down the screen a point lies."""
    height: float = page.evaluate(HEIGHT, point)
    return height


def test_own_corner_points_at_the_player_and_the_board_turns(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE)
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "standard"})
    assert height_of(page, "d1") > height_of(page, "d7")
    page.get_by_role("button", name="Turn", exact=True).click()
    page.wait_for_function(f"() => Math.abs(({HEIGHT})('d1') - ({HEIGHT})('d7')) < 2")
    page.get_by_role("button", name="Names").click()
    expect(page.locator("svg text", has_text="d4")).to_have_count(1)


def test_points_are_large_enough_for_a_thumb_and_nothing_scrolls_sideways(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE)
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "standard"})
    places = [page.locator(f"[data-point={point}]").bounding_box() for point in ("d3", "d4")]
    assert all(place is not None and place["width"] >= 44 for place in places)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def before_a_double_capture() -> tuple[list[tuple[int, str]], str]:
    """Find the beginning of a game after which light can take two pieces with one move, without a third."""
    for seed in range(200):
        table = games.get("wigwam").deal(2, 0, {"setup": "standard"})
        made: list[tuple[int, str]] = []
        for seat, move in walk(table, seed):
            long = [other for other in table.legal_moves(seat) if other.count("x") == 2]
            if seat == 0 and long and not any(other.startswith(long[0] + "x") for other in table.legal_moves(0)):
                return made, long[0]
            made.append((seat, move))
    raise AssertionError("no such game found")


def test_a_capture_is_built_jump_by_jump_and_can_be_taken_back(visitors: Visitors) -> None:
    page = visitors.arrive(size=PHONE)
    made, capture = before_a_double_capture()
    start, _, first, _, second = capture.replace("-", "x").split("x")
    table = post(
        page,
        "/api/tables",
        {
            "game": "wigwam",
            "seats": [ME, device("Ben")],
            "options": {"setup": "standard"},
            "settings": {"forced_moves": False},
            "start": True,
        },
    )
    seq = table["seq"]
    for seat, move in made:
        seq = post(page, f"/api/tables/{table['id']}/moves", {"seat": seat, "move": move, "seq": seq})["seq"]
    page.goto(f"/table/{table['id']}")
    page.locator(f"[data-point={start}]:has(.glow)").click()
    page.locator(f"[data-point={first}]").click()
    page.locator(f"[data-point={first}][data-piece^='0 ']").wait_for()
    assert page.locator(".route").count() == 1
    assert page.locator(".gone").count() == 1
    page.get_by_role("button", name="One jump back").click()
    page.locator(f"[data-point={start}][data-piece^='0 ']").wait_for()
    assert page.locator(".gone").count() == 0
    page.locator(f"[data-point={first}]").click()
    assert primary(page).inner_text() == f"Take 1 piece, landing on {first}"
    page.locator(f"[data-point={second}]").click()
    page.locator(".moves li span", has_text=capture).wait_for()
