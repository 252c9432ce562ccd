from __future__ import annotations

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
    link_revoked_at = models.DateTimeField(null=True)
    # The id a crowd-work site put in the address.
    external_id = models.CharField(max_length=100, blank=True)
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

    class Meta:
        ordering = ["study_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["study", "user"], name="participation_is_one_per_judge"),
            models.UniqueConstraint(fields=["study", "pseudonym"], name="participation_pseudonym_is_unique"),
            models.UniqueConstraint(
                fields=["study", "external_id"],
                condition=~models.Q(external_id=""),
                name="participation_external_id_is_unique",
            ),
        ]

    def __str__(self) -> str:
        return self.pseudonym
