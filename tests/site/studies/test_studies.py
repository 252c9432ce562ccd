"""Opening, closing, copying, sharing, deleting; the list and a study's page."""

from __future__ import annotations

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone

from evaluation.models import (
    AuditEntry,
    Criterion,
    Design,
    ItemKind,
    Participation,
    Place,
    Rating,
    Study,
    StudyState,
    User,
)
from evaluation.services import allocation, drawing, invitations, progress, studies
from evaluation.services.errors import Refused
from evaluation.services.invitations import Invitee
from evaluation.services.jobs import run_waiting_jobs
from tests.factories import make_item, make_participation, make_place, make_rating, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def rated(meera, asha):
    """An open study that asha has begun to rate."""
    study = make_study(meera)
    judge = make_participation(study, asha)
    allocation.ensure_places(judge)
    make_rating(judge.places.first(), study.criteria.first(), 3)
    return study


# -- States -------------------------------------------------------------------------


def test_a_study_is_opened_paused_closed_and_opened_again(draft, client_of):
    client = client_of(draft.owner)
    for deed, state in (("open", "open"), ("pause", "paused"), ("open", "open"), ("close", "closed"), ("open", "open")):
        assert client.post(f"/studies/{draft.slug}/do/{deed}/").url == f"/studies/{draft.slug}/"
        draft.refresh_from_db()
        assert draft.state == state
    assert AuditEntry.objects.filter(action="study.opened", actor=draft.owner).count() == 3


def test_a_study_without_sentences_criteria_or_texts_is_not_opened(meera, client_of):
    study = studies.create(owner=meera, name="Empty")
    answer = client_of(meera).post("/studies/empty/do/open/", follow=True)
    assert "The sentences have not been drawn" in answer.content.decode()
    study.criteria.all().delete()
    Study.objects.update(consent={}, instructions={}, drawn_at=timezone.now())
    study.refresh_from_db()
    assert [lack.step for lack in studies.missing(study)] == ["texts", "texts", "criteria", "sentences"]
    with pytest.raises(Refused, match="There is no sentence to rate"):
        studies.open_study(study=study, actor=meera)
    assert Study.objects.get().state == StudyState.DRAFT


def test_opening_a_balanced_study_makes_its_lists(draft):
    Study.objects.update(design=Design.BALANCED)
    draft.refresh_from_db()
    studies.open_study(study=draft, actor=draft.owner)
    assert not draft.items.rated().filter(list_number=None).exists()


@pytest.mark.parametrize(
    ("state", "deed"),
    [("draft", "pause"), ("draft", "close"), ("open", "open"), ("closed", "pause"), ("draft", "draft")],
)
def test_a_state_that_cannot_follow_is_refused(meera, client_of, state, deed):
    study = make_study(meera, state=state, drawn_at=timezone.now())
    answer = client_of(meera).post(f"/studies/{study.slug}/do/{deed}/", follow=True)
    assert "cannot become" in answer.content.decode()
    study.refresh_from_db()
    assert study.state == state


def test_a_study_nobody_has_rated_goes_back_to_draft_and_its_places_go(meera, asha):
    study = make_study(meera)
    judge = make_participation(study, asha)
    allocation.ensure_places(judge)
    studies.back_to_draft(study=study, actor=meera)
    assert study.state == StudyState.DRAFT
    assert not judge.places.exists()


def test_a_rated_study_never_becomes_a_draft_again(rated, client_of):
    answer = client_of(rated.owner).post(f"/studies/{rated.slug}/do/draft/", follow=True)
    assert "have been rated" in answer.content.decode()
    rated.refresh_from_db()
    assert rated.state == StudyState.OPEN
    assert Rating.objects.count() == 1


def test_only_deeds_that_exist_and_only_by_post(draft, client_of):
    client = client_of(draft.owner)
    assert client.post(f"/studies/{draft.slug}/do/explode/").status_code == 404
    for path in ("do/open", "duplicate", "delete", "share", "remind"):
        assert client.get(f"/studies/{draft.slug}/{path}/").status_code == 405


# -- What the services refuse whoever asks ------------------------------------------


def set_checks(study, *, practice=(), attention=()):
    studies.set_checks(
        study=study, actor=study.owner, revision=study.revision, practice=practice, attention=attention, repeats=0
    )


def test_checks_that_cannot_be_are_refused_by_the_service_too(meera):
    study = studies.create(owner=meera, name="Draft")
    practice, attention = studies.PracticeSpec, studies.AttentionSpec
    wrong = [
        ({"practice": [practice(" ")]}, "practice-0-text"),
        ({"practice": [practice("x")] * 101}, "practice"),
        ({"attention": [attention("x", {})]}, "attention-0-text"),
        ({"attention": [attention("x", {"colour": (0, 1)})]}, "attention-0-text"),
        ({"attention": [attention("x", {"usage": (0, 9)})]}, "attention-0-usage_low"),
    ]
    for specs, field in wrong:
        with pytest.raises(Refused) as refused:
            set_checks(study, **specs)
        assert refused.value.field == field
    assert not study.items.exists()


