"""The lab at the command line: puzzles."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from spieltisch.cli.asking import GameArgument, fail, find_game, output, progress

lab_app = typer.Typer(
    help="For programmers and researchers: makes what is shipped with the games.", no_args_is_help=True
)


@lab_app.callback()
def lab() -> None:
    """Several commands, of which there is one yet."""


@lab_app.command()
def puzzles(
    game: GameArgument,
    seed: Annotated[int, typer.Option(min=0, help="Which games the bots play.")] = 1,
    count: Annotated[int | None, typer.Option(min=1, help="So many puzzles; without, as many as are shipped.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    into: Annotated[str, typer.Option(help='File to write, or "-".')] = "puzzles.jsonl",
    kept: Annotated[Path | None, typer.Option(help="Keep what each game gave here, and go on from it.")] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check the shipped puzzles instead of making new ones.")
    ] = False,
    sample: Annotated[int | None, typer.Option(min=1, help="With --verify: check only so many.")] = None,
) -> None:
    """Find puzzles in games of bots, or prove and weigh again those that are shipped."""
    from spieltisch.lab import puzzles as lab
    from spieltisch.match import puzzles as match

    found = find_game(game)
    if verify:
        check(found.name, seed, sample, jobs)
        return
    count = count or lab.finder_for(found.name).COUNT
    with progress() as bar:
        task = bar.add_task(f"puzzles of {found.title}", total=count)
        made, games = lab.make(found.name, seed, count, jobs, kept, lambda done: bar.update(task, completed=done))
    with output(into) as file:
        file.write(match.write(lab.head_of(found.name, seed, count), made))
    typer.echo(f"{len(made)} puzzles from {games} games", err=True)


def check(game: str, seed: int, sample: int | None, jobs: int) -> None:
    """Check what is shipped: all of it, or a sample."""
    from spieltisch.lab import puzzles as lab
    from spieltisch.match import puzzles as match

    if not match.place(game).is_file():
        fail(f"{game} comes without puzzles; make some: spieltisch lab puzzles {game}.")
    sheet = match.read(match.place(game).read_bytes())
    chosen = lab.sample_of(sheet.puzzles, sample or len(sheet.puzzles))
    wrong = [f"{second} is the same as {first}" for first, second in lab.twins(game, sheet)]
    with progress() as bar:
        checked = bar.track(lab.verified(game, chosen, seed + 1, jobs), total=len(chosen), description="checking")
        wrong += [f"{one.puzzle.id}: {one.mistake}" for one in checked if one.mistake]
    for line in wrong:
        typer.echo(line, err=True)
    if wrong:
        raise typer.Exit(1)
    typer.echo(f"{len(chosen)} of {len(sheet.puzzles)} puzzles hold")
