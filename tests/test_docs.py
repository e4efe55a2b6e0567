"""The docs site: every page has its place, every link and name leads somewhere, what pages print is what happens."""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench import learn
from tests.lab.ending import has_ended
from tests.web.conftest import browser as browser
from tools import build_docs, docs_pages, docs_run

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Request

ROOT = Path(__file__).parents[1]
FETCHED = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*(?:src|href)=\"?((?:https?:)?//[^\s\">]+)")
IN_STYLES = re.compile(r"@import|url\([\"']?((?:https?:)?//[^)]+)")


def like_a_clone(folder: Path) -> Path:
    """Lay out what a site is built from, without running its programs."""
    folder.mkdir()
    for name in ("docs", "src"):
        (folder / name).symlink_to(ROOT / name)
    shutil.copy(docs_pages.SETTINGS, folder)
    build_docs.gather(folder / build_docs.GATHERED, {})
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = like_a_clone(tmp_path_factory.mktemp("docs") / "clone")
    build_docs.build(folder)
    return folder / "site"


# --- pages ------------------------------------------------------------------------------------------------------


def test_every_document_is_a_page_and_every_page_a_document() -> None:
    documents = {file.relative_to(ROOT).as_posix() for file in (ROOT / "docs").rglob("*.md")}
    pages = docs_pages.pages()
    found = {docs_pages.source_of(page) for page in pages if page not in docs_pages.REFERENCE}
    assert documents | set(docs_pages.ELSEWHERE.values()) == found
    assert set(docs_pages.REFERENCE) <= set(pages)


def test_whatever_the_reference_names_is_there() -> None:
    named = {module: members for page in docs_pages.REFERENCE.values() for module, members in page.items()}
    for module, members in named.items():
        found = importlib.import_module(module)
        assert all(hasattr(found, member) for member in members), module
    overview = (ROOT / "docs" / "api.md").read_text("utf-8")
    assert re.findall(r"^\| \[`([\w.]+)`\]", overview, re.MULTILINE) == list(named)


@pytest.mark.parametrize("name", ["spieltisch.games", "spieltisch.match", "spieltisch.bots", "spieltisch.lab"])
def test_the_reference_has_all_that_a_module_offers(name: str, site: Path) -> None:
    told = (site / "api" / f"{name.rpartition('.')[2]}.html").read_text("utf-8")
    module = importlib.import_module(name)
    silent = {"LEVELS"}  # plain data without a sentence of its own
    assert [member for member in module.__all__ if member not in silent and f'id="{name}.{member}"' not in told] == []


def test_a_link_to_a_page_is_turned_to_its_place_on_the_site() -> None:
    one = docs_pages.Site()
    assert one.written("index.md", "see [docs/lab.md](docs/lab.md#batches)") == "see [The lab](lab.md#batches)"
    assert one.written("tutorials/statistics.md", "[here](../../bench/results.md)") == "[here](../measurements.md)"
    assert one.written("rules.md", "[x](../src/spieltisch/bots/__init__.py)") == "[x](api/bots.md#spieltisch.bots)"
    assert one.written("engines.md", "[a](../examples/engine.py)") == "[a](sources/examples/engine.py.md)"
    fenced = "```\n[docs/lab.md](docs/lab.md)\n```\n"
    assert one.written("index.md", fenced) == fenced


@pytest.mark.parametrize("target", ["docs/nowhere.md", "docs/pictures/nothing.png", "web/README.md"])
def test_a_link_that_leads_nowhere_is_named(target: str) -> None:
    with pytest.raises(docs_pages.BadPage, match=re.escape(target)):
        docs_pages.Site().written("index.md", f"[a]({target})")


def test_tables_and_lists_may_follow_a_sentence_at_once() -> None:
    page = "A sentence:\n- one\n  goes on\n- two\n\n| a |\n|---|\nand\n| b |\n|---|\n"
    spaced = "A sentence:\n\n- one\n  goes on\n- two\n\n| a |\n|---|\nand\n\n| b |\n|---|\n"
    assert docs_pages.with_blank_lines(page) == spaced


# --- the built site ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mistake", ["[a](lab.md#nowhere)", "\n::: spieltisch.bots.nobody\n"])
def test_an_anchor_or_a_name_that_is_not_there_stops_the_build(mistake: str, tmp_path: Path) -> None:
    folder = like_a_clone(tmp_path / "clone")
    with (folder / build_docs.GATHERED / "guide.md").open("a") as page:
        page.write(mistake)
    with pytest.raises(subprocess.CalledProcessError):
        build_docs.build(folder)


