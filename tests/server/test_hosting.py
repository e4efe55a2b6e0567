"""What a host is given: a doctor that finds what would fail, copies that keep themselves, files that fit the server."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import yaml

from spieltisch.server import doctor
from spieltisch.server.settings import PREFIX, Settings
from spieltisch.store import copies, open_store
from spieltisch.store.backup import back_up
from tests.server.harness import LONG, free_port

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.server.harness import ServerProcess
    from tests.server.nursery import Nursery

ROOT = Path(__file__).resolve().parents[2]
HOSTING = [
    ROOT / "Containerfile",
    ROOT / "compose.yaml",
    *sorted((ROOT / "deploy").iterdir()),
    ROOT / "docs/hosting.md",
]


def fresh(folder: Path) -> str:
    """A database as a server leaves it."""

    async def make() -> str:
        url = f"sqlite:///{folder}/house.db"
        store = await open_store(url)
        await store.close()
        return url

    return asyncio.run(make())


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


# --- the doctor --------------------------------------------------------------------------------------------


def verdicts(url: str | None) -> dict[str, str]:
    """What the doctor says of each thing; of several the worst."""
    found: dict[str, str] = {}
    for finding in asyncio.run(doctor.examine(url)):
        found[finding.look] = max(found.get(finding.look, "ok"), finding.verdict, key=["ok", "warning", "fails"].index)
        assert finding.verdict == "ok" or finding.advice
    return found


@pytest.fixture
def no_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots are asked once, below: that takes a while."""

    async def silent() -> list[doctor.Finding]:
        return []

    monkeypatch.setattr(doctor, "look_at_bots", silent)


def test_the_doctor_finds_a_good_house_in_order_and_says_so_to_programs_too(tmp_path: Path, nursery: Nursery) -> None:
    doctors = ("admin", "doctor", "--json", "--database", fresh(tmp_path))
    told = nursery.command(*doctors, environment={"SPIELTISCH_PORT": str(free_port())})
    found_here = {finding.look: finding for finding in msgspec.json.decode(told.stdout, type=list[doctor.Finding])}
    looked_at = {"settings", "database", "schema", "disk of the database", "files", "clock", "compiled rules", "port"}
    assert looked_at | {"client", "connections", "bots", "clock and log"} <= found_here.keys()
    failed = {look for look, finding in found_here.items() if finding.verdict == "fails"}
    assert failed <= {"client"}  # which a clean clone has not built yet
    assert told.returncode == (1 if failed else 0), told.stderr
    assert found_here["bots"].verdict != "fails"


@pytest.mark.usefixtures("no_bots")
def test_a_database_made_by_a_newer_version_would_fail_and_an_older_one_is_announced(tmp_path: Path) -> None:
    url = fresh(tmp_path)
    for revision, verdict in (("9999", "fails"), ("0001", "warning")):
        with closing(sqlite3.connect(tmp_path / "house.db")) as database:
            database.execute("UPDATE alembic_version SET version_num = ?", (revision,))
            database.commit()
        assert verdicts(url)["schema"] == verdict


@pytest.mark.usefixtures("no_bots")
def test_a_database_that_is_away_or_none_at_all_would_fail(tmp_path: Path) -> None:
    assert verdicts("postgresql://nobody@127.0.0.1:1/nothing")["database"] == "fails"
    (tmp_path / "other.db").write_bytes(b"this is not a database" * 100)
    assert verdicts(f"sqlite:///{tmp_path}/other.db")["database"] == "fails"


@pytest.mark.usefixtures("no_bots")
def test_looking_changes_nothing(tmp_path: Path) -> None:
    assert verdicts(f"sqlite:///{tmp_path}/none.db")["database"] == "ok"
    assert list(tmp_path.iterdir()) == []
    url = fresh(tmp_path)
    before = (tmp_path / "house.db").read_bytes()
    verdicts(url)
    assert (tmp_path / "house.db").read_bytes() == before


@pytest.mark.usefixtures("no_bots")
def test_a_file_that_others_can_read_is_warned_of(tmp_path: Path) -> None:
    url = fresh(tmp_path)
    (tmp_path / "house.db").chmod(0o644)
    assert verdicts(url)["files"] == "warning"
    (tmp_path / "house.db").chmod(0o600)
    assert verdicts(url)["files"] == "ok"


