"""Moves, positions and the drawn board of Wigwam as text, both ways, and why a move is refused."""

import re

import numpy as np

from spieltisch.games.bits import count_bits
from spieltisch.games.game import BadDeal, Deal, IllegalMove
from spieltisch.games.wigwam import rules
from spieltisch.games.wigwam.board import (
    ARMY,
    BASE,
    BASE_POINTS,
    BASE_SET,
    BIT,
    CELL_OF,
    CELLS,
    CHIEF,
    DARK_TO_MOVE,
    DIRECTIONS,
    LANDING,
    LETTERS,
    NAME_OF,
    ROW_LENGTHS,
    ROWS,
    TENT,
    VICTIM,
    WARRIOR,
    legs,
    neighbour,
)
from spieltisch.games.wigwam.state import ALTERNATE, HIDDEN, OVER, REASONS, SETTING_UP
from spieltisch.texts import say

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
    verb = rules.verb_of(move)
    if verb == rules.MOVE_ARRANGE:
        return f"setup {write_arrangement(move >> rules.VERB_BITS)}"
    start = NAME_OF[int(rules.from_of(move))]
    if verb == rules.MOVE_PLACE:
        return f"{LETTERS[rules.to_of(move)]}@{start}"
    if verb == rules.MOVE_HUFF:
        return f"huff {start}"
    if verb == rules.MOVE_STEP:
        return f"{start}-{NAME_OF[int(rules.to_of(move))]}"
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
    cell = int(rules.from_of(move))
    for number in range(int(rules.length_of(move))):
        jump = int(rules.jump_of(move, number))
        found.append((jump, int(VICTIM[cell, jump]), int(LANDING[cell, jump])))
        cell = int(LANDING[cell, jump])
    return found


def read_move(text: str) -> int:
    """Turn a text into a move."""
    tidy = " ".join(text.split())
    if found := STEP_FORM.fullmatch(tidy):
        return int(rules.step_move(point(tidy, found[1]), point(tidy, found[2])))
    if found := CAPTURE_FORM.fullmatch(tidy):
        return read_capture(tidy, found[1], found[2])
    if found := HUFF_FORM.fullmatch(tidy):
        return int(rules.huff_move(point(tidy, found[1])))
    if found := PLACE_FORM.fullmatch(tidy):
        return int(rules.place_move(point(tidy, found[2]), LETTERS.index(found[1])))
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
    return int(rules.arrange_move(arrangement))


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
        if length == rules.MOST_JUMPS:
            raise IllegalMove("wigwam.refuse.too_long", move=move, most=rules.MOST_JUMPS)
        jump = 3 * first + (second - first + 1) % DIRECTIONS
        path |= jump << rules.JUMP_BITS * length
        cell, length, last_leg = landing, length + 1, second
    return int(rules.capture_move(CELL_OF[start], length, path))


def direction_between(move: str, start: int, target: int) -> int:
    """Give the direction from a point to its neighbour."""
    for direction in range(DIRECTIONS):
        if neighbour(start, direction) == target:
            return direction
    raise IllegalMove("wigwam.refuse.not_beside", move=move, point=NAME_OF[start], other=NAME_OF[target])


def check_turn(move: str, before: int | None, after: int, cell: int) -> None:
    """A path turns by at most 60 degrees at a point."""
    if before is not None and (after - before) % DIRECTIONS not in (0, 1, DIRECTIONS - 1):
        raise IllegalMove("wigwam.refuse.turn", move=move, point=NAME_OF[cell])


# --- why not -------------------------------------------------------------------------------------------


def refusal(book: np.record, s: np.record, seat: int, move: int) -> IllegalMove:
    """Say why a move is not legal now, and what is."""
    verb = rules.verb_of(move)
    if s.stage == SETTING_UP:
        return set_up_refusal(book, s, seat, move)
    if verb in (rules.MOVE_PLACE, rules.MOVE_ARRANGE):
        return refuse("set_up_over", move)
    if verb == rules.MOVE_HUFF:
        return huff_refusal(book, s, move)
    start = BIT[rules.from_of(move)]
    if start & rules.pieces_of(s, 1 - seat):
        return refuse("enemy_piece", move, point=from_name(move))
    if not start & rules.pieces_of(s, seat):
        return refuse("no_piece", move, point=from_name(move))
    kind = int(rules.kind_at(s, seat, rules.from_of(move)))
    if verb == rules.MOVE_STEP:
        return step_refusal(book, s, seat, move, kind)
    return capture_refusal(book, s, seat, move, kind)


