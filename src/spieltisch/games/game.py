"""The contract that every game fulfils, and the small Python object on top of it: a table.

A game consists of compiled rules over two records. The *book* holds what never changes during a match: player
count, options, board, cards. The *state* holds what lies on the table. Rules write only to the state and to
buffers passed in; everything that checks input or makes sentences lives here and in each game's Python layer.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import msgspec
import numpy as np

from spieltisch.games import chance, loops
from spieltisch.games.compiled import bind
from spieltisch.games.picture import Picture, written
from spieltisch.games.plain import Plain
from spieltisch.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import ModuleType

    import numpy.typing as npt

    from spieltisch.games.coding import Codec

SPECTATOR = -1
"""The seat that sees what everybody sees."""

MAX_SEATS = 8

Options = msgspec.Struct
Deal = dict[str, Any]


class Refusal(ValueError):
    """Something was asked for that the table does not allow; says what is wrong and what is allowed.

    `key` names the sentence in the catalogues, `facts` are its values, so that it can be told in any language.
    """

    def __init__(self, key: str, /, **facts: Any) -> None:
        self.key = key
        self.facts = facts
        super().__init__(say(key, **facts))

    def told(self, language: str) -> str:
        """Tell the refusal in a language."""
        return say(self.key, language, **self.facts)


class IllegalMove(Refusal):
    """A move that cannot be read, or that the rules do not allow now."""


class BadOption(Refusal):
    """An unknown game, option or value, or a wrong number of players."""


class BadDeal(Refusal):
    """A deal or position that this game cannot have."""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended: points by seat, everybody who shares the first place, and why it ended."""

    scores: list[int]
    winners: list[int]
    reason: str
    lines: list[list[int]] | None = None
    """Amul only: the lines of the score sheet by seat."""


class Rules(NamedTuple):
    """The compiled rules of one game. `book` and `s` are records; a set of seats is a bit mask."""

    shuffle: Callable[..., None]
    """shuffle(book, s, chance): decide everything that luck decides, on an otherwise empty state."""
    set_up: Callable[..., None]
    """set_up(book, s): deal and lay out the shuffled game; from here on nothing is left to luck."""
    waiting_for: Callable[..., int]
    """waiting_for(book, s) -> seats that have to decide; empty when the game is over."""
    count_moves: Callable[..., int]
    """count_moves(book, s, seat) -> how many legal moves the seat has."""
    legal_moves: Callable[..., int]
    """legal_moves(book, s, seat, buffer) -> count; fills an int64 buffer of at least count_moves entries."""
    sample_move: Callable[..., int]
    """sample_move(book, s, seat, chance) -> one legal move, each equally likely."""
    is_legal: Callable[..., bool]
    """is_legal(book, s, seat, move)."""
    play: Callable[..., None]
    """play(book, s, seat, move): carry out a legal move and whatever follows from it without a decision."""
    is_over: Callable[..., bool]
    """is_over(book, s)."""
    scores: Callable[..., int]
    """scores(book, s, buffer) -> the winners; fills one number a seat. Only when over."""
    conceal: Callable[..., None]
    """conceal(book, s, seat): blank in place everything that the seat cannot know."""
    imagine: Callable[..., None]
    """imagine(book, s, seat, chance): fill the blanks of a view with one possible table."""
    random_game: Callable[..., int]
    """random_game(book, s, chance, seats, moves) -> number of moves played at random to the end."""

    @classmethod
    def found_in(cls, *modules: ModuleType) -> Rules:
        """Gather the rules of a game from its modules, each from the first that has it."""
        return cls(*(next(vars(module)[name] for module in modules if name in vars(module)) for name in cls._fields))


class Loops(NamedTuple):
    """Compiled loops over many games at once; see `spieltisch.games.loops`."""

    shuffle_all: Callable[..., None]
    play_all: Callable[..., None]


class Touch(NamedTuple):
    """The rules that a table is asked for again and again, for arrays of one book and one state."""

    waiting_for: Callable[..., int]
    is_legal: Callable[..., bool]
    play: Callable[..., None]
    conceal: Callable[..., None]


