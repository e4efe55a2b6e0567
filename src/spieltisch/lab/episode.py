"""One game played by choices: what the adapters for PettingZoo, Gymnasium and OpenSpiel have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spieltisch.games import Table, chance, get
from spieltisch.games.records import MAX_SEATS, SEATS, blank, copied
from spieltisch.lab import many, simulate
from spieltisch.lab.batches import IllegalChoice, batch, loops_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from spieltisch.games import View


class Setting:
    """What stays the same in all episodes: the game, its players, its options, what it pays."""

    def __init__(self, game: str, players: int | None, options: Mapping[str, Any], reward: str = "share") -> None:
        self.game = get(game)
        self.empty = self.game.empty_table(self.game.seats[0] if players is None else players, options)
        self.players = self.empty.players
        self.codec = self.game.codec
        self.loops = loops_of(game)
        self.by = many.REWARDS.index(reward)
        self.book = self.empty.book.view(np.ndarray)
        self.sheet = self.empty.book[0]
        """The book as a record, for what is asked in Python."""
        self._rows = np.zeros((self.players, self.codec.layout.size), np.int8)
        self._row = self._rows[0]
        self._nothing = np.zeros(self.players, np.int64)
        self.fields = self.codec.layout.table
        self._scratch = copied(self.empty.state).view(np.ndarray)
        self.told = np.zeros(2, np.int64)
        self.marks = np.zeros(self.codec.choices, np.int8)
        self.listed = np.zeros(self.codec.choices, np.int64)
        self._points = np.zeros(MAX_SEATS, np.int64)
        self._key = (game, self.players, self.game.options_record(self.empty.options), reward)

    def __reduce__(self) -> tuple[Any, ...]:
        return Setting, self._key

    def __deepcopy__(self, memo: dict[int, Any]) -> Setting:
        return self  # nothing in it changes

    def deal(self, seed: int) -> Episode:
        """Begin the game that `Game.deal` deals with this seed."""
        state = blank(self.game.state_dtype)
        luck = chance.seeded(self.game.name, self.players, seed)
        self.game.rules.shuffle(self.empty.book[0], state[0], luck)
        self.game.rules.set_up(self.empty.book[0], state[0])
        return Episode(self, state.view(np.ndarray), [0] * self.players)

    def observe(self, state: npt.NDArray[np.void], seat: int, part: int) -> npt.NDArray[np.int8]:
        """Observe a table from a seat, as the layout says."""
        row = np.zeros(self.codec.layout.size, np.int8)
        self.loops.observe_at(self.book, state, self._scratch, seat, part, row)
        return row

    def look(
        self, state: npt.NDArray[np.void], seat: int, part: int, marks: npt.NDArray[np.int8]
    ) -> npt.NDArray[np.int8]:
        """Observe a table from a seat, spread out for a network, and mark what it can choose."""
        wide = np.empty(self.codec.layout.spread_size, np.int8)
        self.loops.look_at(self.book, state, self._scratch, seat, part, self._row, self.fields, wide, marks)
        return wide

    def look_around(
        self, state: npt.NDArray[np.void], parts: list[int], marks: npt.NDArray[np.int8]
    ) -> npt.NDArray[np.int8]:
        """Observe a table from every seat, spread out, and mark what each can choose."""
        wide = np.empty((self.players, self.codec.layout.spread_size), np.int8)
        begun = np.array(parts) if any(parts) else self._nothing
        arrays = (begun, self._rows, self.fields, wide, marks)
        self.loops.look_around(self.book, state, self._scratch, *arrays)
        return wide

    def pay(self, state: npt.NDArray[np.void]) -> list[float]:
        """Give what each seat of a finished game gets."""
        rewards = np.zeros(self.players, np.float32)
        self.loops.pay_at(self.book, state, self.by, self._points, rewards)
        paid: list[float] = rewards.tolist()
        return paid


class Episode:
    """A table, and for each seat the part of a move that it has chosen."""

    def __init__(self, setting: Setting, state: npt.NDArray[np.void], parts: list[int]) -> None:
        self.setting = setting
        self.state = state
        self.parts = parts
        self.waiting = self._waiting()
        self._shown: tuple[npt.NDArray[np.void], Table] | None = None

    def _waiting(self) -> tuple[int, ...]:
        setting = self.setting
        return SEATS[setting.game.quick.waiting_for(setting.book, self.state)]

    def copy(self) -> Episode:
        """Make an independent copy."""
        return restored(self.setting, self.state.tobytes(), self.parts.copy())  # NumPy's own copy is slow

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.setting, self.state.tobytes(), self.parts)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.waiting

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Mark what a seat can choose; nothing if it has nothing to decide."""
        setting = self.setting
        row = np.zeros(setting.codec.choices, np.int8)
        if seat in self.waiting:
            setting.loops.mask_at(setting.book, self.state, seat, self.parts[seat], row)
        return row

    def choices(self, seat: int) -> list[int]:
        """List what a seat that has to decide can choose."""
        setting = self.setting
        arrays = (setting.marks, setting.listed)
        count = setting.loops.list_at(setting.book, self.state, seat, self.parts[seat], *arrays)
        listed: list[int] = setting.listed[:count].tolist()
        return listed

    def observe(self, seat: int) -> npt.NDArray[np.int8]:
        """Give what a seat sees, its own unfinished move included."""
        return self.setting.observe(self.state, seat, self.parts[seat])

    def look(self, seat: int, marks: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
        """Give what a seat sees, spread out, and mark in a row of zeros what it can choose."""
        return self.setting.look(self.state, seat, self.parts[seat], marks)

    def look_around(self, marks: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
        """Give what every seat sees, spread out, and mark in rows of zeros what it can choose; the last is to wait."""
        return self.setting.look_around(self.state, self.parts, marks)

    def perfect(self, seat: int) -> npt.NDArray[np.int8]:
        """Give what is hidden, for critics, with this seat first."""
        setting = self.setting
        row = np.zeros(setting.codec.perfect_layout.size, np.int8)
        setting.loops.perfect_at(setting.book, self.state, seat, row)
        return row

    def allows(self, seat: int, choice: int) -> bool:
        """Tell whether a seat can choose this now."""
        setting = self.setting
        if seat not in self.waiting:
            return False
        return bool(setting.loops.allows_at(setting.book, self.state, seat, self.parts[seat], choice))

    def choose(self, seat: int, choice: int) -> int | None:
        """Make a choice; gives the move if it is complete now, which is then made."""
        setting = self.setting
        told = setting.told
        done = setting.loops.choose_at(setting.book, self.state, seat, self.parts[seat], choice, told)
        if done == many.REFUSED:
            raise IllegalChoice(0, choice)
        if done == many.CHOSEN:
            self.parts[seat] = int(told[0])
            return None
        self.parts[seat] = 0
        self.waiting = SEATS[told[1]]
        return int(told[0])

    def play(self, seat: int, move: int) -> None:
        """Make a whole move that has been checked."""
        setting = self.setting
        self.parts[seat] = 0
        setting.game.quick.play(setting.book, self.state, seat, move)
        self.waiting = self._waiting()

    def rewards(self) -> list[float]:
        """Give what each seat gets: nothing before the end."""
        return self.setting.pay(self.state) if self.over else [0.0] * self.setting.players

    @property
    def _live(self) -> Table:
        if self._shown is None or self._shown[0] is not self.state:  # another state may have been put in its place
            empty, state = self.setting.empty, self.state.view(np.recarray)
            self._shown = self.state, Table(empty.game, empty.players, empty.options, empty.book, state)
        return self._shown[1]

    @property
    def table(self) -> Table:
        """The table, face up; playing on it changes nothing here."""
        return self._live.copy()

    def view(self, seat: int) -> View:
        """The table as a seat sees it."""
        return self._live.view(seat)

    def check(self, seat: int, move: str) -> int:
        """Read a whole move and make sure that it is legal; IllegalMove says why not."""
        setting = self.setting
        number = setting.game.read_move(setting.sheet, move)
        if seat in self.waiting and setting.game.quick.is_legal(setting.book, self.state, seat, number):
            return number
        return self._live.check(seat, move)


def restored(setting: Setting, content: bytes, parts: list[int]) -> Episode:
    """Make an episode from its bytes."""
    state = np.frombuffer(bytearray(content), setting.game.state_dtype)
    return Episode(setting, state, parts)


def prepare(game: str) -> None:
    """Use everything that the lab compiles for a game once, so that it lies in the cache."""
    tables = batch(game, size=2)
    tables.spread(tables.observe())
    tables.perfect()
    tables.step(tables.draw(tables.mask()))
    episode = Setting(game, None, {}).deal(0)
    seat = episode.waiting[0]
    marks = episode.mask(seat)
    episode.choices(seat)
    episode.look(seat, marks)
    setting = episode.setting
    episode.look_around(np.zeros((setting.players, setting.codec.choices + 1), np.int8))
    episode.observe(seat)
    episode.perfect(seat)
    episode.choose(seat, int(marks.argmax()))
    episode.allows(seat, 0)
    setting.pay(episode.state)
    simulate.prepare(game)
