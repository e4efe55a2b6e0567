"""Finds Wigwam's puzzles: moments of bots' games in which exactly one move does it, proved by full search.

A *forced gain* in n own moves, each against every legal answer, is one of three (values and search: proving.py):

- *chief*: the solver wins by the chief (taken or shut in) with his n-th move at the latest. n is the smallest number
  for which this can be forced.
- *material*: when n own moves are made and all compulsory captures after them are done, the solver's lead in warriors
  is larger by `gain` than before (at least 1; at least 2 where one move is enough), and no lead beyond that can be
  forced. With fewer own moves it cannot be reached, and the chief cannot be won in n moves.
- *rescue*: the other threatens to win by the chief in `depth` moves. One own move is asked for: the only one after
  which he cannot force it in `depth` moves, nor in one more.

*Unique* means that of all legal moves exactly one reaches the goal; so it is with the first move and with each later
one of the line, in which the other answers so that the solver needs all his moves.
"""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spieltisch import games
from spieltisch.bots.bot import Budget
from spieltisch.bots.wigwam import LEVELS, WigwamBot, warm_up
from spieltisch.bots.wigwam.evaluation import set_weights
from spieltisch.bots.wigwam.mind import MIND
from spieltisch.bots.wigwam.proving import WON, forced, lead_of, reaching
from spieltisch.bots.wigwam.root import forget
from spieltisch.bots.wigwam.weights import evaluation
from spieltisch.games import chance
from spieltisch.games.compiled import int64
from spieltisch.games.records import blank
from spieltisch.games.wigwam.board import CELL_OF, CELLS, STRIDE
from spieltisch.games.wigwam.moves import MOVE_ROOM
from spieltisch.games.wigwam.state import PLAYING
from spieltisch.match.puzzles import BETWEEN, Puzzle, table_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spieltisch.games import Table

COUNT = 300
ENOUGH: int | None = None
"""A proof is a proof: all of them are checked."""
SHARES = {"chief": 0.5, "material": 0.4, "rescue": 0.3}
"""No theme takes a larger part of the set than this."""
MOST_OF_ONE_MOVE = 0.35
"""So large a part of the set may be solved with one move."""

PLAYERS = ("expert", "skilled", "casual")
"""Who plays: where nobody makes mistakes nothing is to be gained."""
PLAY_NODES = 1000
LONGEST = 100
"""After so many moves nobody looks on: it would take too long to tell how it came to this."""
APART = 6
"""Two puzzles of one game lie at least so many moves apart."""
FEWEST_MOVES = 3
"""With fewer to choose from, guessing would do."""
DEEPEST_CHIEF, DEEPEST_MATERIAL, DEEPEST_RESCUE = 4, 3, 3
DEEPEST_GRADE = 8
"""So many plies the bot looks ahead that grades a puzzle: further than the longest solution."""
SIGHT_OF_A_GAIN = 0.6
"""The deepest proof of warriors won takes longest: it is tried where the bot, too, thinks that there is something."""


class Finding(NamedTuple):
    """A solution: what it gains and how."""

    theme: str
    line: list[int]
    depth: int
    gain: int = 0


# --- proofs --------------------------------------------------------------------------------------------------


