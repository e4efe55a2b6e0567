"""The table of Wampum drawn with letters, for a person."""

import numpy as np

from spieltisch.games.wampum import rules
from spieltisch.games.wampum.choosing import waiting_for
from spieltisch.games.wampum.notation import write_goods
from spieltisch.games.wampum.position import hidden_or
from spieltisch.games.wampum.state import ALL_CARDS, BID, DISCARD, NOBODY, OVER, RELOCATE
from spieltisch.texts import say

PHASES = {BID: "bidding", RELOCATE: "relocating", DISCARD: "discarding", OVER: "over"}


def draw(book: np.record, s: np.record, language: str) -> str:
    """Draw the table for a person."""

    def word(key: str, **values: object) -> str:
        return say(f"wampum.board.{key}", language, **values)

    waiting = waiting_for(book, s)
    pile = ALL_CARDS - int(s.top)
    lines = [word("head", round=int(s.round_number), phase=word(PHASES[s.phase]), pile=pile), ""]
    for village in range(int(book.villages)):
        owner = int(s.trader[village])
        bid = "" if owner == NOBODY else word("bid", seat=owner, cards=hidden_or(s.bid[owner], s.bid_size[owner]))
        goods = " ".join(write_goods(s.village[village]))
        lines.append(f"  {word('village', village=village + 1)}  {goods:<24}   {bid}".rstrip())
    lines.append("")
    for seat in range(int(book.players)):
        marks = [
            word("canoe") if seat == s.canoe else "",
            word("displaced", size=int(s.bid_size[seat])) if seat == s.displaced else "",
            word("discards", number=int(s.surplus[seat])) if s.surplus[seat] else "",
        ]
        lines.append(
            f"{'>' if waiting >> seat & 1 else ' '} {word('seat', seat=seat)}"
            f"  {word('wampum')} {int(rules.wampum_of(s, seat)):>2}"
            f"  {word('hand')} {int(s.hand_size[seat]):>2} {hidden_or(s.hand[seat], s.hand_size[seat]):<22}"
            f" {', '.join(filter(None, marks))}".rstrip()
        )
    return "\n".join(lines)
