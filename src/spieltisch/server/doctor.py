"""Looks at everything that a server needs and says what would fail, before anybody is disappointed.

Each check looks at one thing, changes nothing, and says what was seen and what to do about it.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import shutil
import socket as network
import stat
import subprocess
import time
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec
import sqlalchemy as sa
from platformdirs import user_cache_path

from spieltisch import __version__, bots, games
from spieltisch._cache import folder_for
from spieltisch.server.settings import Settings, from_environment
from spieltisch.store import schema
from spieltisch.store.engine import async_url, default_url, make_engine
from spieltisch.store.migrate import revision_of, revisions

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from sqlalchemy.ext.asyncio import AsyncConnection

Verdict = Literal["ok", "warning", "fails"]
GIGABYTE = 1 << 30
LITTLE_DISK, NO_DISK = 2 * GIGABYTE, GIGABYTE // 10
SKEW_SECONDS = 2.0
SLOW_SECONDS = 30.0
ANSWER_SECONDS = 5.0
SPARE_FILES = 200
"""Open files that a server needs besides its connections."""


class Finding(msgspec.Struct, frozen=True):
    """What was looked at, how it is, and what to do if it is not well."""

    look: str
    verdict: Verdict
    seen: str
    advice: str = ""


def ok(look: str, seen: str) -> Finding:
    """All is well."""
    return Finding(look, "ok", seen)


def warn(look: str, seen: str, advice: str) -> Finding:
    """It works, but not for long or not as it should."""
    return Finding(look, "warning", seen, advice)


def fails(look: str, seen: str, advice: str) -> Finding:
    """A server would not start, or not do its work."""
    return Finding(look, "fails", seen, advice)


async def examine(database: str | None = None) -> list[Finding]:
    """Look at everything."""
    try:
        settings = from_environment(database=database)
    except ValueError as mistake:
        return [fails("settings", str(mistake), "Correct the variable in the environment.")]
    found = [ok("settings", "all names and values are good"), *look_at_settings(settings)]
    url = settings.database or default_url()
    for look, check in checks(settings, url):
        try:
            found += await check()
        except Exception as error:  # a check that breaks has found something
            found.append(fails(look, f"{type(error).__name__}: {error}"[:300], "Mend this first, then look again."))
    return found


def checks(settings: Settings, url: str) -> Iterator[tuple[str, Callable[[], Awaitable[list[Finding]]]]]:
    """Everything there is to look at, in the order in which it matters."""
    yield "database", lambda: look_at_database(url)
    yield "disk", lambda: asyncio.to_thread(look_at_disk, url)
    yield "files", lambda: asyncio.to_thread(look_at_files, url)
    yield "clock", lambda: asyncio.to_thread(look_at_clock)
    yield "compiled rules", lambda: asyncio.to_thread(look_at_compiled)
    yield "client", lambda: asyncio.to_thread(look_at_client)
    yield "port", lambda: asyncio.to_thread(look_at_port, settings)
    yield "connections", lambda: asyncio.to_thread(look_at_connections, settings)
    yield "bots", look_at_bots


# --- settings ----------------------------------------------------------------------------------------------


def look_at_settings(settings: Settings) -> Iterator[Finding]:
    """Settings that are good one by one and not together."""
    url = settings.database or default_url()
    if settings.workers > 1 and not url.startswith("postgres"):
        yield fails("workers", f"{settings.workers} workers, one SQLite file", "Use PostgreSQL, or one worker.")
    if settings.public_url and not settings.hops:
        seen = "a public address, but no proxy that is trusted"
        yield warn("proxy", seen, "SPIELTISCH_TRUSTED_HOPS=1; else all visitors share the limits of one address.")


# --- the database ------------------------------------------------------------------------------------------


async def look_at_database(url: str) -> list[Finding]:
    """Whether it answers, takes writes, and has the form that this version expects."""
    name = async_url(url).render_as_string(hide_password=True).replace("+aiosqlite", "").replace("+asyncpg", "")
    if (file := sqlite_file(url)) is not None and not file.exists():
        return [ok("database", f"{name} does not exist yet; the first start makes it")]
    engine = make_engine(url)
    try:
        async with engine.connect() as connection:
            revision = await connection.run_sync(revision_of)
            found = [await write_and_take_back(connection, name), look_at_schema(revision)]
            if revision is not None:
                found.append(await look_at_last_event(connection))
    except (OSError, sa.exc.SQLAlchemyError) as error:
        reason = str(getattr(error, "orig", None) or error)[:200]
        return [fails("database", f"{name}: {reason}", "Check the address, and that the database runs and lets us in.")]
    finally:
        await engine.dispose()
    return found


async def write_and_take_back(connection: AsyncConnection, name: str) -> Finding:
    """Write something and undo it: reading alone says little."""
    try:
        if connection.dialect.name == "sqlite":  # which would keep a new table at once, unless told to begin first
            await connection.rollback()
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        await connection.exec_driver_sql("CREATE TABLE doctors_visit (seen INTEGER)")
    except sa.exc.SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error)[:200]
        return fails("database", f"{name} cannot be written: {reason}", "Give the server's user the right to write.")
    finally:
        await connection.rollback()
    return ok("database", f"{name} answers and can be written")


def look_at_schema(revision: str | None) -> Finding:
    """Whether the database has the form of this version."""
    known = revisions()
    newest = known[-1]
    if revision is None:
        return ok("schema", "empty; the first start fills it")
    if revision not in known:
        return fails(
            "schema",
            f"{revision}, made by a newer version; this one knows {newest}",
            "Install the newer version again, or restore a copy from before the update into an empty database.",
        )
    if revision != newest:
        return warn("schema", f"{revision}; the next start brings it to {newest}", "Make a copy before that.")
    return ok("schema", revision)


async def look_at_last_event(connection: AsyncConnection) -> Finding:
    """An event from the future tells that a clock has gone back."""
    latest = (await connection.execute(sa.select(sa.func.max(schema.events.c.at)))).scalar()
    ahead = (latest or 0.0) - time.time()
    if ahead > SKEW_SECONDS:
        return warn(
            "clock and log", f"the last event lies {ahead:.0f} s in the future", "Set this machine's clock right."
        )
    return ok("clock and log", "no event lies in the future")


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite database."""
    parsed = async_url(url)
    return Path(str(parsed.database)) if parsed.drivername.startswith("sqlite") else None