def test_pairs_choices_and_seeds_that_cannot_be_are_refused_by_the_service_too(draft):
    common = {"study": draft, "actor": draft.owner, "revision": draft.revision}
    with pytest.raises(Refused, match="at least one pair"):
        studies.set_pairs(**common, pairs=[], models=["EC0"])
    with pytest.raises(Refused, match="EC9"):
        studies.set_pairs(**common, pairs=[draft.pairs.first().pk], models=["EC9"])
    for seed in (-1, 2**63):
        with pytest.raises(Refused, match="seed"):
            studies.set_choices(**common, choices=draft.choices, seed=seed, monolingual=False)
    no_models = studies.create(owner=draft.owner, name="No models")
    for way in ("uniform", "controls"):
        with pytest.raises(Refused, match="at least one model"):
            studies.set_choices(
                study=no_models,
                actor=draft.owner,
                revision=1,
                choices=[{"way": way, "count": 1}],
                seed=1,
                monolingual=False,
            )
    with pytest.raises(Refused, match="Say first how"):
        drawing.draw(study=no_models, actor=draft.owner, revision=1)


def test_expectations_about_a_criterion_that_is_gone_go_with_it(meera):
    study = studies.create(owner=meera, name="Draft")
    set_checks(study, attention=[studies.AttentionSpec("x", {"usage": (0, 1), "fluency": (0, 0)})])
    usage = study.criteria.get(key="usage")
    studies.set_criteria(
        study=study,
        actor=meera,
        revision=study.revision,
        criteria=[studies.CriterionSpec(key="usage", texts=usage.texts)],
    )
    assert study.items.get().expected == {"usage": [0, 1]}


def test_changing_the_design_or_the_seed_makes_new_lists_and_draws(draft):
    allocation.number_lists(draft)
    studies.update(
        study=draft, actor=draft.owner, revision=draft.revision, step="judges", fields={"seed": 8, "items_per_judge": 3}
    )
    assert not draft.items.exclude(list_number=None).exists()
    assert draft.drawn_at is None


# -- Copies -------------------------------------------------------------------------


def test_a_duplicate_has_everything_but_judges_and_ratings(rated, client_of, kiran):
    make_item(rated, 100, kind=ItemKind.PRACTICE, text="practice", feedback={"en": "Good."})
    rated.colleagues.add(kiran)
    answer = client_of(kiran).post(f"/studies/{rated.slug}/duplicate/")
    copy = Study.objects.exclude(pk=rated.pk).get()
    assert answer.url == f"/studies/{copy.slug}/edit/texts/"
    assert (copy.owner, copy.state, copy.name) == (kiran, StudyState.DRAFT, "Copy of Saturday")
    assert copy.join_key != rated.join_key
    assert list(copy.items.values_list("text", "number", "kind")) == list(
        rated.items.values_list("text", "number", "kind")
    )
    assert [c.texts for c in copy.criteria.all()] == [c.texts for c in rated.criteria.all()]
    assert list(copy.pairs.all()) == list(rated.pairs.all())
    assert not copy.participations.exists()
    assert not copy.ratings.exists()
    assert Rating.objects.count() == 1
    assert rated.items.count() == 4


# -- Sharing ------------------------------------------------------------------------


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


# -- Deleting -----------------------------------------------------------------------


def test_a_study_without_ratings_is_deleted_and_one_with_ratings_is_not(rated, draft, client_of, meera):
    client = client_of(meera)
    assert client.post(f"/studies/{draft.slug}/delete/").url == "/studies/"
    assert "has ratings" in client.post(f"/studies/{rated.slug}/delete/", follow=True).content.decode()
    assert list(Study.objects.all()) == [rated]
    assert AuditEntry.objects.filter(action="study.deleted").exists()


def test_people_invited_by_link_go_with_their_study_and_others_stay(draft, meera, asha):
    invitations.invite(study=draft, people=[Invitee("Ravi"), Invitee("", "asha@example.org")], actor=meera)
    studies.delete(study=draft, actor=meera)
    assert set(User.objects.values_list("username", flat=True)) == {"meera", "asha"}


# -- Pages --------------------------------------------------------------------------


def test_the_list_shows_one_s_own_and_shared_studies(rated, client_of, meera, kiran):
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


def test_a_study_s_page_counts_judges_and_answers(rated, client_of):
    html = client_of(rated.owner).get(f"/studies/{rated.slug}/").content.decode()
    assert "1 of 3 answers (33 %)" in html
    summary = progress.summary(rated)
    assert (summary.invited, summary.started, summary.finished) == (1, 1, 0)


def test_a_balanced_study_wants_so_many_answers(meera, asha):
    study = make_study(meera, design=Design.BALANCED, judges_per_item=4)
    assert progress.summary(study).wanted == 12
    assert progress.summary(study).percent == 0


