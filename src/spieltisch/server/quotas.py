"""How much is kept of what people do at a table: a game always comes to its end, but nobody can go on for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.server import events as ev
from spieltisch.server.ruling import refuse

if TYPE_CHECKING:
    from spieltisch.server.settings import Settings
    from spieltisch.server.sitting import Sitting

ENDLESS = ev.Sat | ev.Changed | ev.Requested | ev.Undone | ev.Paused | ev.Chatted
"""What can be done again and again. All else comes to an end by itself: moves with the game, answers with requests."""
MOST_RETRACED = 100_000
"""Moves made again because others were taken back; whoever reads the log makes them all."""


def check_room(settings: Settings, sitting: Sitting, event: ev.AnyEvent) -> None:
    """Refuse what a table's log has no room for."""
    if isinstance(event, ev.Chatted):
        check_chat(settings, sitting, event)
    if isinstance(event, ev.Undone | ev.Requested) and sitting.retraced > MOST_RETRACED:
        raise refuse("no_more_undo")
    handed = isinstance(event, ev.Handed) and event.reason == "asked"
    if (handed or isinstance(event, ENDLESS)) and sitting.seq >= settings.events_per_table:
        raise refuse("log_full", count=settings.events_per_table)


def check_chat(settings: Settings, sitting: Sitting, event: ev.Chatted) -> None:
    """A table is no place to keep things."""
    lines, size = sitting.said
    if lines >= settings.chat_lines_per_table or size + len(event.text.encode()) > settings.chat_bytes_per_table:
        raise refuse("chat_full", count=lines)
