"""What a sample of sentences, rated by a sample of judges, says about the whole set."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from evaluation.statistics.completeness import BOUNDS_ONLY, NOTHING_INSIDE, NOTHING_OUTSIDE, completeness
from evaluation.statistics.figure import Bools
from evaluation.statistics.rating_table import Ratings
from evaluation.statistics.strata import Region, Strata, equal_pairs, region
from evaluation.statistics.stratified import (
    EMPTY_SET,
    NOTHING_RATED,
    ONE_JUDGE,
    ONE_SENTENCE,
    PARTS_ALIKE,
    Judged,
    Variance,
    mean,
    on_a_scale,
    share,
    variance,
)

TABLE = np.array([[1, 1, 0], [0, 1, 0], [1, 1, 1], [0, 0, 0]], dtype=float)


def judged(table: np.ndarray) -> Judged:
    """A complete table, sentences x judges, nan where a judge saw nothing."""
    items, judges = np.nonzero(np.isfinite(table))
    ratings = Ratings.of(items, judges, table[items, judges])
    return Judged(ratings, ratings.points)


def strata(
    sizes: list[float], of_sentence: list[int], pairs: list[int] | None = None, cells: list[int] | None = None
) -> Strata:
    """Each stratum a pair of its own, all of one cell, unless something else is said."""
    numbers = (np.array(pairs or range(len(sizes))), np.array(cells or [0] * len(sizes)))
    return Strata(numbers[0], np.array(sizes, dtype=float), np.array(of_sentence), numbers[1])


def everything(found: Strata) -> Region:
    return region(found, np.ones(found.sizes.size, dtype=bool))


def only(found: Strata, *chosen: int) -> Bools:
    return np.isin(np.arange(found.sizes.size), chosen)


def test_the_share_is_that_of_judgements_with_each_sentence_standing_for_its_stratum() -> None:
    found = strata([10, 30], [0, 0, 1, 1])
    assert share(judged(TABLE), everything(found)).value == pytest.approx((10 * 0.5 + 30 * 0.5) / 40)
    other = strata([10, 30], [0, 1, 1, 1])
    assert share(judged(TABLE), everything(other)).value == pytest.approx((10 * 2 / 3 + 30 * 4 / 9) / 40)


def test_in_a_complete_table_judges_and_noise_are_the_variance_of_the_judges_means() -> None:
    """With every sentence of the set rated, the judges are the only sample: Student's interval of their means."""
    found = variance(judged(TABLE), np.full(4, 1 / 4), everything(strata([4], [0, 0, 0, 0])))
    assert found.between == 0
    assert found.total == pytest.approx(TABLE.mean(axis=0).var(ddof=1) / 3)
    assert found.freedom == pytest.approx(2)


def test_the_mean_of_a_completely_rated_set_has_students_interval_over_judges() -> None:
    scores = np.array([[4, 5, 3], [2, 3, 3], [5, 5, 4], [1, 2, 0]], dtype=float)
    found = mean(judged(scores), everything(strata([4], [0, 0, 0, 0])), (-1e7, 1e7))
    low, high = stats.t.interval(0.95, 2, loc=scores.mean(), scale=stats.sem(scores.mean(axis=0)))
    assert (found.low, found.high) == (pytest.approx(low), pytest.approx(high))


def test_between_sentences_counts_only_what_was_not_drawn() -> None:
    many, few = (
        variance(judged(TABLE), np.full(4, 1 / 4), everything(strata([size], [0, 0, 0, 0]))) for size in (4000.0, 5.0)
    )
    noise = float(np.sum(judged(TABLE).own_noise)) / 16
    spread = TABLE.mean(axis=1).var(ddof=1) / 4 - noise
    assert many.between == pytest.approx(spread * (1 - 4 / 4000))
    assert few.between == pytest.approx(spread * (1 - 4 / 5))


def test_where_nothing_is_accepted_the_interval_is_the_exact_bound() -> None:
    nothing = share(judged(np.zeros((4, 3))), everything(strata([400], [0, 0, 0, 0])))
    assert (nothing.value, nothing.low) == (0, 0)
    assert nothing.high == pytest.approx(1 - 0.025 ** (1 / 4))
    all_of_it = share(judged(np.ones((4, 3))), everything(strata([400], [0, 0, 0, 0])))
    assert (all_of_it.low, all_of_it.high) == (pytest.approx(0.025 ** (1 / 4)), 1)


ALIKE = np.repeat([[1.0, 1, 1], [0, 0, 0]], 4, axis=0)


