"""A hidden set-up keeps its secrets until both arrangements are in."""

from __future__ import annotations

import pytest

from spieltisch import games
from spieltisch.games import SPECTATOR
from tests.tables import few, same_bytes, walk

WIGWAM = games.get("wigwam")
HIDDEN = {"setup": "hidden"}
ONE, OTHER = "setup WWTWCTWTWWW", "setup CTTTWWWWWWW"


def arranged(seat: int, letters: str) -> games.Table:
    table = WIGWAM.table(2, {}, HIDDEN)
    table.play(seat, letters)
    return table


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("blind", ["opponent", "spectator"])
def test_nobody_else_can_tell_one_arrangement_from_another(seat: int, blind: str) -> None:
    viewer = 1 - seat if blind == "opponent" else SPECTATOR
    views = [arranged(seat, letters).view(viewer) for letters in (ONE, OTHER)]
    assert same_bytes(views[0].state, views[1].state)
    assert views[0].position == views[1].position
    assert str(views[0]) == str(views[1])
    assert views[0].position.count("?") == 11


@pytest.mark.parametrize("seat", [0, 1])
def test_everybody_sees_the_own_arrangement(seat: int) -> None:
    view = arranged(seat, ONE).view(seat)
    assert "?" not in view.position
    assert view.state[0].hash == arranged(seat, ONE).state[0].hash


def test_only_the_first_arrangement_is_told_in_secret() -> None:
    table = WIGWAM.table(2, {}, HIDDEN)
    assert table.show_move(1, ONE, 0) == "setup ???????????"
    assert table.show_move(1, ONE, SPECTATOR) == "setup ???????????"
    assert table.show_move(1, ONE, 1) == ONE
    table.play(1, ONE)
    assert table.show_move(0, OTHER, 1) == OTHER
    table.play(0, OTHER)
    assert table.show_move(0, "b2-c3", SPECTATOR) == "b2-c3"


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
@pytest.mark.parametrize("seat", [0, 1])
def test_an_imagined_table_fits_the_view(seat: int, viewer: int) -> None:
    view = arranged(seat, ONE).view(viewer)
    boards = set()
    for seed in range(few(30, 5)):
        table = view.imagine(seed)
        again = table.view(viewer)
        assert same_bytes(again.state, view.state)
        other = table.waiting_for[0]
        assert table.waiting_for == (1 - seat,)
        table.play(other, OTHER)
        assert not table.over
        boards.add(table.position)
    assert len(boards) == 1 if viewer == seat else len(boards) > 1


@pytest.mark.parametrize("setup", ["alternate", "hidden", "standard"])
def test_in_play_everybody_sees_everything(setup: str) -> None:
    table = WIGWAM.table(2, {}, {"setup": setup})
    for seat, move in walk(table, 3):
        if setup == "hidden" and table.position.endswith("s"):
            continue
        for viewer in (0, 1, SPECTATOR):
            assert same_bytes(table.view(viewer).state, table.state)
            assert same_bytes(table.view(viewer).imagine(1).state, table.state)
            assert table.show_move(seat, move, viewer) == move


def test_a_view_is_enough_to_arrange() -> None:
    view = arranged(0, ONE).view(1)
    assert view.waiting_for == (1,)
    assert len(view.legal_moves(1)) == 1320
    assert view.is_legal(1, OTHER)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_views_are_written_and_read_back(seat: int, viewer: int) -> None:
    view = arranged(seat, ONE).view(viewer)
    again = WIGWAM.position(view.position, options=HIDDEN)
    assert same_bytes(again.state, view.state)
