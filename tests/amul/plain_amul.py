"""Amul a second time: slow, plain, written from the rules alone, and sharing nothing with the package.

A card is its text, a pile is a list, a card set is what the TOML reader gives. Tests compare both engines.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

Set = dict[str, Any]
Areas = list[list[str]]
LINES = ["yellow", "blue", "purple", "red", "green", "orange", "bazaar", "arab", "mongol"]
FRESH = {3: 1, 4: 2, 5: 3, 6: 3, 7: 3, 8: 3}


# --- the box --------------------------------------------------------------------------------------------


def entry_of(box: Set, card: str) -> dict[str, Any]:
    usual = {"category": "bazaar", "position": "table", "effect": "none"}
    if "by id" not in box:
        box["by id"] = {entry["id"]: {**usual, **entry} for entry in box["card"] + box["trader"]}
    found: dict[str, Any] = box["by id"][card.split(".")[0]]
    return found


def piles(box: Set, players: int, *, tea: bool) -> tuple[list[str], list[str], list[str]]:
    """The market deck, the palace and the bazaar; lettered copies join in the order of their letters."""
    market: list[str] = []
    palace: list[str] = []
    for entry in box["card"]:
        if entry["deck"] == "bazaar" or (entry["deck"] == "tea" and not tea):
            continue
        letters = list(entry["letters"])
        for column in range(players - 2):
            for pile, added in ((market, entry["market"]), (palace, entry["palace"])):
                for _ in range(added[column]):
                    pile.append(f"{entry['id']}.{letters.pop(0)}" if entry["letters"] else entry["id"])
    traders = [t["id"] for t in box["trader"] if t["from"] <= players and (tea or not t["tea"])]
    return market, palace, traders


# --- scoring --------------------------------------------------------------------------------------------


def things(box: Set, area: list[str], thing: str) -> list[str]:
    """The names of the things in an area; a symbol stands in the list as often as it is printed."""
    found = []
    for card in area:
        entry = entry_of(box, card)
        if thing == "any":
            found.append(entry["id"])
        elif ":" not in thing:
            found += [entry["id"]] if entry["id"] == thing else []
        else:
            what, which = thing.split(":")
            if what == "category":
                found += [entry["id"]] if entry["category"] == which else []
            elif what == "group":
                group = next(g for g in box["group"] if g["id"] == which)
                found += [entry["id"]] if entry["id"] in group["cards"] else []
            else:
                found += [which] * entry.get(which, 0)
    return found


def scope(areas: Areas, seat: int, name: str) -> list[int]:
    n = len(areas)
    neighbours = [(seat + 1) % n, (seat - 1) % n]
    return {
        "own": [seat],
        "neighbours": neighbours,
        "own_neighbours": [seat, *neighbours],
        "everyone": list(range(n)),
    }[name]


def as_list(of: str | list[str]) -> list[str]:
    return [of] if isinstance(of, str) else of


def value(rule: dict[str, Any], n: int) -> int:
    if "table" in rule:
        table: list[int] = rule["table"]
        return table[n] if n < len(table) else table[-1]
    return int(rule["points"]) * n


def placed(numbers: dict[int, int], seat: int, places: list[int]) -> int:
    """Points for a place: ties take the lowest of the shared places, zero is not ranked."""
    if numbers[seat] == 0:
        return 0
    place = sum(1 for number in numbers.values() if number >= numbers[seat])
    return places[place - 1] if place <= len(places) else 0


def listed(box: Set, areas: Areas, rule: dict[str, Any]) -> int:
    """Bundles and orders: lists in which an entry written twice needs two of it."""
    of = as_list(rule["of"])
    found = Counter({thing: sum(len(things(box, area, thing)) for area in areas) for thing in of})
    if rule["rule"] == "order":
        return value(rule, (Counter(of) & found).total())
    bundles = 0
    while all(found[thing] >= needed * (bundles + 1) for thing, needed in Counter(of).items()):
        bundles += 1
    return value(rule, bundles)


def rule_points(box: Set, areas: Areas, seat: int, entry: dict[str, Any], rule: dict[str, Any]) -> int:
    copies = sum(1 for card in areas[seat] if card.split(".")[0] == entry["id"])
    of = as_list(rule.get("of", []))
    seats = scope(areas, seat, rule.get("scope", "own"))
    in_scope = [name for other in seats for thing in of for name in things(box, areas[other], thing)]
    name = rule["rule"]
    if name in {"bundle", "order"}:
        result = listed(box, [areas[other] for other in seats], rule)
    elif name == "rank":
        numbers = {other: sum(len(things(box, areas[other], thing)) for thing in of) for other in seats}
        result = placed(numbers, seat, rule["places"])
    elif name == "kinds":
        names = set(in_scope)
        if rule.get("by") == "category":
            names = {entry_of(box, one)["category"] for one in names} - {"bazaar"}
        result = value(rule, len(names))
    elif name == "if":
        met = rule.get("at_least", -9999) <= len(in_scope) <= rule.get("at_most", 9999)
        result = rule["then"] if met else rule["else"]
    elif name == "falling":
        result = rule["points"] - rule.get("step", 1) * len(in_scope)
    elif name == "flat":
        result = rule["points"]
    else:
        result = value(rule, copies if name == "set" else len(in_scope))
    result = max(result, rule.get("min", result))
    result = min(result, rule.get("max", result))
    each = name in {"flat", "per", "kinds", "falling", "if"}
    return int(result * copies if each else result)


def score(box: Set, areas: Areas) -> list[list[int]]:
    """The lines of every seat."""
    colours = {category["id"]: category["colour"] for category in box["category"]}
    sheets = []
    for seat, area in enumerate(areas):
        sheet = dict.fromkeys(LINES, 0)
        for name in {card.split(".")[0] for card in area}:
            entry = entry_of(box, name)
            line = colours.get(entry["category"], "bazaar")
            sheet[line] += sum(rule_points(box, areas, seat, entry, rule) for rule in entry["score"])
        for symbol in box["majority"]["symbols"]:
            numbers = {at: len(things(box, other, f"symbol:{symbol}")) for at, other in enumerate(areas)}
            sheet[symbol] = placed(numbers, seat, box["majority"]["places"])
        sheets.append([sheet[line] for line in LINES])
    return sheets


def strength(box: Set, area: list[str]) -> int:
    return len(things(box, area, "symbol:strength"))


def winners(box: Set, areas: Areas) -> list[int]:
    merits = [(sum(lines), strength(box, area)) for lines, area in zip(score(box, areas), areas, strict=True)]
    return [seat for seat, merit in enumerate(merits) if merit == max(merits)]


# --- the game -------------------------------------------------------------------------------------------


def order(box: Set, areas: Areas, first: int, round_number: int) -> list[int]:
    n = len(areas)
    clockwise = [(first + round_number - 1 + step) % n for step in range(n)]
    if round_number <= n:
        return clockwise
    armed = [seat for seat in clockwise if strength(box, areas[seat])]

    def key(seat: int) -> tuple[int, str]:
        letters = [card.split(".")[1] for card in areas[seat] if "." in card]
        return -strength(box, areas[seat]), min(letters)

    return sorted(armed, key=key) + [seat for seat in clockwise if seat not in armed]


class PlainAmul:
    """One game, played by texts."""

    def __init__(self, box: Set, players: int, deal: dict[str, Any], *, tea: bool) -> None:
        self.box = box
        self.n = players
        self.first = deal["first"]
        self.deck = list(deal["deck"])
        _, self.palace, self.bazaar = piles(box, players, tea=tea)
        self.everything = Counter(self.deck + self.palace + self.bazaar)
        self.hands: Areas = [[] for _ in range(players)]
        self.areas: Areas = [[] for _ in range(players)]
        self.certain: list[Counter[str]] = [Counter() for _ in range(players)]
        self.removed: list[str] = []
        for step in range(players):
            for _ in range(5):
                self.hands[(self.first + step) % players].append(self.deck.pop(0))
        self.round = 0
        self.begin_round()

    def begin_round(self) -> None:
        self.round += 1
        holder = (self.first + self.round - 1) % self.n
        for step in range(self.n):
            self.hands[(holder + step) % self.n].append(self.deck.pop(0))
        self.market = [self.deck.pop(0) for _ in range(FRESH[self.n])]
        self.phase = "offer"
        self.choices: dict[int, str] = {}
        self.queue: list[int] = []

    def waiting(self) -> list[int]:
        if self.phase == "over":
            return []
        if self.phase in {"pick", "take"}:
            return self.queue[:1]
        return [seat for seat in range(self.n) if seat not in self.choices]

    def target(self, seat: int) -> list[str]:
        effect = entry_of(self.box, self.played[seat])["effect"]
        if effect == "palace":
            return self.palace
        if effect == "bazaar":
            return self.bazaar
        if effect == "market":
            return [card for card in self.market if entry_of(self.box, card)["position"] != "hand"]
        return []

    def legal(self, seat: int) -> set[str]:
        if seat not in self.waiting():
            return set()
        if self.phase == "pick":
            cards = self.market
        elif self.phase == "take":
            cards = [*self.target(seat), "nothing"]
        else:
            cards = self.hands[seat]
        return {f"{self.phase} {card}" for card in cards}

    def play(self, seat: int, move: str) -> None:
        verb, card = move.split()
        assert verb == self.phase
        if verb == "pick":
            self.queue.pop(0)
            self.market.remove(card)
            self.hands[seat].append(card)
            self.certain[seat][card] += 1
            if not self.queue:
                self.phase = "play"
        elif verb == "take":
            self.queue.pop(0)
            if card != "nothing":
                effect = entry_of(self.box, self.played[seat])["effect"]
                {"palace": self.palace, "bazaar": self.bazaar, "market": self.market}[effect].remove(card)
                self.areas[seat].append(card)
            self.next_effect()
        else:
            self.hands[seat].remove(card)
            self.choices[seat] = card
            if len(self.choices) == self.n:
                self.reveal()

    def reveal(self) -> None:
        cards = [self.choices[seat] for seat in range(self.n)]
        self.choices = {}
        for seat, card in enumerate(cards):
            if self.certain[seat][card]:
                self.certain[seat][card] -= 1
        if self.phase == "offer":
            self.market += cards
            self.phase = "pick"
            self.queue = order(self.box, self.areas, self.first, self.round)
            return
        self.played = cards
        for seat, card in enumerate(cards):
            stays = entry_of(self.box, card)["position"] in {"table", "both"}
            (self.areas[seat] if stays else self.removed).append(card)
        self.phase = "take"
        self.queue = order(self.box, self.areas, self.first, self.round)
        self.next_effect()

    def next_effect(self) -> None:
        while self.queue and not self.target(self.queue[0]):
            self.queue.pop(0)
        if self.queue:
            return
        self.removed += self.market
        self.market = []
        if self.round < 9:
            self.begin_round()
            return
        for seat, hand in enumerate(self.hands):
            for card in hand:
                shows_hand = entry_of(self.box, card)["position"] in {"hand", "both"}
                (self.areas[seat] if shows_hand else self.removed).append(card)
            hand.clear()
        self.certain = [Counter() for _ in range(self.n)]
        self.phase = "over"

    def cards(self) -> Counter[str]:
        """All cards, wherever they are."""
        zones = [self.deck, self.palace, self.bazaar, self.market, self.removed, list(self.choices.values())]
        return Counter(card for zone in [*zones, *self.hands, *self.areas] for card in zone)
