"""People in front of a browser: each has a context of their own, and looks at one page."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from playwright.sync_api import expect

from tests.server.harness import ServerProcess
from tests.tables import SOAK
from tools import browser
from tools.browser import NoBrowser

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request

    from tests.server.nursery import Nursery

LONG_MS = 120_000
"""Milliseconds after which a page shows nothing more, on a busy machine either."""
expect.set_options(timeout=LONG_MS)
ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
BUILT = ROOT / "src" / "spieltisch" / "web" / "index.html"
CRITICS = Path(__file__).with_name("critics.js")
EYES = Path(__file__).with_name("eyes.js")
PHONE = (360, 740)
TABLET = (768, 1024)
DESKTOP = (1280, 800)
LARGE = (1920, 1080)
LYING = (740, 360)
"""A phone on its side."""
WALL = (2560, 1440)
ZOOMED = (640, 400)
"""A desktop at 200 %."""
SIZES = (PHONE, TABLET, DESKTOP, LARGE, LYING, *((WALL, ZOOMED) if SOAK else ()))
Theme = Literal["light", "dark"]
Motion = Literal["reduce", "no-preference"]
THEMES: tuple[Theme, ...] = ("light", "dark")


def quick_server(folder: Path, nursery: Nursery | None = None) -> ServerProcess:
    """A server whose bots waste nobody's time."""
    return ServerProcess(
        f"sqlite:///{folder}/web.db",
        folder / "log",
        nursery=nursery,
        SPIELTISCH_BOT_DELAY="0.02",
        SPIELTISCH_BOT_SECONDS="0.05",
        SPIELTISCH_HINT_SECONDS="0.2",
        SPIELTISCH_COACH_SECONDS="60",
        SPIELTISCH_REVIEW_SECONDS="0.02",
        SPIELTISCH_IMPORT_SECONDS="60",
        SPIELTISCH_TRIAL_GAMES="30",
    )


def launch(playwright: Playwright) -> Browser:
    """Start Chromium: `python -m tools.browser` gets one where there is none."""
    found = browser.find(playwright.chromium.executable_path)
    if found is None:
        raise NoBrowser(browser.NO_BROWSER)
    environment: dict[str, str | float | bool] = {**os.environ, **found.environment}
    return playwright.chromium.launch(executable_path=found.path, args=["--no-sandbox"], env=environment)


class Visitors:
    """Opens pages and notes what goes wrong on them."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.contexts: list[BrowserContext] = []
        self.troubles: list[str] = []

    def arrive(
        self,
        name: str = "Ada",
        *,
        size: tuple[int, int] = DESKTOP,
        theme: Theme = "light",
        motion: Motion = "reduce",
        touch: bool = False,
        kept: dict[str, Any] | None = None,
        language: str = "en-GB",
    ) -> Page:
        """Somebody new comes, as a guest with a name, and has seen no page yet. `kept`: wishes of an earlier visit."""
        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,
            reduced_motion=motion,
            has_touch=touch,
            locale=language,
            service_workers="block",
        )
        context.set_default_timeout(LONG_MS)
        context.add_init_script(path=EYES)
        self.contexts.append(context)
        if motion == "reduce":
            # Steps are stills then, and take their time; tests that look at them say so.
            kept = {"pace": "instant", **(kept or {})}
        if kept:
            entry = json.dumps(json.dumps(kept))
            context.add_init_script(
                f"if (!localStorage.getItem('spieltisch')) localStorage.setItem('spieltisch', {entry})"
            )
        page = context.new_page()
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("request", self.see)
        if name:
            page.request.post("/api/me", data={"name": name})
        return page

    def open(self, path: str = "/", **wishes: Any) -> Page:
        """Somebody comes who has never been here, and opens a page."""
        page = self.arrive("", **wishes)
        page.goto(path)
        return page

    def hear(self, message: ConsoleMessage) -> None:
        """Note what the page complains about; refusals by the server are answers, not complaints."""
        if (
            message.type == "error"
            and "Failed to load resource" not in message.text
            and "WebSocket" not in message.text
        ):
            self.troubles.append(f"console: {message.text}")

    def see(self, request: Request) -> None:
        """Note requests that leave the house."""
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.troubles.append(f"foreign request: {request.url}")

    def close(self) -> None:
        """Say goodbye; by now nothing may have gone wrong."""
        for context in self.contexts:
            context.close()
        self.contexts.clear()
        assert not self.troubles, "\n".join(self.troubles)


# --- looking at a page as its critics do -----------------------------------------------------------------


def ask_critic(page: Page, critic: str) -> Any:
    """Let a function of critics.js look at the page."""
    if not page.evaluate("() => 'critics' in window"):
        page.evaluate(CRITICS.read_text("utf-8"))
    return page.evaluate(f"critics.{critic}()")


def violations(page: Page, rules: Literal["violations", "colours", "contrast"] = "violations") -> list[str]:
    """What axe-core finds wrong with the page: by all its rules, by those about colours, or too little contrast."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = ask_critic(page, rules)
    return found


