"""The start page of a researcher: what waits, what runs, and what was read stays read."""

from datetime import timedelta

import pytest
from django.utils import timezone

from evaluation.models import Collection, CommentsRead, Job, JobState, Pair, PairState, StudyState, Upload
from evaluation.services import home
from evaluation.services.accounts.personal_data import erase, everything_about
from evaluation.services.results import unread_comments
from evaluation.services.studies import progress
from tests.site.factories import make_participation, make_place, make_rating, make_study

pytestmark = pytest.mark.django_db


def with_comment(study, judge, words="too stiff"):
    place = make_place(make_participation(study, judge), study.items.first())
    place.comment, place.answered_at = words, timezone.now()
    place.save()
    return place


def test_a_newcomer_reads_what_to_do_first(meera):
    shown = meera.get("/").text
    assert "First steps" in shown
    assert "Nothing: no comments, files, proposed pairs or failed jobs." in shown


def test_unread_comments_wait_until_they_are_marked_as_read(meera, asha, ravi):
    study = make_study(meera)
    with_comment(study, asha)
    assert "1 unread comment" in meera.get("/").text
    meera.post(f"/studies/{study.slug}/comments-read/")
    assert "unread comment" not in meera.get("/").text
    with_comment(study, ravi)
    assert "1 unread comment" in meera.get("/").text


def test_what_one_researcher_has_read_a_colleague_has_not(meera, kiran, asha):
    study = make_study(meera)
    study.colleagues.add(kiran)
    with_comment(study, asha)
    unread_comments.mark_read(person=meera, study=study)
    assert "unread comment" not in meera.get("/").text
    assert "1 unread comment" in kiran.get("/").text


def test_comments_of_other_people_s_studies_are_neither_counted_nor_marked(meera, kiran, asha):
    study = make_study(kiran)
    with_comment(study, asha)
    assert "unread comment" not in meera.get("/").text
    assert meera.post(f"/studies/{study.slug}/comments-read/").status == 404
    assert not CommentsRead.objects.exists()


def test_files_proposed_pairs_and_failed_jobs_wait(meera, kiran):
    study = make_study(meera)
    collection = study.pairs.get().collection
    Upload.objects.create(collection=collection, owner=meera, name="mine.csv", state="checked")
    Upload.objects.create(collection=collection, owner=kiran, name="other.csv", state="checked")
    Pair.objects.update(state=PairState.PROPOSED)
    Collection.objects.update(owner=meera)
    ended = timezone.now()
    Job.objects.create(kind="load", title="Fresh", owner=meera, state=JobState.FAILED, finished_at=ended)
    Job.objects.create(
        kind="load", title="Stale", owner=meera, state=JobState.FAILED, finished_at=ended - timedelta(days=8)
    )
    shown = meera.get("/").text
    assert "mine.csv" in shown
    assert "other.csv" not in shown
    assert "Check 1 proposed pair" in shown
    assert "Fresh" in shown
    assert "Stale" not in shown
    assert home.waiting_for(kiran).proposed == []


def test_running_studies_show_the_answers_that_their_own_page_shows(meera, asha, ravi):
    study = make_study(meera, state=StudyState.OPEN)
    make_study(meera, slug="sunday", state=StudyState.CLOSED)
    for judge in (asha, ravi):
        participation = make_participation(study, judge)
        make_rating(make_place(participation, study.items.first()), study.criteria.first(), 3)
    ((found, share),) = home.running(type(study).objects.visible_to(meera))
    whole = progress.summary(study)
    assert found == study
    assert (share.answered, share.wanted, share.percent) == (whole.answered, whole.wanted, whole.percent)
    assert share.wanted
    assert f"{whole.answered} of {whole.wanted} answers" in meera.get("/").text


def test_what_was_read_is_personal_data(meera, kiran):
    study = make_study(kiran)
    unread_comments.mark_read(person=meera, study=study)
    assert everything_about(meera)["comments_read"][0]["study__name"] == study.name
    erase(person=meera, actor=None)
    assert not CommentsRead.objects.exists()
