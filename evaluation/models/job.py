from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.keys import new_key


class JobState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


class Job(models.Model):
    """Long work done by a worker process. A running job holds a lease; when its worker dies, another takes it up."""

    key = models.CharField(max_length=20, unique=True, default=new_key, editable=False)
    kind = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="jobs")
    arguments = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=10, choices=JobState, default=JobState.WAITING)
    done = models.PositiveBigIntegerField(default=0)
    # NULL: how much there is to do is not known yet.
    total = models.PositiveBigIntegerField(null=True)
    message = models.TextField(blank=True)
    result = models.JSONField(default=dict, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    cancel_requested = models.BooleanField(default=False)
    worker = models.CharField(max_length=80, blank=True)
    # NULL: nobody is working on it.
    leased_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["state", "leased_until"], name="job_to_be_taken")]
        constraints = [models.CheckConstraint(condition=models.Q(state__in=JobState.values), name="job_state_is_known")]

    def __str__(self) -> str:
        return self.title

    @property
    def is_over(self) -> bool:
        return self.state in {JobState.DONE, JobState.FAILED, JobState.CANCELLED}

    @property
    def running_now(self) -> int:
        """How many jobs the workers are at, which this one waits for."""
        return type(self).objects.filter(state=JobState.RUNNING).count()

    @property
    def percent(self) -> int:
        return 0 if not self.total else min(100, 100 * self.done // self.total)
