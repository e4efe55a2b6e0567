"""A quick way to play Amul: every card that may be chosen is weighed by a few features and drawn by weight.

It looks only at what the seat to decide can see, so the same functions serve on views and inside imagined games.
What cards are worth, alone and beside each other, stands in tables that are worked out from the book (`guide`);
how much each feature counts are weights fitted by self-play. A `Mind` is the record in which all this lies.
"""

import numpy as np
import numpy.typing as npt

from spieltisch.games.amul.rules import VERB, is_choice, lay_down, only_table, play, shown, shown_size, waiting_for
from spieltisch.games.amul.scoring import scores, seat_points
from spieltisch.games.amul.state import (
    BLANK,
    FACES,
    FROM_BAZAAR,
    FROM_MARKET,
    FROM_PALACE,
    NO_EFFECT,
    NOTHING,
    OFFER,
    OVER,
    PLAY,
    ROUNDS,
    SEATS,
    STRENGTH,
    TAKE,
    Number,
)
from spieltisch.games.chance import LOW, Chance, draw
from spieltisch.games.compiled import compiled
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

MOST_CHOICES = 20
SHAPE = (len(PHASES), len(STAGES), len(CLASSES), len(FEATURES))

Weights = npt.NDArray[np.float32]
"""By phase, stage, class and feature."""

MIND = record_dtype(
    [
        # what the book says
        ("kinds", np.int64),
        ("usual", np.float32, FACES),
        ("drift", np.float32, FACES),
        ("pair", np.float32, (FACES, FACES)),
        ("class_of", np.int8, FACES),  # by face
        # how it plays
        ("sharpness", np.float32),
        ("win_part", np.float64),
        ("margin_scale", np.float64),
        # what lies in the areas now, and what lay there when the search began
        ("area", np.float32, (SEATS, FACES)),
        ("start", np.float32, (SEATS, FACES)),
        # the choices of one decision
        ("count", np.int64),
        ("stage", np.int64),
        ("chosen", np.int64),
        ("face", np.int64, MOST_CHOICES),
        ("group", np.int64, MOST_CHOICES),  # the class of each choice
        ("feature", np.float32, (MOST_CHOICES, len(FEATURES))),
        ("logit", np.float32, MOST_CHOICES),
        ("chance", np.float64, MOST_CHOICES),
        ("held", np.int64, 8),  # kinds in the hand
        ("members", np.int64, 4),  # cards of each class in the hand
        ("worth", np.float32, 4),  # of each effect, once it has been looked up
        ("points", np.int64, SEATS),
    ]
)

LUCK_BITS = 11
LUCK: npt.NDArray[np.float32] = -np.log(
    -np.log((np.arange(1 << LUCK_BITS) + 0.5) / (1 << LUCK_BITS)),
).astype(np.float32)
"""Gumbel's distribution in equal steps: the greatest logit with such luck added is a draw by the logits' weight."""
MOMENTS, CARDS = np.uint64(0x9E37_79B1), np.uint64(0x85EB_CA77)
FIRST_STIR, SECOND_STIR = np.uint64(0x7FEB_352D), np.uint64(0x846C_A68B)
LUCK_MASK = np.uint64((1 << LUCK_BITS) - 1)

UNKNOWN = np.float32(-1e9)
NEAR_LOSS = 4.0
"""What a beginner fears to lose with a card that is played in vain."""


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
                    kind = np.int64(book.kind_of[face])
                    for other in range(np.int64(mind.kinds)):
                        mind.start[seat, other] += mind.pair[kind, other]


@compiled
def return_to_start(book: np.record, mind: np.record) -> None:
    """Go back to the areas as they were when the search began."""
    for seat in range(np.int64(book.players)):
        for kind in range(np.int64(mind.kinds)):
            mind.area[seat, kind] = mind.start[seat, kind]


@compiled
def note_card(book: np.record, mind: np.record, seat: Number, face: Number) -> None:
    """A card has come into an area."""
    kind = np.int64(book.kind_of[face])
    for other in range(np.int64(mind.kinds)):
        mind.area[seat, other] += mind.pair[kind, other]


@compiled
def note_plays(book: np.record, s: np.record, mind: np.record) -> None:
    """All plays have been revealed."""
    for seat in range(np.int64(book.players)):
        face = np.int64(s.played[seat])
        if book.table_icon[face]:
            note_card(book, mind, seat, face)


# --- features ------------------------------------------------------------------------------------------------


