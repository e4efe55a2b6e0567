"""Goods, moves ("bid 3 CCCWW", "go 1", "discard FT") and deals of Wampum as text, and why a move is refused."""

import re
from typing import Any

import numpy as np

from spieltisch.games.records import field_of, set_field
from spieltisch.games.refusals import BadDeal, IllegalMove
from spieltisch.games.table import Deal
from spieltisch.games.wampum.choosing import bid_lying_at, holds, may_take
from spieltisch.games.wampum.moves import (
    GOODS_BITS,
    GOODS_SHIFT,
    MOVE_BID,
    MOVE_DISCARD,
    MOVE_GO,
    VERB_BITS,
    VILLAGE_BITS,
    cards_of,
    verb_of,
    village_of,
)
from spieltisch.games.wampum.state import ALL_CARDS, BID, COPIES, DISCARD, KINDS, LETTERS, RELOCATE, UNKNOWN

BID_FORM = re.compile(r"bid ([1-9]) ([CFTWS]+)", re.IGNORECASE)
GO_FORM = re.compile(r"go ([1-9])", re.IGNORECASE)
DISCARD_FORM = re.compile(r"discard ([CFTWS]+)", re.IGNORECASE)
PLACES = [(letter, GOODS_SHIFT + GOODS_BITS * kind) for kind, letter in enumerate(LETTERS)]
"""Where the counts of goods stand in a move. Python asks itself: calling compiled code takes longer than this."""
MOST_GOODS = (1 << GOODS_BITS) - 1
NUMBER_OF = {name: kind for kind, name in enumerate(KINDS)}


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
    verb = verb_of(move)
    if verb == MOVE_GO:
        return f"go {village_of(move) + 1}"
    goods = "".join([letter * (move >> shift & MOST_GOODS) for letter, shift in PLACES])
    return f"discard {goods}" if verb == MOVE_DISCARD else f"bid {village_of(move) + 1} {goods}"


def read_move(text: str) -> int:
    """Turn a text into a move. Letters may stand in any order and case."""
    tidy = " ".join(text.split())
    if found := BID_FORM.fullmatch(tidy):
        return pack(text, MOVE_BID, int(found[1]) - 1, found[2])
    if found := GO_FORM.fullmatch(tidy):
        return pack(text, MOVE_GO, int(found[1]) - 1, "")
    if found := DISCARD_FORM.fullmatch(tidy):
        return pack(text, MOVE_DISCARD, 0, found[1])
    raise IllegalMove("wampum.refuse.form", move=text)


def pack(text: str, verb: int, village: int, letters: str) -> int:
    """Pack the parts of a move into its integer."""
    counts = count_goods(letters)
    if max(counts) > COPIES or village >= 1 << VILLAGE_BITS:
        raise IllegalMove("wampum.refuse.form", move=text)
    move = verb | village << VERB_BITS
    for kind, count in enumerate(counts):
        move |= count << PLACES[kind][1]
    return move


def refusal(book: np.record, s: np.record, seat: int, move: int) -> IllegalMove:
    """Say why a move is not legal now, and what is."""
    text = write_move(move)
    village = village_of(move)
    expected = {BID: MOVE_BID, RELOCATE: MOVE_GO, DISCARD: MOVE_DISCARD}[s.phase]
    hand = write_goods(s.hand[seat])
    if verb_of(move) != expected:
        phase = {BID: "bid", RELOCATE: "go", DISCARD: "discard"}[s.phase]
        return IllegalMove(f"wampum.refuse.phase_{phase}", move=text, count=int(s.surplus[seat]))
    if s.phase != RELOCATE and not holds(s, seat, move):
        return IllegalMove("wampum.refuse.hand", move=text, hand=hand)
    if s.phase == DISCARD:
        return IllegalMove("wampum.refuse.surplus", move=text, count=int(s.surplus[seat]), hand=hand)
    if village >= book.villages:
        return IllegalMove("wampum.refuse.village", move=text, last=int(book.villages))
    size = int(s.bid_size[seat]) if s.phase == RELOCATE else cards_of(move)
    allowed = [str(v + 1) for v in range(int(book.villages)) if may_take(s, v, size)]
    lying = int(bid_lying_at(s, village))
    return IllegalMove(
        "wampum.refuse.not_larger", move=text, village=village + 1, lying=lying, allowed=", ".join(allowed)
    )


# --- deals -------------------------------------------------------------------------------------------


def write_deal(s: np.record) -> Deal:
    """Give the deal of a shuffled state."""
    counts, cards = field_of(s, "removed").tolist(), field_of(s, "deck")[field_of(s, "top") :].tolist()
    removed = [kind for kind, count in zip(KINDS, counts, strict=True) for _ in range(count)]
    return {"first": int(field_of(s, "canoe")), "removed": removed, "deck": [KINDS[kind] for kind in cards]}


def read_deal(book: np.record, s: np.record, deal: Deal) -> None:
    """Lay a deal into an empty state as if it had just been shuffled, after checking every card."""
    check_fields(deal)
    first, players = deal["first"], int(field_of(book, "players"))
    if not isinstance(first, int) or isinstance(first, bool) or first not in range(players):
        raise BadDeal("wampum.deal.first", first=first, last=players - 1)
    removed = kinds_of("removed", deal["removed"])
    deck = kinds_of("deck", deal["deck"])
    check_removed(book, removed)
    for kind, name in enumerate(KINDS):
        expected = COPIES - removed.count(kind)
        if deck.count(kind) != expected:
            raise BadDeal("wampum.deal.deck", kind=name, found=deck.count(kind), expected=expected)
    top = ALL_CARDS - len(deck)
    set_field(s, "canoe", first)
    set_field(s, "top", top)
    for kind in removed:
        field_of(s, "removed")[kind] += 1
    cards = field_of(s, "deck")
    cards[:top] = UNKNOWN
    cards[top:] = np.frombuffer(deck, np.uint8)


def check_fields(deal: Deal) -> None:
    """A deal has exactly three fields."""
    fields = {"first", "removed", "deck"}
    if not isinstance(deal, dict) or set(deal) != fields:
        found = ", ".join(sorted(map(str, deal))) if isinstance(deal, dict) else repr(deal)
        raise BadDeal("wampum.deal.fields", found=found, expected=", ".join(sorted(fields)))


def kinds_of(field: str, names: Any) -> bytes:
    """Read a list of goods."""
    if not isinstance(names, list):
        raise BadDeal("wampum.deal.kind", field=field, name=names, allowed=", ".join(KINDS))
    try:
        return bytes([NUMBER_OF[name] for name in names])
    except (KeyError, TypeError):  # the latter of what cannot even be looked up
        name = next(name for name in names if name not in KINDS)
        raise BadDeal("wampum.deal.kind", field=field, name=name, allowed=", ".join(KINDS)) from None


def check_removed(book: np.record, removed: bytes) -> None:
    """Two players remove one of each kind, four remove two cards, the others none."""
    if field_of(book, "one_of_each_removed"):
        good = sorted(removed) == list(range(len(KINDS)))
    elif field_of(book, "two_removed"):
        good = len(removed) == 2 and (bool(book.removed_unseen) or removed[0] != removed[1])
    else:
        good = not removed
    if not good:
        found = ", ".join(KINDS[kind] for kind in removed) or "-"
        raise BadDeal("wampum.deal.removed", found=found, players=int(book.players))
