"""Lessons at the command line: whether those of the games, or one of your own, can be played."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Annotated

import typer

from spieltisch.cli.asking import LanguageOption, brought_by, check_language, find_game, read_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.games import Game

lessons_app = typer.Typer(help="Guided first games, as data: check them by playing every step through the rules.")


@lessons_app.callback()
def about_lessons() -> None:
    """Guided first games, as data."""


@lessons_app.command("check")
def lessons_check(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE|-", help="A lesson in TOML; all there are, if none.")
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="Its game; if not given, the folder of the file says it.")
    ] = None,
    language: LanguageOption = "en",
) -> None:
    """Check lessons: every mistake with its file, its line and what to do about it. Exit status 1: there are some."""
    from spieltisch.games.lessons import check

    check_language(language)
    bad = False
    for name, of, text in found(game) if file is None else [(file, game_of(file, game), read_text(file))]:
        mistakes = check(of, text)
        bad = bad or bool(mistakes)
        for mistake in mistakes:
            typer.echo(f"{name}:{mistake.line}: {mistake.told(language)}", err=True)
        if not mistakes:
            typer.echo(f"{name}: good.")
    if bad:
        raise typer.Exit(1)


def game_of(file: str, name: str | None) -> Game:
    """Say which game a file is for: the one named, or the one whose folder it lies in."""
    from pathlib import Path

    return find_game(name or Path(file).resolve().parent.parent.name)


def found(name: str | None) -> Iterator[tuple[str, Game, str]]:
    """Find the lessons of one game, or of all."""
    from spieltisch import games

    for one in [name] if name else games.names():
        game = find_game(one)
        for lesson in game.lessons:
            folder = files(brought_by(game).__name__).joinpath("lessons")
            text = folder.joinpath(f"{lesson}.toml").read_text("utf-8")
            yield f"{one}/lessons/{lesson}.toml", game, text
