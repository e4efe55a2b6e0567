"""Nobody is told what he cannot know, by whatever way a program asks: each adapter gives the same bytes for two tables
that differ in nothing but what the seat cannot see.
"""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pyspiel
import pytest

from spieltisch import bots
from spieltisch.lab import batch, openspiel, zoo
from spieltisch.lab.engines import Engine
from spieltisch.lab.episode import Episode
from spieltisch.lab.gym import name_of
from tests.lab.kinds import Kind, deal, title
from tests.lab.test_observations import REDEALT
from tests.tables import SOAK, few, same_bytes, walk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from spieltisch.games import Table

KINDS: list[Kind] = [
    ("wampum", 2, {}),
    ("wampum", 5, {}),
    ("wampum", 4, {"removal": "french"}),
    ("amul", 3, {"tea": True}),
    ("amul", 8, {}),
    ("wigwam", 2, {"setup": "hidden"}),
]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=title)
every_way = pytest.mark.parametrize("compact", [False, True], ids=["spread", "compact"])


def another(table: Table, seat: int, dice: random.Random) -> Table:
    """Make a table that a seat cannot tell from this one: hidden cards dealt anew, or an arrangement imagined."""
    name = table.game.name
    if name not in REDEALT:
        return table.view(seat).imagine(dice.random())
    other = table.copy()
    REDEALT[name](other, seat, dice)
    return other


def pairs(kind: Kind) -> Iterator[tuple[Table, Table, int]]:
    """Walk through games and give tables with one that a seat cannot tell from them, and that seat."""
    dice = random.Random(7)
    found = 0
    for game in range(few(12, 3) if kind[0] == "wigwam" else 1):
        table = deal(kind, 7 + game)
        for step, _ in enumerate(walk(table, 7 + game)):
            if kind[0] == "wigwam" and step > 1:  # both have arranged; nothing is hidden any more
                break
            if kind[0] != "wigwam" and step % (5 if SOAK else few(13, 60)):
                continue
            for seat in range(table.players):
                other = another(table, seat, dice)
                if not same_bytes(other.state, table.state):
                    found += 1
                    yield table, other, seat
    assert found > few(5, 0)


def bytes_of(shown: dict[str, Any]) -> dict[str, bytes]:
    return {what: row.tobytes() for what, row in shown.items()}


def lay(env: Any, table: Table) -> None:
    """Put a table into an environment."""
    env.episode = Episode(env.episode.setting, table.copy().state.view(np.ndarray), [0] * table.players)


@every_way
@every_kind
def test_through_pettingzoo_one_after_the_other(kind: Kind, compact: bool) -> None:
    name, players, options = kind
    env = getattr(zoo, f"{name}_v0").env(players=players, compact=compact, **options)
    env.reset(seed=1)
    for table, other, seat in pairs(kind):
        seen = []
        for one in (table, other):
            lay(env, one)
            env.agent_selection = env.possible_agents[seat]
            observation, *rest = env.last()
            seen.append((bytes_of(observation), rest))
        assert seen[0] == seen[1]


@every_way
@every_kind
def test_through_pettingzoo_all_at_once(kind: Kind, compact: bool) -> None:
    name, players, options = kind
    env = getattr(zoo, f"{name}_v0").parallel_env(players=players, compact=compact, **options)
    for table, other, seat in pairs(kind):
        env.reset(seed=1)
        agent = env.possible_agents[seat]
        waiting = dict.fromkeys(env.possible_agents, env.action_space(agent).n - 1)
        seen = []
        for one in (table, other):
            lay(env, one)
            observations, *rest = env.step(waiting)  # nothing happens
            seen.append((bytes_of(observations[agent]), [told[agent] for told in rest]))
            assert env.episode.state.tobytes() == one.state.tobytes()
        assert seen[0] == seen[1]


