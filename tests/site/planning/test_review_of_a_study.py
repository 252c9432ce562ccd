"""The review step: judges, places, minutes, what the study will find, and opening one that may not do."""

import re

import pytest
from django.utils import timezone

from evaluation.models import Job, JobState, Study
from evaluation.services import planning
from evaluation.services.errors import Refused
from evaluation.services.jobs import cancel, run_waiting_jobs
from evaluation.services.results.selection import Selection
from evaluation.services.results.study_summary.aims import scale_words
from evaluation.statistics.planning.design import CHOICES, COST, MODELS
from tests.site.factories import (
    READY_TO_OPEN,
    make_choice_study,
    make_item,
    make_matched_study,
    make_pair,
    make_participation,
    make_study,
    person,
)

REVIEW = "/studies/saturday/edit/review/"
POWER = "/studies/saturday/power/"
OPEN = "/studies/saturday/do/open/"


def invite(study, count: int) -> None:
    for number in range(count):
        make_participation(study, person(f"invited-{number}", "judge"), state="invited")


def words(answer) -> str:
    return " ".join(answer.content.decode().split())


# -- What opening settles --------------------------------------------------------------------------------------------


def plain(answer) -> str:
    return re.sub(r"\s+([.:])", r"\1", " ".join(re.sub(r"<[^>]+>", " ", words(answer)).split()))


def test_it_shows_scales_with_cuts_the_margin_and_who_is_left_out_before_they_lock(client_of, meera):
    study = make_study(meera, models_chosen=["EC0", "ML2"], margin=7, **READY_TO_OPEN)
    study.choices = [{"way": "regions", "first": "EC0", "second": "ML2", "count": 2}]
    study.selection = {"max_failed_percent": 25, "too_fast_ms": 800}
    study.save()
    study.criteria.filter(key="usage").update(cut=4)
    study.criteria.filter(key="fluency").update(cut=None)
    shown = plain(client_of(meera).get(REVIEW))
    for criterion, cut in (
        ("usage", "From 4 on a judgement accepts the sentence."),
        ("fluency", "No cut: means and no shares."),
    ):
        assert f"{scale_words(study.criteria.get(key=criterion))}. {cut}" in shown
    assert "7 points of completeness" in shown
    assert "Do EC0 and ML2 generate as much of what judges accept?" in shown
    assert "groups made later are exploratory" in shown
    assert " ".join(Selection.of(study).rules) in shown


def test_each_of_them_leads_to_its_step(client_of, meera):
    make_study(meera, **READY_TO_OPEN)
    page = words(client_of(meera).get(REVIEW)).partition('id="declared"')[2].partition("</section>")[0]
    steps = re.findall(r'href="/studies/saturday/edit/(\w+)/"', page)
    assert steps == ["criteria", "criteria", "criteria", "sentences", "questions", "checks"]


def test_more_than_two_models_without_a_plan_are_said_to_be_exploratory(client_of, meera):
    make_study(meera, models_chosen=["EC0", "EC1", "ML2"], choices=[{"way": "uniform", "count": 2}], **READY_TO_OPEN)
    assert "No two models are planned to be compared" in plain(client_of(meera).get(REVIEW))


def test_an_opened_study_shows_what_was_declared_not_what_counts_now(client_of, meera):
    make_study(meera, declared_selection={"too_fast_ms": 800}, selection={"too_fast_ms": 900})
    shown = plain(client_of(meera).get(REVIEW))
    assert "less than 800 milliseconds" in shown
    assert "less than 900 milliseconds" not in shown


# -- The numbers -----------------------------------------------------------------------------------------------------


def test_a_balanced_study_says_judges_needed_places_left_empty_and_minutes(client_of, meera):
    study = make_matched_study(meera, design="balanced", judges_per_item=4, items_per_judge=12, repeats=3)
    invite(study, 6)
    # 72 sentences in 6 lists of 12, each rated by 4 judges.
    shown = words(client_of(meera).get(REVIEW))
    assert "needed 24, invited 6" in shown
    assert "288, of which 216 stay empty if nobody else comes" in shown
    assert "about 3, with 12 s" in shown


