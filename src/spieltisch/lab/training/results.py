"""What a training leaves behind: checkpoints to go on from, the weights, and a sheet that says how they came about."""

from __future__ import annotations

import hashlib
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import msgspec
import torch
from safetensors.torch import save_file

from spieltisch import _cache
from spieltisch.games import get
from spieltisch.lab.training.plan import CHECKPOINT, SHEET, WEIGHTS, Plan, Sheet
from spieltisch.lab.training.selfplay import Learner

if TYPE_CHECKING:
    from pathlib import Path

PACKAGES = ("spieltisch", "torch", "numba", "numba-cuda", "numpy")


def keep(learner: Learner, folder: Path, seconds: float, figures: list[dict[str, float]]) -> None:
    """Write checkpoint, weights and sheet; whoever stops in between finds the last ones whole."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = {name: tensor.half().contiguous().cpu() for name, tensor in learner.network.state_dict().items()}
    whole(folder / WEIGHTS, lambda path: save_file(weights, path))
    plan = learner.plan
    sheet = Sheet(
        plan,
        " ".join(["spieltisch", *sys.argv[1:]]),
        learner.rounds,
        learner.rounds * plan.tables * plan.steps,
        round(seconds, 1),
        torch.cuda.get_device_name() if learner.device == "cuda" else platform.processor(),
        {package: found for package in PACKAGES if (found := version_of(package))},
        _cache.sources_hash(_cache.rooms_for(get(plan.game).rules.play.__module__)),
        hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest(),
        figures,
    )
    whole(folder / SHEET, lambda path: path.write_bytes(msgspec.json.format(msgspec.json.encode(sheet))))
    state = {
        "plan": msgspec.json.encode(plan),
        "network": learner.network.state_dict(),
        "optimizer": learner.optimizer.state_dict(),
        "rounds": learner.rounds,
        "seconds": seconds,
        "figures": figures,
    }
    whole(folder / CHECKPOINT, lambda path: torch.save(state, path))


def found_in(folder: Path, device: str) -> tuple[Learner, float, list[dict[str, float]]] | None:
    """Take up what an earlier run has left: the learner, the seconds and the figures so far. Tables are laid anew."""
    if not (folder / CHECKPOINT).exists():
        return None
    state = torch.load(folder / CHECKPOINT, map_location=device, weights_only=True)
    learner = Learner(msgspec.json.decode(state["plan"], type=Plan), device)
    learner.network.load_state_dict(state["network"])
    learner.optimizer.load_state_dict(state["optimizer"])
    learner.rounds = state["rounds"]
    torch.manual_seed(learner.plan.seed + learner.rounds)
    learner.tables.reset(learner.plan.seed + learner.rounds)
    return learner, state["seconds"], state["figures"]


def whole(path: Path, write: Any) -> None:
    """Write a file so that there is always a whole one."""
    beside = path.with_name(f"{path.name}.new")
    write(beside)
    beside.replace(path)


def version_of(package: str) -> str:
    """Give the version of a package, nothing if it is not installed as one."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
