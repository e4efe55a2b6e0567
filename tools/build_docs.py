"""Build the docs site into site/: `python -m tools.build_docs`.

It gathers the pages, runs those that show a program at work, and calls Zensical. With `--draft` nothing runs: pages
show what was printed when they were last written down. Every warning is an error: a link or a name that leads nowhere
stops the build.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import docs_run
from tools.docs_pages import DOCS, REFERENCE, ROOT, SETTINGS, Site, reference, source_of, source_page

GATHERED = "build/docs"
"""As the settings have it."""
STYLE = DOCS / "style"
PAGE = "page.md"
WROTE = re.compile(r"(?<!`)`([\w./-]+\.html)`(?!`)")
"""A page that a program has written: on the site it becomes a link."""


def put(target: Path, text: str) -> None:
    """Write a page."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, "utf-8")


def copy(source: Path, target: Path) -> None:
    """Copy a file, with the folders it lies in."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def gather(folder: Path, ran: dict[str, Path]) -> None:
    """Lay out everything that the site is built from; `ran` has the folders in which pages have run."""
    shutil.rmtree(folder, ignore_errors=True)
    site = Site()
    for page, title in site.pages.items():
        put(folder / page, reference(page, title) if page in REFERENCE else page_of(site, page, ran, folder))
    for path, place in site.beside.items():
        put(folder / place, source_page(path))
    for path, place in site.files.items():
        copy(ROOT / path, folder / place)
    for page, at in ran.items():
        for picture in docs_run.pictures_in(at):
            copy(picture, (folder / page).with_name(picture.name))
    for file in (*STYLE.glob("*.css"), *STYLE.glob("*.js")):
        copy(file, folder / "style" / file.name)


def page_of(site: Site, page: str, ran: dict[str, Path], folder: Path) -> str:
    """Give a page as it stands in a clone, or as it has just run."""
    at = ran.get(page)
    if at is None:
        return site.written(page, (ROOT / source_of(page)).read_text("utf-8"))

    def linked(found: re.Match[str]) -> str:
        if not (at / found[1]).is_file():
            return found[0]
        copy(at / found[1], (folder / page).parent / found[1])
        return f"[{found[0]}]({found[1]})"

    return WROTE.sub(linked, site.written(page, (at / PAGE).read_text("utf-8")))


def run_pages(folder: Path) -> dict[str, Path]:
    """Run every page that runs in a folder of its own, and lay it there."""
    ran = {}
    for name in docs_run.PAGES:
        print(f"Running {name}", flush=True)
        at = folder / name.replace("/", "-")
        at.mkdir()
        (at / PAGE).write_text(docs_run.run(name, at), "utf-8")
        ran[f"{name}.md"] = at
    return ran


def build(folder: Path) -> None:
    """Let Zensical make the site of what was gathered in a folder that looks like a clone."""
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    subprocess.run([*command, "--config-file", str(folder / SETTINGS.name)], cwd=folder, check=True)


def main() -> None:
    """Build the site."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draft", action="store_true", help="run nothing; show what the pages have printed before")
    draft = parser.parse_args().draft
    with tempfile.TemporaryDirectory() as folder:
        gather(ROOT / GATHERED, {} if draft else run_pages(Path(folder)))
    build(ROOT)


if __name__ == "__main__":
    main()
