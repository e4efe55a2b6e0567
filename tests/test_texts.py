"""The catalogues: complete in three languages, with the same values to fill in."""

from __future__ import annotations

import string
from importlib.resources import files
from typing import Any

import pytest

from spieltisch.texts import LANGUAGES, catalogue, say

SUBJECTS = sorted(entry.name.removesuffix(".toml") for entry in files("spieltisch.texts").joinpath("en").iterdir())


def sentences(entry: Any, path: str = "") -> dict[str, list[str]]:
    """List every sentence with its forms by its key."""
    if isinstance(entry, str):
        return {path: [entry]}
    if set(entry) == {"one", "other"}:
        return {path: [entry["one"], entry["other"]]}
    found: dict[str, list[str]] = {}
    for name, part in entry.items():
        found |= sentences(part, f"{path}.{name}".lstrip("."))
    return found


def values(forms: list[str]) -> set[str]:
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_sentence_exists_in_every_language_with_the_same_values(subject: str) -> None:
    english = sentences(catalogue("en", subject))
    for language in LANGUAGES:
        other = sentences(catalogue(language, subject))
        assert other.keys() == english.keys()
        for key, forms in english.items():
            assert values(other[key]) == values(forms), (language, key)
            assert all(form.strip() for form in other[key]), (language, key)


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tone_is_quiet(language: str, subject: str) -> None:
    for key, forms in sentences(catalogue(language, subject)).items():
        assert not any("!" in form.replace("h!", "") for form in forms), key


def test_plurals_follow_the_language() -> None:
    assert say("wampum.story.income", "en", seat="A", count=1) == "A draws 1 card."
    assert say("wampum.story.income", "en", seat="A", count=0) == "A draws 0 cards."
    assert say("wampum.story.income", "fr", seat="A", count=0) == "A pioche 0 carte."
    assert say("wampum.story.income", "de", seat="A", count=2) == "A zieht 2 Karten nach."
