"""The one command, `spieltisch`. Heavy modules load inside the commands, so that help appears at once."""

from __future__ import annotations

import errno
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from spieltisch.admin import admin_app, fail

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress

    from spieltisch.games import Game, Table
    from spieltisch.lab.simulate import Summary
    from spieltisch.match import Record

LEVELS = ("random", "beginner", "casual", "skilled", "expert")
"""As in `spieltisch.bots`, which would take too long to load for help; a test compares them."""

app = typer.Typer(
    help="A digital table for Wampum, Wigwam and Amul: exact rules, records that any program can replay. "
    "Without a command it starts the table server on this machine and opens it in the browser.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

PlayersOption = Annotated[
    int | None, typer.Option("--players", "-n", help="Number of players; the fewest possible if not given.")
]
OptionsOption = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="A rule option; repeat for more."),
]


@app.callback()
def open_the_table(context: typer.Context) -> None:
    """Whoever gives no command wants to play."""
    if context.invoked_subcommand is None:
        serve(open_page=True)


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

    options = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            fail(f'Option "{text}" has no value; write NAME=VALUE.')
        options[name] = read_text(value) if name == "cards" and value != "house" else value
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


@app.command("games")
def list_games() -> None:
    """List the games with their player counts and options."""
    import msgspec
    from rich.console import Console
    from rich.table import Table as Grid

    from spieltisch import games
    from spieltisch.games.game import allowed_values

    grid = Grid("game", "players", "option", "values", "default")
    for name in games.names():
        game = games.get(name)
        fields = msgspec.structs.fields(game.options_type)
        seats = f"{game.seats[0]}-{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        for row, field in enumerate(fields):
            first = (name, seats) if row == 0 else ("", "")
            grid.add_row(*first, field.name, allowed_values(field.type), str(field.default))
    Console().print(grid)


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="wampum, wigwam or amul")],
    players: PlayersOption = None,
    games: Annotated[int, typer.Option("--games", "-k", min=1, help="How many games to play.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games on any machine.")] = 1,
    policy: Annotated[str, typer.Option(help="Who plays; so far: random.")] = "random",
    option: OptionsOption = None,
    records: Annotated[str | None, typer.Option(metavar="FILE|-", help="Write each game as a line of JSON.")] = None,
) -> None:
    """Play many games and sum them up; write their records if asked to."""
    from spieltisch.lab.simulate import Summary
    from spieltisch.lab.simulate import simulate as play_games
    from spieltisch.match import write_line

    if policy != "random":
        fail(f'There is no policy "{policy}"; choose one of: random.')
    found = find_game(game)
    options = read_options(found, option)
    count = check_players(found, players)
    summary = Summary(count)
    with progress() as bar, output(records) if records else no_output() as file:
        task = bar.add_task(f"simulating {found.title}", total=games)
        for played in play_games(found, count, games, seed, options):
            summary.add(played)
            if file is not None:
                file.write(write_line(played.record()))
            bar.advance(task)
    print_summary(found, summary, to_error=records == "-")


@contextmanager
def no_output() -> Iterator[None]:
    """Stand in for a file that nobody asked for."""
    yield None


def print_summary(game: Game, summary: Summary, *, to_error: bool) -> None:
    """Print means with their 95 % confidence intervals; beside records on standard output use the error stream."""
    from rich.console import Console
    from rich.table import Table as Grid

    from spieltisch.lab.simulate import mean_and_margin

    console = Console(stderr=to_error)
    grid = Grid("seat", "score (95 %)", "wins (95 %)", title=f"{game.title}, {summary.players} players")
    for seat in range(summary.players):
        score, score_margin = summary.score(seat)
        share, share_margin = summary.win_share(seat)
        grid.add_row(str(seat), f"{score:.2f} ± {score_margin:.2f}", f"{share:.1%} ± {share_margin:.1%}")
    console.print(grid)
    moves, margin = mean_and_margin(summary.moves)
    console.print(f"games {summary.games} · moves a game {moves:.1f} ± {margin:.1f}")
    if summary.rounds:
        console.print(f"rounds {min(summary.rounds)} to {max(summary.rounds)}")
    ties, margin = mean_and_margin([float(len(winners) > 1) for winners in summary.winners])
    console.print(f"ties {ties:.1%} ± {margin:.1%}")
    console.print("ended by " + ", ".join(f"{reason} {n}" for reason, n in sorted(summary.reasons.items())))


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="Records, one a line.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only check, and print the count.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Tell every move, and draw the table at the end.")] = False,
    at: Annotated[int | None, typer.Option(min=0, metavar="MOVE", help="Draw the table after so many moves.")] = None,
    language: Annotated[str, typer.Option(help="en, de or fr, for --show.")] = "en",
) -> None:
    """Replay records move by move, checking deals, moves, results and proofs. Exit status 1: a record is wrong."""
    from spieltisch.match import BadRecord, read_records

    check_language(language)
    good = bad = 0
    with input_lines(file) as lines, progress() as bar:
        task = bar.add_task("replaying", total=None)
        for number, record in read_records(lines):
            bar.advance(task)
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
            if not verify:
                typer.echo(f"line {number}: {text}")
    typer.echo(f"{good} good, {bad} bad")
    if bad or not good:
        raise typer.Exit(1)


