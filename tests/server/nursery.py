"""Servers and commands that are there at once: one process loads everything, and each of them is a fork of it.

Importing takes most of their start, and the tests start many. What matters stays real: each server and each command is
a process of its own with its own memory, output and connections, and dies of signals like any other.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

BREED = """
import os, signal, sys
import msgspec
from spieltisch import games
from spieltisch.cli import main
from spieltisch.server.commands import serve

for name in games.names():
    games.get(name).warm_up()
children = set()

def bear(wish):
    child = os.fork()
    if child:
        children.add(child)
        return child
    code = 1
    try:
        settle_in(wish)
        code = live(wish)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)

def settle_in(wish):
    files = wish["input"], wish["output"], wish["log"]
    kinds = os.O_RDONLY, os.O_WRONLY | os.O_APPEND | os.O_CREAT, os.O_WRONLY | os.O_APPEND | os.O_CREAT
    for number, (file, kind) in enumerate(zip(files, kinds)):
        os.dup2(os.open(file, kind), number)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)
    sys.stderr = open(2, "w", 1, closefd=False)
    os.environ.clear()
    os.environ.update(wish["environment"])

def live(wish):
    try:
        if "words" in wish:
            sys.argv = ["spieltisch", *wish["words"]]
            main()
        else:
            serve(port=wish["port"], database=wish["database"], log_level="WARNING")
    except SystemExit as end:
        return end.code or 0
    return 0

def look(child):
    done, status = os.waitpid(child, os.WNOHANG)
    if not done:
        return None
    children.discard(child)
    return os.waitstatus_to_exitcode(status)

for line in sys.stdin.buffer:
    wish = msgspec.json.decode(line)
    answer = look(wish["look"]) if "look" in wish else bear(wish)
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\\n")
    sys.stdout.buffer.flush()
for child in children:
    os.kill(child, signal.SIGKILL)
"""


class Nursery:
    """The process from which servers and commands are forked."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process = subprocess.Popen([sys.executable, "-c", BREED], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, wish: Any) -> Any:
        """Send one wish and wait for the answer."""
        with self.lock:
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.process.stdin.write(msgspec.json.encode(wish) + b"\n")
            self.process.stdin.flush()
            return msgspec.json.decode(self.process.stdout.readline())

    def bear(self, port: int, database: str, environment: dict[str, str], log: Path) -> Child:
        """Start a server."""
        wish = {"port": port, "database": database}
        return self.start(wish, environment, os.devnull, str(log), str(log))

    def start(self, wish: dict[str, Any], environment: dict[str, str], *files: str) -> Child:
        """Start something that reads from the first of three files and writes into the other two."""
        streams = dict(zip(("input", "output", "log"), files, strict=True))
        return Child(self, int(self.ask({**wish, **streams, "environment": environment})))

    def command(
        self, *words: str, given: bytes = b"", environment: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """Run `spieltisch` to its end, as `subprocess.run` would; the environment comes on top of this one's."""
        with TemporaryDirectory() as folder:
            files = [Path(folder, name) for name in ("input", "output", "errors")]
            for file in files:
                file.write_bytes(given if file.name == "input" else b"")
            child = self.start({"words": words}, {**os.environ, **(environment or {})}, *map(str, files))
            code = child.wait()
            return subprocess.CompletedProcess(words, code, files[1].read_bytes(), files[2].read_bytes())

    def close(self) -> None:
        """End, with all servers that are left."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Child:
    """What was forked; to be treated like a `subprocess.Popen`."""

    def __init__(self, nursery: Nursery, pid: int) -> None:
        self.nursery = nursery
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self.nursery.ask({"look": self.pid})
        return self.returncode

    def wait(self, timeout: float = 600.0) -> int:
        until = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("spieltisch", timeout)
            time.sleep(0.01)
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)