@pytest.mark.parametrize("cells", [[0, 1], [0, 0]])
def test_strata_that_are_alike_within_leave_room_for_other_sentences_and_judges(cells: list[int]) -> None:
    """By Agresti and Coull: four sentences each, and two more of either kind."""
    whole = everything(strata([300, 100], [0] * 4 + [1] * 4, cells=cells))
    part = 2 / 8 * 6 / 8 / 8
    found = variance(judged(ALIKE), whole.weights / 400, whole)
    assert found.total == pytest.approx((0.75**2 + 0.25**2) * part)
    assert found.freedom == pytest.approx(7 * (0.75**2 + 0.25**2) ** 2 / (0.75**4 + 0.25**4))
    low, value, high = share(judged(ALIKE), whole).bounds  # type: ignore[misc]
    assert low < value - 0.2 < value < high - 0.1


def test_an_interval_that_rests_on_what_could_not_be_seen_says_that_it_may_be_too_wide() -> None:
    whole = everything(strata([300, 100], [0] * 4 + [1] * 4, cells=[0, 1]))
    differing = ALIKE.copy()
    differing[[0, 4], 0] = 1 - differing[[0, 4], 0]
    assert [share(judged(table), whole).reason for table in (ALIKE, differing)] == [PARTS_ALIKE, ""]


def test_a_set_rated_completely_whose_judges_agree_leaves_room_for_other_judges() -> None:
    low, value, high = share(judged(ALIKE), everything(strata([4, 4], [0] * 4 + [1] * 4, cells=[0, 1]))).bounds  # type: ignore[misc]
    assert low < value < high


def test_a_set_rated_completely_whose_judges_agree_about_each_sentence_leaves_room_for_other_judges() -> None:
    """Sentences differ, but none was left out; that all judges of each were of one mind makes nobody else so."""
    whole = everything(strata([8], [0] * 8))
    figure = share(judged(ALIKE), whole)
    assert (figure.value, figure.reason) == (0.5, PARTS_ALIKE)
    assert variance(judged(ALIKE), whole.weights / 8, whole).total == pytest.approx(2 * 0.5**2 * 2 / 8 * 6 / 8 / 8)
    sampled = everything(strata([800], [0] * 8))
    assert not variance(judged(ALIKE), sampled.weights / 800, sampled).has_unseen


def test_a_cell_in_which_judges_differ_somewhere_has_the_variance_that_is_seen() -> None:
    table = ALIKE.copy()
    table[0, 0] = 0
    one = everything(strata([300, 100], [0] * 4 + [1] * 4))
    two = everything(strata([300, 100], [0] * 4 + [1] * 4, cells=[0, 1]))
    seen, more = (variance(judged(table), each.weights / 400, each).total for each in (one, two))
    assert more == pytest.approx(seen + 0.25**2 * 2 / 8 * 6 / 8 / 8)


def test_a_mean_at_the_end_of_the_scale_has_the_exact_bound() -> None:
    found = mean(judged(np.full((4, 3), 5.0)), everything(strata([400], [0] * 4)), (0, 5))
    assert (found.value, found.high) == (5, 5)
    assert found.low == pytest.approx(5 * 0.025 ** (1 / 4))


def test_means_that_are_alike_within_the_scale_have_an_interval_about_them() -> None:
    found = mean(judged(np.full((4, 3), 3.0)), everything(strata([400], [0] * 4)), (0, 5))
    values = [3.0] * 4 + [0, 0, 5, 5]
    expected = on_a_scale(3, Variance(float(np.var(values)) / 8, 7, False, 0, 0, 2), np.ones(4), (0, 5))
    assert found.low == pytest.approx(expected[0])
    assert found.high == pytest.approx(expected[1])


def test_completeness_of_cells_that_are_accepted_altogether_is_not_certain() -> None:
    found = strata([10, 30], [0] * 4 + [1] * 4)
    inside, outside = (region(found, only(found, cell)) for cell in (0, 1))
    figure = completeness(judged(np.ones((8, 3))), inside, outside)
    low, value, high = figure.bounds  # type: ignore[misc]
    assert value == pytest.approx(0.25)
    assert low < 0.22 < 0.28 < high


def test_the_exact_bound_is_that_of_the_sentences_that_stand_for_most() -> None:
    """One refused sentence of ten thousand says next to nothing about them, whatever was said of a few others."""
    nothing = share(judged(np.zeros((3, 3))), everything(strata([10_000, 2], [0, 1, 1])))
    assert nothing.high == pytest.approx(0.975, abs=0.001)


def test_single_sentences_are_put_together_within_their_cell_before_others() -> None:
    found = everything(strata([5] * 5, [0, 1, 2, 3, 4], pairs=[0, 0, 1, 1, 2], cells=[0, 1, 0, 1, 2]))
    assert found.groups[0] == found.groups[2] != found.groups[1]
    assert found.groups[1] == found.groups[3]


