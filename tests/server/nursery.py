"""Servers that are there at once: one process loads everything, and each server is a fork of it.

Importing takes most of a server's start, and the tests start many. What matters stays real: each server is a process
of its own with its own memory, port and connections, and dies of signals like any other.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

BREED = """
import os, signal, sys
import msgspec
from spieltisch import games
from spieltisch.server.commands import serve

for name in games.names():
    games.get(name).warm_up()
children = set()

def bear(wish):
    child = os.fork()
    if child:
        children.add(child)
        return child
    log = os.open(wish["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.environ.clear()
    os.environ.update(wish["environment"])
    code = 1
    try:
        serve(port=wish["port"], database=wish["database"], log_level="WARNING")
        code = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(code)

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
    """The process from which servers are forked."""

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
        wish = {"port": port, "database": database, "environment": environment, "log": str(log)}
        return Child(self, int(self.ask(wish)))

    def close(self) -> None:
        """End, with all servers that are left."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Child:
    """A server that was forked; to be treated like a `subprocess.Popen`."""

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
                raise subprocess.TimeoutExpired("server", timeout)
            time.sleep(0.01)
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)
