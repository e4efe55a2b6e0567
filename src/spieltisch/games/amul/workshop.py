"""The card workshop of Amul: drafts of card sets looked at, explained and worked out on an example."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from spieltisch.games.amul import cards, cardwords, cardwriting, scoring
from spieltisch.games.amul.cardentry import BadCards
from spieltisch.games.amul.cardfile import MOST_CHARACTERS, Reader, check_lengths, parse
from spieltisch.games.amul.cardrule import CHOICES, RANK_SCOPES, RULE_FIELDS
from spieltisch.games.amul.example import AmulExample, Areas, worked_example
from spieltisch.games.amul.face import described, described_card
from spieltisch.games.face import Shape
from spieltisch.games.workshop import CheckedSet, Mistake, Tally
from spieltisch.texts import STAND_IN

if TYPE_CHECKING:
    from spieltisch.games.amul.cardentry import Problem
    from spieltisch.games.amul.cards import CardSet, Kind
    from spieltisch.games.table import Table
    from spieltisch.games.workshop import Draft

option = "cards"
longest = MOST_CHARACTERS
players = 4
HINTED = frozenset(("thing_unknown", "good_unknown", "choice", "rule_unknown", "id_unknown"))
"""Mistakes for which a guess can be put in place of what stands there."""


class About(msgspec.Struct, frozen=True):
    """What a form works at: an entry, and the cards of the example that were changed, by area and kind."""

    table: str
    at: int
    areas: Areas = {}


class AmulRuleForm(Shape, frozen=True, kw_only=True):
    """Which fields a scoring rule must have, and which it may have."""

    must: list[str]
    may: list[str]


class AmulVocabulary(Shape, frozen=True, kw_only=True):
    """All words that a card file can use."""

    rules: dict[str, AmulRuleForm]
    scopes: list[str]
    rank_scopes: list[str]
    positions: list[str]
    decks: list[str]
    effects: list[str]
    by: list[str]
    symbols: list[str]
    colours: list[str]
    players: list[int]
    """The columns of copies: so many join when this many play."""


class AmulPreview(Shape, frozen=True, kw_only=True, tag_field="game", tag="amul"):
    """The card that is being worked at, as it would be: its face, its explanation, and what it scores in an example."""

    card: dict[str, Any]
    sentences: dict[str, str]
    written: bool
    """Whether its maker has written the explanation; otherwise it follows from the rules."""
    example: AmulExample | None


preview_type = AmulPreview


def vocabulary() -> AmulVocabulary:
    """What a form offers."""
    return AmulVocabulary(
        rules={rule: AmulRuleForm(must=list(must), may=list(may)) for rule, (must, may) in RULE_FIELDS.items()},
        scopes=list(CHOICES["scope"]),
        rank_scopes=list(RANK_SCOPES),
        positions=list(CHOICES["position"]),
        decks=list(CHOICES["deck"]),
        effects=list(CHOICES["effect"]),
        by=list(CHOICES["by"]),
        symbols=list(cards.SYMBOLS),
        colours=list(cards.COLOURS),
        players=list(cards.PLAYERS),
    )


def house() -> str:
    """The set of the house."""
    return cards.house_text()


@cache
def empty() -> str:
    """The cards of the house without symbols and points: names, copies and effects are those of the published rules."""
    data = tomllib.loads(house())
    data["set"] = "?"
    for entry in [*data["card"], *data["trader"]]:
        entry["score"] = []
        if entry.get("deck") != "bazaar":
            del entry["text"]
    for card in data["card"]:
        card.update(arab=0, mongol=0, strength=0, letters=[])
    return cardwriting.write(filled_in(data))


def name_of(text: str) -> str:
    """Name a good set."""
    return cards.get(text).name


def describe(text: str) -> Any:
    """A good set, as the game's resources show that of the house."""
    return described(cards.get(text))


def open(text: str, language: str) -> CheckedSet:  # noqa: A001 - that is what it does, and nothing here reads files
    """Look at a file that a form is to show."""
    check_lengths(text)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        parse(text)  # says what is wrong
        raise
    draft = without_sentences(cardwriting.shown(data))
    reader = looked_at(text, data)
    return CheckedSet(
        name=name_in(draft), mistakes=[mistake(one, language) for one in reader.problems], draft=draft, text=text
    )


def check(draft: Draft, about: str, language: str) -> CheckedSet:
    """Look at a draft, and show the entry that is being worked at."""
    filled = filled_in(cardwriting.shown(draft))
    text = cardwriting.write(filled)
    check_lengths(text)
    reader = looked_at(text, tomllib.loads(text))
    wish = msgspec.json.decode(about, type=About) if about else None
    return CheckedSet(
        name=name_in(draft),
        mistakes=[mistake(one, language) for one in reader.problems],
        draft=draft,
        text=text,
        preview=preview(reader, draft, wish, language) if wish else None,
    )


