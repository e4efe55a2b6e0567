"""Sets that people make for games that are played with such: kept by person, or offered to all by the hosts.

Whatever comes from people is measured before anybody reads it, and read in the clerk's process, which others share: so
nobody has more than one piece of work there at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from spieltisch import games
from spieltisch.games import Refusal
from spieltisch.server import messages as ms
from spieltisch.server.limits import OneByOne
from spieltisch.server.people import clean, now
from spieltisch.server.ruling import refuse
from spieltisch.store import sets

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from spieltisch.games.workshop import CheckedSet, Workshop
    from spieltisch.server.hall import Hall
    from spieltisch.store import Person

log = logging.getLogger("spieltisch.workshop")

Answer = TypeVar("Answer")
HOUSE, EMPTY, HOSTS = "house", "empty", "hosts-"
LONGEST_NAME = 48
MOST_OFFERED = 50
"""Sets of the hosts' folder for one game."""
FILE_NAME = re.compile(r"[A-Za-z0-9_-]{1,24}")

AT_ONCE = 3
"""So many pieces of work of one person may wait: two pages that are open, and somebody who is in a hurry."""

waiting: Counter[str] = Counter()
turns = OneByOne()
"""By person: for whom something is being looked at, and whose turn it is."""


def workshop_of(game: str) -> Workshop:
    """The workshop of a game, if it is played with sets."""
    found = games.get(game).workshop if game in games.names() else None
    if found is None:
        raise refuse("not_found")
    return found


@contextlib.asynccontextmanager
async def one_at_a_time(person: Person) -> AsyncIterator[None]:
    """Nobody has more than one set looked at; a few wait for their turn."""
    if waiting[person.id] >= AT_ONCE:
        raise refuse("busy")
    waiting[person.id] += 1
    try:
        async with turns(person.id):
            yield
    finally:
        waiting[person.id] -= 1
        if not waiting[person.id]:
            del waiting[person.id]


async def looked_at(hall: Hall, work: Callable[..., Answer], *given: object) -> Answer:
    """Have the clerk do something with a set, for so long and no longer."""
    return await hall.clerk.do_within(hall.settings.import_seconds, "set_slow", work, *given)


def check_size(hall: Hall, game: str, text: str) -> None:
    """Refuse what is too long before anybody reads it."""
    limit = min(hall.settings.set_bytes, workshop_of(game).longest)
    if len(text) > limit or len(text.encode()) > hall.settings.set_bytes:
        raise refuse("set_long", limit=limit)


# --- in the clerk's process ---------------------------------------------------------------------------------------


def open_set(game: str, text: str, language: str) -> CheckedSet:
    """Look at a file."""
    return workshop_of(game).open(text, language)


def check_draft(game: str, draft: dict[str, Any], about: str, language: str) -> CheckedSet:
    """Look at a draft."""
    return workshop_of(game).check(draft, about, language)


def name_of(game: str, text: str) -> str:
    """Name a set, if it is good."""
    return workshop_of(game).name_of(text)


# --- keeping ------------------------------------------------------------------------------------------------------


async def listed(hall: Hall, person: Person, game: str) -> list[ms.SetInfo]:
    """Everything that somebody can begin with or play: the house's, an empty one, the hosts' and their own."""
    workshop_of(game)
    own = await sets.of(hall.store, person.id, game)
    return [
        ms.SetInfo(id=HOUSE, kind="house", name=""),
        *await offered(hall, game),
        *map(own_set, own),
        ms.SetInfo(id=EMPTY, kind="empty", name=""),
    ]


def own_set(row: sets.SetRow) -> ms.SetInfo:
    """A set of one's own, as a list shows it."""
    return ms.SetInfo(id=row.id, kind="own", name=row.name, good=row.good, changed=row.changed)


