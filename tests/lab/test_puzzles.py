"""Puzzles: what is shipped holds, and is found again by the command that stands in its head."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from spieltisch import games
from spieltisch.bots.wigwam import puzzles as wigwam
from spieltisch.lab import puzzles as lab
from spieltisch.lab.puzzles.best import CLEAR, COMPARISONS, SHARES, TABLES, BestMoves, Judged, normal_quantile
from spieltisch.match import puzzles as match
from spieltisch.texts import LANGUAGES, catalogue
from tests.tables import SOAK, walk

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from spieltisch.games import Table

SHIPPED = {"amul": 100, "wampum": 100, "wigwam": 300}
WEIGHED = [game for game in SHIPPED if game != "wigwam"]


def sheet(game: str) -> match.Sheet:
    return match.read(match.place(game).read_bytes())


def position(text: str) -> Table:
    return games.get("wigwam").position(text)


# --- what is shipped ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHIPPED)
def test_the_shipped_set_is_large_and_its_file_small(game: str) -> None:
    found = sheet(game)
    assert len(found.puzzles) >= SHIPPED[game]
    assert len({puzzle.id for puzzle in found.puzzles}) == len(found.puzzles)
    assert len(match.place(game).read_bytes()) <= 300 * 1024
    assert found.head.command == f"spieltisch lab puzzles {game} --seed {found.head.seed} --count {len(found.puzzles)}"
    assert {"spieltisch", "rules", "numba", "numpy"} == found.head.versions.keys()


@pytest.mark.parametrize("game", SHIPPED)
def test_every_solution_can_be_played_by_whose_turn_it_is(game: str) -> None:
    for puzzle in sheet(game).puzzles:
        table = match.table_of(game, puzzle)
        assert puzzle.seat in table.waiting_for, puzzle.id
        assert (len(puzzle.line) + 1) // 2 == puzzle.own_moves, puzzle.id
        for number, move in enumerate(puzzle.line):
            seat = puzzle.seat if number % 2 == 0 else table.waiting_for[0]
            table.play(seat, move)


@pytest.mark.parametrize("game", SHIPPED)
def test_no_two_puzzles_are_alike(game: str) -> None:
    assert lab.twins(game, sheet(game)) == []


def test_a_wigwam_set_has_every_kind_of_gain_and_every_length() -> None:
    found = sheet("wigwam").puzzles
    assert {puzzle.theme for puzzle in found} == {"chief", "material", "rescue"}
    assert all(1 <= puzzle.own_moves <= 4 and puzzle.nodes > 0 for puzzle in found)
    lengths = Counter(puzzle.own_moves for puzzle in found)
    assert all(lengths[own_moves] >= 12 for own_moves in (1, 2, 3, 4)), lengths


def test_wigwam_solutions_are_proved_again() -> None:
    found = sheet("wigwam").puzzles
    chosen = lab.sample_of(found, len(found) if SOAK else 30)
    assert [checked for checked in lab.verified("wigwam", chosen, 0, 1) if checked.mistake] == []


@pytest.mark.parametrize("game", WEIGHED)
def test_best_moves_are_best_on_fresh_tables_too(game: str) -> None:
    found = sheet(game).puzzles
    finder = BestMoves(game)
    for puzzle in lab.sample_of(found, 20 if SOAK else 3):
        assert finder.mistake_in(puzzle, seed=5, tables=TABLES if SOAK else 2_000) == "", puzzle.id


@pytest.mark.parametrize("game", WEIGHED)
def test_the_interval_of_the_best_over_every_other_excludes_zero(game: str) -> None:
    for puzzle in sheet(game).puzzles:
        assert puzzle.tables >= 20_000
        assert [puzzle.weighed[0].move] == puzzle.line
        assert len(puzzle.weighed) > 1
        assert all(other.behind - other.margin > 0 for other in puzzle.weighed[1:]), puzzle.id


@pytest.mark.parametrize("game", WEIGHED)
def test_best_moves_are_of_many_kinds_and_worth_finding(game: str) -> None:
    found = sheet(game).puzzles
    finder = BestMoves(game)
    traits = [finder.traits(puzzle) for puzzle in found]
    assert {trait["players"] for trait in traits} == set(games.get(game).seats[:3])
    assert len({trait["round"] for trait in traits}) >= 6
    for trait, share in SHARES.items():
        (_, most), *_ = Counter(one[trait] for one in traits if one[trait]).most_common(1)
        assert most <= share * len(found), trait
    assert all(other.behind >= CLEAR for puzzle in found for other in puzzle.weighed[1:])
    ratings = [puzzle.rating for puzzle in found]
    assert max(ratings) - min(ratings) >= 250


def test_amul_asks_for_every_kind_of_move() -> None:
    assert {puzzle.line[0].split()[0] for puzzle in sheet("amul").puzzles} == {"offer", "pick", "play", "take"}


@pytest.mark.parametrize("game", WEIGHED)
def test_reasons_have_words_in_every_language(game: str) -> None:
    facts = [fact for puzzle in sheet(game).puzzles for one in puzzle.weighed for fact in one.facts]
    assert all(one.facts for puzzle in sheet(game).puzzles for one in puzzle.weighed)
    told = {fact.what for fact in facts}
    assert len(told) > 1
    assert all(told <= catalogue(language, game)["puzzle"].keys() for language in LANGUAGES)


@pytest.mark.parametrize("game", SHIPPED)
def test_the_command_in_the_head_finds_the_same_puzzle_again(game: str) -> None:
    for puzzle in sorted(sheet(game).puzzles, key=lambda one: one.seed)[: None if SOAK else 1]:
        assert puzzle in lab.finder_for(game).find(puzzle.seed)


# --- what a proof is ----------------------------------------------------------------------------------------


def wins_by_trying(table: Table, own_moves: int) -> bool:
    """Whether the player to move wins by the chief in so many moves, by the rules' public face alone."""
    seat = table.waiting_for[0]
    for move in table.legal_moves(seat):
        after = table.copy()
        after.play(seat, move)
        if after.over:
            outcome = after.outcome
            assert outcome is not None
            if outcome.scores[seat] == 2:
                return True
        elif own_moves > 1 and all_answers_lose(after, own_moves - 1):
            return True
    return False


