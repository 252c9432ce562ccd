"""How many queries a sentence makes: the requests of the judges' script, with Django's own log of queries."""

from __future__ import annotations

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.rating_judges import some_value
from benchmarks.rating_page import HEADERS, SentencePage


def queries_per_sentence(session: str, participation: str) -> int:
    """Of the second sentence that this judge answers: by then, what is kept per process is there."""
    client = Client(headers={"Host": "127.0.0.1"})
    client.cookies["sessionid"] = session
    page = open_page(client, client.get(f"/rate/{participation}/").headers["Location"])
    for _ in range(2):
        following = open_page(client, page.next_address)
        body = page.body(page.given(some_value), "next", ahead=following.address)
        with CaptureQueriesContext(connection) as queries:
            answer = client.post(
                page.address, body, content_type=HEADERS["Content-Type"], headers={"Accept": HEADERS["Accept"]}
            )
        assert answer.status_code == 200, answer.content
        page = following
    return sum(not query["sql"].startswith(("BEGIN", "COMMIT")) for query in queries.captured_queries)


def open_page(client: Client, address: str) -> SentencePage:
    return SentencePage.read(client.get(address).content.decode())
