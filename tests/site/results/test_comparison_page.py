"""The page of the comparison: what was planned stands first, the rest is folded away, contrasts are sentences."""

import re

import pytest

from evaluation.services.results.contrasts import Contrast, Side
from evaluation.services.results.wording import contrast_words, which_sentences
from evaluation.statistics.figure import Figure

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
    assert "Two models at a time" in page
    assert '<section class="card two-models">' not in unfolded(page)
    assert page.count('<section class="card two-models">') == 3


def test_with_very_many_ratings_the_page_comes_first_and_asks_for_the_comparison(study, client_of, meera, monkeypatch):
    client = client_of(meera)
    at_once = client.get(f"{PAGE}?criterion=fluency").content.decode()
    monkeypatch.setattr("evaluation.pages.results.comparison.MOST_AT_ONCE", 5)
    page = client.get(f"{PAGE}?criterion=fluency").content.decode()
    assert '<p class="muted" role="status">Many ratings: the models are being compared.</p>' in page
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
UNTOLD = f", so no difference can be told {TEST}"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (contrast(0.4, 0.1, 0.7), f"rated 0.40 points higher than those {EC0}; 95 % interval 0.10 to 0.70 {TEST}"),
        (contrast(0.4, pairs=1), f"rated 0.40 points higher than those {EC0}; 1 pair, too few for an interval."),
        (
            contrast(0.001, -0.2, 0.2),
            f"on average rated as high as those {EC0}; 95 % interval -0.20 to 0.20{UNTOLD}",
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


def test_what_is_rated_higher_comes_first():
    said = f"Sentences {EC0} are rated 0.40 points higher than those {ML2}; 95 % interval -0.10 to 0.90{UNTOLD}"
    assert contrast_words(contrast(-0.4, -0.9, 0.1)) == said


def test_a_contrast_that_cannot_be_made_says_why():
    said = f"Nothing can be said of how sentences {ML2} and those {EC0} are rated: no pair has both."
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
