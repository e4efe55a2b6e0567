"""Fits what a game's bots know by games against themselves: `python -m spieltisch.lab.fit GAME`, and `--help` after it.

How, each game's bots know themselves: it is their module `fit`.
"""

import sys
from importlib import import_module
from importlib.util import find_spec

from spieltisch import bots


def main() -> None:
    """Let the bots of a game be fitted and write down what they have learnt."""
    modules = {game: f"{point.module}.fit" for game, point in bots.registered().items()}
    game, *given = sys.argv[1:] or [""]
    if game not in modules or find_spec(modules[game]) is None:
        able = ", ".join(sorted(name for name, module in modules.items() if find_spec(module)))
        sys.exit(f'There is nothing to fit for "{game}"; choose one of: {able}.')
    import_module(modules[game]).main(given)


if __name__ == "__main__":
    main()
