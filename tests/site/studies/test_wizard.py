"""The wizard: a new study, its steps, two people at once, and what an opened study keeps."""

from __future__ import annotations

import pytest

from evaluation.models import PairState, Study, StudyState
from evaluation.services import studies
from tests.site.factories import make_pair
from tests.site.forms import fields, page_of, shown

pytestmark = pytest.mark.django_db
STEPS = ("texts", "criteria", "pairs", "sentences", "checks", "questions", "judges", "look", "review")


def test_a_new_study_is_a_draft_with_the_paper_s_criteria(client_of, meera):
    answer = client_of(meera).post("/studies/new/", {"name": "Saturday & Sunday", "interface_languages": ["en", "hi"]})
    study = Study.objects.get()
    assert answer.url == "/studies/saturday-sunday/edit/texts/"
    assert (study.owner, study.state) == (meera, StudyState.DRAFT)
    usage, fluency = study.criteria.all()
    assert list(usage.points) == [0, 1, 2, 3, 4, 5]
    assert usage.labels("en") == {0: "do not expect to hear or use ever", 5: "extremely likely to be heard/used"}
    assert fluency.labels("en") == {0: "does not make sense or sound right", 5: "absolutely clear and fluent"}
    assert fluency.labels("hi").keys() == {0, 5}


def test_two_studies_of_one_name_have_two_addresses(client_of, meera):
    client = client_of(meera)
    addresses = [client.post("/studies/new/", {"name": "New", "interface_languages": "en"}).url for _ in range(3)]
    assert addresses == [f"/studies/new-{n}/edit/texts/" for n in (2, 3, 4)]


def test_a_study_asked_for_from_a_collection_has_its_checked_pairs(client_of, meera, spanish_pair):
    proposed = make_pair(meera, collection="Spanish", external_id="es-2", state=PairState.PROPOSED)
    assert proposed.collection == spanish_pair.collection
    client = client_of(meera)
    assert "“Spanish”" in page_of(client.get("/studies/new/?collection=Spanish"))
    client.post("/studies/new/?collection=Spanish", {"name": "From pairs", "interface_languages": "en"})
    study = Study.objects.get()
    assert list(study.pairs.all()) == [spanish_pair]
    assert (study.models_chosen, study.languages) == (["EC1", "ML2"], ["en", "es"])


def test_a_study_asked_for_from_a_collection_without_checked_pairs_starts_empty(client_of, meera):
    client_of(meera).post("/studies/new/?collection=nothing", {"name": "Empty", "interface_languages": "en"})
    assert not Study.objects.get().pairs.exists()


@pytest.mark.parametrize("name", ["", " ", "x" * 151])
def test_a_study_needs_a_proper_name(meera, name):
    form = meera.get("/studies/new/").form
    answer = meera.post("/studies/new/", form | {"name": name})
    assert answer.status == 422
    assert answer.form["name"] == [name]
    assert ("150 characters" if name.strip() else "This field is required") in answer.text
    assert not Study.objects.exists()


@pytest.mark.parametrize("languages", [[], ["tlh"]])
def test_a_study_needs_languages_that_the_site_speaks(client_of, meera, languages):
    answer = client_of(meera).post("/studies/new/", {"name": "New", "interface_languages": languages})
    assert answer.status_code == 422
    assert "errorlist" in page_of(answer)


@pytest.mark.both_databases
@pytest.mark.parametrize("step", STEPS)
def test_every_step_can_be_looked_at_and_saved_unchanged(wizard, draft, step):
    before = Study.objects.values().get(pk=draft.pk)
    assert wizard.client.get(f"/studies/{draft.slug}/edit/{step}/").status_code == 200
    if step != "review":
        answer = wizard(step, next="1")
        assert answer.status_code == 302, page_of(answer)
    after = Study.objects.values().get(pk=draft.pk)
    changing = {"revision", "changed_at", "drawn_at"}
    assert {key: after[key] for key in after.keys() - changing} == {key: before[key] for key in after.keys() - changing}


def test_saving_goes_on_to_the_next_step_or_stays(wizard, draft):
    assert wizard("texts", next="1").url.endswith("/edit/criteria/")
    assert wizard("look", next="1").url.endswith("/edit/review/")
    assert wizard("texts").url.endswith("/edit/texts/")


