"""A study states the languages of its pages; judges get those and no others."""

import pytest

from evaluation.services import studies
from evaluation.services.errors import Refused
from evaluation.services.studies.interface_languages import interface_languages
from evaluation.services.support.language_names import every_language, known_languages, language_name
from tests.site.factories import make_participation, make_study, newly_invited
from tests.site.forms import address, page_of

pytestmark = pytest.mark.django_db


def test_a_spanish_study_is_in_spanish_whatever_was_chosen_elsewhere(client, meera, asha):
    study = make_study(meera, interface_languages=["es"])
    mine = newly_invited(study, asha)
    client.cookies["django_language"] = "hi"
    answer = client.get(f"/rate/{mine.key}/consent/")
    assert answer["Content-Language"] == "es"
    assert '<html lang="es"' in page_of(answer)
    assert 'name="language"' not in page_of(answer), "there is no other language to choose"


def test_judges_choose_among_the_languages_of_the_study(client, meera, asha):
    study = make_study(meera, interface_languages=["en", "es"])
    html = page_of(client.get(f"/rate/{newly_invited(study, asha).key}/consent/"))
    assert 'value="es" lang="es">español' in html
    assert 'value="hi"' not in html


def test_the_browser_decides_among_them_where_nothing_fitting_was_chosen(client, places, study):
    study.interface_languages = ["en", "es"]
    study.save()
    client.cookies["django_language"] = "hi"
    answer = client.get(address(places[0]), headers={"accept-language": "fr, es-MX;q=0.8, en;q=0.5"})
    assert answer["Content-Language"] == "es"


def test_a_language_without_translations_any_more_gives_way_to_english(meera):
    study = make_study(meera, interface_languages=["tlh"])
    assert interface_languages(study) == ["en"]


def test_a_new_study_starts_with_texts_in_its_languages_and_no_others(meera):
    study = studies.create(owner=meera, name="Mezcla", interface_languages=["es"])
    for texts in (study.instructions, study.consent, study.thanks, study.refusal):
        assert list(texts) == ["es"]
    assert {language for criterion in study.criteria.all() for language in criterion.texts} == {"es"}
    assert {language for question in study.questions for language in question["texts"]} == {"es"}
    assert str(study.criteria.first()) == "Probabilidad de uso"


@pytest.mark.parametrize(
    ("codes", "words"), [([], "at least one language"), (["en", "tlh"], "not translated into “tlh”")]
)
def test_languages_that_cannot_be_are_refused(meera, codes, words):
    with pytest.raises(Refused, match=words):
        studies.create(owner=meera, name="None", interface_languages=codes)


def test_an_added_language_brings_its_words_and_leaves_what_was_written(meera):
    study = studies.create(owner=meera, name="Grows")
    who = {"study": study, "actor": meera, "step": "texts"}
    studies.update(**who, revision=study.revision, fields={"thanks": {"en": "Bye"}})
    studies.update(**who, revision=study.revision, fields={"interface_languages": ["en", "hi"]})
    assert study.instructions.keys() == {"en", "hi"}
    assert study.thanks == {"en": "Bye"}, "what a researcher wrote, a researcher translates"
    assert study.criteria.get(key="fluency").texts["hi"]["name"] == "सहजता"
    assert study.questions[0]["texts"].keys() == {"en", "hi"}
    assert study.mark_reasons[0]["texts"]["hi"] == "बहुत किताबी"


def test_the_languages_stay_once_the_study_is_open(meera, study):
    with pytest.raises(Refused, match="has been opened"):
        studies.update(
            study=study, actor=meera, revision=study.revision, step="texts", fields={"interface_languages": ["es"]}
        )


def test_changed_default_words_reach_new_studies_only(meera, monkeypatch):
    study = studies.create(owner=meera, name="Before", interface_languages=["hi"])
    monkeypatch.setattr("evaluation.services.studies.in_languages._said", lambda words, _language: f"new {words}")
    study.refresh_from_db()
    assert study.criteria.get(key="usage").texts["hi"]["name"] == "इस्तेमाल की संभावना"
    assert studies.create(owner=meera, name="After", interface_languages=["hi"]).thanks["hi"].startswith("new ")


def test_languages_have_their_names_from_cldr_in_the_language_of_the_page(client, meera, asha):
    study = make_study(meera, questions=["native_language"], languages=["en", "xal"], interface_languages=["es"])
    mine = make_participation(study, asha, state="consented")
    html = page_of(client.get(f"/rate/{mine.key}/questions/"))
    assert '<option value="mwr">marwari</option>' in html
    assert html.index('value="xal"') < html.index('value="ab"'), "the languages of the study come first"
    assert len(known_languages()) > len(every_language("es")) > 400
    assert language_name("hi", "hi") == "हिंदी", "a catalogue can say it otherwise than CLDR"
