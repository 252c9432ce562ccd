"""Pages and texts claim no more than there is: intervals, counts and hands that looked through."""

import re

import numpy as np
import pytest

from evaluation.services.exports.report import report_of
from evaluation.services.jobs import run_waiting_jobs
from evaluation.services.reporting.datasheet.of_the_study import quality_entries
from evaluation.services.results import contrasts, source_readings
from evaluation.services.results.comparison import comparison
from evaluation.services.results.phenomena import phenomenon_contrasts
from evaluation.services.results.rated_items import ItemFacts, RatedItems
from evaluation.services.results.selection import Selection, exclude
from evaluation.services.results.sources import NOT_READ_YET, source_rows
from evaluation.services.results.study_summary import criterion_findings
from evaluation.statistics.rating_table import Ratings
from tests.site.factories import make_item
from tests.site.results.rated_study import rate, rated_study, usage

pytestmark = pytest.mark.django_db


@pytest.fixture
def study(meera):
    return rated_study(meera)


def test_with_one_judge_no_interval_is_spoken_of_and_the_page_says_why(study, sizes, client_of, meera):
    study.participations.exclude(pseudonym="J01").delete()
    report = report_of(study, Selection()).files
    assert "The models' means over all their sentences: EC0" in report["results.txt"]
    assert "with an interval for other sentences" not in report["methods.txt"]
    assert "interval" not in criterion_findings(study, Selection(), usage(study)).means.for_whom
    page = client_of(meera).get(f"/studies/{study.slug}/results/comparison/?criterion=usage&whole").content.decode()
    row = page.split('<th scope="row">EC0</th>')[1].split("soundness")[0]
    assert "one judge rated it: nothing follows for other judges" in row.split("%")[0]


def test_a_sentence_left_out_by_hand_is_not_one_without_ratings(study, meera):
    exclude(what=study.items.get(number=3), reason="a typing error", actor=meera)
    found = criterion_findings(study, Selection.of(study), usage(study))
    assert "unrated" not in [caution.kind for caution in found.cautions]
    make_item(study, 5, text="nobody rated it")
    found = criterion_findings(study, Selection.of(study), usage(study))
    assert "1 sentence has no rating that counts." in [caution.words for caution in found.cautions]


def test_estimates_say_on_how_many_drawn_sentences_they_rest(study, sizes, client_of, meera):
    address = f"/studies/{study.slug}/results/comparison/?criterion=usage&whole"
    assert "of these drawn" not in client_of(meera).get(address).content.decode()
    item = study.items.get(number=0)
    make_item(study, 4, pair=item.pair, memberships=item.memberships, condition="picked", probability=None)
    for place in item.places.all():
        rate(place.participation, study.items.get(number=4), 3)
    page = client_of(meera).get(address).content.decode()
    row = page.split('<th scope="row">EC1</th>')[1]
    assert re.findall(r'<td class="number">\s*([\d,]+)\s*</td>', row)[1:3] == ["3", "2"]
    assert page.count("of these drawn") == 1 + len(comparison(study, Selection(), usage(study)).pairs)


def test_more_cells_than_are_compared_are_counted_on_the_page(study, sizes, client_of, meera, monkeypatch):
    address = f"/studies/{study.slug}/results/comparison/?criterion=usage&whole"
    assert "not compared here" not in client_of(meera).get(address).content.decode()
    for module in ("contrasts", "comparison"):
        monkeypatch.setattr(f"evaluation.services.results.{module}.MOST_CELLS", 3)
    assert comparison(study, Selection(), usage(study)).cells_left_out == 1
    assert "1 more is not compared here" in client_of(meera).get(address).content.decode()
    assert contrasts.MOST_CELLS == 3


def test_sentences_from_elsewhere_are_counted_as_unread_once(study, client_of, meera):
    pair = study.pairs.first()
    fields = {"source": "llm", "condition": "llm", "probability": None, "memberships": ["EC0"]}
    make_item(study, 5, pair=pair, text="in the pair's words", sentence_key="a key", **fields)
    make_item(study, 6, pair=pair, text="in other words", **fields | {"memberships": []})
    (llm, *_others) = source_rows(study, Selection())
    assert (llm.exact, llm.reasons[NOT_READ_YET]) == (1, 1)
    assert (source_readings.unread(study), source_readings.unexplained(study)) == (1, 1)
    page = client_of(meera).get(f"/studies/{study.slug}/results/sources/").content.decode()
    assert "1 sentence from elsewhere has not been read yet" in page
    assert "the first broken rule has not been looked up yet" in page
    assert "Not read yet (1)" in page
    assert "Cannot be read: not read yet" not in page


def test_what_nobody_has_tried_to_read_is_not_said_to_be_unreadable(study, client_of, meera):
    make_item(study, 5, text="Oil hai", source="tweets", condition="tweets", probability=None, memberships=[])
    address = f"/studies/{study.slug}/results/sources/"
    (tweets, *_others) = source_rows(study, Selection())
    assert (tweets.waiting, tweets.unreadable_share.value) == (1, None)
    assert "Not read yet" in client_of(meera).get(address).content.decode()
    source_readings.start_reading(study=study, actor=meera)
    run_waiting_jobs()
    (tweets, *_others) = source_rows(study, Selection())
    assert (tweets.waiting, tweets.unreadable_share.value) == (0, 1.0)
    assert "Not read yet" not in client_of(meera).get(address).content.decode()


def test_only_what_somebody_left_out_was_looked_through_by_hand(study, meera):
    def said():
        return " ".join(str(entry) for entry in quality_entries(study))

    study.selection = Selection(too_fast_ms=100_000).as_json()
    study.save()
    assert "looked through by hand" not in said()
    exclude(what=study.participations.first(), reason="asked to be", actor=meera)
    assert "looked through by hand" in said()


def test_a_difference_in_z_scores_is_no_larger_than_any_two_can_be():
    """Eight pairs of two sentences; one of all sixteen has the phenomenon, and switch points nearly say which."""
    rng = np.random.default_rng(4)
    rows = [(item, judge, int(rng.integers(0, 6))) for item in range(16) for judge in range(4)]
    ratings = Ratings.of(*zip(*rows, strict=True))
    items = [
        ItemFacts(
            pk=item,
            condition="",
            cell="EC0 only",
            memberships=frozenset({"EC0"}),
            pair=item // 2 + 1,
            probability=0.5,
            phenomena=frozenset({"pronoun"} if item in (0, 3, 5) else ()),
            switch_points=100 * (item in (0, 3, 5)) + item % 5,
        )
        for item in range(16)
    ]
    rated = RatedItems(ratings, items)
    (found,) = phenomenon_contrasts(rated, rng, (0, 5))
    # Every judge rated everything.
    widest = np.mean([5 / np.std(ratings.values[ratings.judges == judge], ddof=1) for judge in range(4)])
    assert rated.z_width(0, 5) == pytest.approx(widest)
    for side, width in ((found.raw, 5), (found.z, widest)):
        bounds = side.difference.bounds
        assert bounds is None or (-width <= bounds[0] and bounds[2] <= width)
