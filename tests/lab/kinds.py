"""Every game with every player count and every combination of its options, as the lab's tests go through them."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import msgspec

from spieltisch import games

if TYPE_CHECKING:
    from spieltisch.games import Table

Kind = tuple[str, int, dict[str, Any]]


def combinations(name: str) -> list[dict[str, Any]]:
    """All combinations of the options that have a few values; a text such as a card file stays as it is."""
    values: dict[str, list[Any]] = {}
    for field in msgspec.structs.fields(games.get(name).options_type):
        if get_origin(field.type) is Literal:
            values[field.name] = list(get_args(field.type))
        elif field.type is bool:
            values[field.name] = [False, True]
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


def same_book(kind: Kind) -> bytes:
    """Options that this player count does not use make no difference to the book."""
    name, players, options = kind
    return games.get(name).empty_table(players, options).book.tobytes()


def every_kind() -> list[Kind]:
    """Each game for each player count, with options that make a difference."""
    found: dict[tuple[str, int, bytes], Kind] = {}
    for name in games.names():
        for players in games.get(name).seats:
            for options in combinations(name):
                kind = (name, players, options)
                found.setdefault((name, players, same_book(kind)), kind)
    return list(found.values())


def deal(kind: Kind, seed: int) -> Table:
    """Deal a game of this kind."""
    name, players, options = kind
    return games.get(name).deal(players, seed, options)


EVERY_KIND = every_kind()
SMALLEST_AND_LARGEST = [
    (name, players) for name in games.names() for players in {games.get(name).seats[0], games.get(name).seats[-1]}
]
SMALLEST_AND_LARGEST.sort()


def title(kind: Kind) -> str:
    """Name a kind in a test's title."""
    return "-".join(map(str, (kind[0], kind[1], *kind[2].values())))
