"""How judges get in: by a personal link, by the study's join link, or with an account of their own.

A personal link is not stored: it is the participation's key and nonce, signed. It ends when it expires, when it is
revoked, or when a new one is made (a new nonce). Revoking ends every other way into the study too: open sessions, the
password, the join link and the token for the API. It signs in only people who exist for this one study: whoever has a
password or a higher role signs in with that, so that no researcher who hands out links can sign in as somebody else.
For the same reason the e-mail address of a judge invited by link is kept with the participation, not with the person.

A participant id is no secret, for crowd-work sites pass it in the address. Whoever comes back with one proves to be the
same person by their session, or by a cookie of their first visit; else the study says what happens (``KnownId``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any

from django.core.signing import BadSignature, Signer
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.authtoken.models import Token

from evaluation.models import KnownId, Participation, Role, Study, User
from evaluation.models.keys import new_key
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.studies.crowd_sites import is_unreplaced
from evaluation.services.studies.locks import lock, lock_judge
from evaluation.services.studies.rated_elsewhere import must_be_rated_here
from evaluation.services.support.seeds import seeded

LINK_DAYS = 90
LONGEST_EXTERNAL_ID = 100
# How the user names of people without an account begin.
BY_LINK = "judge-"
BATCH = 500
SIGNER = Signer(salt="cswitch.personal-link", sep=".")


@dataclass(frozen=True)
class Invitee:
    """Somebody to be invited: a name, an address, or both."""

    name: str = ""
    email: str = ""


# -- Personal links ----------------------------------------------------------------------------


def personal_link(participation: Participation) -> str:
    """The path of the judge's own link; add the site's address in front of it to mail it."""
    return f"/j/{SIGNER.sign(f'{participation.key}.{participation.link_nonce}')}/"


def participation_of(token: str) -> Participation:
    """Whose link this is; ``Refused`` with words for the judge if it opens nothing (any more)."""
    try:
        key, nonce = SIGNER.unsign(token).split(".")
    except (BadSignature, ValueError):
        raise Refused(_("This link is not complete. Copy it from the invitation again, to its last letter.")) from None
    found = Participation.objects.select_related("study", "user").filter(key=key, link_nonce=nonce).first()
    state = link_state(found) if found else LinkState.REVOKED
    if found is None or state == LinkState.REVOKED:
        raise Refused(_("This link is no longer valid. Ask the people who invited you for a new one."))
    if state == LinkState.EXPIRED:
        raise Refused(_("This link has expired. Ask the people who invited you for a new one."))
    if state == LinkState.PASSWORD:
        raise Refused(_("You have an account here: please sign in with your password."), field="sign-in")
    return found


def has_own_account(user: User) -> bool:
    """Whether this person has an account of their own, which a link made by somebody else must not open."""
    return user.role != Role.JUDGE or user.has_usable_password() or not user.is_active


class LinkState(models.TextChoices):
    """What a judge's personal link opens; ``PASSWORD``: nothing, for the judge has an account."""

    VALID = "valid", gettext_lazy("valid")
    EXPIRED = "expired", gettext_lazy("expired")
    REVOKED = "revoked", gettext_lazy("revoked")
    PASSWORD = "password", gettext_lazy("signs in with a password")


def link_state(participation: Participation) -> LinkState:
    if participation.link_revoked_at is not None:
        return LinkState.REVOKED
    if has_own_account(participation.user):
        return LinkState.PASSWORD
    expires = participation.link_expires_at
    return LinkState.EXPIRED if expires is not None and expires < timezone.now() else LinkState.VALID


@transaction.atomic
def revoke(*, participation: Participation, actor: User) -> None:
    """Take the judge's invitation back: from now on they may do nothing in this study. What was rated stays."""
    lock_judge(participation)
    _delete_token_of_link(participation)
    participation.link_revoked_at = timezone.now()
    participation.save(update_fields=["link_revoked_at"])
    audit.record(actor, "invitation.revoked", participation.study, judge=participation.pseudonym)


@transaction.atomic
def renew(*, participation: Participation, actor: User, days: int = LINK_DAYS) -> None:
    """Make a new link, also for a judge whose invitation was taken back; the old one opens nothing any more."""
    must_be_rated_here(participation.study)
    lock_judge(participation)
    _delete_token_of_link(participation)
    participation.link_nonce = new_key()
    participation.link_expires_at = timezone.now() + timedelta(days=days)
    participation.link_revoked_at = None
    participation.save(update_fields=["link_nonce", "link_expires_at", "link_revoked_at"])
    audit.record(actor, "invitation.renewed", participation.study, judge=participation.pseudonym)


def _delete_token_of_link(participation: Participation) -> None:
    """The token of a judge without a password was made by whoever opened the link."""
    if not has_own_account(participation.user):
        Token.objects.filter(user=participation.user).delete()


# -- Inviting ----------------------------------------------------------------------------------


@transaction.atomic
def invite(
    *, study: Study, people: Sequence[Invitee], actor: User, days: int = LINK_DAYS
) -> tuple[list[Participation], list[Invitee]]:
    """Make a participation for each; returns the new ones, and the people who had been invited before."""
    must_be_rated_here(study)
    study = lock(study)
    accounts = _accounts(people)
    known = _known_addresses(study)
    numbers = _free_numbers(study)
    made, again = [], []
    for person in people:
        if person.email.lower() in known:
            again.append(person)
            continue
        known |= {person.email.lower()} - {""}
        judge = accounts.get(person.email.lower()) or _judge_by_link(person.name)
        made.append(_participation(study, judge, next(numbers), email=person.email, days=days))
    audit.record(actor, "judges.invited", study, count=len(made))
    return made, again


