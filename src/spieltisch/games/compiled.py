"""How rules are compiled.

`compiled` marks a rule; `bind` makes one generic loop out of a pattern and the rules of one game.
Under `NUMBA_DISABLE_JIT=1` both leave plain Python functions.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a rule on first use and keep it on disk. It may not raise, so division follows NumPy."""
    return cast("Function", numba.njit(cache=True, error_model="numpy", nogil=True)(function))


def bind(pattern: Function, name: str, **rules: Callable[..., Any]) -> Function:
    """Compile `pattern` with the global names in `rules` standing for the rules of the game `name`.

    Passing compiled functions as arguments would compile anew in every process: Numba cannot keep such
    a function on disk. A copy of the pattern with its own name and globals can be kept.
    """
    plain = cast("FunctionType", getattr(pattern, "py_func", pattern))
    copy = FunctionType(plain.__code__, {**plain.__globals__, **rules}, plain.__name__, plain.__defaults__)
    copy.__module__ = plain.__module__
    copy.__qualname__ = f"{plain.__name__}_{name}"
    return compiled(cast("Function", copy))
