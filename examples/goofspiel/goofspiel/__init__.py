"""Goofspiel, the Game of Pure Strategy: with equal hands all bid at the same time for one prize after the other."""

from typing import Literal

import msgspec
import numpy as np

from goofspiel import rules
from goofspiel.rules import BOOK, CARDS, SEATS, STATE
from spieltisch.games import IllegalMove, View
from spieltisch.games.happenings import Happening, Number, Numbers, Seat, Seats
from spieltisch.games.simple import SimpleGame, rules_of
from spieltisch.texts import say


class Options(msgspec.Struct, frozen=True):
    """How many cards everybody has, and what becomes of a prize for which the highest bids are equal."""

    cards: Literal[7, 13] = 13
    ties: Literal["carried", "discarded"] = "carried"


class Bid(Happening, frozen=True, tag="bid"):
    """A seat has laid a card face down; which, only itself knows."""

    seat: Seat
    card: Number | None = None


class Turned(Happening, frozen=True, tag="turned"):
    """All bids are turned up, and somebody takes what is at stake, or nobody."""

    bids: Numbers
    count: Number
    seat: Seat | None = None


class Prize(Happening, frozen=True, tag="prize"):
    """The next prize."""

    prize: Number
    count: Number


class Ended(Happening, frozen=True, tag="ended"):
    """The game is over."""

    scores: Numbers
    winners: Seats


class Goofspiel(SimpleGame[Options]):
    """The game of equal hands."""

    name, title = "goofspiel", "Goofspiel"
    seats = range(2, SEATS + 1)
    options_type, book_dtype, state_dtype = Options, BOOK, STATE
    rules = rules_of(rules, "goofspiel", moves=CARDS + 1)
    happenings = (Bid, Turned, Prize, Ended)
    deck = "prize"
    longest = SEATS * CARDS

    def write_book(self, book: np.record, players: int, options: Options) -> None:
        """Note the options."""
        book.players, book.cards, book.carries = players, options.cards, options.ties == "carried"

    def read_move(self, book: np.record, text: str) -> int:
        """Turn "bid 7" into a move."""
        verb, *cards = text.lower().split()[:3] or [""]
        if verb != "bid" or cards not in [[str(card)] for card in range(1, CARDS + 1)]:
            raise IllegalMove("goofspiel.form", move=text)
        return int(cards[0])

    def write_move(self, book: np.record, move: int) -> str:
        """Turn a move into "bid 7"."""
        return f"bid {move}"

    def conceal_move(self, book: np.record, s: np.record, seat: int, move: int, viewer: int) -> str:
        """Others see that a card is laid down."""
        return f"bid {move}" if viewer == seat else "bid ?"

    def draw(self, book: np.record, s: np.record, language: str) -> str:
        """Draw the prize, and of every seat the points, the hand and whether it has bid."""
        now = min(int(s.turn), int(book.cards) - 1)
        facts = {"round": now + 1, "cards": book.cards, "prize": s.prize[now], "carried": s.carried}
        lines = [say("goofspiel.board.head", language, **facts), ""]
        for seat in range(int(book.players)):
            hand = [str(card) for card in range(1, int(book.cards) + 1) if card not in s.bid[: s.turn, seat]]
            bid = {0: "-", -1: "?"}.get(int(s.bid[now, seat]), int(s.bid[now, seat]))
            facts = {"seat": seat, "points": s.points[seat], "hand": " ".join(hand), "bid": bid}
            lines.append(say("goofspiel.board.seat", language, **facts))
        return "\n".join(lines)

    def tell(self, before: View, after: View, seat: int, move: str) -> list[Happening]:
        """Tell of the bid; of the last one, who takes the prize and what comes next."""
        old, new = before.plain, after.plain
        story: list[Happening] = [Bid(seat, None if "?" in move else int(move.split()[1]))]
        if new.turn > old.turn:
            gains = [now - then for now, then in zip(new.points, old.points, strict=True)]
            winner = gains.index(max(gains)) if max(gains) else None
            story.append(Turned(new.bid[old.turn][: after.players], old.carried + old.prize[old.turn], winner))
            if after.outcome:
                story.append(Ended(after.outcome.scores, after.outcome.winners))
            else:
                story.append(Prize(new.prize[new.turn], new.carried + new.prize[new.turn]))
        return story


GAME = Goofspiel()
