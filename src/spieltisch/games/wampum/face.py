"""Wampum as a client sees it, from a view. What a bid would do is tried out with the game's own rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from spieltisch.games.face import Shape
from spieltisch.games.records import copied
from spieltisch.games.wampum import rules
from spieltisch.games.wampum.choosing import smallest_bid
from spieltisch.games.wampum.notation import count_goods
from spieltisch.games.wampum.state import ALL_CARDS, LETTERS, UNKNOWN

if TYPE_CHECKING:
    from spieltisch.games import View
    from spieltisch.games.plain import Plain

Phase = Literal["bid", "relocate", "discard", "over"]
Verb = Literal["bid", "go", "discard"]

# Plain numbers compare faster than NumPy's.
NOBODY = NOWHERE = BLANK = int(UNKNOWN)
LIMIT_ABOVE_BID = int(rules.LIMIT_ABOVE_BID)

PHASES: tuple[Phase, ...] = ("bid", "relocate", "discard", "over")
VERBS: dict[Phase, Verb] = {"bid": "bid", "relocate": "go", "discard": "discard"}


# --- what goes out --------------------------------------------------------------------------------------


class WampumBid(Shape, frozen=True, kw_only=True):
    """A bid that lies at a village; `goods` only for its owner."""

    seat: int
    count: int
    goods: str | None = None


class WampumVillage(Shape, frozen=True, kw_only=True):
    """A village: its number from 1, the goods that lie there ("CCT"), and the bid in front of it."""

    number: int
    goods: str
    bid: WampumBid | None = None


class WampumSeat(Shape, frozen=True, kw_only=True):
    """What is known of one seat; `hand` and `discarded` only for its owner (or after the game, in a replay)."""

    seat: int
    hand_size: int
    hand: str | None
    wampum: int
    chest: str
    bid_size: int
    bid: str | None
    """The cards of the own bid, also while it is displaced and lies nowhere."""
    surplus: int
    """So many cards have to be discarded now."""
    discard_size: int
    discarded: str | None
    certain: str | None
    """What everybody knows this seat to hold at least; only if the table's memory aid is on."""


class WampumTrade(Shape, frozen=True, kw_only=True):
    """A bid as it was turned up at the last trade."""

    seat: int
    village: int
    bid: str
    took_goods: bool


class WampumBoard(Shape, frozen=True, kw_only=True, tag_field="game", tag="wampum"):
    """The table of Wampum."""

    round: int
    rounds: int
    """How many rounds the game will have had; it follows from the pile, which everybody sees."""
    last_round: bool
    phase: Literal["bid", "relocate", "discard", "over"]
    canoe: int
    displaced: int | None
    pile: int
    removed: str | None
    """The removed goods; null where nobody knows them."""
    villages: list[WampumVillage]
    seats: list[WampumSeat]
    last_trade: list[WampumTrade]
    largest: int
    """The largest bid so far in this round; 0 before the first."""
    limit: int
    """So many cards a hand may hold when the bids are done, if no larger one comes."""


class WampumPlace(Shape, frozen=True, kw_only=True):
    """What the cards chosen so far would do at one village."""

    village: int
    allowed: bool
    move: str
    """Send this to do it."""
    effect: Literal["goods", "wampum"]
    """goods: takes what lies there; wampum: earns `count`."""
    count: int
    goods: str
    """The goods taken, or else those that stay at the village."""
    displaces: int | None = None
    smallest: int = 1
    """How many cards a bid must have to be allowed here."""


class WampumChoices(Shape, frozen=True, kw_only=True, tag_field="game", tag="wampum"):
    """What the seat has to decide. For bid and discard ask with the letters of the cards chosen so far."""

    verb: Literal["bid", "go", "discard"]
    hand: str
    count: int = 0
    """discard: so many cards."""
    places: list[WampumPlace] = msgspec.field(default_factory=list)
    """go: the villages, as for a bid."""


class WampumBuild(Shape, frozen=True, kw_only=True, tag_field="game", tag="wampum"):
    """The answer to `ask`: what the cards named would do."""

    build: str
    held: bool
    """Whether the hand has these cards."""
    places: list[WampumPlace] = msgspec.field(default_factory=list)
    move: str | None = None
    """discard: the finished move, once the number is right."""
    missing: int = 0
    """discard: so many cards are still missing (or, negative, too many)."""


board_type, choices_type, build_type = WampumBoard, WampumChoices, WampumBuild


# --- how it is made -------------------------------------------------------------------------------------


def letters(counts: list[int]) -> str | None:
    """Write goods; what the viewer cannot know has no letters."""
    return None if counts[0] == BLANK else spell(counts)


def spell(counts: list[int]) -> str:
    """Write goods that are known."""
    return "C" * counts[0] + "F" * counts[1] + "T" * counts[2] + "W" * counts[3] + "S" * counts[4]


