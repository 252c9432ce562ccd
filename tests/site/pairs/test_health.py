"""The health page of a collection: what is wrong with its pairs is counted, named and found."""

from __future__ import annotations

import pytest
from django.utils.html import strip_tags

from evaluation.models import Collection, Pair
from evaluation.services import jobs
from evaluation.services.pairs import correcting, health
from tests.site.files import OIL, PHONE, SATURDAY, jsonl, with_links
from tests.site.pairs.proposed_pairs import CROSSED, SPARSE

pytestmark = pytest.mark.django_db


@pytest.fixture
def collection(load):
    """Two proposals, a pair that is there twice, and two pairs in which ``ne`` and ``bought`` have no link."""
    twin = with_links(PHONE, "0-0 1-1 3-3 4-4 5-5 6-7", id="twin")
    load(jsonl(CROSSED, SPARSE, twin, OIL), collection="Mine")
    return Collection.objects.get()


def test_problems_are_counted(collection):
    found = health.health(collection)
    assert (found.total, found.proposed, found.unsure, found.duplicates) == (4, 2, 2, 2)
    assert found.unlinked == Pair.objects.filter(unlinked_words__gt=0).count() == 2
    assert not found.is_fine


def test_words_that_are_never_linked_are_named_the_commonest_first(collection):
    words = {(each.word, each.language): each.count for each in health.health(collection).never_linked}
    assert words["bought", "en"] == words["kharida", "hi"] == words["ne", "hi"] == 2
    assert ("brother", "en") not in words


def test_a_word_that_is_linked_once_is_not_named(collection, meera):
    correcting.check_pair(pair=Pair.objects.get(external_id="twin"), actor=meera, alignment=PHONE["alignment"])
    assert "bought" not in {each.word for each in health.health(collection).never_linked}


def test_the_page_shows_counts_and_lists_the_pairs_on_request(client_of, meera, collection):
    client = client_of(meera)
    page = " ".join(strip_tags(client.get(f"/pairs/collections/{collection.pk}/health/").text).split())
    assert "2 of 4 that are there twice" in page
    assert "kharida" in page
    listed = client.get(f"/pairs/collections/{collection.pk}/health/?show=duplicates").text
    assert ">twin<" in listed
    assert ">crossed<" not in listed
    assert client.get(f"/pairs/collections/{collection.pk}/health/?show=nonsense").status_code == 200


def test_pairs_without_mixed_sentences_are_found_by_counting_in_the_background(client_of, meera, collection):
    client = client_of(meera)
    assert health.health(collection).uncounted == 2
    answer = client.post(f"/pairs/collections/{collection.pk}/health/count/")
    assert answer.url.startswith("/jobs/")
    jobs.run_waiting_jobs()
    assert health.health(collection).uncounted == 0
    Pair.objects.filter(external_id="twin").update(mixed_sentences=0)
    assert health.health(collection).empty == 1
    assert [pair.external_id for pair in health.with_problem(collection, "empty")] == ["twin"]


def test_a_collection_in_order_is_said_to_be(client_of, meera, load):
    load(jsonl(SATURDAY), collection="Fine")
    collection = Collection.objects.get(name="Fine")
    health.count_sentences(collection=collection, actor=meera)
    jobs.run_waiting_jobs()
    assert health.health(collection).is_fine
    assert "Nothing seems to be wrong" in client_of(meera).get(f"/pairs/collections/{collection.pk}/health/").text
