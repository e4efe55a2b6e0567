"""Tables of Amul for tests: given areas, card sets made at random, sets with one thing changed."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from spieltisch import games
from spieltisch.games.amul import notation, rules
from spieltisch.games.amul.cards import house_text
from tests.amul.plain_amul import piles

if TYPE_CHECKING:
    import random

    from spieltisch.games import Table

AMUL = games.get("amul")
HOUSE: dict[str, Any] = tomllib.loads(house_text())


def with_areas(areas: list[list[str]], options: dict[str, Any] | None = None) -> Table:
    """Lay cards into the areas of an otherwise empty table."""
    table = AMUL.empty_table(len(areas), options)
    rules.clear(table.state[0])
    number = notation.words(table.book[0]).number
    for seat, area in enumerate(areas):
        for card in area:
            rules.lay_down(table.book[0], table.state[0], seat, number[card])
    return table


def areas_of(table: Any) -> list[list[str]]:
    """List the areas of a table as texts."""
    book, s = table.book[0], table.state[0]
    return [notation.names(book, notation.area_of(book, s, seat)) for seat in range(table.players)]


def lines_of(table: Table) -> list[list[int]]:
    """Score a table, over or not."""
    lines = AMUL.outcome(table.book[0], table.state[0]).lines
    assert lines is not None
    return lines


def random_areas(box: dict[str, Any], players: int, dice: random.Random, most: int = 14) -> list[list[str]]:
    """Deal some cards of the whole box into areas."""
    cards = [card for pile in piles(box, 8, tea=True) for card in pile]
    dice.shuffle(cards)
    return [[cards.pop() for _ in range(dice.randint(0, min(most, 172 // players)))] for _ in range(players)]


# --- card files -----------------------------------------------------------------------------------------


def toml(value: Any) -> str:
    """Write a value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def write_file(box: dict[str, Any]) -> str:
    """Write a card file."""
    lines = [f"format = {toml(box['format'])}", f"set = {toml(box['set'])}", "[majority]"]
    lines += [f"{key} = {toml(value)}" for key, value in box["majority"].items()]
    for table in ("category", "group", "card", "trader"):
        for entry in box[table]:
            lines += [f"[[{table}]]", *(f"{key} = {toml(value)}" for key, value in entry.items())]
    return "\n".join(lines) + "\n"


def random_box(dice: random.Random) -> dict[str, Any]:
    """Give every card of the house new symbols, position and rules, drawn from the whole vocabulary."""
    box: dict[str, Any] = tomllib.loads(house_text())
    box["set"] = f"random {dice.random()}"
    box["majority"]["places"] = [dice.randint(-3, 9) for _ in range(dice.randint(1, 8))]
    ids = [card["id"] for card in box["card"] if card["deck"] != "bazaar"] + [t["id"] for t in box["trader"]]
    for group in box["group"]:
        group["cards"] = dice.sample(ids, dice.randint(1, 9))
    for card in box["card"]:
        if card["deck"] == "bazaar":
            continue
        card["arab"], card["mongol"] = dice.choice([0, 0, 1, 2, 7]), dice.choice([0, 0, 1, 3, 5])
        if card["letters"]:
            card["strength"] = dice.randint(0, 4)
        card["position"] = dice.choice(["table", "hand", "both"])
        if card["effect"] != "bazaar":
            card["effect"] = dice.choice(["none", "none", "none", "palace", "market"])
    for entry in box["card"] + box["trader"]:
        if entry.get("deck") != "bazaar":
            entry["score"] = [random_rule(box, ids, dice) for _ in range(dice.randint(0, 3))]
    return box


def members(box: dict[str, Any], ids: list[str], thing: str) -> set[str]:
    """What a thing counts, for keeping lists free of overlaps."""
    what, _, which = thing.rpartition(":")
    if thing == "any":
        return set(ids)
    if what == "symbol":
        return {thing}
    if what == "group":
        return set(next(group["cards"] for group in box["group"] if group["id"] == which))
    if what == "category":
        return {card["id"] for card in box["card"] if card["category"] == which}
    return {which}


def random_rule(box: dict[str, Any], ids: list[str], dice: random.Random) -> dict[str, Any]:
    """Draw one rule."""
    name = dice.choice(["flat", "per", "kinds", "falling", "if", "set", "bundle", "rank", "order"])
    rule: dict[str, Any] = {"rule": name, **random_worth(name, dice)}
    if name not in {"flat", "set"}:
        rule["of"] = random_things(box, ids, dice, name)
        scopes = ["own", "neighbours", "own_neighbours", "everyone"]
        if name == "rank":
            rule["scope"] = dice.choice(scopes[2:])
        elif dice.random() < 0.8:
            rule["scope"] = dice.choice(scopes)
    low, high = sorted([dice.randint(-6, 12), dice.randint(-6, 12)])
    return rule | ({"min": low} if dice.random() < 0.3 else {}) | ({"max": high} if dice.random() < 0.3 else {})


def random_worth(name: str, dice: random.Random) -> dict[str, Any]:
    """Draw the points of a rule."""
    if name == "flat":
        return {"points": dice.randint(-9, 9)}
    if name == "falling":
        return {"points": dice.randint(-9, 9)} | dice.choice([{}, {"step": dice.randint(-2, 4)}])
    if name == "rank":
        return {"places": [dice.randint(-2, 9) for _ in range(dice.randint(1, 8))]}
    if name == "if":
        low, high = sorted([dice.randint(0, 6), dice.randint(0, 6)])
        bounds = dice.choice([{"at_least": low}, {"at_most": high}, {"at_least": low, "at_most": high}])
        return {"then": dice.randint(-5, 9), "else": dice.randint(-5, 9), **bounds}
    by = {"by": dice.choice(["category", "name"])} if name == "kinds" and dice.random() < 0.5 else {}
    if dice.random() < 0.5:
        return {"points": dice.randint(-4, 6), **by}
    return {"table": [dice.randint(-5, 12) for _ in range(dice.randint(1, 7))], **by}


def random_things(box: dict[str, Any], ids: list[str], dice: random.Random, rule: str) -> str | list[str]:
    """Draw one or several things that do not overlap; bundles and orders may name one of them twice."""
    symbols = [] if rule == "kinds" else ["symbol:arab", "symbol:mongol", "symbol:strength"]
    categories = [f"category:{category['id']}" for category in box["category"]]
    groups = [f"group:{group['id']}" for group in box["group"]]
    pool = [*dice.sample(ids, 6), *symbols, *dice.sample(categories, 2), dice.choice(groups), "any"]
    if dice.random() < 0.5:
        return dice.choice(pool)
    chosen: list[str] = []
    taken: set[str] = set()
    for thing in dice.sample(pool, dice.randint(1, 4)):
        if not taken & members(box, ids, thing):
            chosen.append(thing)
            taken |= members(box, ids, thing)
    if rule in {"bundle", "order"} and dice.random() < 0.5:
        chosen += [dice.choice(chosen) for _ in range(dice.randint(1, 2))]
    return chosen
