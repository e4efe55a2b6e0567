"""Puzzles at a server: the task, the judgement, the rating that changes once, days in a row, and playing on."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from spieltisch import games
from spieltisch.match import puzzles as match
from spieltisch.match.puzzles import Puzzle, Weighed, table_of
from spieltisch.match.rating import Rating
from spieltisch.server import moments, puzzles
from spieltisch.server.preparing import Preparing
from spieltisch.server.thinking import Thought
from spieltisch.store.solving import Solving
from spieltisch.texts import LANGUAGES
from tests.server.harness import Company, Guest

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.server.harness import ServerProcess

GAMES = tuple(name for name in games.names() if match.shipped(name))
EVEN = Rating(1500.0, 80.0)
MONDAY = date(2026, 11, 16)


def play(server: ServerProcess, scene: Callable[[Company], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Company(server.url) as company:
            await asyncio.wait_for(scene(company), 300)

    asyncio.run(run())


def wrong_move(game: str, puzzle: Puzzle) -> str:
    """A legal move that is not the solution."""
    table = table_of(game, puzzle)
    return next(move for move in table.legal_moves(puzzle.seat) if move != puzzle.line[0])


async def solve(guest: Guest, game: str, puzzle: Puzzle) -> Any:
    """Play the solution; gives the last verdict."""
    own = puzzle.line[::2]
    for count in range(1, len(own) + 1):
        verdict = await guest.post(f"/api/puzzles/{game}/{puzzle.id}/try", {"moves": own[:count]})
        assert verdict["right"]
        assert verdict["done"] == (count == len(own))
    return verdict


# --- over HTTP ------------------------------------------------------------------------------------------------


def test_a_puzzle_is_solved_and_counts_once(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        for game in GAMES:
            task = await guest.get(f"/api/puzzles/{game}/next?language=de")
            puzzle = match.shipped(game)[task["id"]]
            assert (task["tried"], task["standing"]["rating"]) == (False, 1500)
            assert task["view"]["choices"] is not None
            first = await solve(guest, game, puzzle)
            assert first["change"] > 0
            assert first["standing"]["rating"] == 1500 + first["change"]
            assert (first["standing"]["tried"], first["standing"]["solved"]) == (1, 1)
            again = await solve(guest, game, puzzle)
            assert again["change"] is None
            assert again["standing"]["rating"] == first["standing"]["rating"]
            assert (await guest.get(f"/api/puzzles/{game}/{puzzle.id}"))["tried"]

    play(server, scene)


def test_a_wrong_move_is_shown_and_counts_although_the_solution_follows(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        for game in GAMES:
            puzzle = next(iter(match.shipped(game).values()))
            path = f"/api/puzzles/{game}/{puzzle.id}"
            wrong = wrong_move(game, puzzle)
            verdict = await guest.post(f"{path}/try", {"moves": [wrong]})
            assert (verdict["right"], verdict["done"], verdict["answer"]) == (False, False, None)
            assert verdict["change"] < 0
            assert verdict["view"]["board"] != (await guest.get(path))["view"]["board"]
            later = await solve(guest, game, puzzle)
            assert later["standing"]["rating"] == verdict["standing"]["rating"]
            await guest.post(f"{path}/try", {"moves": [wrong, puzzle.line[0]]}, 409)

    play(server, scene)


@pytest.mark.parametrize("way", ["order", "ask", "table"])
def test_nobody_finds_out_for_nothing_which_move_is_right(server: ServerProcess, way: str) -> None:
    """Whether an earlier move was right is told by any answer to what comes after it, and a table has hints."""

    async def scene(company: Company) -> None:
        for game in GAMES:
            (guest,) = await company.invite()
            puzzle = next(iter(match.shipped(game).values()))
            path, wrong = f"/api/puzzles/{game}/{puzzle.id}", wrong_move(game, puzzle)
            if way == "order":
                await guest.post(f"{path}/try", {"moves": [wrong, "any"]}, 409)
            elif way == "ask":
                await guest.post(f"{path}/ask", {"build": "any", "moves": [wrong]}, 409)
            else:
                await guest.post(f"{path}/table", {})
            task = await guest.get(path)
            assert task["tried"]
            assert task["standing"]["rating"] < 1500
            await solve(guest, game, puzzle)
            assert (await guest.get(path))["standing"]["rating"] == task["standing"]["rating"]

    play(server, scene)


def test_a_right_move_is_shown_and_then_the_answer_to_it(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        game, puzzle = next((game, one) for game in GAMES for one in match.shipped(game).values() if one.own_moves > 1)
        path = f"/api/puzzles/{game}/{puzzle.id}"
        task = await guest.get(path)
        verdict = await guest.post(f"{path}/try", {"moves": puzzle.line[:1]})
        assert (verdict["right"], verdict["done"], verdict["answer"]) == (True, False, puzzle.line[1])
        for number, view in enumerate((verdict["view"], verdict["answered"]), 1):
            told = puzzles.seen(puzzle, table_of(game, puzzle, number))
            assert view["board"] == msgspec.to_builtins(told.board)
            assert view["happenings"]
        assert verdict["view"]["choices"] is None
        assert verdict["answered"]["choices"] is not None
        assert verdict["turn"]["moves"] == task["turn"]["moves"] + 2
        assert verdict["change"] is None, "nothing is decided yet"

    play(server, scene)


def test_what_the_day_asks_for_is_told_to_anybody(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        async with httpx.AsyncClient(base_url=server.url) as stranger:
            told = (await stranger.get("/api/puzzles?language=de")).json()
        assert [one["game"] for one in told] == list(GAMES)
        assert not any(one["solved"] or one["streak"] for one in told)
        for one in told:
            task = await guest.get(f"/api/puzzles/{one['game']}/daily?language=de")
            assert one["task"] == task["task"]
        await solve(guest, GAMES[0], puzzles.of_day(GAMES[0], puzzles.today()))
        mine = await guest.get("/api/puzzles")
        assert [(one["solved"], one["streak"]) for one in mine] == [(True, 1), *[(False, 0)] * (len(GAMES) - 1)]

    play(server, scene)


def test_tries_at_the_same_moment_all_count(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        game = GAMES[0]
        some = list(match.shipped(game).values())[:6]
        tries = (guest.post(f"/api/puzzles/{game}/{one.id}/try", {"moves": [wrong_move(game, one)]}) for one in some)
        await asyncio.gather(*tries)
        stands = (await guest.get(f"/api/puzzles/{game}/next"))["standing"]
        assert (stands["tried"], stands["solved"]) == (len(some), 0)

    play(server, scene)


def test_an_illegal_move_is_refused_with_the_rules_own_words_and_costs_nothing(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        puzzle = next(iter(match.shipped("wigwam").values()))
        path = f"/api/puzzles/wigwam/{puzzle.id}"
        refused = await guest.post(f"{path}/try", {"moves": ["a1-g4"]}, 409)
        assert refused["text"]
        assert (await guest.get(path))["standing"]["tried"] == 0
        await guest.get("/api/puzzles/wigwam/00000000", 404)
        await guest.get("/api/puzzles/chess/next", 404)

    play(server, scene)


def test_looking_at_the_solution_is_giving_up_and_says_why_in_every_language(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        for game in GAMES:
            puzzle = list(match.shipped(game).values())[-1]
            path = f"/api/puzzles/{game}/{puzzle.id}"
            for language in LANGUAGES:
                told = await guest.post(f"{path}/solution?language={language}")
                assert [step["move"] for step in told["steps"]] == [None, *puzzle.line]
                assert told["hint"]["move"] == puzzle.line[0]
                assert (told["change"] or 0) < 0 if language == LANGUAGES[0] else told["change"] is None
                assert (told["standing"]["tried"], told["standing"]["solved"]) == (1, 0)
                assert [one["move"] for one in told["weighed"]] == [one.move for one in puzzle.weighed]
                reasons = [reason for one in told["weighed"] for reason in one["reasons"]]
                assert bool(reasons) == bool(puzzle.weighed)
                assert not any("{" in reason for reason in reasons)

    play(server, scene)


def test_the_daily_puzzle_is_the_same_for_everybody(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        one, other = await company.invite(2)
        for game in GAMES:
            task = await one.get(f"/api/puzzles/{game}/daily")
            assert task["daily"]
            assert (await other.get(f"/api/puzzles/{game}/daily"))["id"] == task["id"]
            verdict = await solve(one, game, match.shipped(game)[task["id"]])
            assert (verdict["standing"]["streak"], verdict["standing"]["today"]) == (1, True)

    play(server, scene)


def test_what_is_half_laid_out_is_answered_as_at_a_table(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        puzzle = next(one for one in match.shipped("wampum").values() if one.line[0].startswith("bid"))
        path = f"/api/puzzles/wampum/{puzzle.id}"
        built = await guest.post(f"{path}/ask", {"build": puzzle.line[0]})
        assert built["build"]["game"] == "wampum"
        await guest.post(f"{path}/ask", {"build": puzzle.line[0], "moves": ["bid 1 C"]}, 409)

    play(server, scene)


def test_from_a_puzzle_one_plays_on_against_bots(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        for game in GAMES:
            puzzle = next(iter(match.shipped(game).values()))
            table = await guest.post(f"/api/puzzles/{game}/{puzzle.id}/table", {"level": "random"})
            assert [seat["person"] for seat in table["seats"]].count(guest.id) == 1
            state = await guest.get(f"/api/tables/{table['id']}")
            assert state["mine"] == [puzzle.seat]
            assert puzzle.seat in state["turn"]["waiting"]
            assert not table["rated"]

    play(server, scene)


def test_the_other_seats_secrets_stay_secret(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite()
        for game in GAMES:
            puzzle = next(iter(match.shipped(game).values()))
            table = table_of(game, puzzle)
            seen = table.view(puzzle.seat)
            shown = (await guest.get(f"/api/puzzles/{game}/{puzzle.id}"))["view"]["board"]
            for number in range(3):  # whatever else the others may hold, the same is shown
                imagined = seen.imagine(number).view(puzzle.seat)
                board = puzzles.seen(puzzle, seen.imagine(number)).board
                assert imagined.state.tobytes() == seen.state.tobytes()
                assert board == puzzles.seen(puzzle, table).board
            assert shown["game"] == game

    play(server, scene)


# --- moments of one's own games ---------------------------------------------------------------------------------


async def reviewed_game(guest: Guest, own: str) -> tuple[str, dict[str, Any]]:
    """A game that is given up after one move; gives the table, and what the review says about that move."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    wish = {"game": "wigwam", "seats": seats, "options": {"setup": "standard"}, "start": True}
    table = (await guest.post("/api/tables", wish))["id"]
    seq = (await guest.get(f"/api/tables/{table}"))["seq"]
    await guest.post(f"/api/tables/{table}/moves", {"seat": 0, "move": own, "seq": seq})
    await guest.post(f"/api/tables/{table}/resign", {"seat": 0})
    review = await guest.post(f"/api/tables/{table}/review")
    while review["done"] < review["total"]:
        review = await guest.get(f"/api/tables/{table}/review")
    return table, next(one for one in review["moves"] if one["number"] == 1)


