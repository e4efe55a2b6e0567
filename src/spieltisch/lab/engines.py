"""Engines: programs in any language that play over standard input and output, one line a message (docs/engines.md).

`Engine` seats a foreign program as if it were a bot; `answer` speaks the same protocol for our bots.
"""

from __future__ import annotations

import os
import selectors
import shlex
import subprocess
import time
from typing import IO, TYPE_CHECKING, Any

import msgspec

from spieltisch import bots, games
from spieltisch.bots import Bot, Budget

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spieltisch.games import View

PROTOCOL = "1"
GRACE_SECONDS = 2.0
"""Whoever answers so much later than granted has still answered in time: machines are busy."""
START_SECONDS = 60.0
READ_SECONDS = 30.0
LAST_SECONDS = 10.0
FLOOD = 1_000_000
"""So many bytes before an answer are no answer."""
CHUNK = 65536

CRASHED, HUNG, FLOODED, ILLEGAL = "crashed", "hung", "flooded", "illegal"


class EngineFault(Exception):
    """An engine has forfeited its game; `reason` is one of crashed, hung, flooded, illegal."""

    def __init__(self, reason: str, told: str) -> None:
        self.reason = reason
        super().__init__(f"{reason}: {told}")


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


class Line:
    """A running program: lines to it, lines from it, each with a time limit."""

    def __init__(self, command: str) -> None:
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # whoever interrupts us has not interrupted it
            )
        except OSError as wrong:
            raise EngineFault(CRASHED, str(wrong)) from None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.pipes = self.process.stdin, self.process.stdout
        self.into, self.out = (pipe.fileno() for pipe in self.pipes)
        for pipe in (self.into, self.out):
            os.set_blocking(pipe, False)  # nobody may keep us waiting, also not by not reading
        self.rest = b""

    def send(self, text: str) -> None:
        """Send a line."""
        content = text.encode() + b"\n"
        while content:
            if not ready(self.into, selectors.EVENT_WRITE, READ_SECONDS):
                raise EngineFault(HUNG, f"it has read nothing for {READ_SECONDS:.1f} s")
            try:
                content = content[os.write(self.into, content) :]
            except BrokenPipeError:
                raise EngineFault(CRASHED, "it no longer reads") from None

    def lines(self, seconds: float) -> Iterator[str]:
        """Give what comes, line by line, until the time is over or too much has come."""
        end = time.monotonic() + seconds
        heard = 0
        while True:
            while b"\n" in self.rest:
                line, self.rest = self.rest.split(b"\n", 1)
                yield line.decode("utf-8", "replace").strip()
            if not ready(self.out, selectors.EVENT_READ, end - time.monotonic()):
                raise EngineFault(HUNG, f"no answer after {seconds:.1f} s")
            chunk = os.read(self.out, CHUNK)
            heard += len(chunk)
            if not chunk:
                raise EngineFault(CRASHED, f"it ended with status {self.process.wait()}")
            if heard > FLOOD:
                raise EngineFault(FLOODED, f"more than {FLOOD} bytes before an answer")
            self.rest += chunk

    def close(self) -> None:
        """End the program: ask, wait a little, make sure."""
        try:
            self.send("quit")
            self.process.wait(LAST_SECONDS)
        except (EngineFault, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        for pipe in self.pipes:
            pipe.close()


def ready(pipe: int, event: int, seconds: float) -> bool:
    """Wait until a pipe can be read or written, but not for ever."""
    with selectors.DefaultSelector() as eyes:
        eyes.register(pipe, event)
        return bool(eyes.select(max(0.0, seconds)))


class Engine(Bot):
    """A foreign program as a bot. It sees views, like everybody; a fault costs it the game (EngineFault)."""

    unit = "nodes"

    def __init__(self, game: str, command: str, seconds: float = 1.0) -> None:
        super().__init__(game, command)
        self.seconds = seconds
        self.line = Line(command)
        self.name = command
        self.wants_legal = False
        self.told: Seat | None = None
        self.forfeited = False
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

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Show the engine its view and wait for its move."""
        try:
            return self._asked(view, seat, budget)
        except EngineFault:
            self.forfeited = True
            raise

    def _asked(self, view: View, seat: int, budget: Budget | None) -> str:
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
                return self._checked(view, seat, move)
        raise AssertionError  # the lines end with a fault

    def _checked(self, view: View, seat: int, move: str) -> str:
        try:
            view.check(seat, move)
        except games.IllegalMove as refusal:
            raise EngineFault(ILLEGAL, str(refusal)) from None
        return move

    def close(self) -> None:
        """End the program; one that has forfeited is not asked first."""
        if self.forfeited:
            self.line.process.kill()
        self.line.close()


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
