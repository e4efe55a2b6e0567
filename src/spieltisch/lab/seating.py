"""Who sits where, as it is written down: a bot's level, `engine:COMMAND` for a foreign program, `openspiel:AGENT`."""

from __future__ import annotations

import csv
import shlex
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

from spieltisch import bots
from spieltisch.lab.engines import Engine, Program
from spieltisch.lab.programs import EngineFault
from spieltisch.levels import EVERY_LEVEL, LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spieltisch.bots import Bot, Budget
    from spieltisch.games import View

ENGINE, OPENSPIEL = "engine:", "openspiel:"
RANDOM = LEVELS[0]
LONGEST_NAME = 60
ENGINE_SECONDS = 10.0
"""An engine that is granted nodes and no time has so long for a move, before it counts as hung."""


class BadSeats(ValueError):
    """Seats that cannot be taken; says what is allowed."""


def read(text: str, game: str, players: int | None) -> list[str]:
    """Read names that are separated by commas, in quotes where a command contains one."""
    names = [name.strip() for name in next(csv.reader([text], skipinitialspace=True), [])]
    if players is not None and len(names) != players:
        raise BadSeats(f"{len(names)} names for {players} seats; name one for each seat.")
    for name in names:
        check(name, game)
    return names


def check(name: str, game: str | None) -> None:
    """Refuse what nobody can play: a level that the game does not have, a program or an agent that is not there."""
    levels = EVERY_LEVEL if game is None else bots.levels_of(game)
    if name.startswith(ENGINE):
        check_program(name)
    elif name.startswith(OPENSPIEL):
        check_agent(name)
    elif name not in levels:
        allowed = (*levels, f"{ENGINE}COMMAND", f"{OPENSPIEL}AGENT")
        raise BadSeats(f'There is no player "{name}"; choose from: {", ".join(allowed)}.')


def check_program(name: str) -> None:
    """Refuse a command whose program is not there."""
    try:
        command = shlex.split(name.removeprefix(ENGINE))
    except ValueError as wrong:
        raise BadSeats(f'"{name}" is not a command: {wrong}.') from None
    if not command or shutil.which(command[0]) is None:
        raise BadSeats(f'"{name}": there is no program "{(command or [""])[0]}"; write {ENGINE}COMMAND.')


def check_agent(name: str) -> None:
    """Refuse an agent that OpenSpiel does not have."""
    try:
        from spieltisch.lab import spielbots

        spielbots.check(name.removeprefix(OPENSPIEL))
    except ModuleNotFoundError as missing:
        raise BadSeats(f"{missing.name} is not installed; pip install 'spieltisch[lab]'.") from None
    except ValueError as wrong:
        raise BadSeats(str(wrong)) from None


def in_records(name: str) -> str:
    """Name a player as records do: nobody of these is a person."""
    return f"bot:{name}"[:LONGEST_NAME]


class Sitting:
    """The players of one process, a bot a seat; programs start when they are first asked, and anew after a fault."""

    def __init__(self, game: str, names: Sequence[str]) -> None:
        self.game = game
        self.names = names
        self.bots: dict[int, Bot] = {}

    def call(self, seat: int) -> None:
        """Let the player of a seat come, if he is not there."""
        if seat not in self.bots:
            self.bots[seat] = seated(self.game, self.names[seat])

    def choose(self, view: View, seat: int, budget: Budget) -> str:
        """Let the player of a seat choose; EngineFault if it forfeits, which ends its program."""
        self.call(seat)
        try:
            return self.bots[seat].choose(view, seat, budget)
        except EngineFault:
            self.rise(seat)
            raise

    def rise(self, seat: int) -> None:
        """Send a player away."""
        bot = self.bots.pop(seat, None)
        if isinstance(bot, Program):
            bot.close()

    def close(self) -> None:
        """Send everybody away."""
        for seat in list(self.bots):
            self.rise(seat)


def seated(game: str, name: str) -> Bot:
    """Give the player with a name."""
    if name.startswith(ENGINE):
        return Engine(game, name.removeprefix(ENGINE), ENGINE_SECONDS)
    if name.startswith(OPENSPIEL):
        from spieltisch.lab.spielbots import SpielBot

        return SpielBot(game, name.removeprefix(OPENSPIEL))
    return bots.get(game, name)


@contextmanager
def sitting(game: str, names: Sequence[str]) -> Iterator[Sitting]:
    """Seat players for some games."""
    here = Sitting(game, names)
    try:
        yield here
    finally:
        here.close()
