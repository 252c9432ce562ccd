"""Every table against plain Python over the same ratings."""

import statistics
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import product

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from evaluation.models import Criterion, ItemKind, Rating
from evaluation.services.results import scale_counts as counts_module
from evaluation.services.results.picture_data import PictureData
from evaluation.services.results.selection import Selection
from evaluation.services.results.sentence_page import SentenceQuery, sentence_page
from evaluation.services.results.tables import Tables
from tests.site.factories import make_item, make_study
from tests.site.results.rated_study import FACTS, JUDGES, SCORES, add_judge, fluency, rate, usage_scores

pytestmark = pytest.mark.both_databases

PLAIN = Selection()


def scores_of(numbers):
    return [score for number in numbers for score in usage_scores(number)]


def check_summary(summary, scores):
    assert summary.n == len(scores)
    assert (summary.min, summary.max) == (min(scores), max(scores))
    assert summary.mean.value == pytest.approx(statistics.mean(scores))
    assert summary.sigma.value == pytest.approx(statistics.stdev(scores))
    assert summary.median.value == pytest.approx(statistics.median(scores))
    assert summary.distribution(range(6)) == [scores.count(point) for point in range(6)]


def test_sentences_have_their_own_numbers_per_criterion(study):
    rows = {row.number: row for row in Tables(study, PLAIN).sentences()}
    assert list(rows) == list(SCORES)
    for number, row in rows.items():
        check_summary(row.summaries["usage"], usage_scores(number))
        check_summary(row.summaries["fluency"], [fluency(score) for score in usage_scores(number)])


def test_controls_are_no_row_of_models_and_no_line_of_their_pictures(study):
    control = study.items.last()
    control.kind, control.control, control.condition = "control", "bad", "control bad"
    control.save()
    for view in ("cells", "generates"):
        assert "control bad" not in [row.label for row in Tables(study, PLAIN).models(view)]
    data = PictureData(study, PLAIN, study.criteria.first(), threshold=3)
    assert not [row.label for row in data.means.rows if "control" in str(row.label)]


def test_progress_counts_the_ratings_of_the_study_s_own_sentences_by_day(study):
    criterion = study.criteria.first()
    ratings = list(Rating.objects.filter(criterion=criterion).select_related("item"))
    for number, rating in enumerate(ratings):
        rating.first_given_at = datetime(2026, 11, 1, 23, 58, tzinfo=UTC) + timedelta(minutes=number % 5)
        rating.save()
    own = [rating for rating in ratings if rating.item.kind == ItemKind.STUDY]
    assert 0 < len(own) < len(ratings)
    days = Counter(timezone.localdate(rating.first_given_at) for rating in own)
    assert len(days) == 2
    assert PictureData(study, PLAIN, criterion, threshold=3).days == sorted(days.items())


def test_a_model_has_a_mean_over_ratings_and_one_over_its_sentences_means(study):
    rows = {row.label: row for row in Tables(study, PLAIN).models("generates")}
    assert list(rows) == ["EC0", "EC1", "ML0"]
    for model, row in rows.items():
        numbers = [number for number, (_condition, models, _phenomena) in FACTS.items() if model in models]
        check_summary(row.summaries["usage"], scores_of(numbers))
        means = [statistics.mean(usage_scores(number)) for number in numbers]
        assert row.sentence_means["usage"].value == pytest.approx(statistics.mean(means))
        assert row.sentences == len(numbers)


def test_each_sentence_is_in_one_row_by_exactly_which_models_generate_it(study):
    rows = {row.label: row for row in Tables(study, PLAIN).models()}
    assert sum(row.sentences for row in rows.values()) == len(FACTS)
    for cell, row in rows.items():
        own = cell.removesuffix(" only").split(" & ")
        check_summary(row.summaries["usage"], scores_of([n for n, (_c, models, _p) in FACTS.items() if models == own]))


