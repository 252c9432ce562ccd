"""The tidy long table: one row per judge, sentence and criterion."""

from __future__ import annotations

from statistics import mean, stdev

import pytest
from django.db import connection

from evaluation.models import Participation, Place, PlaceState, Rating, Study
from evaluation.services import exports
from evaluation.services.exports import stored_ratings
from evaluation.services.exports.study_data import StudyData
from evaluation.services.results.selection import Selection
from evaluation.services.support import page_cache
from tests.site.factories import first_answer, make_participation, make_place, make_rating
from tests.site.files import content, csv_rows, jsonl_rows

pytestmark = pytest.mark.both_databases


def of(rows, **wanted):
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


def test_it_has_a_row_for_every_rating(rated):
    rows = csv_rows(rated, "ratings")
    assert len(rows) == Rating.objects.filter(study=rated).count() == 21
    keys = {(row["judge"], row["trial"], row["criterion"]) for row in rows}
    assert len(keys) == 21


def test_a_row_says_who_gave_what_to_which_sentence(rated):
    row = of(csv_rows(rated, "ratings"), judge="J01", sentence="0", criterion="usage", repeat="false")[0]
    expected = {
        "study": "saturday",
        "trial": "2",
        "pair": "paper-1",
        "models": "EC0",
        "condition": "EC0",
        "source": "",
        "value": "4",
        "value_label": "",
        "first_value": "4",
        "edits": "0",
        "response_ms": "2500",
        "list": "",
        "shown_at": "2026-11-01T09:30:00Z",
        "submitted_at": "2026-11-01T00:00:00Z",
        "excluded": "false",
        "practice": "false",
        "attention": "false",
        "surplus": "false",
        "language": "en",
        "screen": "phone",
    }
    assert {name: row[name] for name in expected} == expected


def test_a_labelled_point_is_named(rated):
    rows = csv_rows(rated, "ratings")
    assert {row["value_label"] for row in of(rows, criterion="usage", value="5")} == {
        "extremely likely to be heard/used"
    }


def test_judges_come_one_after_the_other_in_the_order_they_were_asked(rated):
    rows = csv_rows(rated, "ratings")
    order = [(row["judge"], int(row["trial"]), ["usage", "fluency"].index(row["criterion"])) for row in rows]
    assert order == sorted(order)


def test_practice_checks_and_repeats_are_marked_and_do_not_count(rated):
    rows = csv_rows(rated, "ratings")
    for kind in ("practice", "attention", "repeat"):
        marked = of(rows, **{kind: "true"})
        assert marked
        assert {row["excluded"] for row in marked} == {"true"}
        assert all(row["exclusion_reason"] and not row["z"] for row in marked)


def test_z_is_within_judge_and_criterion_over_what_counts(rated):
    rows = of(csv_rows(rated, "ratings"), judge="J02", criterion="usage", excluded="false")
    values = [int(row["value"]) for row in rows]
    assert values == [3, 0, 4]
    expected = [(value - mean(values)) / stdev(values) for value in values]
    assert [float(row["z"]) for row in rows] == pytest.approx(expected, abs=1e-6)


def test_a_judge_who_always_says_the_same_has_no_z(rated, mallory):
    judge = make_participation(rated, mallory)
    for item in rated.items.filter(kind="study"):
        make_rating(make_place(judge, item), rated.criteria.get(key="usage"), 2)
    rows = of(csv_rows(rated, "ratings"), judge="J03")
    assert [row["z"] for row in rows] == ["", "", ""]


def test_a_judge_left_out_by_hand_stays_in_the_file_with_the_reason(rated, exclude):
    exclude(rated.participations.get(pseudonym="J02"), "told us so")
    rows = of(csv_rows(rated, "ratings"), judge="J02")
    assert len(rows) == 10
    assert {row["excluded"] for row in rows} == {"true"}
    assert {row["exclusion_reason"] for row in of(rows, practice="false", attention="false")} == {"told us so"}


def test_it_follows_the_studys_selection(rated):
    assert of(csv_rows(rated, "ratings"), repeat="true")[0]["exclusion_reason"] == "a second answer"
    Study.objects.filter(pk=rated.pk).update(selection={"repeats": True})
    rows = csv_rows(Study.objects.get(pk=rated.pk), "ratings")
    assert of(rows, repeat="true")[0]["excluded"] == "false"


