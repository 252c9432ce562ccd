"""Two models: words, interval and p value say the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.statistics.rating_table import Ratings
from evaluation.statistics.strata import Strata, region
from evaluation.statistics.stratified import NOTHING_RATED, ONE_JUDGE, Judged
from evaluation.statistics.two_models import NOTHING_ACCEPTED, ModelDifference, model_difference

SIZES = (40, 40, 80)


def compare(table: np.ndarray, rated: tuple[int, int, int], sizes: tuple[int, int, int] = SIZES) -> ModelDifference:
    """Sentences x judges; the first of them only in A, the next only in B, the last in both."""
    items, judges = np.nonzero(np.isfinite(table))
    ratings = Ratings.of(items, judges, table[items, judges])
    of_sentence = np.repeat([0, 1, 2], rated)
    chances = (np.array(rated) / np.maximum(sizes, 1))[of_sentence]
    strata = Strata(np.zeros(3, dtype=np.int64), np.array(sizes, dtype=float), of_sentence, chances)
    regions = [region(strata, np.arange(3) == place) for place in range(3)]
    return model_difference(Judged(ratings, ratings.points), *regions, margin=0.1)


def table(shares: tuple[float, float, float], n: int, judges: int, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return (rng.random((3 * n, judges)) < np.repeat(shares, n)[:, None]).astype(float)


def test_a_model_with_many_more_accepted_sentences_is_different_and_the_direction_is_said() -> None:
    found = compare(table((0.9, 0.1, 0.5), 20, 8), (20, 20, 20))
    assert (found.verdict, found.direction) == ("different", 1)
    assert found.sentences.value == pytest.approx(32, abs=6)
    assert found.p.value is not None
    assert found.p.value < 0.001


def test_two_large_samples_that_are_alike_are_equivalent() -> None:
    found = compare(table((0.6, 0.6, 0.8), 40, 15), (40, 40, 40), (40, 40, 400))
    assert found.verdict == "equivalent"


def test_a_difference_that_is_certain_and_smaller_than_the_margin_is_equivalent_and_said() -> None:
    whole = np.vstack((np.ones((30, 12)), np.zeros((30, 12)), table((0.9, 0.9, 0.9), 20, 12)))
    found = compare(whole, (30, 30, 60), (30, 30, 6000))
    assert (found.verdict, found.differs, found.direction) == ("equivalent", True, 1)


def test_few_judges_and_sentences_leave_it_undecided() -> None:
    assert compare(table((0.6, 0.4, 0.5), 3, 3), (3, 3, 3)).verdict == "undecided"


def test_where_all_judgements_are_alike_other_sentences_may_still_differ() -> None:
    found = compare(np.vstack((np.ones((2, 4)), np.zeros((2, 4)), np.ones((2, 4)))), (2, 2, 2))
    assert found.sentences.low is not None
    assert found.sentences.high is not None
    assert found.sentences.high - found.sentences.low > 20


def test_an_interval_near_what_is_possible_reaches_farther_to_the_other_side() -> None:
    """That few of B alone were accepted may be chance, and so may be that they look alike."""
    found = compare(table((0.93, 0.07, 0.07), 20, 6), (20, 20, 20), (40, 40, 40))
    for low, value, high in (found.completeness.bounds, found.sentences.bounds):  # type: ignore[misc]
        assert value - low > 1.3 * (high - value) > 0


def test_no_interval_goes_beyond_what_is_possible() -> None:
    """Nothing of A alone is accepted, all of B alone is: no difference could be larger."""
    found = compare(np.vstack((np.zeros((4, 3)), np.ones((8, 3)))), (4, 4, 4), (114, 338, 646))
    assert found.sentences.value == found.sentences.low == -338
    assert found.sentences.high is not None
    assert -338 < found.sentences.high < 0


def test_a_model_whose_sentences_the_other_has_too_cannot_be_ahead() -> None:
    found = compare(table((0.5, 0.1, 0.5), 4, 3)[4:], (0, 4, 4), (0, 40, 80))
    assert found.sentences.high == found.completeness.high == 0
    assert not found.differs


def test_what_was_not_rated_or_not_accepted_or_rated_by_one_judge_is_unknown_with_the_reason() -> None:
    reasons = {
        NOTHING_RATED: compare(table((0.5, 0.5, 0.5), 4, 3)[:8], (4, 4, 0)),
        NOTHING_ACCEPTED: compare(np.zeros((12, 3)), (4, 4, 4)),
        ONE_JUDGE: compare(table((0.5, 0.5, 0.5), 4, 1), (4, 4, 4)),
    }
    for reason, found in reasons.items():
        assert (found.verdict, found.p.reason, found.direction) == ("unknown", reason, 0)
    assert compare(np.zeros((0, 3)), (0, 0, 0), (0, 0, 0)).p.reason == NOTHING_RATED


@settings(max_examples=60, deadline=None)
@given(
    shares=st.tuples(*[st.floats(0, 1)] * 3),
    n=st.integers(1, 12),
    judges=st.integers(2, 8),
    sizes=st.tuples(*[st.just(0) | st.integers(12, 500)] * 3),
    seed=st.integers(0, 10_000),
)
def test_words_interval_and_p_value_never_contradict_each_other(
    shares: tuple[float, float, float], n: int, judges: int, sizes: tuple[int, int, int], seed: int
) -> None:
    rated = tuple(n if size else 0 for size in sizes)
    kept = np.repeat(rated, n) > 0
    found = compare(table(shares, n, judges, seed)[kept], rated, sizes)  # type: ignore[arg-type]
    if found.verdict == "unknown":
        assert found.p.reason
        return
    (low, value, high), (low90, _, high90) = found.completeness.bounds, found.completeness_90.bounds  # type: ignore[misc]
    assert low <= low90 <= value <= high90 <= high
    is_within = low90 > -0.1 and high90 < 0.1
    assert found.differs == (low > 0 or high < 0)
    assert found.differs == (found.p.value < 0.05)  # type: ignore[operator]
    assert found.differs == (found.sentences.low > 0 or found.sentences.high < 0)  # type: ignore[operator]
    assert -sizes[1] <= found.sentences.low <= found.sentences.value <= found.sentences.high <= sizes[0]  # type: ignore[operator]
    expected = "equivalent" if is_within else "different" if found.differs else "undecided"
    assert found.verdict == expected
