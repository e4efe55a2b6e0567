"""Who is connected with which key: a connection ends with the session or token that it came with.

Sockets, streams and requests that wait all enter here. A key that has ended is remembered for a while, so that whoever
was let in just before is shown out again.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from spieltisch.store import Person

REMEMBERED = 10_000


class Visit:
    """One connection: whose it is, with which key it came, and how it is ended."""

    __slots__ = ("end", "key", "person", "waits", "worthless")

    def __init__(self, person: Person, end: Callable[[], None], *, waits: bool) -> None:
        self.person = person.id
        self.key = person.key
        self.end = end
        """Called once when the key has ended, or when the server stops; never waits."""
        self.waits = waits
        """Whether it would hold up a server that stops."""
        self.worthless = False
        """The key has ended."""


class Visits:
    """All connections of this server."""

    def __init__(self) -> None:
        self.by_key: dict[str, set[Visit]] = {}
        self.ended: OrderedDict[str, None] = OrderedDict()
        self.closing = False

    def enter(self, person: Person, end: Callable[[], None], *, waits: bool = True) -> Visit:
        """Note a connection. If its key has ended meanwhile, or the server stops, it is ended at once."""
        visit = Visit(person, end, waits=waits)
        self.by_key.setdefault(visit.key, set()).add(visit)
        if visit.key in self.ended:
            visit.worthless = True
        if visit.worthless or (waits and self.closing):
            end()
        return visit

    def leave(self, visit: Visit) -> None:
        """Forget a connection."""
        visits = self.by_key.get(visit.key)
        if visits is not None:
            visits.discard(visit)
            if not visits:
                del self.by_key[visit.key]

    def end(self, keys: Iterable[str]) -> None:
        """End the connections that came with some keys."""
        for key in keys:
            self.ended[key] = None
            if len(self.ended) > REMEMBERED:
                self.ended.popitem(last=False)
            for visit in tuple(self.by_key.get(key, ())):
                visit.worthless = True
                visit.end()

    def persons(self) -> set[str]:
        """Everybody who is connected."""
        return {visit.person for visits in self.by_key.values() for visit in visits}

    def show_out(self, person: str) -> None:
        """End the connections of a person; whoever comes again is looked at anew."""
        for visits in tuple(self.by_key.values()):
            for visit in tuple(visits):
                if visit.person == person:
                    visit.worthless = True
                    visit.end()

    def close(self) -> None:
        """The server stops: whoever waits for something waits no longer."""
        self.closing = True
        for visits in tuple(self.by_key.values()):
            for visit in tuple(visits):
                if visit.waits:
                    visit.end()
