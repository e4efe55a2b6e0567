"""Reads and writes the fitted weights of the quick policy, and holds those that were not fitted but meant."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from spieltisch.bots.amul.looking import CLASSES, FEATURES, PHASES, SHAPE, STAGES

if TYPE_CHECKING:
    from spieltisch.bots.amul.looking import Weights

FILE = Path(__file__).with_name("weights.toml")

HEAD = """\
# The fitted weights of Amul's quick policy: for each player count, phase, stage and class of card one number a
# feature. To reproduce: python -m spieltisch.lab.fit amul --games {games} --seed {seed}
#
# {features}
"""


@cache
def kept() -> dict[str, Any]:
    """Read the file once."""
    return tomllib.loads(FILE.read_text())


@cache
def fitted(players: int) -> Weights:
    """Give the weights for a player count, by phase, stage, class and feature."""
    table = kept()[f"players_{players}"]
    return np.array(
        [[[table[phase][stage][group] for group in CLASSES] for stage in STAGES] for phase in PHASES],
        np.float32,
    )


def plain() -> Weights:
    """The weights of somebody who adds up what cards are worth: gives the worst, takes the best, plays what must be."""
    weights = np.zeros(SHAPE, np.float32)
    cards = weights[:, :, :3]
    for feature, weight in {"mean": 0.5, "area": 0.5, "hand": 0.5, "drift": -0.5, "effect": 0.5}.items():
        cards[..., FEATURES.index(feature)] = weight
    weights[PHASES.index("offer")] *= -1
    weights[PHASES.index("play"), :, CLASSES.index("hand")] *= -1
    weights[PHASES.index("play"), :, CLASSES.index("both")] = 0
    return weights


def write(found: dict[int, Weights], games: int, seed: int) -> str:
    """Write fitted weights as the text of the file."""
    text = HEAD.format(games=games, seed=seed, features=", ".join(FEATURES))
    for players, weights in found.items():
        for phase, stages in zip(PHASES, weights, strict=True):
            for stage, groups in zip(STAGES, stages, strict=True):
                text += f"\n[players_{players}.{phase}.{stage}]\n"
                for group, row in zip(CLASSES, groups, strict=True):
                    text += f"{group} = [{', '.join(f'{weight:.3f}' for weight in row)}]\n"
    return text
