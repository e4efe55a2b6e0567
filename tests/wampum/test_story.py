"""What is told: every happening in order, and nothing that the viewer may not know."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from spieltisch import games
from spieltisch.games import SPECTATOR, Table
from spieltisch.games.happenings import Ended, sentence
from spieltisch.games.wampum import story
from tests.tables import few, walk
from tests.wampum.test_sight import deal_hidden_cards_anew

if TYPE_CHECKING:
    import msgspec

WAMPUM = games.get("wampum")


def told(table: Table, seat: int, move: str, viewer: int) -> list[msgspec.Struct]:
    after = table.copy()
    after.play(seat, move)
    shown = table.show_move(seat, move, viewer)
    return list(WAMPUM.tell(table.view(viewer), after.view(viewer), seat, shown))


def test_a_bid_that_displaces() -> None:
    table = WAMPUM.position("canoe=0 villages=CC/FF/TT hands=WWW/WWWW", 2)
    assert told(table, 0, "bid 1 W", viewer=1) == [story.Bid(0, 1, 1)]
    assert told(table, 0, "bid 1 W", viewer=0) == [story.Bid(0, 1, 1, "W")]
    table.play(0, "bid 1 W")
    assert told(table, 1, "bid 1 WW", viewer=0) == [story.Bid(1, 1, 2), story.Displaced(0, 1, 1)]


def test_the_end_of_a_round_is_told_in_the_order_of_play() -> None:
    table = WAMPUM.position("canoe=0 villages=CC/FF/TT hands=WWW/TSSS removed=CFTWS", 2)
    table.play(0, "bid 1 WWW")
    happenings = told(table, 1, "bid 3 T", viewer=1)
    assert [type(h).__name__ for h in happenings] == [
        "Bid",
        "Canoe",
        "Income",
        "Income",
        "Restocked",
        "WampumEarned",
        "GoodsTaken",
        "RoundBegins",
    ]
    assert happenings[1] == story.Canoe(0, 3)
    assert happenings[2] == story.Income(0, 2)
    income = happenings[3]
    assert isinstance(income, story.Income)
    assert income.seat == 1
    assert income.goods is not None
    assert len(income.goods) == 2
    assert happenings[5:] == [
        story.WampumEarned(0, 1, "WWW", 2),
        story.GoodsTaken(1, 3, "T", "TT"),
        story.RoundBegins(2),
    ]


def test_discards_are_asked_for_and_told() -> None:
    table = WAMPUM.position("canoe=0 villages=CC/FF/TT hands=WWWWW/SSSS removed=CFTWS", 2)
    table.play(0, "bid 1 W")
    happenings = told(table, 1, "bid 2 S", viewer=SPECTATOR)
    assert happenings[-2:] == [story.MustDiscard(0, 2), story.MustDiscard(1, 1)]
    table.play(1, "bid 2 S")
    assert told(table, 1, "discard S", viewer=0) == [story.Discarded(1, 1)]
    assert told(table, 1, "discard S", viewer=1) == [story.Discarded(1, 1, "S")]


def test_the_end_is_told_with_last_hands_and_winners() -> None:
    table = WAMPUM.deal(3, seed=4)
    for seat, move in walk(table):
        last = table.copy(), seat, move
    happenings = told(*last, viewer=0)
    assert [h for h in happenings if isinstance(h, story.LastHand)] != []
    outcome = table.outcome
    assert outcome is not None
    assert happenings[-1] == Ended(outcome.scores, outcome.winners)


@pytest.mark.parametrize("players", WAMPUM.seats)
def test_the_story_adds_up_and_leaks_nothing(players: int) -> None:
    """Wampum told adds up to the scores; hidden cards dealt anew change no word for anybody else."""
    dice = random.Random(1)
    for seed in range(few(8, 1)):
        table = WAMPUM.deal(players, seed)
        earned = [0] * players
        for seat, move in walk(table, seed):
            happenings = told(table, seat, move, viewer=SPECTATOR)
            for happening in happenings:
                for language in ("en", "de", "fr"):
                    assert "{" not in sentence(table, happening, language)
                if isinstance(happening, story.WampumEarned | story.LastHand):
                    earned[happening.seat] += happening.count
            other = table.copy()
            deal_hidden_cards_anew(other, seat, dice)  # the mover's own cards stay, so the move is legal still
            if not other.state[0].bid_size.any():
                assert told(other, seat, move, SPECTATOR)[0] == happenings[0]
        outcome = table.outcome
        assert outcome is not None
        assert earned == outcome.scores
