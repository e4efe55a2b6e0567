"""A card's rules as one explanation in every language, for cards whose maker has not written one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from spieltisch.texts import LANGUAGES, say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spieltisch.games.amul.cards import CardSet, Kind, Rule

ONCE = frozenset(("bundle", "order"))
MANY = frozenset(("kinds", "if", "rank"))
"""Rules that speak of several things; so do all that have a table."""


def explanation(cardset: CardSet, kind: Kind) -> dict[str, str]:
    """Say what a card scores and does, in every language."""
    return {language: " ".join(sentences(cardset, kind, language)) for language in LANGUAGES}


def sentences(cardset: CardSet, kind: Kind, language: str) -> list[str]:
    """One sentence for each rule, and one for the effect."""
    said = [rule_sentence(cardset, rule, language) for rule in kind.score]
    if kind.effect != "none":
        said.append(say(f"amul.rule.effect.{kind.effect}", language))
    return said or [say("amul.rule.nothing", language)]


def rule_sentence(cardset: CardSet, rule: Rule, language: str) -> str:
    """Put one rule into words, with its bounds."""
    key = "kinds_category" if rule.rule == "kinds" and rule.by == "category" else rule.rule
    if rule.table:
        key += "_table"
    things = Counter(rule.of) if rule.rule in ONCE else dict.fromkeys(rule.of, 1)
    many = rule.rule in MANY or bool(rule.table)
    named = [thing_phrase(cardset, thing, count, language, many=many) for thing, count in things.items()]
    joint = say("amul.rule.with" if rule.rule in ONCE else "amul.rule.or", language)
    sentence = say(
        f"amul.rule.{key}",
        language,
        points=points(rule.points, language),
        step=rule.step,
        things=joint.join(named),
        scope=say(f"amul.rule.scope.{rule.scope}", language),
        table=table(enumerate(rule.table), len(rule.table) - 1, language),
        places=table(enumerate(rule.places, 1), None, language),
        when=bounds(rule, language),
        then=points(rule.then, language),
        otherwise=points(rule.otherwise, language),
    )
    for bound in ("min", "max"):
        value = getattr(rule, bound)
        if value is not None:
            sentence += say(f"amul.rule.{bound}", language, points=value)
    return sentence + "."


def points(number: int, language: str) -> str:
    """So many points."""
    return say("amul.rule.points", language, count=number)


def table(values: Iterable[tuple[int, int]], last: int | None, language: str) -> str:
    """List what each number gives; what gives nothing at the beginning goes without saying."""
    listed = list(values)
    while len(listed) > 1 and listed[0][1] == 0:
        listed.pop(0)
    return ", ".join(
        say("amul.rule.entry_last" if number == last else "amul.rule.entry", language, n=number, points=value)
        for number, value in listed
    )


def bounds(rule: Rule, language: str) -> str:
    """Between which numbers a condition holds."""
    low, high = rule.at_least, rule.at_most
    key = "between" if low is not None and high is not None else "at_most" if low is None else "at_least"
    return say(f"amul.rule.when.{key}", language, low=low, high=high)


def thing_phrase(cardset: CardSet, thing: str, count: int, language: str, *, many: bool) -> str:
    """Name what a rule counts, one of it or many, or so many as a bundle needs."""
    what, _, which = thing.rpartition(":")
    form = "things" if many or count > 1 else "thing"
    if what == "symbol":
        named = say(f"amul.rule.{form}.{which}", language)
    elif what in ("category", "group"):
        listed = cardset.categories if what == "category" else cardset.groups
        found = next((one.name[language] for one in listed if one.id == which), which)
        named = say(f"amul.rule.{form}.card_of", language, name=found)
    else:
        named = say(f"amul.rule.{form}.any", language) if thing == "any" else cardset.name_of(thing, language)
    return say("amul.sum.area", language, count=count, things=named) if count > 1 else named
