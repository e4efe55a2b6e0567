"""What simulations and tournaments have written, as Polars frames."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from spieltisch.lab.extras import needing

if TYPE_CHECKING:
    import polars


def read(folder: str | Path, what: Literal["decisions", "games"] = "decisions") -> polars.DataFrame:
    """Read the decisions, or the games, that a simulation has written; tournaments have games only."""
    with needing("lab"):
        import polars

    return polars.read_parquet(Path(folder) / f"{what}.parquet")
