"""How many queries and bytes a rating may cost."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from benchmarks.rating_page import HEADERS, SentencePage
from evaluation.config.static_files import without_comments
from evaluation.models import User
from evaluation.services.studies import invitations
from tests.site.factories import make_choice_study, ready_to_rate
from tests.site.forms import BOTH, address, page_of

pytestmark = pytest.mark.both_databases

MOST_BYTES = 60_000
NAMED = re.compile(r'(?:href|src)="/static/([^"]+)"')
IMPORTED = re.compile(rb' from "\./(\w+\.js)";')


def content(name: str) -> bytes:
    return without_comments(name, Path(str(finders.find(name))).read_bytes())


def loaded(response) -> list[str]:
    return NAMED.findall(gzip.decompress(response.content).decode())


def weight(response) -> int:
    """Of a page with all that it loads, and of the font of Devanagari, as it is sent."""
    names = {*loaded(response), "fonts/noto-sans-devanagari.woff2"}
    return len(response.content) + sum(len(gzip.compress(content(name))) for name in names)


@pytest.fixture
def warm(client, places):
    """What is kept per process is there; asha has just been seen."""
    client.get(address(places[0]))
    client.post(address(places[0]), BOTH)


def test_a_sentence_makes_two_queries(client, places, warm, django_assert_num_queries):
    with django_assert_num_queries(2):  # the session; the place with all that belongs to it
        client.get(address(places[1]))


def test_an_answer_makes_few_queries_and_two_changes(client, places, warm, django_assert_num_queries, answer_queries):
    with django_assert_num_queries(answer_queries) as queries:
        client.post(address(places[1]), BOTH)
    changes = [each for each in queries.captured_queries if each["sql"].lstrip().startswith(("INSERT", "UPDATE"))]
    assert len(changes) == 2


def test_a_sentence_as_the_script_sends_it_makes_one_query_more(
    client, places, warm, django_assert_num_queries, answer_queries
):
    """One request: the answer, whose reply brings the sentence after the next."""
    page = SentencePage.read(page_of(client.get(address(places[1]))))
    body = page.body(page.given(lambda _path, _name: 4), "next", ahead="")
    with django_assert_num_queries(answer_queries + 1):
        reply = client.post(page.address, body, HEADERS["Content-Type"], headers={"Accept": HEADERS["Accept"]})
    assert SentencePage.read(reply.json()["page"]).address == address(places[2])


def test_a_point_that_is_sent_before_the_others_costs_no_more(
    client, places, warm, django_assert_num_queries, answer_queries
):
    with django_assert_num_queries(answer_queries):
        client.post(address(places[1]), {"do": "save", "score-usage": "4"})


def test_a_judge_who_came_by_a_link_waits_no_longer(study, warm, django_assert_num_queries, answer_queries):
    judge = User(username="judge-gopal")
    judge.set_unusable_password()
    judge.save()
    gopals = ready_to_rate(study, judge)
    client, (first, second, _third) = Client(), gopals.places.order_by("order")
    client.get(invitations.personal_link(gopals), follow=True)
    client.post(address(first), BOTH)
    with django_assert_num_queries(2):
        client.get(address(second))
    with django_assert_num_queries(answer_queries):
        client.post(address(second), BOTH)


def test_the_same_answer_again_writes_nothing(client, places, warm, django_assert_max_num_queries):
    with django_assert_max_num_queries(8) as queries:
        client.post(address(places[0]), BOTH)
    assert not [
        query for query in queries.captured_queries if query["sql"].lstrip().startswith(("INSERT", "UPDATE", "DELETE"))
    ]


def test_time_spent_is_brought_up_to_date_now_and_then_only(client, ashas, places):
    client.post(address(places[0]), BOTH | {"duration": "70000"})
    ashas.refresh_from_db()
    seen = ashas.last_seen_at
    assert ashas.active_ms == 70_000
    client.post(address(places[1]), BOTH | {"duration": "70000"})
    ashas.refresh_from_db()
    assert (ashas.last_seen_at, ashas.active_ms) == (seen, 70_000)


def test_a_session_is_not_written_while_rating(client, places, warm):
    response = client.post(address(places[1]), BOTH)
    assert "sessionid" not in response.cookies


@pytest.mark.parametrize("language", ["en", "hi"])
def test_the_page_with_all_it_loads_is_light(client, places, language):
    """The font too: the button that changes to Hindi says so in Devanagari, and not every device has it."""
    client.cookies["django_language"] = language
    response = client.get(address(places[0]), headers={"Accept-Encoding": "gzip, br"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert {"css/site.css", "css/rating.css", "js/rating/sentence.js", "js/rating/sending.js"} < set(loaded(response))
    assert weight(response) < MOST_BYTES


@pytest.mark.parametrize("language", ["en", "hi"])
def test_the_page_of_a_choice_is_as_light(client, meera, asha, language):
    client.cookies["django_language"] = language
    place = ready_to_rate(make_choice_study(meera, alike=True, sureness=True), asha).places.first()
    response = client.get(address(place), headers={"Accept-Encoding": "gzip, br"})
    assert {"css/scales.css", "js/rating/scales.js"} < set(loaded(response))
    assert weight(response) < MOST_BYTES


@pytest.mark.parametrize("page", ["rate/s/{place}/", "rate/{participation}/pause/"])
def test_no_script_waits_until_another_asks_for_it(client, ashas, places, page):
    path = page.format(place=places[0].key, participation=ashas.key)
    scripts = {name for name in NAMED.findall(page_of(client.get(f"/{path}"))) if name.endswith(".js")}
    imported = {f"js/rating/{name.decode()}" for script in scripts for name in IMPORTED.findall(content(script))}
    assert len(imported) > 3
    assert imported < scripts


@pytest.mark.parametrize("page", ["", "instructions/", "answers/", "pause/"])
def test_the_pages_around_the_sentences_are_sent_compressed(client, ashas, page):
    response = client.get(f"/rate/{ashas.key}/{page}", headers={"Accept-Encoding": "gzip"}, follow=True)
    assert response.headers["Content-Encoding"] == "gzip"


def test_a_page_asks_nobody_else(client, places):
    html = page_of(client.get(address(places[0])))
    assert "http://" not in html
    assert "https://" not in html