def test_a_moment_of_my_own_game_is_a_puzzle_for_me_alone(server: ServerProcess) -> None:
    begun = games.get("wigwam").deal(2, 0, {"setup": "standard"})
    own = begun.legal_moves(0)[0]

    async def scene(company: Company) -> None:
        guest, other = await company.invite(2)
        table, judged = await reviewed_game(guest, own)
        path = f"/api/puzzles/wigwam/{table}-1"
        task = await guest.get(f"{path}?language=de")
        assert (task["theme"], task["seat"], task["own_moves"], task["proved"]) == ("own", 0, 1, False)
        assert "Hier hattest du mehr" in task["task"]
        assert task["view"]["board"] == msgspec.to_builtins(begun.game.face.board(begun.view(0), memory=True))
        verdict = await guest.post(f"{path}/try", {"moves": [judged["best"]]})
        assert (verdict["right"], verdict["done"], verdict["change"]) == (True, True, None)
        told = await guest.post(f"{path}/solution")
        assert told["weighed"][0]["move"] == judged["best"]
        assert (told["standing"]["tried"], told["change"]) == (0, None), "no rating hangs on it"
        on = await guest.post(f"{path}/table", {"level": "random"})
        assert (await guest.get(f"/api/tables/{on['id']}"))["turn"]["waiting"] == [0]
        await other.get(path, 404)
        await guest.get(f"/api/puzzles/wampum/{table}-1", 404)
        await guest.get(f"/api/puzzles/wigwam/{table}-99", 404)

    play(server, scene)


