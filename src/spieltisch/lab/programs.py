"""Programs in processes of their own: lines to them and lines from them, and nobody waits for them for ever.

They end with whoever started them (watching.py), together with all that they have started themselves.
"""

from __future__ import annotations

import atexit
import os
import selectors
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from spieltisch.lab import watching

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

READ_SECONDS = 30.0
LAST_SECONDS = 10.0
FLOOD = 1_000_000
"""So many bytes before an answer are no answer."""
CHUNK = 65536

CRASHED, HUNG, FLOODED, ILLEGAL = "crashed", "hung", "flooded", "illegal"


class EngineFault(Exception):
    """An engine has forfeited its game; `reason` is one of crashed, hung, flooded, illegal."""

    def __init__(self, reason: str, told: str) -> None:
        self.reason = reason
        self.told = told
        super().__init__(f"{reason}: {told}")


class Line:
    """A running program: lines to it, lines from it, each with a time limit."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self.process = subprocess.Popen(
                command,
                0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # whoever interrupts us has not interrupted it
            )
        except OSError as wrong:
            raise EngineFault(CRASHED, str(wrong)) from None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.pipes = self.process.stdin, self.process.stdout
        self.into, self.out = (pipe.fileno() for pipe in self.pipes)
        for pipe in (self.into, self.out):
            os.set_blocking(pipe, False)  # nobody may keep us waiting, also not by not reading
        self.rest = b""
        running.add(self)
        watcher.tell(self.process.pid)

    def send(self, text: str) -> None:
        """Send a line."""
        content = text.encode() + b"\n"
        while content:
            if not ready(self.into, selectors.EVENT_WRITE, READ_SECONDS):
                raise EngineFault(HUNG, f"it has read nothing for {READ_SECONDS:.1f} s")
            try:
                content = content[os.write(self.into, content) :]
            except BrokenPipeError:
                raise EngineFault(CRASHED, "it no longer reads") from None

    def lines(self, seconds: float) -> Iterator[str]:
        """Give what comes, line by line, until the time is over or too much has come."""
        end = time.monotonic() + seconds
        heard = 0
        while True:
            while b"\n" in self.rest:
                line, self.rest = self.rest.split(b"\n", 1)
                yield line.decode("utf-8", "replace").strip()
            if not ready(self.out, selectors.EVENT_READ, end - time.monotonic()):
                raise EngineFault(HUNG, f"no answer after {seconds:.1f} s")
            chunk = os.read(self.out, CHUNK)
            heard += len(chunk)
            if not chunk:
                raise EngineFault(CRASHED, self._how_it_ended())
            if heard > FLOOD:
                raise EngineFault(FLOODED, f"more than {FLOOD} bytes before an answer")
            self.rest += chunk

    def first(self, seconds: float) -> str:
        """Wait for one line."""
        return next(self.lines(seconds))

    def _how_it_ended(self) -> str:
        """Say how it ended, if it has: it may as well have closed its output and go on."""
        try:
            return f"it ended with status {self.process.wait(LAST_SECONDS)}"
        except subprocess.TimeoutExpired:
            return "it has closed its output"

    def kill(self) -> None:
        """Kill the program and whatever it has started."""
        watching.kill_group(self.process.pid)

    def close(self) -> None:
        """End the program: ask, wait a little, make sure."""
        try:
            self.send("quit")
            self.process.wait(LAST_SECONDS)
        except (EngineFault, subprocess.TimeoutExpired):
            pass
        self.kill()  # also if it has ended: what it has started may go on
        self.process.wait()
        for pipe in self.pipes:
            pipe.close()
        running.discard(self)
        watcher.tell(-self.process.pid)


class Watcher:
    """Who kills the programs of this process when it has no time to do so; comes with the first of them."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.turn = threading.Lock()

    def tell(self, number: int) -> None:
        """Say that a group is there, or that it has gone; if somebody has killed the watcher, to another one."""
        with self.turn:
            if self.process is None or self.process.poll() is not None:
                self._start()
                self._write(line.process.pid for line in list(running))
            self._write([number])

    def _start(self) -> None:
        self._let_go()
        command = [sys.executable, "-I", "-S", watching.__file__]
        nothing = subprocess.DEVNULL
        self.process = subprocess.Popen(
            command, 0, stdin=subprocess.PIPE, stdout=nothing, stderr=nothing, start_new_session=True
        )

    def _write(self, numbers: Iterable[int]) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # killed in this moment: the next one hears all of it
            self.process.stdin.write(b"".join(b"%d\n" % number for number in numbers))

    def _let_go(self) -> None:
        if self.process is not None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            with suppress(subprocess.TimeoutExpired):  # a fork of ours holds the other end
                self.process.wait(LAST_SECONDS)
            self.process = None

    def end(self) -> None:
        """This process ends, and with it all its programs."""
        with self.turn:
            self._let_go()


running: set[Line] = set()
"""The programs of this process."""
watcher = Watcher()
atexit.register(watcher.end)


def kill_all() -> None:
    """End all programs without asking: this process ends."""
    for line in list(running):
        line.kill()


def ready(pipe: int, event: int, seconds: float) -> bool:
    """Wait until a pipe can be read or written, but not for ever."""
    with selectors.DefaultSelector() as eyes:
        eyes.register(pipe, event)
        return bool(eyes.select(max(0.0, seconds)))
