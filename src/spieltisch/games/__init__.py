"""The rules of the games: exact, compiled and pure.

`get("wampum")` gives a game, `names()` lists them. A game is imported when it is first asked for.
"""

from functools import cache
from importlib import import_module

from spieltisch.games.game import (
    SPECTATOR,
    BadDeal,
    BadOption,
    Game,
    IllegalMove,
    Outcome,
    Refusal,
    Table,
    View,
)

__all__ = [
    "SPECTATOR",
    "BadDeal",
    "BadOption",
    "Game",
    "IllegalMove",
    "Outcome",
    "Refusal",
    "Table",
    "View",
    "get",
    "names",
]

NAMES = ("wampum", "wigwam", "amul")


def names() -> tuple[str, ...]:
    """List the games."""
    return NAMES


@cache
def get(name: str) -> Game:
    """Give the game of this name."""
    if name not in NAMES:
        raise BadOption("common.game", name=name, allowed=", ".join(NAMES))
    game = import_module(f"spieltisch.games.{name}").GAME
    assert isinstance(game, Game)
    return game
