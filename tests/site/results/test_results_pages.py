"""The pages of results: who sees them, what they say, and that more rows never mean more queries."""

import re

from django.db import connection
from django.db.models import Case, F, When
from django.test.utils import CaptureQueriesContext

from evaluation.models import Place, Rating, Study
from evaluation.services.jobs import run_waiting_jobs
from evaluation.services.results.selection import Selection
from evaluation.statistics.pairwise import ALWAYS_WITHIN
from tests.site.factories import make_item, make_participation, make_study
from tests.site.results.pages import PARTS, PICTURES, address, text
from tests.site.results.rated_study import add_judge, add_three_judges, rate

# They show what four other pages do, for each of two criteria.
SUMMED_UP = ("", "text/")
QUESTIONS = ("?sort=mean&by=usage&down=1", "?sort=moon&by=moon&page=99", "?page=x&threshold=x&criterion=x")


def test_only_the_studys_researchers_see_its_results(study, client_of, client, meera, kiran, asha):
    visitors = {200: client_of(meera), 404: client_of(kiran), 403: client_of(asha), 302: client}
    for part in PARTS:
        for status, visitor in visitors.items():
            assert visitor.get(address(study, part)).status_code == status, part


def test_a_study_without_ratings_says_so_on_every_page(study, meera, client_of):
    Place.objects.filter(participation__study=study).delete()
    for part in PARTS:
        assert "There are no ratings yet" in text(client_of(meera).get(address(study, part))), part


def test_no_page_asks_more_queries_because_there_are_more_rows(study, client_of, meera):
    client = client_of(meera)

    def queries(part):
        with CaptureQueriesContext(connection) as captured:
            text(client.get(address(study, part)))
        return len(captured)

    queries("comparison/")
    before = {part: queries(part) for part in PARTS}
    judge = add_judge(study, "J09")
    for number in range(20, 26):
        rate(judge, make_item(study, number, pair=study.pairs.first(), measures={"phenomena": ["pronoun"]}), 3)
    assert {part: queries(part) for part in PARTS} == before
    assert max(number for part, number in before.items() if part not in SUMMED_UP) <= 32
    assert max(before[part] for part in SUMMED_UP) <= 120


def test_any_question_in_the_address_gets_an_answer(study, client_of, meera):
    client = client_of(meera)
    for part in PARTS:
        for question in QUESTIONS:
            assert client.get(address(study, part) + question).status_code == 200, part + question


def test_a_click_on_a_heading_sorts_and_a_second_one_turns_it_round(study, client_of, meera):
    client = client_of(meera)
    page = text(client.get(address(study, "sentences/")))
    first = re.search(r'href="(\?sort=mean&amp;down=1&amp;by=usage)"', page)[1].replace("&amp;", "&")
    page = text(client.get(address(study, "sentences/") + first))
    assert 'aria-sort="descending"' in page
    numbers = re.findall(r'<td class="number strong">(\d\.\d\d)</td>', page)[::2]
    assert numbers == sorted(numbers, reverse=True)
    assert "?sort=mean&amp;down=0&amp;by=usage" in page


def test_filters_stay_when_the_page_is_turned_or_sorted(study, client_of, meera):
    page = text(client_of(meera).get(address(study, "sentences/") + "?condition=ML0&q=boring"))
    assert "2 sentences" in page
    assert "condition=ML0&amp;q=boring&amp;sort=mean" in page


def test_a_model_shows_both_means_by_name(study, client_of, meera):
    page = text(client_of(meera).get(address(study, "models/")))
    assert "The mean is over ratings" in page
    assert re.search(r"by sentence", page)
    assert "EC0 &amp; EC1 only" in page.split("<tbody>")[1]
    generated = text(client_of(meera).get(address(study, "models/?view=generates"))).split("<tbody>")[1]
    assert " only" not in generated


def test_saving_what_counts_moves_the_numbers_and_says_so(study, client_of, meera):
    client = client_of(meera)
    home = address(study, "judges/")
    answer = client.post(
        address(study, "selection/"), {"max_failed_percent": "0", "by_hand": "on", "next": home}, follow=True
    )
    assert answer.redirect_chain == [(home, 302)]
    page = text(answer)
    assert "Every number now follows this choice." in page
    assert "failed 1 of 1 attention check" in page
    assert "1 attention checks" not in page
    assert "1 judge left out" in page
    study.refresh_from_db()
    assert Selection.of(study) == Selection(max_failed_percent=0)


