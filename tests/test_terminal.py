"""A game in the terminal, typed as a person would."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spieltisch import games
from spieltisch.bots.workers import Workers
from spieltisch.match import Match, read_line, verify
from spieltisch.terminal import Terminal, take_up

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(1) as running:
        yield running


def sitting(workers: Workers, lines: list[str], match: Match, saved: Path | None = None, language: str = "en") -> str:
    """Play with these lines typed in, then with the first legal move until the end; gives what was written."""
    written: list[str] = []
    typed = iter(lines)

    def read(prompt: str) -> str:
        written.append(prompt)
        return next(typed, None) or terminal.match.table.legal_moves(0)[0]

    terminal = Terminal(match, 0, "beginner", workers, language, saved, read, written.append)
    terminal.play()
    return "\n".join(written)


@pytest.mark.parametrize("name", games.names())
def test_a_whole_game_can_be_played_and_is_kept(workers: Workers, name: str, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    text = sitting(workers, [], Match.deal(games.get(name), games.get(name).seats[0], seed=1), saved)
    assert "The game is over." in text
    verify(read_line(saved.read_bytes()))


def test_commands_answer_and_undo_takes_the_last_own_move_back(workers: Workers, tmp_path: Path) -> None:
    match = Match.deal(games.get("wampum"), 2, seed=3)
    saved = tmp_path / "game.json"
    lines = ["help", "undo", "moves", "hint", "sing", "bid 1 C", "undo", "log", "save", "quit"]
    text = sitting(workers, lines, match, saved, "de")
    for words in (
        "Du hast noch nicht gezogen.",
        "Gewinnaussicht",
        "„sing“ ist kein Zug in Wampum",
        "Dein letzter Zug ist zurückgenommen.",
        "Das Spiel liegt in",
        "Platz 0 (du) bietet 1 Karte",
        "Wampum · Runde 1 · Gebote · Stapel",
    ):
        assert words in text, words
    again = take_up(saved)
    assert all(seat != 0 for seat, _ in again.moves)
    assert again.table.state.tobytes() == match.table.state.tobytes()
