"""What every page of results shares: the study, what counts, and the criterion looked at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evaluation.models import Criterion, Study
from evaluation.pages.access import SignedInRequest, study_or_404
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.rating_arrays import last_change
from evaluation.services.results.selection import Selection, declared_selection
from evaluation.services.results.source_readings import from_elsewhere

# The pages of results by heading; the first of a heading is where it leads.
GROUPS = (
    (
        gettext_lazy("Summary"),
        (("results", gettext_lazy("Summary")), ("results-text", gettext_lazy("Text for a paper"))),
    ),
    (
        gettext_lazy("Ratings"),
        (
            ("results-sentences", gettext_lazy("Sentences")),
            ("results-models", gettext_lazy("Models")),
            ("results-pairs", gettext_lazy("Pairs")),
            ("results-phenomena", gettext_lazy("Phenomena")),
            ("results-pictures", gettext_lazy("Pictures")),
        ),
    ),
    (
        gettext_lazy("Comparing"),
        (
            ("results-comparison", gettext_lazy("Comparison")),
            ("results-constraints", gettext_lazy("Constraints")),
            ("results-sources", gettext_lazy("Sources")),
            ("results-choices", gettext_lazy("Choices")),
        ),
    ),
    (
        gettext_lazy("Judges"),
        (
            ("results-judges", gettext_lazy("Judges")),
            ("results-groups", gettext_lazy("Groups")),
            ("results-agreement", gettext_lazy("Agreement")),
            ("results-comments", gettext_lazy("Comments")),
        ),
    ),
)
# What there is of every study, whatever it asks.
OF_ALL = {"results", "results-text", "results-judges", "results-comments"}


class Part(NamedTuple):
    """A link to a page of results, or to the first page of a heading."""

    name: str
    label: str
    is_current: bool


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

    def context(self, tab: str, **more: Any) -> dict[str, Any]:
        exclusions = Exclusions(self.study, self.selection)
        return {
            "study": self.study,
            "tab": "results",
            "part": tab,
            **self._parts(tab),
            "selection": self.selection,
            "rules": self.selection.describe(),
            "judges_left_out": len(exclusions.judges),
            "declared": declared_selection(self.study),
            "criteria": self.criteria,
            "last_change": last_change(self.study),
            "query": self.query_without("page"),
            **more,
        }

    def _parts(self, tab: str) -> dict[str, list[Part]]:
        """The headings, and the pages of the one that is open, where it has more than one."""
        headings, pages = [], []
        for label, own in GROUPS:
            there = [Part(name, str(words), name == tab) for name, words in own if self._has(name)]
            is_current = any(part.is_current for part in there)
            if there:
                headings.append(Part(there[0].name, str(label), is_current))
            if is_current and len(there) > 1:
                pages = there
        return {"headings": headings, "parts": pages}

    def _has(self, tab: str) -> bool:
        if tab == "results-sources":
            return self.study.asks_scales and from_elsewhere(self.study).exists()
        if tab == "results-choices":
            return self.study.asks_choices
        return tab in OF_ALL or self.study.asks_scales

    def query_without(self, *names: str) -> str:
        """The query of the address without these parameters, for links that change them."""
        kept = self.request.GET.copy()
        for name in names:
            kept.pop(name, None)
        return kept.urlencode()


def page_number(text: str) -> int:
    """The number of a page as an address has it; what is none is the first."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 1
