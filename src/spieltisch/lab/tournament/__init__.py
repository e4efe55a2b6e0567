"""Tournaments: any mix of levels, programs and OpenSpiel agents, same deals in all seats (docs/lab.md)."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from spieltisch.lab.jobs import in_order
from spieltisch.lab.tournament.journal import Journal, OtherTournament, journal_in
from spieltisch.lab.tournament.judging import Trial
from spieltisch.lab.tournament.plan import BadPlan, Plan, read
from spieltisch.lab.tournament.playing import Result, line_ups, play, schedule, turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.lab.jobs import Jobs

__all__ = ["BadPlan", "Journal", "OtherTournament", "Plan", "Result", "games_in", "journal_in", "read", "run"]


def run(plan: Plan, journal: Journal, jobs: Jobs) -> Iterator[Result]:
    """Play what is not in the journal yet and note it there; gives all results, in the order of the schedule."""
    left = (fixture for fixture in schedule(plan) if fixture not in journal.results)
    coming = in_order(partial(play, plan), left, jobs)
    trial = None if plan.sprt is None else Trial(plan, plan.sprt)
    try:
        for _, block in groupby(schedule(plan), key=attrgetter("block")):
            results = []
            for fixture in block:
                known = journal.results.get(fixture)
                results.append(known or journal.add(next(coming)))
                yield results[-1]
            if trial is not None:
                trial.add(results)
                if trial.verdict.decided:
                    return
    finally:
        coming.close()


def games_in(plan: Plan) -> int | None:
    """Count the games that are played at most; nobody knows if only a test ends them."""
    whole = sum(len(turns(line_up)) for line_up in line_ups(len(plan.entrants), plan.players))
    return None if plan.games is None else -(-plan.games // whole) * whole
