"""Kill -9 of the server at random moments under play, many times; see tests/server/killing.py for what is checked.

python -m bench.kill [--kills 200] [--tables 12] [--database sqlite|postgresql|URL] [--fresh]

Without --fresh each server is a fork of a process that has everything loaded already, which saves its start.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import tempfile
import time
from pathlib import Path

from tests.databases import database
from tests.server.harness import ServerProcess
from tests.server.killing import Toll, survive
from tests.server.nursery import Nursery


def main() -> None:
    """Read the options, start a server, kill it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--database", default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="start each server from nothing")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)  # PostgreSQL may run as another user
        url = stack.enter_context(database(options.database, folder))
        nursery = None
        if not options.fresh:
            nursery = Nursery()
            stack.callback(nursery.close)
        server = ServerProcess(url, folder / "log", nursery=nursery)
        server.start()
        began = time.monotonic()

        def show(toll: Toll) -> None:
            if toll.kills % 20 == 0:
                took = time.monotonic() - began
                print(
                    f"{toll.kills} kills, {toll.finished} games, {took:.0f} s, {toll.starting:.0f} s away", flush=True
                )

        try:
            toll = asyncio.run(survive(server, options.kills, options.tables, options.seed, show))
        finally:
            server.stop()
        took = time.monotonic() - began
        if "trace" in server.log.read_text():
            raise SystemExit(server.log.read_text())
        print(
            f"{options.database.partition(':')[0]}: {toll.kills} kills in {took:.0f} s, "
            f"{toll.starting:.0f} s of them without a server; "
            f"{toll.acknowledged} acknowledged moves all found, none twice; {toll.reconnects} reconnects; "
            f"{toll.finished} games finished, {toll.records} records verified; load {os.getloadavg()[0]:.1f}"
        )


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # who is told to stop stops the database too
    main()
