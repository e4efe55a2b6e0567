"""How fast the lab is on one core, beside its peers: batches, the adapters' steps, PettingZoo's classics and RLCard.

`python -m bench.lab` prints a table; `--options` measures batches of every kind of game instead. Peers that are not
installed are left out (`pip install rlcard pygame`; no requirement of ours).
Everything is counted by processor time, and all take turns: a machine that is slow for a while is slow for everybody.
At the end it says for each figure what is wanted and whether that holds; exit status 1 if one does not.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from functools import partial
from importlib import import_module
from statistics import fmean
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pyspiel

from bench.bounds import Figure, told
from spieltisch import bots, games
from spieltisch.games import chance
from spieltisch.lab import batch, bench, gym, many, openspiel, zoo
from spieltisch.lab.episode import Setting
from tests.lab import kinds

if TYPE_CHECKING:
    from collections.abc import Callable

    Measure = Callable[[float], dict[str, float]]

TURNS = 5
SIZES = (1024, 4096)
"""Tables of a batch; the smaller ones fit into the caches of one core."""
STEPS_BETWEEN_LOOKS = 50
BYTES = 256
DECISIONS = 3_000_000
"""So many a second are wanted of batches, and so many times what the peers do:"""
TIMES = {"PettingZoo": 20, "RLCard": 100}
OVER_ENGINE_US = 15
"""So much longer than the bare engine may an adapter's step take."""
ADAPTERS = ("PettingZoo", "PettingZoo, parallel", "Gymnasium", "OpenSpiel")


def raw_loop(name: str, players: int, seconds: float) -> dict[str, float]:
    """The compiled loop of random games, as `spieltisch bench` measures it: what this machine can do just now."""
    return {"decisions/s": bench.measure(games.get(name), players, seconds).decisions_per_second}


def batches(kind: kinds.Kind, size: int, eager: bool, seconds: float) -> dict[str, float]:
    """Step, observe and mask; drawing the choices is not counted. A move is whole, built of one or more choices."""
    name, players, options = kind
    tables = batch(name, players=players, size=size, seed=1, eager=eager, **options)
    tables.observe()
    for _ in range(STEPS_BETWEEN_LOOKS):
        tables.step(tables.draw(tables.mask()))
    mask = tables.mask()
    used, steps, moves = 0.0, 0, 0
    while used < seconds:
        choices = tables.draw(mask)
        start = time.process_time()
        done = tables.step(choices)
        tables.observe()
        mask = tables.mask()
        used += time.process_time() - start
        steps += size
        moves += int(done.moved.sum())
    return {"choices/s": steps / used, "moves/s": moves / used}


class Dice:
    """Draws one of the marked actions in compiled code, so that drawing costs little and the same everywhere."""

    def __init__(self) -> None:
        self.luck = np.stack([chance.seeded("bench")])
        self.drawn = np.zeros(1, np.int64)

    def draw(self, mask: Any) -> int:
        """Draw an action."""
        many.draw_choices(np.asarray(mask, np.int8).reshape(1, -1), self.luck, self.drawn)
        return int(self.drawn[0])


def rate(step: Callable[[], None], seconds: float) -> dict[str, float]:
    """Repeat for about this long and count."""
    step()
    count = 0
    start = time.process_time()
    while (used := time.process_time() - start) < seconds:
        for _ in range(STEPS_BETWEEN_LOOKS):
            step()
        count += STEPS_BETWEEN_LOOKS
    return {"steps/s": count / used}


def engine(name: str, players: int, seconds: float) -> dict[str, float]:
    """The engine from Python, without an adapter: mask, draw, choose."""
    setting, dice, games_dealt = Setting(name, players, {}), Dice(), [0]
    episodes = [setting.deal(0)]

    def step() -> None:
        episode = episodes[0]
        if episode.over:
            games_dealt[0] += 1
            episode = episodes[0] = setting.deal(games_dealt[0])
        seat = episode.waiting[0]
        episode.choose(seat, dice.draw(episode.mask(seat)))

    return rate(step, seconds)


