"""A preview's answers. They are kept in a signed cookie of the researcher's browser, and nowhere else.

The places of a preview are made up: the practice sentences and the first sentences of the study, in order, with keys
that no judge's place can have (those have no hyphen).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from evaluation.models import Item, ItemKind, Study
from evaluation.pages.rating import rendering
from evaluation.services.rating import marking
from evaluation.services.rating.answer import Answer
from evaluation.services.rating.places import PlaceRow, Progress, ShownSentence

SENTENCES_SHOWN = 5
# A cookie is small.
LONGEST_COMMENT_KEPT = 150


@dataclass
class KeptAnswer:
    values: dict[int, int] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    cannot_judge: str = ""
    comment: str = ""
    is_final: bool = False

    @classmethod
    def read(cls, kept: dict[str, Any]) -> KeptAnswer:
        numbers = {name: {int(key): value for key, value in kept[name].items()} for name in ("values", "marks")}
        return cls(**kept | numbers)

    def take(self, answer: Answer) -> None:
        """As `recording` stores it: a sentence that can't be judged has no values until the judge gives all."""
        if answer.comment is not None:
            self.comment = answer.comment[:LONGEST_COMMENT_KEPT]
        if answer.cannot_judge:
            self.values = {}
        elif answer.is_final or not self.cannot_judge:
            self.values.update(answer.values)
        if answer.is_final:
            self.cannot_judge = answer.cannot_judge
            self.is_final = True


class Preview:
    """A study as one researcher walks through it."""

    def __init__(self, request: HttpRequest, study: Study) -> None:
        self.study = study
        self.key = f"preview-{study.slug}"
        self.items = shown_items(study)
        self.answers: dict[int, KeptAnswer] = {}
        try:
            kept = signing.loads(request.COOKIES.get(self.key, ""), salt=self.key)
            self.answers = {int(number): KeptAnswer.read(answer) for number, answer in kept.items()}
        except signing.BadSignature:
            pass

    def keep_in(self, response: HttpResponse) -> None:
        kept = {number: asdict(answer) for number, answer in self.answers.items()}
        response.set_cookie(
            self.key,
            signing.dumps(kept, salt=self.key, compress=True),
            path=reverse("rate", args=["x"]).removesuffix("x/"),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )

    def next_number(self) -> int | None:
        """The first sentence still to be rated, from 1; None when there is none left."""
        numbers = range(1, len(self.items) + 1)
        return next((n for n in numbers if n not in self.answers or not self.answers[n].is_final), None)

    def store(self, number: int) -> PreviewStore:
        return PreviewStore(self, number)


def shown_items(study: Study) -> list[Item]:
    items = study.items.select_related("pair", "first", "second").order_by("number")
    practice = items.filter(kind=ItemKind.PRACTICE)
    attention = items.filter(kind=ItemKind.ATTENTION)[:1]
    sentences, couples = items.rated().sentences(), items.rated().couples()
    return [*practice, *sentences[:SENTENCES_SHOWN], *couples[:SENTENCES_SHOWN], *attention]


class PreviewStore:
    """The answer to one sentence of a preview."""

    is_preview = True

    def __init__(self, preview: Preview, number: int) -> None:
        self.preview, self.number = preview, number
        self.kept = preview.answers.get(number, KeptAnswer())
        self.place = made_up_place(preview, number, self.kept)

    def answer(self) -> rendering.ShownAnswer:
        kept = self.kept
        return rendering.ShownAnswer(kept.values, kept.cannot_judge, kept.comment, kept.marks)

    def values(self) -> Mapping[int, int]:
        return self.kept.values

    def marks(self) -> Mapping[int, str]:
        return self.kept.marks

    def record(self, answer: Answer) -> None:
        self.kept.take(answer)
        self.preview.answers[self.number] = self.kept

    def mark(self, words: Iterable[str], reason: str) -> None:
        for word in marking.words_to_mark(self.place, words, reason):
            self.kept.marks.pop(word, None)
            if reason:
                self.kept.marks[word] = reason

    def progress(self) -> Progress:
        """Practice is counted apart from the study, both from 1."""
        practice = sum(item.kind == ItemKind.PRACTICE for item in self.preview.items)
        before = 0 if self.place.is_practice else practice
        total = practice if self.place.is_practice else len(self.preview.items) - practice
        number = self.number - before
        return Progress(number, total, total - number + 1, minutes=0)

    def address_after(self) -> str:
        if self.place.is_practice:
            return reverse("rate-feedback", args=[self.place.key])
        return reverse("rate", args=[self.preview.key])

    def ahead(self, _address: str) -> None:
        """A preview loads every page, so that a changed study shows at once."""
        return


def made_up_place(preview: Preview, number: int, kept: KeptAnswer) -> PlaceRow:
    study, item = preview.study, preview.items[number - 1]
    sentence = ShownSentence.of(item)
    known = {
        "pk": 0,
        "key": f"{preview.key}-{number}",
        "order": number - 1,
        "item_id": item.pk,
        "kind": item.kind,
        "text": sentence.text,
        "tokens": sentence.tokens,
        "other_script": item.other_script,
        "second_language": sentence.second_language,
        "is_swapped": False,
        "first_text": item.first and item.first.text,
        "first_tokens": item.first and item.first.tokens,
        "first_other_script": item.first and item.first.other_script,
        "second_text": item.second and item.second.text,
        "second_tokens": item.second and item.second.tokens,
        "second_other_script": item.second and item.second.other_script,
        "cannot_judge": kept.cannot_judge,
        "participation_key": preview.key,
        "study_id": study.pk,
        "study_revision": study.revision,
        "study_changed_at": study.changed_at,
    }
    fields: dict[str, Any] = dict.fromkeys(PlaceRow._fields) | known
    return PlaceRow(**fields)
