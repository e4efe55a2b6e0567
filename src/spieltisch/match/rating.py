"""How strong somebody plays, worked out from places alone: Glicko-2 for games of two, OpenSkill for those of many.

Both are kept on one scale, so that their figures can be read side by side: everybody begins at 1500 with a deviation
of 350. Glicko-2 follows Glickman's "Example of the Glicko-2 system" (2022), each game a rating period of its own.
"""

from __future__ import annotations

from functools import cache
from math import exp, log, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

from spieltisch import games

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openskill.models import PlackettLuce

START, DEVIATION, VOLATILITY = 1500.0, 350.0, 0.06
PROVISIONAL = 110.0
"""With a larger deviation a rating says little yet."""

SCALE = 173.7178  # one unit inside Glicko-2's formulas
SYSTEM = 0.5  # tau: how much volatility may change
CLOSE = 1e-6


class Rating(NamedTuple):
    """What is believed of somebody's strength. Volatility is Glicko-2's alone."""

    value: float = START
    deviation: float = DEVIATION
    volatility: float = VOLATILITY


class Bout(NamedTuple):
    """One game against one opponent: 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: Rating
    score: float


def rate(game: str, ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Give the new ratings of everybody after a game; equal places are shared."""
    if games.get(game).rating == "glicko":
        first, second = ratings
        score = 0.5 if places[0] == places[1] else float(places[0] < places[1])
        return [glicko2(first, [Bout(second, score)]), glicko2(second, [Bout(first, 1 - score)])]
    model = plackett_luce()
    teams = [[model.rating(mu=rating.value, sigma=rating.deviation)] for rating in ratings]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [
        old._replace(value=team[0].mu, deviation=min(team[0].sigma, DEVIATION))
        for old, team in zip(ratings, rated, strict=True)
    ]


@cache
def plackett_luce() -> PlackettLuce:
    """OpenSkill's model with its own proportions on our scale. Loaded when a game of accounts first ends."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=START, sigma=DEVIATION, beta=DEVIATION / 2, tau=DEVIATION / 100)


def glicko2(own: Rating, bouts: Sequence[Bout]) -> Rating:
    """Give the rating after a period with these games (steps 2 to 8 of the paper)."""
    mu, phi = (own.value - START) / SCALE, own.deviation / SCALE
    information = surprise = 0.0
    for opponent, score in bouts:
        weight = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (mu - (opponent.value - START) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information
    volatility = new_volatility(phi, own.volatility, variance, variance * surprise)
    wider = phi**2 + volatility**2
    narrower = 1 / (1 / wider + information)
    return Rating(
        value=START + SCALE * (mu + narrower * surprise),
        deviation=min(SCALE * sqrt(narrower), DEVIATION),
        volatility=volatility,
    )


def new_volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Find the volatility that explains a result best, with the Illinois method (step 5 of the paper)."""
    before = log(sigma**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - before) / SYSTEM**2

    low = before
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while slope(before - steps * SYSTEM) < 0:
            steps += 1
        high = before - steps * SYSTEM
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
