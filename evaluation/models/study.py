from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from evaluation.models.keys import new_key
from evaluation.models.pair import Pair
from evaluation.models.visible_names import validate_visible

if TYPE_CHECKING:
    from evaluation.models.user import User


class StudyState(models.TextChoices):
    DRAFT = "draft", _("draft")
    OPEN = "open", _("open")
    PAUSED = "paused", _("paused")
    CLOSED = "closed", _("closed")


class Design(models.TextChoices):
    EVERYONE = "everyone", _("every judge rates every sentence")
    BALANCED = "balanced", _("a number of judges for each sentence")


class Asks(models.TextChoices):
    SCALES = "scales", _("judges rate each sentence on scales")
    CHOICES = "choices", _("judges choose between two sentences")
    BOTH = "both", _("judges rate sentences and choose between two")


# What a judge gets one after the other: one of it, and several.
ITEM_WORDS = {
    Asks.SCALES: (_("sentence"), _("sentences")),
    Asks.CHOICES: (_("couple"), _("couples")),
    Asks.BOTH: (_("sentence or couple"), _("sentences and couples")),
}


class Marking(models.TextChoices):
    SLANT = "slant", _("slanted")
    COLOUR = "colour", _("slanted and coloured")
    NONE = "none", _("not marked")


class Script(models.TextChoices):
    """How words are shown of which a pair has two forms."""

    LOADED = "loaded", _("as in the file's words")
    ROMAN = "roman", _("in Latin letters")
    NATIVE = "native", _("in the language's own script")
    JUDGE = "judge", _("as each judge chooses")


class KnownId(models.TextChoices):
    """What happens when a participant id comes back from a browser that has not joined with it before."""

    FRESH = "fresh", _("they start afresh and are flagged as a double")
    RETURNS = (
        "returns",
        _("they come back with the id alone (unsafe: whoever knows an id sees those answers and can change them)"),
    )


def only_english() -> list[str]:
    return ["en"]


class StudyQuerySet(models.QuerySet["Study"]):
    def visible_to(self, user: User) -> StudyQuerySet:
        """The studies a researcher owns or shares; an admin sees all, a judge none."""
        if user.is_admin:
            return self
        if not user.is_researcher:
            return self.none()
        return self.filter(models.Q(owner=user) | models.Q(pk__in=user.shared_studies.values("pk")))


