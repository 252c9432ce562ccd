"""The forms of the pages on which ratings are brought in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as __
from django.utils.translation import gettext_lazy as _

from evaluation.models import Collection
from evaluation.services import imports


class RatingsFileForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.tab,.txt,.xlsx,.ods,.jsonl,.ndjson,.json"}),
        help_text=_("CSV, TSV, XLSX or JSON Lines, with one rating in each row."),
    )


class StudyZipForm(forms.Form):
    file = forms.FileField(
        label=_("Zip"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        help_text=_("The file that “Export” made of a study, as it is."),
    )
    slug = forms.SlugField(
        label=_("Address"),
        required=False,
        max_length=60,
        help_text=_("If empty: the one it had. Another address is needed where a study has that one already."),
    )


class RatingColumnsForm(forms.Form):
    """What the columns hold, and what the file does not say itself."""

    judge = forms.ChoiceField(label=imports.ROLES["judge"])
    value = forms.ChoiceField(label=imports.ROLES["value"])
    sentence = forms.ChoiceField(label=imports.ROLES["sentence"], required=False)
    id = forms.ChoiceField(label=imports.ROLES["id"], required=False)
    criterion = forms.ChoiceField(label=imports.ROLES["criterion"], required=False)
    source = forms.ChoiceField(label=imports.ROLES["source"], required=False)
    pair = forms.ChoiceField(label=imports.ROLES["pair"], required=False)
    time = forms.ChoiceField(label=imports.ROLES["time"], required=False)
    groups = forms.MultipleChoiceField(
        label=_("Columns that group the judges"), required=False, widget=forms.CheckboxSelectMultiple
    )
    has_header = forms.BooleanField(label=_("The first row names the columns"), required=False, initial=True)
    name = forms.CharField(label=_("Name of the study"), max_length=150)
    criteria = forms.CharField(
        label=_("Criteria"),
        required=False,
        max_length=1_000,
        help_text=_(
            "Those there are, separated by commas; any other name is then an error. If empty: all in the file."
        ),
    )
    scale = forms.CharField(
        label=_("Scale"),
        required=False,
        max_length=500,
        help_text=_("0-5, or usage=0-5, fluency=1-7. If empty: from the lowest to the highest value in the file."),
    )
    cut = forms.CharField(
        label=_("Accepted from"),
        required=False,
        max_length=500,
        help_text=_(
            "The lowest point with which a judge accepts a sentence: 3, or usage=3, fluency=5. A criterion without one "
            "has means only."
        ),
    )
    collection = forms.ChoiceField(
        label=_("Look for the pairs of the sentences in"), required=False, help_text=_("By their words.")
    )

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        columns = [(name, name) for name in names]
        for role in imports.ROLES:
            none = ("", __("choose a column") if self.fields[role].required else __("none"))
            self.fields[role].choices = [none, *columns]  # type: ignore[attr-defined]
        self.fields["groups"].choices = columns  # type: ignore[attr-defined]
        collections = Collection.objects.order_by("name").values_list("name", "name")
        self.fields["collection"].choices = [("", __("all collections")), *collections]  # type: ignore[attr-defined]

    def plan(self) -> imports.Plan:
        data = self.cleaned_data
        return imports.Plan(
            columns={role: data[role] for role in imports.ROLES if data[role]},
            groups=data["groups"],
            has_header=data["has_header"],
            criteria=imports.unquoted_names(data["criteria"]),
            scale=data["scale"],
            cut=data["cut"],
            name=data["name"],
            collection=data["collection"],
        )
