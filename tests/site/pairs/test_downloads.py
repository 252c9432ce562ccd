"""A collection as a file in every format it can be loaded from; one pair replaced or deleted."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from evaluation.models import Collection, Pair
from evaluation.services.errors import Refused
from evaluation.services.pairs import downloads, replacing
from tests.site.factories import make_pair, make_study
from tests.site.files import PAPER

pytestmark = pytest.mark.django_db


def content_of(file) -> bytes:
    return b"".join(file.chunks)


@pytest.mark.parametrize("form", downloads.CONTENT_TYPES)
def test_a_downloaded_collection_loads_again_unchanged_and_gives_the_same_bytes(load, meera, form):
    load(PAPER.encode())
    first = content_of(downloads.download(collection=Collection.objects.get(), form=form, actor=meera))
    again = load(first, collection="Again", name=f"pairs.{form}")
    second = content_of(downloads.download(collection=again.collection, form=form, actor=meera))

    assert (again.state, again.summary["new"]) == ("loaded", 5)
    assert second == first
    digests = [list(each.pairs.order_by("pk").values_list("external_id", "digest", "note", "state"))
               for each in Collection.objects.order_by("pk")]  # fmt: skip
    assert digests[0] == digests[1]


def test_the_page_links_the_files_and_hands_them_out(saturday, client_of, meera):
    client = client_of(meera)
    page = client.get(reverse("collection-page", args=[saturday.collection_id])).content.decode()
    for form in downloads.CONTENT_TYPES:
        address = reverse("collection-download", args=[saturday.collection_id, form])
        assert address in page
        assert b"".join(client.get(address).streaming_content)
    assert client.get(reverse("collection-download", args=[saturday.collection_id, "pdf"])).status_code == 404


def test_a_table_in_windows_1252_and_one_in_a_sheet_are_loaded_as_pairs(load, saturday, meera):
    Pair.objects.filter(pk=saturday.pk).update(note="Señor Núñez")
    table = content_of(downloads.download(collection=saturday.collection, form="csv", actor=meera)).decode()
    load(table.encode("cp1252"), collection="Windows", name="pairs.csv")

    assert Pair.objects.get(collection__name="Windows", external_id="paper-1").note == "Señor Núñez"


def changed(pair: Pair, **fields) -> dict:
    return downloads.pair_json(pair) | fields


def test_a_pair_is_replaced_under_its_id_and_a_study_keeps_its_version(saturday, meera):
    saved = replacing.replace_pair(pair=saturday, content=changed(saturday, note="once more"), actor=meera)
    assert (saved.pk, saved.note) == (saturday.pk, "once more")

    make_study(meera, items=1)
    newer = replacing.replace_pair(pair=saturday, content=changed(saturday, alignment="0-0 1-2"), actor=meera)
    assert (newer.version, newer.alignment) == (2, "0-0 1-2")
    with pytest.raises(Refused, match="newer version"):
        replacing.replace_pair(pair=saturday, content=changed(saturday), actor=meera)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"id": "other"}, "id"),
        ({"alignment": "9-9"}, "alignment"),
        ({"l1": {"lang": "e" * 40, "tree": "(NN oil)"}}, ""),
    ],
)
def test_what_cannot_be_stored_is_refused(saturday, meera, fields, field):
    with pytest.raises(Refused) as refusal:
        replacing.replace_pair(pair=saturday, content=changed(saturday, **fields), actor=meera)
    assert not field or refusal.value.field == field
    assert Pair.objects.get(pk=saturday.pk).alignment == saturday.alignment


def test_a_pair_is_deleted_unless_a_study_uses_it_or_it_is_anothers(load, saturday, meera, kiran):
    with pytest.raises(Refused, match="Load the pairs into a collection of your own"):
        replacing.delete_pair(pair=saturday, actor=kiran)
    make_study(meera, items=1)
    with pytest.raises(Refused, match="A study uses this pair: Saturday"):
        replacing.delete_pair(pair=saturday, actor=meera)
    other = Pair.objects.get(external_id="paper-2")
    replacing.delete_pair(pair=other, actor=meera)
    assert not Pair.objects.filter(external_id="paper-2").exists()
    with pytest.raises(Refused, match="deleted meanwhile"):
        replacing.delete_pair(pair=other, actor=meera)


def test_who_may_not_see_a_study_is_not_told_its_name(saturday, meera, kiran):
    make_study(kiran, items=1, slug="secret")
    with pytest.raises(Refused, match="A study of somebody else uses this pair"):
        replacing.delete_pair(pair=saturday, actor=meera)


def test_the_page_replaces_and_deletes(saturday, client_of, meera, kiran):
    client, address = client_of(meera), reverse("pair-replace", args=[saturday.pk])
    assert "Replace the pair" in client.get(address).content.decode()
    assert "cannot be changed here" in client_of(kiran).get(address).content.decode()
    assert "This is no JSON" in client.post(address, {"line": "{"}).content.decode()
    client.post(address, {"line": json.dumps(changed(saturday, note="better"))})
    assert Pair.objects.get(pk=saturday.pk).note == "better"
    page = client.post(reverse("pair-delete", args=[saturday.pk]), follow=True)
    assert "The pair paper-1 is deleted" in page.content.decode()
    make_study(meera, items=1, slug="other")
    left = make_pair(meera, external_id="paper-1b", collection="Paper")
    left.studies.add(meera.studies.get())
    page = client.post(reverse("pair-delete", args=[left.pk]), follow=True)
    assert "A study uses this pair" in page.content.decode()
