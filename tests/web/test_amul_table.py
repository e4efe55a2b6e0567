"""The bazaar as a place: nothing moves between turns, cards are large, and what happens is shown in its order."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.tables import SOAK
from tests.web.hands import Person, primary
from tests.web.people import DESKTOP, LARGE, LYING, PHONE, TABLET, WALL, at_sizes, measure, misplaced, resize
from tests.web.seating import FRIEND, ME, bots, join, sit_down, sit_down_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors

INSTANT = {"pace": "instant", "language": "en"}

BOXES = """() => {
  const PARTS = [".door", ".amul > .bar", ".say", ".row-market", ".rugs", ".rugs .rug", ".column", ".tray", ".deck",
    ".hand li", ".action", "[data-testid=primary]", ".tabs", ".panel", ".stall"];
  const box = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
  };
  return Object.fromEntries(PARTS.map((part) => [part, [...document.querySelectorAll(part)].map(box)]));
}"""


FEWEST, MOST = 3, 8
COUNTS = range(FEWEST, MOST + 1)


@pytest.mark.parametrize(
    ("size", "players"),
    list(product((DESKTOP, PHONE, LYING), COUNTS)) if SOAK else [(DESKTOP, FEWEST), (PHONE, MOST), (LYING, MOST)],
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


STEPS = ("offer", "pick", "play", "take")


@pytest.mark.parametrize("players", COUNTS)
def test_in_every_step_cards_are_large_and_all_in_sight(visitors: Visitors, players: int) -> None:
    """Market, hand, palace, bazaar and the neighbours' areas, late in a game, when most of them lies there."""
    page = visitors.arrive()
    for step in STEPS:
        sit_down_at(page, "amul", players, step, last=True)
        Person(page).wait()
        for size, least in ((DESKTOP, 88), (LARGE, 130), (WALL, 170)):
            resize(page, size)
            widths: list[float] = page.locator("[data-card]").evaluate_all(
                "cards => cards.map((card) => card.getBoundingClientRect().width)"
            )
            assert min(widths) >= least, (step, size)
            assert out_of_sight(page) == [], (step, size)


@pytest.mark.parametrize("players", COUNTS)
def test_on_small_screens_no_decision_needs_scrolling(visitors: Visitors, players: int) -> None:
    """The whole market, the hand, each area behind its tab, and whatever can be taken by an effect."""
    page = visitors.arrive(size=PHONE)
    person = Person(page)
    for step in STEPS:
        sit_down_at(page, "amul", players, step, last=True)
        person.wait()
        assert at_small_sizes(page, step) == []
    sit_down_at(page, "amul", players, "pick", last=True)
    person.wait()
    for tab in ("own", "left", "right"):
        page.locator(f"#amul-tab-{tab}").click()
        assert at_small_sizes(page, tab) == []
    sit_down(page, "amul", [ME, *bots(players - 1)])
    person.wait()
    for stock in ("palace", "bazaar"):
        page.locator("#amul-tab-stocks").click()
        page.locator(f".{stock}-deck").click()
        page.wait_for_selector(".stock [data-card]")
        assert at_small_sizes(page, stock) == []
        page.keyboard.press("Escape")


def at_small_sizes(page: Page, what: str) -> list[str]:
    """Look for what is out of sight on phones and tablets; the page keeps its size."""
    return at_sizes(
        page, (PHONE, LYING, TABLET), lambda size: [f"{what} {size}: {found}" for found in out_of_sight(page)]
    )


def out_of_sight(page: Page) -> list[str]:
    """Cards, stalls and areas of which a part lies beyond the screen, or is cut off by what they lie in."""
    found: list[str] = page.locator(".amul :is([data-card], .stall, .mini, [data-testid=primary])").evaluate_all(
        """all => all.filter((one) => {
          const { left, top, right, bottom } = one.getBoundingClientRect();
          if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return true;
          for (let around = one.parentElement; around; around = around.parentElement) {
            if (getComputedStyle(around).overflow === "visible") continue;
            const box = around.getBoundingClientRect();
            if (left < box.left - 1 || right > box.right + 1) return true;
            if (top < box.top - 1 || bottom > box.bottom + 1) return true;
          }
          return false;
        }).map((one) => `${one.className} ${one.textContent.trim().slice(0, 40)}`)"""
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


def test_on_a_phone_that_lies_down_eight_still_find_cards_and_no_slips(visitors: Visitors) -> None:
    page = visitors.arrive(size=LYING)
    sit_down_at(page, "amul", 8, "pick")
    Person(page).wait()
    assert smallest(page, ".stalls") >= 80
    page.locator("#amul-tab-stocks").click()
    page.locator(".palace-deck").click()
    page.wait_for_selector(".stock [data-card]")
    assert smallest(page, ".stock") >= 80


def smallest(page: Page, where: str) -> float:
    """The shorter side of the smallest card there."""
    boxes = [card.bounding_box() for card in page.locator(f"{where} [data-card]").all()]
    return min(min(box["width"], box["height"]) for box in boxes if box)


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


WHOLE = """name => {
  const text = document.createRange();
  text.selectNodeContents(name);
  const plank = name.closest(".counter").getBoundingClientRect();
  return [...text.getClientRects()].every(({ left, right, top, bottom }) =>
    left >= plank.left - 1 && right <= plank.right + 1 && top >= plank.top - 3 && bottom <= plank.bottom + 3);
}"""
"""Every line of a name lies on its plank; lines stand a little into each other's leading."""


def test_the_longest_name_is_whole_on_its_plank_beside_ten_others(visitors: Visitors) -> None:
    page, friend = visitors.arrive(size=DESKTOP), visitors.arrive(LONGEST_NAME, size=DESKTOP)
    join(friend, sit_down(page, "amul", [ME, FRIEND, *bots(6)]))
    for person in (Person(page), Person(friend)):
        person.decide()
    plank = page.locator("[data-stall='seat 1'] .counter .name")
    expect(plank).to_have_text(LONGEST_NAME)
    assert plank.evaluate(WHOLE)
    assert misplaced(page) == []


def test_an_effect_says_what_may_be_taken_and_why(visitors: Visitors) -> None:
    """Over the veil, where the palace or the bazaar lies open."""
    page = visitors.arrive(size=PHONE)
    sit_down_at(page, "amul", 5, "take", last=True)
    Person(page).wait()
    expect(page.locator(".stock-window h2")).to_have_text(re.compile(r"^Take 1 .*thanks to"))


def test_hints_say_what_a_card_brings(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP)
    sit_down_at(page, "amul", 5, "pick", last=True)
    Person(page).wait()
    page.locator(".quick button").first.click()
    page.wait_for_selector("[data-testid=hints] li")
    told = page.locator("[data-testid=hints] li")
    assert told.count() > 1
    for hint in told.all():
        assert re.search(r"[+\u2212]?\d+ (on|in)", hint.locator("small").inner_text())


def test_majorities_have_their_places_in_words(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP)
    sit_down_at(page, "amul", 5, last=True)
    Person(page).play()
    for line in (7, 8):
        places = page.locator(".sheet tbody tr").nth(line).locator(".place")
        expect(places.filter(has_text=re.compile(r"^(\d(st|nd|rd|th) place(, tied)?|no place)$"))).to_have_count(5)
