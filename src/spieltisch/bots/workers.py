"""Where bots think: in processes of their own, so that no event loop and no table waits for them.

What travels there is a view as bytes, never a table. A flag in shared memory stops a search within milliseconds.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
from collections import deque
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from spieltisch import _parent, bots, games
from spieltisch.bots.coach import judge
from spieltisch.games import View

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from multiprocessing.sharedctypes import SynchronizedArray
    from types import TracebackType

    from spieltisch.bots import Bot, Candidate

Answer = TypeVar("Answer")
CLOSED = -1
"""The last flag: nobody waits for any answer any more."""
PATIENCE = 5
"""Thinking takes what others leave of the processors: who plays waits for the server, not for somebody's bot."""


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
    weighed: str = ""
    """A move that is to be judged; without one the bot chooses."""


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
    """Leave signals to the parent, and end when it is gone, however it went, or closes, even while loading."""
    _here.flags = flags_in(flags)
    _here.bots = {}
    if hasattr(os, "nice"):
        os.nice(PATIENCE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _parent.end_with(parent, closed=lambda: bool(_here.flags[CLOSED]))


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
    if question.weighed:
        best, made = judge(bot, view, question.weighed, budget)
        return Choice(best.move, [best, made])
    move = bot.choose(view, question.seat, budget)
    return Choice(move, bot.explain())


def _get_ready(game: str) -> None:
    """Load what a game's bots need, so that the first question does not wait for it."""
    bots.get(game, "casual")


class Workers:
    """A few processes that choose moves; one for each core unless told otherwise.

    Each is a pool of its own: when one dies, only its question fails, with `BrokenExecutor`, and the next one finds a
    new process. They start when they are needed, and one more than were, so that the next one waits for no start.
    """

    def __init__(self, processes: int = 0) -> None:
        count = processes or os.cpu_count() or 1
        self._context = multiprocessing.get_context("spawn")
        self._shared = self._context.Array("b", count + 1)
        self._flags = flags_in(self._shared)
        self._pools: list[ProcessPoolExecutor | None] = [None] * count
        self._under_way: list[Future[Any] | None] = [None] * count
        self._waiting: deque[asyncio.Future[None]] = deque()

    def start_one(self) -> None:
        """Start a process before it is needed, unless one runs: it has much to load."""
        if not any(self._pools):
            self._submit(0, os.getpid)

    async def choose(
        self,
        view: View,
        level: str,
        seconds: float | None = None,
        nodes: int | None = None,
        seed: int | None = None,
        weighed: str = "",
    ) -> Choice:
        """Let a bot choose for the seat whose view this is, or judge a move. Cancelling the task stops the search."""
        desk = await self._free_desk()
        self._flags[desk] = 0
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
            desk,
            weighed,
        )
        try:
            choice = await asyncio.wrap_future(self._submit(desk, _think, question))
        except asyncio.CancelledError:
            self._flags[desk] = 1
            raise
        self._keep_one_ready(desk, view.game.name)
        return choice

    # --- desks: a process, a flag, and what is under way ------------------------------------------------------------

    def _is_free(self, desk: int) -> bool:
        """Whether nothing is under way at a desk."""
        future = self._under_way[desk]
        return future is None or future.done()

    async def _free_desk(self) -> int:
        """Find a desk where nothing is under way, or wait for one; running ones come first."""
        while True:
            news = asyncio.get_running_loop().create_future()
            self._waiting.append(news)  # before looking: what ends meanwhile must not be missed
            free = [desk for desk in range(len(self._pools)) if self._is_free(desk)]
            if free:
                return min(free, key=lambda desk: self._pools[desk] is None)
            await news

    def _submit(self, desk: int, work: Callable[..., Answer], *given: Any) -> Future[Answer]:
        """Have something done at a desk; a process that has died there is replaced."""
        pool = self._pools[desk]
        future: Future[Answer] | None = None
        if pool is not None:
            with suppress(BrokenExecutor):
                future = pool.submit(work, *given)
        if future is None:
            pool = self._pools[desk] = ProcessPoolExecutor(
                1, self._context, initializer=_settle_in, initargs=(self._shared, os.getpid())
            )
            future = pool.submit(work, *given)
        self._under_way[desk] = future
        future.add_done_callback(self._wake)
        return future

    def _keep_one_ready(self, used: int, game: str) -> None:
        """Start another process if all that run besides this one are busy; not before it has answered, which starts."""
        others = [desk for desk in range(len(self._pools)) if desk != used]
        if any(self._pools[desk] is not None and self._is_free(desk) for desk in others):
            return
        for desk in others:
            if self._pools[desk] is None:
                self._submit(desk, _get_ready, game)
                return

    def _wake(self, _done: Future[Any]) -> None:
        """A desk is free: those who wait look again. Called in a thread of the pool."""
        with suppress(IndexError):
            while True:
                news = self._waiting.popleft()
                with suppress(RuntimeError):  # its loop is closed
                    news.get_loop().call_soon_threadsafe(_settle, news)

    def close(self) -> None:
        """Stop all searches and end the processes."""
        self._flags[:] = 1
        for pool in self._pools:
            if pool is not None:
                pool.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()


def _settle(news: asyncio.Future[None]) -> None:
    """Tell who waits, if still waiting."""
    if not news.done():
        news.set_result(None)