def test_a_single_sentence_beside_a_larger_stratum_of_its_cell_joins_it() -> None:
    found = everything(strata([5, 5, 5], [0, 0, 1, 2, 2], pairs=[0, 1, 1], cells=[0, 0, 1]))
    assert len(set(found.groups[:3])) == 1
    assert found.groups[3] == found.groups[4] != found.groups[0]


def test_a_single_sentence_of_a_cell_joins_its_pair_else_any() -> None:
    found = everything(strata([5, 5, 5], [0, 0, 1, 1, 2], pairs=[0, 1, 1], cells=[0, 1, 2]))
    assert found.groups[4] == found.groups[2] != found.groups[0]
    found = everything(strata([5, 5], [0, 0, 1], pairs=[0, 1], cells=[0, 1]))
    assert len(set(found.groups)) == 1


def test_the_order_of_sentences_does_not_say_which_stratum_a_single_one_joins() -> None:
    of_sentence = np.array([2, 1, 1, 0, 0])
    forwards, backwards = (
        everything(strata([5] * 3, order.tolist(), pairs=[0, 1, 2])).groups
        for order in (of_sentence, of_sentence[::-1])
    )
    assert forwards.tolist() == backwards[::-1].tolist()


def test_single_sentences_of_strata_of_unequal_sizes_vary_by_what_each_stands_for() -> None:
    """About their weighed mean the one that stands for a thousand would hardly vary."""
    whole = everything(strata([1000, 2], [0, 1]))
    table = judged(np.array([[1, 1, 0, 1], [0, 0, 0, 1]], dtype=float))
    noise = 1000**2 * table.own_noise[0] + 2**2 * table.own_noise[1]
    expected = (1 - 2 / 1002) * ((1000**2 + 2**2) * table.item_means.var(ddof=1) - noise)
    assert variance(table, whole.weights, whole).between == pytest.approx(expected)
    assert expected > 50_000


def test_a_stratum_that_was_missed_is_stood_for_by_its_cell_in_other_pairs() -> None:
    missed = strata([10, 30, 20], [0, 2], pairs=[0, 1, 1], cells=[0, 0, 1])
    assert everything(missed).weights.tolist() == [40, 20]


def test_what_is_said_of_parts_adds_up_to_what_is_said_of_the_whole() -> None:
    missed = strata([10, 30, 20, 5], [0, 0, 2, 3], pairs=[0, 1, 1, 2], cells=[0, 0, 1, 2])
    parts = [region(missed, missed.cells == cell).weights for cell in range(3)]
    assert sum(parts).tolist() == everything(missed).weights.tolist()  # type: ignore[union-attr]


def test_a_cell_that_was_missed_is_stood_for_by_the_others() -> None:
    missed = strata([10, 30], [0, 0], cells=[0, 1])
    assert everything(missed).weights.tolist() == [20, 20]


def test_degrees_of_freedom_are_those_of_the_strata_that_carry_the_variance() -> None:
    table = np.tile(TABLE, (6, 1))
    equal, unequal = (
        variance(judged(table), whole.weights / whole.size, whole)
        for whole in (
            everything(strata([size] + [20.0] * 5, np.repeat(range(6), 4).tolist())) for size in (20.0, 20_000.0)
        )
    )
    assert equal.between_freedom == pytest.approx(18)
    assert unequal.between_freedom == pytest.approx(3, abs=0.01)


def test_a_cell_of_which_one_sentence_was_rated_is_uncertain() -> None:
    """Its own judges differ about it, and nobody knows how it differs from the hundreds that it stands for."""
    table = np.vstack((TABLE, TABLE[:1]))
    few, many = (
        share(judged(table), everything(strata([40, size], [0] * 4 + [1], cells=[0, 1]))) for size in (1.0, 400.0)
    )
    assert many.high - many.low > 0.9 > few.high - few.low  # type: ignore[operator]


def test_in_the_mean_over_pairs_every_pair_weighs_alike() -> None:
    both = strata([10, 90], [0, 0, 1, 1])
    found = equal_pairs(both, region(both, np.ones(2, dtype=bool)))
    assert share(judged(TABLE), found).value == pytest.approx(0.5)
    assert found.weights.tolist() == [0.5] * 4


