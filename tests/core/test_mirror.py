"""Exchanging the languages of a shared tree gives every model's mirror image."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from cswitch_core import L2, PAPER_MODELS, model, other, project
from tests.core.cast import paper_pairs
from tests.core.mirror import mirrored
from tests.core.random_pairs import odd_pairs, projected

MIRRORED_MODELS = (*PAPER_MODELS, "EC0(strict)", "EC1(second_chance)")


def check_mirror(name: str, tree) -> None:
    mirror = mirrored(tree)
    image = {
        tuple((tree.places[L2][slot], other(language)) for slot, language in sentence.steps)
        for sentence in model(name).sentences(tree)
    }
    assert {sentence.steps for sentence in model(name).sentences(mirror)} == image


@pytest.mark.parametrize("name", MIRRORED_MODELS)
def test_the_papers_pairs_mirror(name):
    for pair in paper_pairs()[:4]:
        check_mirror(name, project(pair))


@settings(max_examples=30, deadline=None, derandomize=True)
@given(odd_pairs())
def test_any_pair_mirrors(pair):
    tree = projected(pair)
    for name in PAPER_MODELS:
        check_mirror(name, tree)


@pytest.mark.parametrize(("this", "that"), [("l1", "l2"), ("l2", "l1")])
def test_a_matrix_language_mirrors_into_the_other(this, that):
    tree = project(paper_pairs()[1])
    image = {
        tuple((tree.places[L2][slot], other(language)) for slot, language in sentence.steps)
        for sentence in model(f"ML0(matrix={this})").sentences(tree)
    }
    assert {sentence.steps for sentence in model(f"ML0(matrix={that})").sentences(mirrored(tree))} == image
