"""Wigwam as a client sees it, from a view: pieces, and every legal move with its parts."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from spieltisch.games.wigwam import rules
from spieltisch.games.wigwam.board import (
    ARMY,
    BASE,
    BASE_POINTS,
    CELLS,
    LETTERS,
    NAME_OF,
    NAMES,
    ROW_LENGTHS,
    STANDARD,
    neighbour,
)
from spieltisch.games.wigwam.notation import KINDS, jumps_of, names_of, write_arrangement
from spieltisch.games.wigwam.state import HIDDEN, PATIENCE, SETTING_UP
from spieltisch.server.projection import boards

if TYPE_CHECKING:
    from spieltisch.games import View

STAGES: tuple[Literal["setup", "play", "over"], ...] = ("setup", "play", "over")
FULL = {kind: int(count) for kind, count in zip(KINDS, ARMY, strict=True)}
OPEN_TENTS = ("b2", "d3", "f2")
"""A more open arrangement than the standard one, for light."""


@lru_cache(maxsize=1)
def geometry() -> dict[str, Any]:
    """The board: points with their place in units of the distance between neighbours, lines and bases."""
    points = []
    number = 0
    for row, length in enumerate(ROW_LENGTHS):
        for place in range(length):
            x = place - (length - 1) / 2
            y = (row - 3) * 3**0.5 / 2
            points.append({"point": NAMES[number], "x": round(x, 4), "y": round(y, 4)})
            number += 1
    lines = [
        [NAME_OF[cell], NAME_OF[other]]
        for cell in CELLS
        for direction in range(3)
        if (other := neighbour(cell, direction)) in NAME_OF
    ]
    return {"points": points, "lines": lines, "bases": [base_of(seat) for seat in range(2)]}


def base_of(seat: int) -> list[str]:
    """The points of a base, in the order in which an arrangement names them."""
    return [NAME_OF[int(cell)] for cell in BASE[seat]]


def board(view: View, *, memory: bool) -> boards.WigwamBoard:  # noqa: ARG001 - one signature for all games
    """Show the board."""
    book, record, s = view.book[0], view.state[0], view.plain
    pieces = []
    army = []
    for seat in range(2):
        off = {}
        standing: tuple[tuple[boards.Piece, list[int]], ...] = (
            ("warrior", s.warriors),
            ("chief", s.chiefs),
            ("tent", s.tents),
        )
        for kind, points in standing:
            found = [NAME_OF[cell] for cell in CELLS if points[seat] >> cell & 1]
            pieces += [boards.WigwamPiece(point=point, seat=seat, kind=kind) for point in found]
            off[f"{kind}s"] = FULL[kind] - len(found)
        army.append(boards.WigwamArmy(seat=seat, **off))
    playing = STAGES[s.stage] == "play"
    return boards.WigwamBoard(
        stage=STAGES[s.stage],
        setup=view.options.setup,
        to_move=s.to_move,
        pieces=pieces,
        off_board=army,
        ready=[seat for seat in range(2) if s.ready >> seat & 1],
        capturers=[NAME_OF[cell] for cell in CELLS if s.capturers >> cell & 1] if playing else [],
        threats=names_of(rules.find_capturers(record, 1 - s.to_move)) if playing else [],
        must_capture=bool(playing and s.capturers and rules.must_capture(book, record)),
        liable=names_of(rules.huffable(record)) if playing and s.liable else [],
        quiet=s.quiet,
        quiet_limit=int(PATIENCE),
    )


def choices(view: View) -> boards.WigwamChoices:
    """List the legal moves; a hidden set-up has too many."""
    book, s = view.book[0], view.state[0]
    if s.stage == SETTING_UP and book.setup == HIDDEN:
        return boards.WigwamChoices(
            verb="setup",
            base=base_of(view.seat),
            army={letter: int(count) for letter, count in zip(LETTERS, ARMY, strict=True)},
            presets=presets(view.seat),
        )
    moves = [legal_move(view, int(number)) for number in view.move_numbers(view.seat)]
    return boards.WigwamChoices(verb="move", moves=sorted(moves, key=lambda move: move.move))


def legal_move(view: View, number: int) -> boards.WigwamMove:
    """Take a move apart."""
    s = view.state[0]
    text = view.game.write_move(view.book[0], number)
    cell = int(rules.from_of(number))
    verb = int(rules.verb_of(number))
    point = NAME_OF[cell]
    if verb == rules.MOVE_PLACE:
        kind = KINDS[int(rules.to_of(number))]
        return boards.WigwamMove(move=text, verb="place", point=point, target=point, kind=kind)  # type: ignore[arg-type]
    if verb == rules.MOVE_HUFF:
        kind = KINDS[int(rules.kind_at(s, 1 - view.seat, cell))]
        return boards.WigwamMove(move=text, verb="huff", point=point, kind=kind)  # type: ignore[arg-type]
    kind = KINDS[int(rules.kind_at(s, view.seat, cell))]
    if verb == rules.MOVE_STEP:
        target = NAME_OF[int(rules.to_of(number))]
        return boards.WigwamMove(move=text, verb="step", point=point, target=target, kind=kind)  # type: ignore[arg-type]
    jumps = jumps_of(number)
    landings = [NAME_OF[landing] for _, _, landing in jumps]
    return boards.WigwamMove(
        move=text,
        verb="capture",
        point=point,
        target=landings[-1],
        kind=kind,  # type: ignore[arg-type]
        victims=[NAME_OF[victim] for _, victim, _ in jumps],
        landings=landings,
    )


def presets(seat: int) -> list[boards.WigwamPreset]:
    """Arrangements to begin with."""
    standard = write_arrangement(int(STANDARD[seat]))
    opened = open_arrangement(seat)
    return [
        boards.WigwamPreset(name=name, letters=arranged, move=f"setup {arranged}")
        for name, arranged in (("standard", standard), ("open", opened))
    ]


def open_arrangement(seat: int) -> str:
    """The chief in the corner and the tents apart; turning the board by half gives dark's."""
    light = base_of(0)
    letters = ["T" if point in OPEN_TENTS else "C" if point == "d1" else "W" for point in light]
    # Half a turn sends the n-th point of light's base to the n-th from the end of dark's.
    return "".join(letters if seat == 0 else letters[::-1])


def mirror(seat: int, letters: str) -> str:
    """Swap the two halves of a base: row a with g, b with f, c with e."""
    base = base_of(seat)
    places = {point: place for place, point in enumerate(base)}
    return "".join(letters[places["gfedcba"["abcdefg".index(point[0])] + point[1]]] for point in base)


def build(view: View, text: str) -> boards.WigwamBuild:
    """Check an arrangement under construction."""
    letters = (text.upper() + "." * BASE_POINTS)[:BASE_POINTS]
    letters = "".join(letter if letter in LETTERS else "." for letter in letters)
    left = {letter: int(count) - letters.count(letter) for letter, count in zip(LETTERS, ARMY, strict=True)}
    move = f"setup {letters}"
    done = "." not in letters and not any(left.values()) and view.is_legal(view.seat, move)
    return boards.WigwamBuild(
        build=letters, move=move if done else None, left=left, mirrored=mirror(max(view.seat, 0), letters)
    )
