"""How good a quiet position of Wigwam looks: features, each with a fitted weight.

Values are in steps of 1/256 of the logarithm of the odds, from the player to move: `winning_chance` reads them.
Besides the named features, every piece counts what its point is worth; top and bottom of the board are alike,
and dark's points are light's turned by half.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from spieltisch.games.bits import count_bits, lowest_bit
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wigwam.board import CELLS, ROW_LENGTHS
from spieltisch.games.wigwam.points import ahead, around, behind, free_points, opponent, pieces_of, without_first
from spieltisch.games.wigwam.reach import chief_targets, find_capturers, steppers

if TYPE_CHECKING:
    import numpy.typing as npt

FEATURES = (
    "to_move",
    "warriors",
    "share",  # how far ahead in warriors, as a part of all: an advantage grows as the board empties
    "together",  # warriors next to own ones
    "steps",  # of warriors and tents
    "chief_targets",
    "chief_shut",  # with at most two targets he is nearly blocked
    "avenues",  # directions from which a warrior could jump over the own chief
    "tents_at_chief",
    "guards",  # warriors at the own chief
    "besiegers",  # warriors at the enemy chief
    "near_chief",  # warriors two steps from the enemy chief
    "exposed",  # lines on which a warrior stands open on both sides
    "contacts",  # points next to enemy warriors held by own ones
    "threats",  # enemy pieces that are about to capture
    "chief_threatened",
)
TO_MOVE, WARRIORS, SHARE, TOGETHER, STEPS, CHIEF_TARGETS, CHIEF_SHUT, AVENUES = range(8)
TENTS_AT_CHIEF, GUARDS, BESIEGERS, NEAR_CHIEF, EXPOSED, CONTACTS, THREATS, CHIEF_THREATENED = range(8, 16)

ARMY_OF_WARRIORS = 7
MANY_TARGETS = 8
FEW_TARGETS = 2
PATIENT_PLIES = 40
UNIT = 256.0
WIDEST = 9000
"""No opinion about a game that is still on goes beyond this."""

COUNTS = range(ARMY_OF_WARRIORS + 1)
SHARES = np.array([[round(64 * (own - enemy) / max(own + enemy, 1)) for enemy in COUNTS] for own in COUNTS], np.int64)
"""How far ahead one number of warriors is against another: 0 for equals, 64 against none."""

ROWS = len(ROW_LENGTHS)


def zone_of_index(index: int) -> int:
    """Number the points so that the upper and the lower half of the board share their numbers."""
    row = 0
    while index >= ROW_LENGTHS[row]:
        index -= ROW_LENGTHS[row]
        row += 1
    return sum(ROW_LENGTHS[: min(row, ROWS - 1 - row)]) + index


LAST_INDEX = len(CELLS) - 1
ZONES = zone_of_index(LAST_INDEX // 2 + ROW_LENGTHS[ROWS // 2] // 2) + 1
ZONE = np.zeros((2, 64), np.int64)
"""The zone of each cell, as each seat sees the board."""
for _index, _cell in enumerate(CELLS):
    ZONE[0, _cell] = zone_of_index(_index)
    ZONE[1, _cell] = zone_of_index(LAST_INDEX - _index)

WEIGHTS = len(FEATURES) + 3 * ZONES


@compiled
def chief_in_danger(s: np.record, seat: int) -> bool:
    """Tell whether an enemy piece next to the chief has room to land behind him."""
    enemy = opponent(seat)
    free = free_points(s)
    chief = s.chiefs[seat]
    if not around(chief) & (s.warriors[enemy] | s.chiefs[enemy]):
        return False
    for direction in range(6):
        if behind(chief, direction) & s.warriors[enemy] and ahead(chief, direction) & free:
            return True
    beside = around(s.chiefs[enemy])
    return bool(chief & beside and around(chief) & free & ~beside)


@compiled
def look(s: np.record, mind: np.record, seat: int, sign: int) -> None:
    """Add (or take away) what speaks for one seat."""
    enemy = opponent(seat)
    x = mind.features
    free = free_points(s)
    warriors = s.warriors[seat]
    chief = s.chiefs[seat]
    beside = around(chief)
    siege = around(s.chiefs[enemy])
    count = count_bits(warriors)
    x[WARRIORS] += sign * count
    x[TOGETHER] += sign * count_bits(around(warriors) & warriors)
    walking = steppers(s, seat)
    steps = int64(0)
    avenues = int64(0)
    blunt = pieces_of(s, seat) | s.tents[enemy]
    for direction in range(6):
        steps += count_bits(walking & behind(free, direction))
        if behind(chief, direction) & ~blunt and ahead(chief, direction) & free:
            avenues += 1
    exposed = int64(0)
    for direction in range(3):
        exposed += count_bits(warriors & behind(free, direction) & ahead(free, direction))
    targets = count_bits(chief_targets(s, seat))
    x[STEPS] += sign * steps
    x[CHIEF_TARGETS] += sign * min(targets, MANY_TARGETS)
    if targets <= FEW_TARGETS:
        x[CHIEF_SHUT] += sign
    x[AVENUES] += sign * avenues
    x[TENTS_AT_CHIEF] += sign * count_bits(beside & s.tents[seat])
    x[GUARDS] += sign * count_bits(beside & warriors)
    x[BESIEGERS] += sign * count_bits(siege & warriors)
    x[NEAR_CHIEF] += sign * count_bits(around(siege) & ~siege & warriors)
    x[EXPOSED] += sign * exposed
    x[CONTACTS] += sign * count_bits(around(s.warriors[enemy]) & warriors)


@compiled
def look_at_both(s: np.record, mind: np.record) -> None:
    """Fill in the features from the player to move; he has no capture."""
    seat = int64(s.to_move)
    enemy = opponent(seat)
    x = mind.features
    for feature in range(len(FEATURES)):
        x[feature] = 0
    look(s, mind, seat, int64(1))
    look(s, mind, enemy, int64(-1))
    x[TO_MOVE] = 1
    x[SHARE] = SHARES[count_bits(s.warriors[seat]), count_bits(s.warriors[enemy])]
    x[THREATS] = -count_bits(find_capturers(s, enemy))
    x[CHIEF_THREATENED] = -int64(chief_in_danger(s, seat))


@compiled
def worth_of_places(s: np.record, mind: np.record, seat: int) -> int:
    """Add up what a seat's points are worth to its pieces."""
    worth = int64(mind.places[seat, 1, lowest_bit(s.chiefs[seat])])
    rest = s.warriors[seat]
    while rest:
        worth += mind.places[seat, 0, lowest_bit(rest)]
        rest = without_first(rest)
    rest = s.tents[seat]
    while rest:
        worth += mind.places[seat, 2, lowest_bit(rest)]
        rest = without_first(rest)
    return worth


