"""Groups of judges are declared before opening; groups made afterwards are called exploratory."""

import pytest

from evaluation.models import Rating, Study
from evaluation.services import planning, studies
from evaluation.services.errors import Refused
from evaluation.services.jobs import run_waiting_jobs
from evaluation.services.studies.judge_groups import JudgeGroups, declare_groups, declared_groups
from evaluation.services.studies.questionnaire.changing import remove_question
from tests.site.factories import make_matched_study
from tests.site.results.constraint_pages import ADDRESS, asked_of_the_api, exported, fitted, page_of
from tests.site.results.constraint_study import constraint_study

STEP = "/studies/saturday/edit/questions/"


@pytest.fixture
def matched(meera) -> Study:
    return make_matched_study(meera, questions=["native_language", "age"])


def test_groups_are_declared_in_the_wizard_and_shown_in_its_review(matched, client_of, meera):
    client = client_of(meera)
    page = client.get(STEP).content.decode()
    assert "Groups of judges" in page
    sent = {"revision": matched.revision, "question": "age", "bands": "30, 50", "judges": "", "next": "1"}
    assert client.post(STEP, sent).status_code == 302
    matched.refresh_from_db()
    assert declared_groups(matched) == JudgeGroups("age", (30, 50))
    assert 'value="30, 50"' in client.get(STEP).content.decode()
    assert "age (30, 50)" in client.get("/studies/saturday/edit/review/").content.decode()


def test_groups_that_cannot_be_made_are_said_at_their_field(matched, client_of, meera):
    sent = {"revision": matched.revision, "question": "native_language", "bands": "30", "judges": ""}
    answer = client_of(meera).post(STEP, sent)
    assert answer.status_code == 422
    assert "Bands are for a question that asks for a number." in answer.content.decode()
    matched.refresh_from_db()
    assert matched.judge_groups == {}


def test_moving_a_question_keeps_what_was_declared(matched, client_of, meera):
    declare_groups(study=matched, actor=meera, revision=matched.revision, given={"question": "age"})
    client_of(meera).post(STEP, {"revision": matched.revision, "do": "down:native_language"})
    matched.refresh_from_db()
    assert declared_groups(matched) == JudgeGroups("age")


def test_a_question_that_makes_the_groups_is_not_removed(matched, meera):
    declare_groups(study=matched, actor=meera, revision=matched.revision, given={"question": "age"})
    with pytest.raises(Refused, match="Change the groups first"):
        remove_question(study=matched, actor=meera, revision=matched.revision, key="age")
    declare_groups(study=matched, actor=meera, revision=matched.revision, given={})
    remove_question(study=matched, actor=meera, revision=matched.revision, key="age")
    assert matched.judge_groups == {}


def test_after_opening_nothing_more_is_declared(matched, client_of, meera):
    declare_groups(study=matched, actor=meera, revision=matched.revision, given={"question": "age"})
    studies.open_study(study=matched, actor=meera)
    with pytest.raises(Refused, match="has been opened"):
        declare_groups(study=matched, actor=meera, revision=matched.revision, given={})
    client_of(meera).post(STEP, {"revision": matched.revision, "question": "", "bands": "", "judges": ""})
    matched.refresh_from_db()
    assert declared_groups(matched) == JudgeGroups("age")


def test_a_copy_keeps_groups_by_answers_and_forgets_those_by_name(meera):
    study = constraint_study(meera, pairs=5, judges=2)
    Study.objects.filter(pk=study.pk).update(judge_groups=JudgeGroups("age").as_json())
    assert declared_groups(studies.duplicate(study=study, actor=meera)) == JudgeGroups("age")
    Study.objects.filter(pk=study.pk).update(judge_groups=JudgeGroups(judges=("J01",)).as_json())
    assert studies.duplicate(study=study, actor=meera).judge_groups == {}


