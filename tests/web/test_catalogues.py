"""The texts of the client: complete in three languages, and all in use."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).resolve().parents[2] / "web"
SOURCES = [file for file in (WEB / "src").rglob("*") if file.suffix in {".svelte", ".ts"}]
SUBJECTS = sorted({file.name.removesuffix("en.json") for file in (WEB / "src" / "texts").glob("*en.json")})


def entries(texts: Any, name: str = "") -> dict[str, Any]:
    """All texts of a catalogue by their full names; plural forms count as one text."""
    if isinstance(texts, str) or (isinstance(texts, dict) and "other" in texts):
        return {name: texts}
    parts = enumerate(texts) if isinstance(texts, list) else texts.items()
    found: dict[str, Any] = {}
    for part, inner in parts:
        found |= entries(inner, f"{name}.{part}" if name else str(part))
    return found


def read(subject: str, language: str) -> dict[str, Any]:
    """Read one catalogue of the client."""
    texts = json.loads((WEB / "src" / "texts" / f"{subject}{language}.json").read_text("utf-8"))
    return entries(texts, subject.rstrip("."))


def placeholders(entry: Any) -> set[str]:
    """What a text leaves open."""
    forms = entry.values() if isinstance(entry, dict) else [entry]
    return {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_text_exists_in_every_language(subject: str, language: str) -> None:
    english, other = read(subject, "en"), read(subject, language)
    assert english.keys() == other.keys()
    for name, entry in english.items():
        assert placeholders(entry) - {"count"} == placeholders(other[name]) - {"count"}, name


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_nobody_shouts(subject: str, language: str) -> None:
    for name, entry in read(subject, language).items():
        for form in entry.values() if isinstance(entry, dict) else [entry]:
            assert "!" not in form, name


def test_every_text_is_used_and_every_used_text_exists() -> None:
    source = "\n".join(file.read_text("utf-8") for file in SOURCES)
    known = {name for subject in SUBJECTS for name in read(subject, "en")}
    said = set(re.findall(r"""["'`]([a-z_]+(?:\.[a-z_0-9]+)+)["'`]""", source))
    begun = {text for text in re.findall(r"`([a-z_]+(?:\.[a-z_0-9]+)*\.?)[^`]*?\$\{", source) if text}
    unused = {
        name
        for name in known
        if name not in said and not any(name.startswith(start) for start in begun if "." in start or start in SUBJECTS)
    }
    # Some are named by what the server sends: a happening's key, a word of its facts.
    unused = {name for name in unused if not re.search(r"^\w+\.(story|words|seat)\b", name)}
    assert not unused
    server = ("server.", "wampum.story", "wampum.goods", "wigwam.", "amul.")
    first = {name.split(".")[0] for name in known}
    missing = {
        name
        for name in said
        if name.split(".")[0] in first
        and name not in known
        and not name.startswith(server)
        and not any(entry.startswith(f"{name}.") for entry in known)
    }
    assert not missing


@pytest.mark.parametrize("game", ["wampum", "wigwam", "amul"])
def test_the_rules_pages_say_the_same_in_every_language(game: str) -> None:
    pages = [
        json.loads((WEB / "src" / "rules" / f"{game}.{language}.json").read_text("utf-8"))
        for language in ("en", "de", "fr")
    ]
    shapes = [
        [(section["id"], section.get("drawing"), len(section["text"])) for section in page["sections"]]
        for page in pages
    ]
    assert shapes[0] == shapes[1] == shapes[2]


def test_the_section_that_matters_now_exists() -> None:
    page = json.loads((WEB / "src" / "rules" / "wampum.en.json").read_text("utf-8"))
    ids = {section["id"] for section in page["sections"]}
    assert {"bids", "displaced", "limit", "end"} <= ids


def test_the_example_of_a_typed_move_says_in_every_language_that_it_is_one() -> None:
    examples = {read("", language)["command.example.wigwam"] for language in ("en", "de", "fr")}
    assert len(examples) == 3
