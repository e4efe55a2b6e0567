"""Where something is hidden, moves race over imagined tables that are played out at random."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from spieltisch.bots import racing
from spieltisch.bots.determinized import MOST_RACERS
from spieltisch.bots.determinized import race as race_pattern
from spieltisch.bots.generic import playing
from spieltisch.bots.generic.playing import value_for
from spieltisch.games import chance, get
from spieltisch.games.compiled import bind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spieltisch.bots.bot import Budget
    from spieltisch.bots.determinized import Race
    from spieltisch.bots.generic.playing import Level, PlayOut
    from spieltisch.games import Game, View
    from spieltisch.games.chance import Chance
    from spieltisch.games.rules import Imagine, Play

    # What `bind` supplies.
    play: Play
    imagine: Imagine
    play_out: PlayOut

DISTANCE = 3.0
"""So many standard errors a move may lie behind the leader of the race."""
TABLES_EACH = 8
"""The shorter the race, the fewer moves take part: each should see so many tables."""
TRIES = 4
"""How often a move is drawn, for each that is wanted, before the list is thought to be short of different ones."""


def imagine_table(
    book: np.record,
    s: np.record,
    seat: int,
    mind: np.record,  # noqa: ARG001 - one signature for all games
    chance: Chance,
) -> None:
    """Fill the blanks of a view."""
    imagine(book, s, seat, chance)


def playout(book: np.record, s: np.record, seat: int, move: int, mind: np.record, chance: Chance) -> float:
    """Play a move and on to the end at random; say what that is worth to the seat."""
    play(book, s, seat, move)
    return value_for(play_out(book, s, mind, chance), seat, mind)


@cache
def race_in(game: Game) -> Race:
    """Bind the race to a game."""
    rules = game.rules
    imagining = bind(imagine_table, game.name, imagine=rules.imagine)
    playing_out = bind(playout, game.name, play=rules.play, play_out=playing.bound(game).play_out)
    return bind(race_pattern, game.name, imagine_table=imagining, playout=playing_out)


class RacingBot(racing.RacingBot):
    """Lets all moves race, or as many of them as the budget can tell apart."""

    def __init__(self, game: str, level: str, how: Level) -> None:
        super().__init__(game, level, how.seconds)
        self.how = how
        self.mind = playing.fresh_mind(get(game))

    def race(self, view: View, seat: int, budget: Budget) -> None:
        """Line up the moves, see which margins are usual, and let them race."""
        luck = chance.seeded("generic bot", budget.seed)
        run, mind, book, most = self.run[0], self.mind[0], view.book[0], self.how.within(budget)
        mind.players = view.players
        self.tables[0] = view.state[0]
        moves = some_moves(view, seat, luck, max(2, min(MOST_RACERS, most // TABLES_EACH)))
        run.count = len(moves)
        run.move[: len(moves)] = moves
        soundings = min(playing.SOUNDINGS, most // TABLES_EACH)
        playing.bound(view.game).sound(book, self.tables, seat, mind, luck, budget.stop, soundings)
        spare = luck.copy()
        left = most - int(mind.playouts)
        race_in(view.game)(book, self.tables, seat, run, mind, luck, spare, budget.stop, left, racing.LAP, DISTANCE)

    def compare(
        self,
        view: View,
        seat: int,
        moves: Sequence[int],
        tables: int,
        seed: int,
        stop: racing.Flag = racing.NOBODY_STOPS,
    ) -> None:
        """Try these moves on all of so many imagined tables."""
        luck, mind, book = chance.seeded("generic moves", seed), self.mind[0], view.book[0]
        mind.players = view.players
        self.enter(view, moves)
        playing.bound(view.game).sound(book, self.tables, seat, mind, luck, stop, playing.SOUNDINGS)
        never, most = racing.NOBODY_DROPS_OUT, tables * len(moves)
        race = race_in(view.game)
        race(book, self.tables, seat, self.run[0], mind, luck, luck.copy(), stop, most, tables + 1, never)

    @property
    def spent(self) -> int:
        """How many games have been played out."""
        return int(self.mind[0].playouts)


def some_moves(view: View, seat: int, luck: Chance, most: int) -> list[int]:
    """Give all legal moves in any order, or some of very many."""
    if view.count_moves(seat) <= most:
        order = np.arange(view.count_moves(seat), dtype=np.int8)
        chance.shuffle(luck, order, 0, len(order))
        return [int(move) for move in view.move_numbers(seat)[order]]
    sample, book, s = view.game.rules.sample_move, view.book[0], view.state[0]
    found: dict[int, None] = {}
    for _ in range(TRIES * most):
        if len(found) < most:
            found[int(sample(book, s, seat, luck))] = None
    return list(found)
