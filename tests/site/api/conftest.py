"""A rated study and clients that speak JSON with a token."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from evaluation.api import throttles
from evaluation.services.accounts import tokens
from tests.site.exports.conftest import exclude, rated  # noqa: F401  (the same study as in the exports' tests)


@pytest.fixture(autouse=True)
def fresh_counts(monkeypatch):
    """Requests are counted in the process's memory, which tests share."""
    monkeypatch.setattr(throttles, "TALLY", throttles.Tally())


@pytest.fixture
def api(db):
    """A script of somebody's: ``api(meera).get("/api/v1/studies/")``; without a name, a stranger's."""

    def script(somebody=None) -> APIClient:
        client = APIClient()
        if somebody is not None:
            client.credentials(HTTP_AUTHORIZATION=f"Token {tokens.token_of(somebody).key}")
        return client

    return script
