"""The games in OpenSpiel: importing this registers `spieltisch_<name>`, with players and options as parameters.

`pyspiel.load_game("spieltisch_wampum(players=4)")`. Actions are choices (docs/observations.md); of seats that choose at
the same time the lowest is asked first. All luck lies in the deal: four chance nodes draw the bytes of its seed.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
import numpy as np

from spieltisch import games
from spieltisch.games import SPECTATOR, chance
from spieltisch.games.records import copied
from spieltisch.lab.batches import names
from spieltisch.lab.episode import Episode, Setting
from spieltisch.lab.extras import needing

with needing("lab"):
    import pyspiel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy.typing as npt

SEED_BYTES = 4
BYTE = 256
MOST_POINTS = 1000.0
"""No game is won or lost by more."""


class Memory:
    """What each seat has seen in the course of a game, as one digest a seat: equal for games it cannot tell apart.

    A digest is worked out when it is asked for; until then the moves wait.
    """

    def __init__(
        self, setting: Setting, chains: list[bytes], upto: list[int], told: list[tuple[int, int, bytes]]
    ) -> None:
        self.setting = setting
        self.chains = chains
        self.upto = upto
        """How many of the moves each digest holds."""
        self.told = told
        """Who made which move, and the table after it; no move where everybody begins anew with what lies there."""

    @classmethod
    def of(cls, setting: Setting, state: npt.NDArray[np.void]) -> Memory:
        """Begin with a table on which nothing has happened yet."""
        return cls(setting, [b""] * setting.players, [0] * setting.players, [(SPECTATOR, 0, state.tobytes())])

    def copy(self) -> Memory:
        """Make an independent copy."""
        return Memory(self.setting, self.chains.copy(), self.upto.copy(), self.told.copy())

    def seen(self, seat: int, content: bytes) -> bytes:
        """Give the bytes of a table as a seat sees it."""
        setting = self.setting
        view = np.frombuffer(bytearray(content), setting.game.state_dtype)
        setting.game.quick.conceal(setting.book, view, seat)
        return view.tobytes()

    def digest(self, seat: int) -> str:
        """Give what a seat has seen so far."""
        setting = self.setting
        for number in range(self.upto[seat], len(self.told)):
            mover, move, after = self.told[number]
            if mover == SPECTATOR:
                self.chains[seat] = hashlib.sha256(self.seen(seat, after)).digest()
                continue
            before = np.frombuffer(self.told[number - 1][2], setting.game.state_dtype).view(np.recarray)
            shown = setting.game.conceal_move(setting.empty.book[0], before[0], mover, move, seat)
            told = f"{mover} {shown}".encode()
            self.chains[seat] = hashlib.sha256(self.chains[seat] + told + self.seen(seat, after)).digest()
        self.upto[seat] = len(self.told)
        return self.chains[seat].hex()


class Course:
    """Everything that a state holds: the seed so far, then the episode and what the seats remember."""

    def __init__(self, setting: Setting, seed: list[int], episode: Episode | None, memory: Memory | None) -> None:
        self.setting = setting
        self.seed = seed
        self.episode = episode
        self.memory = memory

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        episode = None if self.episode is None else self.episode.copy()
        return Course(self.setting, self.seed.copy(), episode, None if self.memory is None else self.memory.copy())

    def begin(self) -> None:
        """Deal, once the seed is complete."""
        self.episode = self.setting.deal(int.from_bytes(bytes(self.seed), "big"))
        self.memory = Memory.of(self.setting, self.episode.state)

    def choose(self, choice: int) -> None:
        """Make a choice for the seat that is asked."""
        assert self.episode is not None
        assert self.memory is not None
        seat = self.episode.waiting[0]
        move = self.episode.choose(seat, choice)
        if move is not None:
            self.memory.told.append((seat, move, self.episode.state.tobytes()))

    def resample(self, seat: int, luck: chance.Chance) -> None:
        """Put in the place of everything that a seat cannot know something that it holds possible."""
        assert self.episode is not None
        assert self.memory is not None
        setting, state = self.setting, self.episode.state
        setting.game.quick.conceal(setting.book, state, seat)
        imagined = copied(state.view(np.recarray))
        setting.game.rules.imagine(setting.empty.book[0], imagined[0], seat, luck)
        parts = [part if other == seat else 0 for other, part in enumerate(self.episode.parts)]
        self.memory.digest(seat)  # the moves so far are told as they were
        self.episode = Episode(setting, imagined.view(np.ndarray), parts)
        told = len(self.memory.told)
        self.memory.told.append((SPECTATOR, 0, imagined.tobytes()))
        self.memory.upto = [told + (other == seat) for other in range(setting.players)]  # others begin anew


class State(pyspiel.State):  # type: ignore[misc] # pyspiel has no types
    """A position of one of the games."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.course = Course(game.setting, [], None, None)
        if not game.has_luck:
            self.course.begin()

    def current_player(self) -> int:
        """Give who is asked, or that chance or nobody is."""
        episode = self.course.episode
        if episode is None:
            return int(pyspiel.PlayerId.CHANCE)
        return episode.waiting[0] if episode.waiting else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of the seed."""
        return [(outcome, 1 / BYTE) for outcome in range(BYTE)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.course.episode is not None
        return self.course.episode.choices(player)

    def _apply_action(self, action: int) -> None:
        course = self.course
        if course.episode is not None:
            course.choose(action)
            return
        course.seed.append(action)
        if len(course.seed) == SEED_BYTES:
            course.begin()

    def _action_to_string(self, player: int, action: int) -> str:
        episode = self.course.episode
        if episode is None or player < 0:
            return f"seed {action}"
        if not episode.allows(player, action):
            return f"choice {action}"
        setting = episode.setting
        table = episode.table
        part = setting.codec.extend(table.book[0], table.state[0], player, episode.parts[player], action)
        return f"choice {action}" if part >= 0 else setting.game.write_move(table.book[0], int(~part))

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.course.episode is not None and self.course.episode.over

    def returns(self) -> list[float]:
        """What each seat gets."""
        if self.course.episode is None:
            return [0.0] * self.course.setting.players
        return self.course.episode.rewards()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """Give a position that the player cannot tell from this one; `sampler` gives numbers from 0 to 1.

        Its history is the real one, as OpenSpiel keeps it itself: searches look at positions, not at histories.
        """
        other: State = self.clone()
        if other.course.episode is not None:
            other.course.resample(player, chance.seeded("resample", sampler()))
        return other

    def __str__(self) -> str:
        episode = self.course.episode
        if episode is None:
            return f"seed {self.course.seed}"
        return f"{episode.table.position} chosen={episode.parts}"


class Observer:
    """What a player sees: spread out as a tensor (docs/observations.md), and as a line of text.

    With perfect recall the text tells apart whatever the player has ever seen differently; the tensor is that of the
    present.
    """

    def __init__(self, game: SpielGame, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        layout = game.setting.codec.layout
        self.tensor = np.zeros(layout.spread_size, np.float32)
        self.dict = {
            field.name: self.tensor[layout.spread_slices[field.name]].reshape(field.spread_shape)
            for field in layout.fields
        }
        self._marks = np.zeros(game.setting.codec.choices, np.int8)

    def set_from(self, state: State, player: int) -> None:
        """Fill the tensor."""
        episode = state.course.episode
        self.tensor[:] = 0 if episode is None else episode.look(player, self._marks)

    def string_from(self, state: State, player: int) -> str:
        """Write what the player sees or, with perfect recall, has seen."""
        course = state.course
        if course.episode is None or course.memory is None:
            return ""
        part = course.episode.parts[player]
        if self.perfect_recall:
            return f"{player} {course.memory.digest(player)} chosen={part}"
        return f"{player} {course.episode.view(player).position} chosen={part}"


class SpielGame(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    """One of the games, with its parameters; each game has a class of its own below this one."""

    name: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        name = self.name
        options = {**defaults(name), **parameters}
        reward = options.pop("reward")
        self.setting = Setting(name, options.pop("players"), options, reward)
        table = self.setting.game.deal(self.setting.players, 0, self.setting.empty.options)
        self.has_luck = bool(table.dealt)
        # Without luck only choices made at the same time can hide something.
        hides = self.has_luck or len(table.waiting_for) > 1
        shares = reward == "share"
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.codec.choices,
            max_chance_outcomes=BYTE if self.has_luck else 0,
            num_players=self.setting.players,
            min_utility=0.0 if shares else -MOST_POINTS,
            max_utility=1.0 if shares else MOST_POINTS,
            utility_sum=1.0 if shares else 0.0,
            max_game_length=self.setting.game.longest * self.setting.codec.most_choices,
        )
        super().__init__(game_type(name, luck=self.has_luck, hides=hides, shares=shares), info, dict(parameters))

    def new_initial_state(self, *_: Any) -> State:
        """Begin a game."""
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """So many bytes make the seed."""
        return SEED_BYTES if self.has_luck else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:  # noqa: ARG002
        """Make somebody who observes."""
        return Observer(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


@cache
def defaults(name: str) -> dict[str, Any]:
    """List the parameters of a game with their defaults."""
    game = games.get(name)
    options = {field.name: field.default for field in msgspec.structs.fields(game.options_type)}
    return {"players": game.seats[0], "reward": "share", **options}


def game_type(name: str, *, luck: bool, hides: bool, shares: bool) -> Any:
    """Describe a game to OpenSpiel."""
    game = games.get(name)
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"spieltisch_{name}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if luck else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hides else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM if shares else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(name),
    )


def register() -> None:
    """Make the games known to OpenSpiel."""
    for name in names():
        luck = bool(games.get(name).deal(seed=0).dealt)
        # OpenSpiel lets go of it after Python has ended, which a function would not survive.
        made = type(f"{games.get(name).title}Game", (SpielGame,), {"name": name})
        pyspiel.register_game(game_type(name, luck=luck, hides=luck, shares=True), made)


register()
