"""Plays random games and prints a hash over every state on the way. Run it compiled and interpreted: same hash.

Usage: python fingerprint.py GAME PLAYERS GAMES OPTIONS_JSON
"""

import hashlib
import json
import sys

from spieltisch import games
from spieltisch.games import chance


def fingerprint(name: str, players: int, count: int, options: dict[str, str]) -> str:
    """Hash all states, views, moves and scores of some random games."""
    game = games.get(name)
    digest = hashlib.sha256()
    for seed in range(count):
        table = game.deal(players, seed, options)
        luck = chance.seeded("fingerprint", seed)
        turn = 0
        while not table.over:
            waiting = table.waiting_for
            seat = waiting[turn % len(waiting)]
            move = int(game.rules.sample_move(table.book[0], table.state[0], seat, luck))
            digest.update(f"{seat} {move}".encode())
            game.rules.play(table.book[0], table.state[0], seat, move)
            digest.update(table.state.tobytes())
            if turn % 16 == 0:
                view = table.view(turn % players)
                digest.update(view.state.tobytes())
                digest.update(view.imagine(turn).state.tobytes())
            turn += 1
        digest.update(str(table.outcome).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(fingerprint(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), json.loads(sys.argv[4])))
