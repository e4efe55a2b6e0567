"""How a finished game came out for the people at the table, for their statistics and ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spieltisch.store.ratings import Finish, Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spieltisch.server.sitting import Sitting


def finish_of(sitting: Sitting) -> Finish | None:
    """Give the results of a game that is over; none if it does not count."""
    if sitting.created.imported or sitting.branched or sitting.created.lesson:
        return None
    outcome = sitting.outcome
    assert outcome is not None
    seats = sitting.seats
    standing = [(number in outcome.winners, outcome.scores[number]) for number in range(len(seats))]
    # For the rating whoever has left the seat to a bot until the end is behind everybody who has played on.
    rated = [(seat.bot is None, *standing[number]) for number, seat in enumerate(seats)]
    results = tuple(
        Result(number, seat.person, place(standing, number), standing[number][0], place(rated, number))
        for number, seat in enumerate(seats)
        if seat.person and len(sitting.seats_of(seat.person)) == 1
    )
    return Finish(sitting.created.game, len(seats), results, sitting.rated is not False)


def place(standing: Sequence[tuple[float, ...]], number: int) -> int:
    """The place of a seat: one more than there are better ones."""
    own = standing[number]
    return 1 + sum(other > own for other in standing)
