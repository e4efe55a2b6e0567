"""Wigwam and Amul as their critics see them: every phase, light and dark, on a phone and on a desk, in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from tests.web.people import DESKTOP, PHONE, criticise, overflows, small_targets, untranslated
from tests.web.scenes import amul_pages, wigwam_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from tests.web.people import Visitors

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

SCENES: dict[str, Callable[[Page], Iterator[str]]] = {"wigwam": wigwam_pages, "amul": amul_pages}


@pytest.mark.parametrize("game", SCENES)
@pytest.mark.parametrize("theme", THEMES)
def test_nothing_is_inaccessible_cut_off_or_sticks_out(
    visitors: Visitors, game: str, theme: Literal["light", "dark"]
) -> None:
    faults: list[str] = []
    for size in (PHONE, DESKTOP):
        page = visitors.open(size=size, theme=theme)
        for scene in SCENES[game](page):
            # At the end of the page the tray covers nothing.
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
            faults += criticise(page, f"{scene} {size[0]}")
            # Eight columns of a sheet cannot all be as wide as a thumb.
            small = [fault for fault in small_targets(page) if "cell" not in fault]
            faults += [f"{scene}: small: {fault}" for fault in small if size == PHONE]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("game", SCENES)
def test_every_word_is_translated_and_longer_words_fit(visitors: Visitors, game: str) -> None:
    faults: list[str] = []
    page = visitors.open(size=PHONE, kept={"language": "xx"})
    for scene in SCENES[game](page):
        faults += [f"{scene}: {fault}" for fault in (*untranslated(page), *overflows(page))]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("game", SCENES)
@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_tables_fit_in_all_languages(visitors: Visitors, game: str, language: str) -> None:
    page = visitors.open(size=PHONE, kept={"language": language})
    faults = [f"{scene}: {fault}" for scene in SCENES[game](page) for fault in overflows(page)]
    assert not faults, "\n".join(faults)
