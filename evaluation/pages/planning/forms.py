"""The form of a plan: the design, the effect worth finding, and how much judges and sentences vary."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from evaluation.models import Study, User
from evaluation.services.planning import pilots_of
from evaluation.statistics.costs.simulated import Spreads
from evaluation.statistics.planning.design import CHOICES, COST, LOGITS, MODELS, POINTS, SHARE, PlannedStudy
from evaluation.statistics.planning.plans import PlanRequest

COMPARED = [
    (COST, _("the cost of a constraint")),
    (MODELS, _("two models")),
    (CHOICES, _("choices in couples")),
]
UNITS = [(POINTS, _("points of the scale")), (LOGITS, _("logits")), (SHARE, _("share of choices won, 0.5 to 1"))]
SPREADS = {
    "judge": _("judges: how strict they are"),
    "judge_slope": _("judges: how much more it costs one than another"),
    "pair": _("sentence pairs"),
    "pair_slope": _("sentence pairs: how much more it costs in one than in another"),
    "match": _("matches within a pair"),
    "sentence": _("single sentences"),
}


class PlanForm(forms.Form):
    compared = forms.ChoiceField(label=_("What is compared"), choices=COMPARED)
    effect = forms.FloatField(label=_("Cost or difference worth finding"), min_value=0)
    unit = forms.ChoiceField(label=_("in"), choices=UNITS)
    judges = forms.IntegerField(label=_("Judges"))
    pairs = forms.IntegerField(label=_("Sentence pairs"))
    # Not "matches", as in the design: an input of that name hides a method of its form from scripts.
    of_each_side = forms.IntegerField(
        label=_("Sentences of each side per pair"),
        help_text=_("1: from each pair a sentence that breaks the constraint and one that keeps it."),
    )
    each = forms.IntegerField(
        label=_("Sentences (or couples) for each judge"), required=False, help_text=_("Empty: all of them.")
    )
    scale = forms.IntegerField(label=_("Points of the scale"))
    dropout = forms.FloatField(label=_("Share of judges who stop half-way"), help_text=_("0.1: one of ten."))
    seconds = forms.FloatField(label=_("Seconds for each rating or choice"))
    pilot = forms.ModelChoiceField(
        label=_("How much judges and sentences vary"),
        queryset=Study.objects.none(),
        required=False,
        empty_label=_("as stated below"),
        help_text=_("Or as in a study with ratings: its fitted spreads at their upper 80 % limit."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pilot = self.fields["pilot"]
        assert isinstance(pilot, forms.ModelChoiceField)  # noqa: S101  (for the type checker)
        pilot.queryset = pilots_of(user)
        for name, label in SPREADS.items():
            self.fields[f"spread_{name}"] = forms.FloatField(label=label)

    def spread_fields(self) -> list[forms.BoundField]:
        return [self[f"spread_{name}"] for name in SPREADS]

    def main_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if not name.startswith("spread_")]

    def request(self) -> PlanRequest:
        given = dict(self.cleaned_data)
        given.pop("pilot")
        given["matches"] = given.pop("of_each_side")
        spreads = Spreads(**{name: given.pop(f"spread_{name}") for name in SPREADS})
        return PlanRequest(PlannedStudy(**given, spreads=spreads))

    def show(self, field: str | None, message: str) -> None:
        """Put what is wrong beside its field."""
        named = f"spread_{field}" if field in SPREADS else {"matches": "of_each_side"}.get(field or "", field)
        self.add_error(named if named in self.fields else None, message)


def initial_of(request: PlanRequest) -> dict[str, Any]:
    fields = asdict(request.design)
    fields["of_each_side"] = fields.pop("matches")
    return fields | {f"spread_{name}": value for name, value in fields.pop("spreads").items()}