@pytest.mark.usefixtures("no_bots")
def test_an_event_from_the_future_betrays_a_clock_that_has_gone_back(tmp_path: Path) -> None:
    url = fresh(tmp_path)
    with closing(sqlite3.connect(tmp_path / "house.db")) as database:
        database.execute(
            "INSERT INTO events (table_id, seq, at, body) VALUES ('t', 1, ?, x'7b7d')", (time.time() + 900,)
        )
        database.commit()
    assert verdicts(url)["clock and log"] == "warning"


@pytest.mark.usefixtures("no_bots")
def test_a_port_is_free_or_ours_or_somebody_elses(
    tmp_path: Path, server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = fresh(tmp_path)
    monkeypatch.setenv("SPIELTISCH_PORT", str(server.port))
    assert verdicts(url)["port"] == "ok"
    with socket.socket() as stranger:
        stranger.bind(("127.0.0.1", 0))
        stranger.listen()
        monkeypatch.setenv("SPIELTISCH_PORT", str(stranger.getsockname()[1]))
        monkeypatch.setattr(doctor, "ANSWER_SECONDS", 0.5)
        assert verdicts(url)["port"] == "fails"


@pytest.mark.usefixtures("no_bots")
def test_settings_that_cannot_be_read_or_do_not_fit_together_would_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = fresh(tmp_path)
    monkeypatch.setenv("SPIELTISCH_WORKERS", "3")
    assert verdicts(url)["workers"] == "fails"
    monkeypatch.setenv("SPIELTISCH_WORKERS", "many")
    assert verdicts(url)["settings"] == "fails"
    monkeypatch.delenv("SPIELTISCH_WORKERS")
    monkeypatch.setenv("SPIELTISCH_WROKERS", "1")
    assert verdicts(url)["settings"] == "fails"


# --- copies ------------------------------------------------------------------------------------------------


def test_only_the_newest_copies_are_kept_and_nothing_else_is_touched(tmp_path: Path) -> None:
    url = fresh(tmp_path)
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "my own notes.db").touch()
    (folder / "spieltisch-20200101T000000Z.db.part").touch()
    for _ in range(5):
        told = asyncio.run(copies.copy_and_prune(url, folder, 3))
    assert "3 kept, 1 removed" in told
    assert (folder / "my own notes.db").exists()
    assert not list(folder.glob("*.part"))
    newest = copies.copies_in(folder)
    assert len(newest) == 3
    assert newest == sorted(newest)
    with closing(sqlite3.connect(newest[-1])) as copy:
        assert copy.execute("SELECT count(*) FROM events").fetchone() == (0,)


def test_a_copy_that_fails_is_logged_and_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = fresh(tmp_path)
    folder = tmp_path / "copies"
    tries: list[Any] = []

    async def fails_first(*arguments: Any) -> str:
        tries.append(arguments)
        if len(tries) < 3:
            raise OSError("No space left on device")
        return await back_up(*arguments)

    monkeypatch.setattr(copies, "back_up", fails_first)
    monkeypatch.setattr(copies, "PATIENCE_SECONDS", 0.01)

    async def until_one_is_there() -> None:
        copying = asyncio.create_task(copies.copy_regularly(url, folder, 3, 24))
        async with asyncio.timeout(LONG):
            while not (folder.exists() and copies.copies_in(folder)):
                await asyncio.sleep(0.02)
        assert not copying.done()
        copying.cancel()

    asyncio.run(until_one_is_there())
    assert len(tries) == 3


def test_copies_go_on_until_the_command_is_told_to_stop_and_are_for_the_owner_alone(tmp_path: Path) -> None:
    url, folder = fresh(tmp_path), tmp_path / "copies"
    command = [sys.executable, "-m", "spieltisch", "admin", "backup", str(folder), "--database", url]
    with subprocess.Popen([*command, "--keep", "2", "--every", "24"], stderr=subprocess.PIPE) as running:
        try:
            wait_for(lambda: folder.exists() and bool(copies.copies_in(folder)))
        finally:
            running.send_signal(signal.SIGTERM)
        assert running.wait(LONG) == 0
        assert running.stderr is not None
        assert json.loads(running.stderr.readline())["what"] == "copied"
    assert subprocess.run([*command, "--keep", "2"], check=False, capture_output=True).returncode == 0
    assert len(copies.copies_in(folder)) == 2
    for copy in copies.copies_in(folder):
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


