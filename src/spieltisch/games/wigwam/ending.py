"""How a game of Wigwam ends: every way, in the order of the rules."""

import numpy as np

from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wigwam.board import NOTHING
from spieltisch.games.wigwam.points import around, free_points, hunted, opponent
from spieltisch.games.wigwam.reach import chief_targets, find_capturers, only_chiefs
from spieltisch.games.wigwam.state import (
    BY_BLOCKED,
    BY_CHIEF,
    BY_NO_PROGRESS,
    BY_NO_WARRIORS,
    BY_ONLY_CHIEFS,
    BY_REPETITION,
    OVER,
    PATIENCE,
)

# Numba compiles anew for every literal number, but not for a named one.
NO_POINT, ONE_POINT, TWO_POINTS = int64(0), int64(1), int64(2)


@compiled
def settle(s: np.record) -> None:
    """Check every way to end before a player moves, in the order of the rules."""
    player = int64(s.to_move)
    other = opponent(player)
    s.capturers = NOTHING
    if not (s.chiefs[player] and s.chiefs[other]):
        finish(s, BY_CHIEF, player if s.chiefs[player] else other, TWO_POINTS)
        return
    s.capturers = find_capturers(s, player)
    if is_blocked(s, player):
        finish(s, BY_BLOCKED, other, TWO_POINTS)
    elif only_chiefs(s):
        if not s.capturers:
            finish(s, BY_ONLY_CHIEFS, player, NO_POINT)
    elif not s.warriors[player]:
        # This turn is his one reply, if there is anything to reply with.
        if not s.capturers:
            finish(s, BY_NO_WARRIORS, other, ONE_POINT)
    elif not s.warriors[other] and not s.huffed:
        finish(s, BY_NO_WARRIORS, player, ONE_POINT)
    elif is_third_occurrence(s):
        finish(s, BY_REPETITION, player, NO_POINT)
    elif s.quiet >= PATIENCE:
        finish(s, BY_NO_PROGRESS, player, NO_POINT)


@compiled
def finish(s: np.record, reason: np.int8, winner: int, points: int) -> None:
    """End the game."""
    s.stage = OVER
    s.reason = reason
    s.points[winner] = points


@compiled
def is_blocked(s: np.record, seat: int) -> bool:
    """Tell whether neither the warriors nor the chief can move or capture; tents do not help."""
    if around(hunted(s, seat)) & free_points(s) or s.capturers:
        return False
    return not chief_targets(s, seat)


@compiled
def is_third_occurrence(s: np.record) -> bool:
    """Look for this position among those with the same player to move since the last piece was removed."""
    seen = 1
    earlier = int64(s.quiet) - 4  # a position needs four plies to come back
    while earlier >= 0:
        if s.history[earlier] == s.hash:
            seen += 1
            if seen == 3:
                return True
        earlier -= 2
    return False
