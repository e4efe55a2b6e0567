"""Measure the browser client in a real Chromium: python -m bench.web

First load, time until the start page can be used, time from a click to the other player's screen, and frames while
pieces and cards move. Server, both browsers and this program share one machine; its load is printed beside the figures.
"""

from __future__ import annotations

import itertools
import json
import os
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from tests.web.hands import Person, by_click, play_together
from tests.web.people import Visitors, launch, quick_server
from tests.web.seating import FRIEND, ME, bots, join, sit_down, sit_down_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Response

VISITS = 10
MOVES = 50
FRAME = 1000 / 60
USABLE = """
  new MutationObserver((_, watcher) => {
    if (!document.querySelector("[data-play]")) return;
    watcher.disconnect();
    window.usableAt = performance.now();
  }).observe(document, {childList: true, subtree: true});
"""
STOPWATCH = """
  const now = () => performance.timeOrigin + performance.now();
  const moves = () => Number(document.querySelector("main[data-moves]")?.dataset.moves ?? -1);
  window.sentAt = {};
  window.shownAt = {};
  let clickedAt = 0;
  let seen = -1;
  addEventListener("pointerup", () => (clickedAt = now()), true);
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (JSON.parse(text).type === "play") window.sentAt[moves() + 1] = clickedAt;
    send.call(this, text);
  };
  new MutationObserver(() => {
    if (moves() === seen) return;
    seen = moves();
    const number = seen;
    // The frame after the next one is drawn with what has just changed.
    requestAnimationFrame(() => requestAnimationFrame(() => (window.shownAt[number] = now())));
  }).observe(document, {childList: true, subtree: true, attributes: true, attributeFilter: ["data-moves"]});
"""


def first_load(visitors: Visitors) -> tuple[int, int, list[float]]:
    """Compressed bytes of scripts for the start page and up to the first move; milliseconds until it can be used."""
    times: list[float] = []
    sizes: list[tuple[int, int]] = []
    for _ in range(VISITS):
        page = visitors.arrive("", motion="no-preference")
        page.add_init_script(USABLE)
        answers = listen(page)
        page.goto("/")
        page.wait_for_function("() => window.usableAt")
        times.append(page.evaluate("window.usableAt"))
        page.wait_for_load_state("networkidle")
        start = script_bytes(answers)
        if not sizes:
            page.click("[data-play=wampum]")
            page.wait_for_selector(".village")
            sizes.append((start, script_bytes(answers)))
        visitors.close()
    return *sizes[0], times


def listen(page: Page) -> list[Response]:
    """Note all answers that a page gets from now on."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    return answers


def script_bytes(answers: list[Response]) -> int:
    """How many bytes of scripts came over the wire."""
    return sum(answer.request.sizes()["responseBodySize"] for answer in answers if answer.url.endswith(".js"))


def latencies(visitors: Visitors) -> list[float]:
    """Milliseconds from the click of one player to the frame that shows the move to the other."""
    found: list[float] = []
    seed = 1
    while len(found) < MOVES:
        pages = [visitors.arrive(name, motion="no-preference") for name in ("Ada", "Ben")]
        for page in pages:
            page.add_init_script(STOPWATCH)
        join(pages[1], sit_down(pages[0], "wigwam", [ME, FRIEND], options={"setup": "alternate"}))
        play_together([Person(page, by_click, seed + number) for number, page in enumerate(pages)])
        sent, shown = ([page.evaluate(what) for page in pages] for what in ("window.sentAt", "window.shownAt"))
        for me, other in ((0, 1), (1, 0)):
            found += [shown[other][move] - at for move, at in sent[me].items() if move in shown[other]]
        visitors.close()
        seed += 2
    return found


def frames(browser: Browser, page: Page, begin: str, end: str) -> tuple[float, int, int]:
    """Frames a second between two conditions of the page, from a trace; how many frames there were, and came late."""
    page.wait_for_function(begin)
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace.json"
        categories = ["disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame", "devtools.timeline"]
        browser.start_tracing(page=page, path=trace, categories=categories)
        page.wait_for_function(end)
        browser.stop_tracing()
        events = json.loads(trace.read_bytes())["traceEvents"]
    drawn = sorted(event["ts"] / 1000 for event in events if event["name"] == "DrawFrame")
    gaps = [after - before for before, after in itertools.pairwise(drawn)]
    # Between two movements nothing is drawn; a pause of a quarter second is no late frame.
    moving = [gap for gap in gaps if gap < 250]
    if not moving:
        return 0.0, 0, 0
    return 1000 / statistics.mean(moving), len(moving), sum(gap > 1.5 * FRAME for gap in moving)


MOVING = "() => document.getAnimations().some((animation) => animation.playState === 'running')"
STILL = "() => !document.getAnimations().some((animation) => animation.playState === 'running')"


def animations(browser: Browser, visitors: Visitors) -> dict[str, tuple[float, int, int]]:
    """Frames while a trade is played out in Wampum, a piece moves in Wigwam, and a card is laid down in Amul."""
    page = visitors.arrive(motion="no-preference")
    sit_down_at(page, "wampum", 5, "bid")
    page.evaluate("() => { window.patient = true; }")
    person = Person(page)
    for _ in range(12):
        person.decide()
        page.wait_for_function(
            "() => document.querySelector('[data-testid=next]') || document.querySelector('[data-testid=status].mine')"
        )
        if page.locator("[data-testid=next]").count():
            break
    trade = frames(browser, page, MOVING, "() => !document.querySelector('[data-testid=next]')")
    sit_down(page, "wigwam", [ME, *bots(1)], options={"setup": "standard"})
    page.locator("[data-point=d3]").click()
    page.locator("[data-point=d4]").click()
    piece = frames(browser, page, MOVING, STILL)
    sit_down(page, "amul", [ME, *bots(7)])
    person.decide()
    card = frames(browser, page, MOVING, STILL)
    return {"trade in Wampum": trade, "piece in Wigwam": piece, "cards in Amul": card}


def main() -> None:
    """Measure everything and print a table."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = quick_server(Path(data))
        house.start()
        browser = launch(playwright)
        visitors = Visitors(browser, house.url)
        try:
            start, table, usable = first_load(visitors)
            clicks = latencies(visitors)
            moving = animations(browser, visitors)
            visitors.close()
        finally:
            browser.close()
            house.stop()
    shown = Table(
        "what", "measured", "wanted", title=f"Browser client (load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores)"
    )
    shown.add_row("scripts of the start page, compressed", f"{start / 1000:.1f} KB", "< 200 KB")
    shown.add_row("scripts up to the first move, compressed", f"{table / 1000:.1f} KB", "")
    shown.add_row(f"start page usable, median of {VISITS}", f"{statistics.median(usable):.0f} ms", "< 1000 ms")
    shown.add_row("start page usable, slowest", f"{max(usable):.0f} ms", "")
    tenths = statistics.quantiles(clicks, n=20)
    shown.add_row(
        f"click to the other's screen, median of {len(clicks)}", f"{statistics.median(clicks):.0f} ms", "< 150 ms"
    )
    shown.add_row("click to the other's screen, 95th percentile", f"{tenths[18]:.0f} ms", "< 150 ms")
    for name, (rate, count, late) in moving.items():
        shown.add_row(f"frames a second: {name}", f"{rate:.1f} ({late} of {count} late)", "60")
    Console().print(shown)


if __name__ == "__main__":
    main()
