"""A sentence's page as the judges' script sees it, and what the script sends of it.

``tests/site/rating/test_requests_of_the_script.py`` records what a real browser sends and compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import unescape
from urllib.parse import urlencode

ADDRESS = re.compile(r'<form id="rating" method="post" action="([^"]+)" data-next="([^"]*)"')
HIDDEN = re.compile(r'<input type="hidden" name="(csrfmiddlewaretoken|shown|script)" value="([^"]*)"')
FIELD = re.compile(r'name="(score-[a-z]+)" value="([0-9-]+)"')
# What the page measured; every benchmark's judge has a large screen.
DURATION_MS, SCREEN = 3_000, "large"
HEADERS = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8"}

Values = Callable[[str, str], int]


@dataclass(frozen=True)
class SentencePage:
    address: str
    # Of the sentence that follows; empty after the last one.
    next_address: str
    token: str
    shown: int
    script: str
    has_comment: bool
    # The points of each scale, by the name of its field.
    points: Mapping[str, tuple[int, ...]]

    @classmethod
    def read(cls, html: str) -> SentencePage:
        found = ADDRESS.search(html)
        assert found, html[:500]
        hidden = dict(HIDDEN.findall(html[found.start() :]))
        points: dict[str, tuple[int, ...]] = {}
        for name, value in FIELD.findall(html):
            points[name] = (*points.get(name, ()), int(value))
        return cls(
            address=unescape(found[1]),
            next_address=unescape(found[2]),
            token=hidden["csrfmiddlewaretoken"],
            shown=int(hidden["shown"]),
            script=hidden["script"],
            has_comment='id="comment"' in html,
            points=points,
        )

    def given(self, values: Values) -> dict[str, int]:
        """A point on each scale."""
        return {name: points[values(self.address, name) % len(points)] for name, points in self.points.items()}

    def body(self, given: Mapping[str, int], action: str, *, ahead: str, first: int = 0) -> bytes:
        """What the script sends for the points given, those from number ``first`` on chosen since it last sent."""
        form: list[tuple[str, object]] = [
            ("csrfmiddlewaretoken", self.token),
            ("shown", self.shown),
            ("duration", DURATION_MS),
            ("screen", SCREEN),
            ("script", self.script),
            *given.items(),
            *([("comment", "")] if self.has_comment else []),
        ]
        chosen = list(given.items())[first:]
        form += [
            (name.replace("score-", "given-"), f"{value}:{1_000 * (number + 1)}")
            for number, (name, value) in enumerate(chosen)
        ]
        return urlencode([*form, ("do", action), ("ahead", ahead)]).encode()
