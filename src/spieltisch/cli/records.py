"""Rules and records at the command line: games, simulate, replay, show, perft."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from spieltisch.cli.asking import (
    INTERRUPTED,
    GameArgument,
    JobsOption,
    LanguageOption,
    OptionsOption,
    PlayersOption,
    RayOption,
    brought_by,
    check_language,
    check_players,
    fail,
    find_game,
    input_lines,
    output,
    progress,
    read_options,
    workers,
)
from spieltisch.levels import EVERY_LEVEL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.games import Game, Table
    from spieltisch.lab.columns import Files
    from spieltisch.lab.simulate import Plan
    from spieltisch.lab.sums import Summary
    from spieltisch.match import Record


def list_games() -> None:
    """List the games with their player counts and options."""
    import msgspec
    from rich.console import Console
    from rich.table import Table as Grid

    from spieltisch import games
    from spieltisch.games.options import allowed_values

    grid = Grid("game", "players", "option", "values", "default")
    for name in games.names():
        game = games.get(name)
        fields = msgspec.structs.fields(game.options_type)
        seats = f"{game.seats[0]}-{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        for row, field in enumerate(fields):
            first = (name, seats) if row == 0 else ("", "")
            grid.add_row(*first, field.name, allowed_values(field.type), str(field.default))
    Console().print(grid)


def simulate(
    game: GameArgument,
    players: PlayersOption = None,
    games: Annotated[int, typer.Option("--games", "-k", min=1, help="How many games to play.")] = 1000,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,...",
            help=f"Who plays: for each seat a level ({', '.join(EVERY_LEVEL)}), engine:COMMAND or "
            "openspiel:AGENT; all at random if not given.",
        ),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="What bots may think for each move; 200 if not given.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, help="Time for each move instead; then no seed gives the same games again."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games on any machine.")] = 1,
    jobs: JobsOption = None,
    ray: RayOption = None,
    option: OptionsOption = None,
    records: Annotated[str | None, typer.Option(metavar="FILE|-", help="Write each game as a line of JSON.")] = None,
    parquet: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write decisions.parquet and games.parquet there (extra lab)."),
    ] = None,
) -> None:
    """Play many games, by anybody, on all cores, and sum them up; write records or columns if asked to."""
    from spieltisch.lab import seating
    from spieltisch.lab.simulate import NODES, Plan, run
    from spieltisch.lab.sums import Summary

    found = find_game(game)
    options = found.options_record(read_options(found, option))
    try:
        names = seating.read(seats, found.name, players) if seats else []
    except seating.BadSeats as mistake:
        fail(str(mistake))
    count = check_players(found, players or len(names) or None)
    limit = nodes if seconds is not None else nodes or NODES
    plan = Plan(found.name, count, seed, options, tuple(names), limit, seconds)
    summary = Summary(count)
    status = 0
    try:
        with (
            workers(jobs, ray, found.name) as crew,
            progress() as bar,
            output(records) if records else nullcontext() as file,
            columns_in(parquet, plan) if parquet else nullcontext() as columns,
        ):
            task = bar.add_task(f"simulating {found.title}", total=games)
            for done in run(plan, games, crew, records=file is not None, columns=columns is not None):
                if file is not None:
                    file.write(done.lines)
                if columns is not None:
                    columns.add(done.columns)
                summary.join(done.summary)
                bar.advance(task, done.games)
    except KeyboardInterrupt:
        status = INTERRUPTED
        typer.echo(f"Interrupted after {summary.games} of {games} games.", err=True)
    if summary.games:
        print_summary(found, summary, names, to_error=records == "-")
    raise typer.Exit(status)


@contextmanager
def columns_in(folder: Path, plan: Plan) -> Iterator[Files]:
    """Open Parquet files, or say why not."""
    import msgspec

    try:
        from spieltisch.lab.columns import files_in
    except ModuleNotFoundError as missing:
        fail(f"{missing.name} is not installed; pip install 'spieltisch[lab]'.")
    try:
        with files_in(folder, {"plan": msgspec.json.encode(plan).decode()}) as files:
            yield files
    except OSError as error:
        fail(f"Cannot write {folder}: {error.strerror or error}.")


def print_summary(game: Game, summary: Summary, names: list[str], *, to_error: bool) -> None:
    """Print means with their 95 % confidence intervals; beside records on standard output use the error stream."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table as Grid

    console = Console(stderr=to_error)
    who = ("player",) if names else ()
    grid = Grid("seat", *who, "score (95 %)", "wins (95 %)", title=f"{game.title}, {summary.players} players")
    for seat in range(summary.players):
        score, share = summary.score(seat), summary.win_share(seat)
        grid.add_row(
            str(seat),
            *map(escape, names[seat : seat + 1]),
            "{:.2f} ± {:.2f}".format(*score),
            "{:.1%} ± {:.1%}".format(*share),
        )
    console.print(grid)
    console.print(f"games {summary.games} · moves a game {{:.1f}} ± {{:.1f}}".format(*summary.moves))
    if summary.rounds:
        console.print("rounds {} to {}".format(*summary.rounds))
    console.print("ties {:.1%} ± {:.1%}".format(*summary.ties))
    console.print("ended by " + ", ".join(f"{reason} {n}" for reason, n in sorted(summary.reasons.items())))
    for (seat, reason), n in sorted(summary.faults.items()):
        console.print(f"seat {seat} has forfeited {n} games: {reason}")


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="Records, one a line.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only check, and print the count.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Tell every move, and draw the table at the end.")] = False,
    at: Annotated[int | None, typer.Option(min=0, metavar="MOVE", help="Draw the table after so many moves.")] = None,
    jobs: JobsOption = None,
    language: LanguageOption = "en",
) -> None:
    """Replay records move by move, checking deals, moves, results and proofs. Exit status 1: a record is wrong."""
    from spieltisch.match import BadRecord, read_records

    check_language(language)
    with input_lines(file) as lines:
        if verify and not show and at is None:
            good, bad = verified(file, lines, jobs, language)
        else:
            good = bad = 0
            for number, record in read_records(lines):
                try:
                    if isinstance(record, BadRecord):
                        raise record
                    text = replayed(record, show=show, at=at, language=language)
                except BadRecord as mistake:
                    mistake.line = number
                    typer.echo(mistake.told(language), err=True)
                    bad += 1
                    continue
                good += 1
                typer.echo(f"line {number}: {text}")
    typer.echo(f"{good} good, {bad} bad")
    if bad or not good:
        raise typer.Exit(1)


