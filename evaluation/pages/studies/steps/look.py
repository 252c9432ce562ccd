from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from evaluation.models import Marking, Script, Study, User
from evaluation.pages.studies.steps.base import (
    LONGEST_TEXT,
    Files,
    Parts,
    Step,
    initial_per_language,
    per_language,
    text_per_language,
)
from evaluation.services import studies

PLAIN = ("marking", "script", "word_marks", "comments", "completion_code", "return_address")
AREA = forms.Textarea(attrs={"rows": 4})


class LookForm(forms.Form):
    marking = forms.ChoiceField(
        label=_("Words of the second language are"), choices=Marking.choices, widget=forms.RadioSelect
    )
    script = forms.ChoiceField(
        label=_("Words of which pairs have two forms are shown"),
        help_text=_("The script shown is stored with each rating."),
        choices=Script.choices,
        widget=forms.RadioSelect,
    )
    word_marks = forms.BooleanField(label=_("Judges may mark words that sound wrong"), required=False)
    comments = forms.BooleanField(label=_("Judges may write a comment"), required=False)
    completion_code = forms.CharField(
        label=_("Completion code"),
        help_text=_("Shown at the end, for crowd-work sites that ask for one."),
        max_length=100,
        required=False,
    )
    return_address = forms.URLField(
        label=_("Address to return to"),
        help_text=_("A link at the end, back to the site that sent the judge."),
        max_length=500,
        required=False,
        assume_scheme="https",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        options: dict[str, Any] = {"required": False, "max_length": LONGEST_TEXT, "widget": AREA}
        self.fields |= per_language("thanks", _("Thanks at the end"), forms.CharField, **options)
        self.fields |= per_language("refusal", _("To those who are not eligible"), forms.CharField, **options)


class LookStep(Step):
    name = "look"
    title = _("Rating page and end")

    def parts(self, study: Study, data: QueryDict | None = None, files: Files | None = None) -> Parts:
        initial = {name: getattr(study, name) for name in PLAIN}
        initial |= initial_per_language("thanks", study.thanks) | initial_per_language("refusal", study.refusal)
        return {"form": LookForm(data, initial=initial)}

    def save(self, *, study: Study, actor: User, revision: int, parts: Parts) -> None:
        form = parts["form"]
        fields = {name: form.cleaned_data[name] for name in PLAIN}
        fields |= {name: text_per_language(form, name) for name in ("thanks", "refusal")}
        studies.update(study=study, actor=actor, revision=revision, step=self.name, fields=fields)
