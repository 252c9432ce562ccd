"""The permission matrix: every address of the site and who may use it.

A new address fails `test_permissions` until it has a line here. A rule gives, for each role, whether the address opens
(``OPEN``), or how it refuses: by asking to sign in, by saying that it is not for them, or by knowing nothing about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver

from tests.site.safety.world import ROLES, World

OPEN = "open"
ASKS = "asks to sign in"
FORBIDS = "forbidden"
HIDES = "not found"
# The API's answer to somebody it does not know.
UNKNOWN = "unauthorised"

Rule = dict[str, str]


def rule(*answers: str) -> Rule:
    return dict(zip(ROLES, answers, strict=True))


# In the order of ROLES: stranger, judge, other judge, owner, colleague, other researcher, admin.
EVERYBODY = rule(OPEN, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN)
SIGNED_IN = rule(ASKS, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN)
RESEARCHERS = rule(ASKS, FORBIDS, FORBIDS, OPEN, OPEN, OPEN, OPEN)
ADMINS = rule(ASKS, FORBIDS, FORBIDS, FORBIDS, FORBIDS, FORBIDS, OPEN)
OF_THE_STUDY = rule(ASKS, FORBIDS, FORBIDS, OPEN, OPEN, HIDES, OPEN)
OF_THE_OWNER = rule(ASKS, FORBIDS, FORBIDS, OPEN, HIDES, HIDES, OPEN)
OF_THE_OWNER_ELSE_HIDDEN = rule(ASKS, HIDES, HIDES, OPEN, HIDES, HIDES, OPEN)
OF_THE_JUDGE = rule(ASKS, OPEN, HIDES, HIDES, HIDES, HIDES, HIDES)
API_SIGNED_IN = SIGNED_IN | {"stranger": UNKNOWN}
API_RESEARCHERS = RESEARCHERS | {"stranger": UNKNOWN}
API_OF_THE_STUDY = OF_THE_STUDY | {"stranger": UNKNOWN}
API_OF_THE_OWNER = OF_THE_OWNER | {"stranger": UNKNOWN}
NOBODY = rule(*[HIDES] * len(ROLES))


def names_of(patterns: Iterable[URLPattern | URLResolver], space: str = "") -> Iterator[str]:
    """The names of the addresses below these patterns."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from names_of(pattern.url_patterns, inner)
        else:
            yield f"{space}{pattern.name}"


@dataclass(frozen=True)
class Address:
    rule: Rule
    arguments: Callable[[World], dict[str, Any]] = lambda _world: {}
    # What to send where an empty form would be answered by "not found".
    sent: Callable[[World], dict[str, Any]] = lambda _world: {}


def of_study(world: World) -> dict[str, Any]:
    return {"slug": world.study.slug}


def of_publication(world: World) -> dict[str, Any]:
    return {"address": world.finished.publication.address}


def of_pair(world: World) -> dict[str, Any]:
    return {"number": world.pair.pk}


def of_collection(world: World) -> dict[str, Any]:
    return {"number": world.pair.collection_id}


def of_word_list(world: World) -> dict[str, Any]:
    return {"number": world.pair.collection_id, "word_list": world.word_list.pk}


def of_upload(world: World) -> dict[str, Any]:
    return {"key": world.upload.key}


def of_import(world: World) -> dict[str, Any]:
    return {"key": world.sent.key}


def of_job(world: World) -> dict[str, Any]:
    return {"key": world.job.key}


def of_judge(world: World) -> dict[str, Any]:
    return {"key": world.participation.key}


def of_place(world: World) -> dict[str, Any]:
    return {"key": world.place.key}


def and_also(base: Callable[[World], dict[str, Any]], **more: Any) -> Callable[[World], dict[str, Any]]:
    return lambda world: base(world) | more


def study_pages(*names: str) -> dict[str, Address]:
    return {name: Address(OF_THE_STUDY, of_study) for name in names}


