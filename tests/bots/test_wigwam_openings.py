"""The book of Wigwam's openings: positions that can be played on, and matches that play each from both sides."""

from __future__ import annotations

from bench.wigwam_openings import EVEN, is_even, laid_out, match, openings, random_opening
from spieltisch import bots
from spieltisch.bots import Budget
from tests.bots.wigwam_endings import WIN_IN_ONE

SOME = 300


def test_the_book_holds_different_openings_that_are_still_open() -> None:
    book = openings()
    assert len(set(book)) == len(book) == 100
    for position in book:
        table = laid_out(position)
        assert table.position == position
        assert not table.over
        assert not table.state[0].capturers, "nobody begins with a capture"


def test_an_opening_can_be_drawn_again() -> None:
    assert random_opening(7).position == random_opening(7).position != random_opening(8).position


def test_an_opening_that_is_won_is_not_even() -> None:
    judge = bots.get("wigwam", "expert")
    assert not is_even(laid_out(WIN_IN_ONE), judge, SOME)
    assert judge.explain()[0].value > EVEN[1]


def test_each_opening_is_played_from_both_sides() -> None:
    pairs = 3
    players = [bots.get("wigwam", "skilled"), bots.get("wigwam", "random")]
    budgets = [Budget(nodes=SOME), Budget(nodes=SOME)]
    found = list(match(players, budgets, openings()[:pairs]))
    assert len(found) == pairs
    assert sum(sum(games) for games in found) > pairs, "whoever looks ahead wins more than half"
