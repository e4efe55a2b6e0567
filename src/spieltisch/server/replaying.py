"""Games that are over, step by step, as somebody saw them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from spieltisch import games
from spieltisch.match import replay
from spieltisch.server import messages as ms
from spieltisch.server import outgoing
from spieltisch.server.ruling import refuse

if TYPE_CHECKING:
    from spieltisch.match import Record
    from spieltisch.server.hall import Hall
    from spieltisch.server.sitting import Sitting
    from spieltisch.store import Person


async def finished(hall: Hall, person: Person, table_id: str) -> Sitting:
    """Give a table whose game is over, to somebody who may see it."""
    sitting = await hall.stored(table_id)
    if not outgoing.may_watch(sitting, person.id):
        raise refuse("no_spectators")
    if not sitting.over:
        raise refuse("not_over")
    return sitting


def replayed(table: ms.TableInfo, record: Record, eyes: str, review: ms.Review | None) -> bytes:
    """Play a finished game again before the eyes of a seat, of a spectator (-1), or with all cards face up."""
    return msgspec.json.encode(ms.Replay(table=table, steps=shown_steps(record, eyes), review=review))


def shown_steps(record: Record, eyes: str) -> list[ms.ReplayStep]:
    """Show a game step by step."""
    game = games.get(record.game)
    seat = -1 if eyes == "all" else int(eyes)

    def look(table: games.Table) -> games.View:
        if eyes == "all":
            return games.View(game, table.players, table.options, table.book, table.state.copy(), -1)
        return table.view(seat)

    first = replay(record, upto=0)
    steps = [
        ms.ReplayStep(number=0, seat=None, move=None, happenings=[], board=game.face.board(look(first), memory=False))
    ]

    def watch(before: games.Table, mover: int, move: str) -> None:
        after = before.copy()
        after.play(mover, move)
        shown = move if eyes == "all" else before.show_move(mover, move, seat)
        told = game.tell(look(before), look(after), mover, shown)
        steps.append(
            ms.ReplayStep(
                number=len(steps),
                seat=mover,
                move=shown,
                happenings=list(told),
                board=game.face.board(look(after), memory=False),
            )
        )

    replay(record, watch=watch)
    return steps
