"""Where the server's bots think: in the processes of bots/workers.py, so that no table waits for another one's bot.

Here it is decided whose question is thought about next. Only as many are handed to the processes as there are
processes, so that this is decided late: moves come before hints and hints before reviews, persons take turns, and one
process is always left for levels that decide at a glance. A hint or review gives way when a move waits, and is thought
about again. A process that has died is replaced and its question asked again. Moves at random, which need no thinking,
are drawn on the spot.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict, deque
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from spieltisch.bots.bot import Candidate
from spieltisch.bots.coach import Judgement
from spieltisch.bots.randomly import RandomBot
from spieltisch.bots.workers import Workers
from spieltisch.levels import EXPERT, LONG
from spieltisch.server.metrics import Metrics
from spieltisch.server.ruling import refuse

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.bots.workers import Choice
    from spieltisch.games import View

log = logging.getLogger("spieltisch.thinking")

FALLBACK = "casual"
TRIES = 3
"""So often a process may die over a question before a simpler level is asked; and again before the move is drawn."""

BOTH = 2
"""Candidates of a judgement: the best move, and the one in question."""


class Purpose(IntEnum):
    """What a thought is for, in the order in which they are thought."""

    MOVE = 0
    HINT = 1
    REVIEW = 2


PATIENCE = {Purpose.HINT: 4, Purpose.REVIEW: 12}
"""After so many others it is its turn all the same: tables that play by themselves must not stop all hints."""


class Thought(msgspec.Struct, frozen=True):
    """A bot's answer: its move, and what it has considered, best first."""

    move: str
    candidates: list[tuple[str, float]]


class Pointless(Exception):
    """Before it was its turn, nobody wanted to know any more, or the server stops."""


class Question:
    """What a bot is asked, by whom and for what."""

    __slots__ = (
        "answer", "courtesy", "deaths", "level", "person", "purpose", "seconds", "task", "view", "wanted", "weighed",
    )  # fmt: skip

    def __init__(
        self,
        view: View,
        level: str,
        seconds: float,
        person: str,
        purpose: Purpose,
        wanted: Callable[[], bool],
        weighed: str = "",
    ) -> None:
        self.view = view
        self.level = level
        self.seconds = seconds
        self.person = person
        self.purpose = purpose
        self.wanted = wanted
        self.weighed = weighed
        self.answer: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        self.task: asyncio.Task[Choice] | None = None
        self.deaths = 0
        self.courtesy = False
        """It has waited so long that it gives way to nobody now."""

    @property
    def long(self) -> bool:
        """Whether it takes all the time it is given."""
        return self.level in LONG and not self.weighed


class Line:
    """Questions that wait, of one kind. Persons take turns, however many questions one of them has."""

    def __init__(self, patience: int | None = None) -> None:
        self.patience = patience
        self.passed_over = 0
        self.by_person: OrderedDict[str, deque[Question]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self.by_person.values()))

    def put(self, question: Question, *, first: bool = False) -> None:
        """Let a question wait; one that was taken before comes first."""
        waiting = self.by_person.setdefault(question.person, deque())
        if first:
            waiting.appendleft(question)
            self.by_person.move_to_end(question.person, last=False)
        else:
            waiting.append(question)

    def take(self) -> Question | None:
        """Give the next question that is still wanted; its person comes last from now on."""
        while self.by_person:
            person, waiting = next(iter(self.by_person.items()))
            question = waiting.popleft()
            if not waiting:
                del self.by_person[person]
            if question.answer.done():
                continue
            if question.wanted():
                if waiting:
                    self.by_person.move_to_end(person)
                return question
            question.answer.set_exception(Pointless())
        return None

    def remove(self, question: Question) -> None:
        """Forget a question."""
        waiting = self.by_person.get(question.person)
        if waiting is not None:
            with suppress(ValueError):
                waiting.remove(question)
            if not waiting:
                del self.by_person[question.person]


def always() -> bool:
    """Somebody wants to know in any case."""
    return True


