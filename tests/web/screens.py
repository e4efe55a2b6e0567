"""Take pictures of every page and phase at five sizes, light and dark: python -m tests.web.screens [folder]"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.web.people import (
    DESKTOP,
    LARGE,
    LYING,
    PHONE,
    ROOT,
    TABLET,
    THEMES,
    Visitors,
    launch,
    quick_server,
    resize,
    settle,
)
from tests.web.scenes import WALKS

SIZES = (PHONE, LYING, TABLET, DESKTOP, LARGE)
SHOWN = {"wampum": "wampum-aimed", "wigwam": "wigwam-must-capture", "amul": "amul-pick"}
"""Of each game the scene that the README shows."""


def take_all(folder: Path, walks: list[str], language: str) -> int:
    """Walk through everything with a camera; says how many pictures were taken."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = quick_server(Path(data))
        house.start()
        browser = launch(playwright)
        visitors = Visitors(browser, house.url)
        for walk in walks:
            for scene, page in WALKS[walk](visitors, size=PHONE, kept={"language": language}):
                for size in SIZES:
                    resize(page, size)
                    for theme in THEMES:
                        page.emulate_media(color_scheme=theme)
                        settle(page)
                        name = f"{scene}-{size[0]}x{size[1]}-{theme}.png"
                        page.screenshot(path=folder / name, full_page=walk in ("house", "account"))
                        count += 1
                page.emulate_media(color_scheme=THEMES[0])
                resize(page, PHONE)
        visitors.close()
        browser.close()
        house.stop()
    return count


def show(folder: Path, gallery: Path) -> None:
    """Put small copies of some pictures where the README finds them."""
    gallery.mkdir(parents=True, exist_ok=True)
    for game, scene in SHOWN.items():
        picture = folder / f"{scene}-{DESKTOP[0]}x{DESKTOP[1]}-{THEMES[0]}.png"
        if picture.exists():
            with Image.open(picture) as taken:
                small = taken.convert("RGB").resize((960, 600), Image.Resampling.LANCZOS)
                # The octree keeps what is small and bright, and makes the smallest files.
                small.quantize(method=Image.Quantize.FASTOCTREE).save(gallery / f"{game}.png", optimize=True)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "web" / ".shots"
    chosen = sys.argv[2].split(",") if len(sys.argv) > 2 else list(WALKS)
    spoken = sys.argv[3] if len(sys.argv) > 3 else "en"
    print(f"{take_all(target, chosen, spoken)} pictures in {target}")
    show(target, ROOT / "docs" / "pictures")
