"""A view's record as plain Python numbers and lists, read in one go: asking a record field by field is slow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from spieltisch.games import View


class Fields:
    """The fields of a state as attributes."""

    def __init__(self, view: View) -> None:
        values = view.state.view(np.ndarray).tolist()[0]
        names = view.game.state_dtype.names or ()
        self.__dict__.update(
            (name, value.tolist() if isinstance(value, np.ndarray) else value)
            for name, value in zip(names, values, strict=True)
        )

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)
