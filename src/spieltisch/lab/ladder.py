"""The ladder: who beats whom, measured fairly.

One bot sits among copies of another; every deal is played once for each seat it can take, so that luck and seat
fall out of the comparison. Results are kept game by game in a file, so an interrupted ladder goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import math
from contextlib import closing
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch import bots, games
from spieltisch.bots import Bot, Budget
from spieltisch.lab.jobs import in_order
from spieltisch.lab.sums import Share, mean_and_margin, share_of
from spieltisch.levels import EVERY_LEVEL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from spieltisch.games import Table
    from spieltisch.lab.jobs import Jobs

ELO = 400 / math.log(10)


class Task(msgspec.Struct, frozen=True):
    """One game to play: a challenger in one seat, copies of a rival in all others."""

    game: str
    players: int
    challenger: str
    rival: str
    deal: int
    seat: int
    options: dict[str, Any] = {}
    seconds: float | None = None
    nodes: int | None = None


class Result(msgspec.Struct, frozen=True):
    """One game played: the challenger's share of the win, and its margin over the mean of the others."""

    task: Task
    share: float
    margin: float
    moves: int


class Pairing(msgspec.Struct, frozen=True):
    """What a challenger reaches among copies of a rival; 1 is an even share."""

    challenger: str
    rival: str
    players: int
    games: int
    share: Share
    score_margin: float
    score_margin_margin: float

    @property
    def relative(self) -> float:
        """The share of wins over the even share."""
        return self.share.value * self.players

    @property
    def relative_low(self) -> float:
        """The lower end of the 95 % interval of the same."""
        return self.share.low * self.players

    @property
    def relative_high(self) -> float:
        """The upper end."""
        return self.share.high * self.players


_bots: dict[tuple[str, str, int], Bot] = {}


def seated(game: str, level: str, seat: int) -> Bot:
    """Give the bot of this process for a seat; one for each seat, as at a real table."""
    if (game, level, seat) not in _bots:
        _bots[game, level, seat] = bots.get(game, level)
    return _bots[game, level, seat]


def play(task: Task) -> Result:
    """Play one game."""
    table = games.get(task.game).deal(task.players, task.deal, task.options)
    moves = 0
    while not table.over:
        seat = table.waiting_for[0]
        level = task.challenger if seat == task.seat else task.rival
        budget = Budget(task.seconds, task.nodes, seed_for(task, moves))
        table.play(seat, seated(task.game, level, seat).choose(table.view(seat), seat, budget))
        moves += 1
    return result_of(task, table, moves)


def seed_for(task: Task, moves: int) -> int:
    """Give every decision its own seed, the same whenever this game is played."""
    name = f"{task.game}/{task.players}/{task.challenger}/{task.rival}/{task.deal}/{task.seat}/{moves}"
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big")


def result_of(task: Task, table: Table, moves: int) -> Result:
    """Sum up a finished game for its challenger."""
    outcome = table.outcome
    assert outcome is not None
    share = (task.seat in outcome.winners) / len(outcome.winners)
    others = [score for seat, score in enumerate(outcome.scores) if seat != task.seat]
    return Result(task, share, outcome.scores[task.seat] - sum(others) / len(others), moves)


def tasks(
    game: str,
    players: int,
    pairs: Iterable[tuple[str, str]],
    count: int,
    options: Mapping[str, Any] | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
) -> list[Task]:
    """List about `count` games for each pair: whole deals, each once for every seat, interleaved over the pairs."""
    deals = max(1, round(count / players))
    chosen = list(pairs)
    return [
        Task(game, players, challenger, rival, deal, seat, dict(options or {}), seconds, nodes)
        for deal in range(deals)
        for challenger, rival in chosen
        for seat in range(players)
    ]


def cross_table(levels: Iterable[str]) -> list[tuple[str, str]]:
    """Pair everybody with everybody else below, and with itself: a mirror match must come out even."""
    known = sorted(levels, key=EVERY_LEVEL.index)
    return [(known[i], known[j]) for i in range(len(known)) for j in range(i + 1)]


def neighbours(levels: Iterable[str]) -> list[tuple[str, str]]:
    """Pair each level with the next lower one only."""
    known = sorted(levels, key=EVERY_LEVEL.index)
    return [(known[i], known[i - 1]) for i in range(1, len(known))]


