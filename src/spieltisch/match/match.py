"""One match in progress: a table, the moves that led to it, and the proof of its deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spieltisch.match.proof import new_proof
from spieltisch.match.record import Record, replay

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spieltisch.games import Game, Table


class Match:
    """A table with its log of moves; everything else follows from these two.

    >>> from spieltisch import games
    >>> match = Match.deal(games.get("wampum"), players=2, seed=1)
    >>> match.play(match.table.waiting_for[0], match.table.legal_moves(match.table.waiting_for[0])[0])
    >>> len(match.record().moves)
    1
    """

    def __init__(self, table: Table, seats: Sequence[str] = ()) -> None:
        self.table = table
        self.moves: list[tuple[int, str]] = []
        self.seats = list(seats) or ["guest"] * table.players
        self.proof = new_proof(table.dealt)
        self.forfeited: list[int] = []
        """Seats that have given up or run out of time."""

    @classmethod
    def deal(
        cls,
        game: Game,
        players: int,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Sequence[str] = (),
    ) -> Match:
        """Start a new match."""
        return cls(game.deal(players, seed, options), seats)

    def play(self, seat: int, move: str) -> None:
        """Make a move and note it in its canonical form."""
        number = self.table.check(seat, move)
        self.table.put(seat, number)
        self.moves.append((seat, self.table.game.write_move(self.table.book[0], number)))

    def put(self, seat: int, move: str) -> None:
        """Make a move that has been checked, in its canonical form."""
        self.table.put(seat, self.table.game.read_move(self.table.book[0], move))
        self.moves.append((seat, move))

    def undo(self, moves: int = 1) -> None:
        """Take back the last moves by playing the match again up to there."""
        kept = self.moves[: max(0, len(self.moves) - moves)]
        table = self.table
        self.table = table.game.table(table.players, table.dealt, table.options)
        self.moves = []
        for seat, move in kept:
            self.play(seat, move)

    def record(self) -> Record:
        """Write the match down as it stands."""
        return Record.of(self.table, self.moves, self.seats, self.proof, self.forfeited)

    @classmethod
    def resume(cls, record: Record) -> Match:
        """Take up a match from its record."""
        match = cls(replay(record), record.seats)
        match.moves = [(seat, move) for seat, move in record.moves]
        match.forfeited = list(record.forfeited)
        if record.proof is not None:
            match.proof = record.proof
        return match
