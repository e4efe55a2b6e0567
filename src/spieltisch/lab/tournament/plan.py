"""What a tournament plays, read from a TOML file; every mistake in it is named with its place and what is allowed."""

from __future__ import annotations

import math
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from spieltisch import games
from spieltisch.lab import seating

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

MOST = 10**9
NODES = 200
"""What everybody may think for one move unless told otherwise."""


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who takes part: a name, who plays under it, and how long he may think."""

    name: str
    plays: str
    nodes: int | None
    seconds: float | None


class Sprt(msgspec.Struct, frozen=True):
    """A sequential test: is the first by `elo1` stronger than the second, or only by `elo0`?"""

    players: tuple[str, str]
    elo0: float
    elo1: float
    alpha: float
    beta: float


class Plan(msgspec.Struct, frozen=True):
    """Everything that decides how the games go; and when they end, which does not."""

    title: str
    game: str
    players: int
    seed: int
    options: dict[str, Any]
    entrants: tuple[Entrant, ...]
    total: float | None
    """Seconds for a whole game and player."""
    games: int | None
    sprt: Sprt | None

    def what_is_played(self) -> bytes:
        """Name what may not change while a tournament goes on; when it stops may."""
        return msgspec.json.encode(msgspec.structs.replace(self, title="", games=None, sprt=None))


class BadPlan(ValueError):
    """A plan with mistakes, each a sentence."""

    def __init__(self, mistakes: list[str]) -> None:
        self.mistakes = mistakes
        super().__init__("\n".join(mistakes))


class Kind(NamedTuple):
    """What a value may be, in words and as a test."""

    words: str
    holds: Callable[[Any], bool]


def is_number(value: Any) -> bool:
    """Whether a value is a number; truth and infinity are none."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


