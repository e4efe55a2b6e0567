"""Wigwam once more, slow and plain: written from the rules alone, to be compared with the compiled rules.

Points are (row, x) with x in half steps, pieces lie in a dictionary, every question is answered by looping.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations

Point = tuple[int, int]
Path = list[tuple[Point, Point]]

TURNING = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]  # clockwise from east
LENGTHS = [4, 5, 6, 7, 6, 5, 4]
POINTS: dict[str, Point] = {}
for _row, _length in enumerate(LENGTHS):
    for _place in range(_length):
        POINTS["abcdefg"[_row] + str(_place + 1)] = (_row, 2 * _place + 7 - _length)
NAMES = {point: name for name, point in POINTS.items()}
ORDER = list(POINTS.values())
BASES = {
    "l": [POINTS[name] for name in ("b1", "b2", "c1", "c2", "d1", "d2", "d3", "e1", "e2", "f1", "f2")],
    "d": [POINTS[name] for name in ("b4", "b5", "c5", "c6", "d5", "d6", "d7", "e5", "e6", "f4", "f5")],
}
FULL = Counter({"w": 7, "c": 1, "t": 3})
OTHER = {"l": "d", "d": "l"}
STANDARD = "..../ww.WW/tw..WT/ctw.WTC/tw..WT/ww.WW/...."


def go(point: Point, direction: int) -> Point | None:
    row, x = TURNING[direction % 6]
    there = (point[0] + row, point[1] + x)
    return there if there in NAMES else None


def gentle(before: int, after: int) -> bool:
    return (after - before) % 6 in (5, 0, 1)


class PlainWigwam:
    def __init__(self, options: dict[str, str]) -> None:
        self.setup = options.get("setup", "alternate")
        self.compulsory = options.get("continuation", "optional") == "compulsory"
        self.huff = options.get("forced_capture", "enforce") == "huff"
        self.board: dict[Point, tuple[str, str]] = {}
        self.mover = "l"
        self.setting_up = self.setup != "standard"
        self.liable: set[Point] = set()
        self.huffed = False
        self.quiet = 0
        self.seen: Counter[object] = Counter()
        self.result: tuple[list[int], str] | None = None
        if not self.setting_up:
            self.lay_out(STANDARD)
            self.arrive()

    # positions

    def lay_out(self, rows: str) -> None:
        for point, letter in zip(ORDER, rows.replace("/", ""), strict=True):
            if letter != ".":
                self.board[point] = ("l" if letter.islower() else "d", letter.lower())

    @classmethod
    def at(cls, position: str, options: dict[str, str]) -> PlainWigwam:
        game = cls(options)
        game.board, game.seen, game.result = {}, Counter(), None
        rows, game.mover, *extra = position.split()
        game.lay_out(rows)
        game.setting_up = extra == ["s"]
        game.huffed = extra == ["h!"]
        if extra and extra[0].startswith("h="):
            game.liable = {POINTS[name] for name in extra[0][2:].split(",")}
        if not game.setting_up:
            game.arrive()
        return game

    def position(self) -> str:
        letters = []
        for point in ORDER:
            side, kind = self.board.get(point, ("", "."))
            letters.append(kind.upper() if side == "d" else kind)
        text, rows = "".join(letters), []
        for length in LENGTHS:
            rows.append(text[:length])
            text = text[length:]
        fields = ["/".join(rows), self.mover]
        if self.setting_up:
            fields.append("s")
        elif self.huffed:
            fields.append("h!")
        elif self.liable:
            fields.append("h=" + ",".join(NAMES[point] for point in sorted(self.liable)))
        return " ".join(fields)

    # who has what

    def own(self, side: str, kinds: str) -> list[Point]:
        return [point for point, (owner, kind) in self.board.items() if owner == side and kind in kinds]

    # moves

    def steps(self, start: Point) -> set[Point]:
        side, kind = self.board[start]
        found = set()
        for first in range(6):
            near = go(start, first)
            if near is None:
                continue
            if near not in self.board:
                found.add(near)
            if kind == "c" and (near not in self.board or self.board[near][0] == side):
                for second in range(6):
                    far = go(near, second)
                    if gentle(first, second) and far is not None and far not in self.board:
                        found.add(far)
        return found

    def jumps(self, start: Point) -> list[Path]:
        """All sequences, complete or not."""
        side, kind = self.board[start]
        if kind == "t":
            return []
        board = {point: piece for point, piece in self.board.items() if point != start}
        return self.jumps_from(start, board, side, kind, None)

    def jumps_from(
        self, here: Point, board: dict[Point, tuple[str, str]], side: str, kind: str, last: int | None
    ) -> list[Path]:
        found: list[Path] = []
        for first in range(6):
            if last is not None and not gentle(last, first):
                continue
            victim = go(here, first)
            if victim is None or victim not in board:
                continue
            owner, what = board[victim]
            if owner == side or what == "t":
                continue
            for second in range(6):
                if second != first and (kind == "w" or not gentle(first, second)):
                    continue
                landing = go(victim, second)
                if landing is None or landing in board:
                    continue
                rest = {point: piece for point, piece in board.items() if point != victim}
                more = [] if what == "c" else self.jumps_from(landing, rest, side, kind, second)
                if not (self.compulsory and more):
                    found.append([(victim, landing)])
                found += [[(victim, landing), *path] for path in more]
        return found

    def captures(self) -> dict[str, tuple[Point, Path]]:
        found = {}
        for start in self.own(self.mover, "wc"):
            for path in self.jumps(start):
                text = "".join(f"x{NAMES[victim]}-{NAMES[landing]}" for victim, landing in path)
                found[NAMES[start] + text] = (start, path)
        return found

    def bare(self, side: str) -> bool:
        return not self.own(side, "w")

    def moves(self) -> list[str]:
        if self.result:
            return []
        if self.setting_up:
            return self.set_up_moves()
        captures = list(self.captures())
        both_bare = self.bare("l") and self.bare("d")
        if captures and (not self.huff or both_bare):
            return sorted(captures)
        steps = [f"{NAMES[start]}-{NAMES[end]}" for start in self.own(self.mover, "wct") for end in self.steps(start)]
        return sorted(captures + steps + [f"huff {NAMES[point]}" for point in self.liable])

    def set_up_moves(self) -> list[str]:
        if self.setup == "hidden":
            return sorted("setup " + "".join(letters) for letters in set(permutations_of_army()))
        left = FULL - Counter(kind for side, kind in self.board.values() if side == self.mover)
        free = [point for point in BASES[self.mover] if point not in self.board]
        return sorted(f"{kind.upper()}@{NAMES[point]}" for kind in left for point in free)

    # play

    def play(self, text: str, seat: int) -> None:
        if text.startswith("setup"):
            self.arrange("ld"[seat], text.split()[1])
        elif "@" in text:
            self.board[POINTS[text[2:]]] = (self.mover, text[0].lower())
            self.mover = OTHER[self.mover]
            if len(self.board) == 22:
                self.setting_up = False
                self.arrive()
        elif text.startswith("huff"):
            del self.board[POINTS[text[5:]]]
            self.liable, self.huffed = set(), True
            self.restart()
            self.arrive()
        else:
            self.move(text)

    def arrange(self, side: str, letters: str) -> None:
        for point, letter in zip(BASES[side], letters, strict=True):
            self.board[point] = (side, letter.lower())
        self.mover = "d" if side == "l" else "l"
        if len(self.board) == 22:
            self.setting_up, self.mover = False, "l"
            self.arrive()

    def move(self, text: str) -> None:
        captures = self.captures()
        if text in captures:
            start, path = captures[text]
            piece = self.board.pop(start)
            for victim, _ in path:
                del self.board[victim]
            self.board[path[-1][1]] = piece
            self.liable = set()
            self.restart()
        else:
            start, end = (POINTS[name] for name in text.split("-"))
            could = {begin for begin, _ in captures.values()}
            self.liable = {end if point == start else point for point in could}
            self.board[end] = self.board.pop(start)
            self.quiet += 1
        self.huffed = False
        self.mover = OTHER[self.mover]
        self.arrive()

    def restart(self) -> None:
        self.quiet = 0
        self.seen = Counter()

    # the end

    def arrive(self) -> None:
        key = (frozenset(self.board.items()), self.mover)
        self.seen[key] += 1
        verdict = self.verdict(self.mover, OTHER[self.mover])
        if verdict is None and self.seen[key] >= 3:
            verdict = ("", 0, "repetition")
        if verdict is None and self.quiet >= 100:
            verdict = ("", 0, "no_progress")
        if verdict:
            winner, points, reason = verdict
            self.result = ([points * (winner == side) for side in "ld"], reason)

    def verdict(self, p: str, q: str) -> tuple[str, int, str] | None:
        for loser, winner in ((p, q), (q, p)):
            if not self.own(loser, "c"):
                return winner, 2, "chief"
        captures = self.captures()
        if not captures and not any(self.steps(point) for point in self.own(p, "wc")):
            return q, 2, "blocked"
        if self.bare(p) and self.bare(q):
            return None if captures else ("", 0, "only_chiefs")
        if self.bare(p) and not captures:
            return q, 1, "no_warriors"
        if self.bare(q) and not self.huffed:
            return p, 1, "no_warriors"
        return None


def permutations_of_army() -> list[str]:
    found = []
    for chief, *tents in permutations(range(11), 4):
        if tents == sorted(tents):
            letters = ["W"] * 11
            letters[chief] = "C"
            for tent in tents:
                letters[tent] = "T"
            found.append("".join(letters))
    return found
