"""Playing at the command line: the server, a game in the terminal, and what makes both start quickly."""

from __future__ import annotations

import errno
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from spieltisch.cli.asking import (
    LanguageOption,
    OptionsOption,
    PlayersOption,
    check_language,
    check_level,
    check_players,
    fail,
    find_game,
    progress,
    read_options,
)
from spieltisch.levels import EVERY_LEVEL


def serve(
    host: Annotated[str | None, typer.Option(help="Where to listen; this machine only if not given.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port; 8000 if not given.")] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="postgresql://… to share tables among servers; SQLite if not given."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Server processes; more than one needs PostgreSQL.")
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the table in the browser.")] = False,
    sets: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Card sets for everybody, each a file FOLDER/GAME/NAME.toml."),
    ] = None,
) -> None:
    """Start the table server: people play in the browser, against bots and each other."""
    from spieltisch.server import commands
    from spieltisch.server.settings import from_environment

    try:
        settings = from_environment(host=host, port=port)
    except ValueError as error:
        fail(f"The server cannot start: {error}")
    typer.echo(f"The table is at http://{settings.host}:{settings.port}/ (Ctrl+C ends it).")
    if open_page:
        open_when_ready(settings.host, settings.port)
    try:
        commands.serve(host, port, database, workers, sets=str(sets) if sets else None)
    except (ValueError, OSError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            fail(f"Port {settings.port} is taken by another program; choose another with spieltisch serve --port.")
        fail(f"The server cannot start: {error}")


def open_when_ready(host: str, port: int) -> None:
    """Open the browser as soon as the server answers."""
    import socket
    import threading
    import time
    import webbrowser

    def wait() -> None:
        while True:
            try:
                socket.create_connection((host, port), timeout=1).close()
            except OSError:
                time.sleep(0.2)
            else:
                webbrowser.open(f"http://{host}:{port}/")
                return

    threading.Thread(target=wait, daemon=True).start()


def play(
    game: Annotated[
        str | None, typer.Argument(help="As `spieltisch games` lists it; not needed with --resume.")
    ] = None,
    players: PlayersOption = None,
    seat: Annotated[int, typer.Option(min=0, help="Your seat.")] = 0,
    level: Annotated[str, typer.Option(help=", ".join(EVERY_LEVEL))] = "casual",
    seed: Annotated[int | None, typer.Option(help="Deal this game.")] = None,
    option: OptionsOption = None,
    language: LanguageOption = "en",
    save: Annotated[Path | None, typer.Option(help="Keep the game here when you leave.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Take up a game that was kept.")] = None,
) -> None:
    """Play against bots in the terminal: text board, hints, undo, saved games."""
    from spieltisch import games, terminal
    from spieltisch.match import Match

    check_language(language)
    try:
        if resume is not None:
            match = terminal.take_up(resume)
        else:
            found = find_game(game or fail(f"Say which game: {', '.join(games.names())}."))
            match = Match.deal(found, check_players(found, players), seed, read_options(found, option))
    except (games.Refusal, terminal.BadRecord) as mistake:
        fail(mistake.told(language))
    except OSError as error:
        fail(f"Cannot read {resume}: {error.strerror}.")
    check_level(match.table.game, level)
    if seat >= match.table.players:
        fail(f"There is no seat {seat}; the seats are 0 to {match.table.players - 1}.")
    compile_level(match.table.game.name, level)
    terminal.run(match, seat, level, language, save or resume)


def compile_level(game: str, level: str) -> None:
    """Compile a level now that is not compiled with its game, and say why that takes so long."""
    import asyncio

    from spieltisch import bots, compiling

    if level in bots.more_levels_of(game) and not compiling.is_compiled(game, compiling.MORE):
        typer.echo(f"The level {level} is compiled first; that takes about a quarter of a minute, once.")
        asyncio.run(compiling.Compilers(1).add_more(game))


def warm_up(
    master: Annotated[bool, typer.Option("--master", help="Also bots above expert, where a game has them.")] = False,
    lab: Annotated[
        bool, typer.Option("--lab", help="Also what programs that learn need: batches, environments.")
    ] = False,
) -> None:
    """Compile all rules and bots now, so that no player waits for it: a minute or two at first, seconds later."""
    import asyncio

    from spieltisch import compiling
    from spieltisch._cache import forget_old_folders

    forget_old_folders()
    try:
        with progress() as bar:
            task = bar.add_task("compiling rules and bots", total=None)
            asyncio.run(compiling.compile_all(lambda far: bar.update(task, completed=far.done, total=far.total)))
            if master:
                bar.add_task("compiling the strongest bots", total=None)
                asyncio.run(compiling.compile_more())
            if lab:
                bar.add_task("compiling the lab", total=None)
                asyncio.run(compiling.compile_lab())
    except compiling.CompilingFailed as failed:
        fail(f"Not everything could be compiled: {failed}")
    typer.echo("All rules and bots are compiled.")
