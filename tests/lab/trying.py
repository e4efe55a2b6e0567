"""Checks of a game's codec in compiled code: every legal move of whole random games, for every seat that decides.

The first thing that is wrong is named by a number; WRONG puts it into words.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from spieltisch import games
from spieltisch.games import chance
from spieltisch.games.compiled import bind
from spieltisch.games.loops import one_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

# What `bind` supplies.
waiting_for: Callable[..., Any]
sample_move: Callable[..., Any]
play: Callable[..., None]
is_legal: Callable[..., Any]
legal_moves: Callable[..., Any]
count_moves: Callable[..., Any]
conceal: Callable[..., None]
number_of: Callable[..., Any]
move_of: Callable[..., Any]
allows: Callable[..., Any]
mask: Callable[..., None]
extend: Callable[..., Any]
choice_towards: Callable[..., Any]
wrong_move: Callable[..., Any]
wrong_mask: Callable[..., Any]
wrong_tree: Callable[..., Any]

FINE = 0
WRONG = (
    "",
    "a number lies outside the range",
    "a number does not give its move back",
    "a choice towards a legal move is not allowed",
    "choices build another move",
    "a move needs more choices than promised",
    "the mask and what is allowed differ",
    "the masks of table and view differ",
    "choices build a move that is not legal",
    "choices build more or fewer moves than are legal",
    "nothing can be chosen in the middle of a move",
)


def wrong_move_pattern(book: Any, s: Any, seat: int, move: int, moves: int, most: int) -> int:
    """Number a legal move, give it back, and build it of choices."""
    number = number_of(book, seat, move)
    if number < 0 or number >= moves:
        return 1
    if move_of(book, seat, number) != move:
        return 2
    part = np.int64(0)
    for _ in range(most):
        choice = choice_towards(book, s, seat, part, move)
        if not allows(book, s, seat, part, choice):
            return 3
        part = extend(book, s, seat, part, choice)
        if part < 0:
            return 0 if ~part == move else 4
    return 5


def wrong_mask_pattern(book: Any, s: Any, view: Any, seat: int, part: int, row: Any, spare: Any) -> Any:
    """Fill the mask; it must be the view's as well, agree with what is allowed, and never be empty."""
    mask(book, s, seat, part, row)
    mask(book, view, seat, part, spare)
    marked = 0
    for choice in range(len(row)):
        marked += row[choice]
        if row[choice] != spare[choice]:
            return 7
        if row[choice] != allows(book, s, seat, part, choice):
            return 6
    return 0 if marked else 10


def wrong_tree_pattern(book: Any, s: Any, view: Any, seat: int, rows: Any, parts: Any, at: Any, expected: int) -> Any:
    """Walk through everything that the masks allow: exactly the legal moves must come out."""
    found = np.int64(0)
    depth = 0
    parts[0] = 0
    at[0] = -1
    while depth >= 0:
        if at[depth] < 0:
            wrong = wrong_mask(book, s, view, seat, parts[depth], rows[depth], rows[depth + 1])
            if wrong:
                return wrong
        at[depth] += 1
        while at[depth] < rows.shape[1] and not rows[depth, at[depth]]:
            at[depth] += 1
        if at[depth] == rows.shape[1]:
            depth -= 1
            continue
        part = extend(book, s, seat, parts[depth], at[depth])
        if part >= 0:
            depth += 1
            parts[depth] = part
            at[depth] = -1
            continue
        if not is_legal(book, s, seat, ~part):
            return 8
        found += 1
    return 0 if found == expected else 9


def wrong_game_pattern(
    book: Any, states: Any, views: Any, luck: Any, moves: int, most: int, rows: Any, parts: Any, at: Any, listed: Any
) -> Any:
    """Play a set-up game at random; before each move look at all legal moves of all seats that decide."""
    s = states[0]
    waiting = waiting_for(book, s)
    while waiting:
        for seat in range(8):
            if not waiting >> seat & 1:
                continue
            count = count_moves(book, s, seat)
            legal_moves(book, s, seat, listed)
            for place in range(count):
                wrong = wrong_move(book, s, np.int64(seat), listed[place], moves, most)
                if wrong:
                    return wrong
            views[0] = states[0]
            conceal(book, views[0], seat)
            wrong = wrong_tree(book, s, views[0], np.int64(seat), rows, parts, at, count)
            if wrong:
                return wrong
        seat = one_of(waiting, luck)
        play(book, s, seat, sample_move(book, s, seat, luck))
        waiting = waiting_for(book, s)
    return 0


@cache
def bound(name: str) -> Callable[..., int]:
    """Compile the check for a game."""
    game = games.get(name)
    functions = {**game.rules._asdict(), **game.codec._asdict()}

    def taken(*names: str) -> dict[str, Callable[..., Any]]:
        return {one: functions[one] for one in names}

    move = bind(wrong_move_pattern, name, **taken("number_of", "move_of", "allows", "extend", "choice_towards"))
    masks = bind(wrong_mask_pattern, name, **taken("mask", "allows"))
    tree = bind(wrong_tree_pattern, name, wrong_mask=masks, **taken("extend", "is_legal"))
    rest = taken("waiting_for", "count_moves", "legal_moves", "conceal", "play", "sample_move")
    return bind(wrong_game_pattern, name, wrong_move=move, wrong_tree=tree, **rest)


def wrong_with(name: str, players: int, options: dict[str, Any], seed: int) -> str:
    """Check one random game; say what is wrong, nothing if all is well."""
    game = games.get(name)
    table = game.deal(players, seed, options)
    codec = game.codec
    rows = np.zeros((codec.most_choices + 1, codec.choices), np.int8)
    parts, at = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    listed: npt.NDArray[np.int64] = np.empty(1_000_000, np.int64)
    luck = chance.seeded("codec", seed)
    views = table.copy().state.view(np.ndarray)
    states = table.state.view(np.ndarray)
    wrong = bound(name)(table.book[0], states, views, luck, codec.moves, codec.most_choices, rows, parts, at, listed)
    return WRONG[wrong]
