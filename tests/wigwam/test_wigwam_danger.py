"""What a move leaves behind, as the table is told: who could be taken next, who is attacked."""

from __future__ import annotations

import pytest

from spieltisch import games
from spieltisch.games.wigwam import face
from tests.tables import few, walk

WIGWAM = games.get("wigwam")


def told(table: games.Table) -> dict[str, face.WigwamMove]:
    """What the player to move is told about each move."""
    return {move.move: move for move in face.choices(table.view(table.waiting_for[0])).moves}


def test_a_piece_is_exposed_where_it_can_be_jumped_over() -> None:
    table = WIGWAM.position("...C/...../....../..w.W../....../...../c... l")
    moves = told(table)
    assert moves["d3-d4"].exposed, "d5 jumps over d4 to d3, which is free then"
    assert moves["d3-d4"].endangered == 1
    assert moves["d3-d4"].attacks == ["warrior"], "and d4 would jump over d5"
    assert not moves["d3-d2"].exposed
    assert moves["d3-d2"].attacks == []


def test_a_later_jump_of_a_capture_is_a_danger_too() -> None:
    table = WIGWAM.position("...C/...../....../w.w.wW./....../...../c... l")
    board = face.board(table.view(0), memory=False)
    assert board.threatened == ["d3", "d5"], "d6 jumps over d5 and over d3"
    table = WIGWAM.position("...C/...../....../w.w.wWT/....../...../c... l")
    moves = told(table)
    assert moves["d3-d2"].endangered == 1, "d5 alone: d6 cannot land beyond d2"
    assert not moves["d3-d2"].exposed
    assert moves["d5-d4"].endangered == 0, "there nobody stands beside it"


def test_whoever_takes_the_chief_has_nothing_to_fear() -> None:
    table = WIGWAM.position("..../...../....../..wC.W./....../...../c... l")
    won = told(table)["d3xd4-d5"]
    assert not won.exposed
    assert won.endangered == 0


@pytest.mark.parametrize("options", [{}, {"continuation": "compulsory"}, {"forced_capture": "huff"}])
def test_what_is_told_is_what_could_be_played(options: dict[str, str]) -> None:
    for seed in range(few(6, 1)):
        table = WIGWAM.deal(2, seed, {"setup": "standard", **options})
        for number, _ in enumerate(walk(table, seed)):
            if number % 5 == 0:
                check_all_moves(table)


def check_all_moves(table: games.Table) -> None:
    """Play every move on a copy, and look at every capture that could answer it."""
    seat = table.waiting_for[0]
    for text, move in told(table).items():
        after = table.copy()
        after.play(seat, text)
        lost = set() if after.over or after.waiting_for[0] == seat else victims(after.legal_moves(1 - seat))
        if move.verb != "huff":
            assert move.endangered == len(lost), text
            assert move.exposed == (move.target in lost), text


def victims(moves: list[str]) -> set[str]:
    """The points that captures jump over: d1xd2-d3xd4-d5."""
    return {jump.split("-")[0] for move in moves for jump in move.split("x")[1:]}
