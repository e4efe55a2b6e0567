"""How people stand with puzzles: changes that come at the same moment all count, whichever server writes them."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import TYPE_CHECKING

import pytest

from spieltisch.match.rating import Rating
from spieltisch.store import Store, open_store, solving
from tests.databases import database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.store.solving import Solving

GAME = "wampum"
EVEN = Rating(1500.0, 80.0)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with database(request.param, tmp_path_factory.mktemp("database")) as address:
        yield address


def tried(puzzle: str, stands: Solving) -> Solving:
    return stands.after(puzzle, EVEN, True, None)


async def two_servers(url: str) -> tuple[list[Store], str]:
    """Two servers at one database, and somebody whom both know."""
    stores = [await open_store(url, name) for name in ("one", "other")]
    person = await stores[0].new_guest("Ada", secrets.token_hex(8), 0.0)
    return stores, person.id


def test_of_changes_at_the_same_moment_none_is_lost(url: str) -> None:
    async def scene() -> None:
        stores, person = await two_servers(url)
        puzzles = [f"p{number}" for number in range(12)]
        both = [
            solving.change(stores[number % 2], person, GAME, partial(tried, puzzle))
            for number, puzzle in enumerate(puzzles)
        ]
        changes = await asyncio.gather(*both)
        found = await solving.of(stores[0], person, GAME)
        assert sorted(found.tried) == sorted(puzzles)
        # One after the other: each began where another had ended.
        befores = sorted(len(before.tried) for before, _ in changes)
        assert befores == list(range(len(puzzles)))
        assert found == max((after for _, after in changes), key=lambda after: len(after.tried))
        for store in stores:
            await store.close()

    asyncio.run(scene())


def test_what_changes_between_reading_and_writing_is_not_written_over(url: str) -> None:
    async def scene() -> None:
        (one, other), person = await two_servers(url)
        for first, second in (("a", "b"), ("c", "d")):  # the first time nothing stands there yet
            stale = await solving.of(one, person, GAME)
            await solving.change(other, person, GAME, partial(tried, first))
            assert not await solving.replaced(one, person, GAME, stale, tried(second, stale))
            before, after = await solving.change(one, person, GAME, partial(tried, second))
            assert first in before.tried
            assert second in after.tried
            assert await solving.of(other, person, GAME) == after
        await one.close()
        await other.close()

    asyncio.run(scene())
