"""Who is connected to which table, on this server and on others that share the database."""

from __future__ import annotations

import time
from collections import Counter

FRESH_SECONDS = 30.0
"""What another server has said counts for so long; it says it again every few seconds."""
NOTICE_BYTES = 7000


class Attendance:
    """Knows who is here, and since when somebody is away."""

    def __init__(self, process: str) -> None:
        self.process = process
        self.own: dict[str, Counter[str]] = {}
        self.elsewhere: dict[tuple[str, str], tuple[float, list[str]]] = {}
        self.left: dict[tuple[str, str], float] = {}
        self.began = time.monotonic()

    def come(self, table: str, person: str) -> None:
        """Somebody has connected."""
        self.own.setdefault(table, Counter())[person] += 1
        self.left.pop((table, person), None)

    def go(self, table: str, person: str) -> None:
        """Somebody has disconnected; they may have other connections."""
        people = self.own.get(table)
        if people is None:
            return
        people[person] -= 1
        if people[person] <= 0:
            del people[person]
            self.left[table, person] = time.monotonic()
            if len(self.left) > 50_000:
                self.left.pop(next(iter(self.left)))
        if not people:
            del self.own[table]

    def here(self, table: str) -> list[str]:
        """Everybody who is connected to a table, anywhere."""
        found = set(self.own.get(table, ()))
        now = time.monotonic()
        for (_process, where), (at, people) in self.elsewhere.items():
            if where == table and now - at < FRESH_SECONDS:
                found.update(people)
        return sorted(found)

    def away_for(self, table: str, person: str) -> float | None:
        """For how many seconds somebody has been away; none if here."""
        if person in self.here(table):
            return None
        return time.monotonic() - self.left.get((table, person), self.began)

    def notice(self, table: str) -> str:
        """What the other servers are told about one table."""
        return f"here {self.process} {table}={','.join(self.own.get(table, ()))}"

    def all_notices(self) -> list[str]:
        """Everything again, in few notices: a server that has just started has heard nothing."""
        notices: list[str] = []
        for table, people in self.own.items():
            word = f" {table}={','.join(people)}"
            if not notices or len(notices[-1]) + len(word) > NOTICE_BYTES:
                notices.append(f"here {self.process}")
            notices[-1] += word
        return notices

    def hear(self, process: str, words: list[str]) -> None:
        """Take in what another server has said."""
        now = time.monotonic()
        for word in words:
            table, _, people = word.partition("=")
            if people:
                self.elsewhere[process, table] = (now, people.split(","))
            else:
                self.elsewhere.pop((process, table), None)
        if len(self.elsewhere) > 10_000:
            fresh = {key: value for key, value in self.elsewhere.items() if now - value[0] < FRESH_SECONDS}
            self.elsewhere = fresh

    def tables_in(self, words: list[str]) -> list[str]:
        """The tables that a notice speaks of."""
        return [word.partition("=")[0] for word in words]
