"""The plug is pulled under play: every acknowledged move is there afterwards, none twice, everybody plays on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.server.harness import ServerProcess
from tests.server.killing import survive

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_nothing_acknowledged_is_lost(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url = f"sqlite:///{tmp_path}/kills.db" if database == "sqlite" else request.getfixturevalue("postgresql")
    server = ServerProcess(url, tmp_path / "log")
    server.start()
    try:
        toll = asyncio.run(survive(server, kills=4, tables=4))
    finally:
        server.stop()
    assert toll.kills == 4
    assert toll.finished >= 4
    assert toll.records == toll.finished
    assert toll.acknowledged > 50
    assert toll.reconnects >= 8
    assert "trace" not in server.log.read_text(), server.log.read_text()
