"""One training from its start, or from where it was stopped, for so many minutes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from spieltisch.lab.training import results
from spieltisch.lab.training.selfplay import Learner

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from spieltisch.lab.training.plan import Plan

MEASURED = 25
"""After so many rounds the network is measured and everything is kept."""


class OtherPlan(ValueError):
    """The folder holds a training with another plan."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} holds a training with another plan; name another folder, or the same settings.")


def train(
    plan: Plan, folder: Path, minutes: float, device: str, tell: Callable[[float, dict[str, float]], None]
) -> Learner:
    """Learn until the minutes are over; `tell` hears how many seconds it has taken, and the figures."""
    learner, before, figures = results.found_in(folder, device) or (Learner(plan, device), 0.0, [])
    if learner.plan != plan:
        raise OtherPlan(folder)
    start = time.perf_counter()
    while True:
        notes = learner.learn(learner.play())
        elapsed = time.perf_counter() - start
        over = elapsed >= 60 * minutes
        if over or learner.rounds % MEASURED == 0:
            notes = {"rounds": learner.rounds, "share": learner.share(), **notes}
            figures.append({what: round(value, 4) for what, value in notes.items()})
            results.keep(learner, folder, before + elapsed, figures)
        tell(elapsed, notes)
        if over:
            return learner
