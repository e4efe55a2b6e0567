"""What holds at every table: symmetry, dwindling armies, undo, hash, fair sampling."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch import games
from spieltisch.games import bits, chance
from spieltisch.games.wigwam import rules
from spieltisch.games.wigwam.board import BOARD, CELLS, NAMES
from spieltisch.games.wigwam.points import nth_cell, recompute_hash
from spieltisch.games.wigwam.state import BOOK, STATE
from spieltisch.games.wigwam.undo import PAST_WORDS, remember, restore
from tests.tables import few, same_bytes, walk
from tests.wigwam.test_wigwam_plain import every_option, every_option_in_play

WIGWAM = games.get("wigwam")
GAMES = few(5, 1)

TURNED = dict(zip(NAMES, reversed(NAMES), strict=True))
MIRRORED = {name: "gfedcba"["abcdefg".index(name[0])] + name[1] for name in NAMES}
SWAPPED = str.maketrans("wctWCTld", "WCTwctdl")


def at_points(text: str, image: dict[str, str]) -> str:
    """Carry every point named in a text over to its image."""
    for name in NAMES:
        text = text.replace(name, f"<{name}>")
    for name in NAMES:
        text = text.replace(f"<{name}>", image[name])
    return text


def turned(position: str) -> str:
    """Turn the board by 180 degrees and swap the colours."""
    rows, *rest = position.split()
    fields = [rows[::-1].translate(SWAPPED), rest[0].translate(SWAPPED)]
    return " ".join(fields + [in_order(at_points(field, TURNED)) for field in rest[1:]])


def mirrored(position: str) -> str:
    """Turn the board upside down: row a becomes row g."""
    rows, *rest = position.split()
    fields = ["/".join(reversed(rows.split("/"))), rest[0]]
    return " ".join(fields + [in_order(at_points(field, MIRRORED)) for field in rest[1:]])


def in_order(field: str) -> str:
    start, equals, points = field.partition("=")
    return start + equals + ",".join(sorted(points.split(",")))


@every_option_in_play
def test_turning_the_board_with_colours_swapped_turns_the_moves(options: dict[str, str]) -> None:
    for seed in range(GAMES):
        table = WIGWAM.table(2, {}, options)
        for seat, _ in walk(table, seed):
            other = WIGWAM.position(turned(table.position), options=options)
            moves = [at_points(move, TURNED) for move in table.legal_moves(seat)]
            assert other.legal_moves(1 - seat) == sorted(moves)


@every_option_in_play
def test_mirroring_the_board_mirrors_the_moves(options: dict[str, str]) -> None:
    for seed in range(GAMES):
        table = WIGWAM.table(2, {}, options)
        for seat, _ in walk(table, seed):
            other = WIGWAM.position(mirrored(table.position), options=options)
            moves = [at_points(move, MIRRORED) for move in table.legal_moves(seat)]
            assert other.legal_moves(seat) == sorted(moves)


@every_option
def test_a_capture_is_taken_when_there_is_one_unless_huffing_is_allowed(options: dict[str, str]) -> None:
    for seed in range(GAMES):
        table = WIGWAM.table(2, {}, options)
        for seat, _ in walk(table, seed):
            kinds = {"x" in move for move in table.legal_moves(seat)}
            if options["forced_capture"] == "enforce":
                assert len(kinds) == 1


@every_option
def test_armies_only_dwindle_and_tents_never(options: dict[str, str]) -> None:
    for seed in range(GAMES):
        table = WIGWAM.table(2, {}, options)
        before: Counter[str] | None = None
        for _ in walk(table, seed):
            rows, *rest = table.position.split()
            now = Counter(rows)
            if "s" not in rest:
                assert now["t"] == now["T"] == 3
                assert before is None or all(now[letter] <= before[letter] for letter in "wcWC")
                before = now


def test_records_have_no_gaps() -> None:
    for dtype in (STATE, BOOK):
        assert dtype.fields is not None
        assert dtype.itemsize == sum(field[0].itemsize for field in dtype.fields.values())


@every_option
def test_the_hash_follows_every_change(options: dict[str, str]) -> None:
    for seed in range(GAMES):
        table = WIGWAM.table(2, {}, options)
        s = table.state[0]
        for _ in walk(table, seed):
            assert s.hash == recompute_hash(s)
        assert s.hash == recompute_hash(s)


@every_option
def test_taking_a_move_back_restores_every_byte(options: dict[str, str]) -> None:
    past = np.zeros((2, PAST_WORDS), np.uint64)
    for seed in range(GAMES):
        table = WIGWAM.table(2, {}, options)
        for seat, _ in walk(table, seed):
            before = table.state.copy()
            for move in table.move_numbers(seat)[::7]:
                remember(table.state[0], past, 1)
                rules.play(table.book[0], table.state[0], seat, move)
                restore(table.state[0], past, 1)
                assert same_bytes(before, table.state)


@every_option
def test_positions_are_written_and_read_back(options: dict[str, str]) -> None:
    for seed in range(GAMES):
        table = WIGWAM.table(2, {}, options)
        for seat, _ in walk(table, seed):
            again = WIGWAM.position(table.position, options=options)
            assert again.position == table.position
            assert again.waiting_for == table.waiting_for
            assert again.count_moves(seat) == table.count_moves(seat)
            assert again.state[0].hash == table.state[0].hash


@every_option
def test_every_listed_move_is_legal_and_its_text_means_it(options: dict[str, str]) -> None:
    table = WIGWAM.table(2, {}, options)
    for seat, _ in walk(table, 5):
        numbers = [int(number) for number in table.move_numbers(seat)]
        assert len(set(numbers)) == len(numbers)
        for number in numbers[:40]:
            assert rules.is_legal(table.book[0], table.state[0], seat, number)
            assert WIGWAM.read_move(table.book[0], WIGWAM.write_move(table.book[0], number)) == number


CROWDED = {
    "chain": "..../.cW../....W./....W../....../...../w..C l",
    "chain_compulsory": "..../.cW../....W./....W../....../...../w..C l",
    "huff": "W..C/...../...w../...wW../...T../...../.c.. d h=c4,d4",
    "placing": "..../...../....../c.....C/....../...../.... l s",
    "arranging": "..../...../....../......./....../...../.... l s",
    "over": "..../...../....../c.....C/....../...../.... l",
}
OPTIONS = {
    "chain_compulsory": {"continuation": "compulsory"},
    "huff": {"forced_capture": "huff"},
    "arranging": {"setup": "hidden"},
}


@given(
    st.sampled_from(sorted(CROWDED)),
    st.one_of(
        st.integers(-(2**63), 2**63 - 1),
        st.builds(
            lambda verb, start, length, path: verb | start << 3 | length << 9 | path << 13,
            st.integers(0, 7),
            st.sampled_from(CELLS),
            st.integers(0, 15),
            st.integers(0, 2**12),
        ),
        st.builds(lambda verb, rest: verb | rest << 3, st.integers(0, 7), st.integers(0, 2**13)),
    ),
)
def test_any_number_is_legal_exactly_if_it_is_listed(name: str, number: int) -> None:
    table = WIGWAM.position(CROWDED[name], options=OPTIONS.get(name, {}))
    for seat in range(2):
        listed = number in table.move_numbers(seat).tolist()
        assert bool(rules.is_legal(table.book[0], table.state[0], seat, number)) == listed


@pytest.mark.parametrize("name", sorted(set(CROWDED) - {"over", "arranging"}))
def test_sampling_is_fair(name: str) -> None:
    table = WIGWAM.position(CROWDED[name], options=OPTIONS.get(name, {}))
    seat = table.waiting_for[0]
    moves = table.legal_moves(seat)
    draws = few(2000, 20) * len(moves)
    luck = chance.seeded("fair", name)
    counts = Counter(int(rules.sample_move(table.book[0], table.state[0], seat, luck)) for _ in range(draws))
    assert {WIGWAM.write_move(table.book[0], move) for move in counts} == set(moves)
    expected = draws / len(moves)
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < len(moves) + 5 * (2 * len(moves)) ** 0.5


def test_every_arrangement_is_drawn() -> None:
    table = WIGWAM.table(2, {}, {"setup": "hidden"})
    luck = chance.seeded("arrangements")
    drawn = {int(rules.sample_move(table.book[0], table.state[0], 0, luck)) for _ in range(few(20000, 50))}
    assert len(drawn) == few(1320, len(drawn))
    assert drawn <= set(table.move_numbers(0).tolist())


@given(st.integers(1, 2**64 - 1))
def test_the_instructions_agree_with_plain_python(word: int) -> None:
    points = np.uint64(word & int(BOARD) or 1)
    ones = [cell for cell in range(64) if int(points) >> cell & 1]
    assert nth_cell(points, 0) == bits.lowest_bit(points) == ones[0]
    assert nth_cell(points, len(ones) - 1) == ones[-1]
    assert bits.count_bits(points) == len(ones)


@every_option
def test_no_game_is_longer_than_promised(options: dict[str, str]) -> None:
    seats = np.zeros(WIGWAM.longest, np.int8)
    moves = np.zeros(WIGWAM.longest, np.int64)
    for seed in range(few(300, 1)):
        table = WIGWAM.table(2, {}, options)
        luck = chance.seeded("longest", seed)
        count = rules.random_game(table.book[0], table.state[0], luck, seats, moves)
        assert table.over
        assert 0 < count <= WIGWAM.longest
