"""The methods of a study in a paragraph, which says nothing that docs/methods.md does not say."""

from pathlib import Path

from evaluation.models import Asks
from evaluation.services.results.methods_text import QUOTED, methods_of
from evaluation.services.results.selection import Selection
from tests.site.factories import make_choice_study

DOCUMENT = Path(__file__).parents[3] / "docs" / "methods.md"


def test_what_is_quoted_stands_in_the_document():
    words = " ".join(DOCUMENT.read_text(encoding="utf-8").replace("*", "").split())
    for sentence in QUOTED.values():
        assert sentence in words


def test_the_paragraph_has_the_studys_cuts_margin_and_exclusions(study):
    study.margin, study.declared_selection = 7, {"too_fast_ms": 900}
    found = methods_of(study, list(study.criteria.all()), Selection(max_failed_percent=20))
    assert "usage 3" in found
    assert "7 points of completeness" in found
    declared, now = found.partition("Declared before opening: ")[2].split(" Counted now: ")
    assert "took less than 900 milliseconds" in declared
    assert "failed more than 20 % of their attention checks do not count" in now
    assert "milliseconds" not in now
    assert declared.count(".") == 1, "what was declared is one sentence, so that its end can be seen"


def test_what_was_set_before_opening_is_said_of_studies_that_were_opened(study):
    study.declared_selection = {}
    opened = methods_of(study, list(study.criteria.all()), Selection())
    assert "Cuts, set before opening: usage 3" in opened
    assert "Margin, set before opening: " in opened
    assert "What counts was declared before the study was opened." in opened
    study.rated_elsewhere = True
    brought_in = methods_of(study, list(study.criteria.all()), Selection())
    assert "Cuts, set when the ratings were brought in, not before they were given: usage 3" in brought_in
    assert "Margin, not set before the ratings were given: " in brought_in
    assert "What counts was not declared before the ratings were given." in brought_in
    assert "opening" not in brought_in
    assert "opened" not in brought_in


def test_choices_are_described_by_their_own_methods(meera):
    study = make_choice_study(meera, sureness=True)
    found = methods_of(study, list(study.criteria.asked()), Selection())
    for words in ("Wilson's", "Bradley and Terry's (1952)", "lme4::glmer", "Holm's correction"):
        assert words in found
    for words in ("sign flips", "cumulative link", "completeness", "sentence that only the one"):
        assert words not in found
    study.choices = [{"way": "uniform", "count": 2}]
    assert "sentence that only the one" in methods_of(study, list(study.criteria.asked()), Selection())
    sureness = methods_of(study, list(study.criteria.filter(key="sureness")), Selection())
    assert "no result rests on it" in sureness
    assert "Wilson" not in sureness


def test_ratings_and_choices_are_both_described_where_judges_gave_both(meera):
    study = make_choice_study(meera, asks=Asks.BOTH)
    found = methods_of(study, list(study.criteria.asked()), Selection())
    assert "cumulative link" in found
    assert "lme4::glmer" in found


def test_without_a_cut_no_shares_are_described(study):
    study.criteria.update(cut=None)
    found = methods_of(study, list(study.criteria.all()), Selection())
    assert "accept" not in found.split("Contrasts")[0]
