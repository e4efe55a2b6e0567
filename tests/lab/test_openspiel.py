"""The games in OpenSpiel: its own tests pass, its searches play whole games, and nobody is told too much."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random
from open_spiel.python.games import kuhn_poker  # noqa: F401 - registers itself

from spieltisch import games
from spieltisch.lab import openspiel
from spieltisch.lab.episode import Setting
from spieltisch.lab.openspiel import Memory
from tests.lab.kinds import EVERY_KIND, SMALLEST_AND_LARGEST, Kind, title
from tests.lab.test_observations import REDEALT
from tests.server import twins
from tests.tables import SOAK

KINDS: list[Kind] = [
    *((name, players, {}) for name, players in SMALLEST_AND_LARGEST),
    ("wampum", 4, {"removal": "french"}),
    ("wigwam", 2, {"setup": "hidden", "continuation": "compulsory", "forced_capture": "huff"}),
]
every_kind = pytest.mark.parametrize("kind", EVERY_KIND, ids=title)
every_size = pytest.mark.parametrize(("name", "players"), SMALLEST_AND_LARGEST)
every_name = pytest.mark.parametrize("name", games.names())


def load(kind: Kind, **parameters: Any) -> Any:
    name, players, options = kind
    return pyspiel.load_game(f"spieltisch_{name}", {"players": players, **options, **parameters})


def advance(state: Any, dice: random.Random, steps: int) -> None:
    """Play on at random."""
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))


@pytest.mark.parametrize("kind", EVERY_KIND if SOAK else KINDS, ids=title)
def test_random_games_pass_openspiels_test_with_serialisation(kind: Kind) -> None:
    pyspiel.random_sim_test(load(kind), num_sims=1, serialize=True, verbose=False)


def test_players_and_options_are_parameters_of_a_game() -> None:
    game = pyspiel.load_game("spieltisch_wampum(players=4,removal=french,reward=margin)")
    assert game.num_players() == 4
    assert game.utility_sum() == 0
    assert game.setting.empty.options.removal == "french"
    assert pyspiel.load_game("spieltisch_amul(tea=True)").setting.empty.options.tea is True
    assert pyspiel.load_game("spieltisch_wigwam").get_type().information == (
        pyspiel.GameType.Information.PERFECT_INFORMATION
    )
    hidden = pyspiel.load_game("spieltisch_wigwam(setup=hidden)")
    assert hidden.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    with pytest.raises(games.BadOption):
        pyspiel.load_game("spieltisch_wampum(players=9)")


@every_name
def test_the_seed_that_chance_draws_deals_the_game_of_that_seed(name: str) -> None:
    game = load((name, games.get(name).seats[0], {}))
    state = game.new_initial_state()
    for byte in (0, 0, 1, 2) if state.is_chance_node() else ():
        state.apply_action(byte)
    dealt = games.get(name).deal(game.num_players(), seed=258)
    assert state.course.episode.state.tobytes() == dealt.state.tobytes()


@every_name
def test_a_clone_goes_its_own_way_and_a_stored_state_comes_back(name: str) -> None:
    game = load((name, games.get(name).seats[0], {}))
    state, dice = game.new_initial_state(), random.Random(1)
    advance(state, dice, 20)
    text = str(state)
    advance(state.clone(), dice, 20)
    assert str(state) == text
    again = game.deserialize_state(state.serialize())
    assert str(again) == text
    for player in range(game.num_players()):
        assert again.information_state_string(player) == state.information_state_string(player)
        assert again.observation_tensor(player) == state.observation_tensor(player)
    assert again.legal_actions() == state.legal_actions()


@every_name
def test_complete_moves_are_written_as_people_write_them(name: str) -> None:
    game = load((name, games.get(name).seats[0], {}))
    state, dice = game.new_initial_state(), random.Random(2)
    advance(state, dice, 4)
    complete = 0
    while not state.is_terminal():
        texts = [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]
        assert len(set(texts)) == len(texts)
        legal = state.course.episode.table.legal_moves(state.current_player())
        complete += len(set(texts) & set(legal))
        assert all(text in legal or text.startswith("choice ") for text in texts)
        advance(state, dice, 1)
    assert complete > 10


# --- what may be known --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in EVERY_KIND if kind[0] in REDEALT][::3], ids=title)
def test_what_a_player_cannot_know_changes_neither_string_nor_tensor(kind: Kind) -> None:
    state, dice = load(kind).new_initial_state(), random.Random(3)
    advance(state, dice, 4)
    changed = steps = 0
    while not state.is_terminal():
        for player in range(kind[1]) if steps % 15 == 0 else ():
            other = state.clone()
            table = other.course.episode.table
            REDEALT[kind[0]](table, player, dice)
            other.course.episode.state = table.state.view(np.ndarray)
            changed += str(other) != str(state)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
        advance(state, dice, 1)
        steps += 1
    assert changed > 5


def remembered(setting: Setting, kind: twins.Kind, played: twins.Played) -> Memory:
    """What the seats remember of a game."""
    table = kind.table(played.deal)
    memory = Memory.of(setting, table.state.view(np.ndarray))
    for seat, move in played.moves:
        number = table.check(seat, move)
        table.put(seat, number)
        memory.told.append((seat, number, table.state.tobytes()))
    return memory


@pytest.mark.parametrize(
    "kind",
    [twins.Kind("wampum", 3, {}), twins.Kind("amul", 3, {}), twins.Kind("wigwam", 2, {"setup": "hidden"})],
    ids=lambda kind: kind.game,
)
def test_twin_games_have_the_same_information_state_for_who_cannot_tell_them_apart(kind: twins.Kind) -> None:
    """Another deal and other hidden choices, seen alike by seat 0 from the first move to the last."""
    setting = Setting(kind.game, kind.players, kind.options)
    whole = twins.random_game(kind, 8)
    played = twins.Played(whole.deal, whole.moves[: 1 if kind.game == "wigwam" else 40])
    if kind.game == "wigwam":  # seat 1 arranges first; one arrangement is as good as another to seat 0
        played, twin = (twins.Played({}, [(1, move)]) for move in ("setup WWTWCTWTWWW", "setup CTTTWWWWWWW"))
    else:
        twin = twins.twin(kind, played, viewer=0, seed=1, tries=40)
    one, other = remembered(setting, kind, played), remembered(setting, kind, twin)
    assert one.digest(0) == other.digest(0)
    assert one.digest(1) != other.digest(1)


@every_name
def test_an_information_state_remembers_what_a_position_forgets(name: str) -> None:
    """Every move changes it, for everybody."""
    state, dice = load((name, games.get(name).seats[0], {})).new_initial_state(), random.Random(4)
    advance(state, dice, 4)
    players = range(state.num_players())
    seen: list[set[str]] = [set() for _ in players]
    moves = 0
    while not state.is_terminal() and moves < 30:
        before = len(state.course.memory.told)
        for player in players:
            seen[player].add(state.course.memory.digest(player))
        advance(state, dice, 1)
        moves += len(state.course.memory.told) - before
    assert all(len(found) >= moves for found in seen)


@every_kind
def test_a_resampled_state_cannot_be_told_apart_and_can_be_played(kind: Kind) -> None:
    state, dice = load(kind).new_initial_state(), random.Random(5)
    advance(state, dice, 17)
    player = state.current_player()
    others = [state.resample_from_infostate(player, dice.random) for _ in range(3)]
    for other in others:
        assert other.current_player() == player
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        advance(other, dice, 10_000)
        assert other.is_terminal()
    if load(kind).has_luck:
        assert len({str(state.resample_from_infostate(player, dice.random)) for _ in range(3)}) == 3


# --- OpenSpiel's searches -----------------------------------------------------------------------------------


class Even:
    """Thinks that everything is even; searches with it are quick."""

    def evaluate(self, state: Any) -> Any:
        return np.full(state.num_players(), 1 / state.num_players())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            found: list[tuple[int, float]] = state.chance_outcomes()
            return found
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def play(game: Any, bot: Any) -> list[float]:
    """Let a search play the first seat against random players."""
    dice = np.random.RandomState(1)
    others = [uniform_random.UniformRandomBot(player, dice) for player in range(1, game.num_players())]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(dice.randint(256)))
        else:
            player = state.current_player()
            state.apply_action(int(([bot, *others][player]).step(state)))
    returns: list[float] = state.returns()
    return returns


@every_size
@pytest.mark.parametrize("search", ["mcts", "is-mcts"])
def test_openspiels_python_searches_play_whole_games(name: str, players: int, search: str) -> None:
    # IS-MCTS refuses games that hide nothing.
    options = {"setup": "hidden"} if (name, search) == ("wigwam", "is-mcts") else {}
    game = load((name, players, options))
    dice = np.random.RandomState(2)
    bot = (
        mcts.MCTSBot(game, 2.0, 3, Even(), random_state=dice)
        if search == "mcts"
        else ismcts.ISMCTSBot(game, Even(), 2.0, 3, random_state=dice)
    )
    assert sum(play(game, bot)) == pytest.approx(1)


@every_size
def test_openspiels_compiled_search_plays_whole_games(name: str, players: int) -> None:
    """From the deal on, which is drawn as well."""
    game = load((name, players, {}))
    searching = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 2, 10, True, 1, False)
    others = [pyspiel.make_uniform_random_bot(player, 1) for player in range(1, players)]
    state = game.new_initial_state()
    assert sum(pyspiel.evaluate_bots(state, [searching, *others], 1)) == pytest.approx(1)
    assert state.is_terminal()
    assert state.move_number() > 20


def test_openspiels_compiled_search_answers_without_letting_go_of_python() -> None:
    """Its `step` lets go of Python before it copies a state written in Python; `step_with_policy` does not."""
    game = load((games.names()[0], games.get(games.names()[0]).seats[0], {}))
    searching = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 2, 10, True, 1, False)
    state = game.new_initial_state()
    advance(state, random.Random(6), 4)
    _, action = searching.step_with_policy(state)
    assert action in state.legal_actions()


@pytest.mark.parametrize("game", ["python_kuhn_poker", "spieltisch_wampum", "misere(game=spieltisch_wampum())"])
def test_openspiels_compiled_is_mcts_cannot_play_games_written_in_python_yet(game: str) -> None:
    """It calls `State::ResampleFromInfostate`, which the class of Python's states (`PyState`) does not hand on.

    What it could be given instead (`SetResampler`) has no name in Python, and a game wrapped around ours hands the call
    on to ours. When this fails, one of these has changed: let it play whole games.
    """
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 2)
    assert not hasattr(bot, "set_resampler")
    state = pyspiel.load_game(game).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(pyspiel.SpielError, match="ResampleFromInfostate"):
        bot.step_with_policy(state)  # `step` lets go of Python, see above


def test_registering_is_importing() -> None:
    assert {f"spieltisch_{name}" for name in games.names()} <= set(pyspiel.registered_names())
    assert pyspiel.load_game("spieltisch_wampum").max_chance_nodes_in_history() == openspiel.SEED_BYTES
