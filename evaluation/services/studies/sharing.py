"""Sharing a study with colleagues."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from evaluation.models import Study, User
from evaluation.services import audit
from evaluation.services.errors import Refused


def owns(user: User, study: Study) -> bool:
    """Whether they may share and delete it; colleagues may do everything else."""
    return user.is_admin or study.owner_id == user.pk


@transaction.atomic
def share(*, study: Study, actor: User, colleague: str) -> User:
    """Let another researcher work on the study, by user name or e-mail address."""
    must_own(actor, study)
    wanted = colleague.strip()
    # An address is typed in any case, and nothing but a researcher's account is ever confirmed to exist.
    found = [user for user in User.objects.filter(Q(username=wanted) | Q(email__iexact=wanted)) if user.is_researcher]
    if not wanted or not found:
        raise Refused(_("No researcher has this user name or e-mail address."), field="colleague")
    if found[0].pk == study.owner_id:
        raise Refused(_("The study is theirs already."), field="colleague")
    study.colleagues.add(found[0])
    audit.record(actor, "study.shared", study, slug=study.slug, colleague=found[0].username)
    return found[0]


@transaction.atomic
def unshare(*, study: Study, actor: User, colleague: User) -> None:
    """Stop sharing the study with a colleague. Colleagues may do that for themselves."""
    if actor != colleague:
        must_own(actor, study)
    study.colleagues.remove(colleague)
    audit.record(actor, "study.unshared", study, slug=study.slug, colleague=colleague.username)


def must_own(actor: User, study: Study) -> None:
    if not owns(actor, study):
        raise Refused(_("Only the owner of the study can do that."))
