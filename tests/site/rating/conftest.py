"""Two judges in meera's study: asha rates in these tests, ravi sometimes too, mallory tries what she may not."""

import pytest

from evaluation.models import Participation, Place, Study
from evaluation.services.studies import allocation
from tests.factories import make_item, make_participation, make_study

BOTH = {"score-usage": "4", "score-fluency": "5"}
EVERY_QUESTION = ["native_language", "other_languages", "age", "education", "grew_up"]


@pytest.fixture
def study(meera) -> Study:
    return make_study(meera, items=3)


@pytest.fixture
def ashas(study, asha) -> Participation:
    """asha's participation, ready to rate."""
    return ready_to_rate(study, asha)


def ready_to_rate(study: Study, user) -> Participation:
    participation = make_participation(study, user)
    allocation.ensure_places(participation)
    return participation


def newly_invited(study: Study, user) -> Participation:
    return make_participation(
        study, user, state="invited", consent_version=None, has_read_instructions=False, language=""
    )


def add_practice(study: Study, number: int = 90, **fields):
    told = {"feedback": {"en": "Most people find this *natural*.", "hi": "ज़्यादातर लोगों को यह *सहज* लगता है।"}}
    return make_item(study, number, kind="practice", text=f"Practice makes perfect {number}", **told | fields)


def add_attention(study: Study, number: int = 95):
    words = [["Please", "en"], ["choose", "en"], ["zero", "en"], [str(number), None]]
    text = " ".join(word for word, _language in words)
    expected = {"usage": [0, 0], "fluency": [0, 0]}
    return make_item(study, number, kind="attention", text=text, tokens=words, expected=expected, condition="")


@pytest.fixture
def places(ashas) -> list[Place]:
    return list(ashas.places.order_by("order"))


@pytest.fixture
def client(client_of, asha):
    return client_of(asha)


def address(place: Place) -> str:
    return f"/rate/s/{place.key}/"


def page_of(response) -> str:
    return response.content.decode()
