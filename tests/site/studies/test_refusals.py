"""What the services of studies refuse, and what else a change changes."""

from __future__ import annotations

import pytest

from evaluation.services import studies
from evaluation.services.errors import Refused
from evaluation.services.studies import allocation, sampling

pytestmark = pytest.mark.django_db


def set_checks(study, *, practice=(), attention=()):
    studies.set_checks(
        study=study, actor=study.owner, revision=study.revision, practice=practice, attention=attention, repeats=0
    )


def test_checks_that_cannot_be_are_refused_by_the_service_too(meera):
    study = studies.create(owner=meera, name="Draft")
    practice, attention = studies.PracticeSpec, studies.AttentionSpec
    wrong = [
        ({"practice": [practice(" ")]}, "practice-0-text"),
        ({"practice": [practice("x")] * 101}, "practice"),
        ({"attention": [attention("x", {})]}, "attention-0-text"),
        ({"attention": [attention("x", {"colour": (0, 1)})]}, "attention-0-text"),
        ({"attention": [attention("x", {"usage": (0, 9)})]}, "attention-0-usage_low"),
    ]
    for specs, field in wrong:
        with pytest.raises(Refused) as refused:
            set_checks(study, **specs)
        assert refused.value.field == field
    assert not study.items.exists()


def test_pairs_choices_and_seeds_that_cannot_be_are_refused_by_the_service_too(draft):
    common = {"study": draft, "actor": draft.owner, "revision": draft.revision}
    with pytest.raises(Refused, match="at least one pair"):
        studies.set_pairs(**common, pairs=[], models=["EC0"])
    with pytest.raises(Refused, match="EC9"):
        studies.set_pairs(**common, pairs=[draft.pairs.first().pk], models=["EC9"])
    for seed in (-1, 2**63):
        with pytest.raises(Refused, match="seed"):
            studies.set_choices(**common, choices=draft.choices, seed=seed, monolingual=False)
    no_models = studies.create(owner=draft.owner, name="No models")
    for way in ("uniform", "controls"):
        with pytest.raises(Refused, match="at least one model"):
            studies.set_choices(
                study=no_models,
                actor=draft.owner,
                revision=1,
                choices=[{"way": way, "count": 1}],
                seed=1,
                monolingual=False,
            )
    with pytest.raises(Refused, match="Say first how"):
        sampling.draw(study=no_models, actor=draft.owner, revision=1)


def test_expectations_about_a_criterion_that_is_gone_go_with_it(meera):
    study = studies.create(owner=meera, name="Draft")
    set_checks(study, attention=[studies.AttentionSpec("x", {"usage": (0, 1), "fluency": (0, 0)})])
    usage = study.criteria.get(key="usage")
    studies.set_criteria(
        study=study,
        actor=meera,
        revision=study.revision,
        criteria=[studies.CriterionSpec(key="usage", texts=usage.texts)],
    )
    assert study.items.get().expected == {"usage": [0, 1]}


def test_changing_the_design_or_the_seed_makes_new_lists_and_draws(draft):
    allocation.number_lists(draft)
    studies.update(
        study=draft, actor=draft.owner, revision=draft.revision, step="judges", fields={"seed": 8, "items_per_judge": 3}
    )
    assert not draft.items.exclude(list_numbers=[]).exists()
    assert draft.drawn_at is None
