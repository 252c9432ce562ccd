"""Sentences, judges, models, exclusions, remarks and the matrix."""

from __future__ import annotations

import json
from statistics import mean, stdev

import pytest

from evaluation.models import Item, Participation, Place, Study
from evaluation.services.exports.study_data import StudyData
from evaluation.services.results.selection import Selection
from tests.site.factories import make_item, make_study
from tests.site.files import content, csv_rows

pytestmark = pytest.mark.both_databases


def data_of(study) -> StudyData:
    return StudyData(study, Selection.of(study))


# -- Sentences --------------------------------------------------------------------------------------


def test_sentences_carry_what_judges_said_criterion_by_criterion(rated):
    row = csv_rows(rated, "sentences")[1]
    assert (row["sentence"], row["kind"], row["condition"], row["models"]) == ("1", "study", "ML0", "ML0")
    names = ("n", "min", "max", "mean", "q1", "median", "q3")
    assert [row[f"usage_{name}"] for name in names] == ["2", "0", "1", "0.5", "0.25", "0.5", "0.75"]
    assert float(row["usage_sd"]) == pytest.approx(stdev([0, 1]), abs=1e-6)
    assert [row[f"usage_count_{point}"] for point in range(6)] == ["1", "1", "0", "0", "0", "0"]
    assert float(row["fluency_mean"]) == mean([2, 2])


def test_sentences_carry_their_measures_and_signatures(rated):
    Item.objects.filter(study=rated, number=0).update(
        measures={
            "switch_points": 1,
            "cmi": 50.0,
            "m_index": 1.0,
            "i_index": 0.2,
            "matrix_language": None,
            "phenomena": ["nested_switch", "pronoun"],
            "switched_categories": ["PP"],
            "missing": ["the", "book / kitaab"],
            "doubled": [],
        },
        signature="EC0|core=1.0.0",
    )
    row = csv_rows(rated, "sentences")[0]
    assert (row["switch_points"], row["cmi"], row["phenomena"]) == ("1", "50.0", "nested_switch;pronoun")
    assert (row["missing_words"], row["doubled_words"], row["whole"]) == ("2", "0", "false")
    assert (row["model_signature"], row["seed"], row["probability"]) == ("EC0|core=1.0.0", "7", "0.5")
    assert row["signature"].startswith("cswitch=1.0.0;study=saturday;seed=7;data=2026-11-01T00:00:00Z;selection={")
    assert json.loads(row["tokens"])[3] == ["uss", "hi"]
    assert (row["languages"], row["script"], row["length"]) == ("en;hi", "Latin", "6")


def test_a_sentence_that_was_picked_carries_the_signatures_of_its_models(rated):
    Item.objects.filter(study=rated, number=0).update(signature="", memberships=["EC0", "ML0"])
    assert csv_rows(rated, "sentences")[0]["model_signature"].count("1.0.0") == 2


def test_practice_and_checks_are_listed_but_have_no_numbers(rated):
    rows = {row["sentence"]: row for row in csv_rows(rated, "sentences")}
    assert set(rows) == {"0", "1", "2", "90", "91"}
    assert (rows["90"]["excluded"], rows["90"]["usage_n"], rows["90"]["usage_mean"]) == ("true", "0", "")


def test_a_sentence_in_another_script_is_said_to_be(meera):
    study = make_study(meera, items=0)
    make_item(study, 1, text="Saturday नीरस है", tokens=[["Saturday", "en"], ["नीरस", "hi"], ["है", "hi"]])
    assert csv_rows(study, "sentences")[0]["script"] == "Devanagari;Latin"


def test_of_a_sentence_from_elsewhere_it_is_not_known_whether_it_is_whole(meera):
    study = make_study(meera, items=0)
    make_item(study, 1, measures={})
    row = csv_rows(study, "sentences")[0]
    assert (row["missing_words"], row["doubled_words"], row["whole"]) == ("", "", "")


# -- Judges -----------------------------------------------------------------------------------------


ANSWERS = {
    "native_language": "hi",
    "age": 23,
    "education": "bachelor",
    "grew_up": "Pune",
    "other_languages": [
        {"language": "en", "from_age": 4, "fluency": 5},
        {"language": "mr", "from_age": 0, "fluency": 3},
    ],
}


def test_judges_are_pseudonyms_with_what_they_said_of_themselves(rated):
    Study.objects.filter(pk=rated.pk).update(questions=list(ANSWERS))
    rated.refresh_from_db()
    Participation.objects.filter(pk=rated.participations.get(pseudonym="J01").pk).update(answers=ANSWERS, list_number=2)
    row = csv_rows(rated, "judges")[0]
    expected = {
        "judge": "J01",
        "age_band": "20 to 24",
        "native_language": "hi",
        "education": "bachelor",
        "grew_up": "Pune",
        "other_languages": "en(4, 5);mr(0, 3)",
        "ratings": "11",
        "checks": "1",
        "checks_passed": "1",
        "list": "2",
        "excluded": "false",
        "consent_version": "1",
    }
    assert {name: row[name] for name in expected} == expected
    assert not {"name", "email", "external_id"} & set(row)


