"""The wide table: a row for each judge and criterion, a column for each rated sentence, only what counts.

Krippendorff's alpha in R (``irr::kripp.alpha``) wants judges in rows; transposed it is what ``irr::icc`` wants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from evaluation.models import ItemKind
from evaluation.services.exports.cells import Cells
from evaluation.services.exports.columns import Column, signature_column, text, whole
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.exports.tables.ratings import CRITERION, ITEM, ORDER, VALUE, judge_by_judge, reason_of


def columns(data: StudyData) -> Sequence[Column]:
    low = min((criterion.low for criterion in data.criteria), default=None)
    high = max((criterion.high for criterion in data.criteria), default=None)
    return [
        text("judge", "The judge's pseudonym", required=True),
        text("criterion", "The scale", required=True, enum=[criterion.key for criterion in data.criteria]),
        *(
            whole(f"s{number}", f"The value given to sentence {number}", minimum=low, maximum=high)
            for number in rated(data).values()
        ),
        signature_column(),
    ]


def rated(data: StudyData) -> dict[int, int]:
    return {pk: item.number for pk, item in data.items.items() if item.kind == ItemKind.STUDY}


def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    items = list(rated(data))
    for judge, stored in judge_by_judge(data):
        # Where repeats count, the first look at a sentence stands: it is written last.
        stored.sort(key=itemgetter(ORDER), reverse=True)
        counted = [row for row in stored if not reason_of(data.exclusions, judge, row)]
        for criterion in data.criteria:
            values = {row[ITEM]: row[VALUE] for row in counted if row[CRITERION] == criterion.pk}
            if values:
                start = (cells.text(data.judges[judge].pseudonym), cells.text(criterion.key))
                yield (*start, *(values.get(item) for item in items), data.signature)


TABLE = Table("matrix", "Judges in rows, rated sentences in columns", columns, rows, key=("judge", "criterion"))
