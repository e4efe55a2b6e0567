"""The contract that every game fulfils, and the small Python object on top of it: a table.

A game consists of compiled rules over two records. The *book* holds what never changes during a match: player
count, options, board, cards. The *state* holds what lies on the table. Rules write only to the state and to
buffers passed in; everything that checks input or makes sentences lives here and in each game's Python layer.
"""

from __future__ import annotations

import secrets
import sys
from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, cast

import msgspec
import numpy as np

from spieltisch.games import chance, lessons, loops
from spieltisch.games.compiled import bind
from spieltisch.games.face import PlainFace
from spieltisch.games.options import Chosen, Options, OptionSheet, allowed_values
from spieltisch.games.picture import Picture, written
from spieltisch.games.records import MAX_SEATS, SEATS, blank
from spieltisch.games.refusals import BadOption, Caution, IllegalMove
from spieltisch.games.rules import Loops, QuickRules, Rules, ScoreAll
from spieltisch.games.table import Board, Deal, Outcome, Table, View
from spieltisch.texts import bring

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from spieltisch.games.coding import Codec
    from spieltisch.games.face import Face
    from spieltisch.games.workshop import Workshop


class Game(ABC, Generic[Chosen]):
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
    luck: ClassVar[bool] = True
    """Whether the deal decides anything; without, it is empty."""
    rating: ClassVar[Literal["glicko", "openskill"]] = "openskill"
    """How strength is worked out: Glicko-2 for games of two, OpenSkill for those of many."""
    face: ClassVar[Face]
    """What a client is shown; the plain face if a game has none of its own."""
    happenings: ClassVar[tuple[type[msgspec.Struct], ...]] = ()
    """Every kind of happening that `tell` can give, each tagged by the field `what`."""
    reasons: ClassVar[tuple[type[msgspec.Struct], ...]] = ()
    """Every kind of reason that `why` can give; tagged in the same way, and none like a happening."""
    resources: ClassVar[Mapping[str, Callable[[], Any]]] = {}
    """What a client may load besides, by name: a geometry, a card set. Gives what JSON can hold; never changes."""
    house_options: ClassVar[frozenset[str]] = frozenset()
    """Options that a guest of a server does not set by themselves: they are for whoever runs the program, or come from
    the workshop."""
    first_options: ClassVar[Mapping[str, Any]] = {}
    """What somebody's first game is played with, where the rules offer a choice."""
    workshop: ClassVar[Workshop | None] = None
    """Where sets of one's own are made, in games that are played with such."""
    sheet_type: ClassVar[type[msgspec.Struct] | None] = None
    """The type of `score_sheet`, in games that have one."""

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        if not hasattr(cls, "name"):
            return
        bring(cls.name, sys.modules[cls.__module__].__package__ or cls.__module__)
        if not hasattr(cls, "face"):
            cls.face = PlainFace(cls.name)

    # --- what each game provides ------------------------------------------------------------------

    @abstractmethod
    def write_book(self, book: np.record, players: int, options: Chosen) -> None:
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

    def outcomes(self, book: np.record, states: np.recarray[Any, Any]) -> list[Outcome]:
        """Give the results of many finished games; with `scored` a game can do it quicker than one by one."""
        return [self.outcome(book, s) for s in states]

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

    def foretell(
        self,
        view: View,  # noqa: ARG002 - a game need not have words for its moves
        seat: int,  # noqa: ARG002
        move: str,  # noqa: ARG002
    ) -> msgspec.Struct | None:
        """Tell a move that could be made as the happening that it would be; hints say it by the texts under `say`."""
        return None

    def caution(
        self,
        view: View,  # noqa: ARG002 - a game need not have reasons
        move: str,  # noqa: ARG002
        better: str,  # noqa: ARG002
    ) -> Caution | None:
        """Give one reason why a move of the viewer may lose much beside a better one; none if there is none."""
        return None

    def why(
        self,
        view: View,  # noqa: ARG002 - a game need not have words for its reasons
        seat: int,  # noqa: ARG002
        move: str,  # noqa: ARG002
    ) -> Sequence[msgspec.Struct]:
        """Say what speaks for or against a move, by what its owner can see; sentences stand under `why`."""
        return ()

    def word(
        self,
        options: Chosen,  # noqa: ARG002 - most games have all their words in the catalogue
        kind: str,  # noqa: ARG002
        value: str,  # noqa: ARG002
        language: str,  # noqa: ARG002
    ) -> str | None:
        """Give the word for a value of a kind of field (see `happenings`) if it does not stand in the catalogue."""
        return None

    def score_sheet(
        self,
        board: Board,  # noqa: ARG002 - most games have none
        seat: int,  # noqa: ARG002
        language: str,  # noqa: ARG002
    ) -> msgspec.Struct | None:
        """Say what a seat scores and why, line by line."""
        return None

    # --- what all games share ---------------------------------------------------------------------

    @cached_property
    def lessons(self) -> Mapping[str, lessons.Lesson]:
        """Guided first games, by name: the files in the folder `lessons` of the game's package."""
        module = type(self).__module__
        return lessons.brought_by(sys.modules[module].__package__ or module)

    def options_sheet(self, language: str) -> list[OptionSheet]:
        """List the options that a guest can choose, with their words."""
        return [
            OptionSheet.of(self.name, field, language)
            for field in msgspec.structs.fields(self.options_type)
            if field.name not in self.house_options
        ]

    @cached_property
    def loops(self) -> Loops:
        """The loops over many games, compiled for this one."""
        rules = self.rules
        return Loops(
            bind(loops.shuffle_all, self.name, shuffle=rules.shuffle),
            bind(loops.play_all, self.name, set_up=rules.set_up, random_game=rules.random_game),
        )

    @cached_property
    def score_all(self) -> ScoreAll:
        """The loop that scores many finished games; only those compile it who have so many."""
        return bind(loops.score_all, self.name, scores=self.rules.scores)

    def scored(self, book: np.record, states: np.recarray[Any, Any], players: int) -> list[tuple[list[int], list[int]]]:
        """Give points and winners of many finished games."""
        points, winners = np.zeros((len(states), MAX_SEATS), np.int64), np.zeros(len(states), np.int64)
        self.score_all(book, states, points, winners)
        rows, sets = points[:, :players].tolist(), winners.tolist()
        return [(row, list(SEATS[seats])) for row, seats in zip(rows, sets, strict=True)]

    @cached_property
    def quick(self) -> QuickRules:
        """The commonest rules, quick to call from Python."""
        rules = self.rules
        return QuickRules(
            waiting_for=bind(loops.waiting_at, self.name, waiting_for=rules.waiting_for),
            is_legal=bind(loops.legal_at, self.name, is_legal=rules.is_legal),
            moves=bind(loops.moves_at, self.name, count_moves=rules.count_moves, legal_moves=rules.legal_moves),
            play=bind(loops.play_at, self.name, play=rules.play),
            conceal=bind(loops.conceal_at, self.name, conceal=rules.conceal),
        )

    def warm_up(self) -> None:
        """Use every rule once that is needed for playing, which compiles it or loads it from the cache."""
        for players in (self.seats[0], self.seats[-1]):
            table = self.deal(players, seed=0)
            view = table.view(table.waiting_for[0])
            view.legal_moves(view.seat)
            self.face.board(view, memory=False)
            self.face.choices(view)
            while not table.over:
                seat = table.waiting_for[0]
                move = table.random_move(seat)
                self.why(table.view(seat), seat, move)
                table.play(seat, move)
            self.outcome(table.book[0], table.state[0])

    def warm_up_loops(self) -> None:
        """The same for what only those need who search or simulate: imagined tables, and loops over many games."""
        table = self.deal(self.seats[0], seed=0)
        table.view(table.waiting_for[0]).imagine(0)
        empty = self.empty_table(self.seats[0])
        chances = chance.seeded(0).reshape(1, 1)
        seats, moves = np.zeros((1, self.longest), np.int8), np.zeros((1, self.longest), np.int64)
        self.loops.shuffle_all(empty.book[0], empty.state, chances)
        self.loops.play_all(empty.book[0], empty.state, chances, seats, moves, np.zeros(1, np.int64))

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the game is not made for."""
        if players not in self.seats:
            raise BadOption("common.players", game=self.title, players=players, low=self.seats[0], high=self.seats[-1])

    def read_options(self, options: Mapping[str, Any] | Options | None = None) -> Chosen:
        """Check options given by name and fill in the defaults."""
        if isinstance(options, self.options_type):
            return cast("Chosen", options)
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
        return cast("Chosen", self.options_type(**values))

    def options_record(self, options: Chosen) -> dict[str, Any]:
        """Give the options as a record holds them."""
        given: dict[str, Any] = msgspec.to_builtins(options)
        return given

    def extras(self, options: Chosen) -> dict[str, Any]:  # noqa: ARG002 - most games need nothing
        """Give further fields that a record of this game carries."""
        return {}

    def empty_table(self, players: int, options: Mapping[str, Any] | Options | None = None) -> Table[Chosen]:
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
    ) -> Table[Chosen]:
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

    def table(self, players: int, deal: Deal, options: Mapping[str, Any] | Options | None = None) -> Table[Chosen]:
        """Set up the game with a given deal, as a record holds it."""
        table = self.empty_table(players, options)
        self.read_deal(table.book[0], table.state[0], deal)
        self.rules.set_up(table.book[0], table.state[0])
        table.dealt = deal
        return table

    def position(
        self, text: str, players: int | None = None, options: Mapping[str, Any] | Options | None = None
    ) -> Table[Chosen]:
        """Lay out a position written as text."""
        table = self.empty_table(self.seats[0] if players is None else players, options)
        self.read_position(table.book[0], table.state[0], text)
        return table
