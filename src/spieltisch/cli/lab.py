"""The lab at the command line: puzzles."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from spieltisch.cli.asking import OnRay, RayOption, fail, find_game, output, progress, workers

if TYPE_CHECKING:
    from spieltisch.lab.jobs import Jobs

lab_app = typer.Typer(
    help="For programmers and researchers: makes what is shipped with the games.", no_args_is_help=True
)


@lab_app.callback()
def lab() -> None:
    """Several commands, of which there is one yet."""


@lab_app.command(cls=OnRay)
def puzzles(
    game: Annotated[str | None, typer.Argument(help="Its name; with --verify all games if not given.")] = None,
    *,
    seed: Annotated[int, typer.Option(min=0, help="Which games the bots play.")] = 1,
    count: Annotated[int | None, typer.Option(min=1, help="So many puzzles; without, as many as are shipped.")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; one if not given.")] = None,
    ray: RayOption = None,
    into: Annotated[str, typer.Option(help='File to write, or "-".')] = "puzzles.jsonl",
    kept: Annotated[Path | None, typer.Option(help="Keep what each game gave here, and go on from it.")] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check the shipped puzzles instead of making new ones.")
    ] = False,
    sample: Annotated[
        int | None, typer.Option(min=1, help="With --verify: check so many; else all proofs, and some estimates.")
    ] = None,
) -> None:
    """Find puzzles in games of bots, or prove and weigh again those that are shipped."""
    from spieltisch.lab import puzzles as lab
    from spieltisch.match import puzzles as match

    if verify:
        bad = False
        for name in [find_game(game).name] if game else shipping():
            with workers(jobs or (1 if ray is None else None), ray, name) as crew:
                bad |= check(name, seed, sample, crew)
        raise typer.Exit(int(bad))
    if game is None:
        fail("Say for which game puzzles are to be made: spieltisch lab puzzles GAME.")
    found = find_game(game)
    count = count or lab.finder_for(found.name).COUNT
    with workers(jobs or (1 if ray is None else None), ray, found.name) as crew, progress() as bar:
        task = bar.add_task(f"puzzles of {found.title}", total=count)
        made, games = lab.make(found.name, seed, count, crew, kept, lambda done: bar.update(task, completed=done))
    with output(into) as file:
        file.write(match.write(lab.head_of(found.name, seed, count), made))
    typer.echo(f"{len(made)} puzzles from {games} games", err=True)


def shipping() -> list[str]:
    """List the games that come with puzzles."""
    from spieltisch import games
    from spieltisch.match import puzzles as match

    return [name for name in games.names() if match.shipped(name)]


def check(game: str, seed: int, sample: int | None, jobs: Jobs) -> bool:
    """Check what is shipped: all of it, or a sample; says whether something is wrong."""
    from spieltisch.lab import puzzles as lab
    from spieltisch.match import puzzles as match

    if not match.place(game).is_file():
        fail(f"{game} comes without puzzles; make some: spieltisch lab puzzles {game}.")
    sheet = match.read(match.place(game).read_bytes())
    chosen = lab.sample_of(sheet.puzzles, sample or lab.finder_for(game).ENOUGH or len(sheet.puzzles))
    wrong = [f"{second} is the same as {first}" for first, second in lab.twins(game, sheet)]
    with progress() as bar:
        checked = bar.track(lab.verified(game, chosen, seed + 1, jobs), total=len(chosen), description="checking")
        wrong += [f"{one.puzzle.id}: {one.mistake}" for one in checked if one.mistake]
    for line in wrong:
        typer.echo(line, err=True)
    typer.echo(f"{game}: {len(chosen)} of {len(sheet.puzzles)} puzzles checked, {len(wrong) or 'no'} mistakes")
    return bool(wrong)
