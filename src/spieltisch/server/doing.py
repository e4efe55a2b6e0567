"""What people do at tables, whichever way they ask: the socket and the HTTP API both come here."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch import games
from spieltisch.match import BadRecord, Record, replay, verify
from spieltisch.match.proof import SALT_BYTES
from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server import projection, ruling, telling
from spieltisch.server.people import clean
from spieltisch.server.ruling import refuse
from spieltisch.server.thinking import Pointless
from spieltisch.store.store import new_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.games import Refusal
    from spieltisch.server.hall import Hall
    from spieltisch.server.live import Live
    from spieltisch.server.projection.boards import AnyBuild
    from spieltisch.server.sitting import Sitting
    from spieltisch.store import Person

MOST_OPTIONS = 20
LONGEST_OPTION = 100
"""Name and value of an option of the rules; none needs more."""


# --- opening tables ----------------------------------------------------------------------------------------


async def open_table(hall: Hall, person: Person, wish: ms.NewTable) -> Live:
    """Open a table as wished."""
    game = games.get(wish.game)
    if len(wish.seats) not in game.seats:
        raise refuse("seat_count", low=game.seats[0], high=game.seats[-1], count=len(wish.seats))
    options = checked_options(wish.game, wish.options)
    seats = [seat_spec(seat, person) for seat in wish.seats]
    if all(seat.kind == "bot" for seat in seats):
        raise refuse("no_person")
    if sum(isinstance(seat, ms.SeatMe) for seat in wish.seats) > 1:
        raise refuse("seated")
    await room_for_another(hall, person)
    if wish.listed:
        await room_in_the_lobby(hall, person)
    if wish.shuffle_seats:
        random.SystemRandom().shuffle(seats)
    created = ev.Created(
        game=wish.game,
        options=options,
        settings=wish.settings,
        host=person.id,
        seats=seats,
        listed=wish.listed,
        invite=new_id() if wish.listed and any(seat.kind == "friend" for seat in seats) else "",
    )
    live = await hall.create(created)
    if wish.start and not any(seat.empty for seat in live.sitting.seats):
        await hall.start(live.id, person.id)
    return live


def checked_options(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Check a game's options. Card files of their own would cost memory for ever, so the house's it is."""
    game = games.get(name)
    if name == "amul" and given.get("cards", "house") != "house":
        raise refuse("own_cards")
    if len(given) > MOST_OPTIONS or any(
        len(str(key)) + len(str(value)) > LONGEST_OPTION for key, value in given.items()
    ):
        raise refuse("long_options", count=MOST_OPTIONS, limit=LONGEST_OPTION)
    return game.options_record(game.read_options(given))


async def room_for_another(hall: Hall, person: Person) -> None:
    """Nobody opens tables without end."""
    count = await hall.store.count_open(person.id)
    if count >= hall.settings.tables_per_person:
        raise refuse("table_limit", count=count)


async def room_in_the_lobby(hall: Hall, person: Person) -> None:
    """The lobby is for everybody."""
    count = await hall.store.count_listed(person.id)
    if count >= hall.settings.listed_per_person:
        raise refuse("listed_limit", count=count)


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


async def rematch(hall: Hall, person: Person, table_id: str) -> Live:
    """Open the next table of the same people, everybody one seat further; a second wish finds the same table."""
    sitting = await hall.stored(table_id)
    if not sitting.over:
        raise refuse("not_over")
    ruling.seated(sitting, person.id)
    if sitting.rematch is not None:
        return await hall.table(sitting.rematch)
    await room_for_another(hall, person)
    specs = [
        ev.SeatSpec(kind=seat.kind, person=seat.person, name=seat.name, level=seat.level) for seat in sitting.seats
    ]
    created = msgspec.structs.replace(
        sitting.created,
        seats=specs[1:] + specs[:1],
        host=person.id,
        rematch_of=table_id,
        imported=False,
        listed=False,
        invite="",
    )
    following = await hall.create(created)

    def announce(now: Sitting) -> ev.Rematch:
        if now.rematch is not None:
            raise ruling.Again(now.seq)
        return ev.Rematch(table=following.id)

    try:
        await hall.act(table_id, announce)
    except ruling.Again:
        return await hall.table((await hall.stored(table_id)).rematch or following.id)
    return following


