"""The clerk: long work is done in a process of its own, and whatever happens to it, the tables go on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import time
from typing import TYPE_CHECKING

import pytest

from spieltisch.games import IllegalMove
from spieltisch.match import BadRecord
from spieltisch.server.clerk import Clerk
from spieltisch.server.ruling import Refused, refuse
from spieltisch.texts import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


def die() -> None:
    """Work that ends whoever does it."""
    os.kill(os.getpid(), signal.SIGKILL)


def give_up() -> None:
    """Work that is refused."""
    raise refuse("too_fast", seconds=2.5)


@contextlib.asynccontextmanager
async def a_clerk() -> AsyncIterator[Clerk]:
    """A clerk whose process is ready."""
    clerk = Clerk()
    try:
        assert await clerk.do(os.getpid) == os.getpid(), "until the process is ready, nobody waits for it"
        while not clerk.ready:
            await asyncio.sleep(0.05)
        yield clerk
    finally:
        await clerk.close()


def test_work_is_done_in_another_process_which_ends_with_the_clerk() -> None:
    async def scene() -> int:
        async with a_clerk() as clerk:
            there = await clerk.do(os.getpid)
            assert there != os.getpid()
            assert await clerk.do(sum, (1, 2, 3)) == 6
            return there

    there = asyncio.run(scene())
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            os.kill(there, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the process is still there")


def test_a_process_that_dies_is_replaced_and_the_work_done_again() -> None:
    async def scene() -> None:
        async with a_clerk() as clerk:
            os.kill(await clerk.do(os.getpid), signal.SIGKILL)
            assert await clerk.do(sum, (1, 2, 3)) == 6

    asyncio.run(scene())


def test_work_that_ends_every_process_is_refused_and_never_done_among_the_tables() -> None:
    async def scene() -> None:
        async with a_clerk() as clerk:
            with pytest.raises(Refused) as refused:
                await clerk.do(die)
            assert refused.value.key == "server.refuse.broken"
            assert await clerk.do(sum, (1, 2, 3)) == 6

    asyncio.run(scene())


def test_a_refusal_comes_back_with_its_facts() -> None:
    async def scene() -> None:
        async with a_clerk() as clerk:
            with pytest.raises(Refused) as refused:
                await clerk.do(give_up)
            assert refused.value.facts == {"seconds": 2.5}

    asyncio.run(scene())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistake_in_a_record_that_has_travelled_is_told_as_before(language: str) -> None:
    reason = IllegalMove("common.illegal", move="x", allowed="go 1")
    mistake = BadRecord("illegal", move=3, seat=1, text="x", reason=reason)
    travelled = pickle.loads(pickle.dumps(mistake))  # noqa: S301 - our own bytes
    assert travelled.told(language) == mistake.told(language)
