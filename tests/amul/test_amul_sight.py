"""Who sees what: nothing hidden reaches a view, and imagined tables fit everything that is known."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from spieltisch.games import SPECTATOR
from spieltisch.games.amul import notation
from spieltisch.games.amul.state import BLANK, DECK, OVER
from tests.amul.amul_tables import AMUL, areas_of, random_box, write_file
from tests.tables import few, same_bytes, walk

if TYPE_CHECKING:
    from spieltisch.games import Table


def cards_on(table: Table) -> Counter[int]:
    """All faces that lie anywhere but on the removed pile."""
    s = table.state[0]
    found: Counter[int] = Counter()
    for place in (s.hand, s.chosen, s.market, s.palace, s.bazaar, s.deck):
        found.update(place.ravel().tolist())
    del found[BLANK]
    for area in areas_of(table):
        found.update(notation.words(table.book[0]).number[card] for card in area)
    return found


def deal_hidden_cards_anew(table: Table, seat: int, dice: random.Random) -> None:
    """Exchange, at random, all cards whose place the seat does not see, the removed pile included."""
    s = table.state[0]
    total = Counter({face: int(count) for face, count in enumerate(table.book[0].total)})
    hidden = list((total - cards_on(table)).elements()) + s.deck[s.top :].tolist()
    others = [other for other in range(table.players) if other != seat]
    for other in others:
        hidden += s.hand[other, : s.held[other]].tolist()
        hidden += [int(face) for face in s.chosen[other : other + 1] if face != BLANK]
    dice.shuffle(hidden)
    for other in others:
        s.hand[other, : s.held[other]] = sorted(hidden.pop() for _ in range(s.held[other]))
        if s.chosen[other] != BLANK:
            s.chosen[other] = hidden.pop()
    for at in range(s.top, DECK):
        s.deck[at] = hidden.pop()
    assert len(hidden) == s.removed


@pytest.mark.parametrize("tea", [False, True])
@pytest.mark.parametrize("players", AMUL.seats)
def test_dealing_anew_what_a_seat_cannot_see_changes_no_byte_of_its_view(players: int, tea: bool) -> None:
    dice = random.Random(players)
    changed = 0
    table = AMUL.deal(players, players, {"tea": tea})
    for step, _ in enumerate(walk(table, players)):
        if step % few(5, 30):
            continue
        for seat in (SPECTATOR, *range(players)):
            other = table.copy()
            deal_hidden_cards_anew(other, seat, dice)
            assert same_bytes(other.view(seat).state, table.view(seat).state)
            changed += not same_bytes(other.state, table.state)
    assert changed > few(30, 5)


def check_invariants(table: Table) -> None:
    """A table is possible: every card exists, sizes fit, certain cards are where they must be."""
    s = table.state[0]
    found = cards_on(table)
    assert all(count <= table.book[0].total[face] for face, count in found.items())
    assert found.total() + s.removed == table.book[0].total.sum()
    assert (s.deck[: s.top] == BLANK).all()
    assert (s.deck[s.top :] != BLANK).all()
    for seat in range(table.players):
        hand = s.hand[seat].tolist()
        assert hand == sorted(hand[: s.held[seat]]) + [BLANK] * (6 - s.held[seat])
        assert BLANK not in hand[: s.held[seat]]
        assert (s.chosen[seat] != BLANK) == bool(s.decided >> seat & 1)
        assert not Counter(s.certain[seat, : s.sure[seat]].tolist()) - Counter([*hand, int(s.chosen[seat])])


def check_imagined(table: Table, seed: int, *, step: int) -> int:
    """Imagine from every seat along one game; give how many imagined tables differ from the real one."""
    different = 0
    for number, _ in enumerate(walk(table, seed)):
        if number % step:
            continue
        check_invariants(table)
        for seat in (SPECTATOR, *range(table.players)):
            view = table.view(seat)
            imagined = view.imagine((number, seat))
            assert same_bytes(imagined.view(seat).state, view.state)
            check_invariants(imagined)
            assert same_bytes(view.imagine((number, seat)).state, imagined.state)
            different += not same_bytes(imagined.state, table.state)
    for seat in (SPECTATOR, *range(table.players)):
        imagined = table.view(seat).imagine(1)
        assert same_bytes(imagined.view(seat).state, table.view(seat).state)
        check_invariants(imagined)
    return different


@pytest.mark.parametrize("tea", [False, True])
@pytest.mark.parametrize("players", AMUL.seats)
def test_imagined_tables_fit_what_is_known(players: int, tea: bool) -> None:
    assert check_imagined(AMUL.deal(players, players, {"tea": tea}), players, step=few(4, 40)) > 5


def test_imagined_tables_fit_with_random_card_sets() -> None:
    for seed in range(few(4, 1)):
        text = write_file(random_box(random.Random(seed)))
        table = AMUL.deal(3 + seed, seed, {"tea": bool(seed % 2), "cards": text})
        assert check_imagined(table, seed, step=few(5, 40)) > 5


def test_different_chance_gives_different_tables() -> None:
    view = AMUL.deal(5, 1).view(2)
    assert len({view.imagine(seed).state.tobytes() for seed in range(20)}) == 20


def test_an_imagined_game_can_be_played_to_its_end() -> None:
    for seed in range(few(10, 1)):
        table = AMUL.deal(4, seed)
        for step, _ in enumerate(walk(table, seed)):
            if step == 17 * (seed % 8):
                break
        imagined = table.view(seed % 4).imagine(seed)
        for _ in walk(imagined, seed):
            pass
        assert imagined.over


def names(view: Any, place: str, seat: int) -> list[str]:
    return notation.names(view.book[0], view.state[0][place][seat])


def test_a_card_seen_to_be_picked_is_certain_until_it_is_revealed() -> None:
    table = AMUL.deal(3, seed=1)
    picked: list[Counter[str]] = [Counter() for _ in range(3)]
    for seat, move in walk(table, 3):
        for viewer in (SPECTATOR, 0, 1, 2):
            view = table.view(viewer)
            assert [Counter(names(view, "certain", other)) for other in range(3)] == [+one for one in picked]
        after = table.copy()
        after.play(seat, move)
        verb, card = move.split()
        if verb == "pick":
            picked[seat][card] += 1
        revealed = {"offer": "offered", "play": "played"}.get(verb)
        if revealed and after.state[0].decided == 0:
            for other, face in enumerate(notation.names(table.book[0], after.state[0][revealed])):
                picked[other][face] = max(0, picked[other][face] - 1)
        if after.over:
            picked = [Counter() for _ in range(3)]


def test_a_certain_card_may_be_the_hidden_choice_of_its_owner() -> None:
    """Seat 1 is certain to hold a card and has chosen one face down: sometimes it is that one."""
    table = AMUL.deal(3, seed=5)
    while table.state[0].phase != 2:
        seat = table.waiting_for[0]
        table.play(seat, table.legal_moves(seat)[0])
    (certain,) = names(table, "certain", 1)
    table.play(1, table.legal_moves(1)[0])
    view = table.view(0)
    places: Counter[bool] = Counter()
    for seed in range(few(200, 40)):
        imagined = view.imagine(seed).state[0]
        chosen = notation.names(table.book[0], imagined.chosen[1:2]) == [certain]
        hand = certain in notation.names(table.book[0], imagined.hand[1])
        assert chosen or hand
        places[chosen] += 1
    assert places[True]
    assert places[False]


def test_own_moves_can_be_found_on_a_view() -> None:
    table = AMUL.deal(6, seed=3)
    for seat, _ in walk(table, 3):
        assert table.view(seat).legal_moves(seat) == table.legal_moves(seat)
    view = table.view(SPECTATOR)
    assert view.state[0].phase == OVER
    assert view.outcome == table.outcome


def test_others_see_that_a_choice_is_made_but_not_which() -> None:
    table = AMUL.deal(3, seed=1)
    move = table.legal_moves(0)[0]
    assert table.show_move(0, move, 0) == move
    assert table.show_move(0, move, 1) == table.show_move(0, move, SPECTATOR) == "offer ?"
    for seat in range(3):
        table.play(seat, table.legal_moves(seat)[0])
    move = table.legal_moves(table.waiting_for[0])[0]
    assert table.show_move(table.waiting_for[0], move, SPECTATOR) == move
