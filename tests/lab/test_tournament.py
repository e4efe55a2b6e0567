"""Tournaments: fair schedules, honest figures, faults that cost one game, and nothing counted twice."""

from __future__ import annotations

import math
import os
import random
import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from spieltisch import games, lab
from spieltisch.bots import Budget
from spieltisch.lab import engines, programs, spielbots, tournament
from spieltisch.lab.programs import EngineFault
from spieltisch.lab.spielbots import SpielBot
from spieltisch.lab.sums import share_of
from spieltisch.lab.tournament import judging, playing, report
from spieltisch.lab.tournament.plan import Entrant, Plan, Sprt
from spieltisch.lab.tournament.playing import Clock, Fault, Fixture, Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[2]
GAME = games.names()[1]
PROGRAM = f"engine:{sys.executable} {ROOT / 'examples' / 'engine.py'}"


def plan_for(
    *plays: str, players: int = 2, limit: int | None = 4, sprt: Sprt | None = None, seconds: float | None = None
) -> Plan:
    """A tournament of who plays what, named by number."""
    entrants = tuple(Entrant(f"{number} {who}"[:20], who, 4, seconds) for number, who in enumerate(plays))
    return Plan("A cup", GAME, players, 1, {}, entrants, None, limit, sprt)


def play_all(plan: Plan, folder: Path, jobs: int = 1) -> list[Result]:
    with tournament.journal_in(folder, plan) as journal:
        return list(tournament.run(plan, journal, jobs))


def without_clocks(results: Sequence[Result]) -> list[tuple[Any, ...]]:
    return [(r.fixture, r.moves, r.scores, r.winners, r.reason, r.fault) for r in results]


# --- who meets whom -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("entrants", "players"), [(2, 2), (4, 2), (3, 3), (5, 3), (2, 3), (2, 4), (3, 5)])
def test_everybody_sits_in_every_seat_with_every_deal_equally_often(entrants: int, players: int) -> None:
    plan = plan_for(*["random"] * entrants, players=players, limit=2 * 60)
    fixtures = list(playing.schedule(plan))
    assert len(fixtures) == tournament.games_in(plan) == len(set(fixtures)) >= 120
    for seat in range(players):
        sat = Counter((fixture.deal, fixture.seats[seat]) for fixture in fixtures)
        if entrants >= players or players % entrants == 0:
            assert len(set(sat.values())) == 1
        assert len(sat) == entrants * len({fixture.deal for fixture in fixtures})


def test_the_same_deal_is_the_same_for_everybody_and_the_next_is_another() -> None:
    plan = plan_for("random", "random")
    assert len({playing.deal_seed(plan, deal) for deal in range(100)}) == 100


def test_places_are_by_score_below_the_winners_and_who_forfeits_is_last() -> None:
    played = Result(Fixture(0, (0, 1, 2, 3)), 9, [5, 7, 7, 2], [1], "points", [0.0] * 4)
    assert played.places == [3, 1, 2, 4]
    gone = Result(Fixture(0, (0, 1, 2)), 9, [1, 0, 1], [0, 2], "forfeit", [0.0] * 3, Fault(1, "hung", ""))
    assert gone.places == [1, 3, 1]


# --- whole tournaments --------------------------------------------------------------------------------------------


def test_levels_programs_and_openspiel_agents_meet_and_the_report_tells(tmp_path: Path) -> None:
    plan = plan_for("casual", PROGRAM, "openspiel:random", limit=6)
    results = play_all(plan, tmp_path)
    assert [result.fault for result in results] == [None] * 6
    report.write(plan, results, tmp_path)
    rows = lab.read(tmp_path, "games")
    assert rows["seats"].to_list() == [[plan.entrants[who].name for who in r.fixture.seats] for r in results]
    assert rows["places"].to_list() == [result.places for result in results]
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.count("<svg") == 2
    assert all(entrant.name in page for entrant in plan.entrants)
    assert "Nobody has forfeited a game." in page


def test_what_players_and_programs_are_called_cannot_break_the_page(tmp_path: Path) -> None:
    bad = Plan(
        "<script>", GAME, 2, 1, {}, tuple(Entrant(f"<b>{n}", "random", 1, None) for n in range(2)), None, 2, None
    )
    results = play_all(bad, tmp_path)
    report.write(bad, results, tmp_path)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "<script>" not in page
    assert "<b>" not in page


