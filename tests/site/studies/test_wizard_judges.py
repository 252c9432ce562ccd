"""The wizard: sentences that check the judges, who rates what, and who may take part."""

from __future__ import annotations

import pytest

from evaluation.models import Design, ItemKind
from tests.site.factories import make_item, make_pair
from tests.site.forms import check_each_is_refused, page_of

pytestmark = pytest.mark.django_db


def test_practice_attention_and_repeats_are_kept(wizard, draft):
    answer = wizard(
        "checks",
        repeats="2",
        practice__TOTAL_FORMS="1",
        practice__0__text="Saturday neeras hai achha/hi",
        practice__0__feedback_en="Good.",
        attention__TOTAL_FORMS="1",
        attention__0__text="Choose the lowest",
        attention__0__usage_low="0",
        attention__0__usage_high="1",
    )
    assert answer.status_code == 302, page_of(answer)
    draft.refresh_from_db()
    assert draft.repeats == 2
    practice = draft.items.get(kind=ItemKind.PRACTICE)
    assert (practice.text, practice.feedback) == ("Saturday neeras hai achha", {"en": "Good."})
    assert practice.tokens == [["Saturday", "en"], ["neeras", "hi"], ["hai", "hi"], ["achha", "hi"]]
    assert draft.items.get(kind=ItemKind.ATTENTION).expected == {"usage": [0, 1]}
    assert wizard("checks").status_code == 302
    assert draft.items.get(kind=ItemKind.PRACTICE).tokens == practice.tokens


WRONG_CHECKS = [
    ({"repeats": "-1"}, "greater than or equal to 0"),
    ({"repeats": "x"}, "Enter a whole number"),
    (
        {"practice__TOTAL_FORMS": "1", "practice__0__text": "", "practice__0__feedback_en": "x"},
        "This field is required",
    ),
    ({"practice__TOTAL_FORMS": "1", "practice__0__text": "x" * 1001}, "at most 1000 characters"),
    ({"attention__TOTAL_FORMS": "1", "attention__0__text": "x"}, "which ratings you expect"),
    (
        {"attention__TOTAL_FORMS": "1", "attention__0__text": "x", "attention__0__usage_low": "1"},
        "both ends, or neither",
    ),
    (
        {
            "attention__TOTAL_FORMS": "1",
            "attention__0__text": "x",
            "attention__0__usage_low": "4",
            "attention__0__usage_high": "1",
        },
        "the lower one first",
    ),
    (
        {
            "attention__TOTAL_FORMS": "1",
            "attention__0__text": "x",
            "attention__0__usage_low": "0",
            "attention__0__usage_high": "9",
        },
        "less than or equal to 5",
    ),
]


def test_wrong_checks_are_said_at_the_field(wizard, draft):
    check_each_is_refused(wizard, "checks", WRONG_CHECKS)
    assert not draft.items.exclude(kind=ItemKind.STUDY).exists()


def test_who_rates_and_who_may(wizard, draft):
    answer = wizard(
        "judges",
        design="balanced",
        judges_per_item="3",
        items_per_judge="10",
        place_minutes="90",
        join_link_open="on",
        participant_parameter="PROLIFIC_PID",
        known_id="returns",
        rules__TOTAL_FORMS="2",
        rules__0__question="native_language",
        rules__0__op="one_of",
        rules__0__value="hi, ur",
        rules__1__question="other_languages",
        rules__1__op="includes",
        rules__1__value="en",
        rules__1__fluency="4",
        rules__1__by_age="8",
    )
    assert answer.status_code == 302, page_of(answer)
    draft.refresh_from_db()
    assert (draft.design, draft.judges_per_item, draft.items_per_judge) == (Design.BALANCED, 3, 10)
    assert draft.join_link_open
    assert (draft.participant_parameter, draft.known_id) == ("PROLIFIC_PID", "returns")
    assert draft.eligibility["rules"] == [
        {"question": "native_language", "op": "one_of", "value": ["hi", "ur"]},
        {"question": "other_languages", "op": "includes", "value": {"language": "en", "fluency": 4, "by_age": 8}},
    ]
    assert wizard("judges").status_code == 302


WRONG_RULES = [
    ({"design": "latin"}, "latin is not one of"),
    ({"judges_per_item": "0"}, "greater than or equal to 1"),
    ({"items_per_judge": "-3"}, "greater than or equal to 1"),
    ({"place_minutes": ""}, "This field is required"),
    ({"participant_parameter": "a b"}, "a letter first"),
    ({"known_id": "guess"}, "guess is not one of"),
    (
        {"rules__TOTAL_FORMS": "1", "rules__0__question": "age", "rules__0__op": "is", "rules__0__value": "8"},
        "does not fit",
    ),
    (
        {
            "rules__TOTAL_FORMS": "1",
            "rules__0__question": "age",
            "rules__0__op": "at_least",
            "rules__0__value": "old",
        },
        "Write a whole number",
    ),
    (
        {
            "rules__TOTAL_FORMS": "1",
            "rules__0__question": "shoe_size",
            "rules__0__op": "is",
            "rules__0__value": "42",
        },
        "shoe_size is not one of",
    ),
]


def test_wrong_rules_are_said_at_the_field(wizard, draft):
    check_each_is_refused(wizard, "judges", WRONG_RULES)
    draft.refresh_from_db()
    assert draft.eligibility == {}


def words_at(wizard, study, address):
    return " ".join(page_of(wizard.client.get(f"/studies/{study.slug}/{address}")).split())


def test_how_many_pairs_each_judge_gets_and_why_is_said_beforehand(wizard, draft):
    draft.items.rated().delete()
    for p, versions in enumerate([3, 2, 2]):
        pair = make_pair(draft.owner, external_id=f"uneven-{p}")
        for v in range(versions):
            make_item(draft, p * 10 + v, pair=pair, text=f"{p} {v}")
    wizard("judges", design=Design.BALANCED, judges_per_item="2", items_per_judge="")
    for address in ("edit/judges/", "edit/review/", ""):
        shown = words_at(wizard, draft, address)
        assert "Each judge gets one sentence of a pair, from 2 or 3 of the 3 there are, not from every pair." in shown
        assert "the sentences of a pair number from 2 to 3" in shown
        assert "Judges needed: 6, so that each sentence (there are 7) is judged by 2" in shown
    draft.items.filter(number=2).delete()
    shown = words_at(wizard, draft, "edit/judges/")
    assert "Each judge gets one sentence of each of the 3 pairs." in shown
    wizard("judges", design=Design.BALANCED, judges_per_item="2", items_per_judge="2")
    shown = words_at(wizard, draft, "edit/judges/")
    assert "Each judge gets 2 sentences. No two of them are of the same pair." in shown
