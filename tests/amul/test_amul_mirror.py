"""Whole games at random beside a second, plain engine: they agree on everything at every step."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from spieltisch.games.amul import notation
from spieltisch.games.amul.state import DECK
from tests.amul.amul_tables import AMUL, HOUSE, areas_of, lines_of, random_box, write_file
from tests.amul.plain_amul import FRESH, PlainAmul, order, score, winners
from tests.tables import few, same_bytes

if TYPE_CHECKING:
    from spieltisch.games import Table


def compare(table: Table, plain: PlainAmul) -> None:
    """Compare everything that lies on the two tables."""
    book, s = table.book[0], table.state[0]

    def cards(faces: Any) -> list[str]:
        return sorted(notation.names(book, faces))

    assert notation.PHASES[s.phase] == plain.phase
    assert s.round_number == plain.round
    assert list(table.waiting_for) == sorted(plain.waiting())
    assert notation.names(book, s.deck[s.top :]) == plain.deck
    assert cards(s.market) == sorted(plain.market)
    assert cards(s.palace) == sorted(plain.palace)
    assert cards(s.bazaar) == sorted(plain.bazaar)
    assert s.removed == len(plain.removed)
    areas = areas_of(table)
    for seat in range(table.players):
        assert cards(s.hand[seat]) == sorted(plain.hands[seat])
        assert s.held[seat] == len(plain.hands[seat])
        assert Counter(cards(s.certain[seat])) == +plain.certain[seat]
        assert cards(s.chosen[seat : seat + 1]) == [card for other, card in plain.choices.items() if other == seat]
        assert sorted(areas[seat]) == sorted(plain.areas[seat])


def check_sizes(table: Table, plain: PlainAmul) -> None:
    """Hand sizes at every phase, and the sizes of market, deck and areas."""
    s, n = table.state[0], table.players
    fresh = FRESH[n]
    for seat in range(n):
        chosen = seat in plain.choices
        picked = plain.phase == "pick" and seat not in plain.queue
        expected = {"offer": 6 - chosen, "pick": 5 + picked, "play": 6 - chosen, "take": 5, "over": 0}
        assert s.held[seat] == expected[plain.phase]
    market = {"offer": fresh, "pick": fresh + len(plain.queue), "play": fresh, "over": 0}
    assert s.market_size == market.get(plain.phase, s.market_size)
    assert s.market_size <= n + fresh
    tea = n if table.options.tea else 0
    assert DECK - s.top == (9 - plain.round) * (n + fresh) + tea
    if plain.phase != "over":
        assert all(len(area) <= 2 * plain.round for area in plain.areas)


def play_beside(box: dict[str, Any], options: dict[str, Any], players: int, seed: int) -> tuple[Table, PlainAmul]:
    """Play one game at random on both tables."""
    dice = random.Random(seed)
    table = AMUL.deal(players, seed, options)
    plain = PlainAmul(box, players, table.dealt, tea=options["tea"])
    everything = plain.cards()
    while not table.over:
        compare(table, plain)
        check_sizes(table, plain)
        assert plain.cards() == everything
        seat = dice.choice(table.waiting_for)
        legal = table.legal_moves(seat)
        assert set(legal) == plain.legal(seat)
        assert len(legal) == table.count_moves(seat)
        move = dice.choice(legal)
        phase = plain.phase
        table.play(seat, move)
        plain.play(seat, move)
        if plain.phase != phase and plain.phase in {"pick", "take"}:
            queue = [int(seat) for seat in table.state[0].queue[:players]]
            assert queue == order(box, plain.areas, plain.first, plain.round)
    compare(table, plain)
    check_sizes(table, plain)
    assert plain.cards() == everything
    outcome = table.outcome
    assert outcome is not None
    assert outcome.lines == score(box, plain.areas)
    assert outcome.winners == winners(box, plain.areas)
    assert outcome.scores == [sum(lines) for lines in outcome.lines]
    return table, plain


@pytest.mark.parametrize("tea", [False, True], ids=["plain", "tea"])
@pytest.mark.parametrize("players", AMUL.seats)
def test_both_engines_agree_on_every_step(players: int, tea: bool) -> None:
    for seed in range(few(3, 1)):
        table, _ = play_beside(HOUSE, {"tea": tea}, players, seed)
        assert DECK - table.state[0].top == (players if tea else 0)


@pytest.mark.parametrize("players", AMUL.seats)
def test_both_engines_agree_with_card_sets_made_at_random(players: int) -> None:
    for seed in range(few(2, 1)):
        text = write_file(random_box(random.Random(1000 * players + seed)))
        play_beside(tomllib.loads(text), {"tea": bool(seed % 2), "cards": text}, players, seed)


def test_the_order_in_which_simultaneous_choices_arrive_changes_nothing() -> None:
    for seed in range(few(6, 1)):
        dice = random.Random(seed)
        table = AMUL.deal(3 + seed % 2, seed)
        while not table.over:
            waiting = table.waiting_for
            moves = {seat: dice.choice(table.legal_moves(seat)) for seat in waiting}
            arrived = []
            for arrival in permutations(waiting):
                other = table.copy()
                for seat in arrival:
                    other.play(seat, moves[seat])
                arrived.append(other)
            assert all(same_bytes(arrived[0].state, other.state) for other in arrived)
            table = arrived[0]


def test_rotating_the_seats_rotates_the_scores() -> None:
    from tests.amul.amul_tables import random_areas, with_areas

    dice = random.Random(5)
    for _ in range(few(150, 5)):
        areas = random_areas(HOUSE, dice.randint(3, 8), dice)
        lines = lines_of(with_areas(areas))
        turn = dice.randrange(len(areas))
        assert lines_of(with_areas(areas[turn:] + areas[:turn])) == lines[turn:] + lines[:turn]
