"""A table that is in use on this server: its state, who follows it, and its last events for those who reconnect."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from spieltisch.server import outgoing
from spieltisch.server.sitting import Sitting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spieltisch.server.outgoing import Viewer
    from spieltisch.server.steps import Step
    from spieltisch.store import EventRow

TAIL = 12
"""So many events are kept ready; who was away for longer makes the server read the log again."""

encode = msgspec.json.Encoder().encode


class Follower(NamedTuple):
    """Somebody who follows a table over one connection. `send` takes a ready message and never waits."""

    person: str
    send: Callable[[bytes], None]
    address: str = ""
    """From where they come; addresses take turns where a log is read."""


class LoadedTable:
    """One table in memory."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.sitting = Sitting(table_id)
        self.lock = asyncio.Lock()
        self.tail: deque[Step] = deque(maxlen=TAIL)
        self.followers: set[Follower] = set()
        self.told = 0
        """The last number that those who follow have been told."""
        self.used = 0.0
        # what the autoplay of this table keeps here
        self.autoplay = False
        self.thinking: set[tuple[int, int]] = set()
        self.coach_ready = False
        self.timer: asyncio.TimerHandle | None = None
        self.not_before = 0.0

    def read(self, rows: Sequence[EventRow]) -> list[Step]:
        """Take further events of the log."""
        steps = [self.sitting.apply(row) for row in rows]
        self.tail.extend(steps)
        return steps

    def take(self, sitting: Sitting, steps: Sequence[Step]) -> None:
        """Take a state that was worked out aside, with its last events. Nobody is left to hear of them."""
        self.sitting = sitting
        self.tail.clear()
        self.tail.extend(steps)
        self.told = max(self.told, sitting.seq)

    def forget(self) -> None:
        """Drop the state; it has to be read from the log again."""
        self.sitting = Sitting(self.id)
        self.tail.clear()

    def tell(self, step: Step) -> None:
        """Send an event to everybody who follows, each with what they may know."""
        self.told = step.seq
        told: dict[Viewer, bytes] = {}
        for follower in tuple(self.followers):
            if not outgoing.may_watch(self.sitting, follower.person):
                self.followers.discard(follower)
                continue
            viewer = outgoing.viewer_of(self.sitting, follower.person)
            if viewer not in told:
                told[viewer] = encode(outgoing.event_message(self.sitting, step, viewer))
            follower.send(told[viewer])

    def tell_all(self, message: msgspec.Struct) -> None:
        """Send the same to everybody who follows."""
        body = encode(message)
        for follower in tuple(self.followers):
            follower.send(body)
