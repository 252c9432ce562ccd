"""The tables `comments` and `marked_words`: what judges wrote (with "can't judge" and its reason), and the words that
sounded wrong to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evaluation.models import CannotJudge, MarkedWord, Place, Study
from evaluation.services.exports.cells import Cells, iso
from evaluation.services.exports.columns import Column, moment, text, whole
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.studies.mark_reasons import reason_words

WHERE = [
    text("judge", "The judge's pseudonym", required=True),
    whole("trial", "Which sentence of this judge it was, 1 being the first shown", required=True, minimum=1),
    whole("sentence", "The sentence's number, as in the table sentences", required=True),
]


def comment_columns(_data: StudyData) -> Sequence[Column]:
    return [
        *WHERE,
        text("cannot_judge", "Why the judge gave no value, where none was given", enum=CannotJudge.values),
        text("comment", "What the judge wrote"),
        moment("submitted_at", "When the sentence was answered"),
    ]


def comment_rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    # Each kind by an index of its own, for they are few among many.
    every = Place.objects.filter(participation__study=data.study).order_by()
    remarked = every.exclude(comment="").values("pk").union(every.exclude(cannot_judge="").values("pk"))
    found = (
        Place.objects.filter(pk__in=remarked)
        .order_by("participation_id", "order")
        .only("participation_id", "order", "item_id", "cannot_judge", "comment", "answered_at")
    )
    for place in found.iterator():
        yield (*where(data, cells, place), place.cannot_judge, cells.text(place.comment), iso(place.answered_at))


def marked_word_columns(data: StudyData) -> Sequence[Column]:
    return [
        *WHERE,
        whole("token", "Which word, 0 being the sentence's first", required=True, minimum=0),
        text("word", "The word itself", required=True),
        text("word_language", "The word's language; empty for punctuation"),
        text("reason", _reasons(data.study), required=True, enum=list(reason_words(data.study, "en"))),
    ]


def _reasons(study: Study) -> str:
    return "What is wrong with it: " + ", ".join(f"{key} = {words}" for key, words in reason_words(study, "en").items())


def marked_word_rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    # Found first and then put in order, or SQLite would go through all places in that order.
    marked = MarkedWord.objects.filter(place__participation__study=data.study).order_by()
    found = (
        MarkedWord.objects.filter(pk__in=marked.values("pk"))
        .order_by("place__participation_id", "place__order", "token")
        .select_related("place__item")
        .only("token", "reason", "place__participation_id", "place__order", "place__item__tokens")
    )
    for mark in found.iterator():
        tokens = mark.place.item.tokens
        word, language = tokens[mark.token] if mark.token < len(tokens) else ("", None)
        yield (*where(data, cells, mark.place), mark.token, cells.text(word), language or "", mark.reason)


def where(data: StudyData, cells: Cells, place: Place) -> Row:
    judge, item = data.judges[place.participation_id], data.items[place.item_id]
    return cells.text(judge.pseudonym), place.order + 1, item.number


COMMENTS = Table(
    "comments",
    "What judges wrote, and the sentences they could not judge",
    comment_columns,
    comment_rows,
    key=("judge", "trial"),
)
MARKED_WORDS = Table(
    "marked_words",
    "Words that sounded wrong to a judge",
    marked_word_columns,
    marked_word_rows,
    key=("judge", "trial", "token"),
)
