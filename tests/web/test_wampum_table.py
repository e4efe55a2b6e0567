"""Wampum's table as a place: everything in sight, nothing moves but cards and canoes, and the trade tells its story."""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Locator, expect

from tests.tables import SOAK
from tests.web.hands import PRIMARY, RESULT, Person, by_keys, go_to, make
from tests.web.people import DESKTOP, LARGE, LYING, PHONE, SIZES, TABLET, resize, settle
from tests.web.scenes import stop_the_story
from tests.web.seating import FRIEND, ME, bots, join, sit_down, sit_down_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.web.people import Motion, Visitors

BOXES = """selectors => selectors.map((selector) => [...document.querySelectorAll(selector)].map((found) => {
  const { x, y, width, height } = found.getBoundingClientRect();
  return [x, y, width, height];
}))"""


def boxes(page: Page, selectors: list[str]) -> list[list[list[float]]]:
    """Where everything of these kinds lies."""
    found: list[list[list[float]]] = page.evaluate(BOXES, selectors)
    return found


def begin(page: Page, players: int) -> Person:
    """Sit down against bots and wait for one's turn."""
    sit_down(page, "wampum", [ME, *bots(players - 1)])
    person = Person(page)
    person.wait()
    return person


# --- everything that a decision needs is in sight ------------------------------------------------------------------

FEWEST, MOST = 2, 5
COUNTS = range(FEWEST, MOST + 1)
NEEDED = [".village", ".chip", ".hand .kind", ".act .main"]


@pytest.mark.parametrize("players", COUNTS)
def test_everything_for_a_decision_is_in_sight_at_every_size(visitors: Visitors, players: int) -> None:
    page = visitors.arrive()
    begin(page, players)
    page.locator(".hand .kind:not([aria-disabled])").first.click()
    page.locator(".village.allowed").first.click()
    for size in SIZES:
        resize(page, size)
        assert not page.evaluate("document.documentElement.scrollHeight > innerHeight"), size
        for selector, found in zip(NEEDED, boxes(page, NEEDED), strict=True):
            assert found, selector
            for x, y, width, height in found:
                assert -1 <= x <= x + width <= size[0] + 1, f"{selector} at {size}"
                assert -1 <= y <= y + height <= size[1] + 1, f"{selector} at {size}"


INSIDE = """outer => [...document.querySelectorAll(outer)].flatMap((found) => {
  const box = found.getBoundingClientRect();
  return [...found.querySelectorAll(".sign svg, .belt, b")].filter((part) => part.checkVisibility()).map((part) => {
    const inner = part.getBoundingClientRect();
    return Math.max(box.left - inner.left, inner.right - box.right, box.top - inner.top, inner.bottom - box.bottom);
  });
})"""


@pytest.mark.parametrize("players", COUNTS)
def test_the_fullest_hand_and_what_everybody_has_keep_their_room(visitors: Visitors, players: int) -> None:
    page = visitors.arrive()
    sit_down_at(page, "wampum", players, "bid", last=True)
    Person(page).wait()
    for size in SIZES:
        resize(page, size)
        settle(page)
        [cards] = boxes(page, [".hand .card-of"])
        assert min(x for x, _, _, _ in cards) >= -4, size  # the outermost cards lean a little
        assert max(x + width for x, _, width, _ in cards) <= size[0] + 4, size
        assert max(page.evaluate(INSIDE, ".chip:not(.mine)")) <= 2, f"something sticks out of a plate at {size}"


def test_the_largest_bid_stays_in_sight_when_it_is_turned_up(visitors: Visitors) -> None:
    page = visitors.arrive(size=LARGE, kept={"pace": "slow"})
    sit_down_at(page, "wampum", 5, "bid", last=True)
    page.evaluate("() => { window.patient = true; }")
    person = Person(page)
    person.wait()
    bid = page.locator(".hand .card-of").count()
    assert bid > 5
    while page.locator(".hand .card-of:not(.laid)").count():
        page.locator(".hand .card-of:not(.laid)").first.click(force=True)
    page.locator("[data-village='1']").click()
    page.locator(f"{PRIMARY}:enabled").click()
    cards = page.locator(".village.now [data-canoe='0'].open .up")
    while cards.count() < bid:
        sight = person.look()
        if sight and "touch" in sight:  # somebody had even more to offer there
            person.act(sight)
        page.wait_for_timeout(20)
    stop_the_story(page)
    settle(page)
    assert min(card["x"] for card in map(Locator.bounding_box, cards.all()) if card) >= 0


