"""The judges of the benchmarks send exactly what a real browser with the page's script sends."""

import asyncio
import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client

from benchmarks.rating_judges import Judge
from benchmarks.rating_page import HEADERS
from tests.browser import sign_in
from tests.site.factories import make_choice_study, make_study, ready_to_rate
from tests.site.forms import address
from tests.site.rating.judge_in_browser import wait_for_sentence
from tests.threads import in_a_thread

COMPARED = ("accept", "content-type")
# The second key of a scale from 0 to 5, the first side of a couple.
POINT = 1


@dataclass
class Recorder:
    """What was asked of the judge's sentences, with everything that varies from judge to judge taken out."""

    numbers: dict[str, str]
    asked: list[tuple] = field(default_factory=list)

    def note(self, method: str, path: str, body: str, headers: dict[str, str]) -> None:
        if path not in self.numbers:
            return
        sent = [(name, self.shape(name, value)) for name, value in parse_qsl(body, keep_blank_values=True)]
        said = {name: headers[name] for name in COMPARED} if method == "POST" else {}
        self.asked.append((method, self.numbers[path], sent, said))

    def shape(self, name: str, value: str) -> str:
        if name == "csrfmiddlewaretoken":
            return "a token"
        return self.numbers.get(value) or re.sub(r"\d+", "N", value)


class RecordedJudge(Judge):
    recorder: Recorder

    async def _once(self, method, path, body):
        headers = {name.lower(): value for name, value in HEADERS.items()}
        self.recorder.note(method, path, body.decode(), headers)
        return await super()._once(method, path, body)


def recorder_of(participation) -> Recorder:
    places = participation.places.order_by("order")
    return Recorder({address(place): f"sentence {place.order + 1}" for place in places})


def asked_by_browser(page, live_server, participation, *, is_slow: bool, keys: str, word: str) -> list[tuple]:
    recorder = recorder_of(participation)
    page.on(
        "request",
        lambda request: recorder.note(
            request.method, urlsplit(request.url).path, request.post_data or "", request.headers
        ),
    )
    page.clock.install()
    sign_in(page, participation.user, live_server.url)
    first, second, *_ = recorder.numbers
    with page.expect_response(lambda response: response.url.endswith(second)):
        page.goto(first)
    for number, here in enumerate([first, second], start=1):
        wait_for_sentence(page, f"{word} {number} of {len(recorder.numbers)}")
        for key in keys[:1] if is_slow else keys:
            page.keyboard.press(key)
        if is_slow:
            with page.expect_response(lambda response, here=here: response.url.endswith(here)):
                page.clock.run_for(2_000)
            for key in keys[1:]:
                page.keyboard.press(key)
        with page.expect_response(lambda response, here=here: response.url.endswith(here)):
            page.keyboard.press("Enter")
    return recorder.asked


def asked_by_benchmark(live_server, participation, *, is_slow: bool) -> list[tuple]:
    client = Client()
    client.force_login(participation.user)
    judge = RecordedJudge(urlsplit(live_server.url).port, client.cookies["sessionid"].value, is_slow)
    judge.recorder = recorder_of(participation)

    async def rate() -> None:
        await judge.begin(participation.key)
        for _ in range(2):
            await judge.rate(lambda _path, _name: POINT)

    in_a_thread(lambda: asyncio.run(rate()))
    return judge.recorder.asked


@pytest.mark.parametrize("is_slow", [False, True], ids=["quick", "slow"])
def test_ratings(page, live_server, meera, asha, ravi, transactional_db, is_slow):
    study = make_study(meera, items=4)
    ashas, ravis = ready_to_rate(study, asha), ready_to_rate(study, ravi)
    browsers = asked_by_browser(page, live_server, ashas, is_slow=is_slow, keys="11", word="Sentence")
    assert asked_by_benchmark(live_server, ravis, is_slow=is_slow) == browsers
    posts = [number for method, number, _sent, _said in browsers if method == "POST"]
    assert posts == ["sentence 1", "sentence 2"] if not is_slow else ["sentence 1"] * 2 + ["sentence 2"] * 2
    assert len(browsers) == len(posts) + 2, "only the first two pages are loaded, later ones are brought by the replies"


def test_choices(page, live_server, meera, asha, ravi, transactional_db):
    study = make_choice_study(meera, pairs=1, sentences=4)
    ashas, ravis = ready_to_rate(study, asha), ready_to_rate(study, ravi)
    browsers = asked_by_browser(page, live_server, ashas, is_slow=False, keys="2", word="Choice")
    assert asked_by_benchmark(live_server, ravis, is_slow=False) == browsers
