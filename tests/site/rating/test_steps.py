"""The steps of a judge: consent, questions, instructions, pause, finishing, withdrawing."""

import pytest

from evaluation.models import AuditEntry, MarkedWord, Participation, Place, Rating, RatingChange, StudyState
from tests.site.factories import make_study, newly_invited, ready_to_rate
from tests.site.forms import BOTH, EVERY_QUESTION, address, page_of

ANSWERS = {
    "native_language": "hi",
    "other_languages_language_0": "en",
    "other_languages_from_age_0": "5",
    "other_languages_fluency_0": "4",
    "age": "31",
    "education": "master",
    "grew_up": "Nagpur, India",
}
STORED = {
    "native_language": "hi",
    "other_languages": [{"language": "en", "from_age": 5, "fluency": 4}],
    "age": 31,
    "education": "master",
    "grew_up": "Nagpur, India",
}


@pytest.fixture
def study(meera):
    return make_study(
        meera,
        items=2,
        questions=EVERY_QUESTION,
        consent={"en": "We ask about **mixed** sentences.", "hi": "हम मिश्रित वाक्यों के बारे में पूछते हैं।"},
        instructions={"en": "Answer from your feeling."},
    )


@pytest.fixture
def ashas(study, asha):
    return newly_invited(study, asha)


def state_of(participation: Participation) -> str:
    return Participation.objects.get(pk=participation.pk).state


def test_a_whole_study_from_invitation_to_thanks(client, study, ashas):
    study.completion_code, study.return_address = "CSW-77", "https://example.org/done?cc=CSW-77"
    study.thanks = {"en": "You *helped* us."}
    study.save()
    start = f"/rate/{ashas.key}/"
    page = client.get(start, follow=True)
    assert "We ask about <strong>mixed</strong> sentences." in page_of(page)
    page = client.post(f"{start}consent/", {"agree": "yes", "version": "1"}, follow=True)
    assert "A few questions about you" in page_of(page)
    page = client.post(f"{start}questions/", ANSWERS, follow=True)
    assert "Answer from your feeling." in page_of(page)
    page = client.post(f"{start}instructions/", follow=True)
    for number in (1, 2):
        assert f"Sentence {number} of 2" in page_of(page)
        page = client.post(page.request["PATH_INFO"], BOTH, follow=True)
    assert "That was the last one" in page_of(page)
    page = client.post(f"{start}finish/", follow=True)
    for part in ("You <em>helped</em> us.", "CSW-77</code>", 'href="https://example.org/done?cc=CSW-77"'):
        assert part in page_of(page)
    mine = Participation.objects.get(pk=ashas.pk)
    assert (mine.state, mine.consent_version, mine.language, mine.answers) == ("finished", 1, "en", STORED)
    assert mine.started_at < mine.finished_at
    assert Rating.objects.filter(participation=mine).count() == 4


def test_consent_is_not_given_by_pressing_the_button_alone(client, ashas):
    response = client.post(f"/rate/{ashas.key}/consent/", {"version": "1"})
    assert response.status_code == 422
    assert state_of(ashas) == "invited"


def test_consent_to_an_older_version_does_not_count(client, study, ashas):
    study.consent_version = 2
    study.save()
    page = client.post(f"/rate/{ashas.key}/consent/", {"agree": "yes", "version": "1"}, follow=True)
    assert "About this study" in page_of(page)
    assert Participation.objects.get(pk=ashas.pk).consent_version is None


@pytest.mark.parametrize("version", ["", "0", "2", "²", "-1", "9" * 6_000])
def test_consent_to_a_version_that_does_not_exist_does_not_count(client, ashas, version):
    response = client.post(f"/rate/{ashas.key}/consent/", {"agree": "yes", "version": version}, follow=True)
    assert "About this study" in page_of(response)
    assert state_of(ashas) == "invited"


def test_without_questions_the_instructions_come_next(client, study, ashas):
    study.questions = []
    study.save()
    page = client.post(f"/rate/{ashas.key}/consent/", {"agree": "yes", "version": "1"}, follow=True)
    assert "Answer from your feeling." in page_of(page)


