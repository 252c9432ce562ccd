"""Plans of studies: what is asked for, and what follows from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from evaluation.models import Job
from evaluation.services.planning import StudyPlan
from evaluation.statistics.costs.simulated import Spreads
from evaluation.statistics.planning.design import COMPARED, MOST_JUDGES, MOST_SENTENCES, UNITS
from evaluation.statistics.planning.plans import CURVE_STUDIES, STUDIES, PlanRequest

LARGEST_SEED = 2**31 - 1
SPREADS = tuple(vars(Spreads()))


class PlanToMake(serializers.Serializer[None]):
    """A design; whatever is left out is as on the page *Plan a study*."""

    compared = serializers.ChoiceField(COMPARED, required=False, help_text="A cost, two models, or choices in couples")
    effect = serializers.FloatField(required=False, min_value=0, max_value=100, help_text="What is worth finding")
    unit = serializers.ChoiceField(UNITS, required=False, help_text="Of the effect; share: of choices won, 0.5 to 1")
    judges = serializers.IntegerField(required=False, min_value=2, max_value=MOST_JUDGES)
    pairs = serializers.IntegerField(required=False, min_value=5, max_value=MOST_SENTENCES // 2)
    matches = serializers.IntegerField(required=False, min_value=1, max_value=20, help_text="Of each side, per pair")
    each = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=2,
        max_value=MOST_SENTENCES,
        help_text="Sentences or couples for each judge; null: all",
    )
    scale = serializers.IntegerField(required=False, min_value=2, max_value=11, help_text="Points of the scale")
    dropout = serializers.FloatField(
        required=False, min_value=0, max_value=0.99, help_text="Share of judges who stop half-way"
    )
    seconds = serializers.FloatField(required=False, min_value=1, max_value=3600, help_text="For each rating or choice")
    spreads = serializers.DictField(
        child=serializers.FloatField(min_value=0, max_value=5),
        required=False,
        help_text=f"Deviations in logits: {', '.join(SPREADS)}; those left out are as on the page",
    )
    pilot = serializers.SlugField(
        required=False, max_length=60, help_text="A study with ratings whose spreads take the place of the stated ones"
    )
    studies = serializers.IntegerField(required=False, min_value=10, max_value=10_000, default=STUDIES)
    curve_studies = serializers.IntegerField(
        required=False, min_value=0, max_value=10_000, default=CURVE_STUDIES, help_text="For each point; 0: no curves"
    )
    seed = serializers.IntegerField(required=False, min_value=0, max_value=LARGEST_SEED, default=1)

    def validate_spreads(self, given: dict[str, float]) -> dict[str, float]:
        unknown = [name for name in given if name not in SPREADS]
        if unknown:
            raise serializers.ValidationError(_("The spreads are: %s.") % ", ".join(SPREADS))
        return given

    def request(self) -> PlanRequest:
        given = dict(self.validated_data)
        given.pop("pilot", None)
        return PlanRequest.read(given)


class PlanSerializer(serializers.ModelSerializer[Job]):
    result = serializers.DictField(
        read_only=True,
        help_text="Empty until it is done; then a sentence, power, for whom it holds (`for_whom`; `these_judges`: in "
        "which share of studies for their own judges only), the interval's width, minutes, curves, spreads",
    )

    class Meta:
        model = Job
        fields = ["key", "title", "state", "done", "total", "message", "created_at", "finished_at", "result"]
        read_only_fields = fields


class StudyPlanSerializer(serializers.Serializer[StudyPlan]):
    judges = serializers.IntegerField(help_text="Needed by the design; else invited; else assumed")
    is_assumed = serializers.BooleanField(help_text="Whether it is not known how many judges will come")
    invited = serializers.IntegerField()
    places = serializers.IntegerField()
    empty_places = serializers.IntegerField(help_text="If nobody else is invited")
    minutes_each = serializers.FloatField(help_text="For each judge")
    compares = serializers.CharField(source="comparison.words", default="", help_text="What its power is about")
    reason = serializers.CharField(source="why_not", help_text="Why its power cannot be computed; empty if it can")


class StudyPlanAnswer(serializers.Serializer[Any]):
    plan = StudyPlanSerializer(allow_null=True, help_text="Null before sentences are drawn")
    doubts = serializers.ListField(child=serializers.CharField(), help_text="Why it may not answer its question")
    power = PlanSerializer(allow_null=True, help_text="Null before it was asked for")
