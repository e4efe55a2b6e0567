"""Finds moments in which one move is best, in any game whose expert lets moves race over imagined tables.

Luck must not choose and judge at once, so every stage takes tables of its own: a first look at all legal moves, a
choice of the few that may be best, and the judgement on fresh ones. There the best must be ahead of each of the
others by more than half the width of its interval, and all intervals of a set hold together with 99 % (Bonferroni). A
value is the bots' own: mostly the part in the win, and some of the margin.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from spieltisch import bots, games
from spieltisch.bots import Bot, Budget
from spieltisch.bots.determinized import MOST_RACERS
from spieltisch.bots.racing import RacingBot
from spieltisch.games import chance
from spieltisch.games.happenings import tag_of
from spieltisch.match.puzzles import BEST, BETWEEN, Fact, Puzzle, Weighed, table_of
from spieltisch.texts import catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spieltisch.games import Table, View

TABLES = 20_000
"""On so many imagined tables the moves are judged."""
COMPARISONS = 3 * 400
"""So many pairs of moves are judged at most while a set is made; all intervals hold together."""
SURE = 0.99

MOST_PLAYERS = 3
"""Of the player counts the smallest so many are taken: the more players, the less depends on one move."""
PLAY_NODES = 400
TRIES = 2
"""So many moments of one game are looked at closely."""
PROMISING, CLEAR = 0.03, 0.03
"""By how much the best move must seem to be ahead at first, and be in the end: less is nothing that people feel."""
MOST_MOVES = 320
FIRST_LOOK, SECOND_LOOK = 24, 800
SEMIFINALISTS, FINALISTS = 10, 4
STAY = 3.0
"""Whoever is so many standard errors behind in the second look is out of the question, unless he is second."""

CASES = 100
"""So many imagined rounds tell what a move leads to."""
LONGEST_ROUND = 80
SOLVERS = ("beginner", "casual", "skilled")
TRIALS = 12
"""So often a bot of each of these levels tries to solve a puzzle to grade it."""
BEGINNERS = 25
FEWEST_MISSES = 4
"""What nearly all of them find is no puzzle."""

SHARES = {"verb": 0.5, "players": 0.4, "round": 0.2, "easy": 0.25, "obvious": 0.25}
"""So large a part of the set may ask for one kind of move, be played by so many or in one round, be easy for bots, or
be what beginners do most often, who count what a move brings at once."""
AVERAGE, ODDS = 1500, 400
"""The bots together count as average; as in all ratings, so many points are ten to one."""
EASY = 1300
"""A lower rating means that weaker bots find most of it."""


def normal_quantile(comparisons: int) -> float:
    """Give the standard errors that make intervals which hold together."""
    return NormalDist().inv_cdf(1 - (1 - SURE) / (2 * comparisons))


class Judged(NamedTuple):
    """A move with its mean value, and its mean distance to the best with the standard error of that."""

    move: int
    value: float
    behind: float
    error: float


class BestMoves:
    """The finder for one game."""

    COUNT = 120
    ENOUGH: int | None = 20

    def __init__(self, game: str) -> None:
        self.game = games.get(game)
        expert = bots.get(game, "expert")
        if not isinstance(expert, RacingBot):
            raise games.BadOption("common.game", name=game, allowed=", ".join(games.names()))
        self.expert = expert
        self.known: dict[str, dict[str, Any]] = {}
        self.solvers: list[Bot] = [bots.get(game, level) for level in SOLVERS]

    # --- finding ------------------------------------------------------------------------------------------------

    def find(self, seed: int) -> list[Puzzle]:
        """Let experts play a game, then weigh the moves of some moments that promise to have one best move."""
        counts = self.game.seats[:MOST_PLAYERS]
        table = self.game.deal(counts[seed % len(counts)], seed)
        moves: list[str] = []
        promising: list[int] = []
        while not table.over:
            seat = table.waiting_for[0]
            move = self.expert.choose(table.view(seat), seat, Budget(nodes=PLAY_NODES, seed=seed * 4096 + len(moves)))
            if self.promises(table.count_moves(seat)):
                promising.append(len(moves))
            table.play(seat, move)
            moves.append(move)
        for number in self.in_turn(promising, moves, seed)[:TRIES]:
            found = self.puzzle_at(table, moves[:number], seed)
            if found is not None:
                return [found]
        return []

    def in_turn(self, promising: list[int], moves: list[str], seed: int) -> list[int]:
        """Mix the moments that promise something; those first whose kind of move has its turn in this game."""
        mixed = [int(number) for number in np.random.default_rng(seed).permutation(promising)]
        verbs = sorted({verb_of(moves[number]) for number in mixed})
        return sorted(mixed, key=lambda number: verb_of(moves[number]) != verbs[seed // MOST_PLAYERS % len(verbs)])

    def promises(self, count: int) -> bool:
        """Tell whether the expert has just found one move better than all others."""
        first, *rest = self.expert.explain()
        return 3 <= count <= MOST_MOVES and bool(rest) and first.value - max(c.value for c in rest) > PROMISING

    def puzzle_at(self, table: Table, moves: list[str], seed: int) -> Puzzle | None:
        """Weigh the moves of a moment; a puzzle if one of them is surely the best."""
        moment = self.game.deal(table.players, seed)
        for move in moves:
            moment.play(moment.waiting_for[0], move)
        seat = moment.waiting_for[0]
        view = moment.view(seat)
        origin = int.from_bytes(hashlib.sha256(f"{self.game.name}/{seed}/{len(moves)}".encode()).digest()[:6], "big")
        finalists = self.choose_finalists(view, seat, origin)
        if finalists is None:
            return None
        judged = self.judge(view, seat, finalists, TABLES, origin + 3)
        if judged[0].move != finalists[0] or not self.is_clear(judged):
            return None
        rating = self.grade(view, seat, self.game.write_move(view.book[0], judged[0].move))
        if rating is None:
            return None
        weighed = self.weighed(view, judged, origin)
        return Puzzle(
            id=hashlib.sha256(view.position.encode()).hexdigest()[:8],
            theme=BEST,
            seat=seat,
            own_moves=1,
            rating=rating,
            players=table.players,
            seed=seed,
            moves=BETWEEN.join(moves),
            line=[weighed[0].move],
            tables=TABLES,
            weighed=weighed,
        )

    def choose_finalists(self, view: View, seat: int, origin: int) -> list[int] | None:
        """Look at all legal moves, and longer at the better ones; none if no move stands out."""
        moves = [int(move) for move in view.move_numbers(seat)]
        if len(moves) > SEMIFINALISTS:
            heats = [moves[begin : begin + MOST_RACERS] for begin in range(0, len(moves), MOST_RACERS)]
            seen = [one for heat in heats for one in self.judge(view, seat, heat, FIRST_LOOK, origin + 1)]
            moves = [one.move for one in sorted(seen, key=lambda one: -one.value)[:SEMIFINALISTS]]
        best, second, *others = self.judge(view, seat, moves, SECOND_LOOK, origin + 2)
        if second.behind < max(CLEAR, STAY * second.error):
            return None
        close = [one.move for one in others if one.behind < second.behind + STAY * one.error]
        return [best.move, second.move, *close[: FINALISTS - 2]]

    def judge(self, view: View, seat: int, moves: Sequence[int], tables: int, seed: int) -> list[Judged]:
        """Try moves on imagined tables; the best first."""
        self.expert.compare(view, seat, moves, tables, seed)
        run = self.expert.run[0]
        best = max(range(len(moves)), key=lambda i: float(run.total[i]))
        found = []
        for i, move in enumerate(moves):
            found.append(Judged(move, float(run.total[i]) / tables, *self.apart(i, best, tables)))
        return sorted(found, key=lambda one: (one.behind, one.move != moves[best]))

    def apart(self, one: int, other: int, tables: int) -> tuple[float, float]:
        """Tell by how much one of the moves that were tried is behind another one, and the standard error of that."""
        run = self.expert.run[0]
        behind = float(run.behind[one, other]) / tables
        spread = max(0.0, float(run.squares[one, other]) / tables - behind**2)
        return behind, math.sqrt(spread / (tables - 1))

    def is_clear(self, judged: Sequence[Judged]) -> bool:
        """Tell whether the first is ahead of each of the others."""
        width = normal_quantile(COMPARISONS)
        return all(one.behind - width * one.error > 0 and one.behind >= CLEAR for one in judged[1:])

    # --- words and grades ----------------------------------------------------------------------------------------

    def weighed(self, view: View, judged: Sequence[Judged], origin: int) -> list[Weighed]:
        """Write the candidates down, each with what it leads to."""
        width, write, book = normal_quantile(COMPARISONS), self.game.write_move, view.book[0]
        moves = [one.move for one in judged]
        told = self.expert.facts(view, view.seat, moves, origin + 4) or [
            self.facts(view, move, origin) for move in moves
        ]
        return [
            Weighed(
                write(book, one.move),
                round(one.value, 4),
                round(one.behind, 4),
                round(width * one.error, 4),
                facts,
            )
            for one, facts in zip(judged, told, strict=True)
        ]

    def facts(self, view: View, move: int, origin: int) -> list[Fact]:
        """Tell what a move leads to until the round is over, in happenings of the game."""
        told = set(catalogue("en", self.game.name).get("puzzle", {}))
        cases: dict[str, list[float]] = {}
        for case in range(CASES):
            happened = self.imagined_round(view, move, f"{origin}/{case}")
            for what in told & happened.keys():
                cases.setdefault(what, []).append(happened[what])
        return [
            Fact(what, round(100 * len(counts) / CASES), round(sum(counts) / len(counts), 1))
            for what, counts in sorted(cases.items())
        ]

    def imagined_round(self, view: View, move: int, seed: str) -> dict[str, float]:
        """Imagine a table, make the move, play on to the end of the round; say what happened to the seat."""
        table, seat = view.imagine(seed), view.seat
        points, happened = self.points(table, seat), dict[str, float]()
        mover, text, started = seat, self.game.write_move(view.book[0], move), table.read("round_number")
        for number in range(LONGEST_ROUND):
            before, shown = table.view(seat), table.show_move(mover, text, seat)
            table.play(mover, text)
            for happening in self.game.tell(before, table.view(seat), mover, shown):
                if getattr(happening, "seat", None) == seat:
                    what = tag_of(type(happening))
                    happened[what] = happened.get(what, 0) + amount(happening)
            if table.over or table.read("round_number") != started:
                break
            mover = table.waiting_for[0]
            luck = Budget(seed=int.from_bytes(hashlib.sha256(f"{seed}/{number}".encode()).digest()[:6], "big"))
            text = self.solvers[1].choose(table.view(mover), mover, luck)
        happened["points"] = self.points(table, seat) - points
        return happened

    def points(self, table: Table, seat: int) -> int:
        """Count a seat's points as things stand."""
        buffer = np.zeros(64, np.int64)
        self.game.rules.scores(table.book[0], table.state[0], buffer)
        return int(buffer[seat])

    def grade(self, view: View, seat: int, solution: str) -> int | None:
        """Let weaker bots try: the more often they miss the best move, the higher the rating; none if they do not."""
        hits = sum(
            solver.choose(view, seat, Budget(nodes=64, seed=trial)) == solution
            for solver in self.solvers
            for trial in range(TRIALS)
        )
        missed = TRIALS * len(self.solvers) - hits
        if missed < FEWEST_MISSES:
            return None
        return round(AVERAGE + ODDS * math.log10((missed + 1) / (hits + 1)))

    # --- the set ---------------------------------------------------------------------------------------------------

    def alike(self, puzzle: Puzzle) -> str:
        """Positions with hidden cards are the same if the seat sees the same."""
        return table_of(self.game.name, puzzle).view(puzzle.seat).position

    def wanted(self, puzzle: Puzzle, so_far: Sequence[Puzzle], count: int) -> bool:
        """Keep the set varied."""
        known = [self.traits(one) for one in so_far]
        own = self.traits(puzzle)
        return all(
            not own[trait] or sum(one[trait] == own[trait] for one in known) < share * count
            for trait, share in SHARES.items()
        )

    def traits(self, puzzle: Puzzle) -> dict[str, Any]:
        """Say what a puzzle is like, by the names of the shares."""
        if puzzle.id not in self.known:
            self.known[puzzle.id] = {
                "verb": verb_of(puzzle.line[0]),
                "players": puzzle.players,
                "round": table_of(self.game.name, puzzle).read("round_number"),
                "easy": puzzle.rating < EASY,
                "obvious": self.is_obvious(puzzle),
            }
        return self.known[puzzle.id]

    def is_obvious(self, puzzle: Puzzle) -> bool:
        """Tell whether the solution is what beginners do most often."""
        view = table_of(self.game.name, puzzle).view(puzzle.seat)
        tries = Counter(self.solvers[0].choose(view, puzzle.seat, Budget(seed=trial)) for trial in range(BEGINNERS))
        return tries.most_common(1)[0][0] == puzzle.line[0]

    def mistake_in(self, puzzle: Puzzle, seed: int, tables: int = TABLES) -> str:
        """Weigh the moves again on other tables; says what does not hold."""
        view = table_of(self.game.name, puzzle).view(puzzle.seat)
        best, *others = puzzle.weighed
        if puzzle.line != [best.move]:
            return "the solution is not the best of the weighed moves"
        numbers = [self.game.read_move(view.book[0], one.move) for one in puzzle.weighed]
        origin = int(chance.seeded(puzzle.id, seed)[0] >> np.uint64(16))
        self.expert.compare(view, puzzle.seat, numbers, tables, origin)
        for place, one in enumerate(others, 1):
            ahead, error = self.apart(place, 0, tables)
            luck = normal_quantile(COMPARISONS) * (error or 0.5 / math.sqrt(tables))
            # Whatever margin is written down, the best move is never surely behind. On as many tables as it was chosen
            # by it is not behind at all: it led by more than four standard errors there, and the distance between two
            # such means has the square root of two of them, so luck puts not even one in a thousand behind.
            least = 0.0 if tables >= TABLES else -luck
            if ahead <= least or abs(ahead - one.behind) > one.margin + luck:
                return f"{one.move} is behind by {ahead:.4f}, not by {one.behind:.4f} ± {one.margin:.4f}"
        return ""


def verb_of(move: str) -> str:
    """Give the word that says what kind of move it is."""
    return move.partition(" ")[0]


def amount(happening: Any) -> float:
    """Give the number in a happening, or of what was taken."""
    taken = getattr(happening, "taken", None)
    return float(getattr(happening, "count", 1) if taken is None else len(taken))
