"""The server is open before its games are compiled: what is ready can be played, what is not says so and comes."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from spieltisch import bots, compiling, games
from spieltisch._cache import PACKAGE
from spieltisch.games import Refusal
from spieltisch.server import messages as ms
from spieltisch.server import opening, preparing
from spieltisch.server.hall import Hall
from spieltisch.server.refusals import problem, status_of
from spieltisch.server.settings import Settings
from spieltisch.store import Person, open_store
from tests.server.harness import LONG, ServerProcess

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
    from pathlib import Path

WITH_A_BOT = ms.NewTable(game="wampum", seats=[ms.SeatMe(), ms.SeatBot(level="random")], start=True)


def in_a_loop(scene: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test in an event loop of its own."""

    @wraps(scene)
    def run(*parts: Any, **named: Any) -> None:
        asyncio.run(scene(*parts, **named))

    return run


class SlowCompilers:
    """Compile when they are told to; `failures` times they die first."""

    def __init__(self) -> None:
        self.go = {name: asyncio.Event() for name in games.names()}
        self.failures = 0
        self.count = 0
        self.began: list[str] = []
        self.finished: list[str] = []
        self.unfinished: list[str] = []
        self.added: list[str] = []
        self.more = asyncio.Event()

    async def begin(self, game: str) -> None:
        self.began.append(game)
        await self.go[game].wait()
        if self.failures:
            self.failures -= 1
            raise compiling.CompilingFailed("the child was killed")

    async def add_more(self, game: str) -> None:
        self.added.append(game)
        await self.more.wait()

    async def finish(self, game: str) -> None:
        self.finished.append(game)
        if game in self.unfinished:
            self.unfinished.remove(game)
            raise compiling.CompilingFailed("the child was killed", killed=True)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> list[SlowCompilers]:
    """Compilers that wait; nothing is thrown out of the real cache."""
    made: list[SlowCompilers] = []

    def make(count: int = 0) -> SlowCompilers:
        if not made:
            made.append(SlowCompilers())
        made[0].count = count
        return made[0]

    monkeypatch.setattr(compiling, "Compilers", make)
    monkeypatch.setattr(compiling, "forget", lambda _game: None)
    monkeypatch.setattr(preparing, "FIRST_PAUSE", 0.01)
    return made