def verified(file: str, lines: BinaryIO, jobs: int | None, language: str) -> tuple[int, int]:
    """Check records in all processes; tell what is wrong in their order, and count."""
    from spieltisch.lab.verifying import verify

    good = bad = 0
    with workers(jobs) as crew, progress() as bar:
        task = bar.add_task("checking", total=None if file == "-" else Path(file).stat().st_size)
        for checked in verify(lines, crew, language):
            good += checked.good
            bad += len(checked.mistakes)
            for mistake in checked.mistakes:
                typer.echo(mistake, err=True)
            bar.advance(task, checked.bytes)
    return good, bad


def replayed(record: Record, *, show: bool, at: int | None, language: str) -> str:
    """Check one record and describe it as asked for."""
    from spieltisch.games.happenings import sentence
    from spieltisch.match import BadRecord
    from spieltisch.match import replay as play_record
    from spieltisch.match import verify as check

    if at is not None:
        if at > len(record.moves):
            raise BadRecord("beyond", number=at, count=len(record.moves))
        return f"after {at} moves\n{play_record(record, at)}"
    table = check(record)
    result = record.result
    assert result is not None
    text = f"{record.game}, {record.players} players, {len(record.moves)} moves: {result.scores}, {result.reason}"
    if not show:
        return text
    told: list[str] = [text]

    def watch(before: Table, seat: int, move: str) -> None:
        after = before.copy()
        after.play(seat, move)
        shown = before.show_move(seat, move, seat)
        told.append(f"{len(told):>4}  seat {seat}: {move}")
        happenings = before.game.tell(before.view(seat), after.view(seat), seat, shown)
        told.extend(f"        {sentence(before, happening, language)}" for happening in happenings)

    play_record(record, watch=watch)
    return "\n".join([*told, str(table)])


def show(
    game: GameArgument,
    position: Annotated[
        str | None, typer.Option(help="A position as text, in quotes; without it a new game is dealt.")
    ] = None,
    players: PlayersOption = None,
    seed: Annotated[int | None, typer.Option(help="Deal this game.")] = None,
    seat: Annotated[int | None, typer.Option(help="Show what this seat sees.")] = None,
    option: OptionsOption = None,
    moves: Annotated[bool, typer.Option("--moves", help="List the legal moves as well.")] = False,
) -> None:
    """Draw a position as text."""
    from spieltisch import games

    found = find_game(game)
    options = read_options(found, option)
    count = check_players(found, players)
    try:
        table = found.position(position, count, options) if position else found.deal(count, seed, options)
        board = table if seat is None else table.view(seat)
    except games.Refusal as mistake:
        fail(str(mistake))
    typer.echo(str(board))
    typer.echo(f"\n{board.position}")
    if moves:
        for mover in table.waiting_for:
            typer.echo(f"\nseat {mover}: " + ", ".join(table.legal_moves(mover)))


def perft(
    game: Annotated[str, typer.Argument(help="A game without luck.")],
    depth: Annotated[int, typer.Option(min=1, help="How many moves deep.")],
    position: Annotated[str | None, typer.Option(help="Start here instead of at the beginning.")] = None,
    option: OptionsOption = None,
    divide: Annotated[bool, typer.Option("--divide", help="Show the count below each first move.")] = False,
) -> None:
    """Count the leaves of the tree of legal moves: the test that two engines agree on the rules."""
    from spieltisch import games

    found = find_game(game)
    room = brought_by(found)
    if not hasattr(room, "perft"):
        fail(f'Perft is for games without luck; "{game}" is not one.')
    options = read_options(found, option)
    try:
        table = found.position(position, 2, options) if position else found.deal(2, 0, options)
    except games.Refusal as mistake:
        fail(str(mistake))
    if divide:
        parts = room.divide(table, depth)
        for move, leaves in parts.items():
            typer.echo(f"{move}: {leaves}")
        typer.echo(f"total: {sum(parts.values())}")
    else:
        typer.echo(room.perft(table, depth))