@pytest.mark.parametrize("players", [2, 4, 5])
def test_cards_grow_with_the_screen(visitors: Visitors, players: int) -> None:
    page = visitors.arrive()
    begin(page, players)
    # Five villages and the open drawer share the width of the largest screen.
    for size, least in ((DESKTOP, 88), (LARGE, 130), ((2560, 1440), 160 if players < 5 else 135)):
        resize(page, size)
        [cards] = boxes(page, [".village .goods .one > .good"])
        assert min(width for _, _, width, _ in cards) >= least, size


# --- nothing moves but cards and canoes ------------------------------------------------------------------------------

STANDING = [".frame > header", ".chip", ".village", ".wampum > .line", ".bank", ".act .main"]
BASELINE = "() => (document.querySelector('.hand') ?? document.querySelector('.hands')).getBoundingClientRect().bottom"
# Every number of players, each at another size; `make soak` takes all of them at all sizes.
WATCHED = list(product(SIZES, COUNTS)) if SOAK else [(DESKTOP, 2), (LYING, 3), (TABLET, 4), (PHONE, 5)]


def stands_still(page: Page) -> Callable[[], None]:
    """Remember where everything is; what is given asks whether it still is there."""
    before, baseline = boxes(page, STANDING), page.evaluate(BASELINE)

    def still() -> None:
        for selector, then, now in zip(STANDING, before, boxes(page, STANDING), strict=True):
            assert len(then) == len(now), selector
            for one, other in zip(then, now, strict=True):
                assert other == pytest.approx(one, abs=1), selector
        assert page.evaluate(BASELINE) == pytest.approx(baseline, abs=1)

    return still


@pytest.mark.parametrize(("size", "players"), WATCHED)
def test_nothing_but_cards_and_canoes_moves_through_a_whole_game(
    visitors: Visitors, size: tuple[int, int], players: int
) -> None:
    page = visitors.arrive(size=size)
    person = begin(page, players)
    still = stands_still(page)
    sight = person.wait()
    while "over" not in sight:
        person.act(sight)
        still()
        sight = person.wait()
    still()


SCROLLED = """() => {
  const root = document.querySelector(".wampum");
  const tall = "position: absolute; top: 0; height: 300vh; width: 1px";
  root.append(Object.assign(document.createElement("i"), { style: tall }));
  const around = [root];
  while (around.at(-1).parentElement) around.push(around.at(-1).parentElement);
  for (const each of around) each.scrollTop = 40;
  return around.map((each) => each.scrollTop);
}"""


def test_what_sticks_out_scrolls_nothing(visitors: Visitors) -> None:
    page = visitors.arrive(size=LYING)
    begin(page, 3)
    assert not any(page.evaluate(SCROLLED))


