"""Numbers for Prometheus, in its text form: counters, gauges and one histogram. Small enough to need no library."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Everything that is counted in one process."""

    def __init__(self) -> None:
        self.counters: Counter[str] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {}
        self.times = [0] * (len(STEPS) + 1)
        self.time_sum = 0.0

    def count(self, name: str, **labels: str) -> None:
        """Count something that happened."""
        inside = ",".join(f'{key}="{value}"' for key, value in sorted(labels.items()))
        self.counters[f"{name}{{{inside}}}" if inside else name] += 1

    def move_took(self, seconds: float) -> None:
        """Note how long it took from receiving a move to having stored it."""
        self.times[bisect_left(STEPS, seconds)] += 1
        self.time_sum += seconds

    def show(self) -> str:
        """Write everything down."""
        lines = []
        seen = set()
        for name, value in sorted(self.counters.items()):
            family = name.partition("{")[0]
            if family not in seen:
                seen.add(family)
                lines.append(f"# TYPE spieltisch_{family} counter")
            lines.append(f"spieltisch_{name} {value}")
        for name, read in sorted(self.gauges.items()):
            lines += [f"# TYPE spieltisch_{name} gauge", f"spieltisch_{name} {read():g}"]
        lines.append("# TYPE spieltisch_move_seconds histogram")
        total = 0
        for step, count in zip((*STEPS, "+Inf"), self.times, strict=True):
            total += count
            lines.append(f'spieltisch_move_seconds_bucket{{le="{step}"}} {total}')
        lines += [f"spieltisch_move_seconds_sum {self.time_sum:g}", f"spieltisch_move_seconds_count {total}", ""]
        return "\n".join(lines)
