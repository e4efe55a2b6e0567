"""The bazaar as a place: nothing moves between turns, cards are large, and what happens is shown in its order."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.tables import SOAK
from tests.web.hands import Person, primary
from tests.web.people import DESKTOP, LARGE, LYING, PHONE, WALL, measure, resize
from tests.web.seating import ME, bots, sit_down, sit_down_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors

INSTANT = {"pace": "instant", "language": "en"}

BOXES = """() => {
  const PARTS = [".door", ".amul > .bar", ".say", ".row-market", ".rugs", ".rugs .rug", ".column", ".tray", ".deck",
    ".hand li", ".action", "[data-testid=primary]", ".tabs", ".panel", ".wide .stall"];
  const box = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
  };
  return Object.fromEntries(PARTS.map((part) => [part, [...document.querySelectorAll(part)].map(box)]));
}"""


FEWEST, MOST = 3, 8
COUNTS = range(FEWEST, MOST + 1)


@pytest.mark.parametrize(
    ("size", "players"), list(product((DESKTOP, PHONE), COUNTS)) if SOAK else [(DESKTOP, FEWEST), (PHONE, MOST)]
)
def test_nothing_moves_between_turns(visitors: Visitors, size: tuple[int, int], players: int) -> None:
    """Rows, stalls, columns, the places of the hand and the button stay where they are through a whole game."""
    page = visitors.arrive(size=size, kept=INSTANT)
    sit_down(page, "amul", [ME, *bots(players - 1)])
    person = Person(page)
    first: dict[str, Any] = {}
    looked = 0
    while "over" not in (sight := person.wait()):
        now: dict[str, Any] = page.evaluate(BOXES)
        first = first or now
        for part, boxes in now.items():
            for was, box in zip(first[part], boxes, strict=False):
                assert all(abs(one - other) <= 1 for one, other in zip(was, box, strict=True)), (part, was, box)
        looked += 1
        person.act(sight)
    assert looked > 27


@pytest.mark.parametrize("players", COUNTS if SOAK else [FEWEST, 5, MOST])
def test_cards_are_large_and_nothing_scrolls(visitors: Visitors, players: int) -> None:
    page = visitors.arrive()
    sit_down(page, "amul", [ME, *bots(players - 1)])
    Person(page).decide()
    page.locator(".steps [aria-current]", has_text="Pick").wait_for()
    for size, least in ((DESKTOP, 88), (LARGE, 130), (WALL, 170)):
        resize(page, size)
        widths: list[float] = page.locator(".market [data-card], .hand [data-card]").evaluate_all(
            "cards => cards.map((card) => card.getBoundingClientRect().width)"
        )
        assert min(widths) >= least, size
        assert scrolling(page) == [], size


def scrolling(page: Page) -> list[str]:
    """What hides a part of itself behind a scroll bar."""
    found: list[str] = page.locator(".amul *").evaluate_all(
        """all => all.filter((one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowY)
             && one.scrollHeight > one.clientHeight + 1).map((one) => one.className)"""
    )
    return found


def test_on_a_phone_that_lies_down_no_button_covers_a_card(visitors: Visitors) -> None:
    page = visitors.arrive(size=LYING)
    sit_down_at(page, "amul", 8, "play", last=True)
    Person(page).wait()
    button = primary(page).bounding_box()
    assert button
    for card in page.locator(".hand [data-card]").all():
        box = card.bounding_box()
        assert box
        assert box["y"] + box["height"] <= button["y"] + 1


def test_plays_are_turned_up_before_anything_that_follows_is_told(visitors: Visitors) -> None:
    """While the played cards are shown, header, hand and log still tell of the round that they belong to."""
    page = visitors.arrive(size=DESKTOP, motion="no-preference", kept={"pace": "slow", "language": "en"})
    sit_down_at(page, "amul", 3, "play")
    person = Person(page)
    person.act(person.wait())
    was = page.locator(".round").inner_text()
    person.act(person.wait())
    plays = page.locator(".plays")
    plays.wait_for()
    assert page.locator(".round").inner_text() == was
    expect(page.locator(".steps [aria-current]")).to_contain_text("Play")
    assert plays.locator("li").count() == 3
    page.get_by_role("button", name="Skip").click()
    expect(plays).to_have_count(0)


WATCH = """() => {
  // Everything that can be seen, noted whenever the page has changed.
  window.patient = true;
  window.seen = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const lines = (words) => all(".log li").filter((line) => line.textContent.includes(words)).length;
  const note = () => {
    const seen = {
      showing: document.querySelector("[data-testid=primary]")?.textContent === "Being shown",
      said: document.querySelector(".say b")?.textContent ?? "",
      round: document.querySelector(".round")?.textContent ?? "",
      step: document.querySelector(".steps [aria-current]")?.textContent ?? "",
      gone: all(".stall.gone").length,
      picked: lines(" picks "),
      turned: lines("The played cards are turned up"),
      plays: all(".plays li").length,
      hand: all(".hand [data-card]").map((card) => card.dataset.card),
      areas: all(".rugs .rug").map((rug) => rug.querySelectorAll(".mini").length),
    };
    if (JSON.stringify(window.seen.at(-1)) !== JSON.stringify(seen)) window.seen.push(seen);
  };
  // Looked at when everything that belongs to a change has been done, and before the next one.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = note;
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(() => port2.postMessage("")).observe(document, everything);
}"""


def watch_a_round(page: Page) -> list[dict[str, Any]]:
    """Play through a round and look on; gives what was to be seen."""
    person = Person(page)
    person.wait()
    page.evaluate(WATCH)
    while not page.evaluate("() => seen.length && seen.at(-1).round !== seen[0].round"):
        sight = person.look()
        if sight and "touch" in sight:
            person.act(sight)
        page.wait_for_timeout(20)
    seen: list[dict[str, Any]] = page.evaluate("seen")
    return seen


@pytest.mark.parametrize("players", COUNTS if SOAK else [FEWEST, MOST])
def test_header_hand_areas_and_log_show_nothing_before_its_time(visitors: Visitors, players: int) -> None:
    page = visitors.arrive(size=DESKTOP, motion="no-preference", kept={"pace": "fast", "language": "en"})
    sit_down(page, "amul", [ME, *bots(players - 1)])
    seen = watch_a_round(page)
    picks: list[str] = []
    for one in seen:
        picking = one["showing"] and one["step"].endswith("Pick") and " takes " in one["said"]
        if picking and one["said"] not in picks[-1:]:
            picks.append(one["said"])
        if picking:
            assert one["gone"] == one["picked"] == len(picks) - 1, f"{one['said']} is still being shown"
        assert one["picked"] <= len(picks)
        # Later in the round an effect may take what is left.
        assert one["gone"] <= len(picks) or not one["step"].endswith("Pick")
    assert len(picks) == players, "every pick was shown, one after the other"
    offers = [one for one in seen if one["said"] == "The offers are turned up"]
    assert offers
    assert all(one["step"].endswith("Offer") and not one["picked"] for one in offers)
    plays = [one for one in seen if one["plays"]]
    before = seen[seen.index(plays[0]) - 1]
    for one in plays:
        assert one["plays"] == players
        assert one["step"].endswith("Play")
        assert not one["turned"], "the log tells it when it has been seen"
        for what in ("round", "hand", "areas"):
            assert one[what] == before[what], what


def test_another_place_is_kept(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP)
    sit_down(page, "amul", [ME, *bots(2)])
    page.get_by_role("button", name="Another place").click()
    expect(page.locator(".amul")).to_have_attribute("data-place", "tiles")
    page.reload()
    expect(page.locator(".amul")).to_have_attribute("data-place", "tiles")


LONGEST_NAME = "Wilhelmina Mondscheinfee"
CALL_EVERYBODY = """(name) => {
  for (const place of document.querySelectorAll(".podium li")) {
    place.style.setProperty("--tall", 0);
    place.querySelector(".called").textContent = name;
  }
  document.querySelector("#result").lastChild.textContent = `${name} gewinnt`;
  document.querySelector("[data-tie] span").textContent =
    `35 : 35, ${name} gewinnt durch Militärstärke, 12 gegen 11`;
}"""


def test_the_longest_name_on_the_lowest_place_leaves_room_for_its_points(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP, kept={"pace": "instant", "language": "de"})
    sit_down_at(page, "amul", 8, "take", last=True)
    Person(page).play()
    page.locator(".result [data-tie]").wait_for()
    assert len(LONGEST_NAME) == 24
    page.evaluate(CALL_EVERYBODY, LONGEST_NAME)
    assert measure(page, "result") == []
