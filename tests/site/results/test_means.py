"""The means that are named anywhere: of a model over its whole set, of what stands for no others over itself."""

import pytest

from evaluation.services.results.comparison import comparison
from evaluation.services.results.picture_data import PictureData
from evaluation.services.results.pictures import means_picture
from evaluation.services.results.selection import Selection
from tests.site.results.rated_study import rated_study, usage_scores

pytestmark = pytest.mark.django_db


@pytest.fixture
def study(meera):
    return rated_study(meera)


def means_of(study):
    return PictureData(study, Selection(), study.criteria.get(key="usage"), threshold=3).means


def test_a_models_mean_is_that_of_its_comparison(study):
    compared = comparison(study, Selection(), study.criteria.get(key="usage"))
    found = {row.label: row.figures[0] for row in means_of(study).models}
    assert found == {one.model: one.mean for one in compared.models if one.mean.is_defined}
    assert found
    assert "each rated one weighed by how many it stands for" in means_of(study).for_whom
    # One sentence of each set was rated.
    assert "interval" not in means_of(study).for_whom
    drawn = means_picture(PictureData(study, Selection(), study.criteria.get(key="usage"), threshold=3), 600)
    assert ">mean</text>" in drawn
    assert "interval" not in drawn


def test_picked_sentences_have_a_mean_of_their_own_for_other_judges_of_them(study):
    study.items.filter(number__in=(0, 3)).update(probability=None, condition="EC0")
    found = means_of(study)
    (given,) = found.given
    values = [sum(usage_scores(number)) / len(usage_scores(number)) for number in (0, 3)]
    assert (given.label, given.figures[0].value) == ("EC0", pytest.approx(sum(values) / 2))
    assert "for other judges of them" in found.for_whom
    # They must be told from the model of that name.
    assert found.models
    assert "EC0 (these sentences)" in [row.label for row in found.rows]


def test_where_all_were_picked_nothing_is_said_of_models_and_other_sentences(study, client_of, meera):
    study.items.filter(number__lt=10).update(probability=None)
    found = means_of(study)
    assert (found.models, [row.label for row in found.rows]) == ([], ["EC0", "ML0"])
    assert "other sentences of these pairs" not in found.for_whom
    for part in ("", "text/"):
        page = client_of(meera).get(f"/studies/{study.slug}/results/{part}").content.decode()
        assert "for other sentences" not in page