@every_way
@every_kind
def test_through_gymnasium(kind: Kind, compact: bool) -> None:
    name, players, options = kind
    made = [
        gymnasium.make(
            name_of(name), players=players, seat=seat, compact=compact, disable_env_checker=True, **options
        ).unwrapped
        for seat in range(players)
    ]
    for table, other, seat in pairs(kind):
        env: Any = made[seat]
        env.reset(seed=1)
        seen = []
        for one in (table, other):
            lay(env, one)
            observation, *rest = env.step(-1)  # never allowed, so the table stays as it is
            seen.append((bytes_of(observation), rest))
            assert env.episode.state.tobytes() == one.state.tobytes()
        assert seen[0] == seen[1]


@every_kind
def test_through_openspiel(kind: Kind) -> None:
    """Strings and tensors; what is remembered of other moves has a test of its own, with twin games."""
    name, players, options = kind
    assert openspiel.SEED_BYTES  # imported, so that the games are registered
    state = pyspiel.load_game(f"spieltisch_{name}", {"players": players, **options}).new_initial_state()
    while state.is_chance_node():
        state.apply_action(1)
    for table, other, seat in pairs(kind):
        seen = []
        for one in (table, other):
            lay(state.course, one)
            state.course.memory = openspiel.Memory.of(state.course.setting, state.course.episode.state)
            texts = state.observation_string(seat), state.information_state_string(seat)
            seen.append((*texts, state.observation_tensor(seat), state.information_state_tensor(seat)))
        assert seen[0] == seen[1]


@every_kind
def test_through_batches(kind: Kind) -> None:
    name, players, options = kind
    tables = batch(name, players, 2, seed=1, **options)
    for table, other, seat in pairs(kind):
        if seat not in table.waiting_for:
            continue
        for i, one in enumerate((table, other)):
            tables.states[i : i + 1] = one.state
        tables.seats[:] = seat
        one_row, other_row = tables.observe()
        one_mask, other_mask = tables.mask()
        assert one_row.tobytes() == other_row.tobytes()
        assert one_mask.tobytes() == other_mask.tobytes()


@every_kind
def test_through_batches_that_observe_as_they_step(kind: Kind) -> None:
    """The same choice at both tables: as long as the same seat is asked next, it sees the same."""
    name, players, options = kind
    tables = batch(name, players, 2, seed=1, eager=True, **options)
    compared = 0
    for table, other, seat in pairs(kind):
        chooser = table.waiting_for[0]
        if chooser != seat:
            continue
        tables.reset(1)
        for i, one in enumerate((table, other)):
            tables.states[i : i + 1] = one.state
        tables.seats[:] = seat
        choice = int(np.flatnonzero(tables.mask()[0])[0])
        _, _, moved = tables.step([choice, choice])
        if moved.any():
            continue
        assert tables.observe()[0].tobytes() == tables.observe()[1].tobytes()
        assert tables.mask()[0].tobytes() == tables.mask()[1].tobytes()
        compared += 1
    assert compared or name == "amul"  # there one choice is a whole move


LISTENER = """
import json, sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as heard:
        heard.write(line)
    word, _, rest = line.strip().partition(" ")
    if word == "quit":
        break
    if word == "hello":
        print("wants legal")
    if word == "legal":
        move = json.loads(rest)[0]
    if word in ("hello", "game"):
        print("ready")
    if word == "go":
        print("move " + move)
    sys.stdout.flush()
"""


@every_kind
def test_through_the_engine_protocol(kind: Kind, tmp_path: Path) -> None:
    """Every line that a foreign program is sent, from the greeting on."""
    script, heard = tmp_path / "listener.py", tmp_path / "heard"
    script.write_text(LISTENER, "utf-8")
    engine = Engine(kind[0], f"{sys.executable} {script} {heard}", seconds=60.0)
    try:
        for table, other, seat in pairs(kind):
            if seat not in table.waiting_for:
                continue
            lines = []
            for one in (table, other):
                engine.told = None  # as if the game began
                heard.write_text("", "utf-8")
                engine.choose(one.view(seat), seat, bots.Budget(nodes=1, seed=1))
                lines.append(heard.read_text("utf-8").splitlines())
            assert [line.split()[0] for line in lines[0]] == ["game", "position", "legal", "go"]
            assert lines[0] == lines[1]
    finally:
        engine.close()
