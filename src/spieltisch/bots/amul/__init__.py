"""Amul's bots, from a beginner who counts the points of one card to an expert who imagines thousands of games."""

from __future__ import annotations

import secrets
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spieltisch.bots.amul import guide, weights
from spieltisch.bots.amul.policy import near_move
from spieltisch.bots.amul.search import line_up, race
from spieltisch.bots.bot import Bot, Budget, Candidate
from spieltisch.bots.determinized import RACE
from spieltisch.bots.randomly import RandomBot
from spieltisch.games import chance, get
from spieltisch.games.game import blank

if TYPE_CHECKING:
    from typing import Any

    from spieltisch.games import View

LAP = 16
"""Tables between two looks at who is behind."""
FEW_TABLES = 4
UNLIMITED = 1 << 30


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
    margin_scale: float = 60.0


LEVELS: dict[str, Quick | Searching] = {
    "casual": Quick(sharpness=0.3),
    "skilled": Searching(seconds=0.25, tables=8, distance=2.0),
    "expert": Searching(seconds=1.0, tables=UNLIMITED, distance=3.0, sharpness=1.5),
}
NEAR_SHARPNESS = 0.6


def bot(level: str) -> Bot:
    """Give the bot of a level, ready to answer at once."""
    if level == "random":
        return RandomBot("amul", level)
    warm_up()
    if level == "beginner":
        return BeginnerBot("amul", level)
    how = LEVELS[level]
    return QuickBot(level, how) if isinstance(how, Quick) else SearchBot(level, how)


@cache
def warm_up() -> None:
    """Compile everything, or load it from the cache, before anybody waits for a move."""
    view = get("amul").deal(3, seed=0).view(0)
    BeginnerBot("amul", "beginner").choose(view, 0, Budget(nodes=1))
    QuickBot("casual", Quick(sharpness=1.0)).choose(view, 0, Budget(nodes=1))
    SearchBot("expert", Searching(60.0, 64, 2.0)).choose(view, 0, Budget(nodes=64))


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


class ThinkingBot(Bot):
    """A bot with a mind for the book at hand."""

    def __init__(self, level: str, sharpness: float) -> None:
        super().__init__("amul", level)
        self.sharpness = sharpness
        self.run = blank(RACE)
        self.book = b""
        self.mind: np.recarray[Any, Any]

    def recall(self, view: View) -> None:
        """Know the cards of this book."""
        book = view.book.tobytes()
        if book != self.book:
            self.mind = guide.mind_for(view.book)
            self.mind[0].sharpness = self.sharpness
            self.book = book


class QuickBot(ThinkingBot):
    """Draws a move by the quick policy's weights."""

    def __init__(self, level: str, how: Quick) -> None:
        super().__init__(level, how.sharpness)

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Decide at a glance."""
        self.recall(view)
        luck = chance.seeded("amul bot", seed_of(budget))
        run = self.run[0]
        line_up(view.book[0], view.state[0], seat, run, self.mind[0], weights.fitted(view.players))
        count = int(run.count)
        chances = np.exp(run.value[:count] - run.value[0])  # the first is the best
        drawn = int(chance.draw(luck)) / 2**32
        chosen = int(np.searchsorted(np.cumsum(chances / chances.sum()), drawn).clip(0, count - 1))
        write, book = view.game.write_move, view.book[0]
        listed = [Candidate(write(book, int(run.move[i])), 1 / view.players) for i in range(count)]
        self.candidates = [listed[chosen], *listed[:chosen], *listed[chosen + 1 :]]
        return self.candidates[0].move


class SearchBot(ThinkingBot):
    """Lets its moves race over imagined tables."""

    def __init__(self, level: str, how: Searching) -> None:
        super().__init__(level, how.sharpness)
        self.how = how
        self.tables = blank(get("amul").state_dtype, 3)

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Choose the move that does best on the imagined tables, within the budget."""
        if budget is None:
            budget = Budget(self.how.seconds, seed=secrets.randbits(63))
        elif budget.seconds is None and budget.nodes is None:
            budget.seconds = self.how.seconds
        timer = budget.deadline() if budget.seconds is not None else None
        if timer is not None:
            timer.start()
        try:
            self.search(view, seat, budget)
        finally:
            if timer is not None:
                timer.cancel()
        return self.candidates[0].move

    def search(self, view: View, seat: int, budget: Budget) -> None:
        """Line up the moves, let them race and note how they did."""
        self.recall(view)
        luck = chance.seeded("amul bot", budget.seed)
        table: Any = weights.fitted(view.players)
        run, mind, book = self.run[0], self.mind[0], view.book[0]
        mind.win_part, mind.margin_scale = self.how.win_part, self.how.margin_scale
        self.tables[0] = view.state[0]
        line_up(book, self.tables[0], seat, run, mind, table)
        most = self.how.tables * int(run.count)
        if budget.nodes is not None:
            most = min(most, budget.nodes)
        spare = luck.copy()
        race(book, self.tables, seat, run, mind, table, luck, spare, budget.stop, most, LAP, self.how.distance)
        self.candidates = self.ranked(view)

    def ranked(self, view: View) -> list[Candidate]:
        """Give the candidates, those first that stayed longest in the race, and of these the best."""
        run = self.run[0]
        count = int(run.count)
        trials = run.trials[:count]
        value = np.where(trials > 0, run.total[:count] / np.maximum(trials, 1), 1 / view.players)
        shown = trials.max(initial=0) >= FEW_TABLES  # else the order at the start is the better guess
        order = sorted(range(count), key=lambda i: (-int(trials[i]), -float(value[i]))) if shown else range(count)
        write, book = view.game.write_move, view.book[0]
        return [Candidate(write(book, int(run.move[i])), float(value[i]), int(trials[i])) for i in order]


def seed_of(budget: Budget | None) -> int:
    """Take the seed of a budget, or a new one."""
    return secrets.randbits(63) if budget is None else budget.seed
