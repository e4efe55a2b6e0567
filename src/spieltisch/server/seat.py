"""A seat at a table and who decides for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.server import messages as ms

if TYPE_CHECKING:
    from spieltisch.server import events as ev


class Seat:
    """One seat and who decides for it."""

    __slots__ = ("forfeited", "kind", "level", "name", "person", "since", "stand_in")

    def __init__(self, spec: ev.SeatSpec, since: float) -> None:
        self.kind = spec.kind
        self.person = spec.person
        self.name = spec.name
        self.level: ms.Level | None = spec.level
        self.stand_in: ms.Level | None = None
        self.forfeited = False
        self.since = since
        """Since when somebody is expected here: from sitting down, then from the start of the game."""

    @property
    def bot(self) -> ms.Level | None:
        """The level of the bot that decides here, if one does."""
        return self.level if self.kind == "bot" else self.stand_in

    @property
    def empty(self) -> bool:
        """Whether somebody may sit down here."""
        return self.kind in ("friend", "open")

    def give_up(self) -> None:
        """The seat is lost to its person for good; if the game goes on, a bot plays."""
        self.forfeited = True
        self.stand_in = self.stand_in or "casual"

    def shown(self, number: int) -> ms.SeatInfo:
        """What everybody sees of it."""
        return ms.SeatInfo(
            seat=number,
            kind=self.kind,
            name=self.name,
            person=self.person,
            level=self.bot,
            forfeited=self.forfeited,
        )
