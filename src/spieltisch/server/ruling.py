"""What may be done at a table: each function checks a wish against the state and gives the event that it becomes.

Nothing is changed here. A refusal is an exception with a sentence; something sent twice is answered by `Again`.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from spieltisch.games import SPECTATOR, Refusal
from spieltisch.match.proof import SALT_BYTES
from spieltisch.server import events as ev
from spieltisch.server import lessons
from spieltisch.server.messages import DaysClock
from spieltisch.server.sitting import seen_key

if TYPE_CHECKING:
    from collections.abc import Container

    from spieltisch.games import Table, View
    from spieltisch.server.messages import Level
    from spieltisch.server.sitting import Sitting


class Refused(Refusal):
    """The server does not do this."""


class Again(Exception):
    """This was done before; `seq` is the event that it became."""

    def __init__(self, seq: int) -> None:
        self.seq = seq
        super().__init__(seq)


class Meanwhile(Exception):
    """Somebody has sat down since the facts for a decision were looked up."""


def refuse(key: str, **facts: object) -> Refused:
    """Name a sentence of the catalogue `server`."""
    return Refused(f"server.refuse.{key}", **facts)


# --- conditions --------------------------------------------------------------------------------------------


STAND_IN: Level = "casual"
"""The level of a bot that plays for somebody who has not chosen it."""


def not_again(sitting: Sitting, action: str, person: str, sent_id: str) -> None:
    """What was sent before is answered, not done."""
    if sent_id and (seq := sitting.seen.get(seen_key(action, person, sent_id))):
        raise Again(seq)


def not_closed(sitting: Sitting) -> None:
    """At a closed table nothing happens any more."""
    if sitting.closed:
        raise refuse("closed")


def not_begun(sitting: Sitting) -> None:
    """Seats change before the game only."""
    not_closed(sitting)
    if sitting.match is not None:
        raise refuse("started")


def playing(sitting: Sitting) -> None:
    """The game has begun and is not over."""
    not_closed(sitting)
    if sitting.match is None:
        raise refuse("not_started")
    if sitting.over:
        raise refuse("over")


def own_seat(sitting: Sitting, person: str, seat: int) -> None:
    """The seat belongs to the person."""
    if seat not in sitting.seats_of(person):
        raise refuse("not_seated", seat=seat)


def seated(sitting: Sitting, person: str) -> None:
    """The person sits at the table."""
    if person not in sitting.persons():
        raise refuse("not_here")


def not_paused(sitting: Sitting) -> None:
    """Nothing moves during a pause."""
    if sitting.paused:
        raise refuse("paused")


def fresh(sitting: Sitting, seq: int) -> None:
    """A decision is made in knowledge of everything that bears on it."""
    if seq < sitting.fresh_from:
        raise refuse("stale", seq=seq)


# --- before the game ---------------------------------------------------------------------------------------


def sit(sitting: Sitting, person: str, name: str, wish: int | None, invite: str = "") -> ev.Sat:
    """Take an empty seat. Who comes with an invitation is offered the seats kept for friends first."""
    not_begun(sitting)
    if person in sitting.persons():
        raise refuse("seated")
    kept = [number for number, seat in enumerate(sitting.seats) if seat.kind == "friend"]
    free = [number for number, seat in enumerate(sitting.seats) if seat.kind == "open"]
    if not kept and not free:
        raise refuse("full")
    if wish is not None and wish not in kept + free:
        raise refuse("taken", seat=wish)
    if secrets.compare_digest(invite.encode(), sitting.created.invite.encode()):
        free = kept + free if invite else sorted(kept + free)
    elif wish in kept or not free:
        raise refuse("invited_only")
    return ev.Sat(seat=free[0] if wish is None else wish, person=person, name=name)


def invitation(sitting: Sitting, person: str) -> str | None:
    """Whoever sits at a table may bring friends."""
    seated(sitting, person)
    return sitting.created.invite or None


def stand(sitting: Sitting, person: str) -> ev.Stood:
    """Leave before the start. The host stays: the table is the host's."""
    not_begun(sitting)
    seated(sitting, person)
    return ev.Stood(seat=sitting.seats_of(person)[-1], person=person)


def start(sitting: Sitting, person: str | None, accounts: Container[str] = (), here: Container[str] = ()) -> ev.Started:
    """Begin: shuffle and deal. Without a person the table begins by itself, because it is full.

    Whether the game is rated is decided now, by who has an account now. A rematch seats people without asking them:
    until they have come, nobody makes them play, and lose on time.
    """
    not_begun(sitting)
    if person is not None and person != sitting.created.host:
        raise refuse("host_only")
    empty = sum(seat.empty for seat in sitting.seats)
    if empty:
        raise refuse("empty_seats", count=empty)
    if sitting.created.rematch_of and not all(other == person or other in here for other in sitting.persons()):
        raise refuse("not_come")
    table = sitting.game.deal(sitting.players, options=sitting.created.options)
    return ev.Started(deal=table.dealt, salt=secrets.token_hex(SALT_BYTES), rated=to_be_rated(sitting, accounts))


