"""Tournaments at the command line."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from spieltisch.cli.asking import INTERRUPTED, JobsOption, RayOption, fail, progress, workers

if TYPE_CHECKING:
    from spieltisch.lab.tournament import Plan, Result


def tournament(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="Who plays what, and until when (docs/lab.md).")],
    into: Annotated[
        Path | None,
        typer.Option(help="Folder for journal, games.parquet and report.html; named as the file if not given."),
    ] = None,
    jobs: JobsOption = None,
    ray: RayOption = None,
) -> None:
    """Let bots, programs and OpenSpiel agents meet, with the same deals in all seats; goes on if it was interrupted."""
    from spieltisch.lab import tournament as lab

    try:
        from spieltisch.lab.tournament import report
    except ModuleNotFoundError as missing:
        fail(f"{missing.name} is not installed; pip install 'spieltisch[lab]'.")
    try:
        plan = lab.read(file)
    except lab.BadPlan as mistake:
        fail(str(mistake))
    folder = into or file.with_suffix("")
    results: list[Result] = []
    status = 0
    try:
        with (
            workers(jobs, ray, plan.game) as crew,
            lab.journal_in(folder, plan) as journal,
            progress() as bar,
        ):
            task = bar.add_task(plan.title, total=lab.games_in(plan))
            for result in lab.run(plan, journal, crew):
                results.append(result)
                bar.advance(task)
    except lab.OtherTournament as mistake:
        fail(str(mistake))
    except OSError as error:
        fail(f"Cannot write {folder}: {error.strerror or error}.")
    except KeyboardInterrupt:
        status = INTERRUPTED
        typer.echo(f"Interrupted after {len(results)} games; the same command goes on.", err=True)
    if results:
        report.write(plan, results, folder)
        print_standings(plan, results)
        typer.echo(f"{folder / 'report.html'}")
    raise typer.Exit(status)


def print_standings(plan: Plan, results: list[Result]) -> None:
    """Print who has reached what."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table as Grid

    from spieltisch.lab.tournament import judging, report

    grid = Grid("player", "rating (95 %)", "games", "wins (95 %)", "forfeits", title=escape(plan.title))
    for one in judging.standings(plan, results):
        rating = f"{one.rating:.0f} ± {one.margin:.0f}"
        grid.add_row(escape(one.name), rating, str(one.games), str(one.share), str(one.forfeits))
    console = Console()
    console.print(grid)
    trial = report.trial_of(plan, results)
    if trial is not None:
        verdict = trial.verdict
        said = verdict.decided or "not decided"
        console.print(f"sequential test: {said} (ratio {verdict.ratio:.2f} of {verdict.low:.2f} to {verdict.high:.2f})")
