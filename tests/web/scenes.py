"""A walk through every page of the client and every phase of every game: for critics, cameras and translators alike.

Each walk yields the name of a scene and the page that shows it; the page stays as it is until the next step. The
walks use no word of any language.
"""

from __future__ import annotations

from secrets import token_hex
from typing import TYPE_CHECKING, Any

from spieltisch.match import puzzles as match
from spieltisch.server.puzzles import weighed
from tests.web.hands import PRIMARY, Person, make
from tests.web.seating import FRIEND, ME, bots, device, finished_game, join, sit_down, sit_down_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from tests.web.people import Visitors

    Scenes = Iterator[tuple[str, Page]]

GAMES = ("wampum", "wigwam", "amul")
MENU = ".quick button:last-child"
READY = f"{PRIMARY}:enabled"


def narrow(page: Page) -> bool:
    size = page.viewport_size
    return size is not None and size["width"] < 1100


# --- pages without a game, and the frame around any table --------------------------------------------------------


def house(visitors: Visitors, **wishes: Any) -> Scenes:
    """The pages without a game."""
    page = visitors.arrive(**wishes)
    page.goto("/")
    page.wait_for_selector(".game")
    yield "start", page
    for game in GAMES:
        page.goto(f"/new/{game}")
        page.wait_for_selector("form")
        yield f"new-{game}", page
    for game in GAMES:
        page.goto(f"/rules/{game}")
        page.wait_for_selector("main section")
        yield f"rules-{game}", page
    page.goto("/settings")
    page.wait_for_selector("form")
    yield "settings", page
    page.goto("/statistics")
    page.wait_for_selector("main .lead")
    yield "statistics", page
    page.goto("/nowhere")
    page.wait_for_selector("main h1")
    yield "nowhere", page
    page.goto("/table/nowhere")
    page.wait_for_selector("main h1:not(.hidden)")
    yield "no-such-table", page


def frame(visitors: Visitors, **wishes: Any) -> Scenes:
    """What lies around a table: invitation, menu, log, chat, requests, a pause, a bot in one's seat, a hint."""
    ada = visitors.arrive("Ada", **wishes)
    ben = visitors.arrive("Ben", **wishes)
    table = sit_down(ada, "wampum", [ME, {"kind": "open"}], listed=True)
    ada.wait_for_selector(".qr")
    yield "invitation", ada
    ben.goto(f"/table/{table}")
    ben.wait_for_selector(".seats button")
    yield "join", ben
    join(ben, table)
    ada.wait_for_selector(".village")
    first, second = (ada, ben) if ada.locator(PRIMARY).count() else (ben, ada)
    yield "waiting", second
    first.locator(MENU).click()
    first.wait_for_selector("dialog[open]")
    yield "menu", first
    first.keyboard.press("Escape")
    if narrow(first):
        for number, what in ((0, "log"), (1, "chat")):
            first.locator(MENU).click()
            first.locator("dialog[open] .items button").nth(number).click()
            first.wait_for_selector(f"dialog[open] .{what}")
            yield what, first
            first.keyboard.press("Escape")
    first.locator(".chip").nth(1).click()
    first.wait_for_selector("dialog[open] ul")
    yield "seat", first
    first.keyboard.press("Escape")
    Person(first).decide()
    first.locator(".undo").click()
    second.wait_for_selector(".request button")
    yield "undo-asked", second
    first.wait_for_selector(".request")
    yield "undo-asked-by-me", first
    second.locator(".request button").last.click()
    watcher = visitors.arrive("Eve", **wishes)
    watcher.goto(f"/table/{table}")
    watcher.wait_for_selector(".village")
    yield "spectator", watcher
    yield from alone(visitors, **wishes)


def alone(visitors: Visitors, **wishes: Any) -> Scenes:
    """What can happen at a table against bots."""
    page = visitors.arrive("Ada", **wishes)
    sit_down(page, "wampum", [ME, device("Ben")])
    page.wait_for_selector(".pass")
    yield "pass-the-device", page
    sit_down(page, "wampum", [ME, *bots(2)], settings={"clock": {"kind": "total", "seconds": 600, "increment": 5}})
    Person(page).wait()
    page.locator(".quick button").first.click()
    page.wait_for_selector("[data-testid=hints] li")
    yield "hint-and-clock", page
    page.locator(MENU).click()
    # The last four are: pause, let a bot play, give up, close the table.
    page.locator("dialog[open] .items button").nth(-4).click()
    page.wait_for_selector("[data-testid=status]:not(.mine)")
    yield "paused", page
    page.locator(".request .primary").click()
    page.goto("/")
    page.wait_for_selector(".tables a")
    yield "start-with-tables", page


# --- the three tables ----------------------------------------------------------------------------------------------


