"""The report of a tournament: an HTML page with its plots inside, and the games as Parquet.

Imports Arrow and Matplotlib, so only those import this who write one.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from spieltisch import __version__, games
from spieltisch.lab.tournament import judging, plots

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from spieltisch.lab.sums import Share
    from spieltisch.lab.tournament.judging import Meeting, Trial
    from spieltisch.lab.tournament.plan import Plan
    from spieltisch.lab.tournament.playing import Result

FORMAT = "spieltisch-tournament/1"
MOST_FAULTS = 200
"""So many forfeited games are listed; all of them stand in the Parquet file."""

GAMES = pa.schema(
    [
        ("deal", pa.int64()),
        ("seats", pa.list_(pa.string())),
        ("moves", pa.int32()),
        ("scores", pa.list_(pa.int32())),
        ("places", pa.list_(pa.int8())),
        ("winners", pa.list_(pa.int8())),
        ("reason", pa.string()),
        ("seconds", pa.list_(pa.float64())),
        ("forfeited", pa.int8()),
        ("fault", pa.string()),
        ("told", pa.string()),
    ]
)

STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; white-space: nowrap; border-bottom: 1px solid #8886; }
th:first-child, td:first-child, .words { text-align: left; }
td.words { white-space: normal; overflow-wrap: anywhere; min-width: 12rem; }
caption, figcaption { text-align: left; font-weight: 600; }
figure { margin: 1.5rem 0; overflow-x: auto; }
svg { max-width: 100%; height: auto; background: white; }
.scroll { overflow-x: auto; }
small { opacity: .75; }
"""


def write(plan: Plan, results: Sequence[Result], folder: Path) -> None:
    """Write games.parquet and report.html."""
    trial = trial_of(plan, results)
    write_games(plan, results, folder / "games.parquet")
    (folder / "report.html").write_text(page(plan, results, trial), "utf-8")


def trial_of(plan: Plan, results: Sequence[Result]) -> Trial | None:
    """Go through the sequential test once more, if there is one."""
    if plan.sprt is None:
        return None
    trial = judging.Trial(plan, plan.sprt)
    for block in judging.in_blocks(results):
        trial.add(block)
    return trial


def write_games(plan: Plan, results: Iterable[Result], file: Path) -> None:
    """Write one row a game."""
    notes = {"format": FORMAT, "plan": msgspec.json.encode(plan).decode()}
    rows = [row_of(plan, result) for result in results]
    pq.write_table(pa.Table.from_pylist(rows, GAMES.with_metadata(notes)), file)


def row_of(plan: Plan, result: Result) -> dict[str, Any]:
    """Put a game into a row."""
    fault = result.fault
    return {
        "deal": result.fixture.deal,
        "seats": [plan.entrants[who].name for who in result.fixture.seats],
        "moves": result.moves,
        "scores": result.scores,
        "places": result.places,
        "winners": result.winners,
        "reason": result.reason,
        "seconds": result.seconds,
        "forfeited": None if fault is None else fault.seat,
        "fault": None if fault is None else fault.reason,
        "told": None if fault is None else fault.told,
    }


# --- the page ---------------------------------------------------------------------------------------------------


def page(plan: Plan, results: Sequence[Result], trial: Trial | None) -> str:
    """Write the whole page; it needs nothing from outside."""
    standings = judging.standings(plan, results)
    parts = [
        f"<h1>{escape(plan.title)}</h1>",
        f"<p>{escape(facts_of(plan, results))}</p>",
        standings_table(plan, standings),
        figure(plots.ratings(standings), "Ratings with 95 % intervals"),
        verdict_of(plan, trial),
        cross_table(plan, results),
        figure(plots.seats(plan, results), "Share of the wins by seat, with 95 % intervals"),
        faults_table(plan, results),
        f"<p><small>{escape(how_to_read(plan))} spieltisch {__version__}.</small></p>",
    ]
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(plan.title)}</title>'
    size = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    return "\n".join([head, size, f"<style>{STYLE}</style>", *filter(None, parts), "</html>", ""])


def facts_of(plan: Plan, results: Sequence[Result]) -> str:
    """Say what was played."""
    options = ", ".join(f"{name} {value}" for name, value in plan.options.items())
    deals = len({result.fixture.deal for result in results})
    facts = [games.get(plan.game).title, f"{plan.players} players at a table", options, f"seed {plan.seed}"]
    facts += [
        f"{len(results)} games of {deals} deals",
        "" if plan.total is None else f"{plan.total} s a game and player",
    ]
    return " · ".join(filter(None, facts))


