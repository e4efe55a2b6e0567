"""Plays the same tables on the CPU and on a GPU and names the first thing that differs, byte for byte.

`python -m tests.lab.alike` does it for a few small games; it needs no GPU with `NUMBA_ENABLE_CUDASIM=1` and
`NUMBA_DISABLE_JIT=1`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spieltisch.lab import IllegalChoice, batch
from tests.lab.kinds import Kind, title

SMALL: list[Kind] = [("wampum", 2, {}), ("wigwam", 2, {"setup": "standard"}), ("amul", 3, {})]


def host(array: Any) -> bytes:
    """The bytes of an array, wherever it lies."""
    return bytes((array.copy_to_host() if hasattr(array, "copy_to_host") else array).tobytes())


def played_out_differently(kind: Kind, size: int, games_each: int = 1) -> str:
    """Whole random games: how many decisions, how they ended, and how the luck goes on."""
    name, players, options = kind
    here = batch(name, players, size, seed=3, **options)
    there = batch(name, players, size, seed=3, device="cuda", **options)
    if host(there.play_out(games_each)) != host(here.play_out(games_each)):
        return f"{title(kind)}: other numbers of decisions"
    if host(there.states) != host(here.states):
        return f"{title(kind)}: other ends"
    here.reset()
    there.reset()
    return "" if host(there.states) == host(here.states) else f"{title(kind)}: other deals afterwards"


def stepped_differently(kind: Kind, size: int, steps: int, eager: bool = False, reward: str = "share") -> str:
    """Step by step, through the ends of games: everything that a batch gives."""
    name, players, options = kind
    here = batch(name, players, size, seed=5, reward=reward, eager=eager, **options)
    there = batch(name, players, size, seed=5, reward=reward, eager=eager, device="cuda", **options)
    for number in range(steps):
        choices = here.draw(here.mask())
        pairs: dict[str, tuple[Any, Any]] = {
            "mask": (there.mask(), here.mask()),
            "draw": (there.draw(there.mask()), choices),
            "observe": (there.observe(), here.observe()),
            "spread": (there.spread(there.observe()), here.spread(here.observe())),
            "perfect": (there.perfect(), here.perfect()),
        }
        results = zip(("rewards", "done", "moved"), there.step(choices), here.step(choices), strict=True)
        pairs |= {what: (theirs, ours) for what, theirs, ours in results}
        pairs |= {what: (getattr(there, what), getattr(here, what)) for what in ("states", "seats", "parts")}
        for what, (theirs, ours) in pairs.items():
            if host(theirs) != host(ours):
                return f"{title(kind)}: another {what} in step {number}"
    return ""


def refused_differently(kind: Kind) -> str:
    """A forbidden choice is refused with the same words, and its table stays as it was."""
    name, players, options = kind
    there = batch(name, players, 3, seed=4, device="cuda", **options)
    before = there.states.copy_to_host()
    choices = there.draw(there.mask()).copy_to_host()
    choices[1] = int(np.flatnonzero(~there.mask().copy_to_host()[1])[0])
    try:
        there.step(choices)
    except IllegalChoice as refusal:
        stays = before[1:2].tobytes() == there.states.copy_to_host()[1:2].tobytes()
        there.step(there.draw(there.mask()))  # goes on
        return "" if refusal.table == 1 and refusal.choice == choices[1] and stays else f"{title(kind)}: {refusal}"
    return f"{title(kind)}: allows what is forbidden"


def offered_differently() -> set[str]:
    """What a user can ask only one of the two for."""
    here, there = batch("wampum"), batch("wampum", device="cuda")
    return {name for name in {*dir(here)} ^ {*dir(there)} if not name.startswith("_")}


def main() -> None:
    """Compare a few small games."""
    assert not offered_differently()
    steps = 12
    for kind in SMALL:
        for wrong in (
            played_out_differently(kind, 2),
            stepped_differently(kind, 2, steps),
            stepped_differently(kind, 2, steps, eager=True, reward="margin"),
            refused_differently(kind),
        ):
            assert not wrong, wrong
        print(title(kind), "alike")


if __name__ == "__main__":
    main()
