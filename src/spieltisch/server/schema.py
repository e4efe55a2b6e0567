"""Types as JSON Schema, the happenings of all games with them: for /api/messages, OpenAPI and AsyncAPI."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch import games
from spieltisch.server.faces import A_HAPPENING

if TYPE_CHECKING:
    from collections.abc import Iterable


def schema_of(kinds: Iterable[Any], template: str) -> tuple[list[Any], dict[str, Any]]:
    """Describe types, and everything that they are made of."""
    wanted = list(kinds)
    known = happenings()
    described, components = msgspec.json.schema_components([*wanted, *known], ref_template=template)
    told = {"anyOf": list(described[len(wanted) :])}
    return [with_happenings(one, told) for one in described[: len(wanted)]], with_happenings(components, told)


@cache
def happenings() -> tuple[type[msgspec.Struct], ...]:
    """The happenings of all games."""
    return tuple(kind for name in games.names() for kind in (*games.get(name).happenings, *games.get(name).reasons))


def with_happenings(schema: Any, told: dict[str, Any]) -> Any:
    """Say what a happening may be, wherever one may stand."""
    if isinstance(schema, dict):
        if schema.get("$comment") == A_HAPPENING:
            return {**told, **{key: value for key, value in schema.items() if key == "default"}}
        return {key: with_happenings(value, told) for key, value in schema.items()}
    return [with_happenings(value, told) for value in schema] if isinstance(schema, list) else schema
