"""Bots: opponents of five levels and more for each game, honest by construction: they receive views, never tables.

A package can bring bots for a game: it names a module in the entry-point group `spieltisch.bots`. For every other game
there are generic ones.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol, cast

from spieltisch.bots.bot import Bot, Budget, Candidate
from spieltisch.games import BadOption, names
from spieltisch.games import get as rules_of
from spieltisch.levels import LEVELS

__all__ = [
    "LEVELS",
    "Bot",
    "Bots",
    "Budget",
    "Candidate",
    "check_level",
    "get",
    "levels_of",
    "module_of",
    "more_levels_of",
    "of",
    "prepare",
    "prepare_more",
    "registered",
]

GROUP = "spieltisch.bots"
GENERIC = "spieltisch.bots.generic"


class Bots(Protocol):
    """What a module of bots offers."""

    def bot(self, level: str) -> Bot:
        """Give the bot of a level."""

    def begin(self) -> None:
        """Compile what beginner and casual need, so that people can begin to play."""

    def prepare(self) -> None:
        """Compile and work out all that is kept on disk."""


@cache
def registered() -> dict[str, EntryPoint]:
    """Find the bots of all installed packages, by game."""
    return {point.name: point for point in entry_points(group=GROUP)}


def module_of(game: str) -> str:
    """Name the module of a game's bots, without importing it."""
    if game not in names():
        raise BadOption("common.game", name=game, allowed=", ".join(names()))
    return registered()[game].module if game in registered() else GENERIC


@cache
def of(game: str) -> Bots:
    """Give the bots of a game."""
    module = import_module(module_of(game))
    return cast("Bots", module if game in registered() else module.GenericBots(game))


def levels_of(game: str) -> tuple[str, ...]:
    """List the levels that a game has: those of all games, and its own above them."""
    return LEVELS + more_levels_of(game)


def more_levels_of(game: str) -> tuple[str, ...]:
    """List the levels that a game has above those of all games."""
    more: tuple[str, ...] = getattr(of(game), "MORE_LEVELS", ())
    return more


def check_level(game: str, level: str) -> None:
    """Refuse a level that a game does not have."""
    if level not in LEVELS and level not in levels_of(game):
        raise BadOption("common.level", level=level, allowed=", ".join(levels_of(game)))


def get(game: str, level: str) -> Bot:
    """Give a bot for a game, for example ("wampum", "expert")."""
    check_level(game, level)
    return of(game).bot(level)


def prepare(game: str) -> None:
    """Let a game and its bots compile and work out all that they keep on disk, so that nobody waits for it later."""
    of(game).prepare()
    rules_of(game).warm_up()
    rules_of(game).warm_up_loops()


def prepare_more(game: str) -> None:
    """Let the bots compile whom a game has above the levels of all games. Most people never meet them."""
    for level in more_levels_of(game):
        get(game, level)