def test_two_lines_of_words_stay_on_the_screen(visitors: Visitors) -> None:
    page = visitors.arrive(size=LYING)
    begin(page, 3)
    page.locator(".line .toast > span").evaluate("words => { words.textContent = 'Wampum '.repeat(9); }")
    [[(_, y, _, height)]] = boxes(page, [".line .toast"])
    assert height > 30, "two lines"
    assert y + height <= LYING[1]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_whoever_watches_sees_all_hands_face_down_and_nothing_moves(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.arrive()
    sit_down_at(page, "wampum", 4, "bid", last=True)
    watcher = visitors.arrive("Eve", size=size)
    watcher.goto(page.url)
    hands = watcher.locator(".hands li")
    expect(hands).to_have_count(4)
    watcher.locator(".hands .good").first.wait_for()
    assert watcher.locator(".hands .good:not([data-kind=back])").count() == 0
    settle(watcher)
    still = stands_still(watcher)
    person = Person(page)
    while "over" not in (sight := person.wait()):
        person.act(sight)
        still()
    watcher.wait_for_selector(RESULT)


@pytest.mark.parametrize("size", SIZES)
def test_two_canoes_at_one_village_lie_side_by_side(visitors: Visitors, size: tuple[int, int]) -> None:
    ada, ben = visitors.arrive("Ada"), visitors.arrive("Ben")
    join(ben, sit_down(ada, "wampum", [ME, FRIEND]))
    ada.wait_for_selector(".village")
    first, second = (ada, ben) if ada.locator(PRIMARY).count() else (ben, ada)
    for page, count in ((first, 1), (second, 2)):
        page.wait_for_selector(PRIMARY)
        kinds = page.locator(".hand .kind").evaluate_all(
            "kinds => kinds.map((kind) => kind.dataset.kind.repeat(kind.querySelectorAll('.card-of').length)).join('')"
        )
        make(page, "wampum", f"bid 1 {kinds[:count]}", page.click)
    for page in (first, second):
        resize(page, size)
        page.wait_for_selector(".lifted")
        settle(page)
        [[came], [goes]] = boxes(page, [".lying .hull", ".lifted .hull"])
        assert came[0] + came[2] <= goes[0] + 0.2 * goes[2], "one beside the other"


def test_cards_can_be_typed_with_the_letters_that_they_carry(visitors: Visitors) -> None:
    page = visitors.arrive(kept={"language": "de"}, language="de-DE", size=LARGE)
    begin(page, 2)
    kind = page.locator(".hand .kind").first
    letter = kind.locator(".letter").first.text_content()
    page.get_by_label("Zug als Text").fill(f"bid 3 {letter}")
    page.get_by_label("Zug als Text").press("Enter")
    expect(page.locator("main")).not_to_have_attribute("data-moves", "0")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_hint_lies_over_the_table_and_moves_nothing(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.arrive(size=size)
    begin(page, 4)
    before = boxes(page, STANDING)
    page.locator(".quick button").first.click()
    page.wait_for_selector("[data-testid=hints] li small")
    assert boxes(page, STANDING) == before
    chances = page.locator("[data-testid=hints] .chance [aria-hidden]").all_inner_texts()
    numbers = [int(chance.removesuffix(" %")) for chance in chances]
    assert numbers == sorted(numbers, reverse=True)
    glowing = page.locator(".village.hinted")
    assert glowing.count() > 0
    expect(glowing.first).to_contain_text("%")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".village.hinted")).to_have_count(0)
    assert boxes(page, STANDING) == before


# --- the trade tells its story ---------------------------------------------------------------------------------------

WATCH = """() => {
  // Everything that can be seen, noted whenever the page has changed while a story is told.
  window.patient = true;
  window.seen = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const at = (found) => Number(found.closest(".village").dataset.village);
  const number = (found) => Number(found.querySelector("b").textContent);
  const numbers = (name) =>
    Object.fromEntries(all(`[data-${name}]`).map((found) => [found.dataset[name], number(found)]));
  const note = () => {
    if (!document.querySelector("[data-testid=next]")) return;
    const seen = {
      title: document.querySelector("h1").textContent,
      now: Number(document.querySelector(".village.now")?.dataset.village ?? 0),
      home: all(".village .gone").map(at),
      up: all(".village [data-canoe]:has(.good:not([data-kind=back]))").map(at),
      traders: Object.fromEntries(all("[data-canoe]").map((found) => [found.dataset.canoe, at(found)])),
      hands: numbers("hand"),
      chests: numbers("chest"),
      log: all(".log li").length,
      toast: document.querySelector("[data-testid=toast]")?.textContent ?? "",
    };
    if (JSON.stringify(window.seen.at(-1)) !== JSON.stringify(seen)) window.seen.push(seen);
  };
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(note).observe(document, everything);
}"""


MOTIONS: tuple[Motion, ...] = ("reduce", "no-preference")


