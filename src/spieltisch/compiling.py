"""Compiling ahead: rules and bots in processes of their own, several at a time, so that nobody who plays waits for it.

Compiling holds Python's lock for seconds, so it never happens where people are served: a child compiles and leaves
everything in the cache, and whoever needs it loads it from there. `python -m spieltisch.compiling wampum bots $$` is
such a child, of a shell; of several that want the same, one compiles and the others wait for it.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import signal
import sys
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numba
from llvmlite import binding

from spieltisch import _parent, bots, games
from spieltisch._cache import folder_for, rooms_together, sources_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SOON = ("rules", "bots")
"""What is needed before anybody can play: the rules, and bots that decide at a glance."""
LATER = "rest"
"""Bots that search, and loops over many games."""
MORE = "more"
"""Bots above the levels of all games."""
LAB = "lab"
"""The part that nobody needs who only plays."""
MODESTY = 10
"""Whoever plays already, and their bots, come first."""
ENDED = (-signal.SIGKILL, -signal.SIGTERM)
"""How a child ends that somebody has ended; what it has compiled until then is good."""
LOOK_SECONDS = 0.3
TOLD = 2000
"""So many bytes of a child's last words are passed on."""


class Progress(NamedTuple):
    """How many of a game's functions are compiled."""

    done: int
    total: int


class CompilingFailed(Exception):
    """A child has died; says what it said. `killed`: somebody ended it, perhaps for want of memory."""

    def __init__(self, text: str, *, killed: bool = False) -> None:
        super().__init__(text)
        self.killed = killed


# --- what there is ----------------------------------------------------------------------------------------


def is_compiled(game: str, part: str = "") -> bool:
    """Whether all that a game's players need lies in the cache, compiled from these sources for this machine.

    Or else a part that most of them do not need.
    """
    if vars(numba.config)["DISABLE_JIT"]:
        return True
    try:
        noted = marker(game, part).read_text("utf-8")
    except OSError:
        return False
    return noted == made_for(game) and all(folder.is_dir() for folder in folders(game))


def note_compiled(game: str, part: str = "") -> None:
    """Note that this lies in the cache."""
    with suppress(OSError):  # a cache that cannot be written costs time, nothing else
        marker(game, part).parent.mkdir(parents=True, exist_ok=True)
        marker(game, part).write_text(made_for(game), "utf-8")


def marker(game: str, part: str = "") -> Path:
    """Where that is noted: in the folder that is forgotten when sources change."""
    name = hashlib.sha256(made_for(game).encode()).hexdigest()[:16]
    return folders(game)[-1] / f"compiled-{game}{part}-{name}"


@cache
def made_for(game: str) -> str:
    """Name what compiled code depends on besides the text of its sources.

    Numba keeps it apart for each place where the sources lie, and throws it away when they are newer: the same version
    may be installed here and lie in a clone there.
    """
    sources = sorted(source for room in rooms_together(modules(game)) for source in sources_in(room))
    laid = hashlib.sha256(str([(str(source), source.stat().st_mtime) for source in sources]).encode()).hexdigest()
    return f"numba {numba.__version__}, Python {sys.version}, {binding.get_host_cpu_name()}, sources {laid}"


def folders(game: str) -> list[Path]:
    """Where a game's compiled functions are kept: the rules' first, then the bots'."""
    chosen = os.environ.get("NUMBA_CACHE_DIR", "")
    return [Path(folder_for(*rooms) or chosen) for rooms in (modules(game)[:1], modules(game))]


def modules(game: str) -> tuple[str, str]:
    """Name the modules of a game's rules and of its bots; their functions lie below them."""
    return games.registered()[game].module, bots.module_of(game)


def quickest_first() -> list[str]:
    """List the games by how much there is to compile, so that somebody can play soon."""

    def size(game: str) -> int:
        return sum(source.stat().st_size for room in rooms_together(modules(game)) for source in sources_in(room))

    return sorted(games.names(), key=size)


def forget(game: str) -> None:
    """Throw a game's compiled functions away, if they are ours: something may be wrong with them."""
    if "NUMBA_CACHE_DIR" not in os.environ:
        for folder in folders(game):
            shutil.rmtree(folder, ignore_errors=True)


def progress(game: str) -> Progress:
    """Count a game's functions that are compiled and kept, and all that it has."""
    version = numba.__version__.encode()
    rooms = tuple(f"{module.rpartition('.')[2]}_" for module in modules(game))
    kept = {
        file.name
        for folder in {Path(function.stats.cache_path) for function in functions(game)}
        for file in folder.glob("*.nbi")
        if (file.parent.name.startswith(rooms) or f"_{game}-" in file.name) and version in head(file)
    }
    total = len(functions(game))
    return Progress(min(len(kept), total), total)


def head(file: Path) -> bytes:
    """Read the beginning of a file, where Numba notes its version; nothing if it has just been removed."""
    try:
        with file.open("rb") as opened:
            return opened.read(64)
    except OSError:
        return b""


