"""One way to words: every happening has its sentence in every language, filled in by the kinds of its fields."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from spieltisch import games
from spieltisch.games.happenings import Happening, Seat, kinds, kinds_of, sentence, tag_of, wish
from spieltisch.texts import LANGUAGES, PLURAL_FORMS, catalogue
from tests.tables import walk

if TYPE_CHECKING:
    from spieltisch.games import Game

every_name = pytest.mark.parametrize("game", [games.get(name) for name in games.names()], ids=games.names())
every_language = pytest.mark.parametrize("language", LANGUAGES)


def endings(entry: Any, chosen: tuple[tuple[str, str], ...] = ()) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """List every sentence of an entry with the choices that lead to it."""
    if isinstance(entry, str):
        return [(entry, chosen)]
    if PLURAL_FORMS.issuperset(entry):
        return [found for form in entry.values() for found in endings(form, (*chosen, ("count", "plural")))]
    ((field, choices),) = entry.items()
    return [found for choice, inner in choices.items() for found in endings(inner, (*chosen, (field, choice)))]


def optional_fields(happening: type[msgspec.Struct]) -> set[str]:
    return {field.name for field in msgspec.structs.fields(happening) if not field.required}


@every_name
def test_a_game_lists_all_its_happenings_and_every_field_has_a_kind(game: Game) -> None:
    assert game.happenings
    assert len(kinds(game.happenings)) == len(game.happenings)
    for happening in game.happenings:
        assert all(kinds_of(happening).values()), happening


@every_name
@every_language
def test_a_sentence_names_only_what_its_happening_has_and_secrets_only_where_they_are_known(
    game: Game, language: str
) -> None:
    texts = catalogue(language, game.name)
    for happening in game.happenings:
        fields = set(kinds_of(happening))
        for section in ("story", "say"):
            entry = texts[section].get(tag_of(happening))
            if entry is None:
                assert section == "say"
                continue
            for text, choices in endings(entry):
                named = {name for _, name, _, _ in string.Formatter().parse(text) if name}
                assert named | {field for field, _ in choices} <= fields, (tag_of(happening), text)
                secrets = named & optional_fields(happening)
                assert not secrets or any(choice in ("known", "some") for _, choice in choices), (
                    tag_of(happening),
                    text,
                )


@every_name
def test_the_published_schema_describes_every_happening_with_the_kinds_of_its_fields(game: Game) -> None:
    (_,), components = msgspec.json.schema_components([happenings_of(game)], ref_template="#/{name}")
    described = {part["properties"]["what"]["enum"][0]: part["properties"] for part in components.values()}
    for tag, fields in kinds(game.happenings).items():
        for field, kind in fields.items():
            assert f"'x-kind': '{kind}'" in str(described[tag][field]), (tag, field)


def happenings_of(game: Game) -> Any:
    """The union of what can happen in a game."""
    together: Any = game.happenings[0]
    for happening in game.happenings[1:]:
        together |= happening
    return together


@every_name
@every_language
def test_every_move_has_words_before_it_is_made(game: Game, language: str) -> None:
    table = game.deal(game.seats[0], seed=5)
    for seat, move in walk(table):
        view = table.view(seat)
        told = game.foretell(view, seat, move)
        assert told is not None
        text = wish(view, told, language)
        assert "{" not in text
        assert text[0].isupper() or text[0].isdigit()


def test_a_game_has_the_words_of_its_pieces_goods_and_cards() -> None:
    wigwam = games.get("wigwam").table(2, {}, {"setup": "standard"})
    view = wigwam.view(0)
    moved = wigwam.game.foretell(view, 0, "d3-d4")
    assert moved is not None
    assert sentence(view, moved, "de", ["Ada", "Ben"]) == "Ada zieht einen Krieger von d3 nach d4."
    assert wish(view, moved, "de") == "Einen Krieger von d3 nach d4 ziehen"
    wampum = games.get("wampum").position("canoe=0 villages=CC/FF/TT hands=WWT/WWWW", 2).view(0)
    bid = wampum.game.foretell(wampum, 0, "bid 2 TWW")
    assert bid is not None
    assert wish(wampum, bid, "fr") == "Miser tabac et 2 armes au village 2"


class Odd(Happening, frozen=True, tag="odd"):
    """Something that no game tells."""

    seat: Seat


def test_a_happening_without_a_sentence_is_a_mistake_of_the_game() -> None:
    with pytest.raises(KeyError):
        sentence(games.get("wigwam").table(2, {}), Odd(0))
