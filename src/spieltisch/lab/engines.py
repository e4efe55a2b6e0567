"""Engines: programs in any language that play over standard input and output, one line a message (docs/engines.md).

`Engine` seats a foreign program as if it were a bot; `answer` speaks the same protocol for our bots.
"""

from __future__ import annotations

import shlex
from abc import abstractmethod
from typing import IO, TYPE_CHECKING, Any

import msgspec

from spieltisch import bots, games
from spieltisch.bots import Bot, Budget
from spieltisch.lab.programs import ILLEGAL, EngineFault, Line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spieltisch.games import View

PROTOCOL = "1"
GRACE_SECONDS = 2.0
"""Whoever answers so much later than granted has still answered in time: machines are busy."""
START_SECONDS = 60.0


class Seat(msgspec.Struct, frozen=True):
    """What an engine is told before a game: which game, how many players, its seat, the options."""

    game: str
    players: int
    seat: int
    options: dict[str, Any] = {}


class Grant(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long an engine may think: by time, by nodes, or both; a seed makes it choose the same again."""

    seconds: float | None = None
    nodes: int | None = None
    seed: int = 0


# --- a foreign program at our table -------------------------------------------------------------------------


class Program(Bot):
    """A bot in a process of its own. It sees views, like everybody; a fault costs it the game (EngineFault)."""

    line: Line
    forfeited = False

    @abstractmethod
    def asked(self, view: View, seat: int, budget: Budget | None) -> str:
        """Ask the program for its move and wait for it, but not for ever."""

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Let the program choose, and see that it may."""
        try:
            move = self.asked(view, seat, budget)
            view.check(seat, move)
        except games.IllegalMove as refusal:
            self.forfeited = True
            raise EngineFault(ILLEGAL, str(refusal)) from None
        except EngineFault:
            self.forfeited = True
            raise
        return move

    def close(self) -> None:
        """End the program; one that has forfeited is not asked first."""
        if self.forfeited:
            self.line.kill()
        self.line.close()


class Engine(Program):
    """A foreign program as a bot."""

    def __init__(self, game: str, command: str, seconds: float = 1.0) -> None:
        super().__init__(game, command)
        self.seconds = seconds
        self.line = Line(shlex.split(command))
        self.name = command
        self.wants_legal = False
        self.told: Seat | None = None
        try:
            self.line.send(f"hello {PROTOCOL}")
            self._until_ready()
        except EngineFault:
            self.forfeited = True
            self.close()
            raise

    def _until_ready(self) -> None:
        for line in self.line.lines(START_SECONDS):
            word, _, rest = line.partition(" ")
            if word == "ready":
                return
            if word == "name":
                self.name = rest
            elif line == "wants legal":
                self.wants_legal = True

    def asked(self, view: View, seat: int, budget: Budget | None) -> str:
        """Show the engine its view and wait for its move."""
        told = Seat(self.game, view.players, seat, view.game.options_record(view.options))
        if told != self.told:
            self.line.send(f"game {msgspec.json.encode(told).decode()}")
            self._until_ready()
            self.told = told
        self.line.send(f"position {view.position}")
        if self.wants_legal:
            self.line.send(f"legal {msgspec.json.encode(view.legal_moves(seat)).decode()}")
        seconds = self.seconds if budget is None or budget.seconds is None else budget.seconds
        grant = Grant(seconds, None if budget is None else budget.nodes, 0 if budget is None else budget.seed)
        self.line.send(f"go {msgspec.json.encode(grant).decode()}")
        for line in self.line.lines(seconds + GRACE_SECONDS):
            word, _, move = line.partition(" ")
            if word == "move":
                return move
        raise AssertionError  # the lines end with a fault


# --- our bots for foreign tables ----------------------------------------------------------------------------


def answer(lines: Iterable[str], out: IO[str], level: str) -> None:
    """Speak the protocol for a bot of ours, until `quit` or the end of the lines."""
    speaker = Speaker(out, level)
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return
        speaker.hear(word, rest)


class Speaker:
    """Our side of a conversation. What it does not understand it passes over, as the protocol says."""

    def __init__(self, out: IO[str], level: str) -> None:
        self.out = out
        self.level = level
        self.seat: Seat | None = None
        self.bot: Bot | None = None
        self.view: View | None = None

    def say(self, text: str) -> None:
        """Send a line."""
        self.out.write(text + "\n")
        self.out.flush()

    def hear(self, word: str, rest: str) -> None:
        """Answer a line; mistakes of the other side are told as info."""
        try:
            if word == "hello":
                self.say(f"name spieltisch {self.level}")
                self.say("ready")
            elif word == "game":
                self.sit_down(msgspec.json.decode(rest, type=Seat))
            elif word == "position":
                self.look(rest)
            elif word == "go":
                self.move(msgspec.json.decode(rest or "{}", type=Grant))
        except (games.Refusal, msgspec.DecodeError) as wrong:
            self.say(f"info {wrong}")

    def sit_down(self, seat: Seat) -> None:
        """Prepare for a game."""
        games.get(seat.game).check_players(seat.players)
        self.seat = seat
        self.bot = bots.get(seat.game, self.level)
        self.say("ready")

    def look(self, position: str) -> None:
        """Lay out what the seat sees."""
        if self.seat is not None:
            table = games.get(self.seat.game).position(position, self.seat.players, self.seat.options)
            self.view = table.view(self.seat.seat)

    def move(self, grant: Grant) -> None:
        """Choose and say what."""
        if self.seat is None or self.view is None or self.bot is None:
            self.say("info first game, then position, then go")
            return
        self.say(f"move {self.bot.choose(self.view, self.seat.seat, Budget(grant.seconds, grant.nodes, grant.seed))}")
