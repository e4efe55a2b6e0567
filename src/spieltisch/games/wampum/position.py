"""Positions of Wampum as one line of text, both ways.

It has fields such as `villages=CCT/FWW/CFTS`; `?7` stands for seven cards that cannot be seen.
"""

from typing import Any

import numpy as np

from spieltisch.games.refusals import BadDeal
from spieltisch.games.wampum.notation import count_goods, write_goods
from spieltisch.games.wampum.state import (
    ALL_CARDS,
    BID,
    COPIES,
    DISCARD,
    KINDS,
    LETTERS,
    NOBODY,
    NOWHERE,
    OVER,
    RELOCATE,
    UNKNOWN,
)


def write_position(book: np.record, s: np.record) -> str:
    """Describe the table in one line; fields that hold nothing are left out, except an empty pile."""
    seats = range(int(book.players))
    bids = ["-" if not s.bid_size[i] else f"{place(s.bid_at[i])}:{hidden_or(s.bid[i], s.bid_size[i])}" for i in seats]
    shown = [
        "-"
        if s.shown_at[i] == NOWHERE
        else f"{place(s.shown_at[i])}:{write_goods(s.shown[i])}" + "+" * int(s.took_goods[i])
        for i in seats
    ]
    fields = {
        "round": str(s.round_number),
        "canoe": str(s.canoe),
        "villages": "/".join(write_goods(s.village[v]) for v in range(int(book.villages))),
        "hands": "/".join(hidden_or(s.hand[i], s.hand_size[i]) for i in seats),
        "bids": "/".join(bids),
        "displaced": "-" if s.displaced == NOBODY else str(s.displaced),
        "surplus": "/".join(str(s.surplus[i] or "-") for i in seats),
        "chests": "/".join(write_goods(s.chest[i]) or "-" for i in seats),
        "discards": "/".join(hidden_or(s.discarded[i], s.discard_size[i]) for i in seats),
        "certain": "/".join(write_goods(s.certain[i]) or "-" for i in seats),
        "shown": "/".join(shown),
        "removed": hidden_or(s.removed, 2 if book.two_removed else s.removed.sum()),
        "pile": write_pile(s),
        "last": "yes" if s.last_round else "",
        "over": "yes" if s.phase == OVER else "",
    }
    return " ".join(f"{key}={value}" for key, value in fields.items() if value.strip("-/") or key == "pile")


def place(village: int) -> str:
    """Number a village from 1; a displaced bid lies nowhere."""
    return "x" if village == NOWHERE else str(village + 1)


def hidden_or(counts: Any, size: int) -> str:
    """Write cards, or how many there are if they cannot be seen."""
    if counts[0] == UNKNOWN:
        return f"?{size}" if size else "-"
    return write_goods(counts) or "-"


def write_pile(s: np.record) -> str:
    """Write the pile in drawing order."""
    pile = s.deck[s.top :]
    if len(pile) and pile[0] == UNKNOWN:
        return f"?{len(pile)}"
    return "".join(LETTERS[kind] for kind in pile) or "-"


