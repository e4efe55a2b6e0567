"""What lies on the table, seen in Python: a whole table, and a view as one seat has it."""

from __future__ import annotations

import secrets
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Self

import msgspec
import numpy as np

from spieltisch.games import chance
from spieltisch.games.options import Chosen
from spieltisch.games.plain import Plain
from spieltisch.games.records import SEATS, copied, laid_out
from spieltisch.games.refusals import BadOption, IllegalMove

if TYPE_CHECKING:
    import numpy.typing as npt

    from spieltisch.games.game import Game

SPECTATOR = -1
"""The seat that sees what everybody sees."""
FEW_MOVES = 256
"""There are rarely more; then they are counted first."""
Deal = dict[str, Any]


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended: points by seat, everybody who shares the first place, and why it ended."""

    scores: list[int]
    winners: list[int]
    reason: str
    lines: list[list[int]] | None = None
    """The lines of the score sheet by seat, in games that have one."""


class Board(Generic[Chosen]):
    """What a table and a view have in common: everything that can be asked without seeing hidden things."""

    def __init__(
        self,
        game: Game[Chosen],
        players: int,
        options: Chosen,
        book: np.recarray[Any, Any],
        state: np.recarray[Any, Any],
    ) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.book = book
        self.state = state

    @property
    def book(self) -> np.recarray[Any, Any]:
        """What never changes during a match."""
        return self._book

    @book.setter
    def book(self, book: np.recarray[Any, Any]) -> None:
        self._book = book
        self._bare_book = book.view(np.ndarray)  # compiled code takes a bare array ten times faster

    @property
    def state(self) -> np.recarray[Any, Any]:
        """What lies on the table."""
        return self._state

    @state.setter
    def state(self, state: np.recarray[Any, Any]) -> None:
        self._state = state
        self._bare_state = state.view(np.ndarray)

    @property
    def bare(self) -> tuple[npt.NDArray[np.void], npt.NDArray[np.void]]:
        """Book and state as compiled code takes them fastest."""
        return self._bare_book, self._bare_state

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that have to decide now, in rising order; several when they choose at the same time."""
        return SEATS[self.game.quick.waiting_for(self._bare_book, self._bare_state)]

    @property
    def over(self) -> bool:
        """Whether the game has ended: nobody has to decide any more."""
        return not self.game.quick.waiting_for(self._bare_book, self._bare_state)

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        return self.game.outcome(self.book[0], self.state[0]) if self.over else None

    @property
    def position(self) -> str:
        """The table in one line of text."""
        return self.game.write_position(self.book[0], self.state[0])

    def count_moves(self, seat: int) -> int:
        """Count the legal moves of a seat without listing them."""
        if seat not in self.waiting_for:
            return 0
        return int(self.game.quick.moves(self._bare_book, self._bare_state, seat, np.empty(0, np.int64)))

    def move_numbers(self, seat: int) -> npt.NDArray[np.int64]:
        """List the legal moves of a seat as the rules number them."""
        buffer = np.empty(FEW_MOVES, np.int64)
        if seat not in self.waiting_for:
            return buffer[:0]
        count = self.game.quick.moves(self._bare_book, self._bare_state, seat, buffer)
        if count > FEW_MOVES:
            buffer = np.empty(count, np.int64)
            self.game.quick.moves(self._bare_book, self._bare_state, seat, buffer)
        return buffer[:count]

    def legal_moves(self, seat: int) -> list[str]:
        """List the legal moves of a seat as texts, in plain string order."""
        write = self.game.write_move
        return sorted(write(self.book[0], int(move)) for move in self.move_numbers(seat))

    def is_legal(self, seat: int, move: str) -> bool:
        """Tell whether a seat may make this move now."""
        try:
            self.check(seat, move)
        except IllegalMove:
            return False
        return True

    def read(self, field: str) -> Any:
        """Give one field of the state as plain numbers."""
        return self._bare_state[field][0].tolist()

    def printed(self, field: str) -> Any:
        """Give one field of the book as plain numbers."""
        return self._bare_book[field][0].tolist()

    def check(self, seat: int, move: str) -> int:
        """Read a move and make sure that it is legal; IllegalMove says why not."""
        waiting = self.waiting_for
        if not waiting:
            raise IllegalMove("common.over")
        if seat not in waiting:
            raise IllegalMove("common.not_to_move", seat=seat, waiting=", ".join(map(str, waiting)))
        number = self.game.read_move(self.book[0], move)
        if not self.game.quick.is_legal(self._bare_book, self._bare_state, seat, number):
            raise self.game.refusal(self.book[0], self.state[0], seat, number)
        return number

    def draw(self, language: str = "en") -> str:
        """Draw the table as text of several lines."""
        return self.game.draw(self.book[0], self.state[0], language)

    def __str__(self) -> str:
        return self.draw()


