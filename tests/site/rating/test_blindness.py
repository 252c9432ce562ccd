"""Nothing that reaches a judge says which model made a sentence, what is a check or repeat, or what others answered."""

import re

import pytest
from django.conf import settings
from django.test import Client

from evaluation.models import Item, Participation, Rating, User
from evaluation.pages.rating.rendering import NO_ANSWER, page
from evaluation.services.rating.places import PlaceRow, facts_of, load_place
from evaluation.services.studies import invitations
from evaluation.services.support.prepared_queries import columns_of
from tests.site.factories import add_attention, add_practice, make_study, ready_to_rate
from tests.site.forms import BOTH, EVERY_QUESTION
from tests.site.rating.giveaways import BY_CHANCE, GIVEAWAYS, PLANTED

WORDS = ("text", "tokens", "other_script")
SCRIPTS = settings.ROOT / "static" / "js" / "rating"


class Eavesdropper:
    """A browser that writes down everything that comes in: addresses, headers, bodies."""

    def __init__(self) -> None:
        self.client = Client()
        self.heard: list[tuple[str, str]] = []

    def ask(self, method: str, path: str, data=None, **headers):
        response = getattr(self.client, method)(path, data, **headers)
        head = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
        cookies = str(response.cookies)
        body = response.content.decode() if not response.streaming else b"".join(response).decode()
        self.heard.append((f"{method} {path}", f"{head}\n{cookies}\n{body}"))
        return response

    def follow(self, method: str, path: str, data=None):
        response = self.ask(method, path, data)
        while response.status_code == 302:
            path = response.headers["Location"]
            response = self.ask("get", path)
        return path, response


@pytest.fixture
def study(meera):
    study = make_study(meera, items=4, slug="saturday", questions=EVERY_QUESTION, repeats=2)
    add_practice(study)
    add_attention(study)
    Item.objects.filter(study=study).update(**PLANTED)
    return study


@pytest.fixture
def session(study, ravi):
    """A whole session of a judge who came by a link, after ravi has rated everything with 1 and commented."""
    ravis = ready_to_rate(study, ravi)
    other = Client()
    other.force_login(ravi)
    for place in ravis.places.all():
        scores = {"score-usage": "1", "score-fluency": "1", "comment": "COMMENTPLANTED"}
        assert other.post(f"/rate/s/{place.key}/", scores).status_code == 302
    gopal = User(username="judge-gopal")
    gopal.set_unusable_password()
    gopal.save()
    mine = Participation.objects.create(study=study, user=gopal, pseudonym="J09", seed=5)
    browser = Eavesdropper()
    rate_everything(browser, mine)
    return browser, mine


def rate_everything(browser: Eavesdropper, mine: Participation) -> None:
    start = f"/rate/{mine.key}/"
    browser.follow("get", invitations.personal_link(mine))
    browser.follow("post", f"{start}consent/", {"agree": "yes", "version": "1"})
    answers = {"native_language": "hi", "education": "unsaid"}
    browser.follow("post", f"{start}questions/", answers)
    path, _page = browser.follow("post", f"{start}instructions/")
    while "/rate/s/" in path:
        browser.ask("post", path, {"do": "save", "score-usage": "3"}, HTTP_ACCEPT="application/json")
        browser.ask("post", path, {"do": "mark-formal", "word": "0"})
        browser.ask("post", path, {"score-usage": "9"})
        browser.ask("get", f"{path}back/")
        path, _page = browser.follow("post", path, BOTH)
        if path.endswith("feedback/"):
            path, _page = browser.follow("get", start)
    for name in ("answers/", "pause/", "instructions/", "withdraw/"):
        browser.follow("get", f"{start}{name}")
    for beside in ("/", "/profile/", "/profile/data/", "/api/v1/studies/", "/rate/s/aaaaaaaaaaaaa/"):
        browser.ask("get", beside)
    browser.follow("post", f"{start}finish/")
    browser.follow("get", f"{start}answers/")
    for file in ("css/rating.css", *(f"js/rating/{script.name}" for script in SCRIPTS.iterdir())):
        browser.ask("get", f"/static/{file}")


def test_every_response_of_a_whole_session_is_blind(session):
    browser, mine = session
    assert mine.places.count() == 4 + 2 + 1 + 1
    assert Rating.objects.filter(participation=mine).count() == 2 * 8
    assert len(browser.heard) > 50
    for asked, answer in browser.heard:
        if asked.startswith("get /static/"):
            # Our own words in a comment of a script say nothing about a sentence; what was planted would.
            assert "planted" not in answer.lower(), asked
            continue
        answer = BY_CHANCE.sub("", answer)
        found = GIVEAWAYS.search(answer)
        assert not found, f"{asked}: …{answer[max(0, found.start() - 60) : found.end() + 60]}…"
        assert "COMMENTPLANTED" not in answer


def test_what_a_judge_may_take_away_holds_no_sentence_still_to_come(study, asha, client_of):
    first, *others = ready_to_rate(study, asha).places.select_related("item").order_by("order")
    client = client_of(asha)
    client.post(f"/rate/s/{first.key}/", BOTH)
    said = b"".join(client.get("/profile/data/")).decode()
    assert first.item.text in said
    assert not [place for place in others if place.item.text in said]


def test_addresses_are_opaque(session, study):
    browser, mine = session
    numbers = {str(place.pk) for place in mine.places.all()} | {str(item.pk) for item in study.items.all()}
    for asked, _answer in browser.heard:
        parts = asked.split(" ")[1].split("/")
        assert study.slug not in parts
        assert not numbers & set(parts)


def test_checks_and_repeats_look_like_any_other_sentence(session):
    """With their own words, keys and position taken out, the pages of all sentences are the same."""
    _browser, mine = session
    shapes = set()
    values = dict.fromkeys(
        (
            *(
                "csrf_token",
                "place_url",
                "next_url",
                "participation_url",
                "number",
                "total",
                "done",
                "left",
                "minutes",
                "shown",
            ),
            *("script", "script_choice"),
        ),
        "x",
    )
    for place in mine.places.exclude(item__kind="practice"):
        row = load_place(place.key)
        html = page(facts_of(row), row.sentences_in(""), "en", values, NO_ANSWER)
        html = re.sub(r'<p id="sentence".*?</p>', "", html, flags=re.DOTALL)
        shapes.add(re.sub(r'<div class="words"[^>]*>.*?</div>', "", html, flags=re.DOTALL))
    assert len(shapes) == 1


def test_no_model_condition_or_kind_is_read_beyond_what_the_page_shows():
    """The one row of the rating page has no column that could give anything away, but the kind, for practice."""
    columns = map(str, columns_of(PlaceRow))
    read = {column for column in columns if column.startswith("item__") or "repeat" in column}
    words = {f"{each}__{column}" for each in ("item", "item__first", "item__second") for column in WORDS}
    assert read == {*words, "item__kind", "item__pair__l2_lang"}
