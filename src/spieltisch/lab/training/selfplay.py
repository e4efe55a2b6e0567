"""Self-play on a batch: tables are played by the network for a while, and it learns from what happened (PPO).

All seats are played by the same network. Tables go on from one round to the next, so long games are no trouble.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch

from spieltisch.games.records import MAX_SEATS
from spieltisch.lab import batch
from spieltisch.lab.training.credit import LATER, credit
from spieltisch.lab.training.network import Network

if TYPE_CHECKING:
    from spieltisch.lab import Batch
    from spieltisch.lab.cuda import CudaBatch
    from spieltisch.lab.training.plan import Plan


class Round(NamedTuple):
    """What has been seen and done, by step and table."""

    rows: Any
    allowed: Any
    chosen: Any
    likely: Any
    values: Any
    gains: Any
    known: Any


class Learner:
    """A network, its optimizer, and the tables that it plays on."""

    def __init__(self, plan: Plan, device: str) -> None:
        self.plan = plan
        self.device = device
        self.rounds = 0
        torch.manual_seed(plan.seed)
        self.tables = self.lay_out(plan.tables, plan.seed)
        self.network = Network(self.tables.layout, self.tables.choices, plan.width, plan.depth).to(device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=plan.rate, eps=1e-5)

    def lay_out(self, size: int, seed: int) -> Batch | CudaBatch:
        """Lay out tables of the plan's game."""
        plan = self.plan
        device: Any = self.device
        laid: Batch | CudaBatch = batch(plan.game, plan.players, size, seed, eager=True, device=device, **plan.options)
        return laid

    def here(self, array: Any) -> Any:
        """Take an array of a batch as a tensor, without a copy."""
        return torch.as_tensor(array, device=self.device)

    def think(self, tables: Batch | CudaBatch, rows: Any, allowed: Any, learning: bool = False) -> tuple[Any, Any]:
        """Ask the network about some rows of observations."""
        quick = torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda")
        with torch.set_grad_enabled(learning), quick:
            chances, values = self.network(self.here(tables.spread(self.given(rows))), allowed)
        return chances, values

    def play(self) -> Round:
        """Play a round at all tables."""
        plan, tables = self.plan, self.tables
        shape = (plan.steps, plan.tables)
        empty = Round(
            self.zeros((*shape, tables.layout.size), torch.int8),
            self.zeros((*shape, tables.choices), torch.bool),
            self.zeros(shape, torch.int64),
            self.zeros(shape),
            self.zeros(shape),
            self.zeros(shape),
            self.zeros(shape, torch.bool),
        )
        rewards, done = self.zeros((*shape, plan.players)), self.zeros(shape, torch.bool)
        seats = self.zeros(shape, torch.int8)
        for step in range(plan.steps):
            empty.rows[step] = self.here(tables.observe())
            empty.allowed[step] = self.here(tables.mask())
            seats[step] = self.here(tables.seats)
            chances, empty.values[step] = self.think(tables, empty.rows[step], empty.allowed[step])
            empty.chosen[step] = drawn(chances)
            empty.likely[step] = chances.gather(1, empty.chosen[step][:, None])[:, 0]
            for kept, result in zip((rewards, done), tables.step(self.given(empty.chosen[step]))[:2], strict=True):
                kept[step] = self.here(result)
        _, ahead = self.think(tables, self.here(tables.observe()).contiguous(), self.here(tables.mask()))
        self.give_credit(rewards, done, seats, empty.values, self.here(tables.seats), ahead, empty.gains, empty.known)
        return empty

    def zeros(self, shape: tuple[int, ...], kind: Any = torch.float32) -> Any:
        """Make room on the device."""
        return torch.zeros(shape, dtype=kind, device=self.device)

    def given(self, tensor: Any) -> Any:
        """Hand a tensor to a batch: as it is on a GPU, as NumPy's on the CPU."""
        return tensor if self.device == "cuda" else tensor.numpy()

    def give_credit(self, *arrays: Any) -> None:
        """Work out how much better each choice was than thought, with the same compiled function on both devices."""
        *before, gains, known = map(self.given, arrays)
        if self.device == "cuda":
            from spieltisch.lab.training.on_gpu import give_credit

            give_credit(self.plan.tables, *before, self.plan.trace, gains, known)
        else:
            later = np.zeros((MAX_SEATS, LATER), np.float32)
            given: Any = (*before, self.plan.trace, later, gains, known)
            credit(*given)

    def learn(self, played: Round) -> dict[str, float]:
        """Make what turned out well more likely, a little; give the means of what was noted on the way."""
        plan = self.plan
        flat = Round(*(one.flatten(0, 1) for one in played))
        places = flat.known.nonzero()[:, 0]
        spread = flat.gains[places].std() + 1e-8
        middle = flat.gains[places].mean()
        notes: dict[str, list[Any]] = {"curiosity": [], "surprise": []}
        for _ in range(plan.epochs):
            for some in places[torch.randperm(len(places), device=self.device)].split(plan.portion):
                chances, values = self.think(self.tables, flat.rows[some], flat.allowed[some], learning=True)
                now = chances.gather(1, flat.chosen[some][:, None])[:, 0]
                ratio = (now - flat.likely[some]).exp()
                gains = (flat.gains[some] - middle) / spread
                better = torch.minimum(ratio * gains, ratio.clamp(1 - plan.clip, 1 + plan.clip) * gains).mean()
                surprise = (flat.values[some] + flat.gains[some] - values).square().mean()
                doubt = -(chances.exp() * chances).sum(dim=1).mean()
                self.optimizer.zero_grad(set_to_none=True)
                (surprise - better - plan.curiosity * doubt).backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()
                notes["curiosity"].append(doubt.detach())
                notes["surprise"].append(surprise.detach())
        self.rounds += 1
        return {what: float(torch.stack(found).mean()) for what, found in notes.items()}

    def share(self, size: int = 4096, seed: int = 7) -> float:
        """Play one seat of each table against players who choose at random; 1.0 is an even share of the wins."""
        tables = self.lay_out(size, seed)
        own = torch.arange(size, device=self.device) % self.plan.players
        share = self.zeros((size,))
        waiting = torch.ones(size, dtype=torch.bool, device=self.device)
        while waiting.any():
            allowed = self.here(tables.mask())
            chances, _ = self.think(tables, self.here(tables.observe()).contiguous(), allowed)
            mine = self.here(tables.seats) == own
            at_random = self.here(tables.draw(tables.mask()))
            rewards, done, _ = tables.step(self.given(torch.where(mine, drawn(chances), at_random)))
            ended = waiting & self.here(done)
            share = torch.where(ended, self.here(rewards).gather(1, own[:, None])[:, 0], share)
            waiting &= ~ended
        return float(share.mean()) * self.plan.players


def drawn(chances: Any) -> Any:
    """Draw a choice from each row of logarithms of chances (by Gumbel's trick: the largest of them with noise)."""
    noise = -torch.log(-torch.log(torch.rand_like(chances).clamp(1e-9, 1 - 1e-7)))
    return (chances + noise).argmax(dim=1)