async def import_record(hall: Hall, person: Person, record: Record) -> Live:
    """Make a table from a record, to look at it again."""
    checked_options(record.game, record.options)  # before anything that they could ask for is done
    hall.preparing.check(record.game)
    await room_for_import(hall, person)
    table = await verified(record, hall.settings.import_seconds)
    seats = [
        ev.SeatSpec(kind="bot", level="casual", name=clean(name)[:24] or None)
        for name in record.seats or [""] * record.players
    ]
    created = ev.Created(
        game=record.game,
        options=table.game.options_record(table.options),
        settings=ms.TableSettings(),
        host=person.id,
        seats=seats,
        imported=True,
    )
    salt = record.proof.salt if record.proof else secrets.token_hex(SALT_BYTES)
    started = ev.Started(deal=record.deal, salt=salt, moves=record.moves, rated=False, forfeited=record.forfeited)
    return await hall.create(created, started)


aside = asyncio.Semaphore(2)
"""Records are checked and games replayed beside the tables, few at a time: a crowd must not keep all threads busy."""


async def verified(record: Record, seconds: float) -> games.Table:
    """Check a record, away from the event loop. A thread cannot be stopped, so it looks at the clock at each move."""
    until = time.monotonic() + seconds

    def look_at_clock(*_: object) -> None:
        if time.monotonic() > until:
            raise refuse("import_slow", seconds=seconds)

    try:
        async with asyncio.timeout(seconds), aside:
            return await asyncio.to_thread(verify, record, look_at_clock)
    except BadRecord as mistake:
        raise refuse("record", reason=mistake) from None
    except TimeoutError:
        raise refuse("import_slow", seconds=seconds) from None


async def room_for_import(hall: Hall, person: Person) -> None:
    """Nobody fills the house with imported games."""
    limit = hall.settings.imports_per_person
    if await hall.store.count_imported(person.id) >= limit:
        raise refuse("import_limit", count=limit)


async def branch(hall: Hall, person: Person, table_id: str, wish: ms.Branching) -> Live:
    """Play on from any point of a finished game, against bots."""
    sitting = await finished(hall, person, table_id)
    moves = sitting.table_moves
    if wish.moves > len(moves):
        raise refuse("moves", count=len(moves))
    if wish.seat >= sitting.players:
        raise refuse("not_seated", seat=wish.seat)
    await room_for_another(hall, person)
    seats = [ev.SeatSpec(kind="bot", level=wish.level) for _ in range(sitting.players)]
    seats[wish.seat] = ev.SeatSpec(kind="person", person=person.id, name=person.name)
    created = ev.Created(
        game=sitting.created.game,
        options=sitting.created.options,
        settings=ms.TableSettings(),
        host=person.id,
        seats=seats,
    )
    assert sitting.match is not None
    started = ev.Started(
        deal=sitting.table.dealt, salt=secrets.token_hex(SALT_BYTES), moves=moves[: wish.moves], rated=False
    )
    return await hall.create(created, started)


async def finished(hall: Hall, person: Person, table_id: str) -> Sitting:
    """Give a table whose game is over, to somebody who may see it."""
    sitting = await hall.stored(table_id)
    if not telling.may_watch(sitting, person.id):
        raise refuse("no_spectators")
    if not sitting.over:
        raise refuse("not_over")
    return sitting


def replayed(sitting: Sitting, eyes: str) -> list[ms.ReplayStep]:
    """Play a finished game again before the eyes of a seat, of a spectator (-1), or with all cards face up."""
    game = sitting.game
    project = projection.of(game.name)
    record = sitting.record()
    seat = -1 if eyes == "all" else int(eyes)

    def look(table: games.Table) -> games.View:
        if eyes == "all":
            return games.View(game, table.players, table.options, table.book, table.state.copy(), -1)
        return table.view(seat)

    first = replay(record, upto=0)
    steps = [
        ms.ReplayStep(number=0, seat=None, move=None, happenings=[], board=project.board(look(first), memory=False))
    ]

    def watch(before: games.Table, mover: int, move: str) -> None:
        after = before.copy()
        after.play(mover, move)
        shown = move if eyes == "all" else before.show_move(mover, move, seat)
        told = game.tell(look(before), look(after), mover, shown)
        steps.append(
            ms.ReplayStep(
                number=len(steps),
                seat=mover,
                move=shown,
                happenings=[projection.shown_happening(game.name, happening) for happening in told],
                board=project.board(look(after), memory=False),
            )
        )

    replay(record, watch=watch)
    return steps


# --- at a table --------------------------------------------------------------------------------------------


