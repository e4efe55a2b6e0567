"""How long it takes from nothing to the first move: from a clean clone, from the wheel, and beside an earlier version.

    python -m bench.install [--before REVISION] [--ways before,clone,again,wheel,uvx] [--json FILE]

Each way begins with an empty user account: no caches, no data, nothing installed; pip and npm find packages where they
always do. Measured are the moment when the page is there, and when a person's first move of Wampum against two bots has
been acknowledged. `again` is the clone's second start; `wheel` is a new environment, pip install and the command,
`uvx` the same wheel by uv, if that is on the PATH.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import httpx
import msgspec
from rich.console import Console
from rich.table import Table

from tests.server.harness import NO_TLS, Guest, Player, free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
WAYS = ("before", "clone", "again", "wheel", "uvx")
PATIENCE = 1800.0
GIT, MAKE, SHELL = (shutil.which(name) or name for name in ("git", "make", "sh"))
BODY = {
    "game": "wampum",
    "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "casual"}] * 2],
    "settings": {"pace": "instant"},  # bots that begin would otherwise take the time that a person can follow
    "start": True,
}


class Times(NamedTuple):
    """Seconds from the first command."""

    page: float
    move: float


def main() -> None:
    """Measure what is asked for, and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default="", help="an earlier revision to compare with")
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    ways = [way for way in options.ways.split(",") if way != "before" or options.before]
    found: dict[str, Times] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "before" in ways:
            found["before"] = play(clone(folder / "before", options.before), account(folder / "a"))
            shutil.rmtree(folder / "before")
        if "clone" in ways:
            new, home = clone(folder / "clone", "HEAD"), account(folder / "b")
            found["clone"] = play(new, home)
            if "again" in ways:
                found["again"] = play(new, home)
        if "wheel" in ways or "uvx" in ways:
            wheel = build(folder / "wheel")
        if "wheel" in ways:
            steps = f"python3 -m venv venv && venv/bin/pip install --quiet {wheel} && exec venv/bin/spieltisch"
            found["wheel"] = installed(steps, folder / "wheel", account(folder / "c"))
        if "uvx" in ways and (uvx := shutil.which("uvx")) is not None:
            found["uvx"] = installed(f"exec {uvx} --from {wheel} spieltisch", folder / "wheel", account(folder / "d"))
    show(found)
    if options.json:
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(found)))


def show(found: dict[str, Times]) -> None:
    """Print the figures, as a share of the earlier version's if it was measured."""
    grid = Table("", "page", "", "first move", "")
    before = found.get("before")
    for way, times in found.items():
        page, move = (
            (f"{times.page / before.page:.0%}", f"{times.move / before.page:.0%}") if before is not None else ("", "")
        )
        grid.add_row(way, f"{times.page:.1f} s", page, f"{times.move:.1f} s", move)
    Console().print(grid)
    if before is not None:
        print("Shares are of the time that the earlier version takes until its page is there.")


# --- empty accounts and clean clones ------------------------------------------------------------------------


def account(home: Path) -> dict[str, str]:
    """Give the environment of somebody who has never installed anything; their browser opens nothing."""
    home.mkdir(parents=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SPIELTISCH_", "PYTHON", "XDG_"))}
    for name, file in (("PIP_CONFIG_FILE", ".config/pip/pip.conf"), ("NPM_CONFIG_USERCONFIG", ".npmrc")):
        if (Path.home() / file).is_file():
            kept.setdefault(name, str(Path.home() / file))  # where packages come from is the machine's business
    folders = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CACHE", "CONFIG", "DATA", "STATE")}
    return {
        **kept,
        **folders,
        "HOME": str(home),
        "PATH": f"{sys.base_prefix}/bin{os.pathsep}{os.environ['PATH']}",
        "PIP_NO_CACHE_DIR": "1",
        "NPM_CONFIG_CACHE": str(home / "npm"),
        "BROWSER": "true",
    }


def clone(target: Path, revision: str) -> Path:
    """Clone this repository as it was committed."""
    commit = subprocess.run(
        [GIT, "-C", str(ROOT), "rev-parse", revision], check=True, capture_output=True, text=True
    ).stdout.strip()
    subprocess.run([GIT, "clone", "--quiet", "--no-checkout", str(ROOT), str(target)], check=True)
    subprocess.run([GIT, "-C", str(target), "checkout", "--quiet", commit], check=True)
    return target


# --- the ways ------------------------------------------------------------------------------------------------


def play(source: Path, environment: dict[str, str]) -> Times:
    """Measure `make play` in a clone."""
    with running([MAKE, "play"], source, environment) as (url, began):
        return asyncio.run(first_move(url, began))


def build(folder: Path) -> Path:
    """Build the wheel, which is not part of installing it."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=clone(folder / "source", "HEAD"),
        check=True,
        stdout=sys.stderr,
    )
    return next(folder.glob("*.whl"))


def installed(steps: str, folder: Path, environment: dict[str, str]) -> Times:
    """Measure commands that install the wheel and open the table."""
    with running([SHELL, "-c", steps], folder, environment) as (url, began):
        return asyncio.run(first_move(url, began))


@contextmanager
def running(command: list[str], folder: Path, environment: dict[str, str]) -> Iterator[tuple[str, float]]:
    """Run a command that ends in a server, with all its children, until we have seen enough."""
    port = free_port()
    with (folder / "install.log").open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**environment, "SPIELTISCH_PORT": str(port)},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        yield f"http://127.0.0.1:{port}", time.monotonic()
    except BaseException:
        print((folder / "install.log").read_text("utf-8", "replace")[-3000:], file=sys.stderr)
        raise
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(60)


async def first_move(url: str, began: float) -> Times:
    """Wait for the page, then open a table as soon as that is possible, and make a move."""
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(base_url=url, verify=NO_TLS) as client:
        while not await is_there(client):
            await asyncio.sleep(0.05)
        page = time.monotonic() - began
        guest = await Guest(url, "Ada").arrive()
        while (answer := await guest.http.post("/api/tables", json=BODY)).status_code == 503:
            await asyncio.sleep(0.2)
        answer.raise_for_status()
        player = Player(guest, answer.json()["id"])
        await player.connect()
        await player.watch()
        while not player.acknowledged:
            seats = player.to_decide()
            move = await player.choose(seats[0]) if seats else None
            if move is None:
                await player.hear()
            else:
                await player.send_move(move, seats[0], "first", player.seq)
        await player.close()
        await guest.leave()
        return Times(round(page, 2), round(time.monotonic() - began, 2))


async def is_there(client: httpx.AsyncClient) -> bool:
    """Whether the client's page is served."""
    try:
        return b"/assets/" in (await client.get("/")).content
    except httpx.TransportError:
        return False


if __name__ == "__main__":
    main()