def wampum(visitors: Visitors, **wishes: Any) -> Scenes:
    """Wampum for five: a bid grows, a trader is displaced, cards are discarded, the end, and the game once more."""
    page = visitors.arrive(**wishes)
    sit_down(page, "wampum", [ME, *bots(4)])
    person = Person(page)
    person.wait()
    yield "wampum-turn", page
    page.locator(".hand .kind:not([aria-disabled])").first.click()
    person.wait()
    yield "wampum-cards-chosen", page
    page.locator(".village.allowed").first.click()
    yield "wampum-aimed", page
    sit_down_at(page, "wampum", 5, "go")
    person.wait()
    yield "wampum-displaced", page
    sit_down_at(page, "wampum", 5, "discard")
    person.act(person.wait())
    yield "wampum-discard", page
    yield "wampum-trade", trading(visitors, **wishes)
    sit_down_at(page, "wampum", 5, last=True)
    person.play()
    yield "wampum-result", page
    yield from replay(page, "wampum", 5, ".village")


def at_leisure(wishes: dict[str, Any]) -> dict[str, Any]:
    """Somebody to whom what happens is shown, as stills."""
    return {**wishes, "kept": {**wishes.get("kept", {}), "pace": "slow"}}


def stop_the_story(page: Page) -> None:
    """Whatever is being told stays at its next step; what is to come sooner than a step lasts still comes."""
    page.evaluate(
        """() => {
          const soon = window.setTimeout;
          window.setTimeout = (act, wait = 0) => (wait < 100 ? soon(act, wait) : 0);
        }"""
    )


def trading(visitors: Visitors, **wishes: Any) -> Page:
    """A village trades: its bid is turned up."""
    page = visitors.arrive(**at_leisure(wishes))
    sit_down_at(page, "wampum", 5, "bid", last=True)
    page.evaluate("() => { window.patient = true; }")
    person = Person(page)
    while not page.locator(".village.now [data-canoe] .good:not([data-kind=back])").count():
        sight = person.look()
        if sight and "touch" in sight:
            person.act(sight)
        page.wait_for_timeout(20)
    stop_the_story(page)
    return page


def wigwam(visitors: Visitors, **wishes: Any) -> Scenes:
    """Both set-ups, a piece in hand, a capture jump by jump, huffing, the end, and the game once more."""
    page = visitors.arrive(**wishes)
    person = Person(page)
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "alternate"})
    person.wait()
    page.locator("[data-kind=chief]").click()
    yield "wigwam-placing", page
    sit_down(page, "wigwam", [ME, FRIEND], options={"setup": "hidden"})
    join(visitors.arrive("Ben"), page.url.rsplit("/", 1)[1])
    page.wait_for_selector(".presets")
    yield "wigwam-arranging", page
    page.locator(".presets button").first.click()
    page.wait_for_selector(READY)
    yield "wigwam-arranged", page
    page.locator(PRIMARY).click()
    page.wait_for_selector("[data-testid=status]:not(.mine)")
    yield "wigwam-waiting", page
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "standard"})
    person.wait()
    page.locator("[data-point=d3]").click()
    page.locator(".tools button").nth(1).click()
    yield "wigwam-moving", page
    sit_down_at(page, "wigwam", 2, "jumps", "standard")
    person.wait()
    yield "wigwam-must-capture", page
    page.locator("[data-piece^='0 ']:has(.glow)").first.click()
    page.locator("[data-mark=target]").first.click()
    yield "wigwam-capturing", page
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "standard"})
    person.play()
    yield "wigwam-result", page
    yield from replay(page, "wigwam", 2, "[data-point]")
    page.locator("[data-tab=review]").click()
    page.locator(".review > button").click()
    page.locator(".review progress").wait_for(state="detached")
    page.locator("[data-testid=mistakes] button").first.click()
    page.wait_for_selector("[data-comparing]")
    yield "review", page
    page.locator("[data-tab=graph]").click()
    page.wait_for_selector(".graph")
    yield "graph", page
    page.locator(".acts button").last.click()
    page.wait_for_selector("dialog[open]")
    yield "what-if", page
    page.goto("/statistics")
    page.wait_for_selector("main .games .card")
    yield "statistics-of-one-game", page


def amul(visitors: Visitors, **wishes: Any) -> Scenes:
    """Amul for eight: the steps of a round, palace, a card in large, areas, the sheet, the end, and once more."""
    page = visitors.arrive(**wishes)
    person = Person(page)
    sit_down(page, "amul", [ME, *bots(7)])
    person.wait()
    page.locator("#amul-tab-stocks").click()
    yield "amul-stocks", page
    page.locator(".palace-deck").click()
    page.wait_for_selector(".stock [data-card]")
    yield "amul-palace", page
    for step in ("offer", "pick", "play", "take"):
        sit_down_at(page, "amul", 8, step, last=step == "take")
        sight = person.wait()
        page.locator(sight["touch"]).first.click()
        yield f"amul-{step}", page
    yield "amul-turned-up", turned_up(visitors, **wishes)
    sit_down_at(page, "amul", 8, "play", last=True)
    person.wait()
    page.locator(".hand [data-card]").first.press("i")
    page.wait_for_selector(".sum dd")
    yield "amul-card", page
    page.keyboard.press("Escape")
    page.locator("#amul-tab-own").click()
    yield "amul-own", page
    page.locator(".queue button").nth(3).click()
    page.wait_for_selector(".area-window")
    yield "amul-area", page
    page.locator("[data-sheet]").click()
    page.wait_for_selector(".sheet td button")
    yield "amul-sheet", page
    page.keyboard.press("Escape")
    person.play()
    page.wait_for_selector(".result .sheet td button")
    yield "amul-result", page
    yield from replay(page, "amul", 8, "[data-card]")


