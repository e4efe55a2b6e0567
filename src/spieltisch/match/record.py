"""Records: one match a line of JSON, complete enough for any program to replay it.

Reading checks everything (deal, every move, result, proof) and says in one sentence what is wrong and where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from spieltisch import games
from spieltisch.games import Refusal, Table
from spieltisch.match.proof import Proof, commit
from spieltisch.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

FORMAT = "spieltisch/1"
RULES = "1"


# No game needs more than this. Records come from strangers, so nothing longer is even looked at.
Word = Annotated[str, Meta(max_length=64)]
Line = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=200_000)]
"""A whole card file."""
Seat = Annotated[int, Meta(ge=0, le=63)]
Number = Annotated[int, Meta(ge=-(2**31), lt=2**31)]
LONGEST_RESULT = 4_000


class Record(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A match as it is kept and exchanged."""

    format: Word
    game: Word
    options: Annotated[dict[Word, bool | Number | float | Text | None], Meta(max_length=20)]
    players: Number
    deal: Annotated[
        dict[Word, bool | Number | Line | Annotated[list[Number | Word], Meta(max_length=500)]], Meta(max_length=20)
    ]
    moves: Annotated[list[tuple[Seat, Line]], Meta(max_length=10_000)]
    result: games.Outcome | None
    """None while the match is unfinished."""
    seats: Annotated[list[Line], Meta(max_length=64)] = msgspec.field(default_factory=list)
    rules: Word | None = None
    cards: Annotated[dict[Word, Line], Meta(max_length=4)] | None = None
    """Name and hash of the card set, in games that have one."""
    proof: Proof | None = None
    forfeited: Annotated[list[Seat], Meta(max_length=64)] = msgspec.field(default_factory=list)
    """Seats that gave up or ran out of time, ascending; the game may have gone on without them."""

    @classmethod
    def begun(cls, table: Table, seats: Sequence[str]) -> Record:
        """Write down what is certain before the deal."""
        return cls(
            format=FORMAT,
            game=table.game.name,
            options=table.game.options_record(table.options),
            players=table.players,
            deal={},
            moves=[],
            result=None,
            seats=list(seats),
            rules=RULES,
            **table.game.extras(table.options),
        )

    @classmethod
    def of(
        cls,
        table: Table,
        moves: Iterable[tuple[int, str]],
        seats: Sequence[str],
        proof: Proof | None,
        forfeited: Sequence[int] = (),
    ) -> Record:
        """Write down a table and the moves that led to it."""
        return msgspec.structs.replace(
            cls.begun(table, seats),
            deal=table.dealt,
            moves=list(moves),
            result=outcome_after(table, forfeited) if table.over or conceded(seats, forfeited) else None,
            proof=proof,
            forfeited=list(forfeited),
        )


class BadRecord(ValueError):
    """A record that cannot be read or does not hold; says where, what is wrong and what was expected."""

    def __init__(self, key: str, *, move: int | None = None, line: int | None = None, **facts: object) -> None:
        self.key = key
        self.facts = facts
        self.move = move
        self.line = line
        super().__init__(key)

    def __str__(self) -> str:
        return self.told("en")

    def told(self, language: str) -> str:
        """Tell the mistake in a language, with its place."""
        places = [
            say(f"record.{name}", language, number=number)
            for name, number in (("line", self.line), ("move", self.move))
            if number is not None
        ]
        reason = self.facts.get("reason")
        facts = {**self.facts, "reason": reason.told(language)} if isinstance(reason, Refusal) else self.facts
        sentence = say(f"record.{self.key}", language, **facts)
        return f"{', '.join(places)}: {sentence}" if places else sentence


def write_line(record: Record) -> bytes:
    """Write a record as one line of JSON."""
    return msgspec.json.encode(record) + b"\n"


READER = msgspec.json.Decoder(Record)


def read_line(line: bytes | str) -> Record:
    """Read one line of JSON; BadRecord if it is none or not of this format."""
    try:
        record = READER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return read_patiently(line)
    return record if record.format == FORMAT else read_patiently(line)


def read_patiently(line: bytes | str) -> Record:
    """Read a line that lacks something or is wrong, and say what."""
    try:
        raw = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord("not_json", reason=str(error)) from None
    if not isinstance(raw, dict):
        raise BadRecord("not_object", found=type(raw).__name__)
    # The rules of each game ask for less than our own records hold; what is left out takes its only value.
    raw.setdefault("format", FORMAT)
    if raw["format"] != FORMAT:
        raise BadRecord("format", found=raw["format"], expected=FORMAT)
    raw.setdefault("options", {})
    raw.setdefault("result", None)
    fill_in(raw)
    try:
        return msgspec.convert(raw, Record)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadRecord("shape", reason=str(error)) from None


def fill_in(raw: dict[str, Any]) -> None:
    """A game that has one number of players, or leaves nothing to luck, need not say so."""
    if raw.get("game") not in games.names():
        return
    game = games.get(raw["game"])
    if len(game.seats) == 1:
        raw.setdefault("players", game.seats[0])
    if not game.luck:
        raw.setdefault("deal", {})


