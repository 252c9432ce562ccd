"""Files of ratings, brought in."""

from __future__ import annotations

import pytest

from evaluation.services import imports, jobs

HEADER = "judge,sentence,source,criterion,value"


def ratings_csv(*rows: str, header: str = HEADER) -> bytes:
    return "\n".join((header, *rows, "")).encode()


@pytest.fixture
def bring_in(meera):
    """Send a file, say what its columns hold and let the worker run: ``bring_in(b"…", scale="0-5")``."""

    def bring_in(content: bytes, *, name="ratings.csv", owner=meera, columns=None, **plan):
        sent = imports.receive(owner=owner, name=name, chunks=[content])
        groups = plan.get("groups", ())
        found = imports.completed_columns(columns or {}, groups, imports.preview(sent).names)
        imports.start(sent=sent, actor=owner, plan=imports.Plan(columns=found, **plan))
        jobs.run_waiting_jobs()
        sent.refresh_from_db()
        return sent

    return bring_in
