"""Files of ratings, brought in."""

from __future__ import annotations

import pytest

from evaluation.services import imports, jobs
from tests.site.imports.study_zips import empty_the_site, zipped


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


@pytest.fixture(scope="session")
def packed_before() -> list[bytes]:
    """The zip of `packed`, once it was made."""
    return []


@pytest.fixture
def packed(packed_before, request, meera, tmp_path) -> bytes:
    """The zip of `lived_in`, which is gone from the site."""
    if not packed_before:
        packed_before.append(zipped(request.getfixturevalue("lived_in"), tmp_path))
        empty_the_site()
    return packed_before[0]
