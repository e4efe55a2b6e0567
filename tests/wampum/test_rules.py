"""The rules of Wampum, one table at a time: before, the move, after."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chisquare

from spieltisch import games
from spieltisch.games import BadDeal, BadOption, IllegalMove, chance
from spieltisch.games.wampum.notation import write_goods
from tests.tables import few, walk

WAMPUM = games.get("wampum")


# --- bids ------------------------------------------------------------------------------------------------


def test_the_canoe_holder_bids_first_then_clockwise() -> None:
    table = WAMPUM.position("canoe=2 villages=C/F/T hands=WW/WW/WW", 3)
    order: list[int] = []
    for village in (1, 2, 3):
        order += table.waiting_for
        table.play(table.waiting_for[0], f"bid {village} W")
    assert order == [2, 0, 1]


def test_a_bid_takes_at_least_one_card_of_the_hand_to_a_free_village() -> None:
    table = WAMPUM.position("villages=C/F/T hands=WS/WW", 2)
    assert table.legal_moves(0) == sorted(f"bid {v} {goods}" for v in (1, 2, 3) for goods in ("W", "S", "WS"))


def test_an_equal_bid_cannot_displace_a_larger_one_can() -> None:
    table = WAMPUM.position("canoe=0 villages=C/F/T hands=WWW/WWW", 2)
    table.play(0, "bid 1 WW")
    assert not table.is_legal(1, "bid 1 WW")
    assert table.is_legal(1, "bid 1 WWW")
    assert table.is_legal(1, "bid 2 W")


def test_a_displaced_bidder_moves_at_once_with_the_same_cards() -> None:
    table = WAMPUM.position("canoe=0 villages=C/F/T hands=WWS/WWW/SSS", 3)
    table.play(0, "bid 1 WS")
    table.play(1, "bid 1 WWW")
    assert table.waiting_for == (0,)
    assert table.legal_moves(0) == ["go 2", "go 3"]
    table.play(0, "go 3")
    assert table.waiting_for == (2,)
    assert write_goods(table.state[0].bid[0]) == "WS"
    assert table.state[0].bid_at[0] == 2


# --- income and limit ----------------------------------------------------------------------------------------


def test_each_player_draws_two_from_the_new_start_player_on() -> None:
    position = "canoe=0 villages=CC/FF/TT hands=WWW/WWWW/SSS"
    rest = WAMPUM.position(position, 3).position.split("pile=")[1]
    pile = "CFTWSC" + rest.replace("C", "", 2).replace("F", "", 1).replace("T", "", 1).replace("W", "", 1).replace(
        "S", "", 1
    )
    table = WAMPUM.position(f"{position} pile={pile}", 3)
    table.play(0, "bid 1 W")
    table.play(1, "bid 2 WWW")  # the largest: seat 1 has the canoe and draws C F, seat 2 T W, seat 0 S C
    table.play(2, "bid 3 S")
    s = table.state[0]
    assert s.canoe == 1
    assert [write_goods(s.hand[seat]) for seat in (1, 2, 0)] == ["CFW", "TWSS", "CWWS"]


def test_with_two_players_the_free_village_gets_two_cards() -> None:
    table = WAMPUM.position("canoe=0 villages=CC/FF/TT hands=WWW/SSS removed=CFTWS", 2)
    top = int(table.state[0].top)
    table.play(0, "bid 1 W")
    table.play(1, "bid 3 S")
    s = table.state[0]
    assert s.top - top == 6
    assert s.village[1].sum() == 2 + 2


def test_nobody_draws_in_the_last_round_and_the_limit_still_holds() -> None:
    table = WAMPUM.position(
        "round=12 canoe=0 villages=CCCCCCCCC/FFFFFFFF/TTTTTTTTT hands=WWWWWWWWWWWWWWWW/SSSSSSSSS "
        "chests=CCCCCCCCFFFFFFFFF/TTTTTTTTWSSSSSSSS removed=CFTWS pile=- last=yes",
        2,
    )
    table.play(0, "bid 1 WW")
    table.play(1, "bid 2 S")
    assert list(table.waiting_for) == [0, 1]  # limit 5: seat 0 holds 14, seat 1 holds 8
    table.play(1, "discard SSS")
    assert list(table.waiting_for) == [0]
    table.play(0, "discard WWWWWWWWW")
    assert table.over
    outcome = table.outcome
    assert outcome is not None
    assert outcome.scores == [17 + 1 + 1, 17 + 0 + 1]
    assert outcome.winners == [0]
    assert list(table.waiting_for) == []


def test_everybody_over_the_limit_discards_in_any_order_with_the_same_result() -> None:
    position = "villages=CT/FF/WW hands=CCCTTTSS/FFFWWWSS bids=1:T/2:F surplus=2/1 removed=CFTWS"
    one, other = WAMPUM.position(position, 2), WAMPUM.position(position, 2)
    one.play(0, "discard CC")
    one.play(1, "discard F")
    other.play(1, "discard F")
    other.play(0, "discard CC")
    assert one.state.tobytes() == other.state.tobytes()


# --- moves that are refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("bid 1 CCCC", "bid 1 CCCC: you do not hold these cards; your hand is CCTWS."),
        ("bid 4 C", "bid 4 C: there is no such village; they are numbered 1 to 3."),
        (
            "bid 2 T",
            "bid 2 T: a bid of 2 lies at village 2 and yours is not larger; with it you may go to village 1, 3.",
        ),
        ("go 1", 'go 1: this is the time for a bid, such as "bid 1 C".'),
        ("bid 1", '"bid 1" is not a move of Wampum'),
        ("bid 1 X", '"bid 1 X" is not a move of Wampum'),
        ("bid 9 C", '"bid 9 C" is not a move of Wampum'),
        ("bid 1 CCCCCCCCCCCCCCCCCCC", "is not a move of Wampum"),
        ("", '"" is not a move of Wampum'),
    ],
)
def test_a_refused_bid_says_why_and_what_is_allowed(move: str, sentence: str) -> None:
    table = WAMPUM.position("canoe=0 villages=C/F/T hands=WW/CCTWS", 2)
    table.play(0, "bid 2 WW")
    with pytest.raises(IllegalMove) as refused:
        table.play(1, move)
    assert sentence in str(refused.value)
    assert refused.value.told("de") != refused.value.told("fr") != str(refused.value)


def test_a_refused_relocation_or_discard_says_what_is_asked_for() -> None:
    table = WAMPUM.position("villages=C/F/T hands=WW/CCTWS bids=x:WW/1:CCC displaced=0", 2)
    with pytest.raises(IllegalMove, match="your bid was displaced"):
        table.play(0, "bid 1 W")
    with pytest.raises(IllegalMove, match="you may go to village 2, 3"):
        table.play(0, "go 1")
    table = WAMPUM.position("villages=C/F/T hands=WWWWW/CC bids=1:W/2:C surplus=1/-", 2)
    with pytest.raises(IllegalMove, match="you have to discard 1 card, for example"):
        table.play(0, "go 1")
    with pytest.raises(IllegalMove, match="exactly 1 card has to go; your hand is WWWWW"):
        table.play(0, "discard WW")
    with pytest.raises(IllegalMove, match="Seat 1 is not to move; waiting for seat 0"):
        table.play(1, "discard C")


def test_moves_may_be_written_loosely_and_are_kept_in_one_form() -> None:
    table = WAMPUM.position("canoe=0 villages=C/F/T hands=CTW/CC", 2)
    assert WAMPUM.write_move(table.book[0], table.check(0, "  BID 1  wct ")) == "bid 1 CTW"


@pytest.mark.parametrize("players", WAMPUM.seats)
def test_is_legal_agrees_with_the_list_for_any_integer(players: int) -> None:
    table = WAMPUM.deal(players, seed=1)
    dice = chance.seeded("integers")
    for _ in walk(table):
        for seat in range(players):
            legal = set(table.move_numbers(seat).tolist())
            tries = [*list(legal)[:20], -1, 2**62, *(int(chance.below(dice, 2**31)) for _ in range(20))]
            for move in tries:
                assert WAMPUM.rules.is_legal(table.book[0], table.state[0], seat, move) == (move in legal)


# --- drawing moves ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        "villages=C/F/T hands=CCTS/WW",
        "canoe=0 villages=C/F/T hands=CCTS/WWW bids=-/2:WW",
        "villages=C/F/T hands=CCTS/WW/FF bids=x:S/1:WW/- displaced=0",
        "villages=C/F/T hands=CCCFTTTW/WW bids=1:W/2:W surplus=2/-",
        "villages=C/F/T hands=CCCFTTTW/WW bids=1:W/2:W surplus=6/-",
    ],
)
def test_every_legal_move_is_drawn_equally_often(position: str) -> None:
    players = len(position.split("hands=")[1].split()[0].split("/"))
    table = WAMPUM.position(position, players)
    if "canoe" in position:
        table.state[0].canoe, table.state[0].bids_made = 1, 1
    moves = table.move_numbers(0).tolist()
    dice = chance.seeded("uniform", position)
    draws = few(400, 40) * len(moves)
    counts = dict.fromkeys(moves, 0)
    for _ in range(draws):
        counts[int(WAMPUM.rules.sample_move(table.book[0], table.state[0], 0, dice))] += 1
    assert chisquare(list(counts.values())).pvalue > 1e-4


# --- deals, options, positions -----------------------------------------------------------------------------------


def test_french_removal_may_take_two_of_a_kind_and_german_never_does() -> None:
    kinds = {"german": set(), "french": set()}  # type: dict[str, set[bool]]
    for removal, same in kinds.items():
        for seed in range(100):
            removed = WAMPUM.deal(4, seed, {"removal": removal}).dealt["removed"]
            same.add(removed[0] == removed[1])
    assert kinds == {"german": {False}, "french": {False, True}}


def test_unseen_removal_takes_each_pair_of_cards_equally_often() -> None:
    pairs = np.zeros((5, 5))
    names = ["corn", "furs", "tobacco", "weapons", "spirits"]
    games_dealt = few(4000, 400)
    for seed in range(games_dealt):
        table = WAMPUM.empty_table(4, {"removal": "french"})
        WAMPUM.rules.shuffle(table.book[0], table.state[0], chance.seeded(seed))
        first, second = WAMPUM.write_deal(table.book[0], table.state[0])["removed"]
        pairs[names.index(first), names.index(second)] += 1
    seen = [pairs[i, j] for i in range(5) for j in range(i, 5)]
    chances = [18 * 17 / (90 * 89) if i == j else 2 * 18 * 18 / (90 * 89) for i in range(5) for j in range(i, 5)]
    assert chisquare(seen, [games_dealt * share for share in chances]).pvalue > 1e-4


def test_without_a_seed_nobody_can_predict_the_deal() -> None:
    assert WAMPUM.deal(3).dealt != WAMPUM.deal(3).dealt


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"first": 4}, "cannot be 4; seats are 0 to 3"),
        ({"first": "0"}, "cannot be 0; seats are 0 to 3"),
        ({"first": True}, "cannot be True"),
        ({"removed": []}, "do not fit 4 players"),
        ({"removed": ["corn", "corn"]}, "do not fit 4 players"),
        ({"deck": ["corn"]}, "The deck has 1 cards of corn; with this removal it must have"),
        ({"deck": ["gold"]}, '"gold" is not one of corn, furs'),
        ({"deck": "corn"}, '"corn" is not one of'),
        ({"more": 1}, "has the fields deck, first, removed; found: deck, first, more, removed"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(change: dict[str, object], sentence: str) -> None:
    deal = WAMPUM.deal(4, seed=1).dealt
    with pytest.raises(BadDeal) as refused:
        WAMPUM.table(4, {**deal, **change})
    assert sentence in str(refused.value)


def test_removed_cards_must_fit_the_player_count() -> None:
    deal = WAMPUM.deal(3, seed=1).dealt
    with pytest.raises(BadDeal, match="do not fit 2 players"):
        WAMPUM.table(2, deal)
    with pytest.raises(BadDeal, match="do not fit 3 players"):
        WAMPUM.table(3, WAMPUM.deal(2, seed=1).dealt)
    with pytest.raises(BadDeal, match="has the fields"):
        WAMPUM.table(3, [])  # type: ignore[arg-type]


def test_options_and_player_counts_are_checked() -> None:
    with pytest.raises(BadOption, match='removal cannot be "dutch"; allowed: german, french'):
        WAMPUM.deal(4, options={"removal": "dutch"})
    with pytest.raises(BadOption, match='no option "cards"; its options are: removal'):
        WAMPUM.deal(4, options={"cards": 3})
    with pytest.raises(BadOption, match="2 to 5 players, not 6"):
        WAMPUM.deal(6)
    with pytest.raises(BadOption, match="no seat 7"):
        WAMPUM.deal(2).view(7)


@pytest.mark.parametrize("players", WAMPUM.seats)
def test_positions_of_tables_and_views_can_be_written_and_read_back(players: int) -> None:
    for seed in range(few(6, 1)):
        table = WAMPUM.deal(players, seed, {"removal": ("german", "french")[seed % 2]})
        for _ in walk(table, seed):
            again = WAMPUM.position(table.position, players, table.options)
            assert again.state.tobytes() == table.state.tobytes()
            view = table.view(0)
            assert WAMPUM.position(view.position, players, table.options).position == view.position
        assert WAMPUM.position(table.position, players, table.options).over


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("colour=red", '"colour=red" is not a field of a position; fields are: round, canoe'),
        ("villages=C/F/T round=x", "round=x: must be a number from 1 to 99"),
        ("villages=C/F/T canoe=2", "canoe=2: must be a number from 0 to 1"),
        ("villages=C/F", "villages: 2 entries found, 3 expected"),
        ("villages=C/F/Q", 'villages: "Q" cannot be read'),
        ("villages=C/F/T bids=C/-", 'bids: "C" cannot be read'),
        ("villages=C/F/T pile=XYZ", 'pile: "XYZ" cannot be read'),
        ("villages=C/F/T pile=CC", "There are 3 cards of corn in this position; the game has 18"),
    ],
)
def test_a_position_that_cannot_be_read_says_why(position: str, sentence: str) -> None:
    with pytest.raises(BadDeal) as refused:
        WAMPUM.position(position, 2)
    assert sentence in str(refused.value)


def test_the_drawn_table_shows_own_cards_and_counts_the_others() -> None:
    table = WAMPUM.position("canoe=1 villages=CC/FF/TT hands=CCTTT/WWWSS bids=-/2:WW", 2)
    table.state[0].bids_made = 1
    whole, seen = str(table), str(table.view(0))
    assert "hand  5 CCTTT" in whole
    assert "hand  5 WWWSS" in whole
    assert "seat 1 bids WW" in whole
    assert "hand  5 ?5" in seen
    assert "seat 1 bids ?2" in seen
    assert "> seat 0" in seen
