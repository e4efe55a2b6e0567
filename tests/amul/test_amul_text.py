"""Amul in text: moves, refusals, deals, positions, the drawn table and the story."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from spieltisch.games import SPECTATOR, BadDeal, IllegalMove
from spieltisch.games.amul import house, notation, story
from spieltisch.games.amul.state import BLANK, TAKE
from spieltisch.games.happenings import Happening
from spieltisch.games.happenings import sentence as in_words
from spieltisch.texts import LANGUAGES
from tests.amul.amul_tables import AMUL, random_box, write_file
from tests.tables import few, same_bytes, walk

if TYPE_CHECKING:
    from spieltisch.games import Table


def at_phase(phase: int, players: int = 4, seed: int = 1) -> Table:
    """Play at random until a phase begins."""
    table = AMUL.deal(players, seed)
    for _ in walk(table, seed):
        if table.state[0].phase == phase:
            break
    return table


# --- moves ------------------------------------------------------------------------------------------------


def test_every_legal_move_can_be_written_and_read() -> None:
    for players in (3, 8):
        table = AMUL.deal(players, 1, {"tea": True})
        for seat, _ in walk(table, 1):
            for number in table.move_numbers(seat):
                text = AMUL.write_move(table.book[0], int(number))
                assert AMUL.read_move(table.book[0], text) == number
                assert table.is_legal(seat, text)


def test_moves_may_be_written_carelessly() -> None:
    book = AMUL.empty_table(3).book[0]
    assert AMUL.read_move(book, "  Play   ARAB_guard.c ") == AMUL.read_move(book, "play arab_guard.C")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not a move of Amul"),
        ("silk", "is not a move of Amul"),
        ("sell silk", "is not a move of Amul"),
        ("offer silk gold", "is not a move of Amul"),
        ("offer nothing", "name a card"),
        ("offer silkk", "Did you mean: silk"),
        ("offer arab_guard", r"Did you mean: arab_guard\.C, arab_guard\.F, arab_guard\.I"),
        ("offer silk.A", "Did you mean: silk"),
        ("offer ?", "Did you mean: -"),
    ],
)
def test_texts_that_are_no_moves(text: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        AMUL.read_move(AMUL.empty_table(3).book[0], text)


@pytest.mark.parametrize("phase", range(4))
def test_the_wrong_verb_for_the_phase_lists_what_is_allowed(phase: int) -> None:
    table = at_phase(phase)
    seat = table.waiting_for[0]
    for verb in range(4):
        if verb != phase:
            with pytest.raises(IllegalMove) as caught:
                table.play(seat, f"{notation.VERBS[verb]} gold")
            for language in LANGUAGES:
                told = caught.value.told(language)
                cards = [move.split()[1] for move in table.legal_moves(seat) if move != "take nothing"]
                assert all(card in told for card in cards)


@pytest.mark.parametrize("phase", range(4))
def test_a_card_that_is_not_there_lists_what_is(phase: int) -> None:
    table = at_phase(phase)
    seat = table.waiting_for[0]
    with pytest.raises(IllegalMove) as caught:
        table.play(seat, f"{notation.VERBS[phase]} tea")
    cards = [move.split()[1] for move in table.legal_moves(seat) if move != "take nothing"]
    for language in LANGUAGES:
        assert all(card in caught.value.told(language) for card in cards)


def test_each_effect_has_its_refusal() -> None:
    keys = set()
    for seed in range(few(40, 8)):
        table = AMUL.deal(5, seed)
        for seat, _ in walk(table, seed):
            if table.state[0].phase == TAKE:
                with pytest.raises(IllegalMove) as caught:
                    table.play(seat, "take tea")
                keys.add(caught.value.key)
    assert keys == {"amul.refuse.palace", "amul.refuse.bazaar", "amul.refuse.left"}


def test_nobody_moves_after_the_end() -> None:
    table = AMUL.deal(3, 1)
    for _ in walk(table, 1):
        pass
    with pytest.raises(IllegalMove, match="over"):
        table.play(0, "offer silk")


# --- deals ------------------------------------------------------------------------------------------------


def test_a_deal_replays() -> None:
    table = AMUL.deal(6, 3, {"tea": True})
    assert set(table.dealt) == {"first", "deck"}
    assert same_bytes(AMUL.table(6, table.dealt, {"tea": True}).state, table.state)


def broken(change: Any) -> Any:
    deal = msgspec.json.decode(msgspec.json.encode(AMUL.deal(3, 1).dealt))
    return change(deal)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda deal: {"first": 0}, "first and deck; found: first"),  # noqa: ARG005
        (lambda deal: [deal], "first and deck"),
        (lambda deal: {}, "found: -"),  # noqa: ARG005
        (lambda deal: {**deal, "first": 3}, "0 to 2"),
        (lambda deal: {**deal, "first": True}, "0 to 2"),
        (lambda deal: {**deal, "first": "1"}, "0 to 2"),
        (lambda deal: {**deal, "deck": "gold"}, "list of cards"),
        (lambda deal: {**deal, "deck": [*deal["deck"], "golt"]}, 'card "golt".*Similar: gold'),
        (lambda deal: {**deal, "deck": [*deal["deck"], 5]}, 'card "5"'),
        (lambda deal: {**deal, "deck": deal["deck"][1:]}, "50 cards of 51. Missing: 1 .* Too many: -"),
        (lambda deal: {**deal, "deck": [*deal["deck"], "tea"]}, "52 cards of 51. Missing: -. Too many: 1 tea"),
        (lambda deal: {**deal, "deck": ["tent", *deal["deck"][1:]]}, "Missing: 1 .* Too many: 1 tent"),
        (lambda deal: {**deal, "deck": ["looter.L", *deal["deck"][1:]]}, "Too many: 1 looter.L"),
    ],
)
def test_deals_that_this_game_cannot_have(change: Any, sentence: str) -> None:
    with pytest.raises(BadDeal, match=sentence):
        AMUL.table(3, broken(change))


# --- positions --------------------------------------------------------------------------------------------


def check_position(table: Table) -> None:
    again = AMUL.position(table.position, table.players, table.options)
    assert same_bytes(again.state, table.state)
    assert "\n" not in table.position
    for seat in (SPECTATOR, 0):
        view = table.view(seat)
        assert same_bytes(AMUL.position(view.position, table.players, table.options).state, view.state)


@pytest.mark.parametrize("players", AMUL.seats)
def test_positions_can_be_written_and_read(players: int) -> None:
    table = AMUL.deal(players, players, {"tea": bool(players % 2)})
    for step, _ in enumerate(walk(table, players)):
        if not step % few(5, 17):
            check_position(table)
    check_position(table)


START = AMUL.deal(3, 1).position


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("phase=offer", "phase=sleep"), 'no phase "sleep"'),
        (("round=1", "round=10"), "1 to 9"),
        (("round=1", "round=2"), "deck has 32 cards; in round 2, phase offer, it must have 28"),
        (("first=", "first=x"), "first cannot be"),
        (("phase=offer", "phase=offer queue=0,1,2"), 'queue "0,1,2" is not possible'),
        (("phase=offer", "phase=pick"), 'queue "-" is not possible'),
        (("phase=offer", "phase=offer turn=1"), "turn cannot be"),
        (("market=", "market=?1,"), r'card "\?1"'),
        (("phase=offer", "phase=offer colour=red"), "is not a field"),
        (("phase=offer", "phase=offer red"), "is not a field"),
        (("hands=", "hands=-/"), "hands has 4 parts"),
        (("hands=", "hands=moon,"), 'card "moon"'),
        (("hands=", "hands=gold,"), "hands has 7 cards; there can be at most 6"),
        (("market=", "market=gold,gold,gold,gold,gold,gold,"), "gold lies on the table"),
        (("phase=offer", "phase=offer certain=opium/-/-"), "cannot be certain to hold opium"),
        (("phase=offer", "phase=offer chosen=?/-/-"), "hands has 6 cards"),
        (("deck=", "deck=?999"), None),
    ],
)
def test_positions_that_cannot_be(change: tuple[str, str], sentence: str | None) -> None:
    with pytest.raises(BadDeal, match=sentence):
        AMUL.position(START.replace(*change), 3)


def test_more_positions_that_cannot_be() -> None:
    hidden = AMUL.deal(3, 1).view().position
    with pytest.raises(BadDeal, match="at most 147"):
        AMUL.position(hidden.replace("deck=?", "deck=?9"), 3)
    with pytest.raises(BadDeal, match="market has 2 cards; in round 1, phase offer, it must have 1"):
        AMUL.position(hidden.replace("market=", "market=looter.K,"), 3)
    everybody = hidden.replace("hands=?6/?6/?6", "hands=?5/?5/?5 chosen=?/?/?")
    with pytest.raises(BadDeal, match="not everybody can have chosen"):
        AMUL.position(everybody, 3)
    some = hidden.replace("hands=?6/?6/?6", "hands=?5/?6/?5 chosen=?/-/? certain=gold,gold,gold,gold/-/-")
    assert AMUL.position(some, 3).waiting_for == (1,)
    with pytest.raises(BadDeal, match="position has 66 cards; there can be at most 60"):
        AMUL.position(hidden + " areas=camel,camel,camel,contract,contract,contract/-/-", 3)
    take = at_phase(TAKE, 3, 2).position
    with pytest.raises(BadDeal, match="has nothing to take"):
        AMUL.position(" ".join(field for field in take.split() if not field.startswith("played=")), 3)


# --- the drawn table ----------------------------------------------------------------------------------------


def test_the_drawn_table() -> None:
    table = AMUL.deal(3, 1)
    drawn = str(table)
    assert drawn.startswith("Amul · round 1 of 9 · offer · first pick: seat")
    assert drawn.count("> seat") == 3
    table.play(1, table.legal_moves(1)[0])
    assert "chosen ?" in str(table.view(0))
    assert f"chosen {notation.names(table.book[0], table.state[0].chosen)[0]}" in str(table)
    assert "hand 6 ?" in str(table.view(SPECTATOR))
    for _ in walk(table, 1):
        drawn = str(table)
        assert ("order " in drawn) == (table.state[0].phase in (1, 3))
    assert "over" in str(table)


# --- the story ----------------------------------------------------------------------------------------------


def told(table: Table, seat: int, move: str, viewer: int) -> list[Happening]:
    before = table.view(viewer)
    shown = table.show_move(seat, move, viewer)
    after = table.copy()
    after.play(seat, move)
    happenings = AMUL.tell(before, after.view(viewer), seat, shown)
    assert all(isinstance(happening, Happening) for happening in happenings)
    return [happening for happening in happenings if isinstance(happening, Happening)]


def test_the_story_of_whole_games() -> None:
    tags = set()
    for seed, players in [(9, 3), (1, 5), (2, 4), (3, 6), (4, 7), (5, 8)][: few(6, 2)]:
        table = AMUL.deal(players, seed)
        drawn = 0
        for seat, move in walk(table, seed):
            everybody = told(table, seat, move, SPECTATOR)
            for viewer in range(table.players):
                own = told(table, seat, move, viewer)
                assert [type(one) for one in own] == [type(one) for one in everybody]
                drawn += sum(isinstance(one, story.RoundBegins) and one.drawn is not None for one in own)
            for happening in everybody:
                tags.add(happening.__struct_config__.tag)
                for language in LANGUAGES:
                    sentence = in_words(table, happening, language)
                    assert sentence.endswith(".")
                    assert "{" not in sentence
            assert "?" not in msgspec.json.encode(everybody).decode()
        assert drawn == 8 * table.players
    assert tags == {
        *("chose", "offers", "pick_order", "picked", "plays", "lost", "took", "declined", "lapsed"),
        *("cleared", "round", "laid_out", "ended"),
    }


def test_what_is_laid_out_at_the_end_came_from_the_hand() -> None:
    for seed in range(few(12, 4)):
        table = AMUL.deal(4, seed)
        for seat, move in walk(table, seed):
            last = table.copy(), seat, move
        before, seat, move = last
        for laid in told(before, seat, move, SPECTATOR):
            if isinstance(laid, story.LaidOut):
                hand = [face for face in before.state[0].hand[laid.seat] if face != BLANK]
                missing = Counter(laid.cards) - Counter(notation.names(before.book[0], hand))
                assert not missing, (seed, move)


def test_the_story_keeps_choices_to_their_owner() -> None:
    table = AMUL.deal(3, 1)
    move = table.legal_moves(0)[0]
    card = move.split()[1]
    assert told(table, 0, move, 0) == [story.Chose(0, "offer", card)]
    assert told(table, 0, move, 1) == [story.Chose(0, "offer")]
    sentences = [in_words(table, told(table, 0, move, viewer)[0]) for viewer in (0, 1)]
    assert sentences == [
        f"Seat 0 offers {house().name_of(card, 'en')}, face down for now.",
        "Seat 0 has chosen a card to offer.",
    ]


def test_the_story_tells_drawn_cards_to_their_owner_and_the_whole_market() -> None:
    for seed in range(few(10, 2)):
        table = AMUL.deal(4, seed)
        for seat, move in walk(table, seed):
            after = table.copy()
            after.play(seat, move)
            if after.state[0].round_number == table.state[0].round_number:
                continue
            for viewer in range(4):
                *_, cleared, begins = told(table, seat, move, viewer)
                assert isinstance(begins, story.RoundBegins)
                assert isinstance(cleared, story.Cleared)
                expected = set(notation.names(after.book[0], after.state[0].hand[viewer]))
                assert begins.drawn in expected
                assert "You draw" in in_words(table, begins)
                assert begins.market == notation.names(after.book[0], after.state[0].market)
                n = 4 * 5 + 6 * table.state[0].round_number
                holder = (table.dealt["first"] + table.state[0].round_number) % 4
                assert begins.drawn == table.dealt["deck"][n + (viewer - holder) % 4]


def test_cards_of_other_sets_have_their_names() -> None:
    text = write_file(random_box(random.Random(3)))
    table = AMUL.deal(3, 1, {"cards": text})
    for seat, move in walk(table, 1):
        told(table, seat, move, 0)
    assert house().name_of("arab_guard.C", "de") == "Arabische Wache C"
    assert house().name_of("unheard_of", "de") == "unheard_of"
