"""One scoring rule in a card file of Amul: which fields it must have and may have."""

from __future__ import annotations

from spieltisch.games.amul import book
from spieltisch.games.amul.cardentry import Entry, nearest
from spieltisch.games.amul.cards import Rule

LIMITS = ("min", "max")
RULE_FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    # rule: the fields that it must have, and those that it may have
    "flat": (("points",), LIMITS),
    "per": (("of",), ("scope", "points", "table", *LIMITS)),
    "kinds": (("of",), ("scope", "by", "points", "table", *LIMITS)),
    "falling": (("of", "points"), ("scope", "step", *LIMITS)),
    "if": (("of", "then", "else"), ("scope", "at_least", "at_most", *LIMITS)),
    "set": ((), ("points", "table", *LIMITS)),
    "bundle": (("of",), ("scope", "points", "table", *LIMITS)),
    "rank": (("of", "scope", "places"), LIMITS),
    "order": (("of",), ("scope", "points", "table", *LIMITS)),
}
CHOICES = {
    "deck": ("market", "palace", "bazaar", "tea"),
    "position": ("table", "hand", "both"),
    "effect": book.EFFECTS,
    "scope": book.SCOPES,
    "by": ("name", "category"),
}
RANK_SCOPES = ("own_neighbours", "everyone")


def read_rule(row: Entry) -> Rule | None:
    """Read one scoring rule."""
    name = row.text("rule")
    if name not in RULE_FIELDS:
        hint = nearest(name, RULE_FIELDS)
        row.complain("rule_unknown", "rule", value=name or "-", hint=hint, allowed=", ".join(RULE_FIELDS))
        return None
    required, optional = RULE_FIELDS[name]
    row.allow(("rule", *required), optional)
    if "table" in optional and ("table" in row.data) == ("points" in row.data):
        row.complain("points_or_table", "points", rule=name)
    of = row.data.get("of", [])
    things = row.texts("of") if not isinstance(of, str) else (of,)
    if "of" in row.data and isinstance(of, list) and not of:
        row.complain("form", "of", field="of", form="things")
    scope = row.text("scope", RANK_SCOPES if name == "rank" else CHOICES["scope"])
    least, most, low, high = (row.bound(field) for field in ("at_least", "at_most", *LIMITS))
    if name == "if" and least is None and most is None:
        row.complain("bounds_missing", "at_least")
    for one, two, bottom, top in (("at_least", "at_most", least, most), ("min", "max", low, high)):
        if bottom is not None and top is not None and bottom > top:
            row.complain("bounds_crossed", one, one=one, two=two)
    return Rule(
        rule=name,
        of=things,
        scope=scope,
        points=row.number("points"),
        table=row.numbers("table"),
        step=row.number("step", 1),
        places=row.numbers("places"),
        by=row.text("by", CHOICES["by"]),
        at_least=least,
        at_most=most,
        then=row.number("then"),
        otherwise=row.number("else"),
        min=low,
        max=high,
    )
