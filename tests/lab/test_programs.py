"""Programs in processes of their own: whoever started them has ended, and so have they, with all that they started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import psutil
import pytest

from spieltisch.lab import programs
from spieltisch.lab.programs import EngineFault, Line
from tests.lab.ending import SOON, has_ended

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WRAPPER = """#!/bin/sh
sleep 600 &
echo $!
read line
"""


@pytest.fixture
def wrapper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A script that starts a program, says its number, and ends at the first line that it hears."""
    monkeypatch.setattr(programs, "running", set())  # other tests have some that wait
    script = tmp_path / "wrapper.sh"
    script.write_text(WRAPPER, "utf-8")
    script.chmod(0o755)
    yield str(script)
    assert not programs.running


def test_whatever_a_program_has_started_ends_with_it(wrapper: str) -> None:
    """The script ends when it is asked to; what it has started does not know of it."""
    line = Line([wrapper])
    below = int(line.first(SOON))
    line.close()
    assert line.process.returncode == 0
    assert has_ended(below)


def test_whatever_a_program_has_started_is_killed_with_it(wrapper: str) -> None:
    line = Line([wrapper])
    below = int(line.first(SOON))
    programs.kill_all()
    assert has_ended(below)
    line.close()


MASTER = """
import sys, time
from spieltisch.lab.programs import Line
lines = [Line([sys.argv[1]]) for _ in range(2)]
print(*[number for line in lines for number in (line.process.pid, line.first(20.0))], flush=True)
time.sleep(600)
"""


def test_programs_end_when_who_started_them_is_killed(wrapper: str) -> None:
    with subprocess.Popen([sys.executable, "-c", MASTER, wrapper], stdout=subprocess.PIPE) as master:
        assert master.stdout is not None
        numbers = [int(number) for number in master.stdout.readline().split()]
        os.kill(master.pid, signal.SIGKILL)
    assert len(numbers) == 4
    assert all(has_ended(number) for number in numbers)


def test_programs_end_also_if_somebody_has_killed_who_watches_over_them(wrapper: str) -> None:
    first = Line([wrapper])
    watchers = [child for child in psutil.Process().children() if "watching" in " ".join(child.cmdline())]
    assert len(watchers) == 1
    watchers[0].kill()
    watchers[0].wait()
    second = Line([wrapper])
    for line in (first, second):
        line.close()
        assert line.process.returncode == 0


def test_a_program_that_speaks_no_more_but_goes_on_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "LAST_SECONDS", 0.1)
    script = tmp_path / "silent.py"
    script.write_text("import os, time\nos.close(1)\ntime.sleep(60)\n", "utf-8")
    line = Line([sys.executable, str(script)])
    with pytest.raises(EngineFault, match="crashed: it has closed its output"):
        line.first(SOON)
    line.close()
    assert line.process.returncode == -signal.SIGKILL
