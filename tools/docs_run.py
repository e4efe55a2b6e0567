"""Run the pages that show a program at work: `python -m tools.docs_run` says where they show something else.

Such a page is plain Markdown that reads well everywhere. Its blocks `python` run one after the other in one
process, its blocks `sh` in a shell, all in one empty folder in which `examples` lies. A block after a line that ends
with a name in backticks and a colon is a file of that name. What a block prints stands in a block `text` behind it.
`--write` puts what was printed, and the pictures that were made, into the pages.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
LONG = "tutorials/training"
"""Takes minutes, and a library that only the site's environment has."""
PAGES = ("guide", "rules", "tutorials/statistics", LONG, "tutorials/tournament")
LONGEST_SECONDS = 1800.0
"""A page that runs longer stands still."""
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n(?:\n?```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)
FILE_NAME = re.compile(r"`([\w.-]+)`:\s*\Z")
RUN = """
import json, sys, traceback
from contextlib import redirect_stdout
from io import StringIO
from subprocess import run
names, told = {"__name__": "__main__"}, []
for language, code in json.load(sys.stdin):
    if language == "sh":
        done = run(["bash", "-euo", "pipefail", "-c", code], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{code}{done.stdout}{done.stderr}")
        told.append(done.stdout)
    else:
        with redirect_stdout(StringIO()) as out:
            exec(code, names)
        told.append(out.getvalue())
json.dump(told, sys.stdout)
"""


class Failed(Exception):
    """A page that does not run as it is written; says where."""


class Block(NamedTuple):
    """One block of a page, and what the page says it prints."""

    language: str
    text: str
    file: str | None
    shown: str
    start: int
    end: int


def blocks_in(page: str) -> list[Block]:
    """Find the blocks of a page that run, or that are files."""
    found = []
    for match in BLOCK.finditer(page):
        language, text, shown = match.groups()
        name = FILE_NAME.search(page[: match.start()])
        if name or language in ("python", "sh"):
            found.append(Block(language, text, name[1] if name else None, shown or "", match.start(), match.end()))
    return found


def outputs_of(blocks: list[Block], folder: Path, seconds: float = LONGEST_SECONDS) -> list[str]:
    """Run the blocks of a page in a folder, but not for ever; give what each of them printed."""
    (folder / "examples").symlink_to(ROOT / "examples")
    for block in blocks:
        if block.file:
            (folder / block.file).write_text(block.text, "utf-8")
    here = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}
    code = [(block.language, "" if block.file else block.text) for block in blocks]
    with subprocess.Popen(
        [sys.executable, "-c", RUN],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=here,
        start_new_session=True,
    ) as running:
        try:
            out, wrong = running.communicate(json.dumps(code), seconds)
        except subprocess.TimeoutExpired:
            raise Failed(f"It has not come to its end in {seconds:.0f} s.") from None
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)  # with the shell and its programs
    if running.returncode:
        raise Failed(f"It ended with status {running.returncode}.\n{wrong or out}")
    told: list[str] = json.loads(out)
    return told


def written(page: str, blocks: list[Block], outputs: list[str]) -> str:
    """Put what was printed into a page."""
    for block, output in reversed(list(zip(blocks, outputs, strict=True))):
        shown = f"```text\n{output.rstrip()}\n```\n" if output.strip() else ""
        page = f"{page[: block.start]}```{block.language}\n{block.text}```\n{shown}{page[block.end :]}"
    return page


def run(name: str, folder: Path, seconds: float = LONGEST_SECONDS) -> str:
    """Run a page in an empty folder; give it with what was printed."""
    page = (DOCS / f"{name}.md").read_text("utf-8")
    blocks = blocks_in(page)
    return written(page, blocks, outputs_of(blocks, folder, seconds))


def pictures_in(folder: Path) -> list[Path]:
    """List the pictures that a page has made."""
    return sorted(folder.glob("*.svg"))


def main() -> None:
    """Run pages and compare, or write down what they print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="PAGE", help=f"which of {', '.join(PAGES)}; all if none is named")
    parser.add_argument("--write", action="store_true", help="write into the pages what was printed")
    chosen = parser.parse_args()
    differ = False
    for name in chosen.names or PAGES:
        file = DOCS / f"{name}.md"
        with tempfile.TemporaryDirectory() as folder:
            fresh = run(name, Path(folder))
            if chosen.write:
                file.write_text(fresh, "utf-8")
                for picture in pictures_in(Path(folder)):
                    shutil.copy(picture, file.parent)
        lines = file.read_text("utf-8").splitlines(), fresh.splitlines()
        for line in difflib.unified_diff(*lines, str(file), "as it runs", lineterm=""):
            differ = True
            print(line)
    sys.exit(differ)


if __name__ == "__main__":
    main()
