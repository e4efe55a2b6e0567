"""Operation: who dies is replaced, who stops stops soon, and a mistake is answered with a sentence."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from spieltisch.server.settings import from_environment
from tests.server.harness import GENEROUS, LONG, NO_TLS, Company, ServerProcess, free_port, open_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.nursery import Nursery

AT_LAST = 240.0
"""A server process needs some seconds to start; on a busy machine many."""


def wait_for(condition: Any, what: str) -> Any:
    until = time.monotonic() + AT_LAST
    while time.monotonic() < until:
        if found := condition():
            return found
        time.sleep(0.1)
    raise AssertionError(f"never happened: {what}")


# --- several server processes ------------------------------------------------------------------------------

SERVE = """
import sys
from spieltisch.server.commands import serve
serve(port=int(sys.argv[1]), database=sys.argv[2], workers=2)
"""


class Workshop:
    """A server with two processes, and who they are."""

    def __init__(self, url: str, log: Path) -> None:
        self.port = free_port()
        self.log = log
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", SERVE, str(self.port), url],
                env={**os.environ, **GENEROUS},
                stdout=out,
                stderr=out,
            )

    def lines(self) -> list[dict[str, Any]]:
        found = []
        for line in self.log.read_bytes().splitlines():
            with contextlib.suppress(msgspec.DecodeError):
                found.append(msgspec.json.decode(line))
        return found

    def started(self) -> list[int]:
        """The processes that have begun to listen, as the log names them."""
        said = [str(line["what"]) for line in self.lines() if "Started server process" in str(line.get("what"))]
        return [int(text.partition("[")[2].partition("]")[0]) for text in said]

    def living(self) -> list[int]:
        return [pid for pid in self.started() if alive(pid)]

    def healthy(self) -> bool:
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{self.port}/health", timeout=LONG, verify=NO_TLS).status_code == 200
        return False

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for pid in self.started():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be noticed does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] != b"Z"
    except OSError:
        return False


@pytest.fixture
def workshop(postgresql: str, tmp_path: Path) -> Iterator[Workshop]:
    found = Workshop(postgresql, tmp_path / "log")
    try:
        wait_for(lambda: len(found.living()) == 2 and found.healthy(), "two processes listen")
        yield found
    finally:
        found.end()


def test_a_server_process_that_dies_is_logged_and_replaced_and_all_stop_together(workshop: Workshop) -> None:
    victim = workshop.living()[0]
    os.kill(victim, signal.SIGKILL)
    wait_for(lambda: victim not in workshop.living(), "it is dead")
    wait_for(lambda: len(workshop.living()) == 2 and workshop.healthy(), "there are two again")
    told = [line for line in workshop.lines() if line.get("pid") == victim and line["level"] == "error"]
    assert told[0]["code"] == -signal.SIGKILL
    workers = workshop.living()
    workshop.process.send_signal(signal.SIGTERM)
    assert workshop.process.wait(LONG) == 0
    assert not any(map(alive, workers))


def test_without_their_supervisor_the_server_processes_end(workshop: Workshop) -> None:
    workers = workshop.living()
    workshop.process.kill()
    workshop.process.wait()
    wait_for(lambda: not any(map(alive, workers)), "they have ended")


# --- stopping ----------------------------------------------------------------------------------------------


def test_stopping_waits_for_nobody_who_waits(tmp_path: Path, nursery: Nursery) -> None:
    """A waiting request is answered and a stream ended; a hint that is being thought about is refused."""
    server = ServerProcess(f"sqlite:///{tmp_path}/stop.db", tmp_path / "log", nursery=nursery)
    server.start()

    async def scene() -> float:
        async with Company(server.url) as company:
            (guest,) = await company.invite()
            table = await open_table([guest], "wampum", bots=1, settings={"forced_moves": False})
            seq = (await guest.get(f"/api/tables/{table}"))["seq"]
            streaming = asyncio.Event()

            async def stream() -> list[str]:
                async with guest.http.stream("GET", f"/api/tables/{table}/stream") as answer:
                    lines = []
                    async for line in answer.aiter_lines():
                        streaming.set()
                        lines.append(line)
                    return lines

            following = asyncio.create_task(stream())
            await asyncio.wait_for(streaming.wait(), LONG)
            while True:  # until nothing more happens by itself
                told = await guest.get(f"/api/tables/{table}/events?since={seq}&wait=1")
                if told["seq"] == seq:
                    break
                seq = told["seq"]
            waiting = asyncio.create_task(guest.http.get(f"/api/tables/{table}/events?since={seq}&wait=25"))
            await asyncio.sleep(0.5)
            began = time.monotonic()
            code = await asyncio.to_thread(server.stop)
            took = time.monotonic() - began
            assert code == 0
            assert (await waiting).json()["events"] == []
            assert any('"closing"' in line for line in await following)
            return took

    assert asyncio.run(scene()) < 20.0  # two, and more on a busy machine; the request would have waited for 25
    assert "trace" not in server.log.read_text(), server.log.read_text()


# --- one database, one server ------------------------------------------------------------------------------


def test_a_second_server_on_one_file_is_refused_and_a_killed_one_is_no_obstacle(
    tmp_path: Path, nursery: Nursery
) -> None:
    url = f"sqlite:///{tmp_path}/one.db"
    first = ServerProcess(url, tmp_path / "log1", nursery=nursery)
    first.start()
    try:
        pid = first.process.pid  # type: ignore[union-attr]
        said = refused(nursery, "serve", "--port", str(free_port()), "--database", url)
        assert f"process {pid}" in said
        assert "--database" in said
        assert first.get("/health").status_code == 200
        done = nursery.command("admin", "backup", str(tmp_path / "copy"), "--database", url)
        assert done.returncode == 0, done.stderr
    finally:
        first.kill()
    second = ServerProcess(url, tmp_path / "log2", nursery=nursery)
    second.start()
    assert second.stop() == 0


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_may_read_what_the_server_writes(tmp_path: Path, nursery: Nursery) -> None:
    folder = tmp_path / "new"
    url = f"sqlite:///{folder}/data.db"
    server = ServerProcess(url, tmp_path / "log", nursery=nursery)
    server.start()
    try:
        httpx.post(f"{server.url}/api/me", json={"name": "Ada"}, timeout=LONG, verify=NO_TLS).raise_for_status()
        nursery.command("admin", "backup", str(folder / "copy"), "--database", url)
        assert mode(folder) == 0o700
        assert {path.name: oct(mode(path)) for path in folder.iterdir()} == dict.fromkeys(
            ("data.db", "data.db-wal", "data.db-shm", "data.db.lock", "copy"), oct(0o600)
        )
    finally:
        assert server.stop() == 0


# --- mistakes ----------------------------------------------------------------------------------------------


def refused(nursery: Nursery, *words: str, **environment: str) -> str:
    """Run a command that is to be refused; gives the sentence."""
    done = nursery.command(*words, environment=environment)
    said = done.stderr.decode()
    assert done.returncode == 2, done
    assert "Traceback" not in said, said
    assert len(said.strip().splitlines()) == 1, said
    return said


def newer_database(path: Path) -> str:
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    return f"sqlite:///{path}"


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        ("SPIELTISCH_PORT", "abc", "a whole number"),
        ("SPIELTISCH_PORT", "70000", "from 0 to 65535"),
        ("SPIELTISCH_PROT", "8000", "SPIELTISCH_PORT"),
        ("SPIELTISCH_TABELS_PER_PERSON", "8", "SPIELTISCH_TABLES_PER_PERSON"),
        ("SPIELTISCH_SECURE_COOKIE", "perhaps", "true or false"),
        ("SPIELTISCH_BOT_SECONDS", "nan", "0 or more"),
        ("SPIELTISCH_REQUESTS_PER_SECOND", "0", "0.1 or more"),
    ],
)
def test_a_bad_or_misspelt_setting_is_named(setting: str, value: str, said: str) -> None:
    with pytest.raises(ValueError, match=said) as mistake:
        from_environment({setting: value})
    assert setting in str(mistake.value)


def test_what_belongs_to_others_is_no_mistake() -> None:
    from_environment({"SPIELTISCH_CHROMIUM": "/usr/bin/chromium", "SPIELTISCH_SOAK": "1", "HOME": "/", "PATH": ""})


def test_a_server_that_cannot_start_says_why_in_one_sentence(tmp_path: Path, nursery: Nursery) -> None:
    port, file = str(free_port()), tmp_path / "file"
    file.write_text("this is no database\n" * 100)
    serve = (nursery, "serve", "--port", port, "--database")
    assert "SPIELTISCH_PORT" in refused(nursery, "serve", SPIELTISCH_PORT="abc")
    assert "cannot be used" in refused(*serve, f"sqlite:///{file}")
    assert "can be written" in refused(*serve, f"sqlite:///{file}/below/data.db")
    assert "not a database" in refused(*serve, "nonsense")
    assert "newer version" in refused(*serve, newer_database(tmp_path / "newer.db"))
    said = refused(*serve, f"postgresql://ada:secret@127.0.0.1:{free_port()}/games")
    assert "cannot be used" in said
    assert "secret" not in said
    assert "cannot be opened" in refused(
        nursery, "serve", "--host", "203.0.113.1", "--database", f"sqlite:///{tmp_path}/a.db"
    )


def test_a_copy_that_is_cut_or_garbled_is_refused_in_one_sentence(tmp_path: Path, nursery: Nursery) -> None:
    from spieltisch.store import open_store
    from spieltisch.store.backup import back_up

    url = f"sqlite:///{tmp_path}/data.db"

    async def fill() -> None:
        store = await open_store(url)
        for number in range(300):
            await store.new_guest(f"guest {number}", f"secret {number}", 1.0)
        await store.close()
        await back_up(url, tmp_path / "copy")

    asyncio.run(fill())
    copy = (tmp_path / "copy").read_bytes()
    for name, content in (
        ("cut", copy[: len(copy) // 2]),
        ("garbled", copy[:4096] + os.urandom(len(copy) - 4096)),
        ("text", b"hello\n"),
        ("zip", b"\x1f\x8b\x08" + os.urandom(200)),
    ):
        (tmp_path / name).write_bytes(content)
        said = refused(nursery, "admin", "restore", str(tmp_path / name), "--database", f"sqlite:///{tmp_path}/new.db")
        assert name in said
    newer_database(tmp_path / "newer")
    said = refused(nursery, "admin", "restore", str(tmp_path / "newer"), "--database", f"sqlite:///{tmp_path}/new.db")
    assert "Nothing was put back" in said