def test_no_page_asks_another_host_for_anything(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(docs_pages.pages())
    assert {file: found for file in pages if (found := FETCHED.findall(file.read_text("utf-8")))} == {}
    styles = list(site.rglob("*.css"))
    assert styles
    assert {file: found for file in styles if (found := IN_STYLES.findall(file.read_text("utf-8")))} == {}


def test_the_site_is_read_and_searched_from_its_folder(site: Path, browser: Browser) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page = browser.new_page()
    page.on("request", note)
    page.goto((site / "index.html").as_uri())
    page.get_by_role("button", name="Search").click()
    page.locator("input:visible").fill("resample_from_infostate")
    page.locator("a[href*='lab.html']").filter(has_text="OpenSpiel").first.wait_for()
    page.goto((site / "guide.html").as_uri())
    assert page.locator("h1").inner_text().startswith("The games from Python")
    assert [url for url in asked if not url.startswith(("file:", "data:", "about:", "blob:"))] == []
    page.close()


# --- pages that run ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in docs_run.PAGES if name != docs_run.LONG])
def test_a_page_prints_what_it_shows(name: str, tmp_path: Path) -> None:
    assert docs_run.run(name, tmp_path) == (ROOT / "docs" / f"{name}.md").read_text("utf-8")


def without_blanks(code: str) -> str:
    """Lines alone: a part of a class stands elsewhere on a page."""
    return "\n".join(filter(None, map(str.strip, code.splitlines())))


def test_the_training_shows_its_program_as_it_is_and_a_clear_win() -> None:
    page = (ROOT / "docs" / f"{docs_run.LONG}.md").read_text("utf-8")
    program = without_blanks((ROOT / "examples" / "learn.py").read_text("utf-8"))
    shown = re.findall(r"```py\n(.*?)```", page, re.DOTALL)
    assert shown
    assert all(without_blanks(part) in program for part in shown)
    (command,) = docs_run.blocks_in(page)
    assert command.text == "python examples/learn.py\n"
    assert learn.learnt(command.shown).low > learn.HALF


def page_with(share: float) -> str:
    return f"  beginner    {share - 9}% ± 2.8%\n  beginner    {share}% ± 2.8%\n148 s\n"


@pytest.mark.parametrize(("share", "status"), [(67.8, 0), (52.0, 1)])
def test_a_training_that_is_not_clearly_won_has_failed(
    share: float, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(docs_run, "run", lambda name, folder, seconds: page_with(share))  # noqa: ARG005 - as all
    assert learn.main() == status
    assert ("NO" in capsys.readouterr().out) == bool(status)


def test_a_page_that_does_not_come_to_its_end_is_ended(tmp_path: Path) -> None:
    """With everything that it has started."""
    blocks = docs_run.blocks_in("```sh\nsleep 600 & echo $! > number; wait\n```\n")
    with pytest.raises(docs_run.Failed, match="not come to its end in 2 s"):
        docs_run.outputs_of(blocks, tmp_path, seconds=2)
    assert has_ended(int((tmp_path / "number").read_text()))


def test_a_page_that_shows_something_else_or_fails_is_found(tmp_path: Path) -> None:
    page = (
        "`words.txt`:\n```text\nfour\n```\n\n"
        "```sh\ncat words.txt\n```\n```text\nfive\n```\n\n"
        "```python\nprint(6)\n```\n"
    )
    blocks = docs_run.blocks_in(page)
    assert [(block.file, block.shown) for block in blocks] == [("words.txt", ""), (None, "five\n"), (None, "")]
    outputs = docs_run.outputs_of(blocks, tmp_path)
    assert outputs == ["", "four\n", "6\n"]
    fresh = page.replace("five", "four") + "```text\n6\n```\n"
    assert docs_run.written(page, blocks, outputs) == fresh
    for wrong in ("```python\n1 / 0\n```\n", "```sh\nfalse\n```\n"):
        folder = tmp_path / wrong[3:6]
        folder.mkdir()
        with pytest.raises(docs_run.Failed):
            docs_run.outputs_of(docs_run.blocks_in(wrong), folder)
