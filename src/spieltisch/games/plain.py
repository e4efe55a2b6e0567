"""A record as plain Python numbers and lists, read in one go: asking a NumPy record field by field is slow."""

from __future__ import annotations

from typing import Any

import numpy as np


class Plain:
    """The fields of one record as attributes: numbers, lists, lists of lists."""

    def __init__(self, state: np.ndarray[Any, Any]) -> None:
        names = state.dtype.names or ()
        self.__dict__.update(
            (name, value.tolist() if isinstance(value, np.ndarray) else value)
            for name, value in zip(names, state.tolist()[0], strict=True)
        )

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)
