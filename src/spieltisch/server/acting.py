"""What people do at tables, whichever way they ask: the socket and the HTTP API both come here with an action.

An action that changes something has a ruling, which makes an event of it or refuses it; the hall stores and tells that.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from spieltisch.server import coach, opening, outgoing, ruling
from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server.people import clean
from spieltisch.server.ruling import refuse
from spieltisch.server.thinking import Pointless

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.server.hall import Hall
    from spieltisch.server.sitting import Sitting
    from spieltisch.store import Person

    Answer = ms.Done | ms.BuildMessage | ms.HintMessage | ms.TableInfo


async def act(hall: Hall, person: Person, action: ms.AnyAction) -> Answer:
    """Do what somebody wishes at a table; something sent twice is answered with what it became."""
    loaded = await hall.table(action.table)
    if not outgoing.may_watch(loaded.sitting, person.id):
        raise refuse("no_spectators")
    await hall.saw(action.table, person.id)
    match action:
        case ms.Ask():
            return await build(hall, person, action)
        case ms.Hint():
            return await hint(hall, person, action)
        case ms.Start():
            return ms.Done(seq=await hall.start(action.table, person.id))
        case ms.Rematch():
            return await rematch(hall, person, action.table)
        case ms.Sit():
            done = await become_event(hall, person, action)
            await hall.saw(action.table, person.id)
            return done
        case ms.Play() if loaded.sitting.created.settings.coach and not action.sure:
            return await with_coach(hall, person, action)
        case ms.Chat() if wait := hall.chatting.wait(person.id, time.monotonic()):
            raise refuse("too_fast", seconds=round(wait, 1))
        case _:
            return await become_event(hall, person, action)


async def become_event(hall: Hall, person: Person, action: ms.AnyAction) -> ms.Done:
    """Let an action become the event that its ruling makes of it."""
    try:
        return ms.Done(seq=await hall.act(action.table, ruling_for(hall, person, action)))
    except ruling.Again as again:
        return ms.Done(seq=again.seq, again=True)


async def with_coach(hall: Hall, person: Person, action: ms.Play) -> ms.Done:
    """Make a move, unless the coach objects; whoever is sure is not asked."""
    objection = await coach.objection(hall, person, action)
    if objection is not None:
        raise objection
    return await become_event(hall, person, action)


async def rematch(hall: Hall, person: Person, table_id: str) -> ms.TableInfo:
    """Open the next table of the same people; alone with bots it begins at once."""
    following = await opening.rematch(hall, person, table_id)
    await hall.saw(following.id, person.id)
    sitting = following.sitting
    if sitting.match is None and sitting.persons() == [person.id] and not any(seat.empty for seat in sitting.seats):
        await hall.start(following.id, person.id)
    return following.sitting.info()


def ruling_for(hall: Hall, person: Person, action: ms.AnyAction) -> Callable[[Sitting], ev.AnyEvent]:  # noqa: C901 - a list of cases
    """Say which ruling decides on an action."""
    match action:
        case ms.Sit():
            return lambda s: ruling.sit(s, person.id, person.name, action.seat, action.invite)
        case ms.Stand():
            return lambda s: ruling.stand(s, person.id)
        case ms.Play():
            return lambda s: ruling.play(s, person.id, action.seat, action.move, action.seq, action.id)
        case ms.Undo():
            return lambda s: ruling.undo(s, person.id, action.seat, action.seq, action.id)
        case ms.Pause():
            return lambda s: ruling.pause(s, person.id, action.seat)
        case ms.Consent():
            return lambda s: ruling.consent(s, person.id, agree=action.agree)
        case ms.Resume():
            return lambda s: ruling.resume(s, person.id)
        case ms.Chat():
            return lambda s: ruling.chat(s, person.id, clean_chat(action.text), action.id)
        case ms.Hand():
            return lambda s: hand(hall, s, person, action)
        case ms.Reclaim():
            return lambda s: ruling.reclaim(s, person.id, action.seat)
        case ms.Resign():
            return lambda s: ruling.resign(s, person.id, action.seat)
        case ms.Close():
            return lambda s: ruling.close(s, person.id)
    raise refuse("bad_message", reason=type(action).__name__)


def clean_chat(text: str) -> str:
    """A line of chat must leave something to see."""
    tidy = clean(text)
    if not tidy:
        raise refuse("bad_message", reason="text")
    return tidy


def hand(hall: Hall, sitting: Sitting, person: Person, action: ms.Hand) -> ev.Handed:
    """Let a bot play for a seat."""
    hall.preparing.check_level(sitting.created.game, action.level)
    away = hall.away_for(sitting, action.seat) if action.seat < sitting.players else None
    return ruling.hand(sitting, person.id, action.seat, action.level, away=away, patience=hall.settings.absent_after)


# --- asking ------------------------------------------------------------------------------------------------


async def build(hall: Hall, person: Person, action: ms.Ask) -> ms.BuildMessage:
    """Say what something under construction would do. Looks at nothing but the seat's view."""
    sitting, seat = await hall.stored(action.table), action.seat
    ruling.own_seat(sitting, person.id, seat)
    ruling.playing(sitting)
    built = sitting.game.face.build(ruling.deciding(sitting, seat), action.build)
    if built is None:
        raise refuse("no_build")
    return ms.BuildMessage(ref=action.ref, seat=seat, build=built)


async def hint(hall: Hall, person: Person, action: ms.Hint) -> ms.HintMessage:
    """Ask the best bot what it would do."""
    sitting, seat = await hall.stored(action.table), action.seat
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
        loaded = hall.tables.get(action.table)
        now = loaded.sitting if loaded is not None and loaded.sitting.seq else sitting
        return seat in now.waiting and now.fresh_from == fresh_from

    try:
        view = sitting.table.view(seat)
        thought = await hall.thinkers.hint(view, hall.settings.hint_seconds, person.id, wanted)
    except Pointless:
        raise refuse("no_choice", seat=seat) from None
    listed = thought.candidates or [(thought.move, 0.0)]
    told = sitting.game.foretell
    moves = [ms.HintMove(move=move, value=round(value, 4), told=told(view, seat, move)) for move, value in listed[:5]]
    return ms.HintMessage(ref=action.ref, seat=seat, seq=seq, moves=moves)
