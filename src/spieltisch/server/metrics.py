"""Numbers for Prometheus: what is counted, what can be read off at any time, and how long moves take."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import prometheus_client as prometheus

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

CONTENT_TYPE = prometheus.CONTENT_TYPE_PLAIN_0_0_4

STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

COUNTED: dict[str, tuple[str, tuple[str, ...]]] = {
    "conflicts_total": ("Events whose number somebody else had taken.", ()),
    "errors_total": ("What should not have happened; the log has the traceback.", ()),
    "events_total": ("Events stored.", ("what",)),
    "refused_total": ("Wishes refused.", ("reason",)),
    "tables_total": ("Tables opened.", ("game",)),
    "thinkers_died_total": ("Processes of bots that died and were replaced.", ()),
    "thoughts_stopped_total": ("Thoughts that nobody needed any longer.", ()),
}
"""What is counted: what it means, and its labels."""

# Since when something is counted is of no use to anybody here.
cast("Callable[[], None]", prometheus.disable_created_metrics)()


class Metrics:
    """Everything that is counted in one process, apart from whatever else in it counts."""

    def __init__(self) -> None:
        self.registry = prometheus.CollectorRegistry()
        self.counters = {
            name: prometheus.Counter(f"spieltisch_{name}", meaning, labels, registry=self.registry)
            for name, (meaning, labels) in COUNTED.items()
        }
        self.counted: dict[tuple[str, ...], prometheus.Counter] = {}
        """By name and labels: looking these up at the counter itself takes longer than counting."""
        self.times = prometheus.Histogram(
            "spieltisch_move_seconds",
            "From receiving a move to having stored it.",
            buckets=STEPS,
            registry=self.registry,
        )

    def count(self, name: str, **labels: str) -> None:
        """Count something that happened."""
        key = (name, *labels.values())
        counter = self.counted.get(key)
        if counter is None:
            counter = self.counters[name]
            counter = self.counted[key] = counter.labels(**labels) if labels else counter
        counter.inc()

    def read_off(self, gauges: Mapping[str, Callable[[], float]]) -> None:
        """Show numbers that are asked for whenever somebody looks."""
        for name, read in gauges.items():
            meaning = f"{name.replace('_', ' ').capitalize()}."
            prometheus.Gauge(f"spieltisch_{name}", meaning, registry=self.registry).set_function(read)

    def move_took(self, seconds: float) -> None:
        """Note how long it took from receiving a move to having stored it."""
        self.times.observe(seconds)

    def show(self) -> str:
        """Write everything down."""
        return prometheus.generate_latest(self.registry).decode()
