"""Take pictures of every page and phase at three sizes, light and dark: python tests/web/screens.py [folder]"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import sync_playwright

from tests.server.harness import ServerProcess
from tests.web.pages import still_pages, wampum_pages
from tests.web.people import DESKTOP, PHONE, ROOT, TABLET, Visitors, launch
from tests.web.scenes import amul_pages, wigwam_pages

LOOKS = ((PHONE, "light"), (PHONE, "dark"), (TABLET, "light"), (DESKTOP, "light"), (DESKTOP, "dark"))


def take_all(folder: Path) -> int:
    """Walk through everything with a camera; says how many pictures were taken."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = ServerProcess(f"sqlite:///{data}/screens.db", Path(data) / "log", SPIELTISCH_BOT_DELAY="0.02")
        house.start()
        browser = launch(playwright)
        visitors = Visitors(browser, house.url)
        for size, theme in LOOKS:
            page = visitors.open(size=size, theme=theme)  # type: ignore[arg-type]
            for walk in (still_pages, wampum_pages, wigwam_pages, amul_pages):
                for name in walk(page):
                    full = not name.startswith(("wampum", "wigwam", "amul")) or size == PHONE
                    page.screenshot(path=folder / f"{name}-{size[0]}-{theme}.png", full_page=full)
                    count += 1
        visitors.close()
        browser.close()
        house.stop()
    return count


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "web" / ".shots"
    print(f"{take_all(target)} pictures in {target}")