class Prover:
    """Asks the proofs about one table."""

    def __init__(self) -> None:
        self.mind = blank(MIND)
        set_weights(self.mind[0], evaluation())
        self.buffer = np.zeros(MOVE_ROOM, np.int64)

    def reaching(self, table: Table, goal: int, own_moves: int, base: int, settled: bool, most: int = 2) -> list[int]:
        """List the moves that reach a goal within so many own moves, but no more than `most`."""
        s = table.state.copy()[0]
        forget(self.mind[0])
        plies = int64(2 * own_moves - 2)
        count = reaching(
            table.book[0],
            s,
            self.mind[0],
            int64(base),
            int64(goal),
            plies,
            int64(settled),
            int64(most),
            self.buffer,
        )
        return [int(move) for move in self.buffer[:count]]

    def loses(self, table: Table, move: int, moves: int) -> bool:
        """Tell whether the other wins by the chief within so many moves of his, once this move is made."""
        after = table.copy()
        after.put(after.waiting_for[0], move)
        return bool(self.wins(after, moves))

    def wins(self, table: Table, own_moves: int) -> bool:
        """Tell whether the player to move wins by the chief within so many own moves."""
        s = table.state.copy()[0]
        forget(self.mind[0])
        seat, plies = int64(s.to_move), int64(2 * own_moves - 1)
        value = forced(
            table.book[0],
            s,
            self.mind[0],
            seat,
            lead_of(s, seat),
            plies,
            int64(0),
            WON - 1,
            WON,
            int64(1),
            int64(0),
        )
        # of a finished game the value is told for whoever would move
        return bool(value >= WON)

    def chief(self, table: Table, deepest: int) -> Finding | None:
        """Find a chief that can be won in one way."""
        base = lead(table)
        for own_moves in range(1, deepest + 1):
            found = self.reaching(table, int(WON), own_moves, base, settled=False)
            if found:
                return self.with_line("chief", table, found, int(WON), own_moves, base, settled=False)
        return None

    def material(self, table: Table, deepest: int) -> Finding | None:
        """Find warriors that can be won in one way."""
        base = lead(table)
        for own_moves in range(1, deepest + 1):
            goal = base + (2 if own_moves == 1 else 1)
            found = self.reaching(table, goal, own_moves, base, settled=True)
            if not found:
                continue
            while found and goal < base + 8:
                best, goal = found, goal + 1
                found = self.reaching(table, goal, own_moves, base, settled=True)
            if found:
                return None  # not warriors but the whole game is won
            goal -= 1
            if own_moves > 1 and self.reaching(table, goal, own_moves - 1, base, settled=True, most=1):
                return None
            if self.reaching(table, int(WON), own_moves, base, settled=False, most=1):
                return None
            return self.with_line("material", table, best, goal, own_moves, base, settled=True)
        return None

    def rescue(self, table: Table, deepest: int) -> Finding | None:
        """Find the one move that keeps the chief."""
        moves = [int(move) for move in table.move_numbers(table.waiting_for[0])]
        for depth in range(1, deepest + 1):
            safe = self.safe_moves(table, moves, depth)
            if len(safe) == 1 and len(moves) > 1:
                return None if self.loses(table, safe[0], depth + 1) else Finding("rescue", safe, depth)
            if len(safe) < 2:
                return None
        return None

    def safe_moves(self, table: Table, moves: Sequence[int], depth: int) -> list[int]:
        """List up to two moves after which the other does not win by the chief."""
        safe: list[int] = []
        for move in moves:
            if len(safe) < 2 and not self.loses(table, move, depth):
                safe.append(move)
        return safe

    def with_line(
        self, theme: str, table: Table, found: list[int], goal: int, own_moves: int, base: int, settled: bool
    ) -> Finding | None:
        """Follow the solution to its end if it is the only one all the way."""
        line = []
        table = table.copy()
        for left in range(own_moves, 0, -1):
            if len(found) != 1:
                return None
            line.append(found[0])
            table.put(table.waiting_for[0], found[0])
            if left > 1:
                answer = self.answer(table, goal, left - 1, base, settled)
                if answer is None:
                    return None
                line.append(answer)
                table.put(table.waiting_for[0], answer)
                found = self.reaching(table, goal, left - 1, base, settled)
        return Finding(theme, line, own_moves, goal - base if settled else 0)

    def answer(self, table: Table, goal: int, left: int, base: int, settled: bool) -> int | None:
        """Give an answer after which all the moves that are left are needed, and one way alone leads on."""
        if table.over:
            return None
        for move in table.move_numbers(table.waiting_for[0]):
            after = table.copy()
            after.put(after.waiting_for[0], int(move))
            if after.over or (left > 1 and self.reaching(after, goal, left - 1, base, settled, most=1)):
                continue
            if len(self.reaching(after, goal, left, base, settled)) == 1:
                return int(move)
        return None


def lead(table: Table) -> int:
    """Count how many warriors more the player to move has than the other."""
    s = table.state[0]
    return int(lead_of(s, int64(s.to_move)))


# --- finding ----------------------------------------------------------------------------------------------------


def find(seed: int) -> list[Puzzle]:
    """Let bots play a game and look for puzzles in it."""
    warm_up()
    luck = chance.seeded("wigwam puzzles", seed)
    table = games.get("wigwam").deal(2, seed)
    levels = [PLAYERS[int(chance.below(luck, len(PLAYERS)))] for _ in range(2)]
    seated = [WigwamBot(level, LEVELS[level]) for level in levels]
    prover = Prover()
    moves: list[str] = []
    found: list[Puzzle] = []
    last = -APART
    while not table.over and len(moves) < LONGEST:
        seat = table.waiting_for[0]
        bot = seated[seat]
        move = bot.choose(table.view(seat), seat, Budget(nodes=PLAY_NODES, seed=seed * 4096 + len(moves)))
        if table.state[0].stage == PLAYING and len(moves) >= last + APART:
            finding = look(prover, table, bot.explain()[0].value)
            puzzle = None if finding is None else puzzle_of(seed, table, moves, finding)
            if puzzle is not None and puzzle.line[0] not in {one.line[0] for one in found}:
                found.append(puzzle)
                last = len(moves)
        table.play(seat, move)
        moves.append(move)
    return found


def look(prover: Prover, table: Table, hope: float) -> Finding | None:
    """Look for a gain at this moment: the greatest first."""
    if table.count_moves(table.waiting_for[0]) < FEWEST_MOVES:
        return None
    return (
        prover.chief(table, DEEPEST_CHIEF)
        or prover.rescue(table, DEEPEST_RESCUE)
        or steady(prover, table, prover.material(table, DEEPEST_MATERIAL if hope > SIGHT_OF_A_GAIN else 2))
    )


