"""A closed study published for readers: what they see, what they do not, and taking it back."""

from __future__ import annotations

import csv
import io
import os
import zipfile
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from evaluation.models import AuditEntry, Participation, Publication, Study, User
from evaluation.pages.publications import public
from evaluation.services import jobs, publications, reporting, studies
from evaluation.services.accounts.personal_data import erase
from evaluation.services.errors import Refused
from evaluation.services.exports.exporting import start_zip, zip_path
from evaluation.services.rating.participation import withdraw
from evaluation.services.reporting.small_cells import without_small_cells
from evaluation.services.results.selection import Selection, exclude, save_selection
from tests.site.factories import make_answers, make_participation, make_place, make_rating, make_study

pytestmark = pytest.mark.django_db

DETAILS = publications.Details("Rao, Meera", "Which switches are natural?", 2026, "CC BY 4.0")
WHERE = {"en": {"text": "Where?", "options": {"n": "north", "s": "south"}}}
QUESTIONS = [{"key": "region", "kind": "choice", "texts": WHERE, "options": ["n", "s"]}]
QUESTIONS.append({"key": "age", "kind": "number", "texts": {"en": {"text": "Your age"}}, "low": 10, "high": 99})
QUESTIONS.append({"key": "town", "kind": "text", "texts": {"en": {"text": "Your town"}}})
ADDRESS = "/published/saturday/"


@pytest.fixture
def closed(meera):
    """Twelve judges: ten from the north, two from the south, one of them older than all others."""
    study = make_study(meera, state="closed", models_chosen=["EC0", "ML0"], questions=QUESTIONS)
    for number in range(12):
        user = User.objects.create_user(f"judge-{number}", name="Asha Secret", email=f"secret{number}@example.org")
        answers = {"region": "s" if number > 9 else "n", "age": 71 if number == 11 else 22, "town": "Pune"}
        judge = make_participation(study, user, answers=answers, external_id=f"worker{number}", language="hi")
        values = [(item, [(number + item.number) % 6] * 2) for item in study.items.all()]
        make_answers(judge, values, comment="call me on 555", screen="phone", duration_ms=900)
    exclude(what=study.participations.last(), reason="Asha was tired", actor=meera)
    return study


@pytest.fixture
def published(closed, meera) -> Publication:
    publications.publish(study=closed, actor=meera, details=DETAILS)
    jobs.run_waiting_jobs()
    return Publication.objects.get()


def zipped(client: Client) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(b"".join(client.get(f"{ADDRESS}data.zip").streaming_content)))


def table(opened: zipfile.ZipFile, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(opened.read(f"csv/{name}.csv").decode(), newline="")))


def test_a_stranger_reads_the_results_and_how_to_cite_them(published, client):
    page = client.get(ADDRESS)
    text = page.content.decode()
    assert page.status_code == 200
    for words in (
        "Which switches are natural?",
        "Rao, Meera (2026)",
        "@misc{saturday,",
        "Saturday is boring uss",
        "EC0",
        "What the study asked",
        "Agreement",
    ):
        assert words in text, words
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert "public" in page.headers["Cache-Control"]
    assert not page.cookies
    assert '<meta name="robots" content="noindex">' in text
    picture = client.get(f"{ADDRESS}pictures/usage.means.svg")
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert b"<svg" in b"".join(picture.streaming_content)
    assert client.get(f"{ADDRESS}pictures/usage.means-narrow.svg").status_code == 200
    assert client.get(f"{ADDRESS}pictures/usage.progress.svg").status_code == 404
    assert client.get(f"{ADDRESS}cite.bib").content.startswith(b"@misc{saturday,")


def test_nothing_says_who_judges_are(published, client):
    opened = zipped(client)
    for name in opened.namelist():
        written = opened.read(name)
        for personal in (b"Secret", b"example.org", b"worker", b"call me", b"Pune", b"tired", b"phone", b"judge-"):
            assert personal not in written, (name, personal)
    page = client.get(ADDRESS).content.decode()
    assert "Secret" not in page
    assert "tired" not in page
    assert not {"shown_at", "submitted_at", "language", "screen"} & table(opened, "ratings")[0].keys()
    assert "comments.csv" not in " ".join(opened.namelist())
    assert not any(name.startswith("study/") for name in opened.namelist())


