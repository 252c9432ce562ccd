"""Filling in the wizard's forms from what a page shows, as a browser does."""

from __future__ import annotations

from html.parser import HTMLParser


class Fields(HTMLParser):
    """The values a form would send, by name: of inputs, text areas and selects."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self._area: str | None = None
        self._select: str | None = None
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
            self._select = name
        elif tag == "option" and self._select and "selected" in found:
            self.sent.setdefault(self._select, []).append(found.get("value", ""))
        elif tag == "input" and name and name != "csrfmiddlewaretoken":
            self._input(name, found)

    def _input(self, name, found):
        if found.get("type") in {"checkbox", "radio"}:
            if "checked" in found:
                self.sent.setdefault(name, []).append(found.get("value", "on"))
        elif found.get("type") not in {"file", "submit"}:
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


def page(answer) -> str:
    return answer.content.decode()


def check_each_is_refused(wizard, step: str, wrong: list[tuple[dict[str, str], str]]) -> None:
    """Each of these changes to the step's form is answered by its own form with these words."""
    for changes, words in wrong:
        answer = wizard(step, **changes)
        assert answer.status_code == 422, changes
        assert words in page(answer), changes
