"""What a reader should know before believing a figure, each with the page that has more of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.models import Criterion, Place, Study, StudyState
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.few_judges import about_intervals
from evaluation.services.results.selection import Selection, declared_selection
from evaluation.services.results.source_readings import unread
from evaluation.services.results.study_summary.numbers import Numbers
from evaluation.services.support.minus import with_minus
from evaluation.statistics.summary import Summary

# Half of all ratings at one end of a scale with so many points or more.
MOST_AT_AN_END, FEWEST_POINTS = 0.5, 4


@dataclass(frozen=True)
class Caution:
    """In words, and the name of the study's page about it."""

    words: str
    page: str
    # What a program can look for.
    kind: str = ""


def cautions_of(study: Study, selection: Selection, numbers: Numbers) -> list[Caution]:
    if not numbers.ratings + numbers.choices:
        return []
    exclusions = Exclusions(study, selection)
    return [
        *_still_open(study),
        *_few_judges(numbers),
        *_failed_checks(exclusions),
        *_left_out(exclusions),
        *_changed_rules(study),
        *_by_hand(study),
        *_unread(study),
    ]


def _still_open(study: Study) -> Iterator[Caution]:
    if study.state in {StudyState.OPEN, StudyState.PAUSED}:
        yield Caution(_("The study is not closed yet: every figure may still change."), "study-page", "open")


def _few_judges(numbers: Numbers) -> Iterator[Caution]:
    if words := about_intervals(numbers.judges):
        yield Caution(words, "results-judges", "few_judges")


def _failed_checks(exclusions: Exclusions) -> Iterator[Caution]:
    """Judges who failed at least half of their attention checks and still count."""
    failed = [
        judge
        for judge, (answered, passed) in exclusions.checks.items()
        if 2 * passed <= answered and judge not in exclusions.judges
    ]
    if failed:
        words = ngettext(
            "%d judge who counts failed half of the attention checks or more.",
            "%d judges who count failed half of their attention checks or more.",
            len(failed),
        )
        yield Caution(words % len(failed), "results-judges", "failed_checks")


def _left_out(exclusions: Exclusions) -> Iterator[Caution]:
    """By rule or by hand; practice, attention checks and controls are no part of the results anyway."""
    sentences = Counter(rule for rule, _reason in exclusions.item_rules.values())["by_hand"]
    answers = Place.objects.filter(participation__study=exclusions.study, excluded_at__isnull=False)
    by_hand = answers.count() if exclusions.selection.by_hand else 0
    said = [
        ngettext("%d judge", "%d judges", len(exclusions.judges)) % len(exclusions.judges) if exclusions.judges else "",
        ngettext("%d sentence", "%d sentences", sentences) % sentences if sentences else "",
        ngettext("%d answer", "%d answers", by_hand) % by_hand if by_hand else "",
    ]
    if any(said):
        words = _("Left out by rule or by hand: %s.") % ", ".join(one for one in said if one)
        yield Caution(words, "results-judges", "left_out")


def _changed_rules(study: Study) -> Iterator[Caution]:
    if declared_selection(study).changed:
        words = _("What counts is not what was declared when the study was opened.")
        yield Caution(words, "results-judges", "changed_rules")


def _by_hand(study: Study) -> Iterator[Caution]:
    """Sentences without a chance of being drawn, where models are compared."""
    if study.asks_scales and study.models_chosen and study.items.sentences().rated().filter(probability=None).exists():
        words = _("Sentences that were picked by hand, matched or imported stand for no others.")
        yield Caution(words, "results-comparison", "by_hand")


def _unread(study: Study) -> Iterator[Caution]:
    number = unread(study) if study.models_chosen else 0
    if number:
        words = ngettext(
            "%d sentence from elsewhere has not been read beside the theories yet.",
            "%d sentences from elsewhere have not been read beside the theories yet.",
            number,
        )
        yield Caution(words % number, "results-sources", "unread_sources")


def end_of_the_scale(criterion: Criterion, given: Summary) -> Iterator[Caution]:
    """Ceiling or floor: half of all ratings or more are at one end, so differences there cannot show."""
    counts = given.distribution(criterion.points)
    if not given.n or len(counts) < FEWEST_POINTS:
        return
    for point, count, words in (
        (criterion.high, counts[-1], _("Ceiling: %(share)d %% of the ratings are %(point)d, the top of the scale.")),
        (criterion.low, counts[0], _("Floor: %(share)d %% of the ratings are %(point)d, the bottom of the scale.")),
    ):
        if count / given.n >= MOST_AT_AN_END:
            share = round(100 * count / given.n)
            said = with_minus(words % {"share": share, "point": point})
            yield Caution(said, "results-pictures", "end_of_the_scale")
