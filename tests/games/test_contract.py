"""What every game promises, checked for each game and player count."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from spieltisch import games
from spieltisch.games import SPECTATOR, BadOption, IllegalMove, chance
from spieltisch.games.happenings import sentence
from spieltisch.games.picture import Polygon, written
from spieltisch.texts import LANGUAGES
from tests.tables import few, same_bytes, walk

if TYPE_CHECKING:
    from spieltisch.games import Game

KINDS = [(name, players) for name in games.names() for players in games.get(name).seats]
every_game = pytest.mark.parametrize(("name", "players"), KINDS)
every_name = pytest.mark.parametrize("name", games.names())


@pytest.fixture
def game(name: str) -> Game:
    return games.get(name)


def test_an_unknown_game_is_refused_with_the_list() -> None:
    with pytest.raises(BadOption, match='no game "chess"; choose one of: amul, wampum, wigwam'):
        games.get("chess")


def test_games_are_known_by_name_before_any_of_them_is_imported() -> None:
    script = (
        "import sys; from spieltisch import bots, games; "
        "assert games.names() and set(bots.registered()) <= set(games.names()); "
        "homes = {point.module for found in (games, bots) for point in found.registered().values()}; "
        "assert not homes & set(sys.modules), homes & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@every_game
def test_play_goes_on_until_the_game_is_over_and_has_winners(game: Game, players: int) -> None:
    table = game.deal(players, seed=11)
    moves = 0
    for seat, move in walk(table):
        assert seat in table.waiting_for
        assert table.is_legal(seat, move)
        assert table.outcome is None
        moves += 1
    outcome = table.outcome
    assert table.over
    assert table.waiting_for == ()
    assert outcome is not None
    assert len(outcome.scores) == players
    assert outcome.winners
    assert set(outcome.winners) <= set(range(players))
    assert moves <= game.longest
    with pytest.raises(IllegalMove, match="The game is over"):
        table.play(0, move)


@every_game
def test_listed_moves_are_those_counted_legal_unique_and_written_both_ways(game: Game, players: int) -> None:
    table = game.deal(players, seed=5)
    for number, _ in enumerate(walk(table)):
        if number % few(3, 40):
            continue
        for seat in table.waiting_for:
            numbers = table.move_numbers(seat)
            texts = table.legal_moves(seat)
            assert len(set(texts)) == len(texts) == len(numbers) == table.count_moves(seat)
            assert texts == sorted(texts)
            for move in numbers[:: max(1, len(numbers) // 50)]:
                text = game.write_move(table.book[0], int(move))
                assert game.read_move(table.book[0], text) == move
                assert game.rules.is_legal(table.book[0], table.state[0], seat, move)
            view = table.view(seat)
            if len(texts) < 200:
                assert view.legal_moves(seat) == texts
        for seat in set(range(players)) - set(table.waiting_for):
            assert table.legal_moves(seat) == []


@every_game
def test_any_integer_may_be_asked_whether_it_is_legal(game: Game, players: int) -> None:
    table = game.deal(players, seed=9)
    dice = chance.seeded("integers", game.name, players)
    for number, _ in enumerate(walk(table)):
        if number % few(5, 60):
            continue
        for seat in table.waiting_for:
            legal = set(table.move_numbers(seat).tolist())
            for _ in range(few(30, 5)):
                high, low = int(chance.draw(dice)), int(chance.draw(dice))
                for move in (low, low & 0xFFF, high << 31 | low, -low, low << 20):
                    assert game.rules.is_legal(table.book[0], table.state[0], seat, move) == (move in legal)


@every_game
def test_views_hide_and_imagined_tables_fit(game: Game, players: int) -> None:
    varied = 0
    for seed in range(few(3, 1)):
        table = game.deal(players, seed)
        for number, _ in enumerate(walk(table, seed)):
            if number % few(2, 30):
                continue
            for seat in (SPECTATOR, *range(players)):
                view = table.view(seat)
                imagined = [view.imagine((number, i)) for i in range(2)]
                for one in imagined:
                    assert same_bytes(one.view(seat).state, view.state)
                    assert one.waiting_for == table.waiting_for
                varied += not same_bytes(imagined[0].state, imagined[1].state)
    assert varied > 0 or game.name == "wigwam"  # hides nothing unless set up hidden


@every_game
def test_an_imagined_table_can_be_played_to_the_end(game: Game, players: int) -> None:
    table = game.deal(players, seed=2)
    for number, _ in enumerate(walk(table)):
        if number % few(15, 100) == 0:
            for seat in range(players):
                imagined = table.view(seat).imagine(number)
                for _ in walk(imagined):
                    pass
                assert imagined.over


@every_game
def test_copies_never_alias(game: Game, players: int) -> None:
    table = game.deal(players, seed=3)
    copy = table.copy()
    before = table.state.tobytes()
    for _ in walk(copy):
        pass
    assert table.state.tobytes() == before
    view = table.view(0)
    seen = view.state.tobytes()
    view.imagine(1)
    for _ in walk(table):
        pass
    assert view.state.tobytes() == seen


@every_game
def test_the_same_seed_gives_the_same_game_and_another_seed_another(game: Game, players: int) -> None:
    def moves(seed: int) -> list[tuple[int, str]]:
        table = game.deal(players, seed)
        played = []
        while not table.over:
            seat = table.waiting_for[0]
            played.append((seat, table.random_move(seat)))
            table.play(*played[-1])
        return played

    assert moves(1) == moves(1) != moves(2)


@every_game
def test_positions_are_written_and_read_back(game: Game, players: int) -> None:
    table = game.deal(players, seed=8)
    for number, _ in enumerate(walk(table)):
        if number % few(3, 40) == 0:
            again = game.position(table.position, players, table.options)
            assert again.position == table.position
            assert again.waiting_for == table.waiting_for
            assert [again.legal_moves(s) for s in again.waiting_for[:1]] == [
                table.legal_moves(s) for s in table.waiting_for[:1]
            ]


@every_game
def test_every_move_is_told_to_everybody_in_three_languages(game: Game, players: int) -> None:
    table = game.deal(players, seed=6)
    for number, (seat, move) in enumerate(walk(table)):
        if number % few(2, 20):
            continue
        after = table.copy()
        after.play(seat, move)
        for viewer in (SPECTATOR, 0, players - 1):
            shown = table.show_move(seat, move, viewer)
            happenings = game.tell(table.view(viewer), after.view(viewer), seat, shown)
            assert happenings
            for happening in happenings:
                for language in ("en", "de", "fr"):
                    text = sentence(table, happening, language, [f"P{i}" for i in range(players)])
                    assert text.endswith(".")
                    assert "{" not in text


@every_game
def test_tables_and_views_can_be_printed(game: Game, players: int) -> None:
    table = game.deal(players, seed=6)
    for number, _ in enumerate(walk(table)):
        if number % few(5, 40) == 0:
            assert game.title in str(table)
            assert str(table.view(SPECTATOR))


@every_game
def test_tables_are_drawn_as_shapes_on_a_sheet_in_every_language(game: Game, players: int) -> None:
    table = game.deal(players, seed=6)
    for number, _ in enumerate(walk(table)):
        if number % few(9, 40) == 0:
            for language in LANGUAGES:
                sheet = game.picture(table.book[0], table.view(number % players).state[0], language)
                assert sheet != written(game.draw(table.book[0], table.state[0], language))  # more than its text
                for shape in sheet.shapes:
                    for x, y in shape.points if isinstance(shape, Polygon) else [(shape.x, shape.y)]:
                        assert 0 <= x <= sheet.width
                        assert 0 <= y <= sheet.height


@every_name
def test_a_wrong_seat_is_told_who_is_to_move(game: Game) -> None:
    table = game.deal(seed=1)
    with pytest.raises(IllegalMove, match="Seat 99 is not to move"):
        table.random_move(99)
    with pytest.raises(IllegalMove):
        table.play(table.waiting_for[0], "sing a song")


@every_game
def test_a_table_is_drawn_in_every_language_through_a_whole_game(game: Game, players: int) -> None:
    table = game.deal(players, seed=8)
    for number, _ in enumerate(walk(table)):
        if number % 7 == 0:
            drawings = {language: table.view(0).draw(language) for language in LANGUAGES}
            assert len(set(drawings.values())) == len(LANGUAGES)
            assert len({drawing.count("\n") for drawing in drawings.values()}) == 1
    assert all(table.draw(language) for language in LANGUAGES)