@pytest.mark.parametrize(
    ("table", "size", "reason"),
    [(np.ones((2, 1)), 9, ONE_JUDGE), (np.array([[1.0, 0.0]]), 9, ONE_SENTENCE)],
)
def test_one_judge_or_one_sentence_has_an_estimate_and_no_interval(table: np.ndarray, size: int, reason: str) -> None:
    whole = everything(strata([size], [0] * len(table)))
    for figure in (share(judged(table), whole), mean(judged(table), whole, (0, 5))):
        assert figure.value is not None
        assert (figure.low, figure.reason) == (None, reason)


def test_one_sentence_that_stands_for_others_has_no_interval_over_pairs_either_nor_at_an_end_of_the_scale() -> None:
    one = everything(strata([9], [0]))
    over_pairs = equal_pairs(strata([9], [0]), one)
    for table in (np.array([[1.0, 0.0]]), np.ones((1, 2))):
        assert [share(judged(table), found).bounds for found in (one, over_pairs)] == [None, None]
    assert share(judged(np.array([[1.0, 0.0]])), equal_pairs(strata([1], [0]), everything(strata([1], [0])))).bounds


def test_where_pairs_are_of_one_size_the_mean_over_pairs_has_the_interval_of_the_share() -> None:
    """Sentences that were not drawn make both uncertain."""
    found = strata([20, 20], [0, 0, 1, 1])
    plain, over_pairs = everything(found), equal_pairs(found, everything(found))
    one, other = (share(judged(TABLE), each) for each in (plain, over_pairs))
    assert other.bounds == pytest.approx(one.bounds)
    assert variance(judged(TABLE), over_pairs.weights / over_pairs.size, over_pairs).between > 0


def test_an_empty_set_and_an_unrated_one_have_no_share() -> None:
    found = strata([4, 7, 0], [0, 0, 0, 0])
    assert share(judged(TABLE), region(found, only(found, 1))).reason == NOTHING_RATED
    assert mean(judged(TABLE), region(found, only(found, 2)), (0, 5)).reason == EMPTY_SET


def test_sentences_with_one_judge_keep_their_noise_in_the_spread_between_sentences() -> None:
    table = np.full((4, 4), np.nan)
    np.fill_diagonal(table, [1, 0, 1, 1])
    found = variance(judged(table), np.full(4, 1 / 4), everything(strata([4], [0] * 4)))
    assert (found.noise, found.judges) == (0, 0)
    assert found.between == pytest.approx(np.var([1, 0, 1, 1], ddof=1) / 4)


def test_judges_who_each_have_sentences_of_their_own_are_compared_with_each_other() -> None:
    """One accepts all of hers, one none: other judges could be like either."""
    table = np.full((20, 2), np.nan)
    table[:10, 0], table[10:, 1] = 1, 0
    strict_and_mild = share(judged(table), everything(strata([2000], [0] * 20)))
    mixed = table.copy()
    mixed[::2, 0], mixed[1::2, 1] = (
        np.where(np.isnan(table[::2, 0]), np.nan, 0),
        np.where(np.isnan(table[1::2, 1]), np.nan, 1),
    )
    both_mixed = share(judged(mixed), everything(strata([2000], [0] * 20)))
    assert strict_and_mild.value == both_mixed.value == 0.5
    assert strict_and_mild.high - strict_and_mild.low > 0.95  # type: ignore[operator]
    assert both_mixed.high - both_mixed.low < 0.7  # type: ignore[operator]


def test_a_judge_who_alone_rated_a_cell_is_compared_with_nobody_however_large_the_sets_are() -> None:
    """What is left of a large sum less itself, added up in another order, is no other judge."""
    whole = everything(strata([10**12 / 7, 10**11 / 3, 10**10 / 9], [0, 0, 1, 1, 2, 2], pairs=[0, 1, 2]))
    items, values = np.arange(6), np.array([1.0, 0, 1, 1, 0, 1])
    for order in (items, items[::-1], np.roll(items, 2)):
        alone = Judged(Ratings.of(items[order], ["asha"] * 6, values[order]), np.array([0.0, 1.0]))
        assert variance(alone, whole.weights, whole).judges == 0


def test_a_model_that_lacks_accepted_sentences_is_incomplete_by_their_share() -> None:
    found = strata([10, 30], [0, 0, 1, 1])
    figure = completeness(judged(TABLE), region(found, only(found, 0)), region(found, only(found, 1)))
    assert figure.value == pytest.approx(0.25)
    assert figure.low is not None
    assert figure.high is not None
    assert figure.low < 0.25 < figure.high


