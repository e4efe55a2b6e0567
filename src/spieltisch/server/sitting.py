"""A table with the people around it, as its log tells: who sits where, the match, open requests, clocks.

`apply` takes the next event of the log; what each kind of event changes stands in applying.py.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import msgspec

from spieltisch.games.records import laid_out
from spieltisch.match import outcome_after
from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server.applying import carry_out, lay_table
from spieltisch.server.steps import Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spieltisch.games import Game, Outcome, Table
    from spieltisch.match import Match, Record
    from spieltisch.server.clocks import Clocks
    from spieltisch.server.seat import Seat
    from spieltisch.server.steps import Request, State
    from spieltisch.store import EventRow

BOOKS: WeakValueDictionary[tuple[str, int, bytes], Any] = WeakValueDictionary()
"""The books in use, by game, number of players and a hash of the options, which may hold a whole set."""


class Sitting:
    """The state of a table. Made by its first event."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.seq = 0
        self.at = 0.0
        self.created_at = 0.0
        self.created: ev.Created
        self.game: Game
        self.seats: list[Seat] = []
        self.filled = False
        """Whether somebody has taken the last empty seat: then the table begins by itself."""
        self.match: Match | None = None
        self.branched = False
        """Whether the game has begun in the middle of another one."""
        self.made_by: list[ev.By] = []
        """Who made each move of the match: person, bot or table."""
        self.hidden: dict[int, int] = {}
        """Simultaneous choices that wait for others: seat and place in the list of moves."""
        self.state: State | None = None
        """The table as it lies, after the last event that has changed it."""
        self.last_views: dict[int, tuple[State, State]] = {}
        """By seat: the last table shown to it, and what it could see of that."""
        self.step_start: State | None = None
        """The table before the first of the hidden choices."""
        self.over = False
        self.closed = False
        """Whether the table was closed without a result."""
        self.rated: bool | None = None
        """Whether the game is rated, known from its start on; none for games that began before this was noted."""
        self.waiting: tuple[int, ...] = ()
        """Seats that have to decide."""
        self.to_decide: tuple[int, ...] = ()
        """The same as the rules say, even if somebody has given up."""
        self.fresh_from = 0
        """Moves made in ignorance of this event are stale."""
        self.request: Request | None = None
        self.paused = False
        self.rematch: str | None = None
        self.conceded = False
        """Whether the game is over because too many have given up."""
        self.said = (0, 0)
        """Lines of chat, and their bytes."""
        self.retraced = 0
        """Moves that were made again because later ones were taken back."""
        self.seen: dict[str, int] = {}
        """What clients have sent with an id, by person and kind of action, and the event that it became."""
        self.clocks: Clocks

    # --- reading -------------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def status(self) -> ms.Status:
        """Whether the table waits for people, plays, is over, or was closed."""
        if self.closed:
            return "closed"
        if self.match is None:
            return "open"
        return "over" if self.over else "playing"

    @property
    def outcome(self) -> Outcome | None:
        """The result of a game that is over."""
        return outcome_after(self.table, self.forfeited) if self.over else None

    @property
    def forfeited(self) -> list[int]:
        """Seats that have given up."""
        return [number for number, seat in enumerate(self.seats) if seat.forfeited]

    @property
    def table(self) -> Table:
        """The game's table, once play has begun."""
        assert self.match is not None
        return self.match.table

    def seats_of(self, person: str) -> list[int]:
        """The seats of a person, several on one device."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def persons(self) -> list[str]:
        """Everybody who sits here, once."""
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person))

    def name_of(self, person: str) -> str:
        """A person's name at this table; several seats on one device go by the first."""
        return next((seat.name for seat in self.seats if seat.person == person and seat.name), "")

    def others(self, person: str) -> list[str]:
        """Persons who have to agree when this one asks for something: everybody else who plays himself.

        In a rated game that is also asked of somebody whose time was up and for whom a bot plays.
        """
        playing = (
            seat.person
            for seat in self.seats
            if seat.person and (seat.stand_in is None or (self.rated and not seat.forfeited))
        )
        return list(dict.fromkeys(other for other in playing if other != person))

    def last_own_move(self, seat: int) -> int | None:
        """The place in the list of moves of the last move that a person has made for a seat."""
        assert self.match is not None
        for index in range(len(self.match.moves) - 1, -1, -1):
            if self.match.moves[index][0] == seat and self.made_by[index] == "person":
                return index
        return None

    def info(self) -> ms.TableInfo:
        """The table as a resource."""
        proof = self.match.proof if self.match is not None else None
        return ms.TableInfo(
            id=self.id,
            game=self.created.game,
            players=self.players,
            options={key: value for key, value in self.created.options.items() if key not in self.game.house_options},
            set=self.created.set or None,
            settings=self.created.settings,
            status=self.status,
            listed=self.created.listed,
            host=self.created.host,
            seats=[seat.shown(number) for number, seat in enumerate(self.seats)],
            created=self.created_at,
            seq=self.seq,
            rated=bool(self.rated),
            commitment=proof.commitment if proof else None,
            salt=proof.salt if proof and self.over else None,
            result=self.outcome,
            rematch=self.rematch,
            rematch_of=self.created.rematch_of,
            imported=self.created.imported,
            branch_of=self.created.branch_of,
            lesson=self.created.lesson,
        )

    def turn(self, at: float | None = None) -> ms.Turn:
        """The state of play that everybody may know."""
        asked = None
        if self.request is not None:
            others = self.others(self.request.person)
            asked = ms.OpenRequest(
                what=self.request.what,
                seat=self.request.seat,
                agreed=sorted(self.request.agreed),
                missing=[other for other in others if other not in self.request.agreed],
            )
        return ms.Turn(
            waiting=list(self.waiting),
            decided=sorted(self.hidden),
            moves=len(self.match.moves) if self.match else 0,
            paused=self.paused,
            asked=asked,
            clocks=self.clocks.show(self.at if at is None else at),
            over=self.over,
        )

    def record(self) -> Record:
        """The record of the match as it stands."""
        assert self.match is not None
        self.match.seats = [f"bot:{seat.level}" if seat.kind == "bot" else "guest" for seat in self.seats]
        self.match.forfeited = self.forfeited
        return self.match.record()

    # --- taking the next event -------------------------------------------------------------------------------

    def apply(self, row: EventRow) -> Step:
        """Take the next event of the log."""
        event = ev.decode(row.body)
        before = self.state
        self.seq = row.seq
        self.at = max(self.at, row.at)
        if isinstance(event, ev.Created):
            lay_table(self, event, row.at)
        self.clocks.advance(row.at)
        self.remember_id(event)
        news = carry_out(self, event)
        self.look_around()
        running = () if self.paused else self.waiting
        self.clocks.run(frozenset(s for s in running if self.seats[s].bot is None))
        return Step(row.seq, row.at, event, news, before, self.state, self.turn(), frozenset(self.hidden))

    def look_around(self) -> None:
        """Note whether the game is over and who has to decide; many ask for it."""
        if self.match is not None:
            self.over = self.conceded or not self.to_decide
            self.waiting = () if self.over or self.closed else self.to_decide

    def remember_id(self, event: ev.AnyEvent) -> None:
        """So that what a client sends again is not done again."""
        sent_id = getattr(event, "id", "")
        if sent_id:
            self.seen[seen_key(action_of(event), getattr(event, "person", ""), sent_id)] = self.seq

    @property
    def table_moves(self) -> list[tuple[int, str]]:
        """The moves of the match."""
        assert self.match is not None
        return self.match.moves

    def play(self, seat: int, move: str, by: ev.By) -> None:
        """Make a move and note whether it is a choice that waits for those of others."""
        assert self.match is not None
        before = self.to_decide
        start = self.match.table.state.tobytes() if len(before) > 1 and not self.hidden else self.step_start
        self.match.put(seat, move)
        self.made_by.append(by)
        after = self.to_decide = self.match.table.waiting_for
        if after and after == tuple(other for other in before if other != seat):
            self.hidden[seat] = len(self.match.moves) - 1
            self.step_start = start
        else:
            self.hidden = {}
            self.step_start = None
            self.fresh_from = self.seq

    def lay_down(self) -> None:
        """Keep the table as it lies now, for telling what the next event changes."""
        self.state = self.table.state.tobytes()

    def lay_out(self, state: State) -> None:
        """Put the table back as it lay."""
        self.table.state = laid_out(self.game.state_dtype, state)
        self.to_decide = self.table.waiting_for

    def without_choice(self, seat: int) -> Table:
        """Lay out the table as if a seat had not made its simultaneous choice."""
        table = self.table.copy() if self.step_start is None else self.table.with_state(self.step_start)
        for other in sorted(self.hidden, key=lambda other: self.hidden[other]):
            if other != seat:
                table.play(*self.table_moves[self.hidden[other]])
        return table

    def undo_to(self, count: int) -> None:
        """Keep only the first moves, and find out which choices were waiting for others then."""
        assert self.match is not None
        self.retraced += count
        moves, made_by = self.match.moves[:count], self.made_by[:count]
        self.match.undo(len(self.match.moves))
        self.share_book()
        self.to_decide = self.table.waiting_for
        self.made_by = []
        self.hidden = {}
        self.step_start = None
        for (seat, move), by in zip(moves, made_by, strict=True):
            self.play(seat, move, by)
        self.clocks.undone_to(self.decisions())

    def decisions(self) -> list[int]:
        """How often each seat has decided."""
        made = Counter(seat for seat, _ in self.table_moves)
        return [made[seat] for seat in range(self.players)]

    def share_book(self) -> None:
        """Tables of one kind use one book: it never changes, and it can be large."""
        options = sha256(msgspec.json.encode(self.created.options, order="sorted")).digest()
        key = (self.created.game, self.players, options)
        self.table.book = BOOKS.setdefault(key, self.table.book)

    def undo(self, seat: int) -> None:
        """Take back the last own move of a seat and everything after it."""
        index = self.last_own_move(seat)
        if index is not None:
            self.undo_to(index)
        self.fresh_from = self.seq
        self.request = None
        self.lay_down()


def action_of(event: ev.AnyEvent) -> str:
    """What somebody did to bring an event about: ids are told apart by it."""
    if isinstance(event, ev.Moved) or (isinstance(event, ev.Changed) and event.move is not None):
        return "play"
    return "chat" if isinstance(event, ev.Chatted) else "undo"


def seen_key(action: str, person: str, sent_id: str) -> str:
    """Under which key an id is remembered."""
    return f"{action} {person} {sent_id}"


def read_log(table_id: str, rows: Iterable[EventRow]) -> Sitting:
    """Work out a table from its whole log."""
    sitting = Sitting(table_id)
    for row in rows:
        sitting.apply(row)
    return sitting