def refuse(reason: str, move: int, **facts: object) -> IllegalMove:
    """Name the sentence."""
    return IllegalMove(f"wigwam.refuse.{reason}", move=write_move(move), **facts)


def from_name(move: int) -> str:
    """Name the point that a move begins with."""
    return NAME_OF[int(rules.from_of(move))]


def names_of(points: np.uint64) -> list[str]:
    """List the names of a set of points, in index order."""
    return [NAME_OF[cell] for cell in CELLS if points & BIT[cell]]


def set_up_refusal(book: np.record, s: np.record, seat: int, move: int) -> IllegalMove:
    """Pieces have to be placed first, on free points of the own base."""
    if book.setup == HIDDEN:
        return refuse("setup_arrange", move)
    free = rules.free_base(s, seat)
    if rules.verb_of(move) != rules.MOVE_PLACE:
        return refuse("setup_place", move, free=", ".join(names_of(free)))
    cell, kind = BIT[rules.from_of(move)], int(rules.to_of(move))
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
    liable = names_of(rules.huffable(s))
    if not liable:
        return refuse("nothing_liable", move)
    return refuse("not_liable", move, point=from_name(move), allowed=", ".join(liable))


def step_refusal(book: np.record, s: np.record, seat: int, move: int, kind: int) -> IllegalMove:
    """Say whether the target, the distance, the route or an open capture stands against a step."""
    start, target = BIT[rules.from_of(move)], BIT[rules.to_of(move)]
    beside = rules.around(start)
    if kind == CHIEF and not target & (beside | rules.around(beside)):
        return refuse("chief_reach", move)
    if kind != CHIEF and not target & beside:
        return refuse(f"{KINDS[kind]}_reach", move)
    if not target & rules.free_points(s):
        return refuse("occupied", move, point=NAME_OF[int(rules.to_of(move))])
    if kind == CHIEF and not target & rules.chief_targets(s, seat):
        return refuse("chief_route", move)
    return refuse("capture_available", move, capture=min(captures(book, s)))


def captures(book: np.record, s: np.record) -> list[str]:
    """List the texts of all captures."""
    buffer = np.zeros(int(rules.count_captures(book, s)), np.int64)
    rules.list_captures(book, s, buffer, 0)
    return [write_move(int(move)) for move in buffer]


def capture_refusal(book: np.record, s: np.record, seat: int, move: int, kind: int) -> IllegalMove:
    """Follow the jumps to the first that is not possible."""
    if kind == TENT:
        return refuse("tent_captures", move, point=from_name(move))
    prey = rules.hunted(s, 1 - seat)
    free = rules.free_points(s) | BIT[rules.from_of(move)]
    for jump, victim, landing in jumps_of(move):
        name = NAME_OF[victim]
        if not s.chiefs[1 - seat] & prey:
            return refuse("after_chief", move)
        if not BIT[victim] & prey:
            return refuse(f"victim_{what_stands(s, seat, victim)}", move, point=name)
        if kind == WARRIOR and len(set(legs(jump))) > 1:
            return refuse("warrior_bends", move, point=name)
        free |= BIT[victim]
        prey &= ~BIT[victim]
        if not BIT[landing] & free:
            return refuse("occupied", move, point=NAME_OF[landing])
    longer = [text for text in captures(book, s) if text.startswith(write_move(move))]
    return refuse("goes_on", move, capture=min(longer))


def what_stands(s: np.record, seat: int, cell: int) -> str:
    """Tell why a point holds no victim (any more)."""
    if BIT[cell] & rules.pieces_of(s, seat):
        return "own"
    if BIT[cell] & s.tents[1 - seat]:
        return "tent"
    return "taken" if BIT[cell] & rules.pieces_of(s, 1 - seat) else "none"


# --- deals ---------------------------------------------------------------------------------------------


