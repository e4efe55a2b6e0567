"""Nothing leaves the server that its receiver may not know.

Whole games of each kind are played. At every event the table is exchanged for another one that looks the same to a
viewer (`imagine`), with another hidden move where the move is hidden. Every kind of message must stay the same, byte
for byte.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from spieltisch import games
from spieltisch.games import SPECTATOR, Table
from spieltisch.server import events as ev
from spieltisch.server import messages as ms
from spieltisch.server import outgoing
from spieltisch.server.sitting import Sitting
from spieltisch.store import EventRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.server.steps import Step

KINDS: list[tuple[str, int, dict[str, Any]]] = [
    ("wampum", 2, {}),
    ("wampum", 4, {"removal": "french"}),
    ("wampum", 5, {}),
    ("wigwam", 2, {"setup": "hidden"}),
    ("wigwam", 2, {"setup": "alternate", "forced_capture": "huff"}),
    ("amul", 4, {"tea": True}),
]
OURS = {game for game, _, _ in KINDS}
KINDS += [(name, games.get(name).seats[-1], {}) for name in games.names() if name not in OURS]


def open_sitting(game: str, players: int, options: dict[str, Any]) -> Sitting:
    sitting = Sitting("T")
    found = games.get(game)
    seats = [ev.SeatSpec(kind="person", person=f"p{seat}", name=f"n{seat}") for seat in range(players)]
    record = found.options_record(found.read_options(options))
    settings = ms.TableSettings(memory=True)
    happen(sitting, ev.Created(game=game, options=record, settings=settings, host="p0", seats=seats))
    table = found.deal(players, seed=7, options=options)
    happen(sitting, ev.Started(deal=table.dealt, salt="00" * 16))
    return sitting


def happen(sitting: Sitting, event: ev.AnyEvent) -> Step:
    return sitting.apply(EventRow("T", sitting.seq + 1, 100.0 + sitting.seq, ev.encode(event)))


def another_table(sitting: Sitting, state: Any, viewer: int, seed: int) -> Table:
    """A whole table that the viewer cannot tell from the real one."""
    return outgoing.view_of(sitting, state, viewer).imagine(seed)


def another_move(step: Step, event: ev.Moved, before: Table, viewer: int) -> ev.Moved:
    """A move that the viewer cannot tell from the real one."""
    assert step.before is not None
    real = before.with_state(step.before)
    shown = real.show_move(event.seat, event.move, viewer)
    if shown == event.move:
        return event
    if before.count_moves(event.seat) > 400:
        candidates = [before.random_move(event.seat) for _ in range(60)]
    else:
        candidates = before.legal_moves(event.seat)
    same = [move for move in candidates if before.show_move(event.seat, move, viewer) == shown]
    return msgspec.structs.replace(event, move=same[0]) if same else event


MESSAGES: dict[str, Callable[[Sitting, Step, int], Any]] = {
    "event": lambda sitting, step, seat: outgoing.event_message(sitting, step, (seat,)),
    "table": lambda sitting, step, seat: outgoing.table_state(sitting, [step], (seat,), ["p0"], 500.0),
    "log in words": lambda sitting, step, seat: outgoing.sentences(sitting, [step], (seat,), "de"),
    "table resource": lambda sitting, _step, _seat: sitting.info(),
    "turn": lambda sitting, _step, _seat: sitting.turn(),
    "build": lambda sitting, _step, seat: built(sitting, seat),
}


def built(sitting: Sitting, seat: int) -> Any:
    if seat not in sitting.waiting:
        return None
    view = sitting.table.view(seat)
    return sitting.game.face.build(view, "CCFTW")


@pytest.mark.parametrize(("game", "players", "options"), KINDS)
def test_every_message_stays_the_same_when_what_its_receiver_cannot_know_is_changed(
    game: str, players: int, options: dict[str, Any]
) -> None:
    sitting = open_sitting(game, players, options)
    luck = random.Random(3)
    exchanged = 0
    while not sitting.over and len(sitting.table_moves) < 160:
        seat = luck.choice(sitting.waiting)
        move = sitting.table.random_move(seat)
        step = happen(sitting, ev.Moved(seat=seat, move=move, person=f"p{seat}"))
        if sitting.over:
            break
        viewers = [SPECTATOR, *range(players)]
        for viewer in viewers if len(sitting.table_moves) < 4 else [luck.choice(viewers)]:
            exchanged += compare_all(sitting, step, viewer, luck.randrange(2**30))
    secrets = {"wampum": 20, "amul": 20, "wigwam": int(options.get("setup") == "hidden")}
    assert exchanged >= secrets.get(game, 20)


def compare_all(sitting: Sitting, step: Step, viewer: int, seed: int) -> bool:
    """Make all messages twice: from the real table, and from another one."""
    real = {name: msgspec.json.encode(make(sitting, step, viewer)) for name, make in MESSAGES.items()}
    before = another_table(sitting, step.before, viewer, seed)
    after = another_table(sitting, step.after, viewer, seed + 1)
    assert isinstance(step.event, ev.Moved)
    event = another_move(step, step.event, before, viewer)
    other = step._replace(before=before.state.tobytes(), after=after.state.tobytes(), event=event)
    kept = (sitting.table.state, sitting.state, sitting.step_start, list(sitting.table_moves))
    changed = after.state.tobytes() != kept[0].tobytes()
    sitting.table.state = after.state
    sitting.state = after.state.tobytes()
    if sitting.step_start is not None:
        sitting.step_start = another_table(sitting, sitting.step_start, viewer, seed + 2).state.tobytes()
    hide_choices(sitting, viewer)
    try:
        for name, make in MESSAGES.items():
            assert msgspec.json.encode(make(sitting, other, viewer)) == real[name], name
    finally:
        sitting.table.state, sitting.state, sitting.step_start = kept[:3]
        sitting.table_moves[:] = kept[3]
    return changed


def hide_choices(sitting: Sitting, viewer: int) -> None:
    """Give everybody else another simultaneous choice."""
    if sitting.step_start is None:
        return
    start = sitting.table.with_state(sitting.step_start)
    for seat, index in sorted(sitting.hidden.items(), key=lambda item: item[1]):
        if seat != viewer:
            sitting.table_moves[index] = (seat, start.random_move(seat))
        start.play(*sitting.table_moves[index])


def test_salt_and_deal_stay_secret_until_the_end() -> None:
    sitting = open_sitting("wampum", 2, {})
    proof = sitting.match.proof if sitting.match else None
    assert proof is not None
    sent = b""
    while not sitting.over:
        seat = sitting.waiting[0]
        step = happen(sitting, ev.Moved(seat=seat, move=sitting.table.random_move(seat), person=f"p{seat}"))
        if not sitting.over:
            for viewer in (SPECTATOR, 0, 1):
                sent += msgspec.json.encode(outgoing.event_message(sitting, step, (viewer,)))
                sent += msgspec.json.encode(outgoing.table_state(sitting, [step], (viewer,), [], 1.0))
    assert proof.salt.encode() not in sent
    assert b'"deck"' not in sent
    assert proof.commitment.encode() in sent
    assert sitting.info().salt == proof.salt


def test_the_texts_of_refusals_about_another_seat_tell_nothing_of_its_hand() -> None:
    sitting = open_sitting("wampum", 3, {})
    seat = sitting.waiting[0]
    other = (seat + 1) % 3
    with pytest.raises(games.IllegalMove) as refusal:
        sitting.table.check(other, "bid 1 CCCCC")
    assert "hand" not in refusal.value.facts
