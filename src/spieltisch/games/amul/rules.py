"""The rules of Amul: nine rounds of offer, pick, play and take, for three to eight players.

Offers and plays are ordinary moves in any order; they stay face down until the last one is in. What a seat may choose
is in choosing.py.
"""

import numpy as np

from spieltisch.games import chance, loops
from spieltisch.games.amul.choosing import VERB, may_take, sample_move, size_of, target, waiting_for
from spieltisch.games.amul.piles import holds, insert, remove, wipe
from spieltisch.games.amul.state import (
    BAZAAR,
    BLANK,
    DEALT,
    DECK,
    FROM_BAZAAR,
    FROM_PALACE,
    NO_LETTER,
    NOTHING,
    OFFER,
    OVER,
    PALACE,
    PICK,
    PLAY,
    ROUNDS,
    SEATS,
    STRENGTH,
    TAKE,
    Number,
)
from spieltisch.games.compiled import bind, compiled

ONE = np.uint64(1)
WORD = 64


# --- set-up -------------------------------------------------------------------------------------------


@compiled
def shuffle(book: np.record, s: np.record, luck: chance.Chance) -> None:
    """Shuffle the market deck and draw the start player."""
    start: Number = DECK - np.int64(book.deck_size)
    players: Number = np.int64(book.players)
    for at in range(start, DECK):
        s.deck[at] = book.deck[at]
    chance.shuffle(luck, s.deck[:], start, DECK)
    s.first = chance.below(luck, players)


@compiled
def set_up(book: np.record, s: np.record) -> None:
    """Lay out palace and bazaar, deal five cards to each seat and begin round 1."""
    clear(s)
    s.top = DECK - np.int64(book.deck_size)
    for at in range(np.int64(s.top)):
        s.deck[at] = BLANK
    for at in range(PALACE):
        s.palace[at] = book.palace[at]
    s.palace_size = book.palace_size
    for at in range(BAZAAR):
        s.bazaar[at] = book.bazaar[at]
    s.bazaar_size = book.bazaar_size
    for step in range(np.int64(book.players)):
        for _ in range(DEALT):
            draw_to_hand(s, clockwise(book, np.int64(s.first), step))
    s.round_number = 1
    refill(book, s)


@compiled
def clear(s: np.record) -> None:
    """Blank every place where cards or seats can be noted."""
    for seat in range(SEATS):
        s.queue[seat] = BLANK
        s.letter[seat] = NO_LETTER
        s.chosen[seat] = BLANK
        s.offered[seat] = BLANK
        s.played[seat] = BLANK
        wipe(s.certain[seat, :])
        wipe(s.hand[seat, :])
    wipe(s.market[:])


@compiled
def draw(s: np.record) -> Number:
    """Draw the top card of the deck."""
    top = np.int64(s.top)
    face = np.int64(s.deck[top])
    s.deck[top] = BLANK
    s.top = top + 1
    return face


@compiled
def draw_to_hand(s: np.record, seat: Number) -> None:
    """Draw one card into a hand."""
    insert(s.hand[seat, :], np.int64(s.held[seat]), draw(s))
    s.held[seat] += 1


@compiled
def clockwise(book: np.record, seat: Number, steps: Number) -> Number:
    """Give the seat that sits some steps further on, less than once around. Dividing would take longer."""
    there = seat + steps
    return there - np.int64(book.players) if there >= book.players else there


@compiled
def holder(book: np.record, s: np.record) -> Number:
    """Find the seat with the first-pick card: it moves one seat clockwise after every round."""
    return (np.int64(s.first) + np.int64(s.round_number) - 1) % np.int64(book.players)


@compiled
def refill(book: np.record, s: np.record) -> None:
    """Every seat draws one card, clockwise from the first-pick holder; then the market is turned up."""
    first = holder(book, s)
    for step in range(np.int64(book.players)):
        draw_to_hand(s, clockwise(book, first, step))
    for at in range(np.int64(book.market_cards)):
        insert(s.market[:], at, draw(s))
    s.market_size = book.market_cards
    s.phase = OFFER


@compiled
def is_over(book: np.record, s: np.record) -> bool:  # noqa: ARG001 - one signature for all games
    """Tell whether round nine has been closed."""
    return bool(s.phase == OVER)


@compiled
def line_up(book: np.record, s: np.record) -> None:
    """Fix the order of the picks or effects that begin now.

    Clockwise from the first-pick holder; in later rounds armed seats go first: greater strength, then earlier letter.
    """
    players = np.int64(book.players)
    armed_first = goes_by_strength(book, s)
    first = holder(book, s)
    lined_up = np.int64(0)
    armed = np.int64(0)
    for step in range(players):
        seat = clockwise(book, first, step)
        at = lined_up
        if armed_first and s.symbols[seat, STRENGTH] > 0:
            at = armed
            while at > 0 and goes_before(s, seat, np.int64(s.queue[at - 1])):
                at -= 1
            armed += 1
        for behind in range(lined_up, at, -1):
            s.queue[behind] = s.queue[behind - 1]
        s.queue[at] = seat
        lined_up += 1
    s.turn = 0


@compiled
def goes_by_strength(book: np.record, s: np.record) -> bool:
    """Tell whether strength counts in this round."""
    return bool(s.round_number > rounds_by_marker(book))


@compiled
def rounds_by_marker(book: np.record) -> Number:
    """Count the rounds before strength counts: until the marker is back at the start player."""
    return np.int64(book.players)


@compiled
def goes_before(s: np.record, seat: Number, other: Number) -> bool:
    """Compare two armed seats. Letters are unique, so there are no ties."""
    if s.symbols[seat, STRENGTH] != s.symbols[other, STRENGTH]:
        return bool(s.symbols[seat, STRENGTH] > s.symbols[other, STRENGTH])
    return bool(s.letter[seat] < s.letter[other])


