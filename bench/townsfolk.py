"""Those who only want to play while strangers attack: two at each table, at a human pace, everything timed.

Built on the players of bench/load.py; here they also sit with bots, play all three games, and come from many addresses
of this machine, so that a limit for one address does not hit them.
"""

from __future__ import annotations

import asyncio
import time
from array import array
from typing import TYPE_CHECKING, Any

from bench.load import Load, Message, Pair, Player, View, in_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

TABLES_PER_ADDRESS = 10
LANES = 2

BOT = {"kind": "bot", "level": "casual"}
KINDS: tuple[tuple[str, tuple[dict[str, str], ...]], ...] = (
    ("wampum", ()),
    ("wampum", ()),
    ("wigwam", ()),
    ("wampum", (BOT,)),
    ("amul", (BOT,)),
)
"""Games and bots of the tables, in turn; two people sit at each."""


class Siege:
    """What all tables share: who was acknowledged what, and how long everything took."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, list[tuple[int, str, str]]] = {}
        """By table: the number of each acknowledged move, the person, and what the client called it."""
        self.answers = array("d")
        self.screens = array("d")
        self.bots = array("d")
        self.tables: set[str] = set()
        self.counting = False

    @property
    def moves(self) -> int:
        """How many moves were acknowledged."""
        return sum(map(len, self.acknowledged.values()))


class Townsman(Player):
    """A player who notes what was acknowledged."""

    pair: Round
    sent_to = ""
    """The table of the last move: when its answer comes, the game may be over."""
    heard_at = 0.0
    answered_number = 0

    def move(self, view: View, seq: int) -> None:
        """Remember at which table the move is made."""
        self.sent_to = self.pair.table
        super().move(view, seq)

    def take(self, message: Message, now: float) -> None:
        """Note when a bot has to move and when it has."""
        self.heard_at = now
        if message.turn is not None and self is self.pair.players[0]:
            self.pair.watch_bots(message, now)
        super().take(message, now)

    def answered(self, message: Message) -> None:
        """Note an acknowledged move."""
        super().answered(message)
        if message.ref == str(self.number):
            self.answered_number = self.number
            if message.ok and message.seq is not None:
                move = (message.seq, self.id, message.ref)
                self.pair.acknowledged(self.sent_to, move, self.heard_at - self.sent_at)


class Round(Pair):
    """Two players, the game they like, and how their table is doing."""

    def __init__(self, load: Load, number: int, siege: Siege) -> None:
        super().__init__(load, number)
        self.players: Sequence[Townsman] = [Townsman(load, self, f"g{number}{side}") for side in "ab"]
        self.siege = siege
        self.game, self.bots = KINDS[number % len(KINDS)]
        self.answers = array("d")
        self.screens = array("d")
        self.last = time.perf_counter()
        self.asked_bots: dict[int, float] = {}

    def wish(self) -> dict[str, Any]:
        """A table of their game."""
        seats = [{"kind": "me"}, {"kind": "friend"}, *self.bots]
        return {"game": self.game, "seats": seats, "settings": {"forced_moves": False}}

    async def open(self, load: Load) -> None:
        """Remember every table at which they have sat."""
        self.asked_bots = {}
        await super().open(load)
        self.siege.tables.add(self.table)

    def acknowledged(self, table: str, what: tuple[int, str, str], took: float) -> None:
        """A move is safe, says the server."""
        self.siege.acknowledged.setdefault(table, []).append(what)
        if self.siege.counting:
            self.answers.append(took)
            self.siege.answers.append(took)

    def give_up(self, now: float) -> None:
        """A move that was never answered has taken at least until now."""
        for player in self.players:
            if player.number > player.answered_number:
                self.answers.append(now - player.sent_at)

    def moved(self, player: Player, mover: int | None, seat: int, now: float) -> None:
        """Take the time of a move when the other player sees it."""
        self.last = now
        if mover in self.seated and mover != seat:
            player.load.moves += 1
            if self.siege.counting:
                took = now - self.seated[mover].sent_at
                self.screens.append(took)
                self.siege.screens.append(took)

    def watch_bots(self, message: Message, now: float) -> None:
        """Take the time from a bot's turn to its move."""
        assert message.turn is not None
        if message.news is not None and message.news.what == "moved" and message.news.seat in self.asked_bots:
            took = now - self.asked_bots.pop(message.news.seat)
            if self.siege.counting:
                self.siege.bots.append(took)
        for seat in message.turn.waiting:
            if seat not in self.seated:
                self.asked_bots.setdefault(seat, now)


async def seat_everybody(port: int, tables: int, pause: float, siege: Siege) -> tuple[list[Load], list[Round]]:
    """Let everybody arrive, each few tables from an address of their own, and open their tables."""
    loads, rounds = [], []
    for start in range(0, tables, TABLES_PER_ADDRESS):
        load = Load(port, pause, start, f"127.0.1.{1 + start // TABLES_PER_ADDRESS}")
        await load.open(LANES)
        here = [Round(load, number, siege) for number in range(start, min(tables, start + TABLES_PER_ADDRESS))]
        await in_turn([player.arrive() for one in here for player in one.players])
        await in_turn([player.connect() for one in here for player in one.players])
        await in_turn([one.open(load) for one in here])
        loads.append(load)
        rounds += here
    return loads, rounds


async def go_home(loads: list[Load], rounds: list[Round]) -> None:
    """Stop playing; what is on its way is still heard."""
    for load in loads:
        load.stopped = True
    await asyncio.sleep(1)
    for one in rounds:
        for player in one.players:
            player.socket.close()
    for load in loads:
        for task in tuple(load.tasks):
            task.cancel()
    await asyncio.sleep(0.5)
