"""A quick way to play Amul: every card that may be chosen is weighed by a few features and drawn by weight.

It looks only at what the seat to decide can see, so the same functions serve on views and inside imagined games.
What cards are worth, alone and beside each other, stands in tables that are worked out from the book (`guide`);
how much each feature counts are weights fitted by self-play. A `Mind` is the record in which all this lies.

Imagined games are played by the thousand, so nothing is worked out twice: what stays the same for a whole game is
folded into `lasting` (`take_to_heart`), the rest is followed card by card (`step`), and a choice adds up a few numbers.
"""

import hashlib

import numpy as np
import numpy.typing as npt

from spieltisch.bots.amul.looking import (
    AREA,
    CROWD,
    DECLINING,
    DEED,
    EACH,
    EFFECT,
    GROUP,
    IN_OWN_HAND,
    KIND,
    MAJORITY,
    RIVAL,
    SIGNS,
    UNKNOWN,
    rival,
    step,
)
from spieltisch.games.amul.choosing import VERB, can_take, card_of, is_choice, size_of, source, waiting_for
from spieltisch.games.amul.rules import lay_down
from spieltisch.games.amul.scoring import scores, seat_points
from spieltisch.games.amul.state import (
    BLANK,
    FROM_BAZAAR,
    FROM_MARKET,
    FROM_PALACE,
    NOTHING,
    OFFER,
    OVER,
    PICK,
    PLAY,
    SEATS,
    TAKE,
    Number,
)
from spieltisch.games.bits import lowest_bit
from spieltisch.games.chance import LOW, Chance, draw
from spieltisch.games.compiled import compiled, inlined

LUCK_BITS = 11
LUCK: npt.NDArray[np.float32] = -np.log(
    -np.log((np.arange(1 << LUCK_BITS) + 0.5) / (1 << LUCK_BITS)),
).astype(np.float32)
"""Gumbel's distribution in equal steps: the greatest logit with such luck added is a draw by the logits' weight."""
SALT: npt.NDArray[np.uint64] = np.array(
    [int.from_bytes(hashlib.sha256(b"luck %d" % face).digest()[:4], "big") | 1 for face in range(NOTHING + 1)],
    np.uint64,
)
"""An odd number for every face: multiplied by it, one key gives every card its own luck."""
MOMENTS = np.uint64(0x9E37_79B1)
FIRST_STIR, SECOND_STIR = np.uint64(0x7FEB_352D), np.uint64(0x846C_A68B)
LUCK_MASK = np.uint64((1 << LUCK_BITS) - 1)

FINE = np.float32(1 << 20)
LEAST_LOT = np.int64(-(1 << 62))
NEAR_LOSS = 4.0
"""What a beginner fears to lose with a card that is played in vain."""


# --- how a choice is weighed -----------------------------------------------------------------------------


@inlined
def logit_of(
    book: np.record,
    s: np.record,
    seat: Number,
    mind: np.record,
    phase: Number,
    turn: Number,
    face: Number,
) -> Number:
    """Weigh one card that a seat may choose in this phase."""
    kind = mind.trait[face, KIND]
    group = mind.trait[face, GROUP]
    deed = mind.trait[face, DEED]
    logit = mind.lasting[phase, turn, face]
    logit += mind.part[phase, turn, group, AREA] * mind.area[seat, kind]
    logit += mind.part[phase, turn, group, IN_OWN_HAND] * mind.beside[seat, kind]
    logit += mind.part[phase, turn, group, RIVAL] * rival(mind, seat, kind)
    logit += mind.part[phase, turn, group, CROWD] * mind.members[seat, group]
    logit += mind.part[phase, turn, group, MAJORITY] * mind.swing[seat, mind.trait[face, SIGNS]]
    if deed and phase != TAKE:
        logit += mind.part[phase, turn, group, EFFECT] * effect_worth(book, s, seat, mind, deed)
    return np.float32(logit)


@inlined
def effect_worth(book: np.record, s: np.record, seat: Number, mind: np.record, effect: Number) -> Number:
    """Say what an effect is worth to a seat; it is looked up once until the hand grows."""
    if mind.worth[seat, effect] == UNKNOWN:
        mind.worth[seat, effect] = best_taken(book, s, seat, mind, effect)
    return mind.worth[seat, effect]


@compiled
def best_taken(book: np.record, s: np.record, seat: Number, mind: np.record, effect: Number) -> Number:
    """Find the best card that an effect could take now; of the market only what is left after the picks."""
    best = np.float32(0.0)
    if effect == FROM_PALACE:
        for at in range(np.int64(s.palace_size)):
            best = max(best, wanted(s, seat, mind, np.int64(s.palace[at])))
    elif effect == FROM_BAZAAR:
        for at in range(np.int64(s.bazaar_size)):
            best = max(best, wanted(s, seat, mind, np.int64(s.bazaar[at])))
    elif effect == FROM_MARKET and s.phase == PLAY:
        for at in range(np.int64(s.market_size)):
            face = np.int64(s.market[at])
            if book.table_icon[face]:
                best = max(best, wanted(s, seat, mind, face))
    return best


@compiled
def wanted(s: np.record, seat: Number, mind: np.record, face: Number) -> Number:
    """Estimate what a card would be worth to a seat that sees its hand."""
    kind = mind.trait[face, KIND]
    return np.float32(mind.now[s.round_number, kind] + mind.area[seat, kind] + mind.beside[seat, kind])


# --- decisions ---------------------------------------------------------------------------------------------------


