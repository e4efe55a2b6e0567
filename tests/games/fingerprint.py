"""Plays random games and prints a hash over every state on the way. Run it compiled and interpreted: same hash.

Usage: python fingerprint.py GAME PLAYERS GAMES OPTIONS_JSON
"""

import hashlib
import json
import sys

import numpy as np

from spieltisch import games
from spieltisch.games import chance


def numbers(table: games.Table) -> bytes:
    """Everything that a codec says about a table, from the seat that is to decide."""
    codec, book, s, seat = table.game.codec, table.book[0], table.state[0], table.waiting_for[0]
    mask, seen = np.zeros(codec.choices, np.int8), np.zeros(codec.layout.size, np.int8)
    hidden = np.zeros(codec.perfect_layout.size, np.int8)
    move = int(table.move_numbers(seat)[-1])
    codec.mask(book, s, seat, 0, mask)
    codec.observe(book, table.view(seat).state[0], seat, 0, seen)
    codec.perfect(book, s, seat, hidden)
    number = int(codec.number_of(book, seat, move))
    found = [number, int(codec.move_of(book, seat, number))]
    part = 0
    while part >= 0:
        found.append(int(codec.choice_towards(book, s, seat, part, move)))
        part = int(codec.extend(book, s, seat, part, found[-1]))
        found.append(part)
    return mask.tobytes() + seen.tobytes() + hidden.tobytes() + str(found).encode()


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
                if not table.over and hasattr(game, "codec"):
                    digest.update(numbers(table))
            turn += 1
        digest.update(str(table.outcome).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(fingerprint(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), json.loads(sys.argv[4])))
