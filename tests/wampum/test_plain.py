"""Our records, replayed by the plain engine: every move, score and winner must agree."""

from __future__ import annotations

import msgspec
import pytest

from spieltisch import games
from spieltisch.lab.simulate import simulate
from spieltisch.match import write_line
from tests.tables import few
from tests.wampum.plain_wampum import PlainWampum, Wrong

WAMPUM = games.get("wampum")


@pytest.mark.parametrize("removal", ["german", "french"])
@pytest.mark.parametrize("players", WAMPUM.seats)
def test_the_plain_engine_agrees_with_every_record(players: int, removal: str) -> None:
    for played in simulate(WAMPUM, players, few(150, 3), seed=1, options={"removal": removal}):
        record = msgspec.json.decode(write_line(played.record()))
        plain = PlainWampum(record)
        scores = plain.play()
        assert scores == record["result"]["scores"]
        assert [seat for seat in range(players) if scores[seat] == max(scores)] == record["result"]["winners"]
        assert plain.rounds == {2: 12, 3: 12, 4: 8, 5: 6}[players]


def test_the_plain_engine_refuses_what_ours_refuses() -> None:
    """Each move of a game is replaced by one that our rules refuse; the plain engine must stop there too."""
    (played,) = simulate(WAMPUM, 3, 1, seed=2)
    record = msgspec.json.decode(write_line(played.record()))
    table = WAMPUM.table(3, record["deal"])
    for number, (seat, move) in enumerate(record["moves"]):
        for bad in ("bid 1 CCCCCCCCC", "bid 4 C", "go 1", "discard CFTWS", "bid 1 C"):
            if not table.is_legal(seat, bad):
                changed = [*record["moves"][:number], [seat, bad]]
                with pytest.raises(Wrong):
                    PlainWampum({**record, "moves": changed}).play()
        table.play(seat, move)
