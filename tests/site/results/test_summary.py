"""The summary that results open on: what was asked, how much there is, what was found and what to be careful about."""

import html
import re

import pytest

from evaluation.models import Asks, Place, Rating, StudyState
from evaluation.services.jobs import run_waiting_jobs
from evaluation.services.results import study_summary
from evaluation.services.results.agreement import agreement
from evaluation.services.results.choices import preferences
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.comparison import comparison
from evaluation.services.results.constraints import costs
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.picture_data import PictureData
from evaluation.services.results.scale_counts import item_counts
from evaluation.services.results.selection import Selection, exclude
from evaluation.services.results.study_summary.aims import aims_of
from evaluation.services.results.wording import contrast_words, difference_words, verdict_words
from evaluation.services.studies.judge_groups import JudgeGroups
from evaluation.statistics.summary import Summary
from tests.site.factories import choose, make_choice_study, make_study, mostly_ec0
from tests.site.results.constraint_study import COSTS, constraint_study
from tests.site.results.rated_study import rated_study, usage


def words_of(response):
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def page_of(client, study, part=""):
    return words_of(client.get(f"/studies/{study.slug}/results/{part}"))


def test_it_counts_what_the_tables_count(study):
    numbers = study_summary.overview(study, Selection()).numbers
    # Ten answers on two scales; practice, the attention check and the second answer do not count.
    assert (numbers.judges, numbers.sentences, numbers.pairs, numbers.ratings) == (3, 4, 2, 20)
    found = study_summary.study_summary(study, Selection())
    assert [one.ratings for one in found.criteria] == [agreement(study, Selection(), usage(study)).ratings] * 2


@pytest.mark.parametrize(
    "selection", [Selection(), Selection(repeats=True), Selection(practice=True, attention=True, repeats=True)]
)
def test_all_of_it_counts_what_the_overview_counts(study, selection):
    found = study_summary.study_summary(study, selection)
    assert found.overview.numbers == study_summary.overview(study, selection).numbers


def test_it_counts_what_is_left_without_a_judge_a_sentence_and_an_answer(study, meera):
    answer = Place.objects.get(participation__pseudonym="J02", item__number=0, is_repeat=False)
    for what in (study.participations.get(pseudonym="J01"), study.items.get(number=3), answer):
        exclude(what=what, reason="asleep", actor=meera)
    numbers = study_summary.overview(study, Selection()).numbers
    # J02 on sentences 1 and 2, J03 on 0 and 1, each on two scales; how far the study is has nothing to do with it.
    assert (numbers.judges, numbers.sentences, numbers.ratings, numbers.progress.answered) == (2, 3, 8, 10)


def test_every_figure_is_that_of_the_page_it_leads_to(study):
    (found, _fluency) = study_summary.study_summary(study, Selection()).criteria
    assert found.agreement.alpha == agreement(study, Selection(), usage(study)).alpha
    assert found.agreement.within_one == agreement(study, Selection(), usage(study)).within_one
    compared = comparison(study, Selection(), usage(study))
    assert [two.difference for two in found.comparison.pairs] == [two.difference for two in compared.pairs]
    assert found.comparison.declared == compared.declared
    assert [row.figures for row in found.means.models] == [[one.mean] for one in compared.models if one.mean.is_defined]
    assert found.means == PictureData(study, Selection(), usage(study), 3.0).means


def test_the_planned_comparison_gives_the_verdict(study, client_of, meera):
    study.choices = [{"way": "regions", "first": "EC0", "second": "ML0", "count": 1}]
    study.save()
    compared = comparison(study, Selection(), usage(study))
    two = next(two for two in compared.pairs if (two.first, two.second) == ("EC0", "ML0"))
    page = page_of(client_of(meera), study)
    assert "Do EC0 and ML0 generate as much of what judges accept?" in page
    assert f"EC0 / ML0 {verdict_words(two)}" in page
    assert contrast_words(compared.declared[0]) in page
    assert "EC0 / EC1" not in page