@compiled
def list_choices(book: np.record, s: np.record, seat: Number, mind: np.record) -> None:
    """List what the seat may choose, with the features of each choice."""
    look_at_hand(book, s, seat, mind)
    mind.stage = STAGE_OF[s.round_number]
    cards = shown(book, s, seat)
    table = only_table(book, s, seat)
    count = np.int64(0)
    for at in range(shown_size(book, s, seat)):
        if is_choice(book, cards, at, table):
            weigh(book, s, seat, mind, count, np.int64(cards[at]))
            count += 1
    if s.phase == TAKE:
        mind.face[count] = NOTHING
        mind.group[count] = DECLINING
        for i in range(EACH):
            mind.feature[count, i] = 0.0
        mind.feature[count, EACH] = 1.0
        count += 1
    mind.count = count


@compiled
def look_at_hand(book: np.record, s: np.record, seat: Number, mind: np.record) -> None:
    """Note the kinds and classes in the hand; no effect has been looked up yet."""
    for i in range(4):
        mind.members[i] = 0
        mind.worth[i] = UNKNOWN
    for at in range(np.int64(s.held[seat])):
        face = np.int64(s.hand[seat, at])
        mind.held[at] = book.kind_of[face]
        mind.members[mind.class_of[face]] += 1


@compiled
def weigh(book: np.record, s: np.record, seat: Number, mind: np.record, row: Number, face: Number) -> None:
    """Fill in the features of one card."""
    kind = np.int64(book.kind_of[face])
    group = np.int64(mind.class_of[face])
    own = np.int64(s.phase == OFFER or s.phase == PLAY)  # the card is itself in the hand
    beside = np.float32(0.0)
    for at in range(np.int64(s.held[seat])):
        beside += mind.pair[kind, mind.held[at]]
    if own:
        beside -= mind.pair[kind, kind]
    mind.face[row] = face
    mind.group[row] = group
    mind.feature[row, MEAN] = mind.usual[kind]
    mind.feature[row, AREA] = mind.area[seat, kind]
    mind.feature[row, IN_OWN_HAND] = beside
    mind.feature[row, DRIFT] = mind.drift[kind] * np.float32(s.round_number - 1) / np.float32(ROUNDS)
    effect = np.int64(book.effect[face])
    if effect == NO_EFFECT or s.phase == TAKE:
        mind.feature[row, EFFECT] = 0.0
    else:
        if mind.worth[effect] == UNKNOWN:
            mind.worth[effect] = effect_worth(book, s, seat, mind, effect)
        mind.feature[row, EFFECT] = mind.worth[effect]
    mind.feature[row, MAJORITY] = majority_change(book, s, seat, face)
    ordered = np.int64(ROUNDS) - max(np.int64(s.round_number), np.int64(book.players))
    mind.feature[row, ARMS] = np.float32(book.symbols[face, STRENGTH]) * np.float32(max(ordered, np.int64(0)))
    mind.feature[row, RIVAL] = greatest_rival(book, seat, mind, kind)
    mind.feature[row, CROWD] = np.float32(mind.members[group] - own)
    mind.feature[row, EACH] = 1.0


@compiled
def effect_worth(book: np.record, s: np.record, seat: Number, mind: np.record, effect: Number) -> Number:
    """Find the best card that an effect could take now; of the market only what is left after the picks."""
    best = np.float32(0.0)
    if effect == FROM_PALACE:
        for at in range(np.int64(s.palace_size)):
            best = max(best, wanted(s, seat, mind, np.int64(book.kind_of[s.palace[at]])))
    elif effect == FROM_BAZAAR:
        for at in range(np.int64(s.bazaar_size)):
            best = max(best, wanted(s, seat, mind, np.int64(book.kind_of[s.bazaar[at]])))
    elif effect == FROM_MARKET and s.phase == PLAY:
        for at in range(np.int64(s.market_size)):
            face = np.int64(s.market[at])
            if book.table_icon[face]:
                best = max(best, wanted(s, seat, mind, np.int64(book.kind_of[face])))
    return best


@compiled
def wanted(s: np.record, seat: Number, mind: np.record, kind: Number) -> Number:
    """Estimate what a card would be worth to a seat that sees its hand."""
    worth = mind.usual[kind] + mind.area[seat, kind]
    worth -= mind.drift[kind] * np.float32(s.round_number - 1) / np.float32(ROUNDS)
    for at in range(np.int64(s.held[seat])):
        worth += mind.pair[kind, mind.held[at]]
    return np.float32(worth)


