"""The ladder: fair pairings, honest intervals, results that survive an interruption, and levels in order."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import pytest

from spieltisch import games
from spieltisch.bots import LEVELS
from spieltisch.cli import bots as commands
from spieltisch.lab import ladder
from spieltisch.lab.sums import Share

if TYPE_CHECKING:
    from pathlib import Path


def test_the_command_line_knows_the_levels() -> None:
    compared = inspect.signature(commands.ladder).parameters["bots"].default
    assert tuple(compared.split(",")) == LEVELS


def test_every_deal_is_played_once_from_each_seat() -> None:
    work = ladder.tasks("wampum", 3, [("casual", "beginner")], 30)
    assert len(work) == 30
    assert {(task.deal, task.seat) for task in work} == {(deal, seat) for deal in range(10) for seat in range(3)}


def test_everybody_meets_everybody_below_and_itself() -> None:
    assert ladder.cross_table(["casual", "random"]) == [
        ("random", "random"),
        ("casual", "random"),
        ("casual", "casual"),
    ]
    assert ladder.neighbours(["casual", "random", "expert"]) == [("casual", "random"), ("expert", "casual")]


def test_an_interrupted_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    work = ladder.tasks("wampum", 2, [("beginner", "random")], 8)
    first = list(ladder.run(work[:4], 1, kept))
    kept.write_bytes(kept.read_bytes() + b'{"task": {"ga')  # the plug was pulled while writing
    again = list(ladder.run(work, 1, kept))
    assert again[:4] == first
    assert len(again) == len(work)
    assert len(ladder.read(kept)) >= len(work) - 1
    assert list(ladder.run(work[:2], 1)) == first[:2]  # the same seeds give the same games


@pytest.mark.parametrize("name", games.names())
def test_the_lower_levels_are_in_order(name: str) -> None:
    """A short guard; docs/ladder.md holds the long run."""
    players = games.get(name).seats[0]
    pairs = [("casual", "beginner"), ("beginner", "random")]
    table = ladder.pairings(ladder.run(ladder.tasks(name, players, pairs, 24, nodes=200), 1))
    for pairing in table:
        assert pairing.relative > 1.2, pairing
    rated = ladder.ratings(table)
    assert rated["random"] < rated["beginner"] < rated["casual"]
    assert ladder.plot(table, name).startswith("<svg")


def test_ratings_follow_the_shares() -> None:
    found = [ladder.Pairing("casual", "random", 2, 100, Share(10 / 11, 0.8, 0.95), 1.0, 0.1)]
    assert ladder.ratings(found)["casual"] == pytest.approx(400, abs=1)
    even = [ladder.Pairing("casual", "random", 4, 100, Share(0.25, 0.2, 0.3), 0.0, 0.1)]
    assert ladder.ratings(even)["casual"] == pytest.approx(0, abs=1)