def run(work: list[Task], jobs: Jobs, kept: Path | None = None) -> Iterator[Result]:
    """Play what is not in the file yet, in several processes, and add it there; yields all results."""
    done = {name(result.task): result for result in read(kept)} if kept else {}
    yield from (done[name(task)] for task in work if name(task) in done)
    left = [task for task in work if name(task) not in done]
    with closing(in_order(play, left, jobs)) as coming:
        for result in coming:
            yield keep(result, kept)


def name(task: Task) -> bytes:
    """Tell tasks apart."""
    return msgspec.json.encode(task)


def read(kept: Path) -> list[Result]:
    """Read results; a last line that was cut off when the ladder was interrupted does not count."""
    results = []
    for line in kept.read_bytes().splitlines() if kept.exists() else []:
        try:
            results.append(msgspec.json.decode(line, type=Result))
        except msgspec.DecodeError:
            continue
    return results


def keep(result: Result, kept: Path | None) -> Result:
    """Add a result to the file."""
    if kept is not None:
        with kept.open("ab") as file:
            file.write(msgspec.json.encode(result) + b"\n")
    return result


def pairings(results: Iterable[Result]) -> list[Pairing]:
    """Sum up by pair. A deal with all its seats is one observation, so the intervals are honest."""
    grouped: dict[tuple[str, str, int], dict[int, list[Result]]] = {}
    for result in results:
        task = result.task
        deals = grouped.setdefault((task.challenger, task.rival, task.players), {})
        deals.setdefault(task.deal, []).append(result)
    found = []
    for (challenger, rival, players), deals in grouped.items():
        blocks = list(deals.values())
        share = share_of([sum(r.share for r in block) / len(block) for block in blocks])
        margin = mean_and_margin([sum(r.margin for r in block) / len(block) for block in blocks])
        found.append(Pairing(challenger, rival, players, sum(map(len, blocks)), share, *margin))
    return sorted(found, key=lambda p: (p.players, EVERY_LEVEL.index(p.challenger), EVERY_LEVEL.index(p.rival)))


def ratings(found: Iterable[Pairing]) -> dict[str, float]:
    """Fit Elo-like ratings to the shares: a player's chance to win is its strength over the table's sum.

    The lowest level is set to 0. Shares of 0 and 1 count as half a game short of it.
    """
    played = [p for p in found if p.challenger != p.rival]
    levels = sorted({name for p in played for name in (p.challenger, p.rival)}, key=EVERY_LEVEL.index)
    strength = dict.fromkeys(levels, 0.0)
    for _ in range(2000):
        for level in levels[1:]:
            slope = 0.0
            weight = 0.0
            for p in played:
                if level in (p.challenger, p.rival):
                    ahead = strength[p.challenger] - strength[p.rival]
                    expected = 1 / (1 + (p.players - 1) * math.exp(-ahead))
                    share = min(max(p.share.value, 0.5 / p.games), 1 - 0.5 / p.games)
                    slope += p.games * (share - expected) * (1 if level == p.challenger else -1)
                    weight += p.games * max(1e-6, expected * (1 - expected))
            strength[level] += max(-1.0, min(1.0, slope / weight)) if weight else 0.0
    return {level: ELO * value for level, value in strength.items()}


def plot(found: list[Pairing], title: str) -> str:
    """Draw each pair's share over the even share, with its interval, as an SVG."""
    rows = [p for p in found if p.challenger != p.rival]
    most = max([2.0, *(p.relative_high for p in rows)])
    width, left, row = 720, 260, 26

    def x(value: float) -> float:
        return left + (width - left - 20) * value / most

    height = 60 + row * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="white"/><text x="10" y="22" font-size="15">{title}</text>',
        f'<line x1="{x(1):.1f}" x2="{x(1):.1f}" y1="34" y2="{height - 10}" stroke="#999" stroke-dasharray="4 3"/>',
        f'<text x="{x(1) + 4:.1f}" y="44" fill="#666" font-size="13">even share</text>',
    ]
    for number, p in enumerate(rows):
        y = 64 + row * number
        parts += [
            f'<text x="10" y="{y}" font-size="13">{p.challenger} among {p.rival} ({p.players} players)</text>',
            f'<path d="M{x(p.relative_low):.1f} {y - 4}H{x(p.relative_high):.1f}" stroke="#2b6cb0" stroke-width="2"/>',
            f'<circle cx="{x(p.relative):.1f}" cy="{y - 4}" r="4" fill="#2b6cb0"/>',
        ]
    return "\n".join([*parts, "</svg>", ""])
