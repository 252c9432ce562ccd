"""One way to ask the site, and to fill in its forms.

``asha.get("/")``, ``api(meera).get("/api/v1/studies/")`` and ``browser(meera).get("/")`` all give an `Answer`.
"""

from __future__ import annotations

from functools import cached_property
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from evaluation.models import Place

# What a judge chooses on the page of a sentence.
BOTH = {"score-usage": "4", "score-fluency": "5"}
EVERY_QUESTION = ["native_language", "other_languages", "age", "education", "grew_up"]


class Answer:
    """What the site answered; all else that is known of it can be asked for as well (``answer.json()``)."""

    def __init__(self, status: int, html: str, response: Any) -> None:
        self.status, self.html, self.response = status, html, response

    @classmethod
    def of(cls, response) -> Answer:
        body = b"".join(response.streaming_content) if response.streaming else response.content
        if response.streaming:
            response.streaming_content = [body]  # for whoever reads it again
        return cls(response.status_code, body.decode("utf-8", "replace"), response)

    @cached_property
    def text(self) -> str:
        """What is to be read between the tags, one space between words."""
        return Words(self.html).text

    @cached_property
    def form(self) -> dict[str, list[str]]:
        """What the forms of the page hold, to be sent again: ``asha.post(address, answer.form | {"name": "x"})``."""
        return Fields(self.html.partition("<main")[2]).sent

    def __repr__(self) -> str:
        return f"<{self.status}: {self.text[:500]}>"

    def __getattr__(self, name: str) -> Any:
        return getattr(self.response, name)

    def __getitem__(self, header: str) -> str:
        return self.response[header]


class Visitor:
    """Somebody without a screen."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def get(self, address: str, *sent, **more) -> Answer:
        return Answer.of(self.client.get(address, *sent, **more))

    def post(self, address: str, *sent, **more) -> Answer:
        return Answer.of(self.client.post(address, *sent, **more))


class SignedIn(Visitor):
    """Somebody with an account, who signs in with the first question."""

    def __init__(self, somebody) -> None:
        self.somebody = somebody

    @cached_property
    def client(self) -> Client:
        client = Client()
        client.force_login(self.somebody)
        return client


class Script(Visitor):
    """A program that speaks JSON, in all methods of HTTP."""

    def put(self, address: str, *sent, **more) -> Answer:
        return Answer.of(self.client.put(address, *sent, **more))

    def patch(self, address: str, *sent, **more) -> Answer:
        return Answer.of(self.client.patch(address, *sent, **more))

    def delete(self, address: str, *sent, **more) -> Answer:
        return Answer.of(self.client.delete(address, *sent, **more))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.client, name)


class Words(HTMLParser):
    """The words of a page; tags within a line do not part them."""

    UNREAD = {"head", "script", "style", "template"}
    WITHIN_A_LINE = (
        *("a", "abbr", "b", "bdi", "cite", "code", "em", "i", "kbd"),
        *("mark", "q", "small", "span", "strong", "time", "sub", "sup", "u", "s", "ins", "del", "wbr"),
    )

    def __init__(self, html: str) -> None:
        super().__init__()
        self._parts: list[str] = []
        self._unread = 0
        self.feed(html)
        self.text = " ".join("".join(self._parts).replace("\xad", "").split())

    def handle_starttag(self, tag, attrs):
        self._unread += tag in self.UNREAD
        self._part(tag)

    def handle_endtag(self, tag):
        self._unread -= tag in self.UNREAD
        self._part(tag)

    def _part(self, tag):
        if tag not in self.WITHIN_A_LINE:
            self._parts.append(" ")

    def handle_data(self, data):
        if not self._unread:
            self._parts.append(data)


class Fields(HTMLParser):
    """The values a form would send, by name: of inputs, text areas and selects."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self._area: str | None = None
        self._select: str | None = None
        self._one_of_them = False
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        name = found.get("name")
        if "disabled" in found:
            return
        if tag == "textarea":
            self._area = name
            self.sent[name] = [""]
        elif tag == "select":
            self._select, self._one_of_them = name, "multiple" not in found
        elif tag == "option" and self._select:
            self._option(found)
        elif tag == "input" and name and name != "csrfmiddlewaretoken":
            self._input(name, found)

    def _option(self, found):
        """What is selected; of a list in which one is chosen, the first where nothing is."""
        value, name = found.get("value", ""), self._select
        if "selected" in found:
            self.sent[name] = [value] if self._one_of_them else [*self.sent.get(name, []), value]
        elif self._one_of_them:
            self.sent.setdefault(name, [value])

    def _input(self, name, found):
        if found.get("type") in {"checkbox", "radio"}:
            if "checked" in found:
                self.sent.setdefault(name, []).append(found.get("value", "on"))
        elif found.get("type") not in {"file", "submit", "button", "reset", "image"}:
            self.sent[name] = [found.get("value", "")]

    def handle_data(self, data):
        if self._area:
            self.sent[self._area][0] += data

    def handle_endtag(self, tag):
        if tag == "textarea" and self._area:
            # The first line break after the tag is not part of the text.
            self.sent[self._area][0] = self.sent[self._area][0].removeprefix("\n").removeprefix("\r\n")
            self._area = None
        if tag == "select":
            self._select = None


def shown(client, address: str) -> dict[str, list[str]]:
    """What the form at this address holds."""
    answer = client.get(address)
    assert answer.status_code == 200
    return fields(answer)


def fields(answer) -> dict[str, list[str]]:
    """What the forms on a page hold, those of the header left out."""
    return Fields(answer.content.decode().partition("<main")[2]).sent


def send(client, address: str, sent: dict[str, list[str]], **changes):
    """Send what a form holds with some fields changed; ``__`` in a name is a dash."""
    return client.post(address, sent | {name.replace("__", "-"): value for name, value in changes.items()})


def check_each_is_refused(wizard, step: str, wrong: list[tuple[dict[str, str], str]]) -> None:
    """Each of these changes to the step's form is answered by its own form with these words."""
    for changes, words in wrong:
        answer = wizard(step, **changes)
        assert answer.status_code == 422, changes
        assert words in page_of(answer), changes


def address(place: Place) -> str:
    return f"/rate/s/{place.key}/"


def page_of(response) -> str:
    return response.content.decode()
