"""Observations: from views only, exactly what the seat may know, in the documented places."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pytest

from spieltisch import games
from spieltisch.games.layout import BITS, CARDS, CHOICE, FLAG, Field, Layout
from spieltisch.lab import batch, layouts, many
from tests.amul.test_amul_sight import deal_hidden_cards_anew as deal_amul_anew
from tests.lab.kinds import EVERY_KIND, Kind, deal, title
from tests.tables import few, same_bytes, walk
from tests.wampum.test_sight import deal_hidden_cards_anew as deal_wampum_anew

if TYPE_CHECKING:
    from collections.abc import Callable

    from spieltisch.games import Table

Row = npt.NDArray[np.int8]

REDEALT: dict[str, Callable[[Any, int, random.Random], None]] = {"wampum": deal_wampum_anew, "amul": deal_amul_anew}


def observed(table: Table, seat: int) -> Row:
    """What a seat observes at the beginning of a move."""
    view = table.view(seat)
    row = np.zeros(table.game.codec.layout.size, np.int8)
    table.game.codec.observe(view.book[0], view.state[0], seat, 0, row)
    return row


def hidden(table: Table, seat: int) -> Row:
    """What is added for critics."""
    row = np.zeros(table.game.codec.perfect_layout.size, np.int8)
    table.game.codec.perfect(table.book[0], table.state[0], seat, row)
    return row


every_kind = pytest.mark.parametrize("kind", EVERY_KIND, ids=title)


def test_the_page_about_observations_says_what_the_code_does() -> None:
    page = Path(__file__).parents[2] / "docs" / "observations.md"
    assert page.read_text("utf-8") == layouts.page(), (
        "write it anew: python -m spieltisch.lab.layouts docs/observations.md"
    )


@pytest.mark.parametrize("kind", [kind for kind in EVERY_KIND if kind[0] in REDEALT], ids=title)
def test_dealing_anew_what_a_seat_cannot_see_changes_nothing_it_observes(kind: Kind) -> None:
    dice = random.Random(kind[1])
    changed = 0
    table = deal(kind, 4)
    for step, _ in enumerate(walk(table, 4)):
        if step % few(5, 40):
            continue
        for seat in range(table.players):
            other = table.copy()
            REDEALT[kind[0]](other, seat, dice)
            assert observed(other, seat).tobytes() == observed(table, seat).tobytes()
            changed += hidden(other, seat).tobytes() != hidden(table, seat).tobytes()
    assert changed > few(10, 1)


@every_kind
def test_imagined_tables_are_observed_like_the_real_one(kind: Kind) -> None:
    table = deal(kind, 5)
    rows = set()
    for step, _ in enumerate(walk(table, 5)):
        if step % few(3, 40):
            continue
        for seat in range(table.players):
            row = observed(table, seat)
            assert observed(table.view(seat).imagine(step), seat).tobytes() == row.tobytes()
            rows.add(row.tobytes())
    assert len(rows) > few(10, 1)


@every_kind
def test_the_perfect_row_tells_hidden_things_apart(kind: Kind) -> None:
    table = deal(kind, 6)
    for step, _ in enumerate(walk(table, 6)):
        if step % few(5, 60):
            continue
        for seat in range(table.players):
            imagined = table.view(seat).imagine(step)
            same = same_bytes(imagined.state, table.state)
            assert (hidden(imagined, seat).tobytes() == hidden(table, seat).tobytes()) == same


def check_bounds(layout: Layout, row: Row) -> None:
    """Every number lies where its field says."""
    for field in layout.fields:
        values = layout.read(row, field.name)
        if field.kind == BITS:
            continue
        low = -1 if field.kind in (CHOICE, CARDS) else 0
        high = field.high - 1 if field.kind in (CHOICE, CARDS) else field.high
        assert low <= values.min(), field.name
        assert values.max() <= high, field.name


@every_kind
def test_every_number_stays_within_its_bounds(kind: Kind) -> None:
    name, players, options = kind
    tables = batch(name, players=players, size=few(64, 2), seed=3, **options)
    high = tables.layout.spread_highs
    for step in range(few(150, 4)):
        rows, mask = tables.observe(), tables.mask()
        if step % 5 == 0:
            check_bounds(tables.layout, rows)
            check_bounds(tables.perfect_layout, tables.perfect())
            wide = tables.spread(rows)
            assert (wide >= 0).all()
            assert (wide <= high).all()
        tables.step(tables.draw(mask))


def test_fields_are_spread_out_as_their_kind_says() -> None:
    layout = Layout(
        [
            Field("flag", (1,), FLAG, 1, ""),
            Field("suit", (2,), CHOICE, 3, ""),
            Field("hands", (2, 3), CARDS, 4, ""),
            Field("bits", (1,), BITS, 1, ""),
        ]
    )
    row = np.array([[1, 2, -1, 0, 3, 3, -1, -1, 1, -127]], np.int8)
    wide = np.zeros((1, layout.spread_size), np.int8)
    many.spread(row, layout.table, wide)
    parts = {name: wide[0, place].tolist() for name, place in layout.spread_slices.items()}
    assert parts == {
        "flag": [1],
        "suit": [0, 0, 1, 0, 0, 0],
        "hands": [1, 0, 0, 2, 0, 1, 0, 0],
        "bits": [1, 0, 0, 0, 0, 0, 0, 1],
    }


def test_wampum_is_seen_from_the_own_seat() -> None:
    table = games.get("wampum").position("canoe=1 villages=CT/FF/WW hands=CCCTT/FFFWW/SSS", 3)
    table.play(1, "bid 2 FW")
    row = observed(table, 2)
    read = games.get("wampum").codec.layout.read
    assert read(row, "canoe").tolist() == [2]  # seat 1 is two steps clockwise from seat 2
    assert read(row, "hand").tolist() == [0, 0, 0, 0, 3]
    assert read(row, "hand_size").tolist() == [3, 5, 3, 0, 0]
    assert read(row, "bid_size").tolist() == [0, 0, 2, 0, 0]
    assert read(row, "bid").tolist() == [0] * 5
    assert read(row, "trader").tolist() == [-1, 2, -1, -1, -1]
    assert read(observed(table, 1), "bid").tolist() == [0, 1, 0, 1, 0]


def test_wampum_shows_what_has_been_chosen_of_a_bid() -> None:
    game = games.get("wampum")
    table = game.position("canoe=0 villages=CT/FF/WW hands=CCCTT/FFFWW removed=CFTWS", 2)
    book, s, codec = table.book[0], table.state[0], game.codec
    part = codec.extend(book, s, 0, codec.extend(book, s, 0, 0, 19 + 2), 3)
    row = np.zeros(codec.layout.size, np.int8)
    codec.observe(book, s, 0, part, row)
    assert codec.layout.read(row, "chosen_village").tolist() == [2]
    assert codec.layout.read(row, "chosen").tolist() == [3, 0, 0, 0, 0]
    assert codec.layout.read(row, "asked_kind").tolist() == [2]  # furs are not held


def test_both_sides_of_wigwam_see_the_standard_set_up_alike() -> None:
    game = games.get("wigwam")
    table = game.deal(2, 1, {"setup": "standard"})
    light, dark = (game.codec.layout.read(observed(table, seat), "board") for seat in (0, 1))
    assert np.array_equal(light[:6], dark[:6])
    table.play(0, "b2-c3")
    assert not np.array_equal(light[:6], game.codec.layout.read(observed(table, 0), "board")[:6])


@pytest.mark.parametrize("seat", [0, 1])
def test_wigwam_hides_an_arrangement_until_the_other_is_in(seat: int) -> None:
    tables = []
    for letters in ("setup WWTWCTWTWWW", "setup CTTTWWWWWWW"):
        table = games.get("wigwam").table(2, {}, {"setup": "hidden"})
        table.play(seat, letters)
        tables.append(table)
    one, other = tables
    assert observed(one, 1 - seat).tobytes() == observed(other, 1 - seat).tobytes()
    assert observed(one, seat).tobytes() != observed(other, seat).tobytes()
    assert hidden(one, 1 - seat).tobytes() != hidden(other, 1 - seat).tobytes()


def test_amul_shows_areas_as_bits_from_the_own_seat() -> None:
    table = games.get("amul").deal(3, seed=7)
    for _ in walk(table, 7):
        pass
    read = games.get("amul").codec.layout.read
    area = read(observed(table, 1), "area")
    words = area.astype(np.uint8).reshape(8, 3, 8).view("<u8")[:, :, 0]
    assert np.array_equal(words[:3], table.state[0].area[[1, 2, 0]])
    assert not words[3:].any()
