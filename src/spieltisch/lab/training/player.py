"""A bot that plays by a trained network, without any search: the way to judge a network beside levels.

NumPy is enough for it, and a core does several thousand choices a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np
from safetensors.numpy import load_file

from spieltisch.bots import Bot, Budget, Candidate
from spieltisch.bots.bot import seed_of
from spieltisch.games.records import copied
from spieltisch.lab.episode import Setting
from spieltisch.lab.training.plan import SHEET, WEIGHTS, Sheet

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

    from spieltisch.games import View

LEVEL = "network"


class NetworkBot(Bot):
    """Plays the game and player count that a network was trained for.

    It draws by the network's chances, as in training; a sharp one takes the likeliest.
    """

    unit = "choices"

    def __init__(self, folder: Path, *, sharp: bool = False) -> None:
        plan = msgspec.json.decode((folder / SHEET).read_bytes(), type=Sheet).plan
        super().__init__(plan.game, LEVEL)
        self.noise = 0.0 if sharp else 1.0
        self.setting = Setting(plan.game, plan.players, plan.options)
        tensors = {name: array.astype(np.float32) for name, array in load_file(folder / WEIGHTS).items()}
        self.scale = tensors["scale"]
        names = [name.removesuffix(".weight") for name in tensors if name.endswith(".weight")]
        body = sorted((name for name in names if name.startswith("body.")), key=lambda name: int(name[5:]))
        self.body = [(tensors[f"{name}.weight"], tensors[f"{name}.bias"]) for name in body]
        self.policy = (tensors["policy.weight"], tensors["policy.bias"])
        self.value = (tensors["value.weight"], tensors["value.bias"])

    def choose(self, view: View, seat: int, budget: Budget | None = None) -> str:
        """Build the move choice by choice."""
        dice = np.random.default_rng(seed_of(budget))
        codec, book = self.setting.codec, view.book[0]
        state = copied(view.state)
        part, share = 0, 0.0
        while part >= 0:
            marks = np.zeros(codec.choices, np.int8)
            wide = self.setting.look(state.view(np.ndarray), seat, part, marks)
            likings, share = self.think(wide)
            drawn = likings + self.noise * dice.gumbel(size=len(likings))
            choice = int(np.where(marks, drawn, -np.inf).argmax())
            part = int(codec.extend(book, state[0], seat, part, choice))
        move = view.game.write_move(book, ~part)
        self.candidates = [Candidate(move, share)]
        return move

    def think(self, wide: npt.NDArray[np.int8]) -> tuple[npt.NDArray[np.float32], float]:
        """Give how much the network likes each choice, and the share of the win that it expects."""
        seen = wide * self.scale
        for weights, bias in self.body:
            seen = np.maximum(weights @ seen + bias, 0)
        return self.policy[0] @ seen + self.policy[1], float((self.value[0] @ seen + self.value[1])[0])
