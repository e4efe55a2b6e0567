"""Trains the master's network by self-play (PPO); a critic that sees all hands judges every table.

    python -m spieltisch.bots.amul.master.learning OUT --seconds 400

All seats of all tables are played by the network, all player counts at once. Needs PyTorch and numba-cuda; on the CPU
it is only good for trying out.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
import torch
from torch import nn

from spieltisch.bots.amul.master.seeing import ALL, SEEN, scales
from spieltisch.bots.amul.master.tables import BLOCK, MARGIN, SHARE, Tables
from spieltisch.bots.amul.master.thinking import CHOICES, FIRST, LEARNT, SECOND
from spieltisch.bots.amul.master.weights import read, written
from spieltisch.games.amul.state import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

NEVER = -1e9
"""The logit of what cannot be chosen."""
CLIP = 0.2
KEPT_EVERY = 20
"""Rounds."""


class Plan(msgspec.Struct, frozen=True):
    """What decides how a training goes. Rates and aims change from the first number to the second."""

    counts: tuple[int, ...] = (3, 4, 5, 6, 7, 8)
    tables: int = 98_304
    steps: int = 128
    portions: int = 2
    """So many are learned from one after the other in every step."""
    seconds: float = 400.0
    rate: tuple[float, float] = (1e-3, 5e-5)
    curiosity: tuple[float, float] = (0.01, 0.002)
    win_part: tuple[float, float] = (0.4, 0.8)
    """The second is reached after two thirds of the time."""
    trace: float = 0.95
    seed: int = 1


class Network(nn.Module):  # type: ignore[misc] # nobody needs PyTorch to check the types
    """What to choose, from what a seat sees, and how the game will end, from what nobody sees. Tables are columns."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("scale", torch.from_numpy(scales()), persistent=False)
        for head, seen, out, middle in (("actor", SEEN, CHOICES, None), ("critic", ALL, 2, (-1.3, 0.0))):
            first, second = torch.randn(FIRST, seen) * 0.12, torch.randn(SECOND, FIRST) * math.sqrt(2 / FIRST)
            bias = torch.zeros(out) if middle is None else torch.tensor(middle)
            for number, (weights, offset) in enumerate(
                [(first, torch.zeros(FIRST)), (second, torch.zeros(SECOND)), (torch.randn(out, SECOND) * 0.01, bias)], 1
            ):
                self.register_parameter(f"{head}{number}", nn.Parameter(weights))
                self.register_parameter(f"{head}{number}b", nn.Parameter(offset))

    def think(self, head: str, columns: Any) -> Any:
        """Give what comes out for each table, with the precision that matrix units have."""
        short = torch.bfloat16
        for number in (1, 2, 3):
            weights, bias = getattr(self, f"{head}{number}"), getattr(self, f"{head}{number}b")
            if number == 1:
                weights = weights * self.scale[: weights.shape[1]]
            if number == 3:
                return (weights.to(short) @ columns).float() + bias[:, None]
            columns = torch.relu(weights.to(short) @ columns + bias.to(short)[:, None])
        return columns

    def chances(self, columns: Any, marks: Any) -> Any:
        """Give the logarithm of each choice's chance."""
        return torch.log_softmax(self.think("actor", columns[:SEEN]).masked_fill(~marks, NEVER), dim=0)

    def arrays(self) -> dict[str, npt.NDArray[np.float16]]:
        """Give the weights as the bot reads them."""
        found = {}
        for name in LEARNT:
            tensor = getattr(self, name).detach()
            if tensor.dim() == 2:
                tensor = (tensor * self.scale[: tensor.shape[1]] if name.endswith("1") else tensor).t()
            found[name] = tensor.half().contiguous().cpu().numpy()
        return found

    def take(self, arrays: dict[str, npt.NDArray[np.float16]]) -> None:
        """Begin with weights that were written before."""
        with torch.no_grad():
            for name, array in arrays.items():
                tensor = torch.from_numpy(array.astype(np.float32)).to(self.scale.device)
                if tensor.dim() == 2:
                    tensor = tensor.t() / self.scale[: len(tensor)] if name.endswith("1") else tensor.t()
                getattr(self, name).copy_(tensor)


