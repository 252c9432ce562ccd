"""What every page of results shares: the study, what counts, the criterion looked at and the threshold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evaluation.models import Criterion, Study
from evaluation.pages.access import SignedInRequest, study_or_404
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.rating_arrays import last_change
from evaluation.services.results.selection import Selection, declared_selection
from evaluation.services.results.source_readings import from_elsewhere

TABS = (
    ("results", gettext_lazy("Sentences")),
    ("results-models", gettext_lazy("Models")),
    ("results-pairs", gettext_lazy("Pairs")),
    ("results-phenomena", gettext_lazy("Phenomena")),
    ("results-judges", gettext_lazy("Judges")),
    ("results-groups", gettext_lazy("Groups of judges")),
    ("results-agreement", gettext_lazy("Agreement")),
    ("results-comparison", gettext_lazy("Comparison")),
    ("results-sources", gettext_lazy("Sources")),
    ("results-constraints", gettext_lazy("Constraints")),
    ("results-pictures", gettext_lazy("Pictures")),
    ("results-choices", gettext_lazy("Choices")),
)
# What there is of a study that asks for choices only.
OF_CHOICES = {"results-choices", "results-judges"}


@dataclass(frozen=True)
class ResultsRequest:
    """A request for one of the pages of results, and what all of those pages read from it."""

    request: HttpRequest
    study: Study
    selection: Selection

    @classmethod
    def of(cls, request: SignedInRequest, slug: str) -> ResultsRequest:
        study = study_or_404(request, slug)
        return cls(request, study, Selection.of(study))

    @cached_property
    def criteria(self) -> list[Criterion]:
        return list(self.study.criteria.scales())

    @cached_property
    def criterion(self) -> Criterion:
        """The one that the address names, else the study's first."""
        if not self.criteria:
            raise Http404(_("This study has no criterion yet."))
        key = self.request.GET.get("criterion", "")
        return next((one for one in self.criteria if one.key == key), self.criteria[0])

    @cached_property
    def threshold(self) -> float:
        """Where pictures part the scale: at the cut, else in the middle."""
        if not self.criteria:
            return 0.0
        return float(self.criterion.cut) if self.criterion.cut is not None else self.criterion.middle

    def context(self, tab: str, **more: Any) -> dict[str, Any]:
        exclusions = Exclusions(self.study, self.selection)
        return {
            "study": self.study,
            "tab": "results",
            "part": tab,
            "parts": [(name, label, name == tab) for name, label in TABS if self._has(name)],
            "selection": self.selection,
            "rules": self.selection.describe(),
            "judges_left_out": len(exclusions.judges),
            "declared": declared_selection(self.study),
            "criteria": self.criteria,
            "last_change": last_change(self.study),
            "query": self.query_without("page"),
            **more,
        }

    def _has(self, tab: str) -> bool:
        if tab == "results-sources":
            return self.study.asks_scales and from_elsewhere(self.study).exists()
        if tab in OF_CHOICES:
            return self.study.asks_choices or tab != "results-choices"
        return self.study.asks_scales

    def query_without(self, *names: str) -> str:
        """The query of the address without these parameters, for links that change them."""
        kept = self.request.GET.copy()
        for name in names:
            kept.pop(name, None)
        return kept.urlencode()


def page_number(text: str) -> int:
    """The number of a page as an address has it; what is none is the first."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 1
