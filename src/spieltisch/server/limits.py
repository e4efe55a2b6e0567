"""How much one client may ask for: buckets of tokens that fill up again with time."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, OrderedDict, deque
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

HEAD_BYTES = 32_768
"""No head of a request is longer."""


class Bucket:
    """Holds up to `size` tokens and gains `rate` of them a second."""

    __slots__ = ("at", "rate", "size", "tokens")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self.rate = rate
        self.size = size
        self.tokens = size
        self.at = now

    def wait(self, now: float, cost: float = 1.0) -> float:
        """Take a token and give 0, or say for how many seconds there will be none. Some things cost more of them."""
        self.tokens = min(self.size, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens >= cost:
            self.tokens -= cost
            return 0.0
        return (cost - self.tokens) / self.rate

    def owe(self, now: float, cost: float) -> float:
        """Take what has come already, even on credit, and say for how many seconds nothing more should come."""
        self.tokens = min(self.size, self.tokens + (now - self.at) * self.rate) - cost
        self.at = now
        return max(0.0, -self.tokens / self.rate)


class Buckets:
    """One bucket for each address. Those longest unused are forgotten, so memory cannot grow."""

    def __init__(self, rate: float, size: float, most: int = 20_000) -> None:
        self.rate = rate
        self.size = size
        self.most = most
        self.by_key: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, key: str, now: float) -> float:
        """Take a token from an address's bucket."""
        return self.bucket(key, now).wait(now)

    def owe(self, key: str, now: float, cost: float) -> float:
        """Take what has come from an address."""
        return self.bucket(key, now).owe(now, cost)

    def bucket(self, key: str, now: float) -> Bucket:
        """Find an address's bucket."""
        bucket = self.by_key.get(key)
        if bucket is None:
            bucket = self.by_key[key] = Bucket(self.rate, self.size, now)
            if len(self.by_key) > self.most:
                self.by_key.popitem(last=False)
        self.by_key.move_to_end(key)
        return bucket


class Places:
    """Counts connections by address."""

    def __init__(self, each: int, total: int) -> None:
        self.each = each
        self.total = total
        self.taken: Counter[str] = Counter()
        self.count = 0

    def take(self, key: str) -> bool:
        """Take a place if one is free."""
        if self.count >= self.total or self.taken[key] >= self.each:
            return False
        self.taken[key] += 1
        self.count += 1
        return True

    def give_back(self, key: str) -> None:
        """Free a place."""
        self.count -= 1
        self.taken[key] -= 1
        if not self.taken[key]:
            del self.taken[key]


class OneByOne:
    """Whatever is counted before there may be one more of it is done by one at a time of those who share the count."""

    def __init__(self) -> None:
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __call__(self, key: str) -> asyncio.Lock:
        """Give the lock of somebody; it is there as long as anybody holds it or waits for it."""
        return self.locks.setdefault(key, asyncio.Lock())


class Turns:
    """Work that takes long is done one piece at a time, and houses take turns: who asks for much waits for oneself.

    What is cheap for one is dear if a crowd asks for it at once, and everybody else would wait between two pieces.
    """

    def __init__(self) -> None:
        self.waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.taken = False

    @contextlib.asynccontextmanager
    async def take(self, key: str) -> AsyncIterator[None]:
        """Wait for one's turn, and keep it as long as the work takes."""
        if self.taken:
            turn = asyncio.get_running_loop().create_future()
            self.waiting.setdefault(key, deque()).append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self.pass_on()  # it was our turn at that very moment
                raise
        self.taken = True
        try:
            yield
        finally:
            self.pass_on()

    def pass_on(self) -> None:
        """Give the turn to the house that has waited longest since its last one."""
        while self.waiting:
            key, queue = self.waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self.waiting[key] = queue
            if not turn.done():
                turn.set_result(None)
                return
        self.taken = False
