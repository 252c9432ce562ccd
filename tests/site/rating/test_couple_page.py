"""The judge's page of a couple: two sentences, one choice, stored as the sentence that was chosen."""

import re

import pytest

from evaluation.models import ItemKind, Place, Rating, RatingChange
from evaluation.services.rating import participation as taking_part
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.selection import Selection
from evaluation.services.studies import allocation
from tests.site.factories import make_check_couple, make_choice_study, make_participation, make_place, ready_to_rate
from tests.site.forms import address, page_of

FIRST, SECOND, ALIKE = {"score-preference": "1"}, {"score-preference": "2"}, {"score-preference": "0"}


@pytest.fixture
def study(meera):
    return make_choice_study(meera, alike=True, repeats=2)


@pytest.fixture
def swapped(ashas) -> Place:
    return ashas.places.filter(is_swapped=True, is_repeat=False).order_by("order").first()


@pytest.fixture
def unswapped(ashas) -> Place:
    return ashas.places.filter(is_swapped=False, is_repeat=False).order_by("order").first()


def sentences_of(html: str) -> list[str]:
    """The texts of the two sides, in the order of the page."""
    found = re.findall(r'<span class="sentence[^>]*>(.*?)</span>\s*<kbd', html, re.S)
    return [" ".join(re.sub(r"<[^>]+>", "", each).split()) for each in found]


@pytest.mark.parametrize("which", ["swapped", "unswapped"])
def test_the_place_says_which_sentence_stands_first(client, request, which):
    place = request.getfixturevalue(which)
    numbers = [re.search(r"(\d+)$", text)[1] for text in sentences_of(page_of(client.get(address(place))))]
    members = [str(member.number) for member in place.item.members]
    assert numbers == (members[::-1] if place.is_swapped else members)


@pytest.mark.parametrize(
    ("sent", "which", "stored"),
    [
        (FIRST, "unswapped", 1),
        (SECOND, "unswapped", 2),
        (FIRST, "swapped", 2),
        (SECOND, "swapped", 1),
        (ALIKE, "swapped", 0),
    ],
)
def test_stored_is_the_sentence_that_was_chosen_wherever_it_stood(client, request, sent, which, stored):
    place = request.getfixturevalue(which)
    assert client.post(address(place), sent).status_code == 302
    assert Rating.objects.get(place=place).value == stored
    assert Place.objects.get(pk=place.pk).state == "done"
    shown = page_of(client.get(address(place)))
    assert re.search(rf'value="{sent["score-preference"]}" checked', shown)


def test_a_changed_choice_keeps_the_one_before_in_the_history(client, swapped):
    client.post(address(swapped), FIRST)
    client.post(address(swapped), SECOND)
    rating = Rating.objects.get(place=swapped)
    assert (rating.value, rating.first_value, rating.edits) == (1, 2, 1)
    assert RatingChange.objects.get().value == 2


@pytest.mark.parametrize("sent", [{}, {"score-preference": "3"}, {"score-preference": "first"}, {"score-usage": "3"}])
def test_nothing_or_something_else_is_refused_and_nothing_is_stored(client, unswapped, sent):
    answer = client.post(address(unswapped), sent)
    assert answer.status_code == 422
    assert not Rating.objects.exists()


def test_where_alike_is_not_offered_it_is_not_taken(meera, asha, client):
    place = ready_to_rate(make_choice_study(meera, slug="no-ties"), asha).places.first()
    assert client.post(address(place), ALIKE).status_code == 422
    assert "Both alike" not in page_of(client.get(address(place)))


def test_who_cannot_choose_says_why_and_goes_on(client, unswapped):
    assert client.post(address(unswapped), {"do": "cannot", "reason": "no_meaning"}).status_code == 302
    place = Place.objects.get(pk=unswapped.pk)
    assert (place.state, place.cannot_judge) == ("done", "no_meaning")


def test_how_sure_is_asked_with_the_choice(meera, asha, client):
    place = ready_to_rate(make_choice_study(meera, slug="sure", sureness=True), asha).places.first()
    answer = client.post(address(place), FIRST)
    assert answer.status_code == 422
    assert "Please choose a point." in page_of(answer)
    assert client.post(address(place), FIRST | {"score-sureness": "3"}).status_code == 302
    assert sorted(Rating.objects.filter(place=place).values_list("criterion__key", "value"))[1] == ("sureness", 3)