def watch_a_trade(page: Page, players: int) -> list[dict[str, Any]]:
    """Play until a trade has been shown, and look on; gives what was to be seen of it, from the first village on."""
    person = begin(page, players)
    page.evaluate(WATCH)
    while not page.evaluate("() => seen.some(({ now }) => now)"):
        sight = person.look()
        if sight and "touch" in sight:
            person.act(sight)
        page.wait_for_timeout(20)
    page.locator("[data-testid=next]").wait_for(state="detached")
    seen: list[dict[str, Any]] = page.evaluate("() => seen.slice(seen.findIndex(({ now }) => now))")
    return seen


@pytest.mark.parametrize(
    ("motion", "players"),
    list(product(MOTIONS, COUNTS)) if SOAK else list(zip(MOTIONS * 2, COUNTS, strict=True)),
)
def test_the_trade_is_told_village_by_village_and_nothing_is_shown_before_its_time(
    visitors: Visitors, motion: Motion, players: int
) -> None:
    page = visitors.arrive(size=LARGE, motion=motion, kept={"pace": "normal", "language": "en"})
    seen = watch_a_trade(page, players)
    villages = [one["now"] for one in seen if one["now"]]
    assert villages == sorted(villages), "one village after the other"
    traders = seen[0]["traders"]
    assert len(traders) == players
    order = [str(seat) for seat, _ in sorted(traders.items(), key=lambda found: found[1])]
    for then, now in pairwise(seen):
        assert now["title"] == seen[0]["title"], "the header stays in its round"
        assert now["log"] == seen[0]["log"], "the log tells it when it is over"
        assert set(now["up"]) <= {now["now"]}, "other bids lie face down"
        for what in ("hands", "chests"):
            changed = {seat for seat in order if then[what][seat] != now[what][seat]}
            allowed = {seat for seat in order if traders[seat] in (then["now"], now["now"])}
            assert changed <= allowed, f"{what} of {changed} in village {now['now']}"
            if changed:
                assert now["toast"] != seen[0]["toast"], "what is counted is said"
    sentences = [now["toast"] for then, now in pairwise(seen) if then["toast"] != now["toast"]]
    places = [
        next(village for village in range(1, 6) if f"village {village}" in said)
        for said in sentences
        if "village" in said
    ]
    assert places == sorted(places)
    assert set(places) == set(traders.values())
    assert page.locator(".log li").count() > seen[0]["log"]


def test_a_trade_goes_on_by_a_click_or_is_shown_at_once(visitors: Visitors) -> None:
    page = visitors.arrive(motion="no-preference", kept={"pace": "slow", "language": "en"})
    person = begin(page, 5)
    page.evaluate("() => { window.patient = true; }")
    while not page.locator(".village.now").count():
        sight = person.look()
        if sight and "touch" in sight:
            person.act(sight)
        page.wait_for_timeout(20)
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Next").click()
    page.locator(".village:has(.gone)").first.wait_for()
    page.get_by_role("button", name="Show all").click()
    expect(page.locator("[data-testid=next]")).to_have_count(0)
    expect(page.locator(".village:has(.gone)")).to_have_count(0)


# --- the end ---------------------------------------------------------------------------------------------------------


