"""Measures rules and searches on one core: random games and decisions a second, nodes and playouts a second.

The peers are games of OpenSpiel (`pip install spieltisch[bench]`), driven by its own random loop from Python;
figures of two machines cannot be compared, ratios of one run can. All take turns: a machine that is slow for a while
is then slow for everybody.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import numpy as np

from spieltisch import bots
from spieltisch.games import Game, chance, get, names
from spieltisch.games.records import blank

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Clock = Callable[[], float]
    Tick = Callable[[int, int], None]

TURNS = 5
BATCH = 64
PEER_SIMULATIONS = 1000
PEERS = {
    "checkers": "checkers",
    "hearts": "hearts",
    "goofspiel(13)": "goofspiel(num_cards=13)",
}


class Speed(msgspec.Struct, frozen=True):
    """How fast one game runs at one player count."""

    name: str
    players: int
    games_per_second: float
    decisions_per_second: float


class Thinking(msgspec.Struct, frozen=True):
    """How fast a search runs on one core, by processor time."""

    name: str
    players: int
    unit: str
    """What it counts: nodes, playouts or simulations."""
    per_second: float


Figure = TypeVar("Figure", Speed, Thinking)


class Start(msgspec.Struct, frozen=True):
    """How long one game takes to its first whole random game in a new process, compiled anew and from the cache."""

    name: str
    cold_seconds: float
    warm_seconds: float


def measure(game: Game, players: int, seconds: float, clock: Clock = time.perf_counter) -> Speed:
    """Run the compiled random loop for about this long."""
    table = game.empty_table(players)
    book = table.book[0]
    states = blank(game.state_dtype, BATCH)
    empty = states.copy()
    chances = np.stack([chance.seeded("bench", i) for i in range(BATCH)])
    seats = np.empty((BATCH, game.longest), np.int8)
    moves = np.empty((BATCH, game.longest), np.int64)
    counts = np.empty(BATCH, np.int64)

    def run() -> int:
        states[:] = empty
        game.loops.shuffle_all(book, states, chances)
        game.loops.play_all(book, states, chances, seats, moves, counts)
        return int(counts.sum())

    run()  # compiles or loads
    games, decisions, elapsed = timed(run, seconds, clock)
    return Speed(game.name, players, games * BATCH / elapsed, decisions / elapsed)


def timed(run: Callable[[], int], seconds: float, clock: Clock = time.perf_counter) -> tuple[int, int, float]:
    """Repeat for about this long; give repetitions, the sum of the results, and the time."""
    start = clock()
    times = total = 0
    while (elapsed := clock() - start) < seconds:
        total += run()
        times += 1
    return times, total, elapsed


def peer(name: str, seconds: float) -> Speed | None:
    """Run OpenSpiel's random loop for a game; None if OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(PEERS[name])
    dice = random.Random(1)  # noqa: S311 - nothing secret here
    games, steps, elapsed = timed(lambda: peer_game(game, dice), seconds)
    return Speed(f"OpenSpiel {name}", game.num_players(), games / elapsed, steps / elapsed)


def peer_game(game: Any, dice: random.Random) -> int:
    """Play one random game of OpenSpiel and count its steps."""
    state = game.new_initial_state()
    steps = 0
    while not state.is_terminal():
        steps += 1
        if state.is_chance_node():
            outcomes = state.chance_outcomes()  # equally likely in all three games
            state.apply_action(outcomes[int(dice.random() * len(outcomes))][0])
        elif state.is_simultaneous_node():
            players = range(game.num_players())
            state.apply_actions([dice.choice(state.legal_actions(player)) for player in players])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
    return steps


def all_speeds(seconds: float, tick: Tick) -> list[Speed]:
    """Measure every game at every player count, and the peers."""
    ours = [partial(measure, get(name), players) for name in names() for players in get(name).seats]
    return in_turns([*ours, *(partial(peer, name) for name in PEERS)], seconds, tick)


def all_searches(seconds: float, tick: Tick) -> list[Thinking]:
    """Measure each game's expert on its first decision, and OpenSpiel's tree search if it is installed."""
    ours = []
    for name in names():
        seats = get(name).seats
        ours += [partial(thinking, name, players) for players in sorted({seats[0], seats[len(seats) // 2], seats[-1]})]
    return in_turns([*ours, peer_search], seconds, tick)


def in_turns(measures: Sequence[Callable[[float], Figure | None]], seconds: float, tick: Tick) -> list[Figure]:
    """Let all take turns and give the mean of each; `tick` hears how many turns are over, and of how many."""
    found: list[list[Figure]] = [[] for _ in measures]
    for turn in range(TURNS):
        for place, figure in enumerate(measures):
            if (result := figure(seconds / TURNS)) is not None:
                found[place].append(result)
            tick(turn * len(measures) + place + 1, TURNS * len(measures))
    return [mean(results) for results in found if results]


def mean(results: list[Figure]) -> Figure:
    """Take the mean of all rates."""
    first = results[0]
    rates = [field for field in first.__struct_fields__ if isinstance(getattr(first, field), float)]
    means = {rate: fmean(getattr(result, rate) for result in results) for rate in rates}
    return msgspec.structs.replace(first, **means)


def thinking(name: str, players: int, seconds: float) -> Thinking:
    """Let an expert think about the first decision that it has to search for."""
    table = get(name).deal(players, seed=1)
    bot = bots.get(name, "expert")
    while not bot.spent:  # a set-up is no search
        seat = table.waiting_for[0]
        view = table.view(seat)
        table.play(seat, bot.choose(view, seat, bots.Budget(nodes=1000)))
    before = time.process_time()
    spent = times = 0
    while (elapsed := time.process_time() - before) < seconds:
        bot.choose(view, seat, bots.Budget(seconds / 4, seed=times))
        spent += bot.spent
        times += 1
    return Thinking(f"{name} expert", players, bot.unit, spent / elapsed)


def peer_search(seconds: float) -> Thinking | None:
    """Let OpenSpiel's compiled tree search think about the first move of checkers, with one random game a leaf."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("checkers")
    state = game.new_initial_state()
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, PEER_SIMULATIONS, 500, True, 1, False)
    bot.step(state)
    before = time.process_time()
    spent = 0
    while (elapsed := time.process_time() - before) < seconds:
        bot.step(state)
        spent += PEER_SIMULATIONS
    return Thinking("OpenSpiel MCTSBot, checkers", game.num_players(), "simulations", spent / elapsed)


FIRST_GAME = """
import sys
from spieltisch import games
table = games.get(sys.argv[1]).deal(seed=1)
while not table.over:
    seat = table.waiting_for[0]
    table.play(seat, table.random_move(seat))
"""


def start(name: str) -> Start:
    """Time a new process twice in an empty cache folder: it compiles, then it loads."""
    with tempfile.TemporaryDirectory() as folder:
        times = []
        for _ in range(2):
            before = time.perf_counter()
            subprocess.run(
                [sys.executable, "-c", FIRST_GAME, name],
                check=True,
                env={**os.environ, "NUMBA_CACHE_DIR": folder},
            )
            times.append(time.perf_counter() - before)
    return Start(name, *times)
