"""Who is at which table, on this server and on others that share the database.

Whoever follows a table by socket or stream is there until that ends; any other request for the table is a sign of life
that counts for a while. How long somebody has been away is measured from the last sign, wherever it was given.
"""

from __future__ import annotations

import time
from collections import Counter

FRESH_SECONDS = 30.0
"""What another server has said counts for so long; it says it again every few seconds."""
SIGN_SECONDS = 30.0
"""A request counts as being there for so long: a little more than the longest wait for an event."""
NOTICE_BYTES = 7000
MOST = 50_000
MOST_ELSEWHERE = 10_000

Where = tuple[str, str]
"""A table and a person."""


class Attendance:
    """Knows who is here, and since when somebody is away."""

    def __init__(self, process: str) -> None:
        self.process = process
        self.own: dict[str, Counter[str]] = {}
        self.signs: dict[str, dict[str, float]] = {}
        """By table: the last request of those who are here without a connection."""
        self.elsewhere: dict[str, dict[str, tuple[float, list[str]]]] = {}
        """By table and server: who is there, and when that was said."""
        self.last: dict[Where, float] = {}
        """When somebody was last known to be here, in the order of time."""
        self.began = time.monotonic()

    def come(self, table: str, person: str) -> None:
        """Somebody has connected."""
        self.own.setdefault(table, Counter())[person] += 1

    def go(self, table: str, person: str) -> None:
        """Somebody has disconnected; they may have other connections."""
        people = self.own.get(table)
        if people is None:
            return
        people[person] -= 1
        if people[person] <= 0:
            del people[person]
            self.signs.get(table, {}).pop(person, None)
            self.note((table, person), time.monotonic())
        if not people:
            del self.own[table]

    def sign(self, table: str, person: str) -> bool:
        """Somebody has asked for something at a table; gives whether that is news to the others."""
        if person in self.own.get(table, ()):
            return False
        known = person in self.here(table)
        now = time.monotonic()
        self.signs.setdefault(table, {})[person] = now
        self.note((table, person), now)
        return not known

    def fall_silent(self) -> list[str]:
        """Forget signs that were given too long ago; gives the tables at which somebody is no longer here."""
        since = time.monotonic() - SIGN_SECONDS
        silent = [table for table, signs in self.signs.items() if any(at < since for at in signs.values())]
        for table in silent:
            fresh = {person: at for person, at in self.signs[table].items() if at >= since}
            if fresh:
                self.signs[table] = fresh
            else:
                del self.signs[table]
        return silent

    def note(self, where: Where, at: float) -> None:
        """Note when somebody was here."""
        self.last.pop(where, None)
        self.last[where] = at
        if len(self.last) > MOST:
            self.last.pop(next(iter(self.last)))

    def own_here(self, table: str) -> set[str]:
        """Everybody at a table on this server."""
        since = time.monotonic() - SIGN_SECONDS
        asking = {person for person, at in self.signs.get(table, {}).items() if at >= since}
        return asking.union(self.own.get(table, ()))

    def here(self, table: str) -> list[str]:
        """Everybody who is at a table, anywhere."""
        found = self.own_here(table)
        since = time.monotonic() - FRESH_SECONDS
        for at, people in self.elsewhere.get(table, {}).values():
            if at >= since:
                found.update(people)
        return sorted(found)

    def away_for(self, table: str, person: str) -> float | None:
        """For how many seconds somebody has been away; none if here."""
        if person in self.here(table):
            return None
        return time.monotonic() - max(self.last.get((table, person), 0.0), self.began)

    def notice(self, table: str) -> str:
        """What the other servers are told about one table."""
        return f"here {self.process} {table}={','.join(sorted(self.own_here(table)))}"

    def all_notices(self) -> list[str]:
        """Everything again, in few notices: a server that has just started has heard nothing."""
        notices: list[str] = []
        for table in {*self.own, *self.signs}:
            word = f" {table}={','.join(sorted(self.own_here(table)))}"
            if not notices or len(notices[-1]) + len(word) > NOTICE_BYTES:
                notices.append(f"here {self.process}")
            notices[-1] += word
        return notices

    def hear(self, process: str, words: list[str]) -> None:
        """Take in what another server has said. Who is no longer named there was there until now."""
        now = time.monotonic()
        for word in words:
            table, _, names = word.partition("=")
            people = names.split(",") if names else []
            said = self.elsewhere.setdefault(table, {})
            _, before = said.pop(process, (0.0, []))
            for person in {*before, *people}:
                self.note((table, person), now)
            if people:
                said[process] = (now, people)
            elif not said:
                del self.elsewhere[table]
        if len(self.elsewhere) > MOST_ELSEWHERE:
            since = now - FRESH_SECONDS
            self.elsewhere = {
                table: said for table, said in self.elsewhere.items() if any(at >= since for at, _ in said.values())
            }

    def tables_in(self, words: list[str]) -> list[str]:
        """The tables that a notice speaks of."""
        return [word.partition("=")[0] for word in words]