def test_a_rule_that_cannot_be_is_refused_by_name_and_changes_nothing(study, client_of, meera):
    answer = client_of(meera).post(address(study, "selection/"), {"too_fast_ms": "soon"}, follow=True)
    assert "Too fast: Write a whole number from 1 to 3600000, or nothing." in text(answer)
    study.refresh_from_db()
    assert study.selection == {}


def test_nobody_is_sent_to_another_site_after_saving(study, client_of, meera):
    for elsewhere in ("https://example.com/", "//example.com", "/admin/"):
        answer = client_of(meera).post(address(study, "selection/"), {"next": elsewhere})
        assert answer["Location"] == address(study)


def test_a_judge_a_sentence_and_an_answer_are_left_out_and_taken_back_from_the_page(study, client_of, meera):
    client = client_of(meera)
    item, judge = study.items.get(number=0), study.participations.get(pseudonym="J01")
    place = item.places.get(participation=judge)
    for kind, thing in (("judge", judge), ("sentence", item), ("answer", place)):
        there = address(study, f"exclude/{kind}/{thing.pk}/")
        assert "Give the reason" in text(client.post(there, {"change": "exclude", "reason": ""}, follow=True))
        client.post(there, {"change": "exclude", "reason": "a typing mistake"})
        thing.refresh_from_db()
        assert thing.exclusion_reason == "a typing mistake"
        client.post(there, {"change": "include"})
        thing.refresh_from_db()
        assert thing.excluded_at is None


def test_nothing_of_another_study_can_be_left_out_here(study, client_of, meera, asha):
    strangers = make_participation(make_study(meera, items=0, slug="other"), asha)
    assert client_of(meera).post(address(study, f"exclude/judge/{strangers.pk}/"), {"reason": "x"}).status_code == 404
    assert client_of(meera).post(address(study, "exclude/moon/1/"), {"reason": "x"}).status_code == 404


def test_a_judges_answers_are_listed_with_what_does_not_count(study, client_of, meera):
    page = text(client_of(meera).get(address(study, "judges/J01/")))
    assert page.count("left out</span>") == 3
    assert "a second answer" in page


def test_judges_are_grouped_by_their_answer(study, client_of, meera):
    page = text(client_of(meera).get(address(study, "groups/?question=native_language")))
    body = page.split("<tbody>")[1]
    rows = re.findall(r'<th scope="row">\s*(\w+)\s*</th>\s*<td class="number">(\d)</td>', body)
    assert rows == [("Hindi", "2"), ("Marathi", "1")]


def test_where_judges_were_asked_nothing_there_is_no_question_to_choose(study, client_of, meera):
    study.questions = []
    study.save()
    page = text(client_of(meera).get(address(study, "groups/")))
    assert "Nothing is known of the judges by which they could be grouped." in page
    assert 'id="question"' not in page


def test_agreement_gives_every_measure_with_its_interval_and_its_reason(study, client_of, meera):
    page = text(client_of(meera).get(address(study, "agreement/")))
    for measure in ("Krippendorff", "ICC(2,1)", "ICC(2,k)", "weighted κ", "within one point"):
        assert measure in page
    said = " ".join(page.split())
    assert "after the other (seed 2017). That of an ICC has 1,000 draws." in said
    assert "0.667 and 0.800 are the customary marks" in said
    assert "own repeats, same" in said


def test_agreement_speaks_of_no_draws_and_no_repeats_where_there_are_none(study, client_of, meera):
    Place.objects.filter(is_repeat=True).delete()
    add_three_judges(study)
    study.participations.filter(pseudonym__in=("J01", "J02", "J03")).delete()
    said = " ".join(text(client_of(meera).get(address(study, "agreement/"))).split())
    assert "variances from mean squares" in said
    assert "Intervals are for other sentences and other judges like these." in said
    assert "draws" not in said
    assert "own repeats, same" not in said


