"""Processes that end with the one that started them, however it went: nobody is left behind to work for nobody."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LOOK_SECONDS = 0.3


def at_once() -> None:
    """End this process without asking anybody in it."""
    os._exit(1)


def never() -> bool:
    """Nothing but the parent's end is a reason to end."""
    return False


def end_with(parent: int, end: Callable[[], None] = at_once, closed: Callable[[], bool] = never) -> None:
    """End this process as soon as the process with this number is not its parent any more, or has closed."""

    def watch() -> None:
        while os.getppid() == parent and not closed():
            time.sleep(LOOK_SECONDS)
        end()

    threading.Thread(target=watch, daemon=True, name="parent").start()
