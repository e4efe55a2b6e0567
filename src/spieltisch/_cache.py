"""Where compiled rules are kept between runs.

Numba's disk cache does not notice changes in functions of other modules. Each room's functions are therefore kept in a
folder named after a hash of all sources that they can call: changed sources start with an empty folder, unchanged ones
never wait. Who sets NUMBA_CACHE_DIR decides for himself.
"""

import hashlib
import os
import shutil
import time
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

PACKAGE = Path(__file__).parent
OLD_SECONDS = 7 * 24 * 3600


def rooms_for(module: str) -> tuple[str, ...]:
    """List the folders with the sources that functions of a module can call: `games` for all, then its own."""
    _, floor, *inner = module.split(".")
    own = inner[0] if inner and (PACKAGE / floor / inner[0]).is_dir() else ""
    rooms = ["games"]
    if own:
        rooms.append(f"games/{own}")
    if floor == "bots":
        rooms.append("bots")
        if own:
            rooms.append(f"bots/{own}")
    return tuple(rooms)


@cache
def sources_hash(rooms: tuple[str, ...]) -> str:
    """Name the present state of the sources in some folders."""
    digest = hashlib.sha256()
    for room in rooms:
        for source in sorted((PACKAGE / room).glob("*.py")):
            digest.update(source.relative_to(PACKAGE).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def folder_for(module: str) -> str | None:
    """Say where the compiled functions of a module belong, unless the user has chosen."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return None
    rooms = rooms_for(module)
    name = rooms[-1].replace("/", "-")
    return str(user_cache_path("spieltisch") / "compiled" / f"{name}-{sources_hash(rooms)}")


def forget_old_folders() -> None:
    """Remove compiled code that has not been touched for a week: sources change, their hashes do not come back."""
    home = user_cache_path("spieltisch") / "compiled"
    for folder in home.iterdir() if home.exists() else ():
        if time.time() - max(entry.stat().st_mtime for entry in (folder, *folder.rglob("*"))) > OLD_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
