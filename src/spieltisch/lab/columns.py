"""Games as columns for data frames: one row a decision, one row a game, in Parquet (docs/lab.md has the schema).

Imports Arrow, so only those import this who ask for columns.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from spieltisch.games import Table
from spieltisch.games.records import blank
from spieltisch.match import outcome_after

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from spieltisch.bots import Candidate
    from spieltisch.lab.simulate import Simulated

FORMAT = "spieltisch-columns/1"
ROWS = 65_536
"""Rows that lie together in a file, however they came: the same games give the same bytes."""

CANDIDATE = pa.struct([("move", pa.string()), ("value", pa.float32()), ("visits", pa.int64())])
DECISIONS = pa.schema(
    [
        ("number", pa.int64()),
        ("ply", pa.int32()),
        ("seat", pa.int8()),
        ("player", pa.string()),
        ("position", pa.string()),
        ("move", pa.string()),
        ("value", pa.float32()),
        ("candidates", pa.list_(CANDIDATE)),
    ]
)
GAMES = pa.schema(
    [
        ("number", pa.int64()),
        ("players", pa.int8()),
        ("seats", pa.list_(pa.string())),
        ("deal", pa.string()),
        ("moves", pa.int32()),
        ("scores", pa.list_(pa.int32())),
        ("winners", pa.list_(pa.int8())),
        ("reason", pa.string()),
        ("forfeited", pa.list_(pa.int8())),
        ("fault", pa.string()),
    ]
)
SCHEMAS = {"decisions": DECISIONS, "games": GAMES}


# --- rows -------------------------------------------------------------------------------------------------------


def columns_of(played: Iterable[Simulated]) -> dict[str, bytes]:
    """Lay games out as Arrow tables, ready to travel between processes."""
    decisions: list[dict[str, Any]] = []
    games: list[dict[str, Any]] = []
    for game in played:
        decisions.extend(decisions_of(game))
        games.append(row_of(game))
    return {"decisions": packed(decisions, DECISIONS), "games": packed(games, GAMES)}


def packed(rows: list[dict[str, Any]], schema: pa.Schema) -> bytes:
    """Write rows as bytes."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema) as stream:
        stream.write_table(pa.Table.from_pylist(rows, schema))
    content: bytes = sink.getvalue().to_pybytes()
    return content


def row_of(game: Simulated) -> dict[str, Any]:
    """Sum a game up in one row."""
    result = outcome_after(game.table, game.forfeited)
    return {
        "number": game.number,
        "players": game.table.players,
        "seats": game.names,
        "deal": msgspec.json.encode(game.table.dealt).decode(),
        "moves": len(game.moves),
        "scores": result.scores,
        "winners": result.winners,
        "reason": result.reason,
        "forfeited": game.forfeited,
        "fault": None if game.fault is None else game.fault[1],
    }


def decisions_of(game: Simulated) -> Iterator[dict[str, Any]]:
    """Play a game again and give for each decision what its seat saw, chose and expected."""
    table = laid_out_again(game.table)
    for ply, (seat, move) in enumerate(zip(game.seats, game.moves, strict=True)):
        text = table.game.write_move(table.book[0], move)
        candidates = game.candidates[ply] if game.candidates else []
        yield {
            "number": game.number,
            "ply": ply,
            "seat": seat,
            "player": game.names[seat],
            "position": table.view(seat).position,
            "move": text,
            "value": value_of(text, candidates),
            "candidates": [{"move": one.move, "value": one.value, "visits": one.visits} for one in candidates] or None,
        }
        table.put(seat, move)


def laid_out_again(table: Table) -> Table:
    """Give the table as it was before the first move."""
    game, book, state = table.game, table.book, blank(table.game.state_dtype)
    game.read_deal(book[0], state[0], table.dealt)
    game.rules.set_up(book[0], state[0])
    return Table(game, table.players, table.options, book, state)


def value_of(move: str, candidates: list[Candidate]) -> float | None:
    """What a bot expected of its move."""
    return next((one.value for one in candidates if one.move == move), None)


# --- files ------------------------------------------------------------------------------------------------------


class Files:
    """Parquet files of a folder that grow by tables as they come."""

    def __init__(self, folder: Path, facts: Mapping[str, str]) -> None:
        self.folder = folder
        notes = {"format": FORMAT, **facts}
        self.schemas = {name: schema.with_metadata(notes) for name, schema in SCHEMAS.items()}
        self.writers = {name: pq.ParquetWriter(self.part(name), schema) for name, schema in self.schemas.items()}
        self.waiting: dict[str, list[pa.Table]] = {name: [] for name in SCHEMAS}

    def part(self, name: str) -> str:
        """Where a file lies while it grows."""
        return str(self.folder / f"{name}.parquet.part")

    def add(self, columns: Mapping[str, bytes]) -> None:
        """Take over what `columns_of` has made."""
        for name, content in columns.items():
            self.waiting[name].append(pa.ipc.open_stream(content).read_all())
            if sum(table.num_rows for table in self.waiting[name]) >= ROWS:
                self.write(name)

    def write(self, name: str, *, all_rows: bool = False) -> None:
        """Write the groups of rows that are full; the rest waits, unless nothing more comes."""
        together = pa.concat_tables(self.waiting[name]).cast(self.schemas[name])
        full = together.num_rows if all_rows else together.num_rows - together.num_rows % ROWS
        self.writers[name].write_table(together.slice(0, full).combine_chunks(), row_group_size=ROWS)
        self.waiting[name] = [together.slice(full)]

    def finish(self) -> None:
        """Write the rest and give the files their names."""
        for name, writer in self.writers.items():
            if self.waiting[name]:
                self.write(name, all_rows=True)
            writer.close()
        for name in self.writers:
            Path(self.part(name)).replace(self.folder / f"{name}.parquet")

    def clear_away(self) -> None:
        """Leave no parts behind; whatever else has gone wrong is told by others."""
        for name, writer in self.writers.items():
            with suppress(OSError):
                writer.close()
            Path(self.part(name)).unlink(missing_ok=True)


@contextmanager
def files_in(folder: Path, facts: Mapping[str, str]) -> Iterator[Files]:
    """Write Parquet files into a folder; they appear when everything is written."""
    folder.mkdir(parents=True, exist_ok=True)
    files = Files(folder, facts)
    try:
        yield files
        files.finish()
    finally:
        files.clear_away()