class Round(NamedTuple):
    """What has been seen and done, by step, and by table last. Rows, marks and values have one step more."""

    rows: Any
    marks: Any
    values: Any
    seats: Any
    over: Any
    paid: Any
    chosen: Any
    likely: Any
    gains: Any
    known: Any


class Learner:
    """A network, and the tables that it plays on."""

    def __init__(self, plan: Plan, device: str) -> None:
        self.plan, self.device, self.done = plan, device, 0
        torch.manual_seed(plan.seed)
        self.tables = tables_on(device)(plan.counts, plan.tables, plan.seed)
        self.network = Network().to(device)
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), eps=1e-6, betas=(0.9, 0.99), fused=device == "cuda"
        )
        self.seats = self.zeros(plan.tables, kind=torch.int8)
        self.tables.begin(self.given(self.seats))
        steps, size = plan.steps, plan.tables
        self.round = Round(
            self.zeros(steps + 1, ALL, size, kind=torch.int8),
            self.zeros(steps + 1, CHOICES, size, kind=torch.bool),
            self.zeros(steps + 1, 2, size),
            self.zeros(steps, size, kind=torch.int8),
            self.zeros(steps, size, kind=torch.bool),
            self.zeros(steps, 2, SEATS, size),
            self.zeros(steps, size, kind=torch.int64),
            self.zeros(steps, size),
            self.zeros(steps, 2, size),
            self.zeros(steps, size, kind=torch.bool),
        )

    def zeros(self, *shape: int, kind: Any = torch.float32) -> Any:
        """Make room on the device."""
        return torch.zeros(*shape, dtype=kind, device=self.device)

    def given(self, tensor: Any) -> Any:
        """Hand a tensor to the tables."""
        return tensor if self.device == "cuda" else tensor.numpy()

    def play(self) -> None:
        """Play some choices at every table, and work out what they were worth."""
        kept, plan = self.round, self.plan
        with torch.no_grad():
            for step in range(plan.steps + 1):
                rows, marks = kept.rows[step], kept.marks[step]
                self.tables.look(*map(self.given, (self.seats, rows, marks)))
                columns = rows.to(torch.bfloat16)
                kept.values[step] = torch.sigmoid(self.network.think("critic", columns))
                if step < plan.steps:
                    self.choose(step, self.network.chances(columns, marks))
        given = (kept.seats, kept.over, kept.paid, kept.values[: plan.steps])
        last = (self.seats, kept.values[plan.steps])
        results = map(self.given, (kept.gains, kept.known))
        self.tables.give_credit([*map(self.given, given)], [*map(self.given, last)], plan.trace, *results)

    def choose(self, step: int, chances: Any) -> None:
        """Draw a choice at every table (by Gumbel's trick) and carry it out."""
        kept = self.round
        noise = -torch.log(-torch.log(torch.rand_like(chances).clamp_(1e-9, 1 - 1e-7)))
        kept.seats[step] = self.seats
        kept.chosen[step] = (chances + noise).argmax(dim=0)
        kept.likely[step] = chances.gather(0, kept.chosen[step][None])[0]
        self.tables.step(*map(self.given, (self.seats, kept.chosen[step], kept.paid[step], kept.over[step])))

    def learn(self, passed: float) -> dict[str, float]:
        """Make what turned out well more likely, a little; `passed` is the part of the time that is over."""
        plan, kept = self.plan, self.round
        for group in self.optimizer.param_groups:
            group["lr"] = between(plan.rate, 0.5 - 0.5 * math.cos(math.pi * passed))
        curiosity, win_part = between(plan.curiosity, passed), between(plan.win_part, min(1.0, 1.5 * passed))
        gains = self.leveled(win_part * kept.gains[:, SHARE] + (1 - win_part) * kept.gains[:, MARGIN])
        aims = kept.values[: plan.steps] + kept.gains
        width = plan.tables // plan.portions
        doubts = []
        for step in torch.randperm(plan.steps).tolist():
            for start in range(0, plan.tables, width):
                some = slice(start, start + width)
                doubts.append(self.learn_from(step, some, gains[step, some], aims[step, :, some], curiosity))
        self.done += plan.steps * plan.tables
        return {"choices": self.done, "doubt": float(torch.stack(doubts).mean()), "foreseen": self.foreseen(aims)}

    def leveled(self, gains: Any) -> Any:
        """Count gains by their spread at tables of the same player count: with more players shares are smaller."""
        by_count = gains.view(self.plan.steps, -1, len(self.plan.counts), BLOCK)
        known = self.round.known.view(by_count.shape).float()
        number = known.sum((0, 1, 3), keepdim=True).clamp(min=1)
        middle = (by_count * known).sum((0, 1, 3), keepdim=True) / number
        spread = (((by_count - middle) ** 2 * known).sum((0, 1, 3), keepdim=True) / number).sqrt() + 1e-6
        return ((by_count - middle) / spread).view(gains.shape)

    def learn_from(self, step: int, some: slice, gains: Any, aims: Any, curiosity: float) -> Any:
        """Take one step of gradient descent on some tables; give how undecided the network was."""
        kept = self.round
        columns = kept.rows[step][:, some].to(torch.bfloat16)
        counted = kept.known[step, some].float()
        chances = self.network.chances(columns, kept.marks[step][:, some])
        judged = self.network.think("critic", columns)
        now = chances.gather(0, kept.chosen[step, some][None])[0]
        ratio = (now - kept.likely[step, some]).exp()
        better = torch.minimum(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains)
        doubt = -(chances.exp() * chances.clamp(min=-50)).sum(0)
        surprise = (nn.functional.softplus(judged) - aims * judged).sum(0)
        number = counted.sum().clamp(min=0.25 * len(counted))
        self.optimizer.zero_grad(set_to_none=True)
        (((surprise - better - curiosity * doubt) * counted).sum() / number).backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimizer.step()
        return ((doubt * counted).sum() / number).detach()

    def foreseen(self, aims: Any) -> float:
        """Say which part of the differences between results the critic has foreseen."""
        known = self.round.known
        aim, gain = aims[:, SHARE][known], self.round.gains[:, SHARE][known]
        return float(1 - gain.square().mean() / aim.var())


