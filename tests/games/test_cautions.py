"""One reason against a move, in words: true by the rules, less true of the better move, and there in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spieltisch import games
from spieltisch.games.amul import notation
from spieltisch.games.amul.state import BLANK, OFFER, PICK, PLAY, TAKE
from spieltisch.games.refusals import Caution
from spieltisch.texts import LANGUAGES, catalogue
from tests.amul.amul_tables import with_areas
from tests.tables import few, walk

if TYPE_CHECKING:
    from spieltisch.games import Table

WAMPUM, WIGWAM, AMUL = (games.get(name) for name in ("wampum", "wigwam", "amul"))
NOTHING: list[str] = []


def reason(caution: Caution | None) -> str:
    return caution.key.rpartition(".")[2] if caution else ""


def told(table: Table, move: str, better: str) -> str:
    """The reason in English; nothing if there is none."""
    seat = table.waiting_for[0]
    for one in (move, better):
        table.check(seat, one)
    found = table.game.caution(table.view(seat), move, better)
    return found.told("en") if found else ""


# --- a reason against one move is none for the other -----------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [("amul", 3), ("wampum", 3), ("wampum", 5), ("wigwam", 2)])
def test_what_speaks_against_a_move_does_not_speak_as_much_against_the_better_one(name: str, players: int) -> None:
    game = games.get(name)
    found = set()
    for seed in range(few(4, 1)):
        table = game.deal(players, seed, game.first_options)
        for number, (seat, move) in enumerate(walk(table, seed)):
            if number % few(3, 15):
                continue
            view = table.view(seat)
            for better in table.legal_moves(seat)[:: few(3, 9)]:
                against, turned = game.caution(view, move, better), game.caution(view, better, move)
                assert not against or reason(against) != reason(turned), (table.position, move, better)
                found.add(reason(against))
            assert game.caution(view, move, move) is None
    assert len(found) > 2 or few(0, 1)


@pytest.mark.parametrize("seed", range(few(4, 1)))
def test_what_can_be_captured_next_is_told_if_it_is_less_after_the_better_move(seed: int) -> None:
    table = WIGWAM.deal(2, seed, {"setup": "standard"})

    def captures(seat: int, move: str) -> int:
        after = table.copy()
        after.play(seat, move)
        return max((answer.count("x") for answer in after.legal_moves(1 - seat)), default=0)

    for number, (seat, better) in enumerate(walk(table, seed)):
        if number % few(3, 15):
            continue
        for move in table.legal_moves(seat):
            against = WIGWAM.caution(table.view(seat), move, better)
            if reason(against) == "lost":
                assert against is not None
                assert against.facts["count"] == captures(seat, move) > captures(seat, better)
            elif not against:
                assert captures(seat, move) <= max(move.count("x"), captures(seat, better))


# --- Amul ------------------------------------------------------------------------------------------------------------


def amul(phase: int, hand: list[str], *areas: list[str], market: list[str] = NOTHING) -> Table:
    """Seat 0 of three has to decide, with this hand."""
    table = with_areas([*areas, *[NOTHING] * (3 - len(areas))])
    s, number = table.state[0], notation.words(table.book[0]).number
    s.phase = phase
    s.hand[0, : len(hand)] = sorted(number[card] for card in hand)
    s.held[0] = len(hand)
    s.decided = 0 if phase in (PICK, TAKE) else 0b110  # the others have chosen
    s.queue[:3] = range(3)
    for place, cards in ((s.market, market), (s.palace, market)):
        place[:] = BLANK
        place[: len(cards)] = sorted(number[card] for card in cards)
    s.market_size = s.palace_size = len(market)
    return table


def test_a_card_that_counts_in_the_hand_only_is_lost_when_it_is_played() -> None:
    table = amul(PLAY, ["gold", "jewel", "spices", "silver"])
    lost = "This card is lost if you play it: it counts only in your hand."
    assert told(table, "play gold", "play spices") == lost
    assert told(table, "play gold", "play silver") == lost
    assert told(table, "play gold", "play jewel") == lost, "the jewel is lost too, but it is worth less"
    assert told(table, "play jewel", "play gold") == ""
    assert told(table, "play spices", "play gold") == ""


def test_a_card_that_costs_points_where_it_lies() -> None:
    table = amul(PLAY, ["fugitive", "spices", "mercenary.P"], ["arab_guard.F"])
    assert told(table, "play fugitive", "play spices") == "Played, this card costs you 2 points."
    assert told(table, "play fugitive", "play mercenary.P") == (
        "This card counts from your hand in the end, too. Play one first that counts on the table only."
    ), "a mercenary without gold costs as much"


def test_a_card_that_counts_from_the_hand_too_can_wait() -> None:
    table = amul(PLAY, ["silver", "spices", "porcelain", "gold"])
    waits = "This card counts from your hand in the end, too. Play one first that counts on the table only."
    assert told(table, "play silver", "play spices") == waits
    assert told(table, "play silver", "play porcelain") == "", "it could wait as well"
    assert told(table, "play spices", "play silver") == ""
    assert told(table, "play silver", "play gold") == "", "nobody should play that first"


def test_a_card_that_is_given_away_counts_for_nobody_here() -> None:
    table = amul(OFFER, ["silver", "spices", "fugitive", "camel"], ["arab_guard.F"])
    assert told(table, "offer silver", "offer spices") == ("You give this card away. With you it would count 3 points.")
    assert told(table, "offer spices", "offer silver") == ""
    guards = ["arab_guard.C", "mongol_guard.D", "mongol_guard.E", "arab_guard.I"]
    worthless = amul(OFFER, ["thief", "fugitive"], ["arab_guard.F"], guards)
    for move, better in (("offer thief", "offer fugitive"), ("offer fugitive", "offer thief")):
        assert told(worthless, move, better) == "", "what costs points is no loss"


@pytest.mark.parametrize(("phase", "verb"), [(PICK, "pick"), (TAKE, "take")])
def test_another_card_would_bring_more(phase: int, verb: str) -> None:
    table = amul(phase, [], ["envoy", "arab_guard.F"], market=["silver", "spices", "fugitive"])
    if phase == TAKE:
        table.state[0].played[0] = notation.words(table.book[0]).number["envoy"]
    view = table.view(0)
    less = AMUL.caution(view, f"{verb} spices", f"{verb} silver")
    assert less is not None
    assert less.told("en") == "Another card would bring you 1 point more now."
    assert AMUL.caution(view, f"{verb} silver", f"{verb} spices") is None
    assert AMUL.caution(view, f"{verb} fugitive", "take nothing") is None, "nothing is no other card"


# --- Wampum ----------------------------------------------------------------------------------------------------------

MANY = "canoe=0 villages=CC/FF/TT hands=CCWWWS/WW"


def test_a_bid_without_a_match_or_a_pair_brings_nothing() -> None:
    table = WAMPUM.position(MANY, 2)
    nothing = "This bid brings nothing: no kind of it lies there already, and none is in it twice."
    assert told(table, "bid 1 W", "bid 1 C") == nothing
    assert told(table, "bid 2 CWS", "bid 2 WW") == nothing
    assert told(table, "bid 1 W", "bid 2 CWS") == "", "that brings nothing either"
    assert told(table, "bid 2 WW", "bid 1 C") == ""


def test_a_bid_that_is_larger_than_what_it_takes_is_dear() -> None:
    table = WAMPUM.position(MANY, 2)
    assert told(table, "bid 1 CCWW", "bid 1 C") == "You give 4 cards and take only 2 for them."
    assert told(table, "bid 1 CCWW", "bid 1 CCW") == "You give 4 cards and take only 2 for them."
    assert told(table, "bid 1 CCW", "bid 1 CCWW") == ""


def test_a_large_bid_that_earns_little() -> None:
    table = WAMPUM.position("canoe=0 villages=CF/F/TTTT hands=CCWWSTT/WW", 2)
    assert told(table, "bid 2 CCTWWS", "bid 2 CC") == "You lay down 6 cards and get only 2 wampum for them."
    assert told(table, "bid 3 CCWS", "bid 2 CCTWS") == "", "that earns even less for its size"
    assert told(table, "bid 2 CCTWS", "bid 3 CCWS") == "You lay down 5 cards and get only 1 wampum for them."


def test_a_bid_that_leaves_hardly_any_card() -> None:
    table = WAMPUM.position("canoe=0 villages=CC/FF/TT hands=CCWWW/WW", 2)
    assert told(table, "bid 2 CWWW", "bid 2 WWW") == "After that you hold only 1 card and can hardly bid."
    assert told(table, "bid 2 CCWWW", "bid 2 CWWW") == "After that you hold only 0 cards and can hardly bid."
    assert told(table, "bid 2 CWWW", "bid 2 CCWWW") == ""


def test_one_matching_card_takes_what_several_would() -> None:
    table = WAMPUM.position(MANY, 2)
    one = "A single matching card takes the same goods. You give the others away."
    assert told(table, "bid 1 CW", "bid 1 C") == one
    assert told(table, "bid 1 CC", "bid 1 CW") == "", "there it would do as well"
    table = WAMPUM.position("canoe=1 villages=CCCC/FF/TT hands=CCWWWS/WW bids=-/1:F", 2)
    assert told(table, "bid 1 CC", "bid 2 WW") == "", "somebody has to be displaced"


def test_the_last_card_of_a_kind_is_worth_keeping() -> None:
    table = WAMPUM.position("villages=C/F/T hands=CCCFT/CC bids=1:W/2:C surplus=1/-", 2)
    last = (
        "You throw away the last card of a kind, although you have several of others. "
        "Variety opens more villages to you."
    )
    assert told(table, "discard F", "discard C") == last
    assert told(table, "discard F", "discard T") == "", "that is the last of its kind, too"
    assert told(table, "discard C", "discard F") == ""
    each = WAMPUM.position("villages=C/F/T hands=CFT/CC bids=1:W/2:C surplus=1/-", 2)
    assert told(each, "discard F", "discard C") == "", "of the others there is one each"


def test_a_move_that_is_written_in_another_way_has_no_reason_rather_than_none_at_all() -> None:
    table = WAMPUM.position(MANY, 2)
    assert WAMPUM.caution(table.view(0), "bid 1 WC", "bid 1 C") is None


# --- Wigwam ----------------------------------------------------------------------------------------------------------


def test_the_chief_could_be_captured_now() -> None:
    table = WIGWAM.position("W.../w...W/tt..CT/t...cT./.W..../...WT/..W. l", 2, {"forced_capture": "huff"})
    assert told(table, "c1-d2", "d5xc5-b4") == "You can capture the chief now and win."
    assert told(table, "d5xc5-b4", "c1-d2") == ""


def test_the_own_chief_could_be_captured_next() -> None:
    table = WIGWAM.position(".w.W/.w.../t....T/.t...WT/.t..T./c.C../.... l", 2)
    assert told(table, "f1-f2", "c1-c2") == "After that your chief can be captured, and you lose."
    assert told(table, "c1-c2", "f1-f2") == ""
    both = WIGWAM.position("W.../w...W/tt...T/t.W.cTC/....../...WT/..W. l", 2)
    assert told(both, "d5-d4", "d5-e3") == "", "that loses him as well"


def test_pieces_could_be_captured_next() -> None:
    table = WIGWAM.position("W.../w...W/tt...T/t.W.cTC/....../...WT/..W. l", 2)
    assert told(table, "c1-d2", "d5-c4") == "After that 1 of your pieces can be captured."
    assert told(table, "d5-c4", "c1-d2") == ""
    as_many = WIGWAM.position(".w../.ww.W/t...TT/ctw..C./t...wT/...../.... l", 2)
    assert told(as_many, "d3-c3", "b2-c3") == "", "after that one could, too"


def test_more_could_be_captured_now() -> None:
    table = WIGWAM.position(".w.W/w..W./t....T/ct..W.T/twW.CT/...../.... l", 2)
    assert told(table, "e2xe3-e4", "e2xe3-e4xd5-c5xb4-a3") == "You can capture 3 pieces at once now."
    assert told(table, "e2xe3-e4xd5-c5xb4-a3", "e2xe3-e4") == ""


# --- in words --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["amul", "wampum", "wigwam"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_a_whole_sentence(name: str, language: str) -> None:
    for key in catalogue(language, name)["coach"]:
        said = Caution(f"{name}.coach.{key}", count=2, given=3).told(language)
        assert said[0].isupper()
        assert said.endswith(".")
