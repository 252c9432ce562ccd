"""Every address of the API, requested by every role."""

from __future__ import annotations

import pytest
from django.urls import URLPattern, URLResolver

from evaluation.api.urls import version_1

pytestmark = pytest.mark.any_database

RESEARCHERS_ONLY = [
    "/api/v1/models/",
    "/api/v1/pairs/",
    "/api/v1/uploads/",
    "/api/v1/studies/",
    "/api/v1/studies/saturday/",
    "/api/v1/studies/saturday/items/",
    "/api/v1/studies/saturday/results/sentences/",
    "/api/v1/studies/saturday/exports/",
    "/api/v1/studies/saturday/exports/ratings.csv",
    "/api/v1/jobs/abc/",
]
POSTS = ["/api/v1/count/", "/api/v1/generate/", "/api/v1/sample/", "/api/v1/explain/", "/api/v1/pairs/"]
OF_A_STUDY = [address for address in RESEARCHERS_ONLY if "/saturday/" in address]
FOR_ALL = {"api-token", "api-schema", "api-docs"}


def names(patterns=version_1) -> set[str]:
    found = set()
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            found |= names(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            found.add(pattern.name)
    return found


@pytest.mark.parametrize("address", RESEARCHERS_ONLY)
def test_judges_are_kept_out_of_what_is_the_researchers(api, rated, asha, address):
    assert api(asha).get(address).status_code == 403


@pytest.mark.parametrize("address", POSTS)
def test_judges_cannot_ask_about_models(api, asha, address):
    assert api(asha).post(address, {}).status_code == 403


@pytest.mark.parametrize("address", OF_A_STUDY)
def test_another_researchers_study_is_not_found(api, rated, kiran, address):
    assert api(kiran).get(address).status_code == 404


@pytest.mark.parametrize("address", OF_A_STUDY)
def test_a_shared_study_is_open_to_the_colleague(api, rated, kiran, address):
    rated.study.colleagues.add(kiran)
    assert api(kiran).get(address).status_code == 200


def test_an_admin_sees_every_study(api, rated, noor):
    assert [study["slug"] for study in api(noor).get("/api/v1/studies/").json()["results"]] == ["saturday"]


def test_no_address_but_three_answers_a_stranger(api, rated):
    from django.urls import reverse

    arguments = {
        **{name: ["saturday"] for name in names() if name.startswith(("api-study", "api-items", "api-exports"))},
        "api-report": ["saturday"],
        "api-agreement": ["saturday"],
        "api-comparison": ["saturday"],
        "api-mixed-model": ["saturday"],
        "api-constraints": ["saturday"],
        "api-choices": ["saturday"],
        "api-choice-model": ["saturday"],
        "api-results": ["saturday", "models"],
        "api-export": ["saturday", "ratings", "csv"],
        "api-studies": [],
        "api-export-zip": ["saturday", "abc"],
        "api-job": ["abc"],
        "api-pair": [1],
        "api-pair-check": [1],
        "api-pair-file": ["csv"],
        "api-pair-replace": [1],
        "api-pair-reopen": [1],
        "api-import": ["abc"],
        "api-plan": ["abc"],
        "api-upload": ["abc"],
        "api-upload-rows": ["abc"],
        "api-upload-accept": ["abc"],
        "api-upload-discard": ["abc"],
    }
    for name in names() - FOR_ALL:
        address = reverse(name, args=arguments.get(name, []))
        for method in ("get", "post"):
            assert getattr(api(), method)(address).status_code == 401, address
