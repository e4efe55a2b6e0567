"""A language is a folder: who adds one touches no code, and what was made before it stays valid."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src" / "spieltisch"

COMMON = """
seat_name = "Miejsce {seat}"
"""
WAMPUM = """
[good]
C = "kukurydza"

[story]
income = { one = "{seat} bierze {count} kartę.", few = "{seat} bierze {count} karty.", many = "{seat} bierze {count} kart.", other = "{seat} bierze {count} karty." }
displaced = "{by} wypiera {seat} z wioski {village}."
"""  # noqa: E501

SCRIPT = """
from spieltisch import games
from spieltisch.games.happenings import sentence
from spieltisch.match import read_line, verify, write_line
from spieltisch.match.match import Match
from spieltisch.texts import LANGUAGES, say
from spieltisch.games.wampum.story import Canoe, Displaced, Income, Restocked

print(LANGUAGES)
table = games.get("wampum").deal(2, seed=1)
for count in (1, 2, 5):
    print(sentence(table, Income(0, count), "pl"))
print(sentence(table, Displaced(0, 3, 1), "pl", ["Ada", "Ben"]))
print(sentence(table, Restocked(1, "CCF"), "pl"))
print(sentence(table, Canoe(1, 1), "pl"))
print(say("server.refuse.not_started", "pl") == say("server.refuse.not_started", "en"))

amul = games.get("amul")
table = amul.deal(3, seed=1)
while not table.over:
    seat = table.waiting_for[0]
    before, move = table.copy(), table.random_move(seat)
    table.play(seat, move)
    for told in amul.tell(before.view(seat), table.view(seat), seat, move):
        assert "{" not in sentence(table, told, "pl"), told
from spieltisch.games.amul import house
print(house().name_of("silk", "pl"), house().hash)
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package with one more language, of which not everything has been translated."""
    copy = tmp_path / "spieltisch"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__", "web"))
    (copy / "texts" / "pl").mkdir()
    (copy / "texts" / "pl" / "common.toml").write_text(COMMON, "utf-8")
    (copy / "games" / "wampum" / "texts" / "pl.toml").write_text(WAMPUM, "utf-8")
    return tmp_path


def run(folder: Path, script: str) -> str:
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    environment["NUMBA_DISABLE_JIT"] = "1"  # nothing is compiled anew for a few sentences
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_new_language_needs_a_folder_and_english_stands_in_for_what_it_lacks(package: Path) -> None:
    from spieltisch.games.amul import house

    assert run(package, SCRIPT).splitlines() == [
        "('en', 'de', 'fr', 'pl')",
        "Miejsce 0 bierze 1 kartę.",
        "Miejsce 0 bierze 2 karty.",
        "Miejsce 0 bierze 5 kart.",
        "Ben wypiera Ada z wioski 3.",
        "New goods come to village 1: 2 kukurydza i furs.",
        "Miejsce 1 has the canoe with a bid of 1.",
        "True",
        f"Silk {house().hash}",
    ]


def test_a_record_with_its_own_cards_made_before_the_language_can_still_be_replayed(package: Path) -> None:
    """The card file in it names its cards in the languages of its time."""
    replay = """
import json
from spieltisch import games
from spieltisch.games.amul.cards import house_text
from spieltisch.games.amul import parse
own = parse(house_text().replace('set = "house"', 'set = "older"'))
print(own.name, own.name_of("silk", "pl"))
table = games.get("amul").deal(3, seed=2, options={"cards": house_text().replace('set = "house"', 'set = "older"')})
print(table.options.cards != "house", len(table.legal_moves(table.waiting_for[0])) > 0)
"""
    assert run(package, replay).splitlines() == ["older Silk", "True True"]
