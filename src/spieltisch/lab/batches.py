"""Many tables of one game at once, for programs that learn: reset, step, observe and mask are one compiled call each.

Everything comes as NumPy arrays that the batch owns and fills again at the next call; PyTorch takes them without a
copy (`torch.from_numpy`). Whoever wants to keep one, copies it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

import numpy as np

from spieltisch import games
from spieltisch.games import Game, Table, chance, get
from spieltisch.games.compiled import bind
from spieltisch.games.records import MAX_SEATS, copied
from spieltisch.lab import many

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy.typing as npt

    from spieltisch.games.options import Options
    from spieltisch.lab.cuda import CudaBatch


class IllegalChoice(ValueError):
    """A choice that the mask does not allow. The table that it was meant for stays as it was."""

    def __init__(self, table: int, choice: int) -> None:
        self.table = table
        self.choice = choice
        super().__init__(f"Choice {choice} is not allowed at table {table}; take one that the mask marks with 1.")


class Loops:
    """The compiled loops of one game over many tables, and its functions for one table; see `many`."""

    def __init__(self, name: str, row_of: Callable[[Any, int], many.Rows]) -> None:
        rules, codec = get(name).rules, get(name).codec
        allows, extend, mask, observe = codec.allows, codec.extend, codec.mask, codec.observe
        play, waiting_for, conceal = rules.play, rules.waiting_for, rules.conceal
        begin = bind(many.begin_pattern, name, shuffle=rules.shuffle, set_up=rules.set_up)
        pay = bind(many.pay_pattern, name, scores=rules.scores)
        self.reset = bind(many.reset_pattern, name, begin=begin, waiting_for=waiting_for)
        self.step = bind(
            many.step_pattern,
            name,
            begin=begin,
            pay=pay,
            allows=allows,
            extend=extend,
            play=play,
            waiting_for=waiting_for,
            mask=mask,
            observe=observe,
            row_of=row_of,
        )
        self.observe = bind(many.observe_pattern, name, conceal=conceal, observe=observe, row_of=row_of)
        self.perfect = bind(many.perfect_pattern, name, perfect=codec.perfect, row_of=row_of)
        self.mask = bind(many.mask_pattern, name, mask=mask, row_of=row_of)
        self.play_out = bind(
            many.play_out_pattern,
            name,
            begin=begin,
            sample_move=rules.sample_move,
            play=play,
            waiting_for=waiting_for,
        )
        self.allows_at = bind(many.allows_at, name, allows=allows)
        self.choose_at = bind(many.choose_at, name, allows=allows, extend=extend, play=play, waiting_for=waiting_for)
        self.mask_at = bind(many.mask_at, name, mask=mask)
        self.list_at = bind(many.list_at, name, mask=mask)
        self.observe_at = bind(many.observe_at, name, conceal=conceal, observe=observe)
        self.look_at = bind(many.look_at, name, conceal=conceal, observe=observe, mask=mask, waiting_for=waiting_for)
        self.look_around = bind(
            many.look_around, name, conceal=conceal, observe=observe, mask=mask, waiting_for=waiting_for
        )
        self.perfect_at = bind(many.perfect_at, name, perfect=codec.perfect)
        self.pay_at = bind(many.pay_at, name, pay=pay)


def names() -> list[str]:
    """List the games that the lab can play: those with a codec."""
    return [name for name in games.names() if hasattr(get(name), "codec")]


@cache
def loops_of(name: str, row_of: Callable[[Any, int], many.Rows] = many.row_of_records) -> Loops:
    """Make the loops of a game; each is compiled when it is first called. On a GPU rows lie otherwise."""
    return Loops(name, row_of)


class Step(NamedTuple):
    """What a step has brought about, one row a table."""

    rewards: npt.NDArray[np.float32]
    """By seat; all 0 but where a game has ended."""
    done: npt.NDArray[np.bool_]
    """Where a game has ended; the table shows the next one already."""
    moved: npt.NDArray[np.bool_]
    """Where the choice has completed a move."""


class Luck(NamedTuple):
    """The chance of every table, and the dice of its choices at random."""

    chances: npt.NDArray[np.uint64]
    dice: npt.NDArray[np.uint64]


def luck(game: Game, players: int, size: int, seed: int | Sequence[int]) -> Luck:
    """Seed every table: all from one number, or each from its own."""
    origins = [(seed, i) for i in range(size)] if isinstance(seed, int) else [(one,) for one in seed]
    if len(origins) != size:
        raise ValueError(f"{len(origins)} seeds for {size} tables; give one seed, or one for each table.")
    return Luck(
        np.stack([chance.seeded(game.name, players, *origin) for origin in origins]),
        np.stack([chance.seeded("choices", game.name, *origin) for origin in origins]),
    )


class Batch:
    """Tables of one game that go on for ever: each has luck of its own, and a new game follows each that ends.

    >>> from spieltisch.lab import batch
    >>> tables = batch("amul", players=5, size=8, seed=1)
    >>> tables.observe().shape == (8, tables.layout.size)
    True
    """

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
        self.game = game
        self.players = game.seats[0] if players is None else players
        self.size = size
        self.layout = game.codec.layout
        self.perfect_layout = game.codec.perfect_layout
        self.choices = game.codec.choices
        self._by = many.REWARDS.index(reward)
        self._loops = loops_of(game.name)
        empty = game.empty_table(self.players, options)
        self.options = empty.options
        self.book = empty.book
        self._book = empty.book.view(np.ndarray)
        self._empty = empty.state.view(np.ndarray)
        self._view = copied(empty.state).view(np.ndarray)
        self.states = np.zeros(size, game.state_dtype).view(np.recarray)
        self._states = self.states.view(np.ndarray)
        self.parts = np.zeros(size, np.int64)
        """What has been chosen of the move under way at each table; 0 at its beginning."""
        self.seats = np.zeros(size, np.int8)
        """Who chooses at each table."""
        self._observations = np.zeros((size, self.layout.size), np.int8)
        self._perfect = np.zeros((size, self.perfect_layout.size), np.int8)
        self._mask = np.zeros((size, self.choices), np.int8)
        self._rows, self._marks = many.as_records(self._observations), many.as_records(self._mask)
        self._eager = eager
        """Whether a step observes and masks as well."""
        self._fresh = False
        self._spread: npt.NDArray[np.int8] | None = None
        self._fields = self.layout.table
        self._points = np.zeros(MAX_SEATS, np.int64)
        self._step = Step(
            np.zeros((size, self.players), np.float32), np.zeros(size, np.bool_), np.zeros(size, np.bool_)
        )
        self.reset(seed)

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Begin a new game at every table.

        With a list of seeds, table i deals the game that `Game.deal(players, seed=seeds[i])` deals; with one seed all
        tables differ. Without one the luck goes on.
        """
        if seed is not None:
            self._chances, self._dice = luck(self.game, self.players, self.size, seed)
        self._step.rewards[:] = 0
        self._step.done[:] = False
        self._step.moved[:] = False
        self._fresh = False
        self._loops.reset(self._book, self._empty, self._states, self._chances, self.parts, self.seats)

    def step(self, choices: npt.ArrayLike) -> Step:
        """Make one choice at every table. IllegalChoice names the first table that refuses; all others have moved."""
        chosen = np.ascontiguousarray(choices, np.int64)
        if chosen.shape != (self.size,):
            raise ValueError(f"{chosen.shape} choices for {self.size} tables; give one for each.")
        rewards, done, moved = self._step
        shown = slice(None) if self._eager else slice(0)
        self._fresh = self._eager
        refused = self._loops.step(
            self._book,
            self._empty,
            self._states,
            self._chances,
            self.parts,
            self.seats,
            chosen,
            self._by,
            self._points,
            rewards,
            moved,
            done,
            self._rows[shown],
            self._marks[shown],
        )
        if refused >= 0:
            raise IllegalChoice(int(refused), int(chosen[refused]))
        return self._step

    def observe(self) -> npt.NDArray[np.int8]:
        """Give what the seat that chooses sees at each table, one row a table as `layout` says."""
        if not self._fresh:
            self._loops.observe(self._book, self._states, self._view, self.parts, self.seats, self._rows)
        return self._observations

    def perfect(self) -> npt.NDArray[np.int8]:
        """Give what is hidden from somebody at each table, for critics, as `perfect_layout` says."""
        self._loops.perfect(self._book, self._states, self.seats, many.as_records(self._perfect))
        return self._perfect

    def mask(self) -> npt.NDArray[np.bool_]:
        """Say at each table what can be chosen."""
        if not self._fresh:
            self._loops.mask(self._book, self._states, self.parts, self.seats, self._marks)
        return self._mask.view(np.bool_)

    def spread(self, observations: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
        """Spread observations out for a network: one flag a thing, one count a card, one flag a bit."""
        if self._spread is None or len(self._spread) != len(observations):
            self._spread = np.zeros((len(observations), self.layout.spread_size), np.int8)
        many.spread(observations, self._fields, self._spread)
        return self._spread

    def draw(self, mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """Choose at random among what the mask allows, with dice that follow from the seed."""
        choices = np.empty(self.size, np.int64)
        many.draw_choices(mask.view(np.int8), self._dice, choices)
        return choices

    def play_out(self, games: int = 1) -> npt.NDArray[np.int64]:
        """Play so many new games at random at each table, to the end; give the number of decisions at each.

        The last game of each table stays as it ended, until `reset`.
        """
        self._fresh = False
        decisions = np.zeros(self.size, np.int64)
        self._loops.play_out(self._book, self._empty, self._states, self._chances, games, decisions)
        return decisions

    def table(self, number: int) -> Table:
        """Give a copy of one table, to look at or to play on."""
        state = copied(self.states[number : number + 1].view(np.recarray))
        return Table(self.game, self.players, self.options, self.book, state)


@overload
def batch(
    game: str,
    players: int | None = None,
    size: int = 1,
    seed: int | Sequence[int] = 0,
    reward: str = "share",
    eager: bool = False,
    device: Literal["cpu"] = "cpu",
    **options: Any,
) -> Batch: ...


@overload
def batch(
    game: str,
    players: int | None = None,
    size: int = 1,
    seed: int | Sequence[int] = 0,
    reward: str = "share",
    eager: bool = False,
    *,
    device: Literal["cuda"],
    **options: Any,
) -> CudaBatch: ...


def batch(
    game: str,
    players: int | None = None,
    size: int = 1,
    seed: int | Sequence[int] = 0,
    reward: str = "share",
    eager: bool = False,
    device: Literal["cpu", "cuda"] = "cpu",
    **options: Any,
) -> Batch | CudaBatch:
    """Lay out many tables of a game, for example `batch("amul", players=5, size=4096, seed=1, tea=True)`.

    `observe` conceals each table and looks at the view. An eager batch observes and masks each table as it steps, which
    is quicker: it reads the table itself, but nothing that a view blanks (the tests compare both ways).
    With `device="cuda"` everything lies and runs on a GPU (extra `gpu`).
    """
    if device == "cuda":
        from spieltisch.lab.cuda import CudaBatch  # only who asks for a GPU needs what it takes

        return CudaBatch(get(game), players, size, seed, options, reward, eager)
    return Batch(get(game), players, size, seed, options, reward, eager)
