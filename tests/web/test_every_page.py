"""Every page before its critics: accessibility, nothing cut off, thumbs, other languages, all sizes."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tests.web.pages import still_pages, wampum_pages
from tests.web.people import DESKTOP, PHONE, TABLET, criticise, overflows, small_targets, untranslated

if TYPE_CHECKING:
    from tests.web.people import Visitors

BUILT = Path(__file__).resolve().parents[2] / "src" / "spieltisch" / "web"
LOOKS = [(PHONE, "light"), (PHONE, "dark"), (DESKTOP, "light"), (DESKTOP, "dark")]


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_no_page_has_a_fault(visitors: Visitors, size: tuple[int, int], theme: Literal["light", "dark"]) -> None:
    page = visitors.open(size=size, theme=theme)
    faults = [fault for where in still_pages(page) for fault in criticise(page, where)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_no_phase_of_wampum_has_a_fault(
    visitors: Visitors, size: tuple[int, int], theme: Literal["light", "dark"]
) -> None:
    page = visitors.open(size=size, theme=theme)
    faults = [fault for where in wampum_pages(page) for fault in criticise(page, where)]
    assert not faults, "\n".join(faults)


def test_everything_is_large_enough_for_a_thumb(visitors: Visitors) -> None:
    page = visitors.open(size=PHONE)
    faults = []
    for walk in (still_pages, wampum_pages):
        faults += [f"{where}: {fault}" for where in walk(page) for fault in small_targets(page)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", ["de", "fr", "xx"])
def test_longer_languages_fit(visitors: Visitors, language: str) -> None:
    """The pseudo-language is a quarter longer than English; with it, whatever is not translated stands out."""
    page = visitors.open(size=PHONE, kept={"language": language})
    faults = []
    for walk in (still_pages, wampum_pages):
        for where in walk(page):
            found = overflows(page) + (untranslated(page) if language == "xx" else [])
            faults += [f"{where}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


def test_a_tablet_shows_everything(visitors: Visitors) -> None:
    page = visitors.open(size=TABLET)
    faults = []
    for walk in (still_pages, wampum_pages):
        faults += [f"{where}: {fault}" for where in walk(page) for fault in overflows(page)]
    assert not faults, "\n".join(faults)


def test_the_first_page_needs_less_than_200_kilobytes(visitors: Visitors) -> None:
    loaded: list[str] = []
    page = visitors.open("/")
    page.on("request", lambda request: loaded.append(request.url))
    page.reload()
    page.wait_for_selector(".game")
    page.click("[data-play=wampum]")
    page.wait_for_selector(".village")
    files = [BUILT / url.split("/", 3)[3] for url in loaded if url.endswith(".js")]
    assert files
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < 200_000