def test_the_minutes_a_judge_takes_leave_out_pauses(meera, asha):
    study = make_study(meera)
    make_participation(study, asha, state="finished", active_ms=6 * 60_000)
    assert progress.summary(study).minutes_each == 6


def test_every_sentence_is_listed_with_its_condition_and_progress(rated, client_of):
    html = client_of(rated.owner).get(f"/studies/{rated.slug}/sentences/").content.decode()
    assert html.count("<tr>") == 4
    item = Rating.objects.get().item
    counted = progress.sentences(rated).get(pk=item.pk)
    assert (counted.done_count, counted.live_count, counted.surplus_count) == (1, 0, 0)
    assert 'class="l2"' in html


def test_progress_per_judge_and_checks_passed_are_shown(rated, client_of, asha):
    item = make_item(rated, 50, kind=ItemKind.ATTENTION, text="lowest", expected={"usage": [0, 1]})
    judge = rated.participations.get()
    place = make_place(judge, item, order=99)
    usage = rated.criteria.get(key="usage")
    rating = make_rating(place, usage, 4)
    html = client_of(rated.owner).get(f"/studies/{rated.slug}/judges/").content.decode()
    assert "2 / 4" in html
    assert "0 / 1" in html
    Rating.objects.filter(pk=rating.pk).update(first_value=1)
    assert progress.checks(rated, [judge])[judge.pk].passed == 1


def test_pages_of_a_study_take_as_many_queries_whatever_its_size(meera, client_of, django_assert_max_num_queries):
    client = client_of(meera)
    study = make_study(meera)
    addresses = [
        f"/studies/{study.slug}/",
        f"/studies/{study.slug}/sentences/",
        f"/studies/{study.slug}/edit/sentences/",
    ]
    before = {}
    for address in addresses:
        client.get(address)
        with django_assert_max_num_queries(20) as counted:
            client.get(address)
        before[address] = len(counted)
    for number in range(10, 50):
        make_item(study, number, pair=study.pairs.first())
        make_participation(study, User.objects.create_user(f"judge{number}"))
    for address in addresses:
        with django_assert_max_num_queries(before[address]):
            client.get(address)


# -- Reminders ----------------------------------------------------------------------


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
    again = client.post(f"/studies/{study.slug}/remind/", follow=True).content.decode()
    assert "nobody to remind" in again
    assert len(mail.outbox) == 2


def test_nobody_is_reminded_of_a_closed_study(meera, client_of):
    study = make_study(meera, state=StudyState.CLOSED)
    assert "open study" in client_of(meera).post(f"/studies/{study.slug}/remind/", follow=True).content.decode()


# -- Promises of the database -------------------------------------------------------


def breaks(deed) -> bool:
    try:
        with transaction.atomic():
            deed()
    except IntegrityError:
        return True
    return False


def test_the_tables_keep_a_study_s_promises(rated, asha):
    criterion, item, judge = rated.criteria.first(), rated.items.first(), rated.participations.get()
    assert breaks(lambda: Criterion.objects.create(study=rated, key=criterion.key))
    assert breaks(lambda: Criterion.objects.create(study=rated, key="upside-down", low=5, high=0))
    assert breaks(lambda: Criterion.objects.create(study=rated, key="one-point", low=5, high=5))
    assert breaks(lambda: Criterion.objects.create(study=rated, key="twelve-points", low=0, high=11))
    assert breaks(lambda: make_item(rated, item.number))
    assert breaks(lambda: make_item(rated, 70, pair=item.pair, text=item.text))
    assert breaks(lambda: make_item(rated, 71, probability=0))
    assert breaks(lambda: make_item(rated, 72, probability=1.5))
    assert breaks(lambda: Participation.objects.create(study=rated, user=asha, pseudonym="other"))
    assert breaks(lambda: make_participation(rated, User.objects.create_user("x"), pseudonym=judge.pseudonym))
    assert breaks(lambda: Study.objects.filter(pk=rated.pk).update(state="ajar"))
    assert breaks(lambda: Study.objects.filter(pk=rated.pk).update(judges_per_item=0))
    assert breaks(lambda: Study.objects.create(owner=rated.owner, slug=rated.slug, name="x"))


def test_the_tables_keep_a_place_s_promises(rated):
    judge, place = rated.participations.get(), Place.objects.first()
    assert breaks(lambda: make_place(judge, place.item, order=500))
    assert breaks(lambda: make_place(judge, make_item(rated, 90), order=place.order))
    assert breaks(lambda: make_rating(Rating.objects.get().place, Rating.objects.get().criterion, 1))
    crowd = [make_participation(rated, User.objects.create_user(f"c{n}"), external_id="") for n in range(2)]
    Participation.objects.filter(pk=crowd[0].pk).update(external_id="5f1e")
    assert breaks(lambda: Participation.objects.filter(pk=crowd[1].pk).update(external_id="5f1e"))