def read_deal(deal: Deal) -> None:
    """A deal holds nothing: Wigwam knows no luck."""
    if deal != {}:
        raise BadDeal("wigwam.deal.empty", found=deal)


# --- positions -----------------------------------------------------------------------------------------

EMPTY = "."
CONCEALED = "?"


def symbols(book: np.record, s: np.record) -> list[str]:
    """Give one character a point, in index order."""
    sets = {CONCEALED: 0}
    for seat in range(2):
        for kind, points in enumerate((s.warriors, s.chiefs, s.tents)):
            sets[symbol_of(seat, kind)] = int(points[seat])
        if is_concealed(book, s, seat):
            sets[CONCEALED] = int(BASE_SET[seat])
    return [next((symbol for symbol, points in sets.items() if points >> cell & 1), EMPTY) for cell in CELLS]


def symbol_of(seat: int, kind: int) -> str:
    """Light's pieces are small letters, dark's capitals."""
    return LETTERS[kind] if seat else LETTERS[kind].lower()


def is_concealed(book: np.record, s: np.record, seat: int) -> bool:
    """Tell whether a seat's arrangement is in but cannot be seen."""
    hidden = s.stage == SETTING_UP and book.setup == HIDDEN and s.ready >> seat & 1
    return bool(hidden and not rules.pieces_of(s, seat))


def in_rows(found: list[str]) -> list[list[str]]:
    """Cut 37 things into the rows of the board."""
    rest = iter(found)
    return [[next(rest) for _ in range(length)] for length in ROW_LENGTHS]


def player_to_move(s: np.record) -> int:
    """Give the player to move; a hidden set-up names light first."""
    return 1 if s.stage == SETTING_UP and s.ready == 1 else int(s.to_move)


def write_position(book: np.record, s: np.record) -> str:
    """Describe the table in one line."""
    fields = ["/".join("".join(row) for row in in_rows(symbols(book, s))), "ld"[player_to_move(s)]]
    if s.stage == SETTING_UP:
        fields.append("s")
    elif s.huffed:
        fields.append("h!")
    elif s.liable:
        fields.append("h=" + ",".join(names_of(s.liable)))
    return " ".join(fields)


def read_position(book: np.record, s: np.record, text: str) -> None:
    """Lay out a position; the count of plies and the history of positions start anew."""
    fields = text.split()
    if len(fields) not in (2, 3) or fields[1] not in ("l", "d"):
        raise BadDeal("wigwam.position.form", text=text)
    extra = fields[2] if len(fields) == 3 else ""
    found = read_board(fields[0])
    check_concealed(book, found, extra)
    lay_out(s, found)
    s.to_move = "ld".index(fields[1])
    if extra == "s":
        read_set_up(book, s, found)
        return
    if not s.chiefs.any():
        raise BadDeal("wigwam.position.no_chiefs")
    if extra:
        read_huff(book, s, extra)
    if s.to_move:
        s.hash ^= DARK_TO_MOVE
    rules.begin(s)


def read_board(text: str) -> list[str]:
    """Split the rows into 37 characters and count the pieces."""
    rows = text.split("/")
    lengths = tuple(len(row) for row in rows)
    if lengths != ROW_LENGTHS:
        found = ", ".join(map(str, lengths))
        raise BadDeal("wigwam.position.rows", found=found, expected=", ".join(map(str, ROW_LENGTHS)))
    symbols = list("".join(rows))
    allowed = EMPTY + LETTERS.lower() + LETTERS + CONCEALED
    for symbol in symbols:
        if symbol not in allowed:
            raise BadDeal("wigwam.position.symbol", symbol=symbol, allowed=" ".join(allowed))
    for seat in range(2):
        for kind, most in enumerate(ARMY):
            count = symbols.count(symbol_of(seat, kind))
            if count > most:
                symbol = symbol_of(seat, kind)
                raise BadDeal("wigwam.position.too_many", symbol=symbol, found=count, most=int(most))
    return symbols


def check_concealed(book: np.record, found: list[str], extra: str) -> None:
    """Unknown pieces belong to a hidden set-up only."""
    if CONCEALED in found and not (extra == "s" and book.setup == HIDDEN):
        raise BadDeal("wigwam.position.concealed")