def to_be_rated(sitting: Sitting, accounts: Container[str]) -> bool:
    """Whether every seat has a person of its own, with an account, and the table wants it and plays the house's set."""
    persons = sitting.persons()
    return (
        sitting.created.settings.rated
        and not sitting.created.settings.coach
        and not sitting.created.set
        and len(persons) == sitting.players
        and all(person in accounts for person in persons)
    )


def close(sitting: Sitting, person: str) -> ev.Closed:
    """Close a table of one's own: before the game, or while nobody else plays. Nobody's game ends by it."""
    if person != sitting.created.host:
        raise refuse("host_only")
    not_closed(sitting)
    if sitting.over:
        raise refuse("over")
    if sitting.match is not None and any(
        seat.person not in (None, person) and not seat.forfeited for seat in sitting.seats
    ):
        raise refuse("others_play")
    return ev.Closed(person=person)


# --- moves -------------------------------------------------------------------------------------------------


def play(sitting: Sitting, person: str, seat: int, move: str, seq: int, sent_id: str) -> ev.Moved | ev.Changed:
    """Make a move, or change a simultaneous choice that waits for others."""
    own_seat(sitting, person, seat)
    not_again(sitting, "play", person, sent_id)
    playing(sitting)
    not_paused(sitting)
    if sitting.seats[seat].stand_in is not None:
        raise refuse("bot_plays", seat=seat)
    fresh(sitting, seq)
    if seat in sitting.hidden and sitting.created.lesson is None:
        canonical = check_changed(sitting, seat, move)
        return ev.Changed(seat=seat, move=canonical, person=person, id=sent_id)
    table = sitting.table
    canonical = table.game.write_move(table.book[0], table.check(seat, move))
    if objection := lessons.objection(sitting, canonical):
        raise refuse(objection)
    return ev.Moved(seat=seat, move=canonical, person=person, id=sent_id)


def deciding(sitting: Sitting, seat: int) -> View:
    """What a seat sees that has to decide, or may still change its choice."""
    if seat in sitting.hidden:
        return sitting.without_choice(seat).view(seat)
    if seat in sitting.waiting:
        return sitting.table.view(seat)
    raise refuse("no_choice", seat=seat)


def check_changed(sitting: Sitting, seat: int, move: str) -> str:
    """Check a new choice on the table as it would be without the old one."""
    table = sitting.without_choice(seat)
    return table.game.write_move(table.book[0], table.check(seat, move))


def play_for(sitting: Sitting, seat: int, move: str, seq: int, by: ev.By) -> ev.Moved:
    """A move of a bot, or one that the table makes because there is no other."""
    playing(sitting)
    not_paused(sitting)
    fresh(sitting, seq)
    if by == "bot" and sitting.seats[seat].bot is None:
        raise refuse("not_handed", seat=seat)
    table = sitting.table
    return ev.Moved(seat=seat, move=table.game.write_move(table.book[0], table.check(seat, move)), by=by)


def openly_forced(table: Table, seat: int) -> bool:
    """Whether a seat has one move only, and everybody may know it.

    A move that is made face down is left to the player even if there is no other: that there is none would tell
    something about the hand.
    """
    if table.count_moves(seat) != 1:
        return False
    move = table.legal_moves(seat)[0]
    return table.show_move(seat, move, SPECTATOR) == move


def undo_kind(sitting: Sitting, seat: int) -> str:
    """Tell whether taking back is free, has to be asked for, or is not possible.

    Of these games' moves only a simultaneous choice that waits for others is unknown to them; every other move
    shows something at once. Bots always agree.
    """
    if sitting.match is None or sitting.over or sitting.closed or not sitting.created.settings.undo:
        return "none"
    if sitting.seats[seat].bot is not None:
        return "none"
    if seat in sitting.hidden:
        return "free"
    if sitting.last_own_move(seat) is None:
        return "none"
    person = sitting.seats[seat].person
    return "ask" if person and sitting.others(person) else "free"


def undo(sitting: Sitting, person: str, seat: int, seq: int, sent_id: str) -> ev.Undone | ev.Changed | ev.Requested:
    """Take back the last own move, or ask the others whether one may."""
    own_seat(sitting, person, seat)
    not_again(sitting, "undo", person, sent_id)
    playing(sitting)
    not_paused(sitting)
    if not sitting.created.settings.undo:
        raise refuse("undo_off")
    fresh(sitting, seq)
    kind = undo_kind(sitting, seat)
    if kind == "none":
        raise refuse("no_undo")
    if seat in sitting.hidden:
        return ev.Changed(seat=seat, move=None, person=person, id=sent_id)
    if kind == "free":
        return ev.Undone(seat=seat, person=person, id=sent_id)
    if sitting.request is not None:
        raise refuse("asked")
    return ev.Requested(request="undo", seat=seat, person=person, id=sent_id)


