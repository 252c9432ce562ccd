"""A sentence runs in the direction of its frame, whichever word comes first; stretches of the other have their own."""

from __future__ import annotations

import pytest

from evaluation.models import Item
from evaluation.templatetags.sentences import direction, sentence_html
from tests.site.forms import address

ARABIC = [["Yesterday", "en"], ["Ali", "en"], ["قرأ", "ar"], ["الكتاب", "ar"], ["الجديد", "ar"], [".", None]]
TEXT = "Yesterday Ali قرأ الكتاب الجديد."


def test_an_arabic_sentence_that_begins_with_english_words_runs_from_the_right():
    assert direction(ARABIC) == "rtl"
    html = sentence_html(TEXT, ARABIC, {"ar"})
    assert html.startswith('<span dir="ltr"><span lang="en">Yesterday</span> <span lang="en">Ali</span></span> <span')
    assert html.count("dir=") == 1


def test_an_arabic_stretch_in_an_english_sentence_has_its_direction():
    tokens = [["Ali", "en"], ["read", "en"], ["الكتاب", "ar"], [",", None], ["الجديد", "ar"], ["2017", "en"]]
    html = sentence_html("Ali read الكتاب, الجديد 2017", tokens, {"ar"})
    assert '<span dir="rtl"><span lang="ar" class="l2">الكتاب</span><span>,</span> <span lang="ar" class="l2">' in html
    assert html.count("dir=") == 1


def test_sentences_of_one_direction_have_no_elements_beside_their_words():
    tokens = [["我", "zh"], ["喜欢", "zh"], ["new", "en"], ["书", "zh"]]
    html = sentence_html("我喜欢new书", tokens, {"zh"})
    assert "dir=" not in html
    assert html.count("<span") == 4


@pytest.mark.django_db
def test_the_judge_s_page_says_the_direction(places, client):
    Item.objects.filter(pk=places[0].item_id).update(text=TEXT, tokens=ARABIC)
    page = client.get(address(places[0])).content.decode()
    assert 'class="sentence " dir="rtl"><span dir="ltr"><span lang="en">Yesterday</span>' in page