@asynccontextmanager
async def opened(folder: Path, *, prepared: bool = False) -> AsyncIterator[Hall]:
    """A hall whose games are not ready yet, unless they are."""
    store = await open_store(f"sqlite:///{folder}/hall.db", "test")
    hall = Hall(store, Settings(bot_delay=0.0))
    if not prepared:
        hall.preparing.begin()
    await hall.open()
    await asyncio.sleep(0)
    try:
        yield hall
    finally:
        await hall.close()
        await store.close()


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something."""
    async with asyncio.timeout(LONG):
        while not condition():
            await asyncio.sleep(0.01)


async def guest(hall: Hall) -> Person:
    return await hall.store.new_guest("Ada", "secret", time.time())


@in_a_loop
async def test_a_game_that_is_not_ready_is_refused_with_a_sentence_and_opens_when_it_is(
    tmp_path: Path, slow: list[SlowCompilers]
) -> None:
    async with opened(tmp_path) as hall:
        ada = await guest(hall)
        with pytest.raises(Refusal) as refused:
            await opening.open_table(hall, ada, WITH_A_BOT)
        assert refused.value.key == "server.refuse.preparing"
        assert "Wampum" in str(refused.value)
        answer = problem(refused.value, status_of(refused.value), "de")
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) >= 1
        slow[0].go["wampum"].set()
        await until(lambda: hall.preparing.is_ready("wampum"))
        loaded = await opening.open_table(hall, ada, WITH_A_BOT)
        assert loaded.sitting.match is not None
        assert not hall.preparing.is_ready("amul"), "one game does not wait for another"


@in_a_loop
async def test_what_compiles_soonest_is_prepared_first_and_everybody_sees_how_far_each_game_is(
    tmp_path: Path, slow: list[SlowCompilers]
) -> None:
    async with opened(tmp_path) as hall:
        await until(lambda: len(slow[0].began) == len(games.names()))
        assert slow[0].began == ["wampum", "wigwam", "amul"]
        told = {one.game: one for one in await hall.preparing.report()}
        assert list(told) == list(games.names())
        for one in told.values():
            assert not one.ready
            assert 0 <= one.done < one.total, "what is not ready is never shown as complete"
        slow[0].go["wigwam"].set()
        await until(lambda: hall.preparing.is_ready("wigwam"))
        assert [one.game for one in await hall.preparing.report() if one.ready] == ["wigwam"]


@in_a_loop
async def test_a_child_that_dies_is_logged_and_shown_and_the_game_is_prepared_again(
    tmp_path: Path, slow: list[SlowCompilers], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(preparing, "FIRST_PAUSE", 0.5)
    monkeypatch.setattr(preparing, "FRESH_SECONDS", 0.0)
    async with opened(tmp_path) as hall:
        slow[0].failures = 1
        with caplog.at_level(logging.ERROR):
            slow[0].go["amul"].set()
            await until(lambda: "amul" in hall.preparing.failed)
        assert "could not be prepared" in caplog.text
        assert "the child was killed" in caplog.text
        assert [one.game for one in await hall.preparing.report() if one.failed] == ["amul"]
        await until(lambda: hall.preparing.is_ready("amul"))
        assert not hall.preparing.failed
        assert slow[0].began.count("amul") == 2
        assert slow[0].count == 1, "after a failure one child at a time"


@in_a_loop
async def test_a_game_opens_before_its_deepest_bots_are_compiled_and_stays_open_when_that_fails(
    tmp_path: Path, slow: list[SlowCompilers]
) -> None:
    async with opened(tmp_path) as hall:
        slow[0].unfinished = ["wampum"]
        slow[0].go["wampum"].set()
        await until(lambda: slow[0].finished == ["wampum"])
        assert hall.preparing.is_ready("wampum")
        await until(lambda: slow[0].finished == ["wampum", "wampum"])
        assert hall.preparing.is_ready("wampum")
        assert all(one.ready for one in await hall.preparing.report() if one.game == "wampum")


@in_a_loop
async def test_a_level_above_the_others_is_prepared_last_and_refused_until_it_is(
    tmp_path: Path, slow: list[SlowCompilers], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparing, "FRESH_SECONDS", 0.0)
    wish = ms.NewTable(game="amul", seats=[ms.SeatMe(), *[ms.SeatBot(level="master")] * 2])
    async with opened(tmp_path) as hall:
        ada = await guest(hall)
        for name in games.names():
            assert not slow[0].added
            slow[0].go[name].set()
        await until(lambda: bool(slow[0].added))
        assert len(slow[0].finished) == len(games.names()), "nobody waits for it who does not want it"
        assert {one.game: one.levels for one in await hall.preparing.report() if one.levels} == {"amul": ["master"]}
        with pytest.raises(Refusal) as refused:
            await opening.open_table(hall, ada, wish)
        assert refused.value.key == "server.refuse.preparing_level"
        assert "Amul" in str(refused.value)
        assert status_of(refused.value) == 503
        slow[0].more.set()
        await until(lambda: hall.preparing.has("amul", "master"))
        await opening.open_table(hall, ada, wish)
        assert not any(one.levels for one in await hall.preparing.report())


@in_a_loop
async def test_tables_of_yesterday_are_served_as_soon_as_their_own_game_is_ready(
    tmp_path: Path, slow: list[SlowCompilers]
) -> None:
    async with opened(tmp_path, prepared=True) as yesterday:
        ada = await guest(yesterday)
        yesterday.closing = True  # so that the bot does not move yet
        table = (await opening.open_table(yesterday, ada, WITH_A_BOT)).id
        before = (await yesterday.stored(table)).seq
    async with opened(tmp_path) as hall:
        with pytest.raises(Refusal) as refused:
            await hall.stored(table)
        assert refused.value.key == "server.refuse.preparing"
        await hall.autoplay.take_over()
        assert not any(loaded.autoplay for loaded in hall.tables.values()), "nobody looks after it yet"
        slow[0].go["wampum"].set()
        await until(lambda: hall.preparing.is_ready("wampum"))
        assert (await hall.stored(table)).seq >= before
        await hall.autoplay.take_over()
        assert hall.tables[table].autoplay


@in_a_loop
async def test_nothing_is_prepared_where_nobody_asked_for_it(tmp_path: Path) -> None:
    async with opened(tmp_path, prepared=True) as hall:
        assert all(one.ready for one in await hall.preparing.report())
        await opening.open_table(hall, await guest(hall), WITH_A_BOT)


# --- the children ------------------------------------------------------------------------------------------


@in_a_loop
async def test_what_a_child_says_before_it_dies_is_passed_on() -> None:
    with pytest.raises(compiling.CompilingFailed, match=r"(?s)nonesuch.*status 1.*nonesuch") as failed:
        await compiling.Compilers(2).compile_part("nonesuch", "rules")
    assert not failed.value.killed


@in_a_loop
async def test_what_a_killed_child_has_compiled_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child is a script that is killed at once, as one is by a machine without memory."""
    child = tmp_path / "python"
    child.write_text("#!/bin/sh\nkill -9 $$\n")
    child.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(child))
    with pytest.raises(compiling.CompilingFailed) as failed:
        await compiling.Compilers(1).compile_part("wampum", "rules")
    assert failed.value.killed


