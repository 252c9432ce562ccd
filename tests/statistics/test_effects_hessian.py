"""The eliminated Hessian of the random effects beside the one built whole."""

import numpy as np
import pytest

from evaluation.statistics.costs.columns import cost_design
from evaluation.statistics.costs.simulated import TrueStudy, simulated
from evaluation.statistics.design import Design, grouping_of
from evaluation.statistics.effects_hessian import EffectsHessian

DESIGNS = {
    "slopes of judges and pairs": TrueStudy(
        {"a": 0.5, "b": 0.2}, pairs=7, judges=12, matches=2, together=[frozenset("ab")]
    ),
    "one match a pair": TrueStudy({"a": 0.5}, pairs=7, judges=12),
    "judges without slopes": TrueStudy({"a": 0.5}, pairs=6, judges=4, matches=2, ratings_each=20),
}


@pytest.mark.parametrize("name", list(DESIGNS))
def test_determinant_solutions_and_traces_are_those_of_the_whole_matrix(name):
    grouping, _names, _order = grouping_of(cost_design(simulated(DESIGNS[name], np.random.default_rng(3))).design)
    rng = np.random.default_rng(1)
    sigmas = rng.uniform(0.2, 1.2, len(grouping.sizes))
    curvature = rng.uniform(0.1, 0.4, grouping.sentences.size)
    size = sum(grouping.sizes)
    z = np.column_stack([np.sum(grouping.contributions(one, sigmas), axis=0) for one in np.eye(size)])
    whole = np.eye(size) + z.T @ (curvature[:, None] * z)
    inverse = np.linalg.inv(whole)
    hessian = EffectsHessian(grouping, curvature, sigmas)
    right = rng.normal(size=size)
    assert hessian.log_determinant == pytest.approx(np.linalg.slogdet(whole)[1])
    assert hessian.solve(right) == pytest.approx(inverse @ right)
    assert hessian.spreads() == pytest.approx(np.einsum("ri,ij,rj->r", z, inverse, z))
    groups = np.split(np.diag(inverse), np.cumsum(grouping.sizes)[:-1])
    assert hessian.inverse_traces() == pytest.approx([one.sum() for one in groups])
    assert grouping.total(right, sigmas) == pytest.approx(z @ right)


def test_a_slope_of_pairs_has_one_value_for_a_sentence():
    design = Design(
        [1, 2, 3, 1], np.zeros((4, 0)), [], "jkjk", "pppp", "aabb", pair_slopes={"x": np.array([0.5, -0.5, 0.5, 0.5])}
    )
    with pytest.raises(ValueError, match="one value for a sentence: x"):
        grouping_of(design)
