"""A game in the terminal: a person against bots, with a text board, completion, hints, undo and saved games."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from spieltisch.bots.workers import Workers
from spieltisch.games import Refusal
from spieltisch.games.happenings import sentence
from spieltisch.match import BadRecord, Match, read_line, write_line
from spieltisch.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from spieltisch.bots.workers import Choice

COMMANDS = ("hint", "moves", "undo", "log", "save", "help", "quit")
MANY_MOVES = 40
HINT_LEVEL = "expert"


class Terminal:
    """One sitting: reads lines, writes lines, keeps the match."""

    def __init__(
        self,
        match: Match,
        seat: int,
        level: str,
        workers: Workers,
        language: str = "en",
        saved: Path | None = None,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
    ) -> None:
        self.match = match
        self.seat = seat
        self.level = level
        self.workers = workers
        self.language = language
        self.saved = saved
        self.read = read
        self.write = write
        self.log: list[str] = []

    def say(self, key: str, **values: object) -> None:
        """Write a sentence of the catalogue."""
        self.write(say(f"terminal.{key}", self.language, **values))

    def names(self) -> list[str]:
        """Name the players: you, and the bots by their seats."""
        return [
            say("terminal.you", self.language, seat=seat)
            if seat == self.seat
            else say("terminal.bot", self.language, seat=seat, level=self.level)
            for seat in range(self.match.table.players)
        ]

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        self.say("welcome", game=self.match.table.game.title, seat=self.seat)
        while not self.match.table.over:
            waiting = self.match.table.waiting_for
            others = [seat for seat in waiting if seat != self.seat]
            if others:
                self.bot_moves(others[0])
            elif not self.person_moves():
                return
        self.write("\n" + self.match.table.view(self.seat).draw(self.language))
        outcome = self.match.table.outcome
        assert outcome is not None
        reason = say(f"{self.match.table.game.name}.reason.{outcome.reason.replace(' ', '_')}", self.language)
        self.say("over", scores=", ".join(map(str, outcome.scores)), reason=reason)
        self.save()

    def bot_moves(self, seat: int) -> None:
        """Let a bot make its move."""
        self.make(seat, self.choice(seat, self.level).move)

    def choice(self, seat: int, level: str) -> Choice:
        """Ask a bot what it would do in a seat."""
        return asyncio.run(self.workers.choose(self.match.table.view(seat), level))

    def make(self, seat: int, move: str) -> None:
        """Make a move and tell what it brings about, as far as the person may know."""
        before = self.match.table.copy()
        shown = before.show_move(seat, move, self.seat)
        self.match.play(seat, move)
        views = before.view(self.seat), self.match.table.view(self.seat)
        for happening in before.game.tell(*views, seat, shown):
            line = sentence(before, happening, self.language, self.names())
            self.log.append(line)
            self.write(f"  {line}")

    def person_moves(self) -> bool:
        """Ask the person until a move is made; False to leave."""
        view = self.match.table.view(self.seat)
        self.write(f"\n{view.draw(self.language)}\n")
        while True:
            try:
                line = self.read(say("terminal.prompt", self.language)).strip()
            except (EOFError, KeyboardInterrupt):
                line = "quit"
            word = line.lower()
            if word == "quit":
                self.save()
                return False
            if word == "undo":
                self.undo()
                return True
            if word in COMMANDS or not word:
                self.obey(word or "help")
                continue
            try:
                self.make(self.seat, line)
            except Refusal as refusal:
                self.write(f"  {refusal.told(self.language)}")
                continue
            return True

    def obey(self, word: str) -> None:
        """Carry out a command that is not a move."""
        view = self.match.table.view(self.seat)
        if word == "hint":
            candidates = self.choice(self.seat, HINT_LEVEL).candidates[:3]
            for candidate in candidates:
                self.say("hint", move=candidate.move, value=f"{candidate.value:.0%}")
        elif word == "moves":
            moves = view.legal_moves(self.seat)
            self.write("  " + "  ".join(moves[:MANY_MOVES]))
            if len(moves) > MANY_MOVES:
                self.say("more", count=len(moves) - MANY_MOVES)
        elif word == "log":
            for line in self.log:
                self.write(f"  {line}")
        elif word == "save":
            self.save()
        else:
            self.say("help")

    def undo(self) -> None:
        """Take back moves up to and including the person's last one."""
        mine = [number for number, (seat, _) in enumerate(self.match.moves) if seat == self.seat]
        if not mine:
            self.say("nothing_to_undo")
            return
        self.match.undo(len(self.match.moves) - mine[-1])
        self.say("undone")

    def save(self) -> None:
        """Keep the match, so that it can be taken up again."""
        if self.saved is not None:
            self.saved.write_bytes(write_line(self.match.record()))
            self.say("saved", file=self.saved)


def take_up(saved: Path) -> Match:
    """Read a saved match; BadRecord or OSError if it cannot be."""
    return Match.resume(read_line(saved.read_bytes()))


def complete_moves(terminal: Terminal) -> None:
    """Offer commands and legal moves on the tabulator key, where the system has readline."""
    with suppress(ImportError):
        import readline

        def completion(text: str, state: int) -> str | None:
            line = readline.get_line_buffer()[: readline.get_endidx()]
            table = terminal.match.table
            count = table.count_moves(terminal.seat)
            moves = table.legal_moves(terminal.seat) if count < 5000 else []
            found = [word for word in (*COMMANDS, *moves) if word.startswith(line)]
            start = len(line) - len(text)
            return found[state][start:] if state < len(found) else None

        readline.set_completer(completion)
        readline.parse_and_bind("tab: complete")


def run(match: Match, seat: int, level: str, language: str, saved: Path | None) -> None:
    """Play a match in the terminal."""
    with Workers(1) as workers:
        terminal = Terminal(match, seat, level, workers, language, saved)
        if sys.stdin.isatty():
            complete_moves(terminal)
        terminal.play()


__all__ = ["BadRecord", "Terminal", "run", "take_up"]
