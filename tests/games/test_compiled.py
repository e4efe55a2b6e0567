"""Compiled rules: the same bytes as interpreted ones, no allocation, no wait after a change of sources."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch import _cache, games
from spieltisch._cache import folder_for, rooms_for
from tests.games.fingerprint import fingerprint
from tests.tables import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="compares compiled rules with interpreted ones")

# Wampum in full; the other games' interpreted rules are slow, so they get fewer games here.
SAMPLES = [
    *(
        ("wampum", players, 50, {"removal": removal})
        for players in games.get("wampum").seats
        for removal in ("german",)
    ),
    ("wampum", 4, 10, {"removal": "french"}),
    *(("amul", players, 2, {}) for players in games.get("amul").seats),
    ("amul", 4, 2, {"tea": True}),
    ("wigwam", 2, 2, {}),
    ("wigwam", 2, 2, {"setup": "hidden", "forced_capture": "huff", "continuation": "compulsory"}),
    ("wigwam", 2, 2, {"setup": "standard", "forced_capture": "huff"}),
]


@pytest.mark.parametrize(("name", "players", "count", "options"), SAMPLES)
def test_interpreted_and_compiled_play_give_the_same_bytes(
    name: str, players: int, count: int, options: dict[str, object]
) -> None:
    script = Path(__file__).with_name("fingerprint.py")
    interpreted = subprocess.run(
        [sys.executable, str(script), name, str(players), str(count), json.dumps(options)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert interpreted == fingerprint(name, players, count, options)  # type: ignore[arg-type]


ALLOCATIONS = """
import sys
import numpy as np
from numba.core.runtime import rtsys
from spieltisch import games
from spieltisch.games import chance
from spieltisch.games.records import blank

game = games.get(sys.argv[1])
game.warm_up()
for players in game.seats:
    book = game.empty_table(players).book[0]
    count = 500
    seats, moves = np.empty((count, game.longest), np.int8), np.empty((count, game.longest), np.int64)
    counts = np.empty(count, np.int64)
    used = []
    for repeat in range(3):
        states = blank(game.state_dtype, count)
        chances = np.stack([chance.seeded(repeat, i) for i in range(count)])
        before = rtsys.get_allocation_stats()
        game.loops.shuffle_all(book, states, chances)
        game.loops.play_all(book, states, chances, seats, moves, counts)
        after = rtsys.get_allocation_stats()
        used.append(after.mi_alloc - before.mi_alloc)
    # A call wraps its arrays; more games must not mean more memory.
    print(players, used)
    assert max(used) <= 8, used
"""


@pytest.mark.parametrize("name", games.names())
def test_thousands_of_games_allocate_nothing(name: str) -> None:
    environment = {**os.environ, "NUMBA_NRT_STATS": "1"}
    subprocess.run([sys.executable, "-c", ALLOCATIONS, name], env=environment, check=True)


def test_compiled_code_is_kept_by_the_sources_that_it_can_call(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rooms_for("spieltisch.games.chance") == ("games",)
    assert rooms_for("spieltisch.games.wampum.rules") == ("games", "games/wampum")
    assert rooms_for("spieltisch.bots.wampum.search") == ("games", "games/wampum", "bots", "bots/wampum")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert folder_for("spieltisch.games.wampum.rules") == folder_for("spieltisch.games.wampum.sight")
    assert folder_for("spieltisch.games.wampum.rules") != folder_for("spieltisch.games.amul.rules")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    assert folder_for("spieltisch.games.wampum.rules") is None


def test_every_source_below_a_floor_is_in_a_room() -> None:
    """A folder in a game's folder too: what is compiled there must be forgotten when it changes."""
    for floor in _cache.FLOORS:
        rooms = [floor, *_cache.folders_in(floor)]
        found = [source for room in rooms for source in _cache.sources_in(room)]
        assert sorted(found) == sorted((_cache.PACKAGE / floor).rglob("*.py"))


def test_a_game_of_another_package_is_kept_by_its_own_sources_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "visitors"
    package.mkdir()
    (package / "__init__.py").write_text("")
    metadata = tmp_path / "visitors-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: visitors\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[spieltisch.games]\nvisitors = visitors.game:GAME\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    caches = (_cache.guests, _cache.sources_hash, games.registered)
    for cache in caches:
        cache.cache_clear()
    try:
        assert "visitors" in games.names()
        assert rooms_for("visitors.rules")[-1] == str(package)
        before = folder_for("visitors.rules"), folder_for("spieltisch.games.loops", "visitors.rules")
        (package / "rules.py").write_text("LIMIT = 1\n")
        _cache.sources_hash.cache_clear()
        after = folder_for("visitors.rules"), folder_for("spieltisch.games.loops", "visitors.rules")
        assert not set(before) & set(after)
        assert folder_for("spieltisch.games.loops") not in after
    finally:
        monkeypatch.undo()
        for cache in caches:
            cache.cache_clear()
