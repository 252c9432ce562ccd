"""Loaded pairs, and parsers that seem to be installed."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from evaluation.models import Pair
from evaluation.services import jobs
from evaluation.services.pairs import uploads
from evaluation.services.pairs.helpers import parsers
from tests.site.pairs.pair_files import PAPER


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


@pytest.fixture
def installed(monkeypatch):
    """Pretend that a package is installed: ``installed("spacy", load=…)``; its parts are modules too."""

    def install(name, **contents):
        module = ModuleType(name)
        vars(module).update(contents)
        monkeypatch.setitem(sys.modules, name, module)
        return module

    real = parsers.find_spec
    monkeypatch.setattr(parsers, "find_spec", lambda name: object() if name in sys.modules else real(name))
    for cached in (parsers._spacy_pipeline, parsers._benepar_parser, parsers._stanza_pipeline):
        cached.cache_clear()
    return install


@pytest.fixture
def nothing_installed(monkeypatch):
    monkeypatch.setattr(parsers, "find_spec", lambda _: None)
