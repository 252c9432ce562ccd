"""Correcting an alignment: by its owner, checked, as a new version where a study needs the old one."""

from __future__ import annotations

import pytest

from evaluation.models import AuditEntry, Item, Pair
from evaluation.services.errors import Refused
from evaluation.services.pairs import correcting, storing
from tests.site.factories import make_study

CORRECTED = "0-0 1-2 3-5 4-3 5-4"


def save(client, pair, alignment, **fields):
    return client.post(
        f"/pairs/{pair.pk}/alignment/", {"alignment": alignment, "seen": pair.stamp} | fields, follow=True
    )


def test_a_correction_is_saved_in_place(client_of, meera, saturday):
    answer = save(client_of(meera), saturday, CORRECTED)
    saturday.refresh_from_db()
    assert "The alignment is saved." in answer.text
    assert (saturday.alignment, saturday.version) == (CORRECTED, 1)
    assert AuditEntry.objects.filter(action="pair.corrected").count() == 1


def test_links_are_stored_in_order_and_once(meera, saturday):
    corrected = correcting.check_pair(pair=saturday, alignment=" 4-3 0-0  0-0 1-2", actor=meera)
    assert corrected.alignment == "0-0 1-2 4-3"


def test_saving_what_is_there_changes_nothing(client_of, meera, saturday):
    save(client_of(meera), saturday, saturday.alignment)
    assert not AuditEntry.objects.filter(action="pair.corrected").exists()


def test_a_pair_that_a_study_uses_gets_a_new_version(client_of, meera, saturday):
    Item.objects.create(study=make_study(meera, items=0), number=1, pair=saturday, text="x", tokens=[])
    answer = save(client_of(meera), saturday, CORRECTED)
    old, new = Pair.objects.filter(external_id="paper-1").order_by("version")
    assert "Saved as version 2" in answer.text
    assert (old.alignment, old.is_current) == (saturday.alignment, False)
    assert (new.alignment, new.is_current, new.note) == (CORRECTED, True, saturday.note)
    assert "version 1" in answer.text
    earlier = client_of(meera).get(f"/pairs/{old.pk}/").text
    assert "earlier version" in earlier
    assert "Save the alignment" not in earlier


def test_an_earlier_version_cannot_be_corrected(client_of, meera, saturday):
    Pair.objects.filter(pk=saturday.pk).update(is_current=False)
    assert "newer version" in save(client_of(meera), saturday, CORRECTED).text
    saturday.refresh_from_db()
    assert saturday.alignment != CORRECTED


def test_two_people_correcting_one_pair_notice_each_other(client_of, meera, noor, saturday):
    save(client_of(noor), saturday, CORRECTED)
    answer = save(client_of(meera), saturday, "0-0")
    assert "Noor has checked this pair meanwhile" in answer.text
    assert Pair.objects.get(pk=saturday.pk).alignment == CORRECTED


@pytest.mark.parametrize("alignment", ["", "   ", "0-99", "99-0", "0:0", "a-b", "0-0 1", "-1-0", "<i>"])
def test_links_that_cannot_be_are_refused_with_the_reason(client_of, meera, saturday, alignment):
    answer = save(client_of(meera), saturday, alignment)
    assert answer.status_code == 400
    assert "alignment: " in answer.text
    assert "<i>" not in answer.text
    assert Pair.objects.get(pk=saturday.pk).alignment == saturday.alignment


def test_others_may_look_but_not_correct(client_of, kiran, asha, saturday):
    assert "Save the alignment" not in client_of(kiran).get(f"/pairs/{saturday.pk}/").text
    assert "This collection is Meera&#x27;s" in save(client_of(kiran), saturday, CORRECTED).text
    assert save(client_of(asha), saturday, CORRECTED).status_code == 403
    assert Pair.objects.get(pk=saturday.pk).alignment == saturday.alignment


def test_an_address_cannot_correct_by_being_looked_at(client_of, meera, saturday):
    assert client_of(meera).get(f"/pairs/{saturday.pk}/alignment/").status_code == 405


def test_a_pair_made_by_hand_needs_an_id_that_is_new(meera, saturday):
    pair_json = {
        "id": "paper-1",
        "l1": {"lang": "en", "tree": saturday.l1_tree},
        "l2": {"lang": "hi", "tokens": saturday.l2_tokens},
        "alignment": "0-0",
    }
    with pytest.raises(Refused, match="already") as refusal:
        storing.add_pair(collection=saturday.collection, pair_json=pair_json, actor=meera)
    assert refusal.value.field == "id"
    assert storing.add_pair(collection=saturday.collection, pair_json=pair_json | {"id": "new"}, actor=meera).pk


def test_a_pair_made_by_hand_with_an_endless_language_code_is_refused(meera, saturday):
    pair_json = {
        "id": "new",
        "l1": {"lang": "e" * 40, "tree": saturday.l1_tree},
        "l2": {"lang": "hi", "tokens": saturday.l2_tokens},
        "alignment": "0-0",
    }
    with pytest.raises(Refused, match="35"):
        storing.add_pair(collection=saturday.collection, pair_json=pair_json, actor=meera)
