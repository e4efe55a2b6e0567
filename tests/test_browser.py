"""Where the client's tests get their browser from: what is there before what must be fetched, and in which order."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

import pytest

from tools import browser


class Machine:
    """A machine with nothing on its path, which notes what is run on it, and installs what a test says."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.fetched = folder / "playwright" / "chrome"
        self.bundled = folder / "cache" / "chromium"
        self.commands: list[str] = []
        self.installs: dict[str, Path] = {}
        self.patch = monkeypatch
        monkeypatch.setenv("PATH", str(self.bin))
        monkeypatch.delenv(browser.VARIABLE, raising=False)
        monkeypatch.setattr(browser, "playwrights_own", lambda: str(self.fetched))
        monkeypatch.setattr(browser, "bundled", lambda: self.bundled)
        monkeypatch.setattr(browser, "run", self.run)
        monkeypatch.setattr(browser, "unpack", lambda _folder: self.run("npm pack @sparticuz/chromium"))
        self.be_root(root=True)

    def be_root(self, *, root: bool) -> None:
        self.patch.setattr(os, "geteuid", lambda: 0 if root else 1000)

    def has(self, name: str, status: int = 0) -> Path:
        """Put a program on the path."""
        return program(self.bin / name, status)

    def run(self, *command: str) -> bool:
        text = " ".join(Path(word).name if "/" in word and "@" not in word else word for word in command)
        self.commands.append(text)
        for words, path in self.installs.items():
            if words in f"{text}$":
                program(path)
                return True
        return False


def program(path: Path, status: int = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {status}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def test_the_one_named_in_the_environment_wins(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.has("chromium")
    monkeypatch.setenv(browser.VARIABLE, "/somewhere/chromium")
    assert browser.get() == browser.Browser("/somewhere/chromium", {})


def test_an_installed_one_is_used_and_nothing_is_fetched(machine: Machine) -> None:
    program(machine.fetched)
    program(machine.bundled)
    chrome = machine.has("google-chrome")
    assert browser.get().path == str(chrome)
    chromium = machine.has("chromium")
    assert browser.get().path == str(chromium)
    windowless = machine.has("chromium-headless-shell")
    assert browser.get().path == str(windowless)
    assert machine.commands == []


def test_a_stand_in_that_cannot_be_started_is_passed_over(machine: Machine) -> None:
    machine.has("chromium-browser", status=1)
    program(machine.fetched)
    assert browser.get().path == str(machine.fetched)


def test_playwrights_own_comes_before_debians(machine: Machine) -> None:
    machine.has("apt-get")
    machine.installs["playwright install chromium"] = machine.fetched
    assert browser.get().path == str(machine.fetched)
    assert len(machine.commands) == 1


def test_debians_package_is_installed_where_one_may(machine: Machine) -> None:
    machine.has("apt-get")
    machine.installs["apt-get install"] = machine.bin / "chromium"
    assert browser.get().path == str(machine.bin / "chromium")
    assert [command.split()[0] for command in machine.commands[1:]] == ["apt-get", "env"]


def test_a_debian_without_the_build_without_windows_has_the_other_one(machine: Machine) -> None:
    machine.has("apt-get")
    machine.installs["recommends chromium$"] = machine.bin / "chromium"
    assert browser.get().path == str(machine.bin / "chromium")
    assert [command.split()[-1] for command in machine.commands[2:]] == ["chromium-headless-shell", "chromium"]


def test_sudo_is_asked_without_a_password_by_whoever_is_not_root(machine: Machine) -> None:
    machine.has("apt-get")
    machine.has("sudo")
    machine.be_root(root=False)
    machine.installs["apt-get install"] = machine.bin / "chromium"
    browser.get()
    assert all(command.startswith("sudo -n ") for command in machine.commands[1:])


def test_whoever_may_not_install_gets_the_one_from_npm_with_its_libraries(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.has("apt-get")
    machine.be_root(root=False)

    def unpack(folder: Path) -> None:
        machine.run("npm pack")
        program(folder / "browser" / "chromium")

    monkeypatch.setattr(browser, "unpack", unpack)
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    found = browser.get()
    assert found.path == str(machine.bundled)
    assert found.environment["LD_LIBRARY_PATH"] == str(machine.bundled.parent / "lib")
    assert not any("apt-get" in command for command in machine.commands)
    before = len(machine.commands)
    assert browser.get() == found
    assert len(machine.commands) == before, "the second time it is there"


def test_a_package_other_than_the_known_one_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = f"#!/bin/sh\necho something else > {tmp_path}/other.tgz\n"
    npm = tmp_path / "npm"
    npm.write_text(packed)
    npm.chmod(0o755)
    monkeypatch.setattr(browser, "find_npm", lambda: [str(npm)])
    with pytest.raises(ValueError, match="expected"):
        browser.unpack(tmp_path)
    assert not (tmp_path / "browser").exists()


@pytest.mark.usefixtures("machine")
def test_if_all_ways_fail_a_sentence_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unpack(_folder: Path) -> None:
        raise subprocess.CalledProcessError(1, "npm")

    monkeypatch.setattr(browser, "unpack", unpack)
    assert browser.main() == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "apt-get install --no-install-recommends chromium" in said.err
    assert browser.VARIABLE in said.err
