"""The journal of a tournament: every game as it ends, a line each; an interrupted one goes on where it stopped."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from spieltisch.lab.tournament.playing import Fixture, Result

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from spieltisch.lab.tournament.plan import Plan

FORMAT = "spieltisch-tournament/1"
FILE = "journal.jsonl"


class Head(msgspec.Struct, frozen=True):
    """The first line: what is played here."""

    format: str
    plan: msgspec.Raw


class OtherTournament(ValueError):
    """The folder holds something else; says what to do."""


class Journal:
    """What has been played, and where it is noted. Nothing is in it twice."""

    def __init__(self, file: BinaryIO, results: list[Result]) -> None:
        self.file = file
        self.results: dict[Fixture, Result] = {result.fixture: result for result in results}

    def add(self, result: Result) -> Result:
        """Note a game."""
        self.file.write(msgspec.json.encode(result) + b"\n")
        self.file.flush()
        self.results[result.fixture] = result
        return result


@contextmanager
def journal_in(folder: Path, plan: Plan) -> Iterator[Journal]:
    """Open the journal of a folder, or begin one; a last line that was cut off is forgotten."""
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / FILE
    with place.open("a+b") as file:
        keep_others_out(file, folder)
        file.seek(0)
        content = file.read()
        whole = content[: content.rfind(b"\n") + 1]
        file.truncate(len(whole))
        head, *lines = whole.splitlines() or [b""]
        if not head:
            played_here = msgspec.Raw(plan.what_is_played())
            file.write(msgspec.json.encode(Head(FORMAT, played_here)) + b"\n")
            file.flush()
        elif not same(head, plan):
            raise OtherTournament(
                f"{folder} holds another tournament (game, players, options, time or seed differ); "
                "choose another folder with --into, or remove it."
            )
        yield Journal(file, [result_in(line, place, number) for number, line in enumerate(lines, start=2)])


def result_in(line: bytes, file: Path, number: int) -> Result:
    """Read a line."""
    try:
        return msgspec.json.decode(line, type=Result)
    except msgspec.DecodeError as wrong:
        raise OtherTournament(f"{file}, line {number} is no result: {wrong}; remove the line to play on.") from None


def same(head: bytes, plan: Plan) -> bool:
    """Whether a journal is that of this plan."""
    try:
        found = msgspec.json.decode(head, type=Head)
        return found.format == FORMAT and msgspec.json.decode(found.plan) == msgspec.json.decode(plan.what_is_played())
    except msgspec.DecodeError:
        return False


def keep_others_out(file: BinaryIO, folder: Path) -> None:
    """Two at the same journal would play everything twice; where files cannot be locked, nobody is kept out."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise OtherTournament(f"The tournament in {folder} is being played already.") from None
