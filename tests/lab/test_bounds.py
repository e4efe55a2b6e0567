"""What is wanted of the lab's speed is said with every measurement, and whoever measures hears if it does not hold."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from bench import lab, simulate
from bench.bounds import Figure, told
from spieltisch import games

if TYPE_CHECKING:
    from collections.abc import Callable


def means_of(batches: float, peer: float, engine: float, adapter: float) -> dict[str, dict[str, float]]:
    """So many a second for everything that is measured, with one peer of each kind."""
    found = {"peer: RLCard uno": {"steps/s": peer}, "peer: PettingZoo Texas hold'em": {"steps/s": peer}}
    for title in lab.ours():
        kind = title.partition(" ")[0]
        found[title] = {"a second": {"raw": 1.0, "batch": batches, "engine": engine}.get(kind, adapter)}
    return found


def test_every_figure_of_the_lab_has_its_bound() -> None:
    """Batches of each size, each game beside each peer, each adapter of each game."""
    figures = lab.figures_of(means_of(9e6, 9e4, 4e5, 1e5))
    counts = sum(len(games.get(name).seats) for name in games.names())
    assert len(figures) == len(lab.SIZES) * counts + (2 + len(lab.ADAPTERS)) * len(games.names())
    assert all(figure.holds for figure in figures)


@pytest.mark.parametrize(
    ("means", "broken"),
    [
        (means_of(2.9e6, 1e4, 4e5, 1e5), {"choices/s"}),
        (means_of(9e6, 9.1e4, 4e5, 1e5), {"times"}),
        (means_of(9e6, 9e4, 4e5, 5e4), {"us"}),
    ],
)
def test_a_figure_that_does_not_hold_is_found(means: dict[str, dict[str, float]], broken: set[str]) -> None:
    assert {figure.unit for figure in lab.figures_of(means) if not figure.holds} == broken


def test_a_cycle_is_compared_with_as_many_choices_of_the_engine() -> None:
    """Twenty microseconds for two choices, of which the engine takes four."""
    assert lab.over_the_engine({"cycles/s": 5e4, "choices/s": 1e5}, 2.5e5) == pytest.approx(12)
    assert lab.over_the_engine({"steps/s": 1e5}, 2.5e5) == pytest.approx(6)


def test_a_line_a_figure_says_what_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = Figure("batch", 5e6, 3e6, "choices/s"), Figure("step", 17.25, 15, "us", at_most=True)
    assert told([good])
    assert not told([good, bad])
    said = capsys.readouterr().out.splitlines()
    assert said[-2:] == [
        "| batch | 5,000,000 | at least 3,000,000 choices/s | yes |",
        "| step | 17.2 | at most 15.0 us | NO |",
    ]


def as_measured(value: float) -> Callable[..., list[Figure]]:
    return lambda *_: [Figure("games", value, 60, "%")]


@pytest.mark.parametrize(("value", "status"), [(61.0, 0), (59.0, 1)])
def test_a_slow_simulation_ends_with_status_1(value: float, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["simulate"])
    monkeypatch.setattr(simulate, "ratios", as_measured(value))
    monkeypatch.setattr(simulate, "records", as_measured(100.0))
    assert simulate.main() == status
