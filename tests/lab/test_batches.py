"""Many tables at once: the same games as one by one, each table with luck of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from spieltisch import compiling, games
from spieltisch.games import chance
from spieltisch.games.loops import one_of
from spieltisch.lab import Batch, IllegalChoice, batch
from tests.lab.kinds import EVERY_KIND, Kind, title
from tests.tables import INTERPRETED, few, same_bytes

every_kind = pytest.mark.parametrize("kind", EVERY_KIND, ids=title)
every_name = pytest.mark.parametrize("name", games.names())


def batch_of(kind: Kind, size: int, seed: Any = 1, reward: str = "share") -> Batch:
    name, players, options = kind
    return batch(name, players=players, size=size, seed=seed, reward=reward, **options)


def rows_of(tables: Batch, start: int, stop: int) -> np.recarray[Any, Any]:
    return tables.states[start:stop].view(np.recarray)


def play(tables: Batch, steps: int) -> None:
    for _ in range(steps):
        tables.step(tables.draw(tables.mask()))


@every_kind
def test_a_table_of_a_batch_is_played_like_a_table_of_its_own(kind: Kind) -> None:
    """Deals, moves and results are those of the rules, choice by choice, through the ends of several games."""
    name, players, options = kind
    game = games.get(name)
    seeds = [5, 6]
    tables = batch_of(kind, 2, seeds)
    alone = [game.deal(players, seed, options) for seed in seeds]
    parts = [0, 0]
    ended = 0
    for _ in range(few(400, 30)):
        choices = tables.draw(tables.mask())
        for i, table in enumerate(alone):
            seat = table.waiting_for[0]
            assert tables.seats[i] == seat
            book, s = table.book[0], table.state[0]
            parts[i] = int(game.codec.extend(book, s, seat, parts[i], choices[i]))
            if parts[i] < 0:
                assert game.rules.is_legal(book, s, seat, ~parts[i])
                table.put(seat, ~parts[i])
                parts[i] = 0
        rewards, done, _ = tables.step(choices)
        for i, table in enumerate(alone):
            assert done[i] == table.over
            if table.over:
                outcome = table.outcome
                assert outcome is not None
                shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(players)]
                assert rewards[i].tolist() == pytest.approx(shares)
                ended += 1
                alone[i] = tables.table(i)
            else:
                assert not rewards[i].any()
                assert same_bytes(table.state, rows_of(tables, i, i + 1))
    assert ended >= few(2, 0)


@every_kind
def test_tables_that_are_played_out_end_as_the_same_luck_ends_them_by_the_rules(kind: Kind) -> None:
    name, players, options = kind
    game = games.get(name)
    seeds = [3, 4]
    tables = batch_of(kind, len(seeds), seeds)
    decisions = tables.play_out(few(2, 1))
    for i, seed in enumerate(seeds):
        luck = chance.seeded(name, players, seed)
        game.rules.shuffle(tables.book[0], game.empty_table(players, options).state[0], luck)  # the batch had dealt
        decided = 0
        for _ in range(few(2, 1)):
            alone = game.empty_table(players, options)
            book, s = alone.book[0], alone.state[0]
            game.rules.shuffle(book, s, luck)
            game.rules.set_up(book, s)
            while waiting := game.rules.waiting_for(book, s):
                seat = one_of(waiting, luck)
                game.rules.play(book, s, seat, game.rules.sample_move(book, s, seat, luck))
                decided += 1
        assert decisions[i] == decided
        assert tables.table(i).over
        assert same_bytes(alone.state, rows_of(tables, i, i + 1))


@every_name
def test_the_margin_is_the_own_score_less_the_mean_of_the_others(name: str) -> None:
    players = games.get(name).seats[-1]
    kind: Kind = (name, players, {})
    tables, alike = batch_of(kind, 8, reward="margin"), batch_of(kind, 8)
    ended = 0
    for _ in range(few(700, 20)):
        choices = tables.draw(tables.mask())
        margins, done, _ = tables.step(choices)
        shares = alike.step(choices).rewards
        for row, share in zip(margins[done], shares[done], strict=True):
            assert row.sum() == pytest.approx(0, abs=1e-3)
            assert (row[share > 0] >= row.max() - 1e-4).all()  # winners have most points
            ended += 1
    assert ended >= few(1, 0)


@every_name
def test_a_table_does_not_depend_on_the_others(name: str) -> None:
    few_tables, more = (batch(name, size=size, seed=9) for size in (3, 8))
    for _ in range(few(300, 10)):
        choices = more.draw(more.mask())
        few_tables.step(choices[:3])
        more.step(choices)
        assert same_bytes(few_tables.states, rows_of(more, 0, 3))
        assert np.array_equal(few_tables.observe(), more.observe()[:3])


@every_name
def test_the_same_seed_gives_the_same_bytes_and_a_reset_begins_again(name: str) -> None:
    one, other = batch(name, size=4, seed=2), batch(name, size=4, seed=2)
    play(one, few(200, 10))
    play(other, few(200, 10))
    assert same_bytes(one.states, other.states)
    one.reset(2)
    fresh = batch(name, size=4, seed=2)
    assert same_bytes(one.states, fresh.states)
    if games.get(name).deal(seed=1).dealt:
        assert not same_bytes(batch(name, size=4, seed=3).states, fresh.states)


@every_kind
def test_an_eager_batch_sees_what_a_lazy_one_sees(kind: Kind) -> None:
    """A lazy one observes views, an eager one reads the tables themselves: nothing of what a view blanks."""
    name, players, options = kind
    eager, lazy = (batch(name, players=players, size=8, seed=7, eager=one, **options) for one in (True, False))
    for _ in range(few(400, 10)):
        choices = lazy.draw(lazy.mask())
        assert np.array_equal(eager.mask(), lazy.mask())
        assert np.array_equal(eager.observe(), lazy.observe())
        eager.step(choices)
        lazy.step(choices)


@every_name
def test_a_choice_that_the_mask_forbids_is_refused_and_the_table_stays(name: str) -> None:
    tables = batch(name, size=3, seed=4)
    before = tables.states.copy()
    choices = tables.draw(tables.mask())
    forbidden = int(np.flatnonzero(~tables.mask()[1])[0])
    choices[1] = forbidden
    with pytest.raises(IllegalChoice, match=f"Choice {forbidden} is not allowed at table 1"):
        tables.step(choices)
    assert before[1:2].tobytes() == tables.states[1:2].tobytes()
    for nonsense in (-1, tables.choices, 2**62):
        with pytest.raises(IllegalChoice):
            tables.step([nonsense] * 3)


def test_seeds_and_choices_must_be_as_many_as_tables() -> None:
    with pytest.raises(ValueError, match="2 seeds for 3 tables"):
        batch(games.names()[0], size=3, seed=[1, 2])
    with pytest.raises(ValueError, match="give one for each"):
        batch(games.names()[0], size=3).step([1])


@every_name
def test_arrays_are_handed_over_without_a_copy(name: str) -> None:
    tables = batch(name, size=4)
    for array in (tables.observe(), tables.mask().view(np.int8), tables.perfect(), tables.seats):
        assert array.flags.c_contiguous
        assert np.shares_memory(np.from_dlpack(array), array)
    assert np.shares_memory(tables.observe(), tables.observe())  # one buffer, filled again


ALLOCATIONS = """
import sys
from numba.core.runtime import rtsys
from spieltisch.lab import batch
tables = batch(sys.argv[1], players=int(sys.argv[2]), size=200, seed=1)
used = []
for _ in range(60):
    mask = tables.mask()
    choices = tables.draw(mask)
    before = rtsys.get_allocation_stats().mi_alloc
    tables.step(choices)
    tables.observe()
    tables.perfect()
    tables.mask()
    used.append(rtsys.get_allocation_stats().mi_alloc - before)
