"""The results of choices: shares, scales, sides, consistency, the mixed model, and ratings beside choices."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.models import Asks, Item, Job, Place, Rating
from evaluation.services.exports.report import report_of
from evaluation.services.jobs import Progress
from evaluation.services.results.choices import mixed_model, preferences, scales
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.methods_text import methods_of
from evaluation.services.results.selection import Selection, exclude
from evaluation.services.results.wording import p_words, percent_from_to, preference_words
from evaluation.statistics.choice_shares import Tally
from evaluation.statistics.figure import Figure
from evaluation.statistics.permutation import holm
from tests.site.factories import (
    CHOOSERS,
    choose,
    make_choice_study,
    make_rating,
    mostly_ec0,
    sometimes_ml0,
)
from tests.site.files import csv_rows


@pytest.fixture
def study(meera):
    study = make_choice_study(meera, pairs=4, sentences=4, repeats=2)
    choose(study, mostly_ec0)
    return study


@pytest.fixture
def choices(study) -> Choices:
    return Choices(study, Selection())


def test_the_share_of_each_side_is_what_was_counted(study, choices):
    contrast = preferences.contrasts(choices)[0]
    between = [
        rating
        for rating in Rating.objects.filter(place__is_repeat=False).select_related("item__first", "item__second")
        if rating.item.first.condition != rating.item.second.condition
    ]
    for_ec0 = sum(rating.item.members[rating.value - 1].condition == "EC0" for rating in between)
    assert (contrast.first, contrast.second) == ("EC0 - ML0", "ML0 - EC0")
    assert (contrast.tally.first, contrast.tally.n) == (for_ec0, len(between))
    low, share, high = contrast.tally.shares[0].bounds
    assert low < share == for_ec0 / len(between) < high


def contrast_of(chosen, judges: int, pairs: int) -> preferences.Contrast:
    """Choices of one contrast, one truth value each, made by the judges in turn about the pairs in turn."""
    values = [1 if one else 2 for one in chosen]
    tally = Tally.of(values, [n % judges for n in range(len(values))], [n % pairs for n in range(len(values))])
    return preferences.Contrast("EC0", "ML0", tally, tally.even)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=40), min_size=1, max_size=5), st.integers(2, 5))
def test_words_interval_and_p_value_of_preferences_agree_as_one_family(families, judges):
    family = preferences.corrected([contrast_of(chosen, judges, pairs=7) for chosen in families])
    assert [one.p_holm for one in family] == pytest.approx(holm([one.p.value for one in family]))
    for one in family:
        words, decided = preference_words(one), one.tally.decided
        assert (one.p.value < 0.05) == (decided.low > 0.5 or decided.high < 0.5)
        assert ("no preference can be told" in words) == (one.p_holm >= 0.05)
        assert ("by itself" in words) == (one.p.value < 0.05 <= one.p_holm)
        assert p_words(one.p_holm) in words


def test_where_some_said_both_alike_the_words_tell_what_each_share_is_of():
    tied = Tally.of([1, 1, 1, 2, 0] * 4, [n % 5 for n in range(20)], [n % 4 for n in range(20)])
    words = preference_words(preferences.Contrast("EC0", "ML0", tied, tied.even))
    assert "in 75 % of the decided choices between them" in words
    assert "“both alike” was said in 20 % of all these choices; 20 choices." in words


def test_an_interval_of_a_share_reads_as_one_that_leaves_one_half_out_if_it_does():
    assert percent_from_to(Figure(0.6, 0.5004, 0.7)) == "50.04 to 70 %"
    assert percent_from_to(Figure(0.5, 0.314, 0.686)) == "31 to 69 %"


def test_models_and_sentences_have_places_with_intervals(choices):
    models = scales.option_scale(choices)
    assert [row.label for row in models.rows] == ["EC0", "ML0"]
    upper = models.rows[0].bradley_terry
    assert upper.low < upper.value < upper.high
    assert upper.value == pytest.approx(-models.rows[1].bradley_terry.value)
    rows = scales.sentence_rows(choices)
    assert len(rows) == 16
    for pair in ("p1", "p2", "p3", "p4"):
        places = [row.bradley_terry.value for row in rows if row.sentence.pair_name == pair]
        assert sum(places) == pytest.approx(0, abs=1e-8)


def test_always_choosing_the_left_shows_as_position_bias_and_as_inconsistency(meera):
    study = make_choice_study(meera, repeats=3)
    choose(study, lambda place, _number: 2 if place.is_swapped else 1, judges=2)
    choices = Choices(study, Selection())
    assert preferences.sides(choices).decided.value == 1
    assert preferences.all_consistency(choices).value == 0
    assert [row.consistency.n for row in preferences.judges(choices)] == [3, 3]


def test_who_always_chooses_the_same_sentence_is_consistent(choices):
    assert preferences.all_consistency(choices).value == 1
    assert preferences.sides(choices).decided.value == pytest.approx(0.5, abs=0.1)


def test_an_excluded_judge_or_sentence_takes_its_choices_out_of_every_number(study, choices, meera):
    whole = len(choices.made)
    judge = study.participations.last()
    exclude(what=judge, reason="asleep", actor=meera)
    without = Choices(study, Selection())
    assert len(without.made) == whole * (CHOOSERS - 1) // CHOOSERS
    assert preferences.contrasts(without)[0].tally.shares[0].value == 1
    sentence = study.items.sentences().first()
    exclude(what=sentence, reason="a typing mistake", actor=meera)
    made = Choices(study, Selection()).made
    assert made
    assert all(sentence.pk not in {choice.first, choice.second} for choice in made)


def test_the_mixed_model_is_fitted_for_each_contrast(meera):
    study = make_choice_study(meera, pairs=4, sentences=4)
    choose(study, sometimes_ml0)
    answer = mixed_model.run(Progress(), study=study.pk)
    (contrast,) = json.loads(json.dumps(answer))["contrasts"]
    assert (contrast["first"], contrast["second"]) == ("EC0 - ML0", "ML0 - EC0")
    preference, stood_first = contrast["coefficients"]
    assert (preference["name"], stood_first["name"]) == ("preference", "stood first")
    assert 0 < preference["low"] < preference["value"] < preference["high"]
    assert contrast["p_holm"] == preference["p"] < 0.05
    assert contrast["judges"] == CHOOSERS


def test_where_there_is_nothing_to_fit_the_reason_is_given(meera):
    study = make_choice_study(meera)
    choose(study, lambda place, _number: mostly_ec0(place, 0), judges=3)
    (contrast,) = mixed_model.run(Progress(), study=study.pk)["contrasts"]
    assert "everybody chose the same" in contrast["reason"]


def test_the_page_shows_everything_and_follows_a_new_choice(client_of, meera, study):
    client = client_of(meera)
    address = f"/studies/{study.slug}/results/choices/"
    page = client.get(address).content.decode()
    for words in ("Bradley-Terry", "Thurstone", "<svg", "Sides and consistency", "EC0", "ML0"):
        assert words in page
    assert client.get(f"/studies/{study.slug}/results/sentences/").url == address
    assert client.get(f"{address}scale.svg")["Content-Type"] == "image/svg+xml"
    assert client.get(f"{address}nothing.svg").status_code == 404
    assert client.post(f"{address}mixed-model/").status_code == 302
    assert Job.objects.get().kind == "choice_model"


def test_the_mixed_model_asks_for_the_contrast_and_not_for_the_place_on_the_screen(client_of, meera):
    study = make_choice_study(meera)
    choose(study, mostly_ec0)
    page = " ".join(client_of(meera).get(f"/studies/{study.slug}/results/choices/").content.decode().split())
    assert "choose the first of a contrast above or its second, wherever they stand on the screen?" in page
    assert "choose the first side" not in page


def test_a_study_of_scales_has_no_page_of_choices(client_of, meera, mallory, study):
    study.asks = Asks.SCALES
    study.save()
    assert client_of(meera).get(f"/studies/{study.slug}/results/choices/").url == f"/studies/{study.slug}/results/"
    assert ">Choices<" not in client_of(meera).get(f"/studies/{study.slug}/results/").content.decode()
    assert client_of(mallory).get(f"/studies/{study.slug}/results/choices/").status_code in {302, 403, 404}


def test_before_the_first_choice_the_page_says_that_there_is_none(client_of, meera):
    study = make_choice_study(meera)
    page = client_of(meera).get(f"/studies/{study.slug}/results/choices/").content.decode()
    assert "0 choices" in page
    assert "No choice was between two models or conditions." in page


def test_of_one_judge_the_page_says_that_there_is_no_interval(client_of, meera):
    study = make_choice_study(meera)
    choose(study, mostly_ec0, judges=1)
    page = client_of(meera).get(f"/studies/{study.slug}/results/choices/").content.decode()
    assert "one judge: no interval" in page
    assert "With one judge there is neither an interval nor a p value" in page
    assert "(–)" not in page
    for words in ("are for other judges", "p is that of", "Intervals let choices", "With five judges or fewer"):
        assert words not in page
    files = report_of(study, Selection()).files
    assert "intervals" not in files["methods.txt"] + files["results.txt"]


def test_where_all_choose_alike_no_scale_is_surer_than_the_share(client_of, meera):
    study = make_choice_study(meera)
    choose(study, lambda place, _number: mostly_ec0(place, 0), judges=4)
    choices = Choices(study, Selection())
    assert preferences.contrasts(choices)[0].p.value >= 0.05
    for row in scales.option_scale(choices).rows:
        assert row.bradley_terry.value
        assert row.bradley_terry.bounds is row.thurstone.bounds is None
    page = client_of(meera).get(f"/studies/{study.slug}/results/choices/").content.decode()
    before_sentences = page.split('id="sentences"')[0]
    assert "half choices were added: no interval" in before_sentences
    assert re.search(r"\d\*</td>", before_sentences)


def test_ratings_and_choices_of_the_same_sentences_stand_in_one_table(client_of, meera):
    study = make_choice_study(meera, asks=Asks.BOTH)
    choose(study, mostly_ec0)
    usage = study.criteria.get(key="usage")
    for place in study.participations.first().places.filter(item__first=None):
        make_rating(place, usage, 4)
    rows = scales.sentence_rows(Choices(study, Selection()))
    assert all(row.summaries["usage"].mean.value == 4 for row in rows)
    page = client_of(meera).get(f"/studies/{study.slug}/results/choices/").content.decode()
    assert "Sentences: chosen and rated" in page
    assert "Likelihood of usage" in page


def test_where_no_sentence_has_a_place_on_a_scale_that_is_said_once(client_of, meera):
    couples = {"design": "conditions", "first": "EC0", "second": "ML0"}
    study = make_choice_study(meera, couples=couples)
    choose(study, mostly_ec0)
    page = client_of(meera).get(f"/studies/{study.slug}/results/choices/").content.decode()
    _before, sentences = page.split('id="sentences"')
    assert "Single sentences have no place on a scale" in sentences
    assert "Bradley-Terry" not in sentences
    assert "not connected" not in sentences


def test_couples_do_not_show_up_among_rated_sentences(client_of, meera):
    study = make_choice_study(meera, asks=Asks.BOTH)
    choose(study, mostly_ec0)
    page = client_of(meera).get(f"/studies/{study.slug}/results/sentences/").content.decode()
    assert "↔" not in page


def test_every_choice_is_exported_with_its_sides(study):
    Place.objects.update(script="Deva")
    rows = csv_rows(study, "choices")
    assert len(rows) == Rating.objects.count()
    numbers = dict(Item.objects.values_list("number", "condition"))
    for row in rows:
        assert row["first_condition"] == numbers[int(row["first"])]
        assert row["chosen_sentence"] == row[row["chosen"]]
    assert {row["repeat"] for row in rows} == {"true", "false"}
    assert {row["script"] for row in rows} == {"Deva"}
    assert {row["exclusion_reason"] for row in rows if row["repeat"] == "false"} == {""}
    assert csv_rows(study, "ratings") == []
    couples = csv_rows(study, "couples")
    assert sum(int(row["n"]) for row in couples) == len(Choices(study, Selection()).made)


def test_the_api_gives_the_numbers_of_the_page(client_of, meera, study, choices):
    client = client_of(meera)
    answer = client.get(f"/api/v1/studies/{study.slug}/choices/").json()["result"]
    assert answer["choices"] == len(choices.made)
    assert answer["contrasts"][0]["first_share"]["value"] == preferences.contrasts(choices)[0].tally.shares[0].value
    assert answer["contrasts"][0]["p_holm"] == preferences.contrasts(choices)[0].p_holm
    assert answer["scale"]["rows"][0]["label"] == "EC0"
    assert len(answer["sentences"]) == 16
    assert client.get(f"/api/v1/studies/{study.slug}/choices/mixed-model/").json()["result"] is None
    assert client.post(f"/api/v1/studies/{study.slug}/choices/mixed-model/").status_code == 202
    items = client.get(f"/api/v1/studies/{study.slug}/items/?kind=study").json()["results"]
    assert all(item["first"] and item["second"] for item in items)


def test_the_api_has_no_choices_of_a_study_of_scales(client_of, meera, study):
    study.asks = Asks.SCALES
    study.save()
    assert client_of(meera).get(f"/api/v1/studies/{study.slug}/choices/").json()["result"] is None


def test_the_text_for_a_paper_names_the_correction_that_its_preferences_have(study):
    report = report_of(study, Selection())
    assert "after Holm's correction" in report.files["results.txt"]
    assert "all contrasts together corrected by Holm (Holm 1979)" in report.files["methods.txt"]


def test_choices_about_one_pair_are_said_to_hold_for_this_pair_only(client_of, meera):
    study = make_choice_study(meera, pairs=1)
    choose(study, mostly_ec0)
    assert preferences.contrasts(Choices(study, Selection()))[0].tally.decided.bounds
    client = client_of(meera)
    page, summary = (client.get(f"/studies/choosing/results/{part}").content.decode() for part in ("choices/", ""))
    report = report_of(study, Selection()).files
    for said in (page, summary, report["results.txt"], report["methods.txt"]):
        assert "this sentence pair only" in said
        assert "other pairs" not in said
    found = client.get("/api/v1/studies/choosing/choices/").json()["result"]
    assert found["contrasts"][0]["decided"]["reason"] == "for this sentence pair only"
    assert "other pairs" not in methods_of(study, list(study.criteria.all()), Selection())


def test_where_nobody_chooses_scales_have_no_interval_and_answers_are_alike(client_of, meera):
    study = make_choice_study(meera, repeats=2, alike=True, choices=[{"way": "uniform", "count": 2}])
    choose(study, lambda _place, _number: 0)
    (row, *_others) = scales.option_scale(Choices(study, Selection())).rows
    assert row.bradley_terry.bounds is row.thurstone.bounds is None
    assert "nobody chose" in row.bradley_terry.reason
    summary = client_of(meera).get("/studies/choosing/results/").content.decode()
    assert "it was answered alike in 100 % of cases" in summary
    report = report_of(study, Selection()).files
    assert "100 % were answered alike" in report["results.txt"]
    assert "Each judge saw 2 couples twice." in report["methods.txt"]


def test_the_summary_has_no_empty_brackets_where_one_judge_chose(client_of, meera):
    study = make_choice_study(meera, repeats=2)
    choose(study, mostly_ec0, judges=1)
    summary = client_of(meera).get("/studies/choosing/results/").content.decode()
    assert "()" not in summary
    assert "(one judge: nothing follows for others)" in summary
