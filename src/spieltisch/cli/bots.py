"""Bots at the command line: how fast and how strong they are, and how foreign programs ask them."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from spieltisch.cli.asking import (
    GameArgument,
    OptionsOption,
    PlayersOption,
    RayOption,
    check_level,
    check_players,
    fail,
    find_game,
    progress,
    read_options,
    workers,
)
from spieltisch.levels import EVERY_LEVEL, LEVELS


def bench(
    seconds: Annotated[float, typer.Option(min=0.1, help="Time for each figure.")] = 2.0,
    starts: Annotated[bool, typer.Option(help="Also time cold compilation and warm start.")] = True,
) -> None:
    """Measure rules and searches on one core, with OpenSpiel beside them if it is installed."""
    from rich.console import Console
    from rich.table import Table as Grid

    from spieltisch import games
    from spieltisch.lab import bench as lab

    console = Console()
    with progress() as bar:
        games_bar, searches_bar = bar.add_task("random games"), bar.add_task("searches")
        speeds = lab.all_speeds(seconds, lambda done, all_: bar.update(games_bar, completed=done, total=all_))
        searches = lab.all_searches(seconds, lambda done, all_: bar.update(searches_bar, completed=done, total=all_))
        timings = [lab.start(name) for name in bar.track(games.names(), description="starts")] if starts else []
    peers = [speed for speed in speeds if speed.name.startswith("OpenSpiel")]
    grid = Grid("game", "players", "games/s", "decisions/s", *(f"x {peer.name}" for peer in peers))
    for speed in speeds:
        ratios = (f"{speed.decisions_per_second / peer.decisions_per_second:.1f}" for peer in peers)
        grid.add_row(
            speed.name,
            str(speed.players),
            f"{speed.games_per_second:,.0f}",
            f"{speed.decisions_per_second:,.0f}",
            *ratios,
        )
    console.print(grid)
    others = [search for search in searches if search.name.startswith("OpenSpiel")]
    thoughts = Grid("search", "players", "counts", "a second", *(f"x {other.name}" for other in others))
    for search in searches:
        against = (f"{search.per_second / other.per_second:.1f}" for other in others)
        thoughts.add_row(search.name, str(search.players), search.unit, f"{search.per_second:,.0f}", *against)
    console.print(thoughts)
    if not peers:
        console.print("OpenSpiel is not installed; pip install 'spieltisch[bench]' to compare.")
    for timing in timings:
        console.print(
            f"{timing.name}: first game in a new process {timing.cold_seconds:.1f} s compiling, "
            f"{timing.warm_seconds:.2f} s from the cache"
        )


def ladder(
    game: GameArgument,
    players: PlayersOption = None,
    bots: Annotated[str, typer.Option(help="Levels to compare, separated by commas.")] = ",".join(LEVELS),
    games: Annotated[int, typer.Option("--games", "-k", min=1, help="Games for each pair of levels.")] = 100,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; one if not given.")] = None,
    ray: RayOption = None,
    seconds: Annotated[float | None, typer.Option(help="Time for each decision instead of the level's own.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Nodes for each decision: reproducible.")] = None,
    option: OptionsOption = None,
    adjacent: Annotated[bool, typer.Option("--adjacent", help="Only each level against the next lower one.")] = False,
    results: Annotated[Path | None, typer.Option(help="Keep each game here, and go on from it.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write the table as JSON.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw the table as SVG.")] = None,
) -> None:
    """Measure the levels of bots against each other: same deals, all seats, 95 % intervals, mirror control."""
    import msgspec
    from rich.console import Console
    from rich.table import Table as Grid

    from spieltisch.lab import ladder as lab

    found = find_game(game)
    options = found.options_record(read_options(found, option))
    count = check_players(found, players)
    levels = [level.strip() for level in bots.split(",")]
    for level in levels:
        check_level(found, level)
    pairs = lab.neighbours(levels) if adjacent else lab.cross_table(levels)
    work = lab.tasks(game, count, pairs, games, options, seconds, nodes)
    played = []
    with workers(jobs or (1 if ray is None else None), ray, game) as crew, progress() as bar:
        task = bar.add_task(f"ladder {found.title}, {count} players", total=len(work))
        for result in lab.run(work, crew, results):
            played.append(result)
            bar.advance(task)
    table = lab.pairings(played)
    grid = Grid(
        "level",
        "among",
        "games",
        "win share",
        "x even share",
        "from",
        "score margin",
        title=f"{found.title}, {count} players",
    )
    for p in table:
        grid.add_row(
            p.challenger,
            p.rival,
            str(p.games),
            str(p.share),
            f"{p.relative:.2f}",
            f"{p.relative_low:.2f}",
            f"{p.score_margin:+.2f} ± {p.score_margin_margin:.2f}",
        )
    console = Console()
    console.print(grid)
    rated = lab.ratings(table)
    if rated:  # a mirror match alone rates nobody
        console.print("ratings: " + ", ".join(f"{level} {rating:.0f}" for level, rating in rated.items()))
    if json:
        json.write_bytes(msgspec.json.format(msgspec.json.encode({"pairings": table, "ratings": rated})))
    if svg:
        svg.write_text(lab.plot(table, f"{found.title}, {count} players"), "utf-8")


def engine(level: Annotated[str, typer.Option(help="One of the bots' levels.")] = "expert") -> None:
    """Speak the engine protocol on standard input and output, for programs that seat foreign bots (docs/engines.md)."""
    from spieltisch.lab.engines import answer

    if level not in EVERY_LEVEL:
        fail(f"There is no level {level}; choose one of: {', '.join(EVERY_LEVEL)}.")
    answer(sys.stdin, sys.stdout, level)
