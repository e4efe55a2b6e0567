"""Reads and writes what was fitted: the weights of the evaluation, and which arrangements do well."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from spieltisch.bots.wigwam.evaluation import FEATURES, ZONES

if TYPE_CHECKING:
    import numpy.typing as npt

FILE = Path(__file__).with_name("weights.toml")
KINDS = ("warrior", "chief", "tent")

HEAD = """\
# What Wigwam's bots have learnt from games against themselves. To reproduce: {command}
# Evaluation: 256 is a factor e in the odds. Zones: the points of rows a to d from light's side; rows e to g are
# like c to a, and dark's points are light's turned by half.
# Set-up: what the chief's place and each tent's place beside that chief add, by places of the base (light's b1 to f2).
"""


@cache
def read() -> dict[str, Any]:
    """Read the file."""
    return tomllib.loads(FILE.read_text())


@cache
def evaluation() -> npt.NDArray[np.int64]:
    """Give the weights of the evaluation: features first, then warriors, chiefs and tents by zones."""
    table = read()["evaluation"]
    named = [table[feature] for feature in FEATURES]
    return np.array(named + [weight for kind in KINDS for weight in table[kind]], np.int64)


@cache
def arrangements() -> npt.NDArray[np.float64]:
    """Give what the chief's place (on the diagonal) and each tent's place beside that chief are worth."""
    return np.array(read()["setup"]["chief_and_tent"], np.float64)


def write(evaluation: npt.NDArray[np.int64], arrangements: npt.NDArray[np.float64], command: str) -> str:
    """Write fitted weights as the text of the file."""
    text = HEAD.format(command=command) + "\n[evaluation]\n"
    for feature, weight in zip(FEATURES, evaluation, strict=False):
        text += f"{feature} = {weight}\n"
    for kind, row in zip(KINDS, evaluation[len(FEATURES) :].reshape(3, ZONES), strict=True):
        text += f"{kind} = [{', '.join(map(str, row))}]\n"
    text += "\n[setup]\nchief_and_tent = [\n"
    for row in arrangements:
        text += f"    [{', '.join(f'{worth:.3f}' for worth in row)}],\n"
    return text + "]\n"
