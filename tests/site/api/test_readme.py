"""The README's lines run as they stand, and leave no operation out."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from string import Template
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import resolve
from rest_framework.test import APIClient

from evaluation.api.urls import version_1
from evaluation.services import imports, jobs
from evaluation.services.accounts import tokens
from tests.site.factories import make_matched_study, make_pair
from tests.site.files import SLEEP, send_pairs
from tests.site.safety.addresses import names_of

README = Path(__file__).parents[3] / "evaluation" / "api" / "README.md"
LINES = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("curl ")]
WITH_VALUE = {"-X", "-H", "-d", "-F", "-o"}


class Curl:
    """As much of curl as the README uses, over the test client."""

    def __init__(self, line: str) -> None:
        words = shlex.split(line)[1:]
        self.given: dict[str, list[str]] = {option: [] for option in WITH_VALUE}
        self.address = ""
        while words:
            word = words.pop(0)
            if word in WITH_VALUE:
                self.given[word].append(words.pop(0))
            elif word != "-s":
                self.address = word

    @property
    def method(self) -> str:
        return self.given["-X"][0] if self.given["-X"] else "POST" if self.given["-F"] else "GET"

    @property
    def headers(self) -> dict[str, str]:
        return dict(header.split(": ", 1) for header in self.given["-H"])

    def run(self):
        client, headers = APIClient(), self.headers
        form = dict(part.split("=", 1) for part in self.given["-F"])
        if "file" in form:
            path = Path(form["file"].removeprefix("@"))
            form["file"] = SimpleUploadedFile(path.name, path.read_bytes())
            return client.post(self.address, form, format="multipart", headers=headers)
        body = "".join(self.given["-d"])
        kind = headers.pop("Content-Type", "application/json")
        return client.generic(self.method, self.address, body, content_type=kind, headers=headers)


@pytest.fixture
def values(rated, meera, api, tmp_path):
    """What the README's variables stand for."""
    file = tmp_path / "pairs.jsonl"
    file.write_text(json.dumps(SLEEP))
    first, second = (send_pairs(api(meera)).json()["key"] for _ in range(2))
    ratings = tmp_path / "ratings.csv"
    ratings.write_text("worker,text,score\nA,Saturday is boring,4\nB,Saturday is boring,5\n")
    sent = imports.receive(owner=meera, name="ratings.csv", chunks=[ratings.read_bytes()])
    job = api(meera).post("/api/v1/studies/saturday/exports/").json()["key"]
    jobs.run_waiting_jobs()
    make_matched_study(meera, slug="matched")
    return {
        "SITE": "http://testserver",
        "TOKEN": tokens.token_of(meera).key,
        "STUDY": "saturday",
        "JOB": job,
        "NAME": "meera",
        "DRAFT": "matched",
        "PASSWORD": "meera has a password",
        "PAIR": str(rated.pairs.get().pk),
        "UPLOAD": first,
        "OTHER_UPLOAD": second,
        "FILE": str(file),
        "RATINGS": str(ratings),
        "IMPORT": sent.key,
        "PLAN": api(meera).post("/api/v1/plans/").json()["key"],
        "OWN_PAIR": str(make_pair(meera, external_id="tea").pk),
    }


def test_every_line_of_the_readme_runs(values):
    for line in LINES:
        answer = Curl(Template(line).substitute(values)).run()
        assert answer.status_code < 300, (line, answer.status_code, getattr(answer, "content", b"")[:500])


def test_every_operation_has_a_line_in_the_readme():
    shown = set()
    for line in LINES:
        curl = Curl(re.sub(r"\$(SITE|[A-Z_]+)", lambda found: "" if found[1] == "SITE" else "1", line))
        shown.add((resolve(urlsplit(curl.address).path).url_name, curl.method))
    missing = {
        (pattern.name, method.upper())
        for pattern in every(version_1)
        for method in ("get", "post", "delete")
        if hasattr(pattern.callback.view_class, method)
    } - shown
    assert not missing
    assert {name for name, _ in shown} == set(names_of(version_1))


def every(patterns):
    for pattern in patterns:
        yield from every(pattern.url_patterns) if hasattr(pattern, "url_patterns") else [pattern]
