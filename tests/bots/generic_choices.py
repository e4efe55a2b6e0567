"""Lets generic bots choose and prints what they considered. Run it compiled and interpreted: the same text.

Usage: python generic_choices.py GAME PLAYERS NODES
"""

import sys

from spieltisch import games
from spieltisch.bots import Budget, generic


def choices(name: str, players: int, nodes: int) -> str:
    """List the candidates of three choices in one game."""
    bot = generic.GenericBot(name, "expert")
    table = games.get(name).deal(players, seed=3)
    found = []
    for seed in range(3):
        seat = table.waiting_for[0]
        table.play(seat, bot.choose(table.view(seat), seat, Budget(nodes=nodes, seed=seed)))
        found.append(f"{bot.spent} {bot.explain()}")
    return "\n".join(found)


if __name__ == "__main__":
    print(choices(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
