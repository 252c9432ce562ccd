"""Trying the paper's pairs without an account: bounded, blind to everything loaded, and nothing is kept."""

import pytest

from evaluation.models import AuditEntry, Job, Pair
from evaluation.pages.home import trying as page
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.pairs import trying, turns
from tests.site.factories import make_study

pytestmark = pytest.mark.django_db


def shown(client, **asked) -> str:
    response = client.get("/try/", asked)
    assert response.status_code == 200
    return response.content.decode()


def test_the_start_page_shows_a_pair_its_mixed_sentences_and_who_allows_one(client):
    home = client.get("/").content.decode()
    assert "Saturday is boring from that perspective" in home
    assert "Shanivar neeras hai uss nazariye se" in home
    assert "EC0 allows" in home
    assert "allows it" in home
    assert "does not" in home


@pytest.mark.parametrize("model", generation.built_in_models())
@pytest.mark.parametrize("pair", ["paper-1", "paper-2", "paper-3", "paper-4", "paper-5"])
def test_every_pair_has_sentences_of_every_model_with_both_languages_told_apart(client, pair, model):
    sample = trying.sample(pair, model)
    assert 0 < len(sample.sentences) <= trying.SENTENCES_SHOWN
    row = trying.pair_named(pair)
    assert all(sentence in generation.texts(row, model) for sentence in sample.sentences)
    assert all(len({language for _word, language in sentence.tokens}) == 2 for sentence in sample.sentences)


def test_the_second_language_is_not_told_by_colour_alone(client):
    assert 'class="l2"' in shown(client, pair="paper-2", model="ML0")


def test_a_sentence_is_put_together_by_pressing_words(client):
    page = shown(client, pair="paper-1", model="EC0", text="Saturday is boring", add="uss")
    assert 'value="Saturday is boring uss"' in page


def test_what_is_cleared_or_belongs_to_another_pair_is_gone(client):
    assert 'value=""' in shown(client, pair="paper-1", text="Saturday", clear="1")
    other = shown(client, pair="paper-2", pair_before="paper-1", text="is Saturday")
    assert "is Saturday" not in other


def test_models_that_refuse_say_which_rule_is_broken(client):
    page = shown(client, pair="paper-1", text="Shanivar neeras hai that nazariye se")
    verdicts = {each.model: each for each in trying.explained(trying.pairs()[0], trying.EXAMPLE).verdicts}
    assert verdicts["EC0"].generated
    assert not verdicts["ML0"].generated
    assert verdicts["ML0"].rule == "functional_words"
    assert "functional" in page


def test_words_that_are_not_the_pair_s_are_named(client):
    assert "no word of the pair" in shown(client, pair="paper-1", text="Saturday is cool")


def test_names_that_are_not_there_show_the_first_pair_and_model(client):
    assert "EC0 allows" in shown(client, pair="../etc", model="<script>")
    assert "<script>alert" not in shown(client, pair="paper-1", text="<script>alert(1)</script>")


def test_only_the_paper_s_pairs_can_be_tried(client, meera):
    study = make_study(meera)
    assert str(study.pairs.get().pk) not in {str(row.pk) for row in trying.pairs()}
    assert len(trying.pairs()) == 5


def test_nothing_is_stored(client):
    before = (Pair.objects.count(), Job.objects.count(), AuditEntry.objects.count())
    shown(client, pair="paper-1", text="Saturday is neeras")
    assert (Pair.objects.count(), Job.objects.count(), AuditEntry.objects.count()) == before
    assert "sessionid" not in client.cookies


def test_a_long_text_is_refused_in_words(client):
    assert "at most 200 characters" in shown(client, pair="paper-1", text="hai " * 60)


def test_after_so_many_tries_an_address_has_to_wait_and_another_has_not(client, monkeypatch):
    monkeypatch.setattr(page, "TRIES_PER_MINUTE", 2)
    for _ in range(2):
        shown(client)
    refused = client.get("/try/", {"text": "Saturday"})
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) <= 60
    assert "Please wait a little" in refused.content.decode()
    assert client.get("/try/", REMOTE_ADDR="192.0.2.77").status_code == 200


def test_the_start_page_takes_no_text_so_that_the_limit_cannot_be_gone_around(client):
    shown = client.get("/?pair=paper-3&text=barbaad+karte").content.decode()
    assert f'name="text" value="{trying.EXAMPLE}"' in shown


def test_who_comes_while_others_generate_is_told_to_come_again(client, monkeypatch):
    monkeypatch.setattr(turns, "SECONDS_IN_LINE", 0.01)
    with turns.turn():
        response = client.get("/try/", {"pair": "paper-4", "text": "Ab pour oil"})
    assert response.status_code == 503
    assert response["Retry-After"]


def test_work_stops_when_its_time_is_up(monkeypatch):
    monkeypatch.setattr(trying, "SECONDS", 0.0)
    with pytest.raises(Refused, match="was stopped"):
        trying.explained(trying.pairs()[4], "Upon knowing this logon ne instead of helping the driver started stealing")


def test_a_click_too_many_is_answered_in_the_panel(client, monkeypatch):
    monkeypatch.setattr(page, "TRIES_PER_MINUTE", 0)
    answer = client.get("/try/", HTTP_HX_REQUEST="true")
    assert answer.status_code == 200
    assert "Please wait a little" in answer.content.decode()


def test_a_click_gets_the_panel_alone(client):
    answer = client.get("/try/", {"pair": "paper-2"}, HTTP_HX_REQUEST="true").content.decode()
    assert answer.lstrip().startswith("<form")
    assert "<html" not in answer
