"""People in front of a browser: each has a context of their own, and looks at one page."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
CRITICS = Path(__file__).with_name("critics.js")
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PHONE = (360, 740)
TABLET = (768, 1024)
DESKTOP = (1280, 800)


def launch(playwright: Playwright) -> Browser:
    """Start the Chromium of this machine, or the one named in the environment."""
    path = os.environ.get("SPIELTISCH_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])


class Visitors:
    """Opens pages and notes what goes wrong on them."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.contexts: list[BrowserContext] = []
        self.troubles: list[str] = []

    def open(
        self,
        path: str = "/",
        *,
        size: tuple[int, int] = DESKTOP,
        theme: Literal["light", "dark"] = "light",
        motion: Literal["reduce", "no-preference"] = "reduce",
        touch: bool = False,
        kept: dict[str, Any] | None = None,
        language: str = "en-GB",
    ) -> Page:
        """Open a page for somebody new. `kept`: preferences of an earlier visit."""
        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,
            reduced_motion=motion,
            has_touch=touch,
            locale=language,
            service_workers="block",
        )
        context.set_default_timeout(60_000)
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
        assert not self.troubles, "\n".join(self.troubles)


# --- looking at a page as its critics do -----------------------------------------------------------------


def ask_critic(page: Page, critic: str) -> Any:
    """Let a function of critics.js look at the page."""
    page.evaluate(CRITICS.read_text("utf-8"))
    return page.evaluate(f"critics.{critic}()")


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with the page."""
    page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = ask_critic(page, "violations")
    return [f"{violation['id']}: {node}" for violation in found for node in violation["nodes"]]


def overflows(page: Page) -> list[str]:
    """What sticks out of the page sideways, or is cut off inside its box."""
    found: list[str] = ask_critic(page, "overflows")
    return found


def small_targets(page: Page) -> list[str]:
    """What is too small for a thumb: buttons, fields and links that stand alone."""
    found: list[str] = ask_critic(page, "smallTargets")
    return found


def untranslated(page: Page) -> list[str]:
    """In the pseudo-language: texts and labels outside its brackets. Names and figures are marked as not translated."""
    found: list[str] = ask_critic(page, "untranslated")
    return found


def criticise(page: Page, where: str) -> list[str]:
    """All of the above that hold in every language."""
    return [f"{where}: {fault}" for fault in [*violations(page), *overflows(page)]]
