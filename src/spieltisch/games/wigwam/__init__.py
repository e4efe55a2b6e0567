"""Wigwam: two players on a hexagon of 37 points hunt each other's chief; no luck, nothing hidden in play."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Literal

import msgspec
import numpy as np

from spieltisch.games.coding import Codec
from spieltisch.games.face import Face
from spieltisch.games.game import Game
from spieltisch.games.happenings import Happening
from spieltisch.games.picture import Picture
from spieltisch.games.records import seats_of
from spieltisch.games.refusals import Caution, IllegalMove
from spieltisch.games.rules import Rules
from spieltisch.games.table import Deal, Outcome, View
from spieltisch.games.wigwam import (
    coach,
    codec,
    drawing,
    face,
    notation,
    numbers,
    observe,
    picture,
    position,
    refusing,
    rules,
    sight,
    story,
)
from spieltisch.games.wigwam.board import BASE_POINTS
from spieltisch.games.wigwam.face import geometry
from spieltisch.games.wigwam.moves import MOVE_ARRANGE, verb_of
from spieltisch.games.wigwam.perft import divide, perft
from spieltisch.games.wigwam.state import ALTERNATE, BOOK, HIDDEN, REASONS, STANDARD_SETUP, STATE

__all__ = ["GAME", "Options", "Wigwam", "divide", "perft"]

SETUPS = {"alternate": ALTERNATE, "hidden": HIDDEN, "standard": STANDARD_SETUP}


class Options(msgspec.Struct, frozen=True):
    """How the pieces are set up, whether a capture has to go on, and what enforces captures."""

    setup: Literal["alternate", "hidden", "standard"] = "alternate"
    continuation: Literal["optional", "compulsory"] = "optional"
    forced_capture: Literal["enforce", "huff"] = "enforce"


class Wigwam(Game[Options]):
    """The game of warriors, tents and two chiefs."""

    name = "wigwam"
    title = "Wigwam"
    seats = range(2, 3)
    options_type = Options
    book_dtype = BOOK
    state_dtype = STATE
    rules = Rules.found_in(rules, sight)
    codec = Codec.found_in(numbers, codec, observe)
    longest = 1640  # 22 placements; at most 15 pieces leave the board, with at most 100 plies before each and after
    luck = False
    rating = "glicko"
    face: ClassVar[Face] = face
    resources: ClassVar[Mapping[str, Callable[[], Any]]] = {"geometry": geometry}
    happenings = story.HAPPENINGS
    first_options: ClassVar[Mapping[str, Any]] = {"setup": "standard"}

    def write_book(self, book: np.record, players: int, options: Options) -> None:
        """Note the options."""
        book.setup = SETUPS[options.setup]
        book.compulsory_continuation = options.continuation == "compulsory"
        book.huffing = options.forced_capture == "huff"

    def read_deal(self, book: np.record, s: np.record, deal: Deal) -> None:
        """A deal holds nothing."""
        notation.read_deal(deal)

    def write_deal(self, book: np.record, s: np.record) -> Deal:
        """A deal holds nothing."""
        return {}

    def read_move(self, book: np.record, text: str) -> int:
        """Turn a text into a move."""
        return notation.read_move(text)

    def write_move(self, book: np.record, move: int) -> str:
        """Turn a move into its text."""
        return written(move)

    def refusal(self, book: np.record, s: np.record, seat: int, move: int) -> IllegalMove:
        """Say why a move is not legal now, and what is."""
        return refusing.refusal(book, s, seat, move)

    def outcome(self, book: np.record, s: np.record) -> Outcome:
        """Taking or shutting in the chief counts 2, the last warrior 1, a draw nothing."""
        points = np.zeros(2, np.int64)
        winners = seats_of(rules.scores(book, s, points))
        return Outcome(points.tolist(), list(winners), REASONS[s.reason])

    def outcomes(self, book: np.record, states: np.recarray[Any, Any]) -> list[Outcome]:
        """The same for many."""
        ended = zip(self.scored(book, states, 2), states.reason.tolist(), strict=True)
        return [Outcome(*scored, REASONS[reason]) for scored, reason in ended]

    def read_position(self, book: np.record, s: np.record, text: str) -> None:
        """Lay out a position."""
        position.read_position(book, s, text)

    def write_position(self, book: np.record, s: np.record) -> str:
        """Describe the table in one line."""
        return position.write_position(book, s)

    def draw(self, book: np.record, s: np.record, language: str) -> str:
        """Draw the board."""
        return drawing.draw(book, s, language)

    def picture(self, book: np.record, s: np.record, language: str) -> Picture:
        """Draw the table as shapes."""
        return picture.draw(book, s, language)

    def conceal_move(self, book: np.record, s: np.record, seat: int, move: int, viewer: int) -> str:
        """The first arrangement of a hidden set-up stays secret; the second reveals both."""
        secret = verb_of(move) == MOVE_ARRANGE and s.ready == 0
        return f"setup {'?' * BASE_POINTS}" if secret and viewer != seat else written(move)

    def foretell(self, view: View, seat: int, move: str) -> Happening:
        """Tell a move that could be made."""
        return story.the_move(view.state[0], seat, move)

    def caution(self, view: View, move: str, better: str) -> Caution | None:
        """Give one reason against a move."""
        return coach.caution(view, move, better)

    def tell(self, before: View, after: View, seat: int, move: str) -> list[Happening]:
        """Tell what a move has brought about."""
        return story.tell(before, after, seat, move)


@lru_cache(maxsize=65536)
def written(move: int) -> str:
    """Simulations write the same moves again and again."""
    return notation.write_move(move)


GAME = Wigwam()