class PositionReader:
    """Reads the fields of a position into a state, with a sentence for each mistake."""

    LISTS = ("hands", "bids", "surplus", "chests", "discards", "certain", "shown")
    SINGLE = ("round", "canoe", "villages", "displaced", "removed", "pile", "last", "over")

    def __init__(self, book: np.record, s: np.record, text: str) -> None:
        self.book = book
        self.s = s
        self.fields: dict[str, str] = {}
        for part in text.split():
            key, equals, value = part.partition("=")
            if not equals or key not in self.LISTS + self.SINGLE:
                allowed = ", ".join(self.SINGLE + self.LISTS)
                raise BadDeal("wampum.position.field", part=part, allowed=allowed)
            self.fields[key] = value

    def read(self) -> None:
        """Fill the whole state."""
        s, players = self.s, int(self.book.players)
        s.round_number = self.number("round", self.fields.get("round", "1"), 1, 99)
        s.canoe = self.number("canoe", self.fields.get("canoe", "0"), 0, players - 1)
        displaced = self.fields.get("displaced", "-")
        s.displaced = NOBODY if displaced == "-" else self.number("displaced", displaced, 0, players - 1)
        s.trader[: int(self.book.villages)] = NOBODY
        for village, part in enumerate(self.parts("villages", int(self.book.villages))):
            self.goods("villages", part, s.village[village])
        for seat in range(players):
            self.read_seat(seat)
        for seat in range(players):
            if s.bid_at[seat] != NOWHERE:
                s.trader[s.bid_at[seat]] = seat
        s.bids_made = sum(1 for seat in range(players) if s.bid_size[seat])
        self.read_pile()
        s.last_round = "last" in self.fields
        s.phase = self.phase()
        self.check_cards()

    def read_seat(self, seat: int) -> None:
        """Read one seat's share of every field with one entry a seat."""
        s, part = self.s, {key: self.parts(key, int(self.book.players))[seat] for key in self.LISTS}
        s.hand_size[seat] = self.goods("hands", part["hands"], s.hand[seat])
        s.discard_size[seat] = self.goods("discards", part["discards"], s.discarded[seat])
        self.goods("chests", part["chests"], s.chest[seat])
        self.goods("certain", part["certain"], s.certain[seat])
        s.surplus[seat] = 0 if part["surplus"] == "-" else self.number("surplus", part["surplus"], 0, ALL_CARDS)
        s.bid_at[seat], goods = self.placed("bids", part["bids"])
        s.bid_size[seat] = self.goods("bids", goods, s.bid[seat])
        s.shown_at[seat], goods = self.placed("shown", part["shown"])
        s.took_goods[seat] = goods.endswith("+")
        self.goods("shown", goods.rstrip("+"), s.shown[seat])

    def number(self, key: str, text: str, low: int, high: int) -> int:
        """Read a number within bounds."""
        if not text.isdecimal() or not low <= int(text) <= high:
            raise BadDeal("wampum.position.number", field=key, value=text, low=low, high=high)
        return int(text)

    def parts(self, key: str, count: int) -> list[str]:
        """Split a field into one part a seat or village."""
        parts = self.fields[key].split("/") if key in self.fields else ["-"] * count
        if len(parts) != count:
            raise BadDeal("wampum.position.parts", field=key, found=len(parts), expected=count)
        return parts

    def goods(self, key: str, text: str, counts: Any) -> int:
        """Read cards into counts and give their number."""
        if text.startswith("?") and text[1:].isdecimal():
            counts[:] = UNKNOWN
            return int(text[1:])
        if text.strip("-" + LETTERS):
            raise BadDeal("wampum.position.goods", field=key, value=text)
        counts[:] = count_goods(text)
        return int(counts.sum())

    def placed(self, key: str, text: str) -> tuple[int, str]:
        """Read cards that lie at a village: "2:CC", or "x:CC" for a displaced bid."""
        if text == "-":
            return int(NOWHERE), "-"
        village, colon, goods = text.partition(":")
        if village == "x" and colon:
            return int(NOWHERE), goods
        if not colon or not village.isdecimal() or not 1 <= int(village) <= self.book.villages:
            raise BadDeal("wampum.position.goods", field=key, value=text)
        return int(village) - 1, goods

    def read_pile(self) -> None:
        """Read removed cards and pile; a pile that is not given consists of all cards not on the table."""
        s = self.s
        s.deck[:] = UNKNOWN
        self.goods("removed", self.fields.get("removed", "-"), s.removed)
        text = self.fields.get("pile", "".join(LETTERS[k] * max(0, self.missing(k)) for k in range(len(KINDS))))
        if text.startswith("?") and text[1:].isdecimal():
            s.top = ALL_CARDS - min(ALL_CARDS, int(text[1:]))
            return
        if text.strip("-" + LETTERS) or len(text.strip("-")) > ALL_CARDS:
            raise BadDeal("wampum.position.goods", field="pile", value=text)
        pile = [LETTERS.index(letter) for letter in text.strip("-")]
        s.top = ALL_CARDS - len(pile)
        s.deck[s.top :] = pile

    def missing(self, kind: int) -> int:
        """Count the cards of a kind that lie nowhere on the table."""
        s = self.s
        places = (s.hand, s.bid, s.chest, s.discarded, s.village)
        return int(COPIES - s.removed[kind] - sum(int(place[:, kind].sum()) for place in places))

    def phase(self) -> np.int8:
        """What is to be decided follows from what lies on the table."""
        if "over" in self.fields:
            return OVER
        if self.s.displaced != NOBODY:
            return RELOCATE
        return DISCARD if self.s.surplus.any() else BID

    def check_cards(self) -> None:
        """With everything face up there are 18 cards of each kind."""
        s = self.s
        pile = s.deck[s.top :]
        if any((part == UNKNOWN).any() for part in (s.hand, s.bid, s.discarded, s.removed, pile)):
            return
        for kind, name in enumerate(KINDS):
            found = COPIES - self.missing(kind) + int((pile == kind).sum())
            if found != COPIES:
                raise BadDeal("wampum.position.cards", kind=name, found=found, expected=COPIES)
