"""Wampum's bots, from a beginner who counts this round's wampum to an expert who imagines thousands of games."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from spieltisch.bots.bot import Bot, Budget, Candidate, seed_of
from spieltisch.bots.racing import LAP, NOBODY_DROPS_OUT, NOBODY_STOPS, UNLIMITED, RacingBot
from spieltisch.bots.randomly import RandomBot
from spieltisch.bots.wampum import weights
from spieltisch.bots.wampum.looking import MIND
from spieltisch.bots.wampum.policy import quick_move
from spieltisch.bots.wampum.search import line_up, race
from spieltisch.games import chance, get
from spieltisch.games.records import blank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spieltisch.bots.racing import Flag
    from spieltisch.games import View


class Quick(NamedTuple):
    """A level that decides at a glance."""

    fitted: bool
    sharpness: float


class Searching(NamedTuple):
    """A level that imagines tables: how long, at most how many playouts, how many candidates, how strictly."""

    seconds: float
    playouts: int
    racers: int
    distance: float
    win_part: float = 0.8
    sharpness: float = 1.0


QUICK = {
    "beginner": Quick(fitted=False, sharpness=2.5),
    "casual": Quick(fitted=True, sharpness=0.3),
}
SEARCHING = {
    "skilled": Searching(seconds=0.25, playouts=64, racers=4, distance=2.0),
    "expert": Searching(seconds=1.0, playouts=UNLIMITED, racers=24, distance=3.5),
}


def bot(level: str) -> Bot:
    """Give the bot of a level, ready to answer at once."""
    if level == "random":
        return RandomBot("wampum", level)
    if level in QUICK:
        begin()
    else:
        warm_up()
    return make(level)


def make(level: str) -> Bot:
    """Make a bot as its level says."""
    return QuickBot(level, QUICK[level]) if level in QUICK else SearchBot(level, SEARCHING[level])


@cache
def begin() -> None:
    """Compile what the levels need that decide at a glance, or load it from the cache."""
    use("casual")


@cache
def warm_up() -> None:
    """Compile everything, or load it from the cache, before anybody waits for a move."""
    begin()
    use("skilled")


def use(level: str) -> None:
    """Let a level choose once."""
    table = get("wampum").deal(2, seed=0)
    seat = table.waiting_for[0]
    make(level).choose(table.view(seat), seat, Budget(nodes=64))


def prepare() -> None:
    """Do once what every process would wait for."""
    warm_up()


class QuickBot(Bot):
    """Draws one of a few sensible moves by the quick policy's weights."""

    def __init__(self, level: str, how: Quick) -> None:
        super().__init__("wampum", level)
        self.how = how
        self.mind = blank(MIND)
        self.mind[0].sharpness = how.sharpness

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Decide at a glance."""
        luck = chance.seeded("wampum bot", seed_of(budget))
        self.mind[0].weights[:] = weights.fitted(view.players) if self.how.fitted else weights.naive()
        move = int(quick_move(view.book[0], view.state[0], seat, self.mind[0], luck))
        text = view.game.write_move(view.book[0], move)
        self.candidates = [Candidate(text, 1 / view.players)]
        return text


class SearchBot(RacingBot):
    """Lets the most promising moves race over imagined tables."""

    def __init__(self, level: str, how: Searching) -> None:
        super().__init__("wampum", level, how.seconds)
        self.how = how
        self.mind = blank(MIND)
        self.mind[0].sharpness = how.sharpness
        self.mind[0].win_part = how.win_part

    def race(self, view: View, seat: int, budget: Budget) -> None:
        """Line up what the quick policy finds promising: the shorter the race, the fewer."""
        luck = chance.seeded("wampum bot", budget.seed)
        run, mind, book = self.run[0], self.mind[0], view.book[0]
        mind.weights[:] = weights.fitted(view.players)
        self.tables[0] = view.state[0]
        most = self.how.playouts if budget.nodes is None else min(budget.nodes, self.how.playouts)
        racers = max(2, min(self.how.racers, most // LAP))
        line_up(book, self.tables[0], seat, run, mind, luck, racers)
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
        luck, mind = chance.seeded("wampum moves", seed), self.mind[0]
        mind.weights[:] = weights.fitted(view.players)
        self.enter(view, moves)
        most = tables * len(moves)
        race(
            view.book[0],
            self.tables,
            seat,
            self.run[0],
            mind,
            luck,
            luck.copy(),
            stop,
            most,
            tables + 1,
            NOBODY_DROPS_OUT,
        )
