"""The worked examples of the rulebooks and boundary cases, as data."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spieltisch import games
from spieltisch.games import Table
from spieltisch.games.wampum import rules
from spieltisch.games.wampum.notation import count_goods, write_goods
from spieltisch.games.wampum.state import NOWHERE, RELOCATE

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "wampum.json").read_text())


def vectors(function: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", [pytest.param(v, id=v["id"]) for v in VECTORS if v["fn"] == function])


def letters(text: str) -> str:
    """Write "3C2W" as "CCCWW"."""
    return re.sub(r"(\d)(\w)", lambda found: found[2] * int(found[1]), text)


def empty(players: int) -> Table:
    """A table on which every village holds one card and nobody holds any."""
    villages = {2: 3, 3: 3, 4: 4, 5: 5}[players]
    return games.get("wampum").position("villages=" + "/".join("C" * villages), players)


def table_with_bids(sizes: list[int], canoe: int) -> Table:
    table = empty(len(sizes))
    s = table.state[0]
    s.canoe = canoe
    for seat, size in enumerate(sizes):
        s.bid_size[seat] = size
        s.bid_at[seat] = seat
        s.trader[seat] = seat
    return table


@vectors("relocate")
def test_a_displaced_bid_may_go_where_no_bid_or_a_smaller_one_lies(vector: dict[str, Any]) -> None:
    table = empty(4)
    s = table.state[0]
    seats = {name: seat for seat, name in enumerate(("blue", "red", "purple", "green"))}
    for village, bid in enumerate(vector["villages"]):
        if bid:
            seat = seats[bid[0]]
            s.bid_size[seat], s.bid_at[seat], s.trader[village] = bid[1], village, seat
    homeless = seats[vector["homeless"][0]]
    s.bid_size[homeless], s.bid_at[homeless] = vector["homeless"][1], NOWHERE
    s.phase, s.displaced = RELOCATE, homeless

    assert table.waiting_for == (homeless,)
    assert table.legal_moves(homeless) == [f"go {village}" for village in vector["legal"]]


def test_a_chain_of_displacements_ends_as_in_the_rulebook() -> None:
    """Blue 1 at village 1, Purple 2 at 3, Red 2 at 4; Green bids 5 at 3; Purple goes to 1, Blue to 2."""
    vector = next(v for v in VECTORS if v["fn"] == "final_placement")
    position = "canoe=0 villages=CC/CCC/CCC/CCCC hands=FTWSS/FFTTW/FFTTS/TTWWS removed=CF"
    table = games.get("wampum").position(position, 4)
    names = ("blue", "purple", "red", "green")
    for seat, move in ((0, "bid 1 F"), (1, "bid 3 FF"), (2, "bid 4 FF"), (3, "bid 3 TTWWS")):
        table.play(seat, move)
    assert table.waiting_for == (1,)
    assert table.legal_moves(1) == ["go 1", "go 2"]
    table.play(1, "go 1")
    assert table.waiting_for == (0,)
    assert table.legal_moves(0) == ["go 2"]
    table.play(0, "go 2")
    shown_at = [int(village) for village in table.state[0].shown_at[:4]]
    assert [names[shown_at.index(village)] for village in range(4)] == vector["result"]


@vectors("canoe")
def test_the_largest_bid_takes_the_canoe(vector: dict[str, Any]) -> None:
    table = table_with_bids(vector["sizes"], vector["order"].index(vector["old_start"]))
    rules.pass_canoe(table.book[0], table.state[0])
    assert vector["order"][table.state[0].canoe] == vector["new_start"]


@vectors("limit")
def test_the_limit_is_the_largest_bid_plus_three(vector: dict[str, Any]) -> None:
    table = table_with_bids([vector["top_bid"], 1], 0)
    table.state[0].hand_size[0] = vector["hand"]
    rules.apply_limit(table.book[0], table.state[0])
    assert rules.largest_bid(table.book[0], table.state[0]) + rules.LIMIT_ABOVE_BID == vector["limit"]
    assert table.state[0].surplus[0] == vector["discard"]
    assert vector["hand"] - table.state[0].surplus[0] == vector["hand_after"]


@vectors("trade")
def test_a_matching_bid_takes_goods_and_any_other_earns_wampum(vector: dict[str, Any]) -> None:
    table = empty(2)
    s = table.state[0]
    s.village[0] = count_goods(letters(vector["village"]))
    s.bid[0] = count_goods(letters(vector["bid"]))
    s.bid_at[0] = 0
    rules.reveal(s, 0)
    if s.took_goods[0]:
        rules.swap_goods(s, 0)
    else:
        rules.earn_wampum(s, 0)
    assert write_goods(s.village[0]) == letters(vector["village_after"])
    assert write_goods(s.hand[0]) == letters(vector["to_hand"])
    assert rules.wampum_of(s, 0) == vector["wampum"]
    assert write_goods(s.chest[0]) == letters(vector.get("chest", ""))


@vectors("final")
def test_at_the_end_one_card_of_each_kind_in_hand_is_wampum(vector: dict[str, Any]) -> None:
    table = empty(2)
    s = table.state[0]
    hand = letters(vector["hand"])
    s.hand[0] = count_goods(hand)
    s.hand_size[0] = len(hand)
    rules.store_last_hands(table.book[0], s)
    assert rules.wampum_of(s, 0) == vector["wampum"]
    assert write_goods(s.chest[0]) == vector["moved"]
    assert s.hand_size[0] == len(hand) - vector["wampum"]


@vectors("winners")
def test_ties_share_the_win(vector: dict[str, Any]) -> None:
    table = empty(5)
    table.state[0].chest[:, 0] = vector["scores"]
    outcome = table.game.outcome(table.book[0], table.state[0])
    assert outcome.scores == vector["scores"]
    assert outcome.winners == vector["winners"]


@vectors("setup")
@pytest.mark.parametrize("removal", ["german", "french"])
def test_set_up_by_player_count(vector: dict[str, Any], removal: str) -> None:
    for row in vector["rows"]:
        players = row["n"]
        table = games.get("wampum").deal(players, seed=3, options={"removal": removal})
        s = table.state[0]
        assert len(table.dealt["deck"]) == row["deck"]
        assert [int(goods.sum()) for goods in s.village[: len(row["villages"])]] == row["villages"]
        assert len(s.deck) - s.top == row["pile"]
        assert np.array_equal(s.hand_size[:players], [5] * players)
        while not table.over:
            table.play(table.waiting_for[0], table.random_move(table.waiting_for[0]))
        assert s.round_number == row["rounds"]
