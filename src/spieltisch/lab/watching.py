"""A process that watches over the programs of another one: when that is gone, however it went, they are killed.

It hears the numbers of their groups on its standard input, `-` before those that have ended. The end of the input is
the end of whoever writes there. Run as a file, it loads nothing of ours and is there in a moment.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def kill_group(group: int) -> None:
    """Kill a program with all that it has started; nobody may be left of it."""
    with suppress(ProcessLookupError, PermissionError):  # the latter where only unburied ones are left, on macOS
        os.killpg(group, signal.SIGKILL)


def watch(numbers: Iterable[str]) -> None:
    """Keep account of the groups; kill what is left at the end."""
    groups: set[int] = set()
    for number in map(int, numbers):
        if number > 0:
            groups.add(number)
        else:
            groups.discard(-number)
    for group in groups:
        kill_group(group)


if __name__ == "__main__":
    watch(sys.stdin)
