"""Wampum in text, both ways: moves ("bid 3 CCCWW", "go 1", "discard FT"), deals, positions, a drawn table.

A position is one line of fields such as `villages=CCT/FWW/CFTS`; `?7` stands for seven cards that cannot be seen.
"""

import re
from typing import Any

import numpy as np

from spieltisch.games.game import BadDeal, Deal, IllegalMove
from spieltisch.games.wampum import rules
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
from spieltisch.texts import say

BID_FORM = re.compile(r"bid ([1-9]) ([CFTWS]+)", re.IGNORECASE)
GO_FORM = re.compile(r"go ([1-9])", re.IGNORECASE)
DISCARD_FORM = re.compile(r"discard ([CFTWS]+)", re.IGNORECASE)


# --- goods -------------------------------------------------------------------------------------------


def write_goods(counts: Any) -> str:
    """Write counts by kind as sorted letters."""
    return "".join(letter * int(count) for letter, count in zip(LETTERS, counts, strict=True))


def count_goods(letters: str) -> list[int]:
    """Count the letters of each kind."""
    return [letters.upper().count(letter) for letter in LETTERS]


# --- moves -------------------------------------------------------------------------------------------


def write_move(move: int) -> str:
    """Turn a move into its text."""
    goods = write_goods([rules.goods_of(move, kind) for kind in range(len(KINDS))])
    verb = rules.verb_of(move)
    if verb == rules.MOVE_GO:
        return f"go {rules.village_of(move) + 1}"
    if verb == rules.MOVE_DISCARD:
        return f"discard {goods}"
    return f"bid {rules.village_of(move) + 1} {goods}"


def read_move(text: str) -> int:
    """Turn a text into a move. Letters may stand in any order and case."""
    tidy = " ".join(text.split())
    if found := BID_FORM.fullmatch(tidy):
        return pack(text, rules.MOVE_BID, int(found[1]) - 1, found[2])
    if found := GO_FORM.fullmatch(tidy):
        return pack(text, rules.MOVE_GO, int(found[1]) - 1, "")
    if found := DISCARD_FORM.fullmatch(tidy):
        return pack(text, rules.MOVE_DISCARD, 0, found[1])
    raise IllegalMove("wampum.refuse.form", move=text)


def pack(text: str, verb: int, village: int, letters: str) -> int:
    """Pack the parts of a move into its integer."""
    counts = count_goods(letters)
    if max(counts) > COPIES or village >= 1 << rules.VILLAGE_BITS:
        raise IllegalMove("wampum.refuse.form", move=text)
    move = verb | village << rules.VERB_BITS
    for kind, count in enumerate(counts):
        move |= count << (rules.GOODS_SHIFT + rules.GOODS_BITS * kind)
    return move


def refusal(book: np.record, s: np.record, seat: int, move: int) -> IllegalMove:
    """Say why a move is not legal now, and what is."""
    text = write_move(move)
    village = rules.village_of(move)
    expected = {BID: rules.MOVE_BID, RELOCATE: rules.MOVE_GO, DISCARD: rules.MOVE_DISCARD}[s.phase]
    hand = write_goods(s.hand[seat])
    if rules.verb_of(move) != expected:
        phase = {BID: "bid", RELOCATE: "go", DISCARD: "discard"}[s.phase]
        return IllegalMove(f"wampum.refuse.phase_{phase}", move=text, count=int(s.surplus[seat]))
    if s.phase != RELOCATE and not rules.holds(s, seat, move):
        return IllegalMove("wampum.refuse.hand", move=text, hand=hand)
    if s.phase == DISCARD:
        return IllegalMove("wampum.refuse.surplus", move=text, count=int(s.surplus[seat]), hand=hand)
    if village >= book.villages:
        return IllegalMove("wampum.refuse.village", move=text, last=int(book.villages))
    size = int(s.bid_size[seat]) if s.phase == RELOCATE else rules.cards_of(move)
    allowed = [str(v + 1) for v in range(int(book.villages)) if rules.may_take(s, v, size)]
    lying = int(rules.bid_lying_at(s, village))
    return IllegalMove(
        "wampum.refuse.not_larger", move=text, village=village + 1, lying=lying, allowed=", ".join(allowed)
    )


# --- deals -------------------------------------------------------------------------------------------


