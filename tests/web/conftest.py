"""A real server, a real Chromium, and people in front of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.server.harness import ServerProcess
from tests.web.people import NoBrowser, Visitors, launch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose bots are quick."""
    folder = tmp_path_factory.mktemp("web")
    running = ServerProcess(
        f"sqlite:///{folder}/web.db", folder / "log", SPIELTISCH_BOT_DELAY="0.02", SPIELTISCH_BOT_SECONDS="0.05"
    )
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as playwright:
        try:
            found = launch(playwright)
        except NoBrowser as none:
            pytest.fail(str(none), pytrace=False)
        yield found
        found.close()


@pytest.fixture
def visitors(house: ServerProcess, browser: Browser) -> Iterator[Visitors]:
    """Opens pages for people; at the end nothing may have gone wrong on any of them."""
    made = Visitors(browser, house.url)
    yield made
    made.close()
