"""Every example of the vectors: scores of given areas, orders, illegal moves, complete games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from spieltisch.games import IllegalMove
from spieltisch.games.amul import rules, score_breakdown
from tests.amul.amul_tables import AMUL, lines_of, with_areas

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors" / "amul.json").read_text("utf-8"))


@pytest.mark.parametrize("case", VECTORS["score"], ids=lambda case: case["note"])
def test_score(case: dict[str, Any]) -> None:
    table = with_areas(case["areas"])
    expected = case["expect"]
    assert lines_of(table) == [seat["lines"] for seat in expected]
    assert AMUL.outcome(table.book[0], table.state[0]).scores == [seat["total"] for seat in expected]
    for seat, sheet in enumerate(expected):
        breakdown = score_breakdown(table, seat)
        assert [line.points for line in breakdown.lines] == sheet["lines"]
        assert (breakdown.total, breakdown.strength) == (sheet["total"], sheet["strength"])


@pytest.mark.parametrize("case", VECTORS["order"], ids=lambda case: case["note"])
def test_order(case: dict[str, Any]) -> None:
    table = with_areas(case["areas"])
    s = table.state[0]
    s.first, s.round_number = case["first"], case["round"]
    rules.line_up(table.book[0], s)
    assert s.queue[: case["players"]].tolist() == case["expect"]


@pytest.mark.parametrize("case", VECTORS["illegal"], ids=lambda case: case["note"])
def test_illegal(case: dict[str, Any]) -> None:
    game = VECTORS["games"][case["game"]]
    table = AMUL.table(game["players"], game["deal"], game["options"])
    for seat, move in game["moves"][: case["keep_moves"]]:
        table.play(seat, move)
    before = table.state.tobytes()
    with pytest.raises(IllegalMove):
        table.play(*case["then"])
    assert table.state.tobytes() == before


@pytest.mark.parametrize("game", VECTORS["games"], ids=lambda game: f"{game['players']} players")
def test_complete_game(game: dict[str, Any]) -> None:
    table = AMUL.table(game["players"], game["deal"], game["options"])
    for seat, move in game["moves"]:
        assert table.outcome is None
        table.play(seat, move)
    assert msgspec.to_builtins(table.outcome) == game["result"]


@pytest.mark.parametrize("game", VECTORS["games"], ids=lambda game: f"{game['players']} players")
def test_a_complete_game_cut_short_is_not_over(game: dict[str, Any]) -> None:
    table = AMUL.table(game["players"], game["deal"], game["options"])
    for seat, move in game["moves"][:-1]:
        table.play(seat, move)
    assert not table.over
    assert table.outcome is None
