"""The definitions, written out in plain Python: slow, obvious, and the yardstick for the vectorised code."""

from itertools import permutations, product


def alpha(units, distance):
    """Krippendorff's alpha from the coincidences of every ordered pair of values within a unit."""
    units = [values for values in units if len(values) >= 2]
    values = [value for unit in units for value in unit]
    observed = sum(distance(a, b) / (len(unit) - 1) for unit in units for a, b in permutations(unit, 2)) / len(values)
    expected = sum(distance(a, b) for a, b in permutations(values, 2)) / (len(values) * (len(values) - 1))
    return 1 - observed / expected


def unlike(table, distance):
    """1 - alpha of judges x units, chance being pairs of values of different units by different judges."""
    cells = [(unit, judge, value) for judge, row in enumerate(table) for unit, value in enumerate(row)]
    given = [(unit, judge, value) for unit, judge, value in cells if value is not None]
    shared = [one for one in given if sum(other[0] == one[0] for other in given) >= 2]
    units = [[value for unit, _judge, value in shared if unit == own] for own in {unit for unit, *_ in shared}]
    seen = sum(distance(a, b) / (len(unit) - 1) for unit in units for a, b in permutations(unit, 2)) / len(shared)
    apart = [distance(a[2], b[2]) for a, b in permutations(shared, 2) if a[0] != b[0] and a[1] != b[1]]
    return seen / (sum(apart) / len(apart)) if seen and sum(apart) else float("nan")


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
