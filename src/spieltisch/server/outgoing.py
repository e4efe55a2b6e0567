"""Telling a table to somebody: events, boards and choices as one viewer may know them. All that goes out is made here.

A viewer is a tuple of seats: one for most people, several on one device, (SPECTATOR,) for those who watch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

from spieltisch.games import SPECTATOR, View
from spieltisch.games.happenings import sentence
from spieltisch.games.records import laid_out
from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server import ruling
from spieltisch.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import msgspec

    from spieltisch.server.sitting import Sitting
    from spieltisch.server.steps import State, Step

Viewer = tuple[int, ...]


def viewer_of(sitting: Sitting, person: str) -> Viewer:
    """Say with which eyes a person sees the table."""
    return tuple(sitting.seats_of(person)) or (SPECTATOR,)


def may_watch(sitting: Sitting, person: str) -> bool:
    """Whether a person may see the table at all."""
    return bool(sitting.seats_of(person)) or sitting.match is None or sitting.created.settings.spectators


def view_of(sitting: Sitting, state: State, seat: int) -> View:
    """Conceal a kept state for a seat. What it was shown last is kept: the next event begins with it."""
    table = sitting.table
    glance = sitting.last_views.get(seat)
    if glance is not None and glance[0] is state:
        seen = laid_out(table.state.dtype, glance[1])
        return View(sitting.game, table.players, table.options, table.book, seen, seat)
    view = table.with_state(state).view(seat)
    sitting.last_views[seat] = (state, view.state.tobytes())
    return view


def event_message(sitting: Sitting, step: Step, viewer: Viewer) -> ms.EventMessage:
    """Tell an event to a viewer. The last event of the log comes with what can be done now."""
    views = [seat_view(sitting, step, seat) for seat in viewer] if step.after is not None else []
    ended = step.turn.over and not isinstance(step.event, ev.Chatted)
    return ms.EventMessage(
        id=sitting.id,
        seq=step.seq,
        at=step.at,
        news=step.news,
        turn=step.turn,
        views=views,
        table=sitting.info() if ended or step.event.changes_table else None,
    )


def seat_view(sitting: Sitting, step: Step, seat: int) -> ms.SeatView:
    """Show one seat the table after an event."""
    assert step.after is not None
    before = None if step.before is None else view_of(sitting, step.before, seat)
    view = view_of(sitting, step.after, seat)
    told = [] if before is None else story(sitting, step, before, view)
    return show(sitting, step.after, view, step.turn.waiting, told, now=step.seq == sitting.seq)


def show(
    sitting: Sitting, state: State, view: View, waiting: Sequence[int], told: list[Any], *, now: bool
) -> ms.SeatView:
    """Show one seat a table, and what it can do."""
    face = sitting.game.face
    seat = view.seat
    decides = seat in waiting and sitting.seats[seat].bot is None
    forced = forced_move(sitting, state, seat) if decides else None
    chosen = revised = None
    undo: Literal["free", "ask", "none"] = "none"
    if now and seat != SPECTATOR:
        undo = cast('Literal["free", "ask", "none"]', ruling.undo_kind(sitting, seat))
        if seat in sitting.hidden:
            chosen = sitting.table_moves[sitting.hidden[seat]][1]
            revised = face.choices(sitting.without_choice(seat).view(seat))
    return ms.SeatView(
        seat=seat,
        board=face.board(view, memory=sitting.created.settings.memory),
        happenings=told,
        choices=face.choices(view) if decides and forced is None else None,
        forced=forced,
        chosen=chosen,
        revised=revised,
        undo=undo,
    )


def forced_move(sitting: Sitting, state: State, seat: int) -> str | None:
    """The move that the table is about to play for a seat; nothing that others may not know."""
    if not sitting.created.settings.forced_moves:
        return None
    table = sitting.table.with_state(state)
    return table.legal_moves(seat)[0] if ruling.openly_forced(table, seat) else None


def happenings(sitting: Sitting, step: Step, seat: int) -> list[msgspec.Struct]:
    """Tell a viewer what an event has brought about."""
    if step.before is None or step.after is None:
        return []
    before = view_of(sitting, step.before, seat)
    return story(sitting, step, before, view_of(sitting, step.after, seat))


def story(sitting: Sitting, step: Step, before: View, after: View) -> list[msgspec.Struct]:
    """Tell a viewer what a move has brought about; other events speak for themselves."""
    game, event = sitting.game, step.event
    if not isinstance(event, ev.Moved) or step.before is None:
        return []
    shown = sitting.table.with_state(step.before).show_move(event.seat, event.move, after.seat)
    return list(game.tell(before, after, event.seat, shown))


def log_entries(sitting: Sitting, steps: Iterable[Step], viewer: Viewer) -> list[ms.LogEntry]:
    """Tell past events without boards, with the eyes of the first of the viewer's seats."""
    return [
        ms.LogEntry(seq=step.seq, at=step.at, news=step.news, happenings=happenings(sitting, step, viewer[0]))
        for step in steps
    ]


def table_state(sitting: Sitting, steps: Iterable[Step], viewer: Viewer, here: list[str], at: float) -> ms.TableState:
    """Everything about a table for one viewer."""
    views = []
    if sitting.state is not None:
        state, waiting = sitting.state, sitting.waiting
        views = [show(sitting, state, view_of(sitting, state, seat), waiting, [], now=True) for seat in viewer]
    return ms.TableState(
        table=sitting.info(),
        seq=sitting.seq,
        at=at,
        mine=[seat for seat in viewer if seat != SPECTATOR],
        turn=sitting.turn(at),
        views=views,
        log=log_entries(sitting, steps, viewer),
        here=here,
    )


def listed(sitting: Sitting, person: str) -> ms.ListedTable:
    """A table as a line in a list."""
    mine = sitting.seats_of(person)
    return ms.ListedTable(
        table=sitting.info(),
        waiting=list(sitting.waiting),
        mine=mine,
        my_turn=any(seat in sitting.waiting and sitting.seats[seat].bot is None for seat in mine),
    )


# --- in words ----------------------------------------------------------------------------------------------


def names(sitting: Sitting, language: str) -> list[str]:
    """What everybody at the table is called."""
    return [
        seat.name
        or (
            say(f"server.bot.{seat.level}.{number % 8}", language)
            if seat.level
            else say("common.seat_name", language, seat=number)
        )
        for number, seat in enumerate(sitting.seats)
    ]


def sentences(sitting: Sitting, steps: Iterable[Step], viewer: Viewer, language: str) -> list[ms.LogSentence]:
    """Tell the log in a language."""
    called = names(sitting, language)
    told = []
    for step in steps:
        lines = [
            sentence(sitting.table, happening, language, called) for happening in happenings(sitting, step, viewer[0])
        ]
        if not isinstance(step.event, ev.Moved):
            lines = [news_in_words(step.event, step.news, called, language)]
        told += [ms.LogSentence(seq=step.seq, at=step.at, text=line) for line in lines if line]
    return told


def news_in_words(event: ev.AnyEvent, news: ms.AnyNews, called: list[str], language: str) -> str:
    """Tell what happened around the table."""
    key = str(news.__struct_config__.tag)
    facts: dict[str, Any] = {name: getattr(news, name) for name in news.__struct_fields__}
    if isinstance(event, ev.Consented):
        key = "agreed" if event.agree else "declined"
    if isinstance(event, ev.Handed | ev.Forfeited):
        key = f"{key}_{event.reason}"
    if isinstance(facts.get("seat"), int):
        facts["seat"] = called[facts["seat"]]
    return say(f"server.news.{key}", language, **facts)
