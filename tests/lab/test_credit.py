"""Credit for choices: seats take turns at a table, games pay at the end, and records break off anywhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spieltisch.games.records import MAX_SEATS
from spieltisch.lab import batch
from spieltisch.lab.training.credit import LATER, credit


def credited(
    seats: list[int], values: list[float], trace: float, ends: dict[int, list[float]], ahead: tuple[int, float]
) -> tuple[list[float], list[bool]]:
    """One table: who chose and what was thought; where games ended and what they paid; who is next and thinks what."""
    steps, players = len(seats), 1 + max([*seats, ahead[0]])
    rewards, done = np.zeros((steps, 1, players), np.float32), np.zeros((steps, 1), np.bool_)
    for step, paid in ends.items():
        done[step] = True
        rewards[step, 0] = paid
    gains, known = np.zeros((steps, 1), np.float32), np.zeros((steps, 1), np.bool_)
    credit(
        rewards,
        done,
        np.array(seats, np.int8)[:, None],
        np.array(values, np.float32)[:, None],
        np.array(ahead[:1], np.int8),
        np.array(ahead[1:], np.float32),
        trace,
        np.zeros((MAX_SEATS, LATER), np.float32),
        gains,
        known,
    )
    return gains[:, 0].tolist(), known[:, 0].tolist()


def test_with_a_whole_trace_a_choice_is_worth_what_its_game_paid() -> None:
    values = [0.5, 0.25, 0.75, 0.5]
    gains, known = credited([0, 1, 0, 1], values, 1.0, {3: [1.0, 0.0]}, (0, 0.5))
    assert known == [True] * 4
    assert gains == pytest.approx([0.5, -0.25, 0.25, -0.5])


def test_without_a_trace_a_choice_is_worth_what_its_own_seat_thinks_next() -> None:
    gains, known = credited([0, 1, 0, 1], [0.5, 0.25, 0.75, 0.5], 0.0, {}, (0, 1.0))
    assert gains[:3] == pytest.approx([0.25, 0.25, 0.25])
    assert known == [True, True, True, False]  # seat 1 does not choose next, so nobody knows yet


def test_nothing_passes_from_one_game_to_the_game_before() -> None:
    gains, _ = credited([0, 1, 0, 1], [0.5] * 4, 1.0, {1: [0.0, 1.0], 3: [1.0, 0.0]}, (1, 0.5))
    assert gains == pytest.approx([-0.5, 0.5, 0.5, -0.5])


@pytest.mark.parametrize("name", ["wampum", "amul"])
def test_in_real_games_a_whole_trace_adds_up_to_the_rewards(name: str) -> None:
    tables = batch(name, size=16, seed=3)
    steps = 300
    shape = (steps, tables.size)
    seats, done = np.zeros(shape, np.int8), np.zeros(shape, np.bool_)
    rewards = np.zeros((*shape, tables.players), np.float32)
    values = np.random.default_rng(1).random(shape, np.float32)
    for step in range(steps):
        seats[step] = tables.seats
        rewards[step], done[step], _ = tables.step(tables.draw(tables.mask()))
    gains, known = np.zeros(shape, np.float32), np.zeros(shape, np.bool_)
    last: Any = np.zeros(tables.size, np.float32)
    later = np.zeros((MAX_SEATS, LATER), np.float32)
    credit(rewards, done, seats, values, tables.seats, last, 1.0, later, gains, known)
    checked = 0
    for table in range(tables.size):
        ends = np.flatnonzero(done[:, table])
        for step in range(int(ends[-1]) + 1 if len(ends) else 0):
            end = ends[ends >= step][0]
            assert known[step, table]
            total = values[step, table] + gains[step, table]
            assert total == pytest.approx(rewards[end, table, seats[step, table]], abs=1e-4)
            checked += 1
    assert checked > 1000
