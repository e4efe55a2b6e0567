"""Amul in text, both ways: moves ("offer silk", "take nothing"), deals, positions, a drawn table.

A position is one line of fields such as `market=gold,silk`; `/` parts the seats, `?5` stands for five cards
that cannot be seen, `-` for none.
"""

from __future__ import annotations

import difflib
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from spieltisch.games.amul import rules
from spieltisch.games.amul.state import (
    ARAB,
    BAZAAR,
    BLANK,
    DEALT,
    DECK,
    FROM_BAZAAR,
    FROM_PALACE,
    HAND,
    MARKET,
    MONGOL,
    NO_LETTER,
    NOTHING,
    OFFER,
    OVER,
    PALACE,
    PICK,
    PLAY,
    ROUNDS,
    STRENGTH,
    TAKE,
)
from spieltisch.games.game import BadDeal, Deal, IllegalMove, seats_of
from spieltisch.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np

VERBS = ("offer", "pick", "play", "take")
PHASES = (*VERBS, "over")


# --- cards -------------------------------------------------------------------------------------------


class Words(NamedTuple):
    """The faces of a card set by number, and their numbers by text."""

    faces: tuple[str, ...]
    number: dict[str, int]
    bits: tuple[tuple[int, int], ...]
    """For each face where its bits begin in an area, and a mask as wide as they are many."""


KNOWN: dict[int, Words] = {}
"""The words of the sets seen so far. A book holds its names itself; this only saves reading them again."""


def words(book: np.record) -> Words:
    """Give the texts of all faces."""
    key = int(book.set)
    if key not in KNOWN:
        kinds = [bytes(name).rstrip(b"\0").decode() for name in book.name]
        faces = []
        for face in range(int(book.faces)):
            letter = int(book.letter[face])
            name = kinds[book.kind_of[face]]
            faces.append(name if letter == NO_LETTER else f"{name}.{chr(ord('A') + letter)}")
        starts, stops = book.first_bit[: len(faces)].tolist(), book.last_bit[: len(faces)].tolist()
        bits = tuple((start, (1 << stop - start) - 1) for start, stop in zip(starts, stops, strict=True))
        KNOWN[key] = Words(tuple(faces), {face: number for number, face in enumerate(faces)}, bits)
    return KNOWN[key]


def names(book: np.record, faces: Iterable[int]) -> list[str]:
    """Write faces, leaving out blanks."""
    known = words(book).faces
    return [known[face] for face in faces if face != BLANK]


def joined(book: np.record, faces: Iterable[int]) -> str:
    """Write faces for a sentence, each once."""
    return ", ".join(dict.fromkeys(names(book, faces))) or "-"


def area_of(book: np.record, s: np.record, seat: int) -> list[int]:
    """List the faces in an area."""
    area = sum(word << 64 * at for at, word in enumerate(s.area[seat].tolist()))
    faces: list[int] = []
    for face, (start, mask) in enumerate(words(book).bits):
        faces += [face] * (area >> start & mask).bit_count()
    return faces


def tidy(text: str) -> str:
    """Write a card the usual way: kind in small letters, letter as a capital."""
    kind, dot, letter = text.partition(".")
    return f"{kind.lower()}{dot}{letter.upper()}"


def alike(book: np.record, card: str) -> str:
    """Guess which cards were meant by an unknown one."""
    known = words(book).faces
    same = [face for face in known if face.partition(".")[0] == card.partition(".")[0]]
    return ", ".join(same or difflib.get_close_matches(card, known, 3, 0.5)) or "-"


# --- moves -------------------------------------------------------------------------------------------


def read_move(book: np.record, text: str) -> int:
    """Turn a text into a move."""
    parts = text.split()
    if len(parts) != 2 or parts[0].lower() not in VERBS:
        raise IllegalMove("amul.refuse.form", move=text)
    verb, card = VERBS.index(parts[0].lower()), tidy(parts[1])
    if card == "nothing":
        if verb != TAKE:
            raise IllegalMove("amul.refuse.nothing", verb=VERBS[verb])
        return verb * rules.VERB + NOTHING
    number = words(book).number
    if card not in number:
        raise IllegalMove("amul.refuse.unknown", card=card, alike=alike(book, card))
    return verb * rules.VERB + number[card]


def write_move(book: np.record, move: int) -> str:
    """Turn a move into its text."""
    verb, face = divmod(move, rules.VERB)
    return f"{VERBS[verb]} {'nothing' if face == NOTHING else words(book).faces[face]}"


def refusal(book: np.record, s: np.record, seat: int, move: int) -> IllegalMove:
    """Say why a move of a seat that is to decide is not legal now, and what is."""
    verb, face = divmod(move, rules.VERB)
    phase = VERBS[s.phase]
    source = rules.source(book, s, seat)
    shown = [rules.card_of(s, seat, source, at) for at in range(rules.size_of(s, seat, source))]
    if verb != s.phase:
        return IllegalMove(f"amul.refuse.phase_{phase}", move=write_move(book, move), allowed=joined(book, shown))
    card = words(book).faces[face]
    if s.phase in (OFFER, PLAY):
        return IllegalMove("amul.refuse.hand", card=card, hand=joined(book, shown))
    if s.phase == PICK:
        return IllegalMove("amul.refuse.market", card=card, market=joined(book, shown))
    played = words(book).faces[s.played[seat]]
    if source in (FROM_PALACE, FROM_BAZAAR):
        place = "palace" if source == FROM_PALACE else "bazaar"
        return IllegalMove(f"amul.refuse.{place}", card=card, played=played, allowed=joined(book, shown))
    allowed = [here for here in shown if book.table_icon[here]]
    return IllegalMove("amul.refuse.left", card=card, played=played, allowed=joined(book, allowed))


