"""The shared test cases: perft counts, worked positions and whole records, a game for every ending."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from spieltisch import games
from spieltisch.games import IllegalMove, Table
from spieltisch.games.wigwam import divide, perft
from spieltisch.games.wigwam.state import REASONS
from tests.tables import few
from tests.wigwam.plain_wigwam import PlainWigwam

WIGWAM = games.get("wigwam")
FOLDER = Path(__file__).parents[1] / "vectors"
VECTORS = json.loads((FOLDER / "wigwam.json").read_text())
ENDINGS = json.loads((FOLDER / "wigwam_endings.json").read_text())

MOST_LEAVES = few(10**9, 400)
"""Interpreted rules count small trees only."""


def vectors(part: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", [pytest.param(v, id=v["id"]) for v in VECTORS[part]])


def result_of(table: Table) -> dict[str, Any] | None:
    outcome = table.outcome
    return None if outcome is None else {"scores": outcome.scores, "reason": outcome.reason}


def legal_moves(table: Table) -> list[str]:
    return [move for seat in table.waiting_for for move in table.legal_moves(seat)]


@vectors("perft")
def test_perft(vector: dict[str, Any]) -> None:
    table = WIGWAM.position(vector["position"], options=vector["options"])
    for depth, leaves in enumerate(vector["perft"], start=1):
        if leaves <= MOST_LEAVES:
            assert perft(table, depth) == leaves
            assert perft(table, depth, bulk=False) == leaves
    assert table.position == vector["position"]


def test_divide_adds_up_to_perft() -> None:
    table = WIGWAM.position(VECTORS["standard"])
    counts = divide(table, few(4, 2))
    assert list(counts) == table.legal_moves(0)
    assert sum(counts.values()) == VECTORS["perft"][0]["perft"][few(4, 2) - 1]


def test_divide_of_a_finished_game_is_empty_and_its_perft_is_one_leaf() -> None:
    table = WIGWAM.position("..../...../....../c.....C/....../...../.... l")
    assert divide(table, 3) == {}
    assert perft(table, 3) == 1
    assert perft(table, 0) == perft(table, -1) == 1


@pytest.mark.skipif(few(0, 1) == 1, reason="two levels of arrangements are many")
def test_perft_of_a_hidden_set_up_lets_light_arrange_first() -> None:
    table = WIGWAM.table(2, {}, {"setup": "hidden"})
    assert perft(table, 2) == 1320**2


@vectors("scenarios")
def test_scenario(vector: dict[str, Any]) -> None:
    table = WIGWAM.position(vector["position"], options=vector["options"])
    assert table.position == vector["position"]
    assert result_of(table) == vector["result"]
    assert legal_moves(table) == vector["legal_moves"]
    seat = table.waiting_for[0] if table.waiting_for else None
    for after in vector["after"]:
        assert seat is not None
        other = table.copy()
        other.play(seat, after["move"])
        assert other.position == after["position"]
        assert result_of(other) == after["result"]


@vectors("scenarios")
def test_what_was_worked_out_by_hand(vector: dict[str, Any]) -> None:
    table = WIGWAM.position(vector["position"], options=vector["options"])
    found = legal_moves(table)
    by_hand = vector["hand_checked"]
    if "all" in by_hand:
        assert found == by_hand["all"]
    if "from" in by_hand:
        assert [move for move in found if move.startswith(by_hand["from"])] == by_hand["moves"]
    assert set(by_hand.get("includes", [])) <= set(found)
    assert not set(by_hand.get("excludes", [])) & set(found)


@vectors("records")
def test_record(vector: dict[str, Any]) -> None:
    record = vector["record"]
    table = WIGWAM.table(2, {}, record["options"])
    wrong = vector.get("error_at_move")
    for number, (seat, move) in enumerate(record["moves"], start=1):
        if number == wrong:
            with pytest.raises(IllegalMove):
                table.play(seat, move)
            return
        table.play(seat, move)
    expected = vector["result"]
    assert result_of(table) == (None if expected["scores"] is None else expected)


def test_there_is_an_ending_of_every_kind_for_all_options() -> None:
    found = {(*e["record"]["options"].values(), e["result"]["reason"]) for e in ENDINGS}
    assert len(found) == 2 * 2 * 3 * len(REASONS[1:])


@pytest.mark.parametrize(
    "ending",
    [
        pytest.param(e, id="-".join([*e["record"]["options"].values(), e["result"]["reason"]]))
        for e in (ENDINGS[:: few(1, 7)])
    ],
)
def test_every_way_to_end(ending: dict[str, Any]) -> None:
    """Played out in the compiled and in the plain rules, with the result that it has to have."""
    record = ending["record"]
    table = WIGWAM.table(2, {}, record["options"])
    plain = PlainWigwam(record["options"])
    for seat, move in record["moves"]:
        assert not table.over
        table.play(seat, move)
        plain.play(move, seat)
    assert result_of(table) == ending["result"]
    assert plain.result == (ending["result"]["scores"], ending["result"]["reason"])
    assert plain.position() == table.position
    outcome = table.outcome
    assert outcome is not None
    scores = ending["result"]["scores"]
    assert outcome.winners == ([0, 1] if scores == [0, 0] else [scores.index(max(scores))])


def test_perft_asks_for_more_room_when_its_buffer_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["spieltisch.games.wigwam.perft"], "MOVE_ROOM", 2)
    assert perft(WIGWAM.position(VECTORS["standard"]), 2, bulk=False) == 183
