from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.collection import Collection
from evaluation.models.trouble import Trouble
from evaluation.models.unlinked_words import UnlinkedWords


class PairState(models.TextChoices):
    PROPOSED = "proposed", _("proposed")
    CHECKED = "checked", _("checked")


class PairQuerySet(models.QuerySet["Pair"]):
    def current(self) -> PairQuerySet:
        """The newest version of each pair."""
        return self.filter(is_current=True)

    def proposed(self) -> PairQuerySet:
        """Those whose links or tree a program proposed and nobody has looked at."""
        return self.filter(state=PairState.PROPOSED)

    def checked(self) -> PairQuerySet:
        """Those that somebody made by hand, or looked at and accepted."""
        return self.filter(state=PairState.CHECKED)

    def worst_first(self) -> PairQuerySet:
        """In the order in which they are checked."""
        return self.order_by("-trouble", "pk")

    def worst_linked_first(self) -> PairQuerySet:
        return self.order_by("-unlinked_share", "pk")


class Pair(UnlinkedWords, Trouble):
    """Two equivalent sentences, the parse of the first, and the word alignment; one row per version.

    A pair whose sentences are in a study is never changed: a correction makes the next version.
    """

    collection = models.ForeignKey(Collection, models.PROTECT, related_name="pairs")
    external_id = models.CharField(_("id"), max_length=200)
    version = models.PositiveIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    l1_lang = models.CharField(max_length=35)
    l1_tree = models.TextField()
    # The sentence as it was written, where the file says so; else its tokens, apart by spaces.
    l1_text = models.TextField()
    l1_is_original = models.BooleanField(default=False)
    l2_lang = models.CharField(max_length=35)
    l2_tokens = models.JSONField()
    l2_text = models.TextField()
    l2_is_original = models.BooleanField(default=False)
    # The tokens once more in another script, one for each; empty where only one form is known.
    l2_other_script = models.JSONField(default=list, blank=True)
    alignment = models.TextField(blank=True)
    # How sure each proposed link is, from 0 to 1, in the order of the alignment; empty if people made the links.
    confidence = models.JSONField(default=list, blank=True)
    note = models.TextField(blank=True)
    state = models.CharField(max_length=8, choices=PairState, default=PairState.CHECKED)
    # NULL: proposed, or made by hand and loaded from a file.
    checked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    checked_at = models.DateTimeField(null=True, editable=False)
    # Of everything that says which sentences exist, so that loading a file again is seen to change nothing.
    digest = models.CharField(max_length=64)
    loaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = PairQuerySet.as_manager()

    class Meta:
        ordering = ["collection_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["collection", "external_id", "version"], name="pair_version_is_unique"),
            models.UniqueConstraint(
                fields=["collection", "external_id"],
                condition=models.Q(is_current=True),
                name="pair_has_one_current_version",
            ),
            models.CheckConstraint(
                condition=models.Q(state=PairState.CHECKED) | models.Q(checked_by=None, checked_at=None),
                name="pair_proposed_has_no_checker",
            ),
        ]
        indexes = [
            models.Index(fields=["collection", "is_current", "id"], name="pair_list"),
            models.Index(fields=["collection", "is_current", "-unlinked_share", "id"], name="pair_list_by_links"),
            models.Index(
                fields=["collection", "is_current", "state", "-trouble", "id"],
                name="pair_queue",
            ),
        ]

    def __str__(self) -> str:
        return self.external_id if self.version == 1 else f"{self.external_id} (v{self.version})"

    @property
    def is_proposed(self) -> bool:
        return self.state == PairState.PROPOSED

    @property
    def stamp(self) -> str:
        """What somebody saw of the pair: another stamp, and somebody else has changed or checked it meanwhile."""
        when = f"{self.checked_at:%Y%m%d%H%M%S%f}" if self.checked_at else ""
        return f"{self.digest}{self.state}{when}"