HEADLINES = """() => {
  window.headlines = [];
  new MutationObserver(() => {
    const said = document.querySelector("[data-testid=result] h2")?.textContent;
    if (said && said !== headlines.at(-1)) headlines.push(said);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""


def test_the_end_is_counted_up_and_leaves_the_villages_in_sight(visitors: Visitors) -> None:
    page = visitors.arrive(size=DESKTOP, motion="no-preference")
    sit_down_at(page, "wampum", 4, last=True)
    page.evaluate(HEADLINES)
    Person(page).play()
    totals = page.locator(f"{RESULT} .total [aria-hidden]")
    expect(page.locator(f"{RESULT} h2")).to_contain_text("wampum")
    assert page.evaluate("() => headlines[0]") == "The chests are counted …"
    chests, hands = (page.locator(f"{RESULT} .from:nth-of-type({n}) b").all_inner_texts() for n in (4, 6))
    for total, chest, hand in zip(totals.all_inner_texts(), chests, hands, strict=True):
        assert int(total) == int(chest) + int(hand)
    expect(page.locator(RESULT)).to_contain_text("the pile is empty")
    [[result]], goods = boxes(page, [RESULT]), boxes(page, [".village .goods"])[0]
    assert all(y + height <= result[1] + 1 for _, y, _, height in goods), "the goods can be seen"


# --- before the game -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_touching_a_kind_again_and_again_takes_all_its_cards_and_then_one_back(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    page = visitors.arrive(size=size)
    sit_down_at(page, "wampum", 5, "discard")
    Person(page).wait()
    counts = page.locator(".hand .kind").evaluate_all(
        "kinds => kinds.map((kind) => kind.querySelectorAll('.card-of').length)"
    )
    most = max(counts)
    assert most > 1
    kind = page.locator(".hand .kind").nth(counts.index(most))
    for chosen in [*range(1, most + 1), most - 1]:
        kind.locator(".card-of").last.click(force=True)  # whoever has no more to choose sees no offer, but may touch
        expect(kind.locator(".laid")).to_have_count(chosen)


def test_an_option_for_four_players_is_offered_to_four_players(visitors: Visitors) -> None:
    page = visitors.open("/new/wampum")
    for players, offered in (("3", 0), ("4", 1), ("5", 0)):
        page.get_by_label("Players", exact=True).select_option(players)
        expect(page.get_by_label("With four players, goods removed")).to_have_count(offered)


# --- letters, keys, ears ---------------------------------------------------------------------------------------------


def test_letters_follow_the_language_and_keys_follow_the_letters(visitors: Visitors) -> None:
    page = visitors.arrive(kept={"language": "de"}, language="de-DE")
    begin(page, 4)
    corn = page.locator(".village [data-kind=C] .letter, .hand [data-kind=C] .letter")
    assert corn.count() > 0
    assert set(corn.all_text_contents()) == {"M"}
    kind = page.locator(".hand .kind").first
    letter = kind.locator(".letter").first.text_content()
    go_to(page, ".village[tabindex='0']")
    page.keyboard.press((letter or "").lower())
    expect(page.locator(".laid")).to_have_count(1)
    expect(kind.locator(".laid")).to_have_count(1)


def test_a_bid_by_keyboard_leaves_the_focus_on_the_table(visitors: Visitors) -> None:
    page = visitors.arrive()
    person = begin(page, 3)
    person.touch = by_keys
    person.decide()
    settle(page)
    assert page.evaluate("document.activeElement.closest('.wampum') !== null"), "not lost to the page"


def test_a_number_chooses_its_village_and_enter_there_bids(visitors: Visitors) -> None:
    page = visitors.arrive()
    begin(page, 3)
    by_keys(page, ".hand .kind:not([aria-disabled])")
    page.wait_for_selector(".village.allowed")
    free = page.locator(".village.allowed").first.get_attribute("data-village")
    page.keyboard.press(free or "")
    expect(page.locator(f"{PRIMARY}:enabled")).to_be_visible()
    go_to(page, f".village[data-village='{free}']")
    before = page.locator("main").get_attribute("data-moves")
    page.keyboard.press("Enter")
    expect(page.locator("main")).not_to_have_attribute("data-moves", before or "")
    expect(page.locator(".laid")).to_have_count(0)


def test_a_village_says_its_goods_its_bid_and_what_my_cards_would_do_there(visitors: Visitors) -> None:
    page = visitors.arrive()
    person = begin(page, 4)
    page.locator(".hand .kind:not([aria-disabled])").first.click()
    person.wait()
    for village in page.locator(".village").all():
        said = village.locator(".hidden").first.inner_text()
        assert said.startswith(f"Village {village.get_attribute('data-village')}: ")
        assert "bid" in said.lower()
        assert "Your cards here: " in said


def test_the_season_is_kept(visitors: Visitors) -> None:
    page = visitors.arrive()
    begin(page, 3)
    expect(page.locator(".wampum-made")).to_have_attribute("data-shore", "summer")
    page.get_by_role("button", name="Another season").click()
    expect(page.locator(".wampum-made")).to_have_attribute("data-shore", "autumn")
    page.reload()
    expect(page.locator(".wampum-made")).to_have_attribute("data-shore", "autumn")
