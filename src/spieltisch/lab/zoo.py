"""The games as PettingZoo environments: `from spieltisch.lab.zoo import wampum_v0`, and so for every game.

`env` asks one seat after the other for its choices. `parallel_env` asks all seats in every cycle, which suits choices
made at the same time; a seat that has nothing to decide waits (the last action). With `max_cycles`, `env` asks
everybody in every cycle as well, for only then does a cycle mean the same for all.
"""

from __future__ import annotations

import secrets
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from spieltisch import games
from spieltisch.lab.batches import IllegalChoice, names
from spieltisch.lab.episode import Episode, Setting
from spieltisch.lab.extras import needing

with needing("lab"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import parallel_to_aec

if TYPE_CHECKING:
    import numpy.typing as npt

    Observation = dict[str, npt.NDArray[np.int8]]

VERSION = "_v0"
RENDER_MODES = ["human", "ansi", "rgb_array"]
ILLEGAL_REWARD = -1.0
"""What a forbidden action costs in `env`; it ends the game."""


class Room:
    """What both kinds of environment have in common: spaces, dealing, observing, drawing."""

    def __init__(
        self,
        game: str,
        players: int | None,
        reward: str,
        render_mode: str | None,
        compact: bool,
        waits: bool,
        options: dict[str, Any],
    ) -> None:
        self.setting = Setting(game, players, options, reward)
        self.render_mode = render_mode
        self.compact = compact
        self.waits = waits
        codec = self.setting.codec
        self.actions = codec.choices + waits
        self.agents = [f"player_{seat}" for seat in range(self.setting.players)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents)}
        self.observation_spaces = {agent: self.observation_space() for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(self.actions) for agent in self.agents}
        self.metadata = {
            "name": game + VERSION,
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }

    def observation_space(self) -> spaces.Space[Any]:
        """Say what an observation looks like."""
        layout = self.setting.codec.layout
        if self.compact:
            seen = spaces.Box(-128, 127, (layout.size,), np.int8)
        else:
            highs = layout.spread_highs
            seen = spaces.Box(np.zeros_like(highs), highs, dtype=np.int8)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.actions,), np.int8)})

    def deal(self, seed: int | None) -> Episode:
        """Begin a game; without a seed nobody can tell which."""
        return self.setting.deal(secrets.randbits(62) if seed is None else seed)

    def observe(self, episode: Episode, seat: int) -> Observation:
        """Give what a seat sees and what it can choose; where seats can wait, who has no choice does."""
        mask = np.zeros(self.actions, np.int8)
        if self.compact:
            seen = episode.observe(seat)
            mask[: self.setting.codec.choices] = episode.mask(seat)
        else:
            seen = episode.look(seat, mask)
        if self.waits:
            mask[-1] = seat not in episode.waiting
        return {"observation": seen, "action_mask": mask}

    def observe_all(self, episode: Episode) -> dict[str, Observation]:
        """Give what every seat sees and what it can choose, in one call where that is possible."""
        if self.compact:
            return {agent: self.observe(episode, seat) for agent, seat in self.seat_of.items()}
        masks = np.zeros((self.setting.players, self.actions), np.int8)
        shown = zip(self.agents, episode.look_around(masks), masks, strict=True)
        return {agent: {"observation": seen, "action_mask": mask} for agent, seen, mask in shown}

    def render(self, episode: Episode) -> str | npt.NDArray[np.uint8] | None:
        """Draw the table, face up."""
        table = episode.table
        if self.render_mode == "rgb_array":
            from spieltisch.lab.painting import paint

            return paint(table.game.picture(table.book[0], table.state[0], "en"))
        if self.render_mode == "human":
            print(table.draw())
            return None
        return table.draw() if self.render_mode == "ansi" else None


