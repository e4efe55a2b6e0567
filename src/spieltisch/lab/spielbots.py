"""Agents of OpenSpiel at our tables: they search on tables imagined from a view, so none sees what is hidden.

`openspiel:mcts`, `openspiel:is-mcts`, `openspiel:random`, or `openspiel:package.module:make`, where `make(game, seat,
dice, simulations)` gives anything with `step(state)`; `dice` is a `numpy.random.RandomState`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from spieltisch import games
from spieltisch.bots.bot import Bot, Budget, seed_of
from spieltisch.lab import openspiel
from spieltisch.lab.engines import CRASHED, ILLEGAL, EngineFault
from spieltisch.lab.episode import Episode

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.games import View

SIMULATIONS = 50
EXPLORATION = 2.0
SEEDS = 2**32


def searching(game: Any, seat: int, dice: np.random.RandomState, simulations: int) -> Any:  # noqa: ARG001 - as all
    """OpenSpiel's tree search, with one random game a leaf."""
    from open_spiel.python.algorithms import mcts

    return mcts.MCTSBot(game, EXPLORATION, simulations, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)


def guessing(game: Any, seat: int, dice: np.random.RandomState, simulations: int) -> Any:  # noqa: ARG001 - as all
    """The same for games that hide something."""
    from open_spiel.python.algorithms import ismcts, mcts

    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), EXPLORATION, simulations, random_state=dice)
    # Its own sampler has no seed.
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, dice.uniform))
    return bot


def drawing(game: Any, seat: int, dice: np.random.RandomState, simulations: int) -> Any:  # noqa: ARG001 - as all
    """One of the legal actions, each equally likely."""
    from open_spiel.python.bots import uniform_random

    return uniform_random.UniformRandomBot(seat, dice)


AGENTS = {"mcts": searching, "is-mcts": guessing, "random": drawing}


def maker_of(agent: str) -> Callable[..., Any]:
    """Find who makes an agent; ValueError says which there are."""
    if agent in AGENTS:
        return AGENTS[agent]
    module, _, name = agent.partition(":")
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # where one's own agents mostly lie
    try:
        made: Callable[..., Any] = getattr(import_module(module), name)
    except Exception as wrong:
        allowed = ", ".join(AGENTS)
        raise ValueError(
            f'There is no OpenSpiel agent "{agent}" ({wrong}); choose from: {allowed}, MODULE:MAKE.'
        ) from None
    return made


class SpielBot(Bot):
    """An agent of OpenSpiel as a bot. What goes wrong in it costs it the game (EngineFault)."""

    unit = "simulations"

    def __init__(self, game: str, agent: str) -> None:
        super().__init__(game, f"openspiel:{agent}")
        self.make = maker_of(agent)

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Let the agent make choices on an imagined table until they are a move."""
        seed = seed_of(budget)
        simulations = SIMULATIONS if budget is None or budget.nodes is None else budget.nodes
        parameters = {"players": view.players, **view.game.options_record(view.options)}
        try:
            game = pyspiel.load_game(f"spieltisch_{view.game.name}", parameters)
            state = state_of(game, view, seed)
            agent = self.make(game, seat, np.random.RandomState(seed % SEEDS), simulations)
            before = len(state.course.memory.told)
            while len(state.course.memory.told) == before:
                state.apply_action(agent.step(state))
        except Exception as wrong:
            raise EngineFault(CRASHED, f"{type(wrong).__name__}: {wrong}") from wrong
        move = view.game.write_move(view.book[0], state.course.memory.told[-1][1])
        try:
            view.check(seat, move)
        except games.IllegalMove as refusal:
            raise EngineFault(ILLEGAL, str(refusal)) from None
        return move


def state_of(game: Any, view: View, seed: int) -> Any:
    """Lay a table that the view allows out for OpenSpiel."""
    state = game.new_initial_state()
    setting = state.course.setting
    episode = Episode(setting, view.imagine(seed).state.view(np.ndarray), [0] * setting.players)
    memory = openspiel.Memory.of(setting, episode.state)
    state.course = openspiel.Course(setting, [0] * openspiel.SEED_BYTES, episode, memory)
    return state
