"""Many tables of one game on a GPU: the interface of `lab.Batch`, with arrays that lie on the device.

PyTorch and CuPy take them without a copy (`torch.as_tensor(tables.observe(), device="cuda")`, through
`__cuda_array_interface__`), and tensors are taken as choices. Everything runs on the default stream, as PyTorch does.
Rows lie in columns (Fortran's order): threads that fill the same place of neighbouring rows then write side by side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from spieltisch.games import Game, Table
from spieltisch.lab import many
from spieltisch.lab.batches import IllegalChoice, luck
from spieltisch.lab.cuda.kernels import NONE_REFUSED, kernels_of, launch, shared_kernels
from spieltisch.lab.cuda.toolkit import cuda

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spieltisch.games.options import Options

DeviceArray = Any
"""An array on the GPU; Numba has no type for it."""


class NoGpu(RuntimeError):
    """A batch on a GPU was asked for where there is none that can be used."""

    def __init__(self) -> None:
        super().__init__(
            'No GPU can be used here. On a machine with an NVIDIA GPU, install the extra "gpu" (pip install'
            " 'spieltisch[gpu]'); elsewhere leave out device=\"cuda\"."
        )


class CudaStep(NamedTuple):
    """What a step has brought about, one row a table, as `Step` on the CPU."""

    rewards: DeviceArray
    done: DeviceArray
    moved: DeviceArray


class CudaBatch:
    """Tables of one game on a GPU that go on for ever. Byte for byte what `lab.Batch` does with the same seeds."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        size: int = 1,
        seed: int | Sequence[int] = 0,
        options: Mapping[str, Any] | Options | None = None,
        reward: str = "share",
        eager: bool = False,
    ) -> None:
        if not cuda.is_available():
            raise NoGpu
        self.game = game
        self.players = game.seats[0] if players is None else players
        self.size = size
        self.layout = game.codec.layout
        self.perfect_layout = game.codec.perfect_layout
        self.choices = game.codec.choices
        self._by = many.REWARDS.index(reward)
        self._kernels = kernels_of(game.name)
        self._draw, self._spread = shared_kernels()
        empty = game.empty_table(self.players, options)
        self.options = empty.options
        self.book = empty.book
        self._books = on_device(empty.book)
        self._empty = on_device(empty.state)
        self.states = on_device(np.zeros(size, game.state_dtype))
        self.parts = on_device(np.zeros(size, np.int64))
        """What has been chosen of the move under way at each table; 0 at its beginning."""
        self.seats = on_device(np.zeros(size, np.int8))
        """Who chooses at each table."""
        self._observations = rows_on_device(size, self.layout.size)
        self._perfect = rows_on_device(size, self.perfect_layout.size)
        self._mask = rows_on_device(size, self.choices)
        self._shown = (self._observations, self._mask) if eager else (rows_on_device(0, 1), rows_on_device(0, 1))
        """What a step fills besides."""
        self._wide: DeviceArray = None
        self._fields = on_device(self.layout.table)
        self._eager = eager
        self._fresh = False
        self._refused = on_device(np.full(1, NONE_REFUSED, np.int64))
        self._step = CudaStep(
            rows_on_device(size, self.players, np.float32),
            on_device(np.zeros(size, np.bool_)),
            on_device(np.zeros(size, np.bool_)),
        )
        self.reset(seed)

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Begin a new game at every table; seeds mean what they mean on the CPU, and without one the luck goes on."""
        if seed is not None:
            self._chances, self._dice = map(on_device, luck(self.game, self.players, self.size, seed))
        for results in self._step:
            results.copy_to_device(np.zeros(results.shape, results.dtype, order="F"))
        self._fresh = False
        table_arrays = (self.states, self._chances, self.parts, self.seats)
        launch(self._kernels.reset, self.size, self._books, self._empty, *table_arrays)

    def step(self, choices: Any) -> CudaStep:
        """Make one choice at every table. IllegalChoice names the first table that refuses; all others have moved."""
        chosen = as_choices(choices)
        if chosen.shape != (self.size,):
            raise ValueError(f"{tuple(chosen.shape)} choices for {self.size} tables; give one for each.")
        rewards, done, moved = self._step
        self._fresh = self._eager
        launch(
            self._kernels.step,
            self.size,
            self._books,
            self._empty,
            self.states,
            self._chances,
            self.parts,
            self.seats,
            chosen,
            self._by,
            rewards,
            moved,
            done,
            *self._shown,
            self._refused,
        )
        refused = int(self._refused.copy_to_host()[0])
        if refused != NONE_REFUSED:
            self._refused.copy_to_device(np.full(1, NONE_REFUSED, np.int64))
            raise IllegalChoice(refused, int(chosen[refused]))
        return self._step

    def observe(self) -> DeviceArray:
        """Give what the seat that chooses sees at each table, one row a table as `layout` says."""
        if not self._fresh:
            table_arrays = (self.states, self.parts, self.seats)
            launch(self._kernels.observe, self.size, self._books, *table_arrays, self._observations)
        return self._observations

    def perfect(self) -> DeviceArray:
        """Give what is hidden from somebody at each table, for critics, as `perfect_layout` says."""
        launch(self._kernels.perfect, self.size, self._books, self.states, self.seats, self._perfect)
        return self._perfect

    def mask(self) -> DeviceArray:
        """Say at each table what can be chosen."""
        if not self._fresh:
            launch(self._kernels.mask, self.size, self._books, self.states, self.parts, self.seats, self._mask)
        return self._mask.view(np.bool_)

    def spread(self, observations: DeviceArray) -> DeviceArray:
        """Spread observations out for a network: one flag a thing, one count a card, one flag a bit."""
        if self._wide is None or len(self._wide) != len(observations):
            self._wide = cuda.device_array((len(observations), self.layout.spread_size), np.int8, order="F")
        launch(self._spread, len(observations), observations, self._fields, self._wide)
        return self._wide

    def draw(self, mask: DeviceArray) -> DeviceArray:
        """Choose at random among what the mask allows, with dice that follow from the seed."""
        choices = cuda.device_array(self.size, np.int64)
        launch(self._draw, self.size, mask.view(np.int8), self._dice, choices)
        return choices

    def play_out(self, games: int = 1) -> DeviceArray:
        """Play so many new games at random at each table, to the end; give the number of decisions at each.

        The last game of each table stays as it ended, until `reset`.
        """
        self._fresh = False
        decisions = cuda.device_array(self.size, np.int64)
        table_arrays = (self.states, self._chances)
        launch(self._kernels.play_out, self.size, self._books, self._empty, *table_arrays, games, decisions)
        return decisions

    def table(self, number: int) -> Table:
        """Give a copy of one table, to look at or to play on."""
        state = self.states[number : number + 1].copy_to_host().view(np.recarray)
        return Table(self.game, self.players, self.options, self.book, state)


def on_device(array: Any) -> DeviceArray:
    """Copy an array to the GPU."""
    return cuda.to_device(array.view(np.ndarray))


def rows_on_device(rows: int, length: int, kind: Any = np.int8) -> DeviceArray:
    """Lay out rows of zeros on the GPU."""
    return on_device(np.zeros((rows, length), kind, order="F"))


def as_choices(choices: Any) -> DeviceArray:
    """Take choices that lie on the GPU as they are; bring others there."""
    if getattr(choices, "__cuda_ndarray__", False):
        return choices
    if hasattr(choices, "__cuda_array_interface__"):
        return cuda.as_cuda_array(choices)
    return on_device(np.asarray(choices, np.int64))