# --- this machine ------------------------------------------------------------------------------------------


def existing(path: Path) -> Path:
    """A folder, or the nearest one above it that exists."""
    return next(folder for folder in (path, *path.parents) if folder.exists())


def look_at_disk(url: str) -> list[Finding]:
    """Room for the database, if it is a file, and for compiled rules."""
    file = sqlite_file(url)
    places = {"disk of the cache": user_cache_path("spieltisch")}
    if file is not None:
        places["disk of the database"] = file.absolute().parent
    found = []
    for look, place in places.items():
        free = shutil.disk_usage(existing(place)).free
        seen = f"{free / GIGABYTE:.1f} GB free at {place}"
        advice = "Make room, or move it; a full disk stops the server."
        if free < NO_DISK:
            found.append(fails(look, seen, advice))
        else:
            found.append(warn(look, seen, advice) if free < LITTLE_DISK else ok(look, seen))
    return found


def look_at_files(url: str) -> list[Finding]:
    """A database file holds other people's games: for its owner alone, and to be written by whoever asks."""
    file = sqlite_file(url)
    if file is None:
        return []
    if not file.exists():
        home = existing(file.absolute().parent)
        if os.access(home, os.W_OK | os.X_OK):
            return [ok("files", f"{home} can be written")]
        return [fails("files", f"{home} cannot be written", f"Give it to the server's user: chown … {home}")]
    found = []
    for path in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        if not path.exists():
            continue
        mode = stat.S_IMODE(path.stat().st_mode)
        if not os.access(path, os.R_OK | os.W_OK):
            found.append(fails("files", f"{path} cannot be written by this user", f"chown … {path}"))
        elif mode & 0o077:
            found.append(warn("files", f"{path} is open to others ({mode:04o})", f"chmod 600 {path}"))
        else:
            found.append(ok("files", f"{path} is for its owner alone"))
    return found


def look_at_clock() -> list[Finding]:
    """Whether the clock runs evenly, and whether anybody keeps it right."""
    wall, steady = time.time(), time.monotonic()
    time.sleep(0.3)
    drift = (time.time() - wall) - (time.monotonic() - steady)
    if abs(drift) > 0.05:
        return [warn("clock", f"it jumped by {drift:+.2f} s while it was watched", "Let one service alone set it.")]
    return [ok("clock", f"it runs evenly; kept right by the network: {kept_right()}")]