# --- carrying out a move ------------------------------------------------------------------------------


@compiled
def play(book: np.record, s: np.record, seat: Number, move: Number) -> None:
    """Carry out a legal move and everything that follows from it without a decision."""
    face = move % VERB
    if s.phase == PICK:
        pick(book, s, seat, face)
    elif s.phase == TAKE:
        take(book, s, seat, face)
    else:
        choose(s, seat, face)
        if waiting_for(book, s) == 0:
            if s.phase == OFFER:
                reveal_offers(book, s)
            else:
                reveal_plays(book, s)


@compiled
def choose(s: np.record, seat: Number, face: Number) -> None:
    """Lay a hand card face down."""
    held = np.int64(s.held[seat])
    remove(s.hand[seat, :], held, face)
    s.held[seat] = held - 1
    s.chosen[seat] = face
    s.decided |= np.int64(1) << seat


@compiled
def forget(s: np.record, seat: Number, face: Number) -> None:
    """A card is revealed: everybody knows of one less of its face in the hand it came from."""
    sure = np.int64(s.sure[seat])
    if holds(s.certain[seat, :], sure, face):
        remove(s.certain[seat, :], sure, face)
        s.sure[seat] = sure - 1


@compiled
def reveal_offers(book: np.record, s: np.record) -> None:
    """All offers join the market; the picks begin."""
    for seat in range(np.int64(book.players)):
        face = np.int64(s.chosen[seat])
        s.chosen[seat] = BLANK
        s.offered[seat] = face
        forget(s, seat, face)
        insert(s.market[:], np.int64(s.market_size), face)
        s.market_size += 1
    s.decided = 0
    s.phase = PICK
    line_up(book, s)


@compiled
def pick(book: np.record, s: np.record, seat: Number, face: Number) -> None:
    """Take a market card into the hand, for all to see; after the last pick everybody plays a card."""
    size = np.int64(s.market_size)
    remove(s.market[:], size, face)
    s.market_size = size - 1
    insert(s.hand[seat, :], np.int64(s.held[seat]), face)
    s.held[seat] += 1
    insert(s.certain[seat, :], np.int64(s.sure[seat]), face)
    s.sure[seat] += 1
    s.turn += 1
    if s.turn == book.players:
        wipe(s.queue[:])
        s.turn = 0
        s.phase = PLAY


@compiled
def lay_down(book: np.record, s: np.record, seat: Number, face: Number) -> None:
    """Add a card to an area, on the lowest free bit of its face."""
    bit = np.int64(book.first_bit[face])
    while s.area[seat, bit // WORD] >> np.uint64(bit % WORD) & ONE:
        bit += 1
    s.area[seat, bit // WORD] |= ONE << np.uint64(bit % WORD)
    for symbol in range(3):
        s.symbols[seat, symbol] += np.int64(book.symbols[face, symbol])
    s.letter[seat] = min(np.int64(s.letter[seat]), np.int64(book.letter[face]))


@compiled
def reveal_plays(book: np.record, s: np.record) -> None:
    """Cards with the table icon stay in their owner's area, the others leave the game; effects begin."""
    for seat in range(np.int64(book.players)):
        face = np.int64(s.chosen[seat])
        s.chosen[seat] = BLANK
        s.played[seat] = face
        forget(s, seat, face)
        if book.table_icon[face]:
            lay_down(book, s, seat, face)
        else:
            s.removed += 1
    s.decided = 0
    s.phase = TAKE
    line_up(book, s)
    next_effect(book, s)


@compiled
def next_effect(book: np.record, s: np.record) -> None:
    """Pass over seats without an effect and effects that find nothing; after the last the round ends."""
    while s.turn < book.players and not may_take(book, s, np.int64(s.queue[s.turn])):
        s.turn += 1
    if s.turn == book.players:
        close(book, s)


@compiled
def take(book: np.record, s: np.record, seat: Number, face: Number) -> None:
    """Take a card into the area or decline. A taken card stays whatever its icon and triggers nothing."""
    if face != NOTHING:
        place = target(book, s, seat)
        size = size_of(s, seat, place)
        if place == FROM_PALACE:
            remove(s.palace[:], size, face)
            s.palace_size = size - 1
        elif place == FROM_BAZAAR:
            remove(s.bazaar[:], size, face)
            s.bazaar_size = size - 1
        else:
            remove(s.market[:], size, face)
            s.market_size = size - 1
        lay_down(book, s, seat, face)
    s.turn += 1
    next_effect(book, s)


@compiled
def close(book: np.record, s: np.record) -> None:
    """Remove what is left in the market; go on to the next round, or lay out the hands after round nine."""
    s.removed += s.market_size
    s.market_size = 0
    wipe(s.market[:])
    wipe(s.queue[:])
    s.turn = 0
    if s.round_number < ROUNDS:
        s.round_number += 1
        refill(book, s)
        return
    for seat in range(np.int64(book.players)):
        lay_out(book, s, seat)
    s.phase = OVER


@compiled
def lay_out(book: np.record, s: np.record, seat: Number) -> None:
    """Every hand card with the hand icon must be laid out, also if it costs points; the others leave."""
    for at in range(np.int64(s.held[seat])):
        face = np.int64(s.hand[seat, at])
        if book.hand_icon[face]:
            lay_down(book, s, seat, face)
        else:
            s.removed += 1
        s.hand[seat, at] = BLANK
    s.held[seat] = 0
    wipe(s.certain[seat, :])
    s.sure[seat] = 0


random_game = bind(loops.random_game, "amul", waiting_for=waiting_for, sample_move=sample_move, play=play)