# A call wraps its arrays; more tables must not mean more memory.
assert max(used[1:]) <= 40, used
"""


@pytest.mark.skipif(INTERPRETED, reason="counts what compiled code allocates")
@every_name
def test_steps_allocate_nothing(name: str) -> None:
    environment = {**os.environ, "NUMBA_NRT_STATS": "1"}
    players = str(games.get(name).seats[-1])
    subprocess.run([sys.executable, "-c", ALLOCATIONS, name, players], env=environment, check=True)


def test_importing_the_package_imports_nothing_of_the_lab() -> None:
    script = """
import sys, spieltisch, spieltisch.games, spieltisch.cli
for name in spieltisch.games.names():
    spieltisch.games.get(name)
lab = {"pettingzoo", "gymnasium", "pyspiel", "open_spiel", "PIL", "pyarrow", "polars", "matplotlib", "spieltisch.lab"}
strange = lab & set(sys.modules)
assert not strange, strange
"""
    subprocess.run([sys.executable, "-c", script], check=True)


@every_name
def test_who_only_plays_does_not_wait_for_the_lab(name: str) -> None:
    """What is compiled before a game can be played holds nothing of its codec."""
    apart = games.get(name).codec.modules
    assert apart
    assert not any(function.__module__ in apart for function in compiling.functions(name))
