"""What whoever runs a server does from the command line: `spieltisch admin`. Heavy modules load inside the commands."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from spieltisch.cli.asking import fail

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from spieltisch.server.orders import AnyOrder
    from spieltisch.store import Store

Found = TypeVar("Found")

admin_app = typer.Typer(help="Look after a server: its health, its copies, its people.", no_args_is_help=True)

DatabaseOption = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="The database; the default one if not given.")
]


@admin_app.command("doctor")
def admin_doctor(
    database: DatabaseOption = None,
    json: Annotated[bool, typer.Option("--json", help="For programs: a list of findings.")] = False,
) -> None:
    """Look at everything that a server needs and say what would fail. Exit status 1: something would."""
    import asyncio

    import msgspec

    from spieltisch.server.doctor import examine

    found = asyncio.run(examine(database))
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)))
    else:
        for finding in found:
            advice = f"\n{'':10}{finding.advice}" if finding.advice else ""
            typer.echo(f"{finding.verdict:<8}  {finding.look}: {finding.seen}{advice}")
    if any(finding.verdict == "fails" for finding in found):
        raise typer.Exit(1)


@admin_app.command("backup")
def admin_backup(
    target: Annotated[Path, typer.Argument(help="Where to write the copy; with --keep or --every a folder.")],
    database: DatabaseOption = None,
    keep: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Write into a folder, keep the newest N copies.")
    ] = None,
    every: Annotated[
        float | None, typer.Option(min=0.01, metavar="HOURS", help="Go on: a copy now and every so many hours.")
    ] = None,
) -> None:
    """Copy the database of a running server into a file, or regularly into a folder."""
    from spieltisch.server import commands

    try:
        if every is not None:
            commands.back_up_regularly(target, database, keep, every)
        else:
            typer.echo(commands.backup(target, database, keep))
    except (ValueError, OSError) as error:
        fail(f"No copy was made: {error}")


@admin_app.command("restore")
def admin_restore(
    source: Annotated[Path, typer.Argument(help="A copy made by backup.", exists=True, dir_okay=False)],
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="An empty database; the default one if not given.")
    ] = None,
) -> None:
    """Fill an empty database from a copy."""
    from spieltisch.server import commands

    try:
        typer.echo(commands.restore(source, database))
    except (ValueError, OSError) as error:
        fail(f"Nothing was put back: {error}")


# --- people and tables -------------------------------------------------------------------------------------

SearchArgument = Annotated[str, typer.Argument(metavar="[TEXT]", help="Part of a name or account, or an id.")]
WhoArgument = Annotated[str, typer.Argument(metavar="PERSON", help="The id of a person, or the name of the account.")]
SureOption = Annotated[bool, typer.Option("--yes", help="Do not ask again.")]
LimitOption = Annotated[int, typer.Option(min=1, help="So many at most.")]


@admin_app.command("people")
def admin_people(text: SearchArgument = "", limit: LimitOption = 50, database: DatabaseOption = None) -> None:
    """List people, those seen last first."""
    from spieltisch.store import persons

    found = asked(database, lambda store: persons.search(store, text, limit))
    rows = [
        (
            row.id,
            row.name,
            row.account or "guest",
            day(row.created),
            day(row.seen),
            str(row.tables),
            shut_out(row.banned),
        )
        for row in found
    ]
    show(("id", "name", "account", "since", "seen", "tables", "shut out"), rows)


@admin_app.command("tables")
def admin_tables(text: SearchArgument = "", limit: LimitOption = 50, database: DatabaseOption = None) -> None:
    """List tables, those changed last first: by id, game, status (open, playing, over), or who sits there."""
    from spieltisch.store import persons

    found = asked(database, lambda store: persons.search_tables(store, text, limit))
    rows = [
        (
            row.id,
            row.game,
            row.status,
            "yes" if row.listed else "",
            day(row.created),
            day(row.updated),
            ", ".join(names),
        )
        for row, names in found
    ]
    show(("id", "game", "status", "in the lobby", "since", "changed", "people"), rows)


@admin_app.command("close")
def admin_close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of the table, as in its link.")],
    database: DatabaseOption = None,
) -> None:
    """Close a table without a result, whoever sits there."""
    from spieltisch.server.orders import Close

    order(database, lambda _person: Close(table))


@admin_app.command("kick")
def admin_kick(
    who: WhoArgument,
    table: Annotated[str, typer.Option(metavar="TABLE", help="Only out of this table.")] = "",
    database: DatabaseOption = None,
) -> None:
    """Show somebody out: sessions, tokens and connections end, bots take the seats. An account may sign in again."""
    from spieltisch.server.orders import Kick

    order(database, lambda person: Kick(person, table), who)


@admin_app.command("ban")
def admin_ban(
    who: WhoArgument,
    until: Annotated[
        str | None, typer.Option(metavar="YYYY-MM-DD", help="The first day (UTC) on which they may come again.")
    ] = None,
    database: DatabaseOption = None,
) -> None:
    """Shut somebody out, for good or until a day: they are told so wherever they knock."""
    from datetime import UTC, datetime

    from spieltisch.server.orders import Ban
    from spieltisch.store.persons import FOR_EVER

    moment = FOR_EVER
    if until is not None:
        try:
            moment = datetime.strptime(until, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
        except ValueError:
            fail(f'"{until}" is not a day; write it as 2030-12-31.')
    order(database, lambda person: Ban(person, moment), who)


@admin_app.command("unban")
def admin_unban(who: WhoArgument, database: DatabaseOption = None) -> None:
    """Let somebody in again."""
    from spieltisch.server.orders import Unban

    order(database, lambda person: Unban(person), who)


@admin_app.command("delete")
def admin_delete(who: WhoArgument, yes: SureOption = False, database: DatabaseOption = None) -> None:
    """Delete a person with their data. Games with others stay for the others, without name and chat."""
    from spieltisch.server.orders import Delete

    if not yes:
        typer.confirm(f"Delete {who} and everything stored about them? This cannot be undone.", abort=True)
    order(database, lambda person: Delete(person), who)


def asked(database: str | None, question: Callable[[Store], Awaitable[Found]]) -> Found:
    """Ask the database something, or say why that cannot be done."""
    import asyncio

    from sqlalchemy.exc import SQLAlchemyError

    from spieltisch.server.orders import with_store

    try:
        return asyncio.run(with_store(database, question))
    except (ValueError, OSError, SQLAlchemyError) as error:
        fail(f"Not done: {getattr(error, 'orig', None) or error}")


def order(database: str | None, make: Callable[[str], AnyOrder], who: str | None = None) -> None:
    """Have something done to a table or a person, and say what became of it."""
    from spieltisch.server.orders import have_done
    from spieltisch.store import persons

    async def work(store: Store) -> str:
        person = await persons.find(store, who) if who is not None else None
        if who is not None and person is None:
            raise ValueError(f"Nobody has the id or account {who}; spieltisch admin people lists everybody.")
        return await have_done(store, make(person.id if person else ""))

    answer = asked(database, work)
    if answer.startswith("Not done"):
        fail(answer)
    typer.echo(answer)


def show(heading: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Print a table that programs can take apart too: columns are separated by tabs when nobody is watching."""
    import sys

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not sys.stdout.isatty():
        for row in (heading, *rows):
            typer.echo("\t".join(row))
        return
    grid = Table(*heading)
    for row in rows:
        grid.add_row(*map(Text, row))
    Console().print(grid)


def day(at: float) -> str:
    """A moment for a list, in UTC."""
    import time

    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(at))


def shut_out(until: float | None) -> str:
    """For how long somebody is shut out."""
    import time

    from spieltisch.store.persons import FOR_EVER

    if until is None or until <= time.time():
        return ""
    return "for good" if until >= FOR_EVER else f"until {day(until)}"
