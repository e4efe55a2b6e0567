"""What a seat of Wampum observes, as a row of small numbers: from its view, the own seat first, then clockwise."""

import numpy as np
import numpy.typing as npt

from spieltisch.games.compiled import compiled, inlined, int64
from spieltisch.games.layout import CHOICE, FLAG, NUMBER, Field, Layout
from spieltisch.games.wampum.codec import KIND_SHIFT, MOVE_MASK, begun
from spieltisch.games.wampum.moves import GOODS_SHIFT, KIND_COUNT, goods_of, village_of
from spieltisch.games.wampum.state import ALL_CARDS, BID, COPIES, KINDS, MAX_PLAYERS, MAX_VILLAGES, NOBODY, OVER

SEATS, VILLAGES, GOODS = (MAX_PLAYERS,), (MAX_VILLAGES,), (KIND_COUNT,)
GOODS_BY_SEAT = (MAX_PLAYERS, KIND_COUNT)

LAYOUT = Layout(
    [
        Field("players", (1,), NUMBER, MAX_PLAYERS, "how many play"),
        Field("phase", (1,), CHOICE, int(OVER) + 1, "bid, relocate, discard, over"),
        Field("round", (1,), NUMBER, 12, "from 1"),
        Field("last_round", (1,), FLAG, 1, "whether this is the last"),
        Field("canoe", (1,), CHOICE, MAX_PLAYERS, "who is start player; 0 is the own seat"),
        Field("bids_made", (1,), NUMBER, MAX_PLAYERS, "in this round"),
        Field("pile", (1,), NUMBER, ALL_CARDS, "cards left to draw"),
        Field("removed", GOODS, NUMBER, COPIES, "cards out of the game by kind; 0 where nobody knows"),
        Field("hand", GOODS, NUMBER, COPIES, "the own hand by kind"),
        Field("bid", GOODS, NUMBER, COPIES, "the own bid by kind"),
        Field("discarded", GOODS, NUMBER, COPIES, "the own discards by kind"),
        Field("trader", VILLAGES, CHOICE, MAX_PLAYERS, "whose bid lies at each village, or -1"),
        Field("village", (MAX_VILLAGES, KIND_COUNT), NUMBER, COPIES, "goods by village and kind"),
        Field("hand_size", SEATS, NUMBER, ALL_CARDS, "by seat"),
        Field("bid_size", SEATS, NUMBER, ALL_CARDS, "by seat"),
        Field("surplus", SEATS, NUMBER, ALL_CARDS, "cards still to discard, by seat"),
        Field("discard_size", SEATS, NUMBER, ALL_CARDS, "cards discarded so far, by seat"),
        Field("chest", GOODS_BY_SEAT, NUMBER, COPIES, "wampum by seat and kind"),
        Field("certain", GOODS_BY_SEAT, NUMBER, COPIES, "what everybody knows each seat to hold, at least"),
        Field("shown", GOODS_BY_SEAT, NUMBER, COPIES, "the bids turned up at the last trade"),
        Field("shown_at", SEATS, CHOICE, MAX_VILLAGES, "where they lay, or -1"),
        Field("took_goods", SEATS, FLAG, 1, "whether they matched and took the village's goods"),
        Field("asked_kind", (1,), CHOICE, KIND_COUNT, "the kind whose number is asked for; -1 asks for a village"),
        Field("chosen_village", (1,), CHOICE, MAX_VILLAGES, "the village chosen for the bid under way, or -1"),
        Field("chosen", GOODS, NUMBER, COPIES, "cards chosen so far for the bid or discard under way"),
    ]
)

PERFECT_LAYOUT = Layout(
    [
        Field("hands", GOODS_BY_SEAT, NUMBER, COPIES, "all hands"),
        Field("bids", GOODS_BY_SEAT, NUMBER, COPIES, "all bids"),
        Field("discards", GOODS_BY_SEAT, NUMBER, COPIES, "all discards"),
        Field("all_removed", GOODS, NUMBER, COPIES, "cards out of the game by kind"),
        Field("deck", (ALL_CARDS,), CHOICE, KIND_COUNT, "the pile in the order of drawing, then -1"),
    ]
)


def legend() -> dict[str, list[str]]:
    """Name the kinds of goods."""
    return {"kinds": list(KINDS)}


Row = npt.NDArray[np.int8]

