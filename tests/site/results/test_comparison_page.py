"""The page of the comparison: what was planned stands first, the rest is folded away, contrasts are sentences."""

import re
from types import SimpleNamespace

import numpy as np
import pytest
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from evaluation.services.results.contrasts import Contrast, Side, contrasts
from evaluation.services.results.rated_items import ItemFacts, RatedItems
from evaluation.services.results.wording import agreement_words, contrast_words, cost_words, from_to, which_sentences
from evaluation.statistics.figure import Figure
from evaluation.statistics.other_judges import ONE_PAIR, UNANIMOUS
from evaluation.statistics.rating_table import Ratings
from evaluation.templatetags.results import interval, percent, percent_interval, points_interval, probability

PAGE = "/studies/saturday/results/comparison/"


def unfolded(page):
    """What is seen before anything is opened."""
    return re.sub(r'<details class="folded">.*?</details>', "", page, flags=re.DOTALL)


def test_the_planned_comparison_is_first_and_the_others_are_folded(study, client_of, meera):
    study.choices = [{"way": "regions", "first": "EC1", "second": "ML0", "count": 1}]
    study.save()
    page = client_of(meera).get(PAGE).content.decode()
    assert re.findall(r"<h3[^>]*>\s*([\w ?]+?)\s*</h3>", page)[0] == "The planned comparison"
    seen = unfolded(page)
    assert seen.count('<section class="card two-models">') == 1
    assert page.count('<section class="card two-models">') == 3
    assert "EC1 / ML0" in seen


def test_where_nothing_was_planned_all_numbers_are_folded(study, client_of, meera):
    page = client_of(meera).get(PAGE).content.decode()
    assert "Exploratory: two models at a time" in page
    assert "No two models were planned to be compared." in unfolded(page)
    assert 'class="contrast-sentences"' not in unfolded(page)
    assert '<section class="card two-models">' not in unfolded(page)
    assert page.count('<section class="card two-models">') == 3


def test_verdicts_side_by_side_are_said_to_be_uncorrected(study, client_of, meera):
    study.choices = [{"way": "regions", "first": "EC1", "second": other, "count": 1} for other in ("EC0", "ML0")]
    study.save()
    page = client_of(meera).get(PAGE).content.decode()
    assert "These 2 verdicts are not corrected for their number." in unfolded(page)


def test_with_very_many_ratings_the_page_comes_first_and_asks_for_the_comparison(study, client_of, meera, monkeypatch):
    client = client_of(meera)
    at_once = client.get(f"{PAGE}?criterion=fluency").content.decode()
    monkeypatch.setattr("evaluation.pages.results.comparison.MOST_AT_ONCE", 5)
    page = client.get(f"{PAGE}?criterion=fluency").content.decode()
    assert '<p class="muted waiting">Many ratings: the models are being compared.</p>' in page
    assert "two-models" not in page
    # The page asks for the whole one of the same criterion, and takes all below the head of it; so does one click.
    assert page.count("?criterion=fluency&amp;whole") == 2
    assert 'hx-get="?whole"' in client.get(PAGE).content.decode()
    whole = client.get(f"{PAGE}?criterion=fluency&whole").content.decode()
    token = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
    assert token.sub("", whole.partition("<h2>")[2]) == token.sub("", at_once.partition("<h2>")[2])


def contrast(value, low=None, high=None, reason="", pairs=9, p_holm=0.04):
    side = Side(Figure(value, low, high, n=pairs, reason=reason), Figure(0.02, n=pairs), p_holm=p_holm)
    return Contrast("ML2 - EC0", "EC0 - ML2", side, side, declared=True)


ML2, EC0 = "that ML2 but not EC0 generates", "that EC0 but not ML2 generates"
TEST = "(p = .040 after Holm's correction, 9 pairs)."
TOO_FEW = "too few for an interval, so no difference can be told"
UNTOLD = f", so no difference can be told {TEST}"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (contrast(0.4, 0.1, 0.7), f"rated 0.40 points higher than those {EC0}; 95 % interval 0.10 to 0.70 {TEST}"),
        (
            contrast(0.4, pairs=1),
            f"rated 0.40 points higher than those {EC0}; 1 pair, {TOO_FEW}.",
        ),
        (
            contrast(0.001, -0.2, 0.2),
            f"on average rated as high as those {EC0}; 95 % interval −0.20 to 0.20{UNTOLD}",
        ),
    ],
)
def test_a_contrast_reads_as_a_sentence(given, said):
    assert contrast_words(given) == f"Sentences {ML2} are {said}"


