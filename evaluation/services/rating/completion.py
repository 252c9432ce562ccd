"""What a judge who came from a crowd-work site takes back to it: a code for each way to end, and the address."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from evaluation.models import Participation, ParticipationState
from evaluation.services.studies import progress

PLACEHOLDER = "{code}"


@dataclass(frozen=True)
class Completion:
    code: str
    # Empty: there is nowhere to go back to.
    address: str


def completion_of(participation: Participation) -> Completion:
    """Screened out, too many failed checks, or done: each may have a code of its own."""
    address, code = participation.study.return_address, _code(participation)
    if PLACEHOLDER in address:
        return Completion(code, address.replace(PLACEHOLDER, quote(code, safe="")) if code else "")
    return Completion(code, address if participation.state == ParticipationState.FINISHED else "")


def _code(participation: Participation) -> str:
    study = participation.study
    if participation.state == ParticipationState.INELIGIBLE:
        return study.screened_out_code
    if participation.state != ParticipationState.FINISHED:
        return ""
    return (has_failed_checks(participation) and study.failed_checks_code) or study.completion_code


def has_failed_checks(participation: Participation) -> bool:
    """Whether more attention checks were failed than the study lets pass."""
    most = participation.study.most_failed_checks
    checked = progress.checks(participation.study, [participation]).get(participation.pk) if most is not None else None
    return checked is not None and most is not None and checked.answered - checked.passed > most
