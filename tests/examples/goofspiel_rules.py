"""Goofspiel's rulebook. `test_goofspiel.py` runs it where the game is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch import bots, games
from spieltisch.bots.generic import GenericBots, is_open
from spieltisch.games import SPECTATOR, BadDeal, BadOption, IllegalMove, Table
from spieltisch.texts import LANGUAGES
from tests.bots.duels import play_out, share
from tests.games.fingerprint import fingerprint
from tests.tables import walk

GAME = games.get("goofspiel")


def table(prizes: list[int], *rounds: list[int], ties: str = "carried") -> Table:
    """A short game with these prizes after some rounds of bids."""
    found = GAME.table(len(rounds[0]) if rounds else 2, {"deck": prizes}, {"cards": 7, "ties": ties})
    for bids in rounds:
        for seat, card in enumerate(bids):
            found.play(seat, f"bid {card}")
    return found


# --- the rules -----------------------------------------------------------------------------------------------


def test_the_highest_bid_takes_the_prize() -> None:
    assert table([5, 1, 2, 3, 4, 6, 7], [2, 7, 4]).read("points")[:3] == [0, 5, 0]


def test_of_equal_highest_bids_none_takes_it_and_the_next_winner_takes_both() -> None:
    tied = table([5, 1, 2, 3, 4, 6, 7], [7, 7, 1])
    assert tied.read("points")[:3] == [0, 0, 0]
    assert tied.read("carried") == 5
    for seat, card in enumerate([1, 2, 3]):
        tied.play(seat, f"bid {card}")
    assert tied.read("points")[:3] == [0, 0, 6]
    assert tied.read("carried") == 0


def test_equal_bids_below_the_highest_do_not_matter() -> None:
    assert table([5, 1, 2, 3, 4, 6, 7], [3, 3, 4]).read("points")[:3] == [0, 0, 5]
    assert table([5, 1, 2, 3, 4, 6, 7], [4, 3, 3]).read("points")[:3] == [5, 0, 0]


def test_tied_prizes_can_be_discarded() -> None:
    tied = table([5, 1, 2, 3, 4, 6, 7], [7, 7], [1, 2], ties="discarded")
    assert tied.read("points")[:2] == [0, 1]


def test_everybody_bids_at_the_same_time_and_each_card_once() -> None:
    begun = table([5, 1, 2, 3, 4, 6, 7])
    begun.play(1, "bid 6")
    assert list(begun.waiting_for) == [0]
    begun.play(0, "BID  6")
    assert list(begun.waiting_for) == [0, 1]
    with pytest.raises(IllegalMove, match=r"bid 6 is not possible now; you may choose: bid 1, .*, bid 5, bid 7"):
        begun.play(0, "bid 6")
    for nonsense in ("", "bid", "bid 0", "bid 14", "bid x", "bid 3 4", "bid ٣", "take 3"):
        with pytest.raises(IllegalMove, match="is not a move of Goofspiel"):
            begun.play(0, nonsense)


def test_the_game_ends_with_the_last_prize_and_most_points_win() -> None:
    over = table([1, 2, 3, 4, 5, 6, 7], *([seat, 8 - seat] for seat in range(1, 8)))
    outcome = over.outcome
    assert outcome is not None
    assert outcome.scores == [4 + 5 + 6 + 7, 1 + 2 + 3]  # the fourth prize was tied and went with the fifth
    assert outcome.winners == [0]


@pytest.mark.parametrize("ties", ["carried", "discarded"])
@pytest.mark.parametrize("players", GAME.seats)
def test_all_prizes_go_to_somebody_but_those_that_were_tied(players: int, ties: str) -> None:
    for seed in range(20):
        played = GAME.deal(players, seed, {"ties": ties})
        for _ in walk(played, seed):
            pass
        rounds = [bids[:players] for bids in played.read("bid")]
        for seat in range(players):
            assert sorted(bids[seat] for bids in rounds) == list(range(1, 14))
        carried = lost = 0
        for prize, bids in zip(played.dealt["deck"], rounds, strict=True):
            tied = bids.count(max(bids)) > 1
            carried = carried + prize if tied else 0
            lost += prize if tied else 0
        outcome = played.outcome
        assert outcome is not None
        assert sum(outcome.scores) + (carried if ties == "carried" else lost) == sum(range(1, 14))


def test_options_and_deals_that_do_not_exist_are_refused() -> None:
    assert GAME.read_options({"cards": "7"}).cards == 7
    with pytest.raises(BadOption):
        GAME.deal(2, options={"cards": 8})
    for deck in ([], [1, 2], [1] * 7, [0, 1, 2, 3, 4, 5, 6], list("1234567"), [1, 2, 3, 4, 5, 6, True], 7, None):
        with pytest.raises(BadDeal, match="each of these cards in any order: 1, 2, 3, 4, 5, 6, 7"):
            GAME.table(2, {"deck": deck}, {"cards": 7})
    with pytest.raises(BadDeal):
        GAME.table(2, {"deck": [1, 2, 3, 4, 5, 6, 7], "first": 0}, {"cards": 7})


def test_options_have_words_in_every_language() -> None:
    for language in LANGUAGES:
        for option in GAME.options_sheet(language):
            assert option.label != option.name
            assert all(label != str(value) for label, value in zip(option.labels, option.values, strict=True))


# --- secrets -------------------------------------------------------------------------------------------------


def test_bids_lie_face_down_until_all_are_in_and_prizes_to_come_are_unknown() -> None:
    begun = table([5, 1, 2, 3, 4, 6, 7], [1, 2, 3])
    assert begun.show_move(0, "bid 7", viewer=1) == begun.show_move(0, "bid 7", viewer=SPECTATOR) == "bid ?"
    assert begun.show_move(0, "bid 7", viewer=0) == "bid 7"
    begun.play(0, "bid 7")
    for viewer in (1, 2, SPECTATOR):
        view = begun.view(viewer)
        assert view.read("bid")[1][:3] == [-1, 0, 0]
        assert view.read("prize")[:7] == [5, 1, 0, 0, 0, 0, 0]
    assert begun.view(0).read("bid")[1][:3] == [7, 0, 0]
    begun.play(2, "bid 6")
    begun.play(1, "bid 6")
    assert begun.view(SPECTATOR).read("bid")[1][:3] == [7, 6, 6]


def test_interpreted_and_compiled_play_give_the_same_bytes() -> None:
    script = Path(__file__).parents[1] / "games" / "fingerprint.py"
    interpreted = subprocess.run(
        [sys.executable, str(script), "goofspiel", "3", "3", "{}"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert interpreted == fingerprint("goofspiel", 3, 3, {})


# --- generic bots --------------------------------------------------------------------------------------------


def test_its_bots_are_the_generic_ones_and_know_that_something_is_hidden() -> None:
    assert isinstance(bots.of("goofspiel"), GenericBots)
    assert not is_open(GAME, 2, {})


def test_they_beat_random_play() -> None:
    assert share(bots.get("goofspiel", "skilled"), bots.get("goofspiel", "random"), 3, 8, nodes=1000) > 0.6


def test_the_last_prize_needs_no_thinking() -> None:
    last = GAME.deal(4, 1, {"cards": 7})
    while last.read("turn") < 6:
        last.play(last.waiting_for[0], last.random_move(last.waiting_for[0]))
    play_out(last, [bots.get("goofspiel", "expert")] * 4)
    assert last.over
