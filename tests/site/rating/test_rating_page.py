"""The judge's page, and what it stores."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from evaluation.models import Criterion, MarkedWord, Place, PlaceState, Rating, RatingChange
from evaluation.services.rating.places import load_place
from tests.site.factories import add_practice, make_item, ready_to_rate
from tests.site.forms import BOTH, address, page_of

JSON = {"HTTP_ACCEPT": "application/json"}


def stored(place: Place) -> dict[str, int]:
    return dict(place.ratings.values_list("criterion__key", "value"))


# -- What is shown ---------------------------------------------------------------------------------------------------


def test_it_shows_the_sentence_with_its_second_language_marked(client, places):
    html = page_of(client.get(address(places[0])))
    assert '<span lang="en">boring</span> <span lang="hi-Latn" class="l2">uss</span>' in html


@pytest.mark.parametrize(("marking", "name"), [("slant", ""), ("colour", "coloured"), ("none", "unmarked")])
def test_the_study_says_how_the_second_language_is_marked(client, study, places, marking, name):
    study.marking = marking
    study.save()
    assert f'class="sentence {name}" dir="ltr"' in page_of(client.get(address(places[0])))


def test_punctuation_stands_as_in_the_text(client, study, ashas):
    words = [["Saturday", "en"], [",", None], ["neeras", "hi"], ["hai", "hi"], [".", None]]
    item = make_item(study, 50, text="Saturday, neeras hai.", tokens=words)
    place = Place.objects.create(participation=ashas, item=item, order=50)
    html = page_of(client.get(address(place)))
    assert '<span lang="en">Saturday</span><span>,</span> <span lang="hi-Latn" class="l2">neeras</span>' in html


def test_words_are_escaped(client, study, ashas):
    item = make_item(study, 51, text="<b>&", tokens=[["<b>&", '"><script>']])
    place = Place.objects.create(participation=ashas, item=item, order=51)
    html = page_of(client.get(address(place)))
    assert '<span lang="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;</span>' in html
    assert "<script>" not in html.replace('<script src="', "")


def test_every_point_of_every_scale_is_there_from_its_low_to_its_high(client, study, places):
    Criterion.objects.filter(study=study, key="usage").update(low=-2, high=2, cut=None)
    html = page_of(client.get(address(places[0])))
    assert [f'name="score-usage" value="{point}"' in html for point in range(-3, 4)] == [0, 1, 1, 1, 1, 1, 0]
    assert [f'name="score-fluency" value="{point}"' in html for point in range(-1, 7)] == [0, 1, 1, 1, 1, 1, 1, 0]


def test_the_words_at_both_ends_are_shown(client, places):
    html = page_of(client.get(address(places[0])))
    for value, words in ((0, "do not expect to hear or use ever"), (5, "extremely likely to be heard/used")):
        assert re.search(label_at(value, words), html)


def test_words_between_the_ends_are_shown_at_their_points(client, study, places):
    usage = study.criteria.get(key="usage")
    usage.texts["en"]["labels"] = {"0": "never", "3": "sometimes", "5": "always"}
    usage.save()
    html = page_of(client.get(address(places[0])))
    assert re.search(label_at(3, "sometimes"), html)


def label_at(value: int, words: str) -> str:
    return rf'<span class="value" dir="ltr">{value}</span>\s*<span class="label room-\d+"><bdi>{words}</bdi></span>'


def test_it_says_where_the_judge_is(client, places):
    client.post(address(places[0]), BOTH)
    html = page_of(client.get(address(places[1])))
    assert "Sentence 2 of 3" in html
    assert "2 left" in html
    assert 'max="3" value="1"' in html


def test_looking_back_does_not_undo_the_progress(client, places):
    for place in places[:2]:
        client.post(address(place), BOTH)
    html = page_of(client.get(address(places[0])))
    assert "Sentence 1 of 3" in html
    assert "1 left" in html
    assert 'max="3" value="2"' in html


def test_practice_is_counted_apart(client_of, study, asha):
    add_practice(study)
    first, second = ready_to_rate(study, asha).places.order_by("order")[:2]
    assert "Practice 1 of 1" in page_of(client_of(asha).get(address(first)))
    assert "Sentence 1 of 3" in page_of(client_of(asha).get(address(second)))


def test_the_time_so_far_leaves_out_what_was_hidden(client, ashas, places):
    ashas.last_seen_at = timezone.now() - timedelta(minutes=5)
    ashas.save()
    client.post(address(places[0]), BOTH | {"duration": "185000"})
    assert "3 min so far" in page_of(client.get(address(places[1])))


def test_going_back_shows_what_is_stored_not_what_the_browser_remembers(client, places):
    client.post(address(places[0]), BOTH | {"comment": "neeras is bookish"})
    response = client.get(f"{address(places[1])}back/", follow=True)
    assert response.headers["Cache-Control"] == "no-store"
    html = page_of(response)
    assert 'name="score-usage" value="4" checked' in html
    assert "neeras is bookish</textarea>" in html


def test_back_from_the_first_sentence_stays_there(client, places):
    assert client.get(f"{address(places[0])}back/").headers["Location"] == address(places[0])


# -- What is stored --------------------------------------------------------------------------------------------------


def test_it_stores_both_values_and_goes_on_to_the_next_sentence(client, places):
    response = client.post(address(places[0]), BOTH)
    assert response.headers["Location"] == address(places[1])
    assert stored(places[0]) == {"usage": 4, "fluency": 5}
    places[0].refresh_from_db()
    assert places[0].state == PlaceState.DONE


def test_the_lowest_point_of_a_scale_from_zero_is_an_answer(client, places):
    client.post(address(places[0]), {"score-usage": "0", "score-fluency": "0"})
    assert stored(places[0]) == {"usage": 0, "fluency": 0}


def test_it_measures_quietly(client, places):
    shown = int((timezone.now().timestamp()) * 1000)
    client.post(address(places[0]), BOTH | {"duration": "4321", "screen": "small", "shown": str(shown)})
    place = Place.objects.get(pk=places[0].pk)
    assert (place.duration_ms, place.screen, place.language, place.changes) == (4321, "small", "en", 0)
    assert abs(place.shown_at.timestamp() * 1000 - shown) < 1000


def test_odd_measures_are_left_out(client, places):
    client.post(address(places[0]), BOTH | {"duration": "-1", "screen": "cinema", "shown": "9" * 13})
    place = Place.objects.get(pk=places[0].pk)
    assert (place.duration_ms, place.screen) == (None, "")
    assert place.shown_at <= place.answered_at


def test_after_the_last_sentence_comes_the_end(client, ashas, places):
    for place in places:
        response = client.post(address(place), BOTH)
    assert response.headers["Location"] == f"/rate/{ashas.key}/"
    assert client.get(f"/rate/{ashas.key}/").headers["Location"] == f"/rate/{ashas.key}/finish/"


def test_an_answer_is_stored_as_it_is_given(client, places):
    response = client.post(address(places[0]), {"do": "save", "score-usage": "2"}, **JSON)
    assert response.json() == {"next": address(places[0])}
    assert stored(places[0]) == {"usage": 2}
    assert Place.objects.get(pk=places[0].pk).state == PlaceState.LIVE


def test_the_script_is_told_where_to_go(client, places):
    assert client.post(address(places[0]), BOTH, **JSON).json() == {"next": address(places[1])}


def test_what_was_saved_before_going_on_counts_as_the_first_value(client, places):
    client.post(address(places[0]), {"do": "save", "score-usage": "2"}, **JSON)
    client.post(address(places[0]), {"do": "save", "score-usage": "3"}, **JSON)
    client.post(address(places[0]), {"score-usage": "3", "score-fluency": "1"})
    usage = places[0].ratings.get(criterion__key="usage")
    assert (usage.value, usage.first_value, usage.edits) == (3, 3, 1)
    assert [change.value for change in usage.changes.all()] == [2]


# -- Changing one's mind ---------------------------------------------------------------------------------------------


def test_the_last_answer_stands_and_the_earlier_ones_are_history(client, places):
    for usage in ("4", "1", "2"):
        client.post(address(places[0]), {"score-usage": usage, "score-fluency": "5"})
    rating = places[0].ratings.get(criterion__key="usage")
    assert (rating.value, rating.first_value, rating.edits) == (2, 4, 2)
    changes = list(RatingChange.objects.all())
    assert [change.value for change in changes] == [4, 1]
    assert changes[0].given_at == rating.first_given_at
    assert changes[0].given_at < changes[1].given_at < rating.given_at
    assert Place.objects.get(pk=places[0].pk).changes == 2


def test_the_same_form_twice_changes_nothing(client, places):
    client.post(address(places[0]), BOTH | {"duration": "1000"})
    before = list(Rating.objects.values()), Place.objects.values().get(pk=places[0].pk)
    response = client.post(address(places[0]), BOTH | {"duration": "9000"})
    assert response.headers["Location"] == address(places[1])
    assert (list(Rating.objects.values()), Place.objects.values().get(pk=places[0].pk)) == before
    assert not RatingChange.objects.exists()


def test_whoever_comes_second_with_an_old_look_at_the_place_does_not_double_it(client, places, monkeypatch):
    """Two devices that both saw the place unanswered: the second one's update finds it taken."""
    old = load_place(places[0].key)
    client.post(address(places[0]), BOTH)
    monkeypatch.setattr("evaluation.pages.rating.access.load_place", lambda _key: old)
    client.post(address(places[0]), {"score-usage": "1", "score-fluency": "5"})
    assert stored(places[0]) == {"usage": 1, "fluency": 5}
    assert [change.value for change in RatingChange.objects.all()] == [4]


