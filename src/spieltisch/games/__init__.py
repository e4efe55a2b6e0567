"""The rules of the games: exact, compiled and pure.

`get("wampum")` gives a game, `names()` lists them. Any installed package can bring games: it names them in the
entry-point group `spieltisch.games`. Their names are known from there; a game is imported when it is first asked for.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from spieltisch.games.game import Game
from spieltisch.games.refusals import BadDeal, BadOption, IllegalMove, Refusal
from spieltisch.games.table import SPECTATOR, Outcome, Table, View

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
    "registered",
]

GROUP = "spieltisch.games"


@cache
def registered() -> dict[str, EntryPoint]:
    """Find the games of all installed packages, by name."""
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def names() -> tuple[str, ...]:
    """List the games."""
    return tuple(registered())


@cache
def get(name: str) -> Game:
    """Give the game of this name."""
    if name not in registered():
        raise BadOption("common.game", name=name, allowed=", ".join(names()))
    game = registered()[name].load()
    assert isinstance(game, Game)
    assert game.name == name
    return game