PROGRAMS = {
    programs.CRASHED: "raise SystemExit(3)",
    programs.HUNG: "import time; time.sleep(600)",
    programs.FLOODED: "print('info ' + 'x' * 2_000_000, flush=True)",
    programs.ILLEGAL: "print('move sing <a> song', flush=True)",
}
SPEAKS = """
import sys
for line in sys.stdin:
    if line.startswith(("hello", "game")):
        print("ready", flush=True)
    elif line.startswith("go"):
        {fault}
"""


@pytest.mark.parametrize("reason", PROGRAMS)
def test_a_program_that_goes_wrong_forfeits_that_game_and_the_tournament_goes_on(
    reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the one that never answers is waited for in vain, and for that not long."""
    program = tmp_path / "program.py"
    program.write_text(SPEAKS.format(fault=PROGRAMS[reason]))
    if reason == programs.HUNG:
        monkeypatch.setattr(engines, "GRACE_SECONDS", 0.1)
    seconds = 0.1 if reason == programs.HUNG else 60.0
    plan = plan_for("random", f"engine:{sys.executable} {program}", "casual", limit=6, seconds=seconds)
    results = play_all(plan, tmp_path / "cup")
    faults = [(result.fixture.seats[result.fault.seat], result.fault.reason) for result in results if result.fault]
    assert faults == [(1, reason)] * 4
    assert sum(result.fault is None for result in results) == 2
    report.write(plan, results, tmp_path)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.count(f"<td>{reason}</td>") == 4
    assert "<a>" not in page


STUCK = """
import sys
for line in sys.stdin:
    if line.startswith("{word}"):
        {fault}
    print("ready", flush=True)
"""


@pytest.mark.parametrize(
    ("word", "reason"),
    [("hello", programs.HUNG), ("hello", programs.FLOODED), ("game", programs.HUNG), ("game", programs.FLOODED)],
)
def test_a_program_that_goes_wrong_before_its_first_move_forfeits_that_game_only(
    word: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = set(programs.running)
    program = tmp_path / "program.py"
    program.write_text(STUCK.format(word=word, fault=PROGRAMS[reason]))
    if reason == programs.HUNG:
        monkeypatch.setattr(engines, "START_SECONDS", 2.0)
    plan = plan_for("random", f"engine:{sys.executable} {program}", "beginner", limit=6)
    results = play_all(plan, tmp_path / "cup")
    faults = [(result.fixture.seats[result.fault.seat], result.fault.reason) for result in results if result.fault]
    assert faults == [(1, reason)] * 4
    assert len(results) == 6
    assert programs.running <= others


def test_a_program_that_cannot_be_started_forfeits_too(tmp_path: Path) -> None:
    plan = plan_for("random", "engine:/no/such/program", limit=2)
    results = play_all(plan, tmp_path)
    assert {result.fault.reason for result in results if result.fault} == {programs.CRASHED}
    assert len(results) == 2


# --- interrupted --------------------------------------------------------------------------------------------------


def test_what_was_interrupted_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_for("beginner", "random", "casual", limit=12)
    whole = play_all(plan, tmp_path / "whole")
    with tournament.journal_in(tmp_path / "cut", plan) as journal:
        coming = tournament.run(plan, journal, 1)
        begun = [next(coming) for _ in range(5)]
        coming.close()  # type: ignore[attr-defined]
    file = tmp_path / "cut" / "journal.jsonl"
    file.write_bytes(file.read_bytes()[:-20])  # killed while it wrote the fifth
    played: list[Fixture] = []

    def note(plan: Plan, fixture: Fixture) -> Result:
        played.append(fixture)
        return playing.play(plan, fixture)

    monkeypatch.setattr(tournament, "play", note)
    assert without_clocks(play_all(plan, tmp_path / "cut")) == without_clocks(whole)
    assert played == [result.fixture for result in whole[4:]]
    assert without_clocks(begun) == without_clocks(whole[:5])
    assert len(file.read_bytes().splitlines()) == 13
    played.clear()
    assert len(play_all(plan, tmp_path / "cut")) == 12
    assert played == []


def test_the_number_of_jobs_changes_no_result(tmp_path: Path) -> None:
    plan = plan_for("casual", "random", limit=4)
    assert without_clocks(play_all(plan, tmp_path / "one")) == without_clocks(play_all(plan, tmp_path / "two", jobs=2))


def test_more_games_can_be_asked_for_but_not_other_ones(tmp_path: Path) -> None:
    first = play_all(plan_for("beginner", "random", limit=2), tmp_path)
    assert play_all(plan_for("beginner", "random", limit=4), tmp_path)[:2] == first
    with pytest.raises(tournament.OtherTournament, match="holds another tournament"):
        play_all(plan_for("beginner", "casual"), tmp_path)


def test_a_journal_that_somebody_has_spoilt_is_named_with_its_line(tmp_path: Path) -> None:
    plan = plan_for("beginner", "random", limit=2)
    play_all(plan, tmp_path)
    file = tmp_path / "journal.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"moves"', b'"mows"', 1))
    with pytest.raises(tournament.OtherTournament, match=r"journal\.jsonl, line 2 is no result"):
        play_all(plan, tmp_path)


def test_nobody_else_plays_the_same_tournament_meanwhile(tmp_path: Path) -> None:
    plan = plan_for("beginner", "random")
    with tournament.journal_in(tmp_path, plan), pytest.raises(tournament.OtherTournament, match="already"):
        play_all(plan, tmp_path)


# --- figures ------------------------------------------------------------------------------------------------------


def blocks_made_up(strengths: Sequence[float], players: int = 2, seed: int = 1) -> Iterator[list[Result]]:
    """Results of players of known strength, in Elo, without end."""
    dice = random.Random(seed)
    for block in playing.blocks(plan_for(*["random"] * len(strengths), players=players)):
        results = []
        for fixture in block:
            weights = [10 ** (strengths[who] / 400) for who in fixture.seats]
            winner = dice.choices(range(players), weights)[0]
            scores = [int(seat == winner) for seat in range(players)]
            results.append(Result(fixture, 1, scores, [winner], "points", [0.0] * players))
        yield results


def made_up(strengths: Sequence[float], deals: int, players: int = 2, seed: int = 1) -> list[Result]:
    """Results of so many deals."""
    count = deals * len(playing.line_ups(len(strengths), players))
    return [result for block in islice(blocks_made_up(strengths, players, seed), count) for result in block]


def test_bradley_and_terry_find_the_strengths_and_their_intervals_hold_them() -> None:
    strengths = (0.0, 100.0, 300.0)
    mean = sum(strengths) / 3
    held = 0
    for seed in range(20):
        rated = judging.bradley_terry(3, made_up(strengths, 200, seed=seed))
        held += sum(
            abs(value - 1500 - true + mean) <= margin for (value, margin), true in zip(rated, strengths, strict=True)
        )
        assert all(margin < 60 for _, margin in rated)
    assert held >= 0.85 * 60


def test_who_wins_everything_is_strong_but_not_infinitely() -> None:
    results = [
        Result(Fixture(d, s), 1, [1, 0], [s.index(0)], "", [0.0] * 2) for d in range(20) for s in ((0, 1), (1, 0))
    ]
    (first, margin), (second, _) = judging.bradley_terry(2, results)
    assert 400 < first - second < 2000
    assert math.isfinite(margin)


def test_openskill_ranks_those_who_play_at_larger_tables() -> None:
    rated = judging.open_skill(4, made_up((0.0, 200.0, 400.0, 600.0), 60, players=3))
    assert [value for value, _ in rated] == sorted(value for value, _ in rated)
    assert all(0 < margin < 350 for _, margin in rated)


def test_the_cross_table_adds_up_and_a_forfeit_says_nothing_about_the_others() -> None:
    results = made_up((0.0, 100.0, 300.0), 10)
    table = judging.cross_table(results)
    assert all(
        table[one, other].score.value + table[other, one].score.value == pytest.approx(1) for one, other in table
    )
    assert sum(meeting.games for meeting in table.values()) == 2 * len(results)
    gone = Result(Fixture(0, (0, 1, 2)), 9, [1, 0, 1], [0, 2], "forfeit", [0.0] * 3, Fault(1, "hung", ""))
    assert set(judging.cross_table([gone])) == {(0, 1), (1, 0), (1, 2), (2, 1)}


def test_who_has_won_all_games_or_none_is_not_known_for_certain() -> None:
    """Ten of ten: Wilson's interval is from 72.2 %; and one deal says little about anything."""
    assert str(share_of([1.0] * 10)) == "100.0% (72.2% to 100.0%)"
    assert str(share_of([0.0] * 10)) == "0.0% (0.0% to 27.8%)"
    assert str(share_of([1.0])) == "100.0% (20.7% to 100.0%)"
    assert share_of([0.5] * 10).low < 0.5 < share_of([0.5] * 10).high


@pytest.mark.parametrize("chance", [0.02, 0.2, 0.5, 0.97])
@pytest.mark.parametrize("games", [1, 2, 4])
def test_intervals_of_shares_hold_what_is_true(chance: float, games: int) -> None:
    """Forty deals of so many games each, a thousand times."""
    dice = random.Random(7)
    held = 0
    for _ in range(1000):
        shares = [sum(dice.random() < chance for _ in range(games)) / games for _ in range(40)]
        held += share_of(shares).low <= chance <= share_of(shares).high
    assert held >= 910


@pytest.mark.parametrize(("ahead", "decided"), [(60.0, "stronger"), (-20.0, "not stronger")])
def test_the_sequential_test_decides_and_is_rarely_wrong(ahead: float, decided: str) -> None:
    sprt = Sprt(("0 random", "1 random"), 0.0, 40.0, 0.05, 0.05)
    plan = plan_for("random", "random")
    verdicts = []
    for seed in range(20):
        trial = judging.Trial(plan, sprt)
        for block in islice(blocks_made_up((ahead, 0.0), seed=seed), 4000):
            trial.add(block)
            if trial.verdict.decided:
                break
        verdicts.append(trial.verdict.decided)
    assert Counter(verdicts)[decided] >= 18


def test_a_decided_test_ends_the_tournament(tmp_path: Path) -> None:
    sprt = Sprt(("0 casual", "1 random"), 0.0, 300.0, 0.05, 0.05)
    plan = plan_for("casual", "random", limit=400, sprt=sprt)
    results = play_all(plan, tmp_path)
    assert 2 * judging.FEWEST_BLOCKS <= len(results) < 400
    report.write(plan, results, tmp_path)
    assert "0 casual is stronger than 1 random by 300 Elo" in (tmp_path / "report.html").read_text("utf-8")
    assert without_clocks(play_all(plan, tmp_path)) == without_clocks(results)


# --- time ---------------------------------------------------------------------------------------------------------


def test_who_has_time_for_the_game_gets_less_and_less_and_then_loses() -> None:
    clock = Clock(Entrant("a", "random", None, None), 10.0)
    assert clock.grant(1).seconds == 0.5
    clock.spend(8.0)
    assert clock.grant(1).seconds == pytest.approx(0.1)
    clock.spend(3.9)
    with pytest.raises(EngineFault, match=r"late: 12\.1 s of 10\.0 s for the game"):
        clock.spend(0.2)
    assert Clock(Entrant("a", "random", 7, 3.0), 2.0).grant(1).seconds == 2.0


# --- agents of OpenSpiel ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("agent", ["mcts", "is-mcts", "random", "tests.lab.test_tournament:first_action"])
def test_openspiels_agents_choose_legal_moves_and_the_same_with_the_same_seed(agent: str) -> None:
    table = games.get(GAME).deal(seed=2)
    seat = table.waiting_for[0]
    bot = SpielBot(GAME, agent)
    moves = {bot.choose(table.view(seat), seat, Budget(nodes=2, seed=5)) for _ in range(2)}
    bot.close()
    assert len(moves) == 1
    assert table.is_legal(seat, moves.pop())


class FirstAction:
    """Takes the first of all actions."""

    def step(self, state: Any) -> int:
        return int(state.legal_actions()[0])


def first_action(game: Any, seat: int, dice: Any, simulations: int) -> FirstAction:  # noqa: ARG001 - as all
    return FirstAction()


def broken(game: Any, seat: int, dice: Any, simulations: int) -> FirstAction:  # noqa: ARG001 - as all
    raise RuntimeError("no idea")


class Dreamer:
    """Never answers."""

    def step(self, state: Any) -> int:  # noqa: ARG002 - as all
        while True:
            time.sleep(1)


def dreaming(game: Any, seat: int, dice: Any, simulations: int) -> Dreamer:  # noqa: ARG001 - as all
    return Dreamer()


def leaving(game: Any, seat: int, dice: Any, simulations: int) -> FirstAction:  # noqa: ARG001 - as all
    os._exit(3)


def test_an_agent_that_never_answers_forfeits_and_the_tournament_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = set(programs.running)
    monkeypatch.setattr(spielbots, "AGENT_SECONDS", 0.1)
    monkeypatch.setattr(spielbots, "GRACE_SECONDS", 0.1)
    results = play_all(plan_for("random", "openspiel:tests.lab.test_tournament:dreaming", limit=2), tmp_path)
    assert [(r.fixture.seats[r.fault.seat], r.fault.reason) for r in results if r.fault] == [(1, programs.HUNG)] * 2
    assert programs.running <= others  # and its processes are gone


@pytest.fixture
def asleep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An agent whose module never comes to its end, in the folder where the command is given."""
    (tmp_path / "asleep.py").write_text("import time\ntime.sleep(600)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(spielbots, "START_SECONDS", 1.0)
    return "openspiel:asleep:make"


def test_an_agent_that_never_begins_forfeits_and_its_process_is_gone(asleep: str, tmp_path: Path) -> None:
    others = set(programs.running)
    results = play_all(plan_for("random", asleep, limit=2), tmp_path / "cup")
    assert [(r.fixture.seats[r.fault.seat], r.fault.reason) for r in results if r.fault] == [(1, programs.HUNG)] * 2
    assert programs.running <= others


@pytest.mark.timeout(120)
def test_an_agent_that_never_begins_is_named_when_the_file_is_read(asleep: str, tmp_path: Path) -> None:
    with pytest.raises(tournament.BadPlan, match=r"2, plays: .* agent .asleep:make. .no answer after 1\.0 s"):
        read(GOOD.replace('"random"', f'"{asleep}"'), tmp_path)


def test_an_agent_whose_process_has_ended_meanwhile_is_replaced() -> None:
    table = games.get(GAME).deal(seed=2)
    seat = table.waiting_for[0]
    first = SpielBot(GAME, "random")
    first.close()
    first.line.process.kill()
    first.line.process.wait()
    second = SpielBot(GAME, "random")
    assert table.is_legal(seat, second.choose(table.view(seat), seat, Budget(nodes=1, seed=1)))
    assert first.line not in programs.running
    second.close()


def test_an_agent_that_ends_its_process_ends_only_its_own(tmp_path: Path) -> None:
    results = play_all(plan_for("random", "openspiel:tests.lab.test_tournament:leaving", limit=2), tmp_path)
    assert [r.fault.told for r in results if r.fault] == ["crashed: it ended with status 3"] * 2


def test_what_goes_wrong_in_an_agent_costs_it_the_game(tmp_path: Path) -> None:
    results = play_all(plan_for("random", "openspiel:tests.lab.test_tournament:broken", limit=2), tmp_path)
    assert [result.fault.told for result in results if result.fault] == ["crashed: RuntimeError: no idea"] * 2


# --- the file -----------------------------------------------------------------------------------------------------

GOOD = f"""
game = "{GAME}"
[stop]
games = 4
[[player]]
plays = "casual"
[[player]]
plays = "random"
"""


def read(text: str, folder: Path) -> Plan:
    file = folder / "cup.toml"
    file.write_text(text, "utf-8")
    return tournament.read(file)


def test_a_short_file_is_enough(tmp_path: Path) -> None:
    plan = read(GOOD, tmp_path)
    assert (plan.title, plan.game, plan.players, plan.seed, plan.games) == ("cup", GAME, games.get(GAME).seats[0], 1, 4)
    assert [(one.name, one.plays, one.nodes, one.seconds) for one in plan.entrants] == [
        ("casual", "casual", 200, None),
        ("random", "random", 200, None),
    ]


def test_the_file_in_the_document_is_read(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "lab.md").read_text("utf-8").partition("```toml\n")[2].partition("```")[0]
    plan = read(text.replace("node engine.mjs", sys.executable), tmp_path)
    assert [entrant.nodes for entrant in plan.entrants] == [1000, 500, 1000]
    assert plan.sprt == Sprt(("mine", "casual"), 0.0, 20.0, 0.05, 0.05)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (f'game = "{GAME}"', "", "game: is missing; give a text"),
        (f'game = "{GAME}"', 'game = "chess"', 'game: There is no game "chess"; choose one of:'),
        (f'game = "{GAME}"', "game = 3", "game: must be a text that is not empty, not 3."),
        ("[stop]", "seed = true\n[stop]", "seed: must be a whole number, not true."),
        ("[stop]", "players = 99\n[stop]", "not 99."),
        ("[stop]", "options = { tempo = 1 }\n[stop]", "[options]:"),
        ("[stop]", "colour = 1\n[stop]", "colour: there is no such field; allowed are: title, game, players, options"),
        ("[stop]", "[time]\nseconds = 0\n[stop]", "[time] seconds: must be a number of seconds above 0, not 0."),
        (
            "[stop]",
            '[time]\nnodes = "many"\n[stop]',
            '[time] nodes: must be a whole number from 1 to 1000000000, not "many".',
        ),
        (
            "[stop]",
            "[time]\nminutes = 1\n[stop]",
            "[time] minutes: there is no such field; allowed are: nodes, seconds",
        ),
        ("[stop]", "[time]\ntotal = inf\n[stop]", "[time] total: must be a number of seconds above 0, not"),
        ("[stop]", "time = 5\n[stop]", "time: must be a table, not 5."),
        ("games = 4", "", "[stop] games: is missing; say after how many games it ends, or give a [stop.sprt]."),
        ("games = 4", "games = -1", "[stop] games: must be a whole number from 1 to 1000000000, not -1."),
        ("games = 4", 'sprt.players = ["casual"]', "[stop] [sprt] players: must be two names of players"),
        ("games = 4", 'sprt.players = ["casual", "x"]', '[sprt] players: "x" does not take part; choose from: casual'),
        ("games = 4", 'sprt = { players = ["casual", "casual"] }', "[sprt] players: must be two different ones."),
        ("games = 4", 'sprt = { players = ["casual", "random"], elo0 = 30 }', "elo1: must be above elo0, which is 30."),
        ("games = 4", 'sprt = { players = ["casual", "random"], alpha = 2 }', "alpha: must be a number between 0 and"),
        (
            'plays = "casual"',
            'plays = "strong"',
            '[[player]] 1, plays: There is no player "strong"; choose from: random',
        ),
        ('plays = "casual"', 'name = "x"', "[[player]] 1, plays: is missing"),
        (
            'plays = "casual"',
            'plays = "casual"\nelo = 3',
            "[[player]] 1, elo: there is no such field; allowed are: plays",
        ),
        ('plays = "random"', 'plays = "casual"', '[[player]] 2, name: "casual" takes part already; give another name.'),
        ('plays = "random"', 'plays = "engine:no-such"', 'plays: "engine:no-such": there is no program "no-such"'),
        ('plays = "random"', 'plays = "openspiel:chess"', 'There is no OpenSpiel agent "chess"'),
        ('[[player]]\nplays = "random"', "", "player: must be at least two tables [[player]], not"),
        ("[stop]", "[stop", "this is not TOML: Expected"),
    ],
)
def test_every_mistake_is_named_with_its_place_and_what_is_allowed(
    old: str, new: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(tournament.BadPlan) as wrong:
        read(GOOD.replace(old, new, 1), tmp_path)
    assert len(wrong.value.mistakes) == 1, wrong.value.mistakes
    assert wrong.value.mistakes[0].startswith("cup.toml: ")
    assert sentence in wrong.value.mistakes[0]


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(tournament.BadPlan) as wrong:
        read(GOOD.replace("games = 4", "games = 0").replace('"casual"', '"strong"') + "\n[times]\n", tmp_path)
    assert len(wrong.value.mistakes) == 3