def turns(make: Callable[[], Any], seconds: float) -> dict[str, float]:
    """A PettingZoo environment: last, draw, step."""
    env, dice, resets = make(), Dice(), [0]
    env.reset(seed=0)

    def step() -> None:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            resets[0] += 1
            env.reset(seed=resets[0])
        else:
            env.step(dice.draw(observation["action_mask"]))

    return rate(step, seconds)


def cycles(name: str, players: int, seconds: float) -> dict[str, float]:
    """A parallel environment: each cycle shows everybody the table; drawing and dealing are not counted."""
    env, dice = getattr(zoo, f"{name}_v0").parallel_env(players=players), Dice()
    seen, _ = env.reset(seed=0)
    used, count, choices = 0.0, 0, 0
    while used < seconds:
        if not env.agents:
            seen, _ = env.reset(seed=count)
        actions = {agent: dice.draw(shown["action_mask"]) for agent, shown in seen.items()}
        choices += len(env.episode.waiting)
        start = time.process_time()
        seen, *_ = env.step(actions)
        used += time.process_time() - start
        count += 1
    return {"cycles/s": count / used, "choices/s": choices / used}


class Thinker:
    """A bot with a watch."""

    def __init__(self, bot: bots.Bot) -> None:
        self.bot = bot
        self.used = 0.0
        self.moves = 0

    def choose(self, *position: Any) -> str:
        """Let the bot choose."""
        start = time.process_time()
        move = self.bot.choose(*position)
        self.used += time.process_time() - start
        self.moves += 1
        return move


def seat_steps(name: str, players: int, seconds: float) -> dict[str, float]:
    """A Gymnasium environment, everybody's decisions; drawing, dealing and the bots' thinking are not counted."""
    env: Any = gymnasium.make(gym.name_of(name), players=players, disable_env_checker=True).unwrapped
    dice = Dice()
    thinkers = [Thinker(bot) for bot in env.bots.values()]
    env.bots = dict(zip(env.bots, thinkers, strict=True))
    seen, _ = env.reset(seed=0)
    used, decisions = 0.0, 0
    while used < seconds:
        action = dice.draw(seen["action_mask"])
        for thinker in thinkers:
            thinker.used, thinker.moves = 0.0, 0
        start = time.process_time()
        seen, _, over, _, _ = env.step(action)
        used += time.process_time() - start - sum(thinker.used for thinker in thinkers)
        decisions += 1 + sum(thinker.moves for thinker in thinkers)
        if over:
            seen, _ = env.reset()
    return {"decisions/s": decisions / used}


def spiel(load: Callable[[], Any], seconds: float) -> dict[str, float]:
    """A game in OpenSpiel: legal actions, draw, apply; the deal is not a step."""
    game, dice = load(), random.Random(1)
    states = [game.new_initial_state()]

    def step() -> None:
        state = states[0]
        if state.is_terminal():
            state = states[0] = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(dice.randrange(BYTES))
        state.apply_action(dice.choice(state.legal_actions()))

    return rate(step, seconds)


def rlcard_steps(game: str, seconds: float) -> dict[str, float]:
    """RLCard's own environment, stepped with random legal actions."""
    env = import_module("rlcard").make(game, config={"seed": 1})
    dice = random.Random(1)
    states = [env.reset()[0]]

    def step() -> None:
        if env.is_over():
            states[0] = env.reset()[0]
        states[0] = env.step(dice.choice(list(states[0]["legal_actions"])))[0]

    return rate(step, seconds)


def ours() -> dict[str, Measure]:
    """Everything of ours: batches of every player count, adapters at the largest."""
    found: dict[str, Measure] = {}
    for name in games.names():
        for players in games.get(name).seats:
            found[f"raw loop {name} {players}"] = partial(raw_loop, name, players)
            for size in SIZES:
                found[f"batch of {size} {name} {players}"] = partial(batches, (name, players, {}), size, True)
    for name in games.names():
        most = games.get(name).seats[-1]
        module = getattr(zoo, f"{name}_v0")
        found[f"engine {name} {most}"] = partial(engine, name, most)
        found[f"PettingZoo {name} {most}"] = partial(turns, partial(module.env, players=most))
        found[f"PettingZoo, parallel {name} {most}"] = partial(cycles, name, most)
        found[f"Gymnasium {name} {most}"] = partial(seat_steps, name, most)
        found[f"OpenSpiel {name} {most}"] = partial(
            spiel, partial(pyspiel.load_game, f"spieltisch_{name}(players={most})")
        )
    return found


