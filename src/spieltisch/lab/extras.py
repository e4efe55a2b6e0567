"""What the lab builds on is installed by extras; whoever imports a part of it without is told which."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Import what an extra brings, or say how it is installed."""
    try:
        yield
    except ModuleNotFoundError as missing:
        sentence = f"{missing.name} is not installed; pip install 'spieltisch[{extra}]'."
        raise ModuleNotFoundError(sentence, name=missing.name) from None