def test_a_study_where_everybody_rates_everything_says_so(client_of, meera):
    study = make_matched_study(meera)
    client = client_of(meera)
    assert "invited 0; how many will come is not known, here 20 are assumed" in words(client.get(REVIEW))
    invite(study, 9)
    shown = words(client.get(REVIEW))
    assert "<dd> invited 9 </dd>" in shown
    assert "none stays empty" in shown
    assert "about 14, with 12 s" in shown
    assert planning.plan_of(study).judges == 9


def test_whoever_withdrew_does_not_count_as_invited(meera, asha):
    study = make_matched_study(meera)
    make_participation(study, asha, state="withdrawn")
    assert planning.plan_of(study).invited == 0


def test_of_two_constraints_the_one_with_fewer_matches_is_planned_for(meera):
    plan = planning.plan_of(make_matched_study(meera, design="balanced", judges_per_item=4, items_per_judge=12))
    design = plan.design
    assert (design.compared, design.pairs, design.matches, design.judges) == (COST, 6, 2, 24)
    # A sixth of its 24 sentences, as of all.
    assert (design.each, design.scale, design.effect) == (4, 6, 0.5)
    assert "nesting" in plan.comparison.words


def test_two_models_are_compared_by_the_smaller_side(meera):
    study = make_study(meera, items=0, drawn_at=timezone.now())
    for place in range(5):
        pair = make_pair(meera, external_id=f"m{place}")
        for number, condition in enumerate(["EC0", "EC0", "EC0", "ML0", "ML0", "EC0 & ML0", "control"]):
            make_item(study, 10 * place + number, pair=pair, condition=condition)
    plan = planning.plan_of(study)
    assert (plan.design.compared, plan.design.pairs, plan.design.matches) == (MODELS, 5, 2)
    assert plan.comparison.words == "ML0 against EC0"


def test_couples_are_a_forced_choice(meera):
    plan = planning.plan_of(make_choice_study(meera, pairs=6, drawn_at=timezone.now()))
    assert (plan.design.compared, plan.design.pairs, plan.design.unit) == (CHOICES, 6, "share")
    assert plan.why_not == ""


def test_a_scale_of_two_points_has_a_cost_that_can_be(meera):
    study = make_matched_study(meera)
    study.criteria.filter(key="usage").update(low=0, high=1, cut=1)
    assert planning.plan_of(study).design.problems() == []


# -- What it will find -----------------------------------------------------------------------------------------------


def test_what_it_will_find_is_computed_in_the_background_and_shown(client_of, meera):
    study, client = make_matched_study(meera), client_of(meera)
    for _ in range(2):
        assert "is being computed" in words(client.get(REVIEW))
    job = Job.objects.get()
    assert "HX-Refresh" not in client.get(POWER)
    assert run_waiting_jobs() == 1
    assert client.get(POWER)["HX-Refresh"] == "true"
    job.refresh_from_db()
    assert job.result["address"] == REVIEW
    shown = words(client.get(REVIEW))
    assert "With 20 judges and 24 sentences you find a cost of half a point in" in shown
    assert "the constraint “nesting” of ML2. Simulated studies: 12" in shown
    assert study.pairs.count() == 6
    assert Job.objects.count() == 1


def test_a_changed_design_is_computed_anew_and_the_old_job_stopped(client_of, meera):
    study, client = make_matched_study(meera), client_of(meera)
    client.get(REVIEW)
    invite(study, 7)
    assert "is being computed" in words(client.get(REVIEW))
    assert [job.state for job in Job.objects.order_by("pk")] == [JobState.CANCELLED, JobState.WAITING]
    run_waiting_jobs()
    assert "With 7 judges" in words(client.get(REVIEW))
    # Other texts are the same design.
    Study.objects.update(thanks={"en": "Thanks"})
    assert "With 7 judges" in words(client.get(REVIEW))
    make_participation(study, person("one-more", "judge"), state="invited")
    assert "With 7 judges" not in words(client.get(REVIEW))


