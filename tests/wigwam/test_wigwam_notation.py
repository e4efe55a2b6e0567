"""Texts: what is refused and why, positions that cannot be, and the drawn board."""

from __future__ import annotations

import pytest

from spieltisch import games
from spieltisch.games import BadDeal, IllegalMove
from spieltisch.texts import LANGUAGES

WIGWAM = games.get("wigwam")
START = "..../ww.WW/tw..WT/ctw.WTC/tw..WT/ww.WW/.... l"
EMPTY = "..../...../....../......./....../...../.... l s"
HUFF = {"forced_capture": "huff"}


REFUSED = [
    ("form", START, {}, "d3 d4", "d3-d4"),
    ("form", START, {}, "", "d3-d4"),
    ("point", START, {}, "a5-a4", "a1 to a4"),
    ("point", START, {}, "d3xd8-d5", "d1 to d7"),
    ("army", EMPTY, {"setup": "hidden"}, "setup WWTWCTWCWWW", "7 W"),
    ("army", EMPTY, {"setup": "hidden"}, "setup WWT", "11 pieces"),
    ("not_beside", START, {}, "d3xd5-d6", "d5 is not next to d3"),
    ("not_beside", START, {}, "d3xd4-d6", "d6 is not next to d4"),
    ("turn", START, {}, "d1xd2-d3xc2-b1", "at d3"),
    ("turn", START, {}, "d3xd4-c3", "at d4"),
    ("too_long", START, {}, "d2" + 2 * "xc2-b2xb3-b4xc5-d6xe5-f4xf3-f2xe2-d2", "8 pieces"),
    ("setup_place", EMPTY, {}, "d3-d4", "b1, b2"),
    ("setup_place", EMPTY, {}, "setup WWTWCTWTWWW", "W@"),
    ("setup_arrange", EMPTY, {"setup": "hidden"}, "W@b1", "setup"),
    ("set_up_over", START, {}, "W@b3", "now they move"),
    ("set_up_over", START, {}, "setup WWTWCTWTWWW", "now they move"),
    ("base", EMPTY, {}, "W@b4", "b4 does not belong"),
    ("occupied", "..../...../....../c.....C/....../...../.... l s", {}, "W@d1", "d1 is occupied"),
    ("no_chief_in_hand", "..../...../....../c.....C/....../...../.... l s", {}, "C@d2", "warrior or a tent"),
    ("no_tent_in_hand", "..../...../....../ttt.TTT/....../...../.... l s", {}, "T@b1", "all 3 tents"),
    ("no_warrior_in_hand", "..../ww.WW/ww..WW/www.WWW/....../...../.... l s", {}, "W@f1", "all 7 warriors"),
    ("no_huffing", START, {}, "huff d5", "enforced"),
    ("nothing_liable", START, HUFF, "huff d5", "no capture was missed"),
    ("not_liable", "W..C/...../...w../...wW../...T../...../.c.. d h=c4,d4", HUFF, "huff g2", "c4, d4"),
    ("huffed", "W..C/...../....../....W../....../.w.../c... d h!", HUFF, "huff f2", "one piece"),
    ("enemy_piece", START, {}, "d5-d4", "other side"),
    ("no_piece", START, {}, "d4-c4", "no piece on d4"),
    ("warrior_reach", START, {}, "d3-d5", "d3-d5: a warrior moves one point"),
    ("tent_reach", START, {}, "c1-a1", "a tent moves one point"),
    ("chief_reach", START, {}, "d1-d4", "one or two points"),
    ("chief_route", "..../...../T...../c.....C/....../...../w..W l", {}, "d1-b1", "over an enemy piece"),
    ("occupied", START, {}, "d3-e2", "e2 is occupied"),
    (
        "capture_available",
        "t.WC/...../....../...wW../....../...../c... l",
        {},
        "a1-b1",
        "a capture is available: d4xd5-d6",
    ),
    ("capture_available", "t.../...../....../..cC.../....../...../.... l", HUFF, "a1-b1", "d3xd4-c4"),
    (
        "tent_captures",
        "...C/...../....../...tW../....../...../cw.. l",
        {},
        "d4xd5-d6",
        "tents do not capture",
    ),
    ("victim_none", START, {}, "d3xc3-b3", "no piece to take on c3"),
    ("victim_own", START, {}, "b1xb2-b3", "your own"),
    ("victim_tent", "W..C/...../....../...wT../....../...../c... l", {}, "d4xd5-d6", "cannot be taken"),
    (
        "victim_taken",
        "..../..W../.W..W./.w.C..c/.W..W./..W../.... l",
        {},
        "d2xc2-b2xb3-b4xc5-d6xe5-f4xf3-f2xe2-d2xc2-b2",
        "taken already",
    ),
    ("warrior_bends", "W.../...../....../..wW..C/....../...../c... l", {}, "d3xd4-c4", "straight on"),
    ("occupied", "...C/...../....../...wWt./....../...../c... l", {}, "d4xd5-d6", "d6 is occupied"),
    ("after_chief", "..../...../....../wC.W.../....../...../c..W l", {}, "d1xd2-d3xd4-d5", "takes the chief"),
    (
        "goes_on",
        "...C/...../....../wW.W.../....../...../c..W l",
        {"continuation": "compulsory"},
        "d1xd2-d3",
        "d1xd2-d3xd4-d5",
    ),
]