def turned_up(visitors: Visitors, **wishes: Any) -> Page:
    """Everybody's plays are turned up."""
    page = visitors.arrive(**at_leisure(wishes))
    sit_down_at(page, "amul", 8, "play")
    person = Person(page)
    person.act(person.wait())
    person.act(person.wait())
    page.wait_for_selector(".plays")
    stop_the_story(page)
    return page


def replay(page: Page, game: str, players: int, piece: str) -> Scenes:
    """A finished game, somewhere in the middle."""
    page.goto(f"/replay/{finished_game(page, game, players)}#step=9")
    page.wait_for_selector(piece)
    yield f"{game}-replay", page


def account(visitors: Visitors, **wishes: Any) -> Scenes:
    """What belongs to a person, as a guest and with an account."""
    page = visitors.arrive(**wishes)
    page.goto("/account")
    page.wait_for_selector("section li")
    yield "account-of-a-guest", page
    name, passphrase = f"ada-{token_hex(4)}", token_hex(8)
    page.request.post("/api/account", data={"account": name, "passphrase": passphrase})
    for _ in range(2):
        visitors.arrive("", **wishes).request.post("/api/session", data={"account": name, "passphrase": passphrase})
    page.reload()
    page.wait_for_selector("section li:nth-child(3)")
    page.locator("input[maxlength='40']").fill("Ludo")
    page.locator("form:has(select) button").click()
    page.wait_for_selector(".secret")
    yield "account", page


def workshop(visitors: Visitors, **wishes: Any) -> Scenes:
    """The card workshop: a card, its example changed, one with a mistake, what concerns the whole set, the figures."""
    page = visitors.arrive(**wishes)
    page.goto("/workshop/amul")
    page.wait_for_selector("[data-testid=example]")
    yield "workshop-card", page
    page.locator(".sum button").first.click()
    page.wait_for_selector(".sum .rows")
    page.locator("[data-add-rule]").click()
    page.wait_for_selector(".rule:nth-of-type(2)")
    page.locator(".rule .sentence input").last.fill("many")
    page.wait_for_selector(".rule.err .faults li")
    yield "workshop-mistake", page
    page.locator("[data-testid=mistakes]").click()
    page.wait_for_selector("dialog[open] .all button")
    yield "workshop-mistakes", page
    page.keyboard.press("Escape")
    page.locator(".rule .sentence input").last.fill("3")
    page.wait_for_selector("[data-testid=good]")
    page.locator("[data-try]").click()
    page.wait_for_selector(".balance table", state="attached")
    page.locator(".balance summary").click()
    yield "workshop-balance", page
    page.evaluate("scrollTo(0, 0)")
    page.locator("#ws-choose").select_option("set 0")
    page.wait_for_selector("#ws-set")
    yield "workshop-set", page


def puzzles(visitors: Visitors, **wishes: Any) -> Scenes:
    """A puzzle as it is asked, missed and explained: one that is proved, one that is weighed."""
    page = visitors.arrive(**wishes)
    proved = max(match.shipped("wigwam").values(), key=lambda puzzle: puzzle.own_moves)
    task = "[data-testid=task][data-phase={}]"
    page.goto(f"/puzzles/wigwam/{proved.id}")
    page.wait_for_selector(PRIMARY)
    yield "puzzle", page
    page.get_by_test_id("puzzle-solution").click()
    page.wait_for_selector(task.format("shown"))
    yield "puzzle-proved", page
    page.get_by_test_id("puzzle-again").click()
    legal = match.table_of("wigwam", proved).legal_moves(proved.seat)
    make(page, "wigwam", next(move for move in legal if move != proved.line[0]), page.click)
    page.wait_for_selector(task.format("wrong"))
    yield "puzzle-missed", page
    for game in ("wampum", "amul"):
        page.goto(f"/puzzles/{game}/{most_reasons(game).id}")
        page.get_by_test_id("puzzle-solution").click()
        page.wait_for_selector(task.format("shown"))
        yield f"puzzle-weighed-{game}", page


def most_reasons(game: str) -> match.Puzzle:
    """The puzzle with the most words for and against its moves: what it says has to find its room."""

    def words(puzzle: match.Puzzle) -> int:
        view = match.table_of(game, puzzle).view(puzzle.seat)
        told = [weighed(view, puzzle.seat, one, "de").reasons for one in puzzle.weighed]
        return sum(len(reason) for reasons in told for reason in reasons)

    return max(match.shipped(game).values(), key=words)


WALKS: dict[str, Callable[..., Scenes]] = {
    "house": house,
    "account": account,
    "frame": frame,
    "wampum": wampum,
    "wigwam": wigwam,
    "amul": amul,
    "workshop": workshop,
    "puzzles": puzzles,
}
