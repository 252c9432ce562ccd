from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import combinations

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from evaluation.models import Design, ItemKind, Participation, Place, PlaceState, Study, User
from evaluation.services.studies import allocation
from evaluation.services.studies.list_plan import list_plan
from tests.site.factories import make_item, make_pair, make_participation, make_place, make_study

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def balanced_study(owner, *, pairs: int = 4, conditions: int = 2, judges: int = 1, **fields):
    """``pairs`` pairs with one sentence for each of ``conditions`` conditions, ``judges`` judges for each."""
    study = make_study(owner, items=0, design=Design.BALANCED, judges_per_item=judges, **fields)
    for p in range(pairs):
        pair = make_pair(owner, external_id=f"pair-{p}")
        for c in range(conditions):
            make_item(study, p * conditions + c, pair=pair, condition=f"c{c}", text=f"{p} {c}")
    return study


def arrive(study, name: str) -> Participation:
    judge = make_participation(study, User.objects.create_user(name))
    allocation.ensure_places(judge)
    return judge


def sentences(judge):
    return [
        place.item for place in judge.places.filter(is_repeat=False, item__kind=ItemKind.STUDY).select_related("item")
    ]


def test_every_judge_gets_every_sentence_in_an_order_of_their_own(meera):
    study = make_study(meera, items=12)
    orders = [[item.pk for item in sentences(arrive(study, name))] for name in ("asha", "ravi")]
    assert sorted(orders[0]) == sorted(orders[1]) == list(study.items.values_list("pk", flat=True))
    assert orders[0] != orders[1]


def test_asking_twice_gives_no_second_set_of_places(meera, asha):
    judge = make_participation(make_study(meera), asha)
    allocation.ensure_places(judge)
    before = list(judge.places.values_list("key", flat=True))
    allocation.ensure_places(judge)
    assert list(judge.places.values_list("key", flat=True)) == before


def test_the_same_seed_gives_the_same_order(meera, asha, ravi):
    study = make_study(meera, items=12)
    judges = [make_participation(study, user, seed=5) for user in (asha, ravi)]
    for judge in judges:
        allocation.ensure_places(judge)
    assert sentences(judges[0]) == sentences(judges[1])


def test_practice_comes_first_and_attention_items_are_mixed_in(meera):
    study = make_study(meera, items=6)
    for number in (100, 101):
        make_item(study, number, kind=ItemKind.PRACTICE, text=f"practice {number}")
    make_item(study, 102, kind=ItemKind.ATTENTION, text="attention")
    kinds = list(arrive(study, "asha").places.order_by("order").values_list("item__kind", flat=True))
    assert kinds[:2] == [ItemKind.PRACTICE, ItemKind.PRACTICE]
    assert Counter(kinds) == {ItemKind.PRACTICE: 2, ItemKind.STUDY: 6, ItemKind.ATTENTION: 1}
    assert kinds[2] == ItemKind.STUDY


def test_repeats_come_after_their_first_showing(meera):
    judge = arrive(make_study(meera, items=8, repeats=2), "asha")
    repeats = judge.places.filter(is_repeat=True)
    assert len(repeats) == 2
    for repeat in repeats:
        assert judge.places.get(item=repeat.item, is_repeat=False).order < repeat.order


def overfull_items(study):
    """Sentences with more judges than the study wants for each."""
    taken = Place.objects.filter(item__study=study, state__in=[PlaceState.LIVE, PlaceState.DONE], seat__isnull=False)
    judges = Counter(taken.values_list("item", flat=True))
    return [item for item, count in judges.items() if count > study.judges_per_item]


def test_a_judge_of_the_balanced_design_sees_each_pair_once_and_the_conditions_equally_often(meera):
    study = balanced_study(meera)
    seen = [sentences(arrive(study, name)) for name in ("asha", "ravi")]
    for items in seen:
        assert len({item.pair_id for item in items}) == 4
        assert Counter(item.condition for item in items) == {"c0": 2, "c1": 2}
    assert {item.pk for items in seen for item in items} == set(study.items.values_list("pk", flat=True))


def test_nobody_gets_a_sentence_that_has_all_its_judges(meera):
    study = balanced_study(meera, judges=2)
    for number in range(4):
        arrive(study, f"judge{number}")
    late = arrive(study, "late")
    assert not late.places.exists()
    assert not overfull_items(study)
    assert set(Counter(Place.objects.values_list("item", flat=True)).values()) == {2}


def test_every_list_of_a_round_has_its_judge_before_the_next_round_begins(meera):
    study = balanced_study(meera, conditions=3, judges=2)
    judges = [arrive(study, f"judge{n}") for n in range(6)]
    assert [judge.list_number for judge in judges] == [0, 1, 2, 3, 4, 5]
    first = [item.pk for judge in judges[:3] for item in sentences(judge)]
    assert sorted(first) == list(study.items.values_list("pk", flat=True))


