"""The table `matrix`: a row for each judge and criterion, a column for each rated sentence, only what counts.

Krippendorff's alpha in R (``irr::kripp.alpha``) wants judges in rows; transposed it is what ``irr::icc`` wants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evaluation.models import ItemKind
from evaluation.services.exports.cells import Cells
from evaluation.services.exports.columns import Column, signature_column, text, whole
from evaluation.services.exports.stored_ratings import judge_by_judge
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table


def columns(data: StudyData) -> Sequence[Column]:
    return [
        text("judge", "The judge's pseudonym", required=True),
        text("criterion", "The scale", required=True, enum=[criterion.key for criterion in data.criteria]),
        *(
            whole(f"s{number}", f"The value given to sentence {number}", **data.scale_limits)
            for number in rated(data).values()
        ),
        signature_column(),
    ]


def rated(data: StudyData) -> dict[int, int]:
    return {pk: item.number for pk, item in data.items.items() if item.kind == ItemKind.STUDY and item.first_id is None}


def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    items = list(rated(data))
    for judge, stored in judge_by_judge(data):
        values: dict[int, dict[int, int]] = {criterion.pk: {} for criterion in data.criteria}
        for row in stored:
            if not data.exclusions.reason(row):
                # Where repeats count, the first look at a sentence stands.
                values[row.criterion_id].setdefault(row.item_id, row.value)
        for criterion in data.criteria:
            given = values[criterion.pk]
            if given:
                start = (cells.text(data.judges[judge].pseudonym), cells.text(criterion.key))
                yield (*start, *(given.get(item) for item in items), data.signature)


TABLE = Table("matrix", "Judges in rows, rated sentences in columns", columns, rows, key=("judge", "criterion"))
