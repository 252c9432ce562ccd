"""What only people know of the datasheet's questions: asked on a page of the study, and stored with it.

`Study.datasheet` holds what was answered, by the form's keys, with the criterion's key behind those that are asked for
each criterion:

    {"ethics-review_body": {"text": "IRB 7"}, "criteria-…-quality_type|fluency": {"option": 2, "text": ""}}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from evaluation.models import Publication, Study, User
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.reporting.datasheet.entries import Entry, Origin, chosen, told
from evaluation.services.reporting.datasheet.of_criteria import QUALITY, RESPONSE, criterion_name
from evaluation.services.reporting.datasheet.of_the_study import DESIGN, EVALUATORS, SAMPLE

LONGEST = 2_000
PERSON = "paper_and_resources-names_and_affiliations-person_completing_this_sheet"
CONTACT = "paper_and_resources-names_and_affiliations-contact_author"
RESOURCES = "paper_and_resources-resources-links"
YES_NO = {1: "yes", 2: "no", 3: "does not apply (say why)"}
PAID = {1: "yes, with money", 2: "yes, otherwise, such as course credits", 3: "no", 4: "does not apply (say why)"}


@dataclass(frozen=True)
class Asked:
    """One question for people: options by the form's places, some of which want words, or words alone."""

    number: str
    key: str
    name: str
    options: Mapping[int, str] = field(default_factory=dict)
    wants_words: frozenset[int] = frozenset()

    def entry(self, answer: Mapping[str, Any], criterion: str = "") -> Entry:
        text, option = str(answer.get("text", "")), answer.get("option") or 0
        if not self.options:
            return told(self.number, self.key, self.name, text, Origin.PEOPLE, criterion)
        options = {option: self.options[option]} if option in self.options else {}
        said = text if option in self.wants_words else ""
        return chosen(self.number, self.key, self.name, options, said, origin=Origin.PEOPLE, criterion=criterion)


def _options(number: str, key: str, name: str, options: Mapping[int, str], *wants_words: int) -> Asked:
    return Asked(number, key, name, options, frozenset(wants_words))


FIELDS = (
    _options(
        "1.1.1",
        "paper_and_resources-paper-link",
        "Report of the experiment",
        {
            1: "a paper (its address)",
            2: "an unpublished report (its address)",
            3: "none yet; this sheet preregisters it (where)",
            4: "none, and none is planned",
        },
        1,
        2,
        3,
    ),
    _options(
        "1.2",
        RESOURCES,
        "Shared data and code",
        {1: "they are here (addresses)", 2: "none are shared"},
        1,
    ),
    Asked("1.3.1.1", f"{PERSON}-name", "Who completes this sheet: name"),
    Asked("1.3.1.2", f"{PERSON}-affiliation", "Who completes this sheet: affiliation"),
    Asked("1.3.1.3", f"{PERSON}-email", "Who completes this sheet: e-mail address"),
    Asked("1.3.2.1", f"{CONTACT}-name", "Contact author: name"),
    Asked("1.3.2.2", f"{CONTACT}-affiliation", "Contact author: affiliation"),
    Asked("1.3.2.3", f"{CONTACT}-email", "Contact author: e-mail address"),
    Asked("3.1.3.1", f"{SAMPLE}-statistical_power-method", "Power analysis: method"),
    Asked("3.1.3.2", f"{SAMPLE}-statistical_power-value", "Power analysis: result"),
    Asked("3.1.3.3", f"{SAMPLE}-statistical_power-script", "Power analysis: code"),
    _options("3.2.2.1", f"{EVALUATORS}-evaluators-expertise", "Are the judges experts?", YES_NO, 3),
    _options("3.2.2.2", f"{EVALUATORS}-evaluators-payment", "Are the judges paid?", PAID, 4),
    _options("3.2.2.3", f"{EVALUATORS}-evaluators-known_to_authors", "Do the authors know them?", YES_NO, 3),
    _options("3.2.2.4", f"{EVALUATORS}-evaluators-are_authors", "Are authors among them?", YES_NO, 3),
    Asked("3.2.3", f"{EVALUATORS}-recruitment_method", "How judges were recruited"),
    Asked("3.3.4.1", f"{DESIGN}-what_evaluators_see-link", "Where the judges' pages can be seen (address)"),
    Asked("5.1", "ethics-review_body", "Ethics committee that approved it"),
    _options(
        "5.3",
        "ethics-special_category_data",
        "Special categories of personal data (health, religion, origin, …)",
        {1: "no", 2: "yes (which)"},
        2,
    ),
    Asked("5.4", "ethics-impact_assessments", "Impact assessments"),
)
OF_CRITERIA = (
    _options("4.1.1", f"{QUALITY}-quality_type", "Kind of quality", {1: "correctness", 2: "goodness", 3: "a feature"}),
    _options("4.1.2", f"{QUALITY}-output_aspect", "What is judged", {1: "form", 2: "content", 3: "form and content"}),
    Asked("4.3.1.2", f"{RESPONSE}-qc_name-mapped_criterion_name", "Standardised name (with its source)"),
)


def asked_of(study: Study) -> Iterator[tuple[str, Asked, str]]:
    """What is asked: the key under which it is stored, the question, and the criterion's name ("": of all)."""
    for asked in FIELDS:
        yield asked.key, asked, ""
    for criterion in study.criteria.asked():
        for asked in OF_CRITERIA:
            yield f"{asked.key}|{criterion.key}", asked, criterion_name(criterion)


def people_entries(study: Study, answers: Mapping[str, Any]) -> Iterator[Entry]:
    for key, asked, criterion in asked_of(study):
        yield asked.entry(answers.get(key, {}), criterion)


def suggested(study: Study) -> dict[str, Any]:
    """What the owner's account knows of whoever completes the sheet, and where the data are published here."""
    known = {"name": study.owner.name, "email": study.owner.email}
    named = {f"{who}-{what}": {"text": text} for who in (PERSON, CONTACT) for what, text in known.items() if text}
    return named | published_here(study)


def published_here(study: Study) -> dict[str, Any]:
    found = Publication.objects.filter(study=study, taken_back_at=None).first()
    if found is None:
        return {}
    address = settings.SITE_URL + reverse("published", args=[found.address])
    return {RESOURCES: {"option": 1, "text": address}}


@transaction.atomic
def save_answers(*, study: Study, actor: User, answers: Mapping[str, Mapping[str, Any]]) -> None:
    """Store what people know; an empty answer takes an earlier one back."""
    kept: dict[str, Any] = {}
    for key, asked, _criterion in asked_of(study):
        answer = answers.get(key, {})
        text, option = str(answer.get("text") or "").replace("\0", "").strip(), answer.get("option")
        if len(text) > LONGEST:
            raise Refused(_("Write at most %d characters.") % LONGEST, field=key)
        if option is not None and option not in asked.options:
            raise Refused(_("Choose one of the options."), field=key)
        if option in asked.wants_words and not text:
            raise Refused(_("Write it beside your choice."), field=key)
        if asked.options and option is not None:
            kept[key] = {"option": option, "text": text}
        elif text and not asked.options:
            kept[key] = {"text": text}
    study.datasheet = kept
    study.save(update_fields=["datasheet", "changed_at"])
    audit.record(actor, "study.datasheet", study, slug=study.slug, answered=len(kept))