@compiled
def majority_change(book: np.record, s: np.record, seat: Number, face: Number) -> Number:
    """Count the points that the symbols of a card would bring now."""
    change = np.int64(0)
    for symbol in range(2):
        more = np.int64(book.symbols[face, symbol])
        if more and book.contested[symbol]:
            own = np.int64(s.symbols[seat, symbol])
            before = np.int64(0)
            after = np.int64(1)
            for other in range(np.int64(book.players)):
                theirs = np.int64(s.symbols[other, symbol])
                before += theirs >= own
                after += other != seat and theirs >= own + more
            change += np.int64(book.majority[after - 1])
            if own:
                change -= np.int64(book.majority[before - 1])
    return np.float32(change)


@compiled
def greatest_rival(book: np.record, seat: Number, mind: np.record, kind: Number) -> Number:
    """Find the other area beside which a card would gain most."""
    most = UNKNOWN
    for other in range(np.int64(book.players)):
        if other != seat:
            most = max(most, mind.area[other, kind])
    return np.float32(most)


# --- decisions ---------------------------------------------------------------------------------------------------


@compiled
def quick_move(
    book: np.record,
    s: np.record,
    seat: Number,
    mind: np.record,
    weights: Weights,
    chance: Chance,
) -> Number:
    """Draw a move by the weights."""
    list_choices(book, s, seat, mind)
    phase = np.int64(s.phase)
    key = mood(s, seat, chance)
    best = np.int64(0)
    most = UNKNOWN
    for row in range(np.int64(mind.count)):
        logit = logit_of(mind, weights, phase, row)
        mind.logit[row] = logit
        logit += LUCK[luck_with(key, np.int64(mind.face[row]))]
        if logit > most:
            most = logit
            best = np.int64(row)
    mind.chosen = best
    return phase * VERB + mind.face[best]


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
    return np.int64(stir(key ^ (np.uint64(face + 1) * CARDS & LOW)) >> np.uint64(32 - LUCK_BITS))


@compiled
def stir(word: np.uint64) -> np.uint64:
    """Mix 32 bits; no product leaves 64 bits."""
    word = (word ^ (word >> np.uint64(16))) * FIRST_STIR & LOW
    word = (word ^ (word >> np.uint64(15))) * SECOND_STIR & LOW
    return np.uint64(word ^ (word >> np.uint64(16)))


@compiled
def logit_of(mind: np.record, weights: Weights, phase: Number, row: Number) -> Number:
    """Add up the features of a choice by their weights."""
    total = np.float32(0.0)
    stage = mind.stage
    group = mind.group[row]
    for i in range(len(FEATURES)):
        total += weights[phase, stage, group, i] * mind.feature[row, i]
    return np.float32(total * mind.sharpness)


@compiled
def quick_game(book: np.record, s: np.record, mind: np.record, weights: Weights, chance: Chance) -> Number:
    """Play on to the end and give the winners; the points are left in the mind."""
    while s.phase != OVER:
        phase = np.int64(s.phase)
        waiting = waiting_for(book, s)
        for seat in range(np.int64(book.players)):
            if waiting >> seat & 1:
                step(book, s, np.int64(seat), quick_move(book, s, np.int64(seat), mind, weights, chance), mind, phase)
    return np.int64(scores(book, s, mind.points))


@compiled
def step(book: np.record, s: np.record, seat: Number, move: Number, mind: np.record, phase: Number) -> None:
    """Carry out a move and note what it brings into the areas."""
    if phase == TAKE:
        if move % VERB != NOTHING:
            note_card(book, mind, seat, move % VERB)
        play(book, s, seat, move)
        return
    last = phase == PLAY and waiting_for(book, s) == np.int64(1) << seat
    play(book, s, seat, move)
    if last:
        note_plays(book, s, mind)


@compiled
def near_move(book: np.record, s: np.record, seat: Number, sharpness: float, chance: Chance) -> Number:
    """Draw a move by the points that the card would bring if the game ended now.

    The poorest card is offered, the best picked and taken. What only scores from the hand is not played.
    """
    cards = shown(book, s, seat)
    table = only_table(book, s, seat)
    phase = np.int64(s.phase)
    best = np.int64(NOTHING)
    most = np.float64(LUCK[draw(chance) & LUCK_MASK]) if phase == TAKE else np.float64(UNKNOWN)
    for at in range(shown_size(book, s, seat)):
        if is_choice(book, cards, at, table):
            face = np.int64(cards[at])
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
def share_of(winners: Number, seat: Number) -> Number:
    """Give a seat's part in the win: winners share it."""
    if not winners >> seat & 1:
        return 0.0
    count = np.int64(0)
    for other in range(SEATS):
        count += winners >> other & 1
    return 1.0 / np.float64(count)


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
