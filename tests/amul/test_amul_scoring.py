"""Scoring: against a plain scorer on random areas and random card sets, and the examples of the rules."""

from __future__ import annotations

import random
import tomllib
from itertools import product

import pytest

from spieltisch.games.amul import rules, score_breakdown, scoring
from spieltisch.texts import LANGUAGES
from tests.amul.amul_tables import HOUSE, lines_of, random_areas, random_box, with_areas, write_file
from tests.amul.plain_amul import LINES, placed, score
from tests.tables import few

TABLE = [
    ("gold gold / gold / -", "yellow", 8),
    ("silk silk / silk silk / silk / -", "yellow", 7),
    ("silk / silk silk / silk silk / -", "yellow", 4),
    ("opium opium / - / opium / -", "yellow", -4),
    ("porcelain porcelain carpet / - / -", "blue", 9),
    ("lamp lamp oil / - / -", "blue", 6),
    ("lamp lamp oil / - / -", "yellow", 2),
    ("thief / arab_guard.C / guard_of_amul.N", "purple", 1),
    ("dancer / thief / -", "purple", 2),
    ("arab_sword.A / looter.K / looter.L", "red", 0),
    ("mercenary.P / gold / -", "red", -2),
    ("camel camel camel_driver / - / -", "orange", 12),
    ("trader_bukhara spices spices silver / - / -", "bazaar", 4),
]


@pytest.mark.parametrize(("areas", "line", "points"), TABLE)
def test_examples_of_the_house_set(areas: str, line: str, points: int) -> None:
    table = with_areas([area.replace("-", "").split() for area in areas.split(" / ")])
    assert lines_of(table)[0][LINES.index(line)] == points


def test_random_areas_of_the_house_set_score_as_the_plain_scorer_says() -> None:
    dice = random.Random(1)
    for _ in range(few(300, 15)):
        areas = random_areas(HOUSE, dice.randint(3, 8), dice, most=25)
        assert lines_of(with_areas(areas)) == score(HOUSE, areas)


def test_random_areas_of_random_card_sets_score_as_the_plain_scorer_says() -> None:
    used = set()
    for seed in range(few(12, 6)):
        dice = random.Random(seed)
        text = write_file(random_box(dice))
        box = tomllib.loads(text)
        for entry in box["card"] + box["trader"]:
            used |= {
                (rule["rule"], rule.get("scope", "own"), "table" in rule, rule.get("by")) for rule in entry["score"]
            }
        for _ in range(few(8, 3)):
            areas = random_areas(box, dice.randint(3, 8), dice, most=25)
            assert lines_of(with_areas(areas, {"cards": text})) == score(box, areas)
    assert {rule for rule, *_ in used} == {
        *("flat", "per", "kinds", "falling", "if", "set", "bundle", "rank", "order"),
    }
    assert {scope for _, scope, *_ in used} == {"own", "neighbours", "own_neighbours", "everyone"}
    assert ("kinds", "everyone", True, "category") in used


@pytest.mark.parametrize("players", range(3, 9))
def test_majorities_for_all_patterns_of_ties(players: int) -> None:
    """Every way in which the seats can be ordered, with ties and zeros: each seat has 0 to 3 symbols."""
    table = with_areas([[] for _ in range(players)])
    book, s = table.book[0], table.state[0]
    patterns = list(product(range(4), repeat=players))
    if len(patterns) > few(5000, 200):
        patterns = random.Random(players).sample(patterns, few(5000, 200))
    for pattern in patterns:
        s.symbols[:players, 0] = pattern
        numbers = dict(enumerate(pattern))
        for seat in (0, players - 1):
            assert scoring.majority_points(book, s, seat, 0) == placed(numbers, seat, [8, 4, 2])


@pytest.mark.parametrize(
    ("symbols", "points"),
    [
        ([3, 3, 3, 1], [2, 2, 2, 0]),
        ([4, 4, 2, 2], [4, 4, 0, 0]),
        ([2, 1, 1, 1], [8, 0, 0, 0]),
        ([1, 0, 0, 0], [8, 0, 0, 0]),
        ([3, 2, 1, 0], [8, 4, 2, 0]),
        ([1, 1, 1, 1], [0, 0, 0, 0]),
    ],
)
def test_majority_examples(symbols: list[int], points: list[int]) -> None:
    table = with_areas([[] for _ in symbols])
    table.state[0].symbols[: len(symbols), 1] = symbols
    scored = [scoring.majority_points(table.book[0], table.state[0], seat, 1) for seat in range(len(symbols))]
    assert scored == points


