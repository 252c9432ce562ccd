"""Exports through the API are the page's, byte for byte."""

from __future__ import annotations

import pytest

from evaluation.models import AuditEntry
from evaluation.services import exports, jobs
from tests.site.files import content

EXPORTS = "/api/v1/studies/saturday/exports/"


@pytest.mark.parametrize(("table", "form"), [("ratings", "csv"), ("judges", "jsonl"), ("sentences", "parquet")])
def test_a_file_is_the_same_from_page_and_api(api, rated, meera, client_of, table, form):
    from_api = api(meera).get(f"{EXPORTS}{table}.{form}")
    from_page = client_of(meera).get(f"/studies/saturday/exports/{table}.{form}")
    assert from_api.getvalue() == from_page.getvalue() == content(rated, table, form)
    assert from_api["Content-Disposition"] == f'attachment; filename="saturday-{table}.{form}"'


def test_the_list_leads_to_every_file(api, rated, meera):
    client = api(meera)
    listed = client.get(EXPORTS).json()
    assert [table["table"] for table in listed] == list(exports.TABLES)
    for table in listed:
        for address in table["files"].values():
            assert client.get(address).status_code == 200, address


def test_a_byte_order_mark_comes_on_request(api, rated, meera):
    assert api(meera).get(f"{EXPORTS}ratings.csv?bom=true").getvalue().startswith(b"\xef\xbb\xbfstudy,")
    assert api(meera).get(f"{EXPORTS}ratings.csv?bom=maybe").status_code == 400


def test_identities_are_given_only_when_asked_for_and_that_is_written_down(api, rated, meera):
    assert b"asha@example.org" not in api(meera).get(f"{EXPORTS}judges.csv").getvalue()
    assert b"asha@example.org" in api(meera).get(f"{EXPORTS}judges.csv?identities=true").getvalue()
    entry = AuditEntry.objects.filter(action="study.exported").first()
    assert (entry.actor, entry.details["identities"]) == (meera, True)


@pytest.mark.parametrize("file", ["nonsense.csv", "ratings.xls", "ratings.latex"])
def test_a_file_that_cannot_be_made_is_refused_with_what_can(api, rated, meera, file):
    answer = api(meera).get(f"{EXPORTS}{file}")
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "refused"


def test_the_zip_is_made_in_the_background_and_fetched(api, rated, meera, kiran):
    client = api(meera)
    job = client.post(EXPORTS)
    assert job.status_code == 202
    address = f"/api/v1/jobs/{job.json()['key']}/"
    assert client.get(address).json()["download"] is None
    jobs.run_waiting_jobs()
    done = client.get(address).json()
    assert done["state"] == "done", done
    fetched = client.get(done["download"])
    assert fetched.getvalue().startswith(b"PK")
    rated.colleagues.add(kiran)
    assert api(kiran).get(done["download"]).status_code == 404
    assert api(kiran).get(address).status_code == 404
