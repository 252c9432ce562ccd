"""The page of one question of the questionnaire."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from evaluation.models import Study
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.studies.question_form import QuestionForm, new_question
from evaluation.pages.studies.steps import disable
from evaluation.services import studies
from evaluation.services.errors import Refused
from evaluation.services.studies.questionnaire import KINDS, Question, questions_of
from evaluation.services.studies.questionnaire.changing import save_question


@researcher_required
def new(request: SignedInRequest, slug: str, kind: str) -> HttpResponse:
    study = study_or_404(request, slug)
    if kind not in KINDS:
        raise Http404
    return _answer(request, study, new_question(kind))


@researcher_required
def change(request: SignedInRequest, slug: str, key: str) -> HttpResponse:
    study = study_or_404(request, slug)
    question = next((each for each in questions_of(study) if each.key == key), None)
    if question is None:
        raise Http404
    return _answer(request, study, question)


def _answer(request: SignedInRequest, study: Study, question: Question) -> HttpResponse:
    form = QuestionForm(request.POST if request.method == "POST" else None, study=study, question=question)
    revision = study.revision
    if form.is_valid():
        sent = request.POST.get("revision", "")
        revision = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else 0
        try:
            made = form.cleaned_data["question"]
            save_question(study=study, actor=request.user, revision=revision, question=made, key=question.key)
        except studies.Conflict as conflict:
            messages.error(request, conflict.message)
            return _page(request, study, form, conflict.revision, 409)
        except Refused as refused:
            form.show(refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("study-step", study.slug, "questions")
    return _page(request, study, form, revision, 422 if form.errors else 200)


def _page(request: SignedInRequest, study: Study, form: QuestionForm, revision: int, status: int) -> HttpResponse:
    is_locked = studies.is_locked(study)
    if is_locked:
        disable({"form": form})
    context: dict[str, Any] = {
        "study": study,
        "tab": "setup",
        "form": form,
        "question": form.question,
        "kind": KINDS[form.question.kind],
        "revision": revision,
        "locked": is_locked,
    }
    return render(request, "studies/question.html", context, status=status)
