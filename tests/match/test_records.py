"""Records: written, read back, verified; every mistake is named with its place and what was expected."""

from __future__ import annotations

import copy
import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from spieltisch import games
from spieltisch.match import (
    BadRecord,
    Match,
    Record,
    commit,
    new_proof,
    read_line,
    read_records,
    replay,
    verify,
    write_line,
)
from spieltisch.match.record import read_patiently
from spieltisch.texts import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS = [(name, players) for name in games.names() for players in games.get(name).seats]


def finished(name: str = "wampum", players: int = 4, seed: int = 1) -> Match:
    match = Match.deal(games.get(name), players, seed)
    while not match.table.over:
        seat = match.table.waiting_for[0]
        match.play(seat, match.table.random_move(seat))
    return match


def raw(match: Match) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(write_line(match.record()))
    return read


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    return raw(finished())


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_a_finished_match_is_one_line_that_verifies(name: str, players: int) -> None:
    match = finished(name, players)
    line = write_line(match.record())
    assert line.count(b"\n") == 1
    record = read_line(line)
    table = verify(record)
    assert table.state.tobytes() == match.table.state.tobytes()
    assert write_line(record) == line


def test_a_record_has_the_fields_of_the_format(good: dict[str, Any]) -> None:
    assert list(good) == [
        "format",
        "game",
        "options",
        "players",
        "deal",
        "moves",
        "result",
        "seats",
        "rules",
        "proof",
    ]
    assert good["format"] == "spieltisch/1"
    assert good["options"] == {"removal": "german"}
    assert set(good["deal"]) == {"first", "removed", "deck"}
    assert good["result"]["reason"] == "most wampum"


def test_a_record_replays_without_our_random_generator(good: dict[str, Any]) -> None:
    table = games.get("wampum").table(good["players"], good["deal"], good["options"])
    for seat, move in good["moves"]:
        table.play(seat, move)
    assert table.outcome is not None
    assert table.outcome.scores == good["result"]["scores"]


def test_the_commitment_is_the_hash_of_salt_and_deal(good: dict[str, Any]) -> None:
    assert good["proof"]["commitment"] == commit(good["deal"], good["proof"]["salt"])
    # canonical: no blanks, sorted keys, so that other programs can compute it
    assert commit({"first": 1, "deck": ["corn"]}, "00") == commit({"deck": ["corn"], "first": 1}, "00")
    assert new_proof({"first": 1}).salt != new_proof({"first": 1}).salt
    assert commit({"first": 1, "deck": ["corn"]}, "ab") == hashlib.sha256(b'ab{"deck":["corn"],"first":1}').hexdigest()


def change(good: dict[str, Any], **changes: Any) -> bytes:
    return msgspec.json.encode({**copy.deepcopy(good), **changes})


def mistake(line: bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        verify(read_line(line))
    for language in LANGUAGES:
        assert "{" not in caught.value.told(language).replace(str(caught.value.facts.get("expected")), "").replace(
            str(caught.value.facts.get("found")), ""
        )
    return caught.value


def test_a_record_cut_short_says_whose_move_is_missing(good: dict[str, Any]) -> None:
    wrong = mistake(change(good, moves=good["moves"][:10]))
    assert wrong.move == 11
    assert "stops after 10 moves" in str(wrong)
    assert "expected a move of seat" in str(wrong)


def test_a_line_cut_short_is_not_a_record(good: dict[str, Any]) -> None:
    assert "this is not a record: Input data was truncated" in str(mistake(change(good)[:200]))


@pytest.mark.parametrize("line", [b"\xff\xfe\x00", b"hello", b"", b"[" * 100_000, b'"\xed\xa0\x80"'])
def test_garbage_is_not_a_record(line: bytes) -> None:
    assert str(mistake(line)).startswith("this is not a record")


@pytest.mark.parametrize("line", [b"[]", b"3", b"null"])
def test_other_json_is_not_a_record(line: bytes) -> None:
    assert "this is not a record but a JSON value" in str(mistake(line))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": "spieltisch/9"}, 'the format is "spieltisch/9"; this program reads spieltisch/1'),
        ({"game": "chess"}, 'There is no game "chess"; choose one of: amul'),
        ({"game": 3}, "Expected `str`, got `int` - at `$.game`"),
        ({"players": 9}, "Wampum is for 2 to 5 players, not 9"),
        ({"options": {"removal": "dutch"}}, "allowed: german, french"),
        ({"options": {"colour": "red"}}, 'no option "colour"'),
        ({"deal": {}}, "A deal of Wampum has the fields"),
        ({"moves": [["0", "bid 1 C"]]}, "Expected `int`, got `str` - at `$.moves[0][0]`"),
        ({"result": None}, "the record has no result; expected"),
        ({"result": {"scores": [1, 2, 3, 4], "winners": [3], "reason": "most wampum"}}, "the moves give"),
        ({"seats": ["guest"]}, "1 seats are named; expected 4"),
        ({"proof": {"commitment": "00", "salt": "11"}}, "the commitment 00 does not fit"),
        ({"cards": {"set": "mine"}}, "names the card set"),
    ],
)
def test_what_is_wrong_is_named(good: dict[str, Any], changes: dict[str, Any], sentence: str) -> None:
    assert sentence in str(mistake(change(good, **changes)))


