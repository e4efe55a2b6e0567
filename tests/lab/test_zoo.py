"""The games pass PettingZoo's own tests, and its environments hide what seats may not know."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from spieltisch import games
from spieltisch.lab import IllegalChoice, zoo
from tests.lab.kinds import SMALLEST_AND_LARGEST, deal

# PettingZoo asks for plain boxes everywhere but in its own classic games, which have masks like ours.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Agent's m..imum observation space value"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # at the end nobody has a choice
]
every_size = pytest.mark.parametrize(("name", "players"), SMALLEST_AND_LARGEST)
every_name = pytest.mark.parametrize("name", games.names())


def module(name: str, players: int) -> Any:
    """A game's module with its number of players fixed."""
    made = getattr(zoo, f"{name}_v0")
    makers = ("env", "raw_env", "parallel_env")
    return SimpleNamespace(**{maker: partial(getattr(made, maker), players=players) for maker in makers})


def test_every_game_is_imported_by_its_name() -> None:
    from spieltisch.lab.zoo import amul_v0, wampum_v0, wigwam_v0

    assert [str(made.raw_env()) for made in (wampum_v0, wigwam_v0, amul_v0)] == ["wampum_v0", "wigwam_v0", "amul_v0"]
    with pytest.raises(AttributeError, match="no chess_v0"):
        zoo.chess_v0  # noqa: B018 - that is the test


@every_size
def test_the_turn_environment_passes_the_api_test(name: str, players: int) -> None:
    api_test(module(name, players).env(), num_cycles=100)
    api_test(module(name, players).raw_env(compact=True, reward="margin"), num_cycles=30)


@every_size
def test_the_cycle_environment_passes_the_parallel_api_test(name: str, players: int) -> None:
    parallel_api_test(module(name, players).parallel_env(), num_cycles=100)


@every_size
def test_the_same_seed_gives_the_same_game(name: str, players: int) -> None:
    seed_test(module(name, players).env, num_cycles=50)
    parallel_seed_test(module(name, players).parallel_env, num_cycles=50)


@every_size
def test_max_cycles_cuts_a_game_off(name: str, players: int) -> None:
    max_cycles_test(module(name, players))


@every_size
def test_tables_are_rendered_in_every_mode(name: str, players: int) -> None:
    with redirect_stdout(io.StringIO()) as shown:
        render_test(module(name, players).env)
    assert games.get(name).title in shown.getvalue()


def play(env: Any, seed: int) -> dict[str, float]:
    """Play to the end at random; give what each agent got in all."""
    env.reset(seed=seed)
    dice = np.random.default_rng(seed)
    got = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        got[agent] += reward
        env.step(None if terminated else dice.choice(np.flatnonzero(observation["action_mask"])))
    return got


@every_size
def test_rewards_are_shares_of_the_win_or_margins(name: str, players: int) -> None:
    made = module(name, players)
    shares, margins = (play(made.env(reward=reward), 3) for reward in ("share", "margin"))
    assert sum(shares.values()) == pytest.approx(1)
    assert sum(margins.values()) == pytest.approx(0, abs=1e-3)
    best = max(margins.values())
    assert all(margins[agent] == pytest.approx(best) for agent, share in shares.items() if share)


@every_name
def test_a_forbidden_action_ends_the_game_at_a_cost_or_is_an_error(name: str) -> None:
    made = getattr(zoo, f"{name}_v0")
    env, raw = made.env(), made.raw_env()
    for one in (env, raw):
        one.reset(seed=1)
    agent = env.agent_selection
    forbidden = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    env.step(forbidden)
    assert all(env.terminations.values())
    assert env.rewards[agent] == zoo.ILLEGAL_REWARD
    assert sum(env.rewards.values()) == zoo.ILLEGAL_REWARD
    with pytest.raises(IllegalChoice):
        raw.step(forbidden)


@every_name
def test_in_a_cycle_a_seat_waits_when_it_has_nothing_to_decide(name: str) -> None:
    env = getattr(zoo, f"{name}_v0").parallel_env()
    observations, _ = env.reset(seed=2)
    for _ in range(20):
        for seat, agent in enumerate(env.possible_agents):
            mask = observations[agent]["action_mask"]
            assert bool(mask[-1]) == (seat not in env.episode.waiting)
            assert mask[:-1].any() != mask[-1]
        actions = {agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observations.items()}
        observations, *_ = env.step(actions)


def test_choices_made_at_the_same_time_take_one_cycle() -> None:
    """All eight players of Amul offer in the first cycle; nobody sees an offer before."""
    env = zoo.amul_v0.parallel_env(players=8)
    observations, _ = env.reset(seed=4)
    assert not any(seen["action_mask"][-1] for seen in observations.values())
    env.step({agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observations.items()})
    assert len(env.episode.waiting) == 1


@every_size
@pytest.mark.parametrize("compact", [False, True])
def test_what_was_shown_stays_as_it_was(name: str, players: int, compact: bool) -> None:
    """Whoever keeps observations keeps them: later ones lie elsewhere."""
    env = getattr(zoo, f"{name}_v0").parallel_env(players=players, compact=compact)
    shown, _ = env.reset(seed=3)
    kept, copies = [], []
    for _ in range(12):
        for seen in shown.values():
            kept += seen.values()
            copies += [row.copy() for row in seen.values()]
        shown, *_ = env.step({agent: int(seen["action_mask"].argmax()) for agent, seen in shown.items()})
    assert all(np.array_equal(row, copy) for row, copy in zip(kept, copies, strict=True))


def test_a_hidden_arrangement_of_wigwam_stays_hidden() -> None:
    env = zoo.wigwam_v0.raw_env(setup="hidden")
    rows = set()
    for seed in range(3):
        env.reset(seed=1)
        dice = np.random.default_rng(seed)
        while env.agent_selection == "player_0":
            env.step(dice.choice(np.flatnonzero(env.observe("player_0")["action_mask"])))
        rows.add(env.observe("player_1")["observation"].tobytes())
    assert len(rows) == 1
    assert deal(("wigwam", 2, {"setup": "hidden"}), 1).waiting_for == (0, 1)
