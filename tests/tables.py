"""Tables for tests: reachable ones by play, and every game with every player count."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from spieltisch import games
from spieltisch.games import chance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np

    from spieltisch.games import Table

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
SOAK = bool(os.environ.get("SPIELTISCH_SOAK"))
"""`make soak` repeats often, and takes every kind and language; otherwise a few stand for all."""


def few(count: int, interpreted: int) -> int:
    """Choose how many examples to try: plain Python is a thousand times slower."""
    return interpreted if INTERPRETED else count


def walk(table: Table, seed: int = 0) -> Iterator[tuple[int, str]]:
    """Play at random to the end, stopping before each move: yields who is about to make which move."""
    luck = chance.seeded("walk", seed)
    turn = 0
    while not table.over:
        waiting = table.waiting_for
        seat = waiting[turn % len(waiting)]
        number = table.game.rules.sample_move(table.book[0], table.state[0], seat, luck)
        move = table.game.write_move(table.book[0], int(number))
        yield seat, move
        table.play(seat, move)
        turn += 1


def play_out(table: Table, choose: Callable[[Table, int], str]) -> Iterator[Table]:
    """Play to the end with a policy; yields the table before each move and at the end."""
    while not table.over:
        yield table
        seat = table.waiting_for[0]
        table.play(seat, choose(table, seat))
    yield table


def every_table(seed: int = 0) -> Iterator[Any]:
    """Deal each game once for every player count."""
    for name in games.names():
        for players in games.get(name).seats:
            yield games.get(name).deal(players, seed)


def same_bytes(one: np.recarray[Any, Any], other: np.recarray[Any, Any]) -> bool:
    """Compare two states byte for byte."""
    return one.tobytes() == other.tobytes()
