"""Training at the command line."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import msgspec
import typer

from spieltisch.cli.asking import (
    GameArgument,
    OptionsOption,
    PlayersOption,
    check_players,
    fail,
    find_game,
    progress,
    read_options,
)


def train(
    game: GameArgument,
    into: Annotated[Path, typer.Option(help="Folder for checkpoints, weights and their sheet; goes on from there.")],
    players: PlayersOption = None,
    minutes: Annotated[float, typer.Option(min=0.01, help="Time for this run.")] = 10.0,
    device: Annotated[str, typer.Option(help="cuda, or cpu to try it out.")] = "cuda",
    tables: Annotated[int, typer.Option(min=1, help="Tables played at the same time.")] = 8192,
    width: Annotated[int, typer.Option(min=1, help="Width of the network.")] = 256,
    seed: Annotated[int, typer.Option(help="Decides deals, choices and the first weights.")] = 1,
    option: OptionsOption = None,
) -> None:
    """Let a network learn a game by playing against itself (extras gpu and train)."""
    found = find_game(game)
    count = check_players(found, players)
    try:
        from spieltisch.lab.training.plan import Plan
        from spieltisch.lab.training.run import OtherPlan
        from spieltisch.lab.training.run import train as learn
    except ModuleNotFoundError as missing:
        fail(f"{missing.name} is not installed; pip install 'spieltisch[gpu,train]'.")
    options = msgspec.structs.asdict(read_options(found, option))
    plan = Plan(found.name, count, options, seed, tables, width=width)
    with progress() as bar:
        task = bar.add_task(f"training {found.title}, {count} players", total=60 * minutes)

        def tell(seconds: float, notes: dict[str, float]) -> None:
            bar.update(task, completed=seconds)
            if "share" in notes:
                bar.console.print(", ".join(f"{what} {value:.3f}" for what, value in notes.items()))

        try:
            learn(plan, into, minutes, device, tell)
        except (OtherPlan, RuntimeError) as refused:
            fail(str(refused))
