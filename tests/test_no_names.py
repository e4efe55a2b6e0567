"""A game is one folder: nothing outside the games' own folders speaks a game's name, but for examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spieltisch import games

SOURCES = Path(__file__).parents[1] / "src" / "spieltisch"
CLIENT = Path(__file__).parents[1] / "web"
EXAMPLES = {
    "bots/__init__.py": ('for example ("wampum", "expert")',),
    "compiling.py": ("`python -m spieltisch.compiling wampum bots $$`",),
    "games/__init__.py": ('`get("wampum")` gives a game',),
    "games/table.py": ('>>> table = games.get("wampum")',),
    "lab/batches.py": ('>>> tables = batch("amul"', '`batch("amul", players=5'),
    "lab/openspiel.py": ('`pyspiel.load_game("spieltisch_wampum(players=4)")`',),
    "lab/zoo.py": ("`from spieltisch.lab.zoo import wampum_v0`",),
    "match/match.py": ('>>> match = Match.deal(games.get("wampum")',),
}
"""What a reader of these sources is shown as an example; each line once."""


def spoken_in(text: str) -> list[str]:
    """Give the lines that speak a game's name."""
    named = re.compile("|".join(games.names()), re.IGNORECASE)
    return [line for line in text.splitlines() if named.search(line)]


def own_folder(file: Path) -> bool:
    """Whether a file belongs to one game: its rules, its texts, its bots."""
    floor, *inner = file.relative_to(SOURCES).parts
    return floor in ("games", "bots") and bool(inner) and inner[0] in games.names()


def sources() -> list[Path]:
    built = SOURCES / "web"
    kinds = (".py", ".toml", ".json", ".html", ".sql")
    found = [file for file in sorted(SOURCES.rglob("*")) if file.suffix in kinds and built not in file.parents]
    return [file for file in found if not own_folder(file)]


@pytest.mark.parametrize("file", sources(), ids=lambda file: str(file.relative_to(SOURCES)))
def test_no_source_outside_a_games_folder_speaks_its_name(file: Path) -> None:
    allowed = EXAMPLES.get(file.relative_to(SOURCES).as_posix(), ())
    spoken = spoken_in(file.read_text("utf-8"))
    assert [line for line in spoken if not any(example in line for example in allowed)] == []
    assert len(spoken) <= len(allowed)


def client_sources() -> list[Path]:
    """What the client is made of, but for the games' own folders."""
    kinds = (".ts", ".js", ".svelte", ".css", ".json", ".html", ".webmanifest")
    found = [
        CLIENT / "index.html",
        *(file for part in ("src", "shell", "public") for file in (CLIENT / part).rglob("*")),
    ]
    own = CLIENT / "src" / "games"
    return sorted(file for file in found if file.suffix in kinds and own not in file.parents)


@pytest.mark.parametrize("file", client_sources(), ids=lambda file: str(file.relative_to(CLIENT)))
def test_no_part_of_the_client_outside_a_games_folder_speaks_its_name(file: Path) -> None:
    assert spoken_in(file.read_text("utf-8")) == []


def test_every_folder_of_the_client_belongs_to_a_game() -> None:
    folders = sorted(folder.name for folder in (CLIENT / "src" / "games").iterdir())
    assert set(folders) <= set(games.names())
    assert all((CLIENT / "src" / "games" / name / "index.ts").is_file() for name in folders)
