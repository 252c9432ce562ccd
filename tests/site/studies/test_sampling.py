"""Drawing a study's sentences: by each method, repeatable from a seed, each with its probability."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from evaluation.models import Item, Job, JobState, StudyState
from evaluation.services import generation, studies
from evaluation.services.errors import Refused
from evaluation.services.jobs import run_waiting_jobs
from evaluation.services.pairs import turns
from evaluation.services.studies import sampling
from evaluation.services.studies.sampling.draw_pair import inclusion_probability, sample
from evaluation.services.studies.sampling.populations import CONTROL_CANDIDATES, populations
from tests.site.factories import redraw, store_pair
from tests.site.pairs.projections import count_projections

pytestmark = pytest.mark.django_db


def in_set(item, model) -> bool:
    return generation.reading(item.pair, item.text) in generation.sentences(item.pair, model)


def test_so_many_sentences_are_drawn_per_pair_and_model(draft):
    items = redraw(draft, {"way": "uniform", "count": 3})
    for pair in draft.pairs.all():
        for model in ("EC1", "ML2"):
            mine = [item for item in items if item.pair == pair and model in item.memberships]
            assert len(mine) >= 3
    assert {item.condition for item in items} == {"EC1", "ML2"}


def test_every_pair_is_projected_once_while_its_sentences_are_drawn(draft, monkeypatch):
    counted = count_projections(monkeypatch)
    pair = draft.pairs.first()
    redraw(
        draft,
        {"way": "uniform", "count": 3},
        {"way": "regions", "first": "EC1", "second": "ML2", "count": 2},
        {"way": "controls", "count": 1},
        {"way": "picked", "sentences": [{"pair": pair.pk, "text": pair.l1_text}]},
    )
    assert counted == dict.fromkeys((pair.l1_text for pair in draft.pairs.all()), 1)


def test_the_condition_a_sentence_was_drawn_for_generates_it_and_memberships_say_who_else_does(draft):
    for item in redraw(draft, {"way": "uniform", "count": 4}):
        assert item.condition in item.memberships
        assert item.memberships == [model for model in ("EC1", "ML2") if in_set(item, model)]


def test_a_sentence_of_several_models_is_shown_once(draft):
    only_pair(draft, "paper-2")
    items = redraw(draft, {"way": "uniform", "count": 1000})
    texts = Counter((item.pair_id, item.text) for item in items)
    assert set(texts.values()) == {1}
    union = sum(
        (generation.sentences(pair, "EC1") | generation.sentences(pair, "ML2")).mixed().count
        for pair in draft.pairs.all()
    )
    assert len(items) == union


def only_pair(study, external_id):
    """Leave one pair in the study."""
    pair = study.pairs.get(external_id=external_id)
    studies.set_pairs(
        study=study, actor=study.owner, revision=study.revision, pairs=[pair.pk], models=study.models_chosen
    )
    return pair


def test_the_probability_is_that_of_being_drawn_by_any_of_the_draws(draft):
    pair = only_pair(draft, "paper-3")
    sizes = {model: generation.sentences(pair, model).mixed().count for model in ("EC1", "ML2")}
    for item in redraw(draft, {"way": "uniform", "count": 3}):
        missed = math.prod(1 - 3 / sizes[model] for model in item.memberships)
        assert item.probability == pytest.approx(1 - missed)


def test_probabilities_agree_with_how_often_sentences_are_drawn(draft):
    pair = draft.pairs.get(external_id="paper-3")
    draft.choices = [{"way": "uniform", "count": 5}]
    sources = list(populations(draft, pair))
    draws, drawn = 1000, Counter()
    for seed in range(draws):
        found = (sample(source, seed=f"{seed} {source.condition}") for source in sources)
        drawn.update({sentence.text for sentences in found for sentence in sentences})
    for text, times in drawn.items():
        expected = inclusion_probability(generation.reading(pair, text), sources)
        # Four standard errors of a share; the seeds are fixed, so it is the same in every run.
        assert abs(times / draws - expected) < 4 * math.sqrt(expected * (1 - expected) / draws)


def test_all_there_are_is_drawn_with_certainty_and_what_lacks_is_said(draft):
    only_pair(draft, "paper-1")
    studies.set_choices(
        study=draft,
        actor=draft.owner,
        revision=draft.revision,
        choices=[{"way": "uniform", "count": 500}],
        seed=1,
        monolingual=False,
    )
    drawn = sampling.draw(study=draft, actor=draft.owner, revision=draft.revision)
    assert {item.probability for item in draft.items.rated()} == {1.0}
    lack = {"pair": "paper-1", "condition": "EC1", "wanted": 500, "found": 14, "left_out": "0"}
    assert lack in drawn.report.short


def test_regions_hold_what_one_model_or_both_generate(draft):
    items = redraw(draft, {"way": "regions", "first": "EC1", "second": "ML2", "count": 2})
    expected = {"EC1 - ML2": ["EC1"], "ML2 - EC1": ["ML2"], "EC1 & ML2": ["EC1", "ML2"]}
    assert {item.condition for item in items} == set(expected)
    for item in items:
        assert item.memberships == expected[item.condition]
        a, b = (generation.texts(item.pair, model).whole().mixed() for model in ("EC1", "ML2"))
        size = {"EC1 - ML2": a - b, "ML2 - EC1": b - a, "EC1 & ML2": a & b}[item.condition].count
        assert item.probability == pytest.approx(min(2, size) / size)


def test_controls_are_made_by_no_chosen_model(draft):
    items = redraw(draft, {"way": "controls", "count": 3})
    assert len(items) == 15
    for item in items:
        assert item.condition == "control"
        assert item.memberships == []
        assert not in_set(item, "EC1")
        assert not in_set(item, "ML2")
        assert in_set(item, CONTROL_CANDIDATES)
        assert 0 < item.probability < 1


def test_monolingual_sentences_are_drawn_only_where_wanted(draft):
    def monolingual(items):
        return [item for item in items if item.measures["switch_points"] == 0]

    only_pair(draft, "paper-3")
    assert monolingual(redraw(draft, {"way": "uniform", "count": 500})) == []
    texts = {item.text for item in monolingual(redraw(draft, {"way": "uniform", "count": 500}, monolingual=True))}
    assert {"Some people only waste time", "Kuch log sirf samay barbaad karte hain"} <= texts


def test_the_same_seed_draws_the_same_sentences_and_another_seed_others(draft):
    first, again, other = (
        [item.text for item in redraw(draft, {"way": "uniform", "count": 3}, seed=seed)] for seed in (5, 5, 6)
    )
    assert first == again != other


def test_a_pair_s_draw_does_not_depend_on_the_other_pairs(draft):
    before = {item.text for item in redraw(draft, {"way": "uniform", "count": 3}) if item.pair.external_id == "paper-2"}
    only_pair(draft, "paper-2")
    assert {item.text for item in redraw(draft, {"way": "uniform", "count": 3})} == before


def test_sentences_picked_by_hand_keep_their_memberships_and_have_no_probability(draft):
    pair = draft.pairs.get(external_id="paper-1")
    picked = {"way": "picked", "sentences": [{"pair": pair.pk, "text": "saturday is boring uss nazariye se"}]}
    (item,) = redraw(draft, picked)
    assert (item.text, item.condition, item.probability) == ("Saturday is boring uss nazariye se", "picked", None)
    assert item.memberships == ["EC1", "ML2"]
    assert item.tokens[3:] == [["uss", "hi"], ["nazariye", "hi"], ["se", "hi"]]


def test_a_picked_sentence_must_be_one_of_its_pair(draft):
    pair = draft.pairs.get(external_id="paper-1")
    with pytest.raises(Refused, match="is not made of the words of pair paper-1"):
        redraw(draft, {"way": "picked", "sentences": [{"pair": pair.pk, "text": "Sunday is boring"}]})
    assert draft.items.rated().count() > 1


def test_imported_sentences_stand_beside_the_drawn_ones_under_their_source(draft):
    pair = draft.pairs.get(external_id="paper-1")
    sentences = [
        {"pair": pair.pk, "text": "Saturday is boring uss nazariye se"},
        {"pair": pair.pk, "text": "Saturday bahut/hi boring hai"},
        {"pair": None, "text": "and/or aisa/hi kuch"},
    ]
    items = redraw(
        draft, {"way": "imported", "source": "corpus", "sentences": sentences}, {"way": "uniform", "count": 1}
    )
    known, unknown, alone = items[:3]
    assert {item.source for item in items[:3]} == {item.condition for item in items[:3]} == {"corpus"}
    assert known.memberships == ["EC1", "ML2"]
    assert known.sentence_key
    assert unknown.tokens == [["Saturday", "en"], ["bahut", "hi"], ["boring", "en"], ["hai", "hi"]]
    assert unknown.text == "Saturday bahut boring hai"
    assert alone.pair is None
    assert alone.tokens == [["and/or", "en"], ["aisa", "hi"], ["kuch", "hi"]]
    assert [item.number for item in items] == list(range(1, len(items) + 1))


def test_signature_and_measures_are_stored_with_each_sentence(draft):
    item = redraw(draft, {"way": "uniform", "count": 1})[0]
    assert item.signature == generation.model_signature(f"{item.condition}(unpaired=together)")
    assert item.measures["switch_points"] >= 1
    assert item.sentence_key == generation.reading(item.pair, item.text).key


def test_drawing_again_replaces_what_was_drawn_and_keeps_practice(draft):
    studies.set_checks(
        study=draft,
        actor=draft.owner,
        revision=draft.revision,
        attention=[],
        repeats=0,
        practice=[studies.PracticeSpec("Saturday is neeras")],
    )
    redraw(draft, {"way": "uniform", "count": 1})
    redraw(draft, {"way": "uniform", "count": 4})
    assert draft.items.filter(kind="practice").count() == 1
    assert draft.items.rated().count() > 10


def test_many_pairs_are_drawn_in_the_background(draft, monkeypatch):
    monkeypatch.setattr("evaluation.services.studies.sampling.draw_study.PAIRS_DRAWN_AT_ONCE", 2)
    draft.items.all().delete()
    job = sampling.request_drawing(study=draft, actor=draft.owner)
    assert isinstance(job, Job)
    assert run_waiting_jobs() == 1
    job.refresh_from_db()
    assert (job.state, job.total, job.done) == ("done", 5, 5)
    assert job.result["items"] == draft.items.rated().count() > 0
    assert job.result["address"] == f"/studies/{draft.slug}/edit/sentences/"


def test_a_study_edited_while_its_sentences_are_drawn_keeps_the_old_ones(draft, monkeypatch):
    monkeypatch.setattr("evaluation.services.studies.sampling.draw_study.PAIRS_DRAWN_AT_ONCE", 2)
    before = list(draft.items.values_list("pk", flat=True))
    job = sampling.request_drawing(study=draft, actor=draft.owner)
    studies.update(
        study=draft, actor=draft.owner, revision=draft.revision, step="texts", fields={"name": "Another name"}
    )
    run_waiting_jobs()
    job.refresh_from_db()
    assert job.state == "failed"
    assert "changed while its sentences were drawn" in job.message
    assert list(draft.items.values_list("pk", flat=True)) == before


def test_an_opened_study_is_not_drawn_again(draft):
    studies.open_study(study=draft, actor=draft.owner)
    with pytest.raises(Refused, match="stay as they are"):
        sampling.request_drawing(study=draft, actor=draft.owner)


@pytest.mark.parametrize(
    ("choice", "field"),
    [
        ({"way": "uniform", "count": 0}, "uniform_count"),
        ({"way": "uniform", "count": "many"}, "uniform_count"),
        ({"way": "uniform", "count": True}, "uniform_count"),
        ({"way": "regions", "first": "EC1", "second": "EC1", "count": 1}, "regions_second"),
        ({"way": "regions", "first": "EC1", "second": "ML0", "count": 1}, "regions_second"),
        ({"way": "controls", "count": -1}, "controls_count"),
        ({"way": "picked", "sentences": []}, "picked"),
        ({"way": "picked", "sentences": [{"pair": None, "text": "x"}]}, "picked"),
        ({"way": "picked", "sentences": [{"pair": 10**9, "text": "x"}]}, "picked"),
        ({"way": "imported", "source": "", "sentences": [{"pair": None, "text": "x"}]}, "imported"),
        ({"way": "imported", "source": "EC1", "sentences": [{"pair": None, "text": "x"}]}, "imported"),
        ({"way": "imported", "source": "s", "sentences": [{"pair": None, "text": " "}]}, "imported"),
        ({"way": "imported", "source": "s", "sentences": [{"pair": None, "text": "x" * 1001}]}, "imported"),
        ({"way": "guessed"}, "choices"),
    ],
)
def test_a_choice_that_cannot_be_made_is_refused_at_its_field(draft, choice, field):
    with pytest.raises(Refused) as refused:
        redraw(draft, choice)
    assert refused.value.field == field
    assert draft.items.rated().exists()


def test_a_way_that_is_there_twice_is_refused(draft):
    with pytest.raises(Refused, match="twice"):
        redraw(draft, {"way": "uniform", "count": 1}, {"way": "uniform", "count": 2})


def test_two_sentences_that_read_alike_are_one_item(meera, draft):
    """A word that occurs twice: the sets hold sentences that differ only in which of the two it is."""
    pair = store_pair(
        meera,
        draft.pairs.first().collection,
        {
            "id": "twice",
            "l1": {"lang": "en", "tree": "(S (NP (NN time)) (VP (VBZ is) (NP (NN time))))"},
            "l2": {"lang": "hi", "tokens": ["samay", "samay", "hai"]},
            "alignment": "0-0 2-1 1-2",
        },
    )
    studies.set_pairs(
        study=draft, actor=meera, revision=draft.revision, pairs=[pair.pk], models=["EC0(junctions=off, positions=off)"]
    )
    items = redraw(draft, {"way": "uniform", "count": 500})
    texts = [item.text for item in items]
    readings = generation.sentences(pair, "EC0(junctions=off, positions=off)").mixed()
    assert len(texts) == len(set(texts)) == len({sentence.text for sentence in readings}) < readings.count
    assert {item.probability for item in items} == {1.0}
    assert draft.state == StudyState.DRAFT
    assert Item.objects.filter(study=draft).count() == len(items)


def test_drawing_that_takes_too_long_for_a_request_goes_on_in_the_background(draft, monkeypatch):
    monkeypatch.setattr(turns, "SECONDS_AT_WORK", 0)
    before = set(draft.items.values_list("pk", flat=True))
    asked = sampling.request_drawing(study=draft, actor=draft.owner)
    assert isinstance(asked, Job)
    assert set(draft.items.values_list("pk", flat=True)) == before
    monkeypatch.undo()
    run_waiting_jobs()
    asked.refresh_from_db()
    assert asked.state == JobState.DONE