def test_what_was_cancelled_starts_again_only_when_asked(client_of, meera):
    make_matched_study(meera)
    client = client_of(meera)
    client.get(REVIEW)
    cancel(job=Job.objects.get(), actor=meera)
    assert "has not been computed" in words(client.get(REVIEW))
    assert Job.objects.count() == 1
    assert client.post(POWER).url == REVIEW
    assert "is being computed" in words(client.get(REVIEW))


def test_a_colleague_sees_how_far_it_is(client_of, meera, kiran):
    study = make_matched_study(meera)
    study.colleagues.add(kiran)
    client_of(meera).get(REVIEW)
    assert "is being computed" in words(client_of(kiran).get(POWER))
    assert Job.objects.count() == 1


def test_nothing_is_computed_for_picked_sentences(client_of, meera):
    study = make_study(meera, drawn_at=timezone.now(), **READY_TO_OPEN)
    study.items.update(condition="picked", probability=None)
    client = client_of(meera)
    shown = words(client.get(REVIEW))
    assert "cannot be computed: it compares neither matched sentences nor two models" in shown
    assert not Job.objects.exists()
    client.post(POWER)
    assert not Job.objects.exists()
    client.post(OPEN)
    study.refresh_from_db()
    assert study.is_open


def test_sentences_of_too_few_pairs_are_said_to_be_too_few(client_of, meera):
    make_matched_study(meera, pairs=2)
    assert "either side needs sentences of more pairs, 5 at the least" in words(client_of(meera).get(REVIEW))
    assert not Job.objects.exists()


def test_a_study_that_is_not_drawn_or_is_open_already_starts_nothing(client_of, meera):
    study, client = make_matched_study(meera, drawn_at=None), client_of(meera)
    assert "What it takes" not in words(client.get(REVIEW))
    Study.objects.update(drawn_at=timezone.now(), state="open")
    study.refresh_from_db()
    assert "What it takes" in words(client.get(REVIEW))
    assert not Job.objects.exists()


# -- Opening ---------------------------------------------------------------------------------------------------------


def test_a_study_that_seldom_finds_its_effect_is_opened_only_when_confirmed(client_of, meera, finds):
    study, client = make_matched_study(meera), client_of(meera)
    finds(0.3)
    client.get(REVIEW)
    run_waiting_jobs()
    assert 'name="confirmed"' in words(client.get(REVIEW))
    answer = client.post(OPEN, follow=True)
    assert "More often than not such a study would not answer its question. Confirm" in words(answer)
    study.refresh_from_db()
    assert study.state == "draft"
    with pytest.raises(Refused, match="More often than not"):
        planning.open_study(study=study, actor=meera)
    client.post(OPEN, {"confirmed": "yes"})
    study.refresh_from_db()
    assert study.is_open
    # It has been decided: after a pause nobody is asked again.
    client.post("/studies/saturday/do/pause/")
    client.post(OPEN)
    study.refresh_from_db()
    assert study.is_open


def test_a_study_that_finds_its_effect_or_is_not_computed_yet_is_opened_at_once(client_of, meera, finds):
    study, client = make_matched_study(meera), client_of(meera)
    finds(0.5)
    client.get(REVIEW)
    assert planning.doubts(study, planning.plan_of(study)) == []
    run_waiting_jobs()
    assert 'name="confirmed"' not in words(client.get(REVIEW))
    client.post(OPEN)
    study.refresh_from_db()
    assert study.is_open


def test_one_judge_is_too_few_unless_others_can_come(client_of, meera):
    study, client = make_matched_study(meera), client_of(meera)
    invite(study, 1)
    assert "One judge is too few" in words(client.post(OPEN, follow=True))
    study.refresh_from_db()
    assert study.state == "draft"
    Study.objects.update(join_link_open=True)
    client.post(OPEN)
    study.refresh_from_db()
    assert study.is_open


@pytest.mark.parametrize(("invited", "is_asked"), [(0, False), (11, True), (12, False)])
def test_a_balanced_study_most_of_whose_places_stay_empty_is_asked_about(meera, invited, is_asked):
    study = make_matched_study(meera, design="balanced", judges_per_item=4, items_per_judge=12)
    invite(study, invited)
    assert ("More than half" in planning.plan_of(study).too_few_judges) is is_asked
