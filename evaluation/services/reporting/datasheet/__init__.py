"""The human evaluation datasheet, HEDS 3.0 (Belz and Thomson 2024), filled in from a study as far as it can be.

``entries`` is one answer to one of the sheet's questions; ``of_the_study`` and ``of_criteria`` say what the study
knows, ``people`` what only people know and are asked on a page; ``form_file`` writes all of it as the form's own tool
loads it.
The form itself, with the wording of its questions, is its authors' (https://nlp-heds.github.io); here questions have
their numbers, their keys and short names of our own.
"""

from evaluation.services.reporting.datasheet.entries import Entry, Origin
from evaluation.services.reporting.datasheet.form_file import form_json
from evaluation.services.reporting.datasheet.people import FIELDS, Asked, save_answers, suggested
from evaluation.services.reporting.datasheet.sheet import Datasheet, datasheet_of

__all__ = [
    "FIELDS",
    "Asked",
    "Datasheet",
    "Entry",
    "Origin",
    "datasheet_of",
    "form_json",
    "save_answers",
    "suggested",
]
