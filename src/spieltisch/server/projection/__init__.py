"""From a view to what a client is shown. This is the only way out for boards, choices and happenings."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec

if TYPE_CHECKING:
    from spieltisch.games import View
    from spieltisch.server.projection.boards import AnyBoard, AnyBuild, AnyChoices


class Projection(Protocol):
    """What each game's module offers."""

    def board(self, view: View, *, memory: bool) -> AnyBoard:
        """Show the table."""

    def choices(self, view: View) -> AnyChoices:
        """Say what the viewer has to decide."""

    def build(self, view: View, text: str) -> AnyBuild:
        """Say what something under construction would do."""


@cache
def of(game: str) -> Projection:
    """Give the projection of a game."""
    return cast("Projection", import_module(f"spieltisch.server.projection.{game}"))


def shown_happening(game: str, happening: msgspec.Struct) -> dict[str, Any]:
    """Write a happening for the wire, with the key of its sentence."""
    facts: dict[str, Any] = msgspec.to_builtins(happening)
    return {**facts, "key": sentence_key(game, facts)}


def sentence_key(game: str, facts: dict[str, Any]) -> str:
    """Find the sentence for a happening. Some of Amul's have several, for owner and others."""
    tag = facts["what"]
    if game == "amul":
        if tag == "chose":
            tag = f"chose_{facts['step']}" + ("_own" if facts.get("card") else "")
        elif tag == "took":
            tag = f"took_{facts['place']}"
        elif tag == "round" and facts.get("drawn"):
            tag = "round_own"
    return f"{game}.story.{tag}"