def looked_at(text: str, data: dict[str, Any]) -> Reader:
    """Read a set as far as it can be read; the reader knows what was wrong."""
    reader = Reader(text, data)
    try:
        reader.read()
    except BadCards as mistakes:
        reader.problems = mistakes.problems
    return reader


def name_in(draft: Draft) -> str:
    """What a draft calls its set."""
    name = draft.get("set")
    return name[:100] if isinstance(name, str) else ""


def mistake(problem: Problem, language: str) -> Mistake:
    """Tell a problem to a form."""
    hint = str(problem.facts.get("hint", "-"))
    return Mistake(
        place=list(problem.place),
        key=problem.key,
        what=problem.what(language),
        remedy=problem.remedy(language),
        line=problem.line,
        value=str(problem.facts["value"]) if problem.key in HINTED else None,
        instead=hint if problem.key in HINTED and hint != "-" else None,
    )


# --- explanations ---------------------------------------------------------------------------------------------


def entries_of(draft: Draft) -> list[tuple[str, int, dict[str, Any]]]:
    """All cards and traders of a draft that are what they should be."""
    return [
        (table, at, entry)
        for table in ("card", "trader")
        if isinstance(draft.get(table), list)
        for at, entry in enumerate(draft[table])
        if isinstance(entry, dict)
    ]


def filled_in(draft: Draft) -> Draft:
    """Give every card that has no explanation one that follows from its rules."""
    bare = [(table, at) for table, at, entry in entries_of(draft) if "text" not in entry]
    if not bare:
        return draft
    whole = {**draft}
    for table in {table for table, _ in bare}:
        whole[table] = [
            {**entry, "text": {STAND_IN: "-"}} if isinstance(entry, dict) and "text" not in entry else entry
            for entry in draft[table]
        ]
    reader = looked_at("", whole)
    for table, at in bare:
        kind = kind_at(reader, table, at)
        if kind is not None and reader.found is not None:
            whole[table][at]["text"] = cardwords.explanation(reader.found, kind)
    return whole


def without_sentences(draft: Draft) -> Draft:
    """Leave out explanations that say just what would be said anyway: they are to follow the rules."""
    reader = looked_at("", draft)
    for table, at, entry in entries_of(draft):
        kind = kind_at(reader, table, at)
        if (
            kind is not None
            and reader.found is not None
            and entry.get("text") == cardwords.explanation(reader.found, kind)
        ):
            del entry["text"]
    return draft


def kind_at(reader: Reader, table: str, at: int) -> Kind | None:
    """The card of an entry, with those of its rules in which nothing is wrong."""
    wrong = {
        problem.place[3]
        for problem in reader.problems
        if problem.place[:3] == (table, at, "score") and problem.place[3:]
    }
    for kind, entry in reader.kinds:
        if (entry.table, entry.at) == (table, at):
            rows = reader.rows.get((table, at), [])
            sound = tuple(rule for row, rule in zip(rows, kind.score, strict=True) if row not in wrong)
            return msgspec.structs.replace(kind, score=sound)
    return None


def sound_set(reader: Reader) -> CardSet | None:
    """The set as far as it could be read, without the rules in which something is wrong."""
    if reader.found is None:
        return None
    kinds = [kind_at(reader, entry.table, entry.at) for _, entry in reader.kinds]
    return msgspec.structs.replace(reader.found, kinds=tuple(kind for kind in kinds if kind is not None))


def preview(reader: Reader, draft: Draft, wish: About, language: str) -> AmulPreview | None:
    """Show the card of an entry."""
    found = sound_set(reader)
    kind = kind_at(reader, wish.table, wish.at)
    if found is None or kind is None:
        return None
    return AmulPreview(
        card=described_card(found, kind),
        sentences=kind.text,
        written="text" in draft[wish.table][wish.at],
        example=worked_example(found, kind, wish.areas, language),
    )


# --- balance --------------------------------------------------------------------------------------------------


def tally(table: Table, tallies: dict[str, Tally]) -> None:
    """Add what a finished game tells: who had which cards, what they brought, and who has won."""
    book, s = table.book[0], table.state[0]
    outcome = table.outcome
    assert outcome is not None
    part = 1 / len(outcome.winners)
    for number, kind in enumerate(cards.get(table.options.cards).kinds):
        entry = tallies.setdefault(kind.id, Tally(id=kind.id))
        for seat in range(table.players):
            owned = int(scoring.copies(book, s, seat, number))
            if owned:
                entry.copies += owned
                entry.points += int(scoring.kind_points(book, s, seat, number))
                entry.owners += 1
                entry.wins += part if seat in outcome.winners else 0.0
