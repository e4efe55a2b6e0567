"""Wigwam's bots: a beginner who sees one move, then deeper and deeper alpha-beta search with fitted weights."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spieltisch.bots.bot import Bot, Budget, Candidate, budget_for
from spieltisch.bots.randomly import RandomBot
from spieltisch.bots.wigwam import setups, weights
from spieltisch.bots.wigwam.evaluation import set_weights, winning_chance
from spieltisch.bots.wigwam.mind import DECIDED, MIND, SIGNAL
from spieltisch.bots.wigwam.root import blur, glance, lengthen_line, think, weigh
from spieltisch.games import chance, get
from spieltisch.games.compiled import int64
from spieltisch.games.records import blank
from spieltisch.games.wigwam.state import SETTING_UP

if TYPE_CHECKING:
    from spieltisch.games import View

UNLIMITED = 1 << 40
DEEPEST = 60


class Level(NamedTuple):
    """How a level thinks. Depth 0 is a glance; `noise` is how much a move may be misjudged."""

    depth: int
    nodes: int
    seconds: float
    noise: int
    contempt: int
    """How much worse than even a game may stand before a draw is welcome."""
    company: int
    """How much it dislikes an even trade: the emptier the board, the surer the draw."""
    arrangements: float
    """How strictly it keeps to the best arrangements: 0 takes any."""


# Well arranged armies are hard to beat for anybody: knowing how to arrange them is part of being an expert.
LEVELS = {
    "beginner": Level(depth=0, nodes=UNLIMITED, seconds=0.1, noise=120, contempt=0, company=0, arrangements=0.0),
    "casual": Level(depth=1, nodes=4_000, seconds=0.015, noise=100, contempt=0, company=0, arrangements=0.0),
    "skilled": Level(depth=3, nodes=60_000, seconds=0.25, noise=60, contempt=0, company=0, arrangements=1.0),
    "expert": Level(depth=DEEPEST, nodes=UNLIMITED, seconds=0.98, noise=0, contempt=120, company=25, arrangements=12.0),
}


def bot(level: str) -> Bot:
    """Give the bot of a level, ready to answer at once."""
    if level == "random":
        return RandomBot("wigwam", level)
    warm_up()
    return WigwamBot(level, LEVELS[level])


@cache
def warm_up() -> None:
    """Compile everything, or load it from the cache, before anybody waits for a move."""
    view = get("wigwam").deal(2, seed=0, options={"setup": "standard"}).view(0)
    for level in ("beginner", "casual"):
        WigwamBot(level, LEVELS[level]).choose(view, 0, Budget(nodes=1))
    coach = WigwamBot("expert", LEVELS["expert"])
    for move in view.legal_moves(0)[:2]:  # one of them is not the best
        coach.weigh(view, 0, move, Budget(nodes=1))


def begin() -> None:
    """Every level searches, if only a little."""
    warm_up()


def prepare() -> None:
    """Do once what every process would wait for."""
    warm_up()


class WigwamBot(Bot):
    """Arranges its pieces by what has done well, then looks ahead as far as its level does."""

    glance = 200_000

    def __init__(self, level: str, how: Level) -> None:
        super().__init__("wigwam", level)
        self.how = how
        self.depth = 0
        self.mind = blank(MIND)
        self.mind[0].contempt = how.contempt
        self.mind[0].company = how.company
        set_weights(self.mind[0], weights.evaluation())

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Choose the best move that it finds within the budget."""
        budget = budget_for(budget, self.how.seconds)
        if view.state[0].stage == SETTING_UP:
            self.candidates = setups.candidates(view, seat, self.how.arrangements, budget.seed)
        else:
            with budget.running():
                self.search(view, budget)
            self.candidates = self.ranked(view)
        return self.candidates[0].move

    def search(self, view: View, budget: Budget) -> None:
        """Fill the mind with values of all moves, the best in front."""
        luck = chance.seeded("wigwam bot", budget.seed)
        how, mind, book, s = self.how, self.mind[0], view.book[0], view.state.copy()[0]
        if how.depth == 0:
            glance(book, s, mind, luck)
        else:
            nodes = how.nodes if budget.nodes is None else min(budget.nodes, how.nodes)
            signal = budget.stop.view(SIGNAL)[0]
            self.depth = int(think(book, s, mind, signal, luck, int64(how.depth), int64(nodes)))
            lengthen_line(book, s, mind)
        if how.noise:
            blur(mind, luck, int64(how.noise))

    def weigh(self, view: View, seat: int, move: str, budget: Budget) -> tuple[Candidate, Candidate]:
        """Search for the best, then look at the other as deep; where the best wins for sure, as deep as can be."""
        best = self.choose(view, seat, budget)
        if best == move or view.state[0].stage == SETTING_UP:
            return self.candidates[0], Candidate(move, self.candidates[0].value)
        mind, s, number = self.mind[0], view.state.copy()[0], view.game.read_move(view.book[0], move)
        places = np.flatnonzero(mind.root_move[: mind.root_count] == number)
        if not places.size:  # a move that it has not considered
            return self.candidates[0], Candidate(move, self.candidates[0].value)
        place = int(places[0])
        first = int(mind.root_value[0])
        depth = DEEPEST if first >= DECIDED else max(1, self.depth)
        signal = budget.stop.view(SIGNAL)[0]
        value = weigh(view.book[0], s, mind, signal, place, int64(depth), int64(budget.nodes or UNLIMITED))
        return self.candidates[0], Candidate(move, winning_chance(min(int(value), first)))

    def ranked(self, view: View) -> list[Candidate]:
        """Give the moves as texts with their values, the chosen one first, then by value."""
        mind, book, write = self.mind[0], view.book[0], view.game.write_move
        count = int(mind.root_count)
        first = int(mind.root_value[0])
        order = sorted(range(1, count), key=lambda i: -int(mind.root_value[i]))
        return [
            Candidate(
                write(book, int(mind.root_move[i])),
                winning_chance(min(int(mind.root_value[i]), first) if self.how.noise == 0 else int(mind.root_value[i])),
                line=tuple(write(book, int(move)) for move in mind.root_line[i, : mind.root_line_length[i]]),
            )
            for i in [0, *order]
        ]

    @property
    def spent(self) -> int:
        """How many positions have been looked at."""
        return int(self.mind[0].nodes)