ADDRESSES: dict[str, Address] = {
    "study-question": Address(OF_THE_STUDY, and_also(of_study, key="age")),
    "study-question-new": Address(OF_THE_STUDY, and_also(of_study, kind="choice")),
    "home": Address(EVERYBODY),
    "try": Address(EVERYBODY),
    "help": Address(EVERYBODY),
    "help-terms": Address(EVERYBODY),
    "help-document": Address(EVERYBODY, lambda _world: {"name": "researchers"}),
    "favicon": Address(EVERYBODY),
    "healthz": Address(EVERYBODY),
    "readyz": Address(EVERYBODY),
    "sign-in": Address(EVERYBODY),
    "sign-in-code": Address(SIGNED_IN),
    "sign-out": Address(EVERYBODY),
    "choose-language": Address(EVERYBODY, sent=lambda _world: {"language": "hi"}),
    "password-forgotten": Address(EVERYBODY),
    "password-sent": Address(EVERYBODY),
    "password-new": Address(EVERYBODY, lambda world: world.password_link),
    "password-changed": Address(EVERYBODY),
    "profile": Address(SIGNED_IN),
    "confirm-email": Address(SIGNED_IN, lambda _world: {"signed": "forged"}),
    "change-password": Address(SIGNED_IN),
    "own-data": Address(SIGNED_IN),
    "own-token": Address(SIGNED_IN),
    "second-factor": Address(RESEARCHERS),
    "new-recovery-codes": Address(RESEARCHERS),
    "second-factor-off": Address(RESEARCHERS),
    "erase-me": Address(SIGNED_IN),
    "people": Address(ADMINS),
    "invite-person": Address(ADMINS),
    # Pairs are shared by all researchers; uploads are their sender's.
    "pair-list": Address(RESEARCHERS),
    "collection-page": Address(RESEARCHERS, of_collection),
    "collection-rename": Address(RESEARCHERS, of_collection),
    "collection-delete": Address(RESEARCHERS, of_collection),
    "word-list-delete": Address(RESEARCHERS, of_word_list),
    "pair-page": Address(RESEARCHERS, of_pair),
    "pair-figures": Address(RESEARCHERS, of_pair),
    "pair-align": Address(RESEARCHERS, of_pair),
    "pair-counts": Address(RESEARCHERS, of_pair),
    "pair-sentences": Address(RESEARCHERS, of_pair),
    "pair-explain": Address(RESEARCHERS, of_pair),
    "pair-queue": Address(RESEARCHERS, of_collection),
    "pair-queue-start": Address(RESEARCHERS, of_collection),
    "pair-health": Address(RESEARCHERS, of_collection),
    "pair-health-count": Address(RESEARCHERS, of_collection),
    "pair-workbench": Address(RESEARCHERS, of_pair),
    "pair-workbench-preview": Address(RESEARCHERS, of_pair),
    "pair-skip": Address(RESEARCHERS, of_pair),
    "pair-reopen": Address(RESEARCHERS, of_pair),
    "pair-help": Address(RESEARCHERS),
    "collection-download": Address(RESEARCHERS, lambda world: of_collection(world) | {"form": "csv"}),
    "pair-replace": Address(RESEARCHERS, of_pair),
    "pair-delete": Address(RESEARCHERS, of_pair),
    "import-new": Address(RESEARCHERS),
    "import-study": Address(RESEARCHERS),
    "import-page": Address(OF_THE_OWNER, of_import),
    "import-discard": Address(OF_THE_OWNER, of_import),
    "upload-new": Address(RESEARCHERS),
    "upload-list": Address(RESEARCHERS),
    "upload-page": Address(OF_THE_OWNER, of_upload),
    "upload-columns": Address(OF_THE_OWNER, of_upload),
    "upload-columns-again": Address(OF_THE_OWNER, of_upload),
    "upload-row": Address(OF_THE_OWNER, lambda world: of_upload(world) | {"number": world.row.pk}),
    "upload-accept": Address(OF_THE_OWNER, of_upload),
    "upload-discard": Address(OF_THE_OWNER, of_upload),
    "job-list": Address(RESEARCHERS),
    "plan": Address(RESEARCHERS),
    "plan-result": Address(OF_THE_OWNER, lambda world: {"key": world.plan_key}),
    "job-page": Address(OF_THE_OWNER_ELSE_HIDDEN, of_job),
    "job-progress": Address(OF_THE_OWNER_ELSE_HIDDEN, of_job),
    "job-cancel": Address(OF_THE_OWNER_ELSE_HIDDEN, of_job),
    # What a judge sees. A link is a key: whoever holds it may use it.
    "personal-link": Address(EVERYBODY, lambda world: {"token": world.token}),
    "join": Address(EVERYBODY, lambda world: {"join_key": world.study.join_key}),
    "rate": Address(OF_THE_JUDGE, of_judge),
    "rate-consent": Address(OF_THE_JUDGE, of_judge),
    "rate-questions": Address(OF_THE_JUDGE, of_judge),
    "rate-instructions": Address(OF_THE_JUDGE, of_judge),
    "rate-answers": Address(OF_THE_JUDGE, of_judge),
    "rate-pause": Address(OF_THE_JUDGE, of_judge),
    "rate-finish": Address(OF_THE_JUDGE, of_judge),
    "rate-withdraw": Address(OF_THE_JUDGE, of_judge),
    "rate-sentence": Address(OF_THE_JUDGE, of_place),
    "rate-back": Address(OF_THE_JUDGE, of_place),
    "rate-feedback": Address(OF_THE_JUDGE, of_place),
    "rate-preview": Address(OF_THE_STUDY, of_study),
    "preview": Address(OF_THE_STUDY, of_study),
    "preview-step": Address(OF_THE_STUDY, and_also(of_study, name="consent")),
    "preview-sentence": Address(OF_THE_STUDY, and_also(of_study, number=1)),
    "preview-back": Address(OF_THE_STUDY, and_also(of_study, number=1)),
    "preview-feedback": Address(OF_THE_STUDY, and_also(of_study, number=1)),
    # Studies: the owner, colleagues and admins.
    "study-list": Address(RESEARCHERS),
    "study-new": Address(RESEARCHERS),
    **study_pages("study-page", "study-sentences", "study-judges", "study-links", "study-remind", "study-duplicate"),
    **study_pages("study-delete", "study-share", "study-power", "comments-read"),
    "study-step": Address(OF_THE_STUDY, and_also(of_study, name="criteria")),
    "study-link": Address(OF_THE_STUDY, and_also(of_study, pseudonym="J01", action="revoke")),
    "study-do": Address(OF_THE_STUDY, and_also(of_study, action="pause")),
    "study-unshare": Address(OF_THE_STUDY, and_also(of_study, username="lata")),
    "table1": Address(RESEARCHERS),
    **study_pages("results", "results-models", "results-pairs", "results-phenomena", "results-judges"),
    **study_pages("results-sources", "results-read-sources", "results-sentences", "results-comments", "results-text"),
    "results-findings": Address(OF_THE_STUDY, and_also(of_study, key="usage")),
    "results-text-file": Address(OF_THE_STUDY, and_also(of_study, name="methods.txt")),
    **study_pages("results-groups", "results-agreement", "results-comparison", "results-count-sets"),
    **study_pages("results-pictures", "results-selection", "results-choices", "results-choice-model"),
    **study_pages("results-constraints", "results-constraints-picture", "results-constraints-weights"),
    "results-constraints-fit": Address(OF_THE_STUDY, of_study, sent=lambda _world: {"criterion": "usage"}),
    "results-choice-picture": Address(OF_THE_STUDY, and_also(of_study, name="scale")),
    "results-judge": Address(OF_THE_STUDY, and_also(of_study, pseudonym="J01")),
    "results-mixed-model": Address(OF_THE_STUDY, of_study, sent=lambda _world: {"criterion": "usage"}),
    "results-picture": Address(OF_THE_STUDY, and_also(of_study, name="sentences")),
    "results-exclude": Address(
        OF_THE_STUDY, lambda world: of_study(world) | {"kind": "sentence", "number": world.item.pk}
    ),
    **study_pages("export-page", "export-zip-start"),
    "export-zip": Address(OF_THE_OWNER, lambda world: of_study(world) | {"key": world.zip_key}),
    "export-table": Address(OF_THE_STUDY, and_also(of_study, table="ratings", form="csv")),
    **study_pages("preregistration", "datasheet", "datasheet-file", "datasheet-questions", "publication"),
    **study_pages("publication-publish", "publication-take-back"),
    # For readers, whoever they are.
    **{name: Address(EVERYBODY, of_publication) for name in ("published", "published-zip", "published-citation")},
    "published-picture": Address(EVERYBODY, and_also(of_publication, criterion="usage", name="means")),
    "preregistration-file": Address(OF_THE_STUDY, and_also(of_study, form="json")),
    # The API.
    "api-token": Address(EVERYBODY),
    "api-me": Address(API_SIGNED_IN),
    "api-ratings": Address(API_SIGNED_IN),
    "api-job": Address(API_OF_THE_OWNER, of_job),
    "api-models": Address(API_RESEARCHERS),
    "api-count": Address(API_RESEARCHERS),
    "api-generate": Address(API_RESEARCHERS),
    "api-sample": Address(API_RESEARCHERS),
    "api-explain": Address(API_RESEARCHERS),
    "api-pairs": Address(API_RESEARCHERS),
    "api-pair": Address(API_RESEARCHERS, lambda world: {"pk": world.pair.pk}),
    "api-pair-check": Address(API_RESEARCHERS, lambda world: {"pk": world.pair.pk}),
    "api-pair-reopen": Address(API_RESEARCHERS, lambda world: {"pk": world.pair.pk}),
    "api-pair-file": Address(API_RESEARCHERS, lambda _world: {"form": "csv"}),
    "api-pair-replace": Address(API_RESEARCHERS, lambda world: {"pk": world.pair.pk}),
    "api-imports": Address(API_RESEARCHERS),
    "api-import": Address(API_OF_THE_OWNER, of_import),
    "api-plans": Address(API_RESEARCHERS),
    "api-plan": Address(API_OF_THE_OWNER, lambda world: {"key": world.plan_key}),
    "api-study-plan": Address(API_OF_THE_STUDY, of_study),
    "api-uploads": Address(API_RESEARCHERS),
    "api-upload": Address(API_OF_THE_OWNER, of_upload),
    "api-upload-rows": Address(API_OF_THE_OWNER, of_upload),
    "api-upload-accept": Address(API_OF_THE_OWNER, of_upload),
    "api-upload-discard": Address(API_OF_THE_OWNER, of_upload),
    "api-studies": Address(API_RESEARCHERS),
    "api-study": Address(API_OF_THE_STUDY, of_study),
    "api-items": Address(API_OF_THE_STUDY, of_study),
    "api-results": Address(API_OF_THE_STUDY, and_also(of_study, table="sentences")),
    "api-report": Address(API_OF_THE_STUDY, of_study),
    "api-agreement": Address(API_OF_THE_STUDY, of_study),
    "api-comparison": Address(API_OF_THE_STUDY, of_study),
    "api-mixed-model": Address(API_OF_THE_STUDY, of_study),
    "api-constraints": Address(API_OF_THE_STUDY, of_study),
    "api-choices": Address(API_OF_THE_STUDY, of_study),
    "api-choice-model": Address(API_OF_THE_STUDY, of_study),
    "api-exports": Address(API_OF_THE_STUDY, of_study),
    "api-export": Address(API_OF_THE_STUDY, and_also(of_study, table="ratings", form="csv")),
    "api-export-zip": Address(API_OF_THE_OWNER, lambda world: of_study(world) | {"key": world.zip_key}),
    "api-schema": Address(EVERYBODY),
    "api-docs": Address(EVERYBODY),
    "api-unknown": Address(NOBODY),
}
