"""Where bots think: in processes of their own, so that no event loop and no table waits for them.

What travels there is a view as bytes, never a table. A flag in shared memory stops a search within milliseconds.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import numpy.typing as npt

from spieltisch import bots, games
from spieltisch.games import View

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import SynchronizedArray
    from types import TracebackType

    from spieltisch.bots import Bot, Candidate

FLAGS = 1024
"""How many choices may be under way at once, waiting ones included."""


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked: a view, a level, and how long it may think."""

    game: str
    level: str
    players: int
    options: dict[str, Any]
    state: bytes
    seat: int
    seconds: float | None
    nodes: int | None
    seed: int
    flag: int


class Choice(msgspec.Struct, frozen=True):
    """A bot's answer: its move, and what it has considered, best first."""

    move: str
    candidates: list[Candidate]


class _Process:
    """What one working process keeps: its bots, and the flags that it shares with its parent."""

    flags: npt.NDArray[np.int8]
    bots: dict[tuple[str, str], Bot]


_here = _Process()


def flags_in(shared: SynchronizedArray[int]) -> npt.NDArray[np.int8]:
    """See shared memory as an array."""
    memory: Any = shared.get_obj()
    return np.frombuffer(memory, np.int8)


def _settle_in(flags: SynchronizedArray[int], parent: int) -> None:
    """Leave signals to the parent, and end when it is gone, however it went."""
    _here.flags = flags_in(flags)
    _here.bots = {}
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _think(question: Question) -> Choice:
    """Unpack the view and let the bot choose."""
    game = games.get(question.game)
    empty = game.empty_table(question.players, question.options)
    state: Any = np.frombuffer(bytearray(question.state), game.state_dtype).view(np.recarray)
    view = View(game, question.players, empty.options, empty.book, state, question.seat)
    key = question.game, question.level
    if key not in _here.bots:
        _here.bots[key] = bots.get(*key)
    bot = _here.bots[key]
    budget = bots.Budget(question.seconds, question.nodes, question.seed)
    budget.stop = _here.flags[question.flag : question.flag + 1]
    move = bot.choose(view, question.seat, budget)
    return Choice(move, bot.explain())


class Workers:
    """A few processes that choose moves; one for each core unless told otherwise."""

    def __init__(self, processes: int = 0) -> None:
        context = multiprocessing.get_context("spawn")
        shared = context.Array("b", FLAGS)
        self._flags = flags_in(shared)
        self._free = list(range(FLAGS))
        self._pool = ProcessPoolExecutor(
            processes or os.cpu_count() or 1, context, initializer=_settle_in, initargs=(shared, os.getpid())
        )

    async def choose(
        self, view: View, level: str, seconds: float | None = None, nodes: int | None = None, seed: int | None = None
    ) -> Choice:
        """Let a bot choose for the seat whose view this is. Cancelling the task stops the search."""
        flag = self._free.pop()
        self._flags[flag] = 0
        question = Question(
            view.game.name,
            level,
            view.players,
            view.game.options_record(view.options),
            view.state.tobytes(),
            view.seat,
            seconds,
            nodes,
            secrets.randbits(48) if seed is None else seed,
            flag,
        )
        future = self._pool.submit(_think, question)
        future.add_done_callback(lambda _: self._free.append(flag))
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            self._flags[flag] = 1
            raise

    def close(self) -> None:
        """Stop all searches and end the processes."""
        self._flags[:] = 1
        self._pool.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()
