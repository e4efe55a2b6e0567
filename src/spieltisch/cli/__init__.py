"""The one command, `spieltisch`: one module for each group of commands, and here the list of them.

Heavy modules load inside the commands, so that help appears at once.
"""

from __future__ import annotations

from typing import Annotated

import typer

from spieltisch import __version__
from spieltisch.cli import bots, playing, records, tournaments, training
from spieltisch.cli.admin import admin_app
from spieltisch.cli.asking import OnRay
from spieltisch.cli.cards import cards_app
from spieltisch.cli.lab import lab_app
from spieltisch.cli.lessons import lessons_app

app = typer.Typer(
    help="A digital game table: exact rules, records that any program can replay. "
    "Without a command it starts the table server on this machine and opens it in the browser.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def tell_version(wanted: bool) -> None:
    """Print which version this is, and nothing else."""
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def open_the_table(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - its callback answers
        bool, typer.Option("--version", callback=tell_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Whoever gives no command wants to play."""
    if context.invoked_subcommand is None:
        playing.serve(open_page=True)


app.command("games")(records.list_games)
app.command(cls=OnRay)(records.simulate)
app.command()(records.replay)
app.command()(records.show)
app.command()(records.perft)
app.add_typer(cards_app, name="cards")
app.add_typer(lessons_app, name="lessons")
app.command()(bots.bench)
app.command()(playing.serve)
app.add_typer(admin_app, name="admin")
app.command()(playing.play)
app.command(cls=OnRay)(bots.ladder)
app.command()(bots.engine)
app.command(cls=OnRay)(tournaments.tournament)
app.add_typer(lab_app, name="lab")
app.command()(training.train)
app.command("warm-up")(playing.warm_up)


def main() -> None:
    """Run the command line."""
    app()