def test_words_do_not_say_more_than_the_corrected_p_value():
    said = contrast_words(contrast(0.4, 0.1, 0.7, p_holm=0.06))
    assert said.endswith(
        "; 95 % interval, by itself, 0.10 to 0.70, but beside the other contrasts no difference can be told "
        "(p = .060 after Holm's correction, 9 pairs)."
    )


def test_a_p_value_just_below_five_per_cent_does_not_read_as_five_per_cent():
    assert "(p = .0497 after Holm's correction" in contrast_words(contrast(0.4, 0.1, 0.7, p_holm=0.0497))
    assert probability(0.04996) == "0.04996"
    assert probability(0.05) == "0.050"


def test_a_contrast_with_few_pairs_is_out_of_reach_unless_others_with_many_can_go_first():
    alike = in_pairs({"EC0": range(6), "EC1": range(6), "ML0": range(6)})
    assert [one.out_of_reach for one in alike] == [True] * 3
    # EC0 and EC1 share 6 pairs, which give p = 2 / 2^6 at least; ML0 shares 12 with either.
    helped = in_pairs({"EC0": range(18), "EC1": [*range(6), *range(18, 30)], "ML0": range(6, 30)})
    assert sorted(one.raw.p.n for one in helped) == [6, 12, 12]
    assert not any(one.out_of_reach for one in helped)


def in_pairs(cells):
    """The contrasts of cells whose sentences, one a pair, lie in these pairs."""
    places = [(cell, pair) for cell, pairs in cells.items() for pair in pairs]
    items = [
        ItemFacts(number, "", f"{cell} only", frozenset({cell}), pair + 1, 0.5, frozenset(), 1)
        for number, (cell, pair) in enumerate(places, start=1)
    ]
    rows = [(item.pk, judge, judge) for item in items for judge in range(2)]
    ratings = Ratings.of(*zip(*rows, strict=True))
    rated = RatedItems(ratings, items)
    return [one for one in contrasts(rated, np.random.default_rng(1), NothingDeclared()) if not one.declared]


class NothingDeclared:
    models_chosen = ()
    choices = ()


@pytest.mark.parametrize(
    ("alpha", "said"),
    [
        (Figure(0.85, 0.81, 0.88), "Judges agree well: α = 0.85 (95 % interval 0.81 to 0.88)"),
        (Figure(0.85, 0.60, 0.95), "Judges agree well, or less well than that: α = 0.85"),
        (Figure(0.70, -0.10, 0.93), "No agreement of judges beyond chance can be told: α = 0.70"),
        (Figure(-0.97, reason=ONE_PAIR), "No agreement of judges beyond chance can be told: α = −0.97; "),
        (Figure(0.0, -0.4, 0.4), "No agreement of judges beyond chance can be told: α = 0.00"),
        (Figure(1.0, reason=UNANIMOUS), f"Judges agree well: α = 1.00 (no interval: {UNANIMOUS}); "),
        (Figure(1.0, reason=ONE_PAIR), f"How well judges agree cannot be told ({ONE_PAIR}): α = 1.00; "),
        (Figure(0.85, reason=ONE_PAIR), f"How well judges agree cannot be told ({ONE_PAIR}): α = 0.85; "),
        (Figure(0.40, 0.30, 0.50), "Judges agree in part: α = 0.40"),
    ],
)
def test_words_about_agreement_follow_its_interval(alpha, said):
    assert agreement_words(SimpleNamespace(alpha=alpha)).startswith(said)


