"""The list of what was rated, each line leading back to its sentence."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from evaluation.models import CannotJudge, Participation
from evaluation.pages.rating import rendering
from evaluation.pages.rating.steps import of_judge, page
from evaluation.services.rating import places
from evaluation.services.rating.participation import Step, step_of
from evaluation.templatetags.sentences import sentence_html


@require_safe
@of_judge
def answers(request: HttpRequest, mine: Participation) -> HttpResponse:
    study = mine.study
    facts = places.study_facts(study.pk, study.revision, study.changed_at)
    language = request.LANGUAGE_CODE
    return page(
        request,
        mine,
        "answers",
        lines=[line(facts, sentence, language) for sentence in places.rated_sentences(mine)],
        can_revise=step_of(mine) == Step.RATING,
        sentence_class=rendering.sentence_class(study),
    )


def line(facts: places.StudyFacts, rated: places.RatedSentence, language: str) -> dict[str, Any]:
    second = (rated.second_language,) if rated.second_language else facts.second_languages
    return {
        "key": rated.key,
        "sentence": sentence_html(rated.text, rated.tokens, second),
        "values": [(criterion.text("name", language), rated.values.get(criterion.pk)) for criterion in facts.criteria],
        "reason": CannotJudge(rated.cannot_judge).label if rated.cannot_judge else "",
        "comment": rated.comment,
    }
