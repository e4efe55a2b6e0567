"""Amul's bots, from a beginner who counts the points of one card to a master who foresees how a table will end."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spieltisch.bots.amul import guide, weights
from spieltisch.bots.amul.looking import take_to_heart
from spieltisch.bots.amul.policy import near_move
from spieltisch.bots.amul.search import line_up, race
from spieltisch.bots.bot import Bot, Budget, Candidate, seed_of
from spieltisch.bots.determinized import RACE
from spieltisch.bots.racing import LAP, NOBODY_DROPS_OUT, NOBODY_STOPS, UNLIMITED, RacingBot
from spieltisch.bots.randomly import RandomBot
from spieltisch.games import chance, get
from spieltisch.games.records import blank
from spieltisch.levels import MASTER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from spieltisch.bots.racing import Flag
    from spieltisch.games import View
    from spieltisch.match.puzzles import Fact


class Quick(NamedTuple):
    """A level that decides at a glance: how sharply it tells a good card from a poor one."""

    sharpness: float


class Searching(NamedTuple):
    """A level that imagines tables: how long, at most how many, how strictly, and for what aim."""

    seconds: float
    tables: int
    distance: float
    sharpness: float = 1.0
    win_part: float = 0.7


EXPERT = Searching(seconds=1.0, tables=UNLIMITED, distance=3.0, sharpness=1.5)
LEVELS: dict[str, Quick | Searching] = {
    "casual": Quick(sharpness=0.3),
    "skilled": Searching(seconds=0.25, tables=8, distance=2.0),
    "expert": EXPERT,
}
MORE_LEVELS = (MASTER,)
"""What this game has above the levels of all games."""
NEAR_SHARPNESS = 0.6


def bot(level: str) -> Bot:
    """Give the bot of a level, ready to answer at once."""
    if level == "random":
        return RandomBot("amul", level)
    if level == MASTER:
        warm_up_master()
        return master_bot()
    how = LEVELS.get(level)
    if isinstance(how, Searching):
        warm_up()
        return SearchBot(level, how)
    begin()
    return BeginnerBot("amul", level) if how is None else QuickBot(level, how)


def master_bot() -> Bot:
    """Give a master. With cards that its network does not know it plays like the expert."""
    from spieltisch.bots.amul.master import MasterBot  # whoever does not play against it need not load the network

    return MasterBot(MASTER, SearchBot(MASTER, EXPERT))


@cache
def warm_up_master() -> None:
    """Compile what the master needs besides, or load it from the cache."""
    warm_up()
    master_bot().choose(get("amul").deal(3, seed=0).view(0), 0, Budget(nodes=64))


@cache
def begin() -> None:
    """Compile what the levels need that decide at a glance, or load it from the cache."""
    view = get("amul").deal(3, seed=0).view(0)
    BeginnerBot("amul", "beginner").choose(view, 0, Budget(nodes=1))
    QuickBot("casual", Quick(sharpness=1.0)).choose(view, 0, Budget(nodes=1))


@cache
def warm_up() -> None:
    """Compile everything, or load it from the cache, before anybody waits for a move."""
    begin()
    view = get("amul").deal(3, seed=0).view(0)
    SearchBot("expert", Searching(60.0, 64, 2.0)).choose(view, 0, Budget(nodes=64))


def prepare() -> None:
    """Do once what every process would wait for: compile, and study the house's cards.

    The master is compiled by whoever asks for it: most never do.
    """
    warm_up()
    game = get("amul")
    for players in game.seats:
        for tea in (False, True):
            guide.mind_for(game.empty_table(players, {"tea": tea}).book)


class BeginnerBot(Bot):
    """Counts the points that a card would bring if the game ended now, and is often content with the second best."""

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Decide by the points on the table."""
        luck = chance.seeded("amul beginner", seed_of(budget))
        state = view.state.copy()  # cards are laid down and taken up again
        move = int(near_move(view.book[0], state[0], seat, NEAR_SHARPNESS, luck))
        text = view.game.write_move(view.book[0], move)
        self.candidates = [Candidate(text, 1 / view.players)]
        return text


