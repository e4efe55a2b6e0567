"""Where nothing is hidden, a tree of moves grows; see tree.py."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from spieltisch.bots.bot import Bot, Budget, Candidate, budget_for
from spieltisch.bots.generic import playing, tree
from spieltisch.games import chance, get
from spieltisch.games.compiled import bind
from spieltisch.games.records import blank

if TYPE_CHECKING:
    from spieltisch.bots.generic.playing import Level
    from spieltisch.games import Game, View

LONGEST_LINE = 8
"""So many moves of what is expected to follow are told."""


@cache
def grow_in(game: Game) -> tree.Grow:
    """Bind the growing of trees to a game."""
    rules = game.rules
    expand = bind(
        tree.expand_at,
        game.name,
        count_moves=rules.count_moves,
        legal_moves=rules.legal_moves,
        sample_move=rules.sample_move,
    )
    return bind(
        tree.grow,
        game.name,
        expand=expand,
        waiting_for=rules.waiting_for,
        play=rules.play,
        scores=rules.scores,
        play_out=playing.bound(game).play_out,
    )


class GrowingBot(Bot):
    """Looks ahead where it promises most, and plays out the rest at random."""

    unit = "playouts"

    def __init__(self, game: str, level: str, how: Level) -> None:
        super().__init__(game, level)
        self.how = how
        self.mind = playing.fresh_mind(get(game))
        self.tables = blank(get(game).state_dtype, 2)
        self.tree = blank(tree.NODE, tree.NODES)

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Choose the move that was tried most often, or one that surely wins."""
        budget = budget_for(budget, self.how.seconds)
        with budget.running():
            self.search(view, seat, budget)
        self.candidates = self.ranked(view)
        return self.candidates[0].move

    def search(self, view: View, seat: int, budget: Budget) -> None:
        """See which margins are usual, and grow the tree."""
        luck = chance.seeded("generic bot", budget.seed)
        mind, book, most = self.mind[0], view.book[0], self.how.within(budget)
        mind.players = view.players
        self.tables[0] = view.state[0]
        soundings = min(playing.SOUNDINGS, most // playing.SOUNDINGS)
        playing.bound(view.game).sound(book, self.tables, seat, mind, luck, budget.stop, soundings)
        grow_in(view.game)(book, self.tables, seat, self.tree, mind, luck, budget.stop, most)

    def ranked(self, view: View) -> list[Candidate]:
        """Give the moves with what they are worth, best first."""
        return [
            Candidate(
                self.written(view, node), self.value_of(node, view.players), self.visits(node), self.line(view, node)
            )
            for node in self.by_promise(tree.ROOT)
        ]

    def by_promise(self, parent: int) -> list[int]:
        """Order a node's children: sure wins, then those tried most often, and what is surely lost at the end."""
        first, count = int(self.tree[parent].first), int(self.tree[parent].children)
        return sorted(range(first, first + count), key=lambda node: (-self.fate(node), -self.visits(node)))

    def fate(self, node: int) -> int:
        """Say whether a move surely wins (1) or loses (-1) for who makes it."""
        sure, seat = int(self.tree[node].sure), int(self.tree[node].seat)
        return 0 if sure == tree.NOBODY else 1 if sure == seat else -1

    def visits(self, node: int) -> int:
        """Say how often a move was tried."""
        return int(self.tree[node].visits)

    def value_of(self, node: int, players: int) -> float:
        """Say what a move is worth to who makes it."""
        if self.fate(node):
            return float(self.fate(node) > 0)
        return float(self.tree[node].total) / self.visits(node) if self.visits(node) else 1 / players

    def written(self, view: View, node: int) -> str:
        """Write a move."""
        return view.game.write_move(view.book[0], int(self.tree[node].move))

    def line(self, view: View, node: int) -> tuple[str, ...]:
        """Give the moves that are expected to follow."""
        found: list[str] = []
        while self.tree[node].children and len(found) < LONGEST_LINE:
            node = self.by_promise(node)[0]
            if not self.visits(node):
                break
            found.append(self.written(view, node))
        return tuple(found)

    @property
    def spent(self) -> int:
        """How many games have been played out."""
        return int(self.mind[0].playouts)
