"""The texts of the client: complete in every language, and all in use."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).resolve().parents[2] / "web"
SOURCES = [file for file in (WEB / "src").rglob("*") if file.suffix in {".svelte", ".ts"}]
GAMES = sorted(folder.parent.name for folder in (WEB / "src" / "games").glob("*/texts"))
APP = WEB / "src" / "app"
PAGES = {
    "replay": APP / "study",
    "lesson": APP / "lesson",
    "coach": APP / "coach",
    "puzzle": APP / "puzzle",
    "new": APP / "new",
    "account": APP / "account",
    "import": APP / "import",
    "plain": WEB / "src" / "lib" / "plain",
}
"""Pages that bring their words along."""
ADVICE = WEB / "src" / "games"
ADVISED = sorted(folder.parent.name for folder in ADVICE.glob("*/coach"))
SUBJECTS = ["", *GAMES, *PAGES]
LANGUAGES = sorted(file.stem for file in (WEB / "src" / "texts").glob("*.json"))


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
    """Read one catalogue of the client; a game's is in parts: every visit loads the door, each page its own."""
    folder = PAGES.get(subject, WEB / "src" / "games" / subject) if subject else WEB / "src"
    own = ("texts", "door", "workshop/texts") if subject in GAMES else ("texts",)
    parts = [folder / part for part in own]
    found: dict[str, Any] = {}
    for part in filter(Path.is_dir, parts):
        found |= entries(json.loads((part / f"{language}.json").read_text("utf-8")), subject)
    return found


def placeholders(entry: Any) -> set[str]:
    """What a text leaves open."""
    forms = entry.values() if isinstance(entry, dict) else [entry]
    return {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_exists_in_every_language(subject: str, language: str) -> None:
    english, other = read(subject, "en"), read(subject, language)
    assert english.keys() == other.keys()
    for name, entry in english.items():
        assert placeholders(entry) - {"count"} == placeholders(other[name]) - {"count"}, name


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("language", LANGUAGES)
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
    # Some are named by what the server sends: a seat's colour, a game.
    unused = {name for name in unused if not re.search(r"^\w+\.(seat|game)\b", name)}
    assert not unused
    server = ("server.",)
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


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_pages_say_the_same_in_every_language(game: str) -> None:
    pages = [
        json.loads((WEB / "src" / "games" / game / "rules" / f"{language}.json").read_text("utf-8"))
        for language in LANGUAGES
    ]
    shapes = [
        [(section["id"], section.get("drawing"), len(section["text"])) for section in page["sections"]]
        for page in pages
    ]
    assert all(shape == shapes[0] for shape in shapes)


def advice(game: str, language: str) -> dict[str, str]:
    """What the coach says where a section of the rules matters for the first time."""
    found: dict[str, str] = json.loads((ADVICE / game / "coach" / f"{language}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("game", ADVISED)
def test_the_coach_advises_on_sections_of_the_rules_in_every_language(game: str) -> None:
    sections = json.loads((ADVICE / game / "rules" / "en.json").read_text("utf-8"))["sections"]
    keys = advice(game, "en").keys()
    assert keys <= {section["id"] for section in sections}
    for language in LANGUAGES:
        told = advice(game, language)
        assert told.keys() == keys, language
        assert all(sentence.endswith(".") and "!" not in sentence for sentence in told.values()), language
        assert len(set(told.values())) == len(told), language
    assert {file.stem for file in (ADVICE / game / "coach").iterdir()} == set(LANGUAGES)


def test_the_section_that_matters_now_exists() -> None:
    page = json.loads((WEB / "src" / "games" / "wampum" / "rules" / "en.json").read_text("utf-8"))
    ids = {section["id"] for section in page["sections"]}
    assert {"bids", "displaced", "limit", "end"} <= ids


@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_a_typed_move_says_in_every_language_what_it_would_do(game: str) -> None:
    texts = {language: read(game, language) for language in LANGUAGES}
    examples = {language: found[f"{game}.game.example"] for language, found in texts.items()}
    moves = set()
    for language, example in examples.items():
        written = example.partition(":")[0].split(maxsplit=2)[-1].strip()
        shown = {found: key[-1] for key, found in texts[language].items() if key.startswith(f"{game}.letter.")}
        verb, _, cards = written.rpartition(" ")
        moves.add(f"{verb} {''.join(shown[letter] for letter in cards)}" if shown else written)
    assert len(moves) == 1, "one notation, with the letters that are on screen"
    assert len({example.partition(":")[2] for example in examples.values()}) == len(LANGUAGES)


def spoken() -> dict[str, str]:
    """Everything that is said in any language, by file: catalogues, rules pages, words of the games, the server's."""
    house = WEB.parent / "src" / "spieltisch"
    files = [
        *(WEB / "src").rglob("texts/*.json"),
        *(WEB / "src").rglob("door/*.json"),
        *(WEB / "src").rglob("rules/*.json"),
        *(WEB / "src").rglob("coach/*.json"),
        *house.rglob("texts/**/*.toml"),
        *house.rglob("lessons/*.toml"),
    ]
    return {str(file.relative_to(WEB.parent)): file.read_text("utf-8") for file in files}


def test_apostrophes_are_the_same_everywhere() -> None:
    straight = {file: re.findall(r"\w+'\w+", text) for file, text in spoken().items()}
    assert {file: found for file, found in straight.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guest_is_called_a_guest(language: str) -> None:
    guest = read("", language)["person.guest"]
    assert guest.lower() in read("account", language)["account.guest"].lower()


def test_in_french_no_name_stands_where_a_vowel_would_need_an_apostrophe() -> None:
    """ "En attente de Ada" is no French; who is called how is not known beforehand."""
    people = r"\b(?:de|que|lorsque|puisque|jusque) \{(?:names?|seats?|winners|by|who)\}"
    french = {file: text for file, text in spoken().items() if "fr" in {Path(file).stem, Path(file).parent.name}}
    assert len(french) > 9
    wrong = {file: re.findall(people, text) for file, text in french.items()}
    assert {file: found for file, found in wrong.items() if found} == {}


def test_in_german_taking_back_is_not_called_like_going_back() -> None:
    undo = {name: text for subject in SUBJECTS for name, text in read(subject, "de").items() if name.endswith(".undo")}
    assert undo["frame.undo"] == "Rückgängig"
    assert not [name for name, text in undo.items() if str(text).startswith("Zurück")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_standard_set_up_has_one_name(language: str) -> None:
    folder = WEB / "src" / "games" / "wigwam"
    words = json.loads((folder / "words" / f"{language}.json").read_text("utf-8"))
    rules = (folder / "rules" / f"{language}.json").read_text("utf-8")
    assert words["options"]["setup"]["standard"].capitalize() in rules


def test_no_separator_loses_the_blank_before_it() -> None:
    """Svelte drops the blank at the start of a block: "5 goods· displaces Purple"."""
    lost = {file.name: re.findall(r"\{#if[^}]*\}\s+·.*", file.read_text("utf-8")) for file in SOURCES}
    assert {name: found for name, found in lost.items() if found} == {}
