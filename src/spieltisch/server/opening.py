"""Opening tables: new ones, the next one of the same people, from a record or a finished game, for a lesson."""

from __future__ import annotations

import contextlib
import random
import secrets
import time
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch import games
from spieltisch.games import Refusal
from spieltisch.games.lessons import moves_before
from spieltisch.match import BadRecord, Record, verify
from spieltisch.match.proof import SALT_BYTES
from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server import ruling, workshop
from spieltisch.server.people import clean
from spieltisch.server.replaying import finished
from spieltisch.server.ruling import refuse
from spieltisch.server.terms import BranchPoint, LessonPoint
from spieltisch.store.store import new_id

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from spieltisch.server.hall import Hall
    from spieltisch.server.loaded import LoadedTable
    from spieltisch.server.sitting import Sitting
    from spieltisch.store import Person

MOST_OPTIONS = 20
LONGEST_OPTION = 100
"""Name and value of an option of the rules; none needs more."""


async def open_table(hall: Hall, person: Person, wish: ms.NewTable) -> LoadedTable:
    """Open a table as wished."""
    game = games.get(wish.game)
    if len(wish.seats) not in game.seats:
        raise refuse("seat_count", low=game.seats[0], high=game.seats[-1], count=len(wish.seats))
    given = {**game.first_options, **wish.options} if wish.settings.coach else wish.options
    options = checked_options(wish.game, given)
    with_set, set_name = await workshop.chosen(hall, person, wish.game, wish.set)
    seats = [seat_spec(seat, person) for seat in wish.seats]
    for level in {seat.level for seat in seats if seat.level is not None}:
        hall.preparing.check_level(wish.game, level)
    if all(seat.kind == "bot" for seat in seats):
        raise refuse("no_person")
    if sum(isinstance(seat, ms.SeatMe) for seat in wish.seats) > 1:
        raise refuse("seated")
    if wish.settings.coach and sum(seat.kind != "bot" for seat in seats) > 1:
        raise refuse("coach_alone")
    if wish.shuffle_seats:
        random.SystemRandom().shuffle(seats)
    created = ev.Created(
        game=wish.game,
        options=options | with_set,
        set=set_name,
        settings=wish.settings,
        host=person.id,
        seats=seats,
        listed=wish.listed,
        invite=new_id() if wish.listed and any(seat.kind == "friend" for seat in seats) else "",
    )
    async with room_for_another(hall, person, listed=wish.listed):
        loaded = await hall.create(created)
    if wish.start and not any(seat.empty for seat in loaded.sitting.seats):
        await hall.start(loaded.id, person.id)
    return loaded


