"""Wigwam as a client sees it, from a view: pieces, and every legal move with its parts."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from spieltisch.games.face import Shape
from spieltisch.games.records import copied
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
from spieltisch.games.wigwam.danger import leaves_behind, within_reach
from spieltisch.games.wigwam.moves import (
    MOVE_CAPTURE,
    MOVE_HUFF,
    MOVE_PLACE,
    MOVE_ROOM,
    MOVE_STEP,
    from_of,
    to_of,
    verb_of,
)
from spieltisch.games.wigwam.notation import KINDS, jumps_of, names_of, write_arrangement
from spieltisch.games.wigwam.points import kind_at
from spieltisch.games.wigwam.reach import huffable, must_capture
from spieltisch.games.wigwam.state import HIDDEN, PATIENCE, SETTING_UP

if TYPE_CHECKING:
    from spieltisch.games import View

STAGES: tuple[Literal["setup", "play", "over"], ...] = ("setup", "play", "over")
FULL = {kind: int(count) for kind, count in zip(KINDS, ARMY, strict=True)}
OPEN_TENTS = ("b2", "d3", "f2")
"""A more open arrangement than the standard one, for light."""


# --- what goes out --------------------------------------------------------------------------------------


Piece = Literal["warrior", "chief", "tent"]
Verb = Literal["place", "step", "capture", "huff"]
VERBS: dict[int, Verb] = {MOVE_PLACE: "place", MOVE_STEP: "step", MOVE_CAPTURE: "capture", MOVE_HUFF: "huff"}


class WigwamPiece(Shape, frozen=True, kw_only=True):
    """A piece on the board."""

    point: str
    seat: int
    kind: Piece


class WigwamArmy(Shape, frozen=True, kw_only=True):
    """Pieces of one seat that are not on the board: still to be placed, or lost."""

    seat: int
    warriors: int
    chiefs: int
    tents: int


class WigwamBoard(Shape, frozen=True, kw_only=True, tag_field="game", tag="wigwam"):
    """The board of Wigwam. Seat 0 is light, seat 1 dark. Geometry: GET /api/games/wigwam."""

    stage: Literal["setup", "play", "over"]
    setup: Literal["alternate", "hidden", "standard"]
    to_move: int
    pieces: list[WigwamPiece]
    off_board: list[WigwamArmy]
    ready: list[int]
    """Hidden set-up: the seats whose arrangement is in."""
    capturers: list[str]
    """Pieces of the player to move that can capture."""
    threatened: list[str]
    """Pieces of the player to move that the other could take if it were their turn."""
    must_capture: bool
    liable: list[str]
    """Pieces that the player to move may huff."""
    quiet: int
    """Moves since the last capture."""
    quiet_limit: int
    """So many of them draw the game."""


class WigwamMove(Shape, frozen=True, kw_only=True):
    """A legal move and its parts. A capture lists one victim and one landing point a jump."""

    move: str
    verb: Verb
    point: str
    """Where it begins: the piece that moves, the point to fill, or the piece to huff."""
    target: str | None = None
    kind: Piece | None = None
    victims: list[str] = msgspec.field(default_factory=list)
    landings: list[str] = msgspec.field(default_factory=list)
    exposed: bool = False
    """The piece that moves could be taken where it ends."""
    endangered: int = 0
    """So many of the own pieces could be taken next."""
    attacks: list[Piece] = msgspec.field(default_factory=list)
    """What the own pieces could take afterwards, if the other did nothing about it."""


class WigwamPreset(Shape, frozen=True, kw_only=True):
    """A ready arrangement for the own base, letters in the order of `base`."""

    name: str
    letters: str
    move: str


class WigwamChoices(Shape, frozen=True, kw_only=True, tag_field="game", tag="wigwam"):
    """All legal moves; in a hidden set-up instead the base, the army and presets."""

    verb: Literal["move", "setup"]
    moves: list[WigwamMove] = msgspec.field(default_factory=list)
    base: list[str] = msgspec.field(default_factory=list)
    army: dict[str, int] = msgspec.field(default_factory=dict)
    presets: list[WigwamPreset] = msgspec.field(default_factory=list)


class WigwamBuild(Shape, frozen=True, kw_only=True, tag_field="game", tag="wigwam"):
    """The answer to `ask` in a hidden set-up: letters in the order of `base`, a dot for an empty point."""

    build: str
    move: str | None
    """The finished move, or null while something is missing or too much."""
    left: dict[str, int]
    """How many pieces of each letter are still to be placed; negative if too many are."""
    mirrored: str
    """The same arrangement seen in a mirror along the axis through the base's corner."""


board_type, choices_type, build_type = WigwamBoard, WigwamChoices, WigwamBuild


# --- how it is made -------------------------------------------------------------------------------------


class WigwamPoint(Shape, frozen=True, kw_only=True):
    """A point of the board, with its place in units of the distance between neighbours."""

    point: str
    x: float
    y: float


class WigwamGeometry(Shape, frozen=True, kw_only=True):
    """The board: points, the lines between them, and each seat's base."""

    points: list[WigwamPoint]
    lines: list[tuple[str, str]]
    bases: list[list[str]]