TEXT = Kind("a text that is not empty", lambda value: isinstance(value, str) and bool(value.strip()))
WHOLE = Kind("a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool))
COUNT = Kind(f"a whole number from 1 to {MOST}", lambda value: WHOLE.holds(value) and 0 < value <= MOST)
NUMBER = Kind("a number", is_number)
SECONDS = Kind("a number of seconds above 0", lambda value: is_number(value) and value > 0)
PART = Kind("a number between 0 and 0.5", lambda value: is_number(value) and 0 < value < 0.5)
TABLE = Kind("a table", lambda value: isinstance(value, dict))
TABLES = Kind("at least two tables [[player]]", lambda value: isinstance(value, list) and len(value) > 1)
TWO = Kind(
    "two names of players",
    lambda value: isinstance(value, list) and len(value) == 2 and all(isinstance(name, str) for name in value),
)


class Section:
    """One table of the file: gives its values, notes what is wrong with them."""

    def __init__(self, where: str, content: Mapping[str, Any], mistakes: list[str]) -> None:
        self.where = where
        self.content = content
        self.mistakes = mistakes
        self.asked: list[str] = []

    def wrong(self, name: str, sentence: str) -> None:
        """Note a mistake with its place."""
        self.mistakes.append(f"{self.where}{name}: {sentence}")

    def take(self, name: str, kind: Kind, usual: Any = None, *, needed: bool = False) -> Any:
        """Give a value, or what it usually is."""
        self.asked.append(name)
        if name not in self.content:
            if needed:
                self.wrong(name, f"is missing; give {kind.words}.")
            return usual
        value = self.content[name]
        if not kind.holds(value):
            self.wrong(name, f"must be {kind.words}, not {msgspec.json.encode(value, enc_hook=str).decode()}.")
            return usual
        return value

    def section(self, name: str) -> Section:
        """Give a table within this one; an empty one if it is not there."""
        return Section(f"{self.where}[{name}] ", self.take(name, TABLE, {}), self.mistakes)

    def end(self) -> None:
        """Whatever was not asked for does not belong here."""
        for name in self.content:
            if name not in self.asked:
                self.wrong(name, f"there is no such field; allowed are: {', '.join(self.asked)}.")


def read(file: Path) -> Plan:
    """Read a plan; BadPlan lists all mistakes."""
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadPlan([f"{file.name}: this is not TOML: {wrong}"]) from None
    except OSError as wrong:
        raise BadPlan([f"Cannot read {file}: {wrong.strerror}."]) from None
    mistakes: list[str] = []
    plan = plan_of(Section("", content, mistakes), file.stem)
    if mistakes or plan is None:
        raise BadPlan([f"{file.name}: {mistake}" for mistake in mistakes])
    return plan


def plan_of(top: Section, name: str) -> Plan | None:
    """Read the whole file, as far as it can be understood."""
    title = top.take("title", TEXT, name)
    game, players, options = game_of(top)
    seed = top.take("seed", WHOLE, 1)
    clock = top.section("time")
    nodes, seconds = clock.take("nodes", COUNT), clock.take("seconds", SECONDS)
    total = clock.take("total", SECONDS)
    clock.end()
    usual = (NODES if nodes is None and seconds is None and total is None else nodes, seconds)
    entrants = entrants_of(top, usual, None if game is None else game.name)
    limit, sprt = stop_of(top.section("stop"), [entrant.name for entrant in entrants])
    top.end()
    if game is None:
        return None
    return Plan(title, game.name, players, seed, options, entrants, total, limit, sprt)


def game_of(top: Section) -> tuple[games.Game | None, int, dict[str, Any]]:
    """Read what is played, by how many at a table, with which options."""
    name = top.take("game", TEXT, needed=True)
    players, options = top.take("players", COUNT), top.take("options", TABLE, {})
    if name is None:
        return None, 0, {}
    try:
        game = games.get(name)
    except games.BadOption as wrong:
        top.wrong("game", str(wrong))
        return None, 0, {}
    players = game.seats[0] if players is None else players
    for place, checked in (
        ("players", lambda: game.check_players(players)),
        ("[options]", lambda: game.read_options(options)),
    ):
        try:
            checked()
        except games.BadOption as wrong:
            top.wrong(place, str(wrong))
            return None, 0, {}
    return game, players, game.options_record(game.read_options(options))


def entrants_of(top: Section, usual: tuple[int | None, float | None], game: str | None) -> tuple[Entrant, ...]:
    """Read who takes part."""
    found: list[Entrant] = []
    for number, content in enumerate(top.take("player", TABLES, [], needed=True), start=1):
        if not isinstance(content, dict):
            top.wrong("player", f"must be {TABLES.words}.")
            continue
        one = Section(f"[[player]] {number}, ", content, top.mistakes)
        plays = one.take("plays", TEXT, needed=True)
        name = one.take("name", TEXT, plays or "")
        own = one.take("nodes", COUNT), one.take("seconds", SECONDS)
        one.end()
        if plays is not None:
            try:
                seating.check(plays, game)
            except seating.BadSeats as wrong:
                one.wrong("plays", str(wrong))
        if plays is not None and name in [entrant.name for entrant in found]:
            one.wrong("name", f'"{name}" takes part already; give another name.')
        found.append(Entrant(name, plays or "", *(usual if own == (None, None) else own)))
    return tuple(found)


def stop_of(stop: Section, names: list[str]) -> tuple[int | None, Sprt | None]:
    """Read when it ends: after so many games, or when a sequential test is decided, whichever comes first."""
    limit, test = stop.take("games", COUNT), stop.section("sprt")
    stop.end()
    if not test.content:
        if "games" not in stop.content:
            stop.wrong("games", "is missing; say after how many games it ends, or give a [stop.sprt].")
        return limit, None
    players = test.take("players", TWO, needed=True)
    elo0, elo1 = test.take("elo0", NUMBER, 0.0), test.take("elo1", NUMBER, 20.0)
    alpha, beta = test.take("alpha", PART, 0.05), test.take("beta", PART, 0.05)
    test.end()
    if elo0 >= elo1:
        test.wrong("elo1", f"must be above elo0, which is {elo0}.")
    if players is None:
        return limit, None
    for name in players:
        if name not in names:
            test.wrong("players", f'"{name}" does not take part; choose from: {", ".join(names)}.')
    if players[0] == players[1]:
        test.wrong("players", "must be two different ones.")
    return limit, Sprt((players[0], players[1]), float(elo0), float(elo1), alpha, beta)
