import pytest

from evaluation.services.results import set_sizes
from tests.site.results.rated_study import rated_study

CELLS = (("EC0", "EC1"), ("ML0",), ("EC0", "ML0"), ("EC1", "ML0"))


@pytest.fixture
def study(meera):
    return rated_study(meera)


@pytest.fixture
def sizes(study, monkeypatch):
    """Sets of known size in place of the core's; the four rated sentences are in four strata of two pairs."""
    counts = dict(zip(CELLS, (40, 10, 20, 30), strict=True))
    pairs = [item.pair_id for item in study.items.filter(kind="study").order_by("number")]
    cells = {(pair, frozenset(cell)): size for pair, (cell, size) in zip(pairs, counts.items(), strict=True)}
    known = set_sizes.SetSizes(("EC0", "EC1", "ML0"), cells, pairs=2)
    monkeypatch.setattr("evaluation.services.results.comparison.set_sizes", lambda _study: known)
    return known


@pytest.fixture
def all_rated(sizes, monkeypatch):
    """The same sets with one sentence in each stratum, which was rated."""
    whole = set_sizes.SetSizes(sizes.models, dict.fromkeys(sizes.cells, 1), sizes.pairs)
    monkeypatch.setattr("evaluation.services.results.comparison.set_sizes", lambda _study: whole)
