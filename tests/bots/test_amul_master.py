"""Amul's master: its network sees no more than it may, thinks what its weights say, and knows what it does not know."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from spieltisch import bots, games
from spieltisch.bots import Budget
from spieltisch.bots.amul.master import seeing, thinking, weights
from spieltisch.games import BadOption
from spieltisch.games.amul.cards import house_text
from spieltisch.games.amul.choosing import VERB
from spieltisch.games.amul.state import NOTHING
from tests.bots.duels import decide
from tests.bots.test_amul_bots import later

if TYPE_CHECKING:
    import numpy.typing as npt

    from spieltisch.games import Table

GAME = games.get("amul")
TABLES = [(players, moves) for players in range(3, 9) for moves in (0, 5, 2 * players, 60)]


def seen(table: Table, seat: int, state: np.recarray[tuple[int], np.dtype[np.void]]) -> npt.NDArray[np.int8]:
    """What the network sees of a state."""
    row, points = np.zeros(seeing.ALL, np.int8), np.zeros(8, np.int64)
    seeing.count_points(table.book[0], state[0], points)
    seeing.see(table.book[0], state[0], seat, points, row)
    return row


@pytest.mark.parametrize(("players", "moves"), TABLES)
def test_what_a_seat_cannot_see_is_not_in_what_it_chooses_by(players: int, moves: int) -> None:
    table = later(players, 3, moves)
    for seat in table.waiting_for:
        whole, view = seen(table, seat, table.state), seen(table, seat, table.view(seat).state)
        assert whole[: seeing.SEEN].tolist() == view[: seeing.SEEN].tolist()
        assert not view[seeing.HANDS :].any()
        hands = sum(int(table.state[0].held[other]) for other in range(players) if other != seat)
        face_down = sum(int(table.state[0].chosen[other]) >= 0 for other in range(players) if other != seat)
        assert whole[seeing.HANDS :].sum() == hands + face_down


def test_the_row_is_long_enough() -> None:
    assert seeing.STEPS + seeing.LEAD_STEPS <= seeing.SEEN
    assert seeing.HANDS + 3 * seeing.FACES <= seeing.ALL
    book = GAME.empty_table(8).book[0]
    assert int(book.faces) == seeing.FACES
    assert int(book.last_bit.max()) == seeing.BITS


@pytest.mark.parametrize(("players", "moves"), TABLES)
def test_compiled_thoughts_are_those_of_the_weights(players: int, moves: int) -> None:
    table = later(players, 4, moves)
    seat = table.waiting_for[0]
    mind = weights.mind()
    mind[0].win_part = 0.5
    book, state = table.book[0], table.state[0]
    seeing.count_points(book, state, mind[0].now)
    row = seen(table, seat, table.state).astype(np.float32)
    count = int(thinking.weigh(book, state, seat, mind[0]))
    logits = plainly(mind[0], "actor", row[: seeing.SEEN])
    for move, logit in zip(mind[0].move[:count], mind[0].logit[:count], strict=True):
        face = int(move) % VERB
        choice = thinking.DECLINE if face == NOTHING else int(move) // VERB * seeing.FACES + face
        assert logit == pytest.approx(logits[choice], abs=1e-3)
    expected = 1 / (1 + np.exp(-plainly(mind[0], "critic", row)))
    assert thinking.judge(book, state, seat, mind[0]) == pytest.approx(float(expected.mean()), abs=1e-4)


def plainly(mind: np.record, head: str, row: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The same with matrices."""
    one = np.maximum(row @ mind[f"{head}1"] + mind[f"{head}1b"], 0)
    two = np.maximum(one @ mind[f"{head}2"] + mind[f"{head}2b"], 0)
    found: npt.NDArray[np.float32] = two @ mind[f"{head}3"] + mind[f"{head}3b"]
    return found


def test_the_weights_are_small_and_those_of_the_sheet() -> None:
    data = weights.FILE.read_bytes()
    assert len(data) <= 2 << 20
    assert hashlib.sha256(data).hexdigest() == json.loads(weights.SHEET.read_text())["sha256"]


@pytest.mark.parametrize("options", [{"tea": True}, {"cards": "others"}])
def test_with_cards_that_it_does_not_know_it_plays_like_the_expert(options: dict[str, object]) -> None:
    if "cards" in options:
        options = {"cards": house_text().replace("table = [0, 3, 7, 12, 17, 22, 27]", "table = [0, -3, 1, -9, 40, 2]")}
    master, expert = bots.get("amul", "master"), bots.get("amul", "expert")
    table = GAME.deal(3, seed=2, options=options)
    for number in range(12):
        seat = table.waiting_for[0]
        move = decide(master, table, seat, number)
        assert move == decide(expert, table, seat, number)
        assert master.explain() == expert.explain()
        assert master.spent == expert.spent
        table.play(seat, move)


def test_a_move_is_weighed_beside_the_best() -> None:
    table = later(3, 5, 8)
    seat = table.waiting_for[0]
    best, other = bots.get("amul", "master").weigh(
        table.view(seat), seat, table.random_move(seat), Budget(nodes=400, seed=1)
    )
    assert best.value >= other.value
    assert best.visits == other.visits > 0


def test_other_games_have_no_master() -> None:
    assert bots.levels_of("amul")[-1] == "master"
    assert "master" not in bots.levels_of("wampum")
    with pytest.raises(BadOption, match="expert"):
        bots.get("wampum", "master")