def read_records(lines: Iterable[bytes]) -> Iterator[tuple[int, Record | BadRecord]]:
    """Read JSON Lines: each line that is not empty gives a record, or the mistake in it, with its number."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield number, read_line(line)
        except BadRecord as mistake:
            mistake.line = number
            yield number, mistake


def set_up(record: Record) -> Table:
    """Lay out the table of a record before its first move."""
    try:
        return games.get(record.game).table(record.players, record.deal, record.options)
    except Refusal as refusal:
        raise BadRecord("deal", reason=refusal) from None


def replay(record: Record, upto: int | None = None, watch: Callable[[Table, int, str], None] | None = None) -> Table:
    """Play a record's moves, all or the first `upto`; `watch` sees the table before each move."""
    table = set_up(record)
    if len(record.moves) > table.game.longest:
        raise BadRecord("long", found=len(record.moves), limit=table.game.longest)
    for number, (seat, move) in enumerate(record.moves[:upto], start=1):
        try:
            checked = table.check(seat, move)
        except Refusal as refusal:
            raise BadRecord("illegal", move=number, seat=seat, text=move, reason=refusal) from None
        canonical = table.game.write_move(table.book[0], checked)
        if canonical != move:
            raise BadRecord("spelling", move=number, seat=seat, text=move, expected=canonical)
        if watch is not None:
            watch(table, seat, move)
        table.put(seat, checked)
    return table


def conceded(seats: Sequence[str], forfeited: Sequence[int]) -> bool:
    """Whether a game is over because of those who gave up: one seat is left, or nobody but bots."""
    left = [name for seat, name in enumerate(seats) if seat not in forfeited]
    return bool(forfeited) and (len(left) == 1 or all(name.startswith("bot:") for name in left))


def outcome_after(table: Table, forfeited: Sequence[int]) -> games.Outcome:
    """The result of a game that is over: who gave up does not win, whatever was scored.

    If the moves do not end it, it ended because of those who gave up, and the others share the win.
    """
    return settled(table.players, table.outcome, forfeited)


def settled(players: int, outcome: games.Outcome | None, forfeited: Sequence[int]) -> games.Outcome:
    """The same, where it is known what the moves alone have led to."""
    if outcome is not None and not forfeited:
        return outcome
    left = [seat for seat in range(players) if seat not in forfeited]
    if outcome is None:
        return games.Outcome([int(seat in left) for seat in range(players)], left, "forfeit")
    if not left or not any(winner in forfeited for winner in outcome.winners):
        return outcome
    best = max(outcome.scores[seat] for seat in left)
    winners = [seat for seat in left if outcome.scores[seat] == best]
    return games.Outcome(outcome.scores, winners, outcome.reason, outcome.lines)


def verify(record: Record, watch: Callable[[Table, int, str], None] | None = None) -> Table:
    """Replay a record and check its end, result, card set and proof; BadRecord names the first mistake."""
    check_length(record)
    table = replay(record, watch=watch)
    check_end(record, End.of(table))
    return table


class End(NamedTuple):
    """How the moves of a record leave the table."""

    waiting: tuple[int, ...]
    outcome: games.Outcome | None
    extras: Mapping[str, Any]
    """What a record of this game carries besides."""

    @classmethod
    def of(cls, table: Table) -> End:
        """Look at the table."""
        return cls(table.waiting_for, table.outcome, table.game.extras(table.options))


def check_length(record: Record) -> None:
    """No result is so long; nobody needs to look at it."""
    if len(json_of(record.result)) > LONGEST_RESULT:
        raise BadRecord("long_result", limit=LONGEST_RESULT)


def check_end(record: Record, end: End) -> None:
    """Check everything but the moves, which have led to this end."""
    if record.seats and len(record.seats) != record.players:
        raise BadRecord("seats", found=len(record.seats), expected=record.players)
    given_up = [seat for seat in range(record.players) if seat in record.forfeited]
    if record.forfeited != given_up or len(given_up) == record.players:
        raise BadRecord("forfeited", found=json_of(record.forfeited))
    if end.waiting and not conceded(record.seats or [""] * record.players, record.forfeited):
        waiting = ", ".join(map(str, end.waiting))
        raise BadRecord("short", move=len(record.moves) + 1, count=len(record.moves), waiting=waiting)
    expected_result = settled(record.players, end.outcome, record.forfeited)
    if record.result is None:
        raise BadRecord("no_result", expected=json_of(expected_result))
    if record.result != expected_result:
        raise BadRecord("result", found=json_of(record.result), expected=json_of(expected_result))
    check_cards(record, end.extras.get("cards"))
    if record.proof is not None:
        expected = commit(record.deal, record.proof.salt)
        if record.proof.commitment != expected:
            raise BadRecord("proof", found=record.proof.commitment, expected=expected)


def check_cards(record: Record, expected: dict[str, str] | None) -> None:
    """A record that names its card set must have been played with that set."""
    if record.cards is not None and record.cards != expected:
        raise BadRecord("cards", found=json_of(record.cards), expected=json_of(expected))


def json_of(value: Any) -> str:
    """Show a value in a message as the record would write it."""
    return msgspec.json.encode(value).decode()
