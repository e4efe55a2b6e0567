"""Cards packed into one integer: a lane of eight bits for each kind."""

from spieltisch.games.compiled import compiled, int64
from spieltisch.games.wampum.moves import GOODS_BITS, GOODS_SHIFT, KIND_COUNT, goods_of

# --- cards packed into one integer ---------------------------------------------------------------------
# Eight bits a kind: adding, masking and counting all kinds at once is what makes playouts quick.

LANE_BITS = 8
LANE = int64(0xFF)
ONES = int64(0x01_01_01_01_01)
FOUR_LANES = int64(0xFF_FF_FF_FF)
FOUR_ONES = int64(0x01_01_01_01)
CARRY = int64(0x7F_7F_7F_7F_7F)


@compiled
def cards_in(pack: int) -> int:
    """Count all cards: the product gathers four lanes in one, and the fifth is added."""
    return ((pack & FOUR_LANES) * FOUR_ONES >> 24 & LANE) + (pack >> 32)


@compiled
def one_of_each(pack: int) -> int:
    """Keep one card of each kind."""
    return ((pack + CARRY) >> 7) & ONES


@compiled
def number_of(pack: int, kind: int) -> int:
    """Count the cards of a kind."""
    return (pack >> (LANE_BITS * kind)) & LANE


@compiled
def one_card(kind: int) -> int:
    """Make one card of a kind."""
    return int64(1) << (LANE_BITS * kind)


@compiled
def only(pack: int, kind: int) -> int:
    """Keep the cards of one kind."""
    return pack & (LANE << (LANE_BITS * kind))


@compiled
def as_goods(pack: int) -> int:
    """Write packed cards as the goods of a move."""
    goods = int64(0)
    for kind in range(KIND_COUNT):
        goods |= number_of(pack, kind) << (GOODS_SHIFT + GOODS_BITS * kind)
    return goods


@compiled
def as_pack(goods: int) -> int:
    """Pack the goods of a move."""
    pack = int64(0)
    for kind in range(KIND_COUNT):
        pack |= goods_of(goods, kind) << (LANE_BITS * kind)
    return pack
