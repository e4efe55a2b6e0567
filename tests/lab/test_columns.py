"""Decisions and games as Parquet: what records tell, from the eyes of whoever decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pyarrow.parquet as pq
import pytest

from spieltisch import games, lab
from spieltisch.lab import columns
from spieltisch.lab.simulate import Plan, run
from spieltisch.match import Record, read_line, replay

if TYPE_CHECKING:
    from pathlib import Path

every_name = pytest.mark.parametrize("name", games.names())


def written(plan: Plan, count: int, folder: Path, jobs: int = 1) -> list[Record]:
    """Write columns, and the records of the same games."""
    lines = b""
    with columns.files_in(folder, {"plan": msgspec.json.encode(plan).decode()}) as files:
        for part in run(plan, count, jobs, records=True, columns=True):
            files.add(part.columns)
            lines += part.lines
    return [read_line(line) for line in lines.splitlines()]


def seen_in(number: int, record: Record) -> list[tuple[int, int, str, str, str]]:
    """What was to be decided in a game, by replaying its record."""
    rows: list[tuple[int, int, str, str, str]] = []

    def watch(table: games.Table, seat: int, move: str) -> None:
        rows.append((number, seat, record.seats[seat], table.view(seat).position, move))

    replay(record, watch=watch)
    return rows


@every_name
def test_rows_are_the_views_moves_and_results_of_the_records(name: str, tmp_path: Path) -> None:
    players = games.get(name).seats[-1]
    plan = Plan(name, players, 2, seats=("casual", *["random"] * (players - 1)), nodes=16)
    records = written(plan, 2, tmp_path)
    decisions, rows = lab.read(tmp_path), lab.read(tmp_path, "games")
    expected = [row for number, record in enumerate(records) for row in seen_in(number, record)]
    assert decisions.select("number", "seat", "player", "position", "move").rows() == expected
    assert rows["scores"].to_list() == [record.result.scores for record in records if record.result]
    assert rows["winners"].to_list() == [record.result.winners for record in records if record.result]
    assert [msgspec.json.decode(deal) for deal in rows["deal"]] == [record.deal for record in records]
    assert rows["moves"].to_list() == [len(record.moves) for record in records]
    assert decisions["ply"].to_list() == [ply for record in records for ply in range(len(record.moves))]


def test_values_are_those_of_the_bots_and_best_candidates_come_first(tmp_path: Path) -> None:
    name = games.names()[0]
    players = games.get(name).seats[0]
    written(Plan(name, players, 2, seats=("skilled", *["casual"] * (players - 1)), nodes=16), 1, tmp_path)
    decisions = lab.read(tmp_path)
    assert decisions["value"].null_count() == 0
    assert decisions["value"].is_between(0, 1).all()
    for move, candidates in decisions.select("move", "candidates").rows():
        assert candidates[0]["move"] == move


def test_without_bots_nobody_has_expected_anything(tmp_path: Path) -> None:
    name = games.names()[0]
    written(Plan(name, games.get(name).seats[0], 2), 2, tmp_path)
    decisions = lab.read(tmp_path)
    assert decisions.null_count()["value"][0] == decisions.null_count()["candidates"][0] == len(decisions)


def test_files_know_their_plan_and_are_the_same_bytes_however_they_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "ROWS", 50)
    name = games.names()[0]
    plan = Plan(name, games.get(name).seats[0], 2)
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    written(plan, 6, whole)
    monkeypatch.setattr("spieltisch.lab.simulate.BATCH", 2)
    written(plan, 6, cut)
    for file in ("decisions.parquet", "games.parquet"):
        assert (whole / file).read_bytes() == (cut / file).read_bytes()
    found = pq.read_metadata(cut / "decisions.parquet")
    assert found.num_row_groups == -(-found.num_rows // 50)
    assert msgspec.json.decode(found.metadata[b"plan"], type=Plan) == plan


def test_nothing_appears_before_everything_is_written(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), columns.files_in(tmp_path, {}):
        raise KeyboardInterrupt
    assert not list(tmp_path.iterdir())
