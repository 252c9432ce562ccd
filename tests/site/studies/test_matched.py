"""Matched pairs by constraint: what is drawn, what is stored, who gets what, and what there is beforehand."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from evaluation.models import Design, Item, Job
from evaluation.services import generation, studies
from evaluation.services.errors import Refused
from evaluation.services.jobs import run_waiting_jobs
from evaluation.services.studies import allocation, sampling
from evaluation.services.studies.sampling import available
from tests.site.factories import make_participation, person, redraw

pytestmark = pytest.mark.django_db
MATCHED = {"way": "matched", "constraints": {"ML2": ["functional_words"], "EC0": ["positions"]}, "count": 2}


@pytest.fixture
def theories(draft):
    """The draft with three theories."""
    pairs = list(draft.pairs.values_list("pk", flat=True))
    models = ["EC0", "ML0", "ML2"]
    studies.set_pairs(study=draft, actor=draft.owner, revision=draft.revision, pairs=pairs, models=models)
    return draft


def members(items) -> dict[int, dict[str, Item]]:
    found: dict[int, dict[str, Item]] = defaultdict(dict)
    for item in items:
        if item.match:
            found[item.match["number"]][item.match["role"]] = item
    return found


def test_a_match_is_a_sentence_that_breaks_one_constraint_and_a_clean_one_of_as_many_switches(theories):
    matches = members(redraw(theories, MATCHED))
    assert list(matches) == list(range(1, len(matches) + 1))
    for both in matches.values():
        violator, partner = both["violator"], both["partner"]
        said = violator.match
        assert said == partner.match | {"role": "violator"}
        assert violator.pair == partner.pair
        assert violator.broken[said["theory"]] == [[said["constraint"]]]
        assert partner.broken[said["theory"]] == [[]]
        assert violator.measures["switch_points"] == partner.measures["switch_points"] == said["switches"] > 0
        assert said["places"] == 1
        assert said["distance"] >= 1
        assert violator.condition == f"{said['theory']}: {said['constraint']} broken"
        assert partner.condition == f"{said['theory']}: {said['constraint']} kept"
        assert violator.probability is partner.probability is None
    cells = Counter((v["violator"].pair_id, v["violator"].match["theory"]) for v in matches.values())
    assert set(cells.values()) == {2}


def test_a_sentence_is_in_one_match_at_most(theories):
    items = redraw(theories, MATCHED | {"constraints": {"EC0": ["positions"], "ML0": ["functional_words"]}, "count": 5})
    assert all(len(both) == 2 for both in members(items).values())
    assert len({(item.pair_id, item.text) for item in items}) == len(items)


def test_the_same_seed_draws_the_same_matches(theories):
    first, again, other = (
        [(item.text, item.match) for item in redraw(theories, MATCHED, seed=seed)] for seed in (5, 5, 6)
    )
    assert first == again != other


def test_nothing_else_changes_if_that_is_asked_for(theories):
    choice = {"way": "matched", "constraints": {"ML0": ["nesting"]}, "count": 2, "same_others": True}
    matches = members(redraw(theories, choice))
    assert matches
    for both in matches.values():
        for theory in ("EC0", "ML2"):
            assert both["violator"].broken[theory] == both["partner"].broken[theory]


def test_members_of_a_match_that_were_drawn_or_picked_too_are_shown_once(theories):
    pair = theories.pairs.get(external_id="paper-1")
    matched = redraw(theories, MATCHED)
    own = next(item for item in matched if item.pair == pair)
    picked = {"way": "picked", "sentences": [{"pair": pair.pk, "text": own.text}]}
    items = redraw(theories, MATCHED, picked, {"way": "uniform", "count": 400})
    (kept,) = [item for item in items if (item.pair, item.text) == (pair, own.text)]
    assert (kept.condition, kept.match) == ("picked", own.match)
    assert all(len(both) == 2 for both in members(items).values())
    clean = [item for item in items if item.pair == pair and item.match and item.match["role"] == "partner"]
    assert all(item.probability == 1 for item in clean)


@pytest.mark.parametrize(
    ("constraints", "words"),
    [
        ({"ML9": ["nesting"]}, "“ML9” is no theory of this study. Its theories are EC0, ML0, ML2."),
        (
            {"ML2": ["nestig"]},
            "“nestig” is no constraint of ML2, which has clauses, functional_words, content, fragments.",
        ),
        ({}, "Choose at least one constraint to be broken."),
        ({"ML2": []}, "Choose at least one constraint to be broken."),
    ],
)
def test_unknown_theories_and_constraints_are_refused_with_the_known_ones(theories, constraints, words):
    with pytest.raises(Refused) as refused:
        redraw(theories, MATCHED | {"constraints": constraints})
    assert (refused.value.message, refused.value.field) == (words, "matched_constraints")


def test_what_there_is_is_counted_before_anything_is_drawn(theories, meera):
    choice = {"way": "matched", "constraints": {"EC0": ["junctions"], "ML2": ["fragments"]}, "count": 3}
    set_choices(theories, choice)
    assert sampling.request_counting(study=theories, actor=meera) is None
    found = theories.available
    assert (found["wanted"], found["pairs"], found["cells_left_off"]) == (3, 5, 0)
    cell = next(c for c in found["cells"] if (c["pair"], c["constraint"]) == ("paper-1", "fragments"))
    counts = ("violators", "in_one_place", "with_partner", "matches", "why")
    assert [cell[name] for name in counts] == ["4", "4", "4", 3, ""]
    short = next(c for c in found["cells"] if (c["pair"], c["constraint"]) == ("paper-1", "junctions"))
    assert (short["violators"], short["why"]) == ("0", "no sentence breaks exactly this constraint")
    # Those that lack something stand first.
    reasons = [bool(each["why"]) for each in found["cells"]]
    assert reasons == sorted(reasons, reverse=True)
    totals = {total["constraint"]: total for total in found["constraints"]}
    assert totals["junctions"]["lacking"] == sum(
        c["constraint"] == "junctions" and bool(c["why"]) for c in found["cells"]
    )
    assert not theories.items.rated().filter(match__isnull=False).exists()
    sampling.draw(study=theories, actor=meera, revision=theories.revision)
    drawn = Counter(item.match["constraint"] for item in theories.items.filter(match__role="violator"))
    assert 0 < drawn["fragments"] <= totals["fragments"]["matches"]
    lacks = {(lack["pair"], lack["condition"]): lack["why"] for lack in theories.drawing["short"]}
    assert lacks["paper-1", "EC0: junctions broken"] == "no sentence breaks exactly this constraint"


def test_many_pairs_are_counted_in_the_background_and_only_for_the_study_as_it_is(theories, meera, monkeypatch):
    monkeypatch.setattr(available, "PAIRS_COUNTED_AT_ONCE", 2)
    set_choices(theories, {"way": "matched", "constraints": {"ML2": ["fragments"]}, "count": 1})
    assert isinstance(sampling.request_counting(study=theories, actor=meera), Job)
    run_waiting_jobs()
    theories.refresh_from_db()
    assert theories.available["pairs"] == 5
    # Nothing to count twice; another choice is counted anew.
    assert sampling.request_counting(study=theories, actor=meera) is None
    set_choices(theories, {"way": "matched", "constraints": {"ML2": ["fragments"]}, "count": 2})
    assert theories.available is None


def test_a_tree_too_wide_for_a_constraint_is_named_with_the_reason(theories, monkeypatch, meera):
    def too_wide(self, constraint, wanted, *rest):
        raise generation.OptionError("too many orders")

    monkeypatch.setattr(generation.Matches, "available", too_wide)
    monkeypatch.setattr(generation.Matches, "draw", too_wide)
    set_choices(theories, MATCHED)
    sampling.request_counting(study=theories, actor=meera)
    assert {cell["why"] for cell in theories.available["cells"]} == {"too many orders"}
    drawn = sampling.draw(study=theories, actor=meera, revision=theories.revision)
    assert drawn.items == 0
    assert {lack["why"] for lack in drawn.report.short} == {"too many orders"}


# -- Who gets what ---------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_nobody_gets_the_two_sentences_of_a_match_one_after_the_other(theories):
    only = list(theories.pairs.filter(external_id="paper-1").values_list("pk", flat=True))
    models = theories.models_chosen
    studies.set_pairs(study=theories, actor=theories.owner, revision=theories.revision, pairs=only, models=models)
    redraw(theories, {"way": "matched", "constraints": {"ML2": ["functional_words"]}, "count": 3})
    theories.state, theories.repeats = "open", 2
    theories.save()
    for seed in range(8):
        judge = make_participation(theories, person(f"judge{seed}", "judge"))
        allocation.ensure_places(judge)
        order = [match["number"] for match in judge.places.order_by("order").values_list("item__match", flat=True)]
        assert len(order) == 8
        assert all(one != other for one, other in pairwise(order))


@pytest.mark.both_databases
def test_each_judge_gets_one_of_every_match_if_that_is_asked_for(theories):
    redraw(theories, MATCHED)
    theories.state, theories.design, theories.one_of_match, theories.judges_per_item = "open", Design.BALANCED, True, 2
    theories.save()
    matches = set(theories.items.filter(match__isnull=False).values_list("match__number", flat=True))
    plan = studies.list_plan(theories)
    assert (plan.lists, plan.shortest, plan.judges) == (2, len(matches), 4)
    for number in range(4):
        judge = make_participation(theories, person(f"judge{number}", "judge"))
        allocation.ensure_places(judge)
        given = list(judge.places.values_list("item__match", flat=True))
        assert sorted(match["number"] for match in given) == sorted(matches)
        # A Latin square: as many that break each constraint as partners, or one more or less.
        roles = Counter((match["theory"], match["role"]) for match in given)
        for theory in ("EC0", "ML2"):
            assert abs(roles[theory, "violator"] - roles[theory, "partner"]) <= 1
    counts = Counter(theories.items.filter(match__isnull=False).values_list("places__item", flat=True))
    assert set(counts.values()) == {2}


def set_choices(study, *choices) -> None:
    studies.set_choices(
        study=study, actor=study.owner, revision=study.revision, choices=choices, seed=7, monolingual=False
    )