def misplaced(page: Page) -> list[str]:
    """What sticks out sideways, is cut off, lies over something else, or cannot be reached."""
    found: list[str] = ask_critic(page, "misplaced")
    return found


def small_targets(page: Page) -> list[str]:
    """What is too small for a thumb: buttons, fields and links that stand alone."""
    found: list[str] = ask_critic(page, "smallTargets")
    return found


def small_text(page: Page) -> list[str]:
    """What is too small for the eye."""
    found: list[str] = ask_critic(page, "smallText")
    return found


def untranslated(page: Page) -> list[str]:
    """In the pseudo-language: texts and labels outside its brackets. Names and figures are marked as not translated."""
    found: list[str] = ask_critic(page, "untranslated")
    return found


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the page another size, and let it settle."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    settle(page)


def settle(page: Page) -> None:
    """Wait until nothing moves any more: what has begun has ended, and some frames show the same."""
    page.evaluate(SETTLED)


SETTLED = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  // Tables lay themselves out for the room they find, and a busy machine takes its time for it.
  const boxes = () =>
    [...document.querySelectorAll("body *")].map((element) => element.getBoundingClientRect())
      .reduce((sum, box) => sum + 3 * box.left + 7 * box.top + 13 * box.width + 17 * box.height, 0);
  for (let same = 0, last = boxes(), frames = 0; same < 3 && frames < 120; frames += 1) {
    await frame();
    const now = boxes();
    same = now === last ? same + 1 : 0;
    last = now;
  }
}"""


def measure(page: Page, where: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> list[str]:
    """Look for what is misplaced at several sizes; the page keeps its own."""
    return at_sizes(page, sizes, lambda size: faults_of_place(page, where, size))


def criticise(page: Page, where: str) -> list[str]:
    """Hear all critics: axe-core light on a phone and dark on a desktop, places and sizes at all sizes."""
    return at_sizes(page, SIZES, lambda size: faults_of_place(page, where, size) + faults_heard(page, where, size))


def at_sizes(
    page: Page, sizes: tuple[tuple[int, int], ...], judge: Callable[[tuple[int, int]], list[str]]
) -> list[str]:
    """Judge a page at several sizes; it keeps its own."""
    before = page.viewport_size
    assert before is not None
    faults = []
    for size in sizes:
        resize(page, size)
        faults += judge(size)
    resize(page, (before["width"], before["height"]))
    return faults


def faults_of_place(page: Page, where: str, size: tuple[int, int]) -> list[str]:
    """What is misplaced or cannot be read, and on a phone too small for a thumb."""
    faults = [f"{where} {size[0]}x{size[1]}: {fault}" for fault in misplaced(page) + small_text(page)]
    if size == PHONE:
        faults += [f"{where} small: {fault}" for fault in small_targets(page)]
    return faults


HEARINGS: dict[tuple[int, int], tuple[Theme, ...]] = {PHONE: ("light",), DESKTOP: ("dark",)}
"""At which sizes and in which themes axe-core is heard; `make soak` takes both themes at both."""
if SOAK:
    HEARINGS = {PHONE: THEMES, DESKTOP: THEMES}


def faults_heard(page: Page, where: str, size: tuple[int, int]) -> list[str]:
    """What axe-core says about this size; the page keeps its theme."""
    faults: list[str] = []
    for theme in HEARINGS.get(size, ()):
        # At the end of the page the tray lies over nothing.
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        if theme != THEMES[0]:
            page.emulate_media(color_scheme=theme)
            settle(page)
        found = violations(page, "violations" if theme == HEARINGS[size][0] else "colours")
        faults += [f"{where} {size[0]} {theme}: {fault}" for fault in found]
    page.emulate_media(color_scheme=THEMES[0])
    page.evaluate("scrollTo(0, 0)")
    return faults
