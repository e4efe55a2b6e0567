"""Copies of a database at regular times, in a folder: each with its date in its name; of too many the oldest go."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from typing import TYPE_CHECKING

from spieltisch.store.backup import back_up
from spieltisch.store.engine import async_url

if TYPE_CHECKING:
    from pathlib import Path

log = logging.getLogger("spieltisch.copies")

HOUR = 3600.0
PATIENCE_SECONDS = 300.0
"""After a copy that failed the next is tried no later than this."""
OURS = re.compile(r"spieltisch-\d{8}T\d{6}(-\d+)?Z\.(db|jsonl\.gz)")
"""What this makes, and therefore all that it ever removes."""


def suffix_for(url: str) -> str:
    """Name the kind of copy that a database gives."""
    return "db" if async_url(url).drivername.startswith("sqlite") else "jsonl.gz"


def name_for(url: str, folder: Path, now: float) -> Path:
    """Name the next copy after its time, in UTC; if a clock has gone back, with a number."""
    stamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime(now))
    names = (f"spieltisch-{stamp}{number}Z.{suffix_for(url)}" for number in ("", *(f"-{n}" for n in range(2, 100))))
    return next(folder / name for name in names if not (folder / name).exists())


def copies_in(folder: Path) -> list[Path]:
    """The copies in a folder, the oldest first."""
    return sorted(file for file in folder.iterdir() if OURS.fullmatch(file.name))


def prune(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest copies, and what an interrupted copy has left; nothing else is touched."""
    surplus = copies_in(folder)[:-keep]
    unfinished = [file for file in folder.glob("spieltisch-*.part") if OURS.fullmatch(file.name.removesuffix(".part"))]
    for file in (*surplus, *unfinished):
        file.unlink(missing_ok=True)
    return surplus


async def copy_and_prune(url: str, folder: Path, keep: int) -> str:
    """Make one copy; only when it is complete, those that are too many go."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    told = await back_up(url, name_for(url, folder, time.time()))
    gone = prune(folder, keep)
    return f"{told} {len(copies_in(folder))} kept, {len(gone)} removed."


async def copy_regularly(url: str, folder: Path, keep: int, every: float) -> None:
    """Make a copy now and every so many hours, until told to stop. An error is logged, and soon tried again."""
    while True:
        wait = every * HOUR
        try:
            log.info("copied", extra={"result": await copy_and_prune(url, folder, keep)})
        except (
            Exception
        ) as error:  # whatever was wrong, a full disk or a database that is away, may be mended meanwhile
            wait = min(wait, PATIENCE_SECONDS)
            log.exception("no copy was made", extra={"reason": str(error), "again_in": wait})
        await asyncio.sleep(wait)
