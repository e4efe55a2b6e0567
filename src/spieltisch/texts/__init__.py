"""What users read: a TOML catalogue for each language and subject. A language is a folder; English says what it lacks.

A key names a sentence ("server.refuse.storage"), its braces take values. A game brings its own catalogues
(`texts/<language>.toml` in its package) under its name. Plurals and lists follow the tables of Unicode (CLDR).
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.resources.abc import Traversable

    from babel import Locale

STAND_IN = "en"
"""The language that every catalogue is complete in."""

PLURAL_FORMS = frozenset(("zero", "one", "two", "few", "many", "other"))

BROUGHT: dict[str, str] = {}
"""By subject: the package that brings its catalogues."""


def found_languages() -> tuple[str, ...]:
    """Find the languages: English, then the others by their codes."""
    codes = {folder.name for folder in files(__name__).iterdir() if folder.joinpath("common.toml").is_file()}
    return (STAND_IN, *sorted(codes - {STAND_IN}))


LANGUAGES = found_languages()


def bring(subject: str, package: str) -> None:
    """Say which package has the catalogues of a subject, in its folder `texts`."""
    BROUGHT[subject] = package


def folder_of(subject: str, language: str) -> Traversable:
    """Say where a catalogue lies."""
    if subject in BROUGHT:
        return files(BROUGHT[subject]).joinpath("texts", f"{language}.toml")
    return files(__name__).joinpath(language, f"{subject}.toml")


def subjects() -> list[str]:
    """List the subjects of the house; those of the games are their names."""
    return sorted(file.name.removesuffix(".toml") for file in files(__name__).joinpath(STAND_IN).iterdir())


@cache
def catalogue(language: str, subject: str) -> dict[str, Any]:
    """Read one catalogue, for example ("de", "record"); English stands in for what it lacks."""
    file = folder_of(subject, language)
    own = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    return own if language == STAND_IN else laid_over(catalogue(STAND_IN, subject), own)


def laid_over(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Put a catalogue over another. The forms of a plural belong together: another language has others."""
    both = dict(under)
    for name, entry in over.items():
        old = both.get(name)
        deeper = isinstance(entry, dict) and isinstance(old, dict) and not PLURAL_FORMS.issuperset(entry)
        both[name] = laid_over(old or {}, entry) if deeper else entry
    return both


def say(key: str, language: str = STAND_IN, **values: object) -> str:
    """Give the sentence for a key, filled in.

    A catalogue entry is a string, or a table `{ one = "…", other = "…" }` that is chosen by the value `count`.
    """
    subject, *path = key.split(".")
    entry: Any = catalogue(language, subject)
    for name in path:
        entry = entry[name]
    if isinstance(entry, dict):
        entry = plural_form(entry, language, values["count"])
    return str(entry).format(**values)


def plural_form(forms: dict[str, Any], language: str, count: Any) -> Any:
    """Choose the form that a number takes: in French zero is singular, elsewhere there are forms for few and many."""
    return forms.get(locale_of(language).plural_form(count), forms["other"])


def listed(language: str, words: Sequence[str]) -> str:
    """Write "corn, furs and tobacco" as the language does."""
    return list_format()(words, locale=locale_of(language)) if words else ""


@cache
def locale_of(language: str) -> Locale:
    """Load what is known of a language; of one that nobody has described, its sentences are counted as in English."""
    from babel import Locale, UnknownLocaleError  # a tenth of a second that most programs never need

    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale(STAND_IN)


@cache
def list_format() -> Callable[..., str]:
    """Load the writer of lists."""
    from babel.lists import format_list

    return format_list
