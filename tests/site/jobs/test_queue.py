"""Jobs: added, taken by one worker, tried again when a worker dies, cancelled."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import OperationalError, transaction
from django.utils import timezone

from evaluation.models import AuditEntry, Job, JobState
from evaluation.services import jobs
from evaluation.services.errors import Refused
from evaluation.services.jobs import job_progress, leases, worker
from evaluation.services.jobs.queue import end

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def every_advance_is_written(monkeypatch):
    monkeypatch.setattr(job_progress, "SECONDS_BETWEEN_WRITES", 0)


def hand_in(kind="count", **arguments):
    return jobs.enqueue(kind=kind, title="Count", owner=None, **arguments)


def fresh(job):
    return Job.objects.get(pk=job.pk)


def let_lease_run_out(job):
    Job.objects.filter(pk=job.pk).update(leased_until=timezone.now() - timedelta(seconds=1))


def test_it_runs_what_waits_and_keeps_the_result(kind):
    kind("count", lambda _, upto: {"sum": sum(range(upto)), "message": "Counted."})
    job = hand_in(upto=4)
    assert jobs.run_waiting_jobs() == 1
    job = fresh(job)
    assert (job.state, job.result["sum"], job.message) == (JobState.DONE, 6, "Counted.")
    assert job.finished_at
    assert job.leased_until is None
    assert jobs.run_waiting_jobs() == 0


def test_it_runs_jobs_in_the_order_they_were_handed_in(kind):
    ran = []
    kind("count", lambda _, number: ran.append(number))
    for number in (3, 1, 2):
        hand_in(number=number)
    jobs.run_waiting_jobs()
    assert ran == [3, 1, 2]


def test_it_writes_progress_into_the_row_while_it_works(kind):
    seen = []

    def run(progress):
        progress.start(4, "Counting")
        for _ in range(4):
            progress.advance()
            row = Job.objects.get()
            seen.append((row.done, row.total, row.percent, row.message))

    kind("count", run)
    hand_in()
    jobs.run_waiting_jobs()
    assert seen == [(1, 4, 25, "Counting"), (2, 4, 50, "Counting"), (3, 4, 75, "Counting"), (4, 4, 100, "Counting")]


def test_it_does_not_write_more_often_than_it_must(kind, monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(job_progress, "SECONDS_BETWEEN_WRITES", 3600)

    def run(progress):
        progress.start(10_000)
        for _ in range(10_000):
            progress.advance()

    kind("count", run)
    hand_in()
    with django_assert_max_num_queries(20):
        jobs.run_waiting_jobs()
    assert Job.objects.get().done == 10_000


def test_a_refusal_fails_the_job_with_its_words(kind):
    def run(progress):
        raise Refused("There is nothing to count.")

    kind("count", run)
    job = hand_in()
    jobs.run_waiting_jobs()
    assert (fresh(job).state, fresh(job).message) == (JobState.FAILED, "There is nothing to count.")


def test_a_crash_fails_one_job_and_the_worker_goes_on(kind):
    kind("break", lambda _: 1 / 0)
    kind("count", lambda _: {})
    broken, good = hand_in("break"), hand_in()
    assert jobs.run_waiting_jobs() == 2
    assert fresh(broken).state == JobState.FAILED
    assert broken.key in fresh(broken).message
    assert "ZeroDivisionError" not in fresh(broken).message
    assert fresh(good).state == JobState.DONE


def test_a_job_of_an_unknown_kind_fails_and_says_so():
    job = hand_in("of a newer version")
    jobs.run_waiting_jobs()
    assert fresh(job).state == JobState.FAILED
    assert "of a newer version" in fresh(job).message


def test_a_job_whose_worker_is_alive_is_left_to_it():
    job = hand_in()
    assert leases.take_next("first").pk == job.pk
    assert leases.take_next("second") is None


def test_a_dead_workers_job_is_done_by_another(kind):
    kind("count", lambda _: {"by": "another"})
    job = hand_in()
    leases.take_next("dead")
    let_lease_run_out(job)
    jobs.run_waiting_jobs()
    assert (fresh(job).state, fresh(job).attempts, fresh(job).result) == (JobState.DONE, 2, {"by": "another"})


def test_a_job_that_kills_its_workers_is_given_up_after_three(kind):
    given_up = []
    kind("count", lambda _: {}, on_stop=given_up.append)
    job = hand_in()
    for name in ("first", "second", "third"):
        assert leases.take_next(name)
        let_lease_run_out(job)
    jobs.run_waiting_jobs()
    assert fresh(job).state == JobState.FAILED
    assert "3 times" in fresh(job).message
    assert given_up == [job]


def test_a_worker_that_lost_its_lease_stops_and_writes_nothing(kind):
    def run(progress):
        Job.objects.update(worker="another", attempts=2)
        progress.advance()
        raise AssertionError("it should have stopped")

    kind("count", run)
    job = hand_in()
    jobs.run_waiting_jobs()
    assert (fresh(job).state, fresh(job).worker, fresh(job).result) == (JobState.RUNNING, "another", {})


def test_the_lease_is_renewed_by_progress(kind):
    def run(progress):
        Job.objects.update(leased_until=timezone.now())
        progress.advance()
        assert Job.objects.get().leased_until > timezone.now() + timedelta(seconds=50)

    kind("count", run)
    job = hand_in()
    jobs.run_waiting_jobs()
    assert fresh(job).state == JobState.DONE


def test_the_lease_is_renewed_for_work_that_says_nothing(monkeypatch):
    renewed = threading.Event()
    monkeypatch.setattr(leases, "SECONDS_BETWEEN_RENEWALS", 0.001)
    monkeypatch.setattr(leases, "renew", lambda _: renewed.set())
    with leases.Renewal(Job(key="x")):
        assert renewed.wait(10)


def test_a_database_that_is_busy_does_not_end_the_renewal(monkeypatch):
    tries = []
    second = threading.Event()

    def renew(job):
        tries.append(job)
        if len(tries) == 2:
            second.set()
        raise OperationalError("database is locked")

    monkeypatch.setattr(leases, "SECONDS_BETWEEN_RENEWALS", 0.001)
    monkeypatch.setattr(leases, "renew", renew)
    with leases.Renewal(Job(key="x")):
        assert second.wait(10)


def test_a_job_that_loses_the_database_is_tried_again(kind):
    tries = []

    def run(progress):
        tries.append(1)
        if len(tries) < 3:
            raise OperationalError("server closed the connection")

    kind("count", run)
    job = hand_in()
    jobs.run_waiting_jobs()
    assert (fresh(job).state, len(tries)) == (JobState.DONE, 3)


def test_a_job_that_always_loses_the_database_is_given_up(kind):
    def run(progress):
        raise OperationalError("server closed the connection")

    kind("count", run)
    job = hand_in()
    jobs.run_waiting_jobs()
    assert (fresh(job).state, fresh(job).attempts) == (JobState.FAILED, 3)


def test_a_waiting_job_is_cancelled_at_once(kind, meera):
    told = []
    kind("count", lambda _: {}, on_stop=told.append)
    job = hand_in()
    jobs.cancel(job=job, actor=meera)
    assert fresh(job).state == JobState.CANCELLED
    assert told == [job]
    assert jobs.run_waiting_jobs() == 0
    assert AuditEntry.objects.get().action == "job.cancelled"


def test_a_running_job_stops_at_its_next_sign_of_progress(kind, meera):
    told = []

    def run(progress):
        progress.start(2)
        jobs.cancel(job=progress.job, actor=meera)
        progress.advance()
        raise AssertionError("it should have stopped")

    kind("count", run, on_stop=told.append)
    job = hand_in()
    jobs.run_waiting_jobs()
    assert (fresh(job).state, told) == (JobState.CANCELLED, [job])


def test_a_cancelled_job_of_a_dead_worker_is_not_begun_again(kind, meera):
    kind("count", lambda _: {"ran": True})
    job = hand_in()
    leases.take_next("dead")
    jobs.cancel(job=fresh(job), actor=meera)
    let_lease_run_out(job)
    jobs.run_waiting_jobs()
    assert (fresh(job).state, fresh(job).result) == (JobState.CANCELLED, {})


def test_a_job_that_is_over_cannot_be_cancelled(kind, meera):
    kind("count", lambda _: {})
    job = hand_in()
    jobs.run_waiting_jobs()
    with pytest.raises(Refused, match="over already"):
        jobs.cancel(job=job, actor=meera)
    assert not AuditEntry.objects.exists()


def test_a_worker_that_is_told_to_end_gives_its_job_back(kind):
    stop = threading.Event()

    def run(progress):
        stop.set()
        progress.advance()
        raise AssertionError("it should have stopped")

    kind("count", run)
    job = hand_in()
    worker.Worker(stop).run_all()
    assert (fresh(job).state, fresh(job).attempts, fresh(job).leased_until) == (JobState.WAITING, 0, None)


def test_a_worker_waits_for_a_database_that_is_away(monkeypatch):
    stop = threading.Event()
    looks = []

    def look(self):
        looks.append(1)
        if len(looks) == 2:
            stop.set()
        raise OperationalError("could not connect")

    monkeypatch.setattr(worker, "SECONDS_BETWEEN_LOOKS", 0)
    monkeypatch.setattr(worker, "close_old_connections", lambda: None)
    monkeypatch.setattr(worker.Worker, "run_all", look)
    jobs.work_forever(stop)
    assert len(looks) == 2


def test_a_job_of_a_rolled_back_transaction_does_not_exist():
    with transaction.atomic():
        hand_in()
        transaction.set_rollback(True)
    assert not Job.objects.exists()


def test_a_job_ends_once():
    job = hand_in()
    waiting = Job.objects.filter(pk=job.pk, state=JobState.WAITING)
    assert end(job, waiting, JobState.CANCELLED)
    assert not end(job, waiting, JobState.FAILED)
    assert fresh(job).state == JobState.CANCELLED
