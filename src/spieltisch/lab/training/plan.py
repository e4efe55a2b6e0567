"""A training on paper: the plan that decides what comes out of it, and the sheet that says what did."""

from __future__ import annotations

from typing import Any

import msgspec

CHECKPOINT, WEIGHTS, SHEET = "checkpoint.pt", "weights.safetensors", "sheet.json"
"""What lies in the folder of a training."""


class Plan(msgspec.Struct, frozen=True):
    """Everything that decides what comes out of a training, besides versions and machine."""

    game: str
    players: int
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    seed: int = 1
    tables: int = 8192
    steps: int = 64
    """So many choices at each table make a round."""
    width: int = 256
    depth: int = 2
    rate: float = 5e-4
    epochs: int = 2
    portion: int = 32_768
    """So many choices are learned from at once."""
    clip: float = 0.2
    curiosity: float = 0.01
    trace: float = 0.95


class Sheet(msgspec.Struct):
    """How weights came about."""

    plan: Plan
    command: str
    rounds: int
    choices: int
    seconds: float
    machine: str
    versions: dict[str, str]
    rules: str
    """Names the sources of the game's rules."""
    sha256: str
    """Of the weights."""
    figures: list[dict[str, float]]
