from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.keys import new_key
from evaluation.models.study import Study


class ParticipationState(models.TextChoices):
    INVITED = "invited", _("invited")
    CONSENTED = "consented", _("agreed to take part")
    ANSWERED = "answered", _("answered the questionnaire")
    RATING = "rating", _("rating")
    FINISHED = "finished", _("finished")
    INELIGIBLE = "ineligible", _("not eligible")
    WITHDRAWN = "withdrawn", _("withdrew")


class ParticipationQuerySet(models.QuerySet["Participation"]):
    def reached_by(self, links: Mapping[str, str] | None) -> ParticipationQuerySet:
        """Those that are not revoked; with ``links`` ({primary key: nonce}) only the ones that these links open.

        None: the judge did not come by a link, but with a password or a token.
        """
        open_ones = self.filter(link_revoked_at=None)
        if links is None:
            return open_ones
        by_link = [models.Q(pk=pk, link_nonce=nonce) for pk, nonce in links.items()]
        return open_ones.filter(models.Q(*by_link, _connector=models.Q.OR)) if by_link else self.none()

    def with_first(self) -> ParticipationQuerySet:
        """Each with ``first_of_id``, the pseudonym of whoever came first with the same participant id."""
        same = Participation.objects.filter(study=models.OuterRef("study"), external_id=models.OuterRef("external_id"))
        first = same.exclude(external_id="").filter(is_double=False).order_by().values("pseudonym")[:1]
        return self.annotate(first_of_id=models.Subquery(first))


class Participation(models.Model):
    """One judge in one study."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="participations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="participations")
    key = models.CharField(max_length=20, unique=True, default=new_key, editable=False)
    pseudonym = models.CharField(max_length=12)
    # Where to write to a judge who comes by a personal link; whoever has an account has an address there.
    email = models.EmailField(blank=True)
    state = models.CharField(max_length=10, choices=ParticipationState, default=ParticipationState.INVITED)
    # The personal link is signed over this, not stored; changing it revokes the link.
    link_nonce = models.CharField(max_length=20, default=new_key, editable=False)
    link_expires_at = models.DateTimeField(null=True)
    # Set: the invitation was taken back, and the judge may do nothing in this study, whichever way they come.
    link_revoked_at = models.DateTimeField(null=True)
    # The id a crowd-work site put in the address, where others may have read it.
    external_id = models.CharField(max_length=100, blank=True)
    # Came with an id that was known, and did not prove to be the one who brought it first.
    is_double = models.BooleanField(default=False)
    language = models.CharField(max_length=8, blank=True)
    # NULL: has not agreed (yet).
    consent_version = models.PositiveIntegerField(null=True)
    consented_at = models.DateTimeField(null=True)
    answers = models.JSONField(default=dict, blank=True)
    seed = models.BigIntegerField(default=0)
    list_number = models.PositiveIntegerField(null=True)
    has_read_instructions = models.BooleanField(default=False)
    # Time spent, pauses left out; started_at and finished_at are wall-clock times.
    active_ms = models.PositiveBigIntegerField(default=0)
    invited_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    last_seen_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    reminded_at = models.DateTimeField(null=True)
    # Excluded by hand, with the reason; reversible.
    excluded_at = models.DateTimeField(null=True)
    exclusion_reason = models.CharField(max_length=300, blank=True)

    objects = ParticipationQuerySet.as_manager()

    class Meta:
        ordering = ["study_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["study", "user"], name="participation_is_one_per_judge"),
            models.UniqueConstraint(fields=["study", "pseudonym"], name="participation_pseudonym_is_unique"),
            models.UniqueConstraint(
                fields=["study", "external_id"],
                condition=~models.Q(external_id="") & models.Q(is_double=False),
                name="participation_external_id_is_unique",
            ),
        ]

    def __str__(self) -> str:
        return self.pseudonym
