"""How Amul's master is trained: tables go on for ever by the rules, and choices are credited with what followed."""

from __future__ import annotations

import numpy as np
import pytest

from spieltisch import games
from spieltisch.bots.amul.master import weights
from spieltisch.bots.amul.master.seeing import ALL
from spieltisch.bots.amul.master.tables import BLOCK, LATER, MARGIN, SHARE, Tables, credit, move_of
from spieltisch.bots.amul.master.thinking import CHOICES, DECLINE
from spieltisch.games.amul.choosing import VERB, is_legal
from spieltisch.games.amul.state import NOTHING, TAKE

GAME = games.get("amul")


@pytest.mark.parametrize("counts", [(3,), (5, 8)])
def test_tables_go_on_for_ever_and_winners_are_paid(counts: tuple[int, ...]) -> None:
    size = BLOCK * len(counts)
    tables = Tables(counts, size, seed=1)
    seats, rows = np.zeros(size, np.int8), np.zeros((ALL, size), np.int8)
    marks, over = np.zeros((CHOICES, size), np.bool_), np.zeros(size, np.bool_)
    paid = np.zeros((2, 8, size), np.float32)
    tables.begin(seats)
    phases = {int(phase) for phase in tables.states["phase"]}
    assert phases == {0, 1, 2, 3}  # they have not all begun at once
    dice, ended = np.random.default_rng(1), 0
    for _ in range(30):
        tables.look(seats, rows, marks)
        choices = (dice.random(marks.shape) * marks).argmax(axis=0)
        for at in range(0, size, 17):
            book, state = tables.books[tables.kind(at)].view(np.recarray), tables.states[at : at + 1].view(np.recarray)
            assert is_legal(book[0], state[0], int(seats[at]), int(move_of(choices[at])))
        tables.step(seats, choices, paid, over)
        assert np.allclose(paid[SHARE].sum(axis=0), over)
        assert np.all((paid[MARGIN].max(axis=0) >= 0.5) == over)
        ended += int(over.sum())
    assert ended > 0


def test_tables_are_shared_out_evenly() -> None:
    with pytest.raises(ValueError, match="blocks"):
        Tables((3, 4), 3 * BLOCK, seed=1)


def test_the_network_numbers_moves_by_phase_and_card() -> None:
    assert move_of(0) == 0
    assert move_of(72 + 5) == VERB + 5
    assert move_of(DECLINE) == TAKE * VERB + NOTHING


def test_a_choice_is_credited_with_what_the_same_seat_saw_next() -> None:
    seats = np.array([0, 1, 0, 1, 0], np.int8)
    over = np.array([False, False, True, False, False])
    paid, values = np.zeros((5, 2, 8), np.float32), np.zeros((5, 2), np.float32)
    paid[2, SHARE, :2] = 1.0, 0.0
    values[:, SHARE] = 0.5, 0.4, 0.7, 0.3, 0.6
    gains, known = np.zeros((5, 2), np.float32), np.zeros(5, np.bool_)
    later = np.zeros(LATER, np.float32)
    credit(seats, over, paid, values, 1, np.array([0.9, 0.0], np.float32), 0.5, later, gains, known)
    assert known.tolist() == [True, True, True, True, False]  # seat 0 has not chosen again
    assert gains[:, SHARE] == pytest.approx([0.2 + 0.5 * 0.3, -0.4, 0.3, 0.6, 0.0])
    assert not gains[:, MARGIN].any()


def test_weights_are_read_as_they_were_written() -> None:
    data = weights.FILE.read_bytes()
    assert weights.written(weights.read(data)) == data
