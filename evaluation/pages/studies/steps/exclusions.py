"""The part of the wizard in which exclusions are declared before the study is opened."""

from __future__ import annotations

from dataclasses import replace

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from evaluation.models import Study, User
from evaluation.services.results.selection import LONGEST_MS, Selection, save_selection


class ExclusionsForm(forms.Form):
    max_failed_percent = forms.IntegerField(
        label=_("Leave out judges who failed more of their attention checks than (per cent)"),
        required=False,
        min_value=0,
        max_value=100,
        help_text=_("Empty: checks leave nobody out."),
    )
    too_fast_ms = forms.IntegerField(
        label=_("Leave out judges whose median answer took less than (milliseconds)"),
        required=False,
        min_value=1,
        max_value=LONGEST_MS,
        help_text=_("Empty: nobody is too fast. Single fast answers always count: they are the obvious sentences."),
    )


def exclusions_form(study: Study, data: QueryDict | None = None) -> ExclusionsForm:
    chosen = Selection.of(study)
    initial = {"max_failed_percent": chosen.max_failed_percent, "too_fast_ms": chosen.too_fast_ms}
    return ExclusionsForm(data, initial=initial)


def save_exclusions(form: forms.Form, *, study: Study, actor: User) -> None:
    chosen = replace(Selection.of(study), **form.cleaned_data)
    if chosen != Selection.of(study):
        save_selection(study=study, selection=chosen, actor=actor)
