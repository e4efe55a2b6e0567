"""Moves of Wigwam as text, both ways."""

import re

import numpy as np

from spieltisch.games.refusals import BadDeal, IllegalMove
from spieltisch.games.table import Deal
from spieltisch.games.wigwam import moves
from spieltisch.games.wigwam.board import (
    ARMY,
    BASE_POINTS,
    BIT,
    CELL_OF,
    CELLS,
    CHIEF,
    DIRECTIONS,
    LANDING,
    LETTERS,
    NAME_OF,
    ROW_LENGTHS,
    ROWS,
    TENT,
    VICTIM,
    WARRIOR,
    jump_with,
    may_turn,
    neighbour,
)

KINDS = ("warrior", "chief", "tent")
SIDES = ("light", "dark")

POINT = "[a-g][1-9]"
STEP_FORM = re.compile(f"({POINT})-({POINT})")
CAPTURE_FORM = re.compile(f"({POINT})((?:x{POINT}-{POINT})+)")
HUFF_FORM = re.compile(f"huff ({POINT})")
PLACE_FORM = re.compile(f"([{LETTERS}])@({POINT})")
SETUP_FORM = re.compile(r"setup (\w+)")


# --- moves ---------------------------------------------------------------------------------------------


def write_move(move: int) -> str:
    """Turn a move into its text."""
    verb = moves.verb_of(move)
    if verb == moves.MOVE_ARRANGE:
        return f"setup {write_arrangement(move >> moves.VERB_BITS)}"
    start = NAME_OF[int(moves.from_of(move))]
    if verb == moves.MOVE_PLACE:
        return f"{LETTERS[moves.to_of(move)]}@{start}"
    if verb == moves.MOVE_HUFF:
        return f"huff {start}"
    if verb == moves.MOVE_STEP:
        return f"{start}-{NAME_OF[int(moves.to_of(move))]}"
    jumps = "".join(f"x{NAME_OF[victim]}-{NAME_OF[landing]}" for _, victim, landing in jumps_of(move))
    return start + jumps


def write_arrangement(arrangement: int) -> str:
    """Write an arrangement as letters in index order of the base points."""
    return "".join(LETTERS[kind_in(arrangement, place)] for place in range(BASE_POINTS))


def kind_in(arrangement: int, place: int) -> int:
    """Tell what stands on a base point."""
    if arrangement >> place & 1:
        return CHIEF
    return TENT if arrangement >> (place + BASE_POINTS) & 1 else WARRIOR


def jumps_of(move: int) -> list[tuple[int, int, int]]:
    """List the jumps of a capture as jump, victim and landing."""
    found = []
    cell = int(moves.from_of(move))
    for number in range(int(moves.length_of(move))):
        jump = int(moves.jump_of(move, number))
        found.append((jump, int(VICTIM[cell, jump]), int(LANDING[cell, jump])))
        cell = int(LANDING[cell, jump])
    return found


def read_move(text: str) -> int:
    """Turn a text into a move."""
    tidy = " ".join(text.split())
    if found := STEP_FORM.fullmatch(tidy):
        return int(moves.step_move(point(tidy, found[1]), point(tidy, found[2])))
    if found := CAPTURE_FORM.fullmatch(tidy):
        return read_capture(tidy, found[1], found[2])
    if found := HUFF_FORM.fullmatch(tidy):
        return int(moves.huff_move(point(tidy, found[1])))
    if found := PLACE_FORM.fullmatch(tidy):
        return int(moves.place_move(point(tidy, found[2]), LETTERS.index(found[1])))
    if found := SETUP_FORM.fullmatch(tidy):
        return read_arrangement(tidy, found[1])
    raise IllegalMove("wigwam.refuse.form", move=text)


def point(move: str, name: str) -> int:
    """Find a point."""
    if name not in CELL_OF:
        last = ROW_LENGTHS[ROWS.index(name[0])]
        raise IllegalMove("wigwam.refuse.point", move=move, point=name, row=name[0], last=last)
    return CELL_OF[name]


def read_arrangement(move: str, letters: str) -> int:
    """Read the letters of a complete army."""
    counts = [letters.count(letter) for letter in LETTERS]
    if len(letters) != BASE_POINTS or counts != ARMY.tolist():
        raise IllegalMove("wigwam.refuse.army", move=move)
    arrangement = 0
    for place, letter in enumerate(letters):
        if letter == LETTERS[CHIEF]:
            arrangement |= 1 << place
        elif letter == LETTERS[TENT]:
            arrangement |= 1 << place + BASE_POINTS
    return int(moves.arrange_move(arrangement))


def read_capture(move: str, start: str, jumps: str) -> int:
    """Read a sequence of jumps; what no piece can ever do is refused here."""
    cell = point(move, start)
    path, length, last_leg = 0, 0, None
    for part in jumps[1:].split("x"):
        names = part.split("-")
        victim, landing = point(move, names[0]), point(move, names[1])
        first = direction_between(move, cell, victim)
        second = direction_between(move, victim, landing)
        check_turn(move, last_leg, first, cell)
        check_turn(move, first, second, victim)
        if length == moves.MOST_JUMPS:
            raise IllegalMove("wigwam.refuse.too_long", move=move, most=moves.MOST_JUMPS)
        path |= jump_with(first, second) << moves.JUMP_BITS * length
        cell, length, last_leg = landing, length + 1, second
    return int(moves.capture_move(CELL_OF[start], length, path))


def direction_between(move: str, start: int, target: int) -> int:
    """Give the direction from a point to its neighbour."""
    for direction in range(DIRECTIONS):
        if neighbour(start, direction) == target:
            return direction
    raise IllegalMove("wigwam.refuse.not_beside", move=move, point=NAME_OF[start], other=NAME_OF[target])


def check_turn(move: str, before: int | None, after: int, cell: int) -> None:
    """A path turns by at most 60 degrees at a point."""
    if before is not None and not may_turn(before, after):
        raise IllegalMove("wigwam.refuse.turn", move=move, point=NAME_OF[cell])


def names_of(points: np.uint64) -> list[str]:
    """List the names of a set of points, in index order."""
    return [NAME_OF[cell] for cell in CELLS if points & BIT[cell]]


# --- deals ---------------------------------------------------------------------------------------------


def read_deal(deal: Deal) -> None:
    """A deal holds nothing: Wigwam knows no luck."""
    if deal != {}:
        raise BadDeal("wigwam.deal.empty", found=deal)
