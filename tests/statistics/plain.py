"""The definitions, written out in plain Python: slow, obvious, and the yardstick for the vectorised code."""

from itertools import permutations, product
from math import comb


def alpha(units, distance):
    """Krippendorff's alpha from the coincidences of every ordered pair of values within a unit."""
    units = [values for values in units if len(values) >= 2]
    values = [value for unit in units for value in unit]
    observed = sum(distance(a, b) / (len(unit) - 1) for unit in units for a, b in permutations(unit, 2)) / len(values)
    expected = sum(distance(a, b) for a, b in permutations(values, 2)) / (len(values) * (len(values) - 1))
    return 1 - observed / expected


def ordinal_distance(values):
    """Krippendorff's ordinal metric for the given pool of values."""

    def distance(a, b):
        low, high = sorted((a, b))
        between = sum(low <= value <= high for value in values)
        return (between - (values.count(low) + values.count(high)) / 2) ** 2 if a != b else 0

    return distance


def quadratic_kappa(first, second):
    """1 - observed over expected squared distance, from the two judges' table and its margins."""
    n = len(first)
    observed = sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) / n
    expected = sum((a - b) ** 2 for a, b in product(first, second)) / n**2
    return 1 - observed / expected


def hypergeometric(seen, size, acceptable, rated):
    if seen > acceptable or rated - seen > size - acceptable:
        return 0.0
    return comb(acceptable, seen) * comb(size - acceptable, rated - seen) / comb(size, rated)


def equal_counts(size_a, rated_a, seen_a, size_b, rated_b, seen_b):
    """The largest chance, over every common number of acceptable sentences, of a gap at least as large as seen."""
    gap = abs(size_a * seen_a / rated_a - size_b * seen_b / rated_b)
    largest = 0.0
    least, most = max(seen_a, seen_b), min(size_a - rated_a + seen_a, size_b - rated_b + seen_b)
    for acceptable in range(least, most + 1):
        chance = sum(
            hypergeometric(i, size_a, acceptable, rated_a) * hypergeometric(j, size_b, acceptable, rated_b)
            for i in range(rated_a + 1)
            for j in range(rated_b + 1)
            if abs(size_a * i / rated_a - size_b * j / rated_b) >= gap - 1e-9
        )
        largest = max(largest, chance)
    return largest