def test_fourteen_judges_of_ten_uneven_pairs_share_sentences_with_many_others(meera):
    study = make_study(meera, items=0, design=Design.BALANCED, judges_per_item=2)
    for p, versions in enumerate([7, 7, 6, 6, 6, 5, 5, 5, 5, 4]):
        pair = make_pair(meera, external_id=f"pair-{p}")
        for v in range(versions):
            make_item(study, p * 10 + v, pair=pair, condition=f"c{v % 2}", text=f"{p} {v}")
    plan = list_plan(study)
    assert (plan.judges, plan.shortest, plan.longest, plan.pairs) == (14, 8, 8, 10)
    lists = [{item.pk for item in sentences(arrive(study, f"judge{n}"))} for n in range(plan.judges)]
    assert {len(items) for items in lists} == {8}
    # One list given to two judges each would make seven pairs of twins, and 84 of the 91 share nothing.
    assert sum(bool(one & other) for one, other in combinations(lists, 2)) >= 44
    assert not arrive(study, "late").places.exists()
    assert set(Counter(Place.objects.values_list("item", flat=True)).values()) == {2}


def test_a_list_whose_judge_has_left_is_given_to_the_next(meera):
    study = balanced_study(meera, conditions=3, judges=2, place_minutes=60)
    judges = [arrive(study, f"judge{n}") for n in range(4)]
    judges[1].places.update(claimed_at=timezone.now() - timedelta(minutes=61))
    heir = arrive(study, "heir")
    assert heir.list_number == 1
    assert {item.pk for item in sentences(heir)} == set(judges[1].places.values_list("item", flat=True))


def test_more_judges_for_each_sentence_get_lists_of_their_own(meera):
    study = balanced_study(meera, pairs=6, conditions=3, judges=1)
    before = [{item.pk for item in sentences(arrive(study, f"judge{n}"))} for n in range(3)]
    Study.objects.update(judges_per_item=2)
    after = [{item.pk for item in sentences(arrive(study, f"later{n}"))} for n in range(3)]
    assert all(later not in before for later in after)
    assert not overfull_items(Study.objects.get())


def test_places_of_drop_outs_go_to_others_after_the_set_time(meera):
    study = balanced_study(meera, conditions=1, place_minutes=60)
    gone = arrive(study, "gone")
    assert not arrive(study, "early").places.exists()
    gone.places.update(claimed_at=timezone.now() - timedelta(minutes=61))
    heir = arrive(study, "heir")
    assert len(sentences(heir)) == 4
    assert set(gone.places.values_list("state", flat=True)) == {PlaceState.RELEASED}


def test_what_a_drop_out_has_rated_is_kept(meera):
    study = balanced_study(meera, conditions=1, place_minutes=60)
    gone = arrive(study, "gone")
    rated = gone.places.first()
    gone.places.filter(pk=rated.pk).update(state=PlaceState.DONE)
    gone.places.update(claimed_at=timezone.now() - timedelta(days=2))
    heir = arrive(study, "heir")
    assert len(sentences(heir)) == 3
    assert rated.item not in sentences(heir)


def test_a_judge_who_is_still_at_work_keeps_the_places(meera):
    study = balanced_study(meera, conditions=1, place_minutes=60)
    slow = arrive(study, "slow")
    slow.places.update(claimed_at=timezone.now() - timedelta(days=2))
    Participation.objects.filter(pk=slow.pk).update(last_seen_at=timezone.now())
    assert allocation.release_stale(study) == 0


def test_a_judge_who_comes_back_gets_what_nobody_took(meera):
    study = balanced_study(meera, conditions=1, place_minutes=60)
    gone = arrive(study, "gone")
    gone.places.update(state=PlaceState.RELEASED)
    taken = gone.places.first().item
    make_place(make_participation(study, User.objects.create_user("heir")), taken, seat=0)
    allocation.ensure_places(gone)
    assert gone.places.filter(state=PlaceState.LIVE).count() == 3
    assert gone.places.get(item=taken).state == PlaceState.RELEASED


def test_holes_left_in_several_lists_are_filled_by_one_judge(meera):
    study = balanced_study(meera)
    judges = [arrive(study, name) for name in ("asha", "ravi")]
    for judge in judges:
        judge.places.filter(order__lt=2).update(state=PlaceState.RELEASED)
    heir = arrive(study, "heir")
    assert len(sentences(heir)) == 4
    assert not overfull_items(study)


def test_where_every_judge_rates_everything_no_place_is_given_away(meera, asha):
    judge = make_participation(make_study(meera, place_minutes=1), asha)
    allocation.ensure_places(judge)
    judge.places.update(claimed_at=timezone.now() - timedelta(days=9))
    assert allocation.release_stale(judge.study) == 0


def test_a_study_without_sentences_gives_no_places(meera):
    for slug, design in (("all", Design.EVERYONE), ("some", Design.BALANCED)):
        study = make_study(meera, items=0, slug=slug, design=design)
        make_item(study, 1, kind=ItemKind.PRACTICE)
        assert not arrive(study, f"judge-{slug}").places.exists()


def test_the_database_refuses_a_seat_that_is_taken(meera, asha, ravi):
    study = balanced_study(meera)
    item = study.items.first()
    make_place(make_participation(study, asha), item, seat=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        make_place(make_participation(study, ravi), item, seat=0)


def test_a_list_is_claimed_in_as_many_queries_whatever_its_length(meera, django_assert_num_queries):
    for slug, pairs in (("small", 2), ("large", 30)):
        study = make_study(meera, items=0, slug=slug, design=Design.BALANCED)
        for p in range(pairs):
            make_item(study, p, pair=make_pair(meera, external_id=f"{slug}-{p}"))
        allocation.number_lists(study)
        judge = make_participation(study, User.objects.create_user(slug))
        with django_assert_num_queries(14):
            allocation.ensure_places(judge)
