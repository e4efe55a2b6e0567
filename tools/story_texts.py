"""The words of each game that has a folder in the client, as files in it: web/src/games/<name>/words/<language>.json.

They are made from the game's catalogues and the kinds of its happenings, and committed, so that the client can be
built without the package. The words of a game without a folder there are asked for over the network.
"""

from __future__ import annotations

import json
from pathlib import Path

GAMES = Path(__file__).resolve().parent.parent / "web" / "src" / "games"


def files() -> dict[Path, str]:
    """Give every file with what it should hold."""
    from spieltisch import games
    from spieltisch.games.happenings import words_of
    from spieltisch.texts import LANGUAGES

    return {
        GAMES / name / "words" / f"{language}.json": written(words_of(games.get(name), language))
        for name in games.names()
        if (GAMES / name).is_dir()
        for language in LANGUAGES
    }


def written(words: object) -> str:
    """Write words as a file: one sentence a line, so that changes can be read."""
    return json.dumps(words, ensure_ascii=False, indent=1) + "\n"


def stale() -> list[Path]:
    """List the files that are missing or do not hold what they should, and those that nothing asks for."""
    wanted = files()
    lying = set(GAMES.glob("*/words/*.json"))
    return sorted(
        {path for path, text in wanted.items() if path not in lying or path.read_text("utf-8") != text}
        | (lying - wanted.keys())
    )


def write() -> None:
    """Bring the files up to date."""
    wanted = files()
    for path in stale():
        if path in wanted:
            path.parent.mkdir(exist_ok=True)
            path.write_text(wanted[path], "utf-8")
        else:
            path.unlink()
