"""Wampum as a client sees it, from a view. What a bid would do is tried out with the game's own rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from spieltisch.games.game import copied
from spieltisch.games.wampum import rules
from spieltisch.games.wampum.notation import count_goods
from spieltisch.games.wampum.state import ALL_CARDS, LETTERS, UNKNOWN
from spieltisch.server.projection import boards

if TYPE_CHECKING:
    from spieltisch.games import View
    from spieltisch.games.plain import Plain

Phase = Literal["bid", "relocate", "discard", "over"]
Verb = Literal["bid", "go", "discard"]

# Plain numbers compare faster than NumPy's.
NOBODY = NOWHERE = BLANK = int(UNKNOWN)

PHASES: tuple[Phase, ...] = ("bid", "relocate", "discard", "over")
VERBS: dict[Phase, Verb] = {"bid": "bid", "relocate": "go", "discard": "discard"}


def letters(counts: list[int]) -> str | None:
    """Write goods; what the viewer cannot know has no letters."""
    return None if counts[0] == BLANK else spell(counts)


def spell(counts: list[int]) -> str:
    """Write goods that are known."""
    return "C" * counts[0] + "F" * counts[1] + "T" * counts[2] + "W" * counts[3] + "S" * counts[4]


def board(view: View, *, memory: bool) -> boards.WampumBoard:
    """Show the table."""
    s = view.plain
    villages = []
    for number in range(int(view.book[0].villages)):
        owner = s.trader[number]
        lying = None
        if owner != NOBODY:
            lying = boards.WampumBid(seat=owner, count=s.bid_size[owner], goods=letters(s.bid[owner]))
        goods = spell(s.village[number])
        villages.append(boards.WampumVillage(number=number + 1, goods=goods, bid=lying))
    return boards.WampumBoard(
        round=s.round_number,
        rounds=rounds(s, len(villages)),
        last_round=bool(s.last_round),
        phase=PHASES[s.phase],
        canoe=s.canoe,
        displaced=None if s.displaced == NOBODY else s.displaced,
        pile=ALL_CARDS - s.top,
        removed=letters(s.removed),
        villages=villages,
        seats=[seat_of(s, seat, memory=memory) for seat in range(view.players)],
        last_trade=last_trade(s, view.players),
    )


def rounds(s: Plain, villages: int) -> int:
    """Count the rounds of the whole game: each income takes two cards a village from the pile, one round follows."""
    incomes = (ALL_CARDS - s.top) // (2 * villages)
    income_taken = PHASES[s.phase] == "discard" and not s.last_round
    return s.round_number + incomes + income_taken  # type: ignore[no-any-return]


def seat_of(s: Plain, seat: int, *, memory: bool) -> boards.WampumSeat:
    """Show what is known of a seat."""
    return boards.WampumSeat(
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


def last_trade(s: Plain, players: int) -> list[boards.WampumTrade]:
    """Show the bids of the last trade, village by village."""
    trades = [
        boards.WampumTrade(
            seat=seat,
            village=s.shown_at[seat] + 1,
            bid=spell(s.shown[seat]),
            took_goods=bool(s.took_goods[seat]),
        )
        for seat in range(players)
        if s.shown_at[seat] != NOWHERE
    ]
    return sorted(trades, key=lambda trade: trade.village)


def choices(view: View) -> boards.WampumChoices:
    """Say what the viewer has to decide."""
    s, seat = view.plain, view.seat
    verb = VERBS[PHASES[s.phase]]
    places = try_bid(view, s, s.bid[seat], "go") if verb == "go" else []
    return boards.WampumChoices(
        verb=verb,
        hand=spell(s.hand[seat]),
        count=s.surplus[seat] if verb == "discard" else 0,
        places=places,
    )


def build(view: View, text: str) -> boards.WampumBuild:
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
        return boards.WampumBuild(build=tidy, held=held, missing=missing, move=move)
    places = try_bid(view, s, goods, "bid") if verb == "bid" and held and tidy else []
    return boards.WampumBuild(build=tidy, held=held, places=places)


def try_bid(view: View, s: Plain, goods: list[int], verb: str) -> list[boards.WampumPlace]:
    """Try a bid at each village on a copy of the view: is it allowed, and what would the trade bring?"""
    tidy = spell(goods)
    found = []
    for village in range(int(view.book[0].villages)):
        move = f"go {village + 1}" if verb == "go" else f"bid {village + 1} {tidy}"
        owner = s.trader[village]
        takes, gain, count = trade_at(view, goods, village)
        found.append(
            boards.WampumPlace(
                village=village + 1,
                allowed=view.is_legal(view.seat, move),
                move=move,
                effect="goods" if takes else "wampum",
                count=count,
                goods=gain,
                displaces=None if owner == NOBODY else owner,
                smallest=int(rules.bid_lying_at(view.state[0], village)) + 1,
            )
        )
    return found


def trade_at(view: View, goods: list[int], village: int) -> tuple[bool, str, int]:
    """Let the rules trade one bid on a copy: whether it takes goods, which, and how many or how much wampum."""
    copy: Any = copied(view.state)
    s, seat = copy[0], view.seat
    s.bid[seat] = goods
    s.bid_at[seat] = village
    before = spell(s.village[village].tolist())
    chest = int(rules.wampum_of(s, seat))
    rules.reveal(s, seat)
    if s.took_goods[seat]:
        return True, before, len(before)
    rules.earn_wampum(s, seat)
    stays = "".join(letter for letter, count in zip(LETTERS, goods, strict=True) if count)
    return False, stays, int(rules.wampum_of(s, seat)) - chest
