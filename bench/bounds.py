"""What was measured beside what is wanted: a line a figure, and whether it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Figure(NamedTuple):
    """A figure that must be at least so much, or at most."""

    name: str
    measured: float
    wanted: float
    unit: str
    at_most: bool = False

    @property
    def holds(self) -> bool:
        """Whether it is as wanted."""
        return self.measured <= self.wanted if self.at_most else self.measured >= self.wanted


def written(number: float) -> str:
    """Write a number with as many digits as say something."""
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.1f}"


def told(figures: Iterable[Figure]) -> bool:
    """Print all figures, each with whether it holds; true if all do."""
    print("\n| figure | measured | wanted | holds |\n|---|---|---|---|")
    broken = 0
    for one in figures:
        bound = f"{'at most' if one.at_most else 'at least'} {written(one.wanted)} {one.unit}"
        print(f"| {one.name} | {written(one.measured)} | {bound} | {'yes' if one.holds else 'NO'} |", flush=True)
        broken += not one.holds
    return broken == 0