def test_a_late_answer_is_marked_as_surplus(rated):
    Place.objects.filter(pk=first_answer(rated).pk).update(state=PlaceState.SURPLUS)
    rows = of(csv_rows(rated, "ratings"), surplus="true")
    assert len(rows) == 2
    assert {row["excluded"] for row in rows} == {"true"}


def test_what_nobody_measured_is_an_empty_cell(rated):
    Place.objects.filter(pk=first_answer(rated).pk).update(duration_ms=None, shown_at=None)
    row = of(csv_rows(rated, "ratings"), judge="J01", trial="2", criterion="usage")[0]
    assert (row["response_ms"], row["shown_at"]) == ("", "")


def test_it_holds_the_ratings_of_one_study_only(rated, meera, kiran):
    from tests.site.factories import make_study

    other = make_study(kiran, slug="other")
    make_rating(make_place(make_participation(other, meera), other.items.first()), other.criteria.first(), 1)
    assert {row["study"] for row in csv_rows(rated, "ratings")} == {"saturday"}
    assert len(csv_rows(other, "ratings")) == 1


def test_a_study_without_ratings_gives_the_header_alone(meera):
    from tests.site.factories import make_study

    assert csv_rows(make_study(meera), "ratings") == []
    assert jsonl_rows(Study.objects.get(), "ratings") == []


def test_the_header_comes_before_the_database_is_asked_for_ratings(rated, django_assert_num_queries):
    export = exports.export_table(study=rated, table="ratings", form="csv")
    list(rated.criteria.all())
    # The scales, whose limits the columns name.
    with django_assert_num_queries(1):
        header = next(export.chunks)
    assert header.startswith(b"study,judge,")


@pytest.mark.parametrize("more_judges", [0, 12])
def test_the_number_of_queries_does_not_grow_with_the_number_of_rows(rated, django_assert_max_num_queries, more_judges):
    from tests.site.factories import person

    for number in range(more_judges):
        judge = make_participation(rated, person(f"judge{number}", "judge"))
        for item in rated.items.filter(kind="study"):
            make_rating(make_place(judge, item), rated.criteria.get(key="usage"), number % 6)
    with django_assert_max_num_queries(14):
        content(rated, "ratings")


def test_batches_of_judges_join_without_a_seam(rated, monkeypatch):
    whole = content(rated, "ratings")
    monkeypatch.setattr(stored_ratings, "BATCH_ROWS", 1)
    assert content(rated, "ratings") == whole


def test_an_edit_shows_in_the_next_export(rated):
    before = content(rated, "ratings")
    Rating.objects.filter(place=first_answer(rated), criterion=rated.criteria.get(key="usage")).update(value=0, edits=1)
    after = of(csv_rows(rated, "ratings"), judge="J01", trial="2", criterion="usage")[0]
    assert (after["value"], after["first_value"], after["edits"]) == ("0", "4", "1")
    assert content(rated, "ratings") != before


def test_a_pseudonym_is_all_it_says_of_a_judge(rated):
    text = content(rated, "ratings").decode()
    for judge in Participation.objects.filter(study=rated).select_related("user"):
        assert judge.user.username not in text
        assert judge.user.email not in text


def test_a_judge_with_many_ratings_is_read_in_parts_without_a_seam(rated, monkeypatch):
    """Of a judge with 20,000 ratings, not all were ever in memory: peak 218 MB became 147 for a million."""
    whole = {form: content(rated, "ratings", form) for form in ("csv", "parquet")}
    monkeypatch.setattr(stored_ratings, "PART_ROWS", 2)
    longest = []
    real = stored_ratings.as_rows

    def counted(ratings):
        rows = list(real(ratings))
        longest.append(len(rows))
        return iter(rows)

    monkeypatch.setattr(stored_ratings, "as_rows", counted)
    assert {form: content(rated, "ratings", form) for form in ("csv", "parquet")} == whole
    assert max(longest) <= 2
    assert len(longest) > 2


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a page cache of its own is SQLite's")
def test_an_export_keeps_few_pages_of_the_database_and_gives_the_rest_back(rated):
    def pages():
        with connection.cursor() as cursor:
            return cursor.execute("PRAGMA cache_size").fetchone()[0]

    before = pages()
    reading = stored_ratings.judge_by_judge(StudyData(rated, Selection.of(rated)))
    next(reading)
    assert pages() == -page_cache.SMALL_KIB
    reading.close()
    assert pages() == before