def test_with_a_frozen_plan_readers_get_no_reason_why_judges_were_left_out(meera, client):
    study = make_study(meera, models_chosen=["EC0", "ML0"], drawn_at=timezone.now())
    comparison = reporting.Comparison("usage", "EC0", "ML0")
    reporting.freeze(study=study, actor=meera, comparison=comparison, target_judges=1)
    judge = make_participation(study, User.objects.create_user("ravi"))
    make_rating(make_place(judge, study.items.first()), study.criteria.get(key="usage"), 3)
    exclude(what=judge, reason="Ravi was tired", actor=meera)
    Study.objects.filter(pk=study.pk).update(state="closed")
    study.refresh_from_db()
    publications.publish(study=study, actor=meera, details=DETAILS)
    jobs.run_waiting_jobs()
    opened = zipped(client)
    assert "Judges left out by hand" in client.get(ADDRESS).content.decode()
    assert "Judges left out by hand" in opened.read("preregistration/deviations.json").decode()
    for written in (client.get(ADDRESS).content, *map(opened.read, opened.namelist())):
        assert b"tired" not in written


def test_groups_of_few_judges_cannot_be_told_apart(published, client):
    judges = table(zipped(client), "judges")
    assert len(judges) == 12
    assert {judge["region"] for judge in judges} == {""}, "two from the south would be known by subtraction"
    assert [judge["age_band"] for judge in judges] == ["20 to 24"] * 11 + [""], "the last one does not count"
    assert "town" not in judges[0]


def test_large_groups_are_told(closed, meera, client):
    Participation.objects.filter(pk__in=[judge.pk for judge in closed.participations.all()[:6]]).update(
        answers={"region": "s", "age": 22}
    )
    Participation.objects.filter(pk__in=[judge.pk for judge in closed.participations.all()[6:]]).update(
        answers={"region": "n", "age": 22}
    )
    publications.publish(study=closed, actor=meera, details=DETAILS)
    jobs.run_waiting_jobs()
    judges = table(zipped(client), "judges")
    assert [judge["region"] for judge in judges] == ["s"] * 6 + ["n"] * 5 + [""], "the last one does not count"
    assert {judge["age_band"] for judge in judges[:-1]} == {"20 to 24"}


def test_cells_that_few_share_together_are_empty():
    rows = [["n", "young"]] * 5 + [["n", "old"]] * 5 + [["s", "young"]] * 7 + [["s", "old"]] * 2
    shown = without_small_cells(rows)
    assert shown[:10] == [["n", "young"]] * 5 + [["n", "old"]] * 5
    assert shown[10:] == [["s", ""]] * 9
    assert without_small_cells([]) == []


def test_readers_see_the_snapshot_until_it_is_published_anew(published, closed, meera, client):
    before = client.get(ADDRESS).content
    save_selection(study=closed, selection=Selection(practice=True), actor=meera)
    closed.name = "Renamed"
    closed.save()
    assert client.get(ADDRESS).content == before
    key = published.files_key
    publications.publish(study=closed, actor=meera, details=DETAILS)
    jobs.run_waiting_jobs()
    published.refresh_from_db()
    assert published.snapshot["name"] == "Renamed"
    assert published.files_key != key


def test_it_can_be_taken_back_and_its_address_says_so(
    published, closed, meera, client, django_capture_on_commit_callbacks
):
    folder = publications.file_path(published, "data.zip").parent
    with django_capture_on_commit_callbacks(execute=True):
        publications.take_back(study=closed, actor=meera)
    for part in ("", "data.zip", "cite.bib", "pictures/usage.means.svg"):
        answer = client.get(ADDRESS + part)
        assert answer.status_code == 410
        assert answer.headers["Cache-Control"] == "no-store"
    assert not folder.exists()
    noted = AuditEntry.objects.filter(action__in=["study.published", "study.taken_back"])
    assert [entry.action for entry in noted] == ["study.taken_back", "study.published"]
    with pytest.raises(Refused, match="not published"):
        publications.take_back(study=closed, actor=meera)
    publications.publish(study=closed, actor=meera, details=DETAILS)
    jobs.run_waiting_jobs()
    assert client.get(ADDRESS).status_code == 200


@pytest.mark.both_databases
def test_taken_back_while_it_is_being_made_it_stays_taken_back(closed, meera, client, monkeypatch):
    from evaluation.services.publications import publishing

    publications.publish(study=closed, actor=meera, details=DETAILS)
    made = publishing.write_files

    def taken_back_meanwhile(*arguments):
        publications.take_back(study=closed, actor=meera)
        return made(*arguments)

    monkeypatch.setattr(publishing, "write_files", taken_back_meanwhile)
    jobs.run_waiting_jobs()
    assert client.get(ADDRESS).status_code == 410