@pytest.mark.parametrize(
    ("cost", "p_holm", "said"),
    [
        (Figure(0.8, 0.2, 1.4), 0.03, "costs 0.80 points of the scale (95 % interval 0.20 to 1.40)."),
        (
            Figure(0.8, reason="too few pairs"),
            None,
            "costs 0.80 points of the scale (too few pairs), so no cost can be told.",
        ),
        (Figure(0.3, -0.2, 0.8), 0.6, "(95 % interval −0.20 to 0.80), so no cost can be told."),
        (
            Figure(0.6, 0.1, 1.1),
            0.08,
            "but beside the other constraints no cost can be told (p = .080 after Holm's correction).",
        ),
    ],
)
def test_words_about_a_cost_do_not_say_more_than_its_corrected_p_value(cost, p_holm, said):
    words = cost_words("ML2", "functional_words", cost, p_holm=p_holm)
    assert words.startswith("Breaking functional words of ML2 costs ")
    assert words.endswith(said)


def test_a_bound_reads_as_the_interval_beside_it():
    bound = Figure(None, 0.95896, 1.0)
    assert (percent(bound), percent_interval(bound)) == ("≥ 96 %", "96 … 100 %")


def test_a_share_reads_as_none_or_all_only_if_it_is():
    shares = (0.0011, 0.9983, 0.0, 1.0, 0.496)
    assert [percent(share) for share in shares] == ["0.1 %", "99.8 %", "0 %", "100 %", "50 %"]
    small = Figure(0.0011, 0.0003, 0.002)
    assert (percent(small), percent_interval(small)) == ("0.1 %", "0.03 … 0.2 %")


def test_what_a_mixed_model_leaves_out_or_cannot_bound_is_named_in_words():
    fit = {
        "converged": False,
        "slopes": True,
        "aliased": ["nested_switch"],
        "separated": ["pronoun", "ML2: functional_words broken"],
        "ratings": 2336,
        "contrasts": [],
        "coefficients": [{"name": "ML2: functional_words kept"}],
        "by_cut": [{"cut": 1, "coefficients": []}],
    } | dict.fromkeys(("log_likelihood", "aic", "likelihood_ratio_p"))
    page = " ".join(render_to_string("results/fit.html", {"fit": fit}).split())
    assert "already say it: a switch inside a switch." in page
    assert "part completely along a pronoun switched alone, ML2: functional words broken, so" in page
    assert "ML2: functional words kept" in page.split("Are the odds proportional?")[1]
    assert "Ratings: 2,336." in page
    assert "judges − 1" in page


def test_what_is_rated_higher_comes_first():
    said = f"Sentences {EC0} are rated 0.40 points higher than those {ML2}; 95 % interval −0.10 to 0.90{UNTOLD}"
    assert contrast_words(contrast(-0.4, -0.9, 0.1)) == said


def test_a_contrast_that_cannot_be_made_says_why():
    said = f"How sentences {ML2} and those {EC0} differ within pairs cannot be said: no pair has both."
    assert contrast_words(contrast(None, reason="no pair has both")) == said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("EC0", "drawn for EC0"),
        ("EC0 & ML2", "that both EC0 and ML2 generate"),
        ("EC0 only", "that only EC0 generates"),
        ("EC0 & EC1 & ML2 only", "that only EC0, EC1 and ML2 generate"),
        ("none of the models", "that none of the models generates"),
        ("ML2: fragments broken", "that break fragments of ML2"),
        ("ML2: fragments kept", "that keep fragments of ML2"),
        ("control", "drawn as controls"),
        ("picked", "picked by hand"),
        ("people - only", "from “people - only”"),
    ],
)
def test_what_sentences_were_drawn_for_is_said_in_words(name, said):
    assert which_sentences(name) == said


@given(st.floats(-2, 2), st.floats(-2, 2))
def test_an_interval_reads_as_one_that_leaves_0_out_if_it_does(one, other):
    figure = Figure(0.0, *sorted(round(end, 5) for end in (one, other)))
    for words in (from_to(figure), interval(figure), points_interval(figure)):
        low, high = (float(end.replace("−", "-")) for end in re.split(" to | … ", words))
        assert (low > 0, high < 0) == (figure.low > 0, figure.high < 0)
