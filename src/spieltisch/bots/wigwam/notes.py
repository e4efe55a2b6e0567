"""What a search of Wigwam has found out about positions: one table, in which newer notes replace older ones."""

from __future__ import annotations

import numpy as np

from spieltisch.bots.wigwam.mind import DECIDED, TABLE_SIZE
from spieltisch.games.compiled import compiled, int64

UNKNOWN = int64(0)

EXACT, AT_LEAST, AT_MOST = int64(1), int64(2), int64(3)
DEPTH_SHIFT, BOUND_SHIFT, NUMBER_SHIFT, AGE_SHIFT = 16, 24, 26, 38
NO_NOTE = int64(0)
OLDEST = (1 << 24) - 1
LIABLE_FACTOR = np.uint64(0x9E3779B97F4A7C15)
HUFFED_KEY = np.uint64(0xD1B54A32D192ED03)
TABLE_MASK = np.uint64(TABLE_SIZE - 1)

NUMBER_BITS = 12
MOST_NUMBER = (1 << NUMBER_BITS) - 1


@compiled
def key_of(s: np.record) -> np.uint64:
    """Tell positions apart, with what may be huffed and how near the draw without progress is."""
    key = s.hash
    if s.liable:
        key ^= (s.liable << np.uint64(7) | s.liable >> np.uint64(57)) ^ LIABLE_FACTOR
    if s.huffed:
        key ^= HUFFED_KEY
    if s.quiet > 70:
        key ^= np.uint64(s.quiet) << np.uint64(40)
    return np.uint64(key)


# --- the hash table ------------------------------------------------------------------------------------


@compiled
def note_down(mind: np.record, key: np.uint64, value: int, depth: int, bound: int, number: int, ply: int) -> None:
    """Keep a result, unless a deeper one of this search is there."""
    slot = int64(key & TABLE_MASK)
    old = int64(mind.notes[slot])
    kept = old >> DEPTH_SHIFT & 255
    if old >> AGE_SHIFT == mind.age and kept > depth + 3 and mind.keys[slot] != key:
        return
    if value > DECIDED:
        value += ply
    elif value < -DECIDED:
        value -= ply
    mind.keys[slot] = key
    mind.notes[slot] = (
        (value + 32768) | depth << DEPTH_SHIFT | bound << BOUND_SHIFT | number << NUMBER_SHIFT | mind.age << AGE_SHIFT
    )


@compiled
def bound_of(best: int, alpha: int, beta: int) -> int:
    """Tell what a result says about the true value."""
    if best >= beta:
        return AT_LEAST
    return AT_MOST if best <= alpha else EXACT


@compiled
def find_note(mind: np.record, key: np.uint64) -> int:
    """Look a position up; NO_NOTE if this search has none of it."""
    slot = int64(key & TABLE_MASK)
    note = int64(mind.notes[slot])
    return note if mind.keys[slot] == key and note >> AGE_SHIFT == mind.age else NO_NOTE


@compiled
def noted_number(note: int) -> int:
    """Give the number of the move that was best, in the order of the rules' list, or -1."""
    return int64(-1) if note == NO_NOTE else note >> NUMBER_SHIFT & MOST_NUMBER


@compiled
def suffices(note: int, depth: int, alpha: int, beta: int, ply: int) -> bool:
    """Tell whether a note answers the question."""
    if note == NO_NOTE or note >> DEPTH_SHIFT & 255 < depth:
        return False
    value = noted_value(note, ply)
    bound = note >> BOUND_SHIFT & 3
    return bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)


@compiled
def noted_value(note: int, ply: int) -> int:
    """Read a value, with the plies to a forced end counted from here."""
    value = (note & 65535) - 32768
    if value > DECIDED:
        return value - ply
    return value + ply if value < -DECIDED else value
