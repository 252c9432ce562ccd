"""The page with a judge's own answers, each leading back to its sentence."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from evaluation.models import ALIKE, CannotJudge, Participation
from evaluation.pages.rating import rendering
from evaluation.pages.rating.steps import participation_required, render_step
from evaluation.services.rating import places
from evaluation.services.rating.participation import Step, step_of


@require_safe
@participation_required
def answers(request: HttpRequest, mine: Participation) -> HttpResponse:
    study = mine.study
    facts = places.study_facts(study.pk, study.revision, study.changed_at)
    language = request.LANGUAGE_CODE
    return render_step(
        request,
        mine,
        "answers",
        lines=[answer_line(facts, rated, language) for rated in places.rated_sentences(mine)],
        can_revise=step_of(mine) == Step.RATING,
        sentence_class=rendering.sentence_class(study),
    )


def answer_line(facts: places.StudyFacts, rated: places.RatedSentence, language: str) -> dict[str, Any]:
    asked = facts.asked_of(couples=len(rated.sentences) > 1)
    return {
        "key": rated.key,
        "sentences": rendering.sides_html(asked, rated.sentences, rated.values),
        "values": [
            (criterion.text("name", language), rated.values.get(criterion.pk))
            for criterion in asked.criteria
            if not criterion.is_choice
        ],
        "is_alike": rendering.chosen_side(asked, rated.values) == ALIKE,
        "reason": CannotJudge(rated.cannot_judge).label if rated.cannot_judge else "",
        "comment": rated.comment,
    }
