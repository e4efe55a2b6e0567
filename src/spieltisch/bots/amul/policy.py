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

from spieltisch.games.amul.rules import VERB, can_take, card_of, is_choice, lay_down, play, size_of, source, waiting_for
from spieltisch.games.amul.scoring import scores, seat_points
from spieltisch.games.amul.state import (
    ARAB,
    BLANK,
    FACES,
    FROM_BAZAAR,
    FROM_MARKET,
    FROM_PALACE,
    MONGOL,
    NOTHING,
    OFFER,
    OVER,
    PICK,
    PLAY,
    ROUNDS,
    SEATS,
    STRENGTH,
    TAKE,
    Number,
)
from spieltisch.games.bits import lowest_bit
from spieltisch.games.chance import LOW, Chance, draw
from spieltisch.games.compiled import compiled, inlined
from spieltisch.games.game import record_dtype

PHASES = ("offer", "pick", "play", "take")
STAGES = ("early", "middle", "late", "last")
STAGE_OF = np.array([0, 0, 0, 0, 1, 1, 1, 2, 2, 3], np.int64)
CLASSES = ("table", "hand", "both", "nothing")
"""Where a card can score from; and the choice to take nothing."""
ON_TABLE, IN_HAND, ANYWHERE, DECLINING = range(4)

FEATURES = (
    "mean",  # what it is worth in an average area at the end
    "area",  # what it gains beside the cards in the own area
    "hand",  # what it gains beside the cards in the own hand
    "drift",  # what an average area would already give it at this time
    "effect",  # the best card that its effect could take
    "majority",  # points that its symbols would bring or cost if the game ended now
    "strength",  # its strength, for each round in which strength still decides the order
    "rival",  # what it would gain beside the cards in the area of whoever wants it most
    "crowd",  # how many more cards of its class are in the hand
    "one",
)
MEAN, AREA, IN_OWN_HAND, DRIFT, EFFECT, MAJORITY, ARMS, RIVAL, CROWD, EACH = range(10)

SHAPE = (len(PHASES), len(STAGES), len(CLASSES), len(FEATURES))

Weights = npt.NDArray[np.float32]
"""By phase, stage, class and feature."""

Row = npt.NDArray[np.float32]
"""A number for every kind."""
FEW_KINDS = 72
"""So many are enough for the house's cards."""
MORE, LESS = np.float32(1.0), np.float32(-1.0)

KIND, GROUP, DEED, SIGNS = range(4)
SIGNS_OF_A_CARD = 3
"""No, one or two of each people; a card with more is weighed like one with two."""
MOST_SIGNS = 64
"""Who has more symbols than this is taken to have as many."""

# Unsigned numbers are the quicker indices: of these no compiled code asks whether they count from the end.
MIND = record_dtype(
    [
        # what the book says
        ("kinds", np.int64),
        ("usual", np.float32, FACES),
        ("drift", np.float32, FACES),
        ("pair", np.float32, (FACES, FACES)),
        ("trait", np.uint8, (FACES, 4)),  # of each face its kind, class, effect and symbols
        # how it plays
        ("sharpness", np.float32),
        ("lasting", np.float32, (len(PHASES), ROUNDS + 1, FACES)),  # what all features that never change add up to
        ("part", np.float32, (len(PHASES), ROUNDS + 1, len(CLASSES), len(FEATURES))),  # what each of the others counts
        ("now", np.float32, (ROUNDS + 1, FACES)),  # mean without drift
        ("win_part", np.float64),
        # what lies in the areas now, and what lay there when the search began
        ("area", np.float32, (SEATS, FACES)),
        ("start", np.float32, (SEATS, FACES)),
        ("most", np.float32, FACES),  # the greatest and the second of all areas
        ("second", np.float32, FACES),
        ("reach", np.int64, (2, MOST_SIGNS + 1)),  # how many seats have at least so many symbols
        ("swing", np.float32, (SEATS, SIGNS_OF_A_CARD**2)),  # points that a card's symbols would bring or cost now
        # what lies in the hands
        ("beside", np.float32, (SEATS, FACES)),
        ("faces", np.int64, SEATS),  # the sum of their numbers
        ("members", np.float32, (SEATS, len(CLASSES))),
        ("worth", np.float32, (SEATS, 4)),  # of each effect, once it has been looked up
        ("points", np.int64, SEATS),
    ]
)

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

UNKNOWN = np.float32(-1e9)
NEAR_LOSS = 4.0
"""What a beginner fears to lose with a card that is played in vain."""


# --- what never changes in a game -------------------------------------------------------------------------