def test_a_late_answer_to_a_place_that_was_given_away_is_surplus(client, places):
    Place.objects.filter(pk=places[0].pk).update(state=PlaceState.RELEASED)
    client.post(address(places[0]), BOTH)
    assert Place.objects.get(pk=places[0].pk).state == PlaceState.SURPLUS
    assert stored(places[0]) == {"usage": 4, "fluency": 5}


# -- Can't judge, comments, marks ------------------------------------------------------------------------------------


def test_a_sentence_that_cannot_be_judged_has_a_reason_and_no_ratings(client, places):
    response = client.post(address(places[0]), {"do": "cannot", "reason": "unknown_word", "score-usage": "3"})
    assert response.headers["Location"] == address(places[1])
    place = Place.objects.get(pk=places[0].pk)
    assert (place.state, place.cannot_judge) == (PlaceState.DONE, "unknown_word")
    assert not place.ratings.exists()


def test_going_on_with_a_reason_and_no_score_says_that_it_cannot_be_judged(client, places):
    for _again in range(2):
        response = client.post(address(places[0]), {"reason": "mistake"})
        assert response.headers["Location"] == address(places[1])
    places[0].refresh_from_db()
    assert (places[0].cannot_judge, places[0].state) == ("mistake", PlaceState.DONE)


