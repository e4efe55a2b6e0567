"""The rules of a game as compiled functions over two records, and the loops that are made from them: what each takes.

`book` and `s` are records, a set of seats is a bit mask, `chance` is one generator. The names in a game's own rules may
be others; the places count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    import numpy.typing as npt

    from spieltisch.games.chance import Chance

    Numbers = npt.NDArray[np.int64]
    Records = npt.NDArray[np.void]


class Shuffle(Protocol):
    """Decide everything that luck decides, on an otherwise empty state."""

    def __call__(self, book: np.record, s: np.record, chance: Chance, /) -> None: ...


class SetUp(Protocol):
    """Deal and lay out the shuffled game; from here on nothing is left to luck."""

    def __call__(self, book: np.record, s: np.record, /) -> None: ...


class WaitingFor(Protocol):
    """Give the seats that have to decide; none when the game is over."""

    def __call__(self, book: np.record, s: np.record, /) -> int: ...


class CountMoves(Protocol):
    """Count the legal moves of a seat that has to decide."""

    def __call__(self, book: np.record, s: np.record, seat: int, /) -> int: ...


class LegalMoves(Protocol):
    """Fill a buffer of at least `count_moves` entries and give their number."""

    def __call__(self, book: np.record, s: np.record, seat: int, buffer: Numbers, /) -> int: ...


class SampleMove(Protocol):
    """Draw one legal move, each equally likely."""

    def __call__(self, book: np.record, s: np.record, seat: int, chance: Chance, /) -> int: ...


class IsLegal(Protocol):
    """Tell whether any integer is a legal move of a seat."""

    def __call__(self, book: np.record, s: np.record, seat: int, move: int, /) -> bool: ...


class Play(Protocol):
    """Carry out a legal move and whatever follows from it without a decision."""

    def __call__(self, book: np.record, s: np.record, seat: int, move: int, /) -> None: ...


class IsOver(Protocol):
    """Tell whether the game has ended."""

    def __call__(self, book: np.record, s: np.record, /) -> bool: ...


class Scores(Protocol):
    """Fill in one number a seat and give the winners; only when the game is over."""

    def __call__(self, book: np.record, s: np.record, buffer: Numbers, /) -> int: ...


class Conceal(Protocol):
    """Blank in place everything that a seat cannot know."""

    def __call__(self, book: np.record, s: np.record, seat: int, /) -> None: ...


class Imagine(Protocol):
    """Fill the blanks of a view with one possible table."""

    def __call__(self, book: np.record, s: np.record, seat: int, chance: Chance, /) -> None: ...


class RandomGame(Protocol):
    """Play at random to the end, note who made which move, and give the number of moves."""

    def __call__(
        self, book: np.record, s: np.record, chance: Chance, seats: npt.NDArray[np.int8], moves: Numbers, /
    ) -> int: ...


class Rules(NamedTuple):
    """The compiled rules of one game."""

    shuffle: Shuffle
    set_up: SetUp
    waiting_for: WaitingFor
    count_moves: CountMoves
    legal_moves: LegalMoves
    sample_move: SampleMove
    is_legal: IsLegal
    play: Play
    is_over: IsOver
    scores: Scores
    conceal: Conceal
    imagine: Imagine
    random_game: RandomGame

    @classmethod
    def found_in(cls, *modules: ModuleType) -> Rules:
        """Gather the rules of a game from its modules, each from the first that has it."""
        return cls(*(next(vars(module)[name] for module in modules if name in vars(module)) for name in cls._fields))


# --- over many games at once, and quick to call from Python: see `spieltisch.games.loops` ----------------------


class ShuffleAll(Protocol):
    """Shuffle many games, each with its own chance."""

    def __call__(self, book: np.record, states: Records, chances: npt.NDArray[np.uint64], /) -> None: ...


class PlayAll(Protocol):
    """Set up many shuffled games and play them to the end at random, noting every move."""

    def __call__(
        self,
        book: np.record,
        states: Records,
        chances: npt.NDArray[np.uint64],
        seats: npt.NDArray[np.int8],
        moves: Numbers,
        counts: Numbers,
        /,
    ) -> None: ...


class ScoreAll(Protocol):
    """Score many finished games: points by seat, and who has won."""

    def __call__(self, book: np.record, states: Records, points: Numbers, winners: Numbers, /) -> None: ...


class Loops(NamedTuple):
    """Compiled loops over many games at once."""

    shuffle_all: ShuffleAll
    play_all: PlayAll


class WaitingAt(Protocol):
    """Say who has to decide at a table."""

    def __call__(self, books: Records, states: Records, /) -> int: ...


class LegalAt(Protocol):
    """Say whether a move is legal at a table."""

    def __call__(self, books: Records, states: Records, seat: int, move: int, /) -> bool: ...


class MovesAt(Protocol):
    """Count the legal moves of a seat that has to decide, and list them if there is room for all."""

    def __call__(self, books: Records, states: Records, seat: int, buffer: Numbers, /) -> int: ...


class PlayAt(Protocol):
    """Make a move at a table."""

    def __call__(self, books: Records, states: Records, seat: int, move: int, /) -> None: ...


class ConcealAt(Protocol):
    """Blank at a table what a seat cannot know."""

    def __call__(self, books: Records, states: Records, seat: int, /) -> None: ...


class QuickRules(NamedTuple):
    """The rules that a table is asked for again and again, for arrays of one book and one state."""

    waiting_for: WaitingAt
    is_legal: LegalAt
    moves: MovesAt
    play: PlayAt
    conceal: ConcealAt