class TurnEnv(AECEnv[str, Any, int]):  # type: ignore[misc] # PettingZoo has no types
    """A game in which one seat after the other is asked; of several that choose at the same time, the lowest first."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self.room = room
        self.metadata = room.metadata
        self.render_mode = room.render_mode
        self.possible_agents = list(room.agents)
        self.observation_spaces = room.observation_spaces
        self.action_spaces = room.action_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new game; the same seed deals the same."""
        self.episode = self.room.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.episode.waiting[0]]

    def observe(self, agent: str) -> Observation:
        """Give what an agent sees now."""
        return self.room.observe(self.episode, self.room.seat_of[agent])

    def step(self, action: int | None) -> None:
        """Make a choice for the agent that is asked; IllegalChoice if it is not allowed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        episode = self.episode
        episode.choose(self.room.seat_of[agent], int(action))
        self._cumulative_rewards[agent] = 0.0
        if episode.over:
            self.rewards = dict(zip(self.agents, episode.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[episode.waiting[0]]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Draw the table."""
        return self.room.render(self.episode)

    def state(self) -> npt.NDArray[np.int8]:
        """Give everything for a critic: what the asked seat observes, then what is hidden."""
        seat = self.room.seat_of[self.agent_selection]
        return np.concatenate([self.episode.observe(seat), self.episode.perfect(seat)])

    def close(self) -> None:
        """Nothing is left open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class ForgivingEnv(TurnEnv):
    """The same, but a forbidden action is no error: it ends the game, and its agent alone gets ILLEGAL_REWARD.

    PettingZoo's own wrappers do this in five times the time of a step.
    """

    def step(self, action: int | None) -> None:
        """Make a choice for the agent that is asked."""
        try:
            super().step(action)
        except IllegalChoice:
            agent = self.agent_selection
            self._cumulative_rewards[agent] = 0.0
            self.rewards = {other: ILLEGAL_REWARD if other == agent else 0.0 for other in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()


class CycleEnv(ParallelEnv[str, Any, int]):  # type: ignore[misc] # PettingZoo has no types
    """A game in which all seats are asked in every cycle; who has nothing to decide waits.

    What is not allowed counts as waiting: the seat is asked again in the next cycle.
    """

    def __init__(self, room: Room, max_cycles: int | None = None) -> None:
        self.room = room
        self.max_cycles = max_cycles
        self.metadata = {**room.metadata, "is_parallelizable": True}
        self.render_mode = room.render_mode
        self.possible_agents = list(room.agents)
        self.agents: list[str] = []
        self.observation_spaces = room.observation_spaces
        self.action_spaces = room.action_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's actions; the last one waits."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - PettingZoo's signature
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game; the same seed deals the same."""
        self.episode = self.room.deal(seed)
        self.agents = list(self.possible_agents)
        self.cycles = 0
        return self.room.observe_all(self.episode), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Make everybody's choices of one cycle."""
        episode = self.episode
        for seat in episode.waiting:
            try:
                episode.choose(seat, int(actions[self.possible_agents[seat]]))
            except IllegalChoice:
                continue
        self.cycles += 1
        everybody = self.agents
        over, cut = episode.over, self.cycles == self.max_cycles
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        rewards = dict(zip(everybody, episode.rewards(), strict=True)) if over else dict.fromkeys(everybody, 0.0)
        return (
            self.room.observe_all(episode),
            rewards,
            dict.fromkeys(everybody, over),
            dict.fromkeys(everybody, cut and not over),
            {agent: {} for agent in everybody},
        )

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Draw the table."""
        return self.room.render(self.episode)

    def state(self) -> npt.NDArray[np.int8]:
        """Give everything for a critic: what the first seat observes, then what is hidden."""
        return np.concatenate([self.episode.observe(0), self.episode.perfect(0)])

    def close(self) -> None:
        """Nothing is left open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class Makers:
    """The three ways to make an environment of one game."""

    def __init__(self, game: str) -> None:
        self.game = game

    def _room(
        self,
        waits: bool,
        players: int | None = None,
        reward: str = "share",
        render_mode: str | None = None,
        compact: bool = False,
        **options: Any,
    ) -> Room:
        return Room(self.game, players, reward, render_mode, compact, waits, options)

    def raw_env(self, **settings: Any) -> TurnEnv:
        """Make the environment without PettingZoo's checks."""
        return TurnEnv(self._room(False, **settings))

    def env(self, max_cycles: int | None = None, **settings: Any) -> AECEnv[str, Any, int]:
        """Make the environment: one seat after the other; a forbidden action ends the game at a cost."""
        if max_cycles is not None:
            return parallel_to_aec(self.parallel_env(max_cycles, **settings))
        return ForgivingEnv(self._room(False, **settings))

    def parallel_env(self, max_cycles: int | None = None, **settings: Any) -> CycleEnv:
        """Make the environment in which all seats are asked in every cycle."""
        return CycleEnv(self._room(True, **settings), max_cycles)


@cache
def module_of(game: str) -> ModuleType:
    """Make the module that PettingZoo's users expect: env, raw_env and parallel_env."""
    module = ModuleType(f"{__name__}.{game}{VERSION}", f"{games.get(game).title} as a PettingZoo environment.")
    makers = Makers(game)
    vars(module).update(env=makers.env, raw_env=makers.raw_env, parallel_env=makers.parallel_env)
    return module


def __getattr__(name: str) -> ModuleType:
    game = name.removesuffix(VERSION)
    if game == name or game not in names():
        raise AttributeError(f"{__name__} has {', '.join(__dir__())}, but no {name}.")
    return module_of(game)


def __dir__() -> list[str]:
    return [name + VERSION for name in names()]