def all_answers_lose(table: Table, own_moves: int) -> bool:
    other = table.waiting_for[0]
    for move in table.legal_moves(other):
        after = table.copy()
        after.play(other, move)
        if after.over:
            outcome = after.outcome
            assert outcome is not None
            if outcome.scores[1 - other] != 2:
                return False
        elif not wins_by_trying(after, own_moves):
            return False
    return True


def test_the_proof_agrees_with_trying_everything() -> None:
    prover, compared, won = wigwam.Prover(), 0, 0
    for seed in range(10):
        table = games.get("wigwam").deal(2, seed)
        for number, _ in enumerate(walk(table, seed)):
            if number >= 22:  # everything is set up
                for own_moves in (1, 2) if number % 6 == 0 else (1,):
                    expected = wins_by_trying(table, own_moves)
                    assert prover.wins(table, own_moves) == expected
                    compared, won = compared + 1, won + expected
    assert compared > 20
    assert 0 < won < compared


def test_a_puzzle_with_a_wrong_solution_is_refused() -> None:
    puzzle = next(one for one in sheet("wigwam").puzzles if one.own_moves > 1)
    table = match.table_of("wigwam", puzzle)
    other = next(move for move in table.legal_moves(puzzle.seat) if move != puzzle.line[0])
    wrong = match.Puzzle(**{**{name: getattr(puzzle, name) for name in puzzle.__struct_fields__}, "line": [other]})
    assert puzzle.line[0] in wigwam.mistake_in(wrong, 0)


# --- what is alike ------------------------------------------------------------------------------------------


def test_mirrored_turned_and_with_changed_sides_a_position_is_the_same() -> None:
    written = "..../....c/....../...W.../..w.../...../C..."
    mirrored = "..../c..../....../...W.../...w../...../...C"
    changed = "..../....C/....../...w.../..W.../...../c..."
    first = wigwam.alike_table(position(f"{written} l"))
    assert wigwam.alike_table(position(f"{mirrored} l")) == first
    assert wigwam.alike_table(position(f"{changed} d")) == first
    assert wigwam.alike_table(position(f"{written} d")) != first


