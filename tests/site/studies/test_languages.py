"""The languages of a study are stated, are those of its pairs, and are told to judges."""

from __future__ import annotations

import pytest

from evaluation.models import ParticipationState, Study
from evaluation.services import studies
from evaluation.services.errors import Refused
from evaluation.services.rating import participation
from tests.site.factories import make_pair, make_participation, make_study
from tests.site.forms import page_of

pytestmark = pytest.mark.django_db


def choose(study, pairs, **fields):
    wanted = {"pairs": [pair.pk for pair in pairs], "models": ["EC1", "ML2"]} | fields
    studies.set_pairs(study=study, actor=study.owner, revision=study.revision, **wanted)


def test_they_are_those_of_the_first_pairs_chosen(draft):
    assert draft.languages == ["en", "hi"]


def test_pairs_of_several_languages_need_to_be_said_so(draft, paper_pairs, spanish_pair):
    with pytest.raises(Refused, match=r"several languages \(en-hi \(5\), en-es \(1\)\).*writing: en, hi, es"):
        choose(draft, [*paper_pairs, spanish_pair])
    draft.refresh_from_db()
    assert draft.pairs.count() == 5
    choose(draft, [*paper_pairs, spanish_pair], languages=["en", "hi", "es"])
    assert draft.languages == ["en", "hi", "es"]


def test_pairs_of_other_languages_than_stated_are_refused(draft, paper_pairs, spanish_pair):
    with pytest.raises(Refused, match=r"about en, hi, but some of its pairs are of other languages: en-es \(1\)"):
        choose(draft, [*paper_pairs, spanish_pair], languages=["en", "hi"])
    with pytest.raises(Refused, match="“hindi, perhaps” is no language code"):
        choose(draft, paper_pairs, languages=["hindi, perhaps"])


def test_which_sentence_is_parsed_makes_no_difference(meera, draft):
    pairs = [make_pair(meera, external_id="a"), make_pair(meera, external_id="b", l1_lang="hi", l2_lang="en")]
    choose(draft, pairs)
    assert set(draft.languages) == {"en", "hi"}


def test_the_wizard_says_which_pairs_do_not_fit_and_takes_an_explicit_yes(wizard, draft, spanish_pair):
    both = [str(pair.collection_id) for pair in (draft.pairs.first(), spanish_pair)]
    answer = wizard("pairs", collections=both)
    assert answer.status_code == 422
    assert "some of its pairs are of other languages: en-es (1)" in page_of(answer)
    assert wizard("pairs", collections=both, languages="en, hi, es").status_code == 302
    draft.refresh_from_db()
    assert draft.languages == ["en", "hi", "es"]
    assert "<dd>English, Hindi, Spanish</dd>" in page_of(wizard.client.get(f"/studies/{draft.slug}/edit/review/"))


def test_a_study_with_pairs_of_other_languages_is_not_opened(draft, spanish_pair):
    draft.pairs.add(spanish_pair)
    with pytest.raises(Refused, match="of other languages: en-es"):
        studies.open_study(study=draft, actor=draft.owner)
    assert [lack.step for lack in studies.missing(draft)] == ["pairs"]


def test_the_join_page_and_the_consent_page_name_them(client, client_of, meera, asha):
    study = make_study(meera, join_link_open=True, languages=["en", "es"])
    assert "English, Spanish (español)" in page_of(client.get(f"/join/{study.join_key}/"))
    hindi = page_of(client.get(f"/join/{study.join_key}/", headers={"accept-language": "hi"}))
    assert "इस अध्ययन की भाषाएँ:" in hindi
    judge = make_participation(study, asha, state=ParticipationState.INVITED, consent_version=None)
    assert "English, Spanish (español)" in page_of(client_of(asha).get(f"/rate/{judge.key}/consent/"))


SPEAKS = {"other_languages_language_0": "en", "other_languages_from_age_0": "5", "other_languages_fluency_0": "3"}


@pytest.mark.parametrize(
    ("answers", "state"),
    [
        ({"native_language": "hi"} | SPEAKS, ParticipationState.ANSWERED),
        ({"native_language": "es"} | SPEAKS, ParticipationState.INELIGIBLE),
        ({"native_language": "hi"} | SPEAKS | {"other_languages_fluency_0": "2"}, ParticipationState.INELIGIBLE),
    ],
)
def test_a_study_can_be_for_people_who_speak_its_languages(meera, asha, answers, state):
    asked = {"questions": ["native_language", "other_languages"], "eligibility": {"languages": True}}
    study = make_study(meera, languages=["en", "hi-Latn"], **asked)
    judge = make_participation(study, asha, state=ParticipationState.CONSENTED)
    assert participation.answer_questions(judge, answers) == {}
    assert judge.state == state


def test_the_rule_needs_the_questions_it_reads(wizard, draft):
    asked = draft.questions
    Study.objects.filter(pk=draft.pk).update(questions=["age"])
    answer = wizard("judges", speaks_languages="on")
    assert answer.status_code == 422
    assert "does not ask for languages" in page_of(answer)
    Study.objects.filter(pk=draft.pk).update(questions=asked)
    assert wizard("judges", speaks_languages="on").status_code == 302
    draft.refresh_from_db()
    assert draft.eligibility == {"languages": True}
    assert (
        "checked" in page_of(wizard.client.get(f"/studies/{draft.slug}/edit/judges/")).partition("speaks_languages")[2]
    )
