"""Card sets as data: the house's is complete and says what it does; mistakes are found with line and remedy."""

from __future__ import annotations

import re
from typing import Any

import pytest

from spieltisch.games import BadOption
from spieltisch.games.amul import (
    BadCards,
    Options,
    cards_heading,
    cards_table,
    doubts,
    house,
    parse,
)
from spieltisch.games.amul.cards import house_text, numbers_in, numbers_of
from spieltisch.texts import LANGUAGES, say
from tests.amul.amul_tables import AMUL, HOUSE, write_file
from tests.amul.card_mistakes import MISTAKES

TEXT = house_text()


def problems(text: str) -> list[Any]:
    with pytest.raises(BadCards) as caught:
        parse(text)
    for language in LANGUAGES:
        told = caught.value.told(language)
        assert "{" not in re.sub(r"\{ ?rule.*?\}", "", told)
        for problem in caught.value.problems:
            assert problem.what(language) in told
            assert problem.remedy(language) in told
            assert str(problem.line) in problem.told(language)
    return caught.value.problems


def changed(old: str, new: str, start: str = "") -> str:
    """Change one place in the card file of the house."""
    at = TEXT.index(old, TEXT.index(start))
    return TEXT[:at] + new + TEXT[at + len(old) :]


# --- the house set ----------------------------------------------------------------------------------------


def test_the_house_set_is_complete_in_three_languages() -> None:
    cardset = house()
    assert len(cardset.kinds) == 57 + 9
    assert sum(kind.copies for kind in cardset.kinds) == 147 + 16 + 9
    for kind in (*cardset.kinds, cardset.bazaar_card):
        assert kind is not None
        for language in LANGUAGES:
            assert kind.name[language]
            assert kind.text[language].endswith(".")
    assert cardset is house()


@pytest.mark.parametrize("kind", house().kinds, ids=lambda kind: kind.id)
def test_explanations_name_the_numbers_of_their_rules(kind: Any) -> None:
    must, may = numbers_of(kind)
    for language in LANGUAGES:
        named = numbers_in(kind.text[language])
        assert not must - named
        assert not named - must - may
    assert len({tuple(sorted(numbers_in(kind.text[language]).elements())) for language in LANGUAGES}) == 1


def test_the_general_explanation_of_traders_names_the_length_of_their_orders() -> None:
    card = house().bazaar_card
    assert card is not None
    goods = {len(rule.of) for kind in house().kinds if any(kind.bazaar) for rule in kind.score}
    for language in LANGUAGES:
        assert set(numbers_in(card.text[language])) == goods


@pytest.mark.parametrize(
    ("card", "old", "new"),
    [
        ("gold", "points = 5", "points = 6"),
        ("gold", "min = 2", "min = 1"),
        ("spices", "[0, 2, 5, 9", "[0, 2, 5, 8"),
        ("silk", "[8, 5, 3]", "[8, 5, 2]"),
        ("thief", "step = 3", "step = 2"),
        ("arab_prince", "at_least = 5", "at_least = 4"),
        ("opium", "3, -2]", "3, -1]"),
        ("warlord", '"market"\nscore', '"none"\nscore'),
        ("trader_merv", "[0, 1, 4, 8]", "[0, 1, 5, 8]"),
    ],
)
def test_an_explanation_that_no_longer_fits_is_doubted(card: str, old: str, new: str) -> None:
    text = changed(old, new, f'"{card}"\n')
    found = doubts(parse(text))
    assert {(doubt.id, doubt.language) for doubt in found} == {(card, language) for language in LANGUAGES}
    for language in LANGUAGES:
        assert card in found[0].told(language)
    assert doubts(house()) == []


def test_the_listed_set() -> None:
    for language in LANGUAGES:
        rows = cards_table(house(), language)
        heading = cards_heading(language)
        assert len(rows) == len(house().kinds)
        assert all(heading)
        assert all(row.name and row.id and row.category and row.position and row.text for row in rows)
        assert say("amul.cards.own_design", language)
    rows = cards_table(house(), "en")
    guard = next(row for row in rows if row.id == "arab_guard")
    assert guard.market == "2·1·0·0·0·0"
    assert guard.symbols == "1 Arab symbols, 1 strength"
    assert guard.letters == "C F I"
    contract = next(row for row in rows if row.id == "contract")
    assert contract.effect == "bazaar"
    trader = next(row for row in rows if row.id == "trader_herat")
    assert (trader.category, trader.market) == ("Bazaar", "0·0·0·1·0·0")


# --- sets in options and records --------------------------------------------------------------------------


def test_the_house_set_leaves_no_trace_in_the_options_of_a_record() -> None:
    assert AMUL.options_record(Options()) == {"tea": False}
    assert AMUL.options_record(Options(tea=True)) == {"tea": True}
    assert AMUL.extras(Options()) == {"cards": {"set": "house", "hash": house().hash}}


def test_another_set_travels_with_the_record_and_plays() -> None:
    text = changed("points = 5", "points = 7", '"gold"\n').replace('set = "house"', 'set = "mine"')
    options = AMUL.read_options({"cards": text})
    record = AMUL.options_record(options)
    assert record == {"tea": False, "cards": text}
    assert AMUL.extras(options)["cards"]["set"] == "mine"
    assert AMUL.extras(options)["cards"]["hash"] != house().hash
    table = AMUL.deal(3, 1, record)
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, table.random_move(seat))
    assert AMUL.table(3, table.dealt, record).options == options