def test_after_a_judge_is_erased_nobody_sees_it_until_it_is_made_anew(
    published, closed, noor, meera, client, django_capture_on_commit_callbacks
):
    zip_file = publications.file_path(published, "data.zip")
    with django_capture_on_commit_callbacks(execute=True):
        erase(person=closed.participations.first().user, actor=noor)
    assert client.get(ADDRESS).status_code == 503
    assert client.get(f"{ADDRESS}data.zip").status_code == 503
    assert not zip_file.exists()
    publications.publish(study=closed, actor=meera, details=DETAILS)
    jobs.run_waiting_jobs()
    assert client.get(ADDRESS).status_code == 200


def test_while_a_study_is_open_again_its_judges_cannot_read_the_results(published, closed, meera, client, client_of):
    Study.objects.filter(pk=closed.pk).update(state="open")
    for part in ("", "data.zip", "cite.bib", "pictures/usage.means.svg"):
        assert client.get(ADDRESS + part).status_code == 503
    assert "until you close it" in client_of(meera).get(reverse("publication", args=[closed.slug])).content.decode()
    Study.objects.filter(pk=closed.pk).update(state="closed")
    assert client.get(ADDRESS).status_code == 200


def test_one_address_may_not_ask_for_ever(published, client, monkeypatch):
    monkeypatch.setattr(public, "ZIPS_PER_HOUR", 1)
    assert client.get(f"{ADDRESS}data.zip").status_code == 200
    answer = client.get(f"{ADDRESS}data.zip")
    assert answer.status_code == 429
    assert answer.headers["Retry-After"]
    assert client.get(ADDRESS).status_code == 200


def test_only_the_owner_publishes_and_only_a_closed_study(closed, meera, kiran, client_of):
    closed.colleagues.add(kiran)
    with pytest.raises(Refused, match="owner"):
        publications.publish(study=closed, actor=kiran, details=DETAILS)
    closed.state = "open"
    closed.save()
    with pytest.raises(Refused, match="close it first"):
        publications.publish(study=closed, actor=meera, details=DETAILS)
    empty = make_study(meera, slug="empty", state="closed")
    with pytest.raises(Refused, match="no ratings"):
        publications.publish(study=empty, actor=meera, details=DETAILS)
    assert Client().get("/published/saturday/").status_code == 404


@pytest.mark.both_databases
def test_the_owner_publishes_and_takes_back_on_a_page(closed, meera, client_of):
    client = client_of(meera)
    page = reverse("publication", args=[closed.slug])
    assert "Publish for readers" in client.get(page).content.decode()
    sent = {"title": "", "authors": "Rao, Meera", "year": 2026}
    assert client.post(reverse("publication-publish", args=[closed.slug]), sent).status_code == 200
    sent |= {"title": "A & B", "is_indexed": "on", "link": "https://example.org/paper"}
    assert client.post(reverse("publication-publish", args=[closed.slug]), sent).status_code == 302
    assert "being made" in client.get(page).content.decode()
    assert Client().get(ADDRESS).status_code == 503
    jobs.run_waiting_jobs()
    assert "/published/saturday/" in client.get(page).content.decode()
    shown = Client().get(ADDRESS)
    assert "X-Robots-Tag" not in shown.headers
    assert "A &amp; B" in shown.content.decode()
    client.post(reverse("publication-take-back", args=[closed.slug]))
    assert "Taken back on" in client.get(page).content.decode()


# -- Files -------------------------------------------------------------------------------------------


@pytest.fixture
def exported(published, closed, meera) -> Path:
    job = start_zip(study=closed, actor=meera)
    jobs.run_waiting_jobs()
    assert zip_path(job.key).exists()
    return zip_path(job.key)


def test_with_the_study_go_its_page_for_readers_and_its_exports(
    published, exported, closed, meera, django_capture_on_commit_callbacks
):
    folder = publications.file_path(published, "data.zip").parent
    for judge in closed.participations.all():
        judge.places.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        studies.delete(study=closed, actor=meera)
    assert not Publication.objects.exists()
    assert not folder.exists()
    assert not exported.exists()


def test_when_a_judge_withdraws_no_file_keeps_the_answers(
    published, exported, closed, django_capture_on_commit_callbacks
):
    zip_file = publications.file_path(published, "data.zip")
    with django_capture_on_commit_callbacks(execute=True):
        withdraw(closed.participations.first())
    assert not zip_file.exists()
    assert not exported.exists()


def test_what_a_worker_left_behind_is_removed_when_the_next_page_is_made(published, closed, meera):
    known = publications.file_path(published, "data.zip").parent
    left, new = known.parent / "left", known.parent / "new"
    for folder in (left, new):
        folder.mkdir()
        (folder / "data.zip").write_bytes(b"x")
    for folder in (left, known):
        os.utime(folder, (0, 0))
    publications.forget_orphans()
    assert (left.exists(), new.exists(), known.exists()) == (False, True, True)