def test_controls_of_which_none_was_accepted_bound_completeness_and_give_no_estimate() -> None:
    found = strata([10, 1000], [0, 0, 1, 1], cells=[0, 1])
    table = np.vstack((TABLE[:2], np.zeros((2, 3))))
    figure = completeness(judged(table), region(found, only(found, 0)), region(found, only(found, 1)))
    most = 1000 * (1 - 0.025**0.5)
    assert (figure.value, figure.reason, figure.high) == (None, BOUNDS_ONLY, 1)
    assert figure.low == pytest.approx(5 / (5 + most))


def test_controls_without_an_accepted_one_bound_completeness_though_another_model_has_some() -> None:
    """What may be accepted of a thousand controls outweighs what the other model is known to add."""
    found = strata([10, 10, 1000], [0, 0, 1, 1, 2, 2], cells=[0, 1, 2])
    table = np.vstack((TABLE, np.zeros((2, 3))))
    figure = completeness(judged(table), region(found, only(found, 0)), region(found, only(found, 1, 2)))
    most = 1000 * (1 - 0.025**0.5)
    assert (figure.value, figure.reason) == (None, BOUNDS_ONLY)
    assert (figure.low, figure.high) == (pytest.approx(5 / (10 + most)), 0.5)
    assert completeness(judged(table[:, :1]), *(region(found, only(found, *c)) for c in ((0,), (1, 2)))).low is None


def test_completeness_may_be_more_than_0_where_nothing_was_accepted_of_the_model_nor_of_controls() -> None:
    found = strata([10, 10, 1000], [0, 0, 1, 1, 2, 2], cells=[0, 1, 2])
    table = np.vstack((np.zeros((2, 3)), TABLE[2:], np.zeros((2, 3))))
    figure = completeness(judged(table), region(found, only(found, 0)), region(found, only(found, 1, 2)))
    most = 10 * (1 - 0.025**0.5)
    assert (figure.value, figure.low, figure.reason) == (None, 0, BOUNDS_ONLY)
    assert figure.high == pytest.approx(most / (most + 5))


def test_where_one_judge_rated_all_of_a_model_or_of_the_rest_completeness_has_no_interval() -> None:
    found, table = strata([10, 30], [0, 0, 1, 1]), TABLE.copy()
    table[:2, 1:] = np.nan
    parts = region(found, only(found, 0)), region(found, only(found, 1))
    for inside, outside in (parts, parts[::-1]):
        figure = completeness(judged(table), inside, outside)
        assert (figure.value is None, figure.low, figure.reason) == (False, None, ONE_JUDGE)


def test_a_set_of_which_one_sentence_was_rated_has_no_interval_of_completeness() -> None:
    found = strata([10, 30], [0, 0, 0, 1], cells=[0, 1])
    table = TABLE.copy()
    table[3, 0] = 1
    figure = completeness(judged(table), region(found, only(found, 0)), region(found, only(found, 1)))
    assert (figure.low, figure.reason) == (None, ONE_SENTENCE)


def test_what_generates_all_there_is_is_complete_by_definition() -> None:
    found = strata([10], [0, 0, 0, 0])
    figure = completeness(judged(TABLE), everything(found), region(found, only(found)))
    assert (figure.value, figure.low, figure.reason) == (1, 1, NOTHING_OUTSIDE)


def test_what_generates_no_sentence_is_not_complete_at_all_by_definition() -> None:
    found = strata([10, 1000], [0, 0, 1, 1], cells=[0, 1])
    nothing, rest = region(found, only(found)), region(found, only(found, 0, 1))
    controls_refused = np.vstack((TABLE[:2], np.zeros((2, 3))))
    figure = completeness(judged(controls_refused), nothing, rest)
    assert (figure.bounds, figure.reason) == ((0, 0, 0), NOTHING_INSIDE)
    assert not completeness(judged(np.zeros((4, 3))), nothing, rest).is_defined


def test_a_model_of_which_nothing_is_accepted_is_complete_by_no_more_than_its_bound() -> None:
    found = strata([10, 30], [0, 0, 1, 1])
    table = np.vstack((np.zeros((2, 3)), TABLE[2:]))
    inside, outside = (region(found, only(found, cell)) for cell in (0, 1))
    figure = completeness(judged(table), inside, outside)
    assert figure.value == 0
    assert figure.high == pytest.approx(10 * (1 - 0.025**0.5) / (10 * (1 - 0.025**0.5) + 15))
    assert not completeness(judged(np.zeros((4, 3))), inside, outside).is_defined
    assert completeness(judged(TABLE[:, :1]), inside, outside).reason == ONE_JUDGE
    assert completeness(judged(TABLE[:2]), *(_halves(2))).reason == NOTHING_RATED


def _halves(rated: int) -> tuple[Region, Region]:
    found = strata([10, 30], [0] * rated)
    return region(found, only(found, 0)), region(found, only(found, 1))
