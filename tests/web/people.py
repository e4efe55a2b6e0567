"""People in front of a browser: each has a context of their own, and looks at one page."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tests.server.harness import ServerProcess
from tools import browser
from tools.browser import NoBrowser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
BUILT = ROOT / "src" / "spieltisch" / "web" / "index.html"
CRITICS = Path(__file__).with_name("critics.js")
EYES = Path(__file__).with_name("eyes.js")
PHONE = (360, 740)
TABLET = (768, 1024)
DESKTOP = (1280, 800)
WALL = (2560, 1440)
ZOOMED = (640, 400)
"""A desktop at 200 %."""
SIZES = (PHONE, TABLET, DESKTOP, WALL, ZOOMED)
Theme = Literal["light", "dark"]
Motion = Literal["reduce", "no-preference"]
THEMES: tuple[Theme, ...] = ("light", "dark")


def quick_server(folder: Path) -> ServerProcess:
    """A server whose bots waste nobody's time."""
    return ServerProcess(
        f"sqlite:///{folder}/web.db",
        folder / "log",
        SPIELTISCH_BOT_DELAY="0.02",
        SPIELTISCH_BOT_SECONDS="0.05",
        SPIELTISCH_HINT_SECONDS="0.2",
        SPIELTISCH_REVIEW_SECONDS="0.02",
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
        context.set_default_timeout(120_000)
        context.add_init_script(path=EYES)
        self.contexts.append(context)
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


def violations(page: Page, rules: Literal["violations", "colours"] = "violations") -> list[str]:
    """What axe-core finds wrong with the page: by all its rules, or by those about colours."""
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


def untranslated(page: Page) -> list[str]:
    """In the pseudo-language: texts and labels outside its brackets. Names and figures are marked as not translated."""
    found: list[str] = ask_critic(page, "untranslated")
    return found


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the page another size, and let it settle."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    settle(page)


def settle(page: Page) -> None:
    """Wait until nothing moves any more: two frames, and then the end of what has begun in them."""
    page.evaluate(SETTLED)


SETTLED = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
}"""


def measure(page: Page, where: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> list[str]:
    """Look for what is misplaced at several sizes; the page keeps its own."""
    before = page.viewport_size
    assert before is not None
    faults = []
    for size in sizes:
        resize(page, size)
        faults += [f"{where} {size[0]}x{size[1]}: {fault}" for fault in misplaced(page)]
        if size == PHONE:
            faults += [f"{where} small: {fault}" for fault in small_targets(page)]
    resize(page, (before["width"], before["height"]))
    return faults


def criticise(page: Page, where: str) -> list[str]:
    """Hear axe-core, light and dark, on a phone and on a desktop; the page keeps its size and theme."""
    before = page.viewport_size
    assert before is not None
    faults = []
    for size in (PHONE, DESKTOP):
        resize(page, size)
        # At the end of the page the tray lies over nothing.
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            settle(page)
            found = violations(page, "violations" if theme == THEMES[0] else "colours")
            faults += [f"{where} {size[0]} {theme}: {fault}" for fault in found]
    page.emulate_media(color_scheme=THEMES[0])
    resize(page, (before["width"], before["height"]))
    return faults
