"""Puzzles in a real browser: solved, missed and looked up, by click, thumb and keyboard; of the day; and played on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from spieltisch import games
from spieltisch.match import puzzles as match
from spieltisch.match.puzzles import table_of
from spieltisch.server import puzzles
from spieltisch.texts import LANGUAGES
from tests.web.hands import PRIMARY, Person, by_click, by_keys, by_tap, make, number_of_moves
from tests.web.people import DESKTOP, LARGE, PHONE, WALL, resize
from tests.web.seating import ME, bots

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

    from spieltisch.match.puzzles import Puzzle
    from tests.web.hands import Touch
    from tests.web.people import Visitors

GAMES = tuple(name for name in games.names() if match.shipped(name))
TASK = "[data-testid=task]"
SHOWN = {"wigwam": "[data-hint]", "wampum": ".village.hinted", "amul": ".hinted"}
"""How a table shows the move that is meant."""
ASKED_FOR = [("wampum", "bid"), ("amul", "offer"), ("amul", "pick"), ("amul", "play"), ("amul", "take")]


def longest(game: str) -> Puzzle:
    """One with several own moves, if there is one; among equals the first."""
    return max(match.shipped(game).values(), key=lambda puzzle: puzzle.own_moves)


def weighed(game: str, verb: str) -> Puzzle:
    """One whose candidates and reasons are told."""
    return next(one for one in match.shipped(game).values() if one.weighed and one.line[0].startswith(verb))


def another(game: str, puzzle: Puzzle) -> str:
    """A legal move that is not the solution."""
    legal = table_of(game, puzzle).legal_moves(puzzle.seat)
    return next(move for move in legal if move != puzzle.line[0])


def come_to(page: Page, phase: str, found: int | None = None) -> Locator:
    """Wait until it stands so; gives what is said about it."""
    page.wait_for_selector(f"{TASK}[data-phase={phase}]" + ("" if found is None else f"[data-found='{found}']"))
    return page.locator(TASK)


def begin(page: Page, game: str, puzzle: Puzzle) -> None:
    page.goto(f"/puzzles/{game}/{puzzle.id}")
    come_to(page, "asked", 0)
    page.wait_for_selector(PRIMARY)


def try_move(page: Page, game: str, move: str, touch: Touch) -> None:
    def at(selector: str) -> None:
        page.wait_for_selector(selector)
        touch(page, selector)

    make(page, game, move, at)


def solve(page: Page, game: str, puzzle: Puzzle, touch: Touch) -> None:
    for number, move in enumerate(puzzle.line[::2], 1):
        try_move(page, game, move, touch)
        if number < puzzle.own_moves:
            come_to(page, "asked", number)
    come_to(page, "solved")


def rating(page: Page) -> int:
    return int(page.get_by_test_id("rating").inner_text())


def test_this_house_has_puzzles() -> None:
    assert set(GAMES) == set(SHOWN)


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_by_clicks_and_told_step_by_step(visitors: Visitors, game: str) -> None:
    page = visitors.arrive(size=DESKTOP, kept={"language": "en"})
    puzzle = longest(game)
    begin(page, game, puzzle)
    before = rating(page)
    solve(page, game, puzzle, by_click)
    assert rating(page) > before
    solution = page.get_by_test_id("solution")
    expect(solution).to_be_visible()
    if not puzzle.weighed:
        expect(solution.locator("[data-step]")).to_have_count(len(puzzle.line) + 1)
        for number in range(len(puzzle.line)):
            solution.locator(f"[data-step='{number}']").click()
            page.wait_for_selector(SHOWN[game])
        solution.locator(f"[data-step='{len(puzzle.line)}']").click()
        page.locator(SHOWN[game]).wait_for(state="detached")
    page.get_by_test_id("puzzle-again").click()
    come_to(page, "asked", 0)
    solve(page, game, puzzle, by_click)
    expect(page.get_by_test_id("standing")).to_contain_text(str(rating(page)))


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_move_is_shown_taken_back_and_costs_once(visitors: Visitors, game: str) -> None:
    page = visitors.arrive(size=PHONE, touch=True, kept={"language": "en"})
    puzzle = next(one for one in match.shipped(game).values() if one.own_moves == 1)
    begin(page, game, puzzle)
    moves, before = number_of_moves(page), rating(page)
    try_move(page, game, another(game, puzzle), by_tap)
    come_to(page, "wrong")
    assert number_of_moves(page) == moves + 1, "it lies on the table"
    after = rating(page)
    assert after < before
    page.get_by_test_id("puzzle-retry").tap()
    come_to(page, "asked", 0)
    assert number_of_moves(page) == moves
    solve(page, game, puzzle, by_tap)
    assert rating(page) == after, "the first try alone counts"


@pytest.mark.parametrize(("game", "verb"), ASKED_FOR)
def test_the_solution_shows_what_each_move_is_worth_and_why(visitors: Visitors, game: str, verb: str) -> None:
    page = visitors.arrive(size=PHONE, touch=True, kept={"language": "en"})
    puzzle = weighed(game, verb)
    begin(page, game, puzzle)
    before = rating(page)
    page.get_by_test_id("puzzle-solution").tap()
    come_to(page, "shown")
    assert rating(page) < before, "whoever looks has not solved it"
    aim = puzzle.line[0].split()[1]
    page.wait_for_selector(f".village.hinted[data-village='{aim}'], .hinted[data-card='{aim}']")
    candidates = page.locator("[data-candidate]")
    expect(candidates).to_have_count(len(puzzle.weighed))
    reasons = page.request.post(f"/api/puzzles/{game}/{puzzle.id}/solution").json()["weighed"][0]["reasons"]
    assert reasons
    for reason in reasons:
        expect(candidates.first).to_contain_text(reason)
    page.get_by_test_id("puzzle-beside").tap()
    candidates.last.tap()
    expect(candidates.last).to_have_attribute("aria-pressed", "true")
    expect(candidates.first).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


BENEATH = """() => [...document.querySelectorAll(".rug")].filter((rug) => rug.querySelector(".held")).map((rug) =>
  rug.getBoundingClientRect().bottom - rug.querySelector(".held").getBoundingClientRect().bottom)"""


def test_cards_that_everybody_knows_in_a_hand_lie_on_its_owner_s_rug(visitors: Visitors) -> None:
    def known(puzzle: Puzzle) -> int:
        return int((table_of("amul", puzzle).state[0].certain >= 0).sum())

    page = visitors.arrive(size=LARGE)
    for puzzle in sorted(match.shipped("amul").values(), key=known)[-3:]:
        begin(page, "amul", puzzle)
        for size in (LARGE, WALL):
            resize(page, size)
            page.locator(".rug .held").first.wait_for()
            assert min(page.evaluate(BENEATH)) >= 0, (puzzle.id, size)


@pytest.mark.parametrize("game", GAMES)
def test_by_keyboard_alone_from_one_puzzle_to_the_next(visitors: Visitors, game: str) -> None:
    page = visitors.arrive(size=DESKTOP, kept={"language": "en"})
    puzzle = longest(game)
    begin(page, game, puzzle)
    solve(page, game, puzzle, by_keys)
    page.wait_for_selector("[data-testid=puzzle-next]:focus")
    page.keyboard.press("Enter")
    come_to(page, "asked", 0)
    page.wait_for_url(lambda url: url.rpartition("/")[2] in match.shipped(game) and not url.endswith(puzzle.id))
    following = page.url
    page.reload()
    come_to(page, "asked", 0)
    assert page.url == following


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_everything_that_the_decision_needs_is_in_sight(visitors: Visitors, game: str) -> None:
    page = visitors.arrive(size=PHONE, touch=True, kept={"language": "de"})
    begin(page, game, longest(game))
    for needed in (TASK, PRIMARY, "[data-testid=puzzle-solution]", "[data-testid=puzzle-next]"):
        expect(page.locator(needed)).to_be_in_viewport(ratio=1)
    for part in page.locator(".village, .hand .kind, [data-piece], .choosable").all():
        expect(part).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_task_is_said_in_every_language_and_changes_with_it(visitors: Visitors, language: str) -> None:
    page = visitors.arrive(size=DESKTOP, kept={"language": language})
    game, puzzle = GAMES[0], longest(GAMES[0])
    begin(page, game, puzzle)
    expect(page.locator(TASK)).to_contain_text(puzzles.asked_by(game, puzzle, language))


# --- the day, and the way there -----------------------------------------------------------------------------------


def test_the_puzzle_of_the_day_stands_on_the_start_page_also_for_strangers(visitors: Visitors) -> None:
    page = visitors.open("/", kept={"language": "en"})
    cards = page.locator("[data-puzzle]")
    expect(cards).to_have_count(len(GAMES))
    assert [card.get_attribute("data-puzzle") for card in cards.all()] == list(GAMES)
    game = GAMES[0]
    puzzle = puzzles.of_day(game, puzzles.today())
    expect(cards.first).to_contain_text(puzzles.asked_by(game, puzzle, "en"))
    cards.first.click()
    come_to(page, "asked", 0)
    expect(page.get_by_test_id("puzzle-daily")).to_have_attribute("aria-current", "page")
    for count in range(1, puzzle.own_moves + 1):
        tried = page.request.post(f"/api/puzzles/{game}/{puzzle.id}/try", data={"moves": puzzle.line[: 2 * count : 2]})
        assert tried.json()["right"]
    page.reload()
    expect(page.locator(".bead.solved")).to_have_count(1)
    page.goto("/")
    expect(cards.first).to_contain_text("1 day")
    page.goto(f"/puzzles/{game}")
    page.get_by_test_id("puzzle-practice").click()
    page.wait_for_url(lambda url: url.rpartition("/")[2] in match.shipped(game))
    expect(page.get_by_test_id("puzzle-practice")).to_have_attribute("aria-current", "page")


def test_a_game_without_puzzles_has_no_page_for_them(visitors: Visitors) -> None:
    page = visitors.open("/puzzles/nowhere")
    expect(page.locator("main h1")).to_be_visible()
    page.goto("/puzzles/wigwam/00000000")
    expect(page.locator("[role=alert]")).not_to_be_empty()


def test_a_puzzle_whose_game_is_being_prepared_says_so_and_appears_by_itself(visitors: Visitors) -> None:
    page = visitors.arrive(kept={"language": "en"})
    refused = {"key": "server.refuse.preparing", "facts": {"game": "Wampum"}, "text": "not yet"}
    page.route("**/api/puzzles/wampum/daily*", lambda route: route.fulfill(status=409, json=refused), times=2)
    page.goto("/puzzles/wampum")
    expect(page.get_by_role("alert")).to_contain_text("Wampum is still being prepared")
    come_to(page, "asked", 0)


@pytest.mark.parametrize("game", GAMES)
def test_from_a_puzzle_one_plays_on_against_bots(visitors: Visitors, game: str) -> None:
    page = visitors.arrive(kept={"language": "en"})
    puzzle = longest(game)
    begin(page, game, puzzle)
    page.get_by_test_id("puzzle-play").click()
    page.wait_for_url("**/table/*")
    Person(page).decide()


# --- moments of one's own games --------------------------------------------------------------------------------------


def given_up(page: Page) -> str:
    """A game that is given up after one move, and reviewed; gives its table."""
    wish = {"game": "wigwam", "seats": [ME, *bots(1)], "options": {"setup": "standard"}, "start": True}
    table: str = page.request.post("/api/tables", data=wish).json()["id"]
    path = f"/api/tables/{table}"
    move = games.get("wigwam").deal(2, 0, {"setup": "standard"}).legal_moves(0)[0]
    seq = page.request.get(path).json()["seq"]
    assert page.request.post(f"{path}/moves", data={"seat": 0, "move": move, "seq": seq}).ok
    assert page.request.post(f"{path}/resign", data={"seat": 0}).ok
    review = page.request.post(f"{path}/review").json()
    while review["done"] < review["total"]:
        review = page.request.get(f"{path}/review").json()
    return table


def regret(route: Route) -> None:
    """Whether a move was a mistake hangs on how long a bot has thought: here the first one was."""
    replay = route.fetch().json()
    replay["review"]["moves"][0] |= {"loss": 0.3, "best": "another"}
    route.fulfill(json=replay)


def test_the_review_offers_what_went_wrong_as_a_puzzle(visitors: Visitors) -> None:
    page = visitors.arrive(kept={"language": "en"})
    table = given_up(page)
    page.route("**/replay?seat=*", regret)
    page.goto(f"/replay/{table}#review")
    page.locator("[data-moment='1']").click()
    expect(come_to(page, "asked", 0)).to_contain_text("Here you had more.")
    expect(page.get_by_test_id("rating")).to_have_text("1500")
    page.get_by_test_id("puzzle-solution").click()
    come_to(page, "shown")
    page.wait_for_selector(SHOWN["wigwam"])
    expect(page.get_by_test_id("rating")).to_have_text("1500")
    page.get_by_test_id("puzzle-again").click()
    page.locator(f"a[href='/replay/{table}#review']").click()
    page.wait_for_selector("[data-testid=mistakes]")
