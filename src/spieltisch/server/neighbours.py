"""Other servers that share the database: hearing of what they did, and looking whether a notice was missed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from spieltisch.server import messages as ms
from spieltisch.store.persons import banned_among

if TYPE_CHECKING:
    from spieltisch.server.hall import Hall
    from spieltisch.server.loaded import LoadedTable


class Neighbours:
    """Listens to the other servers for a hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def heard(self, kind: str, words: list[str]) -> None:
        """Another server has told something."""
        if not words or words[0] == self.hall.store.process:
            return
        if kind == "event":
            self.hear_of_events(words[1:])
        elif kind == "out":
            self.hall.visits.end(words[1:])
        elif kind == "shown":
            self.hall.visits.show_out(words[-1])
        elif kind == "again" and (loaded := self.hall.tables.get(words[-1])):
            self.hall.spawn(self.hear_again(loaded))
        elif kind == "here":
            self.hall.attendance.hear(words[0], words[1:])
            for table_id in self.hall.attendance.tables_in(words[1:]):
                if loaded := self.hall.tables.get(table_id):
                    loaded.tell_all(ms.Presence(id=table_id, here=self.hall.attendance.here(table_id)))

    def hear_of_events(self, words: list[str]) -> None:
        """Other servers have stored events."""
        for word in words:
            table_id, _, seq = word.partition(":")
            loaded = self.hall.tables.get(table_id)
            # A table that is being read right now may have been read before this event: look after that.
            if loaded is not None and loaded.sitting.seq < int(seq):
                self.hall.spawn(self.hear_of(loaded, int(seq)))

    async def hear_of(self, loaded: LoadedTable, seq: int) -> None:
        """Another server has stored an event of a table that is in use here."""
        async with loaded.lock:
            if loaded.sitting.seq < seq:
                await self.hall.catch_up(loaded)

    async def hear_again(self, loaded: LoadedTable) -> None:
        """Another server has rewritten the log of a table."""
        async with loaded.lock:
            loaded.forget()
            await self.hall.catch_up(loaded)

    def missed_something(self) -> None:
        """The connection to the other servers was broken for a while."""
        for loaded in self.hall.tables.values():
            self.hall.spawn(self.hear_of(loaded, loaded.sitting.seq + 1))
        self.hall.spawn(self.look_at_keys())

    # --- looking, since notices may get lost ---------------------------------------------------------------------

    async def look(self) -> None:
        """See what may have been missed, and say again who is here."""
        await self.look_at_heads()
        await self.look_at_keys()
        if self.hall.bus is not None:
            for notice in self.hall.attendance.all_notices():
                await self.hall.bus.say(notice)

    async def look_at_heads(self) -> None:
        """Notices may get lost; now and then the logs of all tables in use are looked at."""
        used = [loaded.id for loaded in self.hall.tables.values() if loaded.followers or loaded.autoplay]
        for table_id, seq in (await self.hall.store.heads(used)).items():
            loaded = self.hall.tables.get(table_id)
            if loaded is not None and loaded.sitting.seq < seq:
                await self.hear_of(loaded, seq)

    async def look_at_keys(self) -> None:
        """Another server's notice that a key has ended may have been missed."""
        used = set(self.hall.visits.by_key)
        self.hall.visits.end(used - await self.hall.store.living(used))
        for person in await banned_among(self.hall.store, self.hall.visits.persons(), time.time()):
            self.hall.visits.show_out(person)
