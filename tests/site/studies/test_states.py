"""Opening, closing, copying and deleting a study, and what the tables promise about it."""

from __future__ import annotations

import pytest
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
from evaluation.services import studies
from evaluation.services.errors import Refused
from evaluation.services.studies import allocation, invitations
from evaluation.services.studies.invitations import Invitee
from tests.site.factories import make_item, make_participation, make_place, make_rating, make_study

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_a_study_is_opened_paused_closed_and_opened_again(draft, client_of):
    client = client_of(draft.owner)
    for action, state in (
        ("open", "open"),
        ("pause", "paused"),
        ("open", "open"),
        ("close", "closed"),
        ("open", "open"),
    ):
        assert client.post(f"/studies/{draft.slug}/do/{action}/").url == f"/studies/{draft.slug}/"
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
    assert not draft.items.rated().filter(list_numbers=[]).exists()


@pytest.mark.parametrize(
    ("state", "action"),
    [("draft", "pause"), ("draft", "close"), ("open", "open"), ("closed", "pause"), ("draft", "draft")],
)
def test_a_state_that_cannot_follow_is_refused(meera, client_of, state, action):
    study = make_study(meera, state=state, drawn_at=timezone.now())
    answer = client_of(meera).post(f"/studies/{study.slug}/do/{action}/", follow=True)
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


def test_a_rated_study_never_becomes_a_draft_again(begun, client_of):
    answer = client_of(begun.owner).post(f"/studies/{begun.slug}/do/draft/", follow=True)
    assert "have been rated" in answer.content.decode()
    begun.refresh_from_db()
    assert begun.state == StudyState.OPEN
    assert Rating.objects.count() == 1


def test_only_actions_that_exist_and_only_by_post(draft, client_of):
    client = client_of(draft.owner)
    assert client.post(f"/studies/{draft.slug}/do/explode/").status_code == 404
    for path in ("do/open", "duplicate", "delete", "share", "remind"):
        assert client.get(f"/studies/{draft.slug}/{path}/").status_code == 405


def test_a_duplicate_has_everything_but_judges_and_ratings(begun, client_of, kiran):
    make_item(begun, 100, kind=ItemKind.PRACTICE, text="practice", feedback={"en": "Good."})
    begun.colleagues.add(kiran)
    answer = client_of(kiran).post(f"/studies/{begun.slug}/duplicate/")
    copy = Study.objects.exclude(pk=begun.pk).get()
    assert answer.url == f"/studies/{copy.slug}/edit/texts/"
    assert (copy.owner, copy.state, copy.name) == (kiran, StudyState.DRAFT, "Copy of Saturday")
    assert copy.join_key != begun.join_key
    assert list(copy.items.values_list("text", "number", "kind")) == list(
        begun.items.values_list("text", "number", "kind")
    )
    assert [c.texts for c in copy.criteria.all()] == [c.texts for c in begun.criteria.all()]
    assert list(copy.pairs.all()) == list(begun.pairs.all())
    assert not copy.participations.exists()
    assert not copy.ratings.exists()
    assert Rating.objects.count() == 1
    assert begun.items.count() == 4


def test_a_study_without_ratings_is_deleted_and_one_with_ratings_is_not(begun, draft, client_of, meera):
    client = client_of(meera)
    assert client.post(f"/studies/{draft.slug}/delete/").url == "/studies/"
    assert "has ratings" in client.post(f"/studies/{begun.slug}/delete/", follow=True).content.decode()
    assert list(Study.objects.all()) == [begun]
    assert AuditEntry.objects.filter(action="study.deleted").exists()


def test_people_invited_by_link_go_with_their_study_and_others_stay(draft, meera, asha):
    invitations.invite(study=draft, people=[Invitee("Ravi"), Invitee("", "asha@example.org")], actor=meera)
    studies.delete(study=draft, actor=meera)
    assert set(User.objects.values_list("username", flat=True)) == {"meera", "asha"}


def breaks(change) -> bool:
    try:
        with transaction.atomic():
            change()
    except IntegrityError:
        return True
    return False


def test_the_tables_keep_a_study_s_promises(begun, asha):
    criterion, item, judge = begun.criteria.first(), begun.items.first(), begun.participations.get()
    assert breaks(lambda: Criterion.objects.create(study=begun, key=criterion.key))
    assert breaks(lambda: Criterion.objects.create(study=begun, key="upside-down", low=5, high=0))
    assert breaks(lambda: Criterion.objects.create(study=begun, key="one-point", low=5, high=5))
    assert breaks(lambda: Criterion.objects.create(study=begun, key="twelve-points", low=0, high=11))
    assert breaks(lambda: make_item(begun, item.number))
    assert breaks(lambda: make_item(begun, 70, pair=item.pair, text=item.text))
    assert breaks(lambda: make_item(begun, 71, probability=0))
    assert breaks(lambda: make_item(begun, 72, probability=1.5))
    assert breaks(lambda: Participation.objects.create(study=begun, user=asha, pseudonym="other"))
    assert breaks(lambda: make_participation(begun, User.objects.create_user("x"), pseudonym=judge.pseudonym))
    assert breaks(lambda: Study.objects.filter(pk=begun.pk).update(state="ajar"))
    assert breaks(lambda: Study.objects.filter(pk=begun.pk).update(judges_per_item=0))
    assert breaks(lambda: Study.objects.create(owner=begun.owner, slug=begun.slug, name="x"))


def test_the_tables_keep_a_place_s_promises(begun):
    judge, place = begun.participations.get(), Place.objects.first()
    assert breaks(lambda: make_place(judge, place.item, order=500))
    assert breaks(lambda: make_place(judge, make_item(begun, 90), order=place.order))
    assert breaks(lambda: make_rating(Rating.objects.get().place, Rating.objects.get().criterion, 1))
    crowd = [make_participation(begun, User.objects.create_user(f"c{n}"), external_id="") for n in range(2)]
    Participation.objects.filter(pk=crowd[0].pk).update(external_id="5f1e")
    assert breaks(lambda: Participation.objects.filter(pk=crowd[1].pk).update(external_id="5f1e"))
    assert not breaks(lambda: Participation.objects.filter(pk=crowd[1].pk).update(external_id="5f1e", is_double=True))
