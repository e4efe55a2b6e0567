"""One reason against a move, in words: true by the rules, and there in every language."""

from __future__ import annotations

import pytest

from spieltisch import games
from spieltisch.games.refusals import Caution
from spieltisch.texts import LANGUAGES, catalogue
from tests.tables import few, walk

WAMPUM, WIGWAM, AMUL = (games.get(name) for name in ("wampum", "wigwam", "amul"))


def reason(caution: Caution | None) -> str:
    return caution.key.rpartition(".")[2] if caution else ""


# --- Amul ------------------------------------------------------------------------------------------------------------


def test_a_card_that_counts_in_the_hand_only_is_lost_when_it_is_played() -> None:
    positions = {card["id"]: card["position"] for card in AMUL.resources["cards/house"]()["cards"]}
    lost = 0
    for seed in range(few(6, 1)):
        table = AMUL.deal(3, seed)
        for seat, _ in walk(table, seed):
            for move in table.legal_moves(seat):
                if not move.startswith("play"):
                    continue
                card = move.split()[1].partition(".")[0]
                other = next((one for one in table.legal_moves(seat) if one != move), move)
                told = reason(AMUL.caution(table.view(seat), move, other))
                assert (told == "lost") == (positions[card] == "hand"), move
                lost += told == "lost"
    assert lost or few(0, 1)


def test_a_card_that_is_given_away_counts_for_nobody_here() -> None:
    table = AMUL.deal(3, seed=6)
    seat = table.waiting_for[0]
    told = AMUL.caution(table.view(seat), "offer arab_merchant", "offer silver")
    assert told is not None
    assert told.told("en") == "You give this card away. With you it would count 8 points."
    assert AMUL.caution(table.view(seat), "offer silver", "offer arab_merchant") is None


# --- Wampum ----------------------------------------------------------------------------------------------------------


def test_a_bid_without_a_match_or_a_pair_brings_nothing() -> None:
    table = WAMPUM.deal(3, seed=0)
    seat = table.waiting_for[0]
    view = table.view(seat)
    for move in table.legal_moves(seat):
        _, village, cards = move.split()
        lying = WAMPUM.face.board(view, memory=False).villages[int(village) - 1].goods  # type: ignore[attr-defined]
        told = WAMPUM.caution(view, move, move)
        alone = not set(cards) & set(lying) and len(set(cards)) == len(cards)
        assert (reason(told) == "nothing") == alone, (move, lying)
        if set(cards) & set(lying) and len(cards) > len(lying):
            assert told is not None
            assert told.facts == {"count": len(lying), "given": len(cards)}


def test_the_last_card_of_a_kind_is_worth_keeping() -> None:
    from spieltisch.games.wampum.coach import against_discarding

    assert reason(against_discarding("CCCFT", "F")) == "last"
    assert against_discarding("CCCFT", "C") is None
    assert against_discarding("CFT", "C") is None, "of the others there is one each"


# --- Wigwam ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(few(5, 1)))
def test_what_can_be_captured_next_is_told(seed: int) -> None:
    table = WIGWAM.deal(2, seed, {"setup": "standard"})
    for seat, _ in walk(table, seed):
        for move in table.legal_moves(seat):
            told = WIGWAM.caution(table.view(seat), move, move)
            if move.startswith("huff"):
                continue
            after = table.copy()
            after.play(seat, move)
            captures = [answer.count("x") for answer in after.legal_moves(1 - seat)]
            assert reason(told) != "chief" or not after.over
            if reason(told) == "lost":
                assert told is not None
                assert told.facts["count"] == max(captures)
            if told is None:
                assert max(captures, default=0) <= move.count("x")


# --- in words --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["amul", "wampum", "wigwam"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_a_whole_sentence(name: str, language: str) -> None:
    for key in catalogue(language, name)["coach"]:
        told = Caution(f"{name}.coach.{key}", count=2, given=3).told(language)
        assert told[0].isupper()
        assert told.endswith(".")