def steady(prover: Prover, table: Table, finding: Finding | None) -> Finding | None:
    """Warriors won are nothing if the chief is lost for them."""
    if finding is None:
        return None
    table = table.copy()
    for move in finding.line:
        table.put(table.waiting_for[0], move)
    return None if not table.over and prover.wins(table, 2) else finding


def puzzle_of(seed: int, table: Table, moves: Sequence[str], finding: Finding) -> Puzzle | None:
    """Write a puzzle down and grade it; none if a bot that looks further than the gain prefers something else."""
    write, book = table.game.write_move, table.book[0]
    line = [write(book, move) for move in finding.line]
    nodes = effort(table, line[0])
    if not nodes:
        return None
    return Puzzle(
        id=short_name(alike_table(table)),
        theme=finding.theme,
        seat=table.waiting_for[0],
        own_moves=(len(line) + 1) // 2,
        rating=min(2500, max(700, round(450 + 280 * math.log10(nodes) + 80 * (finding.depth - 1)))),
        players=2,
        seed=seed,
        moves=BETWEEN.join(moves),
        line=line,
        gain=finding.gain,
        depth=finding.depth,
        nodes=nodes,
    )


def effort(table: Table, solution: str) -> int:
    """Count the positions that a bot looks at until it finds the solution for good; 0 if it never does."""
    seat, nodes = table.waiting_for[0], 0
    for depth in range(1, DEEPEST_GRADE + 1):
        bot = WigwamBot("expert", LEVELS["expert"]._replace(depth=depth, contempt=0, company=0))
        if bot.choose(table.view(seat), seat, Budget(nodes=1 << 40, seed=depth)) != solution:
            nodes = 0
        elif not nodes:
            nodes = bot.spent
    return nodes


# --- what is alike ----------------------------------------------------------------------------------------------


def short_name(text: str) -> str:
    """Give a short name that follows from the position alone."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def alike(puzzle: Puzzle) -> str:
    """Write a position so that all its mirror images, and the same with changed sides, are written alike."""
    return alike_table(table_of("wigwam", puzzle))


def alike_table(table: Table) -> str:
    """Write the solver's pieces and the other's on all twelve turned and mirrored boards; take the first in order."""
    s = table.state[0]
    seat = int(s.to_move)
    letters = {
        cell: letter
        for side, names in ((seat, "wct"), (1 - seat, "WCT"))
        for pieces, letter in zip((s.warriors, s.chiefs, s.tents), names, strict=True)
        for cell in CELLS
        if int(pieces[side]) >> cell & 1
    }
    return min("".join(letters.get(seen_from[cell], "-") for cell in CELLS) for seen_from in symmetries())


def symmetries() -> Iterator[dict[int, int]]:
    """Give for each way to lay the board onto itself: which point comes to lie on which.

    Cells are steps east and steps south-east from the centre; a sixth of a turn makes the one the other.
    """
    centre = CELL_OF["d4"]
    for mirrored in (False, True):
        for turns in range(6):
            image = {}
            for cell in CELLS:
                east, south = cell % STRIDE - centre % STRIDE, cell // STRIDE - centre // STRIDE
                if mirrored:
                    east, south = east + south, -south
                for _ in range(turns):
                    east, south = -south, east + south
                image[cell] = centre + east + STRIDE * south
            yield image


# --- the set ----------------------------------------------------------------------------------------------------


def wanted(puzzle: Puzzle, so_far: Sequence[Puzzle], count: int) -> bool:
    """Keep the set varied."""
    if sum(one.theme == puzzle.theme for one in so_far) >= SHARES[puzzle.theme] * count:
        return False
    easy = puzzle.theme != "rescue" and puzzle.own_moves == 1
    return not easy or sum(one.own_moves == 1 and one.theme != "rescue" for one in so_far) < MOST_OF_ONE_MOVE * count


def mistake_in(puzzle: Puzzle, seed: int) -> str:  # noqa: ARG001 - a proof needs no luck
    """Prove a puzzle again; says what does not hold, or nothing."""
    table = table_of("wigwam", puzzle)
    if table.waiting_for != (puzzle.seat,):
        return "somebody else is to move"
    prover = Prover()
    if puzzle.theme == "chief":
        finding = prover.chief(table, puzzle.own_moves)
    elif puzzle.theme == "rescue":
        finding = prover.rescue(table, puzzle.depth)
    else:
        finding = prover.material(table, puzzle.own_moves)
    if finding is None:
        return "there is no such gain, or more than one way to it"
    line = [table.game.write_move(table.book[0], move) for move in finding.line]
    same = (puzzle.theme, puzzle.depth, puzzle.gain) == (finding.theme, finding.depth, finding.gain)
    return "" if line == puzzle.line and same else f"the solution is {' '.join(line)}"
