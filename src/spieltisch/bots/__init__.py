"""Bots: opponents of five levels for each game, honest by construction: they receive views, never tables."""

from importlib import import_module

from spieltisch.bots.bot import LEVELS, Bot, Budget, Candidate
from spieltisch.games import BadOption, names
from spieltisch.games import get as rules_of

__all__ = ["LEVELS", "Bot", "Budget", "Candidate", "get", "prepare"]


def get(game: str, level: str) -> Bot:
    """Give a bot for a game, for example ("wampum", "expert")."""
    if game not in names():
        raise BadOption("common.game", name=game, allowed=", ".join(names()))
    if level not in LEVELS:
        raise BadOption("common.level", level=level, allowed=", ".join(LEVELS))
    bot = import_module(f"spieltisch.bots.{game}").bot(level)
    assert isinstance(bot, Bot)
    return bot


def prepare(game: str) -> None:
    """Let a game and its bots compile and work out all that they keep on disk, so that nobody waits for it later."""
    rules_of(game).warm_up()
    import_module(f"spieltisch.bots.{game}").prepare()