class Knowledge:
    """A mind for the book at hand."""

    def __init__(self, sharpness: float) -> None:
        self.sharpness = sharpness
        self.book = b""
        self.mind: np.recarray[Any, Any]

    def of(self, view: View) -> np.record:
        """Know the cards of this book."""
        book = view.book.tobytes()
        if book != self.book:
            self.mind = guide.mind_for(view.book)
            self.mind[0].sharpness = self.sharpness
            take_to_heart(view.book[0], self.mind[0], weights.fitted(view.players))
            self.book = book
        mind: np.record = self.mind[0]
        return mind


class QuickBot(Bot):
    """Draws a move by the quick policy's weights."""

    def __init__(self, level: str, how: Quick) -> None:
        super().__init__("amul", level)
        self.knowledge = Knowledge(how.sharpness)
        self.run = blank(RACE)

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Decide at a glance."""
        luck = chance.seeded("amul bot", seed_of(budget))
        run, mind = self.run[0], self.knowledge.of(view)
        line_up(view.book[0], view.state[0], seat, run, mind)
        count = int(run.count)
        chances = np.exp(run.value[:count] - run.value[0])  # the first is the best
        drawn = int(chance.draw(luck)) / 2**32
        chosen = int(np.searchsorted(np.cumsum(chances / chances.sum()), drawn).clip(0, count - 1))
        write, book = view.game.write_move, view.book[0]
        listed = [Candidate(write(book, int(run.move[i])), 1 / view.players) for i in range(count)]
        self.candidates = [listed[chosen], *listed[:chosen], *listed[chosen + 1 :]]
        return self.candidates[0].move


class SearchBot(RacingBot):
    """Lets its moves race over imagined tables."""

    def __init__(self, level: str, how: Searching) -> None:
        super().__init__("amul", level, how.seconds)
        self.how = how
        self.knowledge = Knowledge(how.sharpness)

    def race(self, view: View, seat: int, budget: Budget) -> None:
        """Line up all moves, best first by the quick policy."""
        luck = chance.seeded("amul bot", budget.seed)
        run, mind, book = self.run[0], self.knowledge.of(view), view.book[0]
        mind.win_part = self.how.win_part
        self.tables[0] = view.state[0]
        line_up(book, self.tables[0], seat, run, mind)
        most = self.how.tables * int(run.count)
        if budget.nodes is not None:
            most = min(most, budget.nodes)
        spare = luck.copy()
        race(book, self.tables, seat, run, mind, luck, spare, budget.stop, most, LAP, self.how.distance)

    def compare(
        self,
        view: View,
        seat: int,
        moves: Sequence[int],
        tables: int,
        seed: int,
        stop: Flag = NOBODY_STOPS,
    ) -> None:
        """Try these moves on all of so many imagined tables."""
        luck, mind, book = chance.seeded("amul moves", seed), self.knowledge.of(view), view.book[0]
        mind.win_part = self.how.win_part
        self.tables[0] = view.state[0]
        line_up(book, self.tables[0], seat, self.run[0], mind)  # looks at the areas, where all playouts begin
        self.enter(view, moves)
        most = tables * len(moves)
        race(book, self.tables, seat, self.run[0], mind, luck, luck.copy(), stop, most, tables + 1, NOBODY_DROPS_OUT)

    def facts(self, view: View, seat: int, moves: Sequence[int], seed: int) -> list[list[Fact]]:
        """Say how the games end, line by line."""
        from spieltisch.bots.amul.ends import facts  # only whoever makes puzzles needs it

        mind = self.knowledge.of(view)
        line_up(view.book[0], view.state.copy()[0], seat, self.run[0], mind)  # looks at the areas
        return facts(view, seat, moves, mind, seed)
