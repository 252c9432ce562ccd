"""What a drawn study's design comes to, before it is opened: judges, places, minutes, and the plan to be simulated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from evaluation.models import Design, ItemKind, ParticipationState, Study
from evaluation.services.planning.comparisons import Comparison, comparison_of
from evaluation.services.studies.judge_groups import declared_groups
from evaluation.services.studies.list_plan import ListPlan, list_plan
from evaluation.statistics.costs.group_tests import SMALLEST_GROUP
from evaluation.statistics.planning.design import (
    CHOICES,
    FEWEST_JUDGES,
    FEWEST_PAIRS,
    MOST_JUDGES,
    MOST_SENTENCES,
    POINTS,
    SHARE,
    PlannedStudy,
)
from evaluation.statistics.planning.plans import PlanRequest

# Enough to tell one half from four fifths; the page *Plan a study* simulates more.
STUDIES = 300
# The share of choices worth finding. Costs and differences are those that the page *Plan a study* begins with.
PREFERENCE = 0.65
# On scales too short for that, an eighth of the scale, as half a point is of five.
SHORT_SCALE, PART_OF_SCALE = 3, 8
FEWEST_EACH = 2
USUAL = PlannedStudy()
GONE = (ParticipationState.INELIGIBLE, ParticipationState.WITHDRAWN)


@dataclass(frozen=True)
class StudyPlan:
    """`invited` judges have neither withdrawn nor been turned away; `extra` is what each sees besides what is rated.

    `lists` is None where every judge rates everything, `comparison` where nothing is compared that can be planned.
    """

    rated: int
    extra: int
    invited: int
    is_link_open: bool
    scale: int
    lists: ListPlan | None
    comparison: Comparison | None
    has_groups: bool = False

    @property
    def is_assumed(self) -> bool:
        """Whether nobody knows yet how many judges will come: none are invited, or whoever has the link may."""
        return self.lists is None and (self.invited == 0 or (self.is_link_open and self.invited < USUAL.judges))

    @property
    def judges(self) -> int:
        """As many as the lists need, else those who are invited, else as many as a plan begins with."""
        if self.lists:
            return self.lists.judges
        return USUAL.judges if self.is_assumed else self.invited

    @property
    def places(self) -> int:
        return self.rated * (self.lists.judges_per_sentence if self.lists else self.judges)

    @property
    def empty_places(self) -> int:
        """How many are left when all who are invited have rated; none where every judge rates everything."""
        if self.lists is None:
            return 0
        return max(0, self.places - round(self.invited * self.rated / self.lists.lists))

    @property
    def items_each(self) -> int:
        return (self.lists.longest if self.lists else self.rated) + self.extra

    @property
    def seconds(self) -> float:
        """For each sentence or couple."""
        return USUAL.seconds

    @property
    def minutes_each(self) -> float:
        return self.items_each * self.seconds / 60

    @property
    def too_few_judges(self) -> str:
        """Why those who can come are too few for what is compared, in a sentence; empty if they are not.

        Before anybody is invited, and where whoever has the link may come, as many as are needed can.
        """
        if self.comparison is None:
            return ""
        if self._judges_to_come < FEWEST_JUDGES:
            return _("One judge is too few for what this study compares.")
        if self._nobody_else and 2 * self.empty_places > self.places:
            return _("More than half of the places stay empty: too few judges are invited, the join link is closed.")
        return ""

    @property
    def too_few_for_groups(self) -> str:
        """Why the groups of judges that were declared cannot be compared, in a sentence; empty if they can."""
        if not self.has_groups or self._judges_to_come >= 2 * SMALLEST_GROUP:
            return ""
        words = _("Its groups of judges cannot be compared: each needs at least %(least)d, and %(judges)d come in all.")
        return words % {"least": SMALLEST_GROUP, "judges": self._judges_to_come}

    @property
    def _nobody_else(self) -> bool:
        return self.invited > 0 and not self.is_link_open

    @property
    def _judges_to_come(self) -> int:
        return min(self.judges, self.invited) if self._nobody_else else self.judges

    @cached_property
    def design(self) -> PlannedStudy | None:
        """What is simulated. A judge of the balanced design rates as large a part of it as of the whole study."""
        found = self.comparison
        if found is None:
            return None
        whole = PlannedStudy(found.compared, self.judges, found.pairs, found.matches)
        each = round(whole.tasks / self.lists.lists) if self.lists and self.lists.lists > 1 else None
        effect = PREFERENCE if found.compared == CHOICES else self._points
        return PlannedStudy(
            compared=found.compared,
            judges=self.judges,
            pairs=found.pairs,
            matches=found.matches,
            each=each,
            effect=effect,
            unit=SHARE if found.compared == CHOICES else POINTS,
            scale=self.scale,
        )

    @property
    def _points(self) -> float:
        return USUAL.effect if self.scale > SHORT_SCALE else (self.scale - 1) / PART_OF_SCALE

    @property
    def request(self) -> PlanRequest | None:
        """What to simulate; None where that cannot be, for the reason in `why_not`."""
        if self.design is None or self.why_not:
            return None
        return PlanRequest(self.design, studies=STUDIES, curve_studies=0)

    @cached_property
    def why_not(self) -> str:
        """Why the power cannot be computed, in a sentence; empty if it can."""
        if self.design is None:
            return _(
                "What this study will find cannot be computed: it compares neither matched sentences nor two models "
                "nor the two sides of couples."
            )
        reason = self._problem(self.design)
        return _("What this study will find cannot be computed: %s.") % reason if reason else ""

    def _problem(self, design: PlannedStudy) -> str:
        if design.judges < FEWEST_JUDGES:
            return _("one judge is too few")
        if design.pairs < FEWEST_PAIRS:
            return _("either side needs sentences of more pairs, %d at the least") % FEWEST_PAIRS
        if design.judges > MOST_JUDGES or design.sentences > MOST_SENTENCES:
            limits = {"judges": MOST_JUDGES, "sentences": MOST_SENTENCES}
            return _("at most %(judges)d judges and at most %(sentences)d sentences can be simulated") % limits
        if design.tasks_each < FEWEST_EACH:
            return _("each judge gets fewer than two of the sentences or couples that are compared")
        problems = design.problems()
        return problems[0].message if problems else ""


def plan_of(study: Study) -> StudyPlan | None:
    """From what was drawn; None as long as there is nothing to rate, or where all was rated elsewhere."""
    rated = study.items.rated().count()
    if study.drawn_at is None or not rated or study.rated_elsewhere:
        return None
    extra = study.items.filter(kind__in=(ItemKind.CONTROL, ItemKind.PRACTICE, ItemKind.ATTENTION)).count()
    scale = study.criteria.scales().first()
    return StudyPlan(
        rated=rated,
        extra=extra + study.repeats,
        invited=study.participations.exclude(state__in=GONE).filter(link_revoked_at=None).count(),
        is_link_open=study.join_link_open,
        scale=scale.high - scale.low + 1 if scale else USUAL.scale,
        lists=list_plan(study) if study.design == Design.BALANCED else None,
        comparison=comparison_of(study),
        has_groups=bool(declared_groups(study)),
    )