def checked_options(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Check a game's options. A set of one's own is looked at by the clerk, so it comes from the workshop alone."""
    game = games.get(name)
    defaults = game.options_record(game.read_options())
    if any(option in given and given[option] != defaults.get(option) for option in game.house_options):
        raise refuse("own_cards")
    if len(given) > MOST_OPTIONS or any(
        len(str(key)) + len(str(value)) > LONGEST_OPTION for key, value in given.items()
    ):
        raise refuse("long_options", count=MOST_OPTIONS, limit=LONGEST_OPTION)
    return game.options_record(game.read_options(given))


@contextlib.asynccontextmanager
async def room_for_another(hall: Hall, person: Person, *, listed: bool = False) -> AsyncIterator[None]:
    """Nobody opens tables without end, and the lobby is for everybody. The table is opened inside of this."""
    async with hall.one_by_one(person.id):
        count = await hall.store.count_open(person.id)
        if count >= hall.settings.tables_per_person:
            raise refuse("table_limit", count=count)
        waiting = await hall.store.count_listed(person.id) if listed else 0
        if waiting >= hall.settings.listed_per_person and listed:
            raise refuse("listed_limit", count=waiting)
        yield


def seat_spec(wish: ms.SeatWish, person: Person) -> ev.SeatSpec:
    """Turn a wish for a seat into the seat."""
    match wish:
        case ms.SeatMe():
            return ev.SeatSpec(kind="person", person=person.id, name=person.name)
        case ms.SeatDevice(name):
            return ev.SeatSpec(kind="person", person=person.id, name=clean(name) or person.name)
        case ms.SeatBot(level):
            return ev.SeatSpec(kind="bot", level=level)
        case ms.SeatFriend():
            return ev.SeatSpec(kind="friend")
        case ms.SeatOpen():
            return ev.SeatSpec(kind="open")


async def rematch(hall: Hall, person: Person, table_id: str) -> LoadedTable:
    """Open the next table of the same people, everybody one seat further; a second wish finds the same table."""
    sitting = await hall.stored(table_id)
    if not sitting.over:
        raise refuse("not_over")
    ruling.seated(sitting, person.id)
    if sitting.rematch is not None:
        return await hall.table(sitting.rematch)
    specs = [
        ev.SeatSpec(kind=seat.kind, person=seat.person, name=seat.name, level=seat.level) for seat in sitting.seats
    ]
    created = msgspec.structs.replace(
        sitting.created,
        seats=specs[1:] + specs[:1],
        host=person.id,
        rematch_of=table_id,
        imported=False,
        branch_of=None,
        # After a lesson comes a real game.
        lesson=None,
        settings=ms.TableSettings() if sitting.created.lesson else sitting.created.settings,
        listed=False,
        invite="",
    )
    async with room_for_another(hall, person):
        following = await hall.create(created)

    def announce(now: Sitting) -> ev.Rematched:
        if now.rematch is not None:
            raise ruling.Again(now.seq)
        return ev.Rematched(table=following.id)

    try:
        await hall.act(table_id, announce)
    except ruling.Again:
        return await hall.table((await hall.stored(table_id)).rematch or following.id)
    return following


async def import_record(hall: Hall, person: Person, record: Record) -> LoadedTable:
    """Make a table from a record, to look at it again."""
    options = dict(record.options)
    check_set(hall, record.game, options)
    checked_options(record.game, options)  # before anything that they could ask for is done
    hall.preparing.check(record.game)
    async with room_for_import(hall, person):
        options, set_name = await verified(hall, record, hall.settings.import_seconds)
        return await imported(hall, person, record, options, set_name)


async def imported(hall: Hall, person: Person, record: Record, options: dict[str, Any], set_name: str) -> LoadedTable:
    """Make a table from a record that holds."""
    seats = [
        ev.SeatSpec(kind="bot", level="casual", name=clean(name)[:24] or None)
        for name in record.seats or [""] * record.players
    ]
    created = ev.Created(
        game=record.game,
        options=options,
        settings=ms.TableSettings(),
        host=person.id,
        seats=seats,
        imported=True,
        set=set_name,
    )
    salt = record.proof.salt if record.proof else secrets.token_hex(SALT_BYTES)
    started = ev.Started(deal=record.deal, salt=salt, moves=record.moves, rated=False, forfeited=record.forfeited)
    return await hall.create(created, started)


def check_set(hall: Hall, name: str, options: dict[str, Any]) -> None:
    """Take the set of a record out of its options, if it is not too long to be looked at."""
    workshops = games.get(name).workshop
    if workshops is not None and isinstance(text := options.get(workshops.option), str):
        workshop.check_size(hall, name, text)
        del options[workshops.option]


async def verified(hall: Hall, record: Record, seconds: float) -> tuple[dict[str, Any], str]:
    """Check a record, away from the event loop; gives its options as they are written, and the name of its set."""
    try:
        return await hall.clerk.do_within(seconds, "import_slow", check, record, seconds)
    except BadRecord as mistake:
        raise refuse("record", reason=mistake) from None


def check(record: Record, seconds: float) -> tuple[dict[str, Any], str]:
    """Check a record. What goes on cannot be stopped from outside, so it looks at the clock at each move."""
    until = time.monotonic() + seconds

    def look_at_clock(*_: object) -> None:
        if time.monotonic() > until:
            raise refuse("import_slow", seconds=seconds)

    table = verify(record, look_at_clock)
    options = table.game.options_record(table.options)
    found = table.game.workshop
    return options, found.name_of(options[found.option]) if found and found.option in options else ""


@contextlib.asynccontextmanager
async def room_for_import(hall: Hall, person: Person) -> AsyncIterator[None]:
    """Nobody fills the house with imported games. The table is made inside of this.

    A record is checked inside of this too, and that may take long; whoever waits for it can play meanwhile.
    """
    async with hall.one_by_one(f"imports of {person.id}"):
        limit = hall.settings.imports_per_person
        if await hall.store.count_imported(person.id) >= limit:
            raise refuse("import_limit", count=limit)
        yield


async def branch(hall: Hall, person: Person, table_id: str, wish: ms.Branching) -> LoadedTable:
    """Play on from any point of a finished game: one seat against bots, or all of them by oneself."""
    sitting = await finished(hall, person, table_id)
    moves = sitting.table_moves
    if wish.moves > len(moves):
        raise refuse("moves", count=len(moves))
    if wish.seat >= sitting.players:
        raise refuse("not_seated", seat=wish.seat)
    hall.preparing.check_level(sitting.created.game, wish.level)
    # Seats that one plays besides one's own are called as their colours are.
    mine, bot = ev.SeatSpec(kind="person", person=person.id), ev.SeatSpec(kind="bot", level=wish.level)
    seats = [mine if wish.others == "me" else bot] * sitting.players
    seats[wish.seat] = msgspec.structs.replace(mine, name=person.name)
    created = ev.Created(
        game=sitting.created.game,
        options=sitting.created.options,
        set=sitting.created.set,
        settings=ms.TableSettings(),
        host=person.id,
        seats=seats,
        branch_of=BranchPoint(table=table_id, moves=wish.moves),
    )
    assert sitting.match is not None
    started = ev.Started(
        deal=sitting.table.dealt, salt=secrets.token_hex(SALT_BYTES), moves=moves[: wish.moves], rated=False
    )
    async with room_for_another(hall, person):
        return await hall.create(created, started)


async def begin_lesson(hall: Hall, person: Person, name: str, wish: ms.LessonWish) -> LoadedTable:
    """Open the table of a lesson's chapter, and close that of the one before."""
    lesson = games.get(name).lessons.get(wish.name)
    if lesson is None or wish.chapter >= len(lesson.chapter) or wish.step >= len(lesson.chapter[wish.chapter].step):
        raise refuse("no_lesson")
    if wish.after is not None:
        with contextlib.suppress(Refusal):
            await hall.act(wish.after, lambda sitting: ruling.close(sitting, person.id))
    chapter = lesson.chapter[wish.chapter]
    seats = [ev.SeatSpec(kind="bot", level="beginner")] * lesson.players
    seats[lesson.seat] = ev.SeatSpec(kind="person", person=person.id, name=person.name)
    created = ev.Created(
        game=name,
        options=checked_options(name, chapter.options),
        # Nobody else comes to a lesson, and nothing happens by itself.
        settings=ms.TableSettings(
            absent="wait",
            undo=False,
            hints=False,
            rated=False,
            spectators=False,
            forced_moves=False,
            pace=wish.pace,
            chat=False,
        ),
        host=person.id,
        seats=seats,
        lesson=LessonPoint(name=wish.name, chapter=wish.chapter),
    )
    moves = list(script(name, wish.name, wish.chapter, wish.step))
    started = ev.Started(deal=chapter.deal, salt=secrets.token_hex(SALT_BYTES), moves=moves, rated=False)
    async with room_for_another(hall, person):
        return await hall.create(created, started)


@cache
def script(game: str, name: str, chapter: int, step: int) -> tuple[tuple[int, str], ...]:
    """The moves by which a lesson's chapter comes to a step. They follow from its file alone, so once is enough."""
    lesson = games.get(game).lessons[name]
    return tuple(moves_before(games.get(game), lesson, lesson.chapter[chapter], step))
