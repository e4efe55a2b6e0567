"""UCT for games in which nothing is hidden: a tree grows where it promises most, and random play values its leaves.

A node is a move: who made it, how often it was tried, and what it was worth to that seat; so any number of players
can share a tree. Where the end is in sight it is exact: `sure` names the seat that wins whatever the others do.
The patterns are compiled for a game with `bind`; the bare names stand for its rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from spieltisch.bots.generic.playing import DEEPEST, MOST_CHILDREN, value_for
from spieltisch.games.bits import count_bits, lowest_bit
from spieltisch.games.chance import Chance, below
from spieltisch.games.compiled import compiled, int64
from spieltisch.games.records import record_dtype

if TYPE_CHECKING:
    import numpy.typing as npt

    from spieltisch.bots.generic.playing import PlayOut
    from spieltisch.games.rules import CountMoves, LegalMoves, Play, SampleMove, Scores, WaitingFor

    # What `bind` supplies.
    waiting_for: WaitingFor
    count_moves: CountMoves
    legal_moves: LegalMoves
    sample_move: SampleMove
    play: Play
    scores: Scores
    play_out: PlayOut
    expand: Expand

NOBODY = np.int8(-1)
ROOT = int64(0)

EXPLORATION = 0.7
NODES = 1 << 17
"""So many moves a tree holds; when it is full, its leaves stay leaves."""

NODE = record_dtype(
    [
        ("move", np.int64),
        ("total", np.float64),  # of what it was worth to `seat`
        ("visits", np.int32),
        ("first", np.int32),  # its children lie one after the other from here
        ("children", np.int32),
        ("seat", np.int8),  # who made the move
        ("sure", np.int8),  # who wins from here for certain, or NOBODY
        ("whole", np.int8),  # whether its children are all the moves that there are
    ]
)


class Expand(Protocol):
    """Give a node its children: `expand_at` of a game."""

    def __call__(
        self,
        book: np.record,
        s: np.record,
        seat: int,
        tree: npt.NDArray[np.void],
        at: int,
        mind: np.record,
        chance: Chance,
        /,
    ) -> None:
        """Expand the node `at`, where the seat decides."""


class Grow(Protocol):
    """Grow a tree: `grow` of a game."""

    def __call__(
        self,
        book: np.record,
        tables: npt.NDArray[np.void],
        seat: int,
        tree: npt.NDArray[np.void],
        mind: np.record,
        chance: Chance,
        stop: npt.NDArray[np.int8],
        most: int,
        /,
    ) -> None:
        """Grow it until so many games are played out."""


def grow(
    book: np.record,
    tables: npt.NDArray[np.void],
    seat: int,
    tree: npt.NDArray[np.void],
    mind: np.record,
    chance: Chance,
    stop: npt.NDArray[np.int8],
    most: int,
) -> None:
    """Grow the tree from the table at which the seat decides until the budget is spent, or the seat's fate is sure.

    tables[0] holds the table, tables[1] is scratch.
    """
    path = mind.path
    start_tree(tree, mind)
    expand(book, tables[0], seat, tree, ROOT, mind, chance)
    while mind.playouts < most and not stop[0] and tree[ROOT].sure == NOBODY and tree[ROOT].children > 1:
        tables[1] = tables[0]
        at = ROOT
        depth = int64(0)
        while tree[at].children > 0 and depth < DEEPEST - 1:
            at = most_promising(tree, at)
            depth += 1
            path[depth] = at
            play(book, tables[1], int64(tree[at].seat), int64(tree[at].move))
        waiting = int64(waiting_for(book, tables[1]))
        if waiting == 0:
            winners = int64(scores(book, tables[1], mind.points))
            mind.playouts += 1
            if count_bits(np.uint64(winners)) == 1:
                tree[at].sure = lowest_bit(np.uint64(winners))
                spread_certainty(tree, path, depth)
        else:
            if tree[at].visits > 0 and depth < DEEPEST - 1:
                expand(book, tables[1], lowest_bit(np.uint64(waiting)), tree, at, mind, chance)
            winners = int64(play_out(book, tables[1], mind, chance))
        note(tree, path, depth, winners, mind)


@compiled
def start_tree(tree: npt.NDArray[np.void], mind: np.record) -> None:
    """Leave nothing but the root."""
    plant(tree, ROOT, int64(0), int64(NOBODY))
    mind.nodes = 1


@compiled
def plant(tree: npt.NDArray[np.void], at: int, move: int, seat: int) -> None:
    """Make a node that nobody has tried."""
    tree[at].move = move
    tree[at].seat = seat
    tree[at].total = 0.0
    tree[at].visits = 0
    tree[at].first = 0
    tree[at].children = 0
    tree[at].sure = NOBODY
    tree[at].whole = 0


def expand_at(
    book: np.record,
    s: np.record,
    seat: int,
    tree: npt.NDArray[np.void],
    at: int,
    mind: np.record,
    chance: Chance,
) -> None:
    """Give a node its children: all moves of the seat, or some of very many; none when the tree is full."""
    count = int64(count_moves(book, s, seat))
    first = int64(mind.nodes)
    if first + min(count, MOST_CHILDREN) > len(tree):
        return
    if count <= MOST_CHILDREN:
        legal_moves(book, s, seat, mind.listed)
        for i in range(count):  # in any order: the first ones are tried first
            other = i + below(chance, count - i)
            plant(tree, first + i, int64(mind.listed[other]), seat)
            mind.listed[other] = mind.listed[i]
        mind.nodes += count
        tree[at].whole = 1
    else:
        for _ in range(MOST_CHILDREN):
            move = int64(sample_move(book, s, seat, chance))
            if not is_among(tree, first, int64(mind.nodes), move):
                plant(tree, int64(mind.nodes), move, seat)
                mind.nodes += 1
    tree[at].first = first
    tree[at].children = mind.nodes - first


@compiled
def is_among(tree: npt.NDArray[np.void], first: int, end: int, move: int) -> bool:
    """Whether one of some nodes is this move."""
    for at in range(first, end):
        if tree[at].move == move:
            return True
    return False


@compiled
def most_promising(tree: npt.NDArray[np.void], at: int) -> int:
    """Choose the child to try: one that nobody has tried, or the best by UCB1; never one that is surely lost."""
    first = int64(tree[at].first)
    best = first
    highest = -np.inf
    doubt = np.log(float(max(int64(1), int64(tree[at].visits))))
    for child in range(first, first + int64(tree[at].children)):
        if tree[child].sure != NOBODY and tree[child].sure != tree[child].seat:
            continue
        if tree[child].visits == 0:
            return int64(child)
        visits = float(tree[child].visits)
        promise = tree[child].total / visits + EXPLORATION * np.sqrt(doubt / visits)
        if promise > highest:
            highest = promise
            best = int64(child)
    return best


@compiled
def spread_certainty(tree: npt.NDArray[np.void], path: npt.NDArray[np.int64], depth: int) -> None:
    """A seat that has one winning move wins; a seat whose moves all let the same other seat win loses to it."""
    for step in range(depth - 1, -1, -1):
        parent = path[step]
        winner = tree[path[step + 1]].sure
        if winner != tree[path[step + 1]].seat and not all_sure(tree, parent, int64(winner)):
            return
        tree[parent].sure = winner


@compiled
def all_sure(tree: npt.NDArray[np.void], parent: int, winner: int) -> bool:
    """Whether every move of a node leads to the same winner."""
    if not tree[parent].whole:
        return False
    first = int64(tree[parent].first)
    for child in range(first, first + int64(tree[parent].children)):
        if tree[child].sure != winner:
            return False
    return True


@compiled
def note(tree: npt.NDArray[np.void], path: npt.NDArray[np.int64], depth: int, winners: int, mind: np.record) -> None:
    """Tell every move on the way what it has led to."""
    tree[ROOT].visits += 1
    for step in range(1, depth + 1):
        at = path[step]
        tree[at].visits += 1
        tree[at].total += value_for(winners, int64(tree[at].seat), mind)