def kept_right() -> str:
    """What the system says about its clock."""
    command = shutil.which("timedatectl")
    if command is None:
        return "unknown"
    try:
        told = subprocess.run(
            [command, "show", "--property=NTPSynchronized", "--value"],
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return told.stdout.strip() or "unknown"


# --- what we bring along -----------------------------------------------------------------------------------


def look_at_compiled() -> list[Finding]:
    """Whether the rules are compiled already."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return [ok("compiled rules", f"kept in {os.environ['NUMBA_CACHE_DIR']}")]
    missing = [name for name in games.names() if not is_compiled(name)]
    home = existing(user_cache_path("spieltisch"))
    if not os.access(home, os.W_OK):
        return [warn("compiled rules", f"{home} cannot be written", "Set XDG_CACHE_HOME; else every start compiles.")]
    if missing:
        advice = "The first start compiles them, which takes a minute or two: spieltisch warm-up does it now."
        return [warn("compiled rules", f"not yet: {', '.join(missing)}", advice)]
    return [ok("compiled rules", "all games")]


def is_compiled(name: str) -> bool:
    """Whether there is compiled code for the present sources of a game."""
    folder = Path(folder_for(games.registered()[name].module) or "")
    return any(folder.rglob("*.nbc")) if folder.is_dir() else False


def look_at_client() -> list[Finding]:
    """Whether there is anything to be shown in a browser."""
    page = Path(str(files("spieltisch"))) / "web" / "index.html"
    if page.is_file():
        return [ok("client", str(page.parent))]
    advice = "Install the wheel, which has it, or build it: python tools/build_web.py"
    return [fails("client", "the browser client is not there", advice)]


async def look_at_bots() -> list[Finding]:
    """Ask a bot a question, as the server does: in a process of its own."""
    from spieltisch.bots.workers import Workers

    began = time.monotonic()
    table = games.get(games.names()[0]).deal(seed=1)
    view = table.view(table.waiting_for[0])
    workers = Workers(1)
    try:
        choice = await asyncio.wait_for(workers.choose(view, bots.LEVELS[1], 0.2), 300)
    finally:
        await asyncio.to_thread(workers.close)
    took = time.monotonic() - began
    if took > SLOW_SECONDS:
        return [warn("bots", f"one has answered, after {took:.0f} s", "Give the server more processor time.")]
    return [ok("bots", f"one has answered after {took:.1f} s: {choice.move}")]


# --- the network -------------------------------------------------------------------------------------------


def look_at_port(settings: Settings) -> list[Finding]:
    """Whether the port is free, or our server answers there."""
    where = f"{settings.host}:{settings.port}"
    family = network.AF_INET6 if ":" in settings.host else network.AF_INET
    with network.socket(family) as probe:
        probe.setsockopt(network.SOL_SOCKET, network.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
            return [ok("port", f"{where} is free")]
        except PermissionError:
            return [fails("port", f"this user may not open {where}", "Take a port above 1023, and a proxy before it.")]
        except OSError as error:
            reason = error.strerror or str(error)
    version = who_answers("127.0.0.1" if settings.host in ("0.0.0.0", "") else settings.host, settings.port)  # noqa: S104 - only compared
    if version is None:
        return [fails("port", f"{where}: {reason}", "End what uses the port, or choose another: SPIELTISCH_PORT.")]
    if version != __version__:
        return [warn("port", f"version {version} runs at {where}, this is {__version__}", "Restart the server.")]
    return [ok("port", f"a server of this version answers at {where}")]


def who_answers(host: str, port: int) -> str | None:
    """The version of the server that answers somewhere; none if it is not one of ours."""
    connection = http.client.HTTPConnection(host, port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/health")
        told = msgspec.json.decode(connection.getresponse().read(100_000))
        return str(told["version"]) if "database" in told else None
    except (OSError, http.client.HTTPException, msgspec.DecodeError, KeyError, TypeError):
        return None
    finally:
        connection.close()


def look_at_connections(settings: Settings) -> list[Finding]:
    """Each connection is an open file; Windows counts them in another way."""
    if os.name != "posix":
        return []
    import resource

    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if limit == resource.RLIM_INFINITY or limit >= settings.sockets + SPARE_FILES:
        return [ok("connections", f"{settings.sockets} allowed, {limit} open files")]
    advice = f"ulimit -n {settings.sockets + SPARE_FILES} (systemd: LimitNOFILE), or a smaller SPIELTISCH_SOCKETS."
    return [warn("connections", f"{settings.sockets} allowed, but only {limit} open files", advice)]
