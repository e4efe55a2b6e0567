"""Measure the frames while tables tell what has happened, in a real Chromium: python -m bench.frames [WIDTHxHEIGHT]

A trade of Wampum with five players, the longest capture of Wigwam that random games come to, a round of Amul for
eight in which offers and plays are turned up. Counted are the frames in which something moves; nobody touches the page
meanwhile. Server, browser and this program share one machine; its load is printed beside the figures.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from spieltisch import games
from spieltisch.match.match import Match
from tests.tables import walk
from tests.web.hands import Person
from tests.web.people import DESKTOP, Visitors, launch, quick_server
from tests.web.seating import ME, SHOWN, bots, post, sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from spieltisch.match.record import Record

TIMES = 2
WANTED = 20.0
"""Milliseconds for 95 of 100 frames."""
LONGEST = 4
GLANCE = 200
"""Milliseconds between two looks at the page: rarely enough not to disturb it."""
CAMERA = """() => {
  window.filmed = [];
  let film = [];
  const look = (now) => {
    if (document.getAnimations().some((one) => one.playState === "running")) film.push(now);
    else if (film.length) {
      filmed.push(film);
      film = [];
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def film(page: Page, act: Callable[[], None], begun: str, ended: str) -> list[float]:
    """Milliseconds between frames in which something moves, from the act until the page shows that it is over."""
    act()
    page.wait_for_function(begun)
    page.evaluate(CAMERA)
    page.wait_for_function(ended, polling=GLANCE)
    page.wait_for_timeout(GLANCE)
    scenes: list[list[float]] = page.evaluate("filmed")
    return [after - before for scene in scenes for before, after in pairwise(scene)]


def trade(page: Page) -> list[float]:
    """A trade, village by village."""
    sit_down(page, "wampum", [ME, *bots(4)])
    page.evaluate("() => { window.patient = true; }")
    person = Person(page)

    def until_the_trade() -> None:
        while not page.locator(".village.now").count():
            sight = person.look()
            if sight and "touch" in sight:
                person.act(sight)
            page.wait_for_timeout(20)

    return film(page, until_the_trade, "true", "() => !document.querySelector('[data-testid=next]')")


def longest_capture() -> tuple[Record, int, str]:
    """A game, the number of moves after which seat 0 may take many pieces at once, and how."""
    best: tuple[int, Record, int, str] | None = None
    for seed in range(400):
        match = Match.deal(games.get("wigwam"), 2, seed, {"setup": "standard"})
        found = (0, 0, "")
        for seat, move in walk(match.table, seed):
            if 0 in match.table.waiting_for:
                jumps = max((legal.count("x"), legal) for legal in match.table.legal_moves(0))
                found = max(found, (jumps[0], len(match.moves), jumps[1]))
            match.moves.append((seat, move))
        if best is None or found[0] > best[0]:
            best = (found[0], match.record(), found[1], found[2])
        if best[0] >= LONGEST:
            break
    assert best
    return best[1], best[2], best[3]


def capture(page: Page, record: Record, moves: int, move: str) -> list[float]:
    """A capture, jump by jump, until all that was taken has been laid down."""
    played = post(page, "/api/records", msgspec.to_builtins(record))["id"]
    table = post(page, f"/api/tables/{played}/branch", {"moves": moves, "seat": 0, "level": "random"})["id"]
    page.goto(f"/table/{table}")
    page.wait_for_selector(SHOWN)
    Person(page).wait()

    def type_it() -> None:
        page.get_by_label("Move as text").fill(move)
        page.get_by_label("Move as text").press("Enter")

    shown = "document.querySelector('[data-testid=primary]')?.textContent === 'The move is being shown'"
    return film(page, type_it, f"() => {shown}", f"() => !({shown})")


def turn_up(page: Page) -> list[float]:
    """The offers of a round are turned up, picks fly; then the plays are turned up."""
    sit_down(page, "amul", [ME, *bots(7)])
    page.evaluate("() => { window.patient = true; }")
    person = Person(page)
    waiting = "() => document.querySelector('[data-testid=status].mine, [data-testid=result]')"
    moving = "() => document.getAnimations().some((one) => one.playState === 'running')"
    picks = film(page, person.decide, moving, waiting)
    person.decide()
    person.wait()
    plays = film(page, person.decide, "() => document.querySelector('.plays')", waiting)
    return picks + plays


def main() -> None:
    """Measure everything and print a table."""
    width, height = map(int, sys.argv[1].split("x")) if len(sys.argv) > 1 else DESKTOP
    position = longest_capture()
    jumps = position[2].count("x")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = quick_server(Path(data))
        house.start()
        browser = launch(playwright)
        visitors = Visitors(browser, house.url)
        acts: dict[str, Callable[[Page], list[float]]] = {
            "trade in Wampum, 5 players": trade,
            f"capture in Wigwam, {jumps} jumps": lambda page: capture(page, *position),
            "turn-up in Amul, 8 players": turn_up,
        }
        title = f"Frames at {width} x {height} (load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores)"
        shown = Table("what", "frames", "median ms", "95 % within ms", "longest ms", "wanted", title=title)
        try:
            for name, act in acts.items():
                page = visitors.arrive(size=(width, height), motion="no-preference", kept={"language": "en"})
                gaps = [gap for _ in range(TIMES) for gap in act(page)]
                tail = statistics.quantiles(gaps, n=20)[18]
                middle = statistics.median(gaps)
                shown.add_row(
                    name, str(len(gaps)), f"{middle:.1f}", f"{tail:.1f}", f"{max(gaps):.0f}", f"< {WANTED:.0f}"
                )
                visitors.close()
        finally:
            browser.close()
            house.stop()
    Console(width=120).print(shown)


if __name__ == "__main__":
    main()