# Compiled code takes these for constants.
PLAYERS, PHASE, ROUND, LAST_ROUND, CANOE, BIDS_MADE, PILE, REMOVED, HAND, OWN_BID, DISCARDED, TRADER, VILLAGE = (
    LAYOUT.starts[name]
    for name in (
        "players",
        "phase",
        "round",
        "last_round",
        "canoe",
        "bids_made",
        "pile",
        "removed",
        "hand",
        "bid",
        "discarded",
        "trader",
        "village",
    )
)
HAND_SIZE, BID_SIZE, SURPLUS, DISCARD_SIZE, CHEST, CERTAIN, SHOWN, SHOWN_AT, TOOK_GOODS = (
    LAYOUT.starts[name]
    for name in (
        "hand_size",
        "bid_size",
        "surplus",
        "discard_size",
        "chest",
        "certain",
        "shown",
        "shown_at",
        "took_goods",
    )
)
ASKED_KIND, CHOSEN_VILLAGE, CHOSEN = (LAYOUT.starts[name] for name in ("asked_kind", "chosen_village", "chosen"))
HANDS, BIDS, DISCARDS, ALL_REMOVED, DECK = PERFECT_LAYOUT.starts.values()


@compiled
def from_seat(book: np.record, seat: int, other: int) -> int:
    """Give how many steps clockwise another seat sits; nobody stays nobody."""
    if other == NOBODY:
        return int64(-1)
    steps = int64(other) - int64(seat)
    return steps if steps >= 0 else steps + int64(book.players)


@compiled
def observe(book: np.record, view: np.record, seat: int, part: int, row: Row) -> None:
    """Fill a row of zeros from a view."""
    observe_table(book, view, seat, row)
    for kind in range(KIND_COUNT):
        row[HAND + kind] = view.hand[seat, kind]
        row[OWN_BID + kind] = view.bid[seat, kind]
        row[DISCARDED + kind] = view.discarded[seat, kind]
    for step in range(int64(book.players)):
        other = int64(seat) + step
        if other >= book.players:
            other -= int64(book.players)
        observe_seat(view, other, step, row)
    for step in range(int64(book.players), MAX_PLAYERS):
        row[SHOWN_AT + step] = -1
    observe_part(view, seat, part, row)


@inlined
def observe_table(book: np.record, view: np.record, seat: int, row: Row) -> None:
    """What belongs to no seat."""
    row[PLAYERS] = book.players
    row[PHASE] = view.phase
    row[ROUND] = view.round_number
    row[LAST_ROUND] = view.last_round
    row[CANOE] = from_seat(book, seat, int64(view.canoe))
    row[BIDS_MADE] = view.bids_made
    row[PILE] = ALL_CARDS - int64(view.top)
    for kind in range(KIND_COUNT):
        row[REMOVED + kind] = 0 if book.removed_unseen else view.removed[kind]
    for village in range(MAX_VILLAGES):
        if village < book.villages:
            row[TRADER + village] = from_seat(book, seat, int64(view.trader[village]))
            for kind in range(KIND_COUNT):
                row[VILLAGE + village * KIND_COUNT + kind] = view.village[village, kind]
        else:
            row[TRADER + village] = -1


@inlined
def observe_seat(view: np.record, other: int, step: int, row: Row) -> None:
    """What everybody sees of a seat."""
    row[HAND_SIZE + step] = view.hand_size[other]
    row[BID_SIZE + step] = view.bid_size[other]
    row[SURPLUS + step] = view.surplus[other]
    row[DISCARD_SIZE + step] = view.discard_size[other]
    row[SHOWN_AT + step] = view.shown_at[other]
    row[TOOK_GOODS + step] = view.took_goods[other]
    for kind in range(KIND_COUNT):
        place = step * KIND_COUNT + kind
        row[CHEST + place] = view.chest[other, kind]
        row[CERTAIN + place] = view.certain[other, kind]
        row[SHOWN + place] = view.shown[other, kind]


@inlined
def observe_part(view: np.record, seat: int, part: int, row: Row) -> None:
    """What the seat has chosen so far, and what it is asked for."""
    here = begun(view, seat, part)
    row[ASKED_KIND] = (here >> KIND_SHIFT) - 1
    row[CHOSEN_VILLAGE] = village_of(here) if here and view.phase == BID else -1
    move = here & MOVE_MASK
    for kind in range(KIND_COUNT):
        row[CHOSEN + kind] = goods_of(move, kind) if move >> GOODS_SHIFT else 0


@compiled
def perfect(book: np.record, s: np.record, seat: int, row: Row) -> None:
    """Fill in everything that is hidden from somebody."""
    for step in range(int64(book.players)):
        other = int64(seat) + step
        if other >= book.players:
            other -= int64(book.players)
        for kind in range(KIND_COUNT):
            place = step * KIND_COUNT + kind
            row[HANDS + place] = s.hand[other, kind]
            row[BIDS + place] = s.bid[other, kind]
            row[DISCARDS + place] = s.discarded[other, kind]
    for kind in range(KIND_COUNT):
        row[ALL_REMOVED + kind] = s.removed[kind]
    left = ALL_CARDS - int64(s.top)
    for place in range(ALL_CARDS):
        row[DECK + place] = s.deck[int64(s.top) + place] if place < left else -1
