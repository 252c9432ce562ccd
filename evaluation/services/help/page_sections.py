"""Which part of the documents is about which page: the only place that says so.

A page is known by the name of its address; steps of the wizard by that and the step, as in ``study-step sentences``.
"""

from __future__ import annotations

from dataclasses import dataclass

# Document and anchor. Pages that are not here lead to the list of documents.
PAGES = {
    "home": "researchers#your-desk",
    "try": "models",
    "profile": "researchers#your-account",
    "confirm-email": "researchers#your-account",
    "change-password": "researchers#your-account",
    "own-token": "researchers#your-account",
    "erase-me": "researchers#your-account",
    "second-factor": "researchers#your-account",
    "new-recovery-codes": "researchers#your-account",
    "people": "admins#people",
    "invite-person": "admins#people",
    "job-list": "researchers#your-desk",
    "job-page": "researchers#your-desk",
    "pair-list": "researchers#pairs",
    "collection-page": "researchers#pairs",
    "collection-rename": "researchers#pairs",
    "pair-page": "researchers#pairs",
    "pair-figures": "researchers#pairs",
    "pair-counts": "models",
    "pair-sentences": "models#the-same-to-the-eye",
    "pair-explain": "models#options",
    "pair-replace": "researchers#pairs",
    "pair-help": "researchers#pairs",
    "pair-align": "researchers#pairs",
    "pair-queue": "researchers#checking-proposed-pairs",
    "pair-workbench": "researchers#checking-proposed-pairs",
    "pair-workbench-preview": "researchers#checking-proposed-pairs",
    "pair-health": "researchers#checking-proposed-pairs",
    "upload-new": "researchers#pairs",
    "upload-list": "researchers#pairs",
    "upload-page": "researchers#pairs",
    "upload-columns": "researchers#only-plain-sentences",
    "upload-row": "researchers#pairs",
    "import-new": "researchers#ratings-from-elsewhere",
    "import-page": "researchers#ratings-from-elsewhere",
    "import-study": "researchers#a-study-from-its-zip",
    "plan": "researchers#planning-a-study",
    "plan-result": "researchers#planning-a-study",
    "study-list": "researchers#a-study",
    "study-new": "researchers#a-study",
    "study-page": "researchers#a-study",
    "study-step": "researchers#a-study",
    "study-step criteria": "researchers#scales",
    "study-step pairs": "researchers#sentences",
    "study-step sentences": "researchers#sentences",
    "study-step couples": "researchers#ratings-or-choices",
    "study-step checks": "researchers#practice",
    "study-step questions": "researchers#questions",
    "study-step judges": "researchers#who-rates-what",
    "study-step look": "researchers#letters",
    "study-question": "researchers#questions",
    "study-question-new": "researchers#questions",
    "study-sentences": "researchers#sentences",
    "study-judges": "researchers#who-may-take-part",
    "study-link": "researchers#who-may-take-part",
    "study-remind": "researchers#who-may-take-part",
    "study-delete": "researchers#a-study",
    "table1": "models#what-differs-from-the-paper",
    "results": "researchers#results",
    "results-sentences": "researchers#tables",
    "results-text": "researchers#results",
    "results-comments": "researchers#results",
    "results-models": "researchers#tables",
    "results-pairs": "researchers#tables",
    "results-phenomena": "researchers#tables",
    "results-judges": "researchers#tables",
    "results-judge": "methods#exclusions",
    "results-groups": "researchers#tables",
    "results-agreement": "methods#agreement",
    "results-comparison": "methods#soundness-and-completeness",
    "results-choices": "methods#choices-between-two-sentences",
    "results-constraints": "methods#what-breaking-a-constraint-costs",
    "results-sources": "researchers#sources",
    "results-pictures": "researchers#pictures",
    "preregistration": "researchers#reporting",
    "datasheet": "researchers#reporting",
    "datasheet-questions": "researchers#reporting",
    "publication": "researchers#reporting",
    "export-page": "researchers#taking-the-data-away",
    "api-docs": "api",
}


@dataclass(frozen=True)
class Place:
    """A document, and an anchor in it; without an anchor its beginning."""

    document: str
    anchor: str = ""

    @property
    def address(self) -> str:
        return f"/help/{self.document}/#{self.anchor}" if self.anchor else f"/help/{self.document}/"


def place_of_page(name: str, step: str = "") -> Place | None:
    """The part about the page with this name; None if there is none."""
    found = PAGES.get(f"{name} {step}") or PAGES.get(name)
    return Place(*found.split("#")) if found else None