def test_whoever_interrupts_the_compiling_hears_nothing_of_what_that_ends(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Endless:
        async def compile(self, game: str) -> None:
            assert game in games.names()
            await asyncio.Event().wait()

    monkeypatch.setattr(compiling, "Compilers", Endless)
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background ignores it
    try:
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(compiling.compile_all(lambda _: signal.raise_signal(signal.SIGINT)))
    finally:
        signal.signal(signal.SIGINT, inherited)
    gc.collect()  # what nobody has asked for its end says so now
    assert not caplog.records


def test_a_child_waits_for_another_one_with_the_same_work_and_ends_with_its_parent() -> None:
    with compiling.alone(compiling.folders("wampum")[-1], "bots"):
        command = f"{sys.executable} -m spieltisch.compiling wampum bots $$ & wait"
        parent = subprocess.Popen(["/bin/sh", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        with pytest.raises(subprocess.TimeoutExpired):
            parent.wait(3)
        parent.kill()
        parent.communicate(timeout=LONG)  # ends when nobody holds the other end any more, so the child has ended


PLAY_ALL_LEVELS = """
import sys
from numba.core import event
from spieltisch import bots, games

compiled = []
class Notes(event.Listener):
    def on_start(self, what): compiled.append(what.data["dispatcher"].__name__)
    def on_end(self, what): pass

event.register("numba:compile", Notes())
game = games.get(sys.argv[1])
players = [bots.get(game.name, level) for level in sys.argv[2].split(",")]
turn = 0
for count in {game.seats[0], game.seats[-1]}:
    table = game.deal(count, seed=5)
    while not table.over:
        for seat in table.waiting_for:
            turn += 1
            bot = players[turn % len(players)]
            table.play(seat, bot.choose(table.view(seat), seat, bots.Budget(nodes=8)))
    str(table), table.outcome
print(",".join(compiled))
"""


@pytest.mark.parametrize("game", games.names())
def test_whoever_plays_a_prepared_game_waits_for_no_compiler(game: str) -> None:
    asyncio.run(compiling.Compilers().compile(game))
    assert compiling.is_compiled(game)
    assert compiling.progress(game).done > 50
    assert compiled_by(game, bots.LEVELS) == ""


def test_whoever_plays_a_prepared_level_above_the_others_waits_for_no_compiler() -> None:
    asyncio.run(compiling.Compilers().compile("amul"))
    asyncio.run(compiling.Compilers().add_more("amul"))
    assert compiling.is_compiled("amul", compiling.MORE)
    assert compiled_by("amul", bots.levels_of("amul")) == ""


def compiled_by(game: str, levels: Sequence[str]) -> str:
    """Let bots of these levels play in a new process; says what had to be compiled."""
    command = [sys.executable, "-c", PLAY_ALL_LEVELS, game, ",".join(levels)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_what_is_compiled_here_is_not_taken_for_compiled_where_the_same_sources_lie_elsewhere(tmp_path: Path) -> None:
    asyncio.run(compiling.Compilers().compile("wampum"))
    assert compiling.is_compiled("wampum")
    shutil.copytree(PACKAGE, tmp_path / "spieltisch", ignore=shutil.ignore_patterns("web", "__pycache__"))
    asked = (
        "from spieltisch import compiling; print(compiling.is_compiled('wampum'), compiling.progress('wampum').done)"
    )
    elsewhere = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", asked], env=elsewhere, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "0"]


# --- from outside ------------------------------------------------------------------------------------------


def test_the_page_is_there_at_once_and_every_game_becomes_ready(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path}/server.db", tmp_path / "log", SPIELTISCH_WARM_UP="true")
    server.start()  # waits until everything is ready
    try:
        with httpx.Client(base_url=server.url, timeout=LONG) as client:
            assert client.get("/").status_code == 200
            client.post("/api/me", json={"name": "Ada"}).raise_for_status()
            body = {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "bot", "level": "casual"}], "start": True}
            assert client.post("/api/tables", json=body).status_code == 201
    finally:
        server.stop()
