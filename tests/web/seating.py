"""Taking a seat: at a new table, or in the middle of a game at the moment that a test wants to see."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch import games
from spieltisch.match.match import Match
from tests.tables import walk

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Page

    from spieltisch.match.record import Record

ME = {"kind": "me"}
FRIEND = {"kind": "friend"}


def bots(count: int) -> list[dict[str, str]]:
    return [{"kind": "bot", "level": "random"}] * count


def device(name: str) -> dict[str, str]:
    """Another person on the same device."""
    return {"kind": "device", "name": name}


def post(page: Page, path: str, body: Any) -> Any:
    """Send something to the server in the name of whoever looks at the page."""
    answer: APIResponse = page.request.post(path, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def sit_down(page: Page, game: str, seats: list[dict[str, str]], **wishes: Any) -> str:
    """Open a table, go there and wait until it is shown; gives its id. `wishes`: options, settings, listed."""
    settings = {"pace": "instant", **wishes.pop("settings", {})}
    body = {"game": game, "seats": seats, "settings": settings, "start": True, **wishes}
    table: str = post(page, "/api/tables", body)["id"]
    page.goto(f"/table/{table}")
    page.wait_for_selector(SHOWN)
    return table


SHOWN = ".village, [data-point], [data-card], [role=option], .pass, .qr, [data-testid=result]"
"""Something that is only there when a table is laid."""


def join(page: Page, table: str) -> None:
    """Take the seat that is kept for a friend, and go there."""
    post(page, f"/api/tables/{table}/join", {})
    page.goto(f"/table/{table}")
    page.wait_for_selector(SHOWN)


@cache
def moment(game: str, players: int, beginning: str, setup: str, *, last: bool) -> tuple[Record, int]:
    """Find a game in which seat 0 has to decide and may make such a move; tells after how many moves, first or last."""
    options = {"setup": setup} if setup else {}
    for seed in range(500):
        match = Match.deal(games.get(game), players, seed, options)
        found: list[int] = []
        for seat, move in walk(match.table, seed):
            if (last or not found) and 0 in match.table.waiting_for and may(match, beginning):
                found.append(len(match.moves))
            match.moves.append((seat, move))
        if found:
            return match.record(), found[-1]
    raise AssertionError(f"no game of {game} comes to {beginning}")


def may(match: Match, beginning: str) -> bool:
    """Whether seat 0 may make a move that begins like this; "jumps" stands for a capture of two pieces or more."""
    moves = match.table.legal_moves(0)
    if beginning == "jumps":
        return any(move.count("x") == 2 for move in moves)
    return any(move.startswith(beginning) for move in moves)


def sit_down_at(
    page: Page, game: str, players: int, beginning: str = "", setup: str = "", *, last: bool = False
) -> str:
    """Take over seat 0 against bots where it may make such a move; gives the id of the new table."""
    record, moves = moment(game, players, beginning, setup, last=last)
    played = post(page, "/api/records", msgspec.to_builtins(record))["id"]
    table: str = post(page, f"/api/tables/{played}/branch", {"moves": moves, "seat": 0, "level": "random"})["id"]
    page.goto(f"/table/{table}")
    page.wait_for_selector(SHOWN)
    return table


def finished_game(page: Page, game: str, players: int) -> str:
    """A game that has been played to its end, as an imported record; gives the id of its table."""
    match = Match.deal(games.get(game), players, 1)
    match.moves.extend(walk(match.table, 1))
    table: str = post(page, "/api/records", msgspec.to_builtins(match.record()))["id"]
    return table
