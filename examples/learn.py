"""Train a small agent for Wampum with a public library, and let it meet `beginner`: `python examples/learn.py`.

Masked PPO of sb3-contrib (`pip install 'spieltisch[lab]' sb3-contrib`) on the Gymnasium environment, about two million
choices. The same seed on the same machine gives the same agent. docs/tutorials/training.md explains it.
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import spieltisch.lab.gym  # noqa: F401 - registers the environments

TABLES = 64
STEPS = 128
"""Choices at each table between two lessons."""


class Flat(gymnasium.Wrapper):
    """One row of floats between 0 and 1 for the network, rewards in units; the mask where the library asks for it."""

    def __init__(self, env, unit):
        super().__init__(env)
        self.unit = unit
        seen = env.observation_space["observation"]
        self.scale = 1 / np.maximum(seen.high, 1).astype(np.float32)
        self.observation_space = spaces.Box(0, 1, seen.shape, np.float32)

    def flat(self, seen):
        """Keep the mask, and make the row."""
        self.mask = seen["action_mask"].astype(bool)
        return seen["observation"] * self.scale

    def action_masks(self):
        """Say what can be chosen now."""
        return self.mask

    def reset(self, **how):
        """Deal a new game."""
        seen, info = self.env.reset(**how)
        return self.flat(seen), info

    def step(self, action):
        """Make a choice, and let the opponent play."""
        seen, reward, over, cut, info = self.env.step(action)
        return self.flat(seen), reward / self.unit, over, cut, info


def tables(count, opponent, reward, unit, seed):
    """So many tables for two; the agent sits in either seat."""

    def table(seat):
        settings = {"players": 2, "seat": seat, "opponent": opponent, "reward": reward}
        return lambda: Flat(gymnasium.make("spieltisch/Wampum-v0", **settings), unit)

    made = DummyVecEnv([table(number % 2) for number in range(count)])
    made.seed(seed)
    return made


def win_share(agent, opponent, games, seed):
    """Let the agent play without trying things out; give its share of the wins, and half a 95 % interval."""
    count = 100
    envs = tables(count, opponent, "share", 1, seed)
    seen, shares = envs.reset(), [[] for _ in range(count)]
    while min(map(len, shares)) < games // count:
        choices, _ = agent.predict(seen, action_masks=np.stack(envs.env_method("action_masks")), deterministic=True)
        seen, rewards, over, _ = envs.step(choices)
        for number in np.flatnonzero(over):
            shares[number].append(float(rewards[number]))
    first = np.array([of_table[: games // count] for of_table in shares])  # as many of each: short games count no more
    return first.mean(), 1.96 * first.std() / first.size**0.5


def main():
    """Train, look now and then how it goes, and judge at the end on games that it has never seen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--choices", type=int, default=2_000_000, help="how many to learn from")
    parser.add_argument("--games", type=int, default=1000, help="against each opponent at the end")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    torch.set_num_threads(1)  # the network is small: more of them would wait for each other
    begin = time.monotonic()
    agent = MaskablePPO(
        "MlpPolicy",
        tables(TABLES, "beginner", "margin", 20, told.seed),
        n_steps=STEPS,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,  # everything pays at the end
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        device="cpu",
        seed=told.seed,
    )
    print("   choices   wins against beginner")
    while agent.num_timesteps < told.choices:
        share, half = win_share(agent, "beginner", 200, seed=1000)
        print(f"{agent.num_timesteps:10,}   {share:6.1%} ± {half:.1%}", flush=True)
        agent.learn(min(told.choices // 5, told.choices - agent.num_timesteps), reset_num_timesteps=False)
    print(f"after {agent.num_timesteps:,} choices, {told.games} games against each:")
    for opponent in ("random", "beginner", "casual"):
        share, half = win_share(agent, opponent, told.games, seed=2000)
        print(f"  {opponent:10} {share:6.1%} ± {half:.1%}")
    print(f"{time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
