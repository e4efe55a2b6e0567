"""HTTP resources about lessons: beginning one, and what it says at a table."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from spieltisch.server.messages.told import HintMove
from spieltisch.server.terms import Body, TableId


class LessonWish(Body, frozen=True, kw_only=True):
    """A chapter of a lesson to begin, at its first step or a later one; `after`: the table of the chapter before, which
    is closed."""

    name: Annotated[str, Meta(max_length=32)]
    chapter: Annotated[int, Meta(ge=0, le=50)] = 0
    step: Annotated[int, Meta(ge=0, le=50)] = 0
    after: TableId | None = None
    pace: Literal["natural", "instant"] = "natural"


class LessonPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a lesson, and the sections of the rules page that it teaches."""

    name: str
    chapter: int
    step: int
    rules: list[str]


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """What a step says, from so many moves on."""

    at: int
    say: str
    task: str
    other: str
    """What is said to a legal move that does not go on."""
    look: list[str]
    """What to look at: "village=3" is what the table marks as its village 3."""


class LessonTalk(msgspec.Struct, frozen=True, kw_only=True):
    """What a lesson has to say at a table, in one language."""

    name: str
    title: str
    chapter: int
    steps: list[LessonStep]
    before: int
    """How many steps the chapters before have."""
    total: int
    ends_at: int
    """With so many moves the chapter is over."""
    end: str
    more: bool
    """Whether another chapter follows."""
    shown: HintMove | None = None
    """A move that goes on now; null while others have to decide."""