def tables_on(device: str) -> type[Tables]:
    """Give the kind of tables for a device."""
    if device != "cuda":
        return Tables
    from spieltisch.bots.amul.master.on_gpu import GpuTables

    return GpuTables


def between(ends: tuple[float, float], passed: float) -> float:
    """Give what lies between two numbers."""
    return ends[0] + (ends[1] - ends[0]) * passed


def train(plan: Plan, out: Path, device: str, start: Path | None = None) -> Learner:
    """Learn until the time is over; the weights are written every few rounds."""
    learner = Learner(plan, device)
    if start is not None:
        learner.network.take(read(start.read_bytes()))
    begun, rounds, over = time.perf_counter(), 0, False
    while not over:
        passed = min(1.0, (time.perf_counter() - begun) / plan.seconds)
        learner.play()
        notes = learner.learn(passed)
        rounds += 1
        over = time.perf_counter() - begun >= plan.seconds
        if over or rounds % KEPT_EVERY == 0:
            out.write_bytes(written(learner.network.arrays()))
            print(json.dumps({"seconds": round(time.perf_counter() - begun), "rounds": rounds, **notes}), flush=True)
    return learner


def main(arguments: Sequence[str] | None = None) -> None:
    """Train as told."""
    usual = Plan()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the weights are written here")
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--device", default="cuda")
    for name in ("tables", "steps", "seconds", "seed"):
        value = getattr(usual, name)
        parser.add_argument(f"--{name}", type=type(value), default=value)
    parser.add_argument("--counts", type=int, nargs="+", default=usual.counts)
    for name in ("rate", "curiosity", "win_part"):
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, nargs=2, default=getattr(usual, name))
    given = vars(parser.parse_args(arguments))
    out, start, device = given.pop("out"), given.pop("start"), given.pop("device")
    train(msgspec.convert(given, Plan), out, device, start)


if __name__ == "__main__":
    main()
