"""Collections: seen by every researcher, changed by who made them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from evaluation.models import AuditEntry, Collection, Pair
from evaluation.services.errors import Refused
from evaluation.services.pairs import collections
from tests.site.factories import make_pair, make_study

pytestmark = pytest.mark.both_databases


@pytest.fixture
def collection(meera):
    return make_pair(meera, collection="Paper").collection


def test_a_collection_is_made_in_the_list(client_of, meera):
    answer = client_of(meera).post("/pairs/", {"collection": "  My   pairs "}, follow=True)
    assert "This collection is empty." in answer.text
    assert Collection.objects.get().name == "My pairs"


@pytest.mark.parametrize(
    ("name", "words"), [("", "required"), ("   ", "required"), ("x" * 121, "at most 120"), ("Paper", "already")]
)
def test_a_name_that_cannot_be_is_refused_at_its_field(client_of, meera, collection, name, words):
    answer = client_of(meera).post("/pairs/", {"collection": name})
    assert answer.status_code == 200
    assert words in answer.text
    assert Collection.objects.count() == 1


def test_the_list_counts_pairs_and_not_versions(client_of, meera, collection):
    make_pair(meera, version=2, is_current=False)
    assert collections.with_counts().get().pair_count == 1
    assert '<td class="number">1</td>' in client_of(meera).get("/pairs/").text


def test_an_empty_site_says_how_to_begin(client_of, meera):
    assert "There are no pairs yet" in client_of(meera).get("/pairs/").text


def test_the_pages_run_as_many_queries_for_one_pair_as_for_many(client_of, meera, collection):
    client = client_of(meera)
    before = queries(client, "/pairs/"), queries(client, f"/pairs/collections/{collection.pk}/")
    for number in range(60):
        make_pair(meera, collection="Paper", external_id=f"x{number}")
        make_pair(meera, collection=f"Collection {number}")
    assert (queries(client, "/pairs/"), queries(client, f"/pairs/collections/{collection.pk}/")) == before
    assert before == (5, 7)


def queries(client, address):
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_every_researcher_sees_the_pairs_and_only_the_owner_may_change_them(client_of, meera, kiran, noor, collection):
    address = f"/pairs/collections/{collection.pk}/"
    assert "Saturday is boring" in client_of(kiran).get(address).text
    assert "Rename" not in client_of(kiran).get(address).text
    assert "Rename" in client_of(meera).get(address).text
    assert "Rename" in client_of(noor).get(address).text


@pytest.mark.parametrize(
    ("wanted", "found"), [("satur", True), ("NEERAS", True), ("paper-1", True), ("tomorrow", False)]
)
def test_pairs_are_found_by_words_and_by_id(client_of, meera, collection, wanted, found):
    text = client_of(meera).get(f"/pairs/collections/{collection.pk}/", {"q": wanted}).text
    assert ("Saturday is boring" in text) is found


def test_a_search_with_odd_characters_finds_nothing_and_breaks_nothing(client_of, meera, collection):
    for wanted in ("%", "'; drop", "\\", "<b>"):
        assert client_of(meera).get(f"/pairs/collections/{collection.pk}/", {"q": wanted}).status_code == 200


def test_the_search_is_kept_from_page_to_page(client_of, meera, collection):
    for number in range(60):
        make_pair(meera, collection="Paper", external_id=f"x{number}")
    assert "?q=is+boring&amp;page=2" in client_of(meera).get(f"/pairs/collections/{collection.pk}/?q=is+boring").text


def test_the_owner_renames_a_collection(client_of, meera, collection):
    client_of(meera).post(f"/pairs/collections/{collection.pk}/rename/", {"collection": "Bhat et al."})
    assert Collection.objects.get().name == "Bhat et al."
    assert AuditEntry.objects.get().details == {"before": "Paper"}


def test_a_name_that_is_taken_is_refused_and_the_old_one_stays(client_of, meera, collection):
    make_pair(meera, collection="Other")
    answer = client_of(meera).post(f"/pairs/collections/{collection.pk}/rename/", {"collection": "Other"})
    assert "already" in answer.text
    assert "<h1>Paper</h1>" in answer.text


def test_others_neither_rename_nor_delete(client_of, kiran, asha, collection):
    client = client_of(kiran)
    assert "Meera" in client.post(f"/pairs/collections/{collection.pk}/rename/", {"collection": "Mine"}).text
    assert "Meera" in client.post(f"/pairs/collections/{collection.pk}/delete/", follow=True).text
    assert client_of(asha).post(f"/pairs/collections/{collection.pk}/delete/").status_code == 403
    assert Collection.objects.get().name == "Paper"


def test_an_unused_collection_is_deleted_with_its_pairs(client_of, meera, collection):
    answer = client_of(meera).post(f"/pairs/collections/{collection.pk}/delete/", follow=True)
    assert "The collection is deleted." in answer.text
    assert not Pair.objects.exists()


def test_a_collection_that_a_study_uses_is_kept(client_of, meera, collection):
    make_study(meera, items=1)
    answer = client_of(meera).post(f"/pairs/collections/{collection.pk}/delete/", follow=True)
    assert "are in a study: Saturday" in answer.text
    assert Pair.objects.exists()


def test_studies_of_others_are_counted_and_not_named(client_of, meera, kiran, collection):
    make_study(kiran, items=1, slug="secret")
    address = f"/pairs/collections/{collection.pk}/delete/"
    hidden = client_of(meera).post(address, follow=True).text
    assert "are in 1 study of somebody else" in hidden
    assert "Secret" not in hidden

    make_study(meera, items=1)
    both = client_of(meera).post(address, follow=True).text
    assert "are in a study: Saturday, and 1 more" in both
    assert "Secret" not in both


def test_studies_shared_with_the_owner_are_named(client_of, meera, kiran, noor, collection):
    make_study(kiran, items=1, slug="shared").colleagues.add(meera)
    assert (
        "are in a study: Shared."
        in client_of(meera).post(f"/pairs/collections/{collection.pk}/delete/", follow=True).text
    )


def test_an_admin_reads_the_names_of_all_studies(client_of, kiran, noor, collection):
    make_study(kiran, items=1, slug="secret")
    assert (
        "are in a study: Secret."
        in client_of(noor).post(f"/pairs/collections/{collection.pk}/delete/", follow=True).text
    )


def test_a_collection_whose_pairs_a_draft_has_chosen_is_kept(meera, collection):
    study = make_study(meera, items=0)
    study.pairs.add(Pair.objects.get())
    with pytest.raises(Refused, match="in a study"):
        collections.delete_collection(collection=collection, actor=meera)


def test_what_is_not_there_is_not_found(client_of, meera):
    client = client_of(meera)
    assert client.get("/pairs/collections/9/").status_code == 404
    assert client.post("/pairs/collections/9/delete/").status_code == 404


def test_judges_see_no_pairs(client_of, asha, collection):
    for address in ("/pairs/", f"/pairs/collections/{collection.pk}/", f"/pairs/{collection.pairs.get().pk}/"):
        assert client_of(asha).get(address).status_code == 403
