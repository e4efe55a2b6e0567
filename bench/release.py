"""Make a release and try it: wheel and sdist in dist/, and a whole game of each kind through the installed wheel.

    python -m bench.release [--python python3.12]

The wheel is installed into an empty environment, with empty folders for cache and data; a wheel made from the sdist has
to contain the same.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import msgspec

from spieltisch import __version__, games
from spieltisch.match import Record, verify
from tests.server.harness import GENEROUS, Company, Guest, Player, ServerProcess

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")


class InstalledServer(ServerProcess):
    """A server of another environment."""

    def __init__(self, program: Path, folder: Path, **environment: str) -> None:
        super().__init__(f"sqlite:///{folder}/tables.db", folder / "log", None, None, **environment)
        self.program = program
        self.environment.pop("PYTHONPATH", None)

    def start(self) -> None:
        """Start it as a user would."""
        command = [str(self.program), "serve", "--port", str(self.port), "--database", self.database]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, cwd=self.log.parent)


def main() -> None:
    """Build, install, play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable, help="the Python to try the wheel with")
    options = parser.parse_args()
    entry = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    if entry is None or entry[1] != __version__:
        raise SystemExit(f"CHANGELOG.md has to begin with an entry for {__version__}.")
    wheel, sdist = build()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        same_from_sdist(wheel, sdist, folder)
        environment = {f"XDG_{kind}_HOME": f"{folder}/{kind.lower()}" for kind in ("CACHE", "DATA", "CONFIG")}
        try_out(install(wheel, options.python, folder), folder, environment)
    print(f"Released into {DIST}: {wheel.name}, {sdist.name}.")


def build() -> tuple[Path, Path]:
    """Build both, and list what the wheel contains."""
    for old in DIST.glob("spieltisch-*"):
        old.unlink()
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(DIST)], cwd=ROOT, check=True)
    wheel, sdist = next(DIST.glob("*.whl")), next(DIST.glob("*.tar.gz"))
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            print(f"{entry.file_size:>9,}  {entry.filename}")
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes; {sdist.name}: {sdist.stat().st_size:,} bytes")
    return wheel, sdist


def same_from_sdist(wheel: Path, sdist: Path, folder: Path) -> None:
    """Make a wheel from the sdist, and compare."""
    command = [sys.executable, *PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(sdist)]
    subprocess.run(command, check=True)
    one, other = (
        {entry.filename: entry.CRC for entry in zipfile.ZipFile(path).infolist()}
        for path in (wheel, next(folder.glob("*.whl")))
    )
    if one != other:
        raise SystemExit(f"The sdist makes another wheel: {sorted(dict(one.items() ^ other.items()))}")


def install(wheel: Path, python: str, folder: Path) -> Path:
    """Install the wheel into an empty environment; gives its command."""
    began = time.monotonic()
    subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
    subprocess.run([str(folder / "venv" / "bin" / "python"), *PIP, "install", str(wheel)], check=True)
    print(f"installed in {time.monotonic() - began:.0f} s")
    return folder / "venv" / "bin" / "spieltisch"


def try_out(program: Path, folder: Path, environment: dict[str, str]) -> None:
    """Start the server, and play."""
    began = time.monotonic()
    settings = {**GENEROUS, "SPIELTISCH_WARM_UP": "true", "SPIELTISCH_BOT_DELAY": "0"}
    server = InstalledServer(program, folder, **settings, **environment)
    server.start()
    try:
        while not server.healthy():
            alive(server)
        page = server.fetch("/")
        if page is None or b"/assets/" not in page:
            raise SystemExit("The server has no client.")
        print(f"the page is there after {time.monotonic() - began:.1f} s")
        while not server.prepared():
            alive(server)
        print(f"every game is ready after {time.monotonic() - began:.0f} s")
        asyncio.run(play_all(server.url))
    finally:
        server.stop()
    if "trace" in server.log.read_text():
        raise SystemExit(server.log.read_text())


def alive(server: ServerProcess) -> None:
    """Wait a moment, unless the server has ended."""
    assert server.process is not None
    if server.process.poll() is not None:
        raise SystemExit(server.log.read_text())
    time.sleep(0.1)


async def play_all(url: str) -> None:
    """Play a whole game of each kind against bots of all levels."""
    async with Company(url) as company:
        for name in games.names():
            guest = await Guest(url, "Ada").arrive()
            company.guests.append(guest)
            levels = ["casual", "beginner", "skilled", "expert"]
            bots = [{"kind": "bot", "level": levels[i % 4]} for i in range(games.get(name).seats[-1] - 1)]
            body = {"game": name, "seats": [{"kind": "me"}, *bots], "settings": {"pace": "instant"}, "start": True}
            table = (await guest.post("/api/tables", body))["id"]
            player = Player(guest, table)
            company.players.append(player)
            await player.play()
            record = msgspec.convert(await guest.get(f"/api/tables/{table}/record"), Record)
            verify(record)
            print(f"{name}: {len(bots) + 1} players, {len(record.moves)} moves, {record.result}")


if __name__ == "__main__":
    main()
