"""Bots at tables: one decision, a whole game, and one bot's part of the wins among copies of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch import games
from spieltisch.bots import Bot, Budget

if TYPE_CHECKING:
    from spieltisch.games import Table

SOME = 60
"""Playouts enough to let candidates race."""


def decide(bot: Bot, table: Table, seat: int, seed: int = 1, nodes: int = SOME) -> str:
    return bot.choose(table.view(seat), seat, Budget(nodes=nodes, seed=seed))


def play_out(table: Table, seated: list[Bot], seed: int = 1, nodes: int = SOME) -> Table:
    """Play to the end; `Table.play` refuses what is illegal."""
    step = seed * 1000
    while not table.over:
        seat = table.waiting_for[-1]  # the seats choose in any order
        table.play(seat, decide(seated[seat], table, seat, step, nodes))
        step += 1
    return table


def share(better: Bot, worse: Bot, players: int, deals: int, nodes: int = SOME) -> float:
    """Play each deal once from every seat and give the part of the wins of the one among the others."""
    total = 0.0
    for deal in range(deals):
        for seat in range(players):
            seated = [better if other == seat else worse for other in range(players)]
            outcome = play_out(games.get(better.game).deal(players, seed=deal), seated, deal + 1, nodes).outcome
            assert outcome is not None
            total += (seat in outcome.winners) / len(outcome.winners)
    return total / (deals * players)
