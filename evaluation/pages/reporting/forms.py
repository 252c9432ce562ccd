"""The forms on which a plan is frozen, the datasheet's questions are answered, and a page for readers is published."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from evaluation.models import Study
from evaluation.services.errors import Refused
from evaluation.services.publications import Details
from evaluation.services.reporting import Comparison
from evaluation.services.reporting.datasheet.people import LONGEST, asked_of, suggested
from evaluation.services.reporting.preregistration import LONGEST_HYPOTHESIS, MOST_JUDGES, conditions_of
from evaluation.services.studies.sampling import condition_words

EXPECTED = [
    ("different", _("rated differently")),
    ("higher", _("rated higher")),
    ("lower", _("rated lower")),
    ("equivalent", _("rated alike, within the margin")),
]


class ComparisonForm(forms.Form):
    """The comparison that a study is for."""

    first = forms.ChoiceField(label=_("The first"))
    expected = forms.ChoiceField(label=_("is expected to be"), choices=EXPECTED)
    second = forms.ChoiceField(label=_("compared with"))
    criterion = forms.ChoiceField(label=_("on the criterion"))

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        conditions = [(name, condition_words(name)) for name in conditions_of(study)]
        criteria = [(criterion.key, str(criterion)) for criterion in study.criteria.asked()]
        for name, choices in (("first", conditions), ("second", conditions), ("criterion", criteria)):
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def comparison(self) -> Comparison:
        data = self.cleaned_data
        return Comparison(data["criterion"], data["first"], data["second"], data["expected"])


class FreezeForm(ComparisonForm):
    target_judges = forms.IntegerField(
        label=_("Planned number of judges"), min_value=1, max_value=MOST_JUDGES, help_text=_("Whose ratings count.")
    )
    hypothesis = forms.CharField(
        label=_("Hypothesis"),
        required=False,
        max_length=LONGEST_HYPOTHESIS,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("In your own words: what you expect, and why."),
    )


class DatasheetForm(forms.Form):
    """The questions of the datasheet that only people can answer; those with options have a field for words beside."""

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asked = list(asked_of(study))
        stored = suggested(study) | study.datasheet
        for place, (key, asked, criterion) in enumerate(self.asked):
            answer = stored.get(key, {})
            name = f"{criterion}: {asked.name}" if criterion else asked.name
            if asked.options:
                choices = [
                    ("", _("not answered yet")),
                    *((str(option), words) for option, words in asked.options.items()),
                ]
                self.fields[f"option_{place}"] = forms.ChoiceField(
                    label=name, choices=choices, required=False, initial=str(answer.get("option", ""))
                )
            if not asked.options or asked.wants_words:
                label = _("In words, where your choice asks for it") if asked.options else name
                self.fields[f"text_{place}"] = forms.CharField(
                    label=label, required=False, max_length=LONGEST, initial=answer.get("text", "")
                )

    def rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Number of each question with its one or two fields."""
        names = [
            (asked.number, (f"option_{place}", f"text_{place}")) for place, (_k, asked, _c) in enumerate(self.asked)
        ]
        return [(number, [self[name] for name in both if name in self.fields]) for number, both in names]

    def answers(self) -> dict[str, dict[str, Any]]:
        data = self.cleaned_data
        return {
            key: {
                "option": int(data[f"option_{place}"]) if data.get(f"option_{place}") else None,
                "text": data.get(f"text_{place}", ""),
            }
            for place, (key, _asked, _criterion) in enumerate(self.asked)
        }

    def refuse(self, refusal: Refused) -> None:
        places = {key: place for place, (key, _asked, _criterion) in enumerate(self.asked)}
        place = places.get(refusal.field or "")
        name = next((name for name in (f"text_{place}", f"option_{place}") if name in self.fields), None)
        self.add_error(name, refusal.message)


class PublicationForm(forms.Form):
    """What readers are told of who made a study."""

    title = forms.CharField(label=_("Title"), max_length=300)
    authors = forms.CharField(
        label=_("Authors"), max_length=500, help_text=_("As in BibTeX: Rao, Meera and Das, Kiran.")
    )
    year = forms.IntegerField(label=_("Year"), min_value=1990, max_value=2200)
    licence = forms.CharField(
        label=_("Licence of the data"), max_length=100, required=False, help_text=_("Such as CC BY 4.0.")
    )
    link = forms.URLField(label=_("Address of the paper"), max_length=500, required=False, assume_scheme="https")
    is_indexed = forms.BooleanField(label=_("Search engines may list the page"), required=False)

    def details(self) -> Details:
        return Details(**self.cleaned_data)
