"""News: what everybody may know of an event, derived from what the event itself declares. Nothing is written twice.

A field that is not declared public is secret, so a new one cannot slip out.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args, get_origin, get_type_hints

import msgspec

from spieltisch.server import events as ev


class News(msgspec.Struct, frozen=True, kw_only=True, tag_field="what"):
    """One entry of the log as everybody may know it."""


def is_public(field: msgspec.structs.FieldInfo) -> bool:
    """Whether a field of an event is declared public."""
    metas = field.type.__metadata__ if get_origin(field.type) is Annotated else ()
    return any(isinstance(meta, msgspec.Meta) and (meta.extra or {}).get("public") for meta in metas)


def public_fields(event: type[ev.Event]) -> list[tuple[str, Any]]:
    """The fields of an event that go out as they are stored."""
    return [(field.name, field.type) for field in msgspec.structs.fields(event) if is_public(field)]


def derived(event: type[ev.Event]) -> dict[Any, type[News]]:
    """Make the news of an event: one type, or one for each value of the field that tells them apart."""
    fields = [*public_fields(event), *get_type_hints(event.Found).items()]
    tags = event.told_by[1] if event.told_by else {None: event.told_as or str(event.__struct_config__.tag)}
    return {value: one_kind(event, tag, fields) for value, tag in tags.items()}


def one_kind(event: type[ev.Event], tag: str, fields: list[tuple[str, Any]]) -> type[News]:
    """Make one type of news. Its name is its tag's: a schema names each type once."""
    name = f"{''.join(word.title() for word in tag.split('_'))}News"
    made = msgspec.defstruct(name, fields, bases=(News,), module=__name__, frozen=True, kw_only=True, tag=tag)
    made.__doc__ = event.__doc__
    return cast("type[News]", made)


NEWS: dict[type[ev.Event], dict[Any, type[News]]] = {event: derived(event) for event in get_args(ev.AnyEvent)}
KEPT = {event: tuple(name for name, _ in public_fields(event)) for event in NEWS}
"""The names of the public fields, by event: found once, since every event is told."""

if TYPE_CHECKING:
    AnyNews = News
else:
    AnyNews = reduce(or_, (kind for kinds in NEWS.values() for kind in kinds.values()))


def news_of(event: ev.AnyEvent, **found: Any) -> News:
    """Say what everybody may know of an event, with what was found out when it was applied."""
    kind = type(event)
    which = getattr(event, event.told_by[0]) if event.told_by else None
    return NEWS[kind][which](**{name: getattr(event, name) for name in KEPT[kind]}, **found)
