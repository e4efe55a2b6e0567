"""Writing a card file of Amul from data, as `cardfile` reads it; also data that a form has not finished yet."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from spieltisch.games.amul.cardentry import BadCards, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TABLES = ("category", "group", "card", "trader")
DEEPEST = 8
"""Nothing in a card file is nested so deeply."""
LONG_LIST = 100
"""Characters from which on a list takes a line for each of its values."""
LARGEST = 2**53
"""Beyond it a browser would not give a number back as it was."""


def write(data: Mapping[str, Any]) -> str:
    """Write a card file; nothing is checked but that it can be written."""
    return "\n".join(lines(data)) + "\n"


def lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Plain fields come first: whatever follows a table belongs to it."""
    tables = [key for key in TABLES if is_tables(data.get(key))]
    majority = data.get("majority")
    for key, value in data.items():
        if key not in tables and (key != "majority" or not isinstance(majority, dict)):
            yield from field(key, value)
    if isinstance(majority, dict):
        yield from entry("[majority]", majority)
    for key in tables:
        for fields in data[key]:
            yield from entry(f"[[{key}]]", fields)


def is_tables(value: object) -> bool:
    """Whether this can be written as entries under headings of their own."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def entry(heading: str, fields: Mapping[str, Any]) -> Iterator[str]:
    """One entry with its fields; texts by language are written one a line."""
    yield ""
    yield heading
    for key, value in fields.items():
        if key in ("name", "text") and isinstance(value, dict) and value:
            for language, words in value.items():
                yield from field(key, words, language)
        elif key == "score" and isinstance(value, list) and value:
            yield f"{name(key)} = ["
            yield from (f"  {written(rule)}," for rule in value if rule is not None)
            yield "]"
        else:
            yield from field(key, value)


def field(key: str, value: Any, inner: str = "") -> Iterator[str]:
    """One field; what has no value is left out."""
    if value is not None:
        yield f"{name(key)}{f'.{name(inner)}' if inner else ''} = {written(value)}"


def name(key: str) -> str:
    """A key, in quotation marks unless it is a plain word."""
    plain = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if plain else quoted(key)


def quoted(text: str) -> str:
    """A text as TOML writes it; half a character is a question mark."""
    whole = text.encode(errors="replace").decode()
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")


def written(value: Any, depth: int = 0) -> str:
    """A value as TOML writes it."""
    if depth > DEEPEST:
        raise BadCards([Problem(1, "deep", {})])
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return listed([written(one, depth + 1) for one in value if one is not None])
    if isinstance(value, dict):
        fields = (f"{name(key)} = {written(one, depth + 1)}" for key, one in value.items() if one is not None)
        return f"{{ {', '.join(fields)} }}"
    return json.dumps(value)


def listed(values: list[str]) -> str:
    """A list on one line, or on many if it is long."""
    joined = ", ".join(values)
    return f"[{joined}]" if len(joined) <= LONG_LIST else "[\n    " + ",\n    ".join(values) + "\n  ]"


def shown(value: Any, depth: int = 0) -> Any:
    """A value of a file as JSON can hold it; what a form cannot show anyway becomes text."""
    if depth > DEEPEST:
        raise BadCards([Problem(1, "deep", {})])
    if isinstance(value, dict):
        return {key: shown(one, depth + 1) for key, one in value.items()}
    if isinstance(value, list):
        return [shown(one, depth + 1) for one in value]
    if isinstance(value, bool | str) or (isinstance(value, int) and abs(value) < LARGEST):
        return value
    return value if isinstance(value, float) and abs(value) < LARGEST else str(value)
