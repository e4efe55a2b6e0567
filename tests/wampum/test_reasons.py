"""Why a move of Wampum is good or bad: what the trade would bring, who has to go, and what stays in the hand."""

from __future__ import annotations

from spieltisch import games
from spieltisch.games.wampum.reasons import Displaces, Earns, Keeps, Largest, Takes

WAMPUM = games.get("wampum")


def test_a_bid_takes_the_goods_of_its_village_or_earns_wampum() -> None:
    view = WAMPUM.position("canoe=0 villages=CC/FF/TT hands=WCC/WWWW", 2).view(0)
    assert WAMPUM.why(view, 0, "bid 1 C") == [Takes("CC"), Largest(1)]
    assert WAMPUM.why(view, 0, "bid 2 CC") == [Earns(1), Largest(2)]


def test_a_larger_bid_displaces_and_is_the_largest() -> None:
    table = WAMPUM.position("canoe=0 villages=CC/FF/TT hands=WWW/WWWW", 2)
    table.play(0, "bid 1 WW")
    assert WAMPUM.why(table.view(1), 1, "bid 1 WWW") == [Earns(2), Displaces(0), Largest(3)]
    assert WAMPUM.why(table.view(1), 1, "bid 2 W") == [Earns(0)]


def test_who_was_displaced_goes_with_the_bid_that_lies_there() -> None:
    table = WAMPUM.position("canoe=0 villages=CC/FF/TT hands=FFW/WWWW", 2)
    table.play(0, "bid 1 FF")
    table.play(1, "bid 1 WWW")
    assert WAMPUM.why(table.view(0), 0, "go 2") == [Takes("FF")]


def test_what_is_not_discarded_stays() -> None:
    table = WAMPUM.position("canoe=0 villages=CC/FF/TT hands=WWWWWW/TSSSSS removed=CFTWS", 2)
    table.play(0, "bid 1 W")
    table.play(1, "bid 2 S")
    seat = table.waiting_for[0]
    move = table.legal_moves(seat)[0]
    (kept,) = WAMPUM.why(table.view(seat), seat, move)
    assert isinstance(kept, Keeps)
    assert len(kept.goods) == int(table.state[0].hand_size[seat]) - len(move.split()[1])
