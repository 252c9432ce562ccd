"""Judges answer while something else takes their places away: nothing acknowledged is lost, nothing ends in an error.

Each judge is a thread with a database connection of its own, and all start at one word. On PostgreSQL the faults that
these tests are for showed within fifteen rounds.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client

from evaluation.models import Participation, Place, Rating, Study, User
from evaluation.services.accounts import personal_data
from evaluation.services.pairs import collections
from evaluation.services.rating import participation as taking_part
from evaluation.services.studies import contents, invitations, states
from tests.site.factories import make_pair, make_study, person, ready_to_rate
from tests.site.forms import BOTH, address
from tests.site.rating.races import ANSWERED, GONE, JUDGES, at_once, refused_or_done, signed_in

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "postgresql",
        reason="On SQLite a transaction is alone with the database from its beginning: nothing can come between.",
    ),
]
ROUNDS = 15


def sender(client: Client, place: Place, **form: str) -> Callable[[], int]:
    """Answers a place as the script does, so that 200 means stored."""
    return lambda: client.post(address(place), BOTH | form, HTTP_ACCEPT="application/json").status_code


class Crowd:
    """A study with judges who are each about to answer their first sentence."""

    def __init__(self, owner, number: int) -> None:
        self.study = make_study(owner, items=2, slug=f"race-{number}")
        self.judges = [ready_to_rate(self.study, person(f"judge-{number}-{each}", "judge")) for each in range(JUDGES)]
        self.places = [judge.places.order_by("order")[0] for judge in self.judges]
        self.clients = [signed_in(judge.user) for judge in self.judges]

    def senders(self, **form: str) -> list[Callable[[], int]]:
        pairs = zip(self.clients, self.places, strict=True)
        return [sender(client, place, **form) for client, place in pairs]


def stored(place: Place) -> int:
    return Rating.objects.filter(place_id=place.pk).count()


@pytest.mark.parametrize("final", ["", "save"], ids=["going on", "saving"])
@pytest.mark.parametrize("take", [states.back_to_draft, states.delete], ids=["draft", "delete"])
def test_a_study_with_an_answer_is_neither_edited_again_nor_deleted(meera, take, final):
    for number in range(ROUNDS):
        crowd = Crowd(meera, number)
        fresh = Study.objects.get(pk=crowd.study.pk)
        taking = refused_or_done(lambda fresh=fresh: take(study=fresh, actor=meera))
        *codes, taken = at_once(*crowd.senders(**({"do": final} if final else {})), taking)
        assert isinstance(taken, bool), taken
        assert set(codes) <= ANSWERED | GONE, codes
        acknowledged = [place for place, code in zip(crowd.places, codes, strict=True) if code == 200]
        assert not (taken and acknowledged), "answers were acknowledged and the study was taken back all the same"
        assert [stored(place) for place in acknowledged] == [2] * len(acknowledged)
        if taken:
            assert not Rating.objects.filter(study_id=crowd.study.pk).exists()


def test_who_withdraws_while_an_answer_is_on_its_way_is_out_and_leaves_no_answer(meera):
    for number in range(ROUNDS):
        crowd = Crowd(meera, number)
        leaving = [
            lambda judge=judge: taking_part.withdraw(Participation.objects.get(pk=judge.pk)) for judge in crowd.judges
        ]
        outcomes = at_once(*crowd.senders(), *leaving)
        codes, counts = outcomes[:JUDGES], outcomes[JUDGES:]
        assert all(isinstance(count, int) for count in counts), counts
        assert set(codes) <= ANSWERED | GONE, codes
        states_now = set(Participation.objects.filter(study=crowd.study).values_list("state", flat=True))
        assert states_now == {"withdrawn"}
        assert not Rating.objects.filter(study=crowd.study).exists()
        assert not Place.objects.filter(participation__study=crowd.study).exists()


def test_who_is_erased_while_an_answer_is_on_its_way_is_gone(meera):
    for number in range(ROUNDS):
        crowd = Crowd(meera, number)
        erasing = [
            lambda judge=judge: personal_data.erase(person=judge.user, actor=judge.user) for judge in crowd.judges
        ]
        outcomes = at_once(*crowd.senders(), *erasing)
        assert not [each for each in outcomes[JUDGES:] if isinstance(each, Exception)], outcomes[JUDGES:]
        assert set(outcomes[:JUDGES]) <= ANSWERED | GONE | {401}, outcomes[:JUDGES]


def test_a_collection_is_not_deleted_while_a_study_chooses_its_pairs(meera):
    for number in range(ROUNDS):
        study = make_study(meera, items=0, slug=f"choice-{number}", state="draft")
        pair = make_pair(meera, collection=f"Choice {number}")
        choose = lambda study=study, pair=pair: contents.set_pairs(  # noqa: E731
            study=study, actor=meera, revision=study.revision, pairs=[pair.pk], models=["EC0"]
        )
        delete = lambda pair=pair: collections.delete_collection(collection=pair.collection, actor=meera)  # noqa: E731
        chosen, deleted = at_once(refused_or_done(choose), refused_or_done(delete))
        assert {chosen, deleted} == {True, False}
        assert study.pairs.exists() is chosen


def test_of_two_admins_who_leave_at_once_one_stays(noor):
    for number in range(ROUNDS):
        second = person(f"admin-{number}", "admin")
        admins = list(User.objects.filter(role="admin", is_active=True))
        assert second in admins
        assert len(admins) == 2
        leaving = [
            refused_or_done(lambda admin=admin: personal_data.erase(person=admin, actor=admin)) for admin in admins
        ]
        assert sorted(at_once(*leaving)) == [False, True]
        assert User.objects.filter(role="admin", is_active=True).count() == 1


def test_no_rating_is_younger_than_the_closing_of_its_study(meera):
    for number in range(ROUNDS):
        crowd = Crowd(meera, number)
        fresh = Study.objects.get(pk=crowd.study.pk)
        *codes, closed = at_once(
            *crowd.senders(), refused_or_done(lambda fresh=fresh: states.close(study=fresh, actor=meera))
        )
        assert closed is True, closed
        assert set(codes) <= ANSWERED | GONE, codes
        closed_at = Study.objects.get(pk=crowd.study.pk).changed_at
        assert not Rating.objects.filter(study=crowd.study, given_at__gt=closed_at).exists()


def test_no_rating_is_younger_than_the_revocation_of_its_judge(meera):
    for number in range(ROUNDS):
        crowd = Crowd(meera, number)
        revoking = [
            lambda judge=judge: invitations.revoke(participation=Participation.objects.get(pk=judge.pk), actor=meera)
            for judge in crowd.judges
        ]
        outcomes = at_once(*crowd.senders(), *revoking)
        assert outcomes[JUDGES:] == [None] * JUDGES
        assert set(outcomes[:JUDGES]) <= ANSWERED | GONE, outcomes[:JUDGES]
        assert not crowd.study.participations.filter(link_revoked_at=None).exists()
        late = Rating.objects.filter(study=crowd.study, given_at__gt=F("participation__link_revoked_at"))
        assert not late.exists()


def test_of_many_who_join_with_one_id_at_once_one_is_no_double(meera):
    for number in range(ROUNDS // 4):
        study = make_study(meera, slug=f"join-{number}", join_link_open=True, participant_parameter="PROLIFIC_PID")
        joining = [lambda study=study: invitations.join(study=study, user=None, external_id="5f1e")] * JUDGES
        made = at_once(*joining)
        assert sorted(each.is_double for each in made) == [False] + [True] * (JUDGES - 1)
