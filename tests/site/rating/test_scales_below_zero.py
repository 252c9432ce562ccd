"""Points below zero have a minus sign wherever a judge reads them, and a hyphen in what the browser sends."""

import re

import pytest

from evaluation.models import Rating
from evaluation.services.errors import Refused
from evaluation.services.studies.questionnaire.checked import checked_whole
from tests.site.factories import add_practice
from tests.site.forms import address, page_of

ANSWER = {"score-usage": "-3", "score-fluency": "-4"}
HYPHEN = re.compile(r"[^\n]{0,40}(?<![\w-])-\d[^\n]{0,20}")


@pytest.fixture
def study(study):
    study.criteria.update(low=-4, high=1, cut=-1)
    add_practice(study)
    return study


def seen(response) -> str:
    """The text of a page, without attributes and scripts."""
    page = re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", page_of(response))
    return re.sub(r"<[^>]*>", " ", page)


def test_points_of_the_scale_are_read_with_a_minus_and_sent_with_a_hyphen(client, ashas, places):
    page = client.get(address(places[-1]))
    assert 'value="-4"' in page_of(page)
    assert "−4–1" in seen(page)
    assert not HYPHEN.findall(seen(page))


def test_feedback_and_the_list_of_answers_have_a_minus(client, ashas, places):
    for place in places:
        client.post(address(place), ANSWER)
    assert set(Rating.objects.values_list("value", flat=True)) == {-3, -4}
    practice = next(place for place in places if place.item.kind == "practice")
    for part in (f"{address(practice)}feedback/", f"/rate/{ashas.key}/answers/"):
        page = seen(client.get(part))
        assert "−3" in page
        assert not HYPHEN.findall(page)


def test_what_is_off_the_scale_is_refused_with_a_minus(client, ashas, places):
    answer = client.post(address(places[-1]), ANSWER | {"score-usage": "-5"})
    assert answer.status_code == 422
    assert "This scale goes from −4 to 1." in page_of(answer)
    with pytest.raises(Refused, match="from −2 to 2"):
        checked_whole("-3", "feeling", -2, 2)
    assert checked_whole("-2", "feeling", -2, 2) == -2