@pytest.mark.parametrize(("move", "right"), [("a", True), ("b", True), ("c", False), ("d", False), ("played", False)])
def test_another_move_is_right_if_a_bot_finds_it_as_good(move: str, right: bool) -> None:
    class Thinkers:
        async def choose(self, *_: Any, **__: Any) -> Thought:
            return Thought("a", [("a", 0.6), ("b", 0.59), ("c", 0.5), ("played", 0.6)])

    hall: Any = SimpleNamespace(
        settings=SimpleNamespace(review_seconds=1.0), thinkers=Thinkers(), preparing=Preparing()
    )
    person: Any = SimpleNamespace(id="p")
    view = games.get("wampum").deal(2).view(0)
    judged = [Weighed("best", 0.6), Weighed("played", 0.4, 0.2)]
    puzzle = Puzzle(
        id="t-1",
        theme="own",
        seat=0,
        own_moves=1,
        rating=0,
        players=2,
        seed=0,
        moves="",
        line=["best"],
        weighed=judged,
    )
    assert asyncio.run(moments.as_good(hall, person, puzzle, view, move)) == right


# --- ratings and days -------------------------------------------------------------------------------------------


def test_the_rating_follows_glicko_and_the_first_try_alone() -> None:
    new = Solving().after("p", EVEN, True, None)
    assert new.rating.value > 1500
    assert new.rating.deviation < 350
    assert new.after("p", EVEN, False, None) == new
    assert Solving().after("p", EVEN, False, None).rating.value < 1500


def test_days_in_a_row_end_with_a_day_without() -> None:
    stands = Solving()
    for number in range(3):
        stands = stands.after(f"p{number}", EVEN, True, MONDAY + timedelta(days=number))
    assert (stands.streak_on(MONDAY + timedelta(days=2)), stands.longest) == (3, 3)
    assert stands.streak_on(MONDAY + timedelta(days=3)) == 3, "today's is still open"
    assert stands.streak_on(MONDAY + timedelta(days=4)) == 0
    later = stands.after("p9", EVEN, True, MONDAY + timedelta(days=5))
    assert (later.streak, later.longest) == (1, 3)


def test_a_day_counts_at_any_try_but_once() -> None:
    missed = Solving().after("p", EVEN, False, MONDAY)
    assert missed.streak_on(MONDAY) == 0
    found = missed.after("p", EVEN, True, MONDAY)
    assert (found.streak, found.rating) == (1, missed.rating)
    assert found.after("p", EVEN, True, MONDAY) == found


@pytest.mark.parametrize("game", GAMES)
def test_no_daily_puzzle_comes_again_before_all_have_been_there(game: str) -> None:
    order = puzzles.calendar(game)
    assert sorted(order) == sorted(match.shipped(game))
