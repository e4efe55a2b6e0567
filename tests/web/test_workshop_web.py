"""The card workshop in the browser: ten changed cards, a whole game with them, and every mistake beside its field."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from spieltisch.games.amul import house, parse
from spieltisch.games.amul.cards import house_text
from spieltisch.match import read_line, verify
from tests.amul.card_mistakes import MISTAKES, made
from tests.web.hands import RESULT, Person, play_together
from tests.web.seating import join

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors

PAGE = "/workshop/amul"
GOOD = "[data-testid=good]"
WRONG = "[data-testid=mistakes]"
TEN = ("spices", "silver", "gold", "jewel", "silk", "oil", "porcelain", "lamp", "thief", "camel")


def enter(page: Page, path: str = PAGE) -> None:
    page.goto(path)
    page.wait_for_selector(".workshop[data-fresh=true]")


def bring(page: Page, text: str) -> None:
    """Read a file in."""
    file: Any = {"name": "set.toml", "mimeType": "application/toml", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(file)


def settled(page: Page) -> None:
    """What is shown belongs to the draft as it is."""
    page.wait_for_selector(".workshop[data-fresh=true]")


def make_it_flat(page: Page, card: str, points: int) -> None:
    """Give a card one rule: fixed points."""
    page.locator(f"[data-line={card}]").click()
    settled(page)
    while page.locator(".rule").count() > 1:
        page.locator(".rule .gone").last.click()
    page.locator(".rule select.kind").select_option("flat")
    page.locator(".rule .sentence input").first.fill(str(points))
    settled(page)
    expect(page.locator("[data-testid=example]")).to_have_text(str(points))


def test_ten_changed_cards_a_whole_game_with_a_friend_and_bots_and_the_record_elsewhere(visitors: Visitors) -> None:
    page = visitors.arrive("Ada")
    enter(page)
    page.locator(".line.set").click()
    page.locator("#ws-set").fill("Our box")
    for number, card in enumerate(TEN):
        make_it_flat(page, card, 11 + number)
    expect(page.locator(GOOD)).to_be_visible()
    expect(page.locator(".line small")).to_have_count(len(TEN))
    page.locator("[data-save]").click()
    page.wait_for_selector(".workshop[data-saved=true]")
    page.locator("[data-play]").click()
    page.wait_for_url("**/new/amul#set=*")
    expect(page.locator("select[id$=-set] option:checked")).to_have_text("Our box")
    page.locator("button.create").click()
    page.wait_for_url("**/table/*")
    friend = visitors.arrive("Ben")
    join(friend, page.url.rsplit("/", 1)[1])
    for one in (page, friend):
        expect(one.locator("[data-testid=set]")).to_contain_text("Our box")
    play_together([Person(page), Person(friend, seed=2)])
    assert friend.locator(RESULT).count()
    table = page.url.rsplit("/", 1)[1]
    record = friend.request.get(f"/api/tables/{table}/record").text()
    played = parse(json.loads(record)["options"]["cards"])
    flat = {kind.id: kind.score[0].points for kind in played.kinds if kind.id in TEN}
    assert flat == {card: 11 + number for number, card in enumerate(TEN)}
    assert played.name == "Our box"
    # It replays here, in another program, and as somebody else's table.
    verify(read_line(record))
    friend.goto(f"/replay/{table}")
    friend.wait_for_selector("[data-card]")
    # A friend looks at the set of the table and keeps a copy.
    enter(friend, f"{PAGE}/table/{table}")
    friend.locator("[data-save]").click()
    friend.wait_for_selector(".workshop[data-saved=true]")
    kept = friend.request.get("/api/workshop/amul").json()
    assert [one["name"] for one in kept if one["kind"] == "own"] == ["Our box"]


def test_a_set_is_given_away_by_its_link_and_the_copy_is_one_s_own(visitors: Visitors) -> None:
    page, friend = visitors.arrive("Ada"), visitors.arrive("Ben")
    enter(page)
    make_it_flat(page, "gold", 17)
    page.locator(".line.set").click()
    page.locator("#ws-set").fill("Our box")
    settled(page)
    page.locator("[data-link]").click()
    link = page.locator("#ws-link").input_value()
    enter(friend, link)
    friend.locator("[data-line=gold]").click()
    expect(friend.locator(".rule .sentence input").first).to_have_value("17")
    friend.locator("[data-save]").click()
    friend.wait_for_selector(".workshop[data-saved=true]")
    kept = [one for one in friend.request.get("/api/workshop/amul").json() if one["kind"] == "own"]
    assert [one["name"] for one in kept] == ["Our box"]
    assert not link.endswith(kept[0]["id"]), "a copy"


def test_every_mistake_of_a_card_file_is_shown_in_the_form(visitors: Visitors) -> None:
    page = visitors.arrive()
    enter(page)
    for what, start, old, new, keys in MISTAKES:
        text = made(start, old, new)
        told = page.request.post("/api/workshop/amul/read", data={"text": text}).json()
        bring(page, text)
        if "mistakes" not in told:
            expect(page.locator(".error.say"), what).to_have_text(told["text"])
            continue
        expect(page.locator(".workshop"), what).to_have_attribute("data-mistakes", str(len(told["mistakes"])))
        settled(page)
        # The form writes a file of its own, in which lines have other numbers.
        mistakes = page.request.post("/api/workshop/amul/check", data={"draft": told["draft"]}).json()["mistakes"]
        assert set(keys.split()) <= {mistake["key"] for mistake in mistakes}
        for number, mistake in enumerate(mistakes[:4]):
            page.locator(WRONG).click()
            listed = page.locator("dialog[open] .all button")
            expect(listed).to_have_count(len(mistakes))
            expect(listed.nth(number), what).to_contain_text(mistake["what"])
            listed.nth(number).click()
            shown = page.locator(".form .faults li", has_text=mistake["what"]).first
            expect(shown, what).to_be_visible()
            expect(shown, what).to_contain_text(mistake["remedy"])
        expect(page.locator("[data-play]")).to_be_disabled()


def test_a_mistake_is_told_at_once_and_mended_with_one_press(visitors: Visitors) -> None:
    page = visitors.arrive()
    enter(page)
    page.locator("[data-line=gold]").click()
    points = page.locator(".rule .sentence input").first
    points.fill("many")
    expect(page.locator(".rule.err .faults li")).to_have_count(1)
    expect(page.locator("[data-line=gold] .bad")).to_be_visible()
    expect(page.locator("[data-play]")).to_be_disabled()
    points.fill("5")
    expect(page.locator(GOOD)).to_be_visible()
    bring(page, made('"goldsmith"', '"gold"', '"golt"'))
    page.locator(WRONG).click()
    page.locator("dialog[open] .all button").click()
    page.locator("[data-mend]").click()
    expect(page.locator(GOOD)).to_be_visible()
    expect(page.locator(".rule select").nth(1)).to_have_value("gold")


def test_nothing_is_lost_when_the_page_is_closed(visitors: Visitors) -> None:
    page = visitors.arrive()
    enter(page)
    page.locator("[data-line=gold]").click()
    page.locator(".rule .sentence input").first.fill("9")
    settled(page)
    page.goto("/")
    enter(page)
    page.locator("[data-line=gold]").click()
    expect(page.locator(".rule .sentence input").first).to_have_value("9")
    with page.expect_download() as saved:
        page.locator("[data-export]").click()
    assert "points = 9" in saved.value.path().read_text("utf-8")
    page.locator(".say button").click()
    settled(page)
    page.locator("[data-line=gold]").click()
    expect(page.locator(".rule .sentence input").first).to_have_value("5")


def test_hostile_files_are_refused_with_a_sentence_and_the_draft_stays(visitors: Visitors) -> None:
    page = visitors.arrive()
    enter(page)
    for text in ("x = [", "a = " + "[" * 900, "a." * 30_000 + "a = 1", "# words\n" * 20_000):
        bring(page, text)
        expect(page.locator(".error.say")).not_to_be_empty()
        assert page.locator("[data-line]").count() == len(house().kinds) + 1
    bring(page, house_text().replace('name.en  = "Oil"', 'name.en  = "<img src=x onerror=alert(1)>"'))
    expect(page.locator(WRONG)).to_be_visible()
    assert page.locator("[data-line=oil] img").count() == 0


def test_bots_try_out_a_set(visitors: Visitors) -> None:
    page = visitors.arrive()
    enter(page)
    page.locator("[data-line=gold]").click()
    settled(page)
    page.locator("[data-try]").click()
    expect(page.locator("[data-testid=balance]")).to_be_visible()
    page.locator(".balance progress").wait_for(state="detached")
    page.locator(".balance summary").click()
    assert page.locator(".balance tbody tr").count() == len(house().kinds)


def test_a_game_without_a_workshop_shows_nothing_of_it(visitors: Visitors) -> None:
    page = visitors.arrive()
    page.goto("/new/wampum")
    page.wait_for_selector("form")
    assert page.locator("a[href^='/workshop']").count() == 0
    page.goto("/workshop/wampum")
    expect(page.locator("main a[href='/']")).to_be_visible()
