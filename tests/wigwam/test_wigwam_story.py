"""The story of a match: every happening is told, to each viewer only what he may know."""

from __future__ import annotations

import msgspec
import pytest

from spieltisch import games
from spieltisch.games import SPECTATOR
from spieltisch.games.happenings import sentence
from spieltisch.games.wigwam.board import BASE, NAME_OF
from spieltisch.texts import LANGUAGES, catalogue

WIGWAM = games.get("wigwam")
HUFF = {"forced_capture": "huff"}
LIGHT_BASE, DARK_BASE = ([NAME_OF[cell] for cell in base] for base in BASE)


def story(table: games.Table, seat: int, move: str, viewer: int = SPECTATOR) -> list[dict[str, object]]:
    before = table.view(viewer)
    shown = table.show_move(seat, move, viewer)
    table.play(seat, move)
    happenings = WIGWAM.tell(before, table.view(viewer), seat, shown)
    for happening in happenings:
        for language in LANGUAGES:
            assert sentence(table, happening, language)
    return [msgspec.to_builtins(happening) for happening in happenings]


def test_a_step_is_told() -> None:
    table = WIGWAM.table(2, {}, {"setup": "standard"})
    moved = {"what": "moved", "seat": 0, "kind": "warrior", "start": "d3", "target": "d4", "move": "d3-d4"}
    assert story(table, 0, "d3-d4") == [moved]


def test_a_capture_is_told_jump_by_jump() -> None:
    table = WIGWAM.position("...C/...../....../wW.W.../....../...../c..W l")
    assert story(table, 0, "d1xd2-d3xd4-d5") == [
        {
            "what": "captured",
            "seat": 0,
            "kind": "warrior",
            "start": "d1",
            "target": "d5",
            "count": 2,
            "victims": ["d2", "d4"],
            "landings": ["d3", "d5"],
            "taken": ["warrior", "warrior"],
            "move": "d1xd2-d3xd4-d5",
        }
    ]


def test_a_missed_capture_and_the_huff_are_told() -> None:
    table = WIGWAM.position("W..C/...../...w../...wW../...T../...../c... l", options=HUFF)
    told = story(table, 0, "g1-g2")
    assert told[1] == {"what": "liable", "seat": 0, "count": 2, "points": ["c4", "d4"]}
    huffed = {"what": "huffed", "seat": 1, "kind": "warrior", "point": "c4", "move": "huff c4"}
    assert story(table, 1, "huff c4") == [huffed]


def test_the_end_is_told() -> None:
    table = WIGWAM.position("..../...../....../wC.W.../....../...../c..W l")
    assert story(table, 0, "d1xd2-d3")[1] == {
        "what": "ended",
        "scores": [2, 0],
        "winners": [0],
        "reason": "chief",
    }


def test_placing_is_told_and_then_the_beginning() -> None:
    table = WIGWAM.table(2, {})
    placed = {"what": "placed", "seat": 0, "kind": "chief", "point": "d1", "move": "C@d1"}
    assert story(table, 0, "C@d1") == [placed]
    while table.position.endswith("s"):
        seat = table.waiting_for[0]
        told = story(table, seat, table.legal_moves(seat)[0])
    assert told[1:] == [{"what": "begun", "seat": 0}]


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_an_arrangement_is_told_to_its_owner_and_later_to_all(viewer: int) -> None:
    table = WIGWAM.table(2, {}, {"setup": "hidden"})
    told = story(table, 1, "setup WWWTWTCWTWW", viewer)
    own = {
        "what": "arranged",
        "seat": 1,
        "letters": "WWWTWTCWTWW",
        "chief": DARK_BASE[6],
        "tents": [DARK_BASE[3], DARK_BASE[5], DARK_BASE[8]],
    }
    assert told == [own if viewer == 1 else {"what": "arranged", "seat": 1}]
    assert story(table, 0, "setup WWTWCTWTWWW", viewer) == [
        {
            "what": "arranged",
            "seat": 0,
            "letters": "WWTWCTWTWWW",
            "chief": LIGHT_BASE[4],
            "tents": [LIGHT_BASE[2], LIGHT_BASE[5], LIGHT_BASE[7]],
        },
        {"what": "revealed", "light": "WWTWCTWTWWW", "dark": "WWWTWTCWTWW"},
        {"what": "begun", "seat": 0},
    ]


def test_every_kind_and_reason_has_a_word_in_every_language() -> None:
    for language in LANGUAGES:
        words = catalogue(language, "wigwam")
        assert set(words["piece"]) == {"warrior", "chief", "tent"}
        assert set(words["reason"]) == {
            "chief", "blocked", "no_warriors", "only_chiefs", "repetition", "no_progress"
        }  # fmt: skip
