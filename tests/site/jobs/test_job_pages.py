"""The pages of jobs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from evaluation.models import Job, JobState
from evaluation.services import jobs
from tests.browser import sign_in


@pytest.fixture
def job(meera):
    return jobs.enqueue(kind="count", title="Count the words", owner=meera)


def test_the_list_shows_ones_own_jobs_and_not_others(client_of, meera, kiran, job):
    assert "Count the words" in client_of(meera).get("/jobs/").text
    assert "Count the words" not in client_of(kiran).get("/jobs/").text


def test_an_admin_sees_everybodys_jobs(client_of, noor, job):
    text = client_of(noor).get("/jobs/").text
    assert "Count the words" in text
    assert "Meera" in text


def test_an_empty_list_says_what_makes_a_job(client_of, meera):
    assert "There are no jobs yet" in client_of(meera).get("/jobs/").text


def test_judges_have_no_list_of_jobs(client_of, asha):
    assert client_of(asha).get("/jobs/").status_code == 403


def test_strangers_are_asked_to_sign_in(client, job):
    for address in ("/jobs/", f"/jobs/{job.key}/", f"/jobs/{job.key}/progress/"):
        assert client.get(address).status_code == 302


def test_the_list_runs_as_many_queries_for_one_job_as_for_many(client_of, meera, job, django_assert_num_queries):
    client = client_of(meera)
    with django_assert_num_queries(4):
        client.get("/jobs/")
    for number in range(60):
        jobs.enqueue(kind="count", title=f"Job {number}", owner=meera)
    with django_assert_num_queries(4):
        assert "Page 1 of 3" in client.get("/jobs/").text


def test_a_page_that_does_not_exist_shows_the_nearest(client_of, meera, job):
    for page in ("99", "-1", "x", ""):
        assert client_of(meera).get("/jobs/", {"page": page}).status_code == 200


def test_somebody_elses_job_is_not_found(client_of, kiran, job):
    client = client_of(kiran)
    assert client.get(f"/jobs/{job.key}/").status_code == 404
    assert client.get(f"/jobs/{job.key}/progress/").status_code == 404
    assert client.post(f"/jobs/{job.key}/cancel/").status_code == 404
    assert Job.objects.get().state == JobState.WAITING


def test_the_page_shows_how_far_it_is(client_of, meera, job):
    Job.objects.update(state=JobState.RUNNING, done=250, total=1000, message="Counting")
    text = client_of(meera).get(f"/jobs/{job.key}/").text
    assert "250 of 1000 (25 %)" in text
    assert 'max="1000" value="250"' in text
    assert "Counting" in text
    assert "every 1s" in text


def test_the_page_of_a_done_job_links_to_its_result(client_of, meera, job):
    Job.objects.update(state=JobState.DONE, result={"address": "/pairs/"})
    text = client_of(meera).get(f"/jobs/{job.key}/").text
    assert 'href="/pairs/"' in text
    assert "every 1s" not in text
    assert "Cancel" not in text


def test_the_progress_of_a_job_that_is_over_reloads_the_page(client_of, meera, job):
    client = client_of(meera)
    assert "HX-Refresh" not in client.get(f"/jobs/{job.key}/progress/")
    Job.objects.update(state=JobState.FAILED)
    assert client.get(f"/jobs/{job.key}/progress/")["HX-Refresh"] == "true"


def test_cancelling_stops_the_job_and_cancelling_again_is_told(client_of, meera, job):
    client = client_of(meera)
    answer = client.post(f"/jobs/{job.key}/cancel/", follow=True)
    assert "being stopped" in answer.text
    assert Job.objects.get().state == JobState.CANCELLED
    assert "over already" in client.post(f"/jobs/{job.key}/cancel/", follow=True).text


def test_an_address_cannot_cancel_by_being_looked_at(client_of, meera, job):
    assert client_of(meera).get(f"/jobs/{job.key}/cancel/").status_code == 405


def test_the_page_follows_the_job_by_itself(page, live_server, meera, kind):
    kind("count", lambda _: {"message": "Counted to three.", "address": "/jobs/"})
    job = jobs.enqueue(kind="count", title="Count the words", owner=meera)
    sign_in(page, meera, live_server.url)
    page.goto(f"/jobs/{job.key}/")
    expect(page.get_by_text("Waiting for a worker")).to_be_visible()
    jobs.run_waiting_jobs()
    expect(page.get_by_text("Counted to three.")).to_be_visible()
    expect(page.get_by_role("link", name="Open the result")).to_be_visible()
