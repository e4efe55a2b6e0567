"""The network: from what a seat sees to how likely it takes each choice, and which share of the win it expects."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn

if TYPE_CHECKING:
    from spieltisch.games.layout import Layout


class Network(nn.Module):  # type: ignore[misc] # nobody needs PyTorch to check the types
    """A few fully connected layers with two heads. It sees views, spread out; nothing that is hidden from the seat."""

    def __init__(self, layout: Layout, choices: int, width: int, depth: int) -> None:
        super().__init__()
        self.register_buffer("scale", torch.from_numpy(1.0 / layout.spread_highs.astype(np.float32)))
        sizes = [layout.spread_size, *[width] * depth]
        steps = [(nn.Linear(*pair), nn.ReLU()) for pair in pairwise(sizes)]
        self.body = nn.Sequential(*(part for step in steps for part in step))
        self.policy = nn.Linear(width, choices)
        self.value = nn.Linear(width, 1)

    def forward(self, wide: Any, allowed: Any) -> tuple[Any, Any]:
        """Give the logarithm of each choice's chance (nearly none where it is not allowed), and the expected share."""
        seen = self.body(wide.float() * self.scale)
        weights = self.policy(seen).float().masked_fill(~allowed, -1e9)
        return torch.log_softmax(weights, dim=-1), self.value(seen).float()[:, 0]
