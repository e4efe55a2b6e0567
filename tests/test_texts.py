"""The catalogues: complete in every language, with the same values to fill in."""

from __future__ import annotations

import string
from typing import Any

import pytest

from spieltisch import games
from spieltisch.levels import EVERY_LEVEL
from spieltisch.texts import LANGUAGES, PLURAL_FORMS, catalogue, say, subjects

SUBJECTS = [*subjects(), *(games.get(name).name for name in games.names())]


def sentences(entry: Any, path: str = "") -> dict[str, list[str]]:
    """List every sentence with its forms by its key."""
    if isinstance(entry, str):
        return {path: [entry]}
    if PLURAL_FORMS.issuperset(entry):
        return {path: list(entry.values())}
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_have_names_of_their_own_and_no_two_of_a_level_share_a_letter(language: str) -> None:
    named = catalogue(language, "server")["bot"]
    assert tuple(named) == EVERY_LEVEL
    everybody = [name for names in named.values() for name in names.values()]
    assert len(set(everybody)) == len(everybody)
    for level, names in named.items():
        assert len({name[0] for name in names.values()}) == 8, level
