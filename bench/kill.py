"""Kill -9 at random moments under play, many times; see tests/server/killing.py for what is killed and checked.

    python -m bench.kill [--kills 200] [--thinkers 40] [--database sqlite|postgresql|URL] [--workers 1] [--fresh]

Without --fresh each server is a fork of a process that has everything loaded already, which saves its start. With
several --workers (PostgreSQL only) it is single processes of one server that are killed, and have to be replaced.
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

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from tests.databases import database
from tests.server.harness import ServerProcess
from tests.server.killing import Toll, survive
from tests.server.nursery import Nursery

EVERY = 20
"""Where no progress bar can be shown, a line comes after so many kills."""


def main() -> None:
    """Read the options, start a server, kill it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--thinkers", type=int, default=40, help="how often a process of the bots is killed besides")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--database", default="sqlite")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="start each server from nothing")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)  # PostgreSQL may run as another user
        url = stack.enter_context(database(options.database, folder))
        nursery = None
        if not options.fresh and options.workers == 1:
            nursery = Nursery()
            stack.callback(nursery.close)
        server = ServerProcess(
            url,
            folder / "log",
            nursery=nursery,
            SPIELTISCH_BOT_SECONDS="0.1",
            SPIELTISCH_WORKERS=str(options.workers),
        )
        server.start()
        began = time.monotonic()
        try:
            toll = asyncio.run(run(server, options))
        finally:
            server.stop()
        took = time.monotonic() - began
        if "trace" in server.log.read_text():
            raise SystemExit(server.log.read_text())
        victims = "kills" if options.workers == 1 else f"kills of single processes of {options.workers}"
        print(
            f"{options.database.partition(':')[0]}: {toll.kills} {victims} in {took:.0f} s, "
            f"{toll.starting:.0f} s of them waiting for the next one; {toll.thinkers} thinking processes killed; "
            f"{toll.acknowledged} acknowledged moves all found, none twice; {toll.bot_moves} moves of thinking bots; "
            f"{toll.reconnects} reconnects; "
            f"{toll.finished} games finished, {toll.records} records verified; load {os.getloadavg()[0]:.1f}"
        )


async def run(server: ServerProcess, options: argparse.Namespace) -> Toll:
    """Kill, and show how far it is."""
    console = Console()
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=options.kills + options.thinkers)

        def show(toll: Toll) -> None:
            done = toll.kills + toll.thinkers
            line = f"{toll.kills} kills, {toll.thinkers} thinkers, {toll.finished} games, {toll.starting:.0f} s away"
            bar.update(task, completed=done, description=line)
            if not console.is_terminal and done % EVERY == 0:
                console.print(line)

        return await survive(
            server, options.kills, options.tables, options.seed, show, options.thinkers, options.workers
        )


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # who is told to stop stops the database too
    main()