def write_deal(s: np.record) -> Deal:
    """Give the deal of a shuffled state."""
    removed = [kind for kind, count in zip(KINDS, s.removed, strict=True) for _ in range(count)]
    deck = [KINDS[kind] for kind in s.deck[s.top :]]
    return {"first": int(s.canoe), "removed": removed, "deck": deck}


def read_deal(book: np.record, s: np.record, deal: Deal) -> None:
    """Lay a deal into an empty state as if it had just been shuffled, after checking every card."""
    check_fields(deal)
    first = deal["first"]
    if not isinstance(first, int) or isinstance(first, bool) or first not in range(int(book.players)):
        raise BadDeal("wampum.deal.first", first=first, last=int(book.players) - 1)
    removed = kinds_of("removed", deal["removed"])
    deck = kinds_of("deck", deal["deck"])
    check_removed(book, removed)
    for kind, name in enumerate(KINDS):
        expected = COPIES - removed.count(kind)
        if deck.count(kind) != expected:
            raise BadDeal("wampum.deal.deck", kind=name, found=deck.count(kind), expected=expected)
    s.canoe = first
    for kind in removed:
        s.removed[kind] += 1
    s.top = ALL_CARDS - len(deck)
    s.deck[: s.top] = UNKNOWN
    s.deck[s.top :] = deck


def check_fields(deal: Deal) -> None:
    """A deal has exactly three fields."""
    fields = {"first", "removed", "deck"}
    if not isinstance(deal, dict) or set(deal) != fields:
        found = ", ".join(sorted(map(str, deal))) if isinstance(deal, dict) else repr(deal)
        raise BadDeal("wampum.deal.fields", found=found, expected=", ".join(sorted(fields)))


def kinds_of(field: str, names: Any) -> list[int]:
    """Read a list of goods."""
    if not isinstance(names, list):
        raise BadDeal("wampum.deal.kind", field=field, name=names, allowed=", ".join(KINDS))
    for name in names:
        if name not in KINDS:
            raise BadDeal("wampum.deal.kind", field=field, name=name, allowed=", ".join(KINDS))
    return [KINDS.index(name) for name in names]


def check_removed(book: np.record, removed: list[int]) -> None:
    """Two players remove one of each kind, four remove two cards, the others none."""
    if book.one_of_each_removed:
        good = sorted(removed) == list(range(len(KINDS)))
    elif book.two_removed:
        good = len(removed) == 2 and (bool(book.removed_unseen) or removed[0] != removed[1])
    else:
        good = not removed
    if not good:
        found = ", ".join(KINDS[kind] for kind in removed) or "-"
        raise BadDeal("wampum.deal.removed", found=found, players=int(book.players))


# --- positions -----------------------------------------------------------------------------------------


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


# --- a drawn table ---------------------------------------------------------------------------------------

PHASES = {BID: "bidding", RELOCATE: "relocating", DISCARD: "discarding", OVER: "over"}


def draw(book: np.record, s: np.record, language: str) -> str:
    """Draw the table for a person."""

    def word(key: str, **values: object) -> str:
        return say(f"wampum.board.{key}", language, **values)

    waiting = rules.waiting_for(book, s)
    pile = ALL_CARDS - int(s.top)
    lines = [word("head", round=int(s.round_number), phase=word(PHASES[s.phase]), pile=pile), ""]
    for village in range(int(book.villages)):
        owner = int(s.trader[village])
        bid = "" if owner == NOBODY else word("bid", seat=owner, cards=hidden_or(s.bid[owner], s.bid_size[owner]))
        goods = " ".join(write_goods(s.village[village]))
        lines.append(f"  {word('village', village=village + 1)}  {goods:<24}   {bid}".rstrip())
    lines.append("")
    for seat in range(int(book.players)):
        marks = [
            word("canoe") if seat == s.canoe else "",
            word("displaced", size=int(s.bid_size[seat])) if seat == s.displaced else "",
            word("discards", number=int(s.surplus[seat])) if s.surplus[seat] else "",
        ]
        lines.append(
            f"{'>' if waiting >> seat & 1 else ' '} {word('seat', seat=seat)}"
            f"  {word('wampum')} {int(rules.wampum_of(s, seat)):>2}"
            f"  {word('hand')} {int(s.hand_size[seat]):>2} {hidden_or(s.hand[seat], s.hand_size[seat]):<22}"
            f" {', '.join(filter(None, marks))}".rstrip()
        )
    return "\n".join(lines)