def test_what_was_picked_goes_by_that_and_what_was_drawn_too_stays_in_its_cell(study):
    before = {row.label: row.sentences for row in Tables(study, PLAIN).models()}
    drawn, picked = study.items.filter(number__in=(0, 1)).order_by("number")
    study.items.filter(pk__in=(drawn.pk, picked.pk)).update(condition="picked")
    study.items.filter(pk=picked.pk).update(probability=None)
    rows = {row.label: row.sentences for row in Tables(study, PLAIN).models()}
    assert rows.pop("picked") == 1
    assert sum(rows.values()) == sum(before.values()) - 1
    found = sentence_page(study, PLAIN, SentenceQuery(cell="picked"))
    assert [row.number for row in found.rows] == [1]


def test_every_row_of_models_leads_to_its_sentences(study):
    study.items.filter(number=2).update(memberships=[])
    study.items.filter(number=3).update(probability=None, condition="a corpus")
    rows = {row.label: row.sentences for row in Tables(study, PLAIN).models()}
    assert {"none of the models", "a corpus", "ML0 only"} <= set(rows)
    assert {cell: sentence_page(study, PLAIN, SentenceQuery(cell=cell)).total for cell in rows} == rows


def test_the_second_view_counts_every_rated_sentence_a_model_generates(study):
    rows = {row.label: row for row in Tables(study, PLAIN).models(view="generates")}
    assert list(rows) == ["EC0", "EC1", "ML0"]
    for model, row in rows.items():
        check_summary(
            row.summaries["usage"], scores_of([n for n, (_c, models, _p) in FACTS.items() if model in models])
        )


def test_pairs_and_phenomena_add_their_sentences_up(study):
    by_pair = {row.label: row for row in Tables(study, PLAIN).pairs()}
    check_summary(by_pair["paper-1"].summaries["usage"], scores_of([0, 1]))
    check_summary(by_pair["paper-2"].summaries["usage"], scores_of([2, 3]))
    by_phenomenon = {row.label: row for row in Tables(study, PLAIN).phenomena()}
    check_summary(by_phenomenon["pronoun"].summaries["usage"], scores_of([1, 3]))
    check_summary(by_phenomenon["whole_phrase"].summaries["usage"], scores_of([0, 3]))


def test_judges_and_groups_of_judges_add_their_ratings_up(study):
    rows = {row.pseudonym: row for row in Tables(study, PLAIN).judges()}
    given = {judge: [scores[judge] for scores in SCORES.values() if judge in scores] for judge in JUDGES}
    for judge, scores in given.items():
        check_summary(rows[judge].summaries["usage"], scores)
    groups = {row.answer: row for row in Tables(study, PLAIN).groups("native_language")}
    check_summary(groups["Hindi"].summaries["usage"], given["J01"] + given["J02"])
    assert (groups["Hindi"].judges, groups["Marathi"].judges) == (2, 1)


def test_a_judge_left_out_keeps_the_row_with_the_reason_and_loses_the_numbers(study):
    rows = {row.pseudonym: row for row in Tables(study, Selection(max_failed_percent=0)).judges()}
    assert rows["J03"].reason_left_out == "failed 1 of 1 attention check"
    assert rows["J03"].summaries["usage"].n == 0
    assert Tables(study, Selection(max_failed_percent=0)).groups("native_language")[0].answer == "Hindi"


def test_statistics_of_all_groups_at_once_are_those_of_each(study):
    tables = Tables(study, PLAIN)
    for table in (tables.by_item["usage"], tables.by_judge["usage"]):
        for row, group in enumerate(table.ids.tolist()):
            summary = table.summary(group)
            assert (table.n[row], table.min[row], table.max[row]) == (summary.n, summary.min, summary.max)
            assert table.mean[row] == pytest.approx(summary.mean.value)
            assert table.sigma[row] == pytest.approx(summary.sigma.value)
            assert table.median[row] == summary.median.value


def test_counters_that_could_overflow_are_counted_point_by_point_to_the_same_end(study, monkeypatch):
    packed = Tables(study, Selection(max_failed_percent=0)).by_item["usage"]
    monkeypatch.setattr(counts_module, "BITS", 6)
    by_point = Tables(study, Selection(max_failed_percent=0)).by_item["usage"]
    assert np.array_equal(packed.ids, by_point.ids)
    assert np.array_equal(packed.counts, by_point.counts)


