"""What a quick player of Amul keeps in mind: the cards' worth, the areas and the hands, kept up move by move."""

import numpy as np
import numpy.typing as npt

from spieltisch.games.amul.choosing import VERB
from spieltisch.games.amul.rules import play, rounds_by_marker
from spieltisch.games.amul.state import (
    ARAB,
    FACES,
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
from spieltisch.games.compiled import compiled, inlined
from spieltisch.games.records import record_dtype

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

UNKNOWN = np.float32(-1e9)


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
    return max(np.int64(ROUNDS) - max(turn, rounds_by_marker(book)), np.int64(0))


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
