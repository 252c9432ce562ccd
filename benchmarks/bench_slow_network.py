"""How long a judge with a slow connection waits, in a real Chromium: 400 kbit/s and two seconds of latency.

    python -m benchmarks.bench_slow_network [--database sqlite] [--sentences 6]

A first visit (nothing in the browser's cache), a later page (everything but the page itself is there), and the next
sentence after Next, each until it can be read and answered. The reference is the same without a limit on the network.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, sync_playwright

from benchmarks.bench_rating import seed
from benchmarks.rating_site import Site, end_properly_when_told_to, running_site
from cswitch_core.cli.text_table import as_table
from tests.browser import CHROMIUM

READY = "html[data-ready=yes]"
SLOW_3G = {"offline": False, "latency": 2_000, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
UNLIMITED = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


def limited(context: BrowserContext, page: Page, network: dict[str, Any]) -> CDPSession:
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", network)
    return session


def loading_seconds(page: Page, address: str) -> float:
    start = time.perf_counter()
    page.goto(address, wait_until="commit", timeout=60_000)
    page.wait_for_selector(READY, timeout=60_000)
    return time.perf_counter() - start


def next_seconds(page: Page) -> float:
    """From Next to another sentence on the screen. The judge has read this one in the meantime."""
    page.wait_for_timeout(6_000)
    for key in "34":
        page.keyboard.press(key)
    where = page.text_content("#where")
    start = time.perf_counter()
    page.keyboard.press("Enter")
    page.wait_for_function("where => document.getElementById('where').textContent !== where", arg=where)
    return time.perf_counter() - start


def measure(site: Site, session: str, participation: str, network: dict[str, Any], sentences: int) -> list[float]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context()
        context.add_cookies([{"name": "sessionid", "value": session, "url": site.address}])
        page = context.new_page()
        limited(context, page, network)
        # A redirect would be another round trip: a judge comes from the instructions.
        page.request.get(f"{site.address}/rate/{participation}/")
        address = page.request.get(f"{site.address}/rate/{participation}/").url
        cold = loading_seconds(page, address)
        warm = loading_seconds(page, address)
        following = statistics.median(next_seconds(page) for _ in range(sentences))
        browser.close()
    return [cold, warm, following]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--sentences", type=int, default=6)
    options = parser.parse_args()
    end_properly_when_told_to()
    with running_site(options.database) as (site, _database_pid):
        site.start()
        sessions = seed(site, items=50, judges=2, each=50, stored=0)
        slow = measure(site, *sessions[0], SLOW_3G, options.sentences)
        plain = measure(site, *sessions[1], UNLIMITED, options.sentences)
    names = ["first visit", "later page", "next sentence"]
    rows = [[name, f"{one:.2f}", f"{other:.2f}"] for name, one, other in zip(names, slow, plain, strict=True)]
    print(as_table(["seconds", "slow 3G", "no limit"], rows))


if __name__ == "__main__":
    main()
