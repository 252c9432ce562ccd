"""Who is to be left out is declared before opening; what is changed afterwards is called so."""

import pytest
from django.utils import timezone

from evaluation.models import Study
from evaluation.services import studies
from evaluation.services.results.selection import Selection, declared_selection, save_selection


def test_the_wizard_declares_who_is_left_out(draft, wizard):
    wizard("checks", max_failed_percent="25", too_fast_ms="800")
    draft.refresh_from_db()
    assert Selection.of(draft) == Selection(max_failed_percent=25, too_fast_ms=800)
    page = wizard.client.get(f"/studies/{draft.slug}/edit/checks/").content.decode()
    assert 'value="25"' in page
    assert "Declared here, before anybody has judged." in page


@pytest.mark.parametrize(("field", "value"), [("max_failed_percent", "101"), ("too_fast_ms", "0")])
def test_what_cannot_be_declared_is_said_at_its_field(draft, wizard, field, value):
    answer = wizard("checks", **{field: value})
    assert answer.status_code == 422
    draft.refresh_from_db()
    assert Selection.of(draft) == Selection()


def test_opening_keeps_what_was_declared_and_says_if_it_changes(draft):
    save_selection(study=draft, selection=Selection(too_fast_ms=800), actor=draft.owner)
    assert not declared_selection(draft).known
    studies.open_study(study=draft, actor=draft.owner)
    declared = declared_selection(draft)
    assert (declared.known, declared.changed) == (True, False)
    save_selection(study=draft, selection=Selection(), actor=draft.owner)
    changed = declared_selection(Study.objects.get(pk=draft.pk))
    assert changed.changed
    assert "Judges whose median answer took less than 800 milliseconds do not count." in changed.rules


def test_opening_again_keeps_the_first_declaration(draft):
    studies.open_study(study=draft, actor=draft.owner)
    studies.pause(study=draft, actor=draft.owner)
    save_selection(study=draft, selection=Selection(too_fast_ms=800), actor=draft.owner)
    studies.open_study(study=draft, actor=draft.owner)
    assert declared_selection(draft).changed


def test_a_study_that_is_a_draft_again_declares_anew(draft):
    studies.open_study(study=draft, actor=draft.owner)
    studies.back_to_draft(study=draft, actor=draft.owner)
    assert not declared_selection(draft).known


def test_a_copy_declares_anew_and_begins_with_the_same_rules(draft):
    save_selection(study=draft, selection=Selection(too_fast_ms=800), actor=draft.owner)
    studies.open_study(study=draft, actor=draft.owner)
    copy = studies.duplicate(study=draft, actor=draft.owner)
    assert not declared_selection(copy).known
    assert Selection.of(copy) == Selection(too_fast_ms=800)


def test_the_results_say_what_was_declared(draft, client_of):
    studies.open_study(study=draft, actor=draft.owner)
    client = client_of(draft.owner)
    page = client.get(f"/studies/{draft.slug}/results/").content.decode()
    assert "It is what was declared when the study was opened." in page
    Study.objects.filter(pk=draft.pk).update(selection={"too_fast_ms": 800}, changed_at=timezone.now())
    page = client.get(f"/studies/{draft.slug}/results/").content.decode()
    assert "This is not what was declared when the study was opened." in page