def test_going_on_with_every_score_answers_a_sentence_that_could_not_be_judged(client, places):
    client.post(address(places[0]), {"do": "cannot", "reason": "mistake"})
    client.post(address(places[0]), BOTH | {"reason": "mistake"})
    places[0].refresh_from_db()
    assert (places[0].cannot_judge, stored(places[0])) == ("", {"usage": 4, "fluency": 5})


def test_cannot_judge_after_all_keeps_what_it_takes_back(client, places):
    client.post(address(places[0]), BOTH)
    client.post(address(places[0]), {"do": "cannot", "reason": "mistake"})
    place = Place.objects.get(pk=places[0].pk)
    assert not place.ratings.exists()
    assert [entry["values"][0][0] for entry in place.history] == [4, 5]


def test_values_after_cannot_judge_keep_the_first_value_ever_given(client, places):
    client.post(address(places[0]), BOTH)
    client.post(address(places[0]), {"do": "cannot", "reason": "mistake"})
    client.post(address(places[0]), {"do": "save", "score-usage": "1"}, **JSON)
    assert not places[0].ratings.exists(), "one criterion alone does not make the sentence judged"
    client.post(address(places[0]), {"score-usage": "1", "score-fluency": "2"})
    place = Place.objects.get(pk=places[0].pk)
    assert (place.cannot_judge, place.history[-1]["cannot_judge"]) == ("", "mistake")
    usage = place.ratings.get(criterion__key="usage")
    assert (usage.value, usage.first_value) == (1, 4)


