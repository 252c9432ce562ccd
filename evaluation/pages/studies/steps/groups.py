"""The part of the wizard in which groups of judges are declared before the study is opened."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from evaluation.models import Study
from evaluation.pages.studies.steps.base import offer
from evaluation.services.studies.interface_languages import interface_languages
from evaluation.services.studies.judge_groups import declared_groups
from evaluation.services.studies.questionnaire import questions_of

LONGEST_NAMES = 5_000


class GroupsForm(forms.Form):
    question = forms.ChoiceField(label=_("Groups by the answer to"), required=False)
    bands = forms.CharField(
        label=_("Bands begin at"),
        required=False,
        max_length=60,
        help_text=_("For a question that asks for a number: 30, 50 makes three bands. Empty: each answer is a group."),
        widget=forms.TextInput(attrs={"placeholder": "30, 50"}),
    )
    judges = forms.CharField(
        label=_("Or these judges against the others"),
        required=False,
        max_length=LONGEST_NAMES,
        help_text=_("Pseudonyms of invited judges, such as J01, J02."),
    )


def groups_form(study: Study, data: QueryDict | None = None) -> GroupsForm:
    declared, language = declared_groups(study), interface_languages(study)[0]
    initial: dict[str, Any] = {
        "question": declared.question,
        "bands": ", ".join(map(str, declared.edges)),
        "judges": ", ".join(declared.judges),
    }
    # Sent by a form that says nothing of groups: they stay as they are.
    form = GroupsForm(initial if data is not None and "question" not in data else data, initial=initial)
    asked = [(each.key, f"{each.text(language)} ({each.key})") for each in questions_of(study)]
    offer(form, "question", [("", _("no groups")), *asked])
    return form