def read_by(reader: Callable[[bytes], Record], line: bytes) -> Record | str:
    """What reading gives: the record, or the mistake."""
    try:
        return reader(line)
    except BadRecord as wrong:
        return str(wrong)


ODD = [None, True, 0, -1, 1.0, 1.5, 63, 64, 2**31, 2**70, "", "corn", "x" * 201, [], [0, "go 1"], {}, {"x": 1}]


def test_quick_reading_takes_nothing_else_than_patient_reading(good: dict[str, Any]) -> None:
    """Every field, and every part of one, replaced by everything odd; and what JSON lets people write otherwise."""
    lines = [msgspec.json.encode({**good, field: odd}) for field in good for odd in ODD]
    for field in ("options", "deal", "result", "proof"):
        changed = [{**good[field], inner: odd} for inner in (*good[field], "more") for odd in ODD]
        lines += [msgspec.json.encode({**good, field: value}) for value in changed]
    lines += [msgspec.json.encode({**good, "moves": moves}) for odd in ODD for moves in ([[odd, "go 1"]], [[0, odd]])]
    whole = msgspec.json.encode(good)
    for text in (b"4.0", b"4e0", b'1,"players":4', b'"x","players":4', b"4.5", b"400000000000000000000"):
        lines.append(whole.replace(b'"players":4', b'"players":' + text))
    lines += [
        whole.replace(b'"format"', b'"format":3,"format"'),
        whole + b"x",
        whole.replace(b'"corn"', b'"c\\u006frn"'),
    ]
    taken = 0
    for line in lines:
        slow = read_by(read_patiently, line)
        assert read_by(read_line, line) == slow, line
        taken += isinstance(slow, Record)
    assert 0 < taken < len(lines)


def test_a_wrong_deck_is_named(good: dict[str, Any]) -> None:
    deal = copy.deepcopy(good["deal"])
    deal["deck"][0] = "corn" if deal["deck"][0] != "corn" else "furs"
    assert "with this removal it must have" in str(mistake(change(good, deal=deal)))


def test_an_illegal_move_is_named_with_its_number_and_the_reason(good: dict[str, Any]) -> None:
    moves = copy.deepcopy(good["moves"])
    moves[4] = [moves[4][0], "bid 1 CCCCCCCCCCCC"]
    wrong = mistake(change(good, moves=moves))
    assert str(wrong).startswith("move 5: seat ")
    assert "you do not hold these cards; your hand is" in str(wrong)
    assert wrong.told("de").startswith("Zug 5: Platz ")


def test_a_move_after_the_end_and_loose_spelling_are_named(good: dict[str, Any]) -> None:
    assert "The game is over" in str(mistake(change(good, moves=[*good["moves"], [0, "bid 1 C"]])))
    first = good["moves"][0]
    loose = [[first[0], first[1].lower()], *good["moves"][1:]]
    assert f'in a record this is written "{first[1]}"' in str(mistake(change(good, moves=loose)))


def test_reading_a_file_names_the_line_of_each_mistake(good: dict[str, Any]) -> None:
    lines = [change(good), b"  \n", b"garbage", change(good)]
    found = list(read_records(lines))
    assert [number for number, _ in found] == [1, 3, 4]
    assert isinstance(found[0][1], Record)
    assert str(found[1][1]).startswith("line 3: this is not a record")


def test_a_match_can_be_undone_saved_and_taken_up_again() -> None:
    match = Match.deal(games.get("wampum"), 3, seed=2, seats=["guest", "guest", "bot:casual"])
    states = [match.table.state.tobytes()]
    for _ in range(12):
        seat = match.table.waiting_for[0]
        match.play(seat, match.table.random_move(seat))
        states.append(match.table.state.tobytes())
    match.undo(5)
    assert match.table.state.tobytes() == states[7]
    again = Match.resume(read_line(write_line(match.record())))
    assert again.table.state.tobytes() == states[7]
    assert again.proof == match.proof
    assert again.seats == ["guest", "guest", "bot:casual"]
    again.undo(99)
    assert again.table.state.tobytes() == states[0]
    assert replay(match.record(), 3).state.tobytes() == states[3]
