from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.visible_names import validate_visible


class Collection(models.Model):
    """A set of pairs loaded together. Pair ids are unique inside it."""

    name = models.CharField(_("name"), max_length=120, unique=True, validators=[validate_visible])
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="collections")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
