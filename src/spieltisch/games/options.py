"""The options of a game as a form shows them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from spieltisch.texts import say

Options = msgspec.Struct
"""Each game has a type of its own."""

if TYPE_CHECKING:
    import typing_extensions  # a default is new in Python 3.13

    Chosen = typing_extensions.TypeVar("Chosen", bound=Options, default=Any)
else:
    Chosen = TypeVar("Chosen", bound=Options)


class OptionSheet(msgspec.Struct, frozen=True):
    """An option as a form shows it: its name and values as they are sent, and each with its words."""

    name: str
    label: str
    values: list[Any]
    labels: list[str]
    default: Any

    @classmethod
    def of(cls, game: str, field: msgspec.structs.FieldInfo, language: str) -> OptionSheet:
        """Describe an option; without words of its own it is called by its name."""
        values = option_values(field.type)
        told = [f"{value}".lower() if isinstance(value, bool) else f"{value}" for value in values]

        def word(part: str, otherwise: str) -> str:
            with suppress(KeyError):
                return say(f"{game}.option.{field.name}.{part}", language)
            return otherwise

        return cls(field.name, word("label", field.name), values, [word(value, value) for value in told], field.default)


def option_values(kind: Any) -> list[Any]:
    """List the values of an option's type; nothing where they are without number."""
    return [False, True] if kind is bool else list(getattr(kind, "__args__", ()))


def allowed_values(kind: Any) -> str:
    """Put the values of an option's type into words."""
    if kind is bool:
        return "true, false"
    return ", ".join(map(str, option_values(kind))) or str(kind.__name__)