@pytest.mark.parametrize(("reason", "position", "options", "move", "words"), REFUSED)
def test_a_refusal_says_what_is_wrong(
    reason: str, position: str, options: dict[str, str], move: str, words: str
) -> None:
    table = WIGWAM.position(position, options=options)
    with pytest.raises(IllegalMove) as caught:
        table.play(table.waiting_for[0], move)
    assert caught.value.key == f"wigwam.refuse.{reason}"
    assert words in str(caught.value)
    for language in LANGUAGES:
        assert caught.value.told(language)


BAD_POSITIONS = [
    ("form", START[:-2], {}),
    ("form", START[:-1] + "x", {}),
    ("form", START + " s s", {}),
    ("rows", START.replace("./", "../", 1), {}),
    ("rows", "l l", {}),
    ("symbol", START.replace("t", "x", 1), {}),
    ("too_many", START.replace(".", "c", 1), {}),
    ("concealed", START.replace(".", "?", 1), {}),
    ("no_chiefs", START.replace("c", ".").replace("C", "."), {}),
    ("outside", "w.../...../....../......./....../...../.... d s", {}),
    ("turns", "..../...../....../c....../....../...../.... l s", {}),
    ("turns", START + " s", {}),
    ("no_set_up", EMPTY, {"setup": "standard"}),
    ("half_arranged", "..../...../....../c....../....../...../.... d s", {"setup": "hidden"}),
    ("half_arranged", "..../...../....../?....../....../...../.... d s", {"setup": "hidden"}),
    ("arranged", START + " s", {"setup": "hidden"}),
    ("arranged", EMPTY.replace("l", "d"), {"setup": "hidden"}),
    ("no_huffing", START + " h!", {}),
    ("field", START + " h", HUFF),
    ("liable", START + " h=d3", HUFF),
    ("liable", START + " h=d8", HUFF),
    ("liable", START + " h=d6", HUFF),
]


@pytest.mark.parametrize(("reason", "text", "options"), BAD_POSITIONS)
def test_a_position_that_cannot_be_is_refused(reason: str, text: str, options: dict[str, str]) -> None:
    with pytest.raises(BadDeal) as caught:
        WIGWAM.position(text, options=options)
    assert caught.value.key == f"wigwam.position.{reason}"
    for language in LANGUAGES:
        assert caught.value.told(language)


def test_the_drawing_shows_coordinates_pieces_and_the_player_to_move() -> None:
    assert (
        str(WIGWAM.position(START))
        == """\
Wigwam · light (w c t) to move

      a1  .   .   .   .  a4
    b1  w   w   .   W   W  b5
  c1  t   w   .   .   W   T  c6
d1  c   t   w   .   W   T   C  d7
  e1  t   w   .   .   W   T  e6
    f1  w   w   .   W   W  f5
      g1  .   .   .   .  g4"""
    )


@pytest.mark.parametrize(
    ("position", "options", "words"),
    [
        (EMPTY, {}, "light (w c t) to set up"),
        (EMPTY, {"setup": "hidden"}, "light (w c t) and dark (W C T) to set up"),
        ("W..C/...../...w../...wW../...T../...../.c.. d h=c4,d4", HUFF, "may be huffed: c4, d4"),
        ("W..C/...../....../....W../....../.w.../c... d h!", HUFF, "a piece has been huffed"),
        ("..../...../....../c.....C/....../...../.... l", {}, "draw 0:0 (no warriors are left on either side)"),
        ("cT../TT.../....../......C/....../...../.... l", {}, "dark wins 0:2 (a side is shut in)"),
    ],
)
def test_the_drawing_tells_what_is_special(position: str, options: dict[str, str], words: str) -> None:
    assert words in str(WIGWAM.position(position, options=options))


def test_blanks_around_a_move_do_not_matter() -> None:
    table = WIGWAM.position(START)
    table.play(0, "  d3-d4 ")
    assert table.waiting_for == (1,)
