"""The list of studies, a study's pages, colleagues and reminders."""

from __future__ import annotations

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from evaluation.models import (
    Design,
    ItemKind,
    Job,
    JobState,
    Participation,
    Rating,
    Study,
    StudyState,
    User,
)
from evaluation.pages.studies.steps import REVIEW, STEPS
from evaluation.services.jobs import run_waiting_jobs
from evaluation.services.studies import invitations, progress, reminders
from evaluation.services.studies.invitations import Invitee
from tests.site.factories import make_item, make_pair, make_participation, make_place, make_rating, make_study

pytestmark = pytest.mark.django_db


def test_the_list_shows_one_s_own_and_shared_studies(begun, client_of, meera, kiran):
    other = make_study(kiran, slug="others", items=0)
    html = client_of(meera).get("/studies/").content.decode()
    assert "Saturday" in html
    assert "Others" not in html
    other.colleagues.add(meera)
    assert "Others" in client_of(meera).get("/studies/?state=open").content.decode()
    assert "Others" not in client_of(meera).get("/studies/?state=closed").content.decode()
    assert client_of(meera).get("/studies/?state=broken&page=x").status_code == 200


def test_a_newcomer_is_shown_how_to_begin(client_of, meera):
    assert "No study here yet" in client_of(meera).get("/studies/").content.decode()


def test_the_list_takes_as_many_queries_for_twenty_studies_as_for_two(client_of, meera, django_assert_max_num_queries):
    client = client_of(meera)
    for number in range(2):
        make_study(meera, slug=f"s{number}", items=0)
    client.get("/studies/")
    with django_assert_max_num_queries(9) as few:
        client.get("/studies/")
    for number in range(2, 20):
        make_study(meera, slug=f"s{number}", items=0)
    with django_assert_max_num_queries(len(few)):
        client.get("/studies/")


def test_strangers_are_asked_to_sign_in_and_judges_are_turned_away(draft, client, client_of, asha):
    for path in ("", "new/", f"{draft.slug}/", f"{draft.slug}/judges/", f"{draft.slug}/sentences/"):
        assert client.get(f"/studies/{path}").url.startswith("/sign-in")
        assert client_of(asha).get(f"/studies/{path}").status_code == 403


def test_a_study_s_page_counts_judges_and_answers(begun, client_of):
    html = client_of(begun.owner).get(f"/studies/{begun.slug}/").content.decode()
    assert "1 of 3 answers (33 %)" in html
    summary = progress.summary(begun)
    assert (summary.invited, summary.started, summary.finished) == (1, 1, 0)


def test_a_balanced_study_wants_so_many_answers(meera, asha):
    study = make_study(meera, design=Design.BALANCED, judges_per_item=4)
    assert progress.summary(study).wanted == 12
    assert progress.summary(study).percent == 0


def test_the_minutes_a_judge_takes_leave_out_pauses(meera, asha):
    study = make_study(meera)
    make_participation(study, asha, state="finished", active_ms=6 * 60_000)
    assert progress.summary(study).minutes_each == 6


def test_every_sentence_is_listed_with_its_condition_and_progress(begun, client_of):
    html = client_of(begun.owner).get(f"/studies/{begun.slug}/sentences/").content.decode()
    assert html.count("<tr>") == 4
    item = Rating.objects.get().item
    counted = progress.sentences(begun).get(pk=item.pk)
    assert (counted.done_count, counted.live_count, counted.surplus_count) == (1, 0, 0)
    assert 'class="l2"' in html


def test_progress_per_judge_and_checks_passed_are_shown(begun, client_of, asha):
    item = make_item(begun, 50, kind=ItemKind.ATTENTION, text="lowest", expected={"usage": [0, 1]})
    judge = begun.participations.get()
    place = make_place(judge, item, order=99)
    usage = begun.criteria.get(key="usage")
    rating = make_rating(place, usage, 4)
    html = client_of(begun.owner).get(f"/studies/{begun.slug}/judges/").content.decode()
    assert "2 / 4" in html
    assert "0 / 1" in html
    Rating.objects.filter(pk=rating.pk).update(first_value=1)
    assert progress.checks(begun, [judge])[judge.pk].passed == 1


def test_no_page_of_a_study_asks_more_because_there_is_more(meera, asha, client_of):
    client, study = client_of(meera), make_study(meera, state=StudyState.DRAFT)
    make_participation(study, asha)
    pages = ("", "sentences/", "judges/", *(f"edit/{step}/" for step in [*STEPS, REVIEW]))
    before = {page: queries(client, f"/studies/{study.slug}/{page}") for page in pages}
    for number in range(10, 50):
        pair = make_pair(meera, external_id=f"p{number}", collection=f"Collection {number % 7}")
        study.pairs.add(pair)
        make_item(study, number, pair=pair, condition=f"M{number % 5}")
        make_item(study, 1_000_000 + number, kind=ItemKind.PRACTICE, pair=None)
        make_participation(study, User.objects.create_user(f"judge{number}"))
    after = {page: queries(client, f"/studies/{study.slug}/{page}") for page in pages}
    assert after == before
    assert max(after.values()) <= 15


