"""d' of signal detection theory."""

from __future__ import annotations

import pytest

from evaluation.statistics.sensitivity import NO_BAD, NO_GOOD, d_prime


def test_who_accepts_good_and_bad_alike_has_none():
    found = d_prime(5, 10, 5, 10)
    assert found.value == pytest.approx(0)
    assert found.low == pytest.approx(-found.high)


def test_perfect_answers_have_a_finite_value_that_grows_with_their_number():
    few, many = d_prime(3, 3, 0, 3), d_prime(30, 30, 0, 30)
    assert 0 < few.value < many.value < 10


def test_without_good_or_without_bad_controls_there_is_a_reason():
    assert d_prime(0, 0, 1, 2).reason == NO_GOOD
    assert d_prime(1, 2, 0, 0).reason == NO_BAD
    assert d_prime(1, 2, 0, 0).n == 2
