"""The shape of results."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class SummarySerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField(help_text="How many ratings count")
    min = serializers.IntegerField(allow_null=True)
    max = serializers.IntegerField(allow_null=True)
    mean = serializers.FloatField(allow_null=True)
    sd = serializers.FloatField(allow_null=True, help_text="Standard deviation (n - 1)")
    median = serializers.FloatField(allow_null=True)
    quartiles = serializers.ListField(child=serializers.FloatField(allow_null=True), help_text="First and third")
    distribution = serializers.DictField(child=serializers.IntegerField(), help_text="How often each point was given")


class ResultRow(serializers.Serializer[Any]):
    label = serializers.CharField(  # type: ignore[assignment]
        help_text="The sentence's number, the model, pair, phenomenon, judge or answer"
    )
    about = serializers.DictField(help_text="What else is known of it")
    criteria = serializers.DictField(child=SummarySerializer(), help_text="Each criterion apart")
    sentence_means = serializers.DictField(
        child=serializers.FloatField(allow_null=True),
        help_text="Mean over the sentences' means",
    )


class Basis(serializers.Serializer[Any]):
    """What every result says about itself."""

    study = serializers.CharField()
    selection = serializers.DictField(help_text="Which ratings count")
    signature = serializers.CharField(help_text="Version, seed, state of the data and selection")


class ResultPage(Basis):
    count = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = ResultRow(many=True)


class ResultObject(Basis):
    criterion = serializers.CharField()
    cautions = serializers.ListField(
        child=serializers.CharField(),
        help_text="What to know before believing the figures, as on the page; empty if there is nothing of the kind",
    )
    result = serializers.JSONField(allow_null=True, help_text="Null where nothing has been computed yet")


class StudyReport(Basis):
    files = serializers.DictField(
        child=serializers.CharField(),
        help_text="methods.txt, results.txt, methods.tex, results.tex and references.bib",
    )