def ruling_for(hall: Hall, person: Person, said: ms.AnySaid) -> Callable[[Sitting], ev.AnyEvent]:  # noqa: C901 - a list of cases
    """Say which ruling decides on a message."""
    match said:
        case ms.Play():
            return lambda s: ruling.play(s, person.id, said.seat, said.move, said.seq, said.id)
        case ms.Undo():
            return lambda s: ruling.undo(s, person.id, said.seat, said.seq, said.id)
        case ms.Pause():
            return lambda s: ruling.pause(s, person.id, said.seat)
        case ms.Consent():
            return lambda s: ruling.answer(s, person.id, agree=said.agree)
        case ms.Resume():
            return lambda s: ruling.resume(s, person.id)
        case ms.Chat():
            return lambda s: ruling.chat(s, person.id, clean_chat(said.text), said.id)
        case ms.Hand():
            return lambda s: hand(hall, s, person, said)
        case ms.TakeBack():
            return lambda s: ruling.take_back(s, person.id, said.seat)
        case ms.Resign():
            return lambda s: ruling.resign(s, person.id, said.seat)
        case ms.Close():
            return lambda s: ruling.close(s, person.id)
    raise refuse("bad_message", reason=type(said).__name__)


def clean_chat(text: str) -> str:
    """A line of chat must leave something to see."""
    tidy = clean(text)
    if not tidy:
        raise refuse("bad_message", reason="text")
    return tidy


def hand(hall: Hall, sitting: Sitting, person: Person, said: ms.Hand) -> ev.Handed:
    """Let a bot play for a seat."""
    away = hall.away_for(sitting, said.seat) if said.seat < sitting.players else None
    return ruling.hand(sitting, person.id, said.seat, said.level, away=away, patience=hall.settings.absent_after)


async def do(hall: Hall, person: Person, said: ms.AnySaid) -> ms.Done:
    """Do what a message asks for; something sent twice is answered with what it became."""
    table_id: str = said.table  # type: ignore[union-attr]
    live = await hall.table(table_id)
    if not telling.may_watch(live.sitting, person.id):
        raise refuse("no_spectators")
    await hall.saw(table_id, person.id)
    if isinstance(said, ms.Chat) and (wait := hall.chatting.wait(person.id, time.monotonic())):
        raise refuse("too_fast", seconds=round(wait, 1))
    try:
        return ms.Done(seq=await hall.act(table_id, ruling_for(hall, person, said)))
    except ruling.Again as again:
        return ms.Done(seq=again.seq, again=True)


async def build(hall: Hall, person: Person, table_id: str, seat: int, text: str) -> AnyBuild:
    """Say what something under construction would do. Looks at nothing but the seat's view."""
    sitting = await hall.stored(table_id)
    ruling.own_seat(sitting, person.id, seat)
    ruling.playing(sitting)
    if seat in sitting.hidden:
        view = sitting.without_choice(seat).view(seat)
    elif seat in sitting.waiting:
        view = sitting.table.view(seat)
    else:
        raise refuse("no_choice", seat=seat)
    return projection.of(sitting.created.game).build(view, text)


async def hint(hall: Hall, person: Person, table_id: str, seat: int) -> tuple[int, list[ms.HintMove]]:
    """Ask the best bot what it would do."""
    sitting = await hall.stored(table_id)
    ruling.own_seat(sitting, person.id, seat)
    ruling.playing(sitting)
    if sitting.rated:
        raise refuse("rated_hints")
    if not sitting.created.settings.hints:
        raise refuse("no_hints")
    if seat not in sitting.waiting:
        raise refuse("no_choice", seat=seat)
    seq, fresh_from = sitting.seq, sitting.fresh_from

    def wanted() -> bool:
        live = hall.tables.get(table_id)
        now = live.sitting if live is not None and live.sitting.seq else sitting
        return seat in now.waiting and now.fresh_from == fresh_from

    try:
        thought = await hall.thinkers.hint(sitting.table.view(seat), hall.settings.hint_seconds, person.id, wanted)
    except Pointless:
        raise refuse("no_choice", seat=seat) from None
    listed = thought.candidates or [(thought.move, 0.0)]
    return seq, [ms.HintMove(move=move, value=round(value, 4)) for move, value in listed[:5]]


def listed(sitting: Sitting, person: str) -> ms.ListedTable:
    """A table as a line in a list."""
    mine = sitting.seats_of(person)
    return ms.ListedTable(
        table=sitting.info(),
        waiting=list(sitting.waiting),
        mine=mine,
        my_turn=any(seat in sitting.waiting and sitting.seats[seat].bot is None for seat in mine),
    )


def refused(reason: Refusal | BadRecord, language: str) -> ms.Refused:
    """Tell a refusal."""
    facts = {
        key: value if isinstance(value, str | int | float | bool) else str(value) for key, value in reason.facts.items()
    }
    return ms.Refused(key=reason.key, facts=facts, text=reason.told(language))
