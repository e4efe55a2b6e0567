"""The games as Gymnasium environments: one seat learns, bots of any level play the others.

Importing this registers `spieltisch/<Title>-v0` for every game. Observations hold a mask of what can be chosen; a
forbidden action forfeits the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spieltisch import bots, games
from spieltisch.lab.batches import IllegalChoice, names
from spieltisch.lab.extras import needing
from spieltisch.lab.zoo import ILLEGAL_REWARD, RENDER_MODES, Room

with needing("lab"):
    import gymnasium
    from gymnasium.envs.registration import registry

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from spieltisch.lab.episode import Episode

NODES = 200
"""What a bot may think for one move unless told otherwise: nodes, so that the same seed gives the same game."""
SEEDS = 256


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a table; `opponent` is a level, or one for each other seat in turn."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - Gymnasium's way

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: int = 0,
        opponent: str | list[str] = "random",
        nodes: int | None = NODES,
        reward: str = "share",
        compact: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.room = Room(game, players, reward, render_mode, compact, False, options)
        self.render_mode = render_mode
        self.seat = seat
        self.nodes = nodes
        if seat not in range(self.room.setting.players):
            raise games.BadOption("common.seat", seat=seat, last=self.room.setting.players - 1)
        others = [other for other in range(self.room.setting.players) if other != seat]
        levels = [opponent] * len(others) if isinstance(opponent, str) else opponent
        self._seeds: list[int] = []
        self.bots = {other: bots.get(game, level) for other, level in zip(others, levels, strict=True)}
        self.observation_space = self.room.observation_spaces[self.room.agents[seat]]
        self.action_space = self.room.action_spaces[self.room.agents[seat]]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, npt.NDArray[np.int8]], dict[str, Any]]:
        """Deal a new game and let the others play until the own seat is asked."""
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._seeds.clear()
        self.episode = self.room.deal(self._seed())
        self._let_others_play()
        return self._observed(), {}

    def _observed(self) -> dict[str, npt.NDArray[np.int8]]:
        return self.room.observe(self.episode, self.seat)

    def _let_others_play(self) -> None:
        episode = self.episode
        while not episode.over and self.seat not in episode.waiting:
            let_bot_play(episode, episode.waiting[0], self.bots[episode.waiting[0]], self._budget())

    def _budget(self) -> bots.Budget | None:
        if self.nodes is None:
            return None
        return bots.Budget(nodes=self.nodes, seed=self._seed())

    def _seed(self) -> int:
        if not self._seeds:  # one draw takes as long as a choice, so many are drawn at once
            self._seeds = self.np_random.integers(1 << 62, size=SEEDS).tolist()[::-1]
        return self._seeds.pop()

    def step(self, action: Any) -> tuple[dict[str, npt.NDArray[np.int8]], float, bool, bool, dict[str, Any]]:
        """Make a choice, and let the others play until the own seat is asked again."""
        try:
            self.episode.choose(self.seat, int(action))
        except IllegalChoice:
            return self._observed(), ILLEGAL_REWARD, True, False, {"illegal": True}
        self._let_others_play()
        if self.render_mode == "human":
            self.render()
        over = self.episode.over
        return self._observed(), self.episode.rewards()[self.seat] if over else 0.0, over, False, {}

    def render(self) -> Any:
        """Draw the table, face up."""
        return self.room.render(self.episode)


def let_bot_play(episode: Episode, seat: int, bot: bots.Bot, budget: bots.Budget | None) -> None:
    """Let a bot make a whole move from its view."""
    episode.play(seat, episode.check(seat, bot.choose(episode.view(seat), seat, budget)))


def name_of(game: str) -> str:
    """Give the name under which Gymnasium knows a game."""
    return f"spieltisch/{games.get(game).title}-v0"


def register() -> None:
    """Make the games known to Gymnasium."""
    for game in names():
        if name_of(game) not in registry:
            gymnasium.register(name_of(game), f"{__name__}:SeatEnv", kwargs={"game": game})


register()
