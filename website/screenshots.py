"""Screenshots of the pages of the browser: `python -m website.screenshots FOLDER` writes browser.svg, a table of Four Souls, light or
dark as the reader's system is, and the preview of the site. Without Chromium it changes nothing and says so."""

from __future__ import annotations

import base64
import io
import shutil
import sys
from pathlib import Path

from benchmarks.serve.server import started
from fs_env.core.files import write_whole
from fs_env.drawing.web import page_style
from fs_env.registry.games import GAMES
from website import figures

WIDE, HIGH, COLORS = 1280, 760, 64
STYLE = ".d{display:none}@media(prefers-color-scheme:dark){.d{display:inline}.l{display:none}}"


def small_png(data: bytes) -> str:
    """A picture with few colours as a data address."""
    from PIL import Image

    file = io.BytesIO()
    Image.open(io.BytesIO(data)).convert("RGB").quantize(COLORS).save(file, "PNG", optimize=True)
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()


def table(chromium: str, port: int) -> str:
    """The SVG with both pictures of a table, some choices after its deal."""
    from playwright.sync_api import sync_playwright

    shots = {}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDE, "height": HIGH}, reduced_motion="reduce")
        page.goto(f"http://127.0.0.1:{port}/")
        page.locator('li:has(b:text("Four Souls")) button[name="guided"]').click()
        page.wait_for_selector("#choices button")
        page.wait_for_timeout(2000)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(300)
            shots[scheme] = small_png(page.screenshot())
        browser.close()
    images = "".join(
        f'<image class="{scheme[0]}" width="{WIDE}" height="{HIGH}" href="{data}"/>' for scheme, data in shots.items()
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img">'
    return f"{head}<title>A table of Four Souls in the browser</title><style>{STYLE}</style>{images}</svg>\n"


def preview(chromium: str) -> bytes:
    """The picture that other sites show beside a link, as PNG."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 630})
        page.set_content(f"<style>body{{margin:0}}{page_style()}</style>{figures.preview().svg('light')}")
        page.wait_for_timeout(300)
        data = page.screenshot()
        browser.close()
    return base64.b64decode(small_png(data).partition(",")[2])


def main() -> int:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.stdout.write("screenshots: no Chromium is installed; the stored ones stay\n")
        return 0
    with started(games=GAMES) as (port, _process, _log):
        write_whole(Path(sys.argv[1]) / "browser.svg", table(chromium, port))
    write_whole(Path(sys.argv[1]).parent / "preview.png", preview(chromium))
    return 0


if __name__ == "__main__":
    sys.exit(main())