class Thinkers:
    """A few processes that answer questions, and the questions that wait for them."""

    def __init__(self, count: int = 0, metrics: Metrics | None = None) -> None:
        self.count = count or thinkers_for(1)
        """So many long thoughts are thought at a time; one more process is for quick ones."""
        self.metrics = metrics or Metrics()
        self.workers: Workers | None = None
        self.quick = Line()
        self.lines = {purpose: Line(PATIENCE.get(purpose)) for purpose in Purpose}
        self.running: set[Question] = set()
        self.asking: set[str] = set()
        """Who waits for a hint: one at a time is enough."""
        self.judging: set[str] = set()
        """Whose move is being judged."""
        self.closing = False
        self.metrics.read_off(
            {
                "thoughts_running": lambda: float(len(self.running)),
                "thoughts_waiting_quick": lambda: float(len(self.quick)),
                "thoughts_waiting_moves": lambda: float(len(self.lines[Purpose.MOVE])),
                "thoughts_waiting_hints": lambda: float(len(self.lines[Purpose.HINT])),
                "thoughts_waiting_reviews": lambda: float(len(self.lines[Purpose.REVIEW])),
            }
        )

    async def choose(
        self,
        view: View,
        level: str,
        seconds: float,
        *,
        person: str = "",
        purpose: Purpose = Purpose.MOVE,
        wanted: Callable[[], bool] = always,
        weighed: str = "",
    ) -> Thought:
        """Let a bot choose for the seat whose view this is, or judge a move, at the expense of a person.

        If nobody wants to know any more when it would be its turn, this ends with `Pointless`.
        """
        if level == "random":
            return at_random(view)
        if self.closing:
            raise at_the_end(purpose)
        question = Question(view, level, seconds, person, purpose, wanted, weighed)
        self.line_of(question).put(question)
        self.hand_out()
        try:
            return await question.answer
        finally:
            self.drop(question)

    async def hint(self, view: View, seconds: float, person: str, wanted: Callable[[], bool]) -> Thought:
        """Think about somebody's hint; one at a time."""
        if person in self.asking:
            raise refuse("busy")
        self.asking.add(person)
        try:
            return await self.choose(view, EXPERT, seconds, person=person, purpose=Purpose.HINT, wanted=wanted)
        finally:
            self.asking.discard(person)

    async def judge(self, view: View, move: str, seconds: float, person: str) -> Judgement | None:
        """Say what an expert thinks of a move at a glance, beside its own; nothing if it takes longer than that.

        One at a time is enough for anybody, and nobody waits long for it.
        """
        if person in self.judging:
            return None
        self.judging.add(person)
        try:
            async with asyncio.timeout(seconds):
                thought = await self.choose(view, EXPERT, seconds, person=person, weighed=move)
        except (TimeoutError, Pointless):
            return None
        finally:
            self.judging.discard(person)
        found = [Candidate(*candidate) for candidate in thought.candidates]
        # A move that was drawn, because every process has died over the question, says nothing.
        return Judgement(*found) if len(found) == BOTH else None

    # --- whose turn it is ----------------------------------------------------------------------------------------

    def line_of(self, question: Question) -> Line:
        """Say where a question waits."""
        return self.lines[question.purpose] if question.long else self.quick

    def next(self) -> Question | None:
        """Find the question that is handed out now, if a process is free for it."""
        free = self.count + 1 - len(self.running)
        long_ones = sum(question.long for question in self.running)
        # Neither kind takes all processes: one is left for quick questions, and one for long ones that wait.
        long_waits = any(line.by_person for line in self.lines.values())
        if free > 1 or (free == 1 and (long_ones or not long_waits)):
            question = self.quick.take()
            if question is not None:
                return question
        if free < 1 or long_ones >= self.count:
            return None
        while (line := self.next_line()) is not None:
            question = line.take()
            if question is not None:
                question.courtesy = any(self.lines[other].by_person for other in Purpose if other < question.purpose)
                return question
        return None

    def next_line(self) -> Line | None:
        """The line from which the next long question is taken: the first, unless another was passed over too often."""
        waiting = [line for line in self.lines.values() if line.by_person]
        if not waiting:
            return None
        patient = (line for line in waiting if line.patience is not None and line.passed_over >= line.patience)
        chosen = next(patient, waiting[0])
        for line in waiting:
            line.passed_over += 1
        chosen.passed_over = 0
        return chosen

    def hand_out(self) -> None:
        """Hand out as many questions as there are processes for them; let hints and reviews give way to moves."""
        if self.closing:
            return
        while (question := self.next()) is not None:
            thinking = self.at_work().choose(question.view, question.level, question.seconds, weighed=question.weighed)
            question.task = asyncio.create_task(thinking)
            question.task.add_done_callback(partial(self.thought, question))
            self.running.add(question)
        self.make_way()

    def at_work(self) -> Workers:
        """Give those who think."""
        if self.workers is None:
            self.workers = Workers(self.count + 1)
        return self.workers

    def get_ready(self) -> None:
        """Have a process started before the first question comes."""
        if not self.closing:
            self.at_work().start_one()

    def make_way(self) -> None:
        """Stop as many hints and reviews as moves wait; those that were passed over for long are left alone."""
        moves = len(self.lines[Purpose.MOVE])
        for question in tuple(self.running) if moves else ():
            task = question.task
            if moves > 0 and task is not None and question.purpose is not Purpose.MOVE and not question.courtesy:
                if not task.cancelling():
                    self.metrics.count("thoughts_stopped_total")
                    task.cancel()
                moves -= 1

    def thought(self, question: Question, task: asyncio.Task[Choice]) -> None:
        """A process has answered, was stopped, or has died."""
        question.task = None
        self.running.discard(question)
        error = None if task.cancelled() else task.exception()
        if task.cancelled():
            self.ask_again(question)
        elif isinstance(error, BrokenExecutor):
            self.after_death(question)
        elif not question.answer.done():
            if error is not None:
                question.answer.set_exception(error)
            else:
                choice = task.result()
                listed = [(candidate.move, candidate.value) for candidate in choice.candidates]
                question.answer.set_result(Thought(choice.move, listed))
        self.hand_out()

    def ask_again(self, question: Question) -> None:
        """Put a question back in front of its line, unless nobody wants to know any longer."""
        if not question.answer.done():
            self.line_of(question).put(question, first=True)

    def after_death(self, question: Question) -> None:
        """The process has died: the same question is asked again, unless it seems to be the reason."""
        question.deaths += 1
        self.metrics.count("thinkers_died_total")
        log.error("a thinking process has died", extra={"game": question.view.game.name, "deaths": question.deaths})
        if question.deaths >= 2 * TRIES and not question.answer.done():
            question.answer.set_result(at_random(question.view))
        elif question.deaths == TRIES:
            question.level = FALLBACK
        self.ask_again(question)

    def drop(self, question: Question) -> None:
        """Nobody waits for the answer any longer."""
        if question.task is not None:
            question.task.cancel()
        else:
            self.line_of(question).remove(question)

    # --- closing -------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """The server stops: whoever waits for an answer is told so."""
        self.closing = True
        waiting = [other for line in (self.quick, *self.lines.values()) for q in line.by_person.values() for other in q]
        for question in (*waiting, *self.running):
            if not question.answer.done():
                question.answer.set_exception(at_the_end(question.purpose))

    async def close(self) -> None:
        """Stop thinking."""
        self.stop()
        if self.workers is not None:
            await asyncio.to_thread(self.workers.close)
            self.workers = None


def at_the_end(purpose: Purpose) -> Exception:
    """What becomes of a question when the server stops: who has asked for a hint is told so."""
    return refuse("closing") if purpose is Purpose.HINT else Pointless()


def thinkers_for(servers: int) -> int:
    """How many long thoughts at a time suit this machine, if so many server processes share it."""
    return max(1, ((os.cpu_count() or 2) - 1) // servers)


def at_random(view: View) -> Thought:
    """Draw a move at random."""
    bot = RandomBot(view.game.name, "random")
    move = bot.choose(view, view.seat)
    return Thought(move, [(candidate.move, candidate.value) for candidate in bot.explain()])
