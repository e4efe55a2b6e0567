"""What a simple game need not write itself.

A game is simple if its moves are small numbers, its luck is one row of cards, and it counts points. It writes its
records, six rules, its notation and its story; `examples/goofspiel` is one, and docs/games.md follows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from spieltisch.games import chance
from spieltisch.games.compiled import bind, compiled, int64
from spieltisch.games.game import Game
from spieltisch.games.loops import random_game
from spieltisch.games.options import Chosen
from spieltisch.games.records import blank, seats_of
from spieltisch.games.refusals import BadDeal, IllegalMove
from spieltisch.games.rules import Rules
from spieltisch.games.table import Deal, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    import numpy.typing as npt

    # What `bind` supplies.
    waiting_for: Callable[..., Any]
    is_legal: Callable[..., Any]
    MOVES: int

NAMED = 12
"""So many legal moves a refusal names."""


def rules_of(module: ModuleType, name: str, moves: int) -> Rules:
    """Gather a simple game's rules; those that follow from `is_legal` and `waiting_for` are made.

    Every move is a number from 0 on that is smaller than `moves`.
    """
    given = {rule: vars(module)[rule] for rule in Rules._fields if rule in vars(module)}
    for pattern in (count_moves, legal_moves, sample_move):
        given.setdefault(pattern.__name__, bind(pattern, name, is_legal=given["is_legal"], MOVES=moves))
    given.setdefault("is_over", bind(is_over, name, waiting_for=given["waiting_for"]))
    given.setdefault("set_up", set_up)
    given.setdefault("scores", scores)
    going = {rule: given[rule] for rule in ("waiting_for", "sample_move", "play")}
    given.setdefault("random_game", bind(random_game, name, **going))
    return Rules(**given)


@compiled
def set_up(book: np.record, s: np.record) -> None:
    """Nothing is laid out but what was shuffled."""


def count_moves(book: np.record, s: np.record, seat: int) -> int:
    """Count the legal ones of all moves."""
    count = int64(0)
    for move in range(MOVES):
        count += int64(is_legal(book, s, seat, int64(move)))
    return count


def legal_moves(book: np.record, s: np.record, seat: int, buffer: npt.NDArray[np.int64]) -> int:
    """List the legal ones of all moves."""
    count = int64(0)
    for move in range(MOVES):
        if is_legal(book, s, seat, int64(move)):
            buffer[count] = move
            count += 1
    return count


def sample_move(book: np.record, s: np.record, seat: int, luck: chance.Chance) -> int:
    """Draw from all moves until one is legal; some move always is."""
    move = chance.below(luck, MOVES)
    while not is_legal(book, s, seat, move):
        move = chance.below(luck, MOVES)
    return move


@compiled
def scores(book: np.record, s: np.record, buffer: npt.NDArray[np.int64]) -> int:
    """Most points win; ties share the win."""
    best, winners = int64(-1), int64(0)
    for seat in range(int64(book.players)):
        points = int64(s.points[seat])
        buffer[seat] = points
        if points > best:
            best, winners = points, int64(0)
        if points == best:
            winners |= int64(1) << seat
    return winners


def is_over(book: np.record, s: np.record) -> bool:
    """The game is over when it waits for nobody."""
    return bool(waiting_for(book, s) == 0)


class SimpleGame(Game[Chosen]):
    """A game with small numbers for moves, one row of cards, and points."""

    deck: ClassVar[str]
    """The field of the state in which the shuffled cards lie; they are numbered from 1, and 0 is no card."""

    def write_deal(self, book: np.record, s: np.record) -> Deal:  # noqa: ARG002 - the state tells
        """The deal is the order of the cards."""
        return {"deck": [int(card) for card in s[self.deck] if card]}

    def read_deal(self, book: np.record, s: np.record, deal: Deal) -> None:
        """Lay the cards out, if they are those that the game has with these options."""
        shuffled = blank(self.state_dtype)
        self.rules.shuffle(book, shuffled[0], chance.seeded(0))
        cards = sorted(self.write_deal(book, shuffled[0])["deck"])
        deck = deal.get("deck")
        if (
            deal.keys() != {"deck"}
            or not isinstance(deck, list)
            or {*map(type, deck)} != {int}
            or sorted(deck) != cards
        ):
            raise BadDeal("common.deck", game=self.title, cards=", ".join(map(str, cards)))
        s[self.deck][: len(deck)] = deck

    def refusal(self, book: np.record, s: np.record, seat: int, move: int) -> IllegalMove:
        """Name what is legal instead."""
        moves = np.zeros(int(self.rules.count_moves(book, s, seat)), np.int64)
        self.rules.legal_moves(book, s, seat, moves)
        named = [self.write_move(book, int(legal)) for legal in moves[:NAMED]] + ["…"] * (len(moves) > NAMED)
        return IllegalMove("common.illegal", move=self.write_move(book, move), allowed=", ".join(named))

    def outcome(self, book: np.record, s: np.record) -> Outcome:
        """Most points win."""
        points = np.zeros(int(book.players), np.int64)
        winners = seats_of(self.rules.scores(book, s, points))
        return Outcome([int(point) for point in points], list(winners), "points")

    def write_position(self, book: np.record, s: np.record) -> str:  # noqa: ARG002 - the state tells
        """Write down every field, its numbers one after the other."""
        fields = self.state_dtype.names or ()
        return " ".join(f"{field}={','.join(map(str, np.ravel(s[field]).tolist()))}" for field in fields)

    def read_position(self, book: np.record, s: np.record, text: str) -> None:  # noqa: ARG002 - none can be read
        """Numbers that no game could lead to would lead the rules astray, so none are read; records are."""
        raise BadDeal("common.no_positions", game=self.title)