@lru_cache(maxsize=1)
def geometry() -> WigwamGeometry:
    """The board: points with their place in units of the distance between neighbours, lines and bases."""
    points = []
    number = 0
    for row, length in enumerate(ROW_LENGTHS):
        for place in range(length):
            x = place - (length - 1) / 2
            y = (row - 3) * 3**0.5 / 2
            points.append(WigwamPoint(point=NAMES[number], x=round(x, 4), y=round(y, 4)))
            number += 1
    lines = [
        (NAME_OF[cell], NAME_OF[other])
        for cell in CELLS
        for direction in range(3)
        if (other := neighbour(cell, direction)) in NAME_OF
    ]
    return WigwamGeometry(points=points, lines=lines, bases=[base_of(seat) for seat in range(2)])


def base_of(seat: int) -> list[str]:
    """The points of a base, in the order in which an arrangement names them."""
    return [NAME_OF[int(cell)] for cell in BASE[seat]]


def board(view: View, *, memory: bool) -> WigwamBoard:  # noqa: ARG001 - one signature for all games
    """Show the board."""
    book, record, s = view.book[0], view.state[0], view.plain
    pieces = []
    army = []
    for seat in range(2):
        off = {}
        standing: tuple[tuple[Piece, list[int]], ...] = (
            ("warrior", s.warriors),
            ("chief", s.chiefs),
            ("tent", s.tents),
        )
        for kind, points in standing:
            found = [NAME_OF[cell] for cell in CELLS if points[seat] >> cell & 1]
            pieces += [WigwamPiece(point=point, seat=seat, kind=kind) for point in found]
            off[f"{kind}s"] = FULL[kind] - len(found)
        army.append(WigwamArmy(seat=seat, **off))
    playing = STAGES[s.stage] == "play"
    return WigwamBoard(
        stage=STAGES[s.stage],
        setup=view.options.setup,
        to_move=s.to_move,
        pieces=pieces,
        off_board=army,
        ready=[seat for seat in range(2) if s.ready >> seat & 1],
        capturers=[NAME_OF[cell] for cell in CELLS if s.capturers >> cell & 1] if playing else [],
        threatened=threatened(view),
        must_capture=bool(playing and s.capturers and must_capture(book, record)),
        liable=names_of(huffable(record)) if playing and s.liable else [],
        quiet=s.quiet,
        quiet_limit=int(PATIENCE),
    )


def choices(view: View) -> WigwamChoices:
    """List the legal moves; a hidden set-up has too many."""
    book, s = view.book[0], view.state[0]
    if s.stage == SETTING_UP and book.setup == HIDDEN:
        return WigwamChoices(
            verb="setup",
            base=base_of(view.seat),
            army={letter: int(count) for letter, count in zip(LETTERS, ARMY, strict=True)},
            presets=presets(view.seat),
        )
    moves = [legal_move(view, int(number)) for number in view.move_numbers(view.seat)]
    return WigwamChoices(verb="move", moves=sorted(moves, key=lambda move: move.move))


def threatened(view: View) -> list[str]:
    """Name the pieces of the player to move that the other could take if it were their turn."""
    copy = copied(view.state)[0]
    return names_of(within_reach(view.book[0], copy, 1 - int(copy.to_move), np.empty(MOVE_ROOM, np.int64)))


def legal_move(view: View, number: int) -> WigwamMove:
    """Take a move apart, and say what it leaves behind."""
    s, enemy = view.state[0], 1 - view.seat
    cell, verb = int(from_of(number)), int(verb_of(number))
    after, found = copied(view.state)[0], np.zeros(2, np.uint64)
    leaves_behind(view.book[0], after, view.seat, number, found, np.empty(MOVE_ROOM, np.int64))
    lost, attacked = ([cell for cell in CELLS if int(points) >> cell & 1] for points in found)
    jumps = jumps_of(number) if verb == MOVE_CAPTURE else []
    ends = {MOVE_PLACE: cell, MOVE_STEP: int(to_of(number)), MOVE_CAPTURE: jumps[-1][2] if jumps else cell}.get(verb)
    if verb == MOVE_PLACE:
        kind = int(to_of(number))
    else:
        kind = int(kind_at(s, enemy if verb == MOVE_HUFF else view.seat, cell))
    return WigwamMove(
        move=view.game.write_move(view.book[0], number),
        verb=VERBS[verb],
        point=NAME_OF[cell],
        target=None if ends is None else NAME_OF[ends],
        kind=KINDS[kind],  # type: ignore[arg-type]
        victims=[NAME_OF[victim] for _, victim, _ in jumps],
        landings=[NAME_OF[landing] for _, _, landing in jumps],
        exposed=ends in lost,
        endangered=len(lost),
        attacks=[KINDS[int(kind_at(after, enemy, point))] for point in attacked],  # type: ignore[misc]
    )


def presets(seat: int) -> list[WigwamPreset]:
    """Arrangements to begin with."""
    standard = write_arrangement(int(STANDARD[seat]))
    opened = open_arrangement(seat)
    return [
        WigwamPreset(name=name, letters=arranged, move=f"setup {arranged}")
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


def build(view: View, text: str) -> WigwamBuild:
    """Check an arrangement under construction."""
    letters = (text.upper() + "." * BASE_POINTS)[:BASE_POINTS]
    letters = "".join(letter if letter in LETTERS else "." for letter in letters)
    left = {letter: int(count) - letters.count(letter) for letter, count in zip(LETTERS, ARMY, strict=True)}
    move = f"setup {letters}"
    done = "." not in letters and not any(left.values()) and view.is_legal(view.seat, move)
    return WigwamBuild(
        build=letters, move=move if done else None, left=left, mirrored=mirror(max(view.seat, 0), letters)
    )
