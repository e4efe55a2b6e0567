"""Where compiled rules, and what bots have worked out with them, are kept between runs.

Numba's disk cache does not notice changes in functions of other modules. Each room's functions are therefore kept in a
folder named after a hash of all sources that they can call: changed sources start with an empty folder, unchanged ones
never wait. Who sets NUMBA_CACHE_DIR decides for himself.
"""

import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile

from platformdirs import user_cache_path

PACKAGE = Path(__file__).parent
FLOORS = ("games", "bots")
OLD_SECONDS = 7 * 24 * 3600


def rooms_for(module: str) -> tuple[str, ...]:
    """List the folders with the sources that functions of a module can call: `games` for all, then its own."""
    package, floor, *inner = [*module.split("."), ""]
    if package in guests():
        return ("games", "bots", "bots/generic", guests()[package])
    if package != PACKAGE.name or floor not in FLOORS:  # the lab and the tests call whatever they like
        return tuple(room for floor in FLOORS for room in (floor, *folders_in(floor)))
    own = inner[0] if inner and (PACKAGE / floor / inner[0]).is_dir() else ""
    rooms = ["games"]
    if own and (PACKAGE / "games" / own).is_dir():
        rooms.append(f"games/{own}")
    if floor == "bots":
        rooms.append("bots")
        if own:
            rooms.append(f"bots/{own}")
    return tuple(rooms)


@cache
def guests() -> dict[str, str]:
    """Find other packages that bring games or bots, and where their sources lie."""
    points = (*entry_points(group="spieltisch.games"), *entry_points(group="spieltisch.bots"))
    found = {}
    for package in {point.module.partition(".")[0] for point in points} - {PACKAGE.name}:
        spec = find_spec(package)
        if spec is not None and spec.origin:
            found[package] = str(Path(spec.origin).parent) if spec.submodule_search_locations else spec.origin
    return found


def rooms() -> list[tuple[str, str]]:
    """List all floors, each alone and with each of its rooms."""
    return [(floor, room) for floor in FLOORS for room in ("", *(Path(r).name for r in folders_in(floor)))]


def folders_in(floor: str) -> list[str]:
    """List the rooms of a floor."""
    return sorted(f"{floor}/{path.name}" for path in (PACKAGE / floor).iterdir() if path.is_dir())


@cache
def sources_hash(rooms: tuple[str, ...]) -> str:
    """Name the present state of the sources in some folders."""
    digest = hashlib.sha256()
    for room in rooms:
        for source in sources_in(room):
            digest.update(f"{room}/{source.name}".encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def sources_in(room: str) -> list[Path]:
    """List the sources of a room, and of the folders in it; those in a floor are rooms of their own."""
    place = PACKAGE / room
    if place.is_file():
        return [place]
    return sorted(place.glob("*.py") if room in FLOORS else place.rglob("*.py"))


def folder_for(*modules: str) -> str | None:
    """Say where the compiled functions of a module belong, or those that call several; unless the user has chosen."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return None
    rooms = rooms_together(modules)
    name = Path(rooms[-1]).stem if Path(rooms[-1]).is_absolute() else rooms[-1].replace("/", "-")
    return str(user_cache_path("spieltisch") / "compiled" / f"{name}-{sources_hash(rooms)}")


def rooms_together(modules: Iterable[str]) -> tuple[str, ...]:
    """List the rooms of several modules in the order in which one lists its own: games, bots, then a guest's."""
    found = {room for module in modules for room in rooms_for(module)}
    return tuple(sorted(found, key=lambda room: (Path(room).is_absolute(), not room.startswith("games"), room)))


def kept(module: str, name: str, size: int, work_out: Callable[[], bytes]) -> bytes:
    """Give bytes of a known size that a module's functions have worked out before, or let them work them out now."""
    folder = Path(folder_for(module) or os.environ["NUMBA_CACHE_DIR"])
    with suppress(OSError):
        found = (folder / name).read_bytes()
        if len(found) == size:
            return found
    found = work_out()
    with suppress(OSError):  # a cache that cannot be written costs time, nothing else
        folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=folder, delete=False) as unfinished:
            unfinished.write(found)
        Path(unfinished.name).replace(folder / name)
    return found


def forget_old_folders() -> None:
    """Remove compiled code of other sources that is a week old: sources change, their hashes do not come back."""
    home = user_cache_path("spieltisch") / "compiled"
    modules = [*(f"spieltisch.{floor}.{room}.x" for floor, room in rooms()), *guests()]
    present = {Path(folder_for(module) or "") for module in modules}
    for folder in home.iterdir() if home.exists() else ():
        if (
            folder not in present
            and time.time() - max(entry.stat().st_mtime for entry in (folder, *folder.rglob("*"))) > OLD_SECONDS
        ):
            shutil.rmtree(folder, ignore_errors=True)
