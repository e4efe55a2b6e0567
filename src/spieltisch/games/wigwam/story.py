"""What happened at a table of Wigwam, as typed happenings for log, animation and screen reader.

They are told from one viewer's views before and after a move, so nothing hidden can slip into them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from spieltisch.games.wigwam import rules
from spieltisch.games.wigwam.board import BASE, CELL_OF, LETTERS, NAME_OF
from spieltisch.games.wigwam.notation import KINDS, jumps_of, names_of, read_move
from spieltisch.games.wigwam.state import PLAYING, SETTING_UP

if TYPE_CHECKING:
    import numpy as np

    from spieltisch.games.game import View


class Happening(msgspec.Struct, frozen=True, tag_field="what", omit_defaults=True):
    """Something that everybody at the table notices."""


class Placed(Happening, frozen=True, tag="placed"):
    """A piece has been put on the board."""

    seat: int
    kind: str
    point: str


class Arranged(Happening, frozen=True, tag="arranged"):
    """A seat has chosen its arrangement in secret; `letters` only for itself."""

    seat: int
    letters: str | None = None


class Revealed(Happening, frozen=True, tag="revealed"):
    """Both arrangements are turned up."""

    light: str
    dark: str


class Begun(Happening, frozen=True, tag="begun"):
    """The set-up is complete, light moves first."""

    seat: int


class Moved(Happening, frozen=True, tag="moved"):
    """A piece has moved without capturing."""

    seat: int
    kind: str
    start: str
    target: str


class Captured(Happening, frozen=True, tag="captured"):
    """A piece has taken others, jump by jump."""

    seat: int
    kind: str
    start: str
    target: str
    count: int
    victims: list[str]
    landings: list[str]
    taken: list[str]


class Huffed(Happening, frozen=True, tag="huffed"):
    """A piece that failed to capture has been removed."""

    seat: int
    kind: str
    point: str


class Liable(Happening, frozen=True, tag="liable"):
    """A seat has not captured although it could; the opponent may remove one of these pieces."""

    seat: int
    count: int
    points: list[str]


class Ended(Happening, frozen=True, tag="ended"):
    """The game is over."""

    scores: list[int]
    winners: list[int]
    reason: str


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
        return Arranged(seat, None if "?" in letters else letters)
    move = read_move(text)
    cell = int(rules.from_of(move))
    point = NAME_OF[cell]
    verb = rules.verb_of(move)
    if verb == rules.MOVE_PLACE:
        return Placed(seat, KINDS[rules.to_of(move)], point)
    if verb == rules.MOVE_HUFF:
        return Huffed(seat, KINDS[rules.kind_at(old, 1 - seat, cell)], point)
    kind = KINDS[rules.kind_at(old, seat, cell)]
    if verb == rules.MOVE_STEP:
        return Moved(seat, kind, point, NAME_OF[int(rules.to_of(move))])
    jumps = jumps_of(move)
    victims = [NAME_OF[victim] for _, victim, _ in jumps]
    landings = [NAME_OF[landing] for _, _, landing in jumps]
    taken = [KINDS[rules.kind_at(old, 1 - seat, CELL_OF[victim])] for victim in victims]
    return Captured(seat, kind, point, landings[-1], len(jumps), victims, landings, taken)


def letters_of(s: np.record, seat: int) -> str:
    """Write an arrangement that has just been revealed."""
    return "".join(LETTERS[rules.kind_at(s, seat, cell)] for cell in BASE[seat])
