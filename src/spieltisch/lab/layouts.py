"""Writes docs/observations.md: what moves, choices and observations look like as numbers, from the games' own lists.

`python -m spieltisch.lab.layouts docs/observations.md` writes the page anew.
"""

from __future__ import annotations

import sys
from inspect import cleandoc, getmodule
from pathlib import Path
from typing import TYPE_CHECKING

from spieltisch import games
from spieltisch.games.layout import CARDS, CHOICE, KINDS, NUMBER
from spieltisch.lab.batches import names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spieltisch.games import Game
    from spieltisch.games.coding import Span
    from spieltisch.games.layout import Layout

OPENING = """
# Moves and observations as numbers

Written by `python -m spieltisch.lab.layouts docs/observations.md` from the games' own lists; do not edit.

**Moves.** Every move that can ever be legal has one *number* of a fixed range (`codec.number_of`, `codec.move_of`).
Where that range is too large for a mask, moves are built of a few *choices* of a small range, and masks and
environments speak of choices; elsewhere one choice is one move. Each move has exactly one sequence of choices.

**Observations** are rows of int8, filled from a view: nothing in them that the seat may not know. Seats are counted
clockwise from the own one, which is 0.

| kind | the numbers | spread out for a network (`spread`) |
|---|---|---|
| number | as they are, from 0 | as they are |
| flag | 0 or 1 | as they are |
| choice | one of so many things, or -1 for none | one flag a thing |
| cards | a list of card numbers, filled up with -1 | one count a card |
| bits | eight flags a byte, the lowest bit first | one flag a bit |

The *perfect* rows hold what is hidden, for critics that may see it in training.
"""


def page() -> str:
    """Write the whole page."""
    return "\n".join([cleandoc(OPENING), *(line for name in names() for line in chapter(games.get(name)))]) + "\n"


def chapter(game: Game) -> Iterator[str]:
    """Write about one game."""
    codec = game.codec
    module = getmodule(codec.number_of)
    assert module is not None
    yield from ("", f"## {game.title}", "", cleandoc(module.__doc__ or ""), "")
    yield f"Whole moves: {codec.moves:,} numbers."
    yield from spans(codec.move_spans)
    yield f"Choices: {codec.choices:,} numbers, at most {codec.most_choices} for a move."
    yield from spans(codec.choice_spans)
    yield f"Observation: {codec.layout.size} numbers, {codec.layout.spread_size:,} when spread out."
    yield from fields(codec.layout)
    yield f"Perfect information: {codec.perfect_layout.size} further numbers."
    yield from fields(codec.perfect_layout)
    for subject, named in codec.legend().items():
        yield from ("", f"{subject[0].upper()}{subject[1:]}, from 0: {', '.join(named)}.")


def spans(listed: Sequence[Span]) -> Iterator[str]:
    """Write a table of numbers and their meaning."""
    yield from ("", "| from | to | meaning |", "|---|---|---|")
    start = 0
    for span in listed:
        yield f"| {start:,} | {start + span.size - 1:,} | {span.meaning} |"
        start += span.size
    yield ""


def fields(layout: Layout) -> Iterator[str]:
    """Write a table of fields."""
    yield from ("", "| field | from | shape | kind | largest | spread | meaning |", "|---|---|---|---|---|---|---|")
    for field in layout.fields:
        shape, wide = (" x ".join(map(str, sizes)) for sizes in (field.shape, field.spread_shape))
        kind = KINDS[field.kind] if field.kind not in (CHOICE, CARDS) else f"{KINDS[field.kind]} of {field.high}"
        largest = field.high if field.kind == NUMBER else ""
        cells = (field.name, layout.starts[field.name], shape, kind, largest, wide, field.meaning)
        yield f"| {' | '.join(map(str, cells))} |"
    yield ""


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), "utf-8")