# --- the files for hosts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("file", HOSTING, ids=lambda file: file.name)
def test_every_setting_that_is_named_exists(file: Path) -> None:
    known = {f"{PREFIX}{field.name.upper()}" for field in msgspec.structs.fields(Settings)}
    assert set(re.findall(r"SPIELTISCH_[A-Z][A-Z_]+", file.read_text("utf-8"))) <= known


@pytest.mark.parametrize("file", HOSTING, ids=lambda file: file.name)
def test_every_command_that_is_named_exists(file: Path) -> None:
    """Commands stand in the files as words after `spieltisch`."""
    from spieltisch.cli import app
    from spieltisch.cli.admin import admin_app

    admin = {command.name for command in admin_app.registered_commands}
    top = {c.name or (c.callback.__name__ if c.callback else "") for c in app.registered_commands} | {"admin"}
    text = file.read_text("utf-8")
    assert set(re.findall(r"(?:bin/|`|^|\s)spieltisch admin ([a-z-]+)", text)) <= admin
    assert set(re.findall(r"bin/spieltisch ([a-z-]+)", text)) <= top


def instructions() -> list[tuple[str, str]]:
    """The lines of the Containerfile, continued ones joined."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Containerfile").read_text("utf-8"))
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines]


def test_the_container_is_built_in_two_stages_and_does_not_run_as_root() -> None:
    found = instructions()
    words = [word for word, _ in found]
    assert words.count("FROM") == 2
    assert set(words) <= {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL"} | {
        "HEALTHCHECK",
        "ENTRYPOINT",
        "CMD",
    }
    final = dict(found[max(index for index, word in enumerate(words) if word == "FROM") :])
    assert int(final["USER"]) > 0
    assert final["STOPSIGNAL"] == "SIGTERM"
    assert final["VOLUME"] == "/var/lib/spieltisch"
    assert json.loads(final["ENTRYPOINT"]) + json.loads(final["CMD"]) == ["spieltisch", "serve"]


def checked(test: list[str], port: int) -> int:
    """Carry out a health check of a container here."""
    command = [sys.executable if word == "python" else word.replace(":8000", f":{port}") for word in test]
    environment = {**os.environ, "SPIELTISCH_PORT": str(port)}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode


def test_health_checks_of_containers_see_a_server_and_its_absence(server: ServerProcess) -> None:
    in_file = json.loads(dict(instructions())["HEALTHCHECK"].partition("CMD ")[2])
    in_compose = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["server"]["healthcheck"]["test"]
    for test in (in_file, in_compose[1:]):
        assert checked(test, server.port) == 0
        assert checked(test, 1) != 0


def test_compose_names_only_what_exists() -> None:
    composed = yaml.safe_load((ROOT / "compose.yaml").read_text())
    services, volumes = composed["services"], composed["volumes"]
    env_file = (ROOT / "deploy/compose.env").read_text()
    for name, service in services.items():
        for volume in service.get("volumes", ()):
            assert volume.partition(":")[0] in volumes, name
        assert set(service.get("depends_on", {})) <= services.keys()
        assert service["image"].startswith(("spieltisch", "docker.io/"))
        if "build" in service:
            assert (ROOT / service["build"]["dockerfile"]).is_file()
            assert service["read_only"]
            assert service["cap_drop"] == ["ALL"]
        for value in service.get("environment", {}).values():
            for variable in re.findall(r"\$\{(\w+)", str(value)):
                assert f"{variable}=" in env_file, variable
            assert "PASSWORD" not in re.sub(r"\$\{[^}]*\}", "", str(value))
        for port in service.get("ports", ()):
            assert port.startswith("127.0.0.1:"), "only the proxy is for the world"
    assert services["server"]["depends_on"]["database"] == {"condition": "service_healthy"}
    assert "pg_isready" in services["database"]["healthcheck"]["test"]