@cache
def functions(game: str) -> frozenset[Any]:
    """Find the functions that are compiled for a game to be played."""
    rules = games.get(game)
    own = bots.of(game)  # whose functions count as well; the generic ones are made for the game
    apart = rules.codec.modules if hasattr(rules, "codec") else frozenset()
    rooms = modules(game)
    named = [
        value
        for name, module in tuple(sys.modules.items())
        if name.startswith(rooms) and name not in apart
        for value in vars(module).values()
        if hasattr(value, "py_func")
        and value.__module__ not in apart
        and (value.__module__.startswith(rooms) or value.__name__.endswith(f"_{game}"))
    ]
    made: tuple[Any, ...] = getattr(own, "functions", tuple)()
    return frozenset((*named, *rules.rules, *rules.quick, *rules.loops, *made))


# --- compiling --------------------------------------------------------------------------------------------


class Compilers:
    """A few children that compile; one for each core unless told otherwise."""

    def __init__(self, count: int = 0) -> None:
        self.room = asyncio.Semaphore(count or os.cpu_count() or 1)

    async def compile(self, game: str) -> None:
        """Compile everything of a game, unless that has been done. Rules first: beside the rest they are done twice."""
        if not is_compiled(game):
            await self.compile_part(game, "rules")
            await self.compile_part(game, LATER)
            note_compiled(game)

    async def begin(self, game: str) -> None:
        """Compile what is needed before anybody can play."""
        if not is_compiled(game):
            await self.compile_parts(game, SOON)

    async def compile_parts(self, game: str, parts: Iterable[str]) -> None:
        """Compile several parts beside each other; all end with the first that fails."""
        tasks = [asyncio.create_task(self.compile_part(game, part)) for part in parts]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def finish(self, game: str) -> None:
        """Compile the rest."""
        if not is_compiled(game):
            await self.compile_part(game, LATER)
            note_compiled(game)

    async def add_more(self, game: str) -> None:
        """Compile the bots that a game has above the levels of all games."""
        if await asyncio.to_thread(bots.more_levels_of, game) and not is_compiled(game, MORE):
            await self.compile_part(game, MORE)
            note_compiled(game, MORE)

    async def compile_part(self, game: str, part: str) -> None:
        """Let a child compile a part; it ends with us."""
        async with self.room:
            child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "spieltisch.compiling",
                game,
                part,
                str(os.getpid()),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
            assert child.stderr is not None
            try:
                said = await child.stderr.read()
                status = await child.wait()
            finally:
                with suppress(ProcessLookupError):
                    child.kill()
                await child.wait()
        if status:
            words = said.decode("utf-8", "replace")[-TOLD:].strip()
            raise CompilingFailed(
                f"compiling the {part} of {game} ended with status {status}: {words}", killed=status in ENDED
            )


async def compile_all(tell: Callable[[Progress], None]) -> None:
    """Compile everything of all games, and tell how far it is."""
    compilers = Compilers()
    longest_first = reversed(quickest_first())  # otherwise one core is left with it at the end, and the others wait
    work = asyncio.gather(*(compilers.compile(name) for name in longest_first))
    try:
        while not work.done():
            far = [progress(name) for name in games.names()]
            tell(Progress(sum(one.done for one in far), sum(one.total for one in far)))
            await asyncio.wait({work}, timeout=LOOK_SECONDS)
    except asyncio.CancelledError:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)  # or asyncio would tell how it ended
        raise
    await work


async def compile_more() -> None:
    """Compile the bots above the levels of all games."""
    compilers = Compilers()
    await asyncio.gather(*(compilers.add_more(name) for name in games.names()))


async def compile_lab() -> None:
    """Compile what the lab needs besides."""
    compilers = Compilers()
    named = [name for name in games.names() if hasattr(games.get(name), "codec")]
    await asyncio.gather(*(compilers.compile_part(name, LAB) for name in named))


# --- in the child -----------------------------------------------------------------------------------------


def main(game: str, part: str, parent: int) -> None:
    """Compile a part of a game, as long as somebody wants it."""
    _parent.end_with(parent)
    if hasattr(os, "nice"):
        os.nice(MODESTY)
    with alone(folders(game)[-1], part):
        if part == "rules":
            games.get(game).warm_up()
        elif part == "bots":
            bots.of(game).begin()
        elif part == MORE:
            bots.prepare_more(game)
        elif part == LAB:
            import_module("spieltisch.lab.episode").prepare(game)
        else:
            bots.prepare(game)


@contextmanager
def alone(folder: Path, part: str) -> Iterator[None]:
    """Wait until nobody else compiles the same; where files cannot be locked, both do."""
    with ExitStack() as held:
        with suppress(ImportError, OSError):
            import fcntl

            folder.mkdir(parents=True, exist_ok=True)
            fcntl.flock(held.enter_context((folder / f"{part}.lock").open("w")), fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
