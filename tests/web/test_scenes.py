"""Every page and every phase before its critics: accessibility, places and sizes, thumbs, translation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tables import SOAK
from tests.web.people import PHONE, criticise, measure, untranslated
from tests.web.scenes import WALKS

if TYPE_CHECKING:
    from tests.web.people import Visitors


LANGUAGES = ["de", "en", "fr"] if SOAK else ["de"]
"""German has the longest words; `make soak` takes the others too."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("walk", WALKS)
def test_nothing_is_inaccessible_misplaced_or_too_small(visitors: Visitors, walk: str, language: str) -> None:
    """axe-core light and dark, on phone and desktop; places and sizes measured at five sizes."""
    faults: list[str] = []
    for scene, page in WALKS[walk](visitors, size=PHONE, kept={"language": language}):
        faults += criticise(page, scene)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("walk", WALKS)
def test_every_word_is_translated_and_longer_words_fit(visitors: Visitors, walk: str) -> None:
    """The pseudo-language puts brackets around every text and makes it longer; whatever is forgotten stands out."""
    faults: list[str] = []
    for scene, page in WALKS[walk](visitors, size=PHONE, kept={"language": "xx"}):
        faults += [f"{scene}: {fault}" for fault in untranslated(page)] + measure(page, scene, (PHONE,))
    assert not faults, "\n".join(faults)
