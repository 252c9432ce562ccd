"""Generated requests to every operation of the OpenAPI document: no server error, no undocumented answer."""

from __future__ import annotations

import logging

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings

from evaluation.services import imports, jobs
from evaluation.services.accounts import tokens
from tests.site.files import send_pairs

EXAMPLES = 4
WANTED = (
    *("not_a_server_error", "status_code_conformance", "content_type_conformance"),
    *("response_headers_conformance", "response_schema_conformance", "negative_data_rejection"),
)
bounded = hypothesis_settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def operations():
    """All that the document describes; made here, as every process of a run would wait for it at import."""
    import schemathesis
    from drf_spectacular.generators import SchemaGenerator

    from evaluation.config.wsgi import application

    schema = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True))
    schema.app = application
    return [found.ok() for found in schema.get_all_operations()]


@pytest.fixture
def known(rated, meera, api, settings):
    """Names under which there is something, for otherwise every answer would be "not found"."""
    settings.API_RATE = "1000000/min"
    logging.getLogger("django.request").setLevel(logging.ERROR)
    upload = send_pairs(api(meera)).json()["key"]
    job = api(meera).post("/api/v1/studies/saturday/exports/").json()["key"]
    jobs.run_waiting_jobs()
    ratings = imports.receive(owner=meera, name="ratings.csv", chunks=[b"judge,sentence,value\nA,Oil hai,4\n"])
    plan = api(meera).post("/api/v1/plans/").json()["key"]
    known = {"slug": "saturday", "key": job, "id": rated.pairs.get().pk, "upload": upload, "import": ratings.key}
    known["plan"] = plan
    yield known
    logging.getLogger("django.request").setLevel(logging.NOTSET)


@pytest.fixture
def open_connection(known):
    """The server closes its connection after each request; here that would end the test's transaction.

    After `known`, whose test client connects the signals again.
    """
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def aimed(case, known):
    """The case at something that is there."""
    for name in case.path_parameters or {}:
        kinds = [kind for kind in ("upload", "import", "plan") if name == "key" and f"/{kind}s/" in case.path]
        case.path_parameters[name] = known.get(next(iter(kinds), name), case.path_parameters[name])
    return case


def test_the_document_describes_every_operation(operations):
    assert len(operations) >= 30


def can_be_wrong(operation) -> bool:
    """Whether there is anything to send that could be wrong; an address without parameters has nothing."""
    return bool(operation.query or operation.body)


@pytest.mark.parametrize("mode", ["positive", "negative"])
def test_it_answers_as_documented(known, open_connection, operations, meera, mode):
    from schemathesis.generation import GenerationMode

    mode = GenerationMode(mode)
    chosen = [operation for operation in operations if mode.is_positive or can_be_wrong(operation)]
    for operation in chosen:
        answers(operation.as_strategy(generation_mode=mode), known, meera)


def answers(cases, known, person) -> None:
    from schemathesis.checks import CHECKS

    unwanted = [CHECKS.get_one(name) for name in CHECKS.get_all_names() if name not in WANTED]

    @bounded
    @given(case=cases)
    def tried(case):
        response = aimed(case, known).call(headers={"Authorization": f"Token {tokens.token_of(person).key}"})
        case.validate_response(response, excluded_checks=unwanted)

    tried()
