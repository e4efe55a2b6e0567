"""The workshop: a card file becomes a form and a form a card file; every mistake has its place; a card is explained and
worked out before it is finished; hostile sets do no harm."""

from __future__ import annotations

import json
import pickle
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from spieltisch.games.amul import BadCards, cards, doubts, house, parse, workshop
from spieltisch.games.amul.cardwriting import write
from spieltisch.texts import LANGUAGES
from tests.amul.amul_tables import AMUL
from tests.amul.card_mistakes import MISTAKES, made

if TYPE_CHECKING:
    from spieltisch.games.workshop import Tally

READABLE = {what: rest for what, *rest in MISTAKES if what != "syntax"}


def draft() -> dict[str, Any]:
    return workshop.open(cards.house_text(), "en").draft


def place_of(data: dict[str, Any], name: str) -> tuple[str, int]:
    return next(
        (table, at) for table in ("card", "trader") for at, card in enumerate(data[table]) if card["id"] == name
    )


def entry(data: dict[str, Any], name: str) -> dict[str, Any]:
    table, at = place_of(data, name)
    found: dict[str, Any] = data[table][at]
    return found


def about(data: dict[str, Any], name: str, **areas: int) -> str:
    table, at = place_of(data, name)
    lying = {key.replace("_at_", " ").removeprefix("at "): count for key, count in areas.items()}
    return json.dumps({"table": table, "at": at, "areas": lying})


def test_a_file_becomes_a_form_and_the_same_file_again() -> None:
    opened = workshop.open(cards.house_text(), "en")
    assert opened.mistakes == []
    assert opened.name == "house"
    assert parse(workshop.check(opened.draft, "", "en").text).hash == house().hash
    assert parse(write(tomllib.loads(cards.house_text()))).hash == house().hash


def test_an_empty_set_has_all_cards_and_no_points() -> None:
    empty = parse(workshop.empty())
    assert [kind.id for kind in empty.kinds] == [kind.id for kind in house().kinds]
    assert not any(kind.score or kind.strength or kind.arab for kind in empty.kinds)
    assert doubts(empty) == []
    assert all(kind.effect == known.effect for kind, known in zip(empty.kinds, house().kinds, strict=True))


@pytest.mark.parametrize(("start", "old", "new", "keys"), READABLE.values(), ids=READABLE)
def test_every_mistake_of_a_card_file_is_shown_at_its_place(start: str, old: str, new: str, keys: str) -> None:
    opened = workshop.open(made(start, old, new), "de")
    with pytest.raises(BadCards) as told:
        parse(made(start, old, new))
    assert [mistake.key for mistake in opened.mistakes] == [problem.key for problem in told.value.problems]
    assert set(keys.split()) <= {mistake.key for mistake in opened.mistakes}
    for mistake, problem in zip(opened.mistakes, told.value.problems, strict=True):
        assert (mistake.what, mistake.remedy) == (problem.what("de"), problem.remedy("de"))
        stands_at(opened.draft, mistake.place)
    # A form sends back what it shows: nothing is lost on the way.
    again = workshop.check(opened.draft, "", "de").mistakes
    assert sorted(mistake.key for mistake in again) == sorted(mistake.key for mistake in opened.mistakes)
    assert {tuple(mistake.place) for mistake in again} == {tuple(mistake.place) for mistake in opened.mistakes}


def stands_at(data: Any, place: list[str | int]) -> None:
    """A place leads to an entry of the draft; only its last part may be what is missing there."""
    assert place
    for part in place[:-2]:
        data = data[part]
    if len(place) > 1 and isinstance(place[-1], int):
        assert place[-1] < len(data[place[-2]])


def test_a_guess_can_be_put_in_place_of_a_mistake() -> None:
    (mistake,) = workshop.open(made('"goldsmith"', '"gold"', '"golt"'), "en").mistakes
    assert mistake.instead == "gold"
    data = draft()
    entry(data, "goldsmith")["score"][0]["of"] = "golt"
    (mistake,) = workshop.check(data, "", "en").mistakes
    at: Any = data
    for part in mistake.place[:-1]:
        at = at[part]
    at[mistake.place[-1]] = mistake.instead
    assert workshop.check(data, "", "en").mistakes == []


# --- explanations -----------------------------------------------------------------------------------------------


def test_explanations_follow_from_the_rules_and_name_all_their_numbers() -> None:
    data = draft()
    for card in [*data["card"], *data["trader"]]:
        if card.get("deck") != "bazaar":
            del card["text"]
    text = workshop.check(data, "", "en").text
    assert [doubt for doubt in doubts(parse(text)) if doubt.missing] == []
    for kind in parse(text).kinds:
        for language in LANGUAGES:
            assert kind.text[language].endswith(".")
            assert "{" not in kind.text[language]
    # What follows from the rules is not kept as somebody's own words.
    opened = workshop.open(text, "en").draft
    assert not any("text" in card for card in opened["card"] if card["deck"] != "bazaar")


def test_a_rule_in_three_languages() -> None:
    data = draft()
    gold = entry(data, "gold")
    del gold["text"]
    shown = workshop.check(data, about(data, "gold"), "en").preview
    assert shown.sentences == {
        "en": "Each copy scores 5 points, minus 1 per Gold in the areas of both neighbours, but never less than 2.",
        "de": "Jede Karte zählt 5 Punkte, weniger 1 je Gold in den Bereichen beider Nachbarn, aber nie weniger als 2.",
        "fr": "Chaque carte vaut 5 points, moins 1 par Or dans les zones de vos deux voisins, mais jamais moins de 2.",
    }
    assert not shown.written
    gold["text"] = {"en": "As it is printed."}
    shown = workshop.check(data, about(data, "gold"), "en").preview
    assert shown.written
    assert shown.sentences["fr"] == "As it is printed."