def _accounts(people: Sequence[Invitee]) -> dict[str, User]:
    """Those of them who have an account, by e-mail address in lower case (which is unique, by a constraint)."""
    wanted = list({person.email.lower() for person in people if person.email})
    found: dict[str, User] = {}
    for start in range(0, len(wanted), BATCH):
        some = User.objects.annotate(address=Lower("email")).filter(address__in=wanted[start : start + BATCH])
        found |= {user.email.lower(): user for user in some}
    return found


def _known_addresses(study: Study) -> set[str]:
    rows = study.participations.values_list("email", "user__email")
    return {address.lower() for row in rows for address in row if address}


def _free_numbers(study: Study) -> Iterator[int]:
    """Numbers for new pseudonyms, from the first after the number of judges; those of erased judges may come again."""
    taken = set(study.participations.values_list("pseudonym", flat=True))
    return (number for number in count(len(taken) + 1) if pseudonym(number) not in taken)


def pseudonym(number: int) -> str:
    return f"J{number:02}"


def _judge_by_link(name: str) -> User:
    """Somebody who exists for one study and has no password."""
    judge = User(username=f"{BY_LINK}{new_key()}", name=name, role=Role.JUDGE)
    judge.set_unusable_password()
    judge.save()
    return judge


def forget_judges(study: Study) -> None:
    """Delete the people who exist for this study only, with their names; those with accounts stay."""
    judges = User.objects.filter(participations__study=study, username__startswith=BY_LINK, role=Role.JUDGE)
    alone = [user.pk for user in judges if not has_own_account(user)]
    User.objects.filter(pk__in=alone).exclude(participations__in=Participation.objects.exclude(study=study)).delete()


def _participation(study: Study, judge: User, number: int, *, days: int = LINK_DAYS, **fields: Any) -> Participation:
    return Participation.objects.create(
        study=study,
        user=judge,
        pseudonym=pseudonym(number),
        seed=seeded(f"{study.seed} judge {number}").getrandbits(62),
        link_expires_at=timezone.now() + timedelta(days=days),
        **fields,
    )


# -- Joining -----------------------------------------------------------------------------------


@transaction.atomic
def join(
    *, study: Study, user: User | None, external_id: str = "", proofs: Mapping[str, str] | None = None
) -> Participation:
    """Let somebody in by the join link: whoever is signed in, came before, or is new.

    ``proofs`` are the nonces of participations that began in the same browser, by primary key.
    """
    study = lock(study)
    if not study.join_link_open or not study.is_open:
        raise Refused(_("This study does not take new judges at the moment."))
    external_id = external_id.strip()
    if len(external_id) > LONGEST_EXTERNAL_ID or not external_id.isprintable() or is_unreplaced(external_id):
        raise Refused(_("The participant id in the address is not one: it is too long or holds odd characters."))
    if user is not None and _brings_anothers_id(study, user, external_id):
        user = None
    same_browser = list(study.participations.filter(pk__in=proofs or ()).select_related("user"))
    proven = [each for each in same_browser if proofs and proofs[str(each.pk)] == each.link_nonce]
    same_id = _with_id(study, external_id)
    found = _came_before(study, user, same_id, proven)
    suspects = [found] if found else [*same_id, *([] if user else same_browser)]
    if any(each.link_revoked_at is not None for each in suspects):
        raise Refused(_("Your invitation to this study was taken back. Ask the people who invited you."))
    return found or _newcomer(study, user, external_id, is_double=bool(same_id))


def _brings_anothers_id(study: Study, user: User, external_id: str) -> bool:
    """Whether a judge without an account, still signed in here, came with another id: somebody else sits there now."""
    if not external_id or has_own_account(user):
        return False
    return not study.participations.filter(user=user, external_id__in=["", external_id]).exists()


def _with_id(study: Study, external_id: str) -> list[Participation]:
    """Everybody who came with this participant id, the first one first."""
    if not external_id:
        return []
    return list(study.participations.filter(external_id=external_id).select_related("user").order_by("is_double", "pk"))


def _came_before(
    study: Study, user: User | None, same_id: Sequence[Participation], proven: Sequence[Participation]
) -> Participation | None:
    if user is not None:
        return study.participations.filter(user=user).first()
    found = next((each for each in same_id if each in proven), None)
    if same_id and study.known_id == KnownId.RETURNS:
        found = found or same_id[0]
    if found and has_own_account(found.user):
        raise Refused(_("You have an account here: please sign in with your password."), field="sign-in")
    return found


def _newcomer(study: Study, user: User | None, external_id: str, *, is_double: bool) -> Participation:
    if study.participant_parameter and not external_id and user is None:
        raise Refused(
            _("The address lacks your participant id (%(name)s). Open the study from the site that sent you here.")
            % {"name": study.participant_parameter}
        )
    judge = user or _judge_by_link("")
    number = next(_free_numbers(study))
    return _participation(study, judge, number, external_id=external_id, is_double=is_double)
