"""How long a judge with a slow connection waits, in a real Chromium: 400 kbit/s and two seconds of latency.

    python -m benchmarks.bench_slow_network [--database sqlite] [--sentences 6]

The way of a judge: the instructions on a first visit (nothing in the browser's cache), read for ten seconds; the first
sentence; the next one after Next; and, in another browser, a sentence whose address is opened with nothing in the
cache. Each until it can be read, and until the script is there, without which the page is a plain form. The files are
compressed, as on a published site. The reference is the same without a limit on the network.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, sync_playwright

from benchmarks.bench_rating import seed
from benchmarks.rating_site import Site, end_properly_when_told_to, running_site
from cswitch_core.cli.text_table import as_table
from tests.browser import CHROMIUM, wait_until

READY = "html[data-ready=yes]"
PAINTED = "performance.getEntriesByName('first-contentful-paint')"
READING_MS = 10_000
SLOW_3G = {"offline": False, "latency": 2_000, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
UNLIMITED = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


def limited(context: BrowserContext, page: Page, network: dict[str, Any]) -> CDPSession:
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", network)
    return session


def loading_seconds(page: Page, address: str) -> tuple[float, float]:
    """From asking for a page until it can be read, and until its script is there."""
    start = time.perf_counter()
    page.goto(address, wait_until="commit", timeout=60_000)
    page.wait_for_selector(READY, timeout=60_000)
    ready = time.perf_counter() - start
    # Without a limit the script may be there before anything is painted.
    wait_until(page, f"{PAINTED}.length > 0")
    painted_ms: float = page.evaluate(f"{PAINTED}[0].startTime")
    return painted_ms / 1000, ready


def next_seconds(page: Page) -> float:
    """From Next to another sentence on the screen. The judge has read this one in the meantime."""
    page.wait_for_timeout(6_000)
    for key in "34":
        page.keyboard.press(key)
    where = page.text_content("#where")
    start = time.perf_counter()
    page.keyboard.press("Enter")
    wait_until(page, f"document.getElementById('where').textContent !== {json.dumps(where)}")
    return time.perf_counter() - start


@contextmanager
def new_browser(site: Site, session: str, network: dict[str, Any]) -> Iterator[Page]:
    """A page of a browser in which somebody is signed in, with nothing in its cache."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context()
        context.add_cookies([{"name": "sessionid", "value": session, "url": site.address}])
        page = context.new_page()
        limited(context, page, network)
        yield page
        browser.close()


def measure(site: Site, session: str, participation: str, network: dict[str, Any], sentences: int) -> list[str]:
    judge = f"{site.address}/rate/{participation}/"
    with new_browser(site, session, network) as page:
        # A redirect would be another round trip: the buttons on the pages lead straight to a sentence.
        page.request.get(judge)
        sentence = page.request.get(judge).url
        instructions = loading_seconds(page, f"{judge}instructions/")
        page.wait_for_timeout(READING_MS)
        first = loading_seconds(page, sentence)
        following = statistics.median(next_seconds(page) for _ in range(sentences))
        sentence = page.request.get(judge).url
    with new_browser(site, session, network) as page:
        cold = loading_seconds(page, sentence)
    loaded = [f"{read:.2f}, {ready:.2f}" for read, ready in (instructions, first, cold)]
    return [*loaded[:2], f"{following:.2f}", loaded[2]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--sentences", type=int, default=6)
    options = parser.parse_args()
    end_properly_when_told_to()
    with running_site(options.database) as (site, _database_pid):
        site.environment["COLLECTED_STATIC"] = "1"
        site.start()
        sessions = seed(site, items=50, judges=2, each=50, stored=0)
        slow = measure(site, *sessions[0], SLOW_3G, options.sentences)
        plain = measure(site, *sessions[1], UNLIMITED, options.sentences)
    names = ["instructions, first visit", "first sentence", "next sentence", "a sentence, first visit"]
    print(as_table(["seconds", "slow 3G", "no limit"], [list(row) for row in zip(names, slow, plain, strict=True)]))


if __name__ == "__main__":
    main()
