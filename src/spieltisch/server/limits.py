"""How much one client may ask for: buckets of tokens that fill up again with time."""

from __future__ import annotations

from collections import Counter, OrderedDict


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


class Buckets:
    """One bucket for each address. Those longest unused are forgotten, so memory cannot grow."""

    def __init__(self, rate: float, size: float, most: int = 20_000) -> None:
        self.rate = rate
        self.size = size
        self.most = most
        self.by_key: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, key: str, now: float) -> float:
        """Take a token from an address's bucket."""
        bucket = self.by_key.get(key)
        if bucket is None:
            bucket = self.by_key[key] = Bucket(self.rate, self.size, now)
            if len(self.by_key) > self.most:
                self.by_key.popitem(last=False)
        self.by_key.move_to_end(key)
        return bucket.wait(now)


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
