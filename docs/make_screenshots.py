"""Take the pictures of the documents from the running site.

Starts the site with its demo data in a temporary folder, opens each page of ``SHOTS`` in Chromium and writes
``docs/pictures/NAME.png``, as much as a screen shows. ``--all DIRECTORY`` takes every page, whole, at desktop and phone
width, light and dark.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
WIDTHS = {"desktop": 1280, "phone": 390}
PASSWORD = "code switching"


@dataclass(frozen=True)
class Shot:
    name: str
    who: str
    path: str
    # What to click, one after the other, before the picture is taken.
    clicks: tuple[str, ...] = ()


SHOTS = (
    Shot("rating", "meera", "/rate/s/preview-try-rating-1/"),
    Shot("pair", "meera", "/pairs/", ("main td a", "a:has-text('paper-1')")),
    Shot("results", "meera", "/studies/bhat-2017/results/"),
)
# Looked at with --all, not in the documents.
OTHERS = (
    Shot("home", "", "/"),
    Shot("sign-in", "", "/sign-in/"),
    Shot("help", "", "/help/"),
    Shot("help-search", "", "/help/?q=switch"),
    Shot("document", "", "/help/researchers/"),
    Shot("judge-home", "asha", "/"),
    Shot("researcher-home", "meera", "/"),
    Shot("pairs", "meera", "/pairs/"),
    Shot("load", "meera", "/pairs/load/"),
    Shot("two-sentences", "meera", "/pairs/two-sentences/"),
    Shot("studies", "meera", "/studies/"),
    Shot("study", "meera", "/studies/bhat-2017/"),
    Shot("study-judges", "meera", "/studies/try-rating/judges/"),
    Shot("study-sentences", "meera", "/studies/try-rating/sentences/"),
    Shot("results-sentences", "meera", "/studies/bhat-2017/results/sentences/"),
    Shot("results-text", "meera", "/studies/bhat-2017/results/text/"),
    Shot("results-comments", "meera", "/studies/simulated-judges/results/comments/"),
    Shot("results-models", "meera", "/studies/bhat-2017/results/models/"),
    Shot("results-judges", "meera", "/studies/bhat-2017/results/judges/"),
    Shot("agreement", "meera", "/studies/bhat-2017/results/agreement/"),
    Shot("comparison", "meera", "/studies/bhat-2017/results/comparison/"),
    Shot("pictures", "meera", "/studies/bhat-2017/results/pictures/"),
    Shot("exports", "meera", "/studies/bhat-2017/exports/"),
    Shot("table1", "meera", "/table1/"),
    Shot("jobs", "meera", "/jobs/"),
    Shot("profile", "meera", "/profile/"),
    Shot("people", "noor", "/people/"),
    Shot("api", "meera", "/api/v1/docs/"),
)


@contextmanager
def running_site() -> Iterator[str]:
    """The site as `make run` starts it, on a free port, with data of its own."""
    folder = tempfile.mkdtemp(prefix="cswitch-pictures-")
    command = [sys.executable, "manage.py", "serve", "--demo", "--port", "0"]
    environment = os.environ | {"DATA_DIR": folder, "PYTHONUNBUFFERED": "1", "LOG_LEVEL": "ERROR"}
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        yield address_announced(server)
    finally:
        server.terminate()
        server.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def address_announced(server: subprocess.Popen[str]) -> str:
    assert server.stdout
    for line in server.stdout:
        found = re.search(r"CSwitch is at (http://\S+?)/?$", line.strip())
        if found:
            return found[1]
    raise SystemExit("The site did not start.")


def signed_in(browser: Browser, site: str, who: str, width: int, scheme: str) -> Page:
    page = browser.new_context(
        base_url=site, viewport={"width": width, "height": 1040}, color_scheme=scheme, device_scale_factor=1
    ).new_page()
    if who:
        page.goto("/sign-in/")
        page.fill("[name=username]", who)
        page.fill("[name=password]", PASSWORD)
        page.press("[name=password]", "Enter")
        page.wait_for_url("**/")
    return page


def take(page: Page, shot: Shot, target: Path, *, whole: bool) -> None:
    page.goto(shot.path)
    for selector in shot.clicks:
        page.locator(selector).first.click()
    page.wait_for_load_state("networkidle")
    page.screenshot(path=target, full_page=whole)


def take_all(
    browser: Browser, site: str, shots: list[Shot], name: str, *, width: int, scheme: str, whole: bool
) -> None:
    """One sitting per person: signing in is slow on purpose, and throttled."""
    for who in sorted({shot.who for shot in shots}):
        page = signed_in(browser, site, who, width, scheme)
        for shot in shots:
            if shot.who == who:
                take(page, shot, Path(name.format(shot.name)), whole=whole)
        page.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", type=Path, metavar="DIRECTORY", help="every page, every width, light and dark")
    parser.add_argument("names", nargs="*", help="only these pictures")
    options = parser.parse_args()
    shots = [
        shot for shot in (SHOTS + OTHERS if options.all else SHOTS) if not options.names or shot.name in options.names
    ]
    with running_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        if options.all:
            options.all.mkdir(parents=True, exist_ok=True)
            for device, width in WIDTHS.items():
                for scheme in ("light", "dark"):
                    name = f"{options.all}/{{}}-{device}-{scheme}.png"
                    take_all(browser, site, shots, name, width=width, scheme=scheme, whole=True)
        else:
            name = f"{PICTURES}/{{}}.png"
            take_all(browser, site, shots, name, width=WIDTHS["desktop"], scheme="light", whole=False)
        browser.close()


if __name__ == "__main__":
    main()
