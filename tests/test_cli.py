"""The command line as a user meets it: in a process of its own, with its output and its exit status.

The processes are forks of one that has loaded everything, apart from those whose start is looked at.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Protocol

import pytest

from spieltisch import __version__, games
from tests.server.harness import free_port

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.nursery import Nursery


class Command(Protocol):
    """Runs the command line with some words."""

    def __call__(self, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]: ...


@pytest.fixture
def spieltisch(nursery: Nursery) -> Command:
    def run(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        done = nursery.command(*words, given=stdin)
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        return done

    return run


def from_nothing(*words: str) -> str:
    """Run the command line as somebody does who types it."""
    return subprocess.run([sys.executable, "-m", "spieltisch", *words], capture_output=True, check=True).stdout.decode()


def test_help_lists_the_commands_and_says_what_happens_without_one() -> None:
    text = from_nothing("--help")
    for command in ("games", "simulate", "replay", "show", "perft", "bench", "warm-up"):
        assert command in text
    assert "Without a command" in text


def test_without_a_command_the_table_opens_in_the_browser(tmp_path: Path) -> None:
    """The browser is a script here; it notes what it was asked to open."""
    browser, noted = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {noted}.part && mv {noted}.part {noted}\n')
    browser.chmod(0o755)
    port = free_port()
    environment = {
        **os.environ,
        "BROWSER": f"{browser} %s",
        "SPIELTISCH_PORT": str(port),
        "SPIELTISCH_DATABASE": f"sqlite:///{tmp_path}/table.db",
        "SPIELTISCH_WARM_UP": "false",
    }
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen([sys.executable, "-m", "spieltisch"], env=environment, stdout=log, stderr=log)
    try:
        until = time.monotonic() + 120
        while not noted.exists() and process.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        assert noted.exists(), (tmp_path / "log").read_text()
        assert noted.read_text().strip() == f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(60)


def test_the_version_is_told() -> None:
    assert from_nothing("--version").strip() == __version__


def test_help_loads_no_rules_and_no_server() -> None:
    script = "import sys, spieltisch.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout.decode().split()
    assert not {"numba", "numpy", "litestar", "sqlalchemy", "rich", "spieltisch.games"} & set(loaded)


def test_a_port_that_is_taken_is_named(spieltisch: Command, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = spieltisch("serve", "--port", port, "--database", f"sqlite:///{tmp_path}/table.db")
    assert done.returncode == 2
    assert f"Port {port} is taken" in done.stderr.decode()


def test_games_are_listed_with_players_and_options(spieltisch: Command) -> None:
    text = spieltisch("games").stdout.decode()
    for word in (*games.names(), "removal", "german", "3-8"):
        assert word in text


@pytest.mark.parametrize("name", games.names())
def test_simulated_records_verify_and_the_same_seed_gives_the_same_bytes(
    spieltisch: Command, name: str, tmp_path: Path
) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    for path, count in ((one, "40"), (other, "30")):
        done = spieltisch("simulate", name, "--games", count, "--seed", "7", "--records", str(path))
        assert done.returncode == 0
        assert f"games {count}".encode() in done.stdout
    assert one.read_bytes().splitlines()[:30] == other.read_bytes().splitlines()
    done = spieltisch("replay", str(one), "--verify")
    assert done.returncode == 0
    assert done.stdout == b"40 good, 0 bad\n"


def test_the_records_of_seed_1_are_the_same_bytes_on_any_machine(spieltisch: Command) -> None:
    done = spieltisch("simulate", "wampum", "--players", "3", "--games", "5", "--seed", "1", "--records", "-")
    assert hashlib.sha256(done.stdout).hexdigest() == "3a7a4a8a18a74d27066a509ed0d517c809d403783dc6f28a219754335333192f"


def test_bots_are_simulated_with_records_and_columns(spieltisch: Command, tmp_path: Path) -> None:
    words = ("--seats", "casual,random", "--nodes", "8", "-k", "2", "--jobs", "1")
    done = spieltisch("simulate", "wampum", *words, "--records", "-", "--parquet", str(tmp_path))
    assert [json.loads(line)["seats"] for line in done.stdout.splitlines()] == [["bot:casual", "bot:random"]] * 2
    assert b"casual" in done.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["decisions.parquet", "games.parquet"]


def test_a_tournament_is_played_and_its_mistakes_are_named(spieltisch: Command, tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text('game = "wampum"\nstop.games = 2\nplayer = [{ plays = "beginner" }, { plays = "random" }]\n')
    done = spieltisch("tournament", str(file), "--jobs", "1")
    assert done.returncode == 0
    assert b"beginner" in done.stdout
    assert sorted(made.name for made in (tmp_path / "cup").iterdir()) == [
        "games.parquet",
        "journal.jsonl",
        "report.html",
    ]
    file.write_text('game = "wampum"\nstop.games = 2\nplayer = [{ plays = "strong" }, { play = "random" }]\n')
    done = spieltisch("tournament", str(file))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 3


def test_replay_names_line_and_move_of_what_is_wrong_and_goes_on(spieltisch: Command, tmp_path: Path) -> None:
    lines = spieltisch("simulate", "wampum", "-k", "3", "--records", "-").stdout.splitlines()
    broken = json.loads(lines[1])
    broken["moves"][3][1] = "bid 1 CCCCCCCCC"
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"\n".join([lines[0], json.dumps(broken).encode(), b"\x00\xff", lines[2]]))
    done = spieltisch("replay", str(path))
    assert done.returncode == 1
    errors = done.stderr.decode().splitlines()
    assert errors[0].startswith("line 2, move 4: seat")
    assert errors[1].startswith("line 3: this is not a record")
    assert done.stdout.decode().splitlines()[-1] == "2 good, 2 bad"


def test_replay_shows_moves_happenings_and_tables(spieltisch: Command) -> None:
    record = spieltisch("simulate", "wampum", "-k", "1", "--records", "-").stdout
    shown = spieltisch("replay", "-", "--show", "--language", "de", stdin=record).stdout.decode()
    assert "bietet" in shown
    assert "Das Spiel ist zu Ende." in shown
    at = spieltisch("replay", "-", "--at", "2", stdin=record).stdout.decode()
    assert "after 2 moves" in at
    assert "village 1" in at
    assert b"has only" in spieltisch("replay", "-", "--at", "900", stdin=record).stderr


def test_show_draws_positions_and_new_games(spieltisch: Command) -> None:
    done = spieltisch("show", "wampum", "--position", "villages=C/F/T hands=CC/WW", "--moves")
    assert b"village 1  C" in done.stdout
    assert b"bid 1 C, bid 1 CC" in done.stdout
    assert b"?5" in spieltisch("show", "wampum", "--players", "3", "--seed", "1", "--seat", "0").stdout


def test_perft_counts_and_divides(spieltisch: Command) -> None:
    options = ("--option", "setup=standard", "--depth")
    assert spieltisch("perft", "wigwam", *options, "3").stdout.split() == [b"2454"]
    divided = spieltisch("perft", "wigwam", *options, "2", "--divide").stdout.decode().splitlines()
    assert len(divided) == 15 + 1
    assert divided[-1] == "total: 183"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("simulate", "chess"), 'There is no game "chess"; choose one of: amul, wampum, wigwam.'),
        (("play",), "Say which game:"),
        (("simulate", "wampum", "--players", "7"), "Wampum is for 2 to 5 players, not 7."),
        (("simulate", "wampum", "--option", "removal"), 'Option "removal" has no value; write NAME=VALUE.'),
        (("simulate", "wampum", "--option", "removal=x"), "allowed: german, french"),
        (
            ("simulate", "wampum", "--records", "/nowhere/x"),
            "Cannot write /nowhere/x: No such file or directory.",
        ),
        (("simulate", "wampum", "--seats", "expert,strong"), 'There is no player "strong"; choose from: random,'),
        (("simulate", "wampum", "-n", "3", "--seats", "expert"), "1 names for 3 seats"),
        (("simulate", "wampum", "--parquet", "/dev/null/x"), "Cannot write /dev/null/x: Not a directory."),
        (("replay", "/nowhere/x"), "Cannot read /nowhere/x: No such file or directory."),
        (("replay", "-", "--language", "tlh"), 'There is no language "tlh"; choose one of: en, de, fr.'),
        (("show", "wampum", "--position", "x"), "is not a field of a position"),
        (("show", "wampum", "--seat", "5"), "There is no seat 5; the seats are 0 to 1."),
        (("perft", "wampum", "--depth", "2"), "Perft is for games without luck"),
        (("perft", "wigwam", "--depth", "2", "--position", "x"), "x"),
    ],
)
def test_bad_input_gets_one_clear_sentence_and_status_2(
    spieltisch: Command, words: tuple[str, ...], sentence: str
) -> None:
    done = spieltisch(*words)
    assert done.returncode == 2
    assert sentence in " ".join(done.stderr.decode().split())


@pytest.mark.parametrize(
    "words",
    [
        ("play", "wampum", "--level", "master"),
        ("ladder", "wampum", "--bots", "master"),
        ("simulate", "wampum", "--seats", "master,random"),
    ],
)
def test_a_level_that_a_game_does_not_have_is_refused(spieltisch: Command, words: tuple[str, ...]) -> None:
    done = spieltisch(*words)
    assert done.returncode != 0
    assert b'"master"; choose ' in done.stderr
    assert b"expert" in done.stderr