class Game(ABC):
    """One game: its rules, and how they are spoken to in words."""

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    options_type: ClassVar[type[Options]]
    book_dtype: ClassVar[np.dtype[Any]]
    state_dtype: ClassVar[np.dtype[Any]]
    rules: ClassVar[Rules]
    codec: ClassVar[Codec]
    """For programs that learn; a game without one can be played, but not in the lab."""
    longest: ClassVar[int]
    """No game has more moves than this."""

    # --- what each game provides ------------------------------------------------------------------

    @abstractmethod
    def write_book(self, book: np.record, players: int, options: Any) -> None:
        """Fill the book for this player count and these options."""

    @abstractmethod
    def read_deal(self, book: np.record, s: np.record, deal: Deal) -> None:
        """Lay a record's deal into an empty state, as if just shuffled; BadDeal if it cannot be one."""

    @abstractmethod
    def write_deal(self, book: np.record, s: np.record) -> Deal:
        """Give the deal of a state that has just been shuffled, for the record."""

    @abstractmethod
    def read_move(self, book: np.record, text: str) -> int:
        """Turn a text into a move; IllegalMove if it is not one in any position."""

    @abstractmethod
    def write_move(self, book: np.record, move: int) -> str:
        """Turn a move into its text."""

    @abstractmethod
    def refusal(self, book: np.record, s: np.record, seat: int, move: int) -> IllegalMove:
        """Say why a well-formed move of a seat that is to decide is illegal, and what is allowed."""

    @abstractmethod
    def outcome(self, book: np.record, s: np.record) -> Outcome:
        """Give the result of a finished game."""

    @abstractmethod
    def read_position(self, book: np.record, s: np.record, text: str) -> None:
        """Lay out the table that a line of text describes; BadDeal if it describes none."""

    @abstractmethod
    def write_position(self, book: np.record, s: np.record) -> str:
        """Describe the table in one line of text, unknown things included."""

    @abstractmethod
    def draw(self, book: np.record, s: np.record, language: str) -> str:
        """Draw the table for a person, as text of several lines."""

    def picture(self, book: np.record, s: np.record, language: str) -> Picture:
        """Draw the table as shapes; a game without a drawing of its own shows its text."""
        return written(self.draw(book, s, language))

    @abstractmethod
    def conceal_move(self, book: np.record, s: np.record, seat: int, move: int, viewer: int) -> str:
        """Give the text of a move as another seat sees it being made in the state `s`."""

    @abstractmethod
    def tell(self, before: View, after: View, seat: int, move: str) -> Sequence[msgspec.Struct]:
        """Tell what a move (as concealed for the viewer) has brought about, from one viewer's two views."""

    def facts(
        self,
        options: Any,  # noqa: ARG002 - most games need no options to tell their story
        happening: msgspec.Struct,
        language: str,  # noqa: ARG002
    ) -> tuple[str, dict[str, Any]]:
        """Give the key of a happening's sentence and the values that fill it; seats stay numbers."""
        return str(happening.__struct_config__.tag), msgspec.structs.asdict(happening)

    # --- what all games share ---------------------------------------------------------------------

    @cached_property
    def loops(self) -> Loops:
        """The loops over many games, compiled for this one."""
        rules = self.rules
        return Loops(
            bind(loops.shuffle_all, self.name, shuffle=rules.shuffle),
            bind(loops.play_all, self.name, set_up=rules.set_up, random_game=rules.random_game),
        )

    @cached_property
    def touch(self) -> Touch:
        """The commonest rules, quick to call from Python."""
        rules = self.rules
        return Touch(
            waiting_for=bind(loops.waiting_at, self.name, waiting_for=rules.waiting_for),
            is_legal=bind(loops.legal_at, self.name, is_legal=rules.is_legal),
            play=bind(loops.play_at, self.name, play=rules.play),
            conceal=bind(loops.conceal_at, self.name, conceal=rules.conceal),
        )

    def warm_up(self) -> None:
        """Use every rule once, which compiles it or loads it from the cache."""
        for players in (self.seats[0], self.seats[-1]):
            table = self.deal(players, seed=0)
            view = table.view(table.waiting_for[0])
            view.legal_moves(view.seat)
            view.imagine(0)
            while not table.over:
                seat = table.waiting_for[0]
                table.play(seat, table.random_move(seat))
            self.outcome(table.book[0], table.state[0])
        empty = self.empty_table(self.seats[0])
        chances = chance.seeded(0).reshape(1, 1)
        seats, moves = np.zeros((1, self.longest), np.int8), np.zeros((1, self.longest), np.int64)
        self.loops.shuffle_all(empty.book[0], empty.state, chances)
        self.loops.play_all(empty.book[0], empty.state, chances, seats, moves, np.zeros(1, np.int64))

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the game is not made for."""
        if players not in self.seats:
            raise BadOption("common.players", game=self.title, players=players, low=self.seats[0], high=self.seats[-1])

    def read_options(self, options: Mapping[str, Any] | Options | None = None) -> Any:
        """Check options given by name and fill in the defaults."""
        if isinstance(options, self.options_type):
            return options
        given: Any = {} if options is None else options
        fields = {field.name: field for field in msgspec.structs.fields(self.options_type)}
        for key in given:
            if key not in fields:
                allowed = ", ".join(fields) or "-"
                raise BadOption("common.option_unknown", game=self.title, option=key, allowed=allowed)
        values = {}
        for key, value in given.items():
            try:
                values[key] = msgspec.convert(value, fields[key].type, strict=not isinstance(value, str))
            except msgspec.ValidationError:
                allowed = allowed_values(fields[key].type)
                raise BadOption("common.option_value", option=key, value=value, allowed=allowed) from None
        return self.options_type(**values)

    def options_record(self, options: Any) -> dict[str, Any]:
        """Give the options as a record holds them."""
        given: dict[str, Any] = msgspec.to_builtins(options)
        return given

    def extras(self, options: Any) -> dict[str, Any]:  # noqa: ARG002 - most games need nothing
        """Give further fields that a record of this game carries."""
        return {}

    def empty_table(self, players: int, options: Mapping[str, Any] | Options | None = None) -> Table:
        """Open the box: a table on which nothing has been laid out yet."""
        self.check_players(players)
        checked = self.read_options(options)
        book = blank(self.book_dtype)
        self.write_book(book[0], players, checked)
        return Table(self, players, checked, book, blank(self.state_dtype))

    def deal(
        self,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
    ) -> Table:
        """Start a game. The same seed gives the same game; without one, nobody can predict the deal."""
        origin = secrets.randbits(64) if seed is None else seed
        shuffled = self.empty_table(self.seats[0] if players is None else players, options)
        luck = chance.seeded(self.name, shuffled.players, origin)
        self.rules.shuffle(shuffled.book[0], shuffled.state[0], luck)
        deal = self.write_deal(shuffled.book[0], shuffled.state[0])
        if seed is None and "deck" in deal:
            # The compiled generator has 64 bits; a deck that people play for deserves all of the system's.
            secrets.SystemRandom().shuffle(deal["deck"])
        table = self.table(shuffled.players, deal, shuffled.options)
        table.chance = luck
        return table

    def table(self, players: int, deal: Deal, options: Mapping[str, Any] | Options | None = None) -> Table:
        """Set up the game with a given deal, as a record holds it."""
        table = self.empty_table(players, options)
        self.read_deal(table.book[0], table.state[0], deal)
        self.rules.set_up(table.book[0], table.state[0])
        table.dealt = deal
        return table

    def position(
        self, text: str, players: int | None = None, options: Mapping[str, Any] | Options | None = None
    ) -> Table:
        """Lay out a position written as text."""
        table = self.empty_table(self.seats[0] if players is None else players, options)
        self.read_position(table.book[0], table.state[0], text)
        return table


class Board:
    """What a table and a view have in common: everything that can be asked without seeing hidden things."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Any,
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
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that have to decide now, in rising order; several when they choose at the same time."""
        return SEATS[self.game.touch.waiting_for(self._bare_book, self._bare_state)]

    @property
    def over(self) -> bool:
        """Whether the game has ended: nobody has to decide any more."""
        return not self.game.touch.waiting_for(self._bare_book, self._bare_state)

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
        return int(self.game.rules.count_moves(self.book[0], self.state[0], seat))

    def move_numbers(self, seat: int) -> npt.NDArray[np.int64]:
        """List the legal moves of a seat as the rules number them."""
        buffer = np.empty(self.count_moves(seat), np.int64)
        if len(buffer):
            self.game.rules.legal_moves(self.book[0], self.state[0], seat, buffer)
        return buffer

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

    def check(self, seat: int, move: str) -> int:
        """Read a move and make sure that it is legal; IllegalMove says why not."""
        waiting = self.waiting_for
        if not waiting:
            raise IllegalMove("common.over")
        if seat not in waiting:
            raise IllegalMove("common.not_to_move", seat=seat, waiting=", ".join(map(str, waiting)))
        number = self.game.read_move(self.book[0], move)
        if not self.game.touch.is_legal(self._bare_book, self._bare_state, seat, number):
            raise self.game.refusal(self.book[0], self.state[0], seat, number)
        return number

    def draw(self, language: str = "en") -> str:
        """Draw the table as text of several lines."""
        return self.game.draw(self.book[0], self.state[0], language)

    def __str__(self) -> str:
        return self.draw()


class Table(Board):
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

    def lying(self, content: bytes) -> Self:
        """Give the same table with another state, from its bytes."""
        return type(self)(self.game, self.players, self.options, self.book, laid_out(self.state.dtype, content))

    def put(self, seat: int, number: int) -> None:
        """Make a move that has been checked."""
        self.game.touch.play(self._bare_book, self._bare_state, seat, number)

    def random_move(self, seat: int) -> str:
        """Draw one of the legal moves, each equally likely; the draws follow the seed of the deal."""
        if seat not in self.waiting_for:
            self.check(seat, "")
        if not hasattr(self, "chance"):
            self.chance = chance.seeded(secrets.randbits(64))
        move = self.game.rules.sample_move(self.book[0], self.state[0], seat, self.chance)
        return self.game.write_move(self.book[0], int(move))

    def view(self, seat: int = SPECTATOR) -> View:
        """Show the table as one seat sees it, or as a spectator does: everything else is blank."""
        if seat != SPECTATOR and seat not in range(self.players):
            raise BadOption("common.seat", seat=seat, last=self.players - 1)
        view = View(self.game, self.players, self.options, self.book, copied(self.state), seat)
        self.game.touch.conceal(view._bare_book, view._bare_state, seat)
        return view

    def show_move(self, seat: int, move: str, viewer: int) -> str:
        """Give the text of a move that is about to be made as another seat will see it."""
        number = self.game.read_move(self.book[0], move)
        return self.game.conceal_move(self.book[0], self.state[0], seat, number, viewer)


class View(Board):
    """What one seat may know: a table in which everything else is blank."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Any,
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

    def imagine(self, seed: object = None) -> Table:
        """Make up a whole table that fits everything this seat knows; different seeds, different tables."""
        state = copied(self.state)
        origin = secrets.randbits(64) if seed is None else seed
        luck = chance.seeded(self.game.name, "imagine", origin)
        self.game.rules.imagine(self.book[0], state[0], self.seat, luck)
        return Table(self.game, self.players, self.options, self.book, state)


