"""Levels that only some games have: refused elsewhere, waited for while they are compiled, and asked for reviews."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from spieltisch import bots, games
from spieltisch.games import Refusal
from spieltisch.match import Match
from spieltisch.server import acting, opening, preparing
from spieltisch.server import messages as ms
from spieltisch.server.http.site import game_info
from spieltisch.server.refusals import status_of
from spieltisch.server.review import ENOUGH, Reviews, judge_of
from spieltisch.server.thinking import Thinkers, Thought, at_random
from tests.server.test_fair_seats import a_hall, two_people

if TYPE_CHECKING:
    from pathlib import Path

    from spieltisch.games import View
    from spieltisch.match import Record

MASTERS = ms.NewTable(game="amul", seats=[ms.SeatMe(), *[ms.SeatBot(level="master")] * 2], start=True)


class Guessers(Thinkers):
    """Draw moves at random, and note who was asked."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[str] = []

    async def choose(self, view: View, level: str, *_more: Any, **_named: Any) -> Thought:
        self.asked.append(level)
        return at_random(view)


def finished(game: str) -> Record:
    """A game that was played at random."""
    match = Match.deal(games.get(game), games.get(game).seats[0], 1)
    while not match.table.over:
        seat = match.table.waiting_for[0]
        match.play(seat, match.table.random_move(seat))
    return match.record()


def refusal(reason: Refusal) -> tuple[str, int]:
    return reason.key, status_of(reason)


def test_a_game_offers_the_levels_that_its_bots_have() -> None:
    for name in games.names():
        assert tuple(game_info(name).levels) == bots.levels_of(name)
    assert "master" in game_info("amul").levels
    assert "master" not in game_info("wigwam").levels


def test_a_bot_of_a_level_that_its_game_lacks_is_refused_and_told_which_there_are(tmp_path: Path) -> None:
    async def scene() -> None:
        async with a_hall(tmp_path) as hall:
            table, people, seat = await two_people(hall)
            ada = people[0]
            old = await opening.import_record(hall, ada, finished("wigwam"))
            wishes = (
                opening.open_table(hall, ada, ms.NewTable(game="wigwam", seats=[ms.SeatMe(), ms.SeatBot("master")])),
                acting.act(hall, people[seat], ms.Hand(table=table, seat=seat, level="master")),
                opening.branch(hall, ada, old.id, ms.Branching(moves=0, seat=0, level="master", others="bots")),
            )
            for wish in wishes:
                with pytest.raises(Refusal, match="random, beginner, casual, skilled, expert") as refused:
                    await wish
                assert refusal(refused.value) == ("common.level", 400)

    asyncio.run(scene())


def test_at_a_table_of_yesterday_a_bot_waits_until_its_level_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparing, "FRESH_SECONDS", 0.01)

    async def scene() -> None:
        async with a_hall(tmp_path) as hall:
            thinkers = hall.thinkers = Guessers()
            ada = await hall.store.new_guest("Ada", "Ada", 1.0)
            wish = msgspec.structs.replace(MASTERS, start=False)
            table = (await opening.open_table(hall, ada, wish)).id
            hall.preparing.lacking = ["amul"]
            await hall.start(table, ada.id)
            await asyncio.sleep(0.1)
            assert not thinkers.asked
            hall.preparing.lacking = []
            async with asyncio.timeout(60):
                while len(thinkers.asked) < 2:
                    await asyncio.sleep(0.01)
            assert set(thinkers.asked) == {"master"}

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("game", "seconds", "lacking", "judge"),
    [
        ("amul", ENOUGH, [], "master"),
        ("amul", ENOUGH / 2, [], "expert"),
        ("amul", ENOUGH, ["amul"], "expert"),
        ("wampum", 60.0, [], "expert"),
    ],
)
def test_the_strongest_level_reviews_if_it_is_given_time_and_can_play(
    tmp_path: Path, game: str, seconds: float, lacking: list[str], judge: str
) -> None:
    async def scene() -> None:
        async with a_hall(tmp_path, review_seconds=seconds) as hall:
            hall.preparing.lacking = lacking
            assert judge_of(hall, game) == judge

    asyncio.run(scene())


def test_a_review_says_at_which_level_it_judges(tmp_path: Path) -> None:
    async def scene() -> None:
        async with a_hall(tmp_path) as hall:
            thinkers = hall.thinkers = Guessers()
            ada = await hall.store.new_guest("Ada", "Ada", 1.0)
            loaded = await opening.import_record(hall, ada, finished("amul"))
            reviews = Reviews(hall)
            review = await reviews.begin(loaded.sitting, ada.id)
            assert review.level == "master"
            async with asyncio.timeout(60):
                while review.done < review.total:
                    await asyncio.sleep(0.01)
                    found = await reviews.find(loaded.id)
                    assert found is not None
                    review = found
            assert review.level == "master"
            assert set(thinkers.asked) == {"master"}

    asyncio.run(scene())


def test_reviews_from_before_there_were_such_levels_are_an_experts() -> None:
    assert msgspec.json.decode(b'{"done": 0, "total": 0, "moves": []}', type=ms.Review).level == "expert"
