"""HTTP resources about the site: its games, whether it works, and refusals."""

from typing import Any

import msgspec

from spieltisch.server.faces import GameName
from spieltisch.server.terms import Level


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a game's rules."""

    name: str
    values: list[bool | int | float | str]
    """All values, where they can be listed."""
    default: bool | int | float | str | None


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a resource, with the geometry of its board if it has one."""

    name: GameName
    title: str
    least: int
    most: int
    options: list[OptionInfo]
    levels: list[Level]
    workshop: bool = False
    """Whether it can be played with sets of one's own."""
    lessons: list[str] = []
    """Guided first games, by name: POST /api/lessons/{game}."""
    puzzles: int = 0
    """So many puzzles come with it."""
    geometry: Any = None


class Preparation(msgspec.Struct, frozen=True, kw_only=True):
    """How far a game is: it can be played when it is ready. `done` of `total` functions are compiled.

    `failed`: preparing it went wrong; it is tried again. `levels`: bots of these can play a little later.
    """

    game: GameName
    ready: bool
    failed: bool = False
    done: int = 0
    total: int = 0
    levels: list[Level] = []


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Every refusal over HTTP has this body."""

    status: int
    key: str
    facts: dict[str, Any]
    text: str


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server can do its work; if not, what fails."""

    ok: bool
    version: str
    database: str
    trouble: str = ""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """That the server is alive."""

    ok: bool
    version: str
    database: str
    tables: int
    sockets: int
