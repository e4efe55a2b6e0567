"""A fourth game as a package of its own: installed beside the product it is playable everywhere, and no file of ours
knows it. It is played at the command line, over the network, in a browser, from records, and for ratings.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.server.harness import Company, ServerProcess, open_table
from tests.web.conftest import browser as browser
from tests.web.hands import Person, by_tap
from tests.web.people import PHONE, Visitors, criticise
from tests.web.seating import ME, sit_down

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "goofspiel"
RULEBOOKS = ("tests/examples/goofspiel_rules.py", "tests/games/test_contract.py", "tests/server/test_no_leak.py")
NOT_PROMISED = ("positions", "shapes")
"""What a simple game need not do: read positions, draw pictures."""

COMPILE = """
import asyncio
from spieltisch import compiling

print(compiling.is_compiled("goofspiel"))
asyncio.run(compiling.Compilers().compile("goofspiel"))
print(compiling.is_compiled("goofspiel"))
"""


class Beside:
    """The product with Goofspiel installed beside it: processes started here find both."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        paths = [str(folder), os.environ.get("PYTHONPATH", "")]
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}

    def install(self) -> None:
        """Install it without asking anybody else: what it needs is here."""
        source = self.folder.with_name("source")
        shutil.copytree(PACKAGE, source)  # whoever builds leaves things behind
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index"]
        self.run([*pip, "--no-deps", "--no-build-isolation", "--target", str(self.folder), str(source)])

    def run(self, command: list[str], given: str = "") -> str:
        """Run a program to its end and give what it printed."""
        done = subprocess.run(
            command, env=self.environment, input=given, capture_output=True, text=True, cwd=ROOT, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def spieltisch(self, *arguments: str, given: str = "") -> str:
        """Use the command line."""
        return self.run([sys.executable, "-m", "spieltisch", *arguments], given)


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Beside:
    made = Beside(tmp_path_factory.mktemp("beside") / "installed")
    made.install()
    assert made.run([sys.executable, "-c", COMPILE]).split() == ["False", "True"]
    return made


@pytest.fixture(scope="module")
def server(beside: Beside, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("server")
    running = ServerProcess(
        f"sqlite:///{folder}/test.db",
        folder / "log",
        PYTHONPATH=beside.environment["PYTHONPATH"],
        SPIELTISCH_BOT_SECONDS="0.1",
        SPIELTISCH_BOT_DELAY="0.02",
        SPIELTISCH_HINT_SECONDS="0.1",
    )
    running.start()
    yield running
    assert running.stop() == 0
    assert "trace" not in running.log.read_text(), running.log.read_text()


def test_it_is_small_and_no_file_of_ours_speaks_its_name() -> None:
    lines = [line for file in files_of(PACKAGE) for line in file.read_text("utf-8").splitlines()]
    assert len(lines) <= 250
    ours = [*files_of(ROOT / "src" / "spieltisch"), *files_of(ROOT / "web" / "src")]
    named = {file for file in ours if "goofspiel" in file.read_text("utf-8", "ignore").lower()}
    # It is the example of a simple game, and the bench measures another program's.
    assert {file.name for file in named} <= {"simple.py", "bench.py"}


def files_of(folder: Path) -> list[Path]:
    """List the sources in a folder."""
    kinds = {".py", ".toml", ".ts", ".svelte", ".css", ".json"}
    return [file for file in folder.rglob("*") if file.suffix in kinds and "web/assets" not in file.as_posix()]


def test_it_keeps_its_own_rules_and_what_every_game_promises(beside: Beside, tmp_path: Path) -> None:
    chosen = "goofspiel and " + " and ".join(f"not {part}" for part in NOT_PROMISED)
    pytest_here = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"--basetemp={tmp_path / 'inner'}"]
    said = beside.run([*pytest_here, "-k", chosen, *RULEBOOKS])
    for rulebook in RULEBOOKS:
        assert Path(rulebook).is_file()
    assert "passed" in said
    assert "skipped" not in said


# --- the command line ----------------------------------------------------------------------------------------


def test_it_is_simulated_recorded_and_replayed_at_the_command_line(beside: Beside, tmp_path: Path) -> None:
    assert "goofspiel" in beside.spieltisch("games")
    records = tmp_path / "games.jsonl"
    arguments = ["-n", "4", "-k", "20", "--option", "cards=7", "--option", "ties=discarded", "--records", str(records)]
    beside.spieltisch("simulate", "goofspiel", *arguments)
    lines = records.read_text("utf-8").splitlines()
    assert len(lines) == 20
    record = json.loads(lines[0])
    assert record["options"] == {"cards": 7, "ties": "discarded"}
    assert sorted(record["deal"]["deck"]) == [1, 2, 3, 4, 5, 6, 7]
    assert len(record["moves"]) == 28
    assert "20" in beside.spieltisch("replay", str(records), "--verify")
    told = beside.spieltisch("replay", str(records), "--show", "--language", "de")
    assert "bietet" in told
    assert "Das Spiel ist aus." in told


def test_it_is_played_against_its_bots_in_the_terminal(beside: Beside, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    typed = "\n".join(["hint", "bid 9", *(f"bid {card}" for card in range(1, 8))])
    arguments = ["-n", "3", "--level", "casual", "--option", "cards=7", "--language", "fr", "--save", str(saved)]
    said = beside.spieltisch("play", "goofspiel", *arguments, given=typed + "\n")
    assert "pas possible maintenant ; vous avez le choix : bid 1, bid 2" in said
    assert "le plus de points" in said
    beside.spieltisch("replay", str(saved), "--verify")


def test_its_bots_climb_the_ladder(beside: Beside, tmp_path: Path) -> None:
    found = tmp_path / "ladder.json"
    arguments = ["--bots", "random,skilled", "-k", "10", "--nodes", "400", "--option", "cards=7", "--json", str(found)]
    beside.spieltisch("ladder", "goofspiel", *arguments)
    ratings = json.loads(found.read_text("utf-8"))["ratings"]
    assert ratings["skilled"] > ratings["random"]


# --- the server ----------------------------------------------------------------------------------------------


def test_people_and_bots_play_it_over_the_network_for_ratings(beside: Beside, server: ServerProcess) -> None:
    async def play() -> bytes:
        async with Company(server.url) as company:
            house = await company.invite(2)
            for guest in house:
                await guest.post("/api/account", {"account": f"a-{guest.id}", "passphrase": "correct horse battery"})
            await against_bots(company)
            table = await open_table(house, "goofspiel", options={"cards": 7})
            players = [company.sit(guest, table) for guest in house]
            await asyncio.gather(*(player.play() for player in players))
            for guest in house:
                statistics = await guest.get("/api/me/statistics")
                (rated,) = [one for one in statistics["games"] if one["game"] == "goofspiel"]
                assert (rated["played"], rated["rated"]) == (1, 1)
            log = await house[0].get(f"/api/tables/{table}/log?language=de")
            assert "Das Spiel ist aus." in json.dumps(log, ensure_ascii=False)
            record = (await house[0].http.get(f"/api/tables/{table}/record")).content
            await house[0].post("/api/records", json.loads(record))
            return record

    record = asyncio.run(play())
    kept = server.log.with_name("record.jsonl")
    kept.write_bytes(record)
    beside.spieltisch("replay", str(kept), "--verify")


async def against_bots(company: Company) -> None:
    """Somebody plays against two generic bots, asks for a hint, and sees no bid before all are in."""
    (guest,) = await company.invite(1)
    seats = [{"kind": "me"}, {"kind": "bot", "level": "casual"}, {"kind": "bot", "level": "expert"}]
    settings = {"pace": "instant"}
    body = {"game": "goofspiel", "seats": seats, "options": {"cards": 7}, "settings": settings, "start": True}
    table = (await guest.post("/api/tables", body))["id"]
    hint = await guest.post(f"/api/tables/{table}/hint", {"seat": 0})
    assert hint["moves"][0]["move"].startswith("bid ")
    player = company.sit(guest, table)
    await player.play()
    told = [one for event in player.events for view in event["views"] for one in view["happenings"]]
    bids = [one for one in told if one["what"] == "bid"]
    assert {one["seat"] for one in bids} == {0, 1, 2}
    assert all(("card" in one) == (one["seat"] == 0) for one in bids)
    assert len((await guest.get(f"/api/tables/{table}/record"))["moves"]) == 21


# --- the browser ---------------------------------------------------------------------------------------------


def test_it_is_played_on_a_phone_against_generic_bots_and_replayed(server: ServerProcess, browser: Browser) -> None:
    visitors = Visitors(browser, server.url)
    page = visitors.arrive(size=PHONE, touch=True, kept={"language": "de"})
    page.goto("/")
    expect(page.locator(".game[data-game=goofspiel]").get_by_role("heading")).to_have_text("Goofspiel")
    opponents = [{"kind": "bot", "level": "beginner"}, {"kind": "bot", "level": "casual"}]
    table = sit_down(page, "goofspiel", [ME, *opponents], options={"cards": 7})
    expect(page.locator(".board[role=group]")).to_contain_text("Runde 1 von 7")
    faults = criticise(page, "to decide")
    assert not faults, "\n".join(faults)
    Person(page, by_tap).play()
    expect(page.locator("[data-testid=result]")).to_be_visible()
    page.goto(f"/replay/{table}")
    expect(page.locator(".board[role=group]")).to_contain_text("Runde 1 von 7")
    page.get_by_role("button", name="Zum Ende").click()
    expect(page.locator(".board[role=group]")).to_contain_text("Runde 7 von 7")
    expect(page.locator(".list [data-step]")).to_have_count(21)
    faults = criticise(page, "study")
    assert not faults, "\n".join(faults)
    visitors.close()


# --- the page about it ---------------------------------------------------------------------------------------


def test_following_the_page_about_adding_a_game_gives_goofspiel() -> None:
    page = (ROOT / "docs" / "games.md").read_text("utf-8")
    shown = re.findall(r"```(?:python|toml)\n(.*?)```", page, re.DOTALL)
    package = [file.read_text("utf-8") for file in files_of(PACKAGE)]
    assert len(shown) >= 5
    for block in shown:
        assert any(block in text for text in package), block
    for rule in ("shuffle", "waiting_for", "is_legal", "play", "conceal", "imagine"):
        assert f"`{rule}`" in page
        assert any(f"def {rule}(" in text for text in package)
