"""Two processor instructions on 64-bit words: how many bits are set, and which is the lowest.

Numba has no name for them. Uncompiled rules count in plain Python and get the same numbers.
"""

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from spieltisch.games.compiled import compiled, int64


def count_plainly(word: np.uint64) -> int:
    """Count the bits of a word."""
    return int64(int(word).bit_count())


def lowest_plainly(word: np.uint64) -> int:
    """Find the place of the lowest bit of a word that is not zero."""
    return int64((int(word) & -int(word)).bit_length() - 1)


def emit_count(_typing: Any, _word: Any) -> Any:
    """Emit the instruction that counts bits."""
    return types.int64(types.uint64), lambda _context, builder, _signature, words: builder.ctpop(words[0])


def emit_lowest(_typing: Any, _word: Any) -> Any:
    """Emit the instruction that counts the zeros below the lowest bit; the word is never zero."""

    def emit(context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        return builder.cttz(words[0], context.get_constant(types.boolean, 1))

    return types.int64(types.uint64), emit


UNCOMPILED: bool = vars(numba.config)["DISABLE_JIT"]
ctpop: Any = count_plainly if UNCOMPILED else intrinsic(emit_count)
cttz: Any = lowest_plainly if UNCOMPILED else intrinsic(emit_lowest)


@compiled
def count_bits(word: np.uint64) -> int:
    """Count the bits of a word."""
    return int64(ctpop(word))


@compiled
def lowest_bit(word: np.uint64) -> int:
    """Give the place of the lowest bit of a word that is not zero."""
    return int64(cttz(word))