def queries(client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_a_study_is_shared_by_name_or_address_and_taken_back(draft, client_of, meera, kiran):
    client, hers = client_of(meera), client_of(kiran)
    page = f"/studies/{draft.slug}/"
    assert hers.get(page).status_code == 404
    for who in ("kiran", " KIRAN@example.org "):
        client.post(f"{page}share/", {"colleague": who})
        assert hers.get(page).status_code == 200
        client.post(f"{page}share/kiran/end/")
        assert hers.get(page).status_code == 404


def test_a_colleague_works_on_it_but_does_not_share_or_delete_it(draft, client_of, meera, kiran, noor):
    draft.colleagues.add(kiran)
    client = client_of(kiran)
    page = f"/studies/{draft.slug}/"
    assert "Only the owner" in client.post(f"{page}share/", {"colleague": "noor"}, follow=True).content.decode()
    assert "Only the owner" in client.post(f"{page}delete/", follow=True).content.decode()
    assert Study.objects.exists()
    assert client.post(f"{page}share/kiran/end/").url == "/studies/"
    assert not draft.colleagues.exists()


@pytest.mark.parametrize("who", ["", "asha", "nobody", "meera", "x" * 500])
def test_a_study_is_shared_with_researchers_only(draft, client_of, meera, asha, who):
    answer = client_of(meera).post(f"/studies/{draft.slug}/share/", {"colleague": who}, follow=True)
    assert any(said in answer.content.decode() for said in ("No researcher has this", "is theirs already"))
    assert not draft.colleagues.exists()


def test_an_admin_sees_every_study(draft, client_of, noor):
    assert client_of(noor).get(f"/studies/{draft.slug}/").status_code == 200
    assert draft.name in client_of(noor).get("/studies/").content.decode()


def test_those_who_have_not_finished_are_reminded_with_their_link(meera, client_of, asha, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    study = make_study(meera)
    people = [
        Invitee("Ravi", "ravi@example.org"),
        Invitee("Nobody"),
        Invitee("Done", "done@example.org"),
        Invitee("", "asha@example.org"),
    ]
    ravi, _nobody, done, _asha = invitations.invite(study=study, people=people, actor=meera)[0]
    Participation.objects.filter(pk=done.pk).update(state="finished")
    Participation.objects.filter(pk=ravi.pk).update(link_expires_at=timezone.now())
    client = client_of(meera)
    assert client.post(f"/studies/{study.slug}/remind/").url.startswith("/jobs/")
    run_waiting_jobs()
    assert sorted(message.to[0] for message in mail.outbox) == ["asha@example.org", "ravi@example.org"]
    by_link = next(message for message in mail.outbox if message.to == ["ravi@example.org"])
    assert f"{settings.SITE_URL}{invitations.personal_link(ravi)}" in by_link.body
    ravi.refresh_from_db()
    assert invitations.link_state(ravi) == "valid"
    assert study.name in by_link.subject
    by_password = next(message for message in mail.outbox if message.to == ["asha@example.org"])
    assert "/j/" not in by_password.body
    assert "2 judges were written to." in client.get(f"/jobs/{Job.objects.get().key}/").content.decode()
    again = client.post(f"/studies/{study.slug}/remind/", follow=True).content.decode()
    assert "nobody to remind" in again
    assert len(mail.outbox) == 2


def test_a_mail_server_that_is_away_is_said_and_who_was_not_written_to_stays_to_be_reminded(meera, monkeypatch):
    def away(_message):
        raise ConnectionRefusedError("nobody answers at port 25")

    study = make_study(meera)
    invitations.invite(study=study, people=[Invitee("Ravi", "ravi@example.org")], actor=meera)
    monkeypatch.setattr(reminders.EmailMessage, "send", away)
    job = reminders.request_reminders(study=study, actor=meera)
    run_waiting_jobs()
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert job.message == "The message to ravi@example.org was not sent: nobody answers at port 25"
    assert reminders.to_be_reminded(study).count() == 1


def test_nobody_is_reminded_of_a_closed_study(meera, client_of):
    study = make_study(meera, state=StudyState.CLOSED)
    assert "open study" in client_of(meera).post(f"/studies/{study.slug}/remind/", follow=True).content.decode()
