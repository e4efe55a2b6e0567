"""What the results say: ratings with intervals, who beats whom, and whether a sequential test is decided.

A block (one deal in all seats) is one observation, since its games have the same luck. Ratings are kept on one scale:
1500 is the mean, 400 more win ten times as often as they lose.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spieltisch.lab.sums import NORMAL_95, Share, share_of
from spieltisch.match.rating import START, Rating, plackett_luce

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from spieltisch.lab.tournament.plan import Plan, Sprt
    from spieltisch.lab.tournament.playing import Result

    Floats = npt.NDArray[np.float64]
    Whole = npt.NDArray[np.int64]

ELO = 400 / math.log(10)
STEPS = 100
FEWEST_BLOCKS = 5
"""With fewer nobody can tell how much chance there is."""
CLOSE = 1e-9
PRIOR = 0.5
"""Everybody has won and lost half a game against an average player: whoever wins all is not infinitely strong."""


class Standing(NamedTuple):
    """What a player has reached; the margin is half the width of a 95 % interval."""

    name: str
    rating: float
    margin: float
    games: int
    share: Share
    forfeits: int


class Meeting(NamedTuple):
    """How one player has done against another: 1 for each game in which he came in before him, a half for a tie."""

    score: Share
    games: int


class Duel(NamedTuple):
    """One comparison of two players in one game."""

    block: int
    first: int
    second: int
    score: float


def duels_of(results: Sequence[Result]) -> list[Duel]:
    """Compare everybody with everybody else in each game; of one that was forfeited, only with who has forfeited it."""
    numbers: dict[tuple[int, tuple[int, ...]], int] = {}
    found = []
    for result in results:
        block = numbers.setdefault(result.fixture.block, len(numbers))
        seats, places, fault = result.fixture.seats, result.places, result.fault
        for one in range(len(seats)):
            for other in range(one):
                played = fault is None or fault.seat in (one, other)
                if played and seats[one] != seats[other]:
                    score = 0.5 if places[one] == places[other] else float(places[one] < places[other])
                    found.append(Duel(block, seats[one], seats[other], score))
    return found


# --- ratings ----------------------------------------------------------------------------------------------------


def standings(plan: Plan, results: Sequence[Result]) -> list[Standing]:
    """Rate everybody, the strongest first: Bradley-Terry for games of two, OpenSkill for those of many."""
    rate = bradley_terry if plan.players == 2 else open_skill
    rated = rate(len(plan.entrants), results)
    found = []
    for place, (entrant, (rating, margin)) in enumerate(zip(plan.entrants, rated, strict=True)):
        games, share = shares_of(place, results)
        forfeits = sum(r.fault is not None and r.fixture.seats[r.fault.seat] == place for r in results)
        found.append(Standing(entrant.name, rating, margin, games, share, forfeits))
    return sorted(found, key=lambda standing: -standing.rating)


def shares_of(place: int, results: Sequence[Result]) -> tuple[int, Share]:
    """Give a player's games and his share of the wins, block by block."""
    by_block: dict[tuple[int, tuple[int, ...]], list[float]] = {}
    games = 0
    for result in results:
        own = [seat for seat, who in enumerate(result.fixture.seats) if who == place]
        if own:
            games += 1
            share = sum(seat in result.winners for seat in own) / len(result.winners)
            by_block.setdefault(result.fixture.block, []).append(share)
    return games, share_of([sum(block) / len(block) for block in by_block.values()])


def bradley_terry(players: int, results: Sequence[Result]) -> list[tuple[float, float]]:
    """Fit strengths to who beat whom (Newton's method); the intervals allow for equal luck within a block."""
    duels = duels_of(results)
    first = np.array([duel.first for duel in duels], np.int64)
    second = np.array([duel.second for duel in duels], np.int64)
    scores = np.array([duel.score for duel in duels])
    block = np.array([duel.block for duel in duels], np.int64)
    strength = np.zeros(players)
    for _ in range(STEPS):
        slope, curve = slope_and_curve(strength, first, second, scores)
        step = np.linalg.solve(curve, slope)
        strength += step
        if np.abs(step).max() < CLOSE:
            break
    surprise = scores - expected(strength[first] - strength[second])
    count = int(block.max()) + 1 if len(duels) else 0
    pulls = np.zeros((count, players))
    np.add.at(pulls, (block, first), surprise)
    np.add.at(pulls, (block, second), -surprise)
    inverse = np.linalg.inv(slope_and_curve(strength, first, second, scores)[1])
    spread = inverse @ (pulls.T @ pulls + PRIOR / 2 * np.eye(players)) @ inverse * (count / max(1, count - 1))
    centred = np.eye(players) - 1 / players  # only differences are known
    spread, level = centred @ spread @ centred, centred @ strength
    margins = NORMAL_95 * np.sqrt(np.diag(spread))
    return [(START + ELO * float(value), ELO * float(margin)) for value, margin in zip(level, margins, strict=True)]


