"""Twins of a game: another deal and other hidden choices, with which one viewer sees exactly the same, move by move.

Found by trial: two cards of the deal change places, or somebody chooses something else face down, and the change is
kept if every view of the viewer up to the last move stays the same, byte for byte.
"""

from __future__ import annotations

import random
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from spieltisch import games
from spieltisch.games import chance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.games import Table

Moves = list[tuple[int, str]]
Sight = tuple[bytes, int, str]
DRAWS = 20
BOXES: dict[tuple[str, int, str], Table] = {}


class Kind(NamedTuple):
    """A game with its number of players and its options."""

    game: str
    players: int
    options: dict[str, Any]

    def table(self, deal: dict[str, Any]) -> Table:
        """Lay out a deal. Amul's book takes long to write, so it is written once."""
        game = games.get(self.game)
        key = (self.game, self.players, str(self.options))
        if key not in BOXES:
            BOXES[key] = game.empty_table(self.players, self.options)
        table = BOXES[key].copy()
        game.read_deal(table.book[0], table.state[0], deal)
        game.rules.set_up(table.book[0], table.state[0])
        table.dealt = deal
        table.chance = chance.seeded("twins", str(deal))
        return table


class Played(NamedTuple):
    """A deal and what was played on it."""

    deal: dict[str, Any]
    moves: Moves


def random_game(kind: Kind, seed: int) -> Played:
    """Play a whole game at random; of those who choose at the same time, any may be first."""
    table = games.get(kind.game).deal(kind.players, seed=seed, options=kind.options)
    luck = random.Random(seed)
    moves: Moves = []
    while not table.over:
        seat = luck.choice(table.waiting_for)
        move = table.random_move(seat)
        moves.append((seat, move))
        table.play(seat, move)
    return Played(table.dealt, moves)


def sights(kind: Kind, played: Played, viewer: int) -> list[Sight]:
    """What a viewer sees, move by move: the table, who moves, and the move as it is shown."""
    table = kind.table(played.deal)
    seen = [(table.view(viewer).state.tobytes(), -1, "")]
    for seat, move in played.moves:
        shown = table.show_move(seat, move, viewer)
        table.play(seat, move)
        seen.append((table.view(viewer).state.tobytes(), seat, shown))
    return seen


def fitting(kind: Kind, tried: Played, seen: list[Sight], viewer: int) -> Played | None:
    """Give the moves that fit a changed deal, replacing hidden ones where they must be; none if nothing fits."""
    table = kind.table(tried.deal)
    if table.view(viewer).state.tobytes() != seen[0][0]:
        return None
    moves = going_on(table, tried.moves, seen[1:], viewer)
    return None if moves is None else Played(tried.deal, moves)


def going_on(table: Table, wished: Moves, seen: list[Sight], viewer: int) -> Moves | None:
    """Give moves from here on that look as they were seen: those wished for, or hidden ones in their place."""
    moves: Moves = []
    for (seat, move), (view, _, shown) in zip(wished, seen, strict=True):
        for candidate in chain((move,), hidden_choices(table, seat, shown, viewer)):
            after = after_move(table, seat, candidate, shown, viewer)
            if after is not None and after.view(viewer).state.tobytes() == view:
                break
        else:
            return None
        table = after
        moves.append((seat, candidate))
    return moves


def after_move(table: Table, seat: int, move: str, shown: str, viewer: int) -> Table | None:
    """The table after a move, if it is legal and looks like the one shown."""
    after = table.copy()
    try:
        after.play(seat, move)
    except games.IllegalMove:
        return None
    return after if table.show_move(seat, move, viewer) == shown else None


def hidden_choices(table: Table, seat: int, shown: str, viewer: int) -> Iterator[str]:
    """Some legal moves that look to a viewer like the one shown."""
    for _ in range(DRAWS if "?" in shown else 0):
        move = table.random_move(seat)
        if table.show_move(seat, move, viewer) == shown:
            yield move


def twin(kind: Kind, played: Played, viewer: int, seed: int, tries: int = 120) -> Played:
    """Change what a viewer cannot know, as much of it as can be found."""
    luck = random.Random(seed)
    seen = sights(kind, played, viewer)
    found = played
    for _ in range(tries if "deck" in played.deal else 0):
        deal = dict(found.deal)
        removed = list(deal.get("removed", []))
        cards = removed + list(deal["deck"])
        one, other = luck.sample(range(len(cards)), 2)
        cards[one], cards[other] = cards[other], cards[one]
        if "removed" in deal:
            deal["removed"] = cards[: len(removed)]
        deal["deck"] = cards[len(removed) :]
        if kind.options.get("removal") != "french" and deal.get("removed", []) != removed:
            continue  # everybody sees which kinds are left out
        found = fitting(kind, Played(deal, found.moves), seen, viewer) or found
    return with_other_choices(kind, found, played.moves, seen, viewer)


def with_other_choices(kind: Kind, played: Played, real: Moves, seen: list[Sight], viewer: int) -> Played:
    """Let everybody else choose something else wherever it stays face down to the end."""
    moves = list(played.moves)
    table = kind.table(played.deal)
    for number, (view, seat, shown) in enumerate(seen[1:]):
        if seat != viewer and "?" in shown and moves[number] == real[number]:
            for other in islice(hidden_choices(table, seat, shown, viewer), 8):
                after = after_move(table, seat, other, shown, viewer)
                if other == moves[number][1] or after is None or after.view(viewer).state.tobytes() != view:
                    continue
                following = going_on(after, moves[number + 1 :], seen[number + 2 :], viewer)
                if following is not None:
                    moves[number:] = [(seat, other), *following]
                    break
        table.play(*moves[number])
    return Played(played.deal, moves)


def differences(one: Played, other: Played) -> tuple[int, int]:
    """Count the cards of the deal and the choices in which twins differ."""
    cards = sum(a != b for a, b in zip(one.deal.get("deck", []), other.deal.get("deck", []), strict=True))
    choices = sum(a != b for a, b in zip(one.moves, other.moves, strict=True))
    return cards, choices
