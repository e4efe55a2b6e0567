"""Records as NumPy holds them: blank, copied, from their bytes; and sets of seats as bit masks."""

from __future__ import annotations

from typing import Any

import numpy as np

MAX_SEATS = 8


def blank(dtype: np.dtype[Any], count: int = 1) -> np.recarray[Any, Any]:
    """Make records in which every byte is zero, padding included."""
    return np.zeros(count, dtype).view(np.recarray)


def copied(records: np.recarray[Any, Any]) -> np.recarray[Any, Any]:
    """Copy records byte by byte; NumPy's own copy goes field by field, which takes twenty times longer."""
    return laid_out(records.dtype, records.tobytes())


def laid_out(dtype: np.dtype[Any], content: bytes) -> np.recarray[Any, Any]:
    """Make records from their bytes."""
    return np.frombuffer(bytearray(content), dtype).view(np.recarray)


field_of = np.void.__getitem__
"""Gives a field of a record by its name. Its attributes are looked up in Python, which takes five times longer."""
set_field = np.void.__setitem__


def record_dtype(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Define a record whose fields are read as attributes and lie where the processor likes them."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


SEATS = [tuple(seat for seat in range(MAX_SEATS) if mask >> seat & 1) for mask in range(1 << MAX_SEATS)]


def seats_of(mask: int) -> tuple[int, ...]:
    """List the seats of a bit mask."""
    return SEATS[mask]
