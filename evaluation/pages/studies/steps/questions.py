from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from evaluation.models import Study, User
from evaluation.pages.studies.steps.base import Files, Parts, Step
from evaluation.pages.studies.steps.groups import groups_form
from evaluation.services.studies.interface_languages import interface_languages
from evaluation.services.studies.judge_groups import declare_groups
from evaluation.services.studies.questionnaire import BLOCKS, KINDS, is_single, questions_of
from evaluation.services.studies.questionnaire.changing import add_block, move_question, remove_question, unfinished

STEPS_UP_AND_DOWN = {"up": -1, "down": 1}


class ActionForm(forms.Form):
    """What the pressed button says, like ``up:age`` or ``block:habits``; nothing if it was "Save and go on"."""

    do = forms.RegexField(r"^(up|down|remove|block):[a-z0-9_]{1,60}\Z", required=False, widget=forms.HiddenInput)


class QuestionsStep(Step):
    """The list of questions; each has a page of its own to be changed on."""

    name = "questions"
    title = _("Questions")
    structural = True

    def parts(self, study: Study, data: QueryDict | None = None, files: Files | None = None) -> Parts:
        return {"form": ActionForm(data), "groups": groups_form(study, data)}

    def save(self, *, study: Study, actor: User, revision: int, parts: Parts) -> None:
        action, _colon, name = parts["form"].cleaned_data["do"].partition(":")
        if parts["groups"].has_changed():
            declare_groups(study=study, actor=actor, revision=revision, given=parts["groups"].cleaned_data)
            revision = study.revision
        who: dict[str, Any] = {"study": study, "actor": actor, "revision": revision}
        if action in STEPS_UP_AND_DOWN:
            move_question(**who, key=name, by=STEPS_UP_AND_DOWN[action])
        elif action == "remove":
            remove_question(**who, key=name)
        elif action == "block":
            add_block(**who, name=name)

    def context(self, study: Study) -> dict[str, Any]:
        lacking = {question.key for question in unfinished(study)}
        language = interface_languages(study)[0]
        return {
            "questions": [
                {
                    "question": question,
                    "text": question.text(language),
                    "kind": _now("one language") if is_single(question) else KINDS[question.kind].title,
                    "is_unfinished": question.key in lacking,
                }
                for question in questions_of(study)
            ],
            "blocks": BLOCKS.values(),
            "kinds": KINDS.values(),
        }