def test_the_sheet_says_the_places_of_a_majority() -> None:
    """Who shares places has the lowest of them; without a symbol there is no place."""
    table = with_areas([[] for _ in range(5)])
    table.state[0].symbols[:5, 1] = [4, 4, 2, 1, 0]

    def places(language: str) -> list[str]:
        return [score_breakdown(table, seat, language).lines[8].place for seat in range(5)]

    assert places("en") == ["2nd place, tied", "2nd place, tied", "3rd place", "4th place", "no place"]
    assert places("de") == ["2. Platz, geteilt", "2. Platz, geteilt", "3. Platz", "4. Platz", "kein Platz"]
    assert places("fr") == ["2e place, ex æquo", "2e place, ex æquo", "3e place", "4e place", "aucune place"]
    assert score_breakdown(table, 0).lines[0].place == ""


def test_with_three_players_neighbours_and_owner_are_everyone() -> None:
    book = with_areas([[], [], []]).book[0]
    for seat in range(3):
        assert sorted(book.in_scope[2, seat, :3]) == sorted(book.in_scope[3, seat, :3]) == [0, 1, 2]
        assert seat not in book.in_scope[1, seat, :2]


def test_the_breakdown_adds_up_and_gives_reasons_in_every_language() -> None:
    dice = random.Random(9)
    for round_number in range(few(12, 4)):
        text = "house" if round_number % 2 else write_file(random_box(dice))
        box = HOUSE if text == "house" else tomllib.loads(text)
        table = with_areas(random_areas(box, dice.randint(3, 8), dice), {"cards": text})
        expected = lines_of(table)
        for seat in range(table.players):
            for language in LANGUAGES:
                sheet = score_breakdown(table, seat, language)
                assert [line.points for line in sheet.lines] == expected[seat]
                assert [line.id for line in sheet.lines] == LINES
                assert sheet.total == sum(expected[seat])
                for line in sheet.lines:
                    reasons = line.reasons + [reason for card in line.cards for reason in card.reasons]
                    assert sum(reason.points for reason in reasons) == line.points
                    assert all(reason.text.endswith(str(reason.points)) for reason in reasons)


def test_the_breakdown_says_why() -> None:
    areas = [["spices"] * 3 + ["dancer", "arab_guard.C", "arab_guard.F", "medallion"], ["thief"], []]
    sheets = {language: score_breakdown(with_areas(areas), 0, language) for language in LANGUAGES}
    assert sheets["en"].lines[0].cards[0].reasons[0].text == "3 Spices: 9"
    assert sheets["de"].lines[0].cards[0].reasons[0].text == "3 Gewürze: 9"
    assert sheets["fr"].lines[0].cards[0].reasons[0].text == "3 Épices : 9"
    assert sheets["en"].lines[2].cards[0].reasons[0].text == (
        "place 2 for Characters (own area and both neighbours): 2"
    )
    assert sheets["en"].lines[3].cards[0].reasons[0].text == "2 Arab Guard, 2 each: 4"
    assert sheets["en"].lines[7].reasons[0].text == "2 \N{MULTIPLICATION SIGN} Arab symbols, place 1: 8"
    assert sheets["en"].lines[8].reasons[0].text == "no Mongol symbols: 0"
    assert sheets["en"].lines[3].name == "Military"
    assert sheets["en"].lines[6].name == "Bazaar"


def test_laying_down_every_card_of_the_box_fills_every_bit() -> None:
    from tests.amul.plain_amul import piles

    cards = [card for pile in piles(HOUSE, 8, tea=True) for card in pile]
    table = with_areas([cards, [], []])
    assert sum(int(word).bit_count() for word in table.state[0].area[0]) == len(cards) == 172
    assert rules.holder(table.book[0], table.state[0]) in range(3)