async def text_of(hall: Hall, game: str, set_id: str) -> str:
    """The file of a set that somebody may use: the house's, the hosts', their own, or one they have the link of."""
    if set_id in (HOUSE, EMPTY):
        found = workshop_of(game)
        return await asyncio.to_thread(found.house if set_id == HOUSE else found.empty)
    if set_id.startswith(HOSTS):
        return await asyncio.to_thread(offered_text, hall.settings.sets, game, set_id.removeprefix(HOSTS))
    kept = await sets.text_of(hall.store, game, set_id)
    if kept is None:
        raise refuse("no_set")
    return kept


async def keep(hall: Hall, person: Person, game: str, wish: ms.SetDraft, set_id: str = "") -> ms.SetInfo:
    """Keep a draft, also one with mistakes; as a new set, or in place of an old one."""
    async with one_at_a_time(person):
        checked = await looked_at(hall, check_draft, game, wish.draft, "", wish.language)
    check_size(hall, game, checked.text)
    name = clean(checked.name)[:LONGEST_NAME]
    if not name:
        raise refuse("name")
    row = sets.SetRow(set_id, name, not checked.mistakes, now())
    if set_id:
        if not await sets.change(hall.store, person.id, game, row, checked.text):
            raise refuse("no_set")
    else:
        limit = hall.settings.sets_per_person
        kept = await sets.keep(hall.store, person.id, game, row, checked.text, limit)
        if kept is None:
            raise refuse("set_limit", count=limit)
        row = kept
    return own_set(row)


# --- what the hosts offer -------------------------------------------------------------------------------------------


async def offered(hall: Hall, game: str) -> list[ms.SetInfo]:
    """The sets of the hosts' folder that can be played."""
    return await asyncio.to_thread(good_files, hall.settings.sets, game) if hall.settings.sets else []


def good_files(folder: str, game: str) -> list[ms.SetInfo]:
    """The hosts' files for a game, without those that cannot be played."""
    found = []
    for name, (file, changed) in files_in(folder, game).items():
        if called := called_by_hosts(game, file, changed):
            found.append(ms.SetInfo(id=f"{HOSTS}{name}", kind="hosts", name=called, changed=changed))
    return found


def files_in(folder: str, game: str) -> dict[str, tuple[Path, float]]:
    """The files for a game by name, and when they were changed."""
    with contextlib.suppress(OSError):
        files = sorted(Path(folder, game).glob("*.toml"))[:MOST_OFFERED]
        return {file.stem: (file, round(file.stat().st_mtime, 3)) for file in files if FILE_NAME.fullmatch(file.stem)}
    return {}


def offered_text(folder: str, game: str, name: str) -> str:
    """Read a file of the hosts' folder, if it is one that is offered."""
    files = files_in(folder, game) if folder else {}
    if name not in files:
        raise refuse("no_set")
    return read(files[name][0])


def read(file: Path) -> str:
    """Read a file, if that can be done."""
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise refuse("no_set") from None


@lru_cache(maxsize=200)
def called_by_hosts(game: str, file: Path, changed: float) -> str:  # noqa: ARG001 - another file by the same name
    """What a set of the hosts is called; nothing, and a line in the log, if it has mistakes."""
    try:
        return workshop_of(game).name_of(read(file))
    except Refusal as reason:
        told = {"game": game, "file": file.stem, "reason": str(reason)[:500]}
        log.warning("a set for everybody has mistakes", extra=told)
        return ""


# --- playing --------------------------------------------------------------------------------------------------------


async def chosen(hall: Hall, person: Person, game: str, set_id: str) -> tuple[dict[str, str], str]:
    """What a table is played with: the option with the file in it, and the set's name. The house's leaves no trace."""
    if set_id in ("", HOUSE):
        return {}, ""
    text = await text_of(hall, game, set_id)
    check_size(hall, game, text)
    async with one_at_a_time(person):
        name = await looked_at(hall, name_of, game, text)
    return {workshop_of(game).option: text}, name


async def get_to_know(game: str, options: dict[str, Any]) -> None:
    """Read the set of a table away from the event loop; after that it is known for a while."""
    found = games.get(game)
    if found.workshop is not None and found.workshop.option in options:
        await asyncio.to_thread(found.read_options, options)
