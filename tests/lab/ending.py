"""Whether processes have ended that should have."""

from __future__ import annotations

import time

import psutil

SOON = 20.0
"""A busy machine may need so many seconds for what takes none."""


def has_ended(pid: int) -> bool:
    """Whether a process has ended, or ends soon."""
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:  # nobody has buried it
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.05)
    return False