def test_a_comment_is_kept_with_the_place(client, places):
    client.post(address(places[0]), BOTH | {"comment": " neeras is\r\nbookish "})
    assert Place.objects.get(pk=places[0].pk).comment == "neeras is\nbookish"


def test_words_can_be_marked_with_a_reason_and_the_scales_are_not_lost(client, places):
    response = client.post(address(places[0]), {"do": "mark-formal", "word": ["3", "4"], "score-usage": "2"})
    assert response.headers["Location"] == address(places[0])
    assert list(MarkedWord.objects.values_list("token", "reason")) == [(3, "formal"), (4, "formal")]
    assert stored(places[0]) == {"usage": 2}
    html = page_of(client.get(address(places[0])))
    assert '<span lang="hi-Latn" class="l2 marked">uss</span>' in html


def test_words_ticked_without_a_reason_are_not_lost_unawares(client, places):
    response = client.post(address(places[0]), BOTH | {"word": ["3", "4"]})
    assert response.status_code == 422
    html = page_of(response)
    assert "Say what is wrong with them, or untick them." in html
    assert [f'name="word" value="{word}" checked' in html for word in range(5)] == [False] * 3 + [True] * 2
    assert not Rating.objects.exists()


def test_words_that_have_their_reason_may_be_ticked_still(client, places):
    client.post(address(places[0]), {"do": "mark-formal", "word": "3"})
    assert client.post(address(places[0]), BOTH | {"word": "3"}).headers["Location"] == address(places[1])


def test_a_mark_can_be_changed_and_taken_away(client, places):
    client.post(address(places[0]), {"do": "mark-formal", "word": ["3", "4"]})
    client.post(address(places[0]), {"do": "mark-order", "word": "3"})
    client.post(address(places[0]), {"do": "mark-none", "word": "4"})
    assert list(MarkedWord.objects.values_list("token", "reason")) == [(3, "order")]


@pytest.mark.parametrize(("setting", "part"), [("word_marks", 'id="marks"'), ("comments", 'id="comments"')])
def test_a_study_can_do_without_marks_and_comments(client, study, places, setting, part):
    assert part in page_of(client.get(address(places[0])))
    setattr(study, setting, False)
    study.save()
    assert part not in page_of(client.get(address(places[0])))


def test_a_change_of_the_study_is_seen_by_the_next_page(client, study, places):
    client.get(address(places[0]))
    study.criteria.filter(key="usage").update(texts={"en": {"name": "Would you say it?"}})
    study.revision += 1
    study.save()
    assert "Would you say it?" in page_of(client.get(address(places[0])))


# -- Practice --------------------------------------------------------------------------------------------------------


def test_practice_is_followed_by_what_the_makers_think(client_of, study, asha):
    add_practice(study)
    place = ready_to_rate(study, asha).places.get(order=0)
    client = client_of(asha)
    response = client.post(address(place), BOTH, follow=True)
    assert response.request["PATH_INFO"] == f"{address(place)}feedback/"
    html = page_of(response)
    assert "Most people find this <em>natural</em>" in html
    assert "Now the study begins" in html


def test_there_is_no_feedback_on_a_sentence_of_the_study(client, places):
    client.post(address(places[0]), BOTH)
    assert client.get(f"{address(places[0])}feedback/").headers["Location"] == address(places[0])
