"""The wizard: texts for judges, the scales, and the rating page."""

from __future__ import annotations

import pytest

from evaluation.services import exports, studies
from tests.site.forms import check_each_is_refused, fields, page_of

pytestmark = pytest.mark.django_db


def test_texts_are_kept_per_language(wizard, draft):
    wizard("texts", name="Mixed", instructions_en="**Rate** it", instructions_hi="बताइए", consent_hi="")
    draft.refresh_from_db()
    assert draft.name == "Mixed"
    assert draft.instructions == {"en": "**Rate** it", "hi": "बताइए"}
    assert draft.consent.keys() == {"en"}


WRONG_TEXTS = [
    ({"name": ""}, "This field is required"),
    ({"name": "\u200b\u2060"}, "at least one visible character"),
    ({"slug": "two words"}, "Enter a valid"),
    ({"slug": "taken"}, "Another study has this address"),
    ({"slug": "new"}, "Another study has this address"),
    ({"instructions_en": "x" * 20_001}, "at most 20000 characters"),
]


def test_wrong_texts_are_said_at_the_field_and_not_saved(wizard, draft, meera):
    studies.create(owner=meera, name="Taken")
    check_each_is_refused(wizard, "texts", WRONG_TEXTS)
    draft.refresh_from_db()
    assert draft.slug == "mixed-sentences"


def test_a_criterion_can_have_any_start_any_labels_and_both_languages(wizard, draft):
    wizard(
        "criteria",
        criteria__0__low="-2",
        criteria__0__high="2",
        criteria__0__cut="1",
        criteria__0__labels_en="-2: never\n0 = perhaps\n2: often",
        criteria__0__labels_hi="",
        criteria__1__DELETE="on",
    )
    (usage,) = draft.criteria.all()
    assert (usage.key, list(usage.points)) == ("usage", [-2, -1, 0, 1, 2])
    assert usage.labels("en") == {-2: "never", 0: "perhaps", 2: "often"}


def test_another_criterion_is_added_without_a_script(wizard, draft):
    address = f"/studies/{draft.slug}/edit/criteria/"
    answer = wizard("criteria", add="criteria")
    assert 'name="criteria-2-name_en"' in page_of(answer)
    assert "errorlist" not in page_of(answer)
    sent = fields(answer)
    assert (sent["criteria-2-low"], sent["criteria-2-high"]) == (["0"], ["5"])
    sent |= {"criteria-2-name_en": ["Formality"], "criteria-2-low": ["1"], "criteria-2-high": ["7"]}
    assert wizard.client.post(address, sent).status_code == 302
    assert list(draft.criteria.values_list("key", "low", "high")) == [
        ("usage", 0, 5),
        ("fluency", 0, 5),
        ("formality", 1, 7),
    ]


TO_SEVEN = {
    "criteria__0__low": "1",
    "criteria__0__high": "7",
    "criteria__0__labels_en": "1: never\n7: often",
    "criteria__0__labels_hi": "",
}


def test_a_changed_scale_asks_for_its_cut_again(wizard, draft):
    answer = wizard("criteria", **TO_SEVEN)
    assert answer.status_code == 422
    assert "The scale was 0 to 5 and is now 1 to 7. Write “Accepts from” for it" in page_of(answer)
    asked = fields(answer)
    assert (asked["criteria-0-cut"], asked["criteria-1-cut"]) == ([""], ["3"])
    usage = draft.criteria.get(key="usage")
    assert (usage.low, usage.high, usage.cut) == (0, 5, 3), "nothing is saved until it is answered"


@pytest.mark.parametrize(("written", "stored"), [("5", 5), ("3", 3), ("", None)])
def test_whatever_is_written_for_the_changed_scale_is_its_cut(wizard, draft, written, stored):
    """The same point too: without a script, whoever was asked and writes it again means it."""
    asked = fields(wizard("criteria", **TO_SEVEN))
    answer = wizard.client.post(f"/studies/{draft.slug}/edit/criteria/", asked | {"criteria-0-cut": [written]})
    assert answer.status_code == 302
    assert draft.criteria.get(key="usage").cut == stored


def test_a_scale_changed_once_more_or_back_has_a_cut_of_its_own(wizard, draft):
    address = f"/studies/{draft.slug}/edit/criteria/"
    asked = fields(wizard("criteria", **TO_SEVEN)) | {"criteria-0-cut": ["3"]}
    again = wizard.client.post(address, asked | {"criteria-0-high": ["9"]})
    assert again.status_code == 422
    assert "is now 1 to 9" in page_of(again)
    back = {"criteria-0-low": ["0"], "criteria-0-high": ["5"], "criteria-0-labels_en": [""]}
    assert wizard.client.post(address, asked | back).status_code == 302


def test_a_copy_has_the_cut_with_its_scale(wizard, draft):
    assert wizard("criteria", **TO_SEVEN, criteria__0__cut="5").status_code == 302
    usage = studies.duplicate(study=draft, actor=draft.owner).criteria.get(key="usage")
    assert (usage.low, usage.high, usage.cut) == (1, 7, 5)