def test_points_below_zero_have_a_minus_sign_in_the_review_and_a_hyphen_in_the_form(wizard, draft):
    draft.criteria.update(low=-4, high=1, cut=-1)
    review = page_of(wizard.client.get(f"/studies/{draft.slug}/edit/review/"))
    assert "−4 to 1. From −1 on" in review
    assert "(-4" not in review
    assert 'value="-4"' in page_of(wizard.client.get(f"/studies/{draft.slug}/edit/criteria/"))
    # The criteria of the paper have a label for 5.
    assert "but the scale goes from −4 to 1." in page_of(wizard("criteria"))


def test_there_is_no_other_step(wizard, draft):
    assert wizard.client.get(f"/studies/{draft.slug}/edit/colours/").status_code == 404


@pytest.mark.parametrize("step", STEPS[:-1])
def test_a_row_that_cannot_be_added_is_no_trouble(wizard, draft, step):
    """The button's value may be anything, and so may the number of rows."""
    for prefix in ("form", "nothing", "", "criteria", "rules"):
        for rows in ("", "x", "-1", "99999999"):
            changes = {"add": prefix, f"{prefix}__TOTAL_FORMS": rows}
            assert wizard.client.post(f"/studies/{draft.slug}/edit/{step}/", changes).status_code == 200


def test_two_people_editing_notice_each_other_and_nothing_is_lost(draft, client_of, meera, kiran):
    studies.share(study=draft, actor=meera, colleague="kiran")
    address = f"/studies/{draft.slug}/edit/texts/"
    first, second = client_of(meera), client_of(kiran)
    hers, his = shown(first, address), shown(second, address)
    assert second.post(address, his | {"name": ["His name"]}).status_code == 302
    answer = first.post(address, hers | {"name": ["Her name"]})
    assert answer.status_code == 409
    assert "Kiran changed this study while you were editing it" in page_of(answer)
    assert 'value="Her name"' in page_of(answer)
    draft.refresh_from_db()
    assert draft.name == "His name"
    assert first.post(address, fields(answer)).status_code == 302
    draft.refresh_from_db()
    assert draft.name == "Her name"


@pytest.mark.parametrize("revision", ["", "x", "-1", "999999999999999999999"])
def test_a_form_without_a_proper_revision_saves_nothing(wizard, draft, revision):
    assert wizard("texts", name="Stolen", revision=revision).status_code == 409
    draft.refresh_from_db()
    assert draft.name == "Mixed sentences"


def test_an_opened_study_keeps_what_is_rated(wizard, draft):
    before = list(draft.items.values_list("pk", "text"))
    forms = {step: shown(wizard.client, f"/studies/{draft.slug}/edit/{step}/") for step in STEPS[:-1]}
    studies.open_study(study=draft, actor=draft.owner)
    for step in ("criteria", "pairs", "sentences", "checks"):
        address = f"/studies/{draft.slug}/edit/{step}/"
        assert "stays as it is" in page_of(wizard.client.get(address))
        assert "Save and go on" not in page_of(wizard.client.get(address))
        draft.refresh_from_db()
        answer = wizard.client.post(
            address, forms[step] | {"revision": [str(draft.revision)], "seed": ["1"], "draw": ["1"]}
        )
        assert answer.status_code == 422
    assert list(draft.items.values_list("pk", "text")) == before
    draft.refresh_from_db()
    assert draft.seed == 7


def test_texts_of_an_opened_study_may_change_and_a_changed_consent_is_asked_again(wizard, draft):
    studies.open_study(study=draft, actor=draft.owner)
    assert wizard("texts", consent_en="Something else").status_code == 302
    draft.refresh_from_db()
    assert draft.consent_version == 2
    assert wizard("look", thanks_en="Thanks", marking="none").status_code == 302
    draft.refresh_from_db()
    assert (draft.thanks["en"], draft.marking) == ("Thanks", "slant")


def test_an_opened_study_may_get_more_judges_per_sentence_but_not_fewer(wizard, draft):
    wizard("judges", design="balanced", judges_per_item="3")
    draft.refresh_from_db()
    studies.open_study(study=draft, actor=draft.owner)
    assert wizard("judges", judges_per_item="4").status_code == 302
    answer = wizard("judges", judges_per_item="2")
    assert "not fewer than 4" in page_of(answer)
    draft.refresh_from_db()
    assert draft.judges_per_item == 4


def test_a_judge_and_another_researcher_do_not_get_in(draft, client_of, asha, kiran):
    judge, researcher = client_of(asha), client_of(kiran)
    for step in STEPS:
        address = f"/studies/{draft.slug}/edit/{step}/"
        assert judge.get(address).status_code == 403
        assert researcher.get(address).status_code == 404
        assert researcher.post(address, {"name": "x"}).status_code == 404
    assert judge.get("/studies/new/").status_code == 403
