"""Card sets of one's own at the command line, for the game that is played with such."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from spieltisch.cli.asking import LanguageOption, brought_by, check_language, fail, read_text

if TYPE_CHECKING:
    from spieltisch.games import Game

cards_app = typer.Typer(
    help="List the cards of the house, or check a card set of your own (--option cards=FILE plays with it).",
    invoke_without_command=True,
)


def card_game() -> Game:
    """Give the game that takes card sets of one's own."""
    from spieltisch import games

    found = [game for game in map(games.get, games.names()) if hasattr(brought_by(game), "cards_table")]
    return found[0] if found else fail("No game here takes card sets of one's own.")


@cards_app.callback()
def cards(context: typer.Context, language: LanguageOption = "en") -> None:
    """List the house set as a table. Its values are our own design, not the printed cards.

    To play with the cards of your box, copy the card file (`spieltisch cards file > mine.toml`), enter the
    printed values, check it and give it as --option cards=mine.toml.
    """
    if context.invoked_subcommand is None:
        check_language(language)
        game = card_game()
        print_cards(game, brought_by(game).house(), language)


def print_cards(game: Game, cardset: Any, language: str) -> None:
    """Print a card set, one card a line and its rule below."""
    from rich.console import Console
    from rich.table import Column
    from rich.table import Table as Grid

    from spieltisch.texts import say

    room = brought_by(game)
    console = Console()
    if cardset.hash == room.house().hash:
        console.print(say(f"{game.name}.cards.own_design", language))
    heading = room.cards_heading(language)
    grid = Grid(heading.name, heading.category, heading.market, Column(heading.text, min_width=32), show_lines=True)
    for row in room.cards_table(cardset, language):
        about = [row.category, row.position, row.symbols, row.letters, row.effect and f"→ {row.effect}"]
        palace = f"{heading.palace}: {row.palace}" if row.palace else ""
        grid.add_row(
            f"{row.name}\n[dim]{row.id}[/dim]", "\n".join(filter(None, about)), f"{row.market}\n{palace}", row.text
        )
    console.print(grid)


@cards_app.command("file")
def cards_file() -> None:
    """Print the file of the house set, to copy and change."""
    typer.echo(brought_by(card_game()).cards.house_text(), nl=False)


@cards_app.command("check")
def cards_check(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A card set in TOML.")],
    language: LanguageOption = "en",
    show: Annotated[bool, typer.Option("--show", help="List the cards if the set is good.")] = False,
) -> None:
    """Check a card set: every mistake with its line and what to do about it. Exit status 1: it cannot be played."""
    check_language(language)
    game = card_game()
    room = brought_by(game)
    try:
        cardset = room.parse(read_text(file))
    except room.BadCards as mistake:
        typer.echo(mistake.told(language), err=True)
        raise typer.Exit(1) from None
    for doubt in room.doubts(cardset):
        typer.echo(doubt.told(language), err=True)
    typer.echo(f"{file}: {len(cardset.kinds)} kinds of cards, good for {game.seats[0]} to {game.seats[-1]} players.")
    if show:
        print_cards(game, cardset, language)
