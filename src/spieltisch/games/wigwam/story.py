"""What happened at a table of Wigwam, as typed happenings for log, animation and screen reader.

They are told from one viewer's views before and after a move, so nothing hidden can slip into them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.games import happenings
from spieltisch.games.happenings import (
    Happening,
    Move,
    Number,
    Piece,
    Pieces,
    Point,
    Points,
    Reason,
    Seat,
    Text,
)
from spieltisch.games.wigwam.board import BASE, CELL_OF, CHIEF, LETTERS, NAME_OF, TENT
from spieltisch.games.wigwam.moves import MOVE_HUFF, MOVE_PLACE, MOVE_STEP, from_of, to_of, verb_of
from spieltisch.games.wigwam.notation import KINDS, jumps_of, names_of, read_move
from spieltisch.games.wigwam.points import kind_at
from spieltisch.games.wigwam.state import PLAYING, SETTING_UP

if TYPE_CHECKING:
    import numpy as np

    from spieltisch.games.table import View


class Placed(Happening, frozen=True, tag="placed"):
    """A piece has been put on the board."""

    seat: Seat
    kind: Piece
    point: Point
    move: Move


class Arranged(Happening, frozen=True, tag="arranged"):
    """A seat has chosen its arrangement in secret; what stands where only for itself."""

    seat: Seat
    letters: Text | None = None
    chief: Point | None = None
    tents: Points | None = None


class Revealed(Happening, frozen=True, tag="revealed"):
    """Both arrangements are turned up."""

    light: Text
    dark: Text


class Begun(Happening, frozen=True, tag="begun"):
    """The set-up is complete, light moves first."""

    seat: Seat


class Moved(Happening, frozen=True, tag="moved"):
    """A piece has moved without capturing."""

    seat: Seat
    kind: Piece
    start: Point
    target: Point
    move: Move


class Captured(Happening, frozen=True, tag="captured"):
    """A piece has taken others, jump by jump."""

    seat: Seat
    kind: Piece
    start: Point
    target: Point
    count: Number
    victims: Points
    landings: Points
    taken: Pieces
    move: Move


class Liable(Happening, frozen=True, tag="liable"):
    """A seat has not captured although it could; the opponent may remove one of these pieces."""

    seat: Seat
    count: Number
    points: Points


class Huffed(Happening, frozen=True, tag="huffed"):
    """A piece that failed to capture has been removed."""

    seat: Seat
    kind: Piece
    point: Point
    move: Move


class Ended(happenings.Ended, frozen=True, tag="ended"):
    """The game is over, and there are several ways to it."""

    reason: Reason


def tell(before: View, after: View, seat: int, move: str) -> list[Happening]:
    """Tell what one move has brought about."""
    old, new = before.state[0], after.state[0]
    story = [the_move(old, seat, move)]
    if old.stage == SETTING_UP and new.stage != SETTING_UP:
        if move.startswith("setup"):
            story.append(Revealed(letters_of(new, 0), letters_of(new, 1)))
        if new.stage == PLAYING:
            story.append(Begun(int(new.to_move)))
    if new.liable and new.stage == PLAYING:
        points = names_of(new.liable)
        story.append(Liable(seat, len(points), points))
    if after.outcome is not None:
        story.append(Ended(after.outcome.scores, after.outcome.winners, after.outcome.reason))
    return story


def the_move(old: np.record, seat: int, text: str) -> Happening:
    """Tell the move itself, as far as the viewer may see it."""
    if text.startswith("setup"):
        letters = text.split()[1]
        return Arranged(seat) if "?" in letters else arranged(seat, letters)
    move = read_move(text)
    cell = int(from_of(move))
    point = NAME_OF[cell]
    verb = verb_of(move)
    if verb == MOVE_PLACE:
        return Placed(seat, KINDS[to_of(move)], point, text)
    if verb == MOVE_HUFF:
        return Huffed(seat, KINDS[kind_at(old, 1 - seat, cell)], point, text)
    kind = KINDS[kind_at(old, seat, cell)]
    if verb == MOVE_STEP:
        return Moved(seat, kind, point, NAME_OF[int(to_of(move))], text)
    jumps = jumps_of(move)
    victims = [NAME_OF[victim] for _, victim, _ in jumps]
    landings = [NAME_OF[landing] for _, _, landing in jumps]
    taken = [KINDS[kind_at(old, 1 - seat, CELL_OF[victim])] for victim in victims]
    return Captured(seat, kind, point, landings[-1], len(jumps), victims, landings, taken, text)


def arranged(seat: int, letters: str) -> Arranged:
    """Tell an arrangement to its owner, with the points of the pieces that differ from the many warriors."""
    points = [NAME_OF[cell] for cell in BASE[seat]]
    (chief,) = [point for point, letter in zip(points, letters, strict=True) if letter == LETTERS[CHIEF]]
    tents = [point for point, letter in zip(points, letters, strict=True) if letter == LETTERS[TENT]]
    return Arranged(seat, letters, chief, tents)


def letters_of(s: np.record, seat: int) -> str:
    """Write an arrangement that has just been revealed."""
    return "".join(LETTERS[kind_at(s, seat, cell)] for cell in BASE[seat])


HAPPENINGS = (Placed, Arranged, Revealed, Begun, Moved, Captured, Huffed, Liable, Ended)
