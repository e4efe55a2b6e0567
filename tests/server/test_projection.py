"""What clients are shown: every offered move is legal, every legal move is offered, and yields come true."""

from __future__ import annotations

import random
from typing import Any

import pytest

from spieltisch import games
from spieltisch.server import projection
from spieltisch.server.projection import boards
from spieltisch.server.projection.wigwam import geometry, mirror, presets


@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_a_bid_is_promised_comes_true_unless_it_is_displaced(players: int) -> None:
    table = games.get("wampum").deal(players, seed=players)
    project = projection.of("wampum")
    luck = random.Random(1)
    promised: dict[int, boards.WampumPlace] = {}
    checked = 0
    while not table.over:
        seat = table.waiting_for[0]
        view = table.view(seat)
        choices = project.choices(view)
        assert isinstance(choices, boards.WampumChoices)
        if choices.verb == "bid":
            cards = "".join(luck.sample(choices.hand, luck.randint(1, min(4, len(choices.hand)))))
            built = project.build(view, cards)
            assert isinstance(built, boards.WampumBuild)
            place = luck.choice([place for place in built.places if place.allowed])
        elif choices.verb == "go":
            place = luck.choice([place for place in choices.places if place.allowed])
        if choices.verb == "discard":
            move = table.random_move(seat)
        else:
            move = place.move
            promised[seat] = place
        before = table.copy()
        table.play(seat, move)
        for happening in table.game.tell(before.view(), table.view(), seat, before.show_move(seat, move, -1)):
            told: Any = happening
            tag = happening.__struct_config__.tag
            if tag == "goods_taken":
                assert (promised[told.seat].effect, promised[told.seat].goods) == ("goods", told.taken)
                checked += 1
            elif tag == "wampum_earned":
                assert (promised[told.seat].effect, promised[told.seat].count) == ("wampum", told.count)
                checked += 1
    assert checked >= 24


@pytest.mark.parametrize(("players", "rounds"), [(2, 12), (3, 12), (4, 8), (5, 6)])
def test_the_board_says_from_the_beginning_how_many_rounds_there_will_be(players: int, rounds: int) -> None:
    table = games.get("wampum").deal(players, seed=players)
    while not table.over:
        board = projection.of("wampum").board(table.view(), memory=False)
        assert isinstance(board, boards.WampumBoard)
        assert board.rounds == rounds
        assert board.last_round == (board.round == rounds)
        seat = table.waiting_for[0]
        table.play(seat, table.random_move(seat))


def test_places_of_wampum_are_allowed_exactly_where_the_rules_allow_them() -> None:
    table = games.get("wampum").deal(3, seed=4)
    project = projection.of("wampum")
    for _ in range(30):
        seat = table.waiting_for[0]
        view = table.view(seat)
        if project.choices(view).verb == "bid":
            built = project.build(view, view.legal_moves(seat)[-1].split()[2])
            assert isinstance(built, boards.WampumBuild)
            for place in built.places:
                assert place.allowed == table.is_legal(seat, place.move)
                assert place.allowed == (len(built.build) >= place.smallest)
        table.play(seat, table.random_move(seat))


@pytest.mark.parametrize(("game", "players", "options"), [("wigwam", 2, {"forced_capture": "huff"}), ("amul", 4, {})])
def test_the_moves_on_offer_are_the_legal_ones(game: str, players: int, options: dict[str, Any]) -> None:
    table = games.get(game).deal(players, seed=2, options=options)
    project = projection.of(game)
    for _ in range(80):
        if table.over:
            break
        seat = table.waiting_for[-1]
        offered: Any = project.choices(table.view(seat))
        assert sorted(entry.move for entry in offered.moves) == table.legal_moves(seat)
        if game == "wigwam":
            for entry in offered.moves:
                if entry.verb == "capture":
                    pairs = zip(entry.victims, entry.landings, strict=True)
                    jumps = "".join(f"x{victim}-{landing}" for victim, landing in pairs)
                    assert entry.move == entry.point + jumps
                    assert entry.target == entry.landings[-1]
        table.play(seat, table.random_move(seat))


def test_what_a_card_of_amul_is_worth_is_the_difference_that_it_makes() -> None:
    table = games.get("amul").deal(3, seed=5)
    project = projection.of("amul")
    checked = 0
    while not table.over:
        seat = table.waiting_for[0]
        view = table.view(seat)
        before: Any = project.board(view, memory=False)
        offered: Any = project.choices(view)
        moves = {entry.move: entry for entry in offered.moves}
        move = table.random_move(seat)
        table.play(seat, move)
        if before.phase == "take" and moves[move].card is not None and not table.over:
            after: Any = project.board(table.view(seat), memory=False)
            assert after.seats[seat].points - before.seats[seat].points == moves[move].worth
            checked += 1
    assert checked > 0


def test_arrangements_of_wigwam_are_checked_while_they_are_built() -> None:
    project = projection.of("wigwam")
    for seat in (0, 1):
        view = games.get("wigwam").deal(2, seed=1, options={"setup": "hidden"}).view(seat)
        for preset in presets(seat):
            built: Any = project.build(view, preset.letters)
            assert built.move == preset.move
            assert view.is_legal(seat, preset.move)
            assert built.mirrored == preset.letters  # both are symmetric
        part: Any = project.build(view, "CWW........")
        assert (part.move, part.left) == (None, {"W": 5, "C": 0, "T": 3})
        assert mirror(seat, part.mirrored) == "CWW........"
        assert part.mirrored != part.build
        too_many: Any = project.build(view, "CCWWWWWWWTT")
        assert too_many.move is None


def test_the_board_of_wigwam_has_its_points_a_unit_apart() -> None:
    board = geometry()
    places = {point["point"]: (point["x"], point["y"]) for point in board["points"]}
    for one, other in board["lines"]:
        dx, dy = places[one][0] - places[other][0], places[one][1] - places[other][1]
        assert dx * dx + dy * dy == pytest.approx(1, abs=1e-3)
