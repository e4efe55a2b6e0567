"""Bots for any game that has none of its own: they know its rules and nothing else.

Where something is hidden, or several decide at a time, moves race over imagined tables that are played out at random;
where all lies open, a tree grows (UCT). The levels differ by how many games they play out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spieltisch.bots.bot import Bot, Budget
from spieltisch.bots.generic.growing import GrowingBot, grow_in
from spieltisch.bots.generic.playing import Level, bound
from spieltisch.bots.generic.racing import RacingBot, race_in
from spieltisch.bots.racing import UNLIMITED
from spieltisch.bots.randomly import RandomBot
from spieltisch.games import SPECTATOR, get

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.games import Game, Table, View

LEVELS = {
    "beginner": Level(seconds=0.1, playouts=32),
    "casual": Level(seconds=0.1, playouts=250),
    "skilled": Level(seconds=0.25, playouts=2_000),
    "expert": Level(seconds=1.0, playouts=UNLIMITED),
}


class GenericBots:
    """The generic bots of one game, as a module of bots of its own would be."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.ready = False

    def bot(self, level: str) -> Bot:
        """Give the bot of a level, ready to answer at once."""
        if level == "random":
            return RandomBot(self.game, level)
        self.prepare()
        return GenericBot(self.game, level)

    def begin(self) -> None:
        """Every level needs the same."""
        self.prepare()

    def prepare(self) -> None:
        """Compile what is needed when the game is played as usual, or load it from the cache."""
        if not self.ready:
            table = get(self.game).deal(seed=0)
            seat = table.waiting_for[0]
            for nodes in (16, 1024):  # a few moves are drawn, many are listed
                GenericBot(self.game, "skilled").choose(table.view(seat), seat, Budget(nodes=nodes))
            self.ready = True

    def functions(self) -> tuple[Callable[..., Any], ...]:
        """List what is compiled for that."""
        game = get(self.game)
        search = grow_in if is_open(game, game.seats[0], None) else race_in
        return (*bound(game), search(game))


class GenericBot(Bot):
    """Lets moves race where something is hidden, and grows a tree where nothing is."""

    unit = "playouts"

    def __init__(self, game: str, level: str) -> None:
        super().__init__(game, level)
        self.ways: dict[bool, RacingBot | GrowingBot] = {}
        self.last: RacingBot | GrowingBot | None = None

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Find the way to think that fits the game with these options, and choose so."""
        lies_open = is_open(view.game, view.players, view.options)
        if lies_open not in self.ways:
            way = GrowingBot if lies_open else RacingBot
            self.ways[lies_open] = way(self.game, self.level, LEVELS[self.level])
        self.last = self.ways[lies_open]
        move = self.last.choose(view, seat, budget)
        self.candidates = self.last.explain()
        return move

    @property
    def spent(self) -> int:
        """How many games have been played out."""
        return self.last.spent if self.last else 0


_found_open: dict[tuple[str, int, bytes], bool] = {}


def is_open(game: Game, players: int, options: Any) -> bool:
    """Whether nothing is hidden in a game with these options, and one decides after the other."""
    key = game.name, players, game.empty_table(players, options).book.tobytes()
    if key not in _found_open:
        _found_open[key] = plays_open(game.deal(players, seed=0, options=options))
    return _found_open[key]


def plays_open(table: Table) -> bool:
    """Play at random until something is hidden from somebody, or two decide at the same time."""
    while not table.over:
        everything = table.state.tobytes()
        if len(table.waiting_for) > 1:
            return False
        if any(table.view(seat).state.tobytes() != everything for seat in (SPECTATOR, *range(table.players))):
            return False
        seat = table.waiting_for[0]
        table.play(seat, table.random_move(seat))
    return True