def conceal_move(book: np.record, seat: int, move: int, viewer: int) -> str:
    """Others see that a seat has chosen a card to offer or play, not which one."""
    verb = move // rules.VERB
    if seat != viewer and verb in (OFFER, PLAY):
        return f"{VERBS[verb]} ?"
    return write_move(book, move)


# --- deals -------------------------------------------------------------------------------------------


def write_deal(book: np.record, s: np.record) -> Deal:
    """Give the deal of a shuffled state."""
    return {"first": int(s.first), "deck": names(book, s.deck[DECK - int(book.deck_size) :])}


def read_deal(book: np.record, s: np.record, deal: Deal) -> None:
    """Lay a deal into an empty state as if it had just been shuffled, after checking every card."""
    if not isinstance(deal, dict) or set(deal) != {"first", "deck"}:
        found = ", ".join(sorted(map(str, deal))) if isinstance(deal, dict) else repr(deal)
        raise BadDeal("amul.deal.fields", found=found or "-")
    first, deck = deal["first"], deal["deck"]
    if type(first) is not int or first not in range(int(book.players)):
        raise BadDeal("amul.deal.first", first=first, last=int(book.players) - 1)
    if not isinstance(deck, list):
        raise BadDeal("amul.deal.list")
    number = words(book).number
    for card in deck:
        if not isinstance(card, str) or card not in number:
            raise BadDeal("amul.deal.unknown", card=card, alike=alike(book, str(card)))
    check_deck(book, deck)
    s.first = first
    s.deck[DECK - len(deck) :] = [number[card] for card in deck]


def check_deck(book: np.record, deck: list[str]) -> None:
    """The deck holds exactly the market cards of this player count."""
    expected = Counter(names(book, book.deck))
    found = Counter(deck)
    missing, surplus = expected - found, found - expected
    if missing or surplus:
        raise BadDeal(
            "amul.deal.deck",
            players=int(book.players),
            expected=expected.total(),
            found=found.total(),
            missing=counted(missing),
            surplus=counted(surplus),
        )


def counted(cards: Counter[str]) -> str:
    """Write cards with their numbers: "2 gold, 1 silk"."""
    return ", ".join(f"{count} {card}" for card, count in cards.items()) or "-"


# --- positions -----------------------------------------------------------------------------------------

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
        if s.phase == TAKE and not rules.may_take(self.book, s, int(s.queue[s.turn])):
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


# --- a drawn table ---------------------------------------------------------------------------------------


def draw(book: np.record, s: np.record, language: str) -> str:
    """Draw the table for a person; cards are named as they are written in moves."""

    def word(key: str, **values: object) -> str:
        return say(f"amul.board.{key}", language, **values)

    waiting = seats_of(rules.waiting_for(book, s))
    head = [
        word("head", round=int(s.round_number), rounds=ROUNDS, phase=word(PHASES[s.phase])),
        word("first_pick", seat=int(rules.holder(book, s))),
        word("deck", number=DECK - int(s.top)),
        word("removed", number=int(s.removed)),
    ]
    places = [word("market"), word("palace"), word("bazaar"), word("order")]
    width = max(map(len, places))
    lines = [" · ".join(head), ""]
    for place, cards in zip(places, (s.market, s.palace, s.bazaar), strict=False):
        lines.append(f"  {place:<{width}}   {heap(book, cards)}")
    if s.queue[0] != BLANK:
        order = [f"[{seat}]" if at == s.turn else str(seat) for at, seat in enumerate(s.queue) if seat != BLANK]
        lines.append(f"  {places[-1]:<{width}}   {' '.join(order)}")
    lines.append("")
    for seat in range(int(book.players)):
        lines += draw_seat(book, s, seat, word, to_decide=seat in waiting)
    return "\n".join(lines)


def draw_seat(book: np.record, s: np.record, seat: int, word: Callable[..., str], *, to_decide: bool) -> list[str]:
    """Draw what lies before one seat."""
    letter = "" if s.letter[seat] == NO_LETTER else chr(ord("A") + int(s.letter[seat]))
    held = int(s.held[seat])
    hand = "?" if held and s.hand[seat, 0] == BLANK else heap(book, s.hand[seat])
    chosen = "" if not s.decided >> seat & 1 else ", ".join(names(book, s.chosen[seat : seat + 1])) or "?"
    signs = [
        f"{word('strength')} {s.symbols[seat, STRENGTH]}{letter}",
        f"{word('arab')} {s.symbols[seat, ARAB]}",
        f"{word('mongol')} {s.symbols[seat, MONGOL]}",
    ]
    lines = [
        f"{'>' if to_decide else ' '} {word('seat', seat=seat)}   " + " · ".join(signs),
        f"    {word('area')}   {heap(book, area_of(book, s, seat))}",
        f"    {word('hand')} {held} {hand}" + (f"   {word('chosen')} {chosen}" if chosen else ""),
    ]
    return [line.rstrip() for line in lines]


def heap(book: np.record, faces: Iterable[int]) -> str:
    """Write cards with equal ones together."""
    found = Counter(names(book, faces))
    return ", ".join(card if count == 1 else f"{count} {card}" for card, count in found.items()) or "-"
