"""The rules of Amul as the rulebook tells them: set-up, the steps of a round, effects, order, the end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from spieltisch import games
from spieltisch.games import BadOption, IllegalMove, chance
from spieltisch.games.amul import Options, notation, rules
from spieltisch.games.amul.state import PLAY, STATE, STRENGTH
from tests.amul.amul_tables import AMUL, HOUSE, areas_of, with_areas
from tests.amul.plain_amul import FRESH, entry_of, piles
from tests.tables import few, walk

if TYPE_CHECKING:
    from spieltisch.games import Table


def deal_with(players: int, *front: str, first: int = 0, back: tuple[str, ...] = (), tea: bool = False) -> Table:
    """Deal with the named cards on top of the deck; the rest follows in the order of the card file."""
    deck, _, _ = piles(HOUSE, players, tea=tea)
    for card in (*front, *back):
        deck.remove(card)
    return AMUL.table(players, {"first": first, "deck": [*front, *deck, *back]}, {"tea": tea})


def hand(table: Any, seat: int) -> list[str]:
    return notation.names(table.book[0], table.state[0].hand[seat])


def shown(table: Any, place: str) -> list[str]:
    return notation.names(table.book[0], table.state[0][place])


# --- 2. set-up ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", AMUL.seats)
def test_the_piles_have_the_sizes_of_the_identities(players: int) -> None:
    book = AMUL.empty_table(players).book[0]
    with_tea = AMUL.empty_table(players, {"tea": True}).book[0]
    assert book.deck_size == 14 * players + 9 * FRESH[players]
    assert with_tea.deck_size == book.deck_size + players
    assert book.palace_size == with_tea.palace_size == 2 * players
    assert book.bazaar_size == players
    assert with_tea.bazaar_size == players + 1
    deck = Counter(notation.names(book, book.deck))
    assert deck["contract"] == players
    assert Counter(notation.names(with_tea, with_tea.deck)) - deck == {"tea": players}


@pytest.mark.parametrize("players", AMUL.seats)
def test_the_piles_hold_the_cards_of_the_file(players: int) -> None:
    for tea in (False, True):
        book = AMUL.empty_table(players, {"tea": tea}).book[0]
        market, palace, bazaar = piles(HOUSE, players, tea=tea)
        assert Counter(notation.names(book, book.deck)) == Counter(market)
        assert Counter(notation.names(book, book.palace)) == Counter(palace)
        assert Counter(notation.names(book, book.bazaar)) == Counter(bazaar)


@pytest.mark.parametrize(
    ("players", "symbols", "strength"),
    [(3, 8, 7), (4, 11, 13), (5, 15, 14), (6, 15, 20), (7, 18, 22), (8, 19, 22)],
)
def test_symbols_of_the_house_set(players: int, symbols: int, strength: int) -> None:
    market, palace, _ = piles(HOUSE, players, tea=False)
    assert sum(entry_of(HOUSE, card)["arab"] for card in market + palace) == symbols
    assert sum(entry_of(HOUSE, card)["mongol"] for card in market + palace) == symbols
    assert sum(entry_of(HOUSE, card)["strength"] for card in market) == strength


def test_four_players_after_the_first_refill() -> None:
    table = AMUL.deal(4, seed=1)
    s = table.state[0]
    assert [len(hand(table, seat)) for seat in range(4)] == [6, 6, 6, 6]
    assert [len(shown(table, place)) for place in ("market", "palace", "bazaar")] == [2, 8, 4]
    assert len(notation.names(table.book[0], s.deck)) == 48
    assert table.waiting_for == (0, 1, 2, 3)


def test_dealing_starts_with_the_start_player_five_cards_at_once_then_one_each() -> None:
    table = AMUL.deal(3, seed=2)
    deck, first = table.dealt["deck"], table.dealt["first"]
    for step in range(3):
        cards = [*deck[5 * step : 5 * step + 5], deck[15 + step]]
        assert sorted(hand(table, (first + step) % 3)) == sorted(cards)
    assert shown(table, "market") == [deck[18]]


def test_every_seat_can_be_start_player() -> None:
    assert {AMUL.deal(8, seed).dealt["first"] for seed in range(80)} == set(range(8))


@pytest.mark.parametrize("players", [2, 9])
def test_amul_is_for_three_to_eight(players: int) -> None:
    with pytest.raises(BadOption, match="3 to 8"):
        AMUL.deal(players)


# --- 3. a round -----------------------------------------------------------------------------------------


def three_at_the_table() -> Table:
    """Seat 0 can play the Looter, seat 1 an Arab Merchant, seat 2 a Contract; Gold lies in the market."""
    return deal_with(
        3,
        *("looter.K", "spices", "spices", "gold", "camel"),
        *("arab_merchant", "silver", "oil", "thief", "camel"),
        *("contract", "silver", "silver", "gold", "camel"),
        *("carpet", "carpet", "carpet", "gold"),
    )


def offer_and_pick(table: Table, offers: list[str], picks: list[str]) -> None:
    for seat, card in enumerate(offers):
        table.play(seat, f"offer {card}")
    for card in picks:
        (seat,) = table.waiting_for
        table.play(seat, f"pick {card}")


def test_offers_stay_hidden_until_the_last_is_in_then_join_the_market() -> None:
    table = three_at_the_table()
    table.play(2, "offer gold")
    table.play(0, "offer gold")
    assert shown(table, "market") == ["gold"]
    assert table.waiting_for == (1,)
    assert table.view(1).state[0].chosen.tolist() == [-1] * 8
    assert table.view(1).state[0].decided == 0b101
    table.play(1, "offer thief")
    assert sorted(shown(table, "market")) == ["gold", "gold", "gold", "thief"]
    assert notation.names(table.book[0], table.state[0].offered) == ["gold", "thief", "gold"]


def test_a_choice_once_made_is_final() -> None:
    table = three_at_the_table()
    table.play(0, "offer gold")
    with pytest.raises(IllegalMove, match="not to move"):
        table.play(0, "offer camel")


def test_equal_cards_are_one_move() -> None:
    table = three_at_the_table()
    assert table.legal_moves(0) == [
        "offer camel",
        "offer carpet",
        "offer gold",
        "offer looter.K",
        "offer spices",
    ]


def test_picks_go_clockwise_from_the_first_pick_holder_and_an_own_offer_may_be_picked_back() -> None:
    table = three_at_the_table()
    for seat, card in enumerate(("gold", "thief", "gold")):
        table.play(seat, f"offer {card}")
    assert table.state[0].queue[:3].tolist() == [0, 1, 2]
    assert table.legal_moves(0) == ["pick gold", "pick thief"]
    table.play(0, "pick gold")
    table.play(1, "pick thief")
    table.play(2, "pick gold")
    assert shown(table, "market") == ["gold"]
    assert "thief" in hand(table, 1)


def test_passing_is_not_possible_in_the_pick() -> None:
    table = three_at_the_table()
    for seat, card in enumerate(("gold", "thief", "gold")):
        table.play(seat, f"offer {card}")
    with pytest.raises(IllegalMove, match="name a card"):
        table.play(0, "pick nothing")


def test_a_played_card_with_the_table_icon_stays_and_a_hand_card_is_lost() -> None:
    table = three_at_the_table()
    offer_and_pick(table, ["gold", "oil", "camel"], ["oil", "camel", "gold"])
    table.play(0, "play oil")
    table.play(1, "play thief")  # hand-only, although table cards are in hand
    table.play(2, "play silver")
    assert areas_of(table) == [["oil"], [], ["silver"]]
    assert notation.names(table.book[0], table.state[0].played) == ["oil", "thief", "silver"]
    assert table.state[0].removed == 2  # the thief, and the gold left in the market
    assert table.state[0].round_number == 2


def test_effects_go_in_order_each_from_its_place_and_may_be_declined() -> None:
    table = three_at_the_table()
    offer_and_pick(table, ["gold", "oil", "camel"], ["gold", "camel", "gold"])
    for seat, card in enumerate(("looter.K", "arab_merchant", "contract")):
        table.play(seat, f"play {card}")
    assert table.waiting_for == (0,)
    assert table.legal_moves(0) == ["take nothing", "take oil"]
    table.play(0, "take oil")
    assert "take tent" in table.legal_moves(1)
    table.play(1, "take tent")
    assert table.legal_moves(2) == [
        *("take nothing", "take trader_baghdad", "take trader_bukhara", "take trader_merv"),
    ]
    table.play(2, "take nothing")
    assert areas_of(table) == [["oil", "looter.K"], ["tent", "arab_merchant"], ["contract"]]
    assert len(shown(table, "palace")) == 5
    assert len(shown(table, "bazaar")) == 3


def test_a_market_effect_lapses_without_a_table_card() -> None:
    table = three_at_the_table()
    offer_and_pick(table, ["gold", "oil", "camel"], ["oil", "camel", "gold"])
    for seat, card in enumerate(("looter.K", "silver", "silver")):
        table.play(seat, f"play {card}")
    assert table.state[0].round_number == 2  # only gold was left: nobody had to decide
    assert areas_of(table)[0] == ["looter.K"]


def test_the_second_looter_finds_nothing() -> None:
    table = deal_with(
        4,
        *("looter.K", "spices", "spices", "gold", "camel"),
        *("looter.L", "silver", "oil", "gold", "camel"),
        *("silver", "silver", "silver", "gold", "camel"),
        *("oil", "spices", "spices", "thief", "camel"),
        *("carpet", "carpet", "carpet", "porcelain", "gold", "jewel"),
    )
    offer_and_pick(table, ["gold", "gold", "gold", "camel"], ["gold", "gold", "gold", "gold"])
    assert sorted(shown(table, "market")) == ["camel", "jewel"]
    for seat, card in enumerate(("looter.K", "looter.L", "silver", "oil")):
        table.play(seat, f"play {card}")
    assert table.waiting_for == (0,)
    table.play(0, "take camel")
    assert table.state[0].round_number == 2
    assert areas_of(table)[:2] == [["looter.K", "camel"], ["looter.L"]]


def test_a_taken_card_triggers_nothing_and_stays_whatever_its_icon() -> None:
    table = deal_with(
        5,
        *("arab_merchant", "silver", "silver", "gold", "camel"),
        *("looter.K", "silver", "silver", "gold", "camel"),
        *("spices", "spices", "spices", "gold", "camel"),
        *("spices", "spices", "spices", "gold", "camel"),
        *("spices", "oil", "oil", "gold", "camel"),
        *("carpet", "carpet", "carpet", "lamp", "lamp", "contract", "jewel", "jewel"),
    )
    offer_and_pick(table, ["gold"] * 5, ["gold"] * 5)
    plays = ("arab_merchant", "looter.K", "spices", "spices", "spices")
    for seat, card in enumerate(plays):
        table.play(seat, f"play {card}")
    table.play(0, "take gold")  # hand-only, from the palace
    table.play(1, "take contract")  # no second effect
    assert table.state[0].round_number == 2
    assert areas_of(table)[:2] == [["gold", "arab_merchant"], ["looter.K", "contract"]]
    assert len(shown(table, "bazaar")) == 5


def test_the_effect_order_counts_cards_played_this_round() -> None:
    """Round 4 of 3: seat 2 arms itself in this very step and so takes before seat 0, who has the first pick."""
    table = deal_with(
        3,
        *("arab_merchant", "silver", "silver", "silver", "silver"),
        *("spices", "spices", "spices", "spices", "gold"),
        *("looter.K", "camel", "camel", "camel", "camel"),
    )
    s = table.state[0]
    keep = ("arab_merchant", "looter.K")
    while s.round_number < 4 or s.phase != PLAY:
        seat = table.waiting_for[0]
        moves = [move for move in table.legal_moves(seat) if "guard" not in move and "sword" not in move]
        own = [move for move in moves if move.split()[1] not in keep or move.startswith("pick")]
        table.play(seat, next((move for move in own if move.split()[1] in keep), own[0]))
    assert areas_of(table)[2].count("looter.K") == 0
    assert [int(s.symbols[seat, STRENGTH]) for seat in range(3)] == [0, 0, 0]
    s.market[0] = notation.words(table.book[0]).number["oil"]
    s.market_size = 1
    table.play(0, "play arab_merchant")
    table.play(1, next(move for move in table.legal_moves(1) if "." not in move and "merchant" not in move))
    table.play(2, "play looter.K")
    assert s.queue[:3].tolist() == [2, 0, 1]
    assert table.waiting_for == (2,)
    table.play(2, "take nothing")
    assert table.waiting_for == (0,)


def test_the_market_effect_may_not_take_a_hand_card() -> None:
    table = deal_with(
        5,
        *("looter.K", "silver", "silver", "gold", "camel"),
        *("spices", "silver", "silver", "gold", "camel"),
        *("spices", "spices", "spices", "gold", "camel"),
        *("spices", "spices", "spices", "gold", "camel"),
        *("spices", "oil", "oil", "gold", "camel"),
        *("carpet", "carpet", "carpet", "lamp", "lamp", "contract", "jewel", "jewel"),
    )
    offer_and_pick(table, ["gold"] * 5, ["gold"] * 5)
    for seat, card in enumerate(("looter.K", "spices", "spices", "spices", "spices")):
        table.play(seat, f"play {card}")
    with pytest.raises(IllegalMove, match=r"table icon.*You can take: contract, or nothing"):
        table.play(0, "take jewel")


# --- 4. order -------------------------------------------------------------------------------------------


def line_up(areas: list[list[str]], first: int, round_number: int) -> list[int]:
    table = with_areas(areas)
    s = table.state[0]
    s.first, s.round_number = first, round_number
    rules.line_up(table.book[0], s)
    return [int(seat) for seat in s.queue[: len(areas)]]


def test_equal_strength_is_decided_by_the_earliest_letter_from_round_n_plus_1() -> None:
    p = ["mongol_guard.D", "mongol_guard.E", "arab_guard.F"]
    q = ["mongol_sword.B", "arab_general.G"]
    assert line_up([p, q, [], []], 0, 5) == [1, 0, 2, 3]
    assert line_up([p, q, [], []], 0, 4) == [3, 0, 1, 2]


def test_unarmed_seats_follow_clockwise_from_the_first_pick_holder() -> None:
    assert line_up([[], [], ["arab_sword.A"], [], []], 0, 7) == [2, 1, 3, 4, 0]
    assert line_up([[], ["looter.M"], [], ["warlord.O"], []], 4, 9) == [3, 1, 2, 4, 0]


# --- 5. the end -----------------------------------------------------------------------------------------


def test_at_the_end_hand_cards_with_the_hand_icon_are_laid_out_and_the_others_leave() -> None:
    for seed in range(few(12, 2)):
        table = AMUL.deal(3 + seed % 6, seed)
        held: list[list[str]] = []
        before: list[list[str]] = []
        for seat, move in walk(table, seed):
            after = table.copy()
            after.play(seat, move)
            if after.over:
                played = after.state[0].played
                held = [hand(table, other) for other in range(table.players)]
                before = areas_of(table)
                verb, card = move.split()
                if verb == "play":
                    held[seat].remove(card)
                    for other, face in enumerate(notation.names(table.book[0], played)):
                        before[other] += [face] if entry_of(HOUSE, face)["position"] != "hand" else []
                elif card != "nothing":
                    before[seat].append(card)
        for seat, area in enumerate(areas_of(table)):
            laid_out = [card for card in held[seat] if entry_of(HOUSE, card)["position"] != "table"]
            assert Counter(area) == Counter(before[seat] + laid_out)
        assert table.legal_moves(0) == []
        assert table.count_moves(0) == 0


def test_a_both_card_kept_in_hand_gives_strength_only_at_the_end() -> None:
    table = deal_with(3, "arab_sword.A")
    s = table.state[0]
    while not table.over:
        seat = table.waiting_for[0]
        moves = [move for move in table.legal_moves(seat) if "arab_sword.A" not in move]
        picks = [move for move in table.legal_moves(seat) if move == "pick arab_sword.A"]
        assert s.symbols[0, 2] == sum(entry_of(HOUSE, card).get("strength", 0) for card in areas_of(table)[0])
        assert "arab_sword.A" not in areas_of(table)[0]
        table.play(seat, (picks or moves)[0])
    assert "arab_sword.A" in areas_of(table)[0]


# --- 7. the winner --------------------------------------------------------------------------------------


def winners(areas: list[list[str]]) -> tuple[list[int], list[int]]:
    table = with_areas(areas)
    outcome = AMUL.outcome(table.book[0], table.state[0])
    return outcome.scores, outcome.winners


def test_equal_points_are_decided_by_strength_else_shared() -> None:
    assert winners([["oil"], ["oil"], []]) == ([2, 2, 0], [0, 1])
    assert winners([["oil", "spices"], ["looter.K", "looter.L", "oil"], []]) == ([4, 4, 0], [1])
    assert winners([[], [], []]) == ([0, 0, 0], [0, 1, 2])
    opium = ["opium", "opium"]
    assert winners([opium, ["opium", "looter.K"], ["mercenary.P"]]) == ([-4, -1, -2], [1])


# --- compiled rules and their limits --------------------------------------------------------------------


def test_is_legal_can_be_asked_about_any_number() -> None:
    table = AMUL.deal(3, seed=4)
    book, s = table.book[0], table.state[0]
    for number in (-1, 127, 5 * 128, -(2**63), 2**63 - 1, 128 * 3 + 127, 10**9):
        for seat in (-1, 0, 2, 3, 7, 99):
            assert not AMUL.rules.is_legal(book, s, seat, number)
    for _ in walk(table, 4):
        for seat in range(3):
            legal = set(map(int, table.move_numbers(seat)))
            for number in range(5 * 128):
                assert AMUL.rules.is_legal(book, s, seat, number) == (number in legal)
        if s.round_number > few(2, 1):
            break


def test_sampled_moves_are_equally_likely() -> None:
    table = three_at_the_table()
    offer_and_pick(table, ["gold", "oil", "camel"], ["gold", "camel", "gold"])
    luck = chance.seeded("sample")
    book, s = table.book[0], table.state[0]

    def sampled(seat: int) -> Counter[str]:
        rolls = few(6000, 600)
        found = Counter(AMUL.write_move(book, int(AMUL.rules.sample_move(book, s, seat, luck))) for _ in range(rolls))
        assert sorted(found) == table.legal_moves(seat)
        mean = rolls / len(found)
        assert all(abs(count - mean) < 5 * mean**0.5 for count in found.values())
        return found

    assert "silver" in hand(table, 2)  # twice, and still one move
    sampled(2)
    for seat, card in enumerate(("looter.K", "arab_merchant", "contract")):
        table.play(seat, f"play {card}")
    sampled(0)
    table.play(0, "take nothing")
    sampled(1)


def test_the_state_has_no_padding_so_equal_tables_are_equal_bytes() -> None:
    assert STATE.names is not None
    assert sum(STATE[name].itemsize for name in STATE.names) == STATE.itemsize


def test_no_game_is_longer_than_announced() -> None:
    book = AMUL.empty_table(8).book[0]
    seats, moves = np.zeros(AMUL.longest, np.int8), np.zeros(AMUL.longest, np.int64)
    for seed in range(few(200, 2)):
        table = AMUL.deal(8, seed)
        count = AMUL.rules.random_game(book, table.state[0], chance.seeded(seed), seats, moves)
        assert 9 * 24 <= count <= 9 * 32 == AMUL.longest
        assert table.over


def test_options_by_name() -> None:
    assert AMUL.read_options({"tea": "true"}) == Options(tea=True)
    assert AMUL.read_options(None) == Options()
    with pytest.raises(BadOption, match="tea, cards"):
        AMUL.read_options({"coffee": True})
    assert games.get("amul") is AMUL