def test_the_page_tells_neither_condition_nor_which_sentence_is_which(client, ashas, study):
    item = study.items.couples().first()
    item.places.all().delete()
    pages = []
    for swapped in (False, True):
        place = make_place(ashas, item, is_swapped=swapped, order=500 + swapped, is_repeat=swapped)
        html = page_of(client.get(address(place)))
        assert not re.search(r"EC0|ML0|swapped|condition", html)
        for text in sentences_of(html):
            html = html.replace(text, "…")
        pages.append(re.sub(r'value="[^"]{13,}"|rate/s/\w+/|\d+|<span class="sentence.*?<kbd', "", html, flags=re.S))
    assert pages[0] == pages[1]


def test_practice_shows_what_was_chosen_and_what_we_think(meera, asha, client):
    study = make_choice_study(meera, slug="practised")
    make_check_couple(study, ItemKind.PRACTICE, feedback={"en": "Most would."})
    place = ready_to_rate(study, asha).places.order_by("order").first()
    answer = client.post(address(place), FIRST, follow=True)
    html = page_of(answer)
    assert "Most would." in html
    assert html.count('class="chosen"') == 1
    assert html.count("beside") == 2


def test_an_attention_couple_is_passed_by_the_sentence_not_by_its_side(meera, asha, ravi, client_of):
    study = make_choice_study(meera, slug="checked")
    couple = make_check_couple(study, ItemKind.ATTENTION, expected={"preference": [1, 1]})
    for judge in (asha, ravi):
        place = ready_to_rate(study, judge).places.get(item=couple)
        right_side = "2" if place.is_swapped else "1"
        wrong_side = "1" if place.is_swapped else "2"
        sent = {"score-preference": right_side if judge == asha else wrong_side}
        client_of(judge).post(address(place), sent)
    checks = Exclusions(study, Selection()).checks
    assert [checks[judge.participations.get().pk] for judge in (asha, ravi)] == [(1, 1), (1, 0)]


def test_ones_own_answers_show_both_sentences_and_lead_back(client, ashas, unswapped):
    client.post(address(unswapped), SECOND)
    html = page_of(client.get(f"/rate/{ashas.key}/answers/"))
    assert html.count('class="chosen"') == 1
    assert all(member.text.split()[-1] in html for member in unswapped.item.members)
    assert address(unswapped) in html


def test_withdrawing_takes_the_choices_along(client, ashas, unswapped):
    client.post(address(unswapped), FIRST)
    taking_part.withdraw(ashas)
    assert not Rating.objects.exists()


def test_a_drop_outs_couple_goes_to_the_next_judge(meera, asha, ravi):
    study = make_choice_study(meera, slug="two", pairs=1, sentences=2, design="balanced", judges_per_item=1)
    first = ready_to_rate(study, asha)
    assert first.places.count() == 1
    first.places.update(state="released")
    second = make_participation(study, ravi)
    allocation.ensure_places(second)
    assert second.places.get().item == first.places.get().item


def test_a_couple_costs_no_more_queries_than_a_sentence(client, ashas, django_assert_num_queries, answer_queries):
    places = list(ashas.places.order_by("order")[:2])
    client.get(address(places[0]))
    client.post(address(places[0]), FIRST)
    with django_assert_num_queries(2):
        client.get(address(places[1]))
    with django_assert_num_queries(answer_queries):
        client.post(address(places[1]), FIRST)


def test_the_preview_shows_couples_and_takes_a_choice(client_of, meera, study):
    client = client_of(meera)
    client.get(f"/rate/preview/{study.slug}/")
    answer = client.get(f"/rate/preview-{study.slug}/", follow=True)
    html = page_of(answer)
    assert len(sentences_of(html)) == 2
    where = answer.request["PATH_INFO"]
    assert client.post(where, {}).status_code == 422
    assert client.post(where, FIRST).status_code == 302
    assert not Rating.objects.exists()


def test_the_page_is_translated(client, unswapped):
    client.cookies["django_language"] = "hi"
    html = page_of(client.get(address(unswapped)))
    assert "दोनों बराबर" in html
    assert "Both alike" not in html
