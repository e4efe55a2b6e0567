"""What each event changes at a table, and what everybody may know of it: one function for each kind of event.

Nothing is checked here (ruling.py has done that before the event was stored), and nothing depends on anything but the
log, so every server that reads it arrives at the same state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from spieltisch import games
from spieltisch.match import Match, Proof, commit
from spieltisch.server import events as ev
from spieltisch.server.clocks import Clocks
from spieltisch.server.news import News, news_of
from spieltisch.server.seat import Seat
from spieltisch.server.steps import Request

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.server.sitting import Sitting

    Change = Callable[[Sitting, Any], News]

Changing = TypeVar("Changing", bound="Change")

CHANGES: dict[type[ev.Event], Change] = {}
"""What to do at which kind of event."""


def at(kind: type[ev.Event]) -> Callable[[Changing], Changing]:
    """Declare which kind of event a function is for."""

    def declare(change: Changing) -> Changing:
        CHANGES[kind] = change
        return change

    return declare


def carry_out(sitting: Sitting, event: ev.AnyEvent) -> News:
    """Change the state, and say what everybody may know of it."""
    return CHANGES[type(event)](sitting, event)


# --- around the game ---------------------------------------------------------------------------------------


@at(ev.Created)
def create(_sitting: Sitting, event: ev.Created) -> News:
    """The table is there already: `lay_table` came first."""
    return news_of(event)


def lay_table(sitting: Sitting, event: ev.Created, at: float) -> None:
    """The first event says what kind of table this is."""
    sitting.created = event
    sitting.created_at = at
    sitting.game = games.get(event.game)
    sitting.seats = [Seat(spec, at) for spec in event.seats]
    sitting.clocks = Clocks(event.settings.clock, len(event.seats))


@at(ev.Sat)
def sit(sitting: Sitting, event: ev.Sat) -> News:
    """Somebody takes a seat."""
    sitting.seats[event.seat] = Seat(ev.SeatSpec(kind="person", person=event.person, name=event.name), sitting.at)
    sitting.filled = not any(seat.empty for seat in sitting.seats)
    return news_of(event)


@at(ev.Stood)
def stand(sitting: Sitting, event: ev.Stood) -> News:
    """The seat becomes what it was when the table was opened, or open."""
    name = sitting.seats[event.seat].name or ""
    sitting.filled = False
    spec = sitting.created.seats[event.seat]
    was_empty = spec.kind in ("friend", "open")
    sitting.seats[event.seat] = Seat(spec if was_empty else ev.SeatSpec(kind="friend"), sitting.at)
    return news_of(event, name=name)


@at(ev.Chatted)
def chat(sitting: Sitting, event: ev.Chatted) -> News:
    """Somebody says something."""
    own = sitting.seats_of(event.person)
    sitting.said = (sitting.said[0] + 1, sitting.said[1] + len(event.text.encode()))
    return news_of(event, seat=own[0] if own else None)


@at(ev.Closed)
def close(sitting: Sitting, event: ev.Closed) -> News:
    """Nothing happens here any more."""
    sitting.closed = True
    sitting.request = None
    return news_of(event)


@at(ev.Rematched)
def rematch(sitting: Sitting, event: ev.Rematched) -> News:
    """The same people have another table."""
    sitting.rematch = event.table
    return news_of(event)


# --- the game ----------------------------------------------------------------------------------------------


@at(ev.Started)
def start(sitting: Sitting, event: ev.Started) -> News:
    """Lay out the game."""
    table = sitting.game.table(sitting.players, event.deal, sitting.created.options)
    match = sitting.match = Match(table)
    sitting.share_book()
    sitting.to_decide = table.waiting_for
    match.proof = Proof(commit(event.deal, event.salt), event.salt)
    sitting.branched = bool(event.moves)
    sitting.rated = event.rated
    for seat, move in event.moves:
        sitting.play(seat, move, "person")
    sitting.clocks.undone_to(sitting.decisions())
    for number, place in enumerate(sitting.seats):
        place.since = sitting.at
        if number in event.forfeited:
            place.give_up()
    sitting.conceded = bool(event.forfeited and sitting.to_decide)
    sitting.lay_down()
    return news_of(event, commitment=match.proof.commitment)


@at(ev.Moved)
def move(sitting: Sitting, event: ev.Moved) -> News:
    """A move. It also settles a request to take something back: life has gone on."""
    sitting.play(event.seat, event.move, event.by)
    sitting.clocks.moved(event.seat, own=event.by == "person")
    if event.seat not in sitting.hidden:
        sitting.request = None
    sitting.lay_down()
    return news_of(event, hidden=event.seat in sitting.hidden)


@at(ev.Changed)
def change(sitting: Sitting, event: ev.Changed) -> News:
    """Begin the step again without the old choice, and with the new one if there is one."""
    assert sitting.match is not None
    fresh_from = sitting.fresh_from
    first = min(sitting.hidden.values())
    kept = [
        (seat, move, sitting.made_by[index])
        for index, (seat, move) in enumerate(sitting.match.moves)
        if index >= first and seat != event.seat
    ]
    assert sitting.step_start is not None
    sitting.lay_out(sitting.step_start)
    del sitting.match.moves[first:], sitting.made_by[first:]
    sitting.hidden = {}
    for seat, text, by in kept:
        sitting.play(seat, text, by)
    if event.move is not None:
        sitting.play(event.seat, event.move, "person")
    sitting.fresh_from = fresh_from  # the choices of the others do not depend on this one
    sitting.clocks.undone_to(sitting.decisions())
    sitting.lay_down()
    return news_of(event, withdrawn=event.move is None)


@at(ev.Handed)
def hand(sitting: Sitting, event: ev.Handed) -> News:
    """A bot decides for a seat, or its person again."""
    sitting.seats[event.seat].stand_in = event.level
    if event.level is None:
        sitting.clocks.come_back(event.seat)
    sitting.request = None
    return news_of(event)


@at(ev.Forfeited)
def forfeit(sitting: Sitting, event: ev.Forfeited) -> News:
    """With two players the other one has won; in a larger round a bot finishes the game for the others."""
    sitting.seats[event.seat].give_up()
    sitting.request = None
    sitting.conceded = event.ends or len(sitting.forfeited) == sitting.players - 1
    return news_of(event)


# --- what others have to agree to --------------------------------------------------------------------------


@at(ev.Requested)
def request(sitting: Sitting, event: ev.Requested) -> News:
    """A request is open until everybody has agreed, somebody has not, or the game has gone on."""
    sitting.request = Request(event.request, event.seat, event.person, frozenset())
    return news_of(event)


@at(ev.Consented)
def consent(sitting: Sitting, event: ev.Consented) -> News:
    """One refusal ends a request; when everybody has agreed it is granted."""
    request = sitting.request
    assert request is not None
    agreed = request.agreed | {event.person}
    granted = event.agree and all(other in agreed for other in sitting.others(request.person))
    sitting.request = request._replace(agreed=agreed) if event.agree and not granted else None
    if granted and request.what == "undo":
        sitting.undo(request.seat)
    elif granted:
        sitting.paused = True
    name = sitting.name_of(event.person)
    return news_of(event, name=name, agrees=event.agree, granted=granted, asked=request.what, seat=request.seat)


@at(ev.Undone)
def undo(sitting: Sitting, event: ev.Undone) -> News:
    """A move is taken back without anybody to ask."""
    sitting.undo(event.seat)
    return news_of(event, moves=len(sitting.table_moves))


@at(ev.Paused)
def pause(sitting: Sitting, event: ev.Paused) -> News:
    """A pause without anybody to ask."""
    sitting.paused = True
    return news_of(event)


@at(ev.Resumed)
def resume(sitting: Sitting, event: ev.Resumed) -> News:
    """The end of a pause."""
    sitting.paused = False
    return news_of(event, name=sitting.name_of(event.person))
