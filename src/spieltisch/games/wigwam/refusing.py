"""Why a move of Wigwam is refused, and what is allowed instead."""

import numpy as np

from spieltisch.games.refusals import IllegalMove
from spieltisch.games.wigwam import rules
from spieltisch.games.wigwam.board import ARMY, BASE_SET, BIT, CHIEF, NAME_OF, TENT, WARRIOR, legs
from spieltisch.games.wigwam.moves import MOVE_ARRANGE, MOVE_HUFF, MOVE_PLACE, MOVE_STEP, from_of, to_of, verb_of
from spieltisch.games.wigwam.notation import KINDS, jumps_of, names_of, write_move
from spieltisch.games.wigwam.points import around, free_points, hunted, kind_at, pieces_of
from spieltisch.games.wigwam.reach import chief_targets, count_captures, follow, huffable, list_captures
from spieltisch.games.wigwam.state import HIDDEN, SETTING_UP


def refusal(book: np.record, s: np.record, seat: int, move: int) -> IllegalMove:
    """Say why a move is not legal now, and what is."""
    verb = verb_of(move)
    if s.stage == SETTING_UP:
        return set_up_refusal(book, s, seat, move)
    if verb in (MOVE_PLACE, MOVE_ARRANGE):
        return refuse("set_up_over", move)
    if verb == MOVE_HUFF:
        return huff_refusal(book, s, move)
    start = BIT[from_of(move)]
    if start & pieces_of(s, 1 - seat):
        return refuse("enemy_piece", move, point=from_name(move))
    if not start & pieces_of(s, seat):
        return refuse("no_piece", move, point=from_name(move))
    kind = int(kind_at(s, seat, from_of(move)))
    if verb == MOVE_STEP:
        return step_refusal(book, s, seat, move, kind)
    return capture_refusal(book, s, seat, move, kind)


def refuse(reason: str, move: int, **facts: object) -> IllegalMove:
    """Name the sentence."""
    return IllegalMove(f"wigwam.refuse.{reason}", move=write_move(move), **facts)


def from_name(move: int) -> str:
    """Name the point that a move begins with."""
    return NAME_OF[int(from_of(move))]


def set_up_refusal(book: np.record, s: np.record, seat: int, move: int) -> IllegalMove:
    """Pieces have to be placed first, on free points of the own base."""
    if book.setup == HIDDEN:
        return refuse("setup_arrange", move)
    free = rules.free_base(s, seat)
    if verb_of(move) != MOVE_PLACE:
        return refuse("setup_place", move, free=", ".join(names_of(free)))
    cell, kind = BIT[from_of(move)], int(to_of(move))
    if not cell & BASE_SET[seat]:
        return refuse("base", move, point=from_name(move), free=", ".join(names_of(free)))
    if not cell & free:
        return refuse("occupied", move, point=from_name(move))
    return refuse(f"no_{KINDS[kind]}_in_hand", move, count=int(ARMY[kind]))


def huff_refusal(book: np.record, s: np.record, move: int) -> IllegalMove:
    """Only a liable piece is removed, and only one."""
    if not book.huffing:
        return refuse("no_huffing", move)
    if s.huffed:
        return refuse("huffed", move)
    liable = names_of(huffable(s))
    if not liable:
        return refuse("nothing_liable", move)
    return refuse("not_liable", move, point=from_name(move), allowed=", ".join(liable))


def step_refusal(book: np.record, s: np.record, seat: int, move: int, kind: int) -> IllegalMove:
    """Say whether the target, the distance, the route or an open capture stands against a step."""
    start, target = BIT[from_of(move)], BIT[to_of(move)]
    beside = around(start)
    if kind == CHIEF and not target & (beside | around(beside)):
        return refuse("chief_reach", move)
    if kind != CHIEF and not target & beside:
        return refuse(f"{KINDS[kind]}_reach", move)
    if not target & free_points(s):
        return refuse("occupied", move, point=NAME_OF[int(to_of(move))])
    if kind == CHIEF and not target & chief_targets(s, seat):
        return refuse("chief_route", move)
    return refuse("capture_available", move, capture=min(captures(book, s)))


def captures(book: np.record, s: np.record) -> list[str]:
    """List the texts of all captures."""
    buffer = np.zeros(int(count_captures(book, s)), np.int64)
    list_captures(book, s, buffer, 0)
    return [write_move(int(move)) for move in buffer]


def capture_refusal(book: np.record, s: np.record, seat: int, move: int, kind: int) -> IllegalMove:
    """Say what stands against the first jump that is not possible."""
    if kind == TENT:
        return refuse("tent_captures", move, point=from_name(move))
    jumps = jumps_of(move)
    possible = int(follow(s, move))
    if possible >= len(jumps):
        longer = [text for text in captures(book, s) if text.startswith(write_move(move))]
        return refuse("goes_on", move, capture=min(longer))
    jump, victim, landing = jumps[possible]
    taken = [earlier for _, earlier, _ in jumps[:possible]]
    if any(s.chiefs[1 - seat] & BIT[earlier] for earlier in taken):
        return refuse("after_chief", move)
    if victim in taken or not hunted(s, 1 - seat) & BIT[victim]:
        return refuse(f"victim_{what_stands(s, seat, victim)}", move, point=NAME_OF[victim])
    if kind == WARRIOR and len(set(legs(jump))) > 1:
        return refuse("warrior_bends", move, point=NAME_OF[victim])
    return refuse("occupied", move, point=NAME_OF[landing])


def what_stands(s: np.record, seat: int, cell: int) -> str:
    """Tell why a point holds no victim (any more)."""
    if BIT[cell] & pieces_of(s, seat):
        return "own"
    if BIT[cell] & s.tents[1 - seat]:
        return "tent"
    return "taken" if BIT[cell] & pieces_of(s, 1 - seat) else "none"
