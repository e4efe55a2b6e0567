"""Who has to decide in Amul, and what can be chosen: legal moves checked, counted, listed and drawn."""

import numpy as np
import numpy.typing as npt

from spieltisch.games import chance
from spieltisch.games.amul.state import (
    FROM_BAZAAR,
    FROM_MARKET,
    FROM_PALACE,
    NO_EFFECT,
    NOTHING,
    OVER,
    PICK,
    TAKE,
    Number,
)
from spieltisch.games.compiled import compiled

VERB = 128
"""A move is verb * VERB + face."""

OWN_HAND = NO_EFFECT
"""Where a seat chooses when it is neither market, palace nor bazaar."""


# --- who decides --------------------------------------------------------------------------------------


@compiled
def waiting_for(book: np.record, s: np.record) -> Number:
    """Give the seats that have to decide."""
    if s.phase == OVER:
        return np.int64(0)
    if s.phase == PICK or s.phase == TAKE:
        return np.int64(1) << np.int64(s.queue[s.turn])
    return ((np.int64(1) << np.int64(book.players)) - 1) & ~np.int64(s.decided)


# --- what can be chosen -------------------------------------------------------------------------------


@compiled
def target(book: np.record, s: np.record, seat: Number) -> Number:
    """Tell from where the card that a seat has played lets it take one."""
    face = np.int64(s.played[seat])
    return np.int64(book.effect[face]) if face >= 0 else np.int64(NO_EFFECT)


@compiled
def source(book: np.record, s: np.record, seat: Number) -> Number:
    """Tell where the cards lie among which a seat chooses in this phase."""
    if s.phase == PICK:
        return np.int64(FROM_MARKET)
    if s.phase == TAKE:
        return target(book, s, seat)
    return np.int64(OWN_HAND)


@compiled
def size_of(s: np.record, seat: Number, place: Number) -> Number:
    """Count the cards that lie in a place."""
    if place == FROM_MARKET:
        return np.int64(s.market_size)
    if place == FROM_PALACE:
        return np.int64(s.palace_size)
    if place == FROM_BAZAAR:
        return np.int64(s.bazaar_size)
    return np.int64(s.held[seat])


@compiled
def card_of(s: np.record, seat: Number, place: Number, at: Number) -> Number:
    """Give one of the cards that lie in a place."""
    if place == FROM_MARKET:
        return np.int64(s.market[at])
    if place == FROM_PALACE:
        return np.int64(s.palace[at])
    if place == FROM_BAZAAR:
        return np.int64(s.bazaar[at])
    return np.int64(s.hand[seat, at])


@compiled
def can_take(book: np.record, s: np.record, place: Number, face: Number) -> bool:
    """Tell whether a card of a place may be chosen: an effect takes from the market only what has the table icon."""
    return bool(s.phase != TAKE or place != FROM_MARKET or book.table_icon[face])


@compiled
def is_choice(book: np.record, s: np.record, seat: Number, place: Number, at: Number) -> bool:
    """Tell whether the card at this place may be chosen and is the first of its face in the list."""
    face = card_of(s, seat, place, at)
    if at > 0 and card_of(s, seat, place, at - 1) == face:
        return False
    return can_take(book, s, place, face)


@compiled
def count_moves(book: np.record, s: np.record, seat: Number) -> Number:
    """Count the different faces that a seat may choose, and declining where that is possible."""
    place = source(book, s, seat)
    count = np.int64(s.phase == TAKE)
    for at in range(size_of(s, seat, place)):
        count += is_choice(book, s, seat, place, at)
    return count


@compiled
def legal_moves(book: np.record, s: np.record, seat: Number, buffer: npt.NDArray[np.int64]) -> Number:
    """List the moves of a seat."""
    place = source(book, s, seat)
    verb = np.int64(s.phase) * VERB
    count = np.int64(0)
    for at in range(size_of(s, seat, place)):
        if is_choice(book, s, seat, place, at):
            buffer[count] = verb + card_of(s, seat, place, at)
            count += 1
    if s.phase == TAKE:
        buffer[count] = verb + NOTHING
        count += 1
    return count


@compiled
def sample_move(book: np.record, s: np.record, seat: Number, luck: chance.Chance) -> Number:
    """Draw places until one may be chosen: as each face has one such place, each move is equally likely."""
    place = source(book, s, seat)
    size = size_of(s, seat, place)
    verb = np.int64(s.phase) * VERB
    places = size + 1 if s.phase == TAKE else size
    while True:
        at = chance.below(luck, places)
        if at == size:
            return verb + NOTHING
        if is_choice(book, s, seat, place, at):
            return verb + card_of(s, seat, place, at)


@compiled
def is_legal(book: np.record, s: np.record, seat: Number, move: Number) -> bool:
    """Tell whether a seat may make a move now; any number may be asked about."""
    if not 0 <= seat < book.players or not waiting_for(book, s) >> seat & 1:
        return False
    if move // VERB != s.phase:
        return False
    face = move % VERB
    if face == NOTHING:
        return bool(s.phase == TAKE)
    place = source(book, s, seat)
    for at in range(size_of(s, seat, place)):
        if card_of(s, seat, place, at) == face:
            return can_take(book, s, place, face)
    return False


@compiled
def may_take(book: np.record, s: np.record, seat: Number) -> bool:
    """Tell whether a seat's played card has an effect that finds something to take."""
    place = target(book, s, seat)
    if place == NO_EFFECT:
        return False
    if place != FROM_MARKET:
        return bool(size_of(s, seat, place) > 0)
    at = np.int64(0)
    while at < s.market_size and not book.table_icon[s.market[at]]:
        at += 1
    return bool(at < s.market_size)
