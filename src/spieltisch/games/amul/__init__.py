"""Amul: three to eight players draft cards at a market in nine rounds; the card set is data."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec
import numpy as np

from spieltisch.games.amul import book as books
from spieltisch.games.amul import (
    cards,
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
    scoring,
    sight,
    story,
    workshop,
)
from spieltisch.games.amul.cardentry import BadCards, Problem
from spieltisch.games.amul.cardfile import parse
from spieltisch.games.amul.cards import HOUSE, CardSet, cards_heading, cards_table, doubts, house
from spieltisch.games.amul.face import house_cards
from spieltisch.games.amul.sheet import Sheet, line_name, score_breakdown
from spieltisch.games.amul.state import BOOK, LINES, STATE
from spieltisch.games.coding import Codec
from spieltisch.games.face import Face
from spieltisch.games.game import Game
from spieltisch.games.happenings import Happening
from spieltisch.games.picture import Picture
from spieltisch.games.records import seats_of
from spieltisch.games.refusals import Caution, IllegalMove
from spieltisch.games.rules import Rules
from spieltisch.games.table import Board, Deal, Outcome, View
from spieltisch.games.workshop import Workshop

__all__ = [
    "GAME",
    "Amul",
    "BadCards",
    "CardSet",
    "Options",
    "Problem",
    "cards_heading",
    "cards_table",
    "doubts",
    "house",
    "parse",
    "score_breakdown",
]


class Options(msgspec.Struct, frozen=True):
    """The tea variant, and the card set: the house's, or the text of a card file."""

    tea: bool = False
    cards: str = HOUSE


class Amul(Game[Options]):
    """The drafting game."""

    name = "amul"
    title = "Amul"
    seats = range(3, 9)
    options_type = Options
    book_dtype = BOOK
    state_dtype = STATE
    rules = Rules.found_in(rules, choosing, scoring, sight)
    codec = Codec.found_in(codec, observe)
    longest = 288  # 9 rounds of 8 offers, picks, plays and takes
    face: ClassVar[Face] = face
    resources: ClassVar[Mapping[str, Callable[[], Any]]] = {
        "cards/house": house_cards,
        "cards/vocabulary": workshop.vocabulary,
    }
    house_options = frozenset(("cards",))
    workshop: ClassVar[Workshop | None] = workshop
    sheet_type = Sheet
    happenings = story.HAPPENINGS
    reasons = reasons.REASONS

    def read_options(self, options: Mapping[str, Any] | msgspec.Struct | None = None) -> Options:
        """Check a card file at once; one that says what the house's says is the house's."""
        read = super().read_options(options)
        if read.cards != HOUSE and cards.get(read.cards).hash == house().hash:
            return msgspec.structs.replace(read, cards=HOUSE)
        return read

    def options_record(self, options: Options) -> dict[str, Any]:
        """Write the options for a record; only a set that is not the house's is written with it."""
        record: dict[str, Any] = {"tea": options.tea}
        if options.cards != HOUSE:
            record["cards"] = options.cards
        return record

    def extras(self, options: Options) -> dict[str, Any]:
        """Name the card set in a record, so that nobody replays it with another one."""
        cardset = cards.get(options.cards)
        return {"cards": {"set": cardset.name, "hash": cardset.hash}}

    def write_book(self, book: np.record, players: int, options: Options) -> None:
        """Fill the book from the compiled card set."""
        written = books.compile_set(options.cards, players, options.tea)[0]
        for field in BOOK.names or ():
            book[field] = written[field]

    def read_deal(self, book: np.record, s: np.record, deal: Deal) -> None:
        """Lay a record's deal into an empty state."""
        notation.read_deal(book, s, deal)

    def write_deal(self, book: np.record, s: np.record) -> Deal:
        """Give the deal of a shuffled state."""
        return notation.write_deal(book, s)

    def read_move(self, book: np.record, text: str) -> int:
        """Turn a text into a move."""
        return notation.read_move(book, text)

    def write_move(self, book: np.record, move: int) -> str:
        """Turn a move into its text."""
        return notation.write_move(book, move)

    def refusal(self, book: np.record, s: np.record, seat: int, move: int) -> IllegalMove:
        """Say why a move is not legal now, and what is."""
        return notation.refusal(book, s, seat, move)

    def outcome(self, book: np.record, s: np.record) -> Outcome:
        """Most points win, then greatest strength; the lines of the score sheet come with it."""
        players = int(book.players)
        totals = np.zeros(players, np.int64)
        lines = np.zeros((players, LINES), np.int64)
        winners = seats_of(scoring.scores(book, s, totals))
        scoring.score_lines(book, s, lines)
        return Outcome(totals.tolist(), list(winners), "most points", lines.tolist())

    def read_position(self, book: np.record, s: np.record, text: str) -> None:
        """Lay out a position."""
        position.read_position(book, s, text)

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
        """Others see that a seat has chosen a card, not which one."""
        return notation.conceal_move(book, seat, move, viewer)

    def foretell(self, view: View, seat: int, move: str) -> Happening:
        """Tell a move that could be made."""
        return story.the_move(view, seat, move)

    def caution(self, view: View, move: str, better: str) -> Caution | None:
        """Give one reason against a move."""
        return coach.caution(view, move, better)

    def why(self, view: View, seat: int, move: str) -> list[Happening]:
        """Say what speaks for or against a move."""
        return reasons.why(view, seat, move)

    def word(self, options: Options, kind: str, value: str, language: str) -> str | None:
        """Cards and lines have the names of this table's set."""
        if kind == "line":
            return line_name(cards.get(options.cards), value, language)
        return cards.get(options.cards).name_of(value, language) if kind == "card" else None

    def tell(self, before: View, after: View, seat: int, move: str) -> list[Happening]:
        """Tell what a move has brought about."""
        return story.tell(before, after, seat, move)

    def score_sheet(self, board: Board, seat: int, language: str) -> Sheet:
        """Say what a seat scores, card by card and line by line."""
        return score_breakdown(board, seat, language)


GAME = Amul()
