"""Whether the agent of the tutorial learns what its page says, as quickly as it says.

`python -m bench.learn` runs the page in the environment of the docs site, as `make docs` does: `make soak` calls it
with `.venv-docs/bin/python`, for PyTorch and sb3-contrib are only there. Another processor rounds differently, and its
agent differs a little, so not the text is compared, but the lower end of the interval.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench.bounds import Figure, told
from tools import docs_run

SECONDS = 300.0
RIVAL = "beginner"
HALF = 50.0
LINE = re.compile(rf"{RIVAL} +([\d.]+)% ± ([\d.]+)%")


class Learnt(NamedTuple):
    """The share of the wins at the end in per cent, and half its interval."""

    share: float
    half: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.share - self.half


def learnt(page: str) -> Learnt:
    """Read what a page says about the end of the training."""
    share, half = LINE.findall(page)[-1]
    return Learnt(float(share), float(half))


def main() -> int:
    """Train, and say whether the agent is good enough and was there in time."""
    began = time.perf_counter()
    try:
        with tempfile.TemporaryDirectory() as folder:
            page = docs_run.run(docs_run.LONG, Path(folder), SECONDS)
    except docs_run.Failed as wrong:
        print(wrong)
        return 1
    took = time.perf_counter() - began
    figures = [
        Figure(f"wins against {RIVAL}, lower end of the interval", learnt(page).low, HALF, "%"),
        Figure("training and judging", took, SECONDS, "s", at_most=True),
    ]
    return 0 if told(figures) else 1


if __name__ == "__main__":
    sys.exit(main())