@pytest.mark.usefixtures("all_rated")
def test_the_difference_of_two_models_says_of_what_they_are_complete(study):
    """Beside it stand completenesses of all that was drawn: of what EC1 generates as well."""
    compared = comparison(study, Selection(), usage(study))
    two = next(two for two in compared.pairs if (two.first, two.second) == ("EC0", "ML0"))
    assert difference_words(two).startswith("Completeness of EC0 within their union less that of ML0: ")


@pytest.mark.usefixtures("all_rated")
def test_without_a_planned_comparison_verdicts_are_exploratory_and_folded_as_on_its_page(study, client_of, meera):
    (found, _fluency) = study_summary.study_summary(study, Selection()).criteria
    assert found.verdicts
    assert all(one.exploratory for one in found.verdicts)
    assert found.verdicts[-1].words == f"These {len(found.verdicts) - 1} verdicts are not corrected for their number."
    page = client_of(meera).get(f"/studies/{study.slug}/results/").content.decode()
    assert "What the study was for" not in page
    folded = " ".join(re.findall(r'<details class="folded">.*?</details>', page, re.DOTALL))
    assert "No two models were planned to be compared." in folded
    assert all(html.escape(one.words) in folded for one in found.verdicts)


def test_what_was_planned_stands_before_what_is_exploratory(study):
    study.choices = [{"way": "matched", "constraints": {"ML0": ["nesting"]}, "count": 1}]
    found = study_summary.study_summary(study, Selection()).criteria[0].verdicts
    assert [one.exploratory for one in found] == sorted(one.exploratory for one in found)


def test_results_open_on_it_and_lead_from_there_to_every_page(study, client_of, meera):
    page = client_of(meera).get(f"/studies/{study.slug}/results/").content.decode()
    for part in ("text/", "sentences/", "comparison/", "judges/", "agreement/?criterion=usage"):
        assert f'href="/studies/{study.slug}/results/{part}"' in page
    assert page.count('role="img"') == 4


def test_its_pages_stand_under_four_headings_with_the_pages_of_the_open_one(study, client_of, meera):
    def links(part):
        page = client_of(meera).get(f"/studies/{study.slug}/results/{part}").content.decode()
        navigation = re.findall(r'<nav class="result-(\w+).*?</nav>', page, re.DOTALL)
        found = re.findall(r"<nav class=\"result-parts.*?</nav>", page, re.DOTALL)
        return navigation, re.findall(r">([\w ]+)</a>", found[0])

    assert links("judges/J01/") == (["headings", "parts"], ["Judges", "Groups", "Agreement", "Comments"])
    assert links("pairs/")[1] == ["Sentences", "Models", "Pairs", "Phenomena", "Pictures"]
    assert links("")[1] == ["Summary", "Text for a paper"]


def test_few_judges_failed_checks_and_what_was_left_out_are_said(study, client_of, meera):
    page = page_of(client_of(meera), study)
    assert "Only 3 judges" in page
    assert "1 judge who counts failed half of the attention checks or more." in page
    exclude(what=study.participations.get(pseudonym="J01"), reason="asleep", actor=meera)
    exclude(what=study.items.get(number=0), reason="misprint", actor=meera)
    page = page_of(client_of(meera), study)
    assert "Only 2 judges" in page
    assert "Left out by rule or by hand: 1 judge, 1 sentence." in page


def test_a_ceiling_and_a_floor_are_said(study, client_of, meera):
    Rating.objects.filter(study=study, criterion__key="usage").update(value=5)
    assert "Ceiling: 100 % of the ratings are 5, the top of the scale." in page_of(client_of(meera), study)
    Rating.objects.filter(study=study, criterion__key="usage").update(value=0)
    assert "Floor: 100 % of the ratings are 0, the bottom of the scale." in page_of(client_of(meera), study)
    study.criteria.update(low=-4, high=1, cut=None)
    study.ratings.update(value=-4)
    assert "Floor: 100 % of the ratings are −4, the bottom of the scale." in page_of(client_of(meera), study)


