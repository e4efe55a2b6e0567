"""The bot that knows the rules and nothing else: every legal move is equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.bots.bot import Bot, Budget, Candidate, seed_of
from spieltisch.games import chance

if TYPE_CHECKING:
    from spieltisch.games import View


class RandomBot(Bot):
    """Plays at random; with a budget that has a seed the choice can be reproduced."""

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Draw one of the legal moves."""
        luck = chance.seeded("random bot", seed_of(budget))
        number = int(view.game.rules.sample_move(view.book[0], view.state[0], seat, luck))
        move = view.game.write_move(view.book[0], number)
        self.candidates = [Candidate(move, 1 / view.players)]
        return move