@compiled
def drawn_value(s: np.record, mind: np.record) -> int:
    """Value a draw for the player to move; whoever thinks holds it in contempt and leaves it to the other."""
    return -int64(mind.contempt) if s.to_move == mind.thinker else int64(mind.contempt)


@compiled
def emptiness(s: np.record, mind: np.record) -> int:
    """Value the warriors that are gone, whosever they were: with few left, a better player rarely finds a win."""
    gone = 2 * ARMY_OF_WARRIORS - count_bits(s.warriors[0]) - count_bits(s.warriors[1])
    return -gone * int64(mind.company) if s.to_move == mind.thinker else gone * int64(mind.company)


@compiled
def evaluate(s: np.record, mind: np.record) -> int:
    """Value a position without captures for the player to move; long without progress, it nears a draw."""
    look_at_both(s, mind)
    seat = int64(s.to_move)
    value = worth_of_places(s, mind, seat) - worth_of_places(s, mind, opponent(seat)) + emptiness(s, mind)
    for feature in range(len(FEATURES)):
        value += mind.weights[feature] * mind.features[feature]
    value = max(min(value, WIDEST), -WIDEST)
    idle = int64(s.quiet) - PATIENT_PLIES
    if idle > 0:
        value -= (value - drawn_value(s, mind)) * idle >> 6
    return value


@compiled
def note_zones(s: np.record, mind: np.record) -> None:
    """Count the pieces by kind and zone, own minus enemy, for fitting what points are worth."""
    seat = int64(s.to_move)
    zones = mind.zones
    for i in range(3 * ZONES):
        zones[i] = 0
    for side in range(2):
        sign = 1 if side == seat else -1
        for kind in range(3):
            rest = s.warriors[side]
            if kind == 1:
                rest = s.chiefs[side]
            elif kind == 2:
                rest = s.tents[side]
            while rest:
                zones[kind * ZONES + ZONE[side, lowest_bit(rest)]] += sign
                rest = without_first(rest)


def set_weights(mind: np.record, weights: npt.NDArray[np.int64]) -> None:
    """Lay weights (features first, then kinds by zones) where the search reads them."""
    mind.weights[:] = weights[: len(FEATURES)]
    by_zone = weights[len(FEATURES) :].reshape(3, ZONES)
    for seat in range(2):
        for cell in CELLS:
            mind.places[seat, :, cell] = by_zone[:, ZONE[seat, cell]]


def winning_chance(value: float) -> float:
    """Turn a value into a chance between 0 and 1; a draw counts half."""
    return 1 / (1 + math.exp(-value / UNIT))
