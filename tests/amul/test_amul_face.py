"""What clients are told about cards of Amul: badges and worked sums say what the rules themselves would score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from spieltisch.games.amul import notation, rules
from spieltisch.games.amul.showing import COLUMNS, OPEN_ARAB, OPEN_MONGOL, OPEN_RANK, SURE
from spieltisch.texts import LANGUAGES
from tests.amul.amul_tables import AMUL, lines_of
from tests.tables import walk

if TYPE_CHECKING:
    from spieltisch.games import Table

FACE = AMUL.face
COLOURS = slice(0, 7)


def ended_now(table: Table, seat: int, without: str = "", beside: str = "") -> list[int]:
    """Score a seat as if the game ended now: the rules lay out its hand cards with the hand icon."""
    over = table.copy()
    book, s = over.book[0], over.state[0]
    number = notation.words(book).number
    hand = notation.names(book, s.hand[seat].tolist())
    if without:
        hand.remove(without)
    for card in hand:
        if book.hand_icon[number[card]]:
            rules.lay_down(book, s, seat, number[card])
    if beside:
        rules.lay_down(book, s, seat, number[beside])
    return lines_of(over)[seat]


@pytest.mark.parametrize("players", [3, 5, 8])
def test_a_badge_is_the_difference_of_two_scorings(players: int) -> None:
    """A card of the hand against the hand without it, any other against the area without it; majorities stand apart."""
    table = AMUL.deal(players, seed=players)
    checked = 0
    for turn, (seat, _) in enumerate(walk(table, players)):
        if turn % 5:
            continue
        board: Any = FACE.board(table.view(seat), memory=False)
        cases = [("held", card, card) for card in board.held] + [("in_sight", card, "") for card in board.in_sight]
        for where, card, without in cases:
            row = getattr(board, where)[card]
            was, now = ended_now(table, seat, without), ended_now(table, seat, without, card)
            assert row[OPEN_ARAB] == now[7] - was[7]
            assert row[OPEN_MONGOL] == now[8] - was[8]
            assert row[SURE] + row[OPEN_RANK] == sum(now[COLOURS]) - sum(was[COLOURS])
            assert len(row) == COLUMNS
            checked += 1
        alone = lines_of(table)[seat]
        assert board.hand_points == sum(ended_now(table, seat)[COLOURS]) - sum(alone[COLOURS])
    assert checked > 100


@pytest.mark.parametrize("players", [3, 8])
def test_a_move_says_the_same_as_the_badge_of_its_card(players: int) -> None:
    table = AMUL.deal(players, seed=1)
    for seat, _ in walk(table, 2):
        view = table.view(seat)
        board: Any = FACE.board(view, memory=False)
        choices: Any = FACE.choices(view)
        known = board.held if choices.verb in {"offer", "play"} else board.in_sight
        assert all(move.worth == known[move.card][SURE] for move in choices.moves if move.card)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_worked_sum_adds_up_to_the_badge(language: str) -> None:
    """The lines that are not open make the sure points; the open ones make majorities and ranks."""
    table = AMUL.deal(5, seed=3, options={"tea": True})
    seats = 0
    for turn, (seat, _) in enumerate(walk(table, 4)):
        if turn % 9:
            continue
        view = table.view(seat)
        board: Any = FACE.board(view, memory=False)
        for place, known in (("hand", board.held), ("sight", board.in_sight)):
            for card, row in known.items():
                told: Any = FACE.build(view, f"{place} {card} {language}")
                assert told.points == row[SURE]
                assert sum(line.points for line in told.lines if line.open) == sum(row[OPEN_ARAB : OPEN_RANK + 1])
                assert all(line.text and "{" not in line.text for line in told.lines)
                seats += sum(line.seat is not None for line in told.lines)
    assert seats > 0, "areas of others matter in some of them"


def test_palace_and_bazaar_are_weighed_on_demand_as_in_the_effects() -> None:
    table = AMUL.deal(5, seed=2)
    told = 0
    for seat, _ in walk(table, 3):
        view = table.view(seat)
        board: Any = FACE.board(view, memory=False)
        stocks: Any = FACE.build(view, "stocks")
        assert stocks.worth.keys() == {*board.palace, *board.bazaar}
        if board.phase == "take":
            assert stocks.worth.items() <= board.in_sight.items()
            told += 1
    assert told > 0


def test_whoever_only_looks_on_is_told_no_worth_and_no_sum() -> None:
    table = AMUL.deal(3, seed=1)
    board: Any = FACE.board(table.view(), memory=False)
    assert (board.hand_points, board.held, board.in_sight) == (None, {}, {})
    assert FACE.build(table.view(), "sight gold en") is None
    assert FACE.build(table.view(0), "sight unicorn en") is None


def test_the_board_does_not_tell_a_seat_more_for_what_others_hold() -> None:
    """Two tables that look alike to a seat give it the same numbers, whatever lies in the other hands."""
    table = AMUL.deal(4, seed=7)
    for _, (seat, _) in zip(range(40), walk(table, 7), strict=False):
        view = table.view(seat)
        again = view.imagine(seed=1).view(seat)
        assert FACE.board(view, memory=False) == FACE.board(again, memory=False)
