"""Who sees what in Amul: hands, face-down choices and the deck are hidden, everything else is public.

Of the removed pile everybody knows the number. Cards seen to be picked are certain to be held until revealed.
"""

import numpy as np

from spieltisch.games import chance
from spieltisch.games.amul.piles import insert, remove, wipe
from spieltisch.games.amul.rules import ONE
from spieltisch.games.amul.state import BLANK, DECK, Number
from spieltisch.games.compiled import compiled


@compiled
def conceal(book: np.record, s: np.record, seat: Number) -> None:
    """Blank the deck, the other hands and the other face-down choices."""
    wipe(s.deck[:])
    for other in range(np.int64(book.players)):
        if other != seat:
            wipe(s.hand[other, :])
            s.chosen[other] = BLANK


@compiled
def imagine(book: np.record, s: np.record, seat: Number, luck: chance.Chance) -> None:
    """Deal the unseen cards to the other hands and the deck; what is over is the removed pile."""
    unseen = gather_unseen(book, s, seat)
    chance.shuffle(luck, s.deck[:], 0, unseen)
    given = np.int64(0)
    for other in range(np.int64(book.players)):
        if other != seat:
            given = imagine_hand(s, other, given, luck)
    rebuild_deck(s, given)


@compiled
def gather_unseen(book: np.record, s: np.record, seat: Number) -> Number:
    """Collect at the front of the deck all cards whose place the seat does not know."""
    count = np.int64(0)
    for face in range(np.int64(book.faces)):
        for _ in range(np.int64(book.total[face]) - seen(book, s, seat, face)):
            s.deck[count] = face
            count += 1
    return count


@compiled
def seen(book: np.record, s: np.record, seat: Number, face: Number) -> Number:
    """Count the cards of a face whose place the seat knows, those certain to be in other hands included."""
    count = in_areas(book, s, face)
    for at in range(np.int64(s.market_size)):
        count += s.market[at] == face
    for at in range(np.int64(s.palace_size)):
        count += s.palace[at] == face
    for at in range(np.int64(s.bazaar_size)):
        count += s.bazaar[at] == face
    for other in range(np.int64(book.players)):
        if other == seat:
            count += s.chosen[other] == face
            for at in range(np.int64(s.held[other])):
                count += s.hand[other, at] == face
        else:
            for at in range(np.int64(s.sure[other])):
                count += s.certain[other, at] == face
    return count


@compiled
def in_areas(book: np.record, s: np.record, face: Number) -> Number:
    """Count the cards of a face in all areas."""
    count = np.int64(0)
    for bit in range(np.int64(book.first_bit[face]), np.int64(book.last_bit[face])):
        word, place = bit // 64, np.uint64(bit % 64)
        for owner in range(np.int64(book.players)):
            count += np.int64(s.area[owner, word] >> place & ONE)
    return count


@compiled
def imagine_hand(s: np.record, seat: Number, given: Number, luck: chance.Chance) -> Number:
    """Make up a hand and, if one is due, the choice made from it; certain cards are among both together."""
    waits = np.int64(s.decided) >> seat & 1
    cards = np.int64(s.held[seat]) + waits
    for at in range(cards):
        if at < s.sure[seat]:
            s.hand[seat, at] = s.certain[seat, at]
        else:
            insert(s.hand[seat, :], at, np.int64(s.deck[given]))
            given += 1
    if waits:
        face = np.int64(s.hand[seat, chance.below(luck, cards)])
        remove(s.hand[seat, :], cards, face)
        s.chosen[seat] = face
    return given


@compiled
def rebuild_deck(s: np.record, given: Number) -> None:
    """Move the next unseen cards to where the deck lies, from its end so that none is overwritten."""
    top = np.int64(s.top)
    for at in range(DECK - 1, top - 1, -1):
        s.deck[at] = s.deck[given + at - top]
    for at in range(top):
        s.deck[at] = BLANK
