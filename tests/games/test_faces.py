"""What clients are shown: every offered move is legal, every legal move is offered, and yields come true."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from spieltisch import games
from spieltisch.games.face import LISTED, PlainFace, sections
from spieltisch.games.wampum import face as wampum
from spieltisch.games.wigwam.face import geometry, mirror, presets
from spieltisch.texts import LANGUAGES


@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_a_bid_is_promised_comes_true_unless_it_is_displaced(players: int) -> None:
    table = games.get("wampum").deal(players, seed=players)
    face = games.get("wampum").face
    luck = random.Random(1)
    promised: dict[int, wampum.WampumPlace] = {}
    checked = 0
    while not table.over:
        seat = table.waiting_for[0]
        view = table.view(seat)
        choices = face.choices(view)
        assert isinstance(choices, wampum.WampumChoices)
        if choices.verb == "bid":
            cards = "".join(luck.sample(choices.hand, luck.randint(1, min(4, len(choices.hand)))))
            built = face.build(view, cards)
            assert isinstance(built, wampum.WampumBuild)
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
        board = wampum.board(table.view(), memory=False)
        assert isinstance(board, wampum.WampumBoard)
        assert board.rounds == rounds
        assert board.last_round == (board.round == rounds)
        seat = table.waiting_for[0]
        table.play(seat, table.random_move(seat))


def test_places_of_wampum_are_allowed_exactly_where_the_rules_allow_them() -> None:
    table = games.get("wampum").deal(3, seed=4)
    for _ in range(30):
        seat = table.waiting_for[0]
        view = table.view(seat)
        if wampum.choices(view).verb == "bid":
            built = wampum.build(view, view.legal_moves(seat)[-1].split()[2])
            assert isinstance(built, wampum.WampumBuild)
            for place in built.places:
                assert place.allowed == table.is_legal(seat, place.move)
                assert place.allowed == (len(built.build) >= place.smallest)
        table.play(seat, table.random_move(seat))


@pytest.mark.parametrize(("game", "players", "options"), [("wigwam", 2, {"forced_capture": "huff"}), ("amul", 4, {})])
def test_the_moves_on_offer_are_the_legal_ones(game: str, players: int, options: dict[str, Any]) -> None:
    table = games.get(game).deal(players, seed=2, options=options)
    face = games.get(game).face
    for _ in range(80):
        if table.over:
            break
        seat = table.waiting_for[-1]
        offered: Any = face.choices(table.view(seat))
        assert sorted(entry.move for entry in offered.moves) == table.legal_moves(seat)
        if game == "wigwam":
            for entry in offered.moves:
                if entry.verb == "capture":
                    pairs = zip(entry.victims, entry.landings, strict=True)
                    jumps = "".join(f"x{victim}-{landing}" for victim, landing in pairs)
                    assert entry.move == entry.point + jumps
                    assert entry.target == entry.landings[-1]
        table.play(seat, table.random_move(seat))


def test_arrangements_of_wigwam_are_checked_while_they_are_built() -> None:
    face = games.get("wigwam").face
    for seat in (0, 1):
        view = games.get("wigwam").deal(2, seed=1, options={"setup": "hidden"}).view(seat)
        for preset in presets(seat):
            built: Any = face.build(view, preset.letters)
            assert built.move == preset.move
            assert view.is_legal(seat, preset.move)
            assert built.mirrored == preset.letters  # both are symmetric
        part: Any = face.build(view, "CWW........")
        assert (part.move, part.left) == (None, {"W": 5, "C": 0, "T": 3})
        assert mirror(seat, part.mirrored) == "CWW........"
        assert part.mirrored != part.build
        too_many: Any = face.build(view, "CCWWWWWWWTT")
        assert too_many.move is None


def test_the_board_of_wigwam_has_its_points_a_unit_apart() -> None:
    board = geometry()
    places = {point.point: (point.x, point.y) for point in board.points}
    for one, other in board.lines:
        dx, dy = places[one][0] - places[other][0], places[one][1] - places[other][1]
        assert dx * dx + dy * dy == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("name", games.names())
def test_any_game_has_a_plain_face(name: str) -> None:
    game = games.get(name)
    face = PlainFace(name)
    table = game.deal(seed=3)
    for _ in range(12):
        seat = table.waiting_for[0]
        view = table.view(seat)
        board = msgspec.to_builtins(face.board(view, memory=False))
        assert (board["game"], board["kind"]) == (name, "plain")
        assert set(board["text"]) == set(LANGUAGES)
        drawn = [line for part in board["text"]["de"] for line in (part["label"], *part["lines"]) if line]
        assert all(line in view.draw("de") for line in drawn)
        assert len(drawn) == len([line for line in view.draw("de").split("\n") if line.strip()])
        choices = face.choices(view)
        legal = table.legal_moves(seat)
        assert [entry.move for entry in choices.moves] == legal[:LISTED]
        assert choices.count == len(legal)
        table.play(seat, table.random_move(seat))


def test_moves_of_a_plain_face_are_found_by_a_part_of_their_text() -> None:
    table = games.get("wampum").deal(2, seed=1)
    view = table.view(table.waiting_for[0])
    built = PlainFace("wampum").build(view, "BID 2")
    assert built.count == len([move for move in table.legal_moves(view.seat) if move.startswith("bid 2")]) > 0
    assert all(entry.move.startswith("bid 2") for entry in built.moves)
    assert PlainFace("wampum").build(view, "no such move").moves == []


def test_a_drawing_falls_into_sections_with_their_headings() -> None:
    first, second = sections("Round 1\n\nPrizes:\n3 5\n7\n")
    assert (first.label, first.lines) == ("", ["Round 1"])
    assert (second.label, second.lines) == ("Prizes", ["3 5", "7"])


def test_options_have_words_or_else_their_names() -> None:
    for name in games.names():
        game = games.get(name)
        for language in LANGUAGES:
            sheet = game.options_sheet(language)
            assert [option.name for option in sheet] == [
                field for field in game.options_type.__struct_fields__ if field not in game.house_options
            ]
            for option in sheet:
                assert option.default in option.values
                assert len(option.labels) == len(option.values)
                assert game.read_options({option.name: option.values[-1]})