def how_to_read(plan: Plan) -> str:
    """Say where the figures come from."""
    model = "Bradley and Terry's model, fitted to all games" if plan.players == 2 else "OpenSkill, game after game"
    return (
        f"Ratings: {model}; 1500 is the mean of all, or the beginning. Every deal was played with everybody in every "
        "seat; what has the same deal and the same players counts as one observation. Intervals: 95 %."
    )


def table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Make a table of escaped texts."""
    head = "".join(cell_of(one, "th") for one in heads)
    body = "".join(f"<tr>{''.join(map(cell_of, row))}</tr>" for row in rows)
    return f'<div class="scroll"><table><caption>{caption}</caption><tr>{head}</tr>{body}</table></div>'


class Words(str):
    """A text in a table that may be long."""

    __slots__ = ()


def cell_of(text: str, tag: str = "td") -> str:
    """Put a text into a table."""
    return f'<{tag} class="words">{text}</{tag}>' if isinstance(text, Words) else f"<{tag}>{text}</{tag}>"


def figure(svg: str, caption: str) -> str:
    """Put a plot on the page."""
    return f"<figure><figcaption>{caption}</figcaption>{svg}</figure>"


def standings_table(plan: Plan, standings: Sequence[judging.Standing]) -> str:
    """List everybody, the strongest first."""
    plays = {entrant.name: entrant for entrant in plan.entrants}
    rows = [
        [
            escape(one.name),
            Words(escape(plays[one.name].plays)),
            escape(thinking(plays[one.name].nodes, plays[one.name].seconds)),
            f"{one.rating:.0f} ± {one.margin:.0f}",
            str(one.games),
            share_cell(one.share),
            str(one.forfeits),
        ]
        for one in standings
    ]
    return table("Standings", ["player", Words("plays"), "a move", "rating", "games", "wins", "forfeits"], rows)


def thinking(nodes: int | None, seconds: float | None) -> str:
    """Say how long somebody may think for a move."""
    return ", ".join([*([] if nodes is None else [f"{nodes} nodes"]), *([] if seconds is None else [f"{seconds} s"])])


def verdict_of(plan: Plan, trial: Trial | None) -> str:
    """Tell what the sequential test has decided, and how it came to it."""
    if trial is None or plan.sprt is None:
        return ""
    verdict, sprt = trial.verdict, plan.sprt
    first, second = map(escape, sprt.players)
    said = {
        "stronger": f"{first} is stronger than {second} by {sprt.elo1:g} Elo rather than {sprt.elo0:g}",
        "not stronger": f"{first} is stronger than {second} by {sprt.elo0:g} Elo at most, rather than {sprt.elo1:g}",
        None: f"whether {first} is stronger than {second} is not decided yet",
    }[verdict.decided]
    ratio = f"log-likelihood ratio {verdict.ratio:.2f}, bounds {verdict.low:.2f} and {verdict.high:.2f}"
    told = f"<p>Sequential test: {said} ({ratio}, {verdict.blocks} deals).</p>"
    return told + figure(plots.trial(trial), "The sequential test, deal by deal")


def cross_table(plan: Plan, results: Sequence[Result]) -> str:
    """Show how everybody in a row has done against everybody in a column."""
    met = judging.cross_table(results)
    names = [escape(entrant.name) for entrant in plan.entrants]
    rows = [[name, *(cell(met.get((row, column))) for column in range(len(names)))] for row, name in enumerate(names)]
    return table("Came in before (ties count a half)", ["", *names], rows)


def cell(meeting: Meeting | None) -> str:
    """Write how somebody has done against somebody else."""
    return "" if meeting is None else share_cell(meeting.score, f", {meeting.games} games")


def share_cell(share: Share, more: str = "") -> str:
    """Write a share, and its interval below."""
    return f"{share.value:.1%}<br><small>{share.low:.1%} to {share.high:.1%}{more}</small>"


def faults_table(plan: Plan, results: Sequence[Result]) -> str:
    """List the games that somebody has forfeited, with the reason."""
    lost = [(result, result.fault) for result in results if result.fault is not None]
    if not lost:
        return "<p>Nobody has forfeited a game.</p>"
    rows = [
        [
            escape(plan.entrants[result.fixture.seats[fault.seat]].name),
            fault.reason,
            Words(escape(fault.told)),
            str(result.fixture.deal),
            str(fault.seat),
            str(result.moves),
        ]
        for result, fault in lost[:MOST_FAULTS]
    ]
    more = "" if len(lost) <= MOST_FAULTS else f", the first {MOST_FAULTS} of {len(lost)}"
    return table(
        f"Forfeited games{more}", ["player", "reason", Words("what happened"), "deal", "seat", "after moves"], rows
    )
