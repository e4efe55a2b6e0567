"""Kill -9 of the server at random moments under play, many times; see tests/server/killing.py for what is checked.

python -m bench.kill --kills 200 --tables 12 [--database postgresql://…]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from tests.server.harness import ServerProcess
from tests.server.killing import Toll, survive


def main() -> None:
    """Read the options, start a server, kill it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--database", default=None)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{folder}/kill.db"
        server = ServerProcess(database, Path(folder) / "log")
        server.start()
        began = time.monotonic()

        def show(toll: Toll) -> None:
            if toll.kills % 20 == 0:
                print(f"{toll.kills} kills, {toll.finished} games, {time.monotonic() - began:.0f} s", flush=True)

        try:
            toll = asyncio.run(survive(server, options.kills, options.tables, options.seed, show))
        finally:
            server.stop()
        print(
            f"{toll.kills} kills: {toll.acknowledged} acknowledged moves all found, none twice; "
            f"{toll.reconnects} reconnects; {toll.finished} games finished, {toll.records} records verified"
        )


if __name__ == "__main__":
    main()
