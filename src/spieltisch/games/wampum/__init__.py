"""Wampum: two to five players trade goods for wampum with hidden bids at a few villages."""

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
from spieltisch.games.wampum import (
    choosing,
    coach,
    codec,
    drawing,
    face,
    notation,
    observe,
    picture,
    position,
    reasons,
    rules,
    sight,
    story,
)
from spieltisch.games.wampum.moves import MOVE_DISCARD, MOVE_GO, cards_of, verb_of, village_of
from spieltisch.games.wampum.position import PositionReader
from spieltisch.games.wampum.state import BOOK, START_VALUES, STATE

REASON = "most wampum"


class Options(msgspec.Struct, frozen=True):
    """How two cards leave the game with four players: of two known kinds, or unseen."""

    removal: Literal["german", "french"] = "german"


class Wampum(Game[Options]):
    """The game of hidden bids and trade."""

    name = "wampum"
    title = "Wampum"
    seats = range(2, 6)
    options_type = Options
    book_dtype = BOOK
    state_dtype = STATE
    rules = Rules.found_in(rules, choosing, sight)
    codec = Codec.found_in(codec, observe)
    longest = 160  # 5 players: 6 rounds of 5 bids, 10 relocations and 5 discards; 3: 12 rounds of 3, 3 and 3
    face: ClassVar[Face] = face
    happenings = story.HAPPENINGS
    reasons = reasons.REASONS

    def write_book(self, book: np.record, players: int, options: Options) -> None:
        """Note the villages of this player count and how cards are removed."""
        values = START_VALUES[players]
        book.players = players
        book.villages = len(values)
        book.start_value[: len(values)] = values
        book.one_of_each_removed = players == 2
        book.two_removed = players == 4
        book.removed_unseen = players == 4 and options.removal == "french"

    def read_deal(self, book: np.record, s: np.record, deal: Deal) -> None:
        """Lay a record's deal into an empty state."""
        notation.read_deal(book, s, deal)

    def write_deal(self, book: np.record, s: np.record) -> Deal:
        """Give the deal of a shuffled state."""
        return notation.write_deal(s)

    def read_move(self, book: np.record, text: str) -> int:
        """Turn a text into a move."""
        return read(text)

    def write_move(self, book: np.record, move: int) -> str:
        """Turn a move into its text."""
        return written(move)

    def refusal(self, book: np.record, s: np.record, seat: int, move: int) -> IllegalMove:
        """Say why a move is not legal now, and what is."""
        return notation.refusal(book, s, seat, move)

    def outcome(self, book: np.record, s: np.record) -> Outcome:
        """Most wampum wins."""
        scores = np.zeros(int(book.players), np.int64)
        winners = seats_of(rules.scores(book, s, scores))
        return Outcome(scores.tolist(), list(winners), REASON)

    def outcomes(self, book: np.record, states: np.recarray[Any, Any]) -> list[Outcome]:
        """The same for many."""
        return [Outcome(*ended, REASON) for ended in self.scored(book, states, int(book.players))]

    def read_position(self, book: np.record, s: np.record, text: str) -> None:
        """Lay out a position."""
        PositionReader(book, s, text).read()

    def write_position(self, book: np.record, s: np.record) -> str:
        """Describe the table in one line."""
        return position.write_position(book, s)

    def draw(self, book: np.record, s: np.record, language: str) -> str:
        """Draw the table."""
        return drawing.draw(book, s, language)

    def picture(self, book: np.record, s: np.record, language: str) -> Picture:
        """Draw the table as shapes."""
        return picture.draw(book, s, language)

    def conceal_move(self, book: np.record, s: np.record, seat: int, move: int, viewer: int) -> str:
        """Others see where a bid lies and how large it is, and that somebody has discarded."""
        if viewer == seat or verb_of(move) == MOVE_GO:
            return written(move)
        cards = f"?{cards_of(move)}"
        if verb_of(move) == MOVE_DISCARD:
            return f"discard {cards}"
        return f"bid {village_of(move) + 1} {cards}"

    def foretell(self, view: View, seat: int, move: str) -> Happening:
        """Tell a move that could be made."""
        return story.the_move(view, seat, move)

    def caution(self, view: View, move: str, better: str) -> Caution | None:
        """Give one reason against a move."""
        return coach.caution(view, move, better)

    def why(self, view: View, seat: int, move: str) -> list[Happening]:
        """Say what speaks for or against a move."""
        return reasons.why(view, seat, move)

    def tell(self, before: View, after: View, seat: int, move: str) -> list[Happening]:
        """Tell what a move has brought about."""
        return story.tell(before, after, seat, move)


@lru_cache(maxsize=4096)
def read(text: str) -> int:
    """A move is read when it is checked, when it is made, and for each of those who are told of it."""
    return notation.read_move(text)


@lru_cache(maxsize=65536)
def written(move: int) -> str:
    """Simulations write the same few thousand moves again and again."""
    return notation.write_move(move)


GAME = Wampum()
