"""The compiled rules against the plain ones: games and scattered positions, with all options."""

import random
from itertools import product
from typing import get_args

import pytest

from spieltisch import games
from spieltisch.games.wigwam import Options, perft
from tests.tables import few, walk
from tests.wigwam.plain_wigwam import NAMES, ORDER, OTHER, PlainWigwam

WIGWAM = games.get("wigwam")
VALUES = {name: get_args(kind) for name, kind in Options.__annotations__.items()}
ALL_OPTIONS = [dict(zip(VALUES, chosen, strict=True)) for chosen in product(*VALUES.values())]
IN_PLAY = [options for options in ALL_OPTIONS if options["setup"] == "standard"]

every_option = pytest.mark.parametrize("options", ALL_OPTIONS, ids=lambda options: "-".join(options.values()))
every_option_in_play = pytest.mark.parametrize("options", IN_PLAY, ids=lambda options: "-".join(options.values()))


def scattered(dice: random.Random, options: dict[str, str]) -> str:
    """Make up a position, crowded together or spread out, with rights to huff where the options allow it."""
    army = [("l", "c"), ("d", "c")]
    for side in "ld":
        army += [(side, "w")] * dice.randint(0, 7) + [(side, "t")] * dice.randint(0, 3)
    if dice.random() < 0.02:
        army.pop(0)
    middle = dice.choice(ORDER)
    crowding = dice.choice([0, 1])
    points = sorted(
        ORDER,
        key=lambda p: crowding * (2 * abs(p[0] - middle[0]) + abs(p[1] - middle[1])) + 4 * dice.random(),
    )[: len(army)]
    dice.shuffle(points)
    plain = PlainWigwam(options)
    plain.board = dict(zip(points, army, strict=True))
    plain.mover = dice.choice("ld")
    position = plain.position()
    if options["forced_capture"] == "huff" and not (plain.bare("l") and plain.bare("d")):
        enemies = plain.own(OTHER[plain.mover], "wc")
        liable = dice.sample(enemies, min(len(enemies), dice.randint(0, 3)))
        if dice.random() < 0.2:
            position += " h!"
        elif liable:
            position += " h=" + ",".join(NAMES[point] for point in sorted(liable))
    return position


def expect_the_same(table: games.Table, plain: PlainWigwam) -> None:
    assert table.position == plain.position()
    outcome = table.outcome
    assert plain.result == (None if outcome is None else (outcome.scores, outcome.reason))
    for seat in table.waiting_for[:1]:
        moves = table.legal_moves(seat)
        assert moves == plain.moves()
        assert table.count_moves(seat) == len(moves)


@every_option
def test_games_go_the_same_way(options: dict[str, str]) -> None:
    for seed in range(few(6, 1)):
        table = WIGWAM.table(2, {}, options)
        plain = PlainWigwam(options)
        for seat, move in walk(table, seed):
            if options["setup"] != "hidden" or not plain.setting_up:
                expect_the_same(table, plain)
            plain.play(move, seat)
        expect_the_same(table, plain)


@every_option_in_play
def test_scattered_positions_have_the_same_moves_and_ends(options: dict[str, str]) -> None:
    dice = random.Random(str(options))
    for _ in range(few(250, 15)):
        position = scattered(dice, options)
        table = WIGWAM.position(position, options=options)
        plain = PlainWigwam.at(position, options)
        for _ in range(3):
            expect_the_same(table, plain)
            if plain.result:
                break
            seat = table.waiting_for[0]
            move = dice.choice(plain.moves())
            table.play(seat, move)
            plain.play(move, seat)


def plain_perft(position: str, options: dict[str, str], depth: int) -> int:
    plain = PlainWigwam.at(position, options)
    if depth == 0 or plain.result:
        return 1
    leaves = 0
    for move in plain.moves():
        after = PlainWigwam.at(position, options)
        after.play(move, "ld".index(after.mover))
        leaves += plain_perft(after.position(), options, depth - 1)
    return leaves


@every_option_in_play
def test_perft_of_scattered_positions(options: dict[str, str]) -> None:
    dice = random.Random(f"perft {options}")
    for _ in range(few(8, 2)):
        position = scattered(dice, options)
        table = WIGWAM.position(position, options=options)
        assert perft(table, 2) == perft(table, 2, bulk=False) == plain_perft(position, options, 2)