def lay_out(s: np.record, found: list[str]) -> None:
    """Put the pieces on an empty board."""
    for cell, symbol in zip(CELLS, found, strict=True):
        if symbol.upper() in LETTERS:
            rules.toggle(s, int(symbol.isupper()), LETTERS.index(symbol.upper()), cell)


def read_set_up(book: np.record, s: np.record, found: list[str]) -> None:
    """Check what lies on the board before the play begins."""
    by_cell = dict(zip(CELLS, found, strict=True))
    on_base = [[by_cell[int(cell)] for cell in base] for base in BASE]
    counts = [int(count_bits(rules.pieces_of(s, seat))) for seat in range(2)]
    outside = [rules.pieces_of(s, seat) & ~BASE_SET[seat] for seat in range(2)]
    if any(outside):
        raise BadDeal("wigwam.position.outside", points=", ".join(names_of(outside[0] | outside[1])))
    if book.setup == ALTERNATE:
        if counts[0] != counts[1] + int(s.to_move) or counts[1] == BASE_POINTS:
            raise BadDeal("wigwam.position.turns", light=counts[0], dark=counts[1])
        if s.to_move:
            s.hash ^= DARK_TO_MOVE
        return
    if book.setup != HIDDEN:
        raise BadDeal("wigwam.position.no_set_up")
    to_move, s.to_move = int(s.to_move), 0
    for seat in range(2):
        unknown = on_base[seat].count(CONCEALED)
        if max(counts[seat], unknown) not in (0, BASE_POINTS):
            raise BadDeal("wigwam.position.half_arranged", side=SIDES[seat])
        if counts[seat] or unknown:
            s.ready |= 1 << seat
    if s.ready == 3 or to_move != (s.ready == 1):
        raise BadDeal("wigwam.position.arranged")


def read_huff(book: np.record, s: np.record, extra: str) -> None:
    """Read rights to huff."""
    if not book.huffing:
        raise BadDeal("wigwam.position.no_huffing", field=extra)
    if extra == "h!":
        s.huffed = 1
        return
    enemy = rules.hunted(s, 1 - int(s.to_move))
    if not extra.startswith("h="):
        raise BadDeal("wigwam.position.field", field=extra)
    for name in extra[2:].split(","):
        if name not in CELL_OF or not enemy & BIT[CELL_OF[name]]:
            raise BadDeal("wigwam.position.liable", point=name)
        s.liable |= BIT[CELL_OF[name]]


# --- a drawn board -------------------------------------------------------------------------------------


def draw(book: np.record, s: np.record, language: str) -> str:
    """Draw the board with its points named at both ends of each row."""
    lines = [f"Wigwam · {headline(book, s, language)}", ""]
    for letter, row in zip(ROWS, in_rows(symbols(book, s)), strict=True):
        indent = " " * 2 * (max(ROW_LENGTHS) - len(row))
        lines.append(f"{indent}{letter}1  {'   '.join(row)}  {letter}{len(row)}")
    if s.stage != SETTING_UP and s.liable:
        lines += ["", say("wigwam.board.liable", language, pieces=", ".join(names_of(s.liable)))]
    elif s.huffed:
        lines += ["", say("wigwam.board.huffed", language)]
    return "\n".join(lines)


def headline(book: np.record, s: np.record, language: str) -> str:
    """Say whose turn it is, or how the game has ended."""
    if s.stage == OVER:
        light, dark = (int(points) for points in s.points)
        key = "drawn" if light == dark else f"{SIDES[dark > light]}_wins"
        reason = say(f"wigwam.reason.{REASONS[s.reason]}", language)
        return say(f"wigwam.board.{key}", language, light=light, dark=dark, reason=reason)
    waiting = [seat for seat in range(2) if rules.waiting_for(book, s) >> seat & 1]
    sides = [
        f"{say(f'wigwam.board.{SIDES[seat]}', language)} ({' '.join(symbol_of(seat, kind) for kind in range(3))})"
        for seat in waiting
    ]
    key = "setting_up" if s.stage == SETTING_UP else "moving"
    return say(f"wigwam.board.{key}", language, sides=say("wigwam.board.and", language).join(sides))