class Study(models.Model):
    """What is asked, about which sentences, of whom."""

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=150, validators=[validate_visible])
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="studies")
    colleagues = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="shared_studies", blank=True)
    state = models.CharField(max_length=8, choices=StudyState, default=StudyState.DRAFT)
    # Raised by every change, so that two people editing one study notice each other.
    revision = models.PositiveIntegerField(default=1)

    # The languages judges can read the pages in. Every text has one version for each: {"en": "Markdown …", "hi": "…"}.
    interface_languages = models.JSONField(_("interface languages"), default=only_english)
    instructions = models.JSONField(default=dict, blank=True)
    consent = models.JSONField(default=dict, blank=True)
    consent_version = models.PositiveIntegerField(default=1)
    thanks = models.JSONField(default=dict, blank=True)
    refusal = models.JSONField(default=dict, blank=True)
    # What crowd-work sites are told: of those who finished, who may not take part, and who failed too many checks.
    completion_code = models.CharField(max_length=100, blank=True)
    screened_out_code = models.CharField(max_length=100, blank=True)
    failed_checks_code = models.CharField(max_length=100, blank=True)
    # NULL: however many attention checks fail, the end is the same for all.
    most_failed_checks = models.PositiveSmallIntegerField(null=True, blank=True)
    # May have {code} in it, in whose place the code goes.
    return_address = models.URLField(max_length=500, blank=True)

    # What is rated.
    pairs = models.ManyToManyField(Pair, related_name="studies", blank=True)
    # The languages judges must know, by their codes: ["en", "hi"]. Every pair is of these.
    languages = models.JSONField(_("languages"), default=list, blank=True)
    models_chosen = models.JSONField(_("models"), default=list, blank=True)
    # A list of ways of choosing sentences; evaluation.services.studies.sampling describes their shape.
    choices = models.JSONField(_("how sentences are chosen"), default=list, blank=True)
    asks = models.CharField(_("what judges are asked"), max_length=7, choices=Asks, default=Asks.SCALES)
    # Which sentences stand beside each other; evaluation.services.studies.couples describes its shape.
    couples = models.JSONField(_("how couples are made"), default=dict, blank=True)
    seed = models.BigIntegerField(default=2017)
    monolingual = models.BooleanField(_("monolingual sentences too"), default=False)
    whole_sentences = models.BooleanField(_("only sentences that miss and double no word"), default=True)
    # What the last drawing found and left out; evaluation.services.studies.sampling.drawing_report describes its shape.
    drawing = models.JSONField(default=dict, blank=True)
    # How many matched pairs there are to draw; evaluation.services.studies.sampling.available describes its shape.
    # NULL: not counted since the last change.
    available = models.JSONField(null=True, blank=True)
    marking = models.CharField(max_length=6, choices=Marking, default=Marking.SLANT)
    script = models.CharField(_("script"), max_length=6, choices=Script, default=Script.LOADED)
    word_marks = models.BooleanField(_("judges may mark words"), default=True)
    # What can be wrong with a word: [{"key": "formal", "texts": {"en": "too formal"}}]; empty: the usual reasons.
    mark_reasons = models.JSONField(default=list, blank=True)
    comments = models.BooleanField(_("judges may comment"), default=True)

    # Who rates.
    design = models.CharField(max_length=8, choices=Design, default=Design.EVERYONE)
    judges_per_item = models.PositiveSmallIntegerField(default=5)
    # NULL with the balanced design: as many as the lists give.
    items_per_judge = models.PositiveIntegerField(null=True, blank=True)
    # With the balanced design: lists are dealt so that each judge gets one of the two sentences of every match.
    one_of_match = models.BooleanField(_("one of each match per judge"), default=False)
    repeats = models.PositiveSmallIntegerField(_("repeated sentences per judge"), default=0)
    place_minutes = models.PositiveIntegerField(_("minutes until a drop-out's place is given away"), default=24 * 60)
    join_key = models.CharField(max_length=20, unique=True, default=new_key, editable=False)
    join_link_open = models.BooleanField(default=False)
    # Which questions are asked, and the rule who may take part; services.studies.questionnaire describes both.
    questions = models.JSONField(default=list, blank=True)
    eligibility = models.JSONField(default=dict, blank=True)
    participant_parameter = models.CharField(max_length=40, blank=True)
    known_id = models.CharField(max_length=7, choices=KnownId, default=KnownId.FRESH)

    # Groups of judges that the results compare, declared before opening; services.studies.judge_groups describes them.
    judge_groups = models.JSONField(_("groups of judges"), default=dict, blank=True)
    # Two models are equivalent if their completeness differs by less, in points (per cent); set before opening.
    margin = models.PositiveSmallIntegerField(_("margin of equivalence"), default=10)
    # Which ratings count, by default, in results and exports; evaluation.services.results.selection describes it.
    selection = models.JSONField(default=dict, blank=True)
    # The same as it was when the study was first opened; NULL before.
    declared_selection = models.JSONField(null=True, blank=True)
    # Its ratings came out of a file: nothing was set or declared before they were given.
    rated_elsewhere = models.BooleanField(default=False, editable=False)
    # Said on the results pages, as the demo's "per-judge figures are illustrative".
    remark = models.TextField(blank=True)
    # The plan as it was frozen before the first rating; evaluation.services.reporting.preregistration describes its
    # shape. NULL: none was.
    preregistration = models.JSONField(null=True, blank=True)
    # What people answered of the evaluation datasheet, by its questions; evaluation.services.reporting.datasheet.
    datasheet = models.JSONField(default=dict, blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    # When the data last changed on the site that the study was brought back from. NULL: it was made here.
    data_changed_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    objects = StudyQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name_plural = _("studies")
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=StudyState.values), name="study_state_is_known"),
            models.CheckConstraint(condition=models.Q(judges_per_item__gte=1), name="study_has_a_judge_per_item"),
            models.CheckConstraint(condition=models.Q(margin__gte=1, margin__lte=50), name="study_margin_is_small"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        return self.state == StudyState.OPEN

    @property
    def asks_scales(self) -> bool:
        return self.asks != Asks.CHOICES

    @property
    def asks_choices(self) -> bool:
        return self.asks != Asks.SCALES

    @property
    def item_word(self) -> str:
        """What a judge gets, as a noun for pages: a sentence, a couple, or either."""
        return str(ITEM_WORDS[Asks(self.asks)][0])

    @property
    def item_words(self) -> str:
        return str(ITEM_WORDS[Asks(self.asks)][1])

    def design_words(self, design: str) -> str:
        """A design in words, about what this study's judges get."""
        if not self.asks_choices:
            return str(Design(design).label)
        words = _("every judge gets every %s") if design == Design.EVERYONE else _("a number of judges for each %s")
        return str(words) % self.item_word