def every_option() -> dict[str, Measure]:
    """Batches of every kind of game, each also with step, observation and mask as calls of their own."""
    return {
        f"{'eager' if eager else 'three calls'}: {kinds.title(kind)}": partial(batches, kind, SIZES[0], eager)
        for kind in kinds.EVERY_KIND
        for eager in (True, False)
    }


def peers() -> dict[str, Measure]:
    """What is installed of the peers."""
    found: dict[str, Measure] = {}
    for title, module in (("connect four", "connect_four_v3"), ("Texas hold'em", "texas_holdem_v4")):
        try:
            made = import_module(f"pettingzoo.classic.{module}")
        except Exception as missing:
            print(f"{title} is left out: {missing}")
            continue
        found[f"peer: PettingZoo {title}"] = partial(turns, made.env)
    try:
        import_module("rlcard")
    except ImportError as missing:
        print(f"RLCard is left out: {missing}")
        return found
    for game in ("limit-holdem", "uno"):
        found[f"peer: RLCard {game}"] = partial(rlcard_steps, game)
    return found


def figures_of(means: dict[str, dict[str, float]]) -> list[Figure]:
    """Lay what was measured beside what is wanted."""
    rates = {title: next(iter(figure.values())) for title, figure in means.items()}
    found = [
        Figure(title, rate, DECISIONS, "choices/s")
        for title, rate in rates.items()
        if title.startswith(("batch of", "eager"))
    ]
    for peer in (title for title in rates if title.startswith("peer: ")):
        wanted = TIMES[peer.split()[1]]
        found += [
            Figure(f"batches of {name}, slowest count, beside {peer}", slowest / rates[peer], wanted, "times")
            for name in games.names()
            if (slowest := slowest_count(name, rates))
        ]
    for title, figure in means.items():
        adapter, name, players = [*title.rsplit(" ", 2), "", ""][:3]
        if adapter in ADAPTERS:
            over = over_the_engine(figure, rates[f"engine {name} {players}"])
            found.append(Figure(f"{title}, over the engine", over, OVER_ENGINE_US, "us", at_most=True))
    return found


def over_the_engine(figure: dict[str, float], engine: float) -> float:
    """How much longer a step takes than the same choices without an adapter; a cycle may take several."""
    steps = next(iter(figure.values()))
    choices = figure.get("choices/s", steps) / steps
    return 1e6 / steps - choices * 1e6 / engine


def slowest_count(name: str, rates: dict[str, float]) -> float:
    """How fast batches of the better size are at the slowest player count of a game; 0 if none was measured."""
    counts = [[rates.get(f"batch of {size} {name} {n}", 0.0) for size in SIZES] for n in games.get(name).seats]
    return min(map(max, counts))


def main() -> int:
    """Measure all in turns, print the means, and say whether they are as wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each, all turns together")
    parser.add_argument("--options", action="store_true", help="batches of every kind of game instead")
    chosen = parser.parse_args()
    seconds = chosen.seconds / TURNS
    assert openspiel.SEED_BYTES  # imported, so that the games are registered
    measures = every_option() if chosen.options else ours() | peers()
    results: dict[str, list[dict[str, float]]] = {title: [] for title in measures}
    for turn in range(TURNS):
        for title, measure in measures.items():
            results[title].append(measure(seconds))
        print(f"turn {turn + 1} of {TURNS}", flush=True)
    print("\n| what | players | rate | us a step |\n|---|---|---|---|")
    means = {
        title: {unit: fmean(figure[unit] for figure in figures) for unit in figures[0]}
        for title, figures in results.items()
    }
    for title, mean in means.items():
        name, _, last = title.rpartition(" ")
        players = last if last.isdigit() else ""
        for unit, rate in mean.items():
            print(f"| {name if players else title} | {players} | {rate:,.0f} {unit} | {1e6 / rate:.2f} |")
    return 0 if told(figures_of(means)) else 1


if __name__ == "__main__":
    sys.exit(main())
