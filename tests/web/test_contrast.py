"""Who wishes for more contrast, or less motion, gets it: by the device's setting or by ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.tables import SOAK
from tests.web.hands import Person
from tests.web.people import DESKTOP, PHONE, THEMES, resize, settle, violations
from tests.web.scenes import WALKS
from tests.web.seating import sit_down_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors

TABLES = {"wampum": (5, "discard"), "wigwam": (2, ""), "amul": (5, "play")}


def too_pale(page: Page, where: str) -> list[str]:
    """Texts that stand out less than seven to one."""
    faults = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        settle(page)
        faults += [f"{where} {theme}: {fault}" for fault in violations(page, "contrast")]
    return faults


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_every_text_at_a_table_stands_out(visitors: Visitors, game: str, size: tuple[int, int]) -> None:
    players, beginning = TABLES[game]
    page = visitors.arrive(size=size, kept={"contrast": "more"})
    sit_down_at(page, game, players, beginning)
    Person(page).wait()
    faults = too_pale(page, game)
    assert not faults, "\n".join(faults)


@pytest.mark.skipif(not SOAK, reason="one phase of each game is looked at above; `make soak` takes all")
@pytest.mark.parametrize("game", TABLES)
def test_every_text_of_every_phase_stands_out(visitors: Visitors, game: str) -> None:
    faults: list[str] = []
    for scene, page in WALKS[game](visitors, size=PHONE, kept={"contrast": "more"}):
        for size in (DESKTOP, PHONE):
            resize(page, size)
            faults += too_pale(page, f"{scene} {size[0]}")
        page.emulate_media(color_scheme=THEMES[0])
    assert not faults, "\n".join(faults)


def test_every_text_of_the_house_stands_out(visitors: Visitors) -> None:
    page = visitors.arrive(kept={"contrast": "more"})
    faults = []
    for path, ready in (("/", ".game"), ("/new/wampum", "form"), ("/settings", "form")):
        page.goto(path)
        page.wait_for_selector(ready)
        faults += too_pale(page, path)
    assert not faults, "\n".join(faults)


def test_contrast_and_motion_follow_the_device_and_the_settings(visitors: Visitors) -> None:
    page = visitors.arrive(motion="no-preference")
    page.goto("/settings")
    root = page.locator("html")
    contrast, motion = page.get_by_label("More contrast"), page.get_by_label("Less motion")
    expect(root).to_have_attribute("data-contrast", "auto")
    expect(root).to_have_attribute("data-motion", "auto")
    page.emulate_media(contrast="more", reduced_motion="reduce")
    expect(root).to_have_attribute("data-contrast", "more")
    expect(root).to_have_attribute("data-motion", "less")
    page.emulate_media(contrast="no-preference", reduced_motion="no-preference")
    expect(root).to_have_attribute("data-contrast", "auto")
    contrast.check()
    motion.check()
    page.reload()
    expect(contrast).to_be_checked()
    expect(root).to_have_attribute("data-contrast", "more")
    expect(root).to_have_attribute("data-motion", "less")
    assert page.evaluate("getComputedStyle(document.querySelector('button')).transitionDuration") == "0s"
