"""Positions of Amul as text, both ways.

A position is one line of fields such as `market=gold,silk`; `/` parts the seats, `?5` stands for five cards
that cannot be seen, `-` for none.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from spieltisch.games.amul import rules
from spieltisch.games.amul.choosing import may_take
from spieltisch.games.amul.notation import PHASES, alike, area_of, names, words
from spieltisch.games.amul.state import (
    BAZAAR,
    BLANK,
    DEALT,
    DECK,
    HAND,
    MARKET,
    OFFER,
    OVER,
    PALACE,
    PICK,
    PLAY,
    ROUNDS,
    TAKE,
)
from spieltisch.games.refusals import BadDeal

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np

SEAT_FIELDS = ("hands", "chosen", "offered", "played", "certain", "areas")
FIELDS = ("round", "phase", "first", "queue", "turn", *SEAT_FIELDS, "market", "palace", "bazaar", "deck")


def write_position(book: np.record, s: np.record) -> str:
    """Describe the table in one line; fields that hold nothing are left out."""
    seats = range(int(book.players))

    def listed(faces: Iterable[int]) -> str:
        return ",".join(names(book, faces)) or "-"

    def hidden_or(cards: Any, size: int) -> str:
        return f"?{size}" if size and cards[0] == BLANK else listed(cards)

    def choice(seat: int) -> str:
        return "?" if s.decided >> seat & 1 and s.chosen[seat] == BLANK else listed(s.chosen[seat : seat + 1])

    fields = {
        "round": str(s.round_number),
        "phase": PHASES[s.phase],
        "first": str(s.first),
        "queue": ",".join(str(seat) for seat in s.queue if seat != BLANK),
        "turn": str(s.turn) if s.queue[0] != BLANK else "",
        "hands": "/".join(hidden_or(s.hand[seat], int(s.held[seat])) for seat in seats),
        "chosen": "/".join(choice(seat) for seat in seats),
        "offered": "/".join(listed(s.offered[seat : seat + 1]) for seat in seats),
        "played": "/".join(listed(s.played[seat : seat + 1]) for seat in seats),
        "certain": "/".join(listed(s.certain[seat]) for seat in seats),
        "areas": "/".join(listed(area_of(book, s, seat)) for seat in seats),
        "market": listed(s.market),
        "palace": listed(s.palace),
        "bazaar": listed(s.bazaar),
        "deck": hidden_or(s.deck[s.top :], DECK - int(s.top)),
    }
    return " ".join(f"{key}={value}" for key, value in fields.items() if value.strip("-/"))


def read_position(book: np.record, s: np.record, text: str) -> None:
    """Lay out the table that a line describes."""
    PositionReader(book, s, text).read()


class PositionReader:
    """Reads the fields of a position into a state, with a sentence for each mistake."""

    def __init__(self, book: np.record, s: np.record, text: str) -> None:
        self.book = book
        self.s = s
        self.players = int(book.players)
        self.used: Counter[int] = Counter()
        self.fields: dict[str, str] = {}
        for part in text.split():
            key, equals, value = part.partition("=")
            if not equals or key not in FIELDS:
                raise BadDeal("amul.position.field", part=part, allowed=", ".join(FIELDS))
            self.fields[key] = value

    def read(self) -> None:
        """Fill the whole state, then compare it with itself."""
        s = self.s
        rules.clear(s)
        s.round_number = self.number("round", 1, ROUNDS)
        s.first = self.number("first", 0, self.players - 1)
        s.phase = self.phase()
        self.read_queue()
        s.deck[:] = BLANK
        deck = self.cards("deck", self.fields.get("deck", "-"), DECK)
        s.top = DECK - self.lay(s.deck, deck, align_right=True)
        s.market_size = self.lay(s.market, self.open_cards("market", MARKET))
        s.palace[:] = BLANK
        s.palace_size = self.lay(s.palace, self.open_cards("palace", PALACE))
        s.bazaar[:] = BLANK
        s.bazaar_size = self.lay(s.bazaar, self.open_cards("bazaar", BAZAAR))
        areas = [self.read_seat(seat) for seat in range(self.players)]
        self.check_cards()
        for seat, area in enumerate(areas):
            for face in area:
                rules.lay_down(self.book, s, seat, face)
        self.check_sizes()
        self.check_certain()
        if s.phase == TAKE and not may_take(self.book, s, int(s.queue[s.turn])):
            raise BadDeal("amul.position.effect", seat=int(s.queue[s.turn]))

    def phase(self) -> int:
        """Read the phase."""
        phase = self.fields.get("phase", PHASES[0])
        if phase not in PHASES:
            raise BadDeal("amul.position.phase", phase=phase, allowed=", ".join(PHASES))
        return PHASES.index(phase)

    def number(self, key: str, low: int, high: int) -> int:
        """Read a number within bounds; the lowest if it is not given."""
        text = self.fields.get(key, str(low))
        if not text.isdecimal() or not low <= int(text) <= high:
            raise BadDeal("amul.position.number", field=key, value=text, low=low, high=high)
        return int(text)

    def read_queue(self) -> None:
        """Picks and effects go in turn, so all seats stand in the queue; otherwise nobody does."""
        text = self.fields.get("queue", "")
        expected = list(map(str, range(self.players))) if self.s.phase in (PICK, TAKE) else []
        queue = [seat for seat in text.split(",") if seat]
        if sorted(queue) != expected:
            raise BadDeal("amul.position.queue", queue=text or "-", expected=",".join(expected) or "-")
        self.s.queue[: len(queue)] = list(map(int, queue))
        self.s.turn = self.number("turn", 0, max(0, len(queue) - 1))

    def read_seat(self, seat: int) -> list[int]:
        """Read one seat's share of every field with one entry a seat; give the faces in its area."""
        s, part = self.s, {key: self.parts(key)[seat] for key in SEAT_FIELDS}
        s.held[seat] = self.lay(s.hand[seat], sorted(self.cards("hands", part["hands"], HAND)))
        if part["chosen"] != "-":
            s.decided |= 1 << seat
            s.chosen[seat] = self.one("chosen", part["chosen"].removesuffix("?"))
            self.used[int(s.chosen[seat])] += 1
        s.offered[seat] = self.one("offered", part["offered"])
        s.played[seat] = self.one("played", part["played"])
        certain = sorted(self.faces("certain", part["certain"], HAND))
        s.certain[seat, : len(certain)] = certain
        s.sure[seat] = len(certain)
        area = self.faces("areas", part["areas"], DECK)
        self.used.update(area)
        return area

    def parts(self, key: str) -> list[str]:
        """Split a field into one part a seat."""
        parts = self.fields[key].split("/") if key in self.fields else ["-"] * self.players
        if len(parts) != self.players:
            raise BadDeal("amul.position.parts", field=key, found=len(parts), expected=self.players)
        return parts

    def faces(self, key: str, text: str, most: int) -> list[int]:
        """Read cards that can be seen."""
        number = words(self.book).number
        cards = [card for card in text.strip("-").split(",") if card]
        for card in cards:
            if card not in number:
                raise BadDeal("amul.position.card", field=key, card=card, alike=alike(self.book, card))
        if len(cards) > most:
            raise BadDeal("amul.position.too_many", field=key, found=len(cards), most=most)
        return [number[card] for card in cards]

    def cards(self, key: str, text: str, most: int) -> list[int]:
        """Read cards of which some may not be seen: these come as blanks."""
        if text.startswith("?") and text[1:].isdecimal():
            if int(text[1:]) > most:
                raise BadDeal("amul.position.too_many", field=key, found=int(text[1:]), most=most)
            return [BLANK] * int(text[1:])
        faces = self.faces(key, text, most)
        self.used.update(faces)
        return faces

    def open_cards(self, key: str, most: int) -> list[int]:
        """Read cards that everybody sees, sorted."""
        faces = sorted(self.faces(key, self.fields.get(key, "-"), most))
        self.used.update(faces)
        return faces

    def one(self, key: str, text: str) -> int:
        """Read one card, or none."""
        return (self.faces(key, text, 1) or [BLANK])[0]

    def lay(self, place: Any, faces: list[int], *, align_right: bool = False) -> int:
        """Write faces into a list of the state and give their number."""
        start = len(place) - len(faces) if align_right else 0
        place[start : start + len(faces)] = faces
        return len(faces)

    def check_cards(self) -> None:
        """No face lies on the table more often than it exists."""
        for face, count in self.used.items():
            if face != BLANK and count > self.book.total[face]:
                raise BadDeal(
                    "amul.position.count",
                    card=words(self.book).faces[face],
                    found=count,
                    most=int(self.book.total[face]),
                )

    def check_sizes(self) -> None:
        """The sizes of hands, market and deck follow from round and phase; what is missing was removed."""
        s, book, n = self.s, self.book, self.players
        turn, shown = int(s.turn), int(book.market_cards)
        picked = {int(seat) for seat in s.queue[:turn]}
        for seat in range(n):
            if s.phase in (OFFER, PLAY):
                held = HAND - int(s.decided >> seat & 1)
            else:
                held = 0 if s.phase == OVER else HAND - (s.phase == TAKE or seat not in picked)
            self.check_size("hands", int(s.held[seat]), held)
        if (s.phase in (PICK, TAKE, OVER) and s.decided) or s.decided == (1 << n) - 1:
            raise BadDeal("amul.position.chosen", phase=PHASES[s.phase])
        market = {PICK: n + shown - turn, OVER: 0}.get(int(s.phase), shown)
        self.check_size("market", int(s.market_size), min(market, int(s.market_size)) if s.phase == TAKE else market)
        drawn = DEALT * n + int(s.round_number) * (n + shown)
        self.check_size("deck", DECK - int(s.top), int(book.deck_size) - drawn)
        everything = int(book.total.sum())
        lying = sum(self.used.values()) + sum(self.hidden())
        if lying > everything:
            raise BadDeal("amul.position.too_many", field="position", found=lying, most=everything)
        s.removed = everything - lying

    def hidden(self) -> list[int]:
        """Count the cards that lie somewhere but cannot be seen; hidden choices are among those used."""
        s = self.s
        deck = s.deck[s.top :]
        hands = [int((s.hand[seat, : s.held[seat]] == BLANK).sum()) for seat in range(self.players)]
        return [int((deck == BLANK).sum()), *hands]

    def check_size(self, key: str, found: int, expected: int) -> None:
        """Compare the number of cards in a place with what it must be."""
        if found != expected:
            raise BadDeal(
                "amul.position.size",
                field=key,
                found=found,
                expected=expected,
                phase=PHASES[self.s.phase],
                round=int(self.s.round_number),
            )

    def check_certain(self) -> None:
        """Cards that a seat is certain to hold are in its hand or chosen from it."""
        s = self.s
        for seat in range(self.players):
            held = [int(face) for face in (*s.hand[seat], s.chosen[seat])]
            visible = s.hand[seat, 0] != BLANK or not s.held[seat]
            missing = Counter(map(int, s.certain[seat, : s.sure[seat]])) - Counter(held)
            if s.sure[seat] > s.held[seat] + (s.decided >> seat & 1) or (visible and missing):
                cards = ", ".join(names(self.book, s.certain[seat]))
                raise BadDeal("amul.position.certain", seat=seat, cards=cards)
