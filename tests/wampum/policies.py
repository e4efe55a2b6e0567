"""Ways to play Wampum that push the rules to their edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.games.wampum.notation import write_goods

if TYPE_CHECKING:
    from spieltisch.games import Table


def at_random(table: Table, seat: int) -> str:
    """Any legal move."""
    return table.random_move(seat)


def first_legal(table: Table, seat: int, goods: str) -> str:
    """Bid these goods at the first village that takes them, else draw a move."""
    for village in range(1, int(table.book[0].villages) + 1):
        if table.is_legal(seat, f"bid {village} {goods}"):
            return f"bid {village} {goods}"
    return table.random_move(seat)


def all_in(table: Table, seat: int) -> str:
    """Bid the whole hand."""
    return first_legal(table, seat, write_goods(table.state[0].hand[seat]))


def one_card(table: Table, seat: int) -> str:
    """Bid one card."""
    return first_legal(table, seat, write_goods(table.state[0].hand[seat])[:1])


def displace(table: Table, seat: int) -> str:
    """Displace the largest bid that can be displaced, with just one card more."""
    s = table.state[0]
    sizes = {int(owner): int(s.bid_size[owner]) for owner in s.trader if owner >= 0}
    for size, owner in sorted(((size, owner) for owner, size in sizes.items()), reverse=True):
        goods = write_goods(s.hand[seat])[: size + 1]
        for move in (f"bid {int(s.bid_at[owner]) + 1} {goods}", f"go {int(s.bid_at[owner]) + 1}"):
            if table.is_legal(seat, move):
                return move
    return table.random_move(seat)


POLICIES = [at_random, all_in, one_card, displace]
