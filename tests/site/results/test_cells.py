"""One cell a sentence in tables, contrasts and mixed model; a source's mean is over all its sentences."""

from collections import defaultdict

import numpy as np
import pytest

from evaluation.services.results.contrasts import declared_contrasts
from evaluation.services.results.fitted_models import by_cell
from evaluation.services.results.picture_data import PictureData
from evaluation.services.results.rated_items import rated_items
from evaluation.services.results.selection import Selection
from evaluation.services.results.sentence_page import SentenceQuery, sentence_page
from evaluation.services.results.sources import source_rows
from evaluation.services.results.tables import Tables
from evaluation.services.results.wording import contrast_words
from tests.site.factories import make_item, make_pair, make_participation, make_study, person
from tests.site.results.rated_study import rate, usage

pytestmark = pytest.mark.django_db

PAIRS = 6
# Per pair: which models generate a sentence, how likely it was drawn, where it is from, its condition.
SENTENCES = (
    (["EC0"], 0.5, "", "EC0 - ML2"),
    (["ML2"], 0.5, "", "ML2 - EC0"),
    (["EC0"], None, "llm", "llm"),
    (["ML2"], None, "llm", "llm"),
    # From elsewhere, and drawn as well.
    (["ML2"], 0.5, "llm", "llm"),
)


@pytest.fixture
def study(meera):
    """Drawn sentences of either model beside sentences of a source, which are rated much higher where EC0 has them."""
    found = make_study(meera, items=0, models_chosen=["EC0", "ML2"])
    pairs = [make_pair(meera, external_id=f"pair-{number}") for number in range(PAIRS)]
    for place, pair in enumerate(pairs):
        for number, (models, probability, source, condition) in enumerate(SENTENCES):
            fields = {"memberships": models, "probability": probability, "source": source, "condition": condition}
            make_item(found, place * 10 + number, pair=pair, text=f"{place} {number}", **fields)
    for judge in range(3):
        participation = make_participation(found, person(f"judge-{judge}", "judge"), pseudonym=f"J{judge}")
        for item in found.items.order_by("number"):
            high = item.source and item.memberships == ["EC0"]
            rate(participation, item, 5 if high else (item.number * 7 + judge + item.number // 10) % 4)
    return found


def data_of(study):
    return rated_items(study, Selection(), usage(study))


def test_every_page_has_the_same_cells(study):
    cells = {cell: len(places) for cell, places in data_of(study).cells.items()}
    assert cells == {"EC0 only": PAIRS, "ML2 only": 2 * PAIRS, "llm": 2 * PAIRS}
    assert {row.label: row.sentences for row in Tables(study, Selection()).models()} == cells
    found = {cell: sentence_page(study, Selection(), SentenceQuery(cell=cell)).total for cell in cells}
    assert found == cells


def test_a_sources_mean_is_over_all_its_sentences(study):
    (source,) = [row for row in source_rows(study, Selection()) if row.name == "llm"]
    (given,) = PictureData(study, Selection(), usage(study), threshold=3).means.given
    assert source.sentences == given.figures[0].n == 3 * PAIRS
    assert given.figures[0].value == pytest.approx(source.ratings.sentence_means["usage"].value)


def test_a_planned_contrast_within_pairs_compares_only_what_was_drawn(study):
    (contrast,) = declared_contrasts(data_of(study), np.random.default_rng(1), study)
    items = {item.pk: mean for item, mean in zip(data_of(study).items, data_of(study).means, strict=True)}

    def mean_of(model):
        per_pair = defaultdict(list)
        for item in study.items.filter(memberships=[model], probability__isnull=False):
            per_pair[item.pair_id].append(items[item.pk])
        return np.mean([np.mean(one) for one in per_pair.values()])

    assert contrast.raw.difference.value == pytest.approx(mean_of("EC0") - mean_of("ML2"))
    assert "these sentences" not in contrast_words(contrast)


def test_the_mixed_model_has_no_cell_on_both_sides_of_a_planned_contrast(study, monkeypatch):
    monkeypatch.setattr("evaluation.services.results.fitted_models.MOST_FOR_CUTS", 0)
    found = by_cell(data_of(study), study, 3)
    (declared,) = found["declared"]
    (same,) = [one for one in found["contrasts"] if (one["first"], one["second"]) == ("EC0 only", "ML2 only")]
    assert (declared["value"], declared["p"]) == (pytest.approx(same["value"]), pytest.approx(same["p"]))


def test_where_nothing_was_drawn_picked_sentences_are_compared_and_it_is_said(study):
    study.items.filter(source="").update(probability=None, condition="picked")
    study.items.exclude(source="").update(probability=None)
    cells = {cell: len(places) for cell, places in data_of(study).cells.items()}
    assert cells == {"EC0 only": PAIRS, "ML2 only": PAIRS, "llm": 3 * PAIRS}
    assert {row.label: row.sentences for row in Tables(study, Selection()).models()} == cells
    (contrast,) = declared_contrasts(data_of(study), np.random.default_rng(1), study)
    assert contrast_words(contrast).endswith("It holds for these sentences, since none was drawn at random.")
