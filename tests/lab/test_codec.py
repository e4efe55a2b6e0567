"""Moves as numbers: each legal move has one, each way to build it is allowed, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest

from spieltisch import games
from tests.lab.kinds import EVERY_KIND, Kind, deal, title
from tests.lab.trying import wrong_with
from tests.tables import INTERPRETED, SOAK, few, walk

GAMES = 1000 if SOAK else few(20, 1)

every_name = pytest.mark.parametrize("name", games.names())


@pytest.mark.skipif(INTERPRETED, reason="walks through millions of moves")
@pytest.mark.parametrize("kind", EVERY_KIND, ids=title)
def test_every_legal_move_has_its_number_and_its_choices_and_masks_allow_nothing_else(kind: Kind) -> None:
    name, players, options = kind
    for seed in range(GAMES):
        assert wrong_with(name, players, options, seed) == "", f"game {seed}"


@every_name
def test_the_listed_meanings_cover_all_numbers(name: str) -> None:
    codec = games.get(name).codec
    assert sum(span.size for span in codec.move_spans) == codec.moves
    assert sum(span.size for span in codec.choice_spans) == codec.choices


@every_name
def test_any_integer_may_be_asked_whether_it_can_be_chosen(name: str) -> None:
    game = games.get(name)
    table = game.deal(seed=3)
    book, s, seat = table.book[0], table.state[0], table.waiting_for[0]
    row = np.zeros(game.codec.choices, np.int8)
    game.codec.mask(book, s, seat, 0, row)
    for choice in (-(2**40), -1, *range(game.codec.choices), game.codec.choices, 2**40):
        allowed = 0 <= choice < len(row) and bool(row[choice])
        assert bool(game.codec.allows(book, s, seat, 0, choice)) == allowed


def choices_of(table: games.Table, seat: int, move: str) -> list[int]:
    """Build a move of choices."""
    game = table.game
    book, s = table.book[0], table.state[0]
    number = table.check(seat, move)
    part, chosen = 0, []
    while part >= 0:
        chosen.append(int(game.codec.choice_towards(book, s, seat, part, number)))
        part = int(game.codec.extend(book, s, seat, part, chosen[-1]))
    assert ~part == number
    return chosen


@pytest.mark.parametrize("kind", EVERY_KIND, ids=title)
def test_moves_have_numbers_and_choices_in_plain_python_as_well(kind: Kind) -> None:
    """A few moves of a few positions; compiled code goes through all of them above."""
    table = deal(kind, 2)
    book, codec = table.book[0], table.game.codec
    for step, _ in enumerate(walk(table, 2)):
        if step % few(5, 9):
            continue
        for seat in table.waiting_for:
            moves = table.move_numbers(seat)
            for move in moves[:: max(1, len(moves) // few(20, 4))].tolist():
                number = codec.number_of(book, seat, move)
                assert 0 <= number < codec.moves
                assert codec.move_of(book, seat, number) == move
                choices_of(table, seat, table.game.write_move(book, move))


def test_a_bid_names_its_village_then_the_numbers_that_do_not_follow() -> None:
    """Of corn 0 to 3 cards can be chosen; furs and spirits are not held, so they are not asked for."""
    table = games.get("wampum").position("canoe=0 villages=CT/FF/WW hands=CCCTT/FFFWW removed=CFTWS", 2)
    assert choices_of(table, 0, "bid 2 CT") == [19 + 1, 1, 1]
    table.play(0, "bid 2 CT")
    # A bid of three is needed at village 2: without furs all weapons are too few, so at least one.
    assert choices_of(table, 1, "bid 2 FWW") == [19 + 1, 1]  # the weapons follow
    assert choices_of(table, 1, "bid 2 FFFW") == [19 + 1, 3, 1]


def test_a_discard_without_any_choice_is_still_asked_for() -> None:
    table = games.get("wampum").position(
        "villages=CT/FF/WW hands=CCCCCC/FFFWW bids=1:T/2:F surplus=2/- removed=CFTWS", 2
    )
    assert choices_of(table, 0, "discard CC") == [2]


def test_a_capture_is_built_jump_by_jump_and_can_be_stopped() -> None:
    """Warrior d1, enemies d2 and c3: the second jump may be left out."""
    game = games.get("wigwam")
    table = game.position("..../...../..W.../wW...../....../...../c..C l")
    both, one = (choices_of(table, 0, move) for move in ("d1xd2-d3xc3-b3", "d1xd2-d3"))
    assert len(both) == 2
    assert one == [both[0], game.codec.choices - 1]


def test_dark_sees_the_board_turned() -> None:
    """The same set-up seen from both sides: mirrored moves have the same number."""
    game = games.get("wigwam")
    table = game.deal(2, 1, {"setup": "standard"})
    book = table.book[0]
    light = int(game.read_move(book, "b2-c3"))
    dark = int(game.read_move(book, "f4-e4"))
    assert game.codec.number_of(book, 0, light) == game.codec.number_of(book, 1, dark)