def test_agreeing_again_to_new_information_leads_back_to_the_sentences(client_of, study, ravi):
    mine = ready_to_rate(study, ravi)
    study.consent_version = 2
    study.save()
    client = client_of(ravi)
    page = client.post(f"/rate/{mine.key}/consent/", {"agree": "yes", "version": "2"}, follow=True)
    assert "Sentence 1 of 2" in page_of(page)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"age": "12"}, "Write a whole number from 16 to 110."),
        ({"age": "old"}, "Write a whole number from 16 to 110."),
        ({"native_language": ""}, "Please answer this question."),
        ({"native_language": "klingon"}, "Choose one of the languages in the list."),
        ({"education": "wizard"}, "Choose one of the answers."),
        ({"other_languages_from_age_0": ""}, "Say from what age and how well you speak English."),
        ({"other_languages_fluency_0": "9"}, "Write a whole number from 1 to 5."),
        ({"other_languages_language_0": ""}, "Choose the language on every line you have begun."),
        (
            {"other_languages_language_1": "en", "other_languages_from_age_1": "9", "other_languages_fluency_1": "1"},
            "You have written down English twice.",
        ),
        ({"grew_up": "x" * 121}, "Write 1 to 120 characters."),
    ],
)
def test_a_wrong_answer_is_said_at_its_question_and_nothing_is_stored(client, ashas, wrong, said):
    Participation.objects.update(state="consented", consent_version=1)
    response = client.post(f"/rate/{ashas.key}/questions/", ANSWERS | wrong)
    assert response.status_code == 422
    assert said in page_of(response)
    assert Participation.objects.get(pk=ashas.pk).answers == {}


def test_figures_may_be_devanagari_and_two_languages_may_be_missing_from_the_list(client, ashas):
    Participation.objects.update(state="consented", consent_version=1)
    lines = {"age": "३१", "grew_up": "Nagpur"}
    for row in (1, 2):
        lines |= {
            f"other_languages_language_{row}": "other",
            f"other_languages_from_age_{row}": "१२",
            f"other_languages_fluency_{row}": "2",
        }
    client.post(f"/rate/{ashas.key}/questions/", ANSWERS | lines)
    stored = Participation.objects.get(pk=ashas.pk).answers
    assert (stored["age"], stored["grew_up"]) == (31, "Nagpur")
    assert [spoken["language"] for spoken in stored["other_languages"]] == ["en", "other", "other"]
    assert stored["other_languages"][1]["from_age"] == 12


def test_only_the_studys_questions_are_asked(client, study, ashas):
    study.questions = ["age"]
    study.save()
    Participation.objects.update(state="consented", consent_version=1)
    html = page_of(client.get(f"/rate/{ashas.key}/questions/"))
    assert 'name="age"' in html
    assert 'name="native_language"' not in html


def test_somebody_who_does_not_fit_is_thanked_and_nothing_is_kept(client, study, ashas):
    study.eligibility = {"rules": [{"question": "native_language", "op": "is", "value": "ta"}]}
    study.refusal = {"en": "We look for speakers of **Tamil**."}
    study.completion_code = "SECRET"
    study.save()
    Participation.objects.update(state="consented", consent_version=1)
    page = client.post(f"/rate/{ashas.key}/questions/", ANSWERS, follow=True)
    assert "We look for speakers of <strong>Tamil</strong>." in page_of(page)
    assert "SECRET" not in page_of(page)
    mine = Participation.objects.get(pk=ashas.pk)
    assert (mine.state, mine.answers) == ("ineligible", {})
    page = client.post(f"/rate/{ashas.key}/questions/", ANSWERS | {"native_language": "ta"}, follow=True)
    assert state_of(ashas) == "ineligible", "there is no second try"


