"""What a person can do at a table, each declared once: the socket and the HTTP API both take these, to the same effect.

Over the socket an action is a message with its `type` and its `table`. Over HTTP it is a POST to an address below the
table; the address says both, and the body is what is left of the action. acting.py carries them out.
"""

from typing import Annotated, Any, ClassVar, get_args

import msgspec
from msgspec import Meta

from spieltisch.server.faces import AnyBuild
from spieltisch.server.messages.table import TableInfo
from spieltisch.server.messages.tables import Done
from spieltisch.server.messages.told import HintMessage
from spieltisch.server.terms import ChatText, Level, MoveText, Ref, SeatNumber, Seq, TableId


class Said(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """A message of the client. `ref` comes back in the answer."""

    ref: Ref = ""


class Action(Said, frozen=True, kw_only=True):
    """Something that a person does at a table."""

    address: ClassVar[str] = ""
    """The end of its HTTP address, if that is not its tag."""
    answer: ClassVar[Any] = Done
    """What answers it over HTTP."""

    table: TableId


class Sit(Action, frozen=True, kw_only=True, tag="sit"):
    """Take a seat; any empty one if none is named. At a listed table a friend's seat needs the invitation."""

    address: ClassVar[str] = "join"

    seat: SeatNumber | None = None
    invite: Ref = ""


class Stand(Action, frozen=True, kw_only=True, tag="stand"):
    """Leave before the game begins."""

    address: ClassVar[str] = "leave"


class Start(Action, frozen=True, kw_only=True, tag="start"):
    """Begin the game."""


class Play(Action, frozen=True, kw_only=True, tag="play"):
    """Make a move, or change a simultaneous choice. `seq`: the last number the client has seen. `id`: made up by the
    client, so that a move sent again after a lost connection is answered and not played twice; it is remembered for
    this table, this person and this kind of message. `sure`: the coach need not be asked, or has warned already."""

    address: ClassVar[str] = "moves"

    seat: SeatNumber
    move: MoveText
    seq: Seq
    id: Ref = ""
    sure: bool = False


class Ask(Action, frozen=True, kw_only=True, tag="ask"):
    """Ask what something under construction would do: letters of cards, or of an arrangement."""

    answer: ClassVar[Any] = AnyBuild

    seat: SeatNumber
    build: Annotated[str, Meta(max_length=100)]


class Undo(Action, frozen=True, kw_only=True, tag="undo"):
    """Take back the last move of a seat: at once if nobody else knows of it, otherwise the others are asked."""

    seat: SeatNumber
    seq: Seq
    id: Ref = ""


class Pause(Action, frozen=True, kw_only=True, tag="pause"):
    """Ask the others for a pause."""

    seat: SeatNumber


class Consent(Action, frozen=True, kw_only=True, tag="consent"):
    """Answer the open request of somebody else."""

    agree: bool


class Resume(Action, frozen=True, kw_only=True, tag="resume"):
    """End the pause."""


class Chat(Action, frozen=True, kw_only=True, tag="chat"):
    """Say something to everybody at the table."""

    text: ChatText
    id: Ref = ""


class Hint(Action, frozen=True, kw_only=True, tag="hint"):
    """Ask a bot what it would do."""

    answer: ClassVar[Any] = HintMessage

    seat: SeatNumber


class Hand(Action, frozen=True, kw_only=True, tag="hand"):
    """Let a bot play for a seat: one's own, or that of somebody who has been absent for a while and has to decide.
    `level` is for one's own seat; the stand-in of somebody else is casual. Not in rated games."""

    seat: SeatNumber
    level: Level = "casual"


class Reclaim(Action, frozen=True, kw_only=True, tag="reclaim"):
    """Play one's own seat again."""

    address: ClassVar[str] = "take-back"

    seat: SeatNumber


class Resign(Action, frozen=True, kw_only=True, tag="resign"):
    """Give up a seat."""

    seat: SeatNumber


class Close(Action, frozen=True, kw_only=True, tag="close"):
    """Close a table that one has opened: before the game, or while nobody else plays."""


class Rematch(Action, frozen=True, kw_only=True, tag="rematch"):
    """Play again with the same people, everybody one seat further."""

    answer: ClassVar[Any] = TableInfo


AnyAction = (
    Sit
    | Stand
    | Start
    | Play
    | Ask
    | Undo
    | Pause
    | Consent
    | Resume
    | Chat
    | Hint
    | Hand
    | Reclaim
    | Resign
    | Close
    | Rematch
)


def body_of(action: type[AnyAction]) -> type[msgspec.Struct] | None:
    """Derive what is sent of an action to its HTTP address; nothing if the address says it all."""
    fields = [
        (field.name, field.type) if field.required else (field.name, field.type, field.default)
        for field in msgspec.structs.fields(action)
        if field.name not in ("table", "ref")
    ]
    if not fields:
        return None
    body = msgspec.defstruct(
        f"{action.__name__}Body", fields, module=__name__, frozen=True, kw_only=True, forbid_unknown_fields=True
    )
    body.__doc__ = f"What is sent of `{action.__struct_config__.tag}` to its address."
    return body


BODIES = {action: body_of(action) for action in get_args(AnyAction)}
"""What is sent to each action's address."""


# --- besides actions, over the socket alone ------------------------------------------------------------------


class Watch(Said, frozen=True, kw_only=True, tag="watch"):
    """Follow a table. With `since` = the last number received, exactly what was missed is sent again as events;
    with 0, or if that is too long ago, a `table` message with everything comes first."""

    table: TableId
    since: Seq = 0


class Unwatch(Said, frozen=True, kw_only=True, tag="unwatch"):
    """Follow a table no longer."""

    table: TableId


class Ping(Said, frozen=True, kw_only=True, tag="ping"):
    """Answered at once; keeps a connection open and measures it."""


AnySaid = AnyAction | Watch | Unwatch | Ping