def test_on_a_scale_of_two_points_nothing_is_said_to_be_within_one(study, client_of, meera):
    study.criteria.update(low=0, high=1, cut=1)
    Rating.objects.filter(study=study).update(value=Case(When(value__gte=3, then=1), default=0))
    for part in ("agreement/", "", "findings/usage/"):
        page = client_of(meera).get(address(study, part))
        assert page.status_code == 200
        assert "within one point" not in text(page)
    found = client_of(meera).get(f"/api/v1/studies/{study.slug}/agreement/").json()["result"]
    for figure in (
        found["within_one"],
        found["repeats"]["within_one"],
        found["judges"][0]["against_rest"]["within_one"],
    ):
        assert (figure["value"], figure["reason"]) == (None, ALWAYS_WITHIN)


def test_no_hyphen_stands_for_a_minus_on_a_scale_below_zero(study, client_of, meera):
    add_three_judges(study)
    study.criteria.update(low=-4, high=1, cut=-1)
    Rating.objects.filter(study=study).update(value=F("value") - 4)
    client = client_of(meera)
    client.post(address(study, "comparison/mixed-model/"), {"criterion": "usage"})
    run_waiting_jobs()
    negative = 0
    for part in PARTS:
        page = re.sub(r"(?s)<(script|style|option|form).*?</\1>", " ", text(client.get(address(study, part))))
        seen = re.sub(r"<[^>]*>", " ", page)
        assert not re.findall(r"[^\n]{0,40}(?<![\w-])-\d[^\n]{0,20}", seen), part
        negative += seen.count("−")
    assert negative > 50


def test_the_mixed_model_is_fitted_in_the_background_and_says_when_it_is_old(study, client_of, meera):
    add_three_judges(study)
    client = client_of(meera)
    answer = client.post(address(study, "comparison/mixed-model/"), {"criterion": "usage"})
    assert answer["Location"].startswith("/jobs/")
    assert (
        client.post(address(study, "comparison/mixed-model/"), {"criterion": "usage"})["Location"] == answer["Location"]
    )
    assert run_waiting_jobs() == 1
    page = text(client.get(address(study, "comparison/")))
    assert "EC0 &amp; EC1 only compared with" in page.split('id="mixed-model"')[1]
    assert "The data have changed" not in page
    rate(study.participations.get(pseudonym="J11"), make_item(study, 30), 5)
    assert "The data have changed since this was fitted." in text(client.get(address(study, "comparison/")))


def test_the_cut_of_the_criterion_says_what_is_accepted(study, client_of, meera):
    page = text(client_of(meera).get(address(study, "comparison/")))
    assert "A judgement of 3 or more accepts a sentence. Accepting judgements: 6 of 10;" in page
    assert "Only 3 judges" in page
    study.criteria.update(cut=None)
    page = text(client_of(meera).get(address(study, "comparison/")))
    assert "there are means and no shares" in page
    assert "Means of the models" in page
    assert not re.search(r">\s*(soundness|completeness)\s*<|\d %\s*</td>", page)


def test_pictures_are_parted_at_the_cut_of_each_criterion_and_say_so(study, client_of, meera):
    study.criteria.filter(key="usage").update(cut=5)
    study.criteria.filter(key="fluency").update(cut=1)
    page = text(client_of(meera).get(address(study, "models/")))
    drawn = re.findall(r'class="spark".*?</svg>', page, re.DOTALL)
    below = [picture.count("p-low") for picture in drawn]
    assert below == [5 if place % 2 == 0 else 1 for place in range(len(drawn))]
    assert "Bars are parted at the cut." in text(client_of(meera).get(address(study, "pictures/")))
    study.criteria.update(cut=None)
    assert "No cut was set, so bars are parted in the middle" in text(client_of(meera).get(address(study, "pictures/")))
    assert "parted" not in text(client_of(meera).get(address(study, "pictures/?picture=means")))


def test_every_picture_is_on_the_page_and_in_a_file(study, client_of, meera):
    client = client_of(meera)
    for name in PICTURES:
        page = text(client.get(address(study, f"pictures/?picture={name}")))
        assert page.count('role="img"') == 2
        assert not re.search(r'\sstyle="', page)
        answer = client.get(address(study, f"pictures/{name}.svg?criterion=fluency"))
        assert answer["Content-Type"] == "image/svg+xml"
        assert answer["Content-Disposition"] == f'attachment; filename="saturday-fluency-{name}.svg"'
        assert answer.content.startswith(b"<?xml")


