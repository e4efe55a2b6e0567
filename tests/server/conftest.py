"""Servers and databases for the tests: real processes, a real PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.databases import database
from tests.server.harness import ServerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.nursery import Nursery


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Iterator[ServerProcess]:
    """One server on SQLite for all tests that do not stop it."""
    folder = tmp_path_factory.mktemp("server")
    running = ServerProcess(
        f"sqlite:///{folder}/test.db",
        folder / "log",
        nursery=nursery,
        SPIELTISCH_ABSENT_AFTER="0.5",
        SPIELTISCH_HINT_SECONDS="0.1",
        SPIELTISCH_REVIEW_SECONDS="0.02",
        SPIELTISCH_BOT_SECONDS="0.1",
    )
    running.start()
    yield running
    assert running.stop() == 0
    assert "trace" not in running.log.read_text(), running.log.read_text()


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL server of our own; gives its address."""
    with database("postgresql", tmp_path_factory.mktemp("database")) as address:
        yield address


@pytest.fixture
def servers(postgresql: str, tmp_path: Path, nursery: Nursery) -> Iterator[list[ServerProcess]]:
    """Two servers that share the database."""
    pair = [ServerProcess(postgresql, tmp_path / f"log{number}", nursery=nursery) for number in range(2)]
    for server in pair:
        server.start()
    yield pair
    for server in pair:
        server.stop()
        assert "trace" not in server.log.read_text(), server.log.read_text()
