"""What the commands have in common: how they read what they are given, and how they say what is wrong with it."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, NoReturn

import typer
from typer.core import TyperCommand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress

    from spieltisch.games import Game
    from spieltisch.lab.jobs import Jobs

GameArgument = Annotated[str, typer.Argument(help="Its name, as `spieltisch games` lists it.")]
PlayersOption = Annotated[
    int | None, typer.Option("--players", "-n", help="Number of players; the fewest possible if not given.")
]
OptionsOption = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="A rule option; repeat for more."),
]
JobsOption = Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Cores to use; all if not given.")]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="[ADDRESS]",
        help="Work on Ray (extra ray): without an address one of its own on this machine, otherwise the running "
        "cluster there, HOST:PORT or auto.",
    ),
]
INTERRUPTED = 130
"""What a command gives back that was ended by Ctrl+C, as shells expect it."""
LanguageOption = Annotated[str, typer.Option(help="Such as en, de or fr.")]


def fail(message: str) -> NoReturn:
    """End with a sentence on the error stream."""
    typer.echo(message, err=True)
    raise typer.Exit(2)


def find_game(name: str) -> Game:
    """Give a game, or say which there are."""
    from spieltisch import games

    try:
        return games.get(name)
    except games.BadOption as mistake:
        fail(str(mistake))


def read_options(game: Game, given: list[str] | None) -> Any:
    """Read NAME=VALUE options."""
    from spieltisch import games

    options: dict[str, str] = {}
    usual = game.read_options()
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            fail(f'Option "{text}" has no value; write NAME=VALUE.')
        # What only the house may choose is a file; whoever types at this machine is the house.
        options[name] = read_text(value) if name in game.house_options and value != getattr(usual, name) else value
    try:
        return game.read_options(options)
    except games.BadOption as mistake:
        fail(str(mistake))


def check_players(game: Game, players: int | None) -> int:
    """Refuse a wrong number of players before any work is done."""
    from spieltisch import games

    count = game.seats[0] if players is None else players
    try:
        game.check_players(count)
    except games.BadOption as mistake:
        fail(str(mistake))
    return count


def check_level(game: Game, level: str) -> None:
    """Refuse a level that the game's bots do not have."""
    from spieltisch import bots, games

    try:
        bots.check_level(game.name, level)
    except games.BadOption as mistake:
        fail(str(mistake))


@contextmanager
def progress() -> Iterator[Progress]:
    """Show progress on the error stream if it is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield bar


@contextmanager
def workers(jobs: int | None, ray: str | None = None, game: str = "") -> Iterator[Jobs]:
    """Give those who work: so many processes, one for each core if nobody says how many, or a Ray cluster."""
    from spieltisch.lab.jobs import WorkerLost, cores

    try:
        if ray is None:
            yield jobs or cores()
        else:
            with on_ray(jobs, ray, game) as crew:
                yield crew
    except WorkerLost as lost:
        fail(str(lost))


@contextmanager
def on_ray(jobs: int | None, address: str, game: str) -> Iterator[Jobs]:
    """Join or start a cluster, or say why not."""
    if address and not is_address(address):
        fail(f'"{address}" is no address of a Ray cluster; write HOST:PORT or auto.')
    if address and jobs is not None:
        fail("--jobs is for this machine; a running cluster knows itself how many can work.")
    try:
        from spieltisch.lab.cluster import NoCluster, cluster
    except ModuleNotFoundError as missing:
        fail(f"{missing.name} is not installed; pip install 'spieltisch[ray]'.")
    try:
        with cluster(address, game, jobs) as crew:
            yield crew
    except NoCluster as wrong:
        fail(str(wrong))


def is_address(text: str) -> bool:
    """Whether a text can be the address of a cluster."""
    return text == "auto" or re.fullmatch(r"[^\s/]+:\d+", text) is not None


class OnRay(TyperCommand):
    """A command with the option --ray, after which an address may stand or not."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Complete the option where none follows."""
        following = [*args[1:], ""]
        alone = [one == "--ray" and not is_address(after) for one, after in zip(args, following, strict=True)]
        return super().parse_args(ctx, ["--ray=" if here else one for one, here in zip(args, alone, strict=True)])


@contextmanager
def output(target: str) -> Iterator[BinaryIO]:
    """Open a file for writing, or standard output for "-"."""
    if target == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    try:
        with Path(target).open("wb") as file:
            yield file
    except OSError as error:
        fail(f"Cannot write {target}: {error.strerror}.")


@contextmanager
def input_lines(source: str) -> Iterator[BinaryIO]:
    """Open a file for reading, or standard input for "-"."""
    if source == "-":
        yield sys.stdin.buffer
        return
    try:
        with Path(source).open("rb") as file:
            yield file
    except OSError as error:
        fail(f"Cannot read {source}: {error.strerror}.")


def read_text(source: str) -> str:
    """Read a whole text file."""
    with input_lines(source) as file:
        try:
            return file.read().decode("utf-8")
        except UnicodeDecodeError as error:
            fail(f"Cannot read {source}: byte {error.start} is not UTF-8.")


def check_language(language: str) -> None:
    """Refuse a language that there are no sentences for."""
    from spieltisch.texts import LANGUAGES

    if language not in LANGUAGES:
        fail(f'There is no language "{language}"; choose one of: {", ".join(LANGUAGES)}.')


def brought_by(game: Game) -> Any:
    """Give the package of a game: it may bring more than every game has to, such as perft or card sets."""
    return sys.modules[str(sys.modules[type(game).__module__].__package__)]
