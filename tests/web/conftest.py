"""A real server, a real Chromium, and people in front of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.web.people import AXE, BUILT, Visitors, launch, quick_server
from tools.browser import NoBrowser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.server.harness import ServerProcess
    from tests.server.nursery import Nursery


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server whose bots are quick."""
    if not BUILT.is_file() or not AXE.is_file():
        pytest.fail("The browser client is not built: run make web, or python tools/build_web.py", pytrace=False)
    running = quick_server(tmp_path_factory.mktemp("web"), nursery)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of a module.

    As long as Playwright runs, no other event loop can run in this process, and the tests that come next may need one.
    """
    with sync_playwright() as playwright:
        try:
            found = launch(playwright)
        except NoBrowser as none:
            raise pytest.fail.Exception(str(none), pytrace=False) from None
        yield found
        found.close()


@pytest.fixture
def visitors(house: ServerProcess, browser: Browser) -> Iterator[Visitors]:
    """Opens pages for people; at the end nothing may have gone wrong on any of them."""
    made = Visitors(browser, house.url)
    yield made
    made.close()