def test_a_scale_below_zero_and_of_eleven_points_is_counted_right(study):
    criterion = Criterion.objects.create(study=study, position=2, key="warmth", low=-5, high=5, texts={})
    from tests.site.factories import make_rating

    item = study.items.get(number=0)
    for place, value in zip(item.places.order_by("pk"), (-5, 5, 0), strict=True):
        make_rating(place, criterion, value)
    table = Tables(study, PLAIN).by_item["warmth"]
    assert table.summary(item.pk).counts == ((-5, 1), (0, 1), (5, 1))


def test_sentences_sort_by_any_statistic_and_those_without_come_last(study):
    make_item(study, 5, text="nobody has seen this")
    for sort, descending in product(("n", "min", "max", "mean", "sigma", "median"), (False, True)):
        check_order(study, sort, descending=descending)


def test_a_sentence_whose_judges_are_all_left_out_has_no_statistic_and_comes_last(study):
    study.participations.filter(pseudonym__in=["J01", "J02"]).update(excluded_at=timezone.now())
    for sort, descending in product(("n", "mean"), (False, True)):
        query = SentenceQuery(sort=sort, descending=descending, criterion="usage")
        *_others, last = sentence_page(study, PLAIN, query).rows
        assert (last.number, last.summaries["usage"].n, last.summaries["fluency"].n) == (2, 0, 0)


def test_sentences_nobody_has_rated_yet_can_be_sorted_by_a_statistic(meera):
    page = sentence_page(make_study(meera), PLAIN, SentenceQuery(sort="mean", descending=True))
    assert [row.number for row in page.rows] == [0, 1, 2]


def check_order(study, sort, *, descending):
    page = sentence_page(study, PLAIN, SentenceQuery(sort=sort, descending=descending, criterion="usage"))
    values = []
    for row in page.rows[:-1]:
        found = getattr(row.summaries["usage"], sort)
        values.append(found if isinstance(found, int) else found.value)
    assert page.rows[-1].number == 5
    assert values == sorted(values, reverse=descending)


def test_sentences_are_filtered_and_paged_without_gap_or_overlap(study):
    assert [row.number for row in sentence_page(study, PLAIN, SentenceQuery(condition="ML0")).rows] == [1, 3]
    assert [row.number for row in sentence_page(study, PLAIN, SentenceQuery(model="EC1")).rows] == [0, 3]
    assert [row.number for row in sentence_page(study, PLAIN, SentenceQuery(pair="paper-2")).rows] == [2, 3]
    assert [row.number for row in sentence_page(study, PLAIN, SentenceQuery(text="SE 2")).rows] == [2]
    pages = [sentence_page(study, PLAIN, SentenceQuery(sort="mean", page=number), size=3) for number in (1, 2, 9)]
    assert sorted(row.number for page in pages[:2] for row in page.rows) == [0, 1, 2, 3]
    assert [row.number for row in pages[2].rows] == [row.number for row in pages[1].rows]


def queries_of(function):
    with CaptureQueriesContext(connection) as captured:
        function()
    return len(captured)


def test_no_table_asks_more_because_there_are_more_rows(study, meera):
    functions = {
        "sentences": lambda: Tables(study, PLAIN).sentences(),
        "page": lambda: sentence_page(study, PLAIN, SentenceQuery()),
        "page by mean": lambda: sentence_page(study, PLAIN, SentenceQuery(sort="mean")),
        "models": lambda: Tables(study, PLAIN).models(),
        "judges": lambda: Tables(study, PLAIN).judges(),
        "groups": lambda: Tables(study, PLAIN).groups("age"),
        "pairs": lambda: Tables(study, PLAIN).pairs(),
    }
    before = {name: queries_of(function) for name, function in functions.items()}
    for number in range(20, 30):
        make_item(study, number, pair=study.pairs.first(), measures={})
    judge = add_judge(study, "J09")
    for item in study.items.filter(number__gte=20):
        rate(judge, item, 3)
    assert {name: queries_of(function) for name, function in functions.items()} == before
    assert max(before.values()) <= 16