def test_changed_rules_and_a_study_that_goes_on_are_said(study, client_of, meera):
    study.declared_selection, study.state = {"too_fast_ms": 300}, StudyState.OPEN
    study.save()
    page = page_of(client_of(meera), study)
    assert "What counts is not what was declared when the study was opened." in page
    assert "The study is not closed yet" in page


def test_without_a_rating_it_says_what_to_do_next(study, client_of, meera):
    Place.objects.filter(participation__study=study).delete()
    page = page_of(client_of(meera), study)
    assert "What the study asked" in page
    assert "Invite judges" in page
    assert "Agreement" not in page.split("What the study asked")[1].split("Computed")[0]
    assert study_summary.study_summary(study, Selection()).criteria == []


def test_a_draft_without_anything_has_one(client_of, meera):
    assert "The study is a draft." in page_of(client_of(meera), make_study(meera, items=0, state=StudyState.DRAFT))


def test_choices_have_their_preference(client_of, meera):
    study = make_choice_study(meera)
    choose(study, mostly_ec0)
    (contrast,) = preferences.contrasts(Choices(study, Selection()))
    page = page_of(client_of(meera), study)
    assert (
        f"Sentences that EC0 but not ML0 generates were chosen in {100 * contrast.tally.decided.value:.0f} % of" in page
    )
    assert f"{contrast.tally.n} choices." in page
    assert "Which of two sentences of a pair do judges prefer?" in page
    assert "ratings" not in re.findall(r"How much there is(.*?)Answers:", page)[0]


def test_choices_are_asked_for_what_they_can_answer(meera):
    study = make_choice_study(meera, models_chosen=["EC0", "ML2"])
    study.choices = [{"way": "regions", "first": "EC0", "second": "ML2", "count": 1}]
    assert aims_of(study) == ["Do judges prefer the sentences of EC0 or those of ML2?"]
    study.asks = Asks.BOTH
    assert aims_of(study)[0] == "Do EC0 and ML2 generate as much of what judges accept?"
    assert len(aims_of(study)) == 2
    study.asks, study.choices = Asks.CHOICES, [{"way": "uniform", "count": 2}]
    assert aims_of(study) == ["Of which model do judges prefer the sentences: EC0 and ML2?"]
    study.choices = [{"way": "matched", "constraints": {"ML2": ["fragments"]}, "count": 1, "same_others": False}]
    (aim,) = aims_of(study)
    assert aim.startswith("Do judges prefer sentences that keep a constraint to those that break it: ")


def test_a_study_that_asks_both_has_both(client_of, meera):
    study = make_choice_study(meera, asks=Asks.BOTH)
    choose(study, mostly_ec0)
    page = page_of(client_of(meera), study)
    assert "Which is preferred" in page
    assert "There are no ratings yet that count." in page


def test_a_study_of_constraints_has_their_costs_from_matches_and_when_fitted_from_the_model(client_of, meera):
    study = constraint_study(meera)
    study.choices = [{"way": "matched", "constraints": {"EC0": list(COSTS)}, "count": 1, "same_others": False}]
    study.save()
    criterion = study.criteria.scales().first()
    found = study_summary.criterion_findings(study, Selection(), criterion)
    assert found.costs
    assert all(cost.matched for cost in found.costs)
    assert "from matched pairs, for these judges" in page_of(client_of(meera), study)
    costs.start(study=study, criterion=criterion, groups=JudgeGroups(), actor=meera)
    run_waiting_jobs()
    fitted = costs.latest(study, criterion)["theories"][0]["costs"]
    found = study_summary.criterion_findings(study, Selection(), criterion)
    assert {cost.points.value for cost in found.costs} <= {one["points"]["value"] for one in fitted}
    assert not any(cost.matched for cost in found.costs)


