"""What all games show, together: the types of messages unite those of the registered games, and none is named here."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from spieltisch import games

if TYPE_CHECKING:
    from collections.abc import Iterable

    import msgspec


def one_of(kinds: Iterable[type[msgspec.Struct] | None]) -> Any:
    """Unite types; a game that has none of a kind brings none."""
    found = [kind for kind in kinds if kind is not None]
    return reduce(or_, found) if found else None


if TYPE_CHECKING:
    GameName = str
    AnyBoard = msgspec.Struct
    AnyChoices = msgspec.Struct
    AnyBuild = msgspec.Struct
    AnySheet = msgspec.Struct
    AnyPreview = msgspec.Struct
else:
    GAMES = [games.get(name) for name in games.names()]
    FACES = [game.face for game in GAMES]
    GameName = Literal[games.names()]
    AnyBoard = one_of(face.board_type for face in FACES)
    AnyChoices = one_of(face.choices_type for face in FACES)
    AnyBuild = one_of(face.build_type for face in FACES)
    AnySheet = one_of(game.sheet_type for game in GAMES)
    AnyPreview = one_of(game.workshop.preview_type for game in GAMES if game.workshop is not None)

A_HAPPENING = "a happening of the game"
AnyHappening = Annotated[Any, Meta(extra_json_schema={"$comment": A_HAPPENING})]
"""A happening of any game. Different games may call different things the same, so they are no union that could be read;
they are only sent. schema.py says what they may be."""