def test_a_picture_that_does_not_hold_everything_says_so_and_leads_to_the_rest(study, client_of, meera):
    pair = study.pairs.first()
    for number in range(20, 50):
        make_item(study, number, pair=pair)
    client = client_of(meera)
    for name in ("sentences", "judges-by-sentences"):
        first = text(client.get(address(study, f"pictures/?picture={name}")))
        assert "Sentences 1 to 30 of 34" in first
        assert f'href="?picture={name}&amp;page=2"' in first
        last = text(client.get(address(study, f"pictures/?picture={name}&page=2")))
        assert "Sentences 31 to 34 of 34" in last
        assert "49." in last
        assert "20." not in last
        drawn = client.get(address(study, f"pictures/{name}.svg?page=2")).content.decode()
        assert "49." in drawn
        assert "20." not in drawn


def test_more_judges_than_a_picture_holds_are_on_its_next_page(study, client_of, meera):
    for number in range(4, 43):
        add_judge(study, f"J{number:02}")
        rate(study.participations.get(pseudonym=f"J{number:02}"), study.items.get(number=0), 3)
    client = client_of(meera)
    for name in ("judges-by-sentences", "agreement"):
        assert "Judges 1 to 40 of 42" in text(client.get(address(study, f"pictures/?picture={name}")))
        page = text(client.get(address(study, f"pictures/?picture={name}&judges=2")))
        assert "Judges 41 to 42 of 42" in page
        assert "J42" in page
        assert "J40" not in page


def test_sentences_of_a_picture_can_stand_in_the_order_of_their_means(study, client_of, meera):
    page = text(client_of(meera).get(address(study, "pictures/?order=mean")))
    numbers = [int(number) for number in re.findall(r"<tspan>(\d+)\. ", page)]
    assert numbers[:4] == [0, 2, 3, 1]
    assert re.search(r'<option value="mean"\s+selected>', page)


def test_the_picture_of_models_shows_each_sentence_once_or_all_that_a_model_generates(study, client_of, meera):
    client = client_of(meera)
    assert "EC0 &amp; EC1 only" in text(client.get(address(study, "pictures/?picture=models")))
    generated = text(client.get(address(study, "pictures/?picture=models&view=generates")))
    assert "EC0 &amp; EC1 only" not in generated
    assert re.search(r'<option value="generates"\s+selected>', generated)


def test_the_sentences_of_a_pair_or_a_model_are_one_click_away(study, client_of, meera):
    client = client_of(meera)
    for part, link, found in (
        ("pairs/", "?pair=paper-2", "2 sentences"),
        ("models/", "?cell=EC0%20%26%20EC1%20only", "1 sentence"),
        ("models/?view=generates", "?model=EC1", "2 sentences"),
    ):
        assert f'href="{address(study, "sentences/")}{link}"' in text(client.get(address(study, part)))
        assert found in text(client.get(address(study, f"sentences/{link}")))


def test_there_is_no_other_picture(study, client_of, meera):
    assert client_of(meera).get(address(study, "pictures/moon.svg")).status_code == 404


def test_a_comment_with_markup_is_shown_as_written(study, client_of, meera):
    Place.objects.filter(participation__pseudonym="J01").update(comment="<script>alert(1)</script>")
    page = text(client_of(meera).get(address(study, "judges/J01/")))
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


def test_a_study_without_criteria_has_no_results_rather_than_an_error(meera, client_of):
    bare = Study.objects.create(owner=meera, slug="bare", name="Bare")
    assert client_of(meera).get(address(bare)).status_code == 200
    assert client_of(meera).get(address(bare, "agreement/")).status_code == 404


def test_the_note_on_the_nominal_metric_speaks_of_the_criterions_own_scale(study, client_of, meera):
    def note(low, high):
        study.criteria.filter(key="usage").update(low=low, high=high, cut=None)
        page = text(client_of(meera).get(address(study, "agreement/?criterion=usage")))
        return re.search(r"(takes [^;]+; )?for comparison only", page)[0]

    assert note(0, 5) == "takes 4 and 5 to be as far apart as 0 and 5; for comparison only"
    assert note(1, 7) == "takes 6 and 7 to be as far apart as 1 and 7; for comparison only"
    assert note(-2, 2) == "takes 1 and 2 to be as far apart as −2 and 2; for comparison only"
    assert note(0, 1) == "for comparison only"
