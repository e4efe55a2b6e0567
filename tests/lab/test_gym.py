"""One seat as a Gymnasium environment, against bots of any level."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from spieltisch import games
from spieltisch.lab.gym import name_of
from spieltisch.lab.zoo import ILLEGAL_REWARD

every_name = pytest.mark.parametrize("name", games.names())


def made(name: str, **settings: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(name_of(name), disable_env_checker=True, **settings)


@every_name
def test_the_environment_passes_gymnasiums_checker(name: str) -> None:
    assert name_of(name) == f"spieltisch/{games.get(name).title}-v0"
    players = games.get(name).seats[-1]
    check_env(made(name, players=players, seat=players - 1, render_mode="rgb_array").unwrapped)
    check_env(made(name, compact=True, reward="margin", render_mode="ansi").unwrapped)


def play(env: gymnasium.Env[Any, Any], seed: int) -> tuple[list[bytes], float]:
    """Play a game at random; give what was seen and the reward."""
    seen, _ = env.reset(seed=seed)
    dice = np.random.default_rng(seed)
    rows, over, reward = [seen["observation"].tobytes()], False, 0.0
    while not over:
        seen, gained, over, _, _ = env.step(dice.choice(np.flatnonzero(seen["action_mask"])))
        rows.append(seen["observation"].tobytes())
        reward += float(gained)
    return rows, reward


@every_name
@pytest.mark.parametrize("level", ["random", "beginner"])
def test_a_game_against_bots_can_be_repeated_by_its_seed(name: str, level: str) -> None:
    one, other = (play(made(name, opponent=level, nodes=20), 3) for _ in range(2))
    assert one == other
    assert 0 <= one[1] <= 1


@every_name
def test_what_was_shown_stays_as_it_was(name: str) -> None:
    env = made(name)
    seen, _ = env.reset(seed=2)
    kept, copies, over = list[np.ndarray[Any, Any]](), list[np.ndarray[Any, Any]](), False
    while not over and len(kept) < 40:
        kept += seen.values()
        copies += [row.copy() for row in seen.values()]
        seen, _, over, _, _ = env.step(int(seen["action_mask"].argmax()))
    assert all(np.array_equal(row, copy) for row, copy in zip(kept, copies, strict=True))


@every_name
def test_a_forbidden_action_forfeits(name: str) -> None:
    env = made(name)
    seen, _ = env.reset(seed=1)
    forbidden = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(forbidden)
    assert (reward, over, info) == (ILLEGAL_REWARD, True, {"illegal": True})


def test_every_other_seat_can_have_a_level_of_its_own() -> None:
    name = games.names()[0]
    env: Any = made(name, players=3, seat=1, opponent=["random", "casual"]).unwrapped
    assert {seat: bot.level for seat, bot in env.bots.items()} == {0: "random", 2: "casual"}
    with pytest.raises(games.BadOption):
        made(name, players=3, seat=3)
