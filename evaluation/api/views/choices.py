"""The results of choices between two sentences, for the researchers of a study."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.permissions import SignedIn
from evaluation.api.serializers.results import ResultObject
from evaluation.api.serializers.studies import JobSerializer
from evaluation.api.views.results import basis, result_object
from evaluation.api.views.studies import OfOneStudy
from evaluation.services.results.choices import mixed_model, preferences, scales
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.choices.opposed import taking_part
from evaluation.services.results.few_judges import about_choice_model, about_choices
from evaluation.services.results.selection import Selection
from evaluation.statistics.choice_shares import Tally


class OfChoices(OfOneStudy):
    def choices(self) -> Choices:
        study = self.study()
        return Choices(study, Selection.of(study))

    def answer(self, found: Choices, result: Any, caution: str = "") -> Response:
        """Null for a study whose judges do not choose."""
        key = found.criterion.key if found.criterion else ""
        return Response(basis(found.study, found.selection) | result_object(key, result, caution))


class ChoicesView(OfChoices):
    @extend_schema(operation_id="results_choices", responses=ResultObject)
    def get(self, request: Request, slug: str) -> Response:
        """Choices: shares per contrast, scales of models or conditions and of sentences, position bias, consistency."""
        found = self.choices()
        if found.criterion is None:
            return self.answer(found, None)
        judges = preferences.judges(found)
        return self.answer(
            found,
            {
                "choices": len(found.made),
                "contrasts": [
                    {"first": row.first, "second": row.second, **tally_of(row.tally), "p": row.p, "p_holm": row.p_holm}
                    for row in preferences.contrasts(found)
                ],
                "taking_part": taking_part(found),
                "scale": scales.option_scale(found),
                "sentences": [sentence_of(row) for row in scales.sentence_rows(found)],
                "position": tally_of(preferences.sides(found)),
                "consistency": preferences.all_consistency(found),
                "judges": [
                    {"judge": row.pseudonym, **tally_of(row.sides), "consistency": row.consistency} for row in judges
                ],
            },
            about_choices(len(judges)),
        )


def tally_of(tally: Tally) -> dict[str, Any]:
    first, second, alike = tally.shares
    return {"n": tally.n, "first_share": first, "second_share": second, "alike_share": alike, "decided": tally.decided}


def sentence_of(row: scales.SentenceRow) -> dict[str, Any]:
    return {
        "sentence": row.sentence.number,
        "text": row.sentence.text,
        "pair": row.sentence.pair_name,
        "condition": row.sentence.condition,
        "chosen": row.chosen,
        "bradley_terry": row.bradley_terry,
        "thurstone": row.thurstone,
        "is_penalised": row.is_penalised,
        "means": {key: summary.mean for key, summary in row.summaries.items()},
    }


class ChoiceModelView(OfChoices):
    @extend_schema(operation_id="results_choice_model", responses=ResultObject)
    def get(self, request: Request, slug: str) -> Response:
        """The last fit of the logistic mixed model of choices; null before the first."""
        found = self.choices()
        fitted = mixed_model.latest(found.study)
        return self.answer(found, fitted, about_choice_model(fitted))

    @extend_schema(operation_id="results_choice_model_start", request=None, responses={202: JobSerializer})
    def post(self, request: SignedIn, slug: str) -> Response:
        """Fit the logistic mixed model of choices in the background."""
        found = self.choices()
        job = mixed_model.start(study=found.study, actor=request.user)
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)
