"""What users read, in three languages: one TOML catalogue per language and subject.

A key names a sentence ("wampum.refuse.hand"), its braces take values. English stands in for nothing: a test
keeps the catalogues complete.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "de", "fr")


@cache
def catalogue(language: str, subject: str) -> dict[str, Any]:
    """Read one catalogue, for example ("de", "wampum")."""
    text = files(__name__).joinpath(language, f"{subject}.toml").read_text("utf-8")
    return tomllib.loads(text)


def say(key: str, language: str = "en", **values: object) -> str:
    """Give the sentence for a key, filled in.

    A catalogue entry is a string, or a table `{ one = "…", other = "…" }` that is chosen by the value `count`.
    """
    subject, *path = key.split(".")
    entry: Any = catalogue(language, subject)
    for name in path:
        entry = entry[name]
    if isinstance(entry, dict):
        entry = entry["one" if is_one(language, values["count"]) else "other"]
    return str(entry).format(**values)


def is_one(language: str, count: object) -> bool:
    """Tell whether a number takes the singular: in French zero does too."""
    return count == 1 or (language == "fr" and count == 0)
