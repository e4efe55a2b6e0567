"""Cards, moves ("offer silk", "take nothing") and deals of Amul as text, both ways, and why a move is refused."""

from __future__ import annotations

import difflib
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from spieltisch.games.amul import choosing
from spieltisch.games.amul.choosing import VERB, card_of, size_of
from spieltisch.games.amul.state import (
    BLANK,
    DECK,
    FROM_BAZAAR,
    FROM_PALACE,
    NO_LETTER,
    NOTHING,
    OFFER,
    PICK,
    PLAY,
    TAKE,
)
from spieltisch.games.refusals import BadDeal, IllegalMove

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np

    from spieltisch.games.table import Deal

VERBS = ("offer", "pick", "play", "take")
PHASES = (*VERBS, "over")


# --- cards -------------------------------------------------------------------------------------------


class Words(NamedTuple):
    """The faces of a card set by number, and their numbers by text."""

    faces: tuple[str, ...]
    number: dict[str, int]
    bits: tuple[tuple[int, int], ...]
    """For each face where its bits begin in an area, and a mask as wide as they are many."""


MOST_SETS = 128
KNOWN: dict[int, Words] = {}
"""The words of the sets seen so far. A book holds its names itself; this only saves reading them again."""


def words(book: np.record) -> Words:
    """Give the texts of all faces."""
    key = int(book.set)
    if key not in KNOWN:
        make_room(KNOWN)
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


def make_room(known: dict[int, Any]) -> None:
    """Forget the set that was met first when there are many: whoever needs it again reads it again."""
    while len(known) >= MOST_SETS:
        known.pop(next(iter(known)), None)


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
        return verb * VERB + NOTHING
    number = words(book).number
    if card not in number:
        raise IllegalMove("amul.refuse.unknown", card=card, alike=alike(book, card))
    return verb * VERB + number[card]


def write_move(book: np.record, move: int) -> str:
    """Turn a move into its text."""
    verb, face = divmod(move, VERB)
    return f"{VERBS[verb]} {'nothing' if face == NOTHING else words(book).faces[face]}"


def refusal(book: np.record, s: np.record, seat: int, move: int) -> IllegalMove:
    """Say why a move of a seat that is to decide is not legal now, and what is."""
    verb, face = divmod(move, VERB)
    phase = VERBS[s.phase]
    source = choosing.source(book, s, seat)
    shown = [card_of(s, seat, source, at) for at in range(size_of(s, seat, source))]
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
    verb = move // VERB
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