@pytest.mark.parametrize("step", ["questions", "instructions", "finish", "pause"])
def test_no_step_can_be_jumped_over(client, ashas, step):
    assert client.get(f"/rate/{ashas.key}/{step}/").headers["Location"] == f"/rate/{ashas.key}/"
    if step != "pause":
        client.post(f"/rate/{ashas.key}/{step}/", ANSWERS)
    assert state_of(ashas) == "invited"


def test_finishing_waits_for_the_last_sentence(client_of, study, ravi):
    mine = ready_to_rate(study, ravi)
    client_of(ravi).post(f"/rate/{mine.key}/finish/")
    assert state_of(mine) == "rating"


def test_withdrawing_deletes_everything_the_judge_gave(client_of, study, ravi, asha):
    mine, other = ready_to_rate(study, ravi), ready_to_rate(study, asha)
    mine.answers = {"age": 31}
    mine.save()
    client = client_of(ravi)
    place = mine.places.first()
    client.post(address(place), {"do": "mark-formal", "word": "1"} | BOTH)
    client.post(address(place), BOTH)
    client.post(address(place), BOTH | {"score-usage": "1"})
    client_of(asha).post(address(other.places.first()), BOTH)
    assert client.post(f"/rate/{mine.key}/withdraw/").status_code == 422
    assert Rating.objects.filter(participation=mine).count() == 2
    page = client.post(f"/rate/{mine.key}/withdraw/", {"sure": "yes"}, follow=True)
    assert "You have withdrawn" in page_of(page)
    assert not Place.objects.filter(participation=mine).exists()
    assert not Rating.objects.filter(participation=mine).exists()
    assert not RatingChange.objects.exists()
    assert not MarkedWord.objects.exists()
    mine.refresh_from_db()
    assert (mine.state, mine.answers, mine.consent_version) == ("withdrawn", {}, None)
    assert Rating.objects.filter(participation=other).count() == 2
    assert AuditEntry.objects.filter(action="participation.withdrawn").count() == 1


@pytest.mark.parametrize("state", [StudyState.CLOSED, StudyState.PAUSED])
def test_one_can_withdraw_when_the_study_takes_no_answers(client_of, study, ravi, state):
    mine = ready_to_rate(study, ravi)
    study.state = state
    study.save()
    client_of(ravi).post(f"/rate/{mine.key}/withdraw/", {"sure": "yes"})
    assert state_of(mine) == "withdrawn"


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (StudyState.DRAFT, "The study has not begun yet"),
        (StudyState.PAUSED, "The study is paused"),
        (StudyState.CLOSED, "The study is closed"),
    ],
)
def test_a_study_that_takes_no_answers_says_so(client, study, ashas, state, said):
    study.state = state
    study.save()
    assert said in page_of(client.get(f"/rate/{ashas.key}/"))


def test_when_every_sentence_has_enough_judges_the_judge_is_thanked(client_of, study, ravi, asha, mallory):
    study.design, study.judges_per_item = "balanced", 1
    study.save()
    for other in (asha, mallory):
        ready_to_rate(study, other)
    mine = ready_to_rate(study, ravi)
    assert "Nothing is left" in page_of(client_of(ravi).get(f"/rate/{mine.key}/"))


def test_a_pause_leads_back_to_where_the_judge_was(client_of, study, ravi):
    mine = ready_to_rate(study, ravi)
    html = page_of(client_of(ravi).get(f"/rate/{mine.key}/pause/"))
    assert "No time is counted here" in html
    assert f'href="/rate/{mine.key}/"' in html


def test_the_instructions_can_be_read_again_while_rating(client_of, study, ravi):
    mine = ready_to_rate(study, ravi)
    html = page_of(client_of(ravi).get(f"/rate/{mine.key}/instructions/"))
    assert "Answer from your feeling." in html
    assert "Back to the sentences" in html


@pytest.mark.parametrize("page", ["", "consent/", "questions/", "answers/", "withdraw/", "finish/", "pause/"])
def test_another_judges_pages_are_not_found(client_of, mallory, ashas, page):
    assert client_of(mallory).get(f"/rate/{ashas.key}/{page}").status_code == 404