# --- examples ---------------------------------------------------------------------------------------------------


def test_an_example_is_worked_out_by_the_rules() -> None:
    data = draft()
    shown = workshop.check(data, about(data, "gold"), "en").preview
    assert [(row.seat, row.kind, row.count) for row in shown.example.rows] == [
        (0, "gold", 1),
        (1, "gold", 1),
        (3, "gold", 0),
    ]
    assert [line.points for line in shown.example.lines] == [5, -1, 0]
    assert shown.example.points == 4
    shown = workshop.check(
        data, json.dumps({"table": "card", "at": place_of(data, "gold")[1], "areas": {"1 gold": 4}}), "en"
    ).preview
    assert shown.example.points == 2  # never less


def test_a_rule_with_a_mistake_is_left_out_of_preview_and_sum() -> None:
    data = draft()
    entry(data, "gold")["score"].append({"rule": "per", "of": "goldsmid", "points": 1})
    checked = workshop.check(data, about(data, "gold"), "en")
    assert [(mistake.key, mistake.place[2:]) for mistake in checked.mistakes] == [("thing_unknown", ["score", 1, "of"])]
    assert checked.preview.example.points == 4
    assert len(checked.preview.card["score"]) == 1


@pytest.mark.parametrize("kind", house().kinds, ids=lambda kind: kind.id)
def test_every_card_of_the_house_can_be_shown_and_worked_out(kind: Any) -> None:
    data = draft()
    shown = workshop.check(data, about(data, kind.id), "fr").preview
    assert shown.card["id"] == kind.id
    assert shown.example is not None
    assert sum(line.points or 0 for line in shown.example.lines if not line.open) == shown.example.points


def test_a_set_that_cannot_be_laid_out_has_no_example() -> None:
    data = draft()
    entry(data, "gold")["market"] = [999, 0, 0, 0, 0, 0]
    assert workshop.check(data, about(data, "gold"), "en").preview.example is None
    entry(data, "gold").update(market=[4, 0, 1, 0, 1, 1], letters=["ab", "A", "A"])
    assert workshop.check(data, about(data, "gold"), "en").preview.example is None


# --- hostile sets -------------------------------------------------------------------------------------------------


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("change", "keys"),
    [
        ({"card": []}, {"count_market"}),
        ({"card": 5}, {"form"}),
        ({"card": [5] * 40}, {"form"}),
        ({"card": [{}] * 251}, {"field_missing", "too_long"}),
        ({"format": 10**40}, {"format"}),
        ({"set": "x" * 5_000}, {"line_long", "words_long"}),
        ({"set": "\u202egnp.exe"}, {"signs"}),
        ({"set": "<script>alert(1)</script>"}, {"signs"}),
        ({"set": "\x00\x7f\ud800"}, {"signs"}),
        ({"x" * 900: 1}, {"field_unknown"}),
        ({'"]\n[[card]]': 1}, {"field_unknown"}),
        ({"size": nested(100)}, {"deep"}),
        ({"size": {"a": nested(4_000)}}, {"deep"}),
        ({"size": float("nan")}, {"field_unknown"}),
        ({"size": "y" * 200_000}, {"file_long"}),
        ({"majority": {"symbols": ["arab"] * 20_000}}, {"file_long"}),
        ({"majority": {"places": [10**30]}}, {"form", "range"}),
        ({"majority": None}, {"field_missing"}),
    ],
    ids=range(18),
)
def test_hostile_sets_are_refused_without_harm(change: dict[str, Any], keys: set[str]) -> None:
    data = {**draft(), **change}
    try:
        found = {mistake.key for mistake in workshop.check(data, "", "en").mistakes}
    except BadCards as refused:
        travelled: BadCards = pickle.loads(pickle.dumps(refused))  # noqa: S301 - our own, as it comes from the clerk
        found = {problem.key for problem in travelled.problems}
    assert found & keys


def test_files_that_no_form_can_show_are_refused_with_a_sentence() -> None:
    for text in ("x = [", "a = " + "[" * 900 + "\n[" * 30_000, "a." * 30_000 + "a = 1", "# words\n" * 100_000):
        with pytest.raises(BadCards, match="line "):
            workshop.open(text, "en")
    dates = workshop.open("format = 1979-05-27\nset = inf\n", "en")
    assert dates.draft == {"format": "1979-05-27", "set": "inf"}
    assert tomllib.loads(workshop.check(dates.draft, "", "en").text) == dates.draft


# --- balance ------------------------------------------------------------------------------------------------------


def test_a_tally_adds_up_to_the_scores() -> None:
    table = AMUL.deal(4, seed=3)
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, table.random_move(seat))
    tallies: dict[str, Tally] = {}
    workshop.tally(table, tallies)
    outcome = table.outcome
    assert outcome is not None
    assert outcome.lines is not None
    majorities = sum(sum(lines[7:]) for lines in outcome.lines)
    assert sum(tally.points for tally in tallies.values()) + majorities == sum(outcome.scores)
    assert set(tallies) == {kind.id for kind in house().kinds}
    assert all(tally.wins <= tally.owners <= tally.copies for tally in tallies.values())
    assert max(tally.wins for tally in tallies.values()) <= 1.0
