"""Reads and writes the fitted weights of the quick policy, and holds those that were not fitted but meant."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from spieltisch.bots.wampum.looking import BID_FEATURES, DISCARD_FEATURES, STAGES

if TYPE_CHECKING:
    import numpy.typing as npt

FILE = Path(__file__).with_name("weights.toml")

HEAD = """\
# The fitted weights of Wampum's quick policy: for each player count and stage one number a feature,
# bids first, then discards. To reproduce: python -m spieltisch.lab.fit wampum --games {games} --seed {seed}
#
# bids: {bids}
# discards: {discards}
"""


@cache
def fitted(players: int) -> npt.NDArray[np.float64]:
    """Give the weights for a player count, by stage and feature."""
    table = tomllib.loads(FILE.read_text())[f"players_{players}"]
    return np.array([table[stage] for stage in STAGES], np.float64)


def naive() -> npt.NDArray[np.float64]:
    """The weights of a learner, who sees the wampum and the cards of this round and little else."""
    weights = np.zeros((len(STAGES), len(BID_FEATURES) + len(DISCARD_FEATURES)))
    weights[:, BID_FEATURES.index("wampum")] = 1.0
    weights[:, BID_FEATURES.index("hand")] = 0.3
    weights[0, BID_FEATURES.index("hand")] = 0.1
    weights[:, len(BID_FEATURES) + DISCARD_FEATURES.index("many")] = -0.5
    return weights


def write(found: dict[int, npt.NDArray[np.float64]], games: int, seed: int) -> str:
    """Write fitted weights as the text of the file."""
    text = HEAD.format(games=games, seed=seed, bids=", ".join(BID_FEATURES), discards=", ".join(DISCARD_FEATURES))
    for players, weights in found.items():
        text += f"\n[players_{players}]\n"
        for stage, row in zip(STAGES, weights, strict=True):
            text += f"{stage} = [{', '.join(f'{weight:.3f}' for weight in row)}]\n"
    return text