def expected(ahead: Floats) -> Floats:
    """Give the chance to win of who is so far ahead."""
    return np.asarray(1 / (1 + np.exp(-ahead)))


def slope_and_curve(strength: Floats, first: Whole, second: Whole, scores: Floats) -> tuple[Floats, Floats]:
    """Give where the likelihood grows, and how it bends, with the prior's part in it."""
    chance = expected(strength[first] - strength[second])
    average = expected(strength)
    slope = PRIOR * (1 - 2 * average)
    curve = np.diag(2 * PRIOR * average * (1 - average))
    np.add.at(slope, first, scores - chance)
    np.add.at(slope, second, chance - scores)
    weight = chance * (1 - chance)
    for one, other, sign in ((first, first, 1), (second, second, 1), (first, second, -1), (second, first, -1)):
        np.add.at(curve, (one, other), sign * weight)
    return slope, curve


def open_skill(players: int, results: Iterable[Result]) -> list[tuple[float, float]]:
    """Rate game after game by places, with Plackett and Luce's model; who sits there twice learns from both."""
    model = plackett_luce()
    ratings = [Rating() for _ in range(players)]
    for result in results:
        seats = result.fixture.seats
        teams = [[model.rating(mu=ratings[who].value, sigma=ratings[who].deviation)] for who in seats]
        rated = model.rate(teams, ranks=[float(place) for place in result.places])
        for who in set(seats):
            own = [rated[seat][0] for seat in range(len(seats)) if seats[seat] == who]
            value = sum(one.mu for one in own) / len(own)
            ratings[who] = Rating(value, sum(one.sigma for one in own) / len(own))
    return [(rating.value, NORMAL_95 * rating.deviation) for rating in ratings]


def cross_table(results: Sequence[Result]) -> dict[tuple[int, int], Meeting]:
    """Give for every two players who have met how the first has done, block by block."""
    found: dict[tuple[int, int], dict[int, list[float]]] = {}
    for duel in duels_of(results):
        for one, other, score in ((duel.first, duel.second, duel.score), (duel.second, duel.first, 1 - duel.score)):
            found.setdefault((one, other), {}).setdefault(duel.block, []).append(score)
    return {
        pair: Meeting(share_of([sum(block) / len(block) for block in blocks.values()]), sum(map(len, blocks.values())))
        for pair, blocks in found.items()
    }


# --- the sequential test ----------------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """Where a sequential test stands: its log-likelihood ratio between two bounds."""

    ratio: float
    low: float
    high: float
    blocks: int

    @property
    def decided(self) -> str | None:
        """What it has decided: stronger by elo1, not stronger than elo0, or nothing yet."""
        if self.ratio >= self.high:
            return "stronger"
        return "not stronger" if self.ratio <= self.low else None


class Trial:
    """A sequential test as its blocks come in (generalised SPRT: their means are nearly normal)."""

    def __init__(self, plan: Plan, sprt: Sprt) -> None:
        names = [entrant.name for entrant in plan.entrants]
        self.sprt = sprt
        self.first, self.second = (names.index(name) for name in sprt.players)
        self.scores: list[float] = []
        self.ratios: list[float] = []
        self.total = self.squared = 0.0

    def add(self, block: Sequence[Result]) -> None:
        """Take the games of one block into account, if both have met in them."""
        pair = {self.first, self.second}
        met = [duel for duel in duels_of(block) if {duel.first, duel.second} == pair]
        if met:
            score = sum(duel.score if duel.first == self.first else 1 - duel.score for duel in met) / len(met)
            self.scores.append(score)
            self.total += score
            self.squared += score * score
            self.ratios.append(self.ratio())

    def ratio(self) -> float:
        """Give the log-likelihood ratio; a win and a loss that never were keep the variance above nothing."""
        count = len(self.scores)
        if count < FEWEST_BLOCKS:
            return 0.0
        mean = self.total / count
        variance = (max(0.0, self.squared - self.total * mean) + 2 * PRIOR**2) / (count + 1)
        weak, strong = (1 / (1 + math.exp(-elo / ELO)) for elo in (self.sprt.elo0, self.sprt.elo1))
        return count * (strong - weak) * (2 * mean - weak - strong) / (2 * variance)

    @property
    def verdict(self) -> Verdict:
        """Where the test stands."""
        alpha, beta = self.sprt.alpha, self.sprt.beta
        bounds = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
        return Verdict(self.ratios[-1] if self.ratios else 0.0, *bounds, len(self.scores))


def in_blocks(results: Iterable[Result]) -> list[list[Result]]:
    """Put results together that are one comparison."""
    found: dict[tuple[int, tuple[int, ...]], list[Result]] = {}
    for result in results:
        found.setdefault(result.fixture.block, []).append(result)
    return list(found.values())
