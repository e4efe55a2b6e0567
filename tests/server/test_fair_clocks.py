"""Time spent is spent: no way of taking something back gives any of it back, and nobody loses time by the calendar."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch import games
from spieltisch.games import Refusal
from spieltisch.server import acting, opening, ruling
from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server.sitting import Sitting
from spieltisch.store import EventRow
from tests.server.test_hall import halls

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from spieltisch.store import Person

TOTAL = ms.TotalClock(seconds=60, increment=10)
MINUTE = ms.MoveClock(seconds=60)
DAYS = ms.DaysClock(days=2)


class Scene:
    """A table with a log and a clock that the test sets."""

    def __init__(self, game: str, clock: ms.Clock, people: int, bots: int = 0, **wishes: Any) -> None:
        self.sitting = Sitting("T")
        self.at = 1000.0
        seats = [ev.SeatSpec(kind="person", person=f"p{seat}", name=f"n{seat}") for seat in range(people)]
        seats += [ev.SeatSpec(kind="bot", level="random") for _ in range(bots)]
        found = games.get(game)
        table_settings = ms.TableSettings(clock=clock, **wishes)
        options = found.options_record(found.read_options({}))
        self.happen(ev.Created(game=game, options=options, settings=table_settings, host="p0", seats=seats))
        self.happen(ev.Started(deal=found.deal(people + bots, seed=5).dealt, salt="00"))

    def happen(self, event: ev.AnyEvent) -> None:
        self.sitting.apply(EventRow("T", self.sitting.seq + 1, self.at, ev.encode(event)))

    def wait(self, seconds: float) -> None:
        self.at += seconds

    def left(self, seat: int) -> float:
        shown = self.sitting.clocks.show(self.at)[seat]
        assert shown is not None
        return shown

    def mover(self) -> int:
        return self.sitting.waiting[0]

    def play(self, seat: int) -> None:
        move = self.sitting.table.random_move(seat)
        self.happen(ruling.play(self.sitting, f"p{seat}", seat, move, self.sitting.seq, ""))

    def choose_again(self, seat: int) -> None:
        move = self.sitting.without_choice(seat).random_move(seat)
        self.happen(ruling.play(self.sitting, f"p{seat}", seat, move, self.sitting.seq, ""))

    def undo(self, seat: int) -> None:
        self.happen(ruling.undo(self.sitting, f"p{seat}", seat, self.sitting.seq, ""))

    def hand(self, seat: int) -> None:
        self.happen(ruling.hand(self.sitting, f"p{seat}", seat, "random", away=None, patience=1.0))

    def reclaim(self, seat: int) -> None:
        self.happen(ruling.reclaim(self.sitting, f"p{seat}", seat))

    def bot_moves(self, seat: int) -> None:
        move = self.sitting.table.random_move(seat)
        self.happen(ruling.play_for(self.sitting, seat, move, self.sitting.seq, "bot"))


def refusal(act: Callable[[], Any]) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.key.rpartition(".")[2]


# --- a bot for a while -------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [TOTAL, MINUTE, DAYS])
def test_whoever_hands_the_seat_to_a_bot_and_takes_it_back_has_no_more_time_than_before(clock: ms.Clock) -> None:
    scene = Scene("wampum", clock, 2)
    seat = scene.mover()
    scene.wait(scene.left(seat) - 3.0)
    for _ in range(5):
        scene.hand(seat)
        scene.reclaim(seat)
    assert scene.left(seat) == 3.0


def test_after_the_time_for_the_game_was_up_a_minute_is_lent_once() -> None:
    scene = Scene("wampum", ms.TotalClock(seconds=300), 2)
    seat = scene.mover()
    scene.wait(400.0)
    late = ruling.time_out(scene.sitting, scene.at)
    assert isinstance(late, ev.Handed)
    scene.happen(late)
    scene.reclaim(seat)
    assert scene.left(seat) == 60.0
    scene.wait(61.0)
    late = ruling.time_out(scene.sitting, scene.at)
    assert late is not None
    scene.happen(late)
    assert refusal(lambda: scene.reclaim(seat)) == "time_up"


def test_whoever_was_too_late_for_a_move_is_back_for_the_next_one() -> None:
    scene = Scene("wampum", MINUTE, 2, forced_moves=False)
    seat = scene.mover()
    scene.wait(60.0)
    late = ruling.time_out(scene.sitting, scene.at)
    assert late is not None
    scene.happen(late)
    assert refusal(lambda: scene.reclaim(seat)) == "time_up"
    scene.bot_moves(seat)
    scene.reclaim(seat)
    assert scene.left(seat) == 60.0


# --- simultaneous choices ----------------------------------------------------------------------------------


def test_a_choice_that_is_withdrawn_and_made_again_earns_one_increment() -> None:
    scene = Scene("amul", TOTAL, 3)
    seat = scene.mover()
    for _ in range(30):
        scene.play(seat)
        assert scene.left(seat) == 70.0
        scene.undo(seat)
        assert scene.left(seat) == 70.0
    scene.play(seat)
    for _ in range(5):
        scene.choose_again(seat)
    assert scene.left(seat) == 70.0


@pytest.mark.parametrize("clock", [MINUTE, DAYS])
def test_who_withdraws_a_choice_goes_on_with_what_was_left_for_it(clock: ms.Clock) -> None:
    scene = Scene("amul", clock, 3)
    seat = scene.mover()
    scene.wait(scene.left(seat) - 20.0)
    scene.play(seat)
    scene.wait(5.0)  # while it lies there it costs nothing
    scene.undo(seat)
    assert scene.left(seat) == 20.0
    scene.wait(5.0)
    scene.play(seat)
    scene.undo(seat)
    assert scene.left(seat) == 15.0


# --- undo and pause ----------------------------------------------------------------------------------------


def test_a_move_that_was_taken_back_earns_no_second_increment_and_its_time_stays_spent() -> None:
    scene = Scene("wampum", TOTAL, 1, bots=1, forced_moves=False)
    while scene.mover() != 0:
        scene.bot_moves(scene.mover())
    scene.wait(20.0)
    for _ in range(10):
        scene.play(0)
        assert scene.left(0) == 50.0
        scene.undo(0)
    assert scene.left(0) == 50.0


@pytest.mark.parametrize("clock", [MINUTE, DAYS])
def test_taking_back_a_move_does_not_give_back_the_time_for_it(clock: ms.Clock) -> None:
    scene = Scene("wampum", clock, 1, bots=1, forced_moves=False)
    while scene.mover() != 0:
        scene.bot_moves(scene.mover())
    full = scene.left(0)
    scene.wait(full - 10.0)
    scene.play(0)
    scene.undo(0)
    assert scene.left(0) == 10.0
    scene.play(0)
    while scene.mover() != 0:
        scene.bot_moves(scene.mover())
    assert scene.left(0) == full  # another decision


def test_after_a_pause_a_clock_goes_on_where_it_stood() -> None:
    for clock in (TOTAL, MINUTE, DAYS):
        scene = Scene("wampum", clock, 1, bots=1, forced_moves=False)
        while scene.mover() != 0:
            scene.bot_moves(scene.mover())
        scene.wait(30.0)
        before = scene.left(0)
        scene.happen(ruling.pause(scene.sitting, "p0", 0))
        scene.wait(1000.0)
        scene.happen(ruling.resume(scene.sitting, "p0"))
        assert scene.left(0) == before


class Freedom(Scene):
    """One person against two bots does whatever comes to mind; refusals change nothing."""

    def __init__(self, game: str, clock: ms.Clock) -> None:
        super().__init__(game, clock, 1, bots=2, forced_moves=False)
        self.ran: dict[int, float] = {}
        """For how long the clock ran, by decision."""
        self.made: set[int] = set()
        self.acts: dict[str, Callable[[], None]] = {
            "play": self.decide,
            "again": lambda: self.choose_again(0) if 0 in self.sitting.hidden else None,
            "undo": lambda: self.undo(0),
            "hand": lambda: self.hand(0),
            "back": lambda: self.reclaim(0),
            "bot": lambda: self.bot_moves(0) if 0 in self.sitting.waiting and self.sitting.seats[0].bot else None,
            "pause": lambda: self.happen(ruling.pause(self.sitting, "p0", 0)),
            "resume": lambda: self.happen(ruling.resume(self.sitting, "p0")),
        }

    @property
    def decision(self) -> int:
        return sum(seat == 0 for seat, _ in self.sitting.table_moves) - (0 in self.sitting.hidden)

    def decide(self) -> None:
        decision = self.decision
        if 0 in self.sitting.waiting:
            self.play(0)
            self.made.add(decision)

    def let_bots_move(self) -> None:
        sitting = self.sitting
        while not sitting.paused and (others := [seat for seat in sitting.waiting if seat > 0]):
            self.bot_moves(others[0])

    def think(self, seconds: int) -> None:
        seconds = max(0, min(seconds, int(self.left(0)) - 1))
        if 0 in self.sitting.clocks.running:
            self.ran[self.decision] = self.ran.get(self.decision, 0.0) + seconds
        self.wait(seconds)


ACTS = ["play", "again", "undo", "hand", "back", "bot", "pause", "resume"]


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 15)), max_size=60),
    st.sampled_from(["amul", "wampum"]),
    st.sampled_from([TOTAL, MINUTE]),
)
def test_whatever_somebody_does_there_is_one_increment_for_each_decision_and_no_refill(
    acts: list[tuple[str, int]], game: str, clock: ms.Clock
) -> None:
    scene = Freedom(game, clock)
    for act, seconds in acts:
        scene.let_bots_move()
        if scene.sitting.over:
            return
        scene.think(seconds)
        with contextlib.suppress(Refusal):
            scene.acts[act]()
        if clock is TOTAL:
            assert sum(scene.ran.values()) + scene.left(0) <= 60 + 10 * len(scene.made)
        assert clock is TOTAL or all(ran <= 60 for ran in scene.ran.values())


# --- the calendar ------------------------------------------------------------------------------------------


async def against_the_clock(hall: Any) -> tuple[str, list[Person]]:
    """Two people with a minute each; who is late forfeits."""
    people = [await hall.store.new_guest(name, name, 1.0) for name in ("Ada", "Bea")]
    wish = ms.NewTable(
        game="wigwam",
        options={"setup": "standard"},
        seats=[ms.SeatMe(), ms.SeatFriend()],
        settings=ms.SettingsWish(clock=ms.TotalClock(seconds=60), on_timeout="forfeit"),
    )
    loaded = await opening.open_table(hall, people[0], wish)
    await hall.act(loaded.id, lambda s: ruling.sit(s, people[1].id, people[1].name, None))
    while (await hall.stored(loaded.id)).match is None:
        await asyncio.sleep(0.01)
    return loaded.id, people


@pytest.mark.parametrize("hours", [1, -1])
def test_nobody_forfeits_and_nobody_gains_because_the_systems_clock_was_set(
    hours: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with halls(tmp_path) as (hall,):
            table, people = await against_the_clock(hall)
            loaded = await hall.table(table)
            wall = time.time
            monkeypatch.setattr(time, "time", lambda: wall() + hours * 3600)
            await hall.autoplay.look_at_clocks(loaded)
            sitting = loaded.sitting
            assert not sitting.over
            seat = sitting.waiting[0]
            said = ms.Play(table=table, seat=seat, move=sitting.table.random_move(seat), seq=sitting.seq)
            await acting.act(hall, people[seat], said)
            left = loaded.sitting.clocks.show(loaded.sitting.at)[seat]
            assert left is not None
            assert 0 < left <= 60
            times = [row.at for row in await hall.store.events(table)]
            assert times == sorted(times)
            assert times[-1] - times[0] < 1800

    asyncio.run(asyncio.wait_for(scene(), 300))


def test_after_a_restart_the_time_of_the_wall_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server was down for an hour; a clock of a minute has run out."""

    async def scene() -> None:
        async with halls(tmp_path) as (hall,):
            table, _ = await against_the_clock(hall)
        wall = time.time
        monkeypatch.setattr(time, "time", lambda: wall() + 3600)
        async with halls(tmp_path) as (hall,):
            loaded = await hall.table(table)
            await hall.autoplay.look_at_clocks(loaded)
            assert loaded.sitting.over

    asyncio.run(asyncio.wait_for(scene(), 300))
