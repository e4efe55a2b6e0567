"""The pages of the docs site, gathered from where they are read as plain Markdown: docs/, README.md, CHANGELOG.md, …

What stands in `zensical.toml` under `nav` is the whole list of pages. A page there that is no file is made: of a
module its reference (`api/games.md`), of a source that some page links to its text. Links are turned to where things
lie on the site. Needs nothing but Python.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SETTINGS = ROOT / "zensical.toml"
ELSEWHERE = {
    "index.md": "README.md",
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "measurements.md": "bench/results.md",
}
"""Pages of the site that are read elsewhere in a clone."""
REFERENCE: dict[str, dict[str, tuple[str, ...]]] = {
    "api/games.md": {
        "spieltisch.games": (),
        "spieltisch.games.rules": (),
        "spieltisch.games.compiled": ("compiled", "inlined", "bind"),
        "spieltisch.games.chance": ("seeded", "draw", "below", "shuffle"),
    },
    "api/match.md": {"spieltisch.match": (), "spieltisch.match.rating": ("Rating", "rate")},
    "api/bots.md": {"spieltisch.bots": ()},
    "api/lab.md": {
        "spieltisch.lab": (),
        "spieltisch.lab.gym": ("SeatEnv",),
        "spieltisch.lab.zoo": ("Makers", "TurnEnv", "CycleEnv"),
        "spieltisch.lab.openspiel": ("SpielGame", "State", "Observer"),
    },
    "api/running.md": {
        "spieltisch.lab.simulate": ("Plan", "Simulated", "Done", "simulate", "run"),
        "spieltisch.lab.tournament": (),
        "spieltisch.lab.engines": ("Engine", "EngineFault"),
    },
}
"""Which modules each page of the reference tells about, and what of them; everything public if nothing is named."""
LINK = re.compile(r"\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")
FENCE = re.compile(r"^\s*```")
LANGUAGES = {".py": "python", ".mjs": "js", ".toml": "toml", ".yaml": "yaml", ".conf": "nginx", ".service": "ini"}


class BadPage(ValueError):
    """A page that cannot be on the site as it is; says which, and why."""


def named_in(nav: object, title: str = "") -> Iterator[tuple[str, str]]:
    """List the pages of a navigation in their order, with their titles."""
    if isinstance(nav, str):
        yield nav, title
    elif isinstance(nav, dict):
        for inner, part in nav.items():
            yield from named_in(part, inner)
    elif isinstance(nav, list):
        for part in nav:
            yield from named_in(part)


def pages() -> dict[str, str]:
    """List the pages of the site in their order, with their titles."""
    return dict(named_in(tomllib.loads(SETTINGS.read_text("utf-8"))["project"]["nav"]))


def source_of(page: str) -> str:
    """Say where in a clone a page lies."""
    return ELSEWHERE.get(page, f"docs/{page}")


def modules() -> dict[str, str]:
    """Say for the file of each module in which page of the reference it stands."""
    found = {}
    for page, names in REFERENCE.items():
        for name in names:
            path = ROOT / "src" / name.replace(".", "/")
            file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
            if not file.is_file():
                raise BadPage(f"{page} is about {name}, and there is no {file.relative_to(ROOT)}.")
            found[file.relative_to(ROOT).as_posix()] = f"{page}#{name}"
    return found


def reference(page: str, title: str) -> str:
    """Write a page of the reference: mkdocstrings puts the modules' own words there."""
    parts = [f"# {title}"]
    for module, members in REFERENCE[page].items():
        parts.append(f"::: {module}\n" + (f"    options:\n      members: {list(members)}\n" if members else ""))
    return "\n\n".join(parts)


class Site:
    """What goes where: pages by their path in a clone, and what else they link to."""

    def __init__(self) -> None:
        self.pages = pages()
        self.places = {source_of(page): page for page in self.pages if page not in REFERENCE} | modules()
        self.beside: dict[str, str] = {}
        """Pages that nobody lists: sources that a page links to, by their path in a clone."""
        self.files: dict[str, str] = {}
        """Pictures and the like, by their path in a clone."""

    def place_of(self, path: str) -> str:
        """Say where something of a clone lies on the site."""
        if path in self.places:
            return self.places[path]
        target = ROOT / path
        if not target.exists():
            raise BadPage(f"{path} is linked to and does not exist.")
        if path.startswith("docs/") and target.suffix != ".md":
            self.files[path] = path.removeprefix("docs/")
            return self.files[path]
        if target.suffix == ".md":
            raise BadPage(f"{path} is linked to and stands not in the navigation.")
        self.beside[path] = f"sources/{path.rstrip('/')}.md"
        return self.beside[path]

    def written(self, page: str, text: str) -> str:
        """Turn the text of a page into what the site is built from."""
        return "".join(
            part if fenced else with_blank_lines(LINK.sub(lambda link: self.turned(page, link), part))
            for fenced, part in in_parts(text)
        )

    def turned(self, page: str, link: re.Match[str]) -> str:
        """Turn a link to where its target lies; who links to a page by its file's name, links by its title."""
        shown, target, anchor = link.groups()
        place = self.place_of(normpath((PurePosixPath(source_of(page)).parent / target).as_posix()))
        where, _, own_anchor = place.partition("#")
        if shown == target:
            shown = self.pages.get(where, shown)
        anchor = f"#{own_anchor}" if own_anchor else anchor or ""
        return f"[{shown}]({relpath(where, PurePosixPath(page).parent.as_posix())}{anchor})"


def in_parts(text: str) -> Iterator[tuple[bool, str]]:
    """Cut a page into what stands in fences and what does not."""
    inside, part = False, ""
    for line in text.splitlines(keepends=True):
        if FENCE.match(line):
            if inside:
                yield True, part + line
                part = ""
            else:
                yield False, part
                part = line
            inside = not inside
        else:
            part += line
    yield inside, part


def kind_of(line: str) -> str:
    """Say what a line belongs to."""
    if not line.strip():
        return ""
    if line.startswith("|"):
        return "table"
    return "list" if re.match(r"(?:[-*]|\d+\.) ", line) or line.startswith("  ") else "text"


def with_blank_lines(text: str) -> str:
    """Put a blank line before tables and lists: the site's Markdown wants one where GitHub's does not."""
    lines: list[str] = []
    before = ""
    for line in text.split("\n"):
        kind = kind_of(line)
        if kind in ("table", "list") and before not in ("", kind):
            lines.append("")
        lines.append(line)
        before = kind
    return "\n".join(lines)


def source_page(path: str) -> str:
    """Show a source, or all of a folder, as a page."""
    target = ROOT / path
    files = sorted(file for file in target.iterdir() if file.is_file()) if target.is_dir() else [target]
    shown = []
    for file in files:
        language = LANGUAGES.get(file.suffix, "text")
        heading = "" if file == target else f"## {file.name}\n\n"
        shown.append(f"{heading}```{language}\n{file.read_text('utf-8').rstrip()}\n```\n")
    return f"# {path}\n\n" + "\n".join(shown)
