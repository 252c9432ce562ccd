"""The cast, the studies that tests begin with, and the three ways to ask.

asha and ravi judge, mallory does not; meera and kiran run studies of their own, noor is the admin. A study is one of
`draft`, `rated`, `choosing`, `frozen` and `lived_in`; whoever needs another makes it with `tests.site.factories`.
"""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from evaluation.api import throttles
from evaluation.models import ItemKind, MarkedWord, Participation, Place, RatingChange, Study
from evaluation.services import reporting, studies
from evaluation.services.accounts import tokens
from evaluation.services.demo.demo_data import PAPER, load_pairs
from evaluation.services.results.selection import Selection, save_selection
from evaluation.services.studies import sampling
from evaluation.services.studies.sampling import draw_study
from tests.browser import sign_in
from tests.site.factories import (
    COMPARISON,
    SHOWN,
    make_answers,
    make_choice_study,
    make_item,
    make_participation,
    make_place,
    make_rating,
    make_study,
    person,
)
from tests.site.forms import Answer, Script

# -- The cast --------------------------------------------------------------------------------------------------------


def person_fixture(name: str, role: str):
    @pytest.fixture(name=name)
    def make(db):
        return person(name, role)

    return make


asha = person_fixture("asha", "judge")
ravi = person_fixture("ravi", "judge")
mallory = person_fixture("mallory", "judge")
meera = person_fixture("meera", "researcher")
kiran = person_fixture("kiran", "researcher")
noor = person_fixture("noor", "admin")


# -- Ways to ask: asha.get("/"), api(meera).get("/api/v1/studies/"), browser(meera).get("/") ----------------------


@pytest.fixture
def api(db, monkeypatch):
    """A script of somebody's: ``api(meera).get("/api/v1/studies/").json()``; without a name, a stranger's."""
    # Requests are counted in the process's memory, which tests share.
    monkeypatch.setattr(throttles, "TALLY", throttles.Tally())

    def script(somebody=None) -> Script:
        client = APIClient()
        if somebody is not None:
            client.credentials(HTTP_AUTHORIZATION=f"Token {tokens.token_of(somebody).key}")
        return Script(client)

    return script


class OpenBrowser:
    """Somebody at a real browser: `get` opens an address, `page` is Playwright's, `complaints` its errors."""

    def __init__(self, page) -> None:
        self.page, self.complaints = page, []
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def get(self, address: str) -> Answer:
        response = self.page.goto(address)
        return Answer(response.status, self.page.content(), response)


@pytest.fixture
def browser(new_page, live_server):
    """A browser of somebody's: ``browser(asha, width=390).get("/").text``; without a name, a stranger's."""

    def opened(somebody=None, *, width: int = 1280, **options) -> OpenBrowser:
        page = new_page(viewport={"width": width, "height": 900}, **options)
        if somebody is not None:
            sign_in(page, somebody, live_server.url)
        return OpenBrowser(page)

    return opened


@pytest.fixture
def client_of(db):
    """Django's own client, in which somebody is signed in: ``client_of(asha)``. New tests say ``asha.get(…)``."""

    def signed_in(somebody) -> Client:
        client = Client()
        client.force_login(somebody)
        return client

    return signed_in


# -- Studies ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def paper_pairs(meera):
    return [pair for pair in load_pairs(meera, PAPER) if pair.external_id.startswith("paper-")]


@pytest.fixture(scope="session")
def samples():
    """What was drawn from each of the paper's pairs for the first draft: the same seed draws the same for the next."""
    return {}


@pytest.fixture
def draw_once(samples, monkeypatch):
    """Draw a study's sentences, those of a pair only if they are not known; afterwards all are drawn as usual."""
    draw_pair = draw_study.draw_pair

    def known_or_drawn(study, pair, **options):
        if pair.external_id not in samples:
            samples[pair.external_id] = draw_pair(study, pair, **options)
        sample = samples[pair.external_id]
        items = [copy.copy(item) for item in sample.items]
        for item in items:
            item.study, item.pair = study, pair
        return replace(sample, items=items)

    def draw(**options):
        with monkeypatch.context() as patch:
            patch.setattr(draw_study, "draw_pair", known_or_drawn)
            sampling.draw(**options)

    return draw


@pytest.fixture
def draft(meera, paper_pairs, draw_once) -> Study:
    """A draft on the paper's pairs with EC1 and ML2, two sentences per pair and model, drawn."""
    study = studies.create(owner=meera, name="Mixed sentences", interface_languages=["en", "hi"])
    studies.set_pairs(
        study=study, actor=meera, revision=1, pairs=[pair.pk for pair in paper_pairs], models=["EC1", "ML2"]
    )
    choices = [{"way": "uniform", "count": 2}]
    studies.set_choices(study=study, actor=meera, revision=2, choices=choices, seed=7, monolingual=False)
    draw_once(study=study, actor=meera, revision=study.revision)
    return study