A_CRITERION = [
    (
        {
            "criteria__0__low": "5",
            "criteria__0__high": "0",
            "criteria__0__labels_en": "",
            "criteria__0__labels_hi": "",
        },
        "must be above the lowest",
    ),
    ({"criteria__0__high": "11"}, "from 0 to 11 there are 12"),
    ({"criteria__0__low": "5"}, "must be above"),
    ({"criteria__0__low": "x"}, "Enter a whole number"),
    ({"criteria__0__low": ""}, "This field is required"),
    ({"criteria__0__low": "99999999999"}, "must be above"),
    ({"criteria__0__low": "5000", "criteria__0__high": "5003"}, "from −1000 to 1000"),
    ({"criteria__0__labels_en": "9: too far"}, "There is a label for 9"),
    ({"criteria__0__labels_en": "nine"}, "Line 1: write a point"),
    ({"criteria__0__labels_en": "1: a\n1: b"}, "Line 2: this point has a label already"),
    ({"criteria__0__name_en": "", "criteria__0__name_hi": ""}, "Give the criterion a name"),
    ({"criteria__0__DELETE": "on", "criteria__1__DELETE": "on"}, "1 to 20 criteria"),
    ({"criteria__TOTAL_FORMS": "x"}, "ManagementForm data is missing"),
    ({"criteria__TOTAL_FORMS": "5000"}, "at most 20 forms"),
]


def test_a_criterion_that_cannot_be_is_refused_and_nothing_changes(wizard, draft):
    check_each_is_refused(wizard, "criteria", A_CRITERION)
    assert list(draft.criteria.values_list("key", "low", "high")) == [("usage", 0, 5), ("fluency", 0, 5)]


@pytest.mark.parametrize("rows", ["-1", "0", "1"])
def test_rows_that_were_there_are_read_whatever_number_of_them_is_sent(wizard, draft, rows):
    wizard("criteria", criteria__INITIAL_FORMS=rows, criteria__0__name_en="Use")
    assert [str(criterion) for criterion in draft.criteria.all()] == ["Use", "Fluency"]


def test_two_criteria_of_one_key_become_two(wizard, draft):
    wizard("criteria", criteria__1__key="usage")
    assert list(draft.criteria.values_list("key", flat=True)) == ["usage", "fluency"]


def test_the_rating_page_and_the_end(wizard, draft):
    wizard(
        "look",
        marking="colour",
        completion_code="C0FFEE",
        return_address="https://example.org/done",
        thanks_en="Bye",
        without=("comments",),
    )
    draft.refresh_from_db()
    assert (draft.marking, draft.comments, draft.completion_code) == ("colour", False, "C0FFEE")
    assert draft.thanks["en"] == "Bye"
    for wrong in ("javascript:alert(1)", "nowhere"):
        assert "Enter a valid URL" in page_of(wizard("look", return_address=wrong))
    assert "pink is not one of" in page_of(wizard("look", marking="pink"))


def test_texts_are_shown_as_text(wizard, draft):
    wizard("texts", name="<script>alert(1)</script>")
    assert "<script>alert(1)" not in page_of(wizard.client.get(f"/studies/{draft.slug}/edit/texts/"))
    assert "<script>alert(1)" not in page_of(wizard.client.get(f"/studies/{draft.slug}/"))


def exported_columns(study) -> set[str]:
    file = exports.export_table(study=study, table="sentences", form="csv", actor=study.owner)
    return set(b"".join(file.chunks).decode().splitlines()[0].split(","))


def test_a_renamed_criterion_stands_under_its_new_name_in_exports(wizard, draft):
    assert wizard("criteria", criteria__0__high="6", criteria__0__cut="4").status_code == 302
    assert {"usage_mean", "fluency_mean"} <= exported_columns(draft), "a name that stays keeps its key"
    assert wizard("criteria", criteria__0__name_en="Natural, or not?").status_code == 302
    columns = exported_columns(draft)
    assert {"natural_or_not_mean", "fluency_mean"} <= columns
    assert not [column for column in columns if "usage" in column]


def test_expectations_of_attention_items_follow_a_renamed_criterion(wizard, draft, meera):
    expected = {"usage": (0, 1), "fluency": (2, 3)}
    attention = [studies.AttentionSpec("Choose", expected)]
    studies.set_checks(study=draft, actor=meera, revision=draft.revision, practice=[], attention=attention, repeats=0)
    # Each gets the name of the other, so that neither key may be taken away from under the other.
    swapped = {"criteria__0__name_en": "Fluency", "criteria__1__name_en": "Usage"}
    assert wizard("criteria", **swapped).status_code == 302
    assert list(draft.criteria.values_list("key", flat=True)) == ["fluency", "usage"]
    item = draft.items.get(kind="attention")
    assert item.expected == {"fluency": [0, 1], "usage": [2, 3]}
    # Two of one name are told apart by a number.
    assert wizard("criteria", criteria__1__name_en="Fluency").status_code == 302
    item.refresh_from_db()
    assert item.expected == {"fluency": [0, 1], "fluency_2": [2, 3]}
    assert wizard("checks").status_code == 302