def test_there_are_twelve_ways_to_lay_the_board_onto_itself() -> None:
    found = [tuple(sorted(image.items())) for image in wigwam.symmetries()]
    assert len(set(found)) == 12
    assert all(sorted(dict(image)) == sorted(dict(image).values()) for image in found)


# --- what luck may not decide -------------------------------------------------------------------------------


def test_a_lead_within_the_interval_is_no_puzzle() -> None:
    finder, width = BestMoves("wampum"), normal_quantile(COMPARISONS)
    assert width > 4  # for one comparison 2.58 would do
    best = Judged(1, 0.5, 0.0, 0.0)
    assert finder.is_clear([best, Judged(2, 0.45, 0.05, 0.04 / width)])
    assert not finder.is_clear([best, Judged(2, 0.45, 0.05, 0.06 / width)])
    assert not finder.is_clear([best, Judged(2, 0.4, 0.1, 0.04 / width), Judged(3, 0.49, 0.01, 0.0)])


def weighed_again(ahead: float, error: float, tables: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """Check a puzzle whose margins allow everything, as if its best move were ahead by so much on other tables."""
    puzzle = sheet("wampum").puzzles[0]
    best, *others = puzzle.weighed
    wide = [msgspec.structs.replace(one, behind=0.03, margin=1.0) for one in others]
    finder = BestMoves("wampum")

    def compare(view: Any, seat: int, moves: Sequence[int], count: int, seed: int) -> None:  # noqa: ARG001 - as all
        run = finder.expert.run[0]
        run.total[: len(moves)] = count * 0.5
        run.total[0] = count * (0.5 + ahead)
        for one in range(1, len(moves)):
            for first, second, sign in ((one, 0, 1), (0, one, -1)):
                run.behind[first, second] = sign * count * ahead
                run.squares[first, second] = count * (ahead**2 + error**2 * (count - 1))

    monkeypatch.setattr(finder.expert, "compare", compare)
    return finder.mistake_in(msgspec.structs.replace(puzzle, weighed=[best, *wide]), 1, tables)


def test_a_best_move_that_is_behind_on_as_many_fresh_tables_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """However wide the interval is that was written down."""
    assert weighed_again(0.001, 0.004, TABLES, monkeypatch) == ""
    assert "is behind by -0.0010" in weighed_again(-0.001, 0.004, TABLES, monkeypatch)


def test_on_few_tables_a_best_move_may_be_behind_by_luck_but_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    width = normal_quantile(COMPARISONS)
    assert weighed_again(-0.9 * width * 0.02, 0.02, 1_000, monkeypatch) == ""
    assert "is behind by -0.0" in weighed_again(-1.1 * width * 0.02, 0.02, 1_000, monkeypatch)


# --- making a set -------------------------------------------------------------------------------------------


def test_a_set_goes_on_from_what_was_kept_and_has_the_same_bytes(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    first, played = lab.make("wigwam", 7, 2, 1, kept, lambda _: None)
    lines = kept.read_bytes().splitlines(keepends=True)
    assert played == len(lines)
    kept.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])  # somebody has pulled the plug
    again, _ = lab.make("wigwam", 7, 2, 1, kept, lambda _: None)
    head = lab.head_of("wigwam", 7, 2)
    assert match.write(head, again) == match.write(head, first)


def test_the_command_line_checks_what_is_shipped() -> None:
    from typer.testing import CliRunner

    from spieltisch.cli import app

    done = CliRunner().invoke(app, ["lab", "puzzles", "wigwam", "--verify", "--sample", "2"])
    assert done.exit_code == 0, done.output
    assert "wigwam: 2 of " in done.output
    assert "no mistakes" in done.output
    everything = CliRunner().invoke(app, ["lab", "puzzles", "--verify", "--sample", "1"])
    assert everything.exit_code == 0, everything.output
    assert everything.output.count(": 1 of ") == len(SHIPPED)
    assert CliRunner().invoke(app, ["lab", "puzzles"]).exit_code != 0
    assert CliRunner().invoke(app, ["lab", "puzzles", "chess"]).exit_code != 0


def test_importing_the_house_does_not_load_the_lab() -> None:
    program = (
        "import sys, spieltisch, spieltisch.games, spieltisch.server.puzzles; print('spieltisch.lab' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout.strip() == b"False"
