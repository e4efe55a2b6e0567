"""What cards are worth, worked out from a book: any card set can be played without being told about it.

Games are played, and the areas at their ends are changed by one card and by two: the change that one brings is its
worth, what two bring beyond their sum is what they gain beside each other. It takes about a second, once a machine.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from spieltisch._cache import kept
from spieltisch.bots.amul import weights
from spieltisch.bots.amul.looking import (
    ANYWHERE,
    DEED,
    GROUP,
    IN_HAND,
    KIND,
    MIND,
    ON_TABLE,
    SIGNS,
    SIGNS_OF_A_CARD,
    return_to_start,
    take_to_heart,
)
from spieltisch.bots.amul.policy import points_with, quick_game
from spieltisch.games import chance
from spieltisch.games.amul.rules import set_up, shuffle
from spieltisch.games.amul.scoring import seat_points
from spieltisch.games.amul.state import BOOK, FACES, STATE, Number
from spieltisch.games.compiled import compiled
from spieltisch.games.records import blank, record_dtype

if TYPE_CHECKING:
    from spieltisch.bots.amul.looking import Weights
    from spieltisch.games.chance import Chance

ROUNDS_OF_STUDY = 3
SAMPLES = 240

NOTES = record_dtype(
    [
        ("own", np.int64, FACES),  # how many of each kind the sampled areas held
        ("areas", np.int64),
        ("times", np.int64, FACES),
        ("gain", np.float64, FACES),
        ("pair_times", np.int64, (FACES, FACES)),
        ("pair_gain", np.float64, (FACES, FACES)),
        ("alone", np.int64, FACES),
        ("spare", np.int64, FACES),  # a face of the kind that the area has room for, or -1
    ]
)


@compiled
def study(
    book: np.record,
    states: npt.NDArray[np.void],
    mind: np.record,
    luck: Chance,
    games: int,
    notes: np.record,
) -> None:
    """Play games and look at one area of each; states[0] is empty, the other is scratch."""
    for game in range(games):
        states[1] = states[0]
        s = states[1]
        shuffle(book, s, luck)
        set_up(book, s)
        return_to_start(book, s, mind)
        quick_game(book, s, mind, luck)
        study_area(book, s, np.int64(game) % np.int64(book.players), notes)


@compiled
def study_area(book: np.record, s: np.record, seat: Number, notes: np.record) -> None:
    """Add to one area every card and every two cards, and note what they bring."""
    find_room(book, s, seat, notes)
    nothing = seat_points(book, s, seat)
    kinds = np.int64(book.kinds)
    notes.areas += 1
    for kind in range(kinds):
        if notes.spare[kind] >= 0:
            notes.alone[kind] = points_with(book, s, seat, np.int64(notes.spare[kind]), np.int64(-1)) - nothing
            notes.times[kind] += 1
            notes.gain[kind] += np.float64(notes.alone[kind])
    for kind in range(kinds):
        for other in range(kind + 1):
            face = np.int64(notes.spare[kind])
            second = np.int64(notes.spare[other])
            if kind == other and face >= 0:
                second = np.int64(second_room(book, s, seat, kind, face))
            if face >= 0 and second >= 0:
                both = points_with(book, s, seat, face, second) - nothing
                notes.pair_times[kind, other] += 1
                notes.pair_gain[kind, other] += np.float64(both - notes.alone[kind] - notes.alone[other])


@compiled
def free_bits(book: np.record, s: np.record, seat: Number, face: Number) -> Number:
    """Count how many more cards of a face an area has room for, of those that take part."""
    used = np.int64(0)
    for bit in range(np.int64(book.first_bit[face]), np.int64(book.last_bit[face])):
        used += np.int64(s.area[seat, bit // 64] >> np.uint64(bit % 64) & np.uint64(1))
    return np.int64(book.total[face]) - used


@compiled
def find_room(book: np.record, s: np.record, seat: Number, notes: np.record) -> None:
    """Find for every kind a face that could still come into the area, and count what is there."""
    for empty in range(np.int64(book.kinds)):
        notes.spare[empty] = -1
    for face in range(np.int64(book.faces)):
        kind = np.int64(book.kind_of[face])
        free = free_bits(book, s, seat, np.int64(face))
        notes.own[kind] += np.int64(book.total[face]) - free
        if free > 0 and notes.spare[kind] < 0:
            notes.spare[kind] = face


@compiled
def second_room(book: np.record, s: np.record, seat: Number, kind: Number, first: Number) -> Number:
    """Find a face for a second card of a kind."""
    for face in range(first, np.int64(book.faces)):
        if book.kind_of[face] != kind:
            return np.int64(-1)
        if free_bits(book, s, seat, np.int64(face)) > np.int64(face == first):
            return np.int64(face)
    return np.int64(-1)


def empty_mind(book: np.record) -> np.recarray[Any, Any]:
    """A mind that knows the icons of the cards and nothing of their worth."""
    mind = blank(MIND)
    table, hand = book.table_icon.astype(bool), book.hand_icon.astype(bool)
    mind[0].kinds = book.kinds
    mind[0].sharpness = 1.0
    trait = mind[0].trait
    trait[:, KIND] = book.kind_of
    trait[:, GROUP] = np.where(table & hand, ANYWHERE, np.where(hand, IN_HAND, ON_TABLE))
    trait[:, DEED] = book.effect
    signs = np.minimum(book.symbols[:, :2] * book.contested, SIGNS_OF_A_CARD - 1)
    trait[:, SIGNS] = signs @ (SIGNS_OF_A_CARD, 1)
    return mind


def work_out(book: np.record, table: Weights, samples: int = SAMPLES) -> np.recarray[Any, Any]:
    """Work out the tables of a book: at first from careless games, then from games played with what was found."""
    mind = empty_mind(book)
    states = blank(STATE, 2)
    for turn in range(ROUNDS_OF_STUDY):
        notes = blank(NOTES)
        luck = chance.seeded("guide", int(book.players), int(book.tea), turn)
        take_to_heart(book, mind[0], table)
        study(book, states, mind[0], luck, samples, notes[0])
        learn(mind[0], notes[0])
    return mind


def learn(mind: np.record, notes: np.record) -> None:
    """Turn notes into tables."""
    half = notes.pair_gain / np.maximum(notes.pair_times, 1)
    pair = half + half.T - np.diag(np.diag(half))
    mind.usual[:] = notes.gain / np.maximum(notes.times, 1)
    mind.pair[:] = pair
    mind.drift[:] = pair @ (notes.own / notes.areas)


@cache
def studied(book: bytes) -> bytes:
    """Give a mind for a book, worked out once on each machine."""
    record = np.frombuffer(book, BOOK).view(np.recarray)[0]
    table = weights.fitted(int(record.players))
    name = hashlib.sha256(book + table.tobytes()).hexdigest()[:32]
    return kept(__name__, f"guide-{name}", MIND.itemsize, lambda: work_out(record, table).tobytes())


def mind_for(book: np.recarray[Any, Any]) -> np.recarray[Any, Any]:
    """Make a new mind that knows the cards of a book."""
    return np.frombuffer(bytearray(studied(book.tobytes())), MIND).view(np.recarray)
