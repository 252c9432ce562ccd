from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from evaluation.models import Criterion, CriterionKind, Study, User
from evaluation.models.criterion import MOST_POINTS
from evaluation.pages.studies.steps.base import (
    Files,
    Parts,
    RowForm,
    Step,
    kept,
    per_language,
    row_formset,
)
from evaluation.services import studies
from evaluation.services.studies import CriterionSpec
from evaluation.services.studies.interface_languages import interface_languages
from evaluation.services.support.minus import with_minus

LABEL = re.compile(r"\s*(-?[0-9]{1,6})\s*[:=]\s*(\S.*)")
LONGEST_LABEL = 200


class LabelsField(forms.CharField):
    """Labels for points, one a line: ``0: never heard``."""

    widget = forms.Textarea(attrs={"rows": 3, "placeholder": "0: …\n5: …"})

    def to_python(self, value: Any) -> dict[str, str]:  # type: ignore[override]
        labels: dict[str, str] = {}
        for number, line in enumerate(str(super().to_python(value)).splitlines(), start=1):
            if not line.strip():
                continue
            matched = LABEL.fullmatch(line.rstrip())
            if not matched or len(matched[2]) > LONGEST_LABEL:
                message = _now("Line %d: write a point of the scale, a colon and its label, like “0: never heard”.")
                raise forms.ValidationError(message % number)
            if str(int(matched[1])) in labels:
                raise forms.ValidationError(_now("Line %d: this point has a label already.") % number)
            labels[str(int(matched[1]))] = matched[2].strip()
        return labels

    def has_changed(self, initial: Any, data: Any) -> bool:
        return " ".join(str(initial or "").split()) != " ".join(str(data or "").split())


class CriterionForm(RowForm):
    key = forms.SlugField(required=False, max_length=40, widget=forms.HiddenInput)
    low = forms.IntegerField(label=_("Lowest point"), initial=0)
    high = forms.IntegerField(label=_("Highest point"), initial=5)
    cut = forms.IntegerField(
        label=_("Accepts from"),
        required=False,
        help_text=_("The lowest point that accepts a sentence. Without one, results have means and no shares."),
    )
    # The changed scale for which the cut has been asked again: whoever then writes the same point means it.
    cut_asked_for = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, languages: Sequence[str], stored: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.languages, self.stored = languages, stored
        for name, label, field, longest in (
            ("name", _("Name"), forms.CharField, 100),
            ("question", _("Question"), forms.CharField, 500),
            ("labels", _("Labels of points"), LabelsField, 3_000),
        ):
            self.fields |= per_language(languages, name, label, field, required=False, max_length=longest)

    def clean(self) -> dict[str, Any]:
        """A cut belongs to its scale: where only the scale was changed, the cut is emptied and asked again."""
        scale = self._changed_scale()
        if scale and "cut" not in self.changed_data and self.cleaned_data.get("cut_asked_for") != scale:
            message = _now("The scale was %(before)s and is now %(now)s. Write “%(field)s” for it, or leave it empty.")
            words = {"before": _scale(self.initial), "now": scale, "field": self.fields["cut"].label}
            self.add_error("cut", message % words)
            sent: Any = self.data
            self.data = shown = sent.copy()
            shown[self.add_prefix("cut")], shown[self.add_prefix("cut_asked_for")] = "", scale
        return self.cleaned_data

    def _changed_scale(self) -> str:
        """In words, if it differs from the stored one and its cut would do; what else is wrong, the service says."""
        low, high, cut = (self.cleaned_data.get(name) for name in ("low", "high", "cut"))
        if not self.initial or low is None or high is None or cut is None:
            return ""
        possible = low < cut <= high < low + MOST_POINTS
        return _scale(self.cleaned_data) if possible and {"low", "high"} & set(self.changed_data) else ""

    def by_language(self) -> list[list[forms.BoundField]]:
        """For each language what judges read, in the order in which a page has it."""
        return [[self[f"{which}_{code}"] for which in ("name", "question", "labels")] for code in self.languages]

    def points(self) -> list[forms.BoundField]:
        return [self["low"], self["high"], self["cut"]]

    def texts(self) -> dict[str, dict[str, Any]]:
        """Per language; what is stored in languages that the study does not have any more stays."""
        found = dict(self.stored.get(self.cleaned_data["key"], {}))
        for code in self.languages:
            texts = {which: self.cleaned_data.get(f"{which}_{code}") for which in ("name", "question", "labels")}
            found[code] = {which: text for which, text in texts.items() if text}
        return {code: texts for code, texts in found.items() if texts}


class MarginForm(forms.Form):
    margin = forms.IntegerField(
        label=_("Margin of equivalence, in points"),
        required=False,
        min_value=1,
        max_value=50,
        help_text=_("Two models are equivalent if their completeness differs by less. Set before opening."),
    )


class CriteriaStep(Step):
    name = "criteria"
    title = _("Criteria")
    structural = True

    def parts(self, study: Study, data: QueryDict | None = None, files: Files | None = None) -> Parts:
        languages, criteria = interface_languages(study), list(study.criteria.filter(kind=CriterionKind.SCALE))
        options = {"languages": languages, "stored": {criterion.key: criterion.texts for criterion in criteria}}
        initial = [initial_of(criterion, languages) for criterion in criteria]
        formset = row_formset(CriterionForm, max_num=20)
        return {
            "criteria": formset(data, initial=initial, prefix="criteria", form_kwargs=options),
            "margin": MarginForm(data, initial={"margin": study.margin}),
        }

    def save(self, *, study: Study, actor: User, revision: int, parts: Parts) -> None:
        rows = kept(parts["criteria"])
        specs = [
            CriterionSpec(
                key=row.cleaned_data["key"],
                texts=row.texts(),
                low=row.cleaned_data["low"],
                high=row.cleaned_data["high"],
                cut=row.cleaned_data["cut"],
            )
            for row in rows
        ]
        margin = parts["margin"].cleaned_data["margin"]
        studies.set_criteria(study=study, actor=actor, revision=revision, criteria=specs, margin=margin)


def _scale(ends: Mapping[str, Any]) -> str:
    return with_minus(_now("%(low)d to %(high)d") % {"low": ends["low"], "high": ends["high"]})


def initial_of(criterion: Criterion, languages: Sequence[str]) -> dict[str, Any]:
    initial: dict[str, Any] = {"key": criterion.key, "low": criterion.low, "high": criterion.high, "cut": criterion.cut}
    for code in languages:
        texts = criterion.texts.get(code, {})
        initial |= {f"{which}_{code}": texts.get(which, "") for which in ("name", "question")}
        labels = sorted(texts.get("labels", {}).items(), key=lambda label: int(label[0]))
        initial[f"labels_{code}"] = "\n".join(f"{point}: {label}" for point, label in labels)
    return initial