def test_judges_are_named_only_on_request(rated):
    assert b"asha" not in content(rated, "judges").lower()
    row = csv_rows(rated, "judges", identities=True)[0]
    assert (row["name"], row["email"], row["external_id"]) == ("Asha", "asha@example.org", "")


def test_a_failed_check_shows(rated):
    Study.objects.filter(pk=rated.pk).update(selection={"max_failed_percent": 0})
    Item.objects.filter(study=rated, number=91).update(expected={"usage": [5, 5]})
    study = Study.objects.get(pk=rated.pk)
    rows = csv_rows(study, "judges")
    assert [(row["checks"], row["checks_passed"], row["excluded"]) for row in rows] == [("1", "0", "true")] * 2


# -- Models, exclusions -----------------------------------------------------------------------------


def test_models_have_both_means_in_both_views(rated):
    rows = {(row["view"], row["model"], row["criterion"]): row for row in csv_rows(rated, "models")}
    row = rows["cells", "EC0 only", "usage"]
    ratings = [4, 3, 5, 4]
    assert (row["sentences"], row["n"], float(row["mean"])) == ("2", "4", mean(ratings))
    assert float(row["mean_of_sentence_means"]) == mean([mean([4, 3]), mean([5, 4])])
    assert row["distribution"] == "0:0;1:0;2:0;3:1;4:2;5:1"
    assert "EC0" in row["model_signature"]
    assert ("generates", "ML0", "fluency") in rows


def test_a_cell_of_two_models_carries_both_signatures(rated):
    Item.objects.filter(study=rated, number=0).update(memberships=["ML0", "EC0"])
    row = next(row for row in csv_rows(rated, "models") if row["model"] == "EC0 & ML0 only")
    assert row["model_signature"].count("1.0.0") == 2


def test_a_source_has_no_model_signature(rated):
    Item.objects.filter(study=rated, number=0).update(condition="a corpus", probability=None)
    row = next(row for row in csv_rows(rated, "models") if row["model"] == "a corpus")
    assert row["model_signature"] == ""


def test_exclusions_begin_with_the_rules_and_name_who_is_left_out(rated, exclude):
    exclude(rated.participations.get(pseudonym="J02"), "slept")
    rows = csv_rows(rated, "exclusions")
    assert [row["reason"] for row in rows if row["kind"] == "selection"] == Selection().describe()
    judge = next(row for row in rows if row["kind"] == "judge")
    assert (judge["who"], judge["rule"], judge["reason"], judge["ratings"]) == ("J02", "by_hand", "slept", "10")


# -- Remarks ----------------------------------------------------------------------------------------


def test_comments_come_with_where_they_were_made(rated):
    rows = csv_rows(rated, "comments")
    assert [(row["judge"], row["trial"], row["sentence"]) for row in rows] == [("J01", "2", "0")]


def test_a_sentence_that_could_not_be_judged_is_among_the_comments(rated):
    Place.objects.filter(participation__pseudonym="J02", order=2).update(cannot_judge="unknown_word")
    row = csv_rows(rated, "comments")[-1]
    assert (row["judge"], row["cannot_judge"], row["comment"]) == ("J02", "unknown_word", "")


def test_marked_words_are_spelled_out(rated):
    row = csv_rows(rated, "marked_words")[0]
    assert (row["token"], row["word"], row["word_language"], row["reason"]) == ("3", "uss", "hi", "formal")


# -- The matrix and the codebook --------------------------------------------------------------------


def test_the_matrix_has_judges_in_rows_and_sentences_in_columns(rated):
    rows = csv_rows(rated, "matrix")
    values = {(row["judge"], row["criterion"]): [row["s0"], row["s1"], row["s2"]] for row in rows}
    assert values == {
        ("J01", "usage"): ["4", "1", "5"],
        ("J01", "fluency"): ["5", "2", "5"],
        ("J02", "usage"): ["3", "0", "4"],
        ("J02", "fluency"): ["3", "2", "5"],
    }
    assert "s90" not in rows[0]


def test_in_the_matrix_the_first_look_at_a_sentence_stands(rated):
    Study.objects.filter(pk=rated.pk).update(selection={"repeats": True})
    row = csv_rows(Study.objects.get(pk=rated.pk), "matrix")[0]
    assert row["s0"] == "4"


def test_what_does_not_count_is_not_in_the_matrix(rated, exclude):
    exclude(rated.participations.get(pseudonym="J01"), "slept")
    assert {row["judge"] for row in csv_rows(rated, "matrix")} == {"J02"}