def test_results_say_whether_groups_were_declared(meera, client_of):
    study, client = constraint_study(meera, pairs=6), client_of(meera)
    Study.objects.filter(pk=study.pk).update(judge_groups=JudgeGroups("native_language").as_json())
    fitted(client, question="native_language")
    assert "declared before opening" in page_of(client)
    assert asked_of_the_api(meera)["fit"]["groups"]["declared"] is True
    assert {row["declared"] for row in exported(client, "constraints") if row["group"]} == {"true"}
    fitted(client, question="age", bands="44")
    rows = exported(client, "constraints")
    groups = [(row["grouped_by"], row["declared"]) for row in rows if row["group"] and row["theory"] == "EC0"]
    assert list(dict.fromkeys(groups)) == [("native_language", "true"), ("age (44)", "false")]
    assert {row["declared"] for row in rows if not row["group"]} == {""}


def test_groups_looked_at_later_do_not_replace_the_declared_ones(meera, client_of):
    study, client = constraint_study(meera, pairs=6), client_of(meera)
    Study.objects.filter(pk=study.pk).update(judge_groups=JudgeGroups("native_language").as_json())
    fitted(client, question="age", bands="44")
    page = page_of(client)
    assert "groups that were declared before opening, by native language, have not been fitted" in page
    fitted(client, question="native_language")
    declared = asked_of_the_api(meera)["by_groups"][0]
    fitted(client, question="age", bands="44")
    # Without groups at last: nothing is lost.
    fitted(client)
    page = page_of(client)
    assert "have not been fitted" not in page
    assert page.index("declared before opening") < page.index("Groups by native language") < page.index("exploratory")
    assert page.index("exploratory") < page.index("Groups by age (44)")
    assert page.count("Costs by group of judges") == 2
    found = asked_of_the_api(meera)
    assert found["by_groups"][0] == declared
    assert [one["groups"]["declared"] for one in found["by_groups"]] == [True, False]
    assert found["by_groups"][0]["theories"][0]["by_group"]["names"] == ["Hindi", "Marathi"]
    weights = client.get(f"{ADDRESS}weights.toml?by=age+%2844%29&group=below+44").content.decode()
    assert "laboratory, usage, below 44" in weights
    assert 'theory = "EC0"' in weights
    assert "EC0" in client.get(f"{ADDRESS}weights.toml?group=Hindi").content.decode()


def test_declared_groups_fitted_to_older_data_stay_first_and_say_so(meera, client_of):
    study, client = constraint_study(meera, pairs=6), client_of(meera)
    Study.objects.filter(pk=study.pk).update(judge_groups=JudgeGroups("native_language").as_json())
    fitted(client, question="native_language")
    Rating.objects.filter(study=study).first().delete()
    fitted(client, question="age", bands="44")
    page = page_of(client)
    assert "The data have changed since this was fitted" not in page
    assert "The data have changed since these groups were fitted" in page
    assert page.index("Groups by native language") < page.index("Groups by age (44)")
    found = asked_of_the_api(meera)
    assert [one["is_current"] for one in found["by_groups"]] == [False, True]
    assert found["fit"]["is_current"]
    current = {
        (row["grouped_by"], row["current"])
        for row in exported(client, "constraints")
        if row["quantity"] == "cost_logits"
    }
    assert current >= {("", "true"), ("native_language", "false"), ("age (44)", "true")}


def test_groups_for_which_too_few_judges_come_are_doubted_before_opening(matched, client_of, meera):
    declare_groups(study=matched, actor=meera, revision=matched.revision, given={"question": "native_language"})
    studies.update(
        study=matched,
        actor=meera,
        revision=matched.revision,
        step="judges",
        fields={"design": "balanced", "judges_per_item": 1, "items_per_judge": 12},
    )
    plan = planning.plan_of(matched)
    assert plan is not None
    assert plan.judges < 16
    assert "each needs at least 8" in planning.doubts(matched, plan)[0]
    assert 'name="confirmed"' in client_of(meera).get("/studies/saturday/edit/review/").content.decode()
    assert run_waiting_jobs() == 1
