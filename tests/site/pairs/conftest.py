"""Loaded pairs."""

from __future__ import annotations

import pytest

from evaluation.models import Pair
from evaluation.services import jobs
from evaluation.services.pairs import uploads
from tests.site.files import PAPER


@pytest.fixture
def load(meera):
    """Send a file and take its good rows: ``load(b"…")``; returns the upload."""

    def load(content: bytes, *, collection="Paper", name="pairs.jsonl", owner=meera):
        upload = uploads.receive(collection=collection, owner=owner, name=name, chunks=[content])
        jobs.run_waiting_jobs()
        upload.refresh_from_db()
        if upload.good_rows:
            uploads.accept(upload=upload, actor=owner)
            jobs.run_waiting_jobs()
            upload.refresh_from_db()
        return upload

    return load


@pytest.fixture
def saturday(load):
    """The paper's first pair, with the other four beside it."""
    load(PAPER.encode())
    return Pair.objects.get(external_id="paper-1")
