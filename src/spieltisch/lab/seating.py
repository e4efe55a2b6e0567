"""Who sits where, as it is written down: a bot's level, or `engine:COMMAND` for a foreign program."""

from __future__ import annotations

import csv
import shlex
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

from spieltisch import bots
from spieltisch.bots import LEVELS
from spieltisch.lab.engines import Engine, EngineFault

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spieltisch.bots import Bot, Budget
    from spieltisch.games import View

ENGINE = "engine:"
RANDOM = LEVELS[0]
LONGEST_NAME = 60
ENGINE_SECONDS = 10.0
"""An engine that is granted nodes and no time has so long for a move, before it counts as hung."""


class BadSeats(ValueError):
    """Seats that cannot be taken; says what is allowed."""


def read(text: str, players: int | None) -> list[str]:
    """Read names that are separated by commas, in quotes where a command contains one."""
    names = [name.strip() for name in next(csv.reader([text], skipinitialspace=True), [])]
    if players is not None and len(names) != players:
        raise BadSeats(f"{len(names)} names for {players} seats; name one for each seat.")
    for name in names:
        check(name)
    return names


def check(name: str) -> None:
    """Refuse what nobody can play: another level, a program that is not there."""
    if not name.startswith(ENGINE):
        if name not in LEVELS:
            raise BadSeats(f'There is no player "{name}"; choose from: {", ".join(LEVELS)}, {ENGINE}COMMAND.')
        return
    try:
        command = shlex.split(name.removeprefix(ENGINE))
    except ValueError as wrong:
        raise BadSeats(f'"{name}" is not a command: {wrong}.') from None
    if not command or shutil.which(command[0]) is None:
        raise BadSeats(f'"{name}": there is no program "{(command or [""])[0]}"; write {ENGINE}COMMAND.')


def is_engine(name: str) -> bool:
    """Whether a foreign program plays."""
    return name.startswith(ENGINE)


def in_records(name: str) -> str:
    """Name a player as records do: nobody of these is a person."""
    return f"bot:{name}"[:LONGEST_NAME]


class Sitting:
    """The players of one process, a bot a seat; programs start when they are first asked, and anew after a fault."""

    def __init__(self, game: str, names: Sequence[str]) -> None:
        self.game = game
        self.names = names
        self.bots: dict[int, Bot] = {}

    def choose(self, view: View, seat: int, budget: Budget) -> str:
        """Let the player of a seat choose; EngineFault if it forfeits, which ends its program."""
        if seat not in self.bots:
            self.bots[seat] = seated(self.game, self.names[seat])
        try:
            return self.bots[seat].choose(view, seat, budget)
        except EngineFault:
            self.rise(seat)
            raise

    def rise(self, seat: int) -> None:
        """Send a player away."""
        bot = self.bots.pop(seat, None)
        if isinstance(bot, Engine):
            bot.close()

    def close(self) -> None:
        """Send everybody away."""
        for seat in list(self.bots):
            self.rise(seat)


def seated(game: str, name: str) -> Bot:
    """Give the player with a name."""
    if is_engine(name):
        return Engine(game, name.removeprefix(ENGINE), ENGINE_SECONDS)
    return bots.get(game, name)


@contextmanager
def sitting(game: str, names: Sequence[str]) -> Iterator[Sitting]:
    """Seat players for some games."""
    here = Sitting(game, names)
    try:
        yield here
    finally:
        here.close()