@compiled
def take_to_heart(book: np.record, mind: np.record, weights: Weights) -> None:
    """Fold the weights, and all features that stay as they are, into the tables by which choices are weighed."""
    for turn in range(1, ROUNDS + 1):
        passed = np.float32(turn - 1) / np.float32(ROUNDS)
        for kind in range(np.int64(mind.kinds)):
            mind.now[turn, kind] = mind.usual[kind] - mind.drift[kind] * passed
        for phase in range(len(PHASES)):
            for group in range(len(CLASSES)):
                for i in range(len(FEATURES)):
                    mind.part[phase, turn, group, i] = mind.sharpness * weights[phase, STAGE_OF[turn], group, i]
            for face in range(np.int64(book.faces)):
                mind.lasting[phase, turn, face] = what_lasts(book, mind, phase, turn, face)


@compiled
def what_lasts(book: np.record, mind: np.record, phase: Number, turn: Number, face: Number) -> Number:
    """Add up what a face has in every game, in a phase of a round."""
    part = mind.part[phase, turn, mind.trait[face, GROUP]]
    kind = mind.trait[face, KIND]
    total = part[MEAN] * mind.usual[kind] + part[EACH]
    total += part[DRIFT] * mind.drift[kind] * np.float32(turn - 1) / np.float32(ROUNDS)
    total += part[ARMS] * np.float32(book.symbols[face, STRENGTH]) * np.float32(ordered_rounds(book, turn))
    if phase in (OFFER, PLAY):  # the card is itself in the hand
        total -= part[IN_OWN_HAND] * mind.pair[kind, kind] + part[CROWD]
    return np.float32(total)


@compiled
def ordered_rounds(book: np.record, turn: Number) -> Number:
    """Count the rounds to come in which strength decides the order."""
    return max(np.int64(ROUNDS) - max(turn, np.int64(book.players)), np.int64(0))


# --- what lies in the areas ------------------------------------------------------------------------------