def test_a_copy_of_the_house_set_is_the_house_set() -> None:
    copy = "# a copy\n" + TEXT.replace('"resources"', "'resources'")
    assert AMUL.read_options({"cards": copy}) == Options()
    assert parse(write_file(HOUSE)).hash == house().hash


def test_a_bad_set_is_a_bad_option() -> None:
    with pytest.raises(BadOption, match="line 1: "):
        AMUL.deal(3, 1, {"cards": "no such file"})


# --- mistakes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "start", "old", "new", "keys"), MISTAKES, ids=[mistake[0] for mistake in MISTAKES])
def test_a_mistake_is_found_in_its_line(what: str, start: str, old: str, new: str, keys: str) -> None:
    found = problems(changed(old, new, start))
    at = TEXT.index(old, TEXT.index(start))
    line = TEXT.count("\n", 0, at) + 1
    # Some mistakes show in the line before, in the one added, or in another field of the entry.
    line += {"unknown top field": 1, "no tea trader": -1}.get(what, 0)
    assert line in {problem.line for problem in found}
    assert {problem.key for problem in found} >= set(keys.split())
    if keys != "colour_twice":  # cards keep their old colour, so there is more to complain about
        assert sorted(problem.key for problem in found) == keys.split()


def test_english_stands_in_for_a_language_that_a_card_file_does_not_have() -> None:
    cards = parse(changed('name.de  = "Öl"\n', "", '"oil"\n'))
    assert cards.name_of("oil", "de") == "Oil"
    assert cards.name_of("oil", "fr") == "Huile"


def test_all_mistakes_are_reported_at_once_by_line() -> None:
    text = changed('"flat"', '"flatt"', '"oil"\n').replace('of = "gold", scope = "own", points = 2', "points = 2")
    found = problems(text)
    assert [problem.key for problem in found] == ["rule_unknown", "field_missing"]
    assert found[0].line < found[1].line


def test_remedies_guess_what_was_meant() -> None:
    (problem,) = problems(changed('"oil"', '"oils"', '"trader_merv"'))
    assert "oils" in problem.what()
    assert "Perhaps oil is meant" in problem.remedy()
    (problem,) = problems(changed("group:dignitaries", "group:dignitary", '"courtesan"\n'))
    assert "Perhaps group:dignitaries is meant" in problem.remedy()


def test_files_that_are_hardly_card_files() -> None:
    assert [problem.key for problem in problems("x = [")] == ["syntax"]
    assert {problem.key for problem in problems("")} >= {"format", "field_missing", "count_market", "tea_trader"}
    assert {"form"} <= {problem.key for problem in problems('format = 1\nset = "x"\n[group]\nid = "y"\n')}
    assert {"form"} <= {problem.key for problem in problems('format = 1\nset = "x"\ncard = 5\nmajority = 3\n')}
    assert {"form"} <= {problem.key for problem in problems('format = 1\nset = "x"\ncard = [5]\n')}


def test_a_set_without_the_general_trader_card_is_complete() -> None:
    box = {**HOUSE, "card": [card for card in HOUSE["card"] if card["deck"] != "bazaar"]}
    assert parse(write_file(box)).bazaar_card is None


def test_more_rules_than_the_tables_hold() -> None:
    rule = {"rule": "flat", "points": 1}
    cards = [{**card, "score": [rule] * 6 if card["deck"] != "bazaar" else []} for card in HOUSE["card"]]
    (problem,) = problems(write_file({**HOUSE, "card": cards}))
    assert problem.key == "too_large"
    assert "256" in problem.remedy()


def test_more_faces_than_the_tables_hold() -> None:
    """Every single copy is a kind of its own."""
    cards = []
    for card in HOUSE["card"]:
        added = [(field, at) for field in ("market", "palace") for at in range(6) for _ in range(card[field][at])]
        if card["letters"] or card["deck"] == "bazaar":
            cards.append(card)
            continue
        for number, (field, at) in enumerate(added):
            columns = {"market": [0] * 6, "palace": [0] * 6}
            columns[field][at] = 1
            name = card["id"] if number == 0 else f"{card['id']}_{number}"
            cards.append({**card, "id": name, **columns})
    (problem,) = problems(write_file({**HOUSE, "card": cards}))
    assert (problem.key, problem.facts["form"]) == ("too_large", "faces")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("a." * 30_000 + "a = 1", "line_long"),
        ('"\u2028".' * 1_000 + "a = 1", "line_long"),
        ("# nothing but words\n" * 100_000, "file_long"),
        ("a = " + "[" * 900 + "\n[" * 30_000, "deep"),
        ("a = " + "{a=" * 330, "deep syntax"),
        ("a = " + "1" * 990 + "\n", "field_unknown"),
    ],
    ids=lambda value: value[:12],
)
def test_what_no_card_file_needs_is_refused_before_it_is_understood(text: str, key: str) -> None:
    assert problems(text)[0].key in key.split()


def test_whoever_makes_many_mistakes_is_told_the_first_ones() -> None:
    assert len(problems("".join(f"key{number} = 1\n" for number in range(9_000)))) == 50
    entries = TEXT + "".join(f'\n[[card]]\nid = "more{number}"' for number in range(3_000))
    assert any(problem.key == "too_long" for problem in problems(entries))
