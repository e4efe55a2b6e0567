"""How rules are compiled.

`compiled` marks a rule; `bind` makes one generic loop out of a pattern and the rules of one game.
Under `NUMBA_DISABLE_JIT=1` both leave plain Python functions.
"""

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba

from spieltisch._cache import folder_for

if TYPE_CHECKING:
    int64 = int
    """What rules count with. The checker may take it for a plain integer."""
else:
    from numpy import int64 as int64

Function = TypeVar("Function", bound=Callable[..., Any])

SOURCES = "spieltisch_sources"
"""Where a bound function remembers the modules that it can call."""


def compiled(function: Function) -> Function:
    """Compile a rule on first use and keep it on disk."""
    return compile_in((function.__module__,), function)


def inlined(function: Function) -> Function:
    """Compile a rule into every rule that calls it: for what is done so often that the calls themselves would count."""
    return compile_in((function.__module__,), function, forceinline=True)


def compile_in(modules: Sequence[str], function: Function, *, forceinline: bool = False) -> Function:
    """Compile a function that calls what these modules can call. It may not raise, so division follows NumPy."""
    folder = folder_for(*modules)
    if folder is not None:
        vars(numba.config)["CACHE_DIR"] = folder  # read when the function is marked
    return cast("Function", numba.njit(cache=True, error_model="numpy", nogil=True, forceinline=forceinline)(function))


def bind(pattern: Function, name: str, **rules: Callable[..., Any] | int) -> Function:
    """Compile `pattern` with the global names in `rules` standing for the rules, and numbers, of the game `name`.

    Passing compiled functions as arguments would compile anew in every process: Numba cannot keep such
    a function on disk. A copy of the pattern with its own name and globals can be kept.
    """
    modules: set[str] = set().union(*map(sources_of, rules.values()))
    if pattern.__module__.startswith(("spieltisch.games.", "spieltisch.bots.")):
        modules.add(pattern.__module__)
    bound = compile_in(sorted(modules), rebound(pattern, name, **rules))
    vars(bound)[SOURCES] = modules
    return bound


def rebound(pattern: Function, name: str, **meanings: Any) -> Function:
    """Copy a plain function, with some of its global names meaning something of the game `name`."""
    plain = cast("FunctionType", getattr(pattern, "py_func", pattern))
    copy = FunctionType(plain.__code__, {**plain.__globals__, **meanings}, plain.__name__, plain.__defaults__)
    copy.__module__ = plain.__module__
    copy.__qualname__ = f"{plain.__name__}_{name}"
    return cast("Function", copy)


def sources_of(rule: object) -> set[str]:
    """Name the modules that a rule can call: its own, or those that were bound together; none for a number."""
    if not callable(rule):
        return set()
    found: set[str] = vars(rule).get(SOURCES) or {rule.__module__}
    return found