@pytest.fixture
def rated(meera, asha, ravi) -> Study:
    """Three sentences, two criteria, two judges (J01 is asha, J02 ravi); a practice, a check, a repeat of asha's."""
    study = make_study(meera, models_chosen=["EC0", "ML0"], seed=7)
    judges = [make_participation(study, judge) for judge in (asha, ravi)]
    practice = make_item(study, 90, kind=ItemKind.PRACTICE, condition="", text="Practice makes perfect")
    check = make_item(
        study, 91, kind=ItemKind.ATTENTION, condition="", text="Choose nought", expected={"usage": [0, 0]}
    )
    shown = [practice, *study.items.filter(kind=ItemKind.STUDY), check]
    for judge, own in zip(judges, ([(4, 5), (1, 2), (5, 5)], [(3, 3), (0, 2), (4, 5)]), strict=True):
        seen = {"shown_at": SHOWN, "duration_ms": 2500, "language": "en", "screen": "phone"}
        make_answers(judge, zip(shown, [(5, 5), *own, (0, 0)], strict=True), **seen)
    again = make_place(judges[0], study.items.get(number=0), is_repeat=True, shown_at=SHOWN, duration_ms=900)
    make_rating(again, study.criteria.get(key="usage"), 3)
    first = judges[0].places.get(order=1)
    first.comment = "=cmd|'/c calc'!A1"
    first.save()
    MarkedWord.objects.create(place=first, token=3, reason="formal")
    return study


@pytest.fixture
def choosing(meera, asha, ravi) -> Study:
    """A study of couples, in which asha and ravi chose and said how sure they were, now and then "both alike"."""
    study = make_choice_study(meera, sureness=True, alike=True, models_chosen=["EC0", "ML0"])
    preference, sureness = study.criteria.get(key="preference"), study.criteria.get(key="sureness")
    for judge in (make_participation(study, asha), make_participation(study, ravi)):
        for number, couple in enumerate(study.items.couples()):
            place = make_place(judge, couple, is_swapped=bool(number % 2), duration_ms=900 + number)
            make_rating(place, preference, number % 3)
            make_rating(place, sureness, 1 + number % 4)
    return study


@pytest.fixture
def planned(meera) -> Study:
    """Four sentences drawn for two models, and no judge yet: its plan can be frozen."""
    return make_study(meera, models_chosen=["EC0", "ML0"], drawn_at=timezone.now(), items=4)


@pytest.fixture
def frozen(planned, meera) -> Study:
    """An open study without an answer, whose plan says that EC0 is better."""
    reporting.freeze(study=planned, actor=meera, comparison=COMPARISON, target_judges=2, hypothesis="EC0 is better.")
    return planned


@pytest.fixture
def lived_in(meera, asha, ravi) -> Study:
    """A study in which everything has happened: changes, marks, exclusions, doubles, hand-picked sentences."""
    age = {"key": "age", "kind": "number", "texts": {"en": {"text": "Your age"}}, "low": 10, "high": 99}
    study = make_study(meera, models_chosen=["EC0", "ML0"], questions=[age], items=4)
    pair = study.pairs.get()
    study.choices = [{"way": "picked", "sentences": [{"pair": pair.pk, "text": "Saturday neeras hai"}]}]
    study.save()
    check = make_item(study, 1_000_001, kind=ItemKind.ATTENTION, expected={"usage": [0, 1]}, condition="")
    usage, fluency = study.criteria.order_by("position")
    first = make_participation(study, asha, answers={"age": 23}, external_id="worker 77", email="asha@example.org")
    second = make_participation(study, ravi, answers={"age": 41}, external_id="worker 77", is_double=True)
    for judge in (second, first):
        for number, item in enumerate([check, *study.items.filter(kind="study").order_by("-number")]):
            place = make_place(judge, item, comment="=1+1" if number == 1 else "", language="hi")
            rating = make_rating(place, usage, number % 6, first_value=5, edits=1)
            RatingChange.objects.create(rating=rating, value=5, given_at=rating.given_at)
            make_rating(place, fluency, 4)
            MarkedWord.objects.create(place=place, token=1, reason="order")
    Place.objects.filter(participation=first, order=2).update(
        excluded_at=first.invited_at, exclusion_reason="asked us to", history=[{"value": 3}]
    )
    save_selection(study=study, selection=Selection(max_failed_percent=50), actor=meera)
    study.refresh_from_db()
    return study


@pytest.fixture
def exclude():
    """Leave a judge out by hand."""

    def leave_out(judge, reason):
        Participation.objects.filter(pk=judge.pk).update(excluded_at=SHOWN, exclusion_reason=reason)

    return leave_out