def board(view: View, *, memory: bool) -> WampumBoard:
    """Show the table."""
    s = view.plain
    villages = []
    for number in range(view.printed("villages")):
        owner = s.trader[number]
        lying = None
        if owner != NOBODY:
            lying = WampumBid(seat=owner, count=s.bid_size[owner], goods=letters(s.bid[owner]))
        goods = spell(s.village[number])
        villages.append(WampumVillage(number=number + 1, goods=goods, bid=lying))
    largest = max(s.bid_size)
    return WampumBoard(
        round=s.round_number,
        rounds=rounds(s, view.players),
        last_round=bool(s.last_round),
        phase=PHASES[s.phase],
        canoe=s.canoe,
        displaced=None if s.displaced == NOBODY else s.displaced,
        pile=ALL_CARDS - s.top,
        removed=letters(s.removed),
        villages=villages,
        seats=[seat_of(s, seat, memory=memory) for seat in range(view.players)],
        last_trade=last_trade(s, view.players),
        largest=largest,
        limit=largest + LIMIT_ABOVE_BID,
    )


def rounds(s: Plain, players: int) -> int:
    """Count the rounds of the whole game: each income takes as many cards from the pile, and one round follows."""
    incomes = (ALL_CARDS - s.top) // int(rules.income_cards(players))
    income_taken = PHASES[s.phase] == "discard" and not s.last_round
    return s.round_number + incomes + income_taken  # type: ignore[no-any-return]


def seat_of(s: Plain, seat: int, *, memory: bool) -> WampumSeat:
    """Show what is known of a seat."""
    return WampumSeat(
        seat=seat,
        hand_size=s.hand_size[seat],
        hand=letters(s.hand[seat]),
        wampum=sum(s.chest[seat]),
        chest=spell(s.chest[seat]),
        bid_size=s.bid_size[seat],
        bid=letters(s.bid[seat]) if s.bid_size[seat] else None,
        surplus=s.surplus[seat],
        discard_size=s.discard_size[seat],
        discarded=letters(s.discarded[seat]),
        certain=spell(s.certain[seat]) if memory else None,
    )


def last_trade(s: Plain, players: int) -> list[WampumTrade]:
    """Show the bids of the last trade, village by village."""
    trades = [
        WampumTrade(
            seat=seat,
            village=s.shown_at[seat] + 1,
            bid=spell(s.shown[seat]),
            took_goods=bool(s.took_goods[seat]),
        )
        for seat in range(players)
        if s.shown_at[seat] != NOWHERE
    ]
    return sorted(trades, key=lambda trade: trade.village)


def choices(view: View) -> WampumChoices:
    """Say what the viewer has to decide."""
    s, seat = view.plain, view.seat
    verb = VERBS[PHASES[s.phase]]
    places = try_bid(view, s, s.bid[seat], "go") if verb == "go" else []
    return WampumChoices(
        verb=verb,
        hand=spell(s.hand[seat]),
        count=s.surplus[seat] if verb == "discard" else 0,
        places=places,
    )


def build(view: View, text: str) -> WampumBuild:
    """Say what the cards chosen so far would do."""
    s, seat = view.plain, view.seat
    cards = "".join(letter for letter in text.upper() if letter in LETTERS)
    goods = count_goods(cards)
    held = all(count <= have for count, have in zip(goods, s.hand[seat], strict=True))
    tidy = spell(goods)
    verb = VERBS.get(PHASES[s.phase])
    if verb == "discard":
        missing = s.surplus[seat] - len(tidy)
        move = f"discard {tidy}" if held and view.is_legal(seat, f"discard {tidy}") else None
        return WampumBuild(build=tidy, held=held, missing=missing, move=move)
    places = try_bid(view, s, goods, "bid") if verb == "bid" and held and tidy else []
    return WampumBuild(build=tidy, held=held, places=places)


def try_bid(view: View, s: Plain, goods: list[int], verb: str) -> list[WampumPlace]:
    """Try a bid at each village on a copy of the view: is it allowed, and what would the trade bring?"""
    tidy = spell(goods)
    found = []
    for village in range(view.printed("villages")):
        move = f"go {village + 1}" if verb == "go" else f"bid {village + 1} {tidy}"
        owner = s.trader[village]
        takes, gain, count = trade_at(view, goods, village)
        found.append(
            WampumPlace(
                village=village + 1,
                allowed=view.is_legal(view.seat, move),
                move=move,
                effect="goods" if takes else "wampum",
                count=count,
                goods=gain,
                displaces=None if owner == NOBODY else owner,
                smallest=int(smallest_bid(view.state[0], village)),
            )
        )
    return found


def trade_at(view: View, goods: list[int], village: int) -> tuple[bool, str, int]:
    """Let the rules trade one bid on a copy: whether it takes goods, which, and how many or how much wampum."""
    copy: Any = copied(view.state)
    s, seat = copy[0], view.seat
    s.bid[seat] = goods
    s.bid_at[seat] = village
    lying = s.village[village].copy()
    chest = int(rules.wampum_of(s, seat))
    rules.reveal(s, seat)
    if s.took_goods[seat]:
        taken = spell(lying.tolist())
        return True, taken, len(taken)
    rules.earn_wampum(s, seat)
    stays = s.village[village] - lying
    return False, spell(stays.tolist()), int(rules.wampum_of(s, seat)) - chest