def test_of_a_large_study_the_findings_come_after_the_rest(study, client_of, meera, monkeypatch):
    monkeypatch.setattr(study_summary, "MOST_AT_ONCE", 5)
    client = client_of(meera)
    page = client.get(f"/studies/{study.slug}/results/").content.decode()
    assert page.count('hx-trigger="load, again"') == 2
    assert 'role="img"' not in page
    part = client.get(f"/studies/{study.slug}/results/findings/usage/").content.decode()
    assert "<html" not in part
    assert "α = " in part
    assert part.count('role="img"') == 2
    # Without a script, one click has all of it.
    assert 'href="?whole"' in page
    assert client.get(f"/studies/{study.slug}/results/?whole").content.decode().count('role="img"') == 4
    assert client.get(f"/studies/{study.slug}/results/findings/moon/").status_code == 404


def test_of_a_large_study_the_text_for_a_paper_comes_after_the_page(study, client_of, meera, monkeypatch):
    client, address = client_of(meera), f"/studies/{study.slug}/results/text/"
    at_once = client.get(address).content.decode()
    assert "being written" not in at_once
    monkeypatch.setattr(study_summary, "MOST_AT_ONCE", 5)
    page = client.get(address).content.decode()
    assert "<textarea" not in page
    assert 'hx-get="?whole"' in page
    assert '<p class="muted waiting">Many ratings: the text is being written.</p>' in page
    # What the page asks for, and what one click has without a script, is the text of a small study's page.
    assert '<noscript><p><a href="?whole">' in page
    texts = client.get(f"{address}?whole").content.decode().partition('id="paper-texts"')[2]
    assert texts.count("<textarea") == 5
    assert texts == at_once.partition('id="paper-texts"')[2]


def test_the_overall_mean_is_over_what_the_tables_add_up(study):
    for selection in (Selection(), Selection(repeats=True), Selection(practice=True, attention=True)):
        for criterion in study.criteria.scales():
            found = study_summary.criterion_findings(study, selection, criterion).overall
            counted = item_counts(study, [criterion], Exclusions(study, selection))[criterion.key]
            given = dict(zip(counted.points, counted.counts.sum(axis=0).tolist(), strict=True))
            assert found == Summary.from_counts(given)


@pytest.mark.parametrize("choices", [[], [{"way": "picked", "sentences": [{"pair": 1, "text": "x"}]}]])
def test_sentences_that_were_not_drawn_have_one_too(client_of, meera, choices):
    study = rated_study(meera, choices=choices, models_chosen=[])
    page = page_of(client_of(meera), study)
    assert "How do judges rate these sentences" in page
    assert "Judges" in page


def test_comments_and_marked_words_are_on_one_page_that_can_be_searched(study, client_of, meera):
    client = client_of(meera)
    assert "No judge has written or marked anything yet." in page_of(client, study, "comments/")
    first, second = Place.objects.filter(participation__study=study, participation__pseudonym="J01")[:2]
    Place.objects.filter(pk=first.pk).update(comment="<b>Never</b> heard it")
    Place.objects.filter(pk=second.pk).update(cannot_judge="no_meaning")
    second.marked_words.create(token=1, reason="formal")
    page = page_of(client, study, "comments/")
    assert "<b>Never</b> heard it" in page
    assert "I can't tell what it means" in page
    assert f"{second.item.tokens[1][0]} too formal" in page
    assert "2 answers with remarks" in page
    assert "1 answer with a remark" in page_of(client, study, "comments/?q=never")
    assert "1 answer with a remark" in page_of(client, study, "comments/?kind=marked")
    assert "No remark fits." in page_of(client, study, "comments/?q=moon")
    assert "2 answers with remarks" in page_of(client, study, "comments/?q=j01&kind=moon")
