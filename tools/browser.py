"""Find a Chromium for the client's tests, or get one: `python -m tools.browser` prints its path.

One that is named in SPIELTISCH_CHROMIUM or installed is used. Else the first way that succeeds: Playwright's own
download, Debian's package where one may install it, the build for servers in the npm package @sparticuz/chromium. That
one brings its libraries along and lies in the user's cache folder. A build without windows is preferred: with each page
the others also start those of their own frame, which takes a second of a core every time.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from platformdirs import user_cache_path

from tools.build_web import NotBuilt, find_npm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

VARIABLE = "SPIELTISCH_CHROMIUM"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DEBIANS = ("chromium-headless-shell", "chromium")
"""The first one is the smaller one too; not every release has it."""
PACKAGE, VERSION = "@sparticuz/chromium", "147.0.0"
PACKAGE_SHA512 = "4ZKeAQQa8up2mt675qSitztLdbQrlf8BKdC5naeap+5Mv1OV1OlJdPoU+EJC/p5sQUJUQmN4r+q5+EhaaOUHpQ=="
"""Of the x86-64 package of this version; nothing else is unpacked."""
PATIENCE = 900
NO_BROWSER = f"""The client is tested in a real browser, and there is none on this machine; none could be installed.
Install Chromium (Debian: apt-get install --no-install-recommends chromium-headless-shell; anywhere: python -m
playwright install chromium), or name one in the environment: {VARIABLE}=/path/to/chromium"""
UNPACK = """
const [source, target] = process.argv.slice(1);
require("fs").writeFileSync(target, require("zlib").brotliDecompressSync(require("fs").readFileSync(source)));
"""


class NoBrowser(Exception):
    """There is nothing to test with; says what to install."""


class Browser(NamedTuple):
    """A Chromium, and what its environment needs besides ours."""

    path: str
    environment: dict[str, str]

    def works(self) -> bool:
        """Whether it can be started: some systems have a stand-in that only says where to get it."""
        try:
            environment = {**os.environ, **self.environment}
            command = [self.path, "--version"]
            return (
                subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False).returncode == 0
            )
        except (OSError, subprocess.TimeoutExpired):
            return False


# --- finding -----------------------------------------------------------------------------------------------


def find(fetched: str | None = None) -> Browser | None:
    """Give the first that works: the one named in the environment, this machine's, Playwright's, the npm package's.

    `fetched`: where Playwright keeps its own, if the caller knows.
    """
    if named := os.environ.get(VARIABLE):
        return Browser(named, {})
    return next((browser for browser in known(fetched) if browser.works()), None)


def known(fetched: str | None) -> Iterator[Browser]:
    """List what lies on this machine."""
    for name in NAMES:
        if path := shutil.which(name):
            yield Browser(path, {})
    if Path(path := fetched or playwrights_own()).is_file():
        yield Browser(path, {})
    if bundled().is_file():
        yield Browser(str(bundled()), bundled_environment())


def playwrights_own() -> str:
    """Ask Playwright where it keeps its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def bundled() -> Path:
    """Where the npm package's is unpacked."""
    return user_cache_path("spieltisch") / f"chromium-{VERSION}" / "chromium"


def bundled_environment() -> dict[str, str]:
    """It brings its libraries along, and a font for machines that have none."""
    folder = bundled().parent
    environment = {"LD_LIBRARY_PATH": str(folder / "lib")}
    if not Path("/etc/fonts/fonts.conf").is_file():
        environment["FONTCONFIG_PATH"] = str(folder)
    return environment


# --- getting -----------------------------------------------------------------------------------------------


def get() -> Browser:
    """Find one, or try the ways to get one until one succeeds."""
    found = find()
    for way in WAYS:
        if found is not None:
            return found
        print(way.__doc__, file=sys.stderr, flush=True)
        way()
        found = find()
    if found is None:
        raise NoBrowser(NO_BROWSER)
    return found


def run(*command: str) -> bool:
    """Run a command; whether it succeeded. What it has to say goes to the error stream."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def fetch_playwrights() -> None:
    """There is no Chromium here; trying Playwright's own."""
    run(sys.executable, "-m", "playwright", "install", "chromium")


def install_debians() -> None:
    """Trying Debian's package."""
    apt, sudo = shutil.which("apt-get"), shutil.which("sudo")
    if apt is None or (os.geteuid() != 0 and sudo is None):
        return
    as_root = [] if os.geteuid() == 0 or sudo is None else [sudo, "-n"]
    run(*as_root, apt, "update", "-qq")
    unasked = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", apt, "install", "-y", "-qq"]
    any(run(*unasked, "--no-install-recommends", package) for package in DEBIANS)


def unpack_from_npm() -> None:
    """Trying the one in the npm package @sparticuz/chromium."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        return
    target = bundled().parent
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        try:
            unpack(Path(folder))
        except (NotBuilt, OSError, subprocess.SubprocessError, tarfile.TarError, ValueError) as why:
            print(f"That failed: {why}", file=sys.stderr)
            return
        shutil.rmtree(target, ignore_errors=True)
        (Path(folder) / "browser").rename(target)


def unpack(folder: Path) -> None:
    """Fetch the package, see that it is the one we know, and unpack the browser into `browser`."""
    npm = find_npm()
    command = [*npm, "pack", "--silent", f"{PACKAGE}@{VERSION}"]
    subprocess.run(command, cwd=folder, check=True, stdout=sys.stderr, timeout=PATIENCE)
    packed = next(folder.glob("*.tgz"))
    if base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode() != PACKAGE_SHA512:
        raise ValueError("the package is not the one that was expected.")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    browser = folder / "browser"
    browser.mkdir()
    node = shutil.which("node") or "node"  # finding npm has put it on the path
    for source in (folder / "package" / "bin").glob("*.br"):
        unpacked = browser / source.stem
        subprocess.run([node, "-e", UNPACK, str(source), str(unpacked)], check=True, timeout=PATIENCE)
        if unpacked.suffix == ".tar":
            with tarfile.open(unpacked) as archive:
                archive.extractall(browser, filter="data")
            unpacked.unlink()
    (browser / "chromium").chmod(0o755)


WAYS: tuple[Callable[[], None], ...] = (fetch_playwrights, install_debians, unpack_from_npm)


def main() -> int:
    """Print where the browser is, or what to do."""
    try:
        print(get().path)
    except NoBrowser as none:
        print(none, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
