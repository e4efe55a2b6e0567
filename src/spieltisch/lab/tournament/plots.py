"""The plots of a report, as SVG."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.figure import Figure

from spieltisch.lab.sums import Share, share_of
from spieltisch.lab.tournament.judging import in_blocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spieltisch.lab.tournament.judging import Standing, Trial
    from spieltisch.lab.tournament.plan import Plan
    from spieltisch.lab.tournament.playing import Result

BLUE, GREY = "#2b6cb0", "#777777"
WIDTH = 7.5


def svg_of(figure: Figure) -> str:
    """Write a figure as SVG; the same figure gives the same text."""
    content = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "spieltisch", "svg.fonttype": "none"}):
        figure.savefig(content, format="svg", metadata={"Date": None}, bbox_inches="tight")
    text = content.getvalue()
    return text[text.index("<svg") :]


def ratings(standings: Sequence[Standing]) -> str:
    """Draw everybody's rating with its interval, the strongest on top."""
    figure = Figure(figsize=(WIDTH, 0.8 + 0.4 * len(standings)))
    axes = figure.subplots()
    rows = range(len(standings), 0, -1)
    values = [one.rating for one in standings]
    axes.errorbar(values, list(rows), xerr=[one.margin for one in standings], fmt="o", color=BLUE, capsize=3)
    axes.set_yticks(list(rows), [one.name for one in standings])
    axes.set_ylim(0.5, len(standings) + 0.5)
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel("rating")
    return svg_of(figure)


def seats(plan: Plan, results: Sequence[Result]) -> str:
    """Draw what each seat has won, whoever sat there."""
    shares = [seat_share(seat, results) for seat in range(plan.players)]
    figure = Figure(figsize=(WIDTH, 2.6))
    axes = figure.subplots()
    names, values = [str(seat) for seat in range(plan.players)], [share.value for share in shares]
    margins = [share.value - share.low for share in shares], [share.high - share.value for share in shares]
    axes.bar(names, values, yerr=margins, color=BLUE, capsize=3)
    axes.axhline(1 / plan.players, color=GREY, linestyle="--", linewidth=1)
    axes.set_xlabel("seat")
    axes.set_ylabel("share of the wins")
    return svg_of(figure)


def seat_share(seat: int, results: Sequence[Result]) -> Share:
    """Give a seat's share of the wins, block by block."""
    return share_of(
        [
            sum((seat in result.winners) / len(result.winners) for result in block) / len(block)
            for block in in_blocks(results)
        ]
    )


def trial(test: Trial) -> str:
    """Draw the way of a sequential test between its bounds."""
    figure = Figure(figsize=(WIDTH, 2.6))
    axes = figure.subplots()
    verdict = test.verdict
    axes.plot(range(1, len(test.ratios) + 1), test.ratios, color=BLUE)
    for bound in (verdict.low, verdict.high):
        axes.axhline(bound, color=GREY, linestyle="--", linewidth=1)
    axes.set_xlabel("deals")
    axes.set_ylabel("log-likelihood ratio")
    return svg_of(figure)