@inlined
def quick_move(book: np.record, s: np.record, seat: Number, mind: np.record, chance: Chance) -> Number:
    """Draw a move by the weights. Equal cards have equal luck, so each face counts once."""
    phase = np.int64(s.phase)
    turn = np.uint64(s.round_number)
    key = mood(s, seat, chance)
    best = LEAST_LOT
    if phase == PICK:
        for at in range(np.int64(s.market_size)):
            face = np.uint64(s.market[at])
            best = max(best, lot(logit_of(book, s, seat, mind, phase, turn, face), key, face))
    elif phase != TAKE:
        for at in range(np.int64(s.held[seat])):
            face = np.uint64(s.hand[seat, at])
            best = max(best, lot(logit_of(book, s, seat, mind, phase, turn, face), key, face))
    else:
        best = lot(mind.part[TAKE, turn, DECLINING, EACH], key, np.uint64(NOTHING))
        place = source(book, s, seat)
        for at in range(size_of(s, seat, place)):
            face = np.uint64(card_of(s, seat, place, at))
            if can_take(book, s, place, face):
                best = max(best, lot(logit_of(book, s, seat, mind, phase, turn, face), key, face))
    return phase * VERB + best % VERB


@inlined
def lot(logit: Number, key: np.uint64, face: Number) -> Number:
    """Give a number that grows with a card's logit and luck and names the card: the greatest of several is drawn.

    Comparing whole numbers takes no branch, and branches that nobody can foresee are what takes long here.
    """
    return np.int64((logit + LUCK[luck_with(key, face)]) * FINE) * VERB + np.int64(face)


@compiled
def mood(s: np.record, seat: Number, chance: Chance) -> np.uint64:
    """Give a key for the luck of one seat in one phase of one game: the generator tells games apart and is not moved.

    So a card has the same luck in two games that differ only in what was tried, and the two are compared fairly.
    """
    moment = (np.int64(s.round_number) * 4 + np.int64(s.phase)) * SEATS + seat
    word = (chance[0] ^ (chance[0] >> np.uint64(32))) & LOW
    return stir(word ^ (np.uint64(moment) * MOMENTS & LOW))


@compiled
def luck_with(key: np.uint64, face: Number) -> Number:
    """Draw the luck of one card."""
    return np.int64((key * SALT[face] & LOW) >> np.uint64(32 - LUCK_BITS))


@compiled
def stir(word: np.uint64) -> np.uint64:
    """Mix 32 bits; no product leaves 64 bits."""
    word = (word ^ (word >> np.uint64(16))) * FIRST_STIR & LOW
    word = (word ^ (word >> np.uint64(15))) * SECOND_STIR & LOW
    return np.uint64(word ^ (word >> np.uint64(16)))


@compiled
def quick_game(book: np.record, s: np.record, mind: np.record, chance: Chance) -> Number:
    """Play on to the end and give the winners; the points are left in the mind."""
    while s.phase != OVER:
        waiting = waiting_for(book, s)
        while waiting:
            seat = lowest_bit(np.uint64(waiting))
            step(book, s, seat, quick_move(book, s, seat, mind, chance), mind)
            waiting &= waiting - 1
    return np.int64(scores(book, s, mind.points[:]))


@compiled
def near_move(book: np.record, s: np.record, seat: Number, sharpness: float, chance: Chance) -> Number:
    """Draw a move by the points that the card would bring if the game ended now.

    The poorest card is offered, the best picked and taken. What only scores from the hand is not played.
    """
    place = source(book, s, seat)
    phase = np.int64(s.phase)
    best = np.int64(NOTHING)
    most = np.float64(LUCK[draw(chance) & LUCK_MASK]) if phase == TAKE else np.float64(UNKNOWN)
    for at in range(size_of(s, seat, place)):
        if is_choice(book, s, seat, place, at):
            face = card_of(s, seat, place, at)
            gain = np.float64(points_with(book, s, seat, face, np.int64(BLANK)) - seat_points(book, s, seat))
            if phase == OFFER or (phase == PLAY and not book.table_icon[face]):
                gain = -gain - np.float64(phase == PLAY) * NEAR_LOSS
            logit = sharpness * gain + np.float64(LUCK[draw(chance) & LUCK_MASK])
            if logit > most:
                most = logit
                best = face
    return phase * VERB + best


@compiled
def points_with(book: np.record, s: np.record, seat: Number, face: Number, second: Number) -> Number:
    """Score an area with one or two cards more, and leave it as it was."""
    first_word, second_word, third_word = s.area[seat, 0], s.area[seat, 1], s.area[seat, 2]
    arab, mongol, strength = s.symbols[seat, 0], s.symbols[seat, 1], s.symbols[seat, 2]
    letter = s.letter[seat]
    lay_down(book, s, seat, face)
    if second >= 0:
        lay_down(book, s, seat, second)
    points = np.int64(seat_points(book, s, seat))
    s.area[seat, 0], s.area[seat, 1], s.area[seat, 2] = first_word, second_word, third_word
    s.symbols[seat, 0], s.symbols[seat, 1], s.symbols[seat, 2] = arab, mongol, strength
    s.letter[seat] = letter
    return points


@compiled
def take_back_choices(s: np.record, players: Number, seat: Number) -> None:
    """Let the others choose again: an imagined choice is a blind one, and they would not choose blindly."""
    for other in range(players):
        if other != seat and np.int64(s.decided) >> other & 1:
            held = np.int64(s.held[other])
            face = np.int64(s.chosen[other])
            at = held
            while at > 0 and s.hand[other, at - 1] > face:
                s.hand[other, at] = s.hand[other, at - 1]
                at -= 1
            s.hand[other, at] = face
            s.held[other] = held + 1
            s.chosen[other] = BLANK
            s.decided = np.int64(s.decided) & ~(np.int64(1) << other)
