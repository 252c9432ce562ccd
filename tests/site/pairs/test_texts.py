"""What a pair's page shows of its sentences: texts that differ to the eye, and whether they are whole."""

from __future__ import annotations

import re

import pytest
from django.utils.html import strip_tags

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.pairs import browsing
from tests.site.files import ALI, PHONE, jsonl

MODELS = generation.model_names()


@pytest.fixture
def meeras(client_of, meera):
    return client_of(meera)


@pytest.fixture
def phone(load):
    """A pair with a word that both languages have."""
    load(jsonl(PHONE), collection="Trial")
    return Pair.objects.get(external_id="phone")


def cells(text: str, model: str) -> list[str]:
    """The numbers of a model's row in the first table of the counts."""
    row = text.partition(f'<th scope="row">{model}</th>')[2].partition("</tr>")[0]
    return [" ".join(strip_tags(cell).split()) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]


def words(text: str) -> str:
    return " ".join(strip_tags(text).split())


def test_counts_say_how_many_are_different_to_the_eye_and_how_many_whole(meeras, phone):
    text = meeras.get(f"/pairs/{phone.pk}/counts/").text
    assert cells(text, "EC0") == ["100", "56", "16", "28", "56", "32"]
    assert cells(text, "ML1") == ["64", "64", "0", "0", "32", "32"]


def test_counts_agree_with_plain_listing(phone):
    for name, counts in browsing.counts(phone, MODELS):
        listed = list(generation.sentences(phone, name))
        found = [generation.wholeness(sentence) for sentence in listed]
        assert counts.count == len(listed)
        assert counts.seen == len({sentence.text.casefold() for sentence in listed})
        assert counts.missing == sum(bool(each.missing) for each in found)
        assert counts.doubled == sum(bool(each.doubled) for each in found)
        assert counts.whole == sum(each.is_whole for each in found)
        whole = [sentence for sentence, said in zip(listed, found, strict=True) if said.is_whole]
        assert counts.seen_whole == len({sentence.text.casefold() for sentence in whole})


def test_a_count_that_is_not_exact_says_at_most(meeras, phone, monkeypatch):
    counts = generation.SetCounts(900, 800, 700, False, 1, 2, 3)
    monkeypatch.setattr(generation, "set_counts", lambda *_: counts)
    text = meeras.get(f"/pairs/{phone.pk}/counts/").text
    assert cells(text, "EC0") == ["900", "3", "1", "2", "at most 800", "at most 700"]


def test_a_large_set_opens_with_some_that_show_what_there_is(meeras, phone):
    page = browsing.browse(phone, browsing.Filter("EC0"), start=None, models=())
    seen = generation.texts(phone, "EC0")
    switches = [seen.switch_points(each.sentence) for each in page.listed]
    assert page.varied
    assert len({each.sentence.text for each in page.listed}) == 25
    assert switches == sorted(switches)
    assert [each.sentence.text for each in page.listed] != [each.text for each in seen.slice(0, 25)]
    assert page == browsing.browse(phone, browsing.Filter("EC0"), start=None, models=())
    text = meeras.get(f"/pairs/{phone.pk}/sentences/", {"model": "EC0"}).text
    assert "25 of 56 that are different to the eye, drawn at random, fewest switches first." in words(text)


def test_all_can_be_gone_through_in_order_from_the_first_view(meeras, phone):
    address = f"/pairs/{phone.pk}/sentences/"
    text = meeras.get(address, {"model": "EC0"}).text
    assert f'href="{address}?model=EC0&start=0"' in text.replace("&amp;", "&")
    ordered = meeras.get(address, {"model": "EC0", "start": "0"}).text
    assert "Sentences 1 to 25 of 56 that are different to the eye" in words(ordered)
    assert "Some at random" in ordered
    pages = [browsing.browse(phone, browsing.Filter("EC0"), start=start, models=()) for start in (0, 25, 50)]
    listed = [each.sentence.text.casefold() for page in pages for each in page.listed]
    assert len(listed) == len(set(listed)) == 56


def test_a_small_set_is_listed_whole_at_once(meeras, saturday):
    text = meeras.get(f"/pairs/{saturday.pk}/sentences/", {"model": "EC0"}).text
    assert "Sentences 1 to 22 of 22" in words(text)
    assert "Some at random" not in text


def test_each_sentence_says_which_words_it_misses_and_doubles(meeras, phone):
    pages = [browsing.browse(phone, browsing.Filter("EC0"), start=start, models=()) for start in (0, 25, 50)]
    listed = [each for page in pages for each in page.listed]
    broken = [each for each in listed if not each.wholeness.is_whole]
    assert {word for each in broken for word in (*each.wholeness.missing, *each.wholeness.doubled)} == {"ne"}
    text = meeras.get(f"/pairs/{phone.pk}/sentences/", {"model": "EC0", "start": "0"}).text
    shown = pages[0].listed
    assert words(text).count("ne is missing") == sum(bool(each.wholeness.missing) for each in shown)
    assert words(text).count("ne is one word too many") == sum(bool(each.wholeness.doubled) for each in shown)


def test_the_models_of_a_text_follow_the_text(phone):
    """The models of a text are those that generate any sentence that reads like it."""
    read_as: dict[str, set[str]] = {}
    for name in MODELS:
        for sentence in generation.sentences(phone, name):
            read_as.setdefault(sentence.text.casefold(), set()).add(name)
    listed = browsing.browse(phone, browsing.Filter("ML1"), start=0, models=MODELS).listed
    assert listed
    for each in listed:
        assert set(each.models) == read_as[each.sentence.text.casefold()]
    strict = [set(generation.memberships(phone, each.sentence, MODELS)) for each in listed]
    assert strict != [set(each.models) for each in listed]


def test_a_sentence_runs_in_the_direction_of_its_frame(meeras, load):
    load(jsonl(ALI), collection="Arabic")
    row = Pair.objects.get(external_id="ali")
    text = meeras.get(f"/pairs/{row.pk}/sentences/", {"model": "EC0"}).text
    assert '<span class="sentence coloured" dir="auto">' not in text
    mostly_arabic = next(
        each.sentence
        for each in browsing.browse(row, browsing.Filter("EC0"), start=0, models=()).listed
        if each.sentence.text.startswith("Today") and each.sentence.frame == "ar"
    )
    assert mostly_arabic.direction == "rtl"
    shown = re.split('<span class="sentence coloured" dir="', text)[1:]
    assert {part[:3] for part in shown} == {"ltr", "rtl"}
    for part in shown:
        if words(part.partition(">")[2].partition('<span class="models">')[0]) == mostly_arabic.text:
            assert part.startswith("rtl")
            assert 'lang="en"' in part
    typed = meeras.get(f"/pairs/{row.pk}/explain/", {"text": mostly_arabic.text}).text
    assert '<span dir="rtl">Today' in typed