def pause(sitting: Sitting, person: str, seat: int) -> ev.Paused | ev.Requested:
    """Pause, or ask the others whether one may."""
    own_seat(sitting, person, seat)
    playing(sitting)
    not_paused(sitting)
    if not sitting.others(person):
        return ev.Paused(seat=seat, person=person)
    if sitting.request is not None:
        raise refuse("asked")
    return ev.Requested(request="pause", seat=seat, person=person)


def consent(sitting: Sitting, person: str, *, agree: bool) -> ev.Consented:
    """Answer somebody else's request."""
    seated(sitting, person)
    playing(sitting)
    request = sitting.request
    if request is None:
        raise refuse("no_request")
    if person == request.person:
        raise refuse("own_request")
    if person in request.agreed:
        raise refuse("answered")
    return ev.Consented(person=person, agree=agree)


def resume(sitting: Sitting, person: str) -> ev.Resumed:
    """Anybody at the table may end a pause."""
    seated(sitting, person)
    playing(sitting)
    if not sitting.paused:
        raise refuse("not_paused")
    return ev.Resumed(person=person)


def chat(sitting: Sitting, person: str, text: str, sent_id: str) -> ev.Chatted:
    """Say something."""
    seated(sitting, person)
    not_again(sitting, "chat", person, sent_id)
    not_closed(sitting)
    if not sitting.created.settings.chat:
        raise refuse("no_chat")
    return ev.Chatted(person=person, name=sitting.name_of(person), text=text, id=sent_id)


def hand(sitting: Sitting, person: str, seat: int, level: Level, *, away: float | None, patience: float) -> ev.Handed:
    """Let a bot play for one's own seat, or for somebody who has been `away` for longer than `patience` seconds.

    In a rated game nobody but the clock puts a bot into a seat. Who replaces somebody else does not choose how well
    the bot plays, and does so only when everybody waits for that seat; where people have days for a move nobody has to
    be there.
    """
    seated(sitting, person)
    playing(sitting)
    if sitting.rated:
        raise refuse("rated_bots")
    if sitting.created.lesson is not None:
        raise refuse("lesson")
    if seat >= sitting.players or sitting.seats[seat].person is None:
        raise refuse("not_seated", seat=seat)
    if sitting.seats[seat].stand_in is not None:
        raise refuse("bot_plays", seat=seat)
    if sitting.seats[seat].person == person:
        return ev.Handed(seat=seat, level=level, reason="asked")
    if not may_be_absent(sitting):
        raise refuse("must_wait")
    if seat not in sitting.waiting:
        raise refuse("no_choice", seat=seat)
    if away is None or away < patience:
        raise refuse("not_absent", seat=seat, seconds=round(patience - (away or 0.0)))
    return ev.Handed(seat=seat, level=STAND_IN, reason="absent")


def may_be_absent(sitting: Sitting) -> bool:
    """Whether a bot may play for whoever is away: the table allows it, and people were expected to be there."""
    settings = sitting.created.settings
    return settings.absent != "wait" and not sitting.rated and not isinstance(settings.clock, DaysClock)


def reclaim(sitting: Sitting, person: str, seat: int) -> ev.Handed:
    """Play one's own seat again. Who has forfeited it or has no time left does not get it back."""
    own_seat(sitting, person, seat)
    playing(sitting)
    if sitting.seats[seat].stand_in is None or sitting.seats[seat].forfeited:
        raise refuse("not_handed", seat=seat)
    if not sitting.clocks.may_come_back(seat):
        raise refuse("time_up", seat=seat)
    return ev.Handed(seat=seat, level=None, reason="back")


def resign(sitting: Sitting, person: str, seat: int) -> ev.Forfeited:
    """Give up."""
    own_seat(sitting, person, seat)
    playing(sitting)
    if sitting.seats[seat].forfeited:
        raise refuse("over")
    return ev.Forfeited(seat=seat, reason="resigned", ends=nobody_left(sitting, seat))


def nobody_left(sitting: Sitting, seat: int) -> bool:
    """Whether nobody but bots plays on when a seat gives up; for whom should they?"""
    return not any(other.person and not other.forfeited for number, other in enumerate(sitting.seats) if number != seat)


def time_out(sitting: Sitting, now: float) -> ev.Handed | ev.Forfeited | None:
    """Say what happens to a seat whose time is up; nothing if none is."""
    deadline = None if sitting.status != "playing" or sitting.paused else sitting.clocks.deadline()
    if deadline is None or now < deadline[0]:
        return None
    seat = deadline[1]
    if sitting.created.settings.on_timeout == "forfeit":
        return ev.Forfeited(seat=seat, reason="timeout", ends=nobody_left(sitting, seat))
    return ev.Handed(seat=seat, level=STAND_IN, reason="timeout")


def replace_absent(sitting: Sitting, seat: int) -> ev.Handed | None:
    """A bot takes the seat of somebody who has been away for long, if it is still that seat's turn."""
    if sitting.paused or seat not in sitting.waiting or sitting.seats[seat].bot is not None:
        return None
    return ev.Handed(seat=seat, level=STAND_IN, reason="absent") if may_be_absent(sitting) else None
