"""The rules of Wigwam one by one: the table before, the move, the table after."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spieltisch import games
from spieltisch.games import BadDeal, BadOption
from spieltisch.games.bits import count_bits
from spieltisch.games.wigwam import rules
from spieltisch.games.wigwam.board import DARK_BASE, LIGHT_BASE, NAME_OF, NAMES, neighbour
from spieltisch.games.wigwam.moves import MOVE_ROOM

WIGWAM = games.get("wigwam")
HUFF = {"forced_capture": "huff"}
BASES = (LIGHT_BASE, DARK_BASE)
COMPULSORY = {"continuation": "compulsory"}
STANDARD = {"setup": "standard"}


def at(position: str, **options: str) -> games.Table:
    return WIGWAM.position(position, options=options)


def moves_of(table: games.Table, start: str) -> list[str]:
    """What the piece on a point can do."""
    return [move for move in table.legal_moves(table.waiting_for[0]) if move.startswith(start)]


def ended(table: games.Table) -> tuple[list[int], str] | None:
    return None if table.outcome is None else (table.outcome.scores, table.outcome.reason)


# --- board ---------------------------------------------------------------------------------------------


def test_inner_points_have_six_neighbours_edge_points_four_and_corners_three() -> None:
    counts = [sum(neighbour(cell, direction) in NAME_OF for direction in range(6)) for cell in NAME_OF]
    assert (counts.count(6), counts.count(4), counts.count(3)) == (19, 12, 6)
    assert len(NAMES) == 37


# --- setting up ----------------------------------------------------------------------------------------


def test_the_standard_arrangement_is_laid_out_at_once() -> None:
    table = WIGWAM.table(2, {}, STANDARD)
    assert table.position == "..../ww.WW/tw..WT/ctw.WTC/tw..WT/ww.WW/.... l"
    assert table.waiting_for == (0,)
    assert table.count_moves(0) == 15


def test_players_place_in_turn_until_all_22_pieces_stand() -> None:
    table = WIGWAM.table(2, {})
    for number in range(22):
        assert table.waiting_for == (number % 2,)
        assert table.position.endswith(" s")
        table.play(number % 2, table.legal_moves(number % 2)[0])
    assert table.waiting_for == (0,)
    assert not table.position.endswith(" s")
    assert [int(count_bits(table.state[0].warriors[seat])) for seat in range(2)] == [7, 7]


@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_hidden_arrangements_come_in_any_order_and_light_begins(order: list[int]) -> None:
    table = WIGWAM.table(2, {}, {"setup": "hidden"})
    letters = {0: "setup WWTWCTWTWWW", 1: "setup WWWTWTCWTWW"}
    assert list(table.waiting_for) == [0, 1]
    table.play(order[0], letters[order[0]])
    assert list(table.waiting_for) == [order[1]]
    table.play(order[1], letters[order[1]])
    assert table.position == "..../ww.WW/tw..WT/ctw.WTC/tw..WT/ww.WW/.... l"
    assert list(table.waiting_for) == [0]


def test_whoever_arranges_first_cannot_do_it_twice() -> None:
    table = WIGWAM.table(2, {}, {"setup": "hidden"})
    table.play(1, "setup WWTWCTWTWWW")
    assert not table.is_legal(1, "setup WWTWCTWTWWW")
    assert table.count_moves(0) == 1320


# --- moves without capture -----------------------------------------------------------------------------


def test_the_chief_needs_only_one_open_route() -> None:
    # d1 to c2 leads over c1 (enemy tent) or over d2 (free).
    table = at("...W/...../T...../c.....C/....../...../...w l")
    assert "d1-c2" in moves_of(table, "d1")
    # To b1 the only way is over c1.
    assert "d1-b1" not in moves_of(table, "d1")


def test_the_chief_does_not_turn_sharply_to_get_around_an_enemy() -> None:
    table = at("..../...../....../cT....C/T...../...../w..W l")
    assert moves_of(table, "d1") == ["d1-b1", "d1-c1", "d1-c2"]


# --- captures ------------------------------------------------------------------------------------------


def test_victims_leave_at_once_so_their_points_become_free() -> None:
    table = at("..../..W../.W..W./.w.C..c/.W..W./..W../.... l", **COMPULSORY)
    table.play(0, "d2xc2-b2xb3-b4xc5-d6xe5-f4xf3-f2xe2-d2")
    assert table.position == "..../...../....../.w.C..c/....../...../.... d"


def test_a_piece_can_land_where_its_first_victim_stood() -> None:
    table = at("..../....W/W...../....c../..WW../W...C/.W.W l")
    table.play(0, "d5xe4-f3xg2-g1xf1-e2xe3-e4")
    assert table.position == "..../....W/W...../......./...c../....C/...W d"


@pytest.mark.parametrize("options", [{}, COMPULSORY, HUFF])
def test_taking_the_chief_ends_turn_and_game(options: dict[str, str]) -> None:
    table = at("..../...../....../wC.W.../....../...../c..W l", **options)
    assert not table.is_legal(0, "d1xd2-d3xd4-d5")
    table.play(0, "d1xd2-d3")
    assert ended(table) == ([2, 0], "chief")


# --- huffing -------------------------------------------------------------------------------------------


def test_all_pieces_that_could_have_captured_are_liable() -> None:
    table = at("W..C/...../...w../...wW../...T../...../c... l", **HUFF)
    table.play(0, "g1-g2")
    assert table.position.endswith("d h=c4,d4")


def test_a_liable_piece_is_followed_when_it_is_the_one_that_moved() -> None:
    table = at("W..C/...../....../...wW../....../w..../c... l", **HUFF)
    table.play(0, "d4-d3")
    assert table.position.endswith("d h=d3")
    table.play(1, "huff d3")
    assert table.position == "W..C/...../....../....W../....../w..../c... d h!"


def test_a_huff_is_followed_by_a_move_of_the_same_player_and_not_by_another_huff() -> None:
    table = at("W..C/...../...w../...wW../...T../...../.c.. d h=c4,d4", **HUFF)
    table.play(1, "huff c4")
    assert table.waiting_for == (1,)
    assert not table.is_legal(1, "huff d4")
    table.play(1, "a1-a2")
    assert table.waiting_for == (0,)


def test_moving_gives_the_right_up() -> None:
    table = at("W..C/...../....../...wW../....../.w.../c... d h=d4", **HUFF)
    table.play(1, "a1-b1")
    assert "huff" not in " ".join(table.legal_moves(0)).replace("huff d5", "")
    table.play(0, "f2-g2")
    assert table.position.endswith("h=d4")  # missed again, by the new move


def test_a_capture_leaves_nothing_liable() -> None:
    table = at("W..C/...../...w../...wW../...T../...../c... l", **HUFF)
    table.play(0, "d4xd5-d6")
    assert table.position.endswith(" d")


def test_huffing_the_chief_counts_as_taking_him() -> None:
    table = at("W..C/...../....../...cW../....../...../.w.. d h=d4", **HUFF)
    table.play(1, "huff d4")
    assert ended(table) == ([0, 2], "chief")


def test_after_huffing_the_last_warrior_the_huffer_moves_before_the_reply() -> None:
    table = at("W..C/...../....../...wW../....../...../.c.. d h=d4", **HUFF)
    table.play(1, "huff d4")
    assert not table.over
    table.play(1, "d5-d4")
    assert ended(table) == ([0, 1], "no_warriors")


def test_after_huffing_the_last_warrior_the_reply_may_take_everything() -> None:
    table = at("...C/...../....../...wW../....../.W.../.c.. d h=d4", **HUFF)
    table.play(1, "d5-e4")  # no huff: the right is gone
    assert not table.over
    table = at("...C/...../....../...w.../....../.W.../.c.. d h=d4", **HUFF)
    table.play(1, "huff d4")
    table.play(1, "a4-a3")
    assert table.waiting_for == (0,)  # g2 next to f2: the reply
    table.play(0, "g2xf2-e2")
    assert ended(table) == ([0, 0], "only_chiefs")


def test_a_right_to_huff_does_not_save_who_has_no_warriors_and_no_capture() -> None:
    table = at("...C/...../....../c..W.../....../...../.... l h=d4", **HUFF)
    assert ended(table) == ([0, 1], "no_warriors")


def test_breaking_off_is_illegal_in_huff_mode_too_when_continuation_is_compulsory() -> None:
    table = at("...C/...../....../wW.W.../....../...../c..W l", **COMPULSORY, **HUFF)
    assert not table.is_legal(0, "d1xd2-d3")
    assert table.is_legal(0, "d1xd2-d3xd4-d5")
    assert table.is_legal(0, "g1-g2")


# --- ends ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, HUFF])
def test_blocked_comes_before_no_warriors(options: dict[str, str]) -> None:
    assert ended(at("Ct../tt.../....../...w.../....../...../c... d", **options)) == ([2, 0], "blocked")


@pytest.mark.parametrize("options", [{}, HUFF])
def test_blocked_comes_before_only_chiefs(options: dict[str, str]) -> None:
    assert ended(at("cT../TT.../....../......C/....../...../.... l", **options)) == ([0, 2], "blocked")


def test_a_chief_who_can_pass_his_own_tents_is_not_blocked() -> None:
    assert ended(at("Ct../tt.../....../...w.../....../...../c... d")) == ([2, 0], "blocked")
    assert ended(at("CT../TT.../....../...w.../....../...../c... d")) == ([1, 0], "no_warriors")


@pytest.mark.parametrize("options", [{}, HUFF])
def test_a_reply_that_shuts_the_enemy_in_wins_two(options: dict[str, str]) -> None:
    # Dark has no warriors left. Taking b4, his chief closes b3, the light chief's last way over his tents.
    table = at("cT../tt.wC/TTt.../......./....../...../.... d", **options)
    assert not table.over
    table.play(1, "b5xb4-b3")
    assert ended(table) == ([0, 2], "blocked")


@pytest.mark.parametrize("options", [{}, HUFF])
def test_chief_against_chief_the_capture_is_the_only_move(options: dict[str, str]) -> None:
    table = at("t.../...../....../..cC.../....../...../.... l", **options)
    assert table.legal_moves(0) == ["d3xd4-c4", "d3xd4-d5", "d3xd4-e4"]


def test_in_huff_mode_the_reply_may_be_wasted() -> None:
    table = at("..../...../....../.....wC/....../...../cw.. d", **HUFF)
    table.play(1, "d7-e6")
    assert ended(table) == ([1, 0], "no_warriors")


def shuttle(table: games.Table, times: int) -> None:
    for _ in range(times):
        for seat, move in [(0, "b1-a1"), (1, "f5-g4"), (0, "a1-b1"), (1, "g4-f5")]:
            if not table.over:
                table.play(seat, move)


@pytest.mark.parametrize("setup", ["standard", "hidden", "alternate"])
def test_the_position_after_set_up_is_the_first_of_three(setup: str) -> None:
    table = WIGWAM.table(2, {}, {"setup": setup})
    if setup == "hidden":
        table.play(0, "setup WWTWCTWTWWW")
        table.play(1, "setup WWWTWTCWTWW")
    if setup == "alternate":
        for light, dark, mine, yours in zip(*BASES, "WWTWCTWTWWW", "WWWTWTCWTWW", strict=True):
            table.play(0, f"{mine}@{light}")
            table.play(1, f"{yours}@{dark}")
    shuttle(table, 1)
    assert not table.over
    shuttle(table, 1)
    assert ended(table) == ([0, 0], "repetition")


def test_a_huff_restarts_repetition_and_the_count_of_plies() -> None:
    table = at("W..C/...../....../...wW../....../.w.../c... d h=d4", **HUFF)
    table.play(1, "huff d4")
    assert table.state[0].quiet == 0
    back_and_forth = [(1, "a1-a2"), (0, "g1-g2"), (1, "a2-a1"), (0, "g2-g1")]
    for seat, move in back_and_forth * 2:
        assert not table.over
        table.play(seat, move)
    # The position after the huff, with the huffer to move, was the first occurrence.
    assert ended(table) == ([0, 0], "repetition")


def test_rights_to_huff_are_not_compared() -> None:
    # Dark misses the same capture again and again; only the first position has no right to huff.
    table = at("W..C/...../....../...wW../....../.w.../c... d", **HUFF)
    back_and_forth = [(1, "a1-a2"), (0, "f2-g2"), (1, "a2-a1"), (0, "g2-f2")]
    for seat, move in back_and_forth * 2:
        assert not table.over
        table.play(seat, move)
    assert ended(table) == ([0, 0], "repetition")


def test_a_capture_on_the_hundredth_ply_is_progress() -> None:
    table = WIGWAM.position("W..C/...../....../...wW../....../.w.../c... l")
    table.state[0].quiet = 99
    table.play(0, "d4xd5-d6")
    assert not table.over
    assert table.state[0].quiet == 0


# --- the thin layer ------------------------------------------------------------------------------------


def test_wigwam_has_no_deal() -> None:
    table = WIGWAM.deal(seed=3)
    assert table.dealt == {}
    with pytest.raises(BadDeal, match="empty"):
        WIGWAM.table(2, {"first": 1})


def test_options_and_players_are_checked() -> None:
    with pytest.raises(BadOption, match="alternate, hidden, standard"):
        WIGWAM.table(2, {}, {"setup": "chaos"})
    with pytest.raises(BadOption, match="2 to 2"):
        WIGWAM.table(3, {})


def test_scores_name_the_winner() -> None:
    won = at("..../...../....../....C../....../...../cw.. l").outcome
    lost = at("cT../TT.../....../......C/....../...../.... l").outcome
    drawn = at("..../...../....../c.....C/....../...../.... l").outcome
    assert [outcome.winners for outcome in (won, lost, drawn) if outcome] == [[0], [1], [0, 1]]


def test_a_list_never_grows_past_its_buffer() -> None:
    table = at("..../.W.../W..W../.cW..C./W..W../.W.../.... l")
    count = table.count_moves(0)
    assert count > 900  # the longest list known
    buffer: Any = np.full(count, -7, np.int64)
    for room in (0, 1, 10, count - 1):
        buffer[:] = -7
        assert rules.legal_moves(table.book[0], table.state[0], 0, buffer[:room]) == count
        assert (buffer[room:] == -7).all()
        assert (buffer[:room] != -7).all()
    assert count < MOVE_ROOM
