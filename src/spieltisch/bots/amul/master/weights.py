"""Reads and writes what the network has learnt: a safetensors file of halved floats, and beside it a sheet."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from spieltisch.bots.amul.master.thinking import LEARNT, MIND
from spieltisch.games.records import blank

if TYPE_CHECKING:
    import numpy.typing as npt

FILE = Path(__file__).with_name("weights.safetensors")
SHEET = FILE.with_suffix(".json")

HEAD = 8
"""So many bytes say how long the description is that follows them."""


class Tensor(msgspec.Struct):
    """Where an array lies in the file."""

    dtype: str
    shape: list[int]
    data_offsets: tuple[int, int]


def read(data: bytes) -> dict[str, npt.NDArray[np.float16]]:
    """Take the arrays out of a file. The format is so plain that no package is needed for it."""
    start = HEAD + int.from_bytes(data[:HEAD], "little")
    listed = msgspec.json.decode(data[HEAD:start], type=dict[str, Tensor])
    return {
        name: np.frombuffer(data[start:], np.float16)[
            tensor.data_offsets[0] // 2 : tensor.data_offsets[1] // 2
        ].reshape(tensor.shape)
        for name, tensor in listed.items()
    }


def written(arrays: dict[str, npt.NDArray[np.float16]]) -> bytes:
    """Put arrays into a file."""
    listed, data = {}, b""
    for name in sorted(arrays):
        start, data = len(data), data + arrays[name].tobytes()
        listed[name] = Tensor("F16", list(arrays[name].shape), (start, len(data)))
    head = msgspec.json.encode(listed)
    head += b" " * (-len(head) % HEAD)
    return len(head).to_bytes(HEAD, "little") + head + data


@cache
def kept() -> bytes:
    """Spread the weights out as a mind, once in each process."""
    mind = blank(MIND)
    arrays = read(FILE.read_bytes())
    for name in LEARNT:
        mind[0][name][:] = arrays[name]
    return mind.tobytes()


def mind() -> np.recarray[Any, Any]:
    """Make a new mind that has learnt everything."""
    return np.frombuffer(bytearray(kept()), MIND).view(np.recarray)