def replayed(record: Record, *, show: bool, at: int | None, language: str) -> str:
    """Check one record and describe it as asked for."""
    from spieltisch.games.game import sentence
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


@app.command()
def show(
    game: Annotated[str, typer.Argument(help="wampum, wigwam or amul")],
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


@app.command()
def perft(
    game: Annotated[str, typer.Argument(help="A game without luck: wigwam.")],
    depth: Annotated[int, typer.Option(min=1, help="How many moves deep.")],
    position: Annotated[str | None, typer.Option(help="Start here instead of at the beginning.")] = None,
    option: OptionsOption = None,
    divide: Annotated[bool, typer.Option("--divide", help="Show the count below each first move.")] = False,
) -> None:
    """Count the leaves of the tree of legal moves: the test that two engines agree on the rules."""
    from spieltisch import games

    if game != "wigwam":
        fail(f'Perft is for games without luck; "{game}" is not one. Choose: wigwam.')
    from spieltisch.games import wigwam

    found = find_game(game)
    options = read_options(found, option)
    try:
        table = found.position(position, 2, options) if position else found.deal(2, 0, options)
    except games.Refusal as mistake:
        fail(str(mistake))
    if divide:
        parts = wigwam.divide(table, depth)
        for move, leaves in parts.items():
            typer.echo(f"{move}: {leaves}")
        typer.echo(f"total: {sum(parts.values())}")
    else:
        typer.echo(wigwam.perft(table, depth))


cards_app = typer.Typer(
    help="List Amul's cards, or check a card set of your own (--option cards=FILE plays with it).",
    invoke_without_command=True,
)
app.add_typer(cards_app, name="cards")

LanguageOption = Annotated[str, typer.Option(help="en, de or fr.")]


@cards_app.callback()
def cards(context: typer.Context, language: LanguageOption = "en") -> None:
    """List the house set as a table. Its values are our own design, not the printed cards.

    To play with the cards of your box, copy the card file (`spieltisch cards file > mine.toml`), enter the
    printed values, check it and give it as --option cards=mine.toml.
    """
    if context.invoked_subcommand is None:
        from spieltisch.games import amul

        check_language(language)
        print_cards(amul.house(), language)


def print_cards(cardset: Any, language: str) -> None:
    """Print a card set, one card a line and its rule below."""
    from rich.console import Console
    from rich.table import Column
    from rich.table import Table as Grid

    from spieltisch.games import amul
    from spieltisch.texts import say

    console = Console()
    if cardset.hash == amul.house().hash:
        console.print(say("amul.cards.own_design", language))
    heading = amul.cards_heading(language)
    grid = Grid(heading.name, heading.category, heading.market, Column(heading.text, min_width=32), show_lines=True)
    for row in amul.cards_table(cardset, language):
        about = [row.category, row.position, row.symbols, row.letters, row.effect and f"→ {row.effect}"]
        palace = f"{heading.palace}: {row.palace}" if row.palace else ""
        grid.add_row(
            f"{row.name}\n[dim]{row.id}[/dim]", "\n".join(filter(None, about)), f"{row.market}\n{palace}", row.text
        )
    console.print(grid)


@cards_app.command("file")
def cards_file() -> None:
    """Print the file of the house set, to copy and change."""
    from spieltisch.games.amul import cards as house_cards

    typer.echo(house_cards.house_text(), nl=False)


@cards_app.command("check")
def cards_check(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A card set in TOML.")],
    language: LanguageOption = "en",
    show: Annotated[bool, typer.Option("--show", help="List the cards if the set is good.")] = False,
) -> None:
    """Check a card set: every mistake with its line and what to do about it. Exit status 1: it cannot be played."""
    from spieltisch.games import amul

    check_language(language)
    try:
        cardset = amul.parse(read_text(file))
    except amul.BadCards as mistake:
        typer.echo(mistake.told(language), err=True)
        raise typer.Exit(1) from None
    for doubt in amul.doubts(cardset):
        typer.echo(doubt.told(language), err=True)
    typer.echo(f"{file}: {len(cardset.kinds)} kinds of cards, good for 3 to 8 players.")
    if show:
        print_cards(cardset, language)


@app.command()
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


@app.command()
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
        commands.serve(host, port, database, workers)
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


app.add_typer(admin_app, name="admin")


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="wampum, wigwam or amul")] = None,
    players: PlayersOption = None,
    seat: Annotated[int, typer.Option(min=0, help="Your seat.")] = 0,
    level: Annotated[str, typer.Option(help=", ".join(LEVELS))] = "casual",
    seed: Annotated[int | None, typer.Option(help="Deal this game.")] = None,
    option: OptionsOption = None,
    language: Annotated[str, typer.Option(help="en, de or fr.")] = "en",
    save: Annotated[Path | None, typer.Option(help="Keep the game here when you leave.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Take up a game that was kept.")] = None,
) -> None:
    """Play against bots in the terminal: text board, hints, undo, saved games."""
    from spieltisch import games, terminal
    from spieltisch.match import Match

    check_language(language)
    if level not in LEVELS:
        fail(f'There is no level "{level}"; choose one of: {", ".join(LEVELS)}.')
    try:
        if resume is not None:
            match = terminal.take_up(resume)
        else:
            found = find_game(game or "wampum")
            match = Match.deal(found, check_players(found, players), seed, read_options(found, option))
    except (games.Refusal, terminal.BadRecord) as mistake:
        fail(mistake.told(language))
    except OSError as error:
        fail(f"Cannot read {resume}: {error.strerror}.")
    if seat >= match.table.players:
        fail(f"There is no seat {seat}; the seats are 0 to {match.table.players - 1}.")
    terminal.run(match, seat, level, language, save or resume)