class Table(Board[Chosen]):
    """A whole table, with everything that lies on it face up for the program.

    >>> from spieltisch import games
    >>> table = games.get("wampum").deal(players=2, seed=1)
    >>> table.over
    False
    """

    dealt: Deal
    chance: chance.Chance

    def copy(self) -> Self:
        """Make an independent copy."""
        other = type(self)(self.game, self.players, self.options, self.book, copied(self.state))
        if hasattr(self, "dealt"):
            other.dealt = self.dealt
        if hasattr(self, "chance"):
            other.chance = self.chance.copy()
        return other

    def play(self, seat: int, move: str) -> None:
        """Make a move; IllegalMove says why it is not possible and what is."""
        self.put(seat, self.check(seat, move))

    def with_state(self, content: bytes) -> Self:
        """Give the same table with another state, from its bytes."""
        return type(self)(self.game, self.players, self.options, self.book, laid_out(self.state.dtype, content))

    def put(self, seat: int, number: int) -> None:
        """Make a move that has been checked."""
        self.game.quick.play(self._bare_book, self._bare_state, seat, number)

    def random_move(self, seat: int) -> str:
        """Draw one of the legal moves, each equally likely; the draws follow the seed of the deal."""
        if seat not in self.waiting_for:
            self.check(seat, "")
        if not hasattr(self, "chance"):
            self.chance = chance.seeded(secrets.randbits(64))
        move = self.game.rules.sample_move(self.book[0], self.state[0], seat, self.chance)
        return self.game.write_move(self.book[0], int(move))

    def view(self, seat: int = SPECTATOR) -> View[Chosen]:
        """Show the table as one seat sees it, or as a spectator does: everything else is blank."""
        if seat != SPECTATOR and seat not in range(self.players):
            raise BadOption("common.seat", seat=seat, last=self.players - 1)
        view = View(self.game, self.players, self.options, self.book, copied(self.state), seat)
        self.game.quick.conceal(view._bare_book, view._bare_state, seat)
        return view

    def show_move(self, seat: int, move: str, viewer: int) -> str:
        """Give the text of a move that is about to be made as another seat will see it."""
        number = self.game.read_move(self.book[0], move)
        return self.game.conceal_move(self.book[0], self.state[0], seat, number, viewer)


class View(Board[Chosen]):
    """What one seat may know: a table in which everything else is blank."""

    def __init__(
        self,
        game: Game[Chosen],
        players: int,
        options: Chosen,
        book: np.recarray[Any, Any],
        state: np.recarray[Any, Any],
        seat: int,
    ) -> None:
        super().__init__(game, players, options, book, state)
        self.seat = seat

    @cached_property
    def plain(self) -> Plain:
        """Everything as plain numbers, read once. A view shows one moment; nobody plays on it."""
        return Plain(self._bare_state)

    def imagine(self, seed: object = None) -> Table[Chosen]:
        """Make up a whole table that fits everything this seat knows; different seeds, different tables."""
        state = copied(self.state)
        origin = secrets.randbits(64) if seed is None else seed
        luck = chance.seeded(self.game.name, "imagine", origin)
        self.game.rules.imagine(self.book[0], state[0], self.seat, luck)
        return Table(self.game, self.players, self.options, self.book, state)
