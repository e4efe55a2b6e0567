"""What happens at a table, as types and in words.

A game tells its story in happenings: small structs whose fields say of what kind they are. Everything else follows
from the kinds and from the game's catalogue, here and in the client (web/src/lib/telling.ts), which a test compares.

A sentence stands under `[story]` with the happening's tag. An entry is a sentence, forms of a plural chosen by `count`,
or a choice by a field, `took.place = { palace = "…", bazaar = "…" }`. For a field that only some may know the choices
are `known` and `hidden`, for one that everybody sees to be empty `some` and `none`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

import msgspec

from spieltisch.texts import PLURAL_FORMS, catalogue, listed, plural_form, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spieltisch.games.game import Game
    from spieltisch.games.table import Board

ABSENT, PRESENT = ("hidden", "none"), ("known", "some")
LETTERS = "letters:"
"""Begins the kind of a text in which every letter stands for one thing of a kind."""


class Happening(msgspec.Struct, frozen=True, tag_field="what", omit_defaults=True):
    """Something that everybody at the table notices; fields that are None are known to others only."""


def kind(name: str) -> msgspec.Meta:
    """Say of what kind a field is; the published schema says it too, as `x-kind`."""
    return msgspec.Meta(extra={"kind": name}, extra_json_schema={"x-kind": name})


# Seats are called by the players' names, numbers and texts are what they are. The other kinds have words: the game's
# own (cards are named by their set), or the table of that name in its catalogue; without either they are what they are.

Seat = Annotated[int, kind("seat")]
Seats = list[Seat]
Number = Annotated[int, kind("number")]
Numbers = list[Number]
Text = Annotated[str, kind("text")]
Move = Annotated[str, kind("move")]
Point = Annotated[str, kind("point")]
Points = list[Point]
Piece = Annotated[str, kind("piece")]
Pieces = list[Piece]
Card = Annotated[str, kind("card")]
Cards = list[Card]
Place = Annotated[str, kind("place")]
Step = Annotated[str, kind("step")]
Reason = Annotated[str, kind("reason")]
Goods = Annotated[str, kind(f"{LETTERS}good")]


class Ended(Happening, frozen=True, tag="ended"):
    """The game is over."""

    scores: Numbers
    winners: Seats


@cache
def kinds_of(happening: type[msgspec.Struct]) -> Mapping[str, str]:
    """Say of what kind each field of a happening is."""
    return {field.name: found_kind(field.type) for field in msgspec.structs.fields(happening)}


def kinds(happenings: Sequence[type[msgspec.Struct]]) -> dict[str, Mapping[str, str]]:
    """Say of what kinds the fields of some happenings are, by their tags."""
    return {tag_of(happening): kinds_of(happening) for happening in happenings}


def found_kind(annotation: Any) -> str:
    """Find the kind in a field's type: its own, that of its items, or that of what it may be besides None."""
    if get_origin(annotation) is Annotated:
        for meta in annotation.__metadata__:
            if isinstance(meta, msgspec.Meta) and meta.extra and "kind" in meta.extra:
                return str(meta.extra["kind"])
    return next((found for inner in get_args(annotation) if (found := found_kind(inner))), "")


def tag_of(happening: type[msgspec.Struct]) -> str:
    """Give the word by which a happening is told from others."""
    return str(happening.__struct_config__.tag)


def words_of(game: Game, language: str) -> dict[str, Any]:
    """Gather what it takes to tell a game and its options in a language, for programs that do it themselves."""
    texts, found = catalogue(language, game.name), kinds((*game.happenings, *game.reasons))
    named = {fact_kind.removeprefix(LETTERS) for fields in found.values() for fact_kind in fields.values()}
    return {
        "story": texts.get("story", {}),
        "say": texts.get("say", {}),
        "why": texts.get("why", {}),
        "words": {name: texts[name] for name in sorted(named & texts.keys())},
        "options": texts.get("option", {}),
        "kinds": found,
        "nothing": say("common.nothing", language),
        "several": catalogue(language, "common")["several"],
    }


def sentence(board: Board, happening: msgspec.Struct, language: str = "en", names: Sequence[str] | None = None) -> str:
    """Put a happening into words, with the players' names or else their seats."""
    return filled_in("story", board, happening, language, names)


def wish(board: Board, move: msgspec.Struct, language: str = "en") -> str:
    """Put a move that could be made into words, as a hint says it."""
    text = filled_in("say", board, move, language, None)
    return text[:1].upper() + text[1:]


def reason(board: Board, why: msgspec.Struct, language: str = "en", names: Sequence[str] | None = None) -> str:
    """Put a reason for or against a move into words, as part of a sentence."""
    return filled_in("why", board, why, language, names)


def filled_in(section: str, board: Board, happening: msgspec.Struct, language: str, names: Sequence[str] | None) -> str:
    """Choose the entry of a happening and fill it in."""
    facts = {name: getattr(happening, name) for name in happening.__struct_fields__}
    entry = chosen(catalogue(language, board.game.name)[section][tag_of(type(happening))], facts, language)
    words = {
        name: in_words(board, fact_kind, facts[name], language, names)
        for name, fact_kind in kinds_of(type(happening)).items()
        if f"{{{name}}}" in entry
    }
    return entry.format(**words)


def chosen(entry: Any, facts: Mapping[str, Any], language: str) -> str:
    """Follow the choices of an entry to the sentence."""
    while not isinstance(entry, str):
        if PLURAL_FORMS.issuperset(entry):
            entry = plural_form(entry, language, facts["count"])
        else:
            ((field, choices),) = entry.items()
            fitting = ABSENT if facts[field] is None else (facts[field], *PRESENT)
            entry = choices[next(choice for choice in fitting if choice in choices)]
    return entry


def in_words(board: Board, fact_kind: str, value: Any, language: str, names: Sequence[str] | None) -> str:
    """Put the value of a field into words."""
    if fact_kind.startswith(LETTERS):
        return several(board, fact_kind.removeprefix(LETTERS), value, language)
    if isinstance(value, list | tuple):
        words = [in_words(board, fact_kind, one, language, names) for one in value]
        if fact_kind == "number":
            return ", ".join(words)
        return listed(language, words) or say("common.nothing", language)
    if fact_kind == "seat":
        return names[value] if names else say("common.seat_name", language, seat=value)
    return word(board, fact_kind, value, language)


def several(board: Board, fact_kind: str, letters: str, language: str) -> str:
    """Write "CCT" as "2 corn and tobacco"."""
    counts = {letter: letters.count(letter) for letter in letters}
    words = {letter: word(board, fact_kind, letter, language) for letter in counts}
    parts = [
        words[letter] if count == 1 else say("common.several", language, count=count, name=words[letter])
        for letter, count in counts.items()
    ]
    return listed(language, parts) or say("common.nothing", language)


def word(board: Board, fact_kind: str, value: Any, language: str) -> str:
    """Give the word for a value of a kind."""
    own = board.game.word(board.options, fact_kind, str(value), language)
    if own is not None:
        return own
    words = catalogue(language, board.game.name).get(fact_kind)
    return str(words.get(value, value)) if isinstance(words, dict) else str(value)