@compiled
def look_at_areas(book: np.record, s: np.record, mind: np.record) -> None:
    """Work out what every kind would gain beside the cards in every area."""
    for seat in range(np.int64(book.players)):
        for other in range(np.int64(mind.kinds)):
            mind.start[seat, other] = 0.0
        for face in range(np.int64(book.faces)):
            for bit in range(np.int64(book.first_bit[face]), np.int64(book.last_bit[face])):
                if s.area[seat, bit // 64] >> np.uint64(bit % 64) & np.uint64(1):
                    add_row(mind.start[seat], mind.pair[mind.trait[face, KIND]], MORE, mind.kinds)


@compiled
def return_to_start(book: np.record, s: np.record, mind: np.record) -> None:
    """Go back to the areas as they were when the search began, and look at the hands of this table."""
    for seat in range(np.int64(book.players)):
        for kind in range(np.int64(mind.kinds)):
            mind.area[seat, kind] = mind.start[seat, kind]
    for symbol in range(2):
        for signs in range(MOST_SIGNS + 1):
            mind.reach[symbol, signs] = 0
        for seat in range(np.int64(book.players)):
            note_signs(mind, symbol, np.int64(0), np.int64(s.symbols[seat, symbol]))
    look_at_rivals(book, mind)
    look_at_signs(book, s, mind)
    look_at_hands(book, s, mind)


@compiled
def note_signs(mind: np.record, symbol: Number, before: Number, after: Number) -> None:
    """A seat's symbols have become more."""
    for signs in range(before + 1, min(after, np.int64(MOST_SIGNS)) + 1):
        mind.reach[symbol, signs] += 1


@inlined
def add_row(sums: Row, row: Row, sign: Number, kinds: Number) -> None:
    """Add a row to another, or subtract it. Loops of a length known beforehand are the quicker ones."""
    if kinds <= FEW_KINDS:
        for kind in range(FEW_KINDS):
            sums[kind] += sign * row[kind]
    else:
        for kind in range(FACES):
            sums[kind] += sign * row[kind]


@compiled
def note_card(book: np.record, s: np.record, mind: np.record, seat: Number, face: Number) -> None:
    """A card has come into an area."""
    add_row(mind.area[seat], mind.pair[mind.trait[face, KIND]], MORE, mind.kinds)
    for symbol in range(2):
        more = np.int64(book.symbols[face, symbol])
        if more:
            after = np.int64(s.symbols[seat, symbol])
            note_signs(mind, symbol, after - more, after)


@compiled
def look_at_rivals(book: np.record, mind: np.record) -> None:
    """Find for every kind the two areas beside which a card would gain most."""
    for kind in range(np.int64(mind.kinds)):
        mind.most[kind] = mind.area[0, kind]
        mind.second[kind] = UNKNOWN
    for seat in range(1, np.int64(book.players)):
        if mind.kinds <= FEW_KINDS:
            for kind in range(FEW_KINDS):
                rank(mind, np.int64(seat), np.int64(kind))
        else:
            for kind in range(FACES):
                rank(mind, np.int64(seat), np.int64(kind))


@inlined
def rank(mind: np.record, seat: Number, kind: Number) -> None:
    """Let one area contend for the first two places."""
    gain, most = mind.area[seat, kind], mind.most[kind]
    less = min(gain, most)
    mind.most[kind] = max(gain, most)
    mind.second[kind] = max(less, mind.second[kind])


@inlined
def rival(mind: np.record, seat: Number, kind: Number) -> Number:
    """Give what a card would gain beside the cards of whoever of the others wants it most."""
    most, second = mind.most[kind], mind.second[kind]
    return second if mind.area[seat, kind] == most else most


@compiled
def look_at_signs(book: np.record, s: np.record, mind: np.record) -> None:
    """Work out what a card's symbols would change in the majorities."""
    for seat in range(np.int64(book.players)):
        for arab in range(SIGNS_OF_A_CARD):
            change = majority_change(book, s, seat, mind, np.int64(ARAB), np.int64(arab))
            for mongol in range(SIGNS_OF_A_CARD):
                mind.swing[seat, arab * SIGNS_OF_A_CARD + mongol] = np.float32(change)
        for mongol in range(1, SIGNS_OF_A_CARD):
            change = majority_change(book, s, seat, mind, np.int64(MONGOL), np.int64(mongol))
            for arab in range(SIGNS_OF_A_CARD):
                mind.swing[seat, arab * SIGNS_OF_A_CARD + mongol] += np.float32(change)


@inlined
def majority_change(
    book: np.record,
    s: np.record,
    seat: Number,
    mind: np.record,
    symbol: Number,
    more: Number,
) -> Number:
    """Count the points that more of a symbol would bring now."""
    if more == 0:
        return np.int64(0)
    own = min(np.int64(s.symbols[seat, symbol]), np.int64(MOST_SIGNS - SIGNS_OF_A_CARD))
    before = np.int64(book.majority[mind.reach[symbol, own] - 1]) if own else np.int64(0)
    others = min(np.int64(mind.reach[symbol, own + more]), np.int64(SEATS - 1))
    return np.int64(book.majority[others]) - before


# --- what lies in the hands ------------------------------------------------------------------------------


@compiled
def look_at_hands(book: np.record, s: np.record, mind: np.record) -> None:
    """Work out what every kind would gain beside the cards in every hand."""
    for seat in range(np.int64(book.players)):
        mind.faces[seat] = 0
        for kind in range(np.int64(mind.kinds)):
            mind.beside[seat, kind] = 0.0
        for group in range(len(CLASSES)):
            mind.members[seat, group] = 0.0
        for at in range(np.int64(s.held[seat])):
            if s.hand[seat, at] >= 0:  # in a view the other hands are blank
                note_gain(mind, seat, np.int64(s.hand[seat, at]))


@compiled
def note_draws(book: np.record, s: np.record, mind: np.record) -> None:
    """Every seat has drawn a card: by its number the sum of the hand has grown."""
    for seat in range(np.int64(book.players)):
        drawn = -np.int64(mind.faces[seat])
        for at in range(np.int64(s.held[seat])):
            drawn += np.int64(s.hand[seat, at])
        note_gain(mind, seat, drawn)


@compiled
def note_gain(mind: np.record, seat: Number, face: Number) -> None:
    """A card has come into a hand; what effects are worth is to be looked up again."""
    add_row(mind.beside[seat], mind.pair[mind.trait[face, KIND]], MORE, mind.kinds)
    mind.members[seat, mind.trait[face, GROUP]] += np.float32(1.0)
    mind.faces[seat] += face
    for effect in range(4):
        mind.worth[seat, effect] = UNKNOWN


@compiled
def note_loss(mind: np.record, seat: Number, face: Number) -> None:
    """A card has left a hand."""
    add_row(mind.beside[seat], mind.pair[mind.trait[face, KIND]], LESS, mind.kinds)
    mind.members[seat, mind.trait[face, GROUP]] -= np.float32(1.0)
    mind.faces[seat] -= face


@compiled
def step(book: np.record, s: np.record, seat: Number, move: Number, mind: np.record) -> None:
    """Carry out a move and follow what it changes in hands and areas."""
    phase = np.int64(s.phase)
    turn = np.int64(s.round_number)
    face = move % VERB
    play(book, s, seat, move)
    if s.phase == OVER:
        return
    if phase == PICK:
        note_gain(mind, seat, face)
    elif phase == TAKE:
        if face != NOTHING:
            note_card(book, s, mind, seat, face)
            if mind.trait[face, SIGNS]:
                look_at_signs(book, s, mind)
    else:
        note_loss(mind, seat, face)
        if phase == PLAY and s.phase != PLAY:  # it was the last
            note_plays(book, s, mind)
    if s.round_number != turn:
        look_at_rivals(book, mind)
        note_draws(book, s, mind)


@compiled
def note_plays(book: np.record, s: np.record, mind: np.record) -> None:
    """All plays have been revealed."""
    for seat in range(np.int64(book.players)):
        face = np.int64(s.played[seat])
        if book.table_icon[face]:
            note_card(book, s, mind, seat, face)
    look_at_rivals(book, mind)
    look_at_signs(book, s, mind)


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
    return np.int64(scores(book, s, mind.points))


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
