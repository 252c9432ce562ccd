"""The study's pictures: what `evaluation.pictures` draws, filled with what counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from evaluation import pictures
from evaluation.services.results.means import series_of
from evaluation.services.results.picture_data import PictureData
from evaluation.services.results.tables import SentenceRow, Summaries
from evaluation.services.studies.sampling.condition_words import condition_words


def sentence_label(row: SentenceRow) -> list[tuple[str, bool]]:
    """Its number in the tables and its words, each with whether it is of the second language.

    What stands in the text without a space before it, such as punctuation, stays with the word it follows.
    """
    label, position = [(f"{row.number}.", False)], 0
    for token, language in row.tokens:
        word = str(token)
        if position and row.text.startswith(word, position):
            label[-1] = (label[-1][0] + word, label[-1][1])
        else:
            label.append((word, bool(language) and language == row.second_language))
        position = row.text.find(word, position) + len(word)
    return label


def sentences_picture(data: PictureData, width: int) -> str:
    rows = [(sentence_label(row), row.summaries) for row in data.sentences.rows]
    return bars_picture(data, rows, width=width, title=_("%s per sentence") % data.name)


def models_picture(data: PictureData, width: int) -> str:
    rows = [(condition_words(row.label), row.summaries) for row in data.models]
    return bars_picture(data, rows, width=width, title=_("%s per model") % data.name)


def bars_picture(data: PictureData, rows: Sequence[tuple[pictures.Label, Summaries]], *, width: int, title: str) -> str:
    """A bar for each label, from its summary of the criterion."""
    points = data.criterion.points
    bars = [
        pictures.BarRow(label, summary.distribution(points), summary.mean.value)
        for label, summary in ((label, summaries[data.criterion.key]) for label, summaries in rows)
    ]
    return pictures.bars_picture(bars, points, data.threshold, width=width, title=title)


def means_picture(data: PictureData, width: int) -> str:
    rows = data.means.rows
    span = (float(data.criterion.low), float(data.criterion.high))
    return pictures.means_picture(rows, series_of(rows), span, width=width, title=_("Mean %s per model") % data.name)


def heat_picture(data: PictureData, width: int) -> str:
    return pictures.heat_picture(
        [sentence_label(row) for row in data.sentences.rows],
        data.pseudonyms,
        [[data.scores.get((row.item_id, judge)) for judge in data.judges] for row in data.sentences.rows],
        (data.criterion.low, data.criterion.high),
        width=width,
        title=_("%s: judges by sentences") % data.name,
    )


def agreement_picture(data: PictureData, width: int) -> str:
    return pictures.agreement_picture(data.agreement, width=width, title=_("%s: agreement per judge") % data.name)


def progress_picture(data: PictureData, width: int) -> str:
    title = _("%s: ratings over time") % data.name
    return pictures.progress_picture(data.days, data.ratings_needed, width=width, title=title)


PICTURES: dict[str, Callable[[PictureData, int], str]] = {
    "sentences": sentences_picture,
    "models": models_picture,
    "means": means_picture,
    "judges-by-sentences": heat_picture,
    "agreement": agreement_picture,
    "progress": progress_picture,
}