def sentence(board: Board, happening: msgspec.Struct, language: str = "en", names: Sequence[str] | None = None) -> str:
    """Put a happening into words, with the players' names or else their seats."""

    def name(seat: int) -> str:
        return names[seat] if names else say("common.seat_name", language, seat=seat)

    key, facts = board.game.facts(board.options, happening, language)
    for field in ("seat", "by"):
        if field in facts:
            facts[field] = name(facts[field])
    for field in ("seats", "winners"):
        if field in facts:
            facts[field] = ", ".join(map(name, facts[field]))
    return say(f"{board.game.name}.story.{key}", language, **facts)


def blank(dtype: np.dtype[Any], count: int = 1) -> np.recarray[Any, Any]:
    """Make records in which every byte is zero, padding included."""
    return np.zeros(count, dtype).view(np.recarray)


def copied(records: np.recarray[Any, Any]) -> np.recarray[Any, Any]:
    """Copy records byte by byte; NumPy's own copy goes field by field, which takes twenty times longer."""
    return laid_out(records.dtype, records.tobytes())


def laid_out(dtype: np.dtype[Any], content: bytes) -> np.recarray[Any, Any]:
    """Make records from their bytes."""
    return np.frombuffer(bytearray(content), dtype).view(np.recarray)


def record_dtype(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Define a record whose fields are read as attributes and lie where the processor likes them."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


SEATS = [tuple(seat for seat in range(MAX_SEATS) if mask >> seat & 1) for mask in range(1 << MAX_SEATS)]


def seats_of(mask: int) -> tuple[int, ...]:
    """List the seats of a bit mask."""
    return SEATS[mask]


def allowed_values(kind: Any) -> str:
    """Put the values of an option's type into words."""
    if kind is bool:
        return "true, false"
    choices = getattr(kind, "__args__", None)
    return ", ".join(map(str, choices)) if choices else kind.__name__