@app.command()
def ladder(
    game: Annotated[str, typer.Argument(help="wampum, wigwam or amul")],
    players: PlayersOption = None,
    bots: Annotated[str, typer.Option(help="Levels to compare, separated by commas.")] = ",".join(LEVELS),
    games: Annotated[int, typer.Option("--games", "-k", min=1, help="Games for each pair of levels.")] = 100,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
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
        if level not in LEVELS:
            fail(f'There is no level "{level}"; choose from: {", ".join(LEVELS)}.')
    pairs = lab.neighbours(levels) if adjacent else lab.cross_table(levels)
    work = lab.tasks(game, count, pairs, games, options, seconds, nodes)
    played = []
    with progress() as bar:
        task = bar.add_task(f"ladder {found.title}, {count} players", total=len(work))
        for result in lab.run(work, jobs, results):
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
            f"{p.share:.1%} ± {p.share_margin:.1%}",
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


@app.command()
def engine(level: Annotated[str, typer.Option(help="One of the bots' levels.")] = "expert") -> None:
    """Speak the engine protocol on standard input and output, for programs that seat foreign bots (docs/engines.md)."""
    from spieltisch.bots import LEVELS
    from spieltisch.lab.engines import answer

    if level not in LEVELS:
        fail(f"There is no level {level}; choose one of: {', '.join(LEVELS)}.")
    answer(sys.stdin, sys.stdout, level)


@app.command("warm-up")
def warm_up(
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
            if lab:
                bar.add_task("compiling the lab", total=None)
                asyncio.run(compiling.compile_lab())
    except compiling.CompilingFailed as failed:
        fail(f"Not everything could be compiled: {failed}")
    typer.echo("All rules and bots are compiled.")


def main() -> None:
    """Run the command line."""
    app()
