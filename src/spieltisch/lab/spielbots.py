"""Agents of OpenSpiel at our tables: they search on tables imagined from a view, so none sees what is hidden.

`openspiel:mcts`, `openspiel:is-mcts`, `openspiel:random`, or `openspiel:package.module:make`, where `make(game, seat,
dice, simulations)` gives anything with `step(state)`; `dice` is a `numpy.random.RandomState`.

Each thinks in a process of its own (`python -m spieltisch.lab.spielbots AGENT PARENT`), which can be ended.
"""

from __future__ import annotations

import atexit
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pyspiel

from spieltisch import _parent, games
from spieltisch.bots.bot import seed_of
from spieltisch.games import View
from spieltisch.lab import openspiel
from spieltisch.lab.engines import GRACE_SECONDS, START_SECONDS, Program
from spieltisch.lab.episode import Episode
from spieltisch.lab.programs import CRASHED, EngineFault, Line

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.bots import Budget

SIMULATIONS = 50
EXPLORATION = 2.0
SEEDS = 2**32
AGENT_SECONDS = 60.0
"""Agents count simulations and know no clock; who has not chosen after so long, or what was granted, has hung."""
READY = "ready"


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
    """Find who makes an agent; one's own module may go wrong in any way."""
    if agent in AGENTS:
        return AGENTS[agent]
    module, _, name = agent.partition(":")
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # where one's own agents mostly lie
    made: Callable[..., Any] = getattr(import_module(module), name)
    return made


class Ask(msgspec.Struct, frozen=True):
    """What an agent is asked: a view, and how much it may search."""

    game: str
    players: int
    options: dict[str, Any]
    state: bytes
    seat: int
    seed: int
    simulations: int


class Answer(msgspec.Struct, frozen=True):
    """What it answers: a move as the rules number it, or what went wrong."""

    move: int = -1
    wrong: str = ""


# --- at our table -----------------------------------------------------------------------------------------------

idle: dict[str, list[Line]] = {}
"""Processes that wait for the next game: starting one takes longer than many games."""


class SpielBot(Program):
    """An agent of OpenSpiel as a bot."""

    unit = "simulations"

    def __init__(self, game: str, agent: str) -> None:
        super().__init__(game, f"openspiel:{agent}")
        self.agent = agent
        self.line = waiting(agent) or begun(agent)

    def asked(self, view: View, seat: int, budget: Budget | None) -> str:
        """Let the agent choose in its process."""
        simulations = SIMULATIONS if budget is None or budget.nodes is None else budget.nodes
        options = view.game.options_record(view.options)
        ask = Ask(self.game, view.players, options, view.state.tobytes(), seat, seed_of(budget), simulations)
        self.line.send(msgspec.json.encode(ask).decode())
        granted = 0.0 if budget is None or budget.seconds is None else budget.seconds
        told = self.line.first(max(AGENT_SECONDS, granted) + GRACE_SECONDS)
        answer = msgspec.json.decode(told, type=Answer)
        if answer.wrong:
            raise EngineFault(CRASHED, answer.wrong)
        return view.game.write_move(view.book[0], answer.move)

    def close(self) -> None:
        """Send the agent away: its process waits for the next game, unless it has forfeited this one."""
        if self.forfeited:
            super().close()
        else:
            idle.setdefault(self.agent, []).append(self.line)


def check(agent: str) -> None:
    """ValueError if there is no such agent. One's own is tried in a process: its module may do anything."""
    if agent not in AGENTS:
        try:
            begun(agent).close()
        except EngineFault as fault:
            allowed = ", ".join(AGENTS)
            raise ValueError(
                f'There is no OpenSpiel agent "{agent}" ({fault.told}); choose from: {allowed}, MODULE:MAKE.'
            ) from None


def waiting(agent: str) -> Line | None:
    """Take a process that waits for the next game, if there is one; those that have ended meanwhile are sent away."""
    lines = idle.get(agent, [])
    while lines:
        line = lines.pop()
        if line.process.poll() is None:
            return line
        line.close()
    return None


def begun(agent: str) -> Line:
    """Start a process for an agent."""
    if not idle:
        atexit.register(close_all)
    line = Line([sys.executable, "-m", "spieltisch.lab.spielbots", agent, str(os.getpid())])
    try:
        await_ready(line)
    except BaseException:
        line.kill()
        line.close()
        raise
    return line


def await_ready(line: Line) -> None:
    """Wait until an agent can be asked; it may tell that there is none."""
    told = line.first(START_SECONDS)
    if told != READY:
        raise EngineFault(CRASHED, told)


def close_all() -> None:
    """End the processes that wait for nothing any more."""
    for lines in idle.values():
        while lines:
            lines.pop().close()


# --- in its process ---------------------------------------------------------------------------------------------


def main(agent: str, parent: int) -> None:
    """Choose for whoever asks, one line a question and an answer; what agents print goes elsewhere."""
    _parent.end_with(parent)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        make = maker_of(agent)
    except Exception as wrong:
        print(" ".join(str(wrong).split()) or type(wrong).__name__, file=out, flush=True)
        return
    print(READY, file=out, flush=True)
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        answer = answered(make, msgspec.json.decode(line, type=Ask))
        print(msgspec.json.encode(answer).decode(), file=out, flush=True)


def answered(make: Callable[..., Any], ask: Ask) -> Answer:
    """Let an agent choose, or tell what went wrong."""
    try:
        return Answer(chosen(make, ask))
    except Exception as wrong:
        return Answer(wrong=f"{type(wrong).__name__}: {wrong}")


def chosen(make: Callable[..., Any], ask: Ask) -> int:
    """Let the agent make choices on an imagined table until they are a move."""
    ours = games.get(ask.game)
    empty = ours.empty_table(ask.players, ask.options)
    laid: Any = np.frombuffer(bytearray(ask.state), ours.state_dtype).view(np.recarray)
    view = View(ours, ask.players, empty.options, empty.book, laid, ask.seat)
    game = pyspiel.load_game(f"spieltisch_{ask.game}", {"players": ask.players, **ask.options})
    state = state_of(game, view, ask.seed)
    agent = make(game, ask.seat, np.random.RandomState(ask.seed % SEEDS), ask.simulations)
    before = len(state.course.memory.told)
    while len(state.course.memory.told) == before:
        state.apply_action(agent.step(state))
    return int(state.course.memory.told[-1][1])


def state_of(game: Any, view: View, seed: int) -> Any:
    """Lay a table that the view allows out for OpenSpiel."""
    state = game.new_initial_state()
    setting = state.course.setting
    episode = Episode(setting, view.imagine(seed).state.view(np.ndarray), [0] * setting.players)
    memory = openspiel.Memory.of(setting, episode.state)
    state.course = openspiel.Course(setting, [0] * openspiel.SEED_BYTES, episode, memory)
    return state


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
