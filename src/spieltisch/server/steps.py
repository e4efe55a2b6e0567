"""An event with the table before and after it, and a request that is open: what the state of a table is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from spieltisch.server import events as ev
    from spieltisch.server import messages as ms

State = bytes
"""A table as it lay at some moment."""


class Step(NamedTuple):
    """An event with the table before and after it: all that is needed to tell it to anybody."""

    seq: int
    at: float
    event: ev.AnyEvent
    news: ms.AnyNews
    before: State | None
    after: State | None
    turn: ms.Turn
    hidden: frozenset[int]
    """Seats whose choice is in and may be changed, after the event."""


class Request(NamedTuple):
    """An open request, with those who have agreed."""

    what: ev.Request
    seat: int
    person: str
    agreed: frozenset[str]
